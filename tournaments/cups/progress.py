"""The state of a cup: who won each match, who is left, what can be drawn. Reads only."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from games.engine.language import say
from tournaments.cups.models import Cup, CupDecision, CupEntrant, CupMatch, CupPlayer, CupRound
from tournaments.formats.cups.draw import Opening
from tournaments.formats.cups.names import is_preliminary, round_name
from tournaments.formats.standings.sums import number_text
from tournaments.leagues.models import Fixture, Season
from tournaments.leagues.standing_facts import withdrawals_of
from tournaments.results.slips import slip_from
from tournaments.rounds.models import Match, Round, Seat

State = Fixture.State
Wins = tuple[int, int]
"""Games of a match of pairs, the home side's first."""


@dataclass(frozen=True)
class Meeting:
    """A match or a bye as it is now. score: in words for people, empty before. decision: how it was decided that the
    winner goes on, where no result says so. wins: of pairs who have begun."""

    match: CupMatch
    winner: CupEntrant | None
    score: str = ""
    decision: CupDecision | None = None
    turns: int = 0

    @property
    def is_over(self) -> bool:
        return self.winner is not None

    @property
    def is_begun(self) -> bool:
        """Whether anything was played, ruled or decided: then the draw stays."""
        match = self.match
        if match.fixture:
            is_waiting = match.fixture.state in (State.PLANNED, State.POSTPONED) and not match.fixture.is_begun
            return not is_waiting or self.turns > 0
        return match.event_id is not None or self.turns > 0

    @property
    def may_move(self) -> bool:
        return not (self.match.is_bye or self.is_over or self.is_begun)

    @property
    def may_decide(self) -> bool:
        """Whether only a decision can say who goes on."""
        fixture = self.match.fixture
        return self.winner is None and (fixture is None or fixture.is_over)

    @property
    def sides(self) -> tuple[CupEntrant, ...]:
        match = self.match
        return (match.home, match.away) if match.away else (match.home,)

    @property
    def loser(self) -> CupEntrant | None:
        return next((side for side in self.sides if self.winner and side != self.winner), None)

    @property
    def is_without_venue(self) -> bool:
        return self.may_move and self.match.where is None


@dataclass(frozen=True)
class DrawnRound:
    """wrong: entrants that later results would add to it or remove from it."""

    row: CupRound
    name: str
    meetings: tuple[Meeting, ...]
    wrong: tuple[CupEntrant, ...] = ()

    @property
    def matches(self) -> tuple[Meeting, ...]:
        return tuple(meeting for meeting in self.meetings if not meeting.match.is_bye)

    @property
    def byes(self) -> tuple[Meeting, ...]:
        return tuple(meeting for meeting in self.meetings if meeting.match.is_bye)

    @property
    def is_final(self) -> bool:
        return len(self.meetings) == 1

    @property
    def is_over(self) -> bool:
        return all(meeting.is_over for meeting in self.meetings)


@dataclass(frozen=True)
class Progress:
    """left: who would be in the next round, without teams that left the season; all entrants before the first one."""

    cup: Cup
    entrants: tuple[CupEntrant, ...]
    rounds: tuple[DrawnRound, ...]
    left: tuple[CupEntrant, ...]

    @property
    def last(self) -> DrawnRound | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def champion(self) -> CupEntrant | None:
        """The winner of the final; of the last two, the one who did not leave the season."""
        if self.last is None or not self.last.is_over:
            return None
        if self.last.is_final:
            return self.last.meetings[0].winner
        return self.left[0] if len(self.left) == 1 else None

    @property
    def runner_up(self) -> CupEntrant | None:
        return self.last.meetings[0].loser if self.champion and self.last and self.last.is_final else None

    @property
    def is_ended(self) -> bool:
        """Whether nothing is left to play or draw."""
        is_empty = self.last is not None and self.last.is_over and not self.left
        return bool(self.cup.cancelled_because or self.champion or is_empty)

    @property
    def can_draw(self) -> bool:
        is_free = self.last is None or self.last.is_over
        return is_free and not self.is_ended and len(self.left) > 1

    @property
    def can_undo(self) -> bool:
        return (
            self.last is not None
            and not self.cup.cancelled_because
            and not any(match.is_begun for match in self.last.matches)
        )

    @property
    def final(self) -> Meeting | None:
        """The final, if it is drawn."""
        return self.last.matches[0] if self.last and self.last.is_final and self.last.matches else None


