"""Positions in which players of card sites complain about their bots, with what an experienced player does, and why.

Seats 0 and 2 are partners. Nobody reads a hand that is not named here: it holds whatever is left. Hearts are trump in
every position of card play, called in the second round after the nine of spades was turned down, unless it says
otherwise.
"""

from dataclasses import dataclass, field

from games.engine.hand import Hand
from games.engine.rules import HouseRules
from tests.games.engine.setting import act, dealt

CLASSIC = HouseRules()
STUCK = HouseRules(stick_the_dealer=True)


@dataclass(frozen=True)
class Case:
    """held: the hand of the seat to act. wanted: actions that are right. before: what was said and played. others:
    hands that what was played needs. score: of sides 0 and 1."""

    name: str
    why: str
    held: str
    wanted: str
    before: str = ""
    others: dict[int, str] = field(default_factory=dict)
    seat: int = 0
    dealer: int = 3
    turned: str = "9S"
    score: tuple[int, int] | None = None
    rules: HouseRules = CLASSIC

    def hand(self) -> Hand:
        before = [text.strip() for text in self.before.split(",") if text.strip()]
        return act(dealt(self.rules, {self.seat: self.held, **self.others}, self.turned, self.dealer), *before)

    @property
    def answers(self) -> set[str]:
        return {text.strip() for text in self.wanted.split("|")}


ROUND = "pass, pass, pass, pass, "

BIDS = [
    # Ordering up into the opponents' hand.
    Case("nothing at all", "no trump: never", "9C TC KD QS 9S", "pass", turned="JH"),
    Case(
        "three aces, no trump",
        "aces are trumped: without one trump nothing is made",
        "AC AD AS KD KS",
        "pass",
        turned="9H",
    ),
    Case("three aces, no trump, ten up", "the same with any card", "AC AD AS QC KS", "pass", turned="TH"),
    Case("ace of trump, right up", "the right bower goes to the other side", "AH 9C TC KD AS", "pass", turned="JH"),
    Case("left alone, right up", "it loses to the bower that the dealer takes", "JD 9C TC KS QS", "pass", turned="JH"),
    Case("two low trumps", "two tricks short", "9H TH QC KD TS", "pass", turned="AH"),
    Case(
        "one trump and two aces", "one trump doesn't hold against the dealer's", "TH AS AC KC QD", "pass", turned="KH"
    ),
    Case(
        "third seat, no trump",
        "the partner has passed, too",
        "AC KC AD KS QS",
        "pass",
        before="pass, pass",
        seat=2,
        turned="QH",
    ),
    Case("both bowers and the ace", "three sure tricks", "JH JD AH AC 9S", "order | order alone", turned="9H"),
    Case(
        "right, ace, king and an ace",
        "strong even against the turned card",
        "JH AH KH AC 9C",
        "order | order alone",
        turned="9H",
    ),
    # The partner deals.
    Case(
        "left and ace, partner takes the right",
        "both bowers are on one side",
        "JD AH AS 9C TC",
        "order | order alone",
        before="pass",
        seat=1,
        turned="JH",
    ),
    Case(
        "two trumps and two aces for the partner",
        "four likely tricks between two",
        "AH TH AS AC 9D",
        "order",
        before="pass",
        seat=1,
        turned="KH",
    ),
    Case(
        "assisting on nothing",
        "the partner can pick it up himself",
        "9C TC QD 9S TS",
        "pass",
        before="pass",
        seat=1,
        turned="9H",
    ),
    Case(
        "assisting on two aces without trump",
        "no trump: never, even for the partner",
        "AC AS KC QS 9D",
        "pass",
        before="pass",
        seat=1,
        turned="9H",
    ),
    # The dealer.
    Case(
        "dealer with three trumps and an ace",
        "the bower is his",
        "AH KH 9S TS AC",
        "order",
        before="pass, pass, pass",
        seat=3,
        turned="JH",
    ),
    Case(
        "dealer with two low trumps",
        "not enough; next may be better",
        "TH QC KD 9S TS",
        "pass",
        before="pass, pass, pass",
        seat=3,
        turned="9H",
    ),
    Case(
        "dealer with right, left and ace",
        "never turned down",
        "JD AH QS 9S TC",
        "order | order alone",
        before="pass, pass, pass",
        seat=3,
        turned="JH",
    ),
    # Going alone with the top, and not with less.
    Case("the four top trumps and an ace", "five tricks by itself", "JH JD AH KH AS", "order alone", turned="QH"),
    Case(
        "dealer with the five top trumps",
        "nothing can beat them",
        "JD AH KH QH AS",
        "order alone",
        before="pass, pass, pass",
        seat=3,
        turned="JH",
    ),
    Case("top trumps in the second round", "sure tricks", "JS JC AS KS AH", "call S alone", before=ROUND, turned="TD"),
    Case(
        "right and two low trumps",
        "a partner is needed",
        "JH TH 9H QC KD",
        "pass | order",
        before="pass, pass",
        seat=2,
        turned="QD",
    ),
    # The second round.
    Case(
        "next",
        "whoever turned hearts down seldom has the diamond bowers",
        "JD KD 9D AS TC",
        "call D",
        before=ROUND,
        turned="9H",
    ),
    Case(
        "next on the left bower",
        "the same, with the left and an ace beside",
        "JH AD QD AS 9C",
        "call D",
        before=ROUND,
        turned="KH",
    ),
    Case(
        "reverse next",
        "the dealer's partner crosses the colour",
        "JC AC KC AD 9S",
        "call C",
        before=ROUND + "pass",
        seat=1,
        turned="9H",
    ),
    Case("reverse next in spades", "the same", "JS KS QS TD 9D", "call S", before=ROUND + "pass", seat=1, turned="TH"),
    Case("a poor hand in the second round", "nothing to call", "9C TD QS 9S KD", "pass", before=ROUND, turned="9H"),
    Case(
        "aces, but hardly a trump",
        "no suit is called without a trump in it",
        "AC AS KS AD KD",
        "pass | call S | call D | call C",
        before=ROUND,
        turned="9H",
    ),
    Case(
        "never a suit that isn't held",
        "clubs would be a call without trump",
        "AS QS AD 9D KH",
        "pass | call D | call S",
        before=ROUND,
        turned="TH",
    ),
    Case(
        "a stuck dealer takes his best suit",
        "he has three clubs",
        "9C TC AC 9D 9S",
        "call C",
        before=ROUND + "pass, pass, pass",
        seat=3,
        turned="9H",
        rules=STUCK,
    ),
]

