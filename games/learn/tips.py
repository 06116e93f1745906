"""Tips for players, most with a hand that the engine has dealt. Rules of thumb only: none of them holds always."""

from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language

from games.engine.card_names import strain_name, the_card
from games.engine.cards import Strain
from games.engine.language import mark as _
from games.engine.language import say
from games.engine.notation import action_from, cards_from
from games.engine.phases import Phase
from games.engine.view import view_for
from games.learn.moments import Example, moment, possible_cards
from games.learn.pictures import Picture, Row, held, laid
from games.tables.solo import SEATS
from games.tables.words import button

OTHERS_DEAL, PARTNER_DEALS, YOU_DEAL = "Right", "Partner", "You"
TURNED_UP = {
    "You": _("Turned up by you"),
    "Left": _("Turned up by the player on your left"),
    "Partner": _("Turned up by your partner"),
    "Right": _("Turned up by the player on your right"),
}
TURNED_DOWN = {
    "You": _("Turned down by you"),
    "Left": _("Turned down by the player on your left"),
    "Partner": _("Turned down by your partner"),
    "Right": _("Turned down by the player on your right"),
}


@dataclass(frozen=True)
class Tip:
    """A rule of thumb, why it is one, and a hand in which it applies."""

    title: str
    text: str
    example: Example | None = None


TIPS = (
    Tip(
        _("Passing is a choice too"),
        _(
            "Getting euchred gives the other side 2 points, twice what an ordinary hand is worth. If you don’t "
            "see 2 tricks in your own hand, pass."
        ),
        Example(
            "KS 9H JC AD KD",
            "pass",
            _("You have one low trump, and the turned-up jack would go to the other side."),
            turned="JH",
            dealer=OTHERS_DEAL,
        ),
    ),
    Tip(
        _("Count on 2 tricks of your own and 1 from your partner"),
        _("3 trumps with a bower, or 2 good trumps and an ace, are usually enough."),
        Example(
            "JH AH 9H AS TD",
            "order",
            _("You hold 3 trumps, including the best one, and an ace."),
            turned="KH",
            dealer=PARTNER_DEALS,
        ),
    ),
    Tip(
        _("Check who deals before you order up"),
        _(
            "The upcard goes to the dealer, no matter who orders it up. Ordering a bower into the "
            "other side’s hand helps them more than you."
        ),
        Example(
            "AS KS 9H AD TC",
            "pass",
            _("You have 2 good spades, but the right bower would go to the player on your left."),
            turned="JS",
            dealer="Left",
        ),
    ),
    Tip(
        _("Order up sooner when your partner deals"),
        _("It’s the same hand, but now your own side gets the jack."),
        Example(
            "AS KS 9H AD TC",
            "order",
            _("You have 2 good spades and an ace, and the right bower joins them."),
            turned="JS",
            dealer=PARTNER_DEALS,
        ),
    ),
    Tip(
        _("Discard to get rid of a suit"),
        _(
            "When you deal, discard your only card in a suit unless it’s an ace. Then you can trump "
            "that suit when it’s led."
        ),
        Example(
            "JC KC AH KH TD",
            "discard TD",
            _("Without the ten you have no diamonds, so you can trump them with a low club."),
            turned="9C",
            dealer=YOU_DEAL,
        ),
    ),
    Tip(
        _("Play off-suit aces early"),
        _(
            "An off suit has 5 or 6 cards for 4 players. An ace often wins the first time around. The second "
            "time, someone has usually run out."
        ),
        Example(
            "AS KC 9C TD 9H",
            "play AS",
            _("It’s your lead, and the other side called hearts."),
            trump="H",
            maker="Right",
        ),
    ),
    Tip(
        _("The left bower changes suits"),
        _("The left bower no longer belongs to its printed suit, so that suit has one fewer card."),
        Example(
            "JC AC 9C TD 9H",
            "play AC",
            _("Spades are trump and a club is led: the jack of clubs isn’t a club."),
            trump="S",
            led="KC",
            maker="Partner",
        ),
    ),
    Tip(
        _("Don’t trump your partner’s tricks"),
        _("Trumping a trick that your partner is winning gains nothing. Throw off a low card instead."),
        Example(
            "QH KC TC 9D JC",
            "play 9D",
            _("Your partner’s ace is winning. The queen of hearts can wait."),
            trump="H",
            led="AS 9S",
            maker="Partner",
        ),
    ),
    Tip(
        _("When you play last, win as cheaply as you can"),
        _("No one can beat you now, so play the lowest card that wins."),
        Example(
            "9H KH QS TC 9C",
            "play 9H",
            _("The lowest trump beats the ace just as well as the king would."),
            trump="H",
            led="KD 9D AD",
            maker="You",
        ),
    ),
    Tip(
        _("Makers lead trump"),
        _(
            "When your side has the best trumps, lead them to draw out the other side’s. Then no one "
            "can trump your aces."
        ),
        Example("JH AH KH AS 9C", "play JH", _("You called hearts, and it’s your lead."), trump="H", maker="You"),
    ),
    Tip(
        _("Call next when the dealer turns down the upcard"),
        _(
            "If the dealer’s side turns a card down, it’s seldom strong in that color. When you sit on the "
            "dealer’s left, think about the other suit of that color."
        ),
        Example(
            "JS KC QC AD 9H",
            "call C",
            _("Spades were turned down. The jack of spades is the left bower now."),
            turned="9S",
            dealer=OTHERS_DEAL,
        ),
    ),
    Tip(
        _("Go alone when a partner can’t add much"),
        _(
            "Going alone pays off only if you win all 5 tricks, for 4 points. 3 or 4 tricks score 1, the same as "
            "with a partner."
        ),
        Example(
            "JH JD AH KH AS",
            "order alone",
            _("You hold the 4 best trumps and an ace."),
            turned="QH",
            dealer=OTHERS_DEAL,
        ),
    ),
    Tip(
        _("When in doubt, play with your partner"),
        _("One weak card can cost you a lone march. Your partner may have just the card to save it."),
        Example(
            "JH AH 9H KS TD",
            "order",
            _("You have good trumps, but 2 of your cards may lose."),
            turned="QH",
            dealer=PARTNER_DEALS,
        ),
    ),
    Tip(
        _("Count trump"),
        _(
            "There are 7 trumps, counting both bowers. If you hold 3 and 3 have been played, 1 is still out. Try "
            "to remember whether it’s a bower."
        ),
    ),
    Tip(
        _("Check the score before you go alone"),
        _(
            "With 9 points in a game to 10, you need only 1 more to win. Going alone for 4 gains nothing, and a "
            "partner makes that 1 point safer."
        ),
    ),
    Tip(
        _("Watch what people throw off"),
        _(
            "A player who can’t follow suit is out of that suit. Lead it if your partner can trump it. "
            "Don’t lead it if an opponent can."
        ),
    ),
    Tip(
        _("Go under if your table allows it"),
        _(
            "3 low cards rarely win anything, and 3 unknown ones are seldom worse. Think twice if you’re the "
            "dealer and 2 of the low cards are in the upcard’s suit."
        ),
    ),
)


