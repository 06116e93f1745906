"""Whoever guesses at two web processes at once has no more tries than at one: all of them count in the shared cache."""

import json
import subprocess
import sys
import uuid
from collections import Counter
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from tests.cast import PASSWORD, Table, context_of, make_user, seat_table
from tests.euchre_site.second_factors import give_second_factor
from tests.flows.guesser import GUESSES
from tests.processes import ROOT
from tournaments.access.wall_code import hang_code

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def address_of_database() -> str:
    """Of the test's own one."""
    about = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{about['NAME']}"
    who, where = f"{quote(about['USER'])}:{quote(about['PASSWORD'])}", f"{about['HOST']}:{about['PORT'] or 5432}"
    return f"postgres://{who}@{where}/{about['NAME']}"


def guessers(count: int, about: dict[str, str], data_folder: Any) -> list[dict[str, dict[str, list[Any]]]]:
    environment = {
        "DJANGO_SETTINGS_MODULE": "tests.flows.guesser_settings",
        "DATABASE_URL": address_of_database(),
        "DATABASE_POOL": "false",
        "REDIS_URL": settings.REDIS_URL,
        "REDIS_NAMESPACE": settings.REDIS_NAMESPACE,
        "SECRET_KEY": settings.SECRET_KEY,
        "RIGHT_BOWER_HOME": str(data_folder),
        "ALLOWED_HOSTS": "testserver",
        "LOG_LEVEL": "ERROR",
    }
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.flows.guesser", json.dumps(about)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    for one in started:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    told = [one.communicate(timeout=120) for one in started]
    assert [one.returncode for one in started] == [0] * count, "\n".join(err for _, err in told)
    return [json.loads(out) for out, _ in told]


@pytest.fixture
def table() -> Table:
    return seat_table()


@pytest.fixture
def about(table: Table) -> dict[str, str]:
    """Whom they guess at."""
    hang_code(table.event.pk, context=context_of(table.olga))
    nell = make_user("Nell")
    give_second_factor(nell)
    return {
        "event": table.event.slug,
        "email": table.olga.email,
        "guarded": nell.email,
        "password": PASSWORD,
        "who": uuid.uuid4().hex,
        "address": f"fd00:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::2",
    }


@pytest.mark.heavy
def test_two_processes_have_five_tries_between_them(about: dict[str, str], data_folder: Any) -> None:
    answers = guessers(2, about, data_folder)
    kinds = answers[0]["shared"]
    together = {kind: Counter(one for each in answers for one in each["shared"][kind]) for kind in kinds}
    assert together.pop("wall") == {410: GUESSES, 429: GUESSES}
    for kind, said in together.items():
        assert said == {"looked at": GUESSES, "wait": GUESSES}, kind
    for each in answers:
        assert set(each["alone"].pop("wall")) == {410}, "the positive control: each process counts for itself"
        assert {one for said in each["alone"].values() for one in said} == {"looked at"}
