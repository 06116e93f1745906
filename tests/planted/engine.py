"""Bugs in the rules and the shuffle."""

from tests.planted.bug import Bug, Change

BUGS = (
    Bug(
        "naive-shuffle",
        "Some deals come up more often than others, for whoever has counted them.",
        (
            Change(
                "games/engine/shuffle.py",
                "other = below(place + 1, words)",
                "other = below(len(deck), words)",
            ),
        ),
        ("tests/games/engine/test_shuffle.py",),
    ),
    Bug(
        "modulo-shuffle",
        "The first cards of the deck are dealt a little more often, and the published proof of fairness is wrong.",
        (
            Change(
                "games/engine/shuffle.py",
                "return next(word for word in words if word < fair) % limit",
                "return next(words) % limit",
            ),
        ),
        ("tests/games/engine/test_shuffle.py",),
    ),
    Bug(
        "left-bower-follows-its-own-suit",
        "With hearts led and called, a player keeps back the jack of diamonds and takes a trick he had to lose.",
        (
            Change(
                "games/engine/cards.py",
                "suits = [played_suit(card, strain) for card in CARDS]",
                "suits = [card.suit if card.rank is Rank.JACK else played_suit(card, strain) for card in CARDS]",
            ),
        ),
        ("tests/games/engine/test_hand.py",),
    ),
    Bug(
        "alone-scores-two",
        "All five tricks alone are worth no more than with a partner.",
        (Change("games/engine/scoring.py", "else rules.lone_march,", "else rules.solo_march,"),),
        ("tests/games/engine/test_rules.py", "tests/games/engine/test_game.py"),
    ),
)
