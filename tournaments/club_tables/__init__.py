"""Tables online that a member opened for a club."""
