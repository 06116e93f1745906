"""A table at which one person plays and the rest are only places: lessons and the daily deal. It is shown by the same
templates as a table online (presenter.py)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

from games.engine.hand import Hand
from games.engine.language import mark, say
from games.engine.phases import Phase
from games.engine.seating import side_of_seats
from games.engine.view import view_for
from games.tables import narration, words
from games.tables.choices import Choice, choices_of
from games.tables.models import PlayerSettings
from games.tables.pieces import CardLook, SeatLook, in_hand_order
from games.tables.presenter import cards_shown, last_word, trick_plays

YOU = 0
SEATS = (mark("You"), mark("Left"), mark("Partner"), mark("Right"))
"""As the one who plays calls them, clockwise."""


def seat_names() -> list[str]:
    """In the reader's language."""
    return [say(name) for name in SEATS]


@dataclass(frozen=True)
class NamedSeat(SeatLook):
    """A seat of someone who is only a place at the table."""

    called: str = ""

    @property
    def name(self) -> str:
        return self.called

    @property
    def maker_words(self) -> str:
        """The seat that plays is called "You", and its verb follows in some languages."""
        return pgettext("you", "called") if self.is_mine else super().maker_words


class SoloTable:
    """The hand as seat 0 sees it. names: of the seats, in the reader's language. may_act: what seat 0 can do is
    offered."""

    is_delayed = False
    game = hand = mine = None
    scores: tuple[object, ...] = ()
    conduct: Mapping[str, object] = {}

    def __init__(self, state: Hand, names: Sequence[str], settings: PlayerSettings, *, may_act: bool = True) -> None:
        self.state, self.names, self.settings, self.may_act = state, names, settings, may_act
        self.view = view_for(state, YOU)

    @property
    def seats(self) -> list[SeatLook]:
        return [self._seat(number) for number in range(len(self.names))]

    @property
    def my_cards(self) -> list[CardLook]:
        return in_hand_order(cards_shown(self.view, YOU, may_act=self.may_act), self.view.strain)

    @property
    def choices(self) -> list[Choice]:
        """The buttons of bidding."""
        return choices_of(self.view) if self.may_act else []

    @property
    def turned(self) -> CardLook | None:
        if self.view.turned and self.view.phase is Phase.ORDER:
            return CardLook(self.view.turned)
        return None

    @property
    def trump(self) -> str:
        return words.strain_name(self.view.strain) if self.view.strain else ""

    @property
    def trump_suit(self) -> str:
        return words.suit_code(self.view.strain)

    @property
    def is_mine(self) -> bool:
        """Whether seat 0 is to act."""
        return self.may_act and self.view.turn == YOU

    @property
    def prompt(self) -> str:
        """What seat 0 is to do; after the last card, how the hand ended; "" where nothing is to be done."""
        if self.view.result:
            return str(words.ending(self.view.result, self.names, self.view.rules, YOU))
        return narration.own_turn(self.view.phase) if self.may_act else ""

    @property
    def story(self) -> list[str]:
        return narration.story_of(self.view, self.names)

    def _seat(self, number: int) -> SeatLook:
        view, sides = self.view, side_of_seats(self.view.rules)
        return NamedSeat(
            number,
            place=number,
            seat=None,
            is_mine=number == YOU,
            is_turn=view.turn == number,
            is_dealer=view.dealer == number,
            is_maker=view.maker == number,
            sits_out=number in view.sitting_out,
            tricks=view.tricks_won[number] if view.tricks else None,
            held=view.counts[number],
            shown=cards_shown(view, number, may_act=False),
            played=trick_plays(view).get(number),
            took=bool(view.tricks) and view.tricks[-1].winner == number,
            said=last_word(view, number),
            is_partner=number != YOU and sides[number] == sides[YOU],
            called=self.names[number],
        )
