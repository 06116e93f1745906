"""A text form for everything, and back: cards, actions, rules, hands, whole games. Each pair is inverse.

Grammar (words are separated by one space):

    card    = rank suit | "JO"          rank = 7 8 9 T J Q K A, suit = C D H S
    strain  = suit | "N" | "L"          no trump high and low
    action  = "pass" | "order" | "order alone" | "call" strain ["alone"] | "bid" level [strain]
            | "bid" [strain] ("alone" | "call_1" | "call_2") | "alone" | "partner" | "defend" | "assist" | "misdeal"
            | "leave" | "under" card card card | "discard" card | "give" card | "play" card
    rules   = "rules" {option "=" value}            only options that differ from the default
    deal    = "deal" dealer "|" cards of seat 0 "|" ... "|" undealt cards, the turned one first
    hand    = deal newline {action "; "} newline
    game    = "euchre 1" newline rules newline "start" first dealer points... newline {hand}

Files of other programs are read elsewhere (egn.py, referee.py).
"""

from games.engine.actions import Action, Verb, code_of
from games.engine.cards import CARDS, Card, Strain, card_from
from games.engine.errors import RuleError
from games.engine.game import Game
from games.engine.hand import Hand
from games.engine.rules import HouseRules, option_of, options, rules_from
from games.engine.scoring import Loner

HEADER = "euchre 1"
VERBS = {verb.value: verb for verb in Verb}
STRAIN_BY_TEXT = {str(strain): strain for strain in Strain}
LONER_BY_TEXT = {loner.value: loner for loner in Loner if loner is not Loner.NO}


def cards_text(cards: tuple[Card, ...] | list[Card]) -> str:
    """Cards with a space between them."""
    return " ".join(str(card) for card in cards)


def cards_from(text: str) -> tuple[Card, ...]:
    """The cards written so. Raises RuleError on anything that is no card."""
    return tuple(card_from(word) for word in text.split())


def action_from(text: str) -> Action:
    """The action written so; `str(action)` is the inverse. Raises RuleError on anything that is no action."""
    first, *words = text.split() or [""]
    action = Action(VERBS[first], *parts_of(words)) if first in VERBS else None
    if action is None or code_of(action) < 0:
        raise RuleError("{text!r} isn’t an action. Enter one like “pass”, “call H alone” or “play JH”.", text=text)
    return action


def parts_of(words: list[str]) -> tuple[tuple[Card, ...], Strain | None, int | None, Loner]:
    """The parts of an action in the order of its fields."""
    loner = LONER_BY_TEXT[words[-1]] if words and words[-1] in LONER_BY_TEXT else Loner.NO
    rest = words if loner is Loner.NO else words[:-1]
    strains = [None, *(STRAIN_BY_TEXT[word] for word in rest if word in STRAIN_BY_TEXT)]
    levels = [None, *(int(word) for word in rest if word.isdecimal())]
    cards = tuple(card_from(word) for word in rest if word not in STRAIN_BY_TEXT and not word.isdecimal())
    return cards, strains[-1], levels[-1], loner


def rules_text(rules: HouseRules) -> str:
    """The options that differ from the default, as one line."""
    set_ = [(shown, getattr(rules, shown.name)) for shown in options()]
    return " ".join(["rules", *(f"{s.name}={s.words(value)}" for s, value in set_ if value != s.default)])


def rules_from_text(line: str) -> HouseRules:
    """The rules written so. Raises RuleError on unknown options or values."""
    head, *pairs = line.split(" ")
    if head != "rules" or any("=" not in pair for pair in pairs):
        raise RuleError("{line!r} isn’t a rules line. Begin with “rules”, then list each option=value.", line=line)
    return rules_from({name: value_of(name, word) for name, _, word in (pair.partition("=") for pair in pairs)})


def value_of(name: str, word: str) -> object:
    """One option's plain value from its word."""
    shown = option_of(name)
    if isinstance(shown.default, bool) and word in ("yes", "no"):
        return word == "yes"
    if word == "none" and None in shown.choices:
        return None
    return int(word) if word.isdecimal() else word


def hand_text(hand: Hand) -> str:
    """A hand as two lines, deal and actions; the rules are not in it."""
    groups = [str(hand.dealer), *(cards_text(own) for own in hand.dealt), cards_text(hand.undealt)]
    return f"deal {' | '.join(groups)}\n{'; '.join(str(action) for _, action in hand.history)}\n"


def hand_from(rules: HouseRules, text: str) -> Hand:
    """The hand written so, every action checked on the way. Raises RuleError on anything that cannot be played."""
    deal, _, actions = text.partition("\n")
    dealer, *groups = (part.strip() for part in deal.removeprefix("deal ").split("|"))
    if not deal.startswith("deal ") or not dealer.isdecimal() or len(groups) != rules.players + 1:
        raise RuleError(
            "{deal!r} isn’t a deal. Enter “deal”, the dealer, each seat’s cards and the undealt cards.", deal=deal
        )
    cards = [cards_from(group) for group in groups]
    hand = Hand.deal_to(rules, int(dealer), cards[:-1], cards[-1])
    for action in actions.strip().split("; "):
        hand = hand.apply(action_from(action)) if action else hand
    return hand


def game_text(game: Game) -> str:
    """A whole game."""
    start = " ".join(str(number) for number in (game.first_dealer, *game.start))
    lines = f"{HEADER}\n{rules_text(game.rules)}\nstart {start}\n"
    return lines + "".join(hand_text(hand) for hand in game.hands)


def game_from(text: str) -> Game:
    """The game written so, replayed from its first deal. Raises RuleError with the line that does not fit."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if lines[0] != HEADER or len(lines) < 3:
        raise RuleError(
            "A game must begin with the line {header!r}, then a “rules” line, then a “start” line.", header=HEADER
        )
    game = started(rules_from_text(lines[1]), lines[2])
    for number in range(3, len(lines) - 1, 2):
        hand = hand_from(game.rules, "\n".join(lines[number : number + 2]))
        dealt = game.deal([CARDS[kind] for kind in hand.position.deck])
        if dealt.dealer != hand.dealer:
            raise RuleError(
                "Line {number}: the dealer is seat {dealer}, but it’s seat {dealt_dealer}’s turn to deal. "
                "Correct this line or one above.",
                number=number + 1,
                dealer=hand.dealer,
                dealt_dealer=dealt.dealer,
            )
        game = Game(game.rules, game.first_dealer, game.start, (*game.hands, hand))
    return game


def started(rules: HouseRules, line: str) -> Game:
    """The game before its first hand, from the start line."""
    head, *numbers = line.split(" ")
    if head != "start" or not numbers or not all(number.lstrip("-").isdecimal() for number in numbers):
        raise RuleError(
            "{line!r} isn’t a start line. Enter “start”, the first dealer and each side’s points.", line=line
        )
    return Game.new(rules, int(numbers[0]), tuple(int(number) for number in numbers[1:]))
