"""What the pages of a league show. Reads, never writes."""

import calendar
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.engine.language import mark, percentage, say, say_number
from tournaments.clubs.models import Venue
from tournaments.formats.seasons.eligibility import Lenders, may_lend
from tournaments.formats.seasons.section_table import SECTION_CRITERIA, games_behind
from tournaments.formats.seasons.settings import Approval, Missing, Moving, SeasonRules
from tournaments.formats.standings.sums import number_text
from tournaments.leagues.models import (
    CardStep,
    Division,
    Fixture,
    League,
    LineUpPlayer,
    PlaceDecision,
    Season,
    Section,
    SectionLine,
    SeriesLine,
    Squad,
    SquadPlayer,
    TransferRequest,
    Withdrawal,
)
from tournaments.leagues.squads import squad_on
from tournaments.leagues.standing_facts import holding, withdrawals_of

State = Fixture.State
HAS_CARD = Exists(CardStep.objects.filter(fixture=OuterRef("pk")))
LENT = {
    Lenders.OWN_OR_LOWER: mark("Substitutes come only from the team’s own division and lower ones."),
    Lenders.OWN: mark("Substitutes come only from the team’s own division."),
    Lenders.LOWER: mark("Substitutes come only from lower divisions."),
}
SHOWN = ("home__team", "away__team", "venue", "score", "handicap", "section__division", "cup", "season__league__club")


@dataclass(frozen=True)
class Row:
    """A line of a table. behind: the best team, in games. gone: how the team left the season, if it did."""

    line: SectionLine
    behind: Fraction
    gone: Withdrawal | None = None


@dataclass(frozen=True)
class Table:
    """A section with its lines. has_begun: whether anything counts yet; before that no place means anything.
    percentage, behind: whether that is a column."""

    name: str
    rows: list[Row]
    adjusted: bool
    has_begun: bool
    percentage: bool
    behind: bool

    @property
    def lines(self) -> list[SectionLine]:
        return [table_row.line for table_row in self.rows]


@dataclass(frozen=True)
class Day:
    """A day of a month page. is_own: of that month, not of the ones beside it."""

    day: date
    is_own: bool
    is_today: bool
    fixtures: list[Fixture]


@dataclass(frozen=True)
class Month:
    first: date
    days: list[Day]
    before: str
    after: str
    count: int


def divisions_of(league: League) -> QuerySet[Division]:
    """The top one first. is_used: whether a team plays or played in it, so that it can't be removed."""
    played = Section.objects.filter(division=OuterRef("pk"), squads__isnull=False)
    return league.divisions.annotate(is_used=Exists(played))


def fixtures_of(season: Season, *, with_draft: bool) -> QuerySet[Fixture]:
    fixtures = season.fixtures.select_related(*SHOWN).annotate(has_card=HAS_CARD).order_by("starts_at", "number")
    return fixtures if with_draft else fixtures.exclude(state=State.DRAFT)


