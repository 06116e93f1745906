"""Files of what was played: other programs read them, and anybody can check the deals without the site."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.egn import egn_from, emn_from
from games.engine.presets import preset
from games.tables import play, records
from games.tables.models import Game, GamePlayer
from tests.games.tables.cast import command_by, finish_hand, finished_game, player, table_for

pytestmark = pytest.mark.django_db


def fetch(game: Game, name: str) -> Any:
    number = [] if name == "table_emn" else [game.number]
    return Client().get(reverse(name, args=[game.table.code, *number]))


def test_egn_is_read_back_as_the_game_that_was_played() -> None:
    game = finished_game()
    answer = fetch(game, "game_egn")
    assert answer["Content-Disposition"] == 'attachment; filename="game-1.egn"'
    read = egn_from(answer.content.decode())
    assert read.players == ("Olga", "Pam", "Quinn", "Rosa")
    assert list(read.final_score or ()) == game.points
    written = records.engine_game(game)
    assert [hand.dealt for hand in read.game.hands] == [hand.dealt for hand in written.hands]
    assert [hand.history for hand in read.game.hands] == [hand.history for hand in written.hands]
    assert read.game.outcome is not None
    assert list(read.game.outcome.winners) == game.winners


def test_all_games_of_a_table_in_one_file() -> None:
    game = finished_game()
    play.begin_game(game.table)
    finish_hand(game.table)
    GamePlayer.objects.create(game=game.table.games.last(), seat=2, from_hand=2, player=player("Sam"))
    read = emn_from(fetch(game, "table_emn").content.decode())
    assert [list(one.game.points) for one in read] == [one.points for one in game.table.games.all()]
    assert [one.players[2] for one in read] == ["Quinn", "Quinn / Sam"]


def test_what_egn_cannot_say_is_named_instead_of_a_link() -> None:
    table, people = table_for(4, preset("web_classic"))
    game = play.start_game(table.pk, command_by(people[0], table))
    finish_hand(table)
    page = fetch(game, "replay").content.decode()
    assert "This game has no EGN file. EGN can’t record “Dealer may decline: yes”, “Go under: yes”" in page
    assert reverse("game_egn", args=[table.code, 1]) not in page
    assert fetch(game, "game_egn").status_code == 422
    assert fetch(game, "table_emn").status_code == 422


def changed_seal(data: dict[str, Any]) -> None:
    data["hands"][0]["seal"] = "0" * 64


def changed_secret(data: dict[str, Any]) -> None:
    data["hands"][0]["secret"] = "0" * 64


def swapped_cards(data: dict[str, Any]) -> None:
    one, other = data["hands"][0]["dealt"][:2]
    one["cards"], other["cards"] = other["cards"], one["cards"]


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with both programs as they are downloaded, and nothing of the site."""
    for name in ("game", "deal"):
        answer = Client().get(reverse("verifier", args=[name]))
        (tmp_path / f"verify_{name}.py").write_bytes(answer.content)
    assert Client().get(reverse("verifier", args=["manage"])).status_code == 404
    return tmp_path


@pytest.mark.parametrize(
    ("tamper", "ends", "says"),
    [
        (lambda data: None, 0, "hand 1: fits"),
        (changed_seal, 1, "hand 1: DIFFERS in seal"),
        (changed_secret, 1, "hand 1: DIFFERS in seal and cards"),
        (swapped_cards, 1, "hand 1: DIFFERS in cards"),
    ],
)
def test_the_deals_are_checked_without_the_site(
    programs: Path, tamper: Callable[[dict[str, Any]], None], ends: int, says: str
) -> None:
    data = json.loads(fetch(finished_game(), "game_deals").content)
    tamper(data)
    (programs / "deals.json").write_text(json.dumps(data))
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-c",
            "import sys; sys.path.insert(0, '.'); import verify_game as v; sys.exit(v.main('deals.json'))",
        ],
        cwd=programs,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (ends, says, "")


@pytest.mark.parametrize("name", ["krengineering", "hoyle", "trickster_bid"])
def test_the_file_tells_the_cards_of_every_kind_of_game(name: str, programs: Path) -> None:
    table, people = table_for(4, preset(name))
    game = play.start_game(table.pk, command_by(people[0], table))
    row = finish_hand(table)
    hand = records.deals_data(game)["hands"][0]
    dealt = play.state_of(row).dealt
    assert {own["seat"]: own["cards"] for own in hand["dealt"]} == {
        seat + 1: " ".join(str(card) for card in own) for seat, own in enumerate(dealt)
    }
    (programs / "deals.json").write_text(records.deals_text(game))
    done = subprocess.run([sys.executable, "verify_game.py", "deals.json"], cwd=programs, check=False)
    assert done.returncode == 0


def test_the_page_says_whether_seal_and_secret_fit() -> None:
    game = finished_game()
    row = game.hands.get()
    page = fetch(game, "verify_game").content.decode()
    for text in (row.seal, row.seed, play.label(game, 1), "matches"):
        assert text in page
    game.hands.update(seal="0" * 64)
    assert "doesn’t match" in fetch(game, "verify_game").content.decode()
