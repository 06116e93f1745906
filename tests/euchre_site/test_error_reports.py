"""Errors are reported only where SENTRY_DSN says so, and nothing in a report is about anyone."""

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from euchre_site import __version__, error_reports
from tests.processes import manage, run_python

DSN = "https://0123456789abcdef@sentry.example.org/1"
SECRET = "ada@example.org"
FRAME = {
    "filename": "games/tables/play.py",
    "function": "act",
    "lineno": 12,
    "in_app": True,
    "context_line": "    state.apply(action)",
}
EVENT: dict[str, Any] = {
    "event_id": "1" * 32,
    "timestamp": "2026-11-28T20:00:00Z",
    "level": "error",
    "platform": "python",
    "release": "right-bower@1.0.0",
    "transaction": "games.tables.views.act",
    "transaction_info": {"source": "component"},
    "server_name": f"laptop of {SECRET}",
    "user": {"id": 7, "email": SECRET, "ip_address": "203.0.113.9"},
    "request": {
        "method": "POST",
        "url": f"https://euchre.example.org/my/{SECRET}/",
        "query_string": f"q={SECRET}",
        "cookies": {"session": SECRET},
        "headers": {"Cookie": SECRET, "Authorization": SECRET},
        "data": {"name": SECRET},
        "env": {"REMOTE_ADDR": SECRET},
    },
    "logger": "games.jobs.mail",
    "logentry": {"message": "%s was not sent", "formatted": f"{SECRET} was not sent", "params": [SECRET]},
    "exception": {
        "values": [
            {
                "type": "IntegrityError",
                "module": "django.db.utils",
                "value": f"Key (email)=({SECRET}) already exists.",
                "mechanism": {"type": "django", "data": {"address": SECRET}},
                "stacktrace": {
                    "frames": [FRAME | {"vars": {"name": SECRET}, "abs_path": f"/home/{SECRET}/games/tables/play.py"}]
                },
            },
            {"type": "KeyError", "module": None, "value": SECRET, "stacktrace": None},
        ]
    },
    "breadcrumbs": {"values": [{"message": SECRET}]},
    "extra": {"sys.argv": ["manage.py", "remove_second_factor", SECRET]},
    "tags": {"who": SECRET},
    "contexts": {
        "runtime": {"name": "CPython", "version": "3.11.2"},
        "celery": {"args": [SECRET]},
        "trace": {"data": {"address": SECRET}},
    },
    "threads": {"values": [{"name": SECRET}]},
    "added by a later version": SECRET,
}


def test_what_is_sent_is_what_went_wrong_and_where_in_the_code() -> None:
    assert error_reports.before_send(EVENT, {}) == {
        "event_id": "1" * 32,
        "timestamp": "2026-11-28T20:00:00Z",
        "level": "error",
        "platform": "python",
        "release": "right-bower@1.0.0",
        "transaction": "games.tables.views.act",
        "transaction_info": {"source": "component"},
        "request": {"method": "POST"},
        "logger": "games.jobs.mail",
        "logentry": {"message": "%s was not sent"},
        "exception": {
            "values": [
                {"type": "IntegrityError", "module": "django.db.utils", "stacktrace": {"frames": [FRAME]}},
                {"type": "KeyError", "module": None},
            ]
        },
        "contexts": {"runtime": {"name": "CPython", "version": "3.11.2"}},
    }


def test_no_person_is_in_it() -> None:
    assert json.dumps(EVENT).count(SECRET) > 20
    assert SECRET not in json.dumps(error_reports.before_send(EVENT, {}))


@pytest.mark.parametrize("source", ["url", "route", "custom"])
def test_an_address_is_no_name_of_a_view(source: str) -> None:
    event = {"transaction": f"/my/{SECRET}/", "transaction_info": {"source": source}}
    assert error_reports.before_send(event, {}) == {}