def by_day(season: Season, fixtures: Iterable[Fixture]) -> list[tuple[date, list[Fixture]]]:
    """The same by day where the club is, in order; those without a day are left out."""
    days: dict[date, list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        if fixture.state != State.POSTPONED:
            days[fixture.starts_at.astimezone(season.zone).date()].append(fixture)
    return sorted(days.items())


def month_of(season: Season, fixtures: list[Fixture], asked: str) -> Month:
    """The month asked for as 2026-10; else that of the next fixture, or of the last one."""
    days = dict(by_day(season, fixtures))
    today = timezone.now().astimezone(season.zone).date()
    first = _month(asked) or _usual(sorted(days), today)
    weeks = calendar.Calendar(calendar.SUNDAY).monthdatescalendar(first.year, first.month)
    shown = [
        Day(day, day.month == first.month, day == today, days.get(day, []) if day.month == first.month else [])
        for week in weeks
        for day in week
    ]
    count = sum(len(day.fixtures) for day in shown)
    return Month(first, shown, _beside(first, -1), _beside(first, 1), count)


def tables_of(season: Season) -> list[Table]:
    """Every section with its table; before anything counts by name."""
    lines = SectionLine.objects.select_related("squad__team").order_by("place", "squad__number")
    for_squads = Squad.objects.select_related("team").order_by("number")
    tables, gone = [], withdrawals_of(season)
    sections = season.sections.select_related("division").order_by("division__level")
    for section in sections.prefetch_related(Prefetch("lines", lines), Prefetch("squads", for_squads)):
        own = list(section.lines.all()) or [_empty_line(squad) for squad in section.squads.all()]
        for line in own:
            line.squad.season = season
        tables.append(_table(season, str(section), own, gone))
    return tables


def _table(season: Season, name: str, lines: list[SectionLine], gone: dict[int, Withdrawal]) -> Table:
    has_begun = any(line.played or line.adjusted for line in lines)
    if not has_begun:
        lines = sorted(lines, key=lambda line: str(line.squad).casefold())
    behind = games_behind([(line.halves[0], line.halves[1]) for line in lines])
    lines_shown = [Row(line, games, gone.get(line.squad.pk)) for line, games in zip(lines, behind, strict=True)]
    adjusted, chosen = any(line.adjusted for line in lines), season.criteria
    return Table(name, lines_shown, adjusted, has_begun, "games_percentage" in chosen, "games_behind" in chosen)


def departures_of(season: Season) -> list[Withdrawal]:
    """Who left the season, and who came back, in order."""
    return list(season.withdrawals.select_related("squad__team").order_by("pk"))


@dataclass(frozen=True)
class Decided:
    """A shared place that was decided. seen: how many decisions about these squads there were."""

    decision: PlaceDecision
    squads: list[Squad]
    seen: int


def decisions_of(season: Season) -> list[Decided]:
    """How shared places were decided, those undone left out."""
    place_decisions = PlaceDecision.objects.filter(section__season=season).select_related("section__division")
    decisions = holding(place_decisions.order_by("section__division__level", "about", "turn"))
    squads = {squad.number: squad for squad in season.squads.select_related("team")} if decisions else {}
    return [
        Decided(place_decision, [squads[number] for number in place_decision.order], place_decision.turn)
        for place_decision in decisions
    ]


def names_in(tables: Iterable[Table]) -> dict[int, str]:
    """Squad number → name, for the sentences of the tables."""
    return {line.squad.number: str(line.squad) for table in tables for line in table.lines}


def criteria_of(season: Season) -> list[tuple[str, str]]:
    """Name and explanation of what ranks the squads, in order."""
    return [
        (say(criterion.name), say(criterion.explanation))
        for criterion in map(SECTION_CRITERIA.__getitem__, season.criteria)
    ]


def _worth_words(rules: SeasonRules) -> str:
    each = number_text(rules.game_worth)
    if rules.for_win:
        return say(
            "Points: {each} for each game won and {points} for each match won. If the other team doesn’t play, you "
            "get {number}.",
            each=each,
            points=rules.for_win,
            number=rules.unplayed,
        )
    return say(
        "Points: {each} for each game won. If the other team doesn’t play, you get {number}.",
        each=each,
        number=rules.unplayed,
    )


def house_words(rules: SeasonRules) -> dict[str, str]:
    """What a fixture is and what it is worth, in sentences."""
    pairs = say_number("{number} pair per team", "{number} pairs per team", rules.pairs)
    games = say_number("{number} game each", "{number} games each", rules.games)
    needed = say_number(
        "It takes {number} game to win a match.", "It takes {number} games to win a match.", rules.needed
    )
    if rules.handicap:
        needed = say_number(
            "Without a handicap, it takes {number} game to win a match.",
            "Without a handicap, it takes {number} games to win a match.",
            rules.needed,
        )
    return {
        "shape": say(
            "A match has {pairs} and {games}, played to {points} points. The visiting pairs move each round.",
            pairs=pairs,
            games=games,
            points=rules.play_to,
        ),
        "needed": needed,
        "handicap": _handicap_words(rules),
        "worth": _worth_words(rules),
        "late": _late_words(rules),
        "card": _card_words(rules),
        "least": _least_words(rules),
        "borrowed": say_number(
            "A player can substitute once a season.",
            "A player can substitute {number} times a season.",
            rules.borrowings,
        ),
        "loans": _loan_words(rules),
        "transfers": _transfer_words(rules),
        "moving": moving_words(rules),
    }


def _handicap_words(rules: SeasonRules) -> str:
    """Empty where there is none."""
    if not rules.handicap:
        return ""
    part = say(
        "The weaker team’s handicap is {percent} of the difference in average games won.",
        percent=percentage(str(rules.handicap)),
    )
    most = say_number(
        "The handicap is rounded down to the nearest half game and is never more than {number} game.",
        "The handicap is rounded down to the nearest half game and is never more than {number} games.",
        rules.handicap_most,
    )
    after = say_number(
        "Both teams need to play {number} match before a handicap applies.",
        "Both teams need to play {number} matches before a handicap applies.",
        rules.handicap_after,
    )
    return f"{part} {most} {after}"


def _loan_words(rules: SeasonRules) -> str:
    """Empty where a team borrows as many as it likes, from everywhere."""
    said = []
    if rules.borrowed_at_once is not None:
        said.append(
            say_number(
                "A team can have {number} substitute in a match.",
                "A team can have {number} substitutes in a match.",
                rules.borrowed_at_once,
            )
        )
    if rules.lenders in LENT:
        said.append(say(LENT[rules.lenders]))
    return " ".join(said)


def _transfer_words(rules: SeasonRules) -> str:
    """The rule on transfers in words; empty when players may change teams as often as an organizer allows."""
    said = []
    if rules.transfers == 0:
        said.append(say("Players can’t change teams during the season."))
    elif rules.transfers is not None:
        said.append(
            say_number(
                "A player can change teams once a season.",
                "A player can change teams {number} times a season.",
                rules.transfers,
            )
        )
    if rules.both_captains:
        said.append(say("Both captains have to agree to a transfer."))
    return " ".join(said)


def moving_words(rules: SeasonRules) -> str:
    """How captains agree on another date; empty where only organizers move matches."""
    if rules.moving is Moving.ORGANIZER:
        return ""
    said = [
        say_number(
            "Captains can propose other dates until {number} day before a match.",
            "Captains can propose other dates until {number} days before a match.",
            rules.moving_notice,
        )
    ]
    if rules.moving_within is not None:
        said.append(
            say_number(
                "A match can move by up to {number} day.",
                "A match can move by up to {number} days.",
                rules.moving_within,
            )
        )
    if rules.moving is Moving.APPROVED:
        said.append(say("An organizer has to approve the new date."))
    if rules.moving_silence:
        said.append(
            say_number(
                "If there’s no answer within {number} day, we pick the earliest possible date.",
                "If there’s no answer within {number} days, we pick the earliest possible date.",
                rules.moving_silence,
            )
        )
    return " ".join(said)


def _least_words(rules: SeasonRules) -> str:
    """Empty where a team needs all its players."""
    if not rules.least:
        return ""
    if rules.missing is Missing.LOST:
        return say(
            "A team needs at least {number} players. A missing pair loses its games by the maximum score.",
            number=rules.least,
        )
    return say("A team needs at least {number} players. A missing pair’s games aren’t played.", number=rules.least)


def _late_words(rules: SeasonRules) -> str:
    first, second, third = (rules.late_points(offence) for offence in (1, 2, 3))
    if first == second == third:
        return say("Points lost for a late score card: {number}.", number=first)
    return say("Late score cards cost points: {one}, then {two}, then {more} each.", one=first, two=second, more=third)


def _card_words(rules: SeasonRules) -> str:
    if rules.approval is Approval.CAPTAINS:
        return say("A score card counts as soon as both captains agree on it.")
    return say("A score card counts once both captains agree and an organizer approves it.")


def series_of(season: Season) -> list[tuple[SeriesLine, list[tuple[str, bool]]]]:
    """Lines of a series, each with its nights as points and whether the night was dropped."""
    lines = season.series_lines.select_related("player").order_by("place", "player__name")
    return [(line, [(text, index in line.dropped) for index, text in enumerate(line.nights)]) for line in lines]


def members_of(squad: Squad) -> tuple[list[SquadPlayer], list[SquadPlayer]]:
    """Who belongs to it today or later, and who did."""
    today = timezone.now().astimezone(squad.season.zone).date()
    squad_players = list(squad.players.select_related("player", "exemption"))
    here = [squad_player for squad_player in squad_players if squad_player.until is None or squad_player.until > today]
    return here, [squad_player for squad_player in squad_players if squad_player not in here]


@dataclass(frozen=True)
class Transfers:
    """What a captain sees of transfers. to_answer: who is asked for, or offered to the squad; asked: whom the squad
    asked for or offered, newest first; others: players of the other squads, by squad; own: who can be offered, to one
    of `squads`."""

    to_answer: list[TransferRequest]
    asked: list[TransferRequest]
    others: list[SquadPlayer]
    own: list[SquadPlayer]
    squads: list[Squad]


def answered_by(squad: Squad) -> Q:
    """Transfers to which the squad's captain says yes or no."""
    return Q(leaving=squad, is_offer=False) | Q(squad=squad, is_offer=True)


def begun_by(squad: Squad) -> Q:
    """Transfers that the squad's captain asked for, or offered."""
    return Q(squad=squad, is_offer=False) | Q(leaving=squad, is_offer=True)


def transfers_of(squad: Squad) -> Transfers:
    with_names = TransferRequest.objects.select_related("player", "squad__team", "leaving__team")
    here = SquadPlayer.objects.filter(season=squad.season, until__isnull=True).select_related("player", "squad__team")
    people = list(here.order_by("squad__team__name", "player__name"))
    return Transfers(
        list(with_names.filter(answered_by(squad), answer=TransferRequest.Answer.PENDING)),
        list(with_names.filter(begun_by(squad)).order_by("-pk")[:5]),
        [person for person in people if person.squad_id != squad.pk],
        [person for person in people if person.squad_id == squad.pk],
        list(squad.season.squads.exclude(pk=squad.pk).select_related("team").order_by("team__name")),
    )


def fixtures_of_player(player: Player) -> list[Fixture]:
    """Fixtures in running seasons of the squads that a player is in, or is named for; the next one first."""
    running = Fixture.objects.filter(season__state=Season.State.OPEN).exclude(state=State.DRAFT)
    fixtures = running.filter(playing([player.pk])).select_related(*SHOWN).annotate(has_card=HAS_CARD)
    fixtures = fixtures.order_by("starts_at", "number")
    return sorted(fixtures, key=lambda fixture: (fixture.is_over, fixture.starts_at))


def playing(players: Iterable[int]) -> Q:
    """Fixtures of the squads that one of these is in, or in whose line-up one is named."""
    squads = SquadPlayer.objects.filter(player__in=players, until__isnull=True).values("squad")
    named = LineUpPlayer.objects.filter(player__in=players).values("fixture")
    return Q(home__in=squads) | Q(away__in=squads) | Q(pk__in=named)


def candidates(fixture: Fixture, squad: Squad) -> tuple[list[Player], list[Player]]:
    """Who can be named for a squad: its own players, and those whom it may borrow, as far as divisions decide it."""
    season = fixture.season
    day = fixture.starts_at.astimezone(season.zone).date()
    here = squad.players.filter(Q(until__isnull=True) | Q(until__gt=day), since__lte=day).select_related("player")
    own = [squad_player.player for squad_player in here]
    others = Player.objects.filter(memberships__club=season.league.club_id).exclude(
        pk__in=[player.pk for player in own]
    )
    if season.settings.lenders is not Lenders.ANY:
        others = others.filter(pk__in=_lent(fixture, squad, day))
    return own, list(others.order_by("name"))


def venues_for(fixture: Fixture) -> QuerySet[Venue]:
    """Those that the fixture can be moved to, and where it is now."""
    return fixture.season.league.club.venues.filter(Q(is_retired=False) | Q(pk=fixture.venue_id))


def _lent(fixture: Fixture, squad: Squad, day: date) -> set[int]:
    """Players of the divisions that the squad may borrow from, and those with an exception."""
    lenders, level = fixture.season.settings.lenders, squad.section.division.level
    players = squad_on(fixture.season, day).values_list("player", "squad__section__division__level")
    excepted = fixture.exemptions.filter(squad=squad, revoked=None).values_list("player", flat=True)
    return {player for player, lender in players if may_lend(lenders, lender, level)} | set(excepted)


def _empty_line(squad: Squad) -> SectionLine:
    return SectionLine(
        squad=squad, place=1, points_over=0, played=0, won=0, drawn=0, lost=0, halves=[0, 0], scored=[0, 0]
    )


def _month(asked: str) -> date | None:
    try:
        return date.fromisoformat(f"{asked}-01")
    except ValueError:
        return None


def _usual(days: list[date], today: date) -> date:
    coming = next((day for day in days if day >= today), days[-1] if days else today)
    return coming.replace(day=1)


def _beside(first: date, step: int) -> str:
    months = first.year * 12 + first.month - 1 + step
    return f"{months // 12:04d}-{months % 12 + 1:02d}"
