"""Words that only this house understood are gone from its names: who knows the trade knows these."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.__main__ import PACKAGES, ROOT, templates

INSTEAD = {
    "asked for at a table": (r"Asked", "TableCommand"),
    "elsewhere": (r"Elsewhere", "SeatTakenOver"),
    "door": (r".*(?:^|_)doors?(?:_|$).*|.*Door.*|.*[Dd]oorbell.*", "commands, check_in_list, CommandAdmin"),
    "deed": (r"(?:.*_)?deeds?|.*Deeds?", "metric, action"),
    "told": (r"(?:.*_)?told(?:_.*)?", "what is said: reason, ending, public_name"),
    "to make due": (r"make_due|work_off.*", "enqueue, run"),
    "minded": (r"is_minded", "is_bot_controlled"),
    "most and longest": (r"MOST|_?(?:MOST|LONGEST|LARGEST)_(?!USED).*", "MAX_"),
    "fewest and least": (r"LEAST|_?(?:FEWEST|LEAST)_.*", "MIN_"),
    "boxes": (r"box", "fernet_for"),
    "telling programs": (r"tell_(?!apart|of).*", "emit_"),
    "places for spots": (r"places_taken", "spots_taken"),
    "facts": (r"Counted(?:Game|Place)", "GameFact, PlacementFact"),
    "rulings": (r"Rulings?|rulings_of", "ScoreChange"),
    "stretches": (r"_?[Ss]tretches", "TimeBoxedWorker"),
    "sentences": (r"said_list|kept_words", "join_localized, messages"),
    "rings": (r"ring_(?:for|season)_.*|MAX_RINGS", "wake_for_result, wake_season_of, MAX_WAKE_UPS"),
    "places of code": (
        r"looks|nights|entrance|agreement|ladders|whole|asking|stretches|rush",
        "selectors …",
    ),
}
"""Pattern of a name, and what the trade says."""
FILES_ONLY = ("places of code",)
ONLY_IN = {"telling programs": "tournaments/webhooks/", "boxes": "games/encryption"}
"""Elsewhere the word is right: people are told, and a card is drawn in a box."""
MEANT = {("tournaments/honours/prize_plan.py", "MOST")}
"""A prize for whoever has the most of something."""


def names_in(source: str) -> Iterator[str]:
    """Every name that the module gives to something: classes, functions, arguments, variables and attributes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


@cache
def modules() -> dict[Path, frozenset[str]]:
    """Every module of the site, with the names in it. Migrations keep the names of their time."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts)
    return {path.relative_to(ROOT): frozenset(names_in(path.read_text())) for path in found}


@pytest.mark.parametrize("word", INSTEAD)
def test_no_name_has_it(word: str) -> None:
    pattern, instead = INSTEAD[word]
    places = {path: names for path, names in modules().items() if str(path).startswith(ONLY_IN.get(word, ""))}
    found = {str(path) for path in places if re.fullmatch(pattern, path.stem)}
    if word not in FILES_ONLY:
        found |= {
            f"{path}: {name}"
            for path, names in places.items()
            for name in names
            if re.fullmatch(pattern, name) and (str(path), name) not in MEANT
        }
    assert sorted(found) == [], f"say {instead}"


def test_templates_load_no_library_by_an_old_name() -> None:
    loading = re.compile(r"\{% load [^%]*\basking\b")
    assert [str(path) for path in templates() if loading.search(path.read_text())] == []


def test_it_would_notice() -> None:
    named = "class Asked:\n    told: str\n\n\ndef make_due(door_list):\n    self.is_minded = MOST_TABLES = 1\n"
    found = {
        word for word, (pattern, _) in INSTEAD.items() if any(re.fullmatch(pattern, one) for one in names_in(named))
    }
    assert {"asked for at a table", "told", "to make due", "door", "minded", "most and longest"} <= found
