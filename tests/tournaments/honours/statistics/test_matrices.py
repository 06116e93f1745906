"""Who played with whom and against whom: what one has won the other has lost."""

from random import Random

from tests.tournaments.honours.histories import random_games
from tests.tournaments.honours.played import OLGA, PAM, QUINN, SAM, game
from tournaments.honours.facts import in_order
from tournaments.honours.statistics.cards import Together, card_of, joined
from tournaments.honours.statistics.matrices import partners, rivals


def cards_of(games):
    players = {player for one in games for player in one.players}
    return {player: joined(card_of(one, player) for one in games if player in one.players) for player in players}


def test_partners_and_rivals_of_three_games():
    cards = cards_of([game(1), game(2, (4, 10)), game(3, sides=((OLGA, PAM), (QUINN, SAM)))])
    assert partners(cards, (OLGA, PAM, QUINN, 99)) == (
        (Together(), Together(1, 1), Together(2, 1), Together()),
        (Together(1, 1), Together(), Together(), Together()),
        (Together(2, 1), Together(), Together(), Together()),
        (Together(), Together(), Together(), Together()),
    )
    assert rivals(cards, (OLGA, PAM)) == ((Together(), Together(2, 1)), (Together(2, 1), Together()))


def test_partners_are_symmetric_and_rivals_share_their_games():
    games = [one for one in in_order(random_games(Random("matrix"), 150)) if len(one.sides) == 2]
    cards, players = cards_of(games), range(1, 15)
    together, against = partners(cards, players), rivals(cards, players)
    assert together == tuple(zip(*together, strict=True))
    for row in range(14):
        for column in range(14):
            one, other = against[row][column], against[column][row]
            assert (one.games, one.shared) == (other.games, other.shared)
            assert one.wins + other.wins + one.shared == one.games
