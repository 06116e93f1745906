"""What players have done, counted day by day in a form that adds up: totals, streaks, partners, rivals, boards."""
