"""A whole night on paper: places, every table, prizes, achievements and figures. Everyone may read it, so its names are
those that strangers may read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min
from django.utils import timezone
from django.utils.formats import date_format

from games.engine.language import say, score_text
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.public_names import public_name
from tournaments.events import boards
from tournaments.events.models import Event, Stage
from tournaments.honours.wording import money_text
from tournaments.printing.sheets import RankedGroup, standings_sheet
from tournaments.prizes import commands as prizes
from tournaments.results.history import begun_stages
from tournaments.results.models import Channel, ResultEntry
from tournaments.results.scoring import side_count
from tournaments.rewards.selectors import news_of_event
from tournaments.rounds.models import Match, Round, Seat
from tournaments.sharing.summary import Summary, name_outside, names_outside, summary_of

MAX_ACHIEVEMENTS = 200


@dataclass(frozen=True)
class NightStandings:
    """title: of the stage, empty where there is only one."""

    title: str
    columns: tuple[str, ...]
    groups: tuple[RankedGroup, ...]


@dataclass(frozen=True)
class NightTable:
    table: str
    people: str
    score: str


@dataclass(frozen=True)
class NightRound:
    """out: who sat out, in a line; empty where everyone played."""

    title: str
    tables: tuple[NightTable, ...]
    out: str


@dataclass(frozen=True)
class NightPrize:
    name: str
    reason: str
    amount: str


@dataclass(frozen=True)
class NightAchievement:
    """What a player earned, in a line."""

    name: str
    what: str


@dataclass(frozen=True)
class Figure:
    label: str
    value: str


@dataclass(frozen=True)
class NightSheet:
    """winner, finals: empty where there are none."""

    people: str
    winner: str
    finals: tuple[tuple[str, str], ...]
    standings: tuple[NightStandings, ...]
    rounds: tuple[NightRound, ...]
    prizes: tuple[NightPrize, ...]
    achievements: tuple[NightAchievement, ...]
    figures: tuple[Figure, ...]


def night_sheet(event: Event) -> NightSheet | None:
    """None as long as there are no standings."""
    summary, names, begun = summary_of(event), names_outside(event), begun_stages(event)
    standings = tuple(_standings(begun, names))
    if not standings:
        return None
    rounds = [round_ for stage in begun for round_ in reversed(boards.rounds_of(stage, with_draft=False))]
    return NightSheet(
        people=summary.people,
        winner=summary.winner_line,
        finals=_finals(summary),
        standings=standings,
        rounds=tuple(_round(round_, has_stages=len(begun) > 1) for round_ in rounds),
        prizes=tuple(_prizes(event, names)),
        achievements=tuple(_achievements(event)),
        figures=tuple(_figures(event, rounds)),
    )


def _finals(summary: Summary) -> tuple[tuple[str, str], ...]:
    return tuple((final.name, final.words) for final in summary.finals)


def _standings(begun: Sequence[Stage], names: Mapping[int, str]) -> Iterator[NightStandings]:
    """Of the last stage first, which decides the event."""
    for stage in reversed(begun):
        sheet = standings_sheet(stage, names)
        if sheet.groups:
            yield NightStandings(stage.title if len(begun) > 1 else "", sheet.columns, sheet.groups)


def _round(round_: Round, *, has_stages: bool) -> NightRound:
    title = say("{stage}, {round}", stage=round_.stage.title, round=round_) if has_stages else str(round_)
    tables = tuple(NightTable(str(match.table), _people(match), _score(match)) for match in round_.matches.all())
    return NightRound(title, tables, ", ".join(name_outside(bye.entry) for bye in round_.byes.all()))


def _people(match: Match) -> str:
    seats = match.seats.all()
    sides = ([_seat_name(seat) for seat in seats if seat.side == side] for side in range(side_count(match)))
    return " – ".join(" & ".join(side) for side in sides)


def _seat_name(seat: Seat) -> str:
    return public_name(seat.player) if seat.player else seat.name


def _score(match: Match) -> str:
    if match.standing:
        return score_text(match.standing.slip["points"])
    return say("void") if match.state == Match.State.VOID else ""


def _prizes(event: Event, names: Mapping[int, str]) -> Iterator[NightPrize]:
    """Nothing until they are published."""
    sheet = prizes.sheet_of(event)
    for line in sheet.lines if sheet else ():
        reasons = "; ".join(payout.reason.render(names) for payout in line.payouts)
        yield NightPrize(public_name(line.player), reasons, money_text(line.cents))


def _achievements(event: Event) -> Iterator[NightAchievement]:
    """By player, from A to Z."""
    earned: dict[str, list[str]] = {}
    for news in reversed(news_of_event(event, most=MAX_ACHIEVEMENTS)):
        what = f"{news.name} ({news.tier_name})" if news.tier_name else news.name
        earned.setdefault(news.player, []).append(what)
    for name in sorted(earned, key=str.casefold):
        yield NightAchievement(name, ", ".join(earned[name]))


def _figures(event: Event, rounds: Sequence[Round]) -> Iterator[Figure]:
    """How the night went, in figures. No one is named."""
    matches = [match for round_ in rounds for match in round_.matches.all()]
    yield Figure(say("Rounds"), str(len(rounds)))
    yield Figure(say("Matches with a score"), str(sum(1 for match in matches if match.standing)))
    written = ResultEntry.objects.filter(match__round__stage__event=event).order_by()
    kinds = {
        (kind, source): count for kind, source, count in written.values_list("kind", "source").annotate(Count("pk"))
    }
    reported = sum(
        count
        for (kind, source), count in kinds.items()
        if kind in (ResultEntry.Kind.CLAIM, ResultEntry.Kind.RECORD) and source == Channel.SLIP
    )
    corrected = sum(count for (kind, _), count in kinds.items() if kind == ResultEntry.Kind.CORRECTION)
    yield Figure(say("Scores from phones"), str(reported))
    yield Figure(say("Corrected scores"), str(corrected))
    journal = event.audit_log.order_by()
    yield Figure(say("Substitutes"), str(journal.filter(action=Action.SUBSTITUTE).count()))
    first = AuditLogEntry.objects.filter(event=event, action=Action.PUBLISH_ROUND).aggregate(at=Min("at"))["at"]
    last = written.aggregate(at=Max("at"))["at"]
    zone = ZoneInfo(event.club.zone)
    for label, moment in ((say("First round published"), first), (say("Last score"), last)):
        if moment:
            yield Figure(label, date_format(timezone.localtime(moment, zone), "TIME_FORMAT"))
