"""What all commands about a round that is out have in common: for organizers, stale after a change, logged, once."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.cast import context_of, make_user
from tests.tournaments.checkin.stand_in_nights import Night, people
from tournaments.activity_log.models import AuditLogEntry
from tournaments.activity_log.words import sentence
from tournaments.checkin import substitutes
from tournaments.errors import Conflict, NotAllowed
from tournaments.rounds import commands as rounds


def sit(night: Night, **asked: Any) -> object:
    ann, out = night.at(1), night.out()[0]
    return substitutes.sit_in(night.row.pk, ann.pk, ann.players.get(), out.players.get(), **asked)


def take(night: Night, **asked: Any) -> object:
    return substitutes.take_place(night.row.pk, night.at(1).pk, night.out()[0].pk, **asked)


def show(night: Night, **asked: Any) -> object:
    return substitutes.no_show(night.row.pk, night.at(1).pk, **asked)


ACTIONS = (sit, take, show)


@pytest.mark.parametrize("action", ACTIONS)
class TestEveryVerb:
    def test_is_for_organizers(self, db: None, action: Callable[..., object]) -> None:
        night, sam = Night("progressive", 9), make_user("Sam")
        with pytest.raises(NotAllowed):
            action(night, context=context_of(sam), expected_version=night.row.revision)
        assert night.touched() == set()

    def test_says_when_the_round_has_changed(self, db: None, action: Callable[..., object]) -> None:
        night = Night("progressive", 9)
        with pytest.raises(Conflict):
            action(night, **night.asks(seen=night.row.revision - 1))
        rounds.unpublish_round(night.row.pk, context=context_of(night.olga), expected_version=night.row.revision)
        with pytest.raises(Conflict):
            action(night, **night.asks())

    def test_is_journalled_in_words(self, db: None, action: Callable[..., object]) -> None:
        night = Night("progressive", 9)
        action(night, **night.asks())
        [said] = AuditLogEntry.objects.filter(event=night.event, action__in=["sit_in", "take_place", "no_show"])
        assert "{" not in sentence(said)
        assert "round 1" in sentence(said)


@pytest.mark.parametrize("action", ACTIONS)
def test_the_same_form_twice_changes_once(db: None, action: Callable[..., object]) -> None:
    night, key = Night("progressive", 9), uuid4()
    pk = night.row.pk
    asked: dict[str, Any] = {"expected_version": night.row.revision, "context": context_of(night.olga, key=key)}
    ann, out = night.at(1), night.out()[0]
    call: dict[Any, Callable[[], object]] = {
        sit: lambda: substitutes.sit_in(pk, entry_id=ann.pk, leaving=people(ann), coming=people(out), **asked),
        take: lambda: substitutes.take_place(pk, absent_id=ann.pk, coming_id=out.pk, **asked),
        show: lambda: substitutes.no_show(pk, entry_id=ann.pk, **asked),
    }
    call[action]()
    after = night.tables(), AuditLogEntry.objects.count()
    call[action]()
    assert (night.tables(), AuditLogEntry.objects.count()) == after
