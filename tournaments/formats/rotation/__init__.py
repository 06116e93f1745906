"""Rotation: everyone plays with everyone, following charts that are as even as possible."""
