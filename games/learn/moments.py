"""One moment of a real hand, made round the few cards that an example is about.

The engine deals and plays it, so no example shows what cannot happen.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.cards import CARDS, ORDERS, Card, Strain, deck_kinds
from games.engine.hand import Hand
from games.engine.notation import action_from, cards_from
from games.engine.phases import Phase
from games.engine.presets import preset
from games.tables.solo import SEATS

PLAIN = preset("plain")
DECK = tuple(CARDS[kind] for kind in deck_kinds(PLAIN.deck, PLAIN.joker, PLAIN.packs))


@dataclass(frozen=True)
class Example:
    """What the reader holds and does. choice: an action in the engine's notation.

    turned, dealer: for bidding. trump, led, maker: for play, led being the cards that lie before the reader's turn.
    """

    cards: str
    choice: str
    caption: str
    turned: str = ""
    dealer: str = "Right"
    trump: str = ""
    led: str = ""
    maker: str = "You"


def moment(example: Example) -> Hand:
    """The hand at the moment when the reader is to choose. Raises RuleError when it cannot come to that."""
    return in_play(example) if example.trump else in_bidding(example)


def in_bidding(example: Example) -> Hand:
    """Everyone before has passed, or the partner has ordered up when it is about the dealer's discard."""
    own, (turned,) = cards_from(example.cards), cards_from(example.turned)
    left = [card for card in DECK if card not in (*own, turned)]
    hands = [own, left[:5], left[5:10], left[10:15]]
    hand = Hand.deal_to(PLAIN, SEATS.index(example.dealer), hands, [turned, *left[15:]])
    wanted = {"call": Phase.CALL, "discard": Phase.TAKE}.get(example.choice.split()[0], Phase.ORDER)
    while hand.turn or hand.phase is not wanted:
        orders = wanted is Phase.TAKE and hand.turn == SEATS.index("Partner")
        hand = hand.apply(action_from("order" if orders else "pass"))
    return hand


def in_play(example: Example) -> Hand:
    """The first trick: the dealer has picked up a trump and discarded it again, so everyone holds what was dealt."""
    own, led = cards_from(example.cards), cards_from(example.led)
    strain = Strain(example.trump)
    turned = next(card for card in reversed(DECK) if str(card)[1] == example.trump and card not in (*own, *led))
    leader = (4 - len(led)) % 4
    hands = dict(zip([0, *range(leader, leader + len(led))], filled(own, led, turned, strain), strict=True))
    left = [card for card in DECK if card != turned and not any(card in hand for hand in hands.values())]
    for seat in {*range(4)} - {*hands}:
        hands[seat] = tuple(left.pop() for _ in own)
    hand = Hand.deal_to(PLAIN, (leader + 3) % 4, [hands[seat] for seat in range(4)], [turned, *left])
    while hand.phase is Phase.ORDER:
        hand = hand.apply(action_from("order" if hand.turn == SEATS.index(example.maker) else "pass"))
    for text in (f"discard {turned}", *(f"play {card}" for card in led)):
        hand = hand.apply(action_from(text))
    return hand


def filled(own: tuple[Card, ...], led: tuple[Card, ...], turned: Card, strain: Strain) -> Iterator[tuple[Card, ...]]:
    """The reader's hand, then a hand for each card that was led or followed, such that it could be played."""
    yield own
    used = {*own, *led, turned}
    for card in led:
        follows = ORDERS[strain.number].follow[led[0].kind]
        is_void = not follows >> card.kind & 1
        fits = [other for other in DECK if other not in used and not (is_void and follows >> other.kind & 1)]
        used |= {*fits[-4:]}
        yield (card, *fits[-4:])


def possible_cards(hand: Hand) -> Iterable[Card]:
    """The cards that the player to act may play."""
    return [action.card for action in hand.legal_actions if action.cards]
