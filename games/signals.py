"""What tables online report to the rooms above them. Receivers ring a bell and return: the table is locked."""

from django.dispatch import Signal

game_finished = Signal()
"""The one whisper upward. game: a `Game` that has just ended, in the transaction that ends it."""

mail_bounced = Signal()
"""player: an email to them came back, and no more go there."""
