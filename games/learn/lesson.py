"""The pictures of “How to play”: one deal, followed from the first card to the score, as the engine plays it."""

from functools import cache

from django.utils.translation import get_language

from games.engine.card_names import at_the_start, strain_name
from games.engine.cards import CARDS, ORDERS, Card, Strain
from games.engine.hand import Hand
from games.engine.language import mark, say
from games.engine.notation import action_from, cards_from
from games.engine.presets import preset
from games.engine.result import Trick
from games.engine.scoring import Loner, score_table
from games.engine.view import Watcher, view_for
from games.learn.moments import DECK, Example, moment, possible_cards
from games.learn.pictures import CardShown, Picture, Row, held, laid
from games.tables.pieces import CardLook
from games.tables.solo import SEATS

HANDS = ("KH TH AS QC 9D", "AD KD 9H KS JC", "JD QH AC TC 9S", "AH QD TD KC TS")
"""In the order of SEATS; you deal."""
KITTY = "JH QS JS 9C"
BIDDING = ("pass", "order", "discard 9D")
PLAYED = ("AD QH TD QC", "JD AH TH 9H", "AC KC AS JC", "TC TS KH KS", "JH KD 9S QD")
SECOND_ROUND = Example("JS AC KC AH 9D", "call C", "", turned="9S")
ALONE = "JH JD AH KH AS"


def the_hand(actions: tuple[str, ...] = ()) -> Hand:
    """The deal after those actions."""
    hand = Hand.deal_to(preset("plain"), 0, [cards_from(text) for text in HANDS], cards_from(KITTY))
    for text in actions:
        hand = hand.apply(action_from(text))
    return hand


def plays(count: int) -> tuple[str, ...]:
    """The bidding and that many cards."""
    cards = " ".join(PLAYED).split()
    return (*BIDDING, *(f"play {card}" for card in cards[:count]))


@cache
def finished() -> Hand:
    return the_hand(plays(20))


def pictures() -> dict[str, Picture]:
    """Every picture of the page by its name in the template."""
    return _pictures(get_language())


@cache
def _pictures(language: str | None) -> dict[str, Picture]:
    """As they are in that language, which is the present one."""
    return {
        "deck": deck(),
        "deal": deal(),
        "trump": trump(),
        "orders": orders(),
        "passes": passes(),
        "discard": discard(),
        "calls": calls(),
        "follow": follow(),
        "alone": alone(),
        **{f"trick_{number}": of_trick(number, trick) for number, trick in enumerate(finished().tricks, 1)},
    }


def deck() -> Picture:
    held_rows = [
        held(at_the_start(strain_name(Strain(suit))), [card for card in DECK if str(card)[1] == suit])
        for suit in "SHCD"
    ]
    caption = say("All 24 cards before trump is called. The best card of each suit comes first.")
    return Picture(tuple(held_rows), caption)


def deal() -> Picture:
    rows = (held(say("Your cards"), HANDS[0]), held(say("Upcard"), KITTY.split()[0]))
    return Picture(rows, say("You get 5 cards, and the jack of hearts is turned up."))


def trump() -> Picture:
    """Best first, by what the engine lets each card win."""
    worth = ORDERS[Strain.HEARTS.number].worth[CARDS.index(cards_from("JH")[0])]
    best = [card for card in sorted(DECK, key=lambda card: -worth[card.kind]) if worth[card.kind] > 60]
    shown = {"JH": say("right bower"), "JD": say("left bower")}
    row = Row(
        say("Hearts as trump"),
        tuple(
            CardShown(CardLook(card, strain=Strain.HEARTS), shown.get(str(card), ""), str(card) in shown)
            for card in best
        ),
    )
    others = held(say("Remaining diamonds"), [card for card in DECK if str(card)[1] == "D" and card not in best])
    caption = say("7 hearts and 5 diamonds: the jack of diamonds is a heart now.")
    return Picture((row, others), caption)


def orders() -> Picture:
    marked = cards_from("JD QH")
    own = held(say("Your partner’s cards"), HANDS[2], Strain.HEARTS, marked=marked)
    rows = (own, held(say("Upcard"), "JH"))
    caption = say("With hearts as trump, your partner has the left bower, the queen and an ace, and orders up.")
    return Picture(rows, caption)


