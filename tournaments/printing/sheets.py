"""What is on each kind of paper: the same data and names as on the screen, read from the same selectors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.engine.language import say
from games.engine.rules import rules_from
from tournaments.checkin.models import Entry
from tournaments.events import boards
from tournaments.events.models import Event, Stage
from tournaments.printing.slip_codes import Place, code_of
from tournaments.results.history import current_stage
from tournaments.results.models import Standing
from tournaments.results.scoring import side_count
from tournaments.rounds.models import Match, Round, Seat
from tournaments.screens.selectors import everybody_by_name

MAX_ROUNDS_ON_A_CARD = 16
MAX_ROUNDS_IN_A_TABLE = 16
MAX_HANDS_ON_A_SLIP = 12


@dataclass(frozen=True)
class SeatLine:
    """table: empty for who sits out; seat says so."""

    name: str
    table: str
    seat: str


@dataclass(frozen=True)
class SeatingSheet:
    round: str
    lines: tuple[SeatLine, ...]


@dataclass(frozen=True)
class CardLine:
    """One round of one entry. What is not known yet is empty: it is filled in by hand."""

    round: str
    table: str
    others: str
    points: str


@dataclass(frozen=True)
class ScoreCard:
    name: str
    number: int
    lines: tuple[CardLine, ...]


@dataclass(frozen=True)
class CardSheet:
    """others: what the column of the other people is called."""

    others: str
    cards: tuple[ScoreCard, ...]


@dataclass(frozen=True)
class TableSheet:
    """The numbers of the tables, for signs and tents."""

    tables: tuple[int, ...]


@dataclass(frozen=True)
class TableSlip:
    """code: empty where the table has none. sides: the names of each."""

    table: int
    code: str
    sides: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class SlipSheet:
    """hands: how many columns for single hands; 0: only the final score. tie: what to ask when the score is tied."""

    round: str
    hands: int
    tie: str
    slips: tuple[TableSlip, ...]


@dataclass(frozen=True)
class Ranked:
    place: str
    name: str
    values: tuple[str, ...]
    rounds: tuple[str, ...]


@dataclass(frozen=True)
class RankedGroup:
    name: str
    rows: tuple[Ranked, ...]


@dataclass(frozen=True)
class StandingsSheet:
    columns: tuple[str, ...]
    rounds: tuple[str, ...]
    groups: tuple[RankedGroup, ...]


def seating_sheet(round_: Round) -> SeatingSheet:
    """Everyone by name, including those who sit out."""
    lines = (
        SeatLine(name, str(table or ""), seat) for name, table, seat in everybody_by_name(round_, round_.matches.all())
    )
    return SeatingSheet(str(round_), tuple(lines))


def card_sheet(stage: Stage, entries: Sequence[Entry]) -> CardSheet:
    """A card for everyone who hasn't left: published rounds are filled in, the rest is for the pen. See cards.typ."""
    entries = [entry for entry in entries if entry.status != Entry.Status.DROPPED]
    rounds = list(reversed(boards.rounds_of(stage, with_draft=False)))
    count = max(stage.play.rounds(stage.settings, len(entries)), len(rounds)) if entries else 0
    known = dict(line for round_ in rounds for line in _card_lines(round_, is_alone=stage.play.entry_size == 1))
    cards = [
        card
        for entry in sorted(entries, key=lambda entry: entry.name.casefold())
        for card in _cards(entry, count, known)
    ]
    return CardSheet(say("Partner") if stage.play.entry_size == 1 else say("Opponents"), tuple(cards))


