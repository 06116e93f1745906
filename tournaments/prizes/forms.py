"""The form of what is promised: a prize plan typed in the club's money and in percent, without any script."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs.currencies import in_currency
from tournaments.formats.config import Choice, config_data, config_from
from tournaments.honours.pot import MAX_CENTS
from tournaments.honours.prize_plan import (
    Barred,
    Base,
    Measure,
    PlaceTable,
    PrizePlan,
    Remainder,
    Shortfall,
    SidePrize,
    Tied,
    Unit,
    Winner,
    Worth,
)
from tournaments.honours.wording import Money
from tournaments.prizes.models import PrizeOffer
from tournaments.prizes.plans import Terms
from tournaments.prizes.settlement import BY_NAME
from tournaments.rounds.final_places import COUNTED

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

TABLES = range(1, 4)
SIDES = range(1, 7)
ROOM = 3
"""How many empty boxes for places there are."""
SIDE_RULES = ("name", "won_by", "worth", "basket", "each", "open")
LAST = "last"
CHOICES: dict[str, type[Choice]] = {
    "measure": Measure,
    "percent_of": Base,
    "unit": Unit,
    "remainder": Remainder,
    "shortfall": Shortfall,
    "tied": Tied,
    "barred": Barred,
}
LABELS = {
    "measure": _("Place prizes"),
    "percent_of": _("Basis for percentages"),
    "unit": _("Rounding"),
    "remainder": _("Leftovers from rounding"),
    "shortfall": _("If prizes exceed the pot"),
    "tied": _("Tied players"),
    "barred": _("Excluded from side prizes"),
}


def won_by() -> list[tuple[str, str]]:
    """What a side prize can be for, in the reader's language."""
    counted = [(key, say(words)) for key, words in COUNTED.items()]
    return [*counted, (LAST, say("last place (booby prize)")), (BY_NAME, say("organizer’s choice"))]


def amount_field(label: "StrPromise", **more: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, max_digits=8, decimal_places=2, min_value=0, max_value=MAX_CENTS // 100, required=False, **more
    )


@dataclass(frozen=True)
class Side:
    """The fields of a side prize. rules: the others, for who wins it and what it is paid from."""

    key: forms.BoundField
    name: forms.BoundField
    worth: forms.BoundField
    amount: forms.BoundField
    rules: list[forms.BoundField]

    @property
    def is_filled(self) -> bool:
        return bool(self.name.value())

    @property
    def has_percent(self) -> bool:
        return self.worth.value() == Worth.PERCENT


