"""Where bugs are planted: a copy of the working tree in a temporary folder. The tree itself is never touched."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.planted.bug import Bug

TREE = Path(__file__).resolve().parents[2]


@contextmanager
def bed() -> Iterator[Path]:
    """The copy, with what is not committed yet but without what Git ignores; its .venv is the one that runs this."""
    with TemporaryDirectory(prefix="right-bower-planted-") as folder:
        copy = Path(folder).resolve()
        for name in _files():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TREE / name, copy / name)
        (copy / ".venv").symlink_to(Path(sys.prefix))
        yield copy


@contextmanager
def planted(bug: Bug, root: Path) -> Iterator[None]:
    """With the bug in the copy, and afterwards without it. ValueError when it does not fit the code."""
    before = {change.file: (root / change.file).read_text() for change in bug.changes}
    try:
        for change in bug.changes:
            (root / change.file).write_text(change.applied(root))
        yield
    finally:
        for file, text in before.items():
            (root / file).write_text(text)


def _files() -> Iterator[str]:
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=TREE, check=True, capture_output=True, text=True).stdout
    return (name for name in names.split("\0") if name and (TREE / name).is_file())
