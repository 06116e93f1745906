"""The currencies that a club can choose, and the one that fits a new club's browser."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from django.utils.functional import lazy
from django.utils.translation.trans_real import parse_accept_lang_header

from games.engine.language import say
from tournaments.honours.wording import CURRENCIES, currency_mark, currency_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

USUAL = "USD"
_EURO = (
    *("at", "be", "bg", "cy", "de", "ee", "es", "fi", "fr", "gr", "hr", "ie", "it", "lt", "lu", "lv", "mt", "nl", "pt"),
    *("si", "sk"),
)
_OF_REGIONS = {
    "us": "USD",
    "ca": "CAD",
    "gb": "GBP",
    "au": "AUD",
    "nz": "NZD",
    "ch": "CHF",
    "li": "CHF",
    **dict.fromkeys(_EURO, "EUR"),
}


def choices() -> list[tuple[str, str]]:
    """Each with an example, as the reader writes amounts; first none at all."""
    return [(code, currency_name(code)) for code in ("", *CURRENCIES)]


def in_currency(label: "StrPromise | str") -> "StrPromise":
    """The label of a field for an amount, with the sign of the club that the page is about."""
    return cast("StrPromise", _later(label))


def _said(label: object) -> str:
    sign = currency_mark()
    return say("{label} ({sign})", label=label, sign=sign) if sign else str(label)


_later = lazy(_said, str)


def fitting(accepted: str) -> str:
    """The currency of the first country among the languages that a browser accepts; the usual one without any.

    A language alone is as good as a country where it is spoken in one above all: French, German, Italian.
    """
    tags = [tag.split("-") for tag, _ in parse_accept_lang_header(accepted)]
    regions = [part for tag in tags for part in reversed(tag[1:])] + [tag[0] for tag in tags if tag[0] != "ca"]
    return _first(_OF_REGIONS.get(region) for region in regions) or USUAL


def _first(codes: Iterable[str | None]) -> str | None:
    return next((code for code in codes if code), None)
