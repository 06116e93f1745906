"""Sessions in the database. Rooms that keep something for a session hear when it gets another key."""

from django.contrib.sessions.backends import db
from django.dispatch import Signal

session_renamed = Signal()
"""former, key: a session goes on under another key, as it does when someone logs in."""


class SessionStore(db.SessionStore):
    def cycle_key(self) -> None:
        former = self.session_key
        super().cycle_key()
        if former:
            session_renamed.send(SessionStore, former=former, key=self.session_key)
