"""What can rank a table of standings: one small function per criterion, higher is better. Exact numbers only."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from games.engine.errors import RuleError
from games.engine.language import mark, spoken
from tournaments.formats.base import Format, Points
from tournaments.formats.kept import kept, kept_part, kept_word
from tournaments.formats.standings import opposition
from tournaments.formats.standings.among_level import head_to_head, lot, meetings, progress, when_level
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
from tournaments.formats.standings.opposition import Met, met_terms
from tournaments.formats.standings.sums import Facts, Group, Term, happened, number_text, percentage_text

Values = Callable[[Group], Mapping[int, Points]]
Terms = Callable[[Group, int], tuple[Term, ...]]


def no_terms(group: Group, entry: int) -> tuple[Term, ...]:
    """A value that is no sum over rounds."""
    return ()


def any_format(play: Format) -> bool:
    return True


def fixed_sides(play: Format) -> bool:
    """Sides that stay together and play on to the end: only they have a score that says how strong they are."""
    return play.entry_size > 1 and play.placing is None


def knock_out(play: Format) -> bool:
    return play.placing is not None


_MORE = kept_part("{more} to {less} on {criterion}")
_WON_AFTER = kept("games won after round {round}")


@spoken("name", "explanation")
@dataclass(frozen=True, eq=False)
class Criterion:
    """values: what each entry of a group has; an empty mapping when there is nothing to separate.

    reason: how a difference reads in an explanation, a part of a kept sentence; given `entry`, which is above, `other`,
    and the values as text, `more` and `less`. text: a value for people. terms: what an entry's value is made of, round
    by round. suits: the formats it makes sense in. follows_unplayed: whether the rule for unplayed rounds changes it.
    has_column: whether the number tells people anything by itself.
    """

    key: str
    name: str
    explanation: str
    values: Values
    reason: Callable[..., str]
    text: Callable[[Points], str]
    terms: Terms = no_terms
    suits: Callable[[Format], bool] = any_format
    follows_unplayed: bool = False
    has_column: bool = True

    def __post_init__(self) -> None:
        kept_word(self.in_sentence, lambda: in_sentence(self.name))

    @property
    def in_sentence(self) -> str:
        """In English, for sentences that are kept."""
        return in_sentence(self.__dict__["name"])


def in_sentence(name: str) -> str:
    """A criterion's name inside a sentence: only people keep their capital letters."""
    return " ".join(word if word in PEOPLE else word.lower() for word in name.split())


PEOPLE = {"Buchholz", "Sonneborn-Berger"}


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
    """A criterion that looks at the own rounds only."""
    text = percentage_text if count in (points_percentage, matchpoints) else number_text

    def values(group: Group) -> Mapping[int, Points]:
        return {entry: count(facts) for entry, facts in group.facts.items()}

    def terms(group: Group, entry: int) -> tuple[Term, ...]:
        return tuple(Term(fact.round, text(count((fact,))), happened(fact)) for fact in group.facts[entry])

    return Criterion(count.__name__, name, explanation, values, _reason(name), text, terms)


def _opposition(name: str, explanation: str, meet: Callable[[Group, int], list[Met]]) -> Criterion:
    """A criterion that adds up what those met are worth."""

    def values(group: Group) -> Mapping[int, Points]:
        return {entry: opposition.total(meet(group, entry)) for entry in group.facts}

    def terms(group: Group, entry: int) -> tuple[Term, ...]:
        return met_terms(group, meet(group, entry))

    key, reason = meet.__name__, _reason(name)
    return Criterion(key, name, explanation, values, reason, number_text, terms, fixed_sides, follows_unplayed=True)


def _reason(name: str) -> Callable[..., str]:
    return partial(_MORE, criterion=in_sentence(name))


