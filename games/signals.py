"""What tables online tell the rooms above them. Whoever listens rings a bell and returns: the table is locked."""

from django.dispatch import Signal

game_finished = Signal()
"""The one whisper upward. game: a `Game` that has just ended, in the transaction that ends it."""
