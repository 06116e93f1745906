"""Events: set up, divided into stages, changed while they run."""
