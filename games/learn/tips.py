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
from games.learn.moments import SEATS, Example, moment, possible_cards
from games.learn.pictures import Picture, Row, held, laid
from games.tables.words import button

OTHERS_DEAL, PARTNER_DEALS, YOU_DEAL = "Right", "Partner", "You"
TURNED_UP = {
    "You": _("Turned up by you"),
    "Left": _("Turned up by Left"),
    "Partner": _("Turned up by Partner"),
    "Right": _("Turned up by Right"),
}
TURNED_DOWN = {
    "You": _("Turned down by you"),
    "Left": _("Turned down by Left"),
    "Partner": _("Turned down by Partner"),
    "Right": _("Turned down by Right"),
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
            "Makers with fewer than three tricks give the others two points, twice what an ordinary hand is "
            "worth. If you don’t see two tricks of your own, pass."
        ),
        Example(
            "KS 9H JC AD KD",
            "pass",
            _("One low trump, and the turned jack would go to the other side."),
            turned="JH",
            dealer=OTHERS_DEAL,
        ),
    ),
    Tip(
        _("Count two tricks of your own, and one of your partner’s"),
        _("Three trumps with a bower, or two good trumps and an ace, are usually enough."),
        Example(
            "JH AH 9H AS TD",
            "order",
            _("Three trumps with the best one, and an ace."),
            turned="KH",
            dealer=PARTNER_DEALS,
        ),
    ),
    Tip(
        _("Check who deals before you order up"),
        _(
            "The turned card goes to the dealer, no matter who orders it up. A bower that you order up to the "
            "other side helps them more than you."
        ),
        Example(
            "AS KS 9H AD TC",
            "pass",
            _("Two good spades, but the best one would go to your left."),
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
            _("Two good spades and an ace, and the right bower joins them."),
            turned="JS",
            dealer=PARTNER_DEALS,
        ),
    ),
    Tip(
        _("Discard to get rid of a suit"),
        _(
            "When you deal, discard your only card of a suit if it isn’t an ace. When that suit is led you can "
            "trump it."
        ),
        Example(
            "JC KC AH KH TD",
            "discard TD",
            _("Without the ten you have no diamond, so a low club can trump one."),
            turned="9C",
            dealer=YOU_DEAL,
        ),
    ),
    Tip(
        _("Play aces of the other suits early"),
        _(
            "A suit has five or six cards, and there are four players. The first time around an ace often "
            "wins. The second time someone has none left to follow with."
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
        _("It no longer belongs to its printed suit, so that suit has one card fewer."),
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
        _("Leave your partner’s tricks alone"),
        _("A trump on a trick that your partner is winning gains nothing. Throw a low card off instead."),
        Example(
            "QH KC TC 9D JC",
            "play 9D",
            _("The partner’s ace is winning. The queen of hearts can wait."),
            trump="H",
            led="AS 9S",
            maker="Partner",
        ),
    ),
    Tip(
        _("When you play last, win as cheaply as you can"),
        _("No one can beat you now, so the lowest card that wins is the right one."),
        Example(
            "9H KH QS TC 9C",
            "play 9H",
            _("The lowest trump wins an ace as well as the king would."),
            trump="H",
            led="KD 9D AD",
            maker="You",
        ),
    ),
    Tip(
        _("Makers lead trumps"),
        _("When your side has the best trumps, lead them to draw out the others'. Then no one ruffs your aces."),
        Example("JH AH KH AS 9C", "play JH", _("You called hearts and lead."), trump="H", maker="You"),
    ),
    Tip(
        _("Call next when the dealer has turned it down"),
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
        _("Go alone when a partner could add little"),
        _(
            "It pays only if you win all five tricks. Five score four points. Three or four score one, the same "
            "as with a partner."
        ),
        Example(
            "JH JD AH KH AS", "order alone", _("The four best trumps, and an ace."), turned="QH", dealer=OTHERS_DEAL
        ),
    ),
    Tip(
        _("If in doubt, keep your partner in"),
        _("One weak card is enough to lose the march alone. A partner may have just the card that saves it."),
        Example(
            "JH AH 9H KS TD", "order", _("Good trumps, but two cards that may lose."), turned="QH", dealer=PARTNER_DEALS
        ),
    ),
    Tip(
        _("Count the trumps"),
        _(
            "There are seven trumps with the two bowers. If you hold three and three were played, one is still "
            "out. Try to remember whether it’s a bower."
        ),
    ),
    Tip(
        _("Check the score before you go alone"),
        _(
            "At nine of ten points, one point wins the game. Four are then worth no more, and a partner makes "
            "that one safer."
        ),
    ),
    Tip(
        _("Watch what people throw off"),
        _(
            "A player who can’t follow has run out of that suit. Lead it to a partner who still has a trump, "
            "and not through an opponent who does."
        ),
    ),
    Tip(
        _("Go under if your table allows it"),
        _(
            "Three of the lowest cards rarely win anything, and three unknown ones are seldom worse. Think "
            "twice when you deal and two of the low cards are of the turned suit."
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
    return tuple(TipShown(tip, say(tip.title), say(tip.text), *one) for tip, one in zip(TIPS, pictures, strict=True))


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
    return [laid(say("Trump is {suit}. On the table", suit=suit), plays)] if plays else []
