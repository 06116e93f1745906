"""Two worlds that differ only in what a viewer cannot know: every byte that the site sends him is the same, and so is
their number."""

import datetime
import re
from collections.abc import Callable
from contextlib import closing
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.engine.view import Viewer, Watcher
from games.notifications.models import Notification
from games.tables import mover, play, presenter, watching
from games.tables.models import Seat, Table
from games.tables.options import options_from
from games.tables.states import state_of
from tests.games.at_table import guest
from tests.games.engine.test_view import OtherWorld
from tests.games.kinds import KINDS, short
from tests.games.played_games import PlayedGame
from tests.games.tables.cast import player

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["plain", "web_classic", "trickster_bid", "six in pairs"])
@pytest.mark.heavy
def test_two_worlds_are_sent_the_same_bytes(site: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, chance, honest, compared = PlayedGame(site, short(KINDS[kind]), number=3), Random(kind), presenter.state_of, 0
    yan = player("Yan")
    watcher = guest(site, yan)
    with game.wires, closing(watcher):
        game.begin()
        watching.watch(game.table.pk, yan)
        for step in range(40):
            game.table.refresh_from_db()
            for visitor, viewer in ((game.seated[0], 0), (watcher, Watcher.FACE_DOWN)) if step % 3 == 0 else ():
                first = visitor.get(game.path)
                for module in (presenter, watching):
                    monkeypatch.setattr(module, "state_of", other_world(honest, viewer, chance))
                second = visitor.get(game.path)
                for module in (presenter, watching):
                    monkeypatch.setattr(module, "state_of", honest)
                assert len(first.text) == len(second.text)
                assert masked(first.text) == masked(second.text)
                assert [name for name, _ in first.headers] == [name for name, _ in second.headers]
                assert dict(first.headers)["Content-Length"] == dict(second.headers)["Content-Length"]
                compared += 1
            if not game.table.games.filter(ended_at=None).exists():
                break
            if not game.act():
                game.let_the_site_move()
    assert compared > 4


@pytest.mark.heavy
def test_who_plays_by_the_day_is_sent_the_same_in_both(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table, the list of games that wait, and what the player is told of the turn."""
    by_the_day = options_from({"bots": "beginner", "by_the_day": "1"})
    game, chance, honest, turns = PlayedGame(site, KINDS["plain"], 3, conduct=by_the_day), Random(1), state_of, 0
    with game.wires:
        game.begin()
        while turns < 4:
            game.table.refresh_from_db()
            if game.table.turn_seat is None:
                game.let_the_site_move()
                continue
            turns += 1
            seen = []
            for state in (honest, other_world(honest, 0, chance)):
                for module in (presenter, watching, play):
                    monkeypatch.setattr(module, "state_of", state)
                Notification.objects.all().delete()
                Seat.objects.update(seen_at=timezone.now() - datetime.timedelta(hours=1))
                Table.objects.update(due_at=timezone.now())
                cache.clear()
                mover.move_table(game.table.pk)
                pages = [masked(game.seated[0].get(path).text) for path in (game.path, "/tables/")]
                assert "Your turn in 1 game" in pages[1]
                told = list(Notification.objects.values_list("kind", "key", "link"))
                said = [(str(one.title), str(one.words)) for one in Notification.objects.all()]
                seen.append((pages, told, said))
            for module in (presenter, watching, play):
                monkeypatch.setattr(module, "state_of", honest)
            assert len(seen[0][1]) == 1
            assert seen[0] == seen[1]
            game.act()


def other_world(honest: Callable[..., Any], viewer: Viewer, chance: Random) -> Callable[..., Any]:
    return lambda row: OtherWorld(honest(row), viewer, chance).shuffled()


def masked(text: str) -> str:
    """Without what is new in every answer: form keys and the tokens against forged forms."""
    return re.sub(
        r'name="(key|device|csrfmiddlewaretoken)"[^>]*? value="[^"]*"|<meta name="csrf-token"[^>]*>', r"\1", text
    )


def test_the_two_worlds_are_two(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sees all hands is sent other bytes."""
    game = PlayedGame(site, short(KINDS["plain"]), number=3)
    with game.wires:
        game.begin()
        first = game.seated[0].get(game.path)
        monkeypatch.setattr(presenter, "state_of", other_world(presenter.state_of, Watcher.FACE_DOWN, Random(1)))
        assert masked(game.seated[0].get(game.path).text) != masked(first.text)
