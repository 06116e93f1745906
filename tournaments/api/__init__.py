"""The API of organized play: it reads what the pages read, and writes through the same verbs."""
