"""Settings come from the environment alone, and without any they are a safe site on one machine."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from euchre_site import databases
from tests.processes import manage, run_python

PRODUCTION = {
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_",
    "ALLOWED_HOSTS": "euchre.example.org",
    "HTTPS": "true",
    "TRUSTED_PROXIES": "1",
    "DATABASE_URL": "postgres://club@db.example.org/club",
    "REDIS_URL": "redis://cache.example.org:6379/0",
    "EMAIL_URL": "smtp+tls://mailer:pw@mail.example.org:587",
}


def read_settings(*names: str, **environment: str) -> dict[str, Any]:
    program = (
        "import json; from euchre_site import settings;"
        f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}, default=str))"
    )
    done = run_python("-c", program, **environment)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.slow
def test_empty_environment_is_a_site_on_this_machine(data_folder: Path) -> None:
    found = read_settings(
        "DEBUG",
        "ALLOWED_HOSTS",
        "DATABASES",
        "CELERY_BROKER_URL",
        "OUTGOING_EMAIL_BACKEND",
        RIGHT_BOWER_HOME=str(data_folder),
    )
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert found["DATABASES"]["default"]["NAME"] == str(data_folder / "db.sqlite3")
    assert found["CELERY_BROKER_URL"].startswith("memory://")
    assert found["OUTGOING_EMAIL_BACKEND"].endswith("console.EmailBackend")


@pytest.mark.slow
def test_a_variable_that_is_empty_is_one_that_is_not_set(data_folder: Path) -> None:
    """Compose and systemd hand over what stands in a file, also when nothing stands there."""
    empty = dict.fromkeys(("DATABASE_URL", "EMAIL_URL", "REDIS_URL", "SECRET_KEY", "HTTPS", "FEEDS_HOST"), "")
    names = ("DATABASES", "OUTGOING_EMAIL_BACKEND", "REDIS_URL", "HTTPS")
    assert read_settings(*names, RIGHT_BOWER_HOME=str(data_folder), **empty) == read_settings(
        *names, RIGHT_BOWER_HOME=str(data_folder)
    )


@pytest.mark.slow
def test_what_names_things_in_feeds_is_the_first_host_that_is_not_this_machine(data_folder: Path) -> None:
    home = {"RIGHT_BOWER_HOME": str(data_folder)}
    hosts = {
        "right-bower.invalid": {},
        "euchre.example.org": {"ALLOWED_HOSTS": "localhost,.euchre.example.org,b.example.org"},
        "old.example.org": {"ALLOWED_HOSTS": "new.example.org", "FEEDS_HOST": "old.example.org"},
    }
    for host, environment in hosts.items():
        assert read_settings("FEEDS_HOST", **home, **environment)["FEEDS_HOST"] == host


@pytest.mark.slow
@pytest.mark.heavy
def test_webhooks_lead_only_to_the_public_internet_unless_allowed(data_folder: Path) -> None:
    names = ("WEBHOOKS_PLAIN", "WEBHOOKS_ALLOWED_NETWORKS")
    found = read_settings(*names, RIGHT_BOWER_HOME=str(data_folder))
    assert found == {"WEBHOOKS_PLAIN": False, "WEBHOOKS_ALLOWED_NETWORKS": []}
    said = {"WEBHOOKS_PLAIN": "true", "WEBHOOKS_ALLOWED_NETWORKS": "127.0.0.1/32,10.8.0.0/16"}
    found = read_settings(*names, RIGHT_BOWER_HOME=str(data_folder), **said)
    assert found == {"WEBHOOKS_PLAIN": True, "WEBHOOKS_ALLOWED_NETWORKS": ["127.0.0.1/32", "10.8.0.0/16"]}


@pytest.mark.slow
@pytest.mark.heavy
def test_secret_key_is_made_once_and_only_its_owner_may_read_it(data_folder: Path) -> None:
    first, second = (read_settings("SECRET_KEY", RIGHT_BOWER_HOME=str(data_folder)) for _ in range(2))
    assert first == second
    assert len(first["SECRET_KEY"]) >= 80
    assert (data_folder / "secret_key").stat().st_mode & 0o777 == 0o600
    assert data_folder.stat().st_mode & 0o777 == 0o700
    assert [file.name for file in data_folder.iterdir()] == ["secret_key"]


@pytest.mark.slow
def test_secret_key_of_the_environment_leaves_no_file(data_folder: Path) -> None:
    read_settings("DEBUG", RIGHT_BOWER_HOME=str(data_folder), SECRET_KEY="given")
    assert not (data_folder / "secret_key").exists()


@pytest.mark.slow
def test_scaled_settings(data_folder: Path) -> None:
    found = read_settings(
        "DATABASES", "CELERY_BROKER_URL", "CACHES", "SESSION_COOKIE_NAME", "ACCOUNT_EMAIL_VERIFICATION", **PRODUCTION
    )
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["CONN_MAX_AGE"] == 0
    assert database["OPTIONS"]["pool"]["max_size"] == 10
    assert found["CELERY_BROKER_URL"] == found["CACHES"]["default"]["LOCATION"] == PRODUCTION["REDIS_URL"]
    assert found["SESSION_COOKIE_NAME"] == "__Host-session"
    assert found["ACCOUNT_EMAIL_VERIFICATION"] == "mandatory"


@pytest.mark.parametrize("pool", ["true", "false"])
def test_what_the_databases_address_asks_for_stays(data_folder: Path, pool: str) -> None:
    address = PRODUCTION["DATABASE_URL"] + "?sslmode=require"
    wanted = PRODUCTION | {"DATABASE_URL": address, "DATABASE_POOL": pool}
    options = read_settings("DATABASES", **wanted)["DATABASES"]["default"]["OPTIONS"]
    assert (options["sslmode"], options["connect_timeout"], "pool" in options) == ("require", 5, pool == "true")


@pytest.mark.slow
@pytest.mark.heavy
def test_deployment_check_is_clean_in_production(data_folder: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", RIGHT_BOWER_HOME=str(data_folder), **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_sqlite_keeps_its_connections_for_a_while() -> None:
    entry = databases.describe({"ENGINE": "django.db.backends.sqlite3", "NAME": "x"}, pool=True, pool_size=1)
    assert 0 < entry["CONN_MAX_AGE"] <= 60


def test_postgres_without_pool_keeps_checked_connections() -> None:
    entry = databases.describe({"ENGINE": "django.db.backends.postgresql", "NAME": "x"}, pool=False, pool_size=1)
    assert entry["CONN_HEALTH_CHECKS"] is True
    assert entry["CONN_MAX_AGE"] > 0


def test_questions_are_not_compiled_unless_a_pooler_refuses_to_say_so() -> None:
    postgres = {"ENGINE": "django.db.backends.postgresql", "NAME": "x"}
    assert databases.describe(postgres, pool=True, pool_size=1)["OPTIONS"]["options"] == "-c jit=off"
    assert "options" not in databases.describe(postgres, pool=False, pool_size=1)["OPTIONS"]
    own = postgres | {"OPTIONS": {"options": "-c jit=on"}}
    assert databases.describe(own, pool=True, pool_size=1)["OPTIONS"]["options"] == "-c jit=on"


def test_other_databases_are_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        databases.describe({"ENGINE": "django.db.backends.mysql", "NAME": "x"}, pool=True, pool_size=1)


@pytest.mark.sqlite
def test_sqlite_is_opened_so_that_no_score_is_lost(transactional_db: None) -> None:
    assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in databases.SQLITE_PRAGMAS
    with connection.cursor() as cursor:
        found = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 20_000}


def test_tasks_speak_json_and_messages_only_wake_workers() -> None:
    from euchre_site.celery import app

    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert not app.conf.task_acks_late, "who takes a message has it: the row says what is left"
    assert app.conf.broker_transport_options.get("ack_emulation", False) is False


def test_every_timer_names_a_task() -> None:
    from euchre_site.celery import app

    app.loader.import_default_modules()
    assert set(app.conf.beat_schedule) <= set(app.tasks)
    assert all(not entry["task"].startswith("celery.") for entry in app.conf.beat_schedule.values())