PLAYS = [
    # The partner's trick is his.
    Case(
        "last, void, partner's ace wins",
        "it's ours already",
        "9H TH QH KS 9D",
        "play KS | play 9D",
        ROUND + "call H, play 9C, play AC, play TC",
        {0: "9C JH AH KD QD", 1: "AC KH AS QS TS", 2: "TC JD TD 9S JS"},
        seat=3,
        turned="KC",
    ),
    Case(
        "third, void, partner led the ace",
        "his ace mostly holds, and trumps are for other tricks",
        "9H TH QD KS 9D",
        "play KS | play 9D | play QD",
        ROUND + "call H, play AC, play 9C",
        {0: "AC JH AH KD JD", 1: "9C KH AS QS TS"},
        seat=2,
        turned="KC",
    ),
    Case(
        "last, partner has trumped",
        "no second trump on one trick",
        "QH JH KS 9D TD",
        "play KS | play 9D | play TD",
        ROUND + "pass, call H, play AC, play 9H, play TC",
        {0: "AC KD QD 9S TS", 1: "9H AH KH AS QS", 2: "TC 9C JD AD JS"},
        seat=3,
        turned="KC",
    ),
    Case(
        "last, partner has the trick in the suit led",
        "the ace stays for another trick",
        "AC 9C KS 9D TD",
        "play 9C",
        ROUND + "call H, play QC, play KC, play TC",
        {0: "QC JH AH KD QD", 1: "KC KH AS QS TS", 2: "TC JD AD 9S JS"},
        seat=3,
        turned="JC",
    ),
    Case(
        "the partner's left is boss",
        "the right is in the own hand",
        "JH 9H AC KS QS",
        "play 9H",
        ROUND + "call H, play JD, play TH",
        {0: "JD AH KD QD TD", 1: "TH KH AS TS 9D"},
        seat=2,
        turned="9S",
    ),
    Case(
        "the partner leads the right",
        "follow low",
        "AH 9H AC KS QS",
        "play 9H",
        ROUND + "call H, play JH, play TH",
        {0: "JH KH KD QD TD", 1: "TH QH AS TS 9D"},
        seat=2,
        turned="9S",
    ),
    # Taking what can be taken, and no dearer than needed.
    Case(
        "last, an opponent's ace, void",
        "the lowest trump is enough",
        "JH 9H KS 9D TD",
        "play 9H",
        ROUND + "pass, call H, play 9C, play QC, play AC",
        {0: "9C JD KD QD TS", 1: "QC AH KH AS QS", 2: "AC TC KC AD JS"},
        seat=3,
        turned="JC",
    ),
    Case(
        "last, over a trump",
        "the lowest trump that beats it",
        "JH QH KS 9D TD",
        "play QH",
        ROUND + "pass, call H, play AC, play QC, play TH",
        {0: "AC 9C KD QD TS", 1: "QC AH KH AS QS", 2: "TH AD JD JS 9S"},
        seat=3,
        turned="KC",
    ),
    Case(
        "second, void, an ace led",
        "an ace that can be trumped is trumped",
        "9H KH QS KS 9D",
        "play 9H",
        ROUND + "pass, call H, play AC",
        {0: "AC 9C KD QD TS"},
        seat=1,
        turned="KC",
    ),
    Case(
        "third hand plays high",
        "the partner's small lead needs help",
        "KC QC 9S TD 9D",
        "play KC | play QC",
        ROUND + "call H, play 9C, play TC",
        {0: "9C JH AH KH JD", 1: "TC TH QH AS QS"},
        seat=2,
        turned="KS",
    ),
    Case(
        "last, the cheapest that wins",
        "the ace isn't needed",
        "AC KC QS TD 9D",
        "play KC",
        ROUND + "call H, play QC, play TC, play 9C",
        {0: "QC JH AH KH JD", 1: "TC TH QH AS KS", 2: "9C 9H TS QD KD"},
        seat=3,
        turned="JC",
    ),
    Case(
        "it can't be won",
        "the lowest card goes",
        "9C QC KS AD 9H",
        "play 9C",
        ROUND + "call H, play AC, play TC, play KC",
        {0: "AC JH AH KH JD", 1: "TC TH QH AS QS", 2: "KC TS JC TD KD"},
        seat=3,
        turned="9S",
    ),
    # Leading.
    Case(
        "a defender leads his ace",
        "before it is trumped, and no trump for the makers",
        "AC QH 9D TD KS",
        "play AC",
        ROUND + "pass, pass, pass, call H",
        turned="9S",
    ),
    Case(
        "a defender with two trumps",
        "leading trump draws the partner's, too",
        "KH QH AC TD KS",
        "play AC",
        ROUND + "pass, call H",
        turned="9S",
    ),
    Case(
        "a defender with trump and nothing else",
        "no trump is led to defend",
        "QH 9H KC QC TD",
        "play KC | play QC | play TD",
        ROUND + "pass, call H",
        turned="9S",
    ),
    Case("the maker draws trump", "from the top", "JH AH KH AC 9D", "play JH", ROUND + "call H"),
    Case("both bowers lead", "two rounds of trump", "JH JD QH AC 9D", "play JH | play JD", ROUND + "call H"),
    # Against a loner.
    Case(
        "an ace against a loner",
        "an off ace is the best hope of the one trick",
        "AC 9C KD QD TH",
        "play AC",
        ROUND + "pass, call H alone",
        turned="9S",
    ),
    Case(
        "two aces against a loner",
        "an ace first, no trump",
        "AC AD KD QS 9H",
        "play AC | play AD",
        ROUND + "pass, call H alone",
        turned="9S",
    ),
    # The end of a hand.
    Case(
        "the boss card is kept",
        "the ace may win the last trick",
        "AC 9D TD QS KS",
        "play 9D | play TD | play QS | play KS",
        ROUND + "call H, play JH",
        {0: "JH JD AH KH 9C"},
        seat=1,
        turned="9S",
    ),
    Case(
        "boss cards when trump is gone",
        "nothing can beat them any longer",
        "JH JD AH AC KC",
        "play AC",
        ROUND + "call H, play JH, play 9H, play TH, play QH, play JD, play AS, play KH, play TS, "
        "play AH, play KS, play TD, play 9C",
        {1: "9H AS KS QS QD", 2: "TH KH TD 9D KD", 3: "QH TS 9C TC QC"},
        turned="9S",
    ),
    # The dealer's discard.
    Case(
        "a short suit is emptied",
        "then it can be trumped",
        "AH KH 9C AS QS",
        "discard 9C",
        "pass, pass, pass, order",
        seat=3,
        turned="JH",
    ),
    Case(
        "an ace is no discard",
        "the low spade goes",
        "JH AH AC TS 9S",
        "discard TS | discard 9S",
        "pass, pass, pass, order",
        seat=3,
        turned="9H",
    ),
    Case(
        "no trump is discarded",
        "even the nine is one",
        "JH TH AC KC QS",
        "discard QS | discard KC",
        "pass, pass, pass, order",
        seat=3,
        turned="9H",
    ),
]

