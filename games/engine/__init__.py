"""Euchre itself: cards, rules, hands, games, notation. Pure Python that reads no clock and rolls no dice of its own."""
