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
            "To play without your partner, who puts the cards face down and sits the hand out. All the tricks "
            "won alone score four. Three or four of them score one, the same as with a partner."
        ),
        also=(_("Go alone"), _("Loner"), _("Lone hand")),
        see=("Lone march", "Canadian loner", "Defend alone"),
        labels=("When alone is announced", "A lone call is worth two", "Alone must take all", "Alone bids", "Loners"),
    ),
    Word(
        _("Assist"),
        _(
            "“I assist” is what you say when your partner deals and you want the turned card to be trump. It’s "
            "the same as ordering it up."
        ),
        see=("Order up",),
    ),
    Word(
        _("Auction"),
        _("In Bid Euchre: bidding that goes on until everyone but one has passed."),
        see=("Bid Euchre",),
        labels=("Bidding",),
    ),
    Word(
        _("Bid Euchre"),
        _(
            "A cousin of euchre without a turned card. You bid how many tricks your side will take, and the "
            "highest bidder calls trump. A missed bid is taken off the score."
        ),
        see=("Minimum bid", "Kitty"),
        labels=("A bid consists of", "Bid winner leads", "Score the bid only"),
    ),
    Word(
        _("Bower"),
        _(
            "One of the two best trumps, both jacks. The right bower is the jack of the trump suit, the left "
            "bower the other jack of the same color."
        ),
        see=("Right bower", "Left bower"),
    ),
    Word(
        _("Call"),
        _("To call trump in the second round of bidding, after the turned card was turned down."),
        also=(_("Make trump"),),
        see=("Maker", "Turn down"),
        labels=("Needed to call",),
    ),
    Word(
        _("Call for best"),
        _("A house rule: before a loner, the partner passes the best card and gets one back."),
        also=(_("Partner’s best"),),
        see=("Alone",),
    ),
    Word(
        _("Canadian loner"),
        _("A house rule: the dealer’s partner may order up only by playing alone."),
        see=("Alone", "Order up"),
    ),
    Word(
        _("Cutthroat"),
        _(
            "Everyone plays alone. With three at the table it’s always like this: the maker plays against the "
            "two others."
        ),
        also=(_("Solo"),),
        see=("Sides",),
    ),
    Word(
        _("Deal"),
        _(
            "To hand out the cards, two or three at a time. Also one hand, from the cards being dealt to the "
            "score. The deal passes to the left after every hand."
        ),
        see=("Dealer", "Hand"),
        labels=("Direction",),
    ),
    Word(
        _("Dealer"),
        _("The player who deals this hand. The dealer bids last and picks up the turned card when it’s ordered up."),
        see=("Eldest", "Stick the dealer"),
        labels=("Dealer bids first", "Dealer may decline"),
    ),
    Word(
        _("Deck"),
        _(
            "The cards that are played with. Euchre leaves out the low ones. The usual deck has twenty-four "
            "cards, from nine to ace. The older one has thirty-two, from seven."
        ),
        also=(_("Pack"),),
        see=("Joker",),
        labels=("Packs",),
    ),
    Word(
        _("Defend alone"),
        _("A house rule: a defender may play without a partner. Stopping the makers alone scores four."),
        see=("Defenders", "Euchre"),
        labels=("First defender asked",),
    ),
    Word(
        _("Defenders"),
        _("The side that didn’t make trump. With three tricks it has euchred the makers."),
        see=("Maker", "Euchre"),
    ),
    Word(
        _("Discard"),
        _(
            "To put a card away face down. The dealer does it after picking up the turned card. No one else "
            "sees which card it was."
        ),
        also=(_("Lay away"),),
        see=("Order up",),
        labels=("Dealer’s discard",),
    ),
    Word(
        _("Donate"),
        _(
            "To order up a card with a weak hand, so that the other side can’t play alone for 4 points. You lose "
            "only 2 if you’re euchred."
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
            "The name of the game, and what happens to makers who take too few tricks. They’re euchred, and "
            "the other side scores two."
        ),
        also=(_("Euchred"),),
        see=("Maker", "Euchred loner"),
        labels=("Euchres",),
    ),
    Word(
        _("Euchred loner"),
        _(
            "A lone maker who takes too few tricks. At most tables the others score two points for it, at some "
            "three or four."
        ),
        see=("Alone", "Euchre"),
    ),
    Word(
        _("Follow suit"),
        _(
            "To play a card of the suit that was led. You must, if you have one. The left bower counts as a "
            "trump here, whatever is printed on it."
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
            "A house rule: a player with three of the lowest cards may exchange them for the three under the "
            "turned one."
        ),
        also=(_("Farmer’s hand"),),
        see=("Kitty",),
    ),
    Word(_("Hand"), _("The cards that you hold. Also everything from one deal to its score."), see=("Deal", "Game")),
    Word(
        _("House rules"),
        _("What a table has agreed on, where there’s more than one way to play."),
        see=("Stick the dealer", "No trump", "Go under"),
    ),
    Word(
        _("In the barn"),
        _("One point short of winning: 9 points in a game to 10. Some people milk a cow with their hands to show it."),
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
        _("The cards that are left after the deal. The top one is turned up."),
        also=(_("Blind"),),
        see=("Turned card", "Go under"),
        labels=("Advance the kitty", "Kitty to winner"),
    ),
    Word(
        _("Lay-down"),
        _("A hand that can’t lose a trick, so its cards can go face up on the table at once."),
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
            "The jack of the same color as trump, the second-best trump. It no longer belongs to its printed "
            "suit: with hearts as trump, the jack of diamonds is a heart."
        ),
        also=(_("Left"),),
        see=("Right bower", "Follow suit"),
    ),
    Word(
        _("Lone march"),
        _("All the tricks, won alone. It usually scores four."),
        see=("Alone", "March"),
        labels=("Loner bonus", "Four-point hands"),
    ),
    Word(
        _("Maker"),
        _("The player who made trump, and with a partner the side that has to take three tricks."),
        also=(_("Makers"),),
        see=("Defenders", "Call"),
        labels=("Take four",),
    ),
    Word(
        _("March"),
        _("All the tricks. With a partner it scores two, alone four."),
        also=(_("Sweep"),),
        see=("Lone march",),
        labels=("Marches", "Cutthroat march", "Defended march", "Two-point hands"),
    ),
    Word(_("Minimum bid"), _("In Bid Euchre: the fewest tricks that may be bid."), see=("Bid Euchre",)),
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
        _("The other suit of the color that was turned down. People say “call next” for calling it."),
        also=(_("Next suit"),),
        see=("Turn down",),
    ),
    Word(
        _("No trump"),
        _(
            "A call at some tables: no suit is trump, there are no bowers, and the highest card of the suit "
            "led wins. Played low, the lowest card wins."
        ),
        see=("Call", "House rules"),
    ),
    Word(_("Off suit"), _("Any suit that isn’t trump."), also=(_("Plain suit"),), see=("Trump",)),
    Word(
        _("Order up"),
        _("To make the suit of the turned card trump. The dealer picks that card up, no matter who ordered it."),
        also=(_("Pick up"), _("Bump")),
        see=("Assist", "Discard"),
    ),
    Word(
        _("Partner"),
        _("The player who sits opposite and scores with you. You can’t talk about your cards."),
        also=(_("Partners"),),
        see=("Sides",),
    ),
    Word(_("Pass"), _("To leave the choice of trump to the next player."), see=("Turn down",)),
    Word(
        _("Revoke"),
        _(
            "To play another suit while holding the one that was led. At a real table it costs points. Online "
            "it can’t happen."
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
    Word(_("Ruff"), _("To play a trump on a suit that you don’t have."), also=(_("Trump in"),), see=("Void",)),
    Word(
        _("Sandbag"),
        _("To pass with a strong hand, hoping that the others call trump and you can euchre them."),
        see=("Euchre",),
    ),
    Word(
        _("Score cards"),
        _(
            "A six and a four with which a side keeps its score: as many pips show as it has points. On a club "
            "night, also the paper for each player’s points."
        ),
        also=(_("Score card"),),
        see=("Game",),
    ),
    Word(
        _("Sides"),
        _("Players who score together: usually two and two, with six at the table three pairs or two threes."),
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
        _("To play a card that can’t win, because you can’t follow suit and don’t want to ruff."),
        also=(_("Slough"),),
        see=("Ruff",),
    ),
    Word(
        _("Trick"),
        _("One card from everyone. The highest trump wins it. Without a trump, the highest card of the suit led wins."),
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
            "What the dealer does when everyone has passed. The turned card is turned over, and its suit can’t "
            "be called."
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
    Word("Void", _("Having no cards in a suit."), also=(_("Short"),), see=("Ruff", "Discard")),
)
CLUB = (
    Word(
        _("Buchholz"),
        _("The games won by everyone you met, added up. Stronger opponents add more."),
        see=("Standings",),
        labels=("Buchholz cut 1", "Median Buchholz", "Opponents’ points"),
    ),
    Word(
        _("Bye"), _("A round in which someone has no table, because the numbers don’t come out even."), see=("Round",)
    ),
    Word(
        _("Bracket"),
        _("Matches that lead to a final. The loser of a match is out, or has one more chance."),
        see=("Match",),
    ),
    Word(_("Entry"), _("Someone in an event: a player, a pair or a team."), see=("Event",)),
    Word(_("Event"), _("One night or tournament."), see=("Stage", "Entry")),
    Word(
        _("Head to head"),
        _("Tied entries are ordered by the matches that they played against each other."),
        see=("Standings",),
    ),
    Word(
        _("Jackpot"),
        _("Prizes for a week, a month or a season, for the leaders when it ends."),
        see=("Standings",),
    ),
    Word(
        _("Random draw"),
        _("When players are tied on everything, chance decides. Anyone can repeat the draw from the event’s seed."),
        see=("Standings",),
    ),
    Word(_("Match"), _("What a round pairs: one game, or the best of several."), see=("Round", "Game")),
    Word(
        _("Matchpoints"),
        _("How often a pair did better on a deal than other pairs with the same cards."),
        see=("Standings",),
    ),
    Word(
        _("Progressive"),
        _("A night on which winners move up a table after every round and partners change."),
        also=(_("Progressive euchre"),),
        see=("Round",),
    ),
    Word(
        _("Round"),
        _("Part of an event in which every table plays one match."),
        see=("Match", "Bye"),
        labels=("Rounds won", "Rounds played", "Points per round"),
    ),
    Word(
        _("Seal"),
        _(
            "A fingerprint of a shuffled deal, shown before the first card. Afterward anyone can check that "
            "the deal didn’t change."
        ),
        see=("Deal",),
    ),
    Word(_("Slip"), _("A score from a table, on paper or from a phone."), see=("Standings",)),
    Word(
        _("Sonneborn-Berger"),
        _(
            "The games won by everyone you have beaten, and half of those by everyone you tied with. It shows "
            "how good the people you beat are."
        ),
        see=("Standings", "Buchholz"),
    ),
    Word(_("Stage"), _("One format inside an event, such as pools and then a bracket."), see=("Event", "Bracket")),
    Word(
        _("Standings"),
        _("The ranking, by the criteria that the event chose, one after the other."),
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
