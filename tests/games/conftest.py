"""What the tests of the live stream share: a topic whose versions the test sets."""

import pytest

from games import live


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What the resolver of the topic `night` knows."""
    known = {"7": 41, "8": 1}
    monkeypatch.setitem(live._resolvers, "night", lambda user, ident: known.get(ident))
    return known
