"""Whole games reviewed for the command line: par of each deal, what each player lost, and the dearest decisions.

The two ways to weigh stand in sections of their own, each under its name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from games.engine.actions import Verb
from games.engine.analysis.as_known import KnownMoment, KnownReview
from games.engine.analysis.hand_review import review_hand
from games.engine.analysis.open_cards import OpenMoment, OpenReview, opened
from games.engine.analysis.par import Par
from games.engine.analysis.solvers import MakeSolver
from games.engine.analysis.telling import sentence
from games.engine.card_names import strain_name
from games.engine.hand import Hand, do
from games.engine.scoring import Loner
from games.engine.view import View, view_for

SHOWN = 3


@dataclass(frozen=True)
class ReviewedHand:
    """A hand with everything that is said about it. game, deal: their numbers, from 1."""

    game: int
    deal: int
    hand: Hand
    players: tuple[str, ...]
    par: Par | None
    open_cards: OpenReview
    as_known: KnownReview

    def where(self, number: int) -> str:
        """Where in the games an action stands. number: its number in the hand, from 0."""
        verbs = [action.verb for _, action in self.hand.history]
        trick = verbs[:number].count(Verb.PLAY) // self.hand.position.active + 1 if verbs[number] is Verb.PLAY else 0
        return f"game {self.game}, deal {self.deal}{f', trick {trick}' if trick else ''}"

    def view(self, number: int) -> View:
        """What the seat saw before that action."""
        at = opened(self.hand)
        for _, action in self.hand.history[:number]:
            do(at, action.code)
        return view_for(Hand(at), at.turn)


def reviewed(
    game: int, deal: int, hand: Hand, players: tuple[str, ...], seed: int, deals: int, make_solver: MakeSolver
) -> ReviewedHand:
    """One finished hand."""
    review = review_hand(hand, seed, deals, make_solver)
    return ReviewedHand(game, deal, hand, players, review.par, review.open_cards, review.as_known)


def write_hand(review: ReviewedHand, out: TextIO) -> None:
    """A line for the deal."""
    assert review.hand.result is not None
    result = " / ".join(map(str, review.hand.result.points))
    lost = ", ".join(
        f"{name} {review.open_cards.loss_of(seat)}"
        for seat, name in enumerate(review.players)
        if review.open_cards.loss_of(seat)
    )
    out.write(f"Game {review.game}, deal {review.deal}: {result}. Par: {par_text(review.par, review.players)}.")
    out.write(f" Lost with open cards: {lost or 'nothing'}.\n")


def par_text(par: Par | None, players: tuple[str, ...]) -> str:
    """Par in words."""
    if par is None:
        return "too many tricks to work out"
    points = " / ".join(map(str, par.points))
    if par.maker is None or par.strain is None:
        return f"{points}, all pass"
    level = f"{par.level} in " if par.level else ""
    alone = "" if par.loner is Loner.NO else " alone" if par.loner is Loner.ALONE else f" ({par.loner.value})"
    against = "" if par.defender is None else f", {players[par.defender]} defends alone"
    contract = f"{players[par.maker]} {level}{strain_name(par.strain)}{alone}{against}"
    return f"{points}, {contract}, makers take {par.tricks}"


def write_summary(reviews: Sequence[ReviewedHand], out: TextIO) -> None:
    """What each player lost, and the dearest decisions, both ways apart."""
    out.write("\nWith open cards (hindsight: everyone sees every card)\n")
    open_losses, known_losses = totals(reviews)
    for name, lost in open_losses.items():
        out.write(f"  {name}: {lost} points in {len(reviews)} hands\n")
    for place, (review, number, moment) in enumerate(dearest_open(reviews), 1):
        out.write(f"  {place}. {review.where(number)}: {review.players[moment.seat]}: {moment.chosen.action}")
        out.write(f" lost {moment.loss}, {moment.best[0]} loses nothing\n")
    out.write("\nAs known (estimates: what each player had seen and heard)\n")
    for name, estimate in known_losses.items():
        out.write(f"  {name}: {estimate:.1f} points in clear losses\n")
    for place, (review, known) in enumerate(dearest_known(reviews), 1):
        chosen = known.chosen
        out.write(f"  {place}. {review.where(known.number)}: {review.players[known.seat]}.")
        out.write(f" {sentence(review.view(known.number), known, review.players)}")
        out.write(f" ({chosen.loss:.2f} ± {chosen.loss_error:.2f} points, {known.deals} deals)\n")


def totals(reviews: Sequence[ReviewedHand]) -> tuple[dict[str, int], dict[str, float]]:
    """What each player lost with open cards, and in clear losses as known."""
    names = sorted({name for review in reviews for name in review.players})
    openly, known = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    for review in reviews:
        for seat, name in enumerate(review.players):
            openly[name] += review.open_cards.loss_of(seat)
        for moment in review.as_known.moments:
            if moment.chosen.is_clear:
                known[review.players[moment.seat]] += moment.chosen.loss
    return openly, known


def dearest_open(reviews: Sequence[ReviewedHand]) -> list[tuple[ReviewedHand, int, OpenMoment]]:
    """The actions that lost most with open cards, with their numbers in the hand; earlier ones first among equals."""
    every = [
        (review, review.open_cards.left_out + number, moment)
        for review in reviews
        for number, moment in enumerate(review.open_cards.moments)
        if moment.loss
    ]
    return sorted(every, key=lambda each: -each[2].loss)[:SHOWN]


def dearest_known(reviews: Sequence[ReviewedHand]) -> list[tuple[ReviewedHand, KnownMoment]]:
    """The decisions that cost most by what their seat knew, clear losses alone."""
    every = [(review, moment) for review in reviews for moment in review.as_known.moments if moment.chosen.is_clear]
    return sorted(every, key=lambda each: -each[1].chosen.loss)[:SHOWN]
