"""Reads tests/data/prizes.txt: prizes computed by hand, as a treasurer would write them down."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tournaments.formats.config import config_from
from tournaments.honours.pot import Basket, Pot
from tournaments.honours.prize_plan import PrizePlan
from tournaments.honours.prize_ties import Decision, Finisher, Method

CASES = Path(__file__).parents[2] / "data" / "prizes.txt"
NUMBERS = ("based_on", "entries_per_place")


@dataclass
class Case:
    """What goes in, and what has to come out. lots: purpose -> the order in which the seed draws."""

    name: str = ""
    pot: Pot = field(default_factory=lambda: Pot(0))
    plan_data: dict[str, Any] = field(default_factory=lambda: {"sides": []})
    places: list[list[int]] = field(default_factory=list)
    players: int = 1
    counts: dict[int, dict[str, int]] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    lots: dict[str, tuple[int, ...]] = field(default_factory=dict)
    pays: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    open: tuple[int, ...] = ()
    fails: str = ""

    @property
    def plan(self) -> PrizePlan:
        return config_from(PrizePlan, self.plan_data)

    @property
    def finishers(self) -> list[Finisher]:
        found = []
        for group in self.places:
            place = len(found) + 1
            found += [Finisher(entry, place, self.players, self.counts.get(entry, {})) for entry in group]
        return found


def read_cases() -> Iterator[Case]:
    for paragraph in CASES.read_text().split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        if lines:
            case = Case()
            for line in lines:
                word, text = line[:9].strip(), line[9:].strip()
                globals()[f"_{word}"](case, text)
            yield case


def cents(text: str) -> int:
    dollars, part = text.split(".")
    assert len(part) == 2
    return int(dollars) * 100 + int(part)


def amount(text: str) -> int:
    """Cents for 12.50, hundredths of a percent for 12."""
    return cents(text) if "." in text else int(text) * 100


def _case(case: Case, text: str) -> None:
    case.name = text


def _pot(case: Case, text: str) -> None:
    text, *baskets = text.split(" and ")
    fees, *parts = text.split(", ")
    entries, fee = fees.split(" x ")
    settings = {"entries": int(entries), "fee": cents(fee)}
    for part in parts:
        name, number, *each = part.split()
        kind = "added" if name == "added" else "house_per_entry" if each == ["each"] else "house_percent"
        settings[kind] = amount(number)
    case.pot = Pot(**settings, baskets=tuple(Basket(one.split()[0], cents(one.split()[1])) for one in baskets))


def _places(case: Case, text: str) -> None:
    measure, _, text = text.partition(" ")
    if measure == "pro_rated":
        entries, text = text.removeprefix("for ").split(" ", 1)
        case.plan_data["based_on"] = int(entries)
    tables = re.findall(r"from (\d+): ([\d. ]+)", text) or [("0", text)]
    rows = [{"entries": int(entries), "amounts": [amount(one) for one in row.split()]} for entries, row in tables]
    case.plan_data |= {"measure": measure, "tables": rows}


def _rules(case: Case, text: str) -> None:
    for rule in text.split():
        name, value = rule.split("=")
        case.plan_data[name] = int(value) if name in NUMBERS else value == "yes" if name == "one_side_prize" else value


def _side(case: Case, text: str) -> None:
    names, winner, statistic, worth, *is_open = (part.strip() for part in text.split("|"))
    (key, name), (kind, value) = names.split(", "), worth.split()
    paid = {"basket": value} if kind == "basket" else {"amount": amount(value)}
    data = {"key": key, "name": name, "winner": winner, "worth": kind, "statistic": statistic, **paid}
    case.plan_data["sides"].append(data | {"open_to_all": bool(is_open)})


def _finish(case: Case, text: str) -> None:
    case.players = 1 + text.endswith(" pairs")
    case.places = [[int(entry) for entry in group.split("=")] for group in text.removesuffix(" pairs").split()]


def _count(case: Case, text: str) -> None:
    statistic, *counts = text.split()
    for entry, number in (count.split(":") for count in counts):
        case.counts.setdefault(int(entry), {})[statistic] = int(number)


def _decide(case: Case, text: str) -> None:
    method, order = text.split(" ", 1)
    entries = frozenset(map(int, re.findall(r"\d+", order)))
    parts = tuple(tuple(map(int, part.split("="))) for part in order.split(" > ")) if ">" in order else ()
    case.decisions.append(Decision(entries, Method(method), parts))


def _lot(case: Case, text: str) -> None:
    purpose, *order = text.split()
    case.lots[purpose] = tuple(map(int, order))


def _pays(case: Case, text: str) -> None:
    for entry, prize, amounts in (part.split() for part in text.split(" | ")):
        case.pays[int(entry), prize] = [cents(one) for one in amounts.split("+")]


def _left(case: Case, text: str) -> None:
    for part in text.split(" | "):
        *basket, number = part.split()
        case.left[" ".join(basket)] = cents(number)


def _open(case: Case, text: str) -> None:
    case.open = tuple(map(int, text.split()))


def _fails(case: Case, text: str) -> None:
    case.fails = text