def progress_of(cup: Cup) -> Progress:
    """cup: with its season, league and club."""
    return progress_of_all(cup.season, [cup])[0]


def progress_of_all(season: Season, cups: Sequence[Cup]) -> list[Progress]:
    """Of cups of a season. Asks the database the same number of questions, however many there are and however big."""
    ids = {cup.pk: cup for cup in cups}
    for cup in cups:
        cup.season = season
    entrants: dict[int, list[CupEntrant]] = defaultdict(list)
    for entrant in _entrants(cups):
        entrant.cup = ids[entrant.cup_id]
        if entrant.squad:
            entrant.squad.season = season
        entrants[entrant.cup_id].append(entrant)
    rounds: dict[int, list[CupRound]] = defaultdict(list)
    for cup_round in CupRound.objects.filter(cup__in=ids).order_by("number"):
        cup_round.cup = ids[cup_round.cup_id]
        rounds[cup_round.cup_id].append(cup_round)
    matches: dict[int, list[CupMatch]] = defaultdict(list)
    for match in _matches(ids):
        if match.fixture:
            match.fixture.season = season
        matches[match.round_id].append(match)
    gone = withdrawals_of(season) if any(cup.is_of_teams for cup in cups) else {}
    wins = _wins([cup for cup in cups if not cup.is_of_teams])
    return [_progress(cup, entrants[cup.pk], rounds[cup.pk], matches, gone, wins) for cup in cups]


def _progress(
    cup: Cup,
    entrants: Sequence[CupEntrant],
    cup_rounds: Iterable[CupRound],
    matches: Mapping[int, Sequence[CupMatch]],
    gone_squads: Container[int],
    wins: Mapping[int, Wins],
) -> Progress:
    by_id, opening = {entrant.pk: entrant for entrant in entrants}, Opening.of(cup.opening)
    gone = {entrant.pk for entrant in entrants if entrant.squad_id and entrant.squad_id in gone_squads}
    rounds: list[DrawnRound] = []
    left = [entrant for entrant in entrants if entrant.pk not in gone]
    has_preliminary = False
    for cup_round in cup_rounds:
        for match in matches.get(cup_round.pk, ()):
            match.round, match.home = cup_round, by_id[match.home_id]
            match.away = by_id[match.away_id] if match.away_id else None
        meetings = tuple(_meeting(match, by_id, wins) for match in matches.get(cup_round.pk, ()))
        byes = sum(meeting.match.is_bye for meeting in meetings)
        has_preliminary = has_preliminary or (cup_round.number == 1 and is_preliminary(opening, byes))
        drawn, meant = (
            {side.pk for meeting in meetings for side in meeting.sides},
            {cup_entrant.pk for cup_entrant in left},
        )
        wrong = tuple(by_id[pk] for pk in sorted((drawn - meant - gone) | (meant - drawn)))
        played = len(meetings) - byes
        name = round_name(cup_round.number, played, byes, after_preliminary=has_preliminary, opening=opening)
        rounds.append(DrawnRound(cup_round, str(name), meetings, wrong))
        left = [meeting.winner for meeting in meetings if meeting.winner and meeting.winner.pk not in gone]
    return Progress(cup, tuple(entrants), tuple(rounds), tuple(left))


def _entrants(cups: Iterable[Cup]) -> QuerySet[CupEntrant]:
    """The best seed first."""
    pairs = Prefetch("players", CupPlayer.objects.select_related("player").order_by("chair"))
    cup_entrants = CupEntrant.objects.filter(cup__in=cups).select_related(
        "squad__team__venue", "squad__section__division"
    )
    return cup_entrants.prefetch_related(pairs).order_by("cup", "seed")


