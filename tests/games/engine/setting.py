"""Small helpers of the engine's tests: deals with chosen cards, play by text, and hands found by a search."""

from games.engine.cards import CARDS
from games.engine.game import Game
from games.engine.hand import Hand, next_stage, play_out
from games.engine.notation import action_from, cards_from
from games.engine.position import deal_position
from games.engine.setup import setup_of
from games.engine.shuffle import chances, deck_of, key_words, seed_from_number, shuffled_kinds


def dealt(rules, hands=None, rest="", dealer=3):
    """A hand in which the named seats hold the named cards and the undealt cards start as named."""
    chosen = {seat: list(cards_from(text)) for seat, text in (hands or {}).items()}
    under = list(cards_from(rest))
    spare = [CARDS[kind] for kind in setup_of(rules).deck]
    for card in [*under, *(card for own in chosen.values() for card in own)]:
        spare.remove(card)
    full = [chosen.get(seat, []) for seat in range(rules.players)]
    for own in full:
        while len(own) < rules.cards_each:
            own.append(spare.pop(0))
    return Hand.deal_to(rules, dealer, full, [*under, *reversed(spare)])


def act(hand, *texts):
    """The hand after those actions."""
    for text in texts:
        hand = hand.apply(action_from(text))
    return hand


def offered(hand):
    """The legal actions as a set of texts."""
    return {str(action) for action in hand.legal_actions}


def finished(hand):
    """The hand played on with the first legal action every time."""
    while not hand.is_over:
        hand = hand.apply(next(iter(hand.legal_actions)))
    return hand


def random_hand(rules, number):
    """A hand dealt and played out at random from a seed."""
    setup = setup_of(rules)
    seed = seed_from_number(number)
    at = deal_position(setup, shuffled_kinds(setup.deck, key_words(seed)), number % setup.seats)
    next_stage(at)
    return Hand(play_out(at, chances(seed[::-1]).__next__))


def find(rules, wanted, opening=(), most=20_000):
    """The first hand that is as wanted among random deals, played at random after the opening actions."""
    for number in range(most):
        seed = seed_from_number(number)
        hand = act(Hand.deal(rules, deck_of(rules, seed), number % rules.players), *opening)
        hand = Hand(play_out(hand.position.copy(), chances(seed[::-1]).__next__))
        if wanted(hand):
            return hand
    raise AssertionError("no such hand was found")


def maker_tricks(hand):
    """Tricks of the maker's side."""
    sides = hand.position.setup.sides
    return sum(won for seat, won in enumerate(hand.result.tricks) if sides[seat] == sides[hand.result.maker])


def game_after(rules, start, hands):
    """A game from that score with so many random hands."""
    game = Game.new(rules, start=start)
    for number in range(hands):
        game = game.deal(deck_of(rules, seed_from_number(number)))
        while game.hand is not None:
            game = game.apply(next(iter(game.hand.legal_actions)))
    return game