class OneByOne(forms.TextInput):
    """Several boxes of one name, each with the prize of a place; one box with all of them is read as well."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        if not isinstance(data, QueryDict):
            return super().value_from_datadict(data, files, name)
        return "; ".join(text for typed in data.getlist(name) if (text := typed.strip()))


class PlanForm(forms.Form):
    """Every amount is typed as people write it, 12.50 or 10 for 10 %, and kept in hundredths."""

    entries_per_place = forms.IntegerField(
        label=_("Entries per paid place"),
        min_value=1,
        max_value=1000,
        required=False,
        help_text=_("Leave empty to pay all the places below."),
    )
    based_on = forms.IntegerField(
        label=_("Number of entries for pro-rated amounts"), min_value=1, max_value=10_000, required=False
    )
    lot_decides = forms.BooleanField(
        label=_("Let the random draw decide ties for money"),
        required=False,
        help_text=_("Turn this off to count players as tied when only the random draw separates them."),
    )
    one_side_prize = forms.BooleanField(label=_("One side prize per player"), required=False)
    added = amount_field(in_currency(_("Money the club adds")))
    house_percent = forms.DecimalField(
        label=_("House share, as a percentage of entry fees"),
        max_digits=5,
        decimal_places=2,
        min_value=0,
        max_value=100,
        required=False,
    )
    house_per_entry = amount_field(in_currency(_("House share of each entry fee")))

    def __init__(self, data: Mapping[str, Any] | None = None, *, offer: PrizeOffer | None) -> None:
        super().__init__(data, initial=_typed(offer or PrizeOffer(plan=config_data(PrizePlan()))))
        for name, choice in CHOICES.items():
            self.fields[name] = _choice(choice, LABELS[name])
        for number in TABLES:
            self.fields[f"table_{number}_from"] = forms.IntegerField(
                label=_("Minimum entries"), min_value=0, max_value=10_000, required=False
            )
            self.fields[f"table_{number}"] = forms.CharField(
                label=_("Prizes, starting with 1st place"), max_length=300, required=False
            )
        self.fields["table_1"].widget = OneByOne()
        for number in SIDES:
            self.fields |= _side_fields(number)

    def first_places(self) -> list[str]:
        """The prizes by place as they are typed, each for itself, and room for a few more."""
        return [*parts_of(self["table_1"].value() or ""), *[""] * ROOM]

    def larger_fields(self) -> Iterator[list[forms.BoundField]]:
        for number in TABLES[1:]:
            yield [self[f"table_{number}_from"], self[f"table_{number}"]]

    def sides(self) -> list[Side]:
        return [
            Side(
                self[f"side_{number}_key"],
                self[f"side_{number}_name"],
                self[f"side_{number}_worth"],
                self[f"side_{number}_amount"],
                self.named(*(f"side_{number}_{name}" for name in SIDE_RULES)),
            )
            for number in SIDES
        ]

    def named(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names]

    def about_places(self) -> list[forms.BoundField]:
        return self.named("measure", "percent_of", "entries_per_place", "based_on", "table_1_from")

    def about_ties(self) -> list[forms.BoundField]:
        return self.named("tied", "lot_decides")

    def about_rounding(self) -> list[forms.BoundField]:
        return self.named("unit", "remainder")

    def about_winners(self) -> list[forms.BoundField]:
        return self.named("barred", "one_side_prize")

    def about_money(self) -> list[forms.BoundField]:
        return self.named("added", "house_percent", "house_per_entry", "shortfall")

    @property
    def has_wrong_fields(self) -> bool:
        return bool(self.errors.keys() - {NON_FIELD_ERRORS})

    @property
    def has_percent(self) -> bool:
        return self["measure"].value() == Measure.PERCENT

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                cleaned["plan"] = self._plan(cleaned)
            except RuleError as error:
                self.add_error(None, str(error))
        return cleaned

    @property
    def plan(self) -> PrizePlan:
        prize_plan: PrizePlan = self.cleaned_data["plan"]
        return prize_plan

    @property
    def terms(self) -> Terms:
        cleaned = self.cleaned_data
        added, percent, per_entry = (
            _hundredths(cleaned[name]) for name in ("added", "house_percent", "house_per_entry")
        )
        return Terms(added, percent, per_entry, cleaned["lot_decides"])

    def _plan(self, cleaned: Mapping[str, Any]) -> PrizePlan:
        data = {name: cleaned[name] for name in (*CHOICES, "based_on", "entries_per_place", "one_side_prize")}
        data["tables"] = [config_data(table) for table in self._tables(cleaned)]
        data["sides"] = [config_data(prize) for prize in _sides(cleaned)]
        return config_from(PrizePlan, data)

    def _tables(self, cleaned: Mapping[str, Any]) -> Iterator[PlaceTable]:
        for number in TABLES:
            if text := cleaned[f"table_{number}"].strip():
                yield PlaceTable(cleaned[f"table_{number}_from"] or 0, amounts_in(text))


def amounts_in(text: str) -> tuple[int, ...]:
    """Hundredths from "50, 30, 20" or "12.50 7.50"; "12,50 7,50" in a language that writes so. RuleError for others."""
    amounts = []
    for part in parts_of(text):
        if not re.fullmatch(r"\d{1,6}([.,]\d{1,2})?", part, re.ASCII):
            raise RuleError("“{part}” isn’t an amount. Enter the prizes like 50, 30, 20 or 12.50, 7.50.", part=part)
        amounts.append(_hundredths(Decimal(part.replace(",", "."))))
    return tuple(amounts)


def parts_of(text: str) -> list[str]:
    """The amounts as they are written, right or wrong."""
    between = r"(?:,(?!\d)|[\s;/%])+" if _writes_commas() else r"[\s,;/%]+"
    return [part for part in re.split(between, text.strip(" ,;/%")) if part]


def amounts_text(amounts: Iterable[int]) -> str:
    """As they are typed: what `amounts_in` reads."""
    if _writes_commas():
        return "; ".join(_text(amount).replace(".", ",") for amount in amounts)
    return ", ".join(map(_text, amounts))


def _writes_commas() -> bool:
    """Whether the reader's language has a comma where English has the point."""
    return get_format("DECIMAL_SEPARATOR") == ","


