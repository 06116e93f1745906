"""Everything that is said about one finished hand, as a value, and as plain data that can be kept as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.actions import Action
from games.engine.analysis.as_known import DEALS, KnownChoice, KnownMoment, KnownReview, review_as_known
from games.engine.analysis.open_cards import OpenChoice, OpenMoment, OpenReview, review_open
from games.engine.analysis.par import Par, par_of
from games.engine.analysis.solvers import MakeSolver, best_solver
from games.engine.cards import Strain
from games.engine.hand import Hand
from games.engine.notation import action_from
from games.engine.phases import Phase
from games.engine.scoring import Loner

Data = dict[str, Any]
"""Numbers, texts, lists and dictionaries with texts as keys."""


@dataclass(frozen=True)
class Review:
    """par: None for a deal with more tricks than the solver can solve from the start."""

    par: Par | None
    open_cards: OpenReview
    as_known: KnownReview


def review_hand(hand: Hand, seed: int, deals: int = DEALS, make_solver: MakeSolver = best_solver) -> Review:
    """One finished hand. Raises RuleError for a hand that isn't over, of three or more sides, and for fewer than 2
    deals."""
    reach = make_solver(hand.position.setup).most_tricks
    par = par_of(hand, make_solver) if hand.rules.cards_each <= reach else None
    return Review(par, review_open(hand, make_solver), review_as_known(hand, seed, deals, make_solver))


def data_of(review: Review) -> Data:
    """Plain data; `review_from` is the inverse. A moment's chosen action is kept as its place among the choices."""
    openly, known = review.open_cards, review.as_known
    return {
        "par": None if review.par is None else par_data(review.par),
        "open": {
            "left_out": openly.left_out,
            "worth": openly.worth,
            "result": openly.result,
            "moments": [
                [
                    moment.seat,
                    moment.phase.value,
                    moment.choices.index(moment.chosen),
                    [[str(choice.action), choice.worth, choice.tricks] for choice in moment.choices],
                ]
                for moment in openly.moments
            ],
        },
        "known": {
            "seed": known.seed,
            "deals": known.deals,
            "left_out": known.left_out,
            "moments": [
                [
                    moment.number,
                    moment.seat,
                    moment.phase.value,
                    moment.choices.index(moment.chosen),
                    [_known_data(choice) for choice in moment.choices],
                    moment.deals,
                    moment.misfits,
                ]
                for moment in known.moments
            ],
        },
    }


def review_from(data: Mapping[str, Any]) -> Review:
    """The review of which that is the data."""
    openly, known = data["open"], data["known"]
    return Review(
        par=None if data["par"] is None else par_from(data["par"]),
        open_cards=OpenReview(
            tuple(_open_moment(*parts) for parts in openly["moments"]),
            openly["left_out"],
            openly["worth"],
            openly["result"],
        ),
        as_known=KnownReview(
            tuple(_known_moment(*parts) for parts in known["moments"]), known["seed"], known["deals"], known["left_out"]
        ),
    )


def _open_moment(seat: int, phase: int, chosen: int, choices: list[list[Any]]) -> OpenMoment:
    every = tuple(OpenChoice(action_from(action), worth, tricks) for action, worth, tricks in choices)
    return OpenMoment(seat, Phase(phase), every[chosen], every)


def _known_moment(
    number: int, seat: int, phase: int, chosen: int, choices: list[list[Any]], deals: int, misfits: int
) -> KnownMoment:
    every = tuple(KnownChoice(action_from(action), *numbers) for action, *numbers in choices)
    return KnownMoment(number, seat, Phase(phase), every[chosen], every, deals, misfits)


def _known_data(choice: KnownChoice) -> list[Any]:
    tricks, loss = (choice.worth, choice.error, choice.tricks), (choice.loss, choice.loss_error, choice.tricks_lost)
    return [str(choice.action), *tricks, *loss]


def par_data(par: Par) -> Data:
    """Plain data; `par_from` is the inverse."""
    return {
        "points": list(par.points),
        "maker": par.maker,
        "strain": None if par.strain is None else str(par.strain),
        "loner": par.loner.value,
        "level": par.level,
        "defender": par.defender,
        "tricks": par.tricks,
        "bidding": [[seat, str(action)] for seat, action in par.bidding],
    }


def par_from(data: Mapping[str, Any]) -> Par:
    """The par of which that is the data."""
    return Par(
        points=tuple(data["points"]),
        maker=data["maker"],
        strain=None if data["strain"] is None else Strain(data["strain"]),
        loner=Loner(data["loner"]),
        level=data["level"],
        defender=data["defender"],
        tricks=data["tricks"],
        bidding=tuple(_bid(seat, action) for seat, action in data["bidding"]),
    )


def _bid(seat: int, action: str) -> tuple[int, Action]:
    return seat, action_from(action)
