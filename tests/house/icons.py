"""Write the sprite anew from a checkout of Lucide: `python -m tests.house.icons FOLDER VERSION`.

It holds what templates name, and nothing else (`test_icons.py`).
"""

import re
from argparse import ArgumentParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
SPRITE = ROOT / "euchre_site/static/svg/icons.svg"
NAMED = re.compile(r'{%\s*icon "([\w-]+)"|components/tab\.html"[^%]*?\bicon="([\w-]+)"')
HEAD = "Icons of Lucide {version} (ISC, some of them by Feather, MIT): see NOTICE."


def named() -> set[str]:
    """Icons that templates ask for."""
    texts = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    return {one or other for text in texts for one, other in NAMED.findall(text)}


def shapes(svg: str) -> str:
    """What stands inside a drawing, in one line."""
    inside = re.sub(r"<svg.*?>|</svg>", "", svg, flags=re.DOTALL)
    return "".join(re.sub(r"\s*/>", "/>", line.strip()) for line in inside.splitlines())


def write(lucide: Path, version: str) -> None:
    symbols = [
        f'<symbol id="{name}" viewBox="0 0 24 24">{shapes((lucide / f"icons/{name}.svg").read_text())}</symbol>'
        for name in sorted(named())
    ]
    head = HEAD.format(version=version)
    SPRITE.write_text("\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', f"<!-- {head} -->", *symbols, "</svg>\n"]))


def parser() -> ArgumentParser:
    found = ArgumentParser(prog="python -m tests.house.icons", description="Write the sprite anew.")
    found.add_argument("lucide", metavar="FOLDER", type=Path, help="a checkout of Lucide")
    found.add_argument("version", metavar="VERSION", help="its version, which the sprite names")
    return found


if __name__ == "__main__":
    asked = parser().parse_args()
    write(asked.lucide, asked.version)
