"""What a soak found, as a page and as the table of docs/reliability.md."""

import json
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path

from tests.soak.plan import CHECKS, Check

FOLDER = Path(__file__).parents[2] / ".soak"
DATABASES = {"sqlite": "SQLite", "postgres": "PostgreSQL", "none": "no database"}


@dataclass(frozen=True)
class Run:
    """One check on one database."""

    check: str
    database: str
    commit: str
    seconds: float
    passed: int
    failed: int
    skipped: int
    counted: dict[str, float]
    failures: list[str]

    @property
    def words(self) -> str:
        counts = "; ".join(f"{value:,.10g} {name}" for name, value in self.counted.items())
        state = f"{self.passed} tests passed" + (f", {self.failed} FAILED" if self.failed else "")
        return f"{counts}; {state}" if counts else state


def keep(run: Run) -> None:
    """One file for each: a soak may be run in parts."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{run.check.replace(' ', '-')}.{run.database}.json").write_text(json.dumps(asdict(run), indent=1))


def kept() -> dict[tuple[str, str], Run]:
    found = [Run(**json.loads(file.read_text())) for file in sorted(FOLDER.glob("*.json"))]
    return {(run.check, run.database): run for run in found}


def write() -> Path:
    """The page and the table; returns the page."""
    runs = kept()
    rows = [(check, database, runs.get((check.name, database))) for check in CHECKS for database in check.databases]
    (FOLDER / "report.md").write_text(_markdown(rows))
    page = FOLDER / "report.html"
    page.write_text(_page(rows))
    return page


Row = tuple[Check, str, Run | None]


def _markdown(rows: list[Row]) -> str:
    lines = ["| check | database | counts | seconds |", "|---|---|---|---|"]
    for check, database, run in rows:
        words, seconds = (run.words, f"{run.seconds:,.0f}") if run else ("not run", "")
        lines.append(f"| {check.name} | {DATABASES[database]} | {words} | {seconds} |")
    return "\n".join(lines) + "\n"


def _page(rows: list[Row]) -> str:
    body = "".join(
        f"<tr class='{_state(run)}'><th scope=row>{escape(check.name)}</th><td>{DATABASES[database]}</td>"
        f"<td>{escape(check.done)}</td><td>{escape(check.holds)}</td>"
        f"<td>{escape(run.words) if run else 'not run'}{_failures(run)}</td>"
        f"<td>{f'{run.seconds:,.0f} s' if run else ''}</td><td>{run.commit if run else ''}</td></tr>\n"
        for check, database, run in rows
    )
    heads = ("check", "database", "what is done", "what must hold", "counts", "time", "commit")
    head = "".join(f"<th scope=col>{name}</th>" for name in heads)
    return f"""<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Soak</title>
<style>body{{font:16px/1.5 system-ui;margin:2rem;color-scheme:light dark}}table{{border-collapse:collapse}}
td,th{{border:1px solid #8888;padding:.4rem .6rem;text-align:left;vertical-align:top}}
.failed td:nth-child(5){{background:#c003}}.waiting td{{opacity:.6}}</style>
<h1>What must hold, at full size</h1><table><thead><tr>{head}</tr></thead><tbody>
{body}</tbody></table></html>
"""


def _state(run: Run | None) -> str:
    return "waiting" if run is None else "failed" if run.failed else "passed"


def _failures(run: Run | None) -> str:
    return "".join(f"<br><code>{escape(name)}</code>" for name in run.failures) if run else ""
