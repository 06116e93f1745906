"""What can rank a table of standings: one small function per criterion, higher is better. Exact numbers only."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from random import Random

from games.engine.errors import RuleError
from games.engine.language import mark, spoken
from games.engine.messages import Message, message
from tournaments.formats.base import Format, Points
from tournaments.formats.numbers import EntryRef, Named, Number, Share
from tournaments.formats.round_facts import Outcome, RoundFact
from tournaments.formats.standings.counts import (
    average_points,
    four_point_hands,
    games_won,
    hands_won,
    loners,
    matchpoints,
    point_difference,
    points,
    points_percentage,
    rounds_played,
    rounds_won,
    two_point_hands,
)
from tournaments.formats.standings.sums import Facts, Group, Term, happened, number_text
from tournaments.formats.standings.unplayed import is_played, score

# Tie-breaks that look at opponents: Buchholz and its cuts, Sonneborn-Berger, opponents' points. Ranks no one.
#
# As in the FIDE Tie-Break Regulations (C.07, 2024, articles 8, 9 and 14), with games won as the score. Unplayed rounds
# follow the group's `UnplayedRule`.


_MADE = message("{entry} scored {points} points in all")
_STAND_IN = message("{happened}, counted as an opponent with a score of {worth}")
_HAS = message("{happened}, whose score is {score}")
_COUNTS = message("{happened}, whose score is {score} but counts as {worth}")


@dataclass(frozen=True)
class Met:
    """One opponent, or who stands in for it. opponent: None for a stand-in. worth: its score. value: what it adds."""

    fact: RoundFact
    opponent: int | None
    worth: Fraction
    value: Fraction
    is_cut: bool = False


def buchholz(group: Group, entry: int) -> list[Met]:
    """The scores of those met."""
    return [met for fact in group.facts[entry] for met in _met(group, entry, fact)]


def buchholz_cut_1(group: Group, entry: int) -> list[Met]:
    """Without the least (article 14.1)."""
    return _cut_least(group, buchholz(group, entry))


def median_buchholz(group: Group, entry: int) -> list[Met]:
    """Without the least and then without the greatest (article 14.3)."""
    return _cut_greatest(_cut_least(group, buchholz(group, entry)))


def sonneborn_berger(group: Group, entry: int) -> list[Met]:
    """The scores of those beaten, and half the scores of tied opponents."""
    return [replace(met, value=met.worth * met.fact.halves / 2) for met in buchholz(group, entry)]


def total(met: Iterable[Met]) -> Fraction:
    return sum((meeting.value for meeting in met if not meeting.is_cut), Fraction(0))


def opponents_points(group: Group) -> Mapping[int, Points]:
    """What an entry's opponents made in all their rounds, on average over the meetings; 0 without opponents."""
    return {entry: _average([points for _, _, points in _points_met(group, entry)]) for entry in group.facts}


def opponents_points_terms(group: Group, entry: int) -> tuple[Term, ...]:
    return tuple(
        Term(fact.round, number_text(points), _MADE(entry=EntryRef(opponent), points=Number(points)))
        for fact, opponent, points in _points_met(group, entry)
    )


def met_terms(group: Group, met: Iterable[Met]) -> tuple[Term, ...]:
    return tuple(
        Term(meeting.fact.round, number_text(meeting.value), _words(group, meeting), meeting.is_cut) for meeting in met
    )


def _met(group: Group, entry: int, fact: RoundFact) -> Iterable[Met]:
    """Whom an entry met in a round, house players left out; or who stands in."""
    if is_played(fact):
        for opponent in fact.opponents:
            if opponent in group.everybody:
                worth = group.unplayed.adjusted(group.everybody[opponent])
                yield Met(fact, opponent, worth, worth)
    elif (worth_or_none := group.unplayed.stand_in(fact, group.facts[entry], group.rounds)) is not None:
        yield Met(fact, None, worth_or_none, worth_or_none)


def _cut_least(group: Group, met: list[Met]) -> list[Met]:
    return _cut(
        met, min(met, key=lambda meeting: (not group.unplayed.cuts_first(meeting.fact), meeting.value), default=None)
    )


