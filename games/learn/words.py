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
    def meaning_shown(self) -> str:
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
            "To play without your partner, who puts their cards face down and sits the hand out. Winning all 5 "
            "tricks alone scores 4. Winning 3 or 4 scores 1, the same as with a partner."
        ),
        also=(_("Go alone"), _("Loner"), _("Lone hand")),
        see=("Lone march", "Canadian loner", "Defend alone"),
        labels=("Loner announcement", "Loner worth 2", "Loner must take all", "Lone bids", "Loners"),
    ),
    Word(
        _("Assist"),
        _(
            "“I assist” is what you say when your partner deals and you want the upcard’s suit to be trump. "
            "It’s the same as ordering it up."
        ),
        see=("Order up",),
    ),
    Word(
        _("Auction"),
        _("In Bid Euchre: bidding that goes on until all but one player have passed."),
        see=("Bid Euchre",),
        labels=("Bidding",),
    ),
    Word(
        _("Bid Euchre"),
        _(
            "A cousin of euchre without an upcard. You bid how many tricks your side will take, and "
            "the highest bidder calls trump. A missed bid is subtracted from your score."
        ),
        see=("Minimum bid", "Kitty"),
        labels=("Bid type", "Bid winner leads", "Score the bid only"),
    ),
    Word(
        _("Bower"),
        _(
            "The bowers are the 2 best trumps, both jacks. The right bower is the jack of trump. The left bower "
            "is the other jack of the same color."
        ),
        see=("Right bower", "Left bower"),
    ),
    Word(
        _("Call"),
        _("To name the trump suit in the second round of bidding, after the upcard is turned down."),
        also=(_("Make trump"),),
        see=("Maker", "Turn down"),
        labels=("Trump needed to call",),
    ),
    Word(
        _("Call for best"),
        _("A house rule: before a loner, the partner passes their best card and gets one back."),
        also=(_("Partner’s best"),),
        see=("Alone",),
    ),
    Word(
        _("Canadian loner"),
        _("A house rule: the dealer’s partner can order up only by going alone."),
        see=("Alone", "Order up"),
    ),
    Word(
        _("Cutthroat"),
        _("Everyone plays for themselves. 3 players always play this way: the maker against the other 2."),
        also=(_("Solo"),),
        see=("Sides",),
    ),
    Word(
        _("Deal"),
        _(
            "To hand out the cards, 2 or 3 at a time. A deal is also one whole hand, from the first card dealt "
            "to the score. The deal passes to the left after every hand."
        ),
        see=("Dealer", "Hand"),
        labels=("Direction",),
    ),
    Word(
        _("Dealer"),
        _("The player who deals this hand. The dealer bids last and picks up the upcard when it’s ordered up."),
        see=("Eldest", "Stick the dealer"),
        labels=("Dealer bids first", "Dealer may decline"),
    ),
    Word(
        _("Deck"),
        _(
            "The cards you play with. Euchre leaves out the low ones. The usual deck has 24 cards, nine "
            "through ace. An older deck has 32 cards, seven through ace."
        ),
        also=(_("Pack"),),
        see=("Joker",),
        labels=("Number of decks",),
    ),
    Word(
        _("Defend alone"),
        _(
            "A house rule: a defender may play without a partner. A lone defender who euchres the makers scores 4 "
            "points."
        ),
        see=("Defenders", "Euchre"),
        labels=("First chance to defend alone",),
    ),
    Word(
        _("Defenders"),
        _("The side that didn’t call trump. If it takes 3 tricks, the makers are euchred."),
        see=("Maker", "Euchre"),
    ),
    Word(
        _("Discard"),
        _(
            "To put a card face down, out of play. The dealer does it after picking up the upcard. The other "
            "players don’t see the card."
        ),
        also=(_("Lay away"),),
        see=("Order up",),
        labels=("Dealer’s discard",),
    ),
    Word(
        _("Donate"),
        _(
            "To order up with a weak hand so the other side can’t go alone for 4 points. Getting "
            "euchred costs you only 2."
        ),
        see=("Order up", "Euchre"),
    ),
    Word(
        _("Eldest"),
        _("The player on the dealer’s left, who bids first and leads to the first trick."),
        also=(_("Eldest hand"),),
        see=("Lead",),
    ),
    Word(
        _("Euchre"),
        _(
            "Euchre is the name of the game. Makers who take too few tricks are euchred, and the other side "
            "scores 2 points."
        ),
        also=(_("Euchred"),),
        see=("Maker", "Euchred loner"),
        labels=("Euchres",),
    ),
    Word(
        _("Euchred loner"),
        _(
            "A lone maker who doesn’t take enough tricks. The other side usually scores 2 points, or 3 or 4 at "
            "some tables."
        ),
        see=("Alone", "Euchre"),
    ),
    Word(
        _("Follow suit"),
        _(
            "To play a card of the suit that was led. You must if you have one. The left bower is always a "
            "trump, no matter what’s printed on it."
        ),
        also=(_("Follow"),),
        see=("Left bower", "Revoke"),
    ),
    Word(
        _("Game"),
        _("Hands played until one side reaches the agreed number of points, usually 10."),
        see=("Hand", "Match"),
        labels=("Play to", "Number of hands", "Win by 2"),
    ),
    Word(
        _("Go under"),
        _("A house rule: a player with 3 low cards can swap them for the 3 under the upcard."),
        also=(_("Farmer’s hand"),),
        see=("Kitty",),
    ),
    Word(
        _("Hand"),
        _("A hand is the cards you hold. It’s also everything from the deal to the score."),
        see=("Deal", "Game"),
    ),
    Word(
        _("House rules"),
        _("House rules are the choices a table makes when there’s more than one way to play."),
        see=("Stick the dealer", "No trump", "Go under"),
    ),
    Word(
        _("In the barn"),
        _(
            "You’re in the barn when you’re one point short of winning, at 9 in a game to 10. Some players "
            "celebrate by miming milking a cow."
        ),
        see=("Game",),
    ),
    Word(
        _("Joker"),
        _("An extra card that some tables add. It’s a trump and beats even the right bower."),
        also=(_("Benny"), _("Best bower")),
        see=("Bower",),
        labels=("Joker turned up",),
    ),
    Word(
        _("Kitty"),
        _("The cards left over after the deal. The top one is turned up."),
        also=(_("Blind"),),
        see=("Upcard", "Go under"),
        labels=("Advance the kitty", "Bid winner takes the kitty"),
    ),
    Word(
        _("Lay-down"),
        _("A hand that can’t lose a trick, so you can put it face up on the table immediately."),
        see=("Alone", "March"),
    ),
    Word(
        _("Lead"),
        _("To play the first card of a trick. The winner of the last trick leads to the next."),
        see=("Trick", "Follow suit"),
        labels=("Leading trump", "Lead against a lone maker"),
    ),
    Word(
        _("Left bower"),
        _(
            "The other jack of the same color as trump. It’s the second-best trump and no longer belongs to its "
            "printed suit. With hearts as trump, the jack of diamonds is a heart."
        ),
        also=(_("Left"),),
        see=("Right bower", "Follow suit"),
    ),
    Word(
        _("Lone march"),
        _("All the tricks, won alone. It usually scores 4 points."),
        see=("Alone", "March"),
        labels=("Loner bonus", "4-point hands"),
    ),
    Word(
        _("Maker"),
        _("The player who calls trump. That player’s side has to take 3 tricks."),
        also=(_("Makers"),),
        see=("Defenders", "Call"),
        labels=("Makers must take 4",),
    ),
    Word(
        _("March"),
        _("All the tricks. A march scores 2 points with a partner and 4 alone."),
        also=(_("Sweep"),),
        see=("Lone march",),
        labels=("Marches", "Cutthroat march", "Defensive march", "2-point hands"),
    ),
    Word(_("Minimum bid"), _("In Bid Euchre: the fewest tricks you can bid."), see=("Bid Euchre",)),
    Word(
        _("Misdeal"),
        _(
            "A deal that isn’t played. At some tables a very poor hand can be thrown in, and the same dealer "
            "deals again."
        ),
        see=("House rules",),
        labels=("Misdeal claim",),
    ),
    Word(
        "Next",
        _("The other suit of the same color as the turned-down card. If you make it trump, you “call next”."),
        also=(_("Next suit"),),
        see=("Turn down",),
    ),
    Word(
        _("No trump"),
        _(
            "A call at some tables: no suit is trump and there are no bowers. The highest card of the suit "
            "led wins. At low no trump, the lowest card wins."
        ),
        see=("Call", "House rules"),
    ),
    Word(_("Off suit"), _("Any suit that isn’t trump."), also=(_("Plain suit"),), see=("Trump",)),
    Word(
        _("Order up"),
        _("To make the upcard’s suit trump. The dealer picks the card up, no matter who ordered it up."),
        also=(_("Pick up"), _("Bump")),
        see=("Assist", "Discard"),
    ),
    Word(
        _("Partner"),
        _("The player who sits across from you and scores with you. You can’t talk to each other about your cards."),
        also=(_("Partners"),),
        see=("Sides",),
    ),
    Word(_("Pass"), _("To leave the choice of trump to the next player."), see=("Turn down",)),
    Word(
        _("Revoke"),
        _("To play another suit when you could follow suit. At a real table it costs points. Online it can’t happen."),
        also=(_("Renege"),),
        see=("Follow suit",),
    ),
    Word(
        _("Right bower"),
        _("The jack of the trump suit, the best card in the game."),
        also=(_("Right"),),
        see=("Left bower", "Joker"),
    ),
    Word(
        _("Ruff"), _("To play a trump when you don’t have the suit that was led."), also=(_("Trump in"),), see=("Void",)
    ),
    Word(
        _("Sandbag"),
        _("To pass with a strong hand, hoping the other side calls trump so you can euchre them."),
        see=("Euchre",),
    ),
    Word(
        _("Score cards"),
        _(
            "A side keeps score with two cards, a six and a four. The visible pips show its points. On "
            "club nights, a score card is also the sheet with each player’s points."
        ),
        also=(_("Score card"),),
        see=("Game",),
    ),
    Word(
        _("Sides"),
        _("Groups of players who score together, usually 2 pairs. With 6 players, there are 3 pairs or 2 groups of 3."),
        also=(_("Side"),),
        see=("Partner", "Cutthroat"),
        labels=("Players",),
    ),
    Word(
        _("Stick the dealer"),
        _("A house rule: when everyone else has passed twice, the dealer must call a suit."),
        also=(_("Stuck"), _("Force the dealer"), _("Screw the dealer")),
        see=("Dealer", "Call"),
    ),
    Word(
        _("Throw off"),
        _("To play a card that can’t win, because you can’t follow suit and don’t want to trump."),
        also=(_("Slough"),),
        see=("Ruff",),
    ),
    Word(
        _("Trick"),
        _(
            "In a trick, everyone plays one card. The highest trump wins. Without a trump, the highest card of the "
            "suit led wins."
        ),
        also=(_("Tricks"),),
        see=("Lead", "Follow suit"),
        labels=("Cards per player",),
    ),
    Word(
        _("Trump"),
        _("The suit that beats the others in this hand. Both bowers belong to it."),
        also=(_("Trumps"),),
        see=("Bower", "Maker"),
    ),
    Word(
        _("Turn down"),
        _("To flip the upcard face down after everyone passes. Its suit can’t be called after that."),
        also=(_("Turned down"),),
        see=("Next", "Call"),
        labels=("Turned-down suit",),
    ),
    Word(
        _("Upcard"),
        _("The card that’s turned up after the deal. Its suit is offered as trump first."),
        also=(_("Turn-up"), _("Turned-up card")),
        see=("Kitty", "Order up"),
    ),
    Word("Void", _("Having no cards in a suit."), also=(_("Short-suited"),), see=("Ruff", "Discard")),
)
CLUB = (
    Word(
        _("Buchholz"),
        _("This tiebreaker adds up the games won by everyone you played. Stronger opponents add more."),
        see=("Standings",),
        labels=("Buchholz cut 1", "Median Buchholz", "Opponents’ points"),
    ),
    Word(
        _("Bye"),
        _("A round that a pair or team doesn’t play, because the numbers don’t come out even."),
        see=("Round",),
    ),
    Word(
        _("Bracket"),
        _("Matches that lead to a final. Losing a match knocks you out or leaves you with one more chance."),
        see=("Match",),
    ),
    Word(_("Entry"), _("A player, pair or team in an event."), see=("Event",)),
    Word(_("Event"), _("An event is one night or tournament."), see=("Stage", "Entry")),
    Word(
        _("Head to head"),
        _("A tiebreaker: tied players, pairs or teams are ranked by their matches against each other."),
        see=("Standings",),
    ),
    Word(
        _("Jackpot"),
        _("A jackpot pays prizes to the leaders at the end of a week, a month or a season."),
        see=("Standings",),
    ),
    Word(
        _("Random draw"),
        _(
            "When players are tied on everything, chance decides. Anyone can check the draw with the "
            "event’s random seed."
        ),
        see=("Standings",),
    ),
    Word(_("Match"), _("A pairing in a round: one game, or the best of several."), see=("Round", "Game")),
    Word(
        _("Matchpoints"),
        _("How often a pair did better on a deal than other pairs with the same cards."),
        see=("Standings",),
    ),
    Word(
        _("Progressive"),
        _("A night when winners move up a table after every round and everyone changes partners."),
        also=(_("Progressive euchre"),),
        see=("Round",),
    ),
    Word(
        _("Round"),
        _("In a round, every table plays one match."),
        see=("Match", "Bye"),
        labels=("Rounds won", "Rounds played", "Points per round"),
    ),
    Word(_("Score slip"), _("A table’s score, sent from a phone or written on a printed slip."), see=("Standings",)),
    Word(
        _("Seal"),
        _(
            "A fingerprint of a shuffled deal, shown before the first card. Afterward anyone can check that "
            "the deal didn’t change."
        ),
        see=("Deal",),
    ),
    Word(
        _("Sonneborn-Berger"),
        _(
            "This tiebreaker adds up the games won by everyone you beat, plus half the games won by "
            "everyone you tied. Beating stronger players adds more."
        ),
        see=("Standings", "Buchholz"),
    ),
    Word(
        _("Stage"),
        _("A stage is one part of an event. It has its own format, e.g. pools before a bracket."),
        see=("Event", "Bracket"),
    ),
    Word(
        _("Standings"),
        _("The ranking in an event. When players are tied, the tiebreakers decide, one after another."),
        see=("Head to head", "Random draw"),
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
    """An English name, as it is in the middle of a sentence or at its start, in the present language."""
    word = by_name()[folded(name)]
    known = next(form for form in (word.name, *word.also, *word.labels) if folded(form) == folded(name))
    said = said_name(known)
    if said == known:
        return name
    return said if name[0].isupper() else said[0].lower() + said[1:]


def in_order() -> list[Word]:
    return sorted(WORDS, key=lambda word: _without_accents(folded(word.title)))


def _without_accents(name: str) -> str:
    return "".join(
        character for character in unicodedata.normalize("NFD", name) if not unicodedata.combining(character)
    )
