"""The command line of the engine. Reads files and seeds it is given; writes to the stream it is given."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from games.engine.actions import action_of
from games.engine.analysis.as_known import DEALS
from games.engine.analysis.report import reviewed, write_hand, write_summary
from games.engine.analysis.solvers import SOLVERS
from games.engine.egn import Record, egn_from, emn_from
from games.engine.errors import RuleError
from games.engine.guide import on_and_off
from games.engine.hand import Hand
from games.engine.notation import HEADER, cards_text, game_from
from games.engine.perft import perft_line
from games.engine.presets import PRESETS, preset
from games.engine.referee import differences
from games.engine.rules import HouseRules
from games.engine.shuffle import SealedDeal, below, deck_of, key_words, reveals, seal_of, seed_from_number
from games.engine.transcript import transcript

SHOWN_DIFFERENCES = 20


def main(arguments: Sequence[str], out: TextIO) -> int:
    """Runs one command; answers the exit code: 0 fine, 1 a difference or a broken seal, 2 a mistake in the request."""
    asked = parser().parse_args(arguments)
    try:
        return int(asked.run(asked, out))
    except (RuleError, OSError) as error:
        out.write(f"{error}\n")
        return 2


def parser() -> argparse.ArgumentParser:
    """The commands and their arguments."""
    top = argparse.ArgumentParser(prog="python -m games.engine", description="Euchre: play, replay, check, count.")
    add = top.add_subparsers(required=True, metavar="command").add_parser
    play = add("play", help="play one hand with random legal actions and tell it")
    play.add_argument("--rules", default="plain", choices=PRESETS)
    play.add_argument("--seed", type=int, default=1)
    play.set_defaults(run=run_play)
    replay = add("replay", help="replay an EGN, EMN or own game file and tell the score after each deal")
    replay.add_argument("file")
    replay.set_defaults(run=run_replay)
    check = add("check", help="replay another program's hands (JSON lines) and list every difference")
    check.add_argument("file", nargs="+")
    check.set_defaults(run=run_check)
    perft = add("perft", help="count openings and endings of fixed deals")
    perft.add_argument("--rules", default="plain", choices=PRESETS)
    perft.add_argument("--deals", type=int, default=20)
    perft.add_argument("--depth", type=int, default=4)
    perft.set_defaults(run=run_perft)
    analyze = add(
        "analyze", aliases=["analyse"], help="review the hands of an EGN, EMN or own game file: par and losses"
    )
    analyze.add_argument("file")
    analyze.add_argument("--deals", type=int, default=DEALS, help="deals imagined for each decision")
    analyze.add_argument("--seed", type=int, default=1, help="the same seed gives the same estimates")
    analyze.add_argument("--solver", choices=SOLVERS, default="best")
    analyze.set_defaults(run=run_analyze)
    rules = add("rules", help="what is on and off in a preset")
    rules.add_argument("preset", choices=PRESETS)
    rules.set_defaults(run=run_rules)
    verify = add("verify-deal", help="recompute a sealed deal from its seed")
    verify.add_argument("--rules", default="plain", choices=PRESETS)
    verify.add_argument("--seed", required=True, help="the revealed seed, 64 hexadecimal digits")
    verify.add_argument("--label", default="")
    verify.add_argument("--seal", help="the seal that was published before the deal")
    verify.set_defaults(run=run_verify)
    return top


def played_hand(rules: HouseRules, number: int) -> Hand:
    """A hand dealt and played at random from a practice seed."""
    seed = seed_from_number(number)
    hand = Hand.deal(rules, deck_of(rules, seed), number % rules.players)
    words = key_words(seed[::-1])
    while not hand.is_over:
        hand = hand.apply(action_of(hand.legal_actions.codes[below(len(hand.legal_actions), words)]))
    return hand


def run_play(asked: argparse.Namespace, out: TextIO) -> int:
    """A readable hand."""
    out.write(transcript(played_hand(preset(asked.rules), asked.seed)))
    return 0


def run_replay(asked: argparse.Namespace, out: TextIO) -> int:
    """The score after each deal of each game; 1 when a file states another final score."""
    return max(tell_record(record, out) for record in records_in(asked.file))


def tell_record(record: Record, out: TextIO) -> int:
    """One game's deals and its end."""
    points = record.game.start
    out.write(f"{record.title or 'Game'}: {', '.join(record.players)}; starts {written(points)}\n")
    for number, result in enumerate(record.game.results, 1):
        points = tuple(before + own for before, own in zip(points, result.points, strict=True))
        out.write(f"  deal {number}: seat {result.maker} {result.result}, {written(points)}\n")
    outcome = record.game.outcome
    winners = "not over" if outcome is None else f"won by side {', '.join(str(side) for side in outcome.winners)}"
    out.write(f"  {winners} at {written(points)}\n")
    if record.final_score not in (None, points):
        out.write(f"  the file says {record.final_score}\n")
        return 1
    return 0


def written(points: tuple[int, ...]) -> str:
    """Points as 10 / 7; a minus sign stays readable."""
    return " / ".join(str(own) for own in points)


def run_analyze(asked: argparse.Namespace, out: TextIO) -> int:
    """A line for each finished hand, then what each player lost and the dearest decisions."""
    reviews = []
    for game, record in enumerate(records_in(asked.file), 1):
        finished = [hand for hand in record.game.hands if hand.is_over]
        for deal, hand in enumerate(finished, 1):
            review = reviewed(game, deal, hand, record.players, asked.seed, asked.deals, SOLVERS[asked.solver])
            write_hand(review, out)
            reviews.append(review)
    write_summary(reviews, out)
    return 0


def records_in(file: str) -> tuple[Record, ...]:
    """The games of a file: EMN by its name, our own by its first line, else EGN."""
    text = Path(file).read_text(encoding="utf-8")
    if not text.startswith(HEADER):
        return emn_from(text) if file.endswith(".emn") else (egn_from(text),)
    game = game_from(text)
    return (Record("", tuple(f"Seat {seat}" for seat in range(game.rules.players)), None, game),)


def run_check(asked: argparse.Namespace, out: TextIO) -> int:
    """Every difference, then a closing count; 1 when there is any."""
    right = wrong = 0
    for name in asked.file:
        with Path(name).open(encoding="utf-8") as lines:
            for difference in differences(lines):
                right += difference is None
                wrong += difference is not None
                if difference is not None and wrong <= SHOWN_DIFFERENCES:
                    out.write(f"{name}: {difference}\n")
    out.write(f"{right} hands agree, {wrong} differences\n")
    return int(wrong > 0)


def run_perft(asked: argparse.Namespace, out: TextIO) -> int:
    """One line per fixed deal."""
    for number in range(1, asked.deals + 1):
        out.write(perft_line(preset(asked.rules), number, asked.depth) + "\n")
    return 0


def run_rules(asked: argparse.Namespace, out: TextIO) -> int:
    """The full list of options of a preset; * marks what differs from the default."""
    out.write(on_and_off(preset(asked.preset)))
    return 0


def run_verify(asked: argparse.Namespace, out: TextIO) -> int:
    """The seal and the deck of a seed; 1 when the published seal is another."""
    try:
        seed = bytes.fromhex(asked.seed)
    except ValueError as error:
        raise RuleError("The seed isn’t valid. Enter 64 hexadecimal digits.") from error
    deck = deck_of(preset(asked.rules), seed)
    out.write(f"seal {seal_of(seed, asked.label).seal}\ndeck {cards_text(deck)}\n")
    if asked.seal is None or reveals(SealedDeal(asked.seal, asked.label), seed):
        return 0
    out.write("This is not the seed that was sealed.\n")
    return 1
