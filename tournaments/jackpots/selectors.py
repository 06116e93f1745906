"""What the pages of a jackpot show: pot, time left, race, who is still missing what, and whom to beat. Reads only."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone

from games.accounts.models import Player
from games.engine.language import say, say_number
from games.engine.messages import and_list
from tournaments.clubs.models import Club
from tournaments.clubs.public_names import Named, shown_names
from tournaments.honours.jackpots.chase import Chase, Rival, chase
from tournaments.honours.jackpots.race import Race, Waiting
from tournaments.honours.jackpots.rules import JackpotRules, Metric
from tournaments.honours.jackpots.sharing import JackpotPot, pot_words
from tournaments.honours.pot import WHOLE
from tournaments.honours.wording import money_text, ordinal, percent_text
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting, JackpotTerms
from tournaments.jackpots.money import pot_of, pots_of
from tournaments.jackpots.races import frozen_pot, race_from, stored_race
from tournaments.permissions import Actor


@dataclass(frozen=True)
class Line:
    """A player of the race. number: by which the viewer tells them apart. cents: paid when it was closed. needs: what
    the player has to do; words for a page."""

    player: int
    name: str
    number: int
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
            return say(
                "{money} of the jackpot was carried over from earlier periods.", money=money_text(self.pot.carried)
            )
        return say("The whole jackpot comes from this period.")

    @property
    def unit(self) -> str:
        """What is counted, as the head of a column."""
        heads = {Metric.POINTS: say("Points"), Metric.WINS: say("Wins"), Metric.RANK: say("Ranking points")}
        return heads.get(self.rules.metric) or say("Loners")

    @property
    def lead(self) -> str:
        """Who is on top, in a few words."""
        names = [line.name for line in self.leaders]
        if not names:
            return say("no one has qualified yet")
        return say_number("{names} leads", "{names} lead", len(names), names=and_list(names))

    @property
    def left(self) -> str:
        return time_left(self.period.end - timezone.now())


def running(jackpots: Sequence[Jackpot], viewer: Actor) -> list[Board]:
    """The boards of the periods that run now, or of those last begun. Names as the viewer may read them."""
    open_periods: dict[int, JackpotPeriod] = {}
    jackpot_periods = JackpotPeriod.objects.filter(jackpot__in=jackpots, closed=None).order_by("number")
    for period in jackpot_periods.select_related("jackpot__club", "terms").prefetch_related("scores__player"):
        open_periods[period.jackpot_id] = period
    pots = pots_of(list(open_periods.values()))
    return [
        _open_board(open_periods[jackpot.pk], pots[open_periods[jackpot.pk].pk], viewer)
        for jackpot in jackpots
        if jackpot.pk in open_periods
    ]


def of_club(club: Club, viewer: Actor) -> list[Board]:
    return running(list(club.jackpots.all()), viewer)


def board_of(period: JackpotPeriod, viewer: Actor) -> Board:
    """Of a period with its jackpot, terms and scores. A closed one as it was frozen."""
    if period.closed_id:
        return _closed_board(period, period.terms.agreed, viewer)
    return _open_board(period, pot_of(period), viewer)


def _open_board(period: JackpotPeriod, pot: JackpotPot, viewer: Actor) -> Board:
    names = shown_names(viewer, (score.player for score in period.scores.all()))
    return _board(period, period.terms.agreed, pot, stored_race(period), names, {})


def _closed_board(period: JackpotPeriod, rules: JackpotRules, viewer: Actor) -> Board:
    race = race_from(period.record)
    prizes = {player: cents for player, cents, _ in period.record["prizes"]}
    players = [placing.player for placing in race.rows] + [waiting.player for waiting in race.waiting]
    names = shown_names(viewer, Player.objects.filter(pk__in=players))
    return _board(period, rules, frozen_pot(period), race, names, prizes)


def _board(
    period: JackpotPeriod,
    rules: JackpotRules,
    pot: JackpotPot,
    race: Race,
    names: dict[int, Named],
    prizes: dict[int, int],
) -> Board:
    paid_places = len(rules.shares)
    lines = tuple(
        Line(
            placing.player,
            *_called(names[placing.player]),
            int(placing.value[0]),
            placing.place,
            placing.is_shared,
            placing.place <= paid_places,
            prizes.get(placing.player, 0),
        )
        for placing in race.rows
    )
    waiting = tuple(
        Line(
            left_waiting.player,
            *_called(names[left_waiting.player]),
            left_waiting.score,
            needs=lacking_words(left_waiting, rules),
        )
        for left_waiting in race.waiting
    )
    return Board(period, rules, pot, lines, waiting, sum(prizes.values()))


def _called(named: Named) -> tuple[str, int]:
    return named.name, named.number


def place_of(board: Board, player: int) -> list[str]:
    """How things stand for one player, in sentences."""
    names = {line.player: line.name for line in (*board.lines, *board.waiting)}
    own = chase(board.rules, stored_race(board.period), player)
    return list(_chase_words(own, board, names))


def _chase_words(own: Chase, board: Board, names: dict[int, str]) -> Iterator[str]:
    metric = board.rules.metric
    if own.lacks:
        what = lacking_words(own.lacks, board.rules)
        yield say("Your score is {score}. To qualify, {what}.", score=own.score, what=what)
    elif own.place:
        yield say("You’re {place} with {score}.", place=ordinal(own.place), score=_counted(own.score, metric))
    if own.ahead is not None:
        yield say("You’re {score} ahead of the next player.", score=_counted(own.ahead, metric))
    for rival in own.rivals:
        yield _rival_words(rival, own, metric, names)
    if own.free_places and own.lacks:
        yield say("At least one prize is still up for grabs.")


def _rival_words(rival: Rival, own: Chase, metric: Metric, names: dict[int, str]) -> str:
    about = {"names": and_list(names[player] for player in rival.players), "score": _counted(rival.more, metric)}
    if rival.more == 1 and own.place == rival.place:
        return say("You’re tied with {names}. You need {score} to pull ahead.", **about)
    return say_number(
        "{names} is {place}. You need {score} more to pass them.",
        "{names} are tied for {place}. You need {score} more to pass them.",
        len(rival.players),
        place=ordinal(rival.place),
        **about,
    )


def lacking_words(waiting: Waiting, rules: JackpotRules) -> str:
    parts = []
    if waiting.games_short:
        parts.append(say_number("play {number} more game", "play {number} more games", waiting.games_short))
    if waiting.score_short:
        parts.append(_more_to_score(waiting.score_short, rules.metric))
    if waiting.is_guest:
        parts.append(say("become a member (guests can’t win)"))
    return and_list(parts)


def _counted(number: int, metric: Metric) -> str:
    if metric is Metric.POINTS:
        return say_number("{number} point", "{number} points", number)
    if metric is Metric.WINS:
        return say_number("{number} win", "{number} wins", number)
    if metric is Metric.RANK:
        return say_number("{number} ranking point", "{number} ranking points", number)
    return say_number("{number} loner", "{number} loners", number)


def _more_to_score(number: int, metric: Metric) -> str:
    if metric is Metric.POINTS:
        return say_number("score {number} more point", "score {number} more points", number)
    if metric is Metric.WINS:
        return say_number("win {number} more game", "win {number} more games", number)
    if metric is Metric.RANK:
        return say_number("earn {number} more ranking point", "earn {number} more ranking points", number)
    return say_number("make {number} more loner", "make {number} more loners", number)


def time_left(left: datetime.timedelta) -> str:
    """ "2 days 3 hours left"; the two largest units."""
    minutes = int(left.total_seconds()) // 60
    if minutes < 0:
        return say("ended, closing soon")
    days, hours = divmod(minutes // 60, 24)
    said = [say_number("{number} day", "{number} days", days)] * bool(days)
    said += [say_number("{number} hour", "{number} hours", hours)] * bool(hours)
    if not days and minutes % 60:
        said.append(say_number("{number} minute", "{number} minutes", minutes % 60))
    return say("{time} left", time=" ".join(said)) if said else say("less than a minute left")


def rule_words(rules: JackpotRules) -> list[str]:
    """What the club decided, in sentences."""
    shares = and_list(
        say("{percent} for {place}", percent=percent_text(share), place=ordinal(place))
        for place, share in enumerate(rules.shares, start=1)
    )
    said = [
        say(
            "The jackpot counts {metric}. {explanation}",
            metric=rules.metric.label.lower(),
            explanation=rules.metric.help,
        ),
        say("The jackpot pays {shares}.", shares=shares),
    ]
    if left := WHOLE - sum(rules.shares):
        said.append(say("{percent} always carries over to the next period.", percent=percent_text(left)))
    said += [
        say("Rule for ties: {rule}. {explanation}", rule=rules.tied.label.lower(), explanation=rules.tied.help),
        say_number(
            "To qualify, play at least {number} game and reach a score of {least}.",
            "To qualify, play at least {number} games and reach a score of {least}.",
            rules.fewest_games,
            least=rules.least,
        ),
    ]
    if rules.members_only:
        said.append(say("Only members can win. Guests can play along."))
    if not rules.official_only:
        said.append(say("Friendly games at the club’s online tables count too."))
    if rules.vesting:
        steps = and_list(percent_text(share) for share in rules.vesting)
        said.append(
            say(
                "New players can win {steps} of the carried-over money in their first periods, then all of it.",
                steps=steps,
            )
        )
    return said


def share_words(terms: JackpotTerms) -> str:
    """What of an entry fee goes in; empty when nothing does."""
    if terms.share_cents:
        share = money_text(terms.share_cents)
    elif terms.share_percent:
        share = percent_text(terms.share_percent)
    else:
        return ""
    return say("{share} of each entry fee at the club goes into the jackpot.", share=share)


def adjustments_of(period: JackpotPeriod, viewer: Actor) -> list[tuple[str, JackpotPosting]]:
    """What was booked after the closing, and for whom."""
    postings = list(period.postings.filter(kind=JackpotPosting.Kind.ADJUSTMENT).select_related("player"))
    names = shown_names(viewer, (posting.player for posting in postings if posting.player))
    return [(names[posting.player_id].name if posting.player_id else "", posting) for posting in postings]


def history_of(jackpot: Jackpot) -> list[JackpotPeriod]:
    """Closed periods, newest first."""
    return list(jackpot.periods.exclude(closed=None).order_by("-number")[:100])
