"""Everything that can be printed for an event: one row each, with what has to be there before it makes sense."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.models import Event, Round
from tournaments.services.looks import boards
from tournaments.services.paper.fallback import fallback_sheet
from tournaments.services.paper.payouts import payout_sheet
from tournaments.services.paper.seatings import seating_number
from tournaments.services.paper.sheets import (
    card_sheet,
    latest_round,
    seating_sheet,
    slip_sheet,
    standings_sheet,
    table_sheet,
)
from tournaments.services.paper.typeset import Size, pdf, qr
from tournaments.services.scores.history import current_stage

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Need(Enum):
    """What a paper is made from; the value says what to do as long as it is missing."""

    NOTHING = ""
    PEOPLE = mark("Nobody is entered yet. Enter the players first.")
    PUBLISHED = mark("No round is published yet. Publish one first.")
    NEXT = mark("No round waits to be played. Draw the next one first.")
    RANKED = mark("There are no standings yet. They come with the first round.")
    PRIZES = mark("The prizes are not settled yet.")

    @property
    def words(self) -> str:
        """In the reader's language."""
        return say(self.value)


@dataclass(frozen=True)
class Heading:
    """What every paper says about the event. printed: when, where the club is. qr: the event's page as a picture."""

    event: str
    club: str
    day: str
    printed: str
    address: str
    qr: str


@dataclass(frozen=True)
class Paper:
    """key: its address and its template. is_public: everybody may print it, as everybody may see it."""

    key: str
    title: str
    about: str
    need: Need
    sheet: "Callable[[Event], DataclassInstance | None]"
    is_public: bool = False

    @property
    def name(self) -> str:
        return say(self.title)

    @property
    def blurb(self) -> str:
        return say(self.about)


def print_paper(event: Event, paper: Paper, *, size: Size, address: str) -> bytes:
    """The paper as a PDF. RuleError, with what to do, when there is nothing to print yet."""
    sheet = paper.sheet(event)
    if sheet is None:
        raise RuleError(paper.need.words)
    return pdf(paper.key, sheet, size=size, heading=heading_of(event, address))


def heading_of(event: Event, address: str) -> Heading:
    """address: of the event's page."""
    zone = ZoneInfo(event.club.zone)
    return Heading(
        event=event.name,
        club=event.club.name,
        day=date_format(timezone.localtime(event.starts_at, zone), "l j F Y"),
        printed=date_format(timezone.localtime(timezone.now(), zone), "j F, H:i"),
        address=address,
        qr=qr(address),
    )


def needs_met(event: Event) -> set[Need]:
    """What there is to print from."""
    stage = current_stage(event)
    statuses = set(stage.rounds.values_list("status", flat=True))
    asked = {
        Need.NOTHING: True,
        Need.PEOPLE: event.entries.exists(),
        Need.PUBLISHED: bool(statuses - {Round.Status.DRAFT}),
        Need.NEXT: bool(statuses - {Round.Status.CLOSED}),
        Need.RANKED: stage.standings.exists(),
        Need.PRIZES: payout_sheet(event) is not None,
    }
    return {need for need, is_met in asked.items() if is_met}


def _seating(event: Event) -> "DataclassInstance | None":
    row = latest_round(event, with_draft=False)
    return seating_sheet(row) if row else None


def _cards(event: Event) -> "DataclassInstance | None":
    sheet = card_sheet(current_stage(event), list(boards.entries_of(event)))
    return sheet if sheet.cards else None


def _slips(event: Event) -> "DataclassInstance | None":
    row = latest_round(event, with_draft=False)
    return slip_sheet(row, seating_number(row)) if row else None


def _standings(event: Event) -> "DataclassInstance | None":
    sheet = standings_sheet(current_stage(event))
    return sheet if sheet.groups else None


def _tables(event: Event) -> "DataclassInstance | None":
    return table_sheet(event, latest_round(event, with_draft=True))


def _fallback(event: Event) -> "DataclassInstance | None":
    row = latest_round(event, with_draft=True)
    return fallback_sheet(row) if row and row.status != Round.Status.CLOSED else None


PAPERS = {
    paper.key: paper
    for paper in (
        Paper("seating", mark("Seating by name"), mark("For the wall: everybody from A to Z with table and seat."),
              Need.PUBLISHED, _seating, is_public=True),
        Paper("cards", mark("Personal score cards"), mark("Four to a page, with cutting lines: a line a round for "
              "table, people and points. What is published is filled in."), Need.PEOPLE, _cards),
        Paper("slips", mark("Table slips"), mark("One for each table of the round, to write the score on. The four "
              "letters on it take you to its line on the page Scores."), Need.PUBLISHED, _slips),
        Paper("fallback", mark("The next round without the site"), mark("One page: the seating, empty boxes for the "
              "scores, and how to go on. Print it before every round, then no power cut stops the night."), Need.NEXT,
              _fallback),
        Paper("standings", mark("Standings"), mark("As on the screen, with the points of each round."),
              Need.RANKED, _standings, is_public=True),
        Paper("signs", mark("Table signs"), mark("A large number for each table, two to a page."), Need.NOTHING,
              _tables),
        Paper("tents", mark("Table tents"), mark("A number for each table to fold and stand up, read from both sides."),
              Need.NOTHING, _tables),
        Paper("payouts", mark("Payout sheet"), mark("Who is handed how much, with a line to sign."), Need.PRIZES,
              payout_sheet),
    )
}  # fmt: skip
