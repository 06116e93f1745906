"""Cards, suits and holdings in the words that players use."""

from games.engine import card_names
from games.engine.cards import CARDS, JOKER, ORDERS, STRAINS, Card, Rank, Strain, Suit, every_kind_in
from games.engine.language import mark, say, say_number

NUMBERS = (
    mark("one"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
    mark("eleven"),
    mark("twelve"),
)


def the_card(kind: int) -> str:
    return card_names.the_card(CARDS[kind])


def suit_words(strain: int) -> str:
    """A suit, or a game without trump, by its number."""
    return say("low no trump") if STRAINS[strain] is Strain.LOW else card_names.strain_name(STRAINS[strain])


def number_words(number: int) -> str:
    """A small number in letters."""
    return say(NUMBERS[number - 1]) if 0 < number <= len(NUMBERS) else str(number)


def trick_words(number: int) -> str:
    """So many tricks."""
    many = number_words(number)
    return say_number("one trick", "{many} tricks", number, many=many) if number else say("no tricks")


def rank_words(rank: Rank, number: int) -> str:
    """So many cards of that rank, which is the best or the worst of a deck."""
    many = number_words(number)
    if rank is Rank.SEVEN:
        return say_number("one seven", "{many} sevens", number, many=many)
    if rank is Rank.EIGHT:
        return say_number("one eight", "{many} eights", number, many=many)
    if rank is Rank.NINE:
        return say_number("one nine", "{many} nines", number, many=many)
    if rank is Rank.TEN:
        return say_number("one ten", "{many} tens", number, many=many)
    if rank is Rank.JACK:
        return say_number("one jack", "{many} jacks", number, many=many)
    if rank is Rank.QUEEN:
        return say_number("one queen", "{many} queens", number, many=many)
    if rank is Rank.KING:
        return say_number("one king", "{many} kings", number, many=many)
    return say_number("one ace", "{many} aces", number, many=many)


def holding(hand: int, strain: int) -> str:
    """What makes a hand strong in a strain: bowers, other trump, aces."""
    cards = [CARDS[kind] for kind in every_kind_in(hand)]
    if not ORDERS[strain].trumps:
        return plain_holding(cards, STRAINS[strain])
    trumps = [card for card in cards if ORDERS[strain].trumps >> card.kind & 1]
    honours = [card for card in trumps if card.suit is None or card.rank is Rank.JACK]
    aces = sum(card.rank is Rank.ACE for card in cards if card not in trumps)
    parts = [*honour_words(honours, Suit(strain))]
    if (more := len(trumps) - len(honours)) and honours:
        parts.append(say_number("one more trump", "{many} more trumps", more, many=number_words(more)))
    elif more:
        parts.append(say_number("one trump", "{many} trumps", more, many=number_words(more)))
    if aces:
        parts.append(say_number("an ace", "{many} aces", aces, many=number_words(aces)))
    return joined(parts)


def honour_words(honours: list[Card], trump: Suit) -> list[str]:
    """The joker and the bowers."""
    jokers = sum(card.kind == JOKER for card in honours)
    right = sum(card.suit is trump for card in honours)
    left = len(honours) - jokers - right
    words = [joker_words(jokers)] if jokers else []
    if right == left == 1:
        return [*words, say("both bowers")]
    if right:
        words.append(say_number("the right bower", "{many} right bowers", right, many=number_words(right)))
    if left:
        words.append(say_number("the left bower", "{many} left bowers", left, many=number_words(left)))
    return words


def joker_words(number: int) -> str:
    return say("the joker") if number == 1 else say("{many} jokers", many=number_words(number))


def plain_holding(cards: list[Card], strain: Strain) -> str:
    """What makes a hand strong without trump: the cards of the winning end."""
    jokers = [card for card in cards if card.suit is None]
    best = Rank.ACE if strain is Strain.HIGH else min((card.rank for card in cards), default=Rank.ACE)
    count = sum(card.rank is best for card in cards)
    return joined([*([joker_words(1)] if jokers else []), *([rank_words(best, count)] if count else [])])


def joined(parts: list[str]) -> str:
    """Parts of a list in words."""
    return card_names.listed(parts or [say("few good cards")])
