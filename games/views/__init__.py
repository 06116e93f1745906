"""Pages of play online. They read through looks and lists, and write through the verbs of `games.tables`."""
