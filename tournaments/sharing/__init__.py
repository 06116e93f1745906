"""Links, feeds and frames to put on other sites."""
