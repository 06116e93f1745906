"""Events that a club holds every so many weeks: set up ahead, with dates left out, each like the one before it."""