def passes() -> Picture:
    rows = (held(say("The cards on your left"), HANDS[1]), held(say("Upcard"), "JH"))
    return Picture(
        rows,
        say(
            "The player on your left has only one low heart and passes. Ordering up the jack would give it to "
            "your side."
        ),
    )


def discard() -> Picture:
    rows = (held(say("Your 6 cards"), f"{HANDS[0]} JH", Strain.HEARTS, marked=cards_from("9D")),)
    return Picture(rows, say("You discard the nine of diamonds. Now you have no diamonds, so you can trump them."))


def calls() -> Picture:
    hand = moment(SECOND_ROUND)
    suits = [action.strain for action in hand.legal_actions if action.strain and action.loner is Loner.NO]
    *some, last = [strain_name(suit) for suit in suits]
    named = say("{some} or {last}", some=", ".join(some), last=last)
    own = held(say("Your cards"), SECOND_ROUND.cards, Strain.CLUBS, marked=cards_from("JS AC KC"))
    rows = (own, held(say("Turned down"), SECOND_ROUND.turned))
    return Picture(rows, say("You can call {suits}, but not spades. You call clubs.", suits=named))


def follow() -> Picture:
    """What the player on the right may do with the ace of diamonds led and a heart on it."""
    hand = the_hand(plays(2))
    cards = view_for(hand, Watcher.FACE_UP).hands[3] or ()
    lying = laid(say("On the table"), named_plays(hand.tricks[-1]))
    own = held(say("The cards on your right"), cards, Strain.HEARTS, possible=list(possible_cards(hand)))
    caption = say("The player on your right must play one of the 2 diamonds, not one of the other 3 cards.")
    return Picture((lying, own), caption)


def alone() -> Picture:
    rows = (held(say("A hand to play alone"), ALONE, Strain.HEARTS),)
    return Picture(rows, say("You hold the 4 best trumps and an ace. A partner couldn’t add much."))


def named_plays(trick: Trick) -> list[tuple[str, Card]]:
    return [(SEATS[seat], card) for seat, card in trick.plays]


def of_trick(number: int, trick: Trick) -> Picture:
    assert trick.winner is not None
    lying = laid(say("Trick {number}", number=number), named_plays(trick), SEATS[trick.winner])
    return Picture((lying,), say(TOLD[number - 1]))


TOLD = (
    mark(
        "The player on your left leads the ace of diamonds. Your partner holds the jack of diamonds, but that’s a "
        "heart now. With no diamonds, your partner trumps with the queen of hearts and wins. You have no diamonds "
        "either, but you don’t need to trump your own side’s trick."
    ),
    mark(
        "Your partner leads the left bower. It’s a heart, so everyone who has a heart must play one, even if it’s the "
        "ace."
    ),
    mark(
        "The ace of clubs is led. You have no clubs, and your partner is winning, so you don’t need to trump. You "
        "throw off a spade."
    ),
    mark("Another club is led. You trump it with the king of hearts. You hold the only trump that beats the king."),
    mark("The right bower comes last and can’t lose."),
)


def score_lines() -> list[tuple[str, str]]:
    """Tricks of the makers and what they are worth, as in the table of the plain rules; equal lines in one."""
    grouped: dict[tuple[Loner, str], list[int]] = {}
    for (_, loner, tricks), row in sorted(score_table(preset("plain")).items(), key=lambda each: -each[0][2]):
        makers = say("{points} for the makers", points=row.makers)
        worth = makers if row.makers else say("{points} for the others", points=row.others)
        grouped.setdefault((loner, worth), []).append(tricks)
    lines = sorted(grouped.items(), key=lambda line: line[0][0] is not Loner.NO)
    return [(line_name(loner, tricks), worth) for (loner, worth), tricks in lines]


def line_name(loner: Loner, tricks: list[int]) -> str:
    """ "3 or 4 tricks, alone"."""
    if tricks == [5]:
        return say("All 5 tricks") if loner is Loner.NO else say("All 5 tricks, alone")
    if 0 in tricks:
        return say("Fewer than 3 tricks") if loner is Loner.NO else say("Fewer than 3 tricks, alone")
    return say("3 or 4 tricks") if loner is Loner.NO else say("3 or 4 tricks, alone")
