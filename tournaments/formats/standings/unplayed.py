"""What a round without a game is worth to the tie-breaks that count opponents. One versioned rule per stage.

A stage keeps the rule it was set up with: when the regulations change, the new edition is one more member here and old
standings stay as they were. Reads facts, ranks no one.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice
from tournaments.formats.round_facts import Kind, Outcome, RoundFact

HALF = Fraction(1, 2)


class UnplayedRule(Choice):
    """Unplayed rounds are byes, forfeits of either side and rounds that an entry missed, before coming in or after
    leaving.

    A table that was declared void, or has no result yet, is no round for those who sat there. Scores are games won.

    FIDE_2023 (Tie-Break Regulations C.07, editions of 2023 and 2024, the article on unplayed rounds, 16 in the latter).
    For the entry itself: in an unplayed round it met a dummy with its own final score. For its opponents: a score is
    what it is, byes and forfeits included; only the rounds that an entry missed at the end, with nothing but missed or
    forfeited rounds after them, count as tied games. When the lowest are cut, rounds that the entry missed or forfeited
    go first.

    FIDE_2009 (General Assembly 2009, then Tournament Rules annex on tie-breaks, in force until 2022). For the entry
    itself: in an unplayed round it met a virtual opponent who had its own score before the round, got in it what was
    left of the game, and drew ever after. For its opponents: every unplayed round counts as a tied game.

    PLAIN. An unplayed round adds nothing, and every score is what it is.
    """

    FIDE_2023 = (
        "2023",
        mark("FIDE 2023"),
        mark("An unplayed round counts as a game against someone with your own final score."),
    )
    FIDE_2009 = (
        "2009",
        mark("FIDE 2009"),
        mark("An unplayed round counts as a game against someone who ties every later round."),
    )
    PLAIN = "plain", mark("Don’t count unplayed rounds"), mark("An unplayed round adds nothing.")

    def stand_in(self, fact: RoundFact, own: Sequence[RoundFact], rounds: int) -> Fraction | None:
        """The score of whom one met in an unplayed round; None when it adds nothing. own: all facts of the entry."""
        if self is UnplayedRule.PLAIN:
            return None
        if self is UnplayedRule.FIDE_2023:
            return score(own)
        before = score(round_fact for round_fact in own if round_fact.round < fact.round)
        return before + 1 - score([fact]) + HALF * (rounds - fact.round)

    def adjusted(self, facts: Sequence[RoundFact]) -> Fraction:
        """The score of an entry as it counts for its opponents. facts: all of the entry, by round."""
        if self is UnplayedRule.PLAIN:
            return score(facts)
        if self is UnplayedRule.FIDE_2009:
            drawn = [fact for fact in facts if not is_played(fact)]
        else:
            last = max((fact.round for fact in facts if not is_own_doing(fact)), default=0)
            drawn = [fact for fact in facts if fact.kind is Kind.MISSED and fact.round > last]
        return score(facts) - score(drawn) + HALF * len(drawn)

    def cuts_first(self, fact: RoundFact) -> bool:
        """Whether this round goes before a lower one when the least of a sum is cut."""
        return self is UnplayedRule.FIDE_2023 and is_own_doing(fact)


NEWEST = UnplayedRule.FIDE_2023


def rule_named(name: str) -> UnplayedRule:
    """The rule of that name. RuleError when there is none."""
    for rule in UnplayedRule:
        if rule.value == name:
            return rule
    raise RuleError(
        "There’s no rule “{name}” for unplayed rounds. Choose one of: {rules}.",
        name=name,
        rules=", ".join(UnplayedRule),
    )


def score(facts: Iterable[RoundFact]) -> Fraction:
    """Games won; a tied game counts half."""
    return Fraction(sum(fact.halves for fact in facts), 2)


def is_played(fact: RoundFact) -> bool:
    return fact.kind is Kind.PLAYED


def is_own_doing(fact: RoundFact) -> bool:
    """Missed, or forfeited by the entry's own side: not the fault of the draw."""
    return fact.kind is Kind.MISSED or (fact.kind is Kind.FORFEITED and fact.outcome is Outcome.LOST)
