"""The recipes of docs/api.md do what the guide says: run by bash and curl, word for word, against a real server."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games import limits
from games.accounts import tokens
from games.accounts.models import Scope, User
from games.api.parsing import MAX_BYTES
from games.api.problem_words import KNOWN
from games.api.problems import CODES
from tests.cast import PASSWORD, Table, seat_table
from tests.tournaments.api.program import Program
from tournaments.events.models import Event
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match

GUIDE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def recipes() -> dict[str, str]:
    """Heading → what stands below it in a shell's words."""
    found = {}
    for part in re.split(r"^(?=##+ )", GUIDE, flags=re.MULTILINE):
        heading, blocks = part.partition("\n")[0].lstrip("# "), re.findall(r"```sh\n(.*?)```", part, re.DOTALL)
        if blocks:
            found[heading] = "\n".join(blocks)
    return found


@dataclass
class Kitchen:
    table: Table
    folder: Path
    known: dict[str, str]

    def cook(self, heading: str) -> str:
        """What the recipe prints. The words of the chapter "Authentication" are known to all of them."""
        written = recipes()
        script = f"set -euo pipefail\n{written['Authentication']}\n{written[heading]}"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.known,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), heading
        return done.stdout


@pytest.fixture
def kitchen(site: str, tmp_path: Path) -> Kitchen:
    assert shutil.which("curl"), "the recipes are for a shell with curl"
    table = seat_table()
    table.quinn.user = User.objects.create_user("quinn@example.org", PASSWORD)
    table.quinn.save()
    assert table.pam.user
    known = {
        "PATH": os.environ["PATH"],
        "HOST": site,
        "EVENT": table.event.slug,
        "CLUB": table.event.club.slug,
        "MATCH": str(table.match.pk),
        "TOKEN": Program(table.olga, Scope.REPORT, Scope.ORGANIZE).token,
        "NORTH": Program(table.pam.user, Scope.REPORT).token,
        "EAST": Program(table.quinn.user, Scope.REPORT).token,
    }
    settle_unsettled()
    return Kitchen(table, tmp_path, known)


def tables(printed: str, kitchen: Kitchen) -> None:
    events, matches = map(json.loads, printed.replace("}{", "}\n{").splitlines())
    assert [row["slug"] for row in events["results"]] == [kitchen.table.event.slug]
    assert sorted(row["table"] for row in matches["results"]) == [1, 2]
    names = {seat["player"]["name"] for row in matches["results"] for seat in row["seats"]}
    assert {"Pam", "Quinn", "Ann", "Bob"} < names


def all_names(printed: str, kitchen: Kitchen) -> None:
    names = re.findall(r'"name":"([^"]*)"', printed)
    assert len(names) == len(set(names)) == 10, "Olga, Sam and eight who play, five a page"


def spreadsheet(printed: str, kitchen: Kitchen) -> None:
    lines = printed.splitlines()
    assert lines[0].startswith("group,group_label,place,is_shared,place_by_lot,")
    assert len(lines) == 1 + 8


def polled(printed: str, kitchen: Kitchen) -> None:
    assert printed.splitlines() == ["200", "304"]
    assert json.loads((kitchen.folder / "standings.json").read_text())["results"]
    changed = kitchen.folder / "changed.json"
    assert not changed.exists() or changed.read_text() == ""


def followed(printed: str, kitchen: Kitchen) -> None:
    assert json.loads(printed) == {"results": [], "last": 0, "missed": False}


def reported(printed: str, kitchen: Kitchen) -> None:
    assert [(row["kind"], row["points"]) for row in json.loads(printed)["results"]] == [("claim", [10, 6])]


def bulk_reported(printed: str, kitchen: Kitchen) -> None:
    [row] = json.loads(printed)["results"]
    assert (row["table"], row["state"], row["points"]) == (2, "standing", [10, 6])


def confirmed(printed: str, kitchen: Kitchen) -> None:
    answer = json.loads(printed)
    assert (answer["state"], answer["points"]) == ("standing", [10, 6])
    assert kitchen.table.match.state == Match.State.STANDING


def announced(printed: str, kitchen: Kitchen) -> None:
    lines = printed.splitlines()
    assert len(lines) == 3
    assert len(set(lines)) == 1
    assert kitchen.table.event.announcements.count() == 1


def stale(printed: str, kitchen: Kitchen) -> None:
    body, status = printed.splitlines()
    told = json.loads(body)
    assert (status, told["code"], told["present"]["id"]) == ("412", "precondition_failed", kitchen.table.match.pk)
    assert told["present"]["points"] == [10, 6]


def played(printed: str, kitchen: Kitchen) -> None:
    payouts = json.loads(printed)
    assert payouts["published_at"]
    assert [payout["cents"] for payout in payouts["results"]] == [1000, 1000]
    event = Event.objects.get(name="Small night")
    assert event.finished_at
    assert [row.status for row in event.stages.get().rounds.all()] == ["closed"]
    match = Match.objects.get(round__stage__event=event)
    assert match.standing
    assert match.standing.slip["points"] == [10, 4]
    assert event.entries.count() == 4


def imported(printed: str, kitchen: Kitchen) -> None:
    event = Event.objects.get(name="Night of January 3")
    assert json.loads(printed)["slug"] == event.slug
    assert event.finished_at
    [row] = event.stages.get().rounds.all()
    assert (row.status, row.played_at, row.played_at and row.played_at.year) == ("closed", event.starts_at, 2019)
    [match] = row.matches.all()
    assert match.standing
    assert match.standing.slip["points"] == [10, 7]


CHECKS: dict[str, Callable[[str, Kitchen], None]] = {
    "Tonight's tables": tables,
    "A long list, page after page": all_names,
    "Standings as a spreadsheet": spreadsheet,
    "Polling": polled,
    "Following a club": followed,
    "Reporting a score": reported,
    "Many scores at once": bulk_reported,
    "Confirming it": confirmed,
    "Idempotent retries": announced,
    "Conflicts": stale,
    "A whole small event": played,
    "An old season": imported,
}
"""In the order of the guide; each finds the night as the ones before have left it."""


def test_every_recipe_of_the_guide_is_tried() -> None:
    assert list(recipes()) == ["Authentication", *CHECKS]


@pytest.mark.slow
@pytest.mark.heavy
def test_the_recipes_do_what_the_guide_says(kitchen: Kitchen) -> None:
    for heading, check in CHECKS.items():
        check(kitchen.cook(heading), kitchen)


def rows_of(chapter: str) -> list[list[str]]:
    part = GUIDE.partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_table_of_problems_has_every_code_with_its_status() -> None:
    told = {code.strip("`"): {int(one) for one in status.split(", ")} for code, status, _ in rows_of("Errors")}
    assert set(told) == KNOWN
    for code, status in CODES.values():
        assert status in told[code], code


def test_the_guide_knows_the_limits() -> None:
    numbers: list[Any] = [row[1:] for row in rows_of("Rate limits")]
    assert numbers == [
        [str(limits.API_READS.most), str(limits.API_WRITES.most)],
        [str(limits.API_STRANGERS.most), ""],
    ]
    assert f"{tokens.MAX_TOKENS} good tokens" in GUIDE
    assert f"An address may send {limits.APP_LOG_INS.most} of these requests a minute" in GUIDE
    assert MAX_BYTES == 1_000_000
    assert "a megabyte at most" in GUIDE
