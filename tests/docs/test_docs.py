"""The pages agree with the code: links lead somewhere, commands can be typed, settings and commands are all there."""

import ast
import importlib.util
import io
import json
import pkgutil
import re
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml
from django.core import management
from django.core.management import find_commands, get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandError, CommandParser

import benchmarks
from games.engine import commands as engine_commands
from tests.docs import markdown
from tests.docs.markdown import MAP, PAGES
from tests.house import icons
from tests.processes import ROOT, run_python
from tournaments.formats import commands as format_commands
from tournaments.formats.catalogue import FORMATS
from tournaments.webhooks.models import TEST, Happening

ROOMS = ("euchre_site", "games", "tournaments")
DJANGOS = set(find_commands(management.__path__[0]))
DJANGOS_FOLDERS, PURE = {"management", "migrations", "templatetags"}, {"formats", "honours", "spreadsheets"}
OWN = sorted(name for name, app in get_commands().items() if app in ROOMS and name not in DJANGOS)
STANDS_FOR = {"FORMAT": "rotation", "NUMBER": "8", "NAME": "formats", "PART": "worker", "PORT": "8000"}
"""What is typed for a word in capitals; a name of its own, if nothing is said."""
TYPED = [(page, program, words) for page in PAGES for program, words in markdown.typed(page)]


class TestLinks:
    @pytest.mark.parametrize("page", PAGES, ids=markdown.name_of)
    def test_every_link_leads_to_a_file_and_a_heading(self, page: Path) -> None:
        wrong = [
            f"{path.relative_to(ROOT)}#{heading}"
            for path, heading in markdown.links(page)
            if not path.is_file() or (heading and heading not in markdown.headings(path))
        ]
        assert wrong == []

    def test_every_page_can_be_reached_from_the_map(self) -> None:
        reached, to_read = {MAP}, [MAP]
        while to_read:
            found = {path for path, _ in markdown.links(to_read.pop()) if path.suffix == ".md"} - reached
            reached |= found
            to_read += found
        assert [markdown.name_of(page) for page in (ROOT / "docs").rglob("*.md") if page not in reached] == []

    def test_every_decision_is_on_their_list_by_its_own_title(self) -> None:
        listed = ROOT / "docs" / "decisions" / "README.md"
        named = dict(re.findall(r"^- \[(.+)\]\((.+)\)$", listed.read_text(), flags=re.MULTILINE))
        files = sorted(path for path in listed.parent.glob("*.md") if path != listed)
        assert named == {path.read_text().splitlines()[0].removeprefix("# "): path.name for path in files}


def test_the_map_of_the_code_has_every_feature_in_its_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract.get("containers") == ["tournaments"]]
    features = [
        [name for name in layer.split(" : ") if (ROOT / "tournaments" / name / "__init__.py").exists()]
        for layer in layers
    ]
    drawn = section("architecture.md", "The map").partition("features:")[2].partition("shared, ")[0]
    named = [re.findall(r"\b[a-z_]+\b", line) for line in drawn.splitlines()[1:]]
    wanted = [sorted(set(layer) - DJANGOS_FOLDERS - PURE) for layer in features]
    assert [sorted(line) for line in named if line] == [layer for layer in wanted if layer]


def test_every_setting_has_its_row() -> None:
    tree = ast.parse((ROOT / "euchre_site" / "settings.py").read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    read = {
        call.args[0].value
        for call in calls
        if ast.unparse(call.func).startswith("env.") and isinstance(call.args[0], ast.Constant)
    }
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "settings.md").read_text(), flags=re.MULTILINE)
    assert sorted(rows) == sorted(read)


def test_every_webhook_event_has_its_row() -> None:
    rows = re.findall(r"^\| `(\w+\.\w+)` \|", (ROOT / "docs" / "webhooks.md").read_text(), flags=re.MULTILINE)
    assert sorted(rows) == sorted([*Happening.values, TEST])


