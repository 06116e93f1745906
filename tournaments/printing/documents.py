"""Everything that can be printed for an event: one row each, with what has to be there before it makes sense."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.cached_content import made_by_one
from tournaments.draws.deals import newest_closed
from tournaments.events import boards
from tournaments.events.models import Event, Stage
from tournaments.formats.progressive.config import Moves, Progressive
from tournaments.honours.wording import money_text
from tournaments.printing.boards import movement_sheet
from tournaments.printing.hand_records import hand_records
from tournaments.printing.night import night_sheet
from tournaments.printing.seatings import seating_number
from tournaments.printing.sheets import (
    card_sheet,
    latest_round,
    names_by_side,
    seating_sheet,
    slip_sheet,
    standings_sheet,
    table_sheet,
)
from tournaments.printing.typeset import Size, pdf, qr
from tournaments.prizes import commands as prizes
from tournaments.results.history import current_stage
from tournaments.rounds.models import Round

# The payout sheet: who is handed how much and signs for it.


@dataclass(frozen=True)
class PayoutLine:
    """amount: as people read it, "12.50". reason: which prize, and with whom it is shared."""

    name: str
    reason: str
    amount: str


@dataclass(frozen=True)
class PayoutSheet:
    """total: of the lines. explanations: how it came about, a sentence each."""

    lines: tuple[PayoutLine, ...]
    total: str
    explanations: tuple[str, ...]


def payout_sheet(event: Event) -> PayoutSheet | None:
    """None as long as the event's prizes are not shown."""
    sheet = prizes.sheet_of(event)
    if sheet is None:
        return None
    lines = tuple(
        PayoutLine(line.player.called, "; ".join(str(payout.reason) for payout in line.payouts), money_text(line.cents))
        for line in sheet.lines
    )
    return PayoutSheet(lines, money_text(sum(line.cents for line in sheet.lines)), sheet.explanations)


# One page to go on with when the site cannot be reached: the next round, empty boxes, and what to do.


BY_HAND = {
    "rotation": mark("Give everyone a new partner, and opponents they haven’t played often."),
    "seat_movement": mark(
        "North stays, South moves down 1 table, East moves up 1 and West moves up 2. After the last table, "
        "continue with the first."
    ),
    "grand_prix": mark(
        "The pairs that moved last time go up one table, and the others stay. From table 1, go to the last table."
    ),
    "round_robin": mark("Match up pairs that haven’t played each other yet."),
    "swiss": mark("Seat pairs with equal scores together, the best at table 1, and avoid rematches."),
    "elimination": mark("The losers are out, and the winners of neighboring matches in the bracket play each other."),
    "duplicate": mark(
        "Wait until the site is back. The next deals are sealed on the site, and no one can see them yet."
    ),
}
"""How the next round comes about without the site, by format; the progressive's own settings say it below."""


@dataclass(frozen=True)
class FallbackTable:
    table: int
    sides: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class FallbackSheet:
    round: str
    is_draft: bool
    tables: tuple[FallbackTable, ...]
    out: tuple[str, ...]
    steps: tuple[str, ...]


def fallback_sheet(round_: Round) -> FallbackSheet:
    tables = tuple(FallbackTable(match.table, names_by_side(match)) for match in round_.matches.all())
    out = tuple(bye.entry.name for bye in round_.byes.all())
    return FallbackSheet(str(round_), round_.status == Round.Status.DRAFT, tables, out, steps_of(round_.stage))


def steps_of(stage: Stage) -> tuple[str, ...]:
    return (
        say("Post this page or read it out. Keep this seating even after the site is back."),
        say(
            "Have every table report its score, and write it in the boxes. Have someone from each side sign "
            "the table slip, and keep every slip."
        ),
        say(
            "If the site comes back before the round ends, publish this round and enter the scores on the Scores page."
        ),
        say(
            "If the site is still down when the next round starts, do this: {rest} Write down who sits where.",
            rest=next_by_hand(stage.play.key, stage.settings),
        ),
        say(
            "When the site is back, enter each round you played without it. Set the seating by hand on the "
            "console, then enter the scores. The standings will be the same as if the site had never been down."
        ),
    )


def next_by_hand(key: str, config: Any) -> str:
    """How to seat the next round, as a sentence of its own."""
    if not isinstance(config, Progressive):
        return say(BY_HAND[key])
    if config.moves is Moves.LOSERS:
        return say(
            "The winners at each table stay and become opponents. The losers move down one table, away from table 1."
        )
    return say("The losers at each table stay and become opponents. The winners move up one table, toward table 1.")


if TYPE_CHECKING:
    from _typeshed import DataclassInstance

KEPT_SECONDS = 300
"""The moment that it says it was printed at is no further away."""


class Need(Enum):
    """What a paper is made from; the value says what to do as long as it is missing."""

    NOTHING = ""
    PEOPLE = mark("No entries yet. Add the players first.")
    PUBLISHED = mark("No round is published yet. Publish one first.")
    NEXT = mark("The next round isn’t drawn yet. Draw it first.")
    RANKED = mark("No standings yet. They appear after the first round.")
    SAME_DEALS = mark("No round is closed yet. The cards can be shown when one is.")
    PRIZES = mark("The prizes aren’t final yet. Publish the payouts first.")

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
    """key: its address and its template. is_public: everyone may print it, because everyone may see it."""

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
    heading = heading_of(event, address)
    make = partial(pdf, paper.key, sheet, size=size, heading=heading)
    if not paper.is_public:
        return make()
    # Not the moment of printing: a paper that says the same is the same.
    state = (sheet, dataclasses.replace(heading, printed=""), size, get_language(), event.club.currency)
    key = f"paper:{sha256(repr((paper.key, state)).encode()).hexdigest()}"
    return made_by_one(key, make, seconds=KEPT_SECONDS)


