"""Players that someone never wants to sit with. Private: the other one never finds out."""
