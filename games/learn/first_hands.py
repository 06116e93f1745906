"""The first lesson: six prepared hands in which the reader decides, and what is said to each answer.

The engine plays them, so nothing in them can be against the rules. Where the rules leave a choice, the wanted one is
also the strong bot's (tests/games/learn/test_first_hands.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.engine.hand import Hand
from games.engine.language import mark as _
from games.engine.notation import action_from, cards_from
from games.engine.presets import preset

PLAIN = preset("plain")
STUCK = replace(PLAIN, stick_the_dealer=True)
ROUND = ("pass",) * 4


@dataclass(frozen=True)
class Step:
    """One decision. right: the wanted action. said: what is said to other answers, by their action.

    otherwise: what is said to the rest of them. illegal: what is said where the rules don’t allow the answer.
    then: what the others do after the right one.
    """

    question: str
    right: str
    praise: str
    then: tuple[str, ...]
    otherwise: str = ""
    illegal: str = ""
    said: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FirstHand:
    """A prepared deal. hands: in the order of SEATS. before: what happens until the reader first decides."""

    key: str
    title: str
    intro: str
    dealer: int
    hands: tuple[str, str, str, str]
    kitty: str
    before: tuple[str, ...]
    steps: tuple[Step, ...]
    must_call: bool = False

    def at(self, step: int) -> Hand:
        """The hand when the reader is to take that decision; after the last one, when it is over."""
        rules = STUCK if self.must_call else PLAIN
        hand = Hand.deal_to(rules, self.dealer, [cards_from(text) for text in self.hands], cards_from(self.kitty))
        done = [action for earlier in self.steps[:step] for action in (earlier.right, *earlier.then)]
        for text in (*self.before, *done):
            hand = hand.apply(action_from(text))
        return hand


def plays(cards: str) -> tuple[str, ...]:
    return tuple(f"play {card}" for card in cards.split())


FOLLOW_SUIT = FirstHand(
    "follow-suit",
    _("Follow suit"),
    _("Hearts are trump. Everyone must follow the suit of the first card in a trick if they can."),
    dealer=2,
    hands=("QD 9D KH JS TS", "JH AH QH TD AC", "KD QC 9C KS TH", "AD KC TC QS 9S"),
    kitty="9H JD JC AS",
    before=("pass", "pass", "order", "discard 9C", "play AD"),
    steps=(
        Step(
            _("The player on your right leads the ace of diamonds. Which card do you play?"),
            "play 9D",
            _("You followed suit and kept your queen. No diamond beats the ace."),
            plays("TD KD KC"),
            illegal=_("You can’t play that: you hold diamonds, and a diamond was led. Follow suit."),
            said={"play QD": _("The rules allow it, but your queen can’t beat the ace. Play your lowest diamond.")},
        ),
        Step(
            _("Now the player on your right leads the king of clubs, and you have no clubs. Which card do you play?"),
            "play KH",
            _("You trumped it. A trump beats every card of the other suits."),
            plays("AC QC TS QH KS 9S JH 9H TC JS AH TH QS QD"),
            otherwise=_(
                "You can play anything now, but that card can’t win. Hearts are trump, so a heart wins the trick."
            ),
        ),
    ),
)
LEFT_BOWER = FirstHand(
    "left-bower",
    _("The left bower"),
    _("Clubs are trump, and your partner called them. The jack of clubs is the right bower, the best card."),
    dealer=1,
    hands=("JS 9S AH KD TD", "KC QS QD TH AD", "JC AC AS KH 9D", "9C TC TS QH JD"),
    kitty="9H QC KS JH",
    before=(*ROUND, "call C", "play AS", "play TS"),
    steps=(
        Step(
            _("Your partner leads the ace of spades. Which card do you play?"),
            "play 9S",
            _("The nine is your only spade. The jack of spades is the left bower, so it’s a club now."),
            plays("QS JC 9C"),
            illegal=_("You can’t play that: you hold a spade, and a spade was led. Follow suit."),
            said={
                "play JS": _(
                    "The jack of spades is the left bower: while clubs are trump, it’s a club. Play your other spade."
                )
            },
        ),
        Step(
            _("Now your partner leads the jack of clubs. Which card do you play?"),
            "play JS",
            _("A club was led, and the left bower is your only club. It’s the second-best trump."),
            plays("KC AC TC AH TH KH QH TD QD 9D JD KD AD"),
            illegal=_("You can’t play that: a club was led, and your left bower is a club. Follow suit."),
        ),
    ),
)
ORDER_UP = FirstHand(
    "order-up",
    _("Order up"),
    _(
        "Your partner deals and turns up the jack of hearts. If you order it up, hearts are trump and your partner "
        "picks it up. When your partner deals, this is called “assisting”."
    ),
    dealer=2,
    hands=("AH KH 9H AS 9D", "KS JC AD KD TH", "JS TS QH AC TD", "9S QS QC TC QD"),
    kitty="JH JD 9C KC",
    before=("pass",),
    steps=(
        Step(
            _("The player on your right passes. Do you assist or pass?"),
            "order",
            _("You had 3 trumps and an ace, and the right bower joined your side. Together you took every trick."),
            ("discard TD", *plays("QS AS KS TS AH TH QH 9S 9D AD JH QD AC TC 9H JC KH KD JS QC")),
            said={
                "pass": _("You hold 3 hearts and an ace, and your partner gets the best trump. Don’t pass this up."),
                "order alone": _(
                    "If you go alone, your partner sits out with the best trump. Without a bower, you’re "
                    "unlikely to win all 5 tricks."
                ),
            },
        ),
    ),
)
GO_ALONE = FirstHand(
    "go-alone",
    _("Go alone"),
    _(
        "All 5 tricks score 2 points with a partner and 4 points alone. If you go alone, your partner sits out "
        "and you play against 2."
    ),
    dealer=3,
    hands=("JH JD AH KH AS", "9H TS KS AC TD", "QD 9C JC QC 9D", "TH QS 9S KC AD"),
    kitty="QH JS KD TC",
    before=(),
    steps=(
        Step(
            _("The player on your right deals and turns up the queen of hearts. What do you do?"),
            "order alone",
            _("You had the 4 best trumps and an ace, so no one could stop you."),
            ("discard 9S", *plays("JH 9H TH JD TD QH AS TS QS AH KS AD KH AC KC")),
            said={
                "pass": _("You hold the 4 best trumps. If you pass, another player could call a different suit."),
                "order": _("That works, but you don’t need your partner. All 5 tricks score twice as much alone."),
            },
        ),
    ),
)
STICK_THE_DEALER = FirstHand(
    "stick-the-dealer",
    _("Stick the dealer"),
    _("You deal, and this table plays “stick the dealer”. The nine of spades was turned down."),
    dealer=0,
    hands=("AD QD 9D KC TH", "JC TC AS QS KH", "KD AC TS QH 9H", "TD AH JS KS 9C"),
    kitty="9S JD QC JH",
    before=("pass",) * 7,
    must_call=True,
    steps=(
        Step(
            _("Everyone else has passed twice. What do you do?"),
            "call D",
            _("You called your longest suit, with its ace. That was enough for 3 tricks and 1 point."),
            plays("TC AC 9C KC TS KS AD QS QD JC KD TD QH AH TH KH JS 9D AS 9H"),
            illegal=_("The dealer can’t pass now. That’s what “stick the dealer” means. Call your best suit."),
            otherwise=_("You have only one card in that suit. Call the suit you have the most of."),
            said={
                "call D alone": _("3 trumps without a bower won’t win all 5 tricks. You need your partner."),
            },
        ),
    ),
)
LEAD_TRUMP = FirstHand(
    "lead-trump",
    _("Lead trump when your partner called it"),
    _("Your partner picked up the king of clubs and made clubs trump. You hold both bowers."),
    dealer=2,
    hands=("9C JS AS JC QS", "KS QH QC KH 9S", "AC 9H TH JD KD", "AD JH 9D TD TS"),
    kitty="KC TC AH QD",
    before=("pass", "pass", "pass", "order", "discard JD", "play JH"),
    steps=(
        Step(
            _("The player on your right leads the jack of hearts, and you have no hearts. Which card do you play?"),
            "play 9C",
            _("The smallest trump is enough for now. You keep both bowers."),
            plays("QH 9H"),
            otherwise=_("That card loses the trick. Any trump beats the hearts."),
            said={
                "play JC": _(
                    "That card wins, but you don’t need your best card for this trick. Try your lowest trump."
                ),
                "play JS": _("That card wins, but you don’t need a bower for this trick. Try your lowest trump."),
            },
        ),
        Step(
            _("You lead the next trick. Your partner is the maker. Which card do you lead?"),
            "play JC",
            _("Your bower drew out the other side’s last trump, so your ace is safe. Your side took 4 tricks."),
            plays("QC KC TS JS KH AC 9D AS 9S TH TD QS KS KD AD"),
            otherwise=_("The other side still has a trump and could beat that card. Lead trump first to draw it out."),
            said={
                "play JS": _("Good idea, but lead your best trump: no card beats the right bower."),
            },
        ),
    ),
)
FIRST_HANDS = (FOLLOW_SUIT, LEFT_BOWER, ORDER_UP, GO_ALONE, STICK_THE_DEALER, LEAD_TRUMP)
BY_KEY = {hand.key: hand for hand in FIRST_HANDS}