def _choice(choice: type[Choice], label: "StrPromise") -> forms.ChoiceField:
    helps = " ".join(say("{label}: {explanation}", label=option.label, explanation=option.help) for option in choice)
    return forms.ChoiceField(choices=[(option.value, option.label) for option in choice], label=label, help_text=helps)


def _side_fields(number: int) -> dict[str, forms.Field]:
    first = f"side_{number}_"
    return {
        f"{first}key": forms.SlugField(
            widget=forms.HiddenInput, initial=lambda: secrets.token_hex(6), max_length=40, required=False
        ),
        f"{first}name": forms.CharField(label=_("Name"), max_length=60, required=False),
        f"{first}won_by": forms.ChoiceField(label=_("Won by"), choices=won_by),
        f"{first}worth": forms.ChoiceField(
            label=_("Prize value"), choices=[(worth.value, worth.label) for worth in Worth]
        ),
        f"{first}amount": amount_field(_("Amount or percent")),
        f"{first}basket": forms.CharField(label=_("Fund"), max_length=60, required=False),
        f"{first}each": forms.BooleanField(
            label=_("Pay a fixed amount every time, e.g. for each loner"), required=False
        ),
        f"{first}open": forms.BooleanField(label=_("Open to everyone, even winners of other prizes"), required=False),
    }


def _sides(cleaned: Mapping[str, Any]) -> Iterator[SidePrize]:
    for number in SIDES:
        name, key, won_by, worth, amount, basket, each, is_open = (
            cleaned[f"side_{number}_{field}"]
            for field in ("name", "key", "won_by", "worth", "amount", "basket", "each", "open")
        )
        if not name.strip():
            continue
        winner = Winner.LAST if won_by == LAST else Winner.EACH if each else Winner.MOST
        kind = _by_value(Worth, worth)
        yield SidePrize(
            key or secrets.token_hex(6),
            " ".join(name.split()),
            winner,
            kind,
            0 if kind is Worth.BASKET else _hundredths(amount),
            "" if won_by == LAST else won_by,
            " ".join(basket.split()) if kind is Worth.BASKET else "",
            is_open,
        )


def _by_value(choice: type[Worth], value: str) -> Worth:
    return next(option for option in choice if option.value == value)


def _hundredths(value: Decimal | None) -> int:
    return int((value or 0) * 100)


def _typed(offer: PrizeOffer) -> dict[str, Any]:
    """What the form showed when this was promised."""
    plan = offer.promised
    typed: dict[str, Any] = {
        "added": Money(offer.added).in_english,
        "house_percent": _text(offer.house_percent),
        "house_per_entry": Money(offer.house_per_entry).in_english,
        "lot_decides": offer.lot_decides,
        "based_on": plan.based_on,
        "entries_per_place": plan.entries_per_place,
        "one_side_prize": plan.one_side_prize,
        **{name: getattr(plan, name).value for name in CHOICES},
    }
    for number, table in zip(TABLES, plan.tables, strict=False):
        typed |= {f"table_{number}_from": table.entries, f"table_{number}": amounts_text(table.amounts)}
    for number, prize in zip(SIDES, plan.sides, strict=False):
        typed |= {f"side_{number}_{name}": value for name, value in _typed_side(prize).items()}
    return typed


def _typed_side(prize: SidePrize) -> dict[str, Any]:
    return {
        "key": prize.key,
        "name": prize.name,
        "worth": prize.worth.value,
        "amount": _text(prize.amount),
        "won_by": LAST if prize.winner is Winner.LAST else prize.statistic,
        "basket": prize.basket,
        "each": prize.winner is Winner.EACH,
        "open": prize.open_to_all,
    }


def _text(hundredths: int) -> str:
    """12.5 for 1250."""
    return str(Decimal(hundredths) / 100)
