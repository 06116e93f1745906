"""A table calls an organizer from a phone, and the console says who is on the way."""