HEAD_TO_HEAD = mark(
    "Among those level so far: who won more of their meetings. When A beat B, B beat C and C beat A, all stay level."
)
CRITERIA: dict[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        _count(mark("Points"), mark("All points made, with those for sitting out."), points),
        _count(
            mark("Games won"), mark("Games with more points than the other side; a level game counts half."), games_won
        ),
        _count(
            mark("Rounds won"),
            mark("Rounds with more points than the other side; a level round does not count."),
            rounds_won,
        ),
        _count(mark("Four-point hands"), mark("Hands that made four points: lone marches."), four_point_hands),
        _count(mark("Loners"), mark("Hands played alone and made by the own side."), loners),
        _count(mark("Two-point hands"), mark("Marches and euchres; a card does not tell them apart."), two_point_hands),
        _count(
            mark("Hands won"),
            mark("Hands in which the own side scored, where hands were tapped one by one."),
            hands_won,
        ),
        _count(mark("Share of points"), mark("Points made out of all points at the own tables."), points_percentage),
        _count(mark("Point difference"), mark("Points made less the points of the other side."), point_difference),
        _count(
            mark("Points per round"),
            mark("Points made per round played, for nights on which some come late or leave."),
            average_points,
        ),
        _count(mark("Rounds played"), mark("Rounds really played; sitting out does not count."), rounds_played),
        Criterion(
            "opponents_points",
            mark("Opponents’ points"),
            mark("The points that those met have made in all their rounds, on average: who had it harder."),
            opposition.opponents_points,
            _reason("Opponents’ points"),
            number_text,
            opposition.opponents_points_terms,
        ),
        _opposition(
            mark("Buchholz"), mark("The games won by everybody met, added up: who had it harder."), opposition.buchholz
        ),
        _opposition(
            mark("Buchholz cut 1"), mark("Buchholz without the opponent who adds least."), opposition.buchholz_cut_1
        ),
        _opposition(
            mark("Median Buchholz"), mark("Buchholz without those who add least and most."), opposition.median_buchholz
        ),
        _opposition(
            mark("Sonneborn-Berger"),
            mark(
                "The games won by everybody beaten, and half of those by everybody who was level: whom one has beaten."
            ),
            opposition.sonneborn_berger,
        ),
        Criterion(
            "progressive_score",
            mark("Progressive score"),
            mark("The games won after each round, added up: who won early has more."),
            progressive_score,
            _reason("Progressive score"),
            number_text,
            _running_terms,
            fixed_sides,
        ),
        _count(
            mark("Matchpoints"),
            mark(
                "The share of those that could be made: on every deal 2 for each pair with the same cards that did "
                "worse, 1 for each that did as well."
            ),
            matchpoints,
        ),
        Criterion(
            "head_to_head",
            mark("Head to head"),
            HEAD_TO_HEAD,
            when_level(head_to_head),
            kept_part("{entry} won more of their meetings"),
            number_text,
            meetings,
            has_column=False,
        ),
        Criterion(
            "progress",
            mark("Went further"),
            mark("In a knock-out: who stayed in longer. Those who went out in the same round share a place."),
            progress,
            kept_part("{entry} went further"),
            number_text,
            suits=knock_out,
            has_column=False,
        ),
        Criterion(
            "lot",
            mark("Lot"),
            mark("A lot, drawn from the stage's seed."),
            when_level(lot),
            kept_part("the lot decided"),
            number_text,
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
            raise RuleError("“{key}” ranks nothing. Choose from: {criteria}.", key=key, criteria=", ".join(CRITERIA))


def check_choice(play: Format, keys: Sequence[str]) -> None:
    """RuleError unless these criteria, in this order, can rank a stage of the format."""
    check_known(keys)
    if not keys:
        raise RuleError("Nothing ranks the event. Choose at least one criterion.")
    for key in keys:
        if not CRITERIA[key].suits(play):
            raise RuleError(
                "“{criterion}” makes no sense in the format {play}. Leave it out.",
                criterion=CRITERIA[key].name,
                play=play.name,
            )
        if keys.count(key) > 1:
            raise RuleError(
                "“{criterion}” is on the list twice. It decides only the first time.", criterion=CRITERIA[key].name
            )
