"""Cards and suits by their names, as people say them; with their article where a language has one for each."""

from games.engine.cards import Card, Rank, Strain, Suit
from games.engine.language import mark, mark_as, say

SUITS = {
    Suit.CLUBS: mark_as("suit", "clubs"), Suit.DIAMONDS: mark_as("suit", "diamonds"),
    Suit.HEARTS: mark_as("suit", "hearts"), Suit.SPADES: mark_as("suit", "spades"),
}  # fmt: skip
STRAINS = {
    **{Strain(str(suit)): words for suit, words in SUITS.items()},
    Strain.HIGH: mark("no trump"), Strain.LOW: mark("low no trump"),
}  # fmt: skip
NAMES = {
    Rank.SEVEN: mark("seven of {suit}"), Rank.EIGHT: mark("eight of {suit}"), Rank.NINE: mark("nine of {suit}"),
    Rank.TEN: mark("ten of {suit}"), Rank.JACK: mark("jack of {suit}"), Rank.QUEEN: mark("queen of {suit}"),
    Rank.KING: mark("king of {suit}"), Rank.ACE: mark("ace of {suit}"),
}  # fmt: skip
WITH_ARTICLE = {
    Rank.SEVEN: mark("the seven of {suit}"), Rank.EIGHT: mark("the eight of {suit}"),
    Rank.NINE: mark("the nine of {suit}"), Rank.TEN: mark("the ten of {suit}"), Rank.JACK: mark("the jack of {suit}"),
    Rank.QUEEN: mark("the queen of {suit}"), Rank.KING: mark("the king of {suit}"),
    Rank.ACE: mark("the ace of {suit}"),
}  # fmt: skip


def card_name(card: Card) -> str:
    """ "jack of hearts"; the joker by its name."""
    return say("joker") if card.suit is None else say(NAMES[card.rank], suit=say(SUITS[card.suit]))


def the_card(card: Card) -> str:
    """ "the jack of hearts"."""
    return say("the joker") if card.suit is None else say(WITH_ARTICLE[card.rank], suit=say(SUITS[card.suit]))


def strain_name(strain: Strain) -> str:
    """What is trump, or how it is played without."""
    return say(STRAINS[strain])


def at_the_start(words: str) -> str:
    """As the first words of a sentence."""
    return words[:1].upper() + words[1:]


def listed(parts: list[str]) -> str:
    """ "this, that and a third"."""
    *some, last = parts
    return say("{some} and {last}", some=", ".join(some), last=last) if some else last
