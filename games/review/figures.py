"""Of each reviewed hand, the few figures that are summed up for a player: accuracy, and points by cards and by play."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.analysis.hand_review import review_from
from games.engine.analysis.luck import Accuracy, accuracy_of, balance_of
from games.engine.language import percentage, signed
from games.engine.seating import side_of_seats
from games.review.models import HandReview
from games.tables.models import GamePlayer, Hand

MAX_HANDS = 500
"""The newest ones: they say how someone plays now."""


@dataclass(frozen=True)
class PlayerFigures:
    """Of a player's reviewed hands. cards: points ahead of the player's side by the deals, in all. play: points that
    the player gave away, in all, never above zero."""

    hands: int
    cards: int
    play: int
    accuracy: Accuracy

    @property
    def accuracy_text(self) -> str:
        share = self.accuracy.share
        return "" if share is None else percentage(f"{100 * share:.0f}")

    @property
    def cards_text(self) -> str:
        """Points a hand, with their sign."""
        return signed(self.cards / self.hands, 2)

    @property
    def play_text(self) -> str:
        """The same."""
        return signed(self.play / self.hands, 2)


def figures_in(data: Mapping[str, Any], hand: Hand) -> dict[str, Any]:
    """cards: of the first side. seats: for each what it gave away, decisions, points at stake and lost. What the site
    chose for a player counts as no decision, and as nobody's play."""
    review, sides = review_from(data), side_of_seats(hand.game.house_rules)
    chosen_by_site = [step - 1 for step in hand.stand_ins]
    seats = []
    for seat in range(len(sides)):
        accuracy = accuracy_of(review.as_known, seat, chosen_by_site)
        lost = sum(
            moment.loss
            for number, moment in enumerate(review.open_cards.moments, review.open_cards.left_out)
            if moment.seat == seat and number not in chosen_by_site
        )
        seats.append([-lost, accuracy.decisions, accuracy.at_stake, accuracy.lost])
    return {"cards": balance_of(review.open_cards, sides).cards, "seats": seats}


def figures_of(players: Collection[int]) -> PlayerFigures | None:
    """Over the newest reviewed hands of a player, under any of these records; None without any. Games with open or
    prepared hands don't count."""
    newest = (
        HandReview.objects.filter(
            hand__game__in=GamePlayer.objects.filter(player__in=players).values("game"),
            hand__game__open_hands=False,
            hand__prepared=None,
            done_at__isnull=False,
        )
        .order_by("-hand__ended_at", "-hand")
        .values_list("hand__game", "hand__number", "figures")[:MAX_HANDS]
    )
    reviewed = list(newest)
    seats = _seats_of({game for game, *_ in reviewed})
    in_seat: list[tuple[int, Any]] = []
    for game, number, figures in reviewed:
        if (seat := _seat_in(seats[game], players, number)) is not None:
            in_seat.append((seat, figures))
    if not in_seat:
        return None
    return PlayerFigures(
        hands=len(in_seat),
        cards=sum(-figures["cards"] if seat % 2 else figures["cards"] for seat, figures in in_seat),
        play=sum(figures["seats"][seat][0] for seat, figures in in_seat),
        accuracy=sum((Accuracy(*figures["seats"][seat][1:]) for seat, figures in in_seat), Accuracy()),
    )


def _seats_of(games: Iterable[int]) -> dict[int, list[tuple[int, int, int]]]:
    """By game everyone who sat there, as seat, first hand, player."""
    seats = defaultdict(list)
    players = GamePlayer.objects.filter(game__in=games).order_by("from_hand")
    for game, seat, from_hand, who in players.values_list("game", "seat", "from_hand", "player"):
        seats[game].append((seat, from_hand, who))
    return seats


def _seat_in(seats: list[tuple[int, int, int]], players: Collection[int], hand: int) -> int | None:
    """Where the player sat in that hand."""
    sitting = {seat: who for seat, from_hand, who in seats if from_hand <= max(1, hand)}
    return next((seat for seat, who in sitting.items() if who in players), None)
