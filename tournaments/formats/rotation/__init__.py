"""Rotation: everybody with everybody, after charts that are as even as can be."""
