"""Who is told what of organized play: the log's actions as notifications, and what a clock brings."""
