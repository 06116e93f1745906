"""The activity log of an event: what was done, in words."""
