"""Brackets: the tree of a knock-out, how it is drawn and how far it has come."""
