"""Integrity: `verify` compares stored rows with their facts, `rebuild` computes them again."""