def _cut_greatest(met: list[Met]) -> list[Met]:
    return _cut(
        met, max((meeting for meeting in met if not meeting.is_cut), key=lambda meeting: meeting.value, default=None)
    )


def _cut(met: list[Met], out: Met | None) -> list[Met]:
    return [replace(meeting, is_cut=True) if meeting is out else meeting for meeting in met]


def _words(group: Group, met: Met) -> Message:
    """The round, and the score of whom one met unless it is what the round gives."""
    if met.opponent is None:
        return _STAND_IN(happened=happened(met.fact), worth=Number(met.worth))
    has = score(group.everybody[met.opponent])
    if has == met.value:
        return happened(met.fact)
    counts = _HAS if has == met.worth else _COUNTS
    return counts(happened=happened(met.fact), score=Number(has), worth=Number(met.worth))


def _points_met(group: Group, entry: int) -> list[tuple[RoundFact, int, Points]]:
    return [
        (fact, opponent, sum((round_fact.points for round_fact in group.everybody[opponent]), Fraction(0)))
        for fact in group.facts[entry]
        if is_played(fact)
        for opponent in fact.opponents
        if opponent in group.everybody
    ]


def _average(values: list[Points]) -> Points:
    return Fraction(sum(values)) / len(values) if values else 0


# What separates only tied entries: meetings among them, how far they got, the random draw. Ranks no one alone.


def head_to_head(group: Group) -> Mapping[int, Points]:
    """How many of the group an entry ranks above because it won more of their meetings.

    A beat B, B beat C and C beat A, or no meeting at all: they stay tied. Entries are tied with each other when each
    can be reached from the other over steps from one entry to another that has not beaten it.
    """
    wins = Counter(
        (entry, other)
        for entry, facts in group.facts.items()
        for fact in facts
        for other in fact.opponents
        if fact.outcome is Outcome.WON
    )
    everyone = set(group.facts)
    beaten_by: dict[int, set[int]] = {entry: set() for entry in group.facts}
    for (winner, loser), times in wins.items():
        if loser in everyone and times > wins[loser, winner]:
            beaten_by[loser].add(winner)
    unbeaten_by = {entry: everyone - beaten_by[entry] for entry in group.facts}
    reached = {entry: _reach(entry, unbeaten_by) for entry in group.facts}
    if all(own == everyone for own in reached.values()):
        return dict.fromkeys(group.facts, 0)
    return {entry: sum(entry not in reached[other] for other in reached[entry]) for entry in group.facts}


def meetings(group: Group, entry: int) -> tuple[Term, ...]:
    """The rounds in which an entry met someone of the group."""
    return tuple(
        Term(fact.round, "", happened(fact)) for fact in group.facts[entry] if set(fact.opponents) & set(group.facts)
    )


def progress(group: Group) -> Mapping[int, Points]:
    """How far an entry got in a knockout; entries still in got furthest."""
    return {entry: group.further.get(entry, 0) for entry in group.facts}


def lot(group: Group) -> Mapping[int, Points]:
    """A number drawn for each entry from the seed alone: the same no matter who else is tied, and replayable."""
    return {entry: Random(f"{group.seed}/final lot/{entry}").getrandbits(32) for entry in group.facts}  # noqa: S311  # replayable, nothing secret


def when_level(compare: Callable[[Group], Mapping[int, Points]]) -> Callable[[Group], Mapping[int, Points]]:
    """Compares nothing for an entry that is not tied with another."""
    return lambda group: compare(group) if len(group.facts) > 1 else {}


def _reach(start: int, steps: Mapping[int, set[int]]) -> set[int]:
    reached, open_ends = {start}, [start]
    # Few have met, so nearly everyone is a step away: then the first steps have found all.
    while open_ends and len(reached) < len(steps):
        fresh = steps[open_ends.pop()] - reached
        reached |= fresh
        open_ends += fresh
    return reached


Values = Callable[[Group], Mapping[int, Points]]
Terms = Callable[[Group, int], tuple[Term, ...]]


def no_terms(group: Group, entry: int) -> tuple[Term, ...]:
    """A value that is no sum over rounds."""
    return ()


