"""Files of games that strangers send: those of other programs are read whole, others refused in a sentence."""

import random
import re
from typing import Any

import pytest

from games.engine.egn import egn_from
from games.engine.egn_export import egn_text, emn_text
from games.engine.egn_file import MAX_BYTES, games_from
from games.engine.errors import RuleError
from games.engine.game import Game
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from tests.games.engine.game_files import FINALS, HOSTILE, SAMPLES, sample, with_change, written
from tests.games.engine.setting import game_after

NAMES = ("Pam", "Quinn", "Olga", "Sam")
TOLD_BY_US = re.compile(r"[A-Z][^\0\ud800-\udfff\u202e\u200b]{10,300}")


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.glob("*.e[gm]n")))
def test_files_of_other_programs_are_read(name: str) -> None:
    file = games_from((SAMPLES / name).read_bytes())
    assert len(file.games) == (6 if name.endswith(".emn") else 1)
    for one in file.games:
        assert len(one.players) == 4
        assert all(one.players)
        assert all(hand.is_over for hand in one.game.hands)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_a_sentence(name: str) -> None:
    content, words = HOSTILE[name]
    with pytest.raises(RuleError, match=words) as refused:
        games_from(content)
    assert TOLD_BY_US.fullmatch(str(refused.value)), str(refused.value)


def test_a_file_of_just_a_megabyte_is_read() -> None:
    assert games_from(FINALS + b" " * (MAX_BYTES - len(FINALS))).games


def test_markup_and_foreign_letters_in_names_are_words() -> None:
    names = ["<script>alert(1)</script>", "{{ 7*7 }}", "=1+1", "أنا"]
    file = games_from(with_change(lambda data: data["metadata"].update(players=names)))
    assert list(file.games[0].players) == names


def test_whatever_is_analysis_is_passed_over() -> None:
    def annotate(data: dict[str, Any]) -> None:
        data["deals"][0]["alternativeLines"] = [{"branchIndex": 0, "phases": []}]
        data["deals"][0]["phases"][0]["callAnnotations"] = {"0": ["\0"]}

    assert games_from(with_change(annotate)).digest == games_from(FINALS).digest


def test_the_digest_is_of_the_game_and_not_of_the_file() -> None:
    file = games_from(FINALS)
    other_words = with_change(lambda data: data["metadata"].update(title="Else", players=list("abcd")))
    assert games_from(other_words).digest == file.digest
    ours = egn_text(file.games[0].game, file.games[0].players, "Finals")
    assert games_from(ours.encode()).digest == file.digest
    assert games_from(with_change(lambda data: data["deals"].pop())).digest != file.digest


@pytest.mark.slow
@pytest.mark.heavy
def test_what_was_read_before_a_change_of_one_byte_is_read_or_refused() -> None:
    """Nothing else: no other error, whatever byte differs."""
    chances, refused = random.Random(7), 0
    for _ in range(1500):
        content = bytearray(FINALS)
        for _ in range(chances.choice((1, 1, 1, 4))):
            at = chances.randrange(len(content))
            other = content[chances.randrange(len(content))]
            content[at] = chances.choice((content[at] ^ 1, chances.randrange(256), other))
        refused += bool(refusal(bytes(content)))
    assert 700 < refused < 1500


@pytest.mark.slow
@pytest.mark.heavy
def test_values_of_the_wrong_kind_anywhere_are_refused_or_passed_over() -> None:
    places = list(paths(sample()))
    for path in places[:: max(1, len(places) // 300)]:
        for value in (None, True, -1, 1.5, "x", [], {}, [[]], "9" * 200):
            data = sample()
            place: Any = data
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value
            assert len(refusal(written(data))) < 400


def refusal(content: bytes) -> str:
    """What is said; nothing for a file that is read."""
    try:
        games_from(content)
    except RuleError as error:
        return str(error)
    return ""


def paths(value: Any, before: tuple[Any, ...] = ()) -> Any:
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*before, key)
        yield from paths(value[key], (*before, key))


def carried() -> list[str]:
    """Presets that the format can carry."""
    found = []
    for name, rules in PRESETS.items():
        try:
            egn_text(Game.new(rules), NAMES)
        except RuleError:
            continue
        found.append(name)
    return found


def test_some_presets_can_be_carried() -> None:
    assert len(carried()) >= 2


@pytest.mark.parametrize("name", carried())
def test_out_and_in_again_is_the_same_game_for_every_preset_it_can_carry(name: str) -> None:
    rules: HouseRules = PRESETS[name]
    for number in range(3):
        game = game_after(rules, (0, 0), 3 + number)
        (again,) = games_from(egn_text(game, NAMES).encode()).games
        assert [(hand.dealer, hand.dealt, hand.undealt[0], hand.history) for hand in again.game.hands] == [
            (hand.dealer, hand.dealt, hand.undealt[0], hand.history) for hand in game.hands
        ]
        assert (again.game.rules, again.game.points) == (game.rules, game.points)


def test_two_of_one_name_are_two_people_in_a_match() -> None:
    game = egn_from(FINALS.decode()).game
    long = "N" * 80
    (again,) = games_from(emn_text([game], [["Ann", "Ann", long, long]], "T" * 200).encode()).games
    assert list(again.players) == ["Ann", "Ann", long[:64], long[:64]]