class TestCommands:
    def test_every_command_of_the_site_has_its_row(self) -> None:
        rows = re.findall(r"^\| `(\w+)(?: [^`]*)?` \|", section("commands.md", "Of the site"), flags=re.MULTILINE)
        assert sorted(rows) == OWN

    @pytest.mark.parametrize("name", OWN)
    def test_its_row_has_the_arguments_that_it_takes(self, name: str) -> None:
        [words] = re.findall(rf"^\| `{name}( [^`]*)?` \|", section("commands.md", "Of the site"), flags=re.MULTILINE)
        assert synopsis(words) == synopsis_of(parser_of(name))

    @pytest.mark.parametrize(
        ("page", "program", "words"),
        TYPED,
        ids=[f"{page.stem}: {program} {' '.join(words)}" for page, program, words in TYPED],
    )
    def test_what_a_page_says_to_type_is_understood(
        self, page: Path, program: str, words: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        understands = {"make": is_for_make, "-m": is_for_python, "manage.py": is_for_the_site}[program]
        assert understands([STANDS_FOR.get(word, word) for text in words if (word := text.strip("[]"))])

    def test_the_processes_of_the_site_are_those_of_compose(self) -> None:
        typed = re.findall(r"^\|.+\| `((?:uvicorn|celery) .+)` \|$", (ROOT / "docs" / "operating.md").read_text(), re.M)
        services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
        run = [services[name]["command"] for name in ("web", "worker", "beat")]
        assert [set(line.split()) - set(words) for line, words in zip(typed, run, strict=True)] == [set()] * 3

    def test_there_are_many(self) -> None:
        assert Counter(program for _, program, _ in TYPED) >= Counter({"make": 30, "-m": 15, "manage.py": 30})


class TestFormats:
    def test_every_one_has_its_section(self) -> None:
        titles = re.findall(r"^## (.+)$", (ROOT / "docs" / "formats.md").read_text(), flags=re.MULTILINE)
        assert titles == [*(row.name for row in FORMATS.values()), "How fair they are"]

    @pytest.mark.slow
    def test_the_figures_are_what_the_command_says(self) -> None:
        rows = re.findall(r"^\| `(.+?)` \| (.+) \|$", section("formats.md", "How fair they are"), flags=re.MULTILINE)
        assert {words.split()[0] for words, _ in rows} == set(FORMATS)
        assert [f"{words}: {said}" for words, said in rows] == [f"{words}: {figures(words)}" for words, _ in rows]


@pytest.mark.slow
@pytest.mark.skipif(not importlib.util.find_spec("sphinx"), reason="the extra docs is not installed")
@pytest.mark.heavy
def test_the_site_of_the_documentation_is_built_without_a_warning(tmp_path: Path) -> None:
    [recipe] = re.findall(r"^\t\$\(BIN\)/python (-m sphinx .*) \.docs$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    done = run_python(*recipe.split(), str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    for page in (ROOT / "docs").rglob("*.md"):
        assert (tmp_path / page.relative_to(ROOT).with_suffix(".html")).exists()
    assert "docs/index.html" in (tmp_path / "index.html").read_text()


def section(page: str, title: str) -> str:
    return (ROOT / "docs" / page).read_text().partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def parser_of(name: str) -> CommandParser:
    command = load_command_class(get_commands()[name], name)
    assert isinstance(command, BaseCommand)
    return command.create_parser("manage.py", name)


def synopsis(words: str) -> tuple[int, set[str]]:
    """How many arguments are needed by place, and the others, in brackets if they may be left out."""
    options = set(re.findall(r"\[?--[\w-]+", words))
    return len(re.findall(r"\S+", re.sub(r"\[--[\w-]+\]|\[?--[\w-]+ \S+", "", words))), options


def synopsis_of(parser: CommandParser) -> tuple[int, set[str]]:
    djangos = {option for action in BaseCommand().create_parser("", "")._actions for option in action.option_strings}
    own = [action for action in parser._actions if not djangos.intersection(action.option_strings)]
    options = {("" if one.required else "[") + one.option_strings[0] for one in own if one.option_strings}
    return sum(not one.option_strings for one in own), options


def is_for_make(words: Sequence[str]) -> bool:
    targets = re.findall(r"^([\w./-]+):(?!=)", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    variables = re.findall(r"^(\w+) [?:]?=", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    return all(word.partition("=")[0] in variables if "=" in word else word in targets for word in words)


def is_for_python(words: Sequence[str]) -> bool:
    module, *arguments = words
    if module == "benchmarks":
        return is_a_benchmark(arguments)
    parsers = {
        "games.engine": engine_commands.parser,
        "tournaments.formats": format_commands.parser,
        "tests.house.icons": icons.parser,
    }
    if module in parsers and arguments:
        return parses(parsers[module](), arguments)
    return not arguments and importlib.util.find_spec(module) is not None


def is_a_benchmark(words: Sequence[str]) -> bool:
    name, arguments = (words[0], words[1:]) if words else ("formats", ())
    known = {module.name for module in pkgutil.iter_modules(benchmarks.__path__)}
    return name in known and (
        not arguments or parses(importlib.import_module(f"benchmarks.{name}").parser(), arguments)
    )


def is_for_the_site(words: Sequence[str]) -> bool:
    name, *arguments = words
    if not arguments:
        return name in get_commands()
    return parses(parser_of(name), arguments)


def parses(parser: ArgumentParser, words: Sequence[str]) -> bool:
    try:
        parser.parse_args(words)
    except CommandError:
        return False
    except SystemExit as done:
        return done.code == 0
    return True


def figures(words: str) -> str:
    """Rounds, games each, most sit-outs, partners again, meetings of opponents: as the page's row has them."""
    out = io.StringIO()
    assert format_commands.main([*words.split(), "--json"], out) == 0
    printed = json.loads(out.getvalue())
    seated = Counter(
        entry for row in printed["rounds"] for table in row["tables"] for side in table["sides"] for entry in side
    )
    least, most = min(seated.values()), max(seated.values())
    judged = printed["fairness"]
    partners = sum(judged["partners"]["histogram"][2:]) if judged["partners"] else "–"
    columns = [
        len(printed["rounds"]),
        least if least == most else f"{least}–{most}",
        max(judged["sit_outs"]["counts"].values()),
        partners,
        judged["opponents"]["most"],
    ]
    return " | ".join(map(str, columns))
