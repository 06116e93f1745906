"""What must hold, at full size: `make soak` runs every check of plan.py on both databases and keeps count."""
