"""A hand described in plain lines, for the command line and for golden files. Shows every card: never for players."""

from games.engine.actions import Action, Verb
from games.engine.hand import Hand
from games.engine.notation import cards_text
from games.engine.result import HandResult, Trick
from games.engine.scoring import Loner, Result

PHRASES = {
    Verb.PASS: "passes",
    Verb.ORDER: "orders it up",
    Verb.ALONE: "plays alone",
    Verb.PARTNER: "plays with partner",
    Verb.DEFEND: "defends alone",
    Verb.ASSIST: "defends with partner",
    Verb.MISDEAL: "throws in a misdeal",
    Verb.LEAVE: "leaves the upcard",
    Verb.CALL: "calls",
    Verb.BID: "bids",
    Verb.UNDER: "goes under with",
    Verb.DISCARD: "lays away",
    Verb.GIVE: "gives",
}
ENDINGS = {
    Result.MARCH: "takes every trick",
    Result.MADE: "makes it",
    Result.EUCHRE: "is euchred",
}


def transcript(hand: Hand) -> str:
    """The deal, every action, every trick with its winner, and the score."""
    lines = [f"Dealer: seat {hand.dealer}"]
    lines += [f"Seat {seat}: {cards_text(own)}" for seat, own in enumerate(hand.dealt)]
    lines += [f"Undealt: {cards_text(hand.undealt)}"] if hand.undealt else []
    lines += [f"Seat {seat} {describe(action)}." for seat, action in hand.history if action.verb is not Verb.PLAY]
    lines += [f"Sitting out: seat {seat}" for seat in hand.sitting_out]
    lines += [trick_line(number, trick) for number, trick in enumerate(hand.tricks, 1)]
    if hand.result is not None:
        lines.append(result_line(hand.result))
    return "\n".join(lines) + "\n"


def describe(action: Action) -> str:
    """An action as a sentence without its subject."""
    words = [PHRASES[action.verb], *str(action).split(" ")[1:]]
    return " ".join(words)


def trick_line(number: int, trick: Trick) -> str:
    """One trick."""
    plays = "  ".join(f"{seat}:{card}" for seat, card in trick.plays)
    ending = "" if trick.winner is None else f"  -> seat {trick.winner}"
    return f"Trick {number}: {plays}{ending}"


def result_line(result: HandResult) -> str:
    """The end of the hand."""
    if result.result is Result.PASSED:
        return "All pass; the deal passes on."
    if result.result is Result.MISDEAL:
        return "Misdeal; the same dealer deals again."
    how = "" if result.loner is Loner.NO else f" ({result.loner.value})"
    points = " / ".join(str(own) for own in result.points)
    return f"Seat {result.maker}{how} {ENDINGS[result.result]}; tricks {list(result.tricks)}; points {points}"