@dataclass(frozen=True)
class TipShown:
    """A tip with its picture and what the example does."""

    tip: Tip
    title: str
    text: str
    picture: Picture | None
    choice: str = ""


def shown() -> tuple[TipShown, ...]:
    return _shown(get_language())


@cache
def _shown(language: str | None) -> tuple[TipShown, ...]:
    """As they are in that language, which is the present one."""
    pictures = (drawn(tip.example) if tip.example else (None, "") for tip in TIPS)
    return tuple(
        TipShown(tip, say(tip.title), say(tip.text), *picture) for tip, picture in zip(TIPS, pictures, strict=True)
    )


def drawn(example: Example) -> tuple[Picture, str]:
    """The hand as a picture, with the chosen cards marked, and the choice as a button would say it."""
    hand, action = moment(example), action_from(example.choice)
    suit = str(action.strain or example.trump or example.turned[-1:])
    possible = [*possible_cards(hand)] if hand.phase is Phase.PLAY else None
    own = held(say("Your cards"), example.cards, Strain(suit), marked=action.cards, possible=possible)
    away = say("Discard {card}", card=the_card(action.card)) if hand.phase is Phase.TAKE else ""
    choice = away or button(action, view_for(hand, SEATS.index("You")))
    return Picture((*before(example), own), say(example.caption)), choice


def before(example: Example) -> list[Row]:
    """What lies on the table already."""
    if example.turned:
        labels = TURNED_DOWN if example.choice.startswith("call") else TURNED_UP
        return [held(say(labels[example.dealer]), example.turned)]
    first = 4 - len(cards_from(example.led))
    plays = [(SEATS[first + place], card) for place, card in enumerate(cards_from(example.led))]
    suit = strain_name(Strain(example.trump))
    return [laid(say("On the table, with {suit} as trump", suit=suit), plays)] if plays else []
