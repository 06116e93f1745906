"""The site starts with the packages of its own lock and no others: `make demo` has only those."""

import re

import pytest

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


@pytest.mark.slow
def test_it_starts_with_what_its_lock_has() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    locked = {re.sub(r"[-_.]+", "-", name).lower() for name in re.findall(r"^([\w.-]+)==", lock, flags=re.MULTILINE)}
    assert start(locked) == ""
    assert "No module named 'packaging'" in start(locked - {"packaging"})
