"""Whole games over real HTTP and the real event stream: none is stuck, all add up, nobody is sent a card too many.

A short game of every kind in each run; with SOAK=1 GAMES (52, four of each kind) full ones.
"""

import logging
import os
from collections.abc import Iterator

import pytest

from euchre_site.celery import app
from games.accounts.models import User
from games.engine.presets import PRESETS
from games.tables import opening
from games.tables.models import Table
from games.tables.verify import games_online_add_up
from tests.games.at_table import Visitor, account, guest
from tests.games.canaries import name_cards, tokens_in
from tests.games.kinds import KINDS, short
from tests.games.played_games import BEGINNERS, PlayedGame
from tests.games.tables.cast import player
from tests.sizes import SOAK, Counted

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("GAMES", "52")) if SOAK else 0
PARTS = 4
"""So that several processes can share them."""


@pytest.fixture(autouse=True)
def canaries(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Cards carry their tokens; no log line ever may."""
    name_cards(monkeypatch)
    caplog.set_level(logging.DEBUG)
    yield
    app.control.purge()
    assert not tokens_in(caplog.text)


@pytest.fixture
def root(transactional_db: None) -> User:
    return User.objects.create_superuser("root@example.org", "bower-and-kitty")


def with_everybody(game: PlayedGame, root: User) -> PlayedGame:
    """A watcher, a stranger, the superuser, and somebody who plays at another table."""
    elsewhere = player("Zoe")
    if not Table.objects.filter(owner=elsewhere).exists():
        opening.open_table(elsewhere, PRESETS["plain"], BEGINNERS)
    for visitor in (
        guest(game.site, player("Yan")),
        Visitor(game.site),
        account(game.site, root),
        guest(game.site, elsewhere),
    ):
        game.add_watcher(visitor)
    return game


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.heavy
def test_a_game_of_every_kind(site: str, root: User, kind: str) -> None:
    people = 1 + list(KINDS).index(kind) % 2
    game = with_everybody(PlayedGame(site, short(KINDS[kind]), number=len(kind), people=people), root)
    game.play(look_every=7)
    assert game.leaks == []
    assert game.acted > 0
    assert list(games_online_add_up()) == []


@pytest.mark.skipif(not SOAK, reason="with SOAK=1")
@pytest.mark.parametrize("part", range(PARTS))
def test_many_games(site: str, root: User, part: int, record_property: Counted) -> None:
    for number in range(part, GAMES, PARTS):
        kind = list(KINDS)[number % len(KINDS)]
        game = PlayedGame(site, KINDS[kind], number, people=KINDS[kind].players if number % 10 == 0 else 1)
        with_everybody(game, root).play(look_every=40)
        assert game.leaks == []
        Table.objects.filter(pk=game.table.pk).update(closed_at="2026-01-01T00:00Z")
        print(f"{number + 1} {kind}: {game.acted} acts, version {game.table.version}", flush=True)  # noqa: T201
    assert list(games_online_add_up()) == []
    record_property("whole games over HTTP", len(range(part, GAMES, PARTS)))
