"""Events that a club repeats every few weeks: set up ahead, with dates left out, each like the one before it."""
