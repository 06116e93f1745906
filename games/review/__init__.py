"""Reviews of finished hands: asked for game by game, worked out in the background, kept, shown step by step."""
