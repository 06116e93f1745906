"""The site starts with the packages of its own lock and no others: `make demo` has only those. What a lock names can be
installed also when newer releases are out."""

import re
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import ROOT, run_python

ONLY = """
import re, sys
from importlib.metadata import packages_distributions
tidy = lambda name: re.sub(r"[-_.]+", "-", name).lower()
owners, allowed = packages_distributions(), set(sys.argv[1].split())

class NoOthers:
    def find_spec(self, name, path=None, target=None):
        owned = {tidy(owner) for owner in owners.get(name.partition(".")[0], ())}
        if owned and not owned & allowed:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NoOthers())
"""
START = """
import euchre_site.asgi, euchre_site.celery, uvicorn
from django.core.management import get_commands, load_command_class
from django.urls import get_resolver
get_resolver().url_patterns
for name, app in get_commands().items():
    if app in ("euchre_site", "games", "tournaments"):
        load_command_class(app, name)
"""


def start(locked: set[str]) -> str:
    """What goes wrong."""
    environment = {"DJANGO_SETTINGS_MODULE": "euchre_site.settings_test"}
    return run_python("-c", ONLY + START, " ".join(locked), **environment).stderr


def pins(lock: str) -> dict[str, set[str]]:
    """The packages of a lock and the extras that each is pinned with."""
    pinned = [
        Requirement(line.rstrip(" \\"))
        for line in (ROOT / lock).read_text().splitlines()
        if re.match(r"[\w.-]+[=[]", line)
    ]
    return {canonicalize_name(pin.name): pin.extras for pin in pinned}


@pytest.mark.slow
def test_it_starts_with_what_its_lock_has() -> None:
    locked = set(pins("requirements.lock"))
    assert start(locked) == ""
    assert "No module named 'packaging'" in start(locked - {"packaging"})


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_what_is_asked_for_with_an_extra_is_pinned_with_it(lock: str) -> None:
    """Else pip tries the newest release for it, which no lock has a hash of."""
    pinned = pins(lock)
    wanted = [
        (name, canonicalize_name(part.name), part.extras - pinned.get(canonicalize_name(part.name), set()))
        for name, extras in pinned.items()
        for part in map(Requirement, requires(name) or ())
        if not part.marker or any(part.marker.evaluate({"extra": extra}) for extra in extras or {""})
    ]
    assert [missing for missing in wanted if missing[2]] == []
    assert "django" in pinned
