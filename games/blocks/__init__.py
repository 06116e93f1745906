"""People whom a player never wants to sit with. Private: the other one is never told."""
