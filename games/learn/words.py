"""The words of the game and of the club: what each means, by what other names it goes, and what to read next.

`{% word "march" %}` on a page leads here. A word that a page uses and that is missing here fails loudly.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

from django.utils.text import slugify
from django.utils.translation import get_language

from games.engine.language import mark as _
from games.engine.language import mark_as, say

OTHERWISE = {"Void": mark_as("having none of a suit", "Void"), "Next": mark_as("a suit", "Next")}
"""Names that mean something else elsewhere."""


def said_name(name: str) -> str:
    return say(OTHERWISE.get(name, name))


@dataclass(frozen=True)
class Word:
    """One word. also: other names that mean the same. see: words to read next, by their names.

    labels: what options and criteria are called on the pages that are about this word. All of it in English; what is
    shown is said.
    """

    name: str
    meaning: str
    also: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        return slugify(self.name)

    @property
    def title(self) -> str:
        return said_name(self.name)

    @property
    def told(self) -> str:
        return say(self.meaning)

    @property
    def other_names(self) -> list[str]:
        """Where two of them are one word in this language, once."""
        said = dict.fromkeys(said_name(name) for name in self.also)
        return [name for name in said if folded(name) != folded(self.title)]


GAME = (
    Word(
        _("Alone"),
        _(
            "To play without your partner, who lays the cards face down and sits the hand out. All the "
            "tricks taken alone score four; three or four of them score one, as with a partner."
        ),
        also=(_("Go alone"), _("Loner"), _("Lone hand")),
        see=("Lone march", "Canadian loner", "Defend alone"),
        labels=("Alone is said", "Alone worth two", "Alone must take all", "Alone bids", "Loners"),
    ),
    Word(
        _("Assist"),
        _(
            "“I assist” is what you say when your partner deals and you want the turned card to be trump. It is the "
            "same as ordering it up."
        ),
        see=("Order up",),
    ),
    Word(
        _("Auction"),
        _("In Bid Euchre: bidding that goes on until everybody but one has passed."),
        see=("Bid Euchre",),
        labels=("Bidding",),
    ),
    Word(
        _("Bid Euchre"),
        _(
            "A cousin of euchre without a turned card. You bid how many tricks your side will take; "
            "the highest bidder names trump. What was bid and missed is taken off the score."
        ),
        see=("Minimum bid", "Kitty"),
        labels=("A bid names", "Bid winner leads", "Score the bid only"),
    ),
    Word(
        _("Bower"),
        _(
            "One of the two best trumps, which are both jacks. The right bower is the jack of the trump "
            "suit, the left bower the other jack of the same colour."
        ),
        see=("Right bower", "Left bower"),
    ),
    Word(
        _("Call"),
        _("To name trump in the second round of bidding, when the turned card has been turned down."),
        also=(_("Make trump"),),
        see=("Maker", "Turn down"),
        labels=("To call you need",),
    ),
    Word(
        _("Call for best"),
        _("A house rule: before a lone hand is played, the partner passes over the best card and gets one back."),
        also=(_("Partner’s best"),),
        see=("Alone",),
    ),
    Word(
        _("Canadian loner"),
        _("A house rule: the dealer’s partner may order up only by playing alone."),
        see=("Alone", "Order up"),
    ),
    Word(
        _("Cut-throat"),
        _(
            "Everybody for themselves. With three at the table it is always played so: the maker is "
            "alone against the two others."
        ),
        also=(_("Solo"),),
        see=("Sides",),
    ),
    Word(
        _("Deal"),
        _(
            "To give out the cards, two or three at a time; also one hand, from the cards being dealt to the score. "
            "The deal passes to the left after every hand."
        ),
        see=("Dealer", "Hand"),
        labels=("Direction",),
    ),
    Word(
        _("Dealer"),
        _("Who deals this hand. The dealer speaks last and picks up the turned card when it is ordered up."),
        see=("Eldest", "Stick the dealer"),
        labels=("Dealer bids first", "Dealer may decline"),
    ),
    Word(
        _("Deck"),
        _(
            "The cards that are played with. Euchre leaves out the low ones: twenty-four cards from nine to "
            "ace is the usual deck, thirty-two from seven the older one."
        ),
        also=(_("Pack"),),
        see=("Joker",),
        labels=("Packs",),
    ),
    Word(
        _("Defend alone"),
        _("A house rule: a defender may play without a partner. Stopping the makers alone scores four."),
        see=("Defenders", "Euchre"),
        labels=("Defenders are asked from",),
    ),
    Word(
        _("Defenders"),
        _("The side that did not make trump. With three tricks it has euchred the makers."),
        see=("Maker", "Euchre"),
    ),
    Word(
        _("Discard"),
        _(
            "To lay a card away face down. The dealer does it after picking up the turned card; nobody "
            "else sees which card it was."
        ),
        also=(_("Lay away"),),
        see=("Order up",),
        labels=("Dealer’s discard",),
    ),
    Word(
        _("Eldest"),
        _("The player on the dealer’s left, who speaks first and leads to the first trick."),
        also=(_("Eldest hand"),),
        see=("Lead",),
    ),
    Word(
        _("Euchre"),
        _(
            "The name of the game, and what happens to makers who take too few tricks: they are euchred, "
            "and the other side scores two."
        ),
        also=(_("Euchred"),),
        see=("Maker", "Euchred loner"),
        labels=("Euchres",),
    ),
    Word(
        _("Euchred loner"),
        _("A lone maker who takes too few tricks. Most tables give the others two points for it, some three or four."),
        see=("Alone", "Euchre"),
    ),
    Word(
        _("Follow suit"),
        _(
            "To play a card of the suit that was led. You must, if you have one; the left bower "
            "counts as a trump here, whatever is printed on it."
        ),
        also=(_("Follow"),),
        see=("Left bower", "Revoke"),
    ),
    Word(
        _("Game"),
        _("Hands played until one side has the points that were agreed on, usually ten."),
        see=("Hand", "Match"),
        labels=("Play to", "Number of hands", "Win by two"),
    ),
    Word(
        _("Go under"),
        _(
            "A house rule: who holds three of the lowest cards may exchange them for the three that lie "
            "under the turned one."
        ),
        also=(_("Farmer’s hand"),),
        see=("Kitty",),
    ),
    Word(_("Hand"), _("The cards that you hold; also everything from one deal to its score."), see=("Deal", "Game")),
    Word(
        _("House rules"),
        _("What a table has agreed on where euchre is played in more than one way."),
        see=("Stick the dealer", "No trump", "Go under"),
    ),
    Word(
        _("Joker"),
        _("An extra card that some tables add. It is a trump and beats even the right bower."),
        also=(_("Benny"), _("Best bower")),
        see=("Bower",),
        labels=("Joker turned up",),
    ),
    Word(
        _("Kitty"),
        _("The cards that are left after the deal. The top one is turned up."),
        also=(_("Blind"),),
        see=("Turned card", "Go under"),
        labels=("Advance the kitty", "Kitty to winner"),
    ),
    Word(
        _("Lead"),
        _("To play the first card of a trick. Who won the last trick leads to the next."),
        see=("Trick", "Follow suit"),
        labels=("Leading trump", "Lead against a lone maker"),
    ),
    Word(
        _("Left bower"),
        _(
            "The jack of the same colour as trump, the second-best trump. It is no card of its printed "
            "suit any more: with hearts as trump the jack of diamonds is a heart."
        ),
        also=(_("Left"),),
        see=("Right bower", "Follow suit"),
    ),
    Word(
        _("Lone march"),
        _("All the tricks, taken alone. It usually scores four."),
        see=("Alone", "March"),
        labels=("Loner bonus", "Four-point hands"),
    ),
    Word(
        _("Maker"),
        _("Who made trump, and with a partner the side that has to take three tricks."),
        also=(_("Makers"),),
        see=("Defenders", "Call"),
        labels=("Take four",),
    ),
    Word(
        _("March"),
        _("All the tricks. With a partner it scores two, alone four."),
        also=(_("Sweep"),),
        see=("Lone march",),
        labels=("Marches", "Cut-throat march", "Defended sweep", "Two-point hands"),
    ),
    Word(_("Minimum bid"), _("In Bid Euchre: the fewest tricks that may be bid."), see=("Bid Euchre",)),
    Word(
        _("Misdeal"),
        _(
            "A deal that is not played. At some tables a very poor hand may be thrown in for one, and the "
            "same dealer deals again."
        ),
        see=("House rules",),
        labels=("Misdeal claim",),
    ),
    Word(
        "Next",
        _("The other suit of the colour that was turned down. Calling it is calling next."),
        also=(_("Next suit"),),
        see=("Turn down",),
    ),
    Word(
        _("No trump"),
        _(
            "A call at some tables: no suit is trump, there are no bowers, and the highest card of the "
            "suit led wins. Played low, the lowest does."
        ),
        see=("Call", "House rules"),
    ),
    Word(_("Off suit"), _("Any suit that is not trump."), also=(_("Plain suit"),), see=("Trump",)),
    Word(
        _("Order up"),
        _("To make the suit of the turned card trump. The dealer picks that card up, whoever ordered it."),
        also=(_("Pick up"),),
        see=("Assist", "Discard"),
    ),
    Word(
        _("Partner"),
        _("Who sits opposite and scores with you. You may not talk about your cards."),
        also=(_("Partners"),),
        see=("Sides",),
    ),
    Word(_("Pass"), _("To leave the choice of trump to the next player."), see=("Turn down",)),
    Word(
        _("Revoke"),
        _(
            "To play another suit while holding the one that was led. At a real table it costs points; "
            "online it cannot happen."
        ),
        also=(_("Renege"),),
        see=("Follow suit",),
    ),
    Word(
        _("Right bower"),
        _("The jack of the trump suit, the best card in the game."),
        also=(_("Right"),),
        see=("Left bower", "Joker"),
    ),
    Word(_("Ruff"), _("To play a trump on a suit that you have none of."), also=(_("Trump in"),), see=("Void",)),
    Word(
        _("Score cards"),
        _(
            "A six and a four with which a side keeps its score at a real table: as many pips show as it has "
            "points. On a club night also the paper on which each player’s points are written."
        ),
        also=(_("Score card"),),
        see=("Game",),
    ),
    Word(
        _("Sides"),
        _("Who scores with whom: two and two most often, three pairs or two threes with six at the table."),
        also=(_("Side"),),
        see=("Partner", "Cut-throat"),
        labels=("Players",),
    ),
    Word(
        _("Stick the dealer"),
        _("A house rule: when everybody else has passed twice, the dealer must name a suit."),
        also=(_("Stuck"), _("Force the dealer")),
        see=("Dealer", "Call"),
    ),
    Word(
        _("Throw off"),
        _("To play a card that can win nothing, because you cannot follow suit and do not want to ruff."),
        also=(_("Slough"),),
        see=("Ruff",),
    ),
    Word(
        _("Trick"),
        _("One card from everybody. The highest trump wins it, or if there is none, the highest card of the suit led."),
        also=(_("Tricks"),),
        see=("Lead", "Follow suit"),
        labels=("Cards each",),
    ),
    Word(
        _("Trump"),
        _("The suit that beats the others in this hand. Both bowers belong to it."),
        also=(_("Trumps"),),
        see=("Bower", "Maker"),
    ),
    Word(
        _("Turn down"),
        _(
            "What the dealer does when everybody has passed: the turned card is turned over, and its "
            "suit may not be called."
        ),
        also=(_("Turned down"),),
        see=("Next", "Call"),
        labels=("Turned-down suit",),
    ),
    Word(
        _("Turned card"),
        _("The card that is turned up after the deal. Its suit is offered as trump first."),
        also=(_("Up-card"), _("Turned up")),
        see=("Kitty", "Order up"),
    ),
    Word("Void", _("Having no card of a suit."), also=(_("Short"),), see=("Ruff", "Discard")),
)
CLUB = (
    Word(
        _("Buchholz"),
        _("The games won by everybody you met, added up. Who met stronger opponents has more."),
        see=("Standings",),
        labels=("Buchholz cut 1", "Median Buchholz", "Opponents’ points"),
    ),
    Word(
        _("Bye"), _("A round in which somebody has no table, because the numbers do not come out even."), see=("Round",)
    ),
    Word(_("Bracket"), _("Matches that lead to a final; who loses is out, or has one more chance."), see=("Match",)),
    Word(_("Entry"), _("Who is in an event: a player, a pair or a squad."), see=("Event",)),
    Word(_("Event"), _("One night or tournament."), see=("Stage", "Entry")),
    Word(
        _("Head to head"),
        _("Level entries are ordered by the matches that they played against each other."),
        see=("Standings",),
    ),
    Word(
        _("Jackpot"),
        _("Prizes for a week, a month or a season, for those who lead its list when it ends."),
        see=("Standings",),
    ),
    Word(
        _("Lot"),
        _("When everything else is level, chance decides; anybody can draw the same lot again from the event’s seed."),
        see=("Standings",),
    ),
    Word(_("Match"), _("What a round pairs: one game, or the best of several."), see=("Round", "Game")),
    Word(
        _("Matchpoints"),
        _("How often a pair did better on a deal than the others who held the same cards."),
        see=("Standings",),
    ),
    Word(
        _("Progressive"),
        _("A night on which winners move up a table after every round, and partners change."),
        also=(_("Progressive euchre"),),
        see=("Round",),
    ),
    Word(
        _("Round"),
        _("The time in which every table plays one match."),
        see=("Match", "Bye"),
        labels=("Rounds won", "Rounds played", "Points per round"),
    ),
    Word(
        _("Seal"),
        _(
            "A fingerprint of a shuffled deal that is shown before the first card. Afterwards anybody can "
            "check that the deal was not changed."
        ),
        see=("Deal",),
    ),
    Word(_("Slip"), _("A score as a table reports it, on paper or from a phone."), see=("Standings",)),
    Word(
        _("Sonneborn-Berger"),
        _(
            "The games won by everybody you have beaten, and half of those by everybody you were "
            "level with. It says whom somebody has beaten."
        ),
        see=("Standings", "Buchholz"),
    ),
    Word(_("Stage"), _("One format inside an event, such as pools and then a bracket."), see=("Event", "Bracket")),
    Word(
        _("Standings"),
        _("Who is where, compared by the criteria that the event has chosen, one after the other."),
        see=("Head to head", "Lot"),
    ),
)
WORDS = (*GAME, *CLUB)


@cache
def by_name() -> dict[str, Word]:
    """Every word by its name, its other names and the labels that lead to it."""
    return {folded(name): word for word in WORDS for name in (word.name, *word.also, *word.labels)}


@cache
def by_said_name(language: str | None) -> dict[str, Word]:
    """The same in that language, which is the present one."""
    return {folded(said_name(name)): word for word in WORDS for name in (word.name, *word.also, *word.labels)}


def folded(name: str) -> str:
    """In small letters, whichever way the apostrophe is written."""
    return name.lower().replace("’", "'")


def word_of(name: str) -> Word | None:
    """By its English name, as templates have it, or as it is said here."""
    return by_name().get(folded(name)) or by_said_name(get_language()).get(folded(name))


def said_as(name: str) -> str:
    """An English name, as it stands in the middle of a sentence or at its start, in the present language."""
    found = by_name()[folded(name)]
    known = next(one for one in (found.name, *found.also, *found.labels) if folded(one) == folded(name))
    said = said_name(known)
    if said == known:
        return name
    return said if name[0].isupper() else said[0].lower() + said[1:]


def in_order() -> list[Word]:
    return sorted(WORDS, key=lambda word: _without_accents(folded(word.title)))


def _without_accents(name: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFD", name) if not unicodedata.combining(one))
