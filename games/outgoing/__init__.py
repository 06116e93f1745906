"""Requests to machines of others: only to the public internet, and each is over in its time."""
