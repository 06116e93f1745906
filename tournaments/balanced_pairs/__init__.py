"""People who came alone to an event of pairs become pairs that are about as strong as each other."""
