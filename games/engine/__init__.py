"""Euchre itself: cards, rules, hands, games, notation. Pure Python that reads no clock and rolls no dice of its own.

Where to begin: rules.py (what a club can choose), hand.py (the stages of a hand; bidding, auction, exchange and play
hold them), scoring.py, game.py; then view.py (what a seat may see), notation.py, shuffle.py and slip.py.
"""