def unfinished_cups(season: Season) -> list[str]:
    """What prevents closing a season, in words. A cup that was never drawn doesn't."""
    now = progress_of_all(season, list(season.cups.filter(cancelled_because="")))
    waiting = [progress.cup for progress in now if progress.rounds and not progress.is_ended]
    return [say("{cup} isn’t over. Finish it or cancel it.", cup=cup) for cup in waiting]


def _matches(cups: Iterable[int]) -> QuerySet[CupMatch]:
    cup_matches = CupMatch.objects.filter(round__cup__in=cups).select_related(
        "venue", "event", "fixture__venue", "fixture__score"
    )
    decisions = Prefetch("decisions", CupDecision.objects.order_by("turn"))
    return cup_matches.prefetch_related(decisions).order_by("round__number", "number")


def _meeting(match: CupMatch, entrants: Mapping[int, CupEntrant], wins: Mapping[int, Wins]) -> Meeting:
    if match.away is None:
        return Meeting(match, match.home)
    fixture, turns = match.fixture, list(match.decisions.all())
    side, score = _fixture_result(fixture) if fixture else _pairs_result(match.round.cup, wins.get(match.pk))
    if side is not None:
        return Meeting(match, (match.home, match.away)[side], score, turns=len(turns))
    last = turns[-1] if turns else None
    if last is None or last.winner_id is None or (fixture and not fixture.is_over):
        return Meeting(match, None, score, turns=len(turns))
    return Meeting(match, entrants[last.winner_id], score, last, len(turns))


def _fixture_result(fixture: Fixture) -> tuple[int | None, str]:
    """Which side won, if one did, and the score."""
    if fixture.at_fault is not None:
        return 1 - fixture.at_fault, str(fixture.get_state_display())
    if fixture.state != State.PLAYED or not hasattr(fixture, "score"):
        return None, str(fixture.get_state_display()) if fixture.state == State.VOID else ""
    home, away = fixture.score.home_halves, fixture.score.away_halves
    said = f"{number_text(fixture.score.home_games)}–{number_text(fixture.score.away_games)}"
    return (None if home == away else int(away > home)), said


def _pairs_result(cup: Cup, wins: Wins | None) -> tuple[int | None, str]:
    if wins is None:
        return None, ""
    needed = _needed(cup)
    side = next((side for side in (0, 1) if wins[side] >= needed), None)
    return side, f"{wins[0]}–{wins[1]}"


def _needed(cup: Cup) -> int:
    """How many games win a match of pairs."""
    return cup.best_of // 2 + 1


def _wins(cups: Sequence[Cup]) -> dict[int, Wins]:
    """Match id → games that each pair won. A forfeit gives the other pair as many as are needed."""
    if not cups:
        return {}
    needed = {cup.pk: _needed(cup) for cup in cups}
    first_side = Seat.objects.filter(match=OuterRef("pk"), side=0).order_by("position").values("entry__number")[:1]
    where = "round__stage__event__cup_match"
    matches = Match.objects.filter(**{f"{where}__round__cup__in": cups}, standing__isnull=False)
    matches = matches.exclude(round__status=Round.Status.DRAFT).annotate(first=Subquery(first_side))
    sides_won: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    given: dict[int, tuple[int, int]] = {}
    for match, cup, first, data in matches.values_list(
        f"{where}__pk", f"{where}__round__cup", "first", "standing__slip"
    ):
        slip = slip_from(data)
        side = 1 - slip.forfeited[0] if len(slip.forfeited) == 1 else slip.winner
        if side is None:
            continue
        side = side if first == 1 else 1 - side
        if slip.forfeited:
            given[match] = side, needed[cup]
        else:
            sides_won[match][side] += 1
    for match, (side, wins) in given.items():
        sides_won[match][side] = wins
    return {match: (home, away) for match, (home, away) in sides_won.items()}
