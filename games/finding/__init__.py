"""Finding people to play with: who looks for a game, who is seated together, and after which wait."""
