"""Plant bugs one after the other in a copy of the tree; demand that `make test` fails on each, or with --proof that
`make proof` does: slow tests too, and PostgreSQL."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.planted.bed import bed, planted
from tests.planted.bug import Bug, Database
from tests.planted.catalogue import BUGS
from tests.planted.trial import Failure, run_tests

WIDTH = 110


@dataclass(frozen=True)
class Verdict:
    """by: the test that caught the bug. note: why it is not caught."""

    bug: Bug
    database: Database
    by: Failure | None
    seconds: float
    note: str = ""

    @property
    def row(self) -> tuple[str, ...]:
        test = self.by.test if self.by else "NOT caught"
        says = self.by.says if self.by else self.note
        return self.bug.name, self.bug.means, self.database.value, test, _cut(says), f"{self.seconds:.0f}"


HEAD = ("planted bug", "what it would mean", "database", "caught by", "how it failed", "seconds")


def main() -> int:
    asked = _asked()
    trials = _trials(asked)
    with bed() as root:
        _check_that_they_fit(root, trials)
        if not _is_sound(root, trials, asked.options):
            return 1
        verdicts = [_say(_try(bug, root, database, asked)) for bug, database in trials]
    caught = sum(one.by is not None for one in verdicts)
    found = "\n".join(
        [*_markdown(verdicts), "", f"{caught} of {len(verdicts)} planted bugs caught.", *_passed_over(asked)]
    )
    print(f"\n{found}")
    if asked.report:
        Path(asked.report).write_text(f"{found}\n")
    return 0 if caught == len(verdicts) else 1


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make planted", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which bugs; a name given twice is tried twice")
    parser.add_argument("--database", choices=[one.value for one in Database], help="only on this one")
    parser.add_argument("--proof", action="store_true", help="let slow tests notice too, and try on PostgreSQL")
    parser.add_argument("--whole", action="store_true", help="run all tests where the expected ones notice nothing")
    parser.add_argument("--report", metavar="FILE", help="write the table there, as Markdown")
    parser.add_argument("--options", default="", help="what `make test` hands to pytest")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(BUGS):
        parser.error(f"no such bug: {', '.join(sorted(unknown))}. There are: {', '.join(BUGS)}")
    asked.options = [*asked.options.split(), *([] if asked.proof else ["-m", "not slow"])]
    return asked


def _trials(asked: argparse.Namespace) -> list[tuple[Bug, Database]]:
    trials = [(bug, database) for bug, database in _all_trials(asked) if asked.database in (None, database)]
    if not asked.proof:
        trials = [(bug, database) for bug, database in trials if database is Database.SQLITE]
    if not trials:
        sys.exit("None of these bugs shows there." if asked.proof else "Only --proof tries these bugs.")
    on_postgres = any(database is Database.POSTGRES for _, database in trials)
    if on_postgres and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        sys.exit("Some bugs show on PostgreSQL only: set DATABASE_URL, or leave them out with --database sqlite.")
    return trials


def _all_trials(asked: argparse.Namespace) -> list[tuple[Bug, Database]]:
    return [(bug, database) for bug in (BUGS[name] for name in asked.names or BUGS) for database in bug.on]


def _passed_over(asked: argparse.Namespace) -> list[str]:
    """What `make test` cannot notice, because it needs no service."""
    if asked.proof:
        return []
    others = [f"{bug.name} ({database})" for bug, database in _all_trials(asked) if database is not Database.SQLITE]
    return [f"Only make proof can notice {len(others)} more: {', '.join(others)}."] if others else []


def _check_that_they_fit(root: Path, trials: list[tuple[Bug, Database]]) -> None:
    for bug, _ in trials:
        try:
            with planted(bug, root):
                pass
        except (ValueError, OSError) as error:
            sys.exit(f"{bug.name} does not fit the code any more: {error}")


def _is_sound(root: Path, trials: list[tuple[Bug, Database]], options: Sequence[str]) -> bool:
    """The control: without any bug the same tests pass, else a failure would mean nothing."""
    for database in dict.fromkeys(database for _, database in trials):
        files = sorted({file for bug, on in trials if on is database for file in bug.first})
        run = run_tests(root, database, [*options, *files])
        print(f"without any bug, {database}: {run.passed} tests passed in {run.seconds:.0f} s", flush=True)
        if not run.is_clean:
            print(run.output, f"\nThe tests have to pass before a bug is planted: {run.trouble}")
            return False
    return True


def _try(bug: Bug, root: Path, database: Database, asked: argparse.Namespace) -> Verdict:
    seconds, note = 0.0, ""
    with planted(bug, root):
        for arguments in _arguments(bug, asked):
            run = run_tests(root, database, arguments)
            seconds, note = seconds + run.seconds, run.trouble
            if by := run.noticed(bug):
                return Verdict(bug, database, by, seconds)
    return Verdict(bug, database, None, seconds, note)


def _arguments(bug: Bug, asked: argparse.Namespace) -> Iterator[list[str]]:
    """The expected tests in one process, which stops at the first that fails; then all of them, if asked for."""
    yield [*asked.options, "-n", "0", "-x", *bug.first]
    if asked.whole:
        yield [*asked.options, "-x"]


def _say(verdict: Verdict) -> Verdict:
    name, _, database, test, _, seconds = verdict.row
    print(
        f"{name} ({database}, {seconds} s): {test}\n    {verdict.by.says if verdict.by else verdict.note}", flush=True
    )
    return verdict


def _markdown(verdicts: Sequence[Verdict]) -> list[str]:
    rows = [HEAD, tuple("---" for _ in HEAD), *(one.row for one in verdicts)]
    return [f"| {' | '.join(cell.replace('|', '¦') for cell in row)} |" for row in rows]


def _cut(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"


if __name__ == "__main__":
    sys.exit(main())