def text_of(figure: Number | Share) -> str:
    """The text in a column."""
    return figure.in_english if isinstance(figure, Share) else str(figure)


def any_format(play: Format) -> bool:
    return True


def fixed_sides(play: Format) -> bool:
    """Sides that stay together and play on to the end: only they have a score that says how strong they are."""
    return play.entry_size > 1 and play.placing is None


def knock_out(play: Format) -> bool:
    return play.placing is not None


_MORE = message("{more} to {less} on {criterion}")
_WON_AFTER = message("games won after round {round}")


@spoken("name", "explanation")
@dataclass(frozen=True, eq=False)
class Criterion:
    """values: what each entry of a group has; an empty mapping when there is nothing to separate.

    reason: how a difference reads in an explanation; given `entry`, which is above, `other`, and the values, `more` and
    `less`. figure: a value for a message. terms: what an entry's value is made of, round by round. suits: the formats
    it makes sense in. follows_unplayed: whether the rule for unplayed rounds changes it.
    has_column: whether the number tells people anything by itself.
    """

    key: str
    name: str
    explanation: str
    values: Values
    reason: Callable[..., Message]
    figure: Callable[[Points], Number | Share]
    terms: Terms = no_terms
    suits: Callable[[Format], bool] = any_format
    follows_unplayed: bool = False
    has_column: bool = True

    @property
    def in_sentence(self) -> Named:
        return Named(self.__dict__["name"])

    def text(self, value: Points) -> str:
        """A value as text, for a column."""
        return text_of(self.figure(value))


def progressive_score(group: Group) -> Mapping[int, Points]:
    """The sum of the scores after each round: who won early has more (C.07, article 7.5)."""
    return {entry: sum(_running(group, entry), Fraction(0)) for entry in group.facts}


def _running(group: Group, entry: int) -> list[Fraction]:
    halves = {fact.round: fact.halves for fact in group.facts[entry]}
    rounds = range(1, group.rounds + 1)
    return [Fraction(sum(halves.get(before, 0) for before in rounds[:number]), 2) for number in rounds]


def _running_terms(group: Group, entry: int) -> tuple[Term, ...]:
    scores = enumerate(_running(group, entry), start=1)
    return tuple(Term(number, number_text(score), _WON_AFTER(round=number)) for number, score in scores)


def _count(name: str, explanation: str, count: Callable[[Facts], Points]) -> Criterion:
    """A criterion that looks at the entry's own rounds only."""
    figure = Share.of if count in (points_percentage, matchpoints) else Number

    def values(group: Group) -> Mapping[int, Points]:
        return {entry: count(facts) for entry, facts in group.facts.items()}

    def terms(group: Group, entry: int) -> tuple[Term, ...]:
        return tuple(Term(fact.round, text_of(figure(count((fact,)))), happened(fact)) for fact in group.facts[entry])

    return Criterion(count.__name__, name, explanation, values, _reason(name), figure, terms)


def _opposition(name: str, explanation: str, meet: Callable[[Group, int], list[Met]]) -> Criterion:
    """A criterion that adds up what those met are worth."""

    def values(group: Group) -> Mapping[int, Points]:
        return {entry: total(meet(group, entry)) for entry in group.facts}

    def terms(group: Group, entry: int) -> tuple[Term, ...]:
        return met_terms(group, meet(group, entry))

    key, reason = meet.__name__, _reason(name)
    return Criterion(key, name, explanation, values, reason, Number, terms, fixed_sides, follows_unplayed=True)


def _reason(name: str) -> Callable[..., Message]:
    return partial(_MORE, criterion=Named(name))


