"""The guide for contributors names files that exist; tests/docs/test_docs.py looks at its commands and links."""

import re

from tests.processes import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text()


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"`((?:tests|games|tournaments|docs|templates)/[\w/.-]*)`", GUIDE))
    assert len(named) > 20
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
