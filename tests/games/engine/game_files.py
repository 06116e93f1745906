"""Files of games for tests: samples of other programs, and hostile ones, each with what its refusal says."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tests.games.engine.golden import DATA

SAMPLES = DATA / "egn"
Data = dict[str, Any]


def sample(name: str = "VWEC_Finals.egn") -> Data:
    data: Data = json.loads((SAMPLES / name).read_text(encoding="utf-8"))
    return data


def written(data: object) -> bytes:
    return json.dumps(data).encode()


def with_change(change: Callable[[Data], object], name: str = "VWEC_Finals.egn") -> bytes:
    data = deepcopy(sample(name))
    change(data)
    return written(data)


def ruleset(**more: object) -> bytes:
    return with_change(lambda data: data["metadata"]["ruleset"].update(more))


def meta(**more: object) -> bytes:
    return with_change(lambda data: data["metadata"].update(more))


def named(name: object) -> bytes:
    """With another name in seat 2."""
    return with_change(lambda data: data["metadata"]["players"].__setitem__(1, name))


def hand(number: int, change: Callable[[Data], object]) -> bytes:
    return with_change(lambda data: change(data["deals"][number - 1]))


def tricks(number: int, change: Callable[[list[list[str]]], object]) -> bytes:
    return hand(number, lambda deal: change(deal["phases"][1]["tricks"]))


def swap_last_tricks(rows: list[list[str]]) -> None:
    rows[3][1], rows[4][1] = rows[4][1], rows[3][1]


def swap_first_leads(rows: list[list[str]]) -> None:
    rows[0][0], rows[1][0] = rows[1][0], rows[0][0]


def in_match(change: Callable[[Data], object]) -> bytes:
    return with_change(change, "MotE_W5_Match.emn")


FINALS = (SAMPLES / "VWEC_Finals.egn").read_bytes()
HOSTILE: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "isn’t JSON"),
    "not JSON": (b"deal me in", "isn’t JSON"),
    "half a file": (FINALS[:4000], "isn’t JSON"),
    "not UTF-8": (b'{"fileType": "\xff\xfe"}', "Save EGN and EMN files as UTF-8 text"),
    "UTF-16": (FINALS.decode().encode("utf-16"), "Save EGN and EMN files as UTF-8 text"),
    "larger than 1 MB": (FINALS + b" " * 1_000_000, "larger than 1 MB"),
    "a list": (b"[]", "must be “Euchre Game Notation” or “Euchre Match Notation”"),
    "a number": (b"7", "must be “Euchre Game Notation” or “Euchre Match Notation”"),
    "nested 100,000 deep": (b"[" * 100_000 + b"]" * 100_000, "The file is nested too deeply to be a game"),
    "objects nested 100,000 deep": (
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "The file is nested too deeply to be a game",
    ),
    "NaN": (FINALS.replace(b'"dealer": 2', b'"dealer": NaN', 1), "NaN, which isn’t a number"),
    "Infinity": (FINALS.replace(b'"dealer": 2', b'"dealer": -Infinity', 1), "-Infinity, which isn’t a number"),
    "a huge exponent": (FINALS.replace(b'"dealer": 2', b'"dealer": 1e999', 1), "Hand 1: initialState: dealer .* inf"),
    "a fraction": (FINALS.replace(b'"dealer": 2', b'"dealer": 2.0', 1), "whole number from 0 to 3, not 2.0"),
    "5,000 digits": (FINALS.replace(b'"dealer": 2', b'"dealer": ' + b"9" * 5000, 1), "number with 5000 digits"),
    "the same field twice": (FINALS.replace(b'"dealer": 2', b'"dealer": 1, "dealer": 2', 1), "'dealer' appears twice"),
    "an unknown field": (meta(admin=True), "metadata has a field that isn’t in the format: 'admin'"),
    "an unknown field of a hand": (hand(3, lambda deal: deal.update(sql="x")), "Hand 3 has a field .*: 'sql'"),
    "an unknown rule": (ruleset(stake=100), "ruleset has a field"),
    "no metadata": (with_change(lambda data: data.pop("metadata")), "is missing the field metadata"),
    "another version": (with_change(lambda data: data.update(version="9.9")), "version contains '9.9'"),
    "no hands": (with_change(lambda data: data.update(deals=[])), "has 0 hands"),
    "101 hands": (with_change(lambda data: data.update(deals=data["deals"] * 8)), "entries, not 104"),
    "a packed hand": (with_change(lambda data: data["deals"].__setitem__(1, "QUJD")), "Hand 2 is compressed"),
    "a hand that is a number": (with_change(lambda data: data["deals"].__setitem__(1, 7)), "Hand 2 must be an obj"),
    "NUL in a name": (named("An\0na"), r"players \(entry 2\) has an invisible character \(U\+0000\)"),
    "a lone surrogate in a name": (named("\ud800"), r"U\+D800"),
    "a name that turns the line": (named("\u202eannA"), r"U\+202E"),
    "a zero-width name": (named("An\u200bna"), r"U\+200B"),
    "NUL in the title": (meta(title="\0"), r"title has an invisible character \(U\+0000\)"),
    "a huge name": (named("A" * 100_000), "has 100000 characters. At most 64"),
    "a name that is a number": (named(7), r"entry 2\) must be text, not a number"),
    "a name that is a list": (named([]), r"entry 2\) must be text, not a list"),
    "five players": (with_change(lambda data: data["metadata"]["players"].append("Eve")), "must have 4 entries"),
    "three scores": (meta(initialScore=[0, 0, 0]), "initialScore must have 2 entries, not 3"),
    "a score that ends it": (meta(initialScore=[10, 0]), "starts at 10–0, so it’s already over"),
    "a negative score": (meta(initialScore=[-5, 0]), "whole number from 0 to 999, not -5"),
    "a score that does not follow": (
        meta(finalScore=[10, 8]),
        "the final score is 10–8, but the hands add up to 8–10",
    ),
    "rules that cannot be played": (ruleset(joker=True), "a joker"),
    "two ends": (ruleset(winning_score=10, num_deals=8), "sets both a winning score and a number of hands"),
    "a deck of twos": (ruleset(min_rank=2), "decks that start at 2"),
    "hands after the end": (ruleset(winning_score=5), r"Hand \d+: The game is over"),
    "a card that is none": (hand(2, lambda deal: deal["initialState"].update(upCard="1x")), "Hand 2: .*contains '1x'"),
    "a card played twice": (tricks(1, lambda rows: rows[1].__setitem__(0, "9c")), "Hand 1: "),
    "a card of another deck": (tricks(1, lambda rows: rows[1].__setitem__(0, "7c")), "Hand 1: "),
    "a revoke": (tricks(1, swap_last_tricks), "Hand 1: .*isn’t possible now"),
    "a call after the bidding": (
        hand(1, lambda deal: deal["phases"][0]["calls"].append("Pass")),
        "Hand 1: .*isn’t possible now",
    ),
    "an unknown call": (hand(1, lambda deal: deal["phases"][0]["calls"].append("Misère")), "Hand 1: .*calls"),
    "a trick too few": (tricks(13, lambda rows: rows.pop()), "Hand 13: "),
    "a hand that is not played": (hand(13, lambda deal: deal["phases"].pop()), "Hand 13 isn’t finished"),
    "bidding twice": (hand(2, lambda deal: deal["phases"].__setitem__(1, deal["phases"][0])), "same phase twice"),
    "the wrong dealer": (hand(2, lambda deal: deal["initialState"].update(dealer=1)), "Hand 2: seat 1 deals out of"),
    "a dealer who is none": (hand(1, lambda deal: deal["initialState"].update(dealer=4)), "from 0 to 3, not 4"),
    "a hand with five cards too many": (
        hand(1, lambda deal: deal["initialState"].update(playerCards=[["As"] * 5] * 4)),
        "Hand 1: ",
    ),
    "a match without games": (in_match(lambda data: data.update(games=[])), "has 0 games"),
    "51 games": (in_match(lambda data: data.update(games=data["games"][:1] * 51)), "entries, not 51"),
    "games out of order": (in_match(lambda data: data["games"].reverse()), "Game 1: the gameIndex is 5"),
    "a player who is not listed": (
        in_match(lambda data: data["games"][1]["players"].__setitem__(0, "p-99")),
        "Game 2: all 4 players",
    ),
    "a player twice": (
        in_match(lambda data: data["games"][1]["players"].__setitem__(0, "p-02")),
        "Game 2: all 4 players",
    ),
    "a revoke in a match": (
        in_match(lambda data: swap_first_leads(data["games"][2]["gameData"]["deals"][0]["phases"][1]["tricks"])),
        "Game 3, hand 1: “play 9H” isn’t possible now",
    ),
    "a game that is none": (in_match(lambda data: data["games"][4].update(gameData=[])), "Game 5 must be an object"),
}
"""What each is called → the file, and what the refusal says."""
