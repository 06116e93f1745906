"""Brackets: the tree of a knockout, how it is drawn and how far it has come."""
