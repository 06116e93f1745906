"""`make house`: the figures by which we keep house, beside those measured in good projects of the field.

Who imports whom, how long functions and files are, how much of it has types, how many lines are comments.
"""

import ast
import io
import statistics
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
PACKAGES = ("euchre_site", "tournaments", "games")
ROOMS = (
    "euchre_site",
    "tournaments.formats",
    "tournaments.honours",
    "tournaments",
    "games.api",
    "games.learn",
    "games.tables",
    "games.models",
    "games.engine",
)
"""A module belongs to the first that holds it."""
FACES = ("views", "urls", "api", "serializers", "admin", "forms", "stage_forms")
"""Modules of a feature that show and ask: they may know every feature, and no other module knows them."""
LONG_FILE = 600
LONG_LINE = 120
Function = ast.FunctionDef | ast.AsyncFunctionDef
# pretalx, Tabbycat, lila, healthchecks, python-chess and django-htmx, measured in their own files.
FIELD = {
    "functions, median lines": "5 to 10",
    "functions of at most 35 lines": "9 in 10",
    "files, median lines": "50 to 150",
    "files over 600 lines": "2 to 5 giant ones in every large project",
    "functions with a return type": "99 % in the best, few in most",
    "comments in a hundred lines": "3 to 4",
    "import contracts": "none in nine",
}


def main() -> None:
    files = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")) if is_ours(path)]
    tests = [path for path in sorted((ROOT / "tests").rglob("*.py")) if is_ours(path)]
    show("The site", files)
    show("Its tests", tests)
    show_lines("templates", templates())
    show_lines("styles and scripts", styles_and_scripts())
    sys.stdout.write("\nWho imports whom (number of imports), each room with those below it\n")
    for room, others in imports().items():
        sys.stdout.write(f"  {room:22} {', '.join(f'{name} {count}' for name, count in others) or 'nothing of ours'}\n")
    rings = [" and ".join(pair) for pair in mutual()]
    sys.stdout.write(f"  rooms that import each other: {'; '.join(rings) or 'none'}\n")


def templates() -> list[Path]:
    """Ours, wherever a feature keeps them."""
    return [path for folder in ("templates", *PACKAGES) for path in sorted((ROOT / folder).rglob("*.html"))]


def styles_and_scripts() -> list[Path]:
    """But for the words of scripts in other languages, which `make messages` writes."""
    found = [path for path in sorted((ROOT / "euchre_site/static").rglob("*")) if path.suffix in {".css", ".js"}]
    return [path for path in found if not path.name.startswith("words-")]


def show_lines(title: str, files: Sequence[Path]) -> None:
    """pretalx has 43 characters a line of its templates, healthchecks 38, Tabbycat 50."""
    lines = [line for path in files for line in path.read_text().splitlines()]
    average = sum(map(len, lines)) / len(lines)
    long = sum(len(line) > LONG_LINE for line in lines)
    sys.stdout.write(
        f"\n{title}: {len(files)} files, {len(lines)} lines of {average:.0f} characters, {long} over {LONG_LINE}\n"
    )


def is_ours(path: Path) -> bool:
    return "migrations" not in path.parts


def show(title: str, files: Sequence[Path]) -> None:
    figures = {
        **sizes(files),
        "comments in a hundred lines": f"{comments(files):.1f}",
        "docstrings in a hundred lines": f"{docstrings(files):.1f}",
    }
    if title == "The site":
        contracts = (ROOT / "pyproject.toml").read_text().count("[[tool.importlinter.contracts]]")
        figures["import contracts"] = str(contracts)
    sys.stdout.write(f"\n{title:42} {'here':>16}   in the field\n")
    for name, value in figures.items():
        sys.stdout.write(f"  {name:40} {value:>16}   {FIELD.get(name, '')}\n")
    for path, count in long_files(files):
        sys.stdout.write(f"  over {LONG_FILE} lines: {path} ({count})\n")


def sizes(files: Sequence[Path]) -> dict[str, str]:
    functions = [one for path in files for one in functions_of(path)]
    lengths = [lines_of(one) for one in functions]
    lines = [count_lines(path) for path in files]
    typed = sum(one.returns is not None for one in functions)
    return {
        "files, lines": f"{len(files)}, {sum(lines)}",
        "files, median lines": f"{statistics.median(lines):.0f}",
        f"files over {LONG_FILE} lines": str(sum(count > LONG_FILE for count in lines)),
        "functions, median lines": f"{statistics.median(lengths):.0f}",
        "functions of at most 35 lines": f"{100 * sum(one <= 35 for one in lengths) / len(lengths):.1f} %",
        "longest function, lines": str(max(lengths)),
        "functions with a return type": f"{100 * typed / len(functions):.1f} %",
    }


def functions_of(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, Function):
            yield node


def lines_of(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def count_lines(path: Path) -> int:
    return len(path.read_text().splitlines())


def long_files(files: Sequence[Path]) -> list[tuple[str, int]]:
    found = [(str(path.relative_to(ROOT)), count_lines(path)) for path in files]
    return sorted((one for one in found if one[1] > LONG_FILE), key=lambda one: -one[1])


def comments(files: Sequence[Path]) -> float:
    """Comments of their own or behind code; docstrings are documentation, and tool directives neither."""
    found = 0
    for path in files:
        for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
            directive = token.string.startswith(("# fmt:", "# noqa", "# type:"))
            found += token.type == tokenize.COMMENT and not directive
    return 100 * found / sum(count_lines(path) for path in files)


def docstrings(files: Sequence[Path]) -> float:
    """Lines of them: what a comment would say stands there, in one place."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    said = [
        ast.get_docstring(one)
        for path in files
        for one in ast.walk(ast.parse(path.read_text()))
        if isinstance(one, kinds)
    ]
    return 100 * sum(len(text.splitlines()) for text in said if text) / sum(count_lines(path) for path in files)


def imports() -> dict[str, list[tuple[str, int]]]:
    """Room → the rooms that it imports, those most often first."""
    graph = grimp.build_graph(*PACKAGES, include_external_packages=False)
    counts: dict[str, Counter[str]] = {room: Counter() for room in ROOMS}
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            ours, theirs = room_of(module), room_of(other)
            if ours and theirs and ours != theirs:
                counts[ours][theirs] += 1
    return {room: counter.most_common() for room, counter in counts.items()}


def mutual() -> list[tuple[str, str]]:
    found = {room: {name for name, _ in others} for room, others in imports().items()}
    return [(one, other) for one in ROOMS for other in found[one] if one < other and one in found[other]]


def features() -> list[str]:
    return sorted(path.parent.name for path in (ROOT / "tournaments").glob("*/urls.py"))


def face_of(module: str) -> str | None:
    """The feature whose face a module is."""
    parts = module.split(".")
    is_face = len(parts) > 2 and parts[0] == "tournaments" and parts[2] in FACES
    return parts[1] if is_face else None


def room_of(module: str) -> str | None:
    return next((room for room in ROOMS if module == room or module.startswith(room + ".")), None)


if __name__ == "__main__":
    main()
