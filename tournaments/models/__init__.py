"""The facts of organized play, and the few tables derived from them. Rules that matter are constraints here."""

from tournaments.models.clubs import Club, Membership, Role, Venue
from tournaments.models.entries import Entry, EntryPlayer, Pass, StageEntry, Wish
from tournaments.models.events import Confirmation, Event, Stage
from tournaments.models.ledgers import Announcement, JournalEntry, PotEntry
from tournaments.models.results import ResultEntry, Source, Standing
from tournaments.models.rounds import Bye, Clock, Match, Round, Seat

__all__ = [
    "Announcement",
    "Bye",
    "Clock",
    "Club",
    "Confirmation",
    "Entry",
    "EntryPlayer",
    "Event",
    "JournalEntry",
    "Match",
    "Membership",
    "Pass",
    "PotEntry",
    "ResultEntry",
    "Role",
    "Round",
    "Seat",
    "Source",
    "Stage",
    "StageEntry",
    "Standing",
    "Venue",
    "Wish",
]
