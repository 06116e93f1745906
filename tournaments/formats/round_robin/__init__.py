"""Round robin: every side meets every other, in pools or at once."""
