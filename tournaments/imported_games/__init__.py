"""Games played elsewhere: an organizer imports one from a file and assigns its seats."""
