"""The engine's golden files. `python -m tests.games.engine.golden` writes them anew; a change of behaviour is then a
readable difference in version control."""

import sys
from pathlib import Path

from games.engine.commands import played_hand
from games.engine.guide import house_rules_page
from games.engine.notation import hand_text
from games.engine.perft import perft_line
from games.engine.presets import PRESETS
from games.engine.transcript import transcript

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "data" / "engine"
PERFT_PRESETS = ("krengineering", "web_classic", "hoyle", "plain", "trickster_bid", "progressive_night")
PERFT_DEALS = 20
PLAYED_SEEDS = (1, 2, 3)


def perft_table():
    """Twenty fixed deals for each of six presets."""
    lines = []
    for name in PERFT_PRESETS:
        lines += [f"# {name}", *(perft_line(PRESETS[name], deal) for deal in range(1, PERFT_DEALS + 1))]
    return "\n".join(lines) + "\n"


def playthrough(name):
    """Three random hands of a preset, told and in notation."""
    hands = [played_hand(PRESETS[name], seed) for seed in PLAYED_SEEDS]
    return "\n".join(transcript(hand) + hand_text(hand) for hand in hands)


def golden_files():
    """Every golden file with what it must hold."""
    files = {DATA / f"play_{name}.txt": playthrough(name) for name in PRESETS}
    return {**files, DATA / "perft.txt": perft_table(), ROOT / "docs" / "house-rules.md": house_rules_page()}


def main(out):
    """Writes them all."""
    for path, text in golden_files().items():
        path.write_text(text, encoding="utf-8")
        out.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main(sys.stdout)
