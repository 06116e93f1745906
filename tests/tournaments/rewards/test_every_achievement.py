"""Each achievement of the catalogue through the database: earned, just missed, and revoked when its evidence falls."""

from typing import Any

import pytest
from django.db import transaction

from games.accounts.models import Player
from tests.tournaments.honours.achievements.examples import ALIKE, UNITS, Facts
from tests.tournaments.honours.played import OLGA
from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.catalogue import ROWS
from tournaments.rewards import award_countings, awards, counting
from tournaments.rewards.models import Award, GameFact, GameParticipation, Unlock

pytestmark = pytest.mark.django_db


def store(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts as rows. What they point at does not exist: nothing here is ever committed."""
    for game in facts.games:
        where = {"club_id": game.club or None, "venue_id": game.venue, "event_id": game.event, "game_id": game.id}
        GameFact.objects.create(pk=game.id, **where, **counting.stored(game))
        GameParticipation.objects.bulk_create(
            GameParticipation(counted_id=game.id, player_id=player, side=side, ended_at=at, club_id=game.club or None)
            for player, side, at in counting.participations_of(game)
        )
    deliver(facts, monkeypatch)


def deliver(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    """What other honours say."""
    placings = {OLGA: tuple(place for place in facts.placings if place.player == OLGA)}
    monkeypatch.setattr(awards, "placings_of", lambda players: placings)
    for module in (award_countings, awards):
        monkeypatch.setattr(module, "edges_of", lambda numbers: {game: {OLGA: n} for game, n in facts.edges.items()})


def tiers(row: Achievement) -> list[int]:
    return list(Award.objects.filter(player=OLGA, achievement=row.key).order_by("tier").values_list("tier", flat=True))


@pytest.fixture(autouse=True)
def olga(db: None) -> Player:
    return Player.objects.create(pk=OLGA, name="Olga")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_earned_missed_revoked(row: Achievement, monkeypatch: pytest.MonkeyPatch) -> None:
    with rolled_back():
        store(UNITS[row.metric](row.tiers[0]), monkeypatch)
        awards.recompute({str(OLGA): None})
        assert tiers(row) == [1]
        evidence = Award.objects.get(player=OLGA, achievement=row.key).evidence[-1]
        take_away(UNITS[row.metric](row.tiers[0]), evidence, monkeypatch)
        assert tiers(row) == []
        assert Unlock.objects.filter(player=OLGA, achievement=row.key, award=None).count() == 1
    with rolled_back():
        store(UNITS[row.metric](row.tiers[0] - 1) + ALIKE[row.metric], monkeypatch)
        awards.recompute({str(OLGA): None})
        assert tiers(row) == []


def take_away(facts: Facts, evidence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One fact does not stand any more, and what follows from it is computed from there on."""
    if evidence.startswith("game "):
        game = next(one for one in facts.games if f"game {one.id}" == evidence)
        GameParticipation.objects.filter(counted=game.id).delete()
        GameFact.objects.filter(pk=game.id).delete()
        awards.recompute({str(OLGA): game.position})
    else:
        deliver(facts.without(evidence), monkeypatch)
        awards.recompute({f"{OLGA}/{awards.PLACES}": None})


class rolled_back:
    def __enter__(self) -> None:
        self.block: Any = transaction.atomic()
        self.block.__enter__()

    def __exit__(self, *error: Any) -> None:
        transaction.set_rollback(True)
        self.block.__exit__(*error)