def heading_of(event: Event, address: str) -> Heading:
    """address: of the event's page."""
    zone = ZoneInfo(event.club.zone)
    return Heading(
        event=event.name,
        club=event.club.name,
        day=date_format(timezone.localtime(event.starts_at, zone), "LONG_DATE"),
        printed=date_format(timezone.localtime(timezone.now(), zone), "MONTH_DAY_TIME"),
        address=address,
        qr=qr(address),
    )


def paper_of(event: Event, key: str) -> Paper | None:
    """The paper of that key, if there is such a one for an event of its kind."""
    if key in DUPLICATE_PAPERS and _has_same_deals(event):
        return DUPLICATE_PAPERS[key]
    return PAPERS.get(key)


def papers_of(event: Event) -> list[tuple[Paper, bool]]:
    """What can be printed for an event of its kind, and whether there is something to print from."""
    papers, met = PAPERS, needs_met(event, current_stage(event))
    if _has_same_deals(event):
        papers = PAPERS | DUPLICATE_PAPERS
        met |= {Need.SAME_DEALS} if newest_closed(event) else set()
    return [(paper, paper.need in met) for paper in papers.values()]


def _has_same_deals(event: Event) -> bool:
    """Whether any of its stages is a duplicate."""
    return any(stage.play.has_same_deals for stage in event.stages.all())


def needs_met(event: Event, stage: Stage) -> set[Need]:
    """What there is to print from."""
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
    round_ = latest_round(event, with_draft=False)
    return seating_sheet(round_) if round_ else None


def _cards(event: Event) -> "DataclassInstance | None":
    sheet = card_sheet(current_stage(event), list(boards.entries_of(event)))
    return sheet if sheet.cards else None


def _slips(event: Event) -> "DataclassInstance | None":
    round_ = latest_round(event, with_draft=False)
    return slip_sheet(round_, seating_number(round_)) if round_ else None


def _standings(event: Event) -> "DataclassInstance | None":
    sheet = standings_sheet(current_stage(event))
    return sheet if sheet.groups else None


def _tables(event: Event) -> "DataclassInstance | None":
    return table_sheet(event, latest_round(event, with_draft=True))


def _fallback(event: Event) -> "DataclassInstance | None":
    round_ = latest_round(event, with_draft=True)
    return fallback_sheet(round_) if round_ and round_.status != Round.Status.CLOSED else None


PAPERS = {
    paper.key: paper
    for paper in (
        Paper(
            "seating",
            mark("Seating by name"),
            mark("For the wall: everyone’s table and seat, from A to Z."),
            Need.PUBLISHED,
            _seating,
            is_public=True,
        ),
        Paper(
            "cards",
            mark("Personal score cards"),
            mark(
                "4 score cards to a page, with cut lines. Each card has a line for every round, with room for "
                "the table, the players and the points. Published rounds are filled in."
            ),
            Need.PEOPLE,
            _cards,
        ),
        Paper(
            "slips",
            mark("Table slips"),
            mark(
                "One slip for each table in the round. Type a slip’s 4-letter code on the Scores page to jump to "
                "its table."
            ),
            Need.PUBLISHED,
            _slips,
        ),
        Paper(
            "fallback",
            mark("Next round if the site is down"),
            mark(
                "One page with the seating, empty score boxes and instructions. Print it before every "
                "round, and a power outage won’t stop the night."
            ),
            Need.NEXT,
            _fallback,
        ),
        Paper(
            "standings",
            mark("Standings"),
            mark("The same standings as on screen, plus the points for each round."),
            Need.RANKED,
            _standings,
            is_public=True,
        ),
        Paper(
            "night",
            mark("The whole night"),
            mark("Standings, every table’s score, prizes, achievements and statistics. Hidden names stay hidden."),
            Need.RANKED,
            night_sheet,
            is_public=True,
        ),
        Paper(
            "signs",
            mark("Table signs"),
            mark("Each table’s number in large print, 2 signs to a page."),
            Need.NOTHING,
            _tables,
        ),
        Paper(
            "tents",
            mark("Table tents"),
            mark("Each table’s number on a fold-up tent, readable from both sides."),
            Need.NOTHING,
            _tables,
        ),
        Paper(
            "payouts",
            mark("Payout sheet"),
            mark("Each winner’s payout, with a line to sign."),
            Need.PRIZES,
            payout_sheet,
        ),
    )
}
DUPLICATE_PAPERS = {
    paper.key: paper
    for paper in (
        Paper(
            "hand-records",
            mark("Hand records"),
            mark("Every deal of the rounds that are closed: the cards, par, and what each table made of it."),
            Need.SAME_DEALS,
            hand_records,
            is_public=True,
        ),
        Paper(
            "movement",
            mark("Movement"),
            mark("A guide for each table: the opponents in each round and the order of the boards."),
            Need.PEOPLE,
            movement_sheet,
        ),
    )
}
"""Where everyone plays the same deals."""
