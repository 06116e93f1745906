"""Events: made, divided into stages, changed while they run."""
