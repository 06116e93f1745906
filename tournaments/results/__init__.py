"""Results: scores reported and entered, the state of a match, and the standings that follow."""
