"""What the pages of a jackpot show: pot, time left, race, who is still missing what, and whom to beat. Reads only."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone

from games.models import Player
from tournaments.honours.jackpots.chase import Chase, Rival, chase
from tournaments.honours.jackpots.race import Race, Waiting
from tournaments.honours.jackpots.rules import JackpotRules, Metric
from tournaments.honours.jackpots.sharing import JackpotPot, pot_words
from tournaments.honours.pot import WHOLE
from tournaments.honours.wording import listed, money_text, ordinal, percent_text
from tournaments.models import Club, Jackpot, JackpotPeriod, JackpotPosting, JackpotTerms
from tournaments.permissions import Actor
from tournaments.services.jackpots.money import pot_of, pots_of
from tournaments.services.jackpots.races import frozen_pot, race_from, stored_race
from tournaments.services.public_names import told

UNITS = {Metric.POINTS: "point", Metric.WINS: "win", Metric.RANK: "place point", Metric.LONERS: "loner"}


@dataclass(frozen=True)
class Line:
    """A player of the race. cents: paid when it was closed. needs: what he has to do; words for a page."""

    player: int
    name: str
    score: int
    place: int = 0
    is_shared: bool = False
    is_paid: bool = False
    cents: int = 0
    needs: str = ""


@dataclass(frozen=True)
class Board:
    period: JackpotPeriod
    rules: JackpotRules
    pot: JackpotPot
    lines: tuple[Line, ...]
    waiting: tuple[Line, ...]
    paid: int = 0

    @property
    def jackpot(self) -> Jackpot:
        return self.period.jackpot

    @property
    def leaders(self) -> list[Line]:
        return [line for line in self.lines if line.place == 1]

    @property
    def pot_words(self) -> str:
        """Where the money comes from, and once it is closed where it went."""
        if self.period.closed_id:
            return pot_words(self.pot, self.paid)
        if self.pot.carried:
            return f"{money_text(self.pot.carried)} of it was carried over from earlier periods."
        return "All of it came in during this period."

    @property
    def unit(self) -> str:
        return UNITS[self.rules.metric]

    @property
    def left(self) -> str:
        return time_left(self.period.end - timezone.now())


def running(jackpots: Sequence[Jackpot], viewer: Actor) -> list[Board]:
    """The boards of the periods that run now, or of those last begun. Names as the viewer may read them."""
    found: dict[int, JackpotPeriod] = {}
    rows = JackpotPeriod.objects.filter(jackpot__in=jackpots, closed=None).order_by("number")
    for period in rows.select_related("jackpot__club", "terms").prefetch_related("scores__player"):
        found[period.jackpot_id] = period
    pots = pots_of(list(found.values()))
    return [_open_board(found[one.pk], pots[found[one.pk].pk], viewer) for one in jackpots if one.pk in found]


def of_club(club: Club, viewer: Actor) -> list[Board]:
    return running(list(club.jackpots.all()), viewer)


def board_of(period: JackpotPeriod, viewer: Actor) -> Board:
    """Of a period with its jackpot, terms and scores. A closed one as it was frozen."""
    if period.closed_id:
        return _closed_board(period, period.terms.agreed, viewer)
    return _open_board(period, pot_of(period), viewer)


def _open_board(period: JackpotPeriod, pot: JackpotPot, viewer: Actor) -> Board:
    names = told(viewer, (row.player for row in period.scores.all()))
    return _board(period, period.terms.agreed, pot, stored_race(period), names, {})


def _closed_board(period: JackpotPeriod, rules: JackpotRules, viewer: Actor) -> Board:
    found = race_from(period.record)
    prizes = {player: cents for player, cents, _ in period.record["prizes"]}
    players = [row.player for row in found.rows] + [one.player for one in found.waiting]
    names = told(viewer, Player.objects.filter(pk__in=players))
    return _board(period, rules, frozen_pot(period), found, names, prizes)


def _board(
    period: JackpotPeriod, rules: JackpotRules, pot: JackpotPot, found: Race, names: dict[int, str],
    prizes: dict[int, int],
) -> Board:  # fmt: skip
    paid_places = len(rules.shares)
    lines = tuple(
        Line(row.player, names[row.player], int(row.value[0]), row.place, row.is_shared, row.place <= paid_places,
             prizes.get(row.player, 0))
        for row in found.rows
    )  # fmt: skip
    waiting = tuple(
        Line(one.player, names[one.player], one.score, needs=lacking_words(one, rules)) for one in found.waiting
    )
    return Board(period, rules, pot, lines, waiting, sum(prizes.values()))


def place_of(board: Board, player: int) -> list[str]:
    """How things stand for one player, in sentences."""
    names = {line.player: line.name for line in (*board.lines, *board.waiting)}
    own = chase(board.rules, stored_race(board.period), player)
    return list(_chase_words(own, board, names))


def _chase_words(own: Chase, board: Board, names: dict[int, str]) -> Iterator[str]:
    if own.lacks:
        yield f"{own.score} so far. To be able to win: {lacking_words(own.lacks, board.rules)}."
    elif own.place:
        yield f"{ordinal(own.place)} with {counted(own.score, board.unit)}."
    if own.ahead is not None:
        yield f"{counted(own.ahead, board.unit)} ahead of the next one."
    for rival in own.rivals:
        yield _rival_words(rival, own, board.unit, names)
    if own.free_places and own.lacks:
        yield "A paid place is still free."


def _rival_words(rival: Rival, own: Chase, unit: str, names: dict[int, str]) -> str:
    who = listed(names[player] for player in rival.players)
    level = "share" if len(rival.players) > 1 else "is"
    if rival.more == 1 and own.place == rival.place:
        return f"Level with {who}: {counted(1, unit)} more decides."
    return f"{who} {level} {ordinal(rival.place)}: score {counted(rival.more, unit)} more than now to stand above."


def lacking_words(one: Waiting, rules: JackpotRules) -> str:
    parts = [f"play {counted(one.games_short, 'more game', 'more games')}"] * bool(one.games_short)
    parts += [f"score {counted(one.score_short, f'more {UNITS[rules.metric]}')}"] * bool(one.score_short)
    parts += ["become a member; guests play along and win nothing"] * one.is_guest
    return listed(parts)


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def time_left(left: datetime.timedelta) -> str:
    """ "2 days 3 hours left"; the two largest units."""
    minutes = int(left.total_seconds()) // 60
    if minutes < 0:
        return "over, and about to be closed"
    days, hours = divmod(minutes // 60, 24)
    units = ((days, "day"), (hours, "hour"), (0 if days else minutes % 60, "minute"))
    said = [counted(number, unit) for number, unit in units if number]
    return f"{' '.join(said)} left" if said else "less than a minute left"


def rule_words(rules: JackpotRules) -> list[str]:
    """What the club decided, in sentences."""
    shares = listed(f"{percent_text(share)} for {ordinal(place)}" for place, share in enumerate(rules.shares, start=1))
    left = WHOLE - sum(rules.shares)
    said = [f"{rules.metric.label} count. {rules.metric.help}", f"Of the pot: {shares}."]
    said += [f"{percent_text(left)} always stays for the next period."] * bool(left)
    said += [f"Who is level: {rules.tied.label.lower()}. {rules.tied.help}"]
    said += [f"To win, one plays at least {counted(rules.fewest_games, 'game')} and scores at least {rules.least}."]
    said += ["Only members win; guests play along."] * rules.members_only
    said += ["Only official games count."] * rules.official_only
    if rules.vesting:
        steps = listed(percent_text(share) for share in rules.vesting)
        said.append(f"New players may take {steps} of carried-over money in their first periods, then all of it.")
    return said


def share_words(terms: JackpotTerms) -> str:
    """What of an entry fee goes in; empty when nothing does."""
    if terms.share_cents:
        return f"{money_text(terms.share_cents)} of each entry fee of the club goes into the pot."
    if terms.share_percent:
        return f"{percent_text(terms.share_percent)} of each entry fee of the club goes into the pot."
    return ""


def adjustments_of(period: JackpotPeriod, viewer: Actor) -> list[tuple[str, JackpotPosting]]:
    """What was booked after the closing, and for whom."""
    rows = list(period.postings.filter(kind=JackpotPosting.Kind.ADJUSTMENT).select_related("player"))
    names = told(viewer, (row.player for row in rows if row.player))
    return [(names[row.player_id] if row.player_id else "", row) for row in rows]


def history_of(jackpot: Jackpot) -> list[JackpotPeriod]:
    """Closed periods, newest first."""
    return list(jackpot.periods.exclude(closed=None).order_by("-number")[:100])
