"""Cards, suits and holdings in the words that players use."""

from games.engine.cards import CARDS, JOKER, ORDERS, STRAINS, Card, Rank, Strain, Suit, every_kind_in

RANKS = {
    Rank.SEVEN: "seven", Rank.EIGHT: "eight", Rank.NINE: "nine", Rank.TEN: "ten", Rank.JACK: "jack",
    Rank.QUEEN: "queen", Rank.KING: "king", Rank.ACE: "ace",
}  # fmt: skip
STRAIN_WORDS = {
    Strain.CLUBS: "clubs", Strain.DIAMONDS: "diamonds", Strain.HEARTS: "hearts", Strain.SPADES: "spades",
    Strain.HIGH: "no trump", Strain.LOW: "low no trump",
}  # fmt: skip
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def card_words(kind: int) -> str:
    """A card as it is said at the table."""
    card = CARDS[kind]
    return "joker" if card.suit is None else f"{RANKS[card.rank]} of {suit_words(card.suit)}"


def suit_words(strain: int) -> str:
    """A suit, or a game without trump, by its number."""
    return STRAIN_WORDS[STRAINS[strain]]


def number_words(number: int) -> str:
    """A small number in letters."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def counted(number: int, noun: str) -> str:
    """A number of things: one trick, two tricks."""
    return f"{number_words(number)} {noun}" + ("" if number == 1 else "s")


def holding(hand: int, strain: int) -> str:
    """What makes a hand strong in a strain: bowers, other trump, aces."""
    cards = [CARDS[kind] for kind in every_kind_in(hand)]
    if not ORDERS[strain].trumps:
        return plain_holding(cards, STRAINS[strain])
    trumps = [card for card in cards if ORDERS[strain].trumps >> card.kind & 1]
    honours = [card for card in trumps if card.suit is None or card.rank is Rank.JACK]
    aces = sum(card.rank is Rank.ACE for card in cards if card not in trumps)
    parts = [*honour_words(honours, Suit(strain))]
    if more := len(trumps) - len(honours):
        parts.append(f"{number_words(more)} {'more trump' if honours else 'trump'}")
    if aces:
        parts.append(counted(aces, "ace") if aces > 1 else "an ace")
    return joined(parts)


def honour_words(honours: list[Card], trump: Suit) -> list[str]:
    """The joker and the bowers."""
    jokers = sum(card.kind == JOKER for card in honours)
    right = sum(card.suit is trump for card in honours)
    left = len(honours) - jokers - right
    words = [counted(jokers, "joker") if jokers > 1 else "the joker"] if jokers else []
    if right == left == 1:
        return [*words, "both bowers"]
    named = ((right, "right bower"), (left, "left bower"))
    return words + [f"the {name}" if count == 1 else counted(count, name) for count, name in named if count]


def plain_holding(cards: list[Card], strain: Strain) -> str:
    """What makes a hand strong without trump: the cards of the winning end."""
    jokers = [card for card in cards if card.suit is None]
    best = Rank.ACE if strain is Strain.HIGH else min((card.rank for card in cards), default=Rank.ACE)
    count = sum(card.rank is best for card in cards)
    return joined([*(["the joker"] if jokers else []), *([counted(count, RANKS[best])] if count else [])])


def joined(parts: list[str]) -> str:
    """Parts of a list in words."""
    *first, last = parts or ["few good cards"]
    return f"{', '.join(first)} and {last}" if first else last