HEAD_TO_HEAD = mark(
    "Compares only the results between tied entries. If A beat B, B beat C and C beat A, all stay tied."
)
CRITERIA: dict[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        _count(mark("Points"), mark("All points scored, including points for sitting out."), points),
        _count(mark("Games won"), mark("Games your side won. A tied game counts half."), games_won),
        _count(
            mark("Rounds won"),
            mark("Rounds your side won. A tied round doesn’t count."),
            rounds_won,
        ),
        _count(mark("4-point hands"), mark("Hands that scored 4 points: lone marches."), four_point_hands),
        _count(mark("Loners"), mark("Loners your side made."), loners),
        _count(
            mark("2-point hands"), mark("Marches and euchres. A score card doesn’t tell them apart."), two_point_hands
        ),
        _count(
            mark("Hands won"),
            mark("Hands your side scored in. This needs score slips entered hand by hand."),
            hands_won,
        ),
        _count(
            mark("Percentage of points"),
            mark("Your percentage of all points scored at your tables."),
            points_percentage,
        ),
        _count(mark("Point difference"), mark("Points scored minus points allowed."), point_difference),
        _count(
            mark("Points per round"),
            mark("Points scored per round played. Good for nights when people come late or leave early."),
            average_points,
        ),
        _count(mark("Rounds played"), mark("Rounds you actually played. Sitting out doesn’t count."), rounds_played),
        Criterion(
            "opponents_points",
            mark("Opponents’ points"),
            mark("Your opponents’ average points over all their rounds. Rewards a harder schedule."),
            opponents_points,
            _reason("Opponents’ points"),
            Number,
            opponents_points_terms,
        ),
        _opposition(mark("Buchholz"), mark("Your opponents’ total wins. Rewards a harder schedule."), buchholz),
        _opposition(
            mark("Buchholz cut 1"), mark("Buchholz, dropping the opponent who adds the least."), buchholz_cut_1
        ),
        _opposition(
            mark("Median Buchholz"),
            mark("Buchholz, dropping the opponents who add the least and the most."),
            median_buchholz,
        ),
        _opposition(
            mark("Sonneborn-Berger"),
            mark("Games won by everyone you beat, plus half the games won by everyone you tied with."),
            sonneborn_berger,
        ),
        Criterion(
            "progressive_score",
            mark("Progressive score"),
            mark("Games won after each round, added up. Early wins count more."),
            progressive_score,
            _reason("Progressive score"),
            Number,
            _running_terms,
            fixed_sides,
        ),
        _count(
            mark("Matchpoints"),
            mark(
                "Your percentage of all possible matchpoints. Each deal gives 2 for every pair you beat with the "
                "same cards, and 1 for every tie."
            ),
            matchpoints,
        ),
        Criterion(
            "head_to_head",
            mark("Head to head"),
            HEAD_TO_HEAD,
            when_level(head_to_head),
            message("{entry} has the better head-to-head record"),
            Number,
            meetings,
            has_column=False,
        ),
        Criterion(
            "progress",
            mark("Bracket progress"),
            mark("For knockouts: the longer you stay in, the higher you rank. Losers in the same round share a rank."),
            progress,
            message("{entry} got further in the bracket"),
            Number,
            suits=knock_out,
            has_column=False,
        ),
        Criterion(
            "lot",
            mark("Random draw"),
            mark("A random draw that anyone can check."),
            when_level(lot),
            message("decided by random draw"),
            Number,
            has_column=False,
        ),
    )
}
"""Key -> criterion, in the order in which a form offers them."""


def offered(play: Format) -> tuple[Criterion, ...]:
    """The criteria that make sense in a format."""
    return tuple(criterion for criterion in CRITERIA.values() if criterion.suits(play))


def check_known(keys: Iterable[str]) -> None:
    """RuleError for a criterion that does not exist."""
    for key in keys:
        if key not in CRITERIA:
            raise RuleError(
                "“{key}” isn’t a ranking criterion. Choose from: {criteria}.", key=key, criteria=", ".join(CRITERIA)
            )


def check_choice(play: Format, keys: Sequence[str]) -> None:
    """RuleError unless these criteria, in this order, can rank a stage of the format."""
    check_known(keys)
    if not keys:
        raise RuleError("This event has no ranking criteria. Choose at least one.")
    for key in keys:
        if not CRITERIA[key].suits(play):
            raise RuleError(
                "“{criterion}” doesn’t work with the {play} format. Remove it.",
                criterion=CRITERIA[key].name,
                play=play.name,
            )
        if keys.count(key) > 1:
            raise RuleError("“{criterion}” is on the list twice. Remove the second one.", criterion=CRITERIA[key].name)
