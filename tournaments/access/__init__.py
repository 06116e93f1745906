"""Ways in: personal links, the code on the wall, one-time links, two-step login."""