BOTH_RED = "AH KC KH JC JD"
DIAMONDS = "AD AH KD KH TH"
BARE = "QS JS TD TS 9S"
ASSISTING = "AS QC QH JD 9S"
ELDEST = "KC JC TH 9C 9D"
HOPELESS = "9H QC TD 9S TS"

AT_THE_SCORE = [
    # Behind, and the others need one point: only four at once catch up.
    Case(
        "with the partner at 0-0",
        "one or two points are welcome",
        BOTH_RED,
        "order",
        before="pass",
        seat=1,
        turned="QH",
        score=(0, 0),
    ),
    Case(
        "alone at 6-9",
        "a point leaves the others one short of the game, four win it",
        BOTH_RED,
        "order alone",
        before="pass",
        seat=1,
        turned="QH",
        score=(9, 6),
    ),
    Case(
        "with the partner at 9-6",
        "one point is enough, and a partner makes it safer",
        BOTH_RED,
        "order",
        before="pass",
        seat=1,
        turned="QH",
        score=(6, 9),
    ),
    Case(
        "dealer, with the partner at 0-0",
        "three trumps and an ace",
        DIAMONDS,
        "order",
        before="pass, pass, pass",
        seat=3,
        turned="QD",
        score=(0, 0),
    ),
    Case(
        "dealer, alone at 6-9",
        "four points at once",
        DIAMONDS,
        "order alone",
        before="pass, pass, pass",
        seat=3,
        turned="QD",
        score=(9, 6),
    ),
    Case(
        "dealer, with the partner at 9-6",
        "one point is enough",
        DIAMONDS,
        "order",
        before="pass, pass, pass",
        seat=3,
        turned="QD",
        score=(6, 9),
    ),
    Case(
        "a sure loner at 0-0",
        "four points",
        "KD KH JD AH 9D",
        "order alone",
        before="pass, pass, pass",
        seat=3,
        turned="AD",
        score=(0, 0),
    ),
    # At 9-9 the next point wins: whoever calls needs three tricks, and the others want the last word.
    Case(
        "dealer at 9-9 with a bare bower",
        "if it's turned down, the others call and win",
        BARE,
        "order",
        before="pass, pass, pass",
        seat=3,
        turned="9C",
        score=(9, 9),
    ),
    Case(
        "assisting at 9-9",
        "left, queen and an ace make it with the partner's card",
        ASSISTING,
        "order",
        before="pass",
        seat=1,
        turned="TH",
        score=(9, 9),
    ),
    Case(
        "eldest at 0-0",
        "the left bower and two more into the dealer's hand: wait",
        ELDEST,
        "pass | order",
        turned="QC",
        score=(0, 0),
    ),
    Case(
        "eldest at 9-9",
        "the dealer's side would pick it up or call and win",
        ELDEST,
        "order",
        turned="QC",
        score=(9, 9),
    ),
    # Giving two points away so that the others cannot make four.
    Case("no gift at 0-0", "two points are two points", HOPELESS, "pass", turned="JH", score=(0, 0)),
    Case(
        "a gift at 9-6",
        "with the bower up a loner would win; euchred, it's 9-8 and the own deal",
        HOPELESS,
        "order",
        turned="JH",
        score=(9, 6),
    ),
    Case("no gift at 6-9", "two points would end the game", HOPELESS, "pass", turned="JH", score=(6, 9)),
    Case(
        "no gift without a trump",
        "a bot never orders without trump, not even to give",
        "9C QC TD 9S TS",
        "pass",
        turned="JH",
        score=(9, 6),
    ),
]
