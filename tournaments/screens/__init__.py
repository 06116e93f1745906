"""The boards on the hall's screens."""
