"""What all verbs about a round that is out have in common: for organizers, stale when it changed, journalled, once."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.cast import by, make_user
from tests.tournaments.services.attendance.stand_in_nights import Night, people
from tournaments.errors import NotAllowed, Stale
from tournaments.models import JournalEntry
from tournaments.services.attendance import stand_ins
from tournaments.services.looks.journal_words import sentence
from tournaments.services.nights import rounds


def sit(night: Night, **asked: Any) -> object:
    ann, out = night.at(1), night.out()[0]
    return stand_ins.sit_in(night.row.pk, ann.pk, ann.players.get(), out.players.get(), **asked)


def take(night: Night, **asked: Any) -> object:
    return stand_ins.take_place(night.row.pk, night.at(1).pk, night.out()[0].pk, **asked)


def show(night: Night, **asked: Any) -> object:
    return stand_ins.no_show(night.row.pk, night.at(1).pk, **asked)


VERBS = (sit, take, show)


@pytest.mark.parametrize("verb", VERBS)
class TestEveryVerb:
    def test_is_for_organizers(self, db: None, verb: Callable[..., object]) -> None:
        night, sam = Night("progressive", 9), make_user("Sam")
        with pytest.raises(NotAllowed):
            verb(night, by=by(sam), seen=night.row.revision)
        assert night.touched() == set()

    def test_says_when_the_round_has_changed(self, db: None, verb: Callable[..., object]) -> None:
        night = Night("progressive", 9)
        with pytest.raises(Stale):
            verb(night, **night.asks(seen=night.row.revision - 1))
        rounds.unpublish_round(night.row.pk, by=by(night.olga), seen=night.row.revision)
        with pytest.raises(Stale):
            verb(night, **night.asks())

    def test_is_journalled_in_words(self, db: None, verb: Callable[..., object]) -> None:
        night = Night("progressive", 9)
        verb(night, **night.asks())
        [said] = JournalEntry.objects.filter(event=night.event, verb__in=["sit_in", "take_place", "no_show"])
        assert "{" not in sentence(said)
        assert "round 1" in sentence(said)


@pytest.mark.parametrize("verb", VERBS)
def test_the_same_form_twice_changes_once(db: None, verb: Callable[..., object]) -> None:
    night, key = Night("progressive", 9), uuid4()
    asked = {"round_id": night.row.pk, "seen": night.row.revision, "by": by(night.olga, key=key)}
    ann, out = night.at(1), night.out()[0]
    call: dict[Any, Callable[[], object]] = {
        sit: lambda: stand_ins.sit_in(entry_id=ann.pk, leaving=people(ann), coming=people(out), **asked),
        take: lambda: stand_ins.take_place(absent_id=ann.pk, coming_id=out.pk, **asked),
        show: lambda: stand_ins.no_show(entry_id=ann.pk, **asked),
    }
    call[verb]()
    after = night.tables(), JournalEntry.objects.count()
    call[verb]()
    assert (night.tables(), JournalEntry.objects.count()) == after