def table_sheet(event: Event, latest: Round | None) -> TableSheet:
    """The tables of the latest round; before the first as many as those who are entered need, but for closed ones."""
    if latest:
        return TableSheet(tuple(match.table for match in latest.matches.all()))
    people = event.entries.exclude(status=Entry.Status.DROPPED).filter(lineup__is_active=True).count()
    free = (number for number in range(1, 1000) if number not in event.closed_tables)
    return TableSheet(tuple(number for number, _ in zip(free, range(max(1, people // 4)), strict=False)))


def slip_sheet(round_: Round, seating: int) -> SlipSheet:
    """seating: which publication of the event this is, from 0."""
    stage = round_.stage
    matches = round_.matches.all()
    hands = rules_from(stage.rules).number_of_hands or 0
    slips = (
        TableSlip(match.table, code_of(stage.event_id, Place(seating, match.table)), names_by_side(match))
        for match in matches
    )
    tie = stage.play.tie_label(stage.settings) or ""
    return SlipSheet(str(round_), hands if hands <= MAX_HANDS_ON_A_SLIP else 0, tie, tuple(slips))


def standings_sheet(stage: Stage, names: Mapping[int, str] | None = None) -> StandingsSheet:
    """With the points of the latest rounds, as many as a page is wide.

    names: entry number → what to call it, where that is not what the event's pages do.
    """
    rankings = boards.rankings_of(stage)
    count = max((len(standing.rounds) for ranking in rankings for standing, _ in ranking.rows), default=0)
    shown = range(max(0, count - MAX_ROUNDS_IN_A_TABLE), count)
    groups = tuple(
        RankedGroup(ranking.name, tuple(_ranked(standing, values, shown, names) for standing, values in ranking.rows))
        for ranking in rankings
    )
    columns = tuple(criterion.name for _, criterion in boards.columns_of(stage))
    return StandingsSheet(columns, tuple(f"R{place + 1}" for place in shown), groups)


def names_by_side(match: Match) -> tuple[tuple[str, ...], ...]:
    seats = match.seats.all()
    return tuple(tuple(seat.name for seat in seats if seat.side == side) for side in range(side_count(match)))


def latest_round(event: Event, *, with_draft: bool) -> Round | None:
    """Of the stage that is being played, with matches, seats and byes."""
    rounds = boards.rounds_of(current_stage(event), with_draft=with_draft)[:1]
    return rounds[0] if rounds else None


def _ranked(standing: Standing, values: Sequence[str], shown: range, names: Mapping[int, str] | None) -> Ranked:
    rounds = tuple(standing.rounds[shown.start : shown.stop])
    name = standing.entry.name if names is None else names[standing.entry.number]
    return Ranked(f"{standing.place}{'=' if standing.is_shared else ''}", name, tuple(values), rounds)


def _cards(entry: Entry, count: int, known: dict[tuple[int, int], CardLine]) -> Iterator[ScoreCard]:
    """A card, or several where the rounds do not fit on one."""
    lines = [known.get((entry.number, number), CardLine(str(number), "", "", "")) for number in range(1, count + 1)]
    for first in range(0, len(lines), MAX_ROUNDS_ON_A_CARD):
        yield ScoreCard(entry.name, entry.number, tuple(lines[first : first + MAX_ROUNDS_ON_A_CARD]))


def _card_lines(round_: Round, *, is_alone: bool) -> Iterator[tuple[tuple[int, int], CardLine]]:
    """((entry, round), line) of everyone in a round. is_alone: players play for themselves, with a partner."""
    for match in round_.matches.all():
        for seat in match.seats.all():
            if seat.entry:
                line = CardLine(
                    str(round_.number), str(match.table), _others(match, seat, is_alone), _points(match, seat)
                )
                yield (seat.entry.number, round_.number), line
    for bye in round_.byes.all():
        points = "" if bye.points is None else str(bye.points)
        yield (bye.entry.number, round_.number), CardLine(str(round_.number), "–", say("sits out"), points)


def _others(match: Match, own: Seat, is_alone: bool) -> str:
    return " & ".join(
        seat.name for seat in match.seats.all() if seat.pk != own.pk and (seat.side == own.side) == is_alone
    )


def _points(match: Match, seat: Seat) -> str:
    return str(match.standing.slip["points"][seat.side]) if match.standing else ""
