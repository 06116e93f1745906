"""`make house` counts what it says it counts."""

import re
import subprocess
import sys
from pathlib import Path

import grimp

from tests.house import __main__ as house

SAMPLE = '''"""Module."""

x = 1  # why
y = 2  # noqa: E501


def short() -> int:
    return x


def long(value):
    # a trap
    return (
        value
    )
'''


def test_sizes_types_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text(SAMPLE)
    found = house.sizes([file])
    assert found["files, lines"] == "1, 15"
    assert found["longest function, lines"] == "5"
    assert found["functions with a return type"] == "50.0 %"
    assert house.comments([file]) == 100 * 2 / 15


def test_rooms_import_each_other_in_one_direction_only() -> None:
    found = {room: dict(others) for room, others in house.imports().items()}
    assert found["games.engine"] == {}
    assert found["tournaments"]["tournaments.formats"] > 100
    assert house.mutual() == []


ONE_PIECE = re.compile(r"""\s*(\{%(?:(?!%\}).)*%\}|[\w-]+="(?:\{%(?:(?!%\}).)*%\}|\{\{(?:(?!\}\}).)*\}\}|[^"])*")""")
"""A tag of a template, which Django takes on one line only, or an attribute."""
SELECTORS = {"input:not(", ":is(.of-2 .place-1,"}
"""How long ones begin that the formatter sets on one line."""


def too_long(paths: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(house.ROOT)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > house.LONG_LINE
        if not (path.suffix == ".html" and ONE_PIECE.fullmatch(line))
        if not (path.suffix == ".css" and line.strip().startswith(tuple(SELECTORS)))
    ]


def test_no_line_of_a_template_style_or_script_is_too_long() -> None:
    assert len(house.templates()) > 250
    assert too_long([*house.templates(), *house.styles_and_scripts()]) == []


def test_lines_are_measured() -> None:
    assert ONE_PIECE.fullmatch('  {% include "a.html" with b="c" %}')
    assert not ONE_PIECE.fullmatch('  {% if a %}<p class="b">{% endif %}')


def test_templates_styles_and_scripts_are_set_as_make_format_sets_them() -> None:
    """As `make check` asks: the options stand in the Makefile alone."""
    makefile = (house.ROOT / "Makefile").read_text().replace("\\\n", " ")
    options = dict(re.findall(r"^(TEMPLATES|STYLES_AND_SCRIPTS) := (.*)$", makefile, re.MULTILINE))
    scripts = re.sub(r"\$\(shell .*\)", "", options["STYLES_AND_SCRIPTS"]).split()
    here = Path(sys.executable).parent
    commands = (
        ["djangofmt", "--check", *options["TEMPLATES"].split()],
        ["deno", "fmt", "--check", *scripts, *house.styles_and_scripts()],
    )
    for command in commands:
        done = subprocess.run([here / command[0], *command[1:]], cwd=house.ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_no_command_or_selector_knows_a_page() -> None:
    """Faces know all features; only addresses, and faces of other features, know a face."""
    graph = grimp.build_graph("tournaments")
    found = [
        (module, other)
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
        if house.face_of(other)
        and not house.face_of(module)
        and module not in ("tournaments.admin", "tournaments.api_urls")
    ]
    assert found == []
    assert house.face_of("tournaments.results.views.phone") == "results"