def test_what_others_log_may_be_filled_in_already() -> None:
    event = {"logger": "celery.app.trace", "logentry": {"message": f"Task of {SECRET} raised"}}
    assert error_reports.before_send(event, {}) == {"logger": "celery.app.trace"}


def test_what_django_refuses_is_no_error_of_ours() -> None:
    event = {"logger": "django.security.DisallowedHost", "logentry": {"message": f"Invalid HTTP_HOST header: {SECRET}"}}
    assert error_reports.before_send(event, {}) is None


@pytest.mark.parametrize("event", [{}, {"exception": {}}, {"request": {}}, {"logentry": {}}, {"contexts": {}}])
def test_an_event_may_have_little(event: dict[str, Any]) -> None:
    assert error_reports.before_send(event, {}) == {}


def test_without_the_setting_the_library_is_not_even_loaded(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SENTRY_DSN = ""
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    error_reports.connect()


def test_with_the_setting_and_without_the_package_it_says_what_to_do(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SENTRY_DSN = DSN
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="package sentry-sdk isn’t installed"):
        error_reports.connect()


needs_library = pytest.mark.skipif(
    not importlib.util.find_spec("sentry_sdk"), reason="the extra sentry is not installed"
)


@needs_library
@pytest.mark.slow
def test_an_address_that_is_none_is_refused_in_words(data_folder: Path) -> None:
    done = manage("check", RIGHT_BOWER_HOME=str(data_folder), SENTRY_DSN="sentry.example.org")
    assert done.returncode == 1
    assert done.stderr.startswith("SENTRY_DSN isn’t an address that Sentry gives")
    assert "Traceback" not in done.stderr


REPORT = """
import json, logging, sys
import django
django.setup()
import sentry_sdk
from django.core.wsgi import get_wsgi_application
from django.test import Client
from django.urls import path
from sentry_sdk.transport import Transport

class Kept(Transport):
    sent = []
    def capture_envelope(self, envelope):
        self.sent.append(envelope.serialize().decode())

sentry_sdk.get_client().transport = Kept()

def view(request, name):
    secret = request.POST.get("name")
    logging.getLogger("django.request").error("nothing of %s", secret)
    raise ValueError(f"{name} and {secret}")

urls = sys.modules["urls_of_this"] = type(sys)("urls_of_this")
urls.urlpatterns = [path("my/<str:name>/", view)]
from django.test import override_settings
from celery import shared_task

@shared_task
def task(name):
    raise ValueError(name)

SECRET = sys.argv[1]
with override_settings(ROOT_URLCONF="urls_of_this", ALLOWED_HOSTS=["testserver"], MIDDLEWARE=[]):
    answer = Client(raise_request_exception=False, headers={"Cookie": "session=" + SECRET}).post(
        f"/my/{SECRET}/?q={SECRET}", {"name": SECRET}
    )
task.apply(args=[SECRET])
sentry_sdk.flush()
print(json.dumps(Kept.sent))
"""


@needs_library
@pytest.mark.slow
@pytest.mark.heavy
def test_a_report_that_the_library_makes_has_nothing_of_it_either(data_folder: Path) -> None:
    """As it is sent, of a page and of a task."""
    home = {"RIGHT_BOWER_HOME": str(data_folder), "DJANGO_SETTINGS_MODULE": "euchre_site.settings"}
    done = run_python("-c", REPORT, SECRET, **home, SENTRY_DSN=DSN)
    assert done.returncode == 0, done.stderr
    sent = json.loads(done.stdout.splitlines()[-1])
    assert len(sent) >= 2
    events = [json.loads(line) for envelope in sent for line in envelope.splitlines() if '"exception"' in line]
    assert {error["type"] for event in events for error in event["exception"]["values"]} == {"ValueError"}
    assert all(event["exception"]["values"][-1]["stacktrace"]["frames"] for event in events)
    assert {event["release"] for event in events} == {f"right-bower@{__version__}"}
    assert [envelope for envelope in sent if SECRET in envelope or "testserver" in envelope] == []
