"""A game with its reviews: what each decision cost, the dearest ones in words, and what the cards and each player gave.

Two ways to weigh a decision, always under their names and never added up: by what its player knew (an estimate), and
with open cards (hindsight).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.engine.actions import Verb
from games.engine.analysis.as_known import KnownMoment
from games.engine.analysis.hand_review import Review, review_from
from games.engine.analysis.luck import Accuracy, Balance, accuracy_of, balance_of, total
from games.engine.analysis.open_cards import OpenMoment
from games.engine.analysis.telling import sentence
from games.engine.card_names import listed
from games.engine.language import decimal, percentage, say, say_number, signed
from games.engine.seating import side_of_seats
from games.engine.view import View, view_for
from games.review.models import HandReview
from games.review.pars import par_words
from games.tables.models import Game
from games.tables.replays import GameReplay, HandReplay
from games.tables.states import state_after

SHOWN = 3


@dataclass(frozen=True)
class Move:
    """An action of the hand. step: of the replay. known, hindsight: what it cost, "" for nothing, None where it isn't
    weighed. trick: 0 before the first card."""

    step: int
    trick: int
    text: str
    known: str | None
    hindsight: str | None
    is_new_trick: bool


@dataclass(frozen=True)
class Mistake:
    """A decision that cost its player something for certain. text: what and why."""

    hand: int
    step: int
    where: str
    player: str
    cost: str
    text: str


@dataclass(frozen=True)
class Part:
    """One bar of luck and skill. share: of the largest one, in percent."""

    name: str
    points: int
    share: int

    @property
    def text(self) -> str:
        return signed(self.points)

    @property
    def start(self) -> int:
        """Where the bar begins on a line of 200 whose middle is zero."""
        return 100 - self.share if self.points < 0 else 100


@dataclass(frozen=True)
class PlayerAccuracy:
    name: str
    text: str
    decisions: int


class ReviewedGame:
    """What is known so far of a game that may be reviewed. seat: the reader's own in it."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game, self.seat = game, seat
        self.replay = GameReplay(game)
        self.stored = {review.hand_id: review for review in HandReview.objects.filter(hand__game=game)}
        self.sides = side_of_seats(game.house_rules)

    # How far it is.

    @property
    def is_asked_for(self) -> bool:
        return bool(self.stored) and not self.missing

    @cached_property
    def missing(self) -> int:
        """Hands that nobody has asked for."""
        return sum(hand.pk not in self.stored for hand in self.replay.rows)

    @property
    def done(self) -> int:
        return sum(review.done_at is not None for review in self.stored.values())

    @property
    def failed(self) -> int:
        return sum(review.parked_at is not None for review in self.stored.values())

    @property
    def to_do(self) -> int:
        return len(self.stored) - self.done - self.failed

    # What it says.

    @cached_property
    def reviews(self) -> dict[int, Review]:
        """By the hand's number, those that are done."""
        done = {hand.number: self.stored[hand.pk] for hand in self.replay.rows if hand.pk in self.stored}
        return {number: review_from(review.data) for number, review in done.items() if review.done_at}

    @cached_property
    def of_hands(self) -> dict[int, "ReviewedHand"]:
        """By number, the reviewed ones."""
        hands = {hand.number: hand for hand in self.replay.rows}
        return {
            number: ReviewedHand(
                HandReplay(hands[number], self.replay.names.at(number), len(hands[number].actions)), review
            )
            for number, review in self.reviews.items()
        }

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """The dearest decisions by what was known: the reader's own where the reader played, else everyone's."""
        every = [
            (moment, hand)
            for hand in self.of_hands.values()
            for moment in hand.review.as_known.moments
            if moment.chosen.is_clear and self.seat in (None, moment.seat) and hand.is_own(moment.number)
        ]
        dearest = sorted(every, key=lambda each: -each[0].chosen.loss)[:SHOWN]
        return [hand.mistake(moment) for moment, hand in dearest]

    @cached_property
    def perspective(self) -> int:
        """The side from which luck and skill are told: the reader's own, else the winners'."""
        if self.seat is not None:
            return self.sides[self.seat]
        return 1 if self._balance.result < 0 else 0

    @cached_property
    def _balance(self) -> Balance:
        return total((balance_of(review.open_cards, self.sides) for review in self.reviews.values()), len(self.sides))

    @property
    def parts(self) -> list[Part]:
        """Cards, each player of the side, and the others together. They add up to `margin`."""
        balance, names = self._balance.for_side(self.perspective), self.replay.names.all()
        own = [seat for seat, side in enumerate(self.sides) if side == self.perspective]
        others = [seat for seat, side in enumerate(self.sides) if side != self.perspective]
        parts = [(say("Cards"), balance.cards), *((names[seat], balance.play[seat]) for seat in own)]
        parts.append((listed([names[seat] for seat in others]), sum(balance.play[seat] for seat in others)))
        most = max(1, *(abs(points) for _, points in parts))
        return [Part(name, points, abs(points) * 100 // most) for name, points in parts]

    @property
    def margin(self) -> str:
        """Of the reviewed hands, in a sentence."""
        result, people = self._balance.for_side(self.perspective).result, self.replay.sides[self.perspective]
        points = abs(result)
        if not result:
            return say("Together that’s 0: both sides scored the same.")
        if result > 0:
            return say("Together that’s {points}: {side} scored more.", points=signed(points), side=people)
        return say("Together that’s {points}: {side} scored less.", points=signed(-points), side=people)

    @property
    def accuracies(self) -> list[PlayerAccuracy]:
        accuracies = []
        for seat, name in enumerate(self.replay.names.all()):
            accuracy = sum((hand.accuracy(seat) for hand in self.of_hands.values()), Accuracy())
            if accuracy.share is not None:
                accuracies.append(PlayerAccuracy(name, percentage(f"{100 * accuracy.share:.0f}"), accuracy.decisions))
        return accuracies

    @property
    def deals(self) -> int:
        """How many were drawn for each estimate."""
        return max((review.as_known.deals for review in self.reviews.values()), default=0)


class ReviewedHand:
    """A reviewed hand. replay: at its end."""

    def __init__(self, replay: HandReplay, review: Review) -> None:
        self.replay, self.review = replay, review
        self.names: Sequence[str] = replay.names
        openly = review.open_cards
        self.openly: dict[int, OpenMoment] = dict(enumerate(openly.moments, openly.left_out))
        self.known: dict[int, KnownMoment] = {moment.number: moment for moment in review.as_known.moments}

    def is_own(self, number: int) -> bool:
        """Whether the player chose that action, and not the site for them."""
        return number + 1 not in self.replay.row.stand_ins

    def accuracy(self, seat: int) -> Accuracy:
        return accuracy_of(self.review.as_known, seat, [step - 1 for step in self.replay.row.stand_ins])

    @property
    def moves(self) -> Iterator[Move]:
        last = 0
        for number, line in enumerate(self.replay.lines):
            trick = self._trick(number)
            known = self.known.get(number)
            yield Move(
                step=line.step,
                trick=trick,
                text=line.text,
                known=None if known is None else signed(-known.chosen.loss) if known.chosen.is_clear else "",
                hindsight=self._hindsight(number),
                is_new_trick=trick != last,
            )
            last = trick

    def comment(self, step: int) -> str:
        """What is said by what was known of the action that led to that step; "" where there is nothing."""
        moment = self.known.get(step - 1)
        return self._sentence(moment) if moment and moment.chosen.is_clear else ""

    def numbers(self, step: int) -> str:
        """The figures under the comment."""
        moment = self.known[step - 1]
        return say(
            "{points} ± {spread} points, estimated from {deals} deals",
            points=signed(-moment.chosen.loss),
            spread=decimal(f"{moment.chosen.loss_error:.1f}"),
            deals=moment.deals,
        )

    def hindsight(self, step: int) -> str:
        """What open cards say of the action that led to that step; "" where it lost nothing."""
        moment = self.openly.get(step - 1)
        if moment is None or not moment.loss:
            return ""
        return say_number("It gave away {number} point.", "It gave away {number} points.", moment.loss)

    @property
    def par(self) -> str:
        """What the deal was worth, and the contract for it."""
        par = self.review.par
        if par is None:
            return say("This deal has too many tricks to work out its par.")
        return par_words(par, self.names, side_of_seats(self.replay.view.rules))

    def mistake(self, moment: KnownMoment) -> Mistake:
        trick, number = self._trick(moment.number), self.replay.row.number
        where = (
            say("Hand {hand}, trick {number}", hand=number, number=trick)
            if trick
            else say("Hand {hand}, before the first card", hand=number)
        )
        cost = signed(-moment.chosen.loss)
        return Mistake(number, moment.number + 1, where, self.names[moment.seat], cost, self._sentence(moment))

    def _trick(self, number: int) -> int:
        """In which trick an action is, from 1; 0 before the first card."""
        verbs = [step.action.verb for step in self.replay.view.history]
        if verbs[number] is not Verb.PLAY:
            return 0
        active = len(self.names) - len(self.replay.view.sitting_out)
        return verbs[:number].count(Verb.PLAY) // active + 1

    def _hindsight(self, number: int) -> str | None:
        moment = self.openly.get(number)
        if moment is None or len(moment.choices) == 1:
            return None
        return signed(-moment.loss) if moment.loss else ""

    def _sentence(self, moment: KnownMoment) -> str:
        return sentence(self._view(moment), moment, tuple(self.names))

    def _view(self, moment: KnownMoment) -> View:
        """What the seat saw before that action."""
        actions = self.replay.row.actions.split("; ")[: moment.number]
        return view_for(state_after(self.replay.row, actions), moment.seat)
