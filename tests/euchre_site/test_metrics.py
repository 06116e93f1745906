"""What a monitor reads at /metrics, and who may. Everyone else is answered as at an address that doesn't exist."""

import datetime
import http.client
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client import REGISTRY as REGISTRY_OF_THE_LIBRARY
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_openmetrics
from prometheus_client.parser import text_string_to_metric_families

from euchre_site import __version__, heartbeats, vitals
from euchre_site.metrics import gauges
from euchre_site.metrics.requests import CountedWsgiRequests
from games import live
from games.accounts.models import User
from games.engine.presets import preset
from games.jobs.models import OutgoingMail
from games.tables.models import Game
from games.tables.models import Table as OnlineTable
from tests.cast import make_club, make_user, seat_table
from tests.games.tables.cast import dealt_table, table_for
from tests.processes import ROOT, run_python
from tests.tournaments.pages.browsing import without_tokens
from tournaments.rewards.models import Heartbeat, RewardJob
from tournaments.rounds.models import Match

TOKEN = "0123456789abcdef0123456789abcdef"
ADDRESS = "/metrics"
UNKNOWN = "/metricz"
INSIDE, OUTSIDE = "10.8.0.7", "203.0.113.9"

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture
def token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


@pytest.fixture
def networks(settings: Any) -> None:
    settings.METRICS_NETWORKS = ["10.8.0.0/16", "fd00::/8"]


def bearer(token: str = TOKEN) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def scrape(**more: Any) -> HttpResponse:
    answer: HttpResponse = Client().get(ADDRESS, headers=bearer(), **more)
    assert answer.status_code == 200
    return answer


def samples_in(text: str) -> Samples:
    families = text_string_to_metric_families(text)
    return {
        (part.name, tuple(sorted(part.labels.items()))): part.value for family in families for part in family.samples
    }


def scraped() -> Samples:
    return samples_in(scrape().content.decode())


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples[f"right_bower_{name}", tuple(sorted(labels.items()))]


def answer_at(address: str, client: Client, method: str = "GET", **more: Any) -> tuple[int, dict[str, str], str]:
    """Status, headers and page; without the address itself, and what differs each time."""
    answer = client.generic(method, address, **more)
    page = without_tokens(answer)
    headers = {name: text.replace(address, "ADDRESS") for name, text in answer.items() if name != "Content-Length"}
    return answer.status_code, headers, page.replace(address, "ADDRESS")


def is_unknown(client: Client, method: str = "GET", *, status: int = 404, **more: Any) -> bool:
    """Whether the answer is the one that an unknown address gets."""
    answer = answer_at(ADDRESS, client, method, **more)
    assert answer[0] == status
    return answer == answer_at(UNKNOWN, client, method, **more)


class Cast:
    """Whoever isn't a monitor."""

    @staticmethod
    def anonymous() -> None:
        return None

    @staticmethod
    def member() -> User:
        return make_user("Pam")

    @staticmethod
    def organizer() -> User:
        olga = make_user("Olga")
        make_club(olga)
        return olga

    @staticmethod
    def staff() -> User:
        return User.objects.create_superuser("ada@example.org", "a long password")


ROLES = ("anonymous", "member", "organizer", "staff")


def browser_of(role: str, **options: Any) -> Client:
    client = Client(**options)
    if user := getattr(Cast, role)():
        client.force_login(user)
    return client


@pytest.mark.django_db
class TestWhoMaySee:
    def test_by_default_no_one(self) -> None:
        assert is_unknown(Client())
        assert is_unknown(Client(), headers=bearer())
        assert is_unknown(Client(), headers=bearer(""))

    @pytest.mark.parametrize("role", ROLES)
    def test_no_one_without_the_token(self, role: str, token: None, networks: None) -> None:
        assert is_unknown(browser_of(role))
        assert is_unknown(browser_of(role) if role == "anonymous" else Client(), headers=bearer("wrong" + TOKEN))

    @pytest.mark.parametrize(
        "sent", [TOKEN[:-1], TOKEN + "0", TOKEN.upper(), "", "ü" * 32, f"{TOKEN} {TOKEN}"], ids=range(6)
    )
    def test_a_wrong_token(self, sent: str, token: None) -> None:
        assert is_unknown(Client(), HTTP_AUTHORIZATION=f"Bearer {sent}")

    @pytest.mark.parametrize("sent", ["", TOKEN, f"Basic {TOKEN}", f"Token {TOKEN}"])
    def test_nor_is_a_token_any_other_header(self, sent: str, token: None) -> None:
        assert is_unknown(Client(), headers={"Authorization": sent})
        assert is_unknown(Client(), QUERY_STRING=f"token={TOKEN}")

    @pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
    @pytest.mark.parametrize("role", ["anonymous", "staff"])
    def test_no_method_tells_that_it_is_there(self, role: str, method: str, token: None) -> None:
        assert is_unknown(browser_of(role, enforce_csrf_checks=True), method)

    def test_nor_what_the_site_asks_of_everyone(self, token: None, settings: Any) -> None:
        settings.REQUIRE_MFA = True
        assert is_unknown(browser_of("staff"))
        assert is_unknown(Client(), status=400, headers={"Host": "10.8.0.3:8000"})
        settings.SECURE_SSL_REDIRECT = True
        assert is_unknown(Client(), status=301)

    def test_none_of_which_stops_a_monitor(self, token: None, settings: Any) -> None:
        settings.REQUIRE_MFA = settings.SECURE_SSL_REDIRECT = True
        answer = Client().get(ADDRESS, headers=bearer() | {"Host": "10.8.0.3:8000"})
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")

    def test_who_may_reads_and_does_nothing_else(self, token: None) -> None:
        assert scrape().content.startswith(b"# HELP")
        assert Client().head(ADDRESS, headers=bearer()).status_code == 200
        assert Client().post(ADDRESS, headers=bearer()).status_code == 405

    @pytest.mark.parametrize("address", [INSIDE, "::ffff:10.8.0.7", "fd00::7"])
    def test_from_a_network_that_is_named(self, address: str, networks: None) -> None:
        assert Client(REMOTE_ADDR=address).get(ADDRESS).status_code == 200

    @pytest.mark.parametrize("address", [OUTSIDE, "10.9.0.7", "::1", "", "nonsense"])
    @pytest.mark.parametrize("role", ROLES)
    def test_and_from_no_other(self, role: str, address: str, networks: None) -> None:
        assert is_unknown(browser_of(role, REMOTE_ADDR=address), headers=bearer())

    def test_where_both_are_set_both_are_needed(self, token: None, networks: None) -> None:
        assert Client(REMOTE_ADDR=INSIDE).get(ADDRESS, headers=bearer()).status_code == 200
        assert is_unknown(Client(REMOTE_ADDR=INSIDE))
        assert is_unknown(Client(REMOTE_ADDR=OUTSIDE), headers=bearer())

    @pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP"])
    def test_a_forged_address_is_not_believed(self, header: str, networks: None) -> None:
        said = f"for={INSIDE}" if header == "Forwarded" else INSIDE
        assert is_unknown(Client(REMOTE_ADDR=OUTSIDE), headers={header: said})

    def test_a_proxy_of_ours_is_believed_about_the_address_that_it_adds(self, networks: None, settings: Any) -> None:
        """The positive control. It's the last one that counts, and never less than the proxies that there are."""
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
        proxy = Client(REMOTE_ADDR=OUTSIDE)
        assert proxy.get(ADDRESS, headers={"X-Forwarded-For": f"{OUTSIDE}, {INSIDE}"}).status_code == 200
        assert is_unknown(proxy, headers={"X-Forwarded-For": f"{INSIDE}, {OUTSIDE}"})
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
        assert is_unknown(Client(REMOTE_ADDR=INSIDE), headers={"X-Forwarded-For": INSIDE})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"METRICS_TOKEN": "short"}, "METRICS_TOKEN is too short"),
        ({"METRICS_NETWORKS": "10.8.0.1/16"}, "10.8.0.1/16 has host bits set"),
    ],
)
def test_settings_that_would_be_no_protection_are_refused(
    variables: dict[str, str], words: str, data_folder: Path
) -> None:
    done = run_python("-c", "import euchre_site.settings", RIGHT_BOWER_HOME=str(data_folder), **variables)
    assert done.returncode == 1
    assert words in done.stderr


LABELS = {
    "backup_timestamp_seconds": {()},
    "database_answer_seconds": {()},
    "database_ready": {()},
    "database_size_bytes": {()},
    "heartbeat_timestamp_seconds": {(("part", "timers"),), (("part", "worker"),)},
    "info": {(("version", __version__),)},
    "live_streams": {()},
    "parked_jobs": {()},
    "queue_oldest_seconds": {(("queue", name),) for name in ("emails", "rewards", "scores")},
    "queue_waiting": {(("queue", name),) for name in ("emails", "rewards", "scores")},
    "tables_in_play": {()},
    "tables_open": {()},
}
"""But for those of requests."""
OF_REQUESTS = {
    "requests_total": {"area", "method", "status"},
    "request_duration_seconds_bucket": {"area", "le"},
    "request_duration_seconds_count": {"area"},
    "request_duration_seconds_sum": {"area"},
}
OF_THE_PROCESS = {"process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds"}


@pytest.mark.django_db
@pytest.mark.usefixtures("token")
class TestWhatIsSaid:
    def test_all_of_it(self) -> None:
        samples = scraped()
        own = {key: number for key, number in samples.items() if key[0].startswith("right_bower_")}
        labels: dict[str, set[Any]] = {}
        for name, label in own:
            labels.setdefault(name.removeprefix("right_bower_"), set()).add(label)
        assert {name: values for name, values in labels.items() if name not in OF_REQUESTS} == LABELS
        assert {name for name, _ in samples} - {name for name, _ in own} >= OF_THE_PROCESS
        assert samples["process_resident_memory_bytes", ()] > 10_000_000
        assert {name for name, _ in samples if not name.startswith(("right_bower_", "process_"))} == set()

    def test_a_monitor_may_ask_for_the_newer_format(self) -> None:
        answer = Client().get(
            ADDRESS, headers=bearer() | {"Accept": "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"}
        )
        assert answer["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
        assert "right_bower" in {family.name for family in parse_openmetrics(answer.content.decode())}
        assert scrape()["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"

    def test_it_takes_an_exact_number_of_questions_and_writes_nothing(self) -> None:
        for turn in range(2):
            with CaptureQueriesContext(
                connection,
            ) as questions:
                scrape()
            assert len(questions) == gauges.QUERIES
            assert {question["sql"].split()[0] for question in questions} == {"SELECT"}
            RewardJob.objects.bulk_create(RewardJob(kind="awards", key=f"{turn} {number}") for number in range(30))
            OutgoingMail.objects.bulk_create(OutgoingMail(sealed="") for _ in range(30))
            table_for()

    def test_queues(self) -> None:
        assert {value(scraped(), "queue_waiting", queue=name) for name in gauges.QUEUES} == {0}
        assert {value(scraped(), "queue_oldest_seconds", queue=name) for name in gauges.QUEUES} == {0}
        past = timezone.now() - datetime.timedelta(minutes=3)
        Match.objects.filter(pk=seat_table().match.pk).update(unsettled_since=past)
        for number in range(2):
            RewardJob.objects.create(kind="awards", key=str(number), since=past + datetime.timedelta(minutes=number))
        OutgoingMail.objects.create(sealed="", made_at=timezone.now() + datetime.timedelta(minutes=1))
        samples = scraped()
        waiting = {name: value(samples, "queue_waiting", queue=name) for name in gauges.QUEUES}
        oldest = {name: value(samples, "queue_oldest_seconds", queue=name) for name in gauges.QUEUES}
        assert waiting == {"scores": 1, "rewards": 2, "emails": 1}
        assert oldest == {"scores": pytest.approx(180, abs=20), "rewards": pytest.approx(180, abs=20), "emails": 0}

    def test_parked_jobs_wait_in_no_queue(self) -> None:
        RewardJob.objects.create(kind="awards", key="1", parked_at=timezone.now())
        samples = scraped()
        assert (value(samples, "parked_jobs"), value(samples, "queue_waiting", queue="rewards")) == (1, 0)

    def test_heartbeats(self) -> None:
        assert value(scraped(), "heartbeat_timestamp_seconds", part="worker") == 0
        now = timezone.now()
        Heartbeat.objects.create(part=heartbeats.WORKER, at=now)
        samples = scraped()
        assert value(samples, "heartbeat_timestamp_seconds", part="worker") == pytest.approx(now.timestamp())
        assert value(samples, "heartbeat_timestamp_seconds", part="timers") == 0

    def test_tables_online(self) -> None:
        table_for()
        table, _ = dealt_table(preset("plain"))
        samples = scraped()
        assert (value(samples, "tables_open"), value(samples, "tables_in_play")) == (2, 1)
        Game.objects.update(broken_off_at=timezone.now())
        OnlineTable.objects.filter(pk=table.pk).update(closed_at=timezone.now())
        samples = scraped()
        assert (value(samples, "tables_open"), value(samples, "tables_in_play")) == (1, 0)

    def test_the_newest_backup(self, tmp_path: Path, settings: Any) -> None:
        settings.BACKUP_FOLDER = tmp_path / "backups"
        assert value(scraped(), "backup_timestamp_seconds") == 0
        settings.BACKUP_FOLDER.mkdir()
        assert value(scraped(), "backup_timestamp_seconds") == 0
        (settings.BACKUP_FOLDER / "backup-20260101-120000.sqlite3").touch()
        (settings.BACKUP_FOLDER / "backup-20260102-120000.sqlite3").symlink_to(tmp_path / "just removed")
        assert value(scraped(), "backup_timestamp_seconds") == pytest.approx(timezone.now().timestamp(), abs=20)
        settings.BACKUPS_KEPT = 0
        assert "right_bower_backup_timestamp_seconds" not in {name for name, _ in scraped()}

    def test_the_database(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples = scraped()
        assert value(samples, "database_ready") == 1
        assert 0 < value(samples, "database_answer_seconds") < 5
        assert value(samples, "database_size_bytes") > 100_000
        monkeypatch.setattr(vitals, "ask_database", lambda: vitals.DatabaseAnswer(0.1, takes_changes=False))
        assert value(scraped(), "database_ready") == 0

    def test_while_the_database_is_away_the_rest_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def away() -> int:
            raise OperationalError("secret-host refused")

        monkeypatch.setattr(vitals, "parked_jobs", away)
        answer = scrape()
        assert b"secret-host" not in answer.content
        samples = samples_in(answer.content.decode())
        of_database = {name for name in LABELS if name not in ("info", "live_streams", "backup_timestamp_seconds")}
        assert value(samples, "database_ready") == 0
        assert {name for name, _ in samples} & {f"right_bower_{name}" for name in of_database} == {
            "right_bower_database_ready"
        }
        assert "process_resident_memory_bytes" in {name for name, _ in samples}

    def test_nothing_is_said_that_others_have_registered(self) -> None:
        """What a library counts in the global registry stays there."""
        names = {family.name for family in REGISTRY_OF_THE_LIBRARY.collect()} - {
            family.name for family in gauges.REGISTRY.collect()
        }
        assert "python_info" in {f"{name}_info" for name in names} | names
        assert not any(name.startswith("python") for name, _ in scraped())


@pytest.mark.usefixtures("token")
class TestRequests:
    """Over HTTP, of a site that really serves."""

    def test_each_is_counted_once_while_a_monitor_asks(self, site: str) -> None:
        wanted = {
            ("GET", "/healthz/live", "probe", "2xx"): 6,
            ("GET", "/accounts/login/", "page", "2xx"): 3,
            ("GET", "/no-such-page-of-ada@example.org/", "page", "4xx"): 4,
            ("POST", "/accounts/login/?next=/secret/", "page", "4xx"): 2,
            ("GET", "/api/v1/no-such-thing/", "api", "4xx"): 3,
            ("BREW", "/healthz/live", "probe", "4xx"): 2,
            ("GET", "/static/css/base.css", "file", "2xx"): 2,
            ("GET", "/live/?topic=lobby:all", "live", "2xx"): 2,
        }
        before, scrapes = scrape_at(site), []
        is_over = threading.Event()

        def monitor() -> None:
            while not is_over.is_set():
                scrapes.append(scrape_at(site))

        watching = threading.Thread(target=monitor)
        watching.start()
        asking = [
            threading.Thread(target=lambda asked=asked, times=times: [ask(site, *asked[:2]) for _ in range(times)])
            for asked, times in wanted.items()
        ]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        is_over.set()
        watching.join()
        after = scrape_at(site)
        expected: Counter[tuple[str, str, str]] = Counter()
        for (method, _, area, status), times in wanted.items():
            expected[area, "other" if method == "BREW" else method, status] += times
        # Each scrape is counted after it was made: those in between, and the one before.
        expected["probe", "GET", "2xx"] += len(scrapes) + 1
        grown = counts(after)
        grown.subtract(counts(before))
        assert +grown == expected
        for area in {key[0] for key in expected}:
            took = [
                value(samples, "request_duration_seconds_count", area=area)
                for samples in (before, after)
                if has(samples, area)
            ]
            asked = sum(times for key, times in expected.items() if key[0] == area)
            assert took[-1] - (took[0] if len(took) == 2 else 0) == asked
        assert all(earlier <= later for earlier, later in zip(totals(scrapes), totals(scrapes)[1:], strict=False))

    def test_no_address_and_no_visitor_is_in_it(self, site: str) -> None:
        ask(site, "GET", "/no-such-page-of-ada@example.org/?a=secret")
        text = fetch(site, "GET", ADDRESS, bearer())[1]
        assert not re.search(r"ada|secret|127\.0\.0\.1|no-such-page", text)
        labels = {
            name: {label for key, labels in samples_in(text) if key == f"right_bower_{name}" for label, _ in labels}
            for name in OF_REQUESTS
        }
        assert labels == OF_REQUESTS

    def test_who_is_no_monitor_gets_the_page_of_an_unknown_address(self, site: str) -> None:
        answers = {address: fetch(site, "GET", address, {}) for address in (ADDRESS, UNKNOWN)}
        assert answers[ADDRESS][0] == answers[UNKNOWN][0] == 404
        assert answers[ADDRESS][1].replace(ADDRESS, "") == answers[UNKNOWN][1].replace(UNKNOWN, "")

    def test_open_streams(self, site: str, wait_until: Callable[..., Any]) -> None:
        assert value(scrape_at(site), "live_streams") == 0
        with closing(http.client.HTTPConnection(site.removeprefix("http://"), timeout=20)) as web:
            web.request("GET", "/live/?topic=lobby:all", headers={"Accept": "text/event-stream"})
            assert web.getresponse().status == 200
            wait_until(lambda: value(scrape_at(site), "live_streams") == 1)
        wait_until(lambda: live.open_streams() == 0)

    def test_a_wsgi_server_counts_too(self, db: None) -> None:
        def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
            start_response("302 Found", [("Location", "/")])
            yield b""

        key = {"area": "page", "method": "PATCH", "status": "3xx"}
        before = gauges.REGISTRY.get_sample_value("right_bower_requests_total", key) or 0
        began: list[Any] = []
        counted = CountedWsgiRequests(application)
        list(counted({"PATH_INFO": "/a/", "REQUEST_METHOD": "PATCH"}, lambda *words: began.append(words)))
        assert gauges.REGISTRY.get_sample_value("right_bower_requests_total", key) == before + 1
        assert began == [("302 Found", [("Location", "/")])]


def fetch(site: str, method: str, address: str, headers: dict[str, str]) -> tuple[int, str]:
    with closing(http.client.HTTPConnection(site.removeprefix("http://"), timeout=60)) as web:
        web.request(method, address, headers=headers)
        answer = web.getresponse()
        return answer.status, answer.read().decode()


def ask(site: str, method: str, address: str) -> int:
    return fetch(site, method, address, {})[0]


def scrape_at(site: str) -> Samples:
    status, text = fetch(site, "GET", ADDRESS, bearer())
    assert status == 200
    return samples_in(text)


def counts(samples: Samples) -> Counter[tuple[str, str, str]]:
    requests = {labels: number for (name, labels), number in samples.items() if name == "right_bower_requests_total"}
    return Counter({tuple(text for _, text in labels): int(number) for labels, number in requests.items()})


def has(samples: Samples, area: str) -> bool:
    return ("right_bower_request_duration_seconds_count", (("area", area),)) in samples


def totals(scrapes: list[Samples]) -> list[int]:
    return [counts(samples).total() for samples in scrapes]


@pytest.mark.slow
@pytest.mark.heavy
def test_commands_do_not_load_the_library(data_folder: Path) -> None:
    program = (
        "import sys, django; django.setup(); from django.core.management import call_command; call_command('check');"
        "print([name for name in sys.modules if name.startswith(('prometheus', 'sentry'))])"
    )
    done = run_python("-c", program, DJANGO_SETTINGS_MODULE="euchre_site.settings_test")
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


# -- the files for Prometheus and Grafana -----------------------------------------------------------------------------

DEPLOY = ROOT / "deploy"
ALERTS = yaml.safe_load((DEPLOY / "alerts.yml").read_text())
RULES = {rule["alert"]: rule for group in ALERTS["groups"] for rule in group["rules"]}
DASHBOARD = json.loads((DEPLOY / "grafana.json").read_text())
PANELS = {panel["title"]: panel for panel in DASHBOARD["panels"]}
QUESTIONS = [rule["expr"] for rule in RULES.values()]
QUESTIONS += [target["expr"] for panel in PANELS.values() for target in panel["targets"]]
WORDS = {"by", "or", "and", "on", "without", "ignoring"}
OF_PROMETHEUS = {"up"}
"""What it says of each process by itself."""


def names_in(question: str) -> set[str]:
    """The metrics that a question in PromQL is about: no labels, functions or words of the language."""
    without_labels = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring) ?\([^)]*\)", "", question)
    return {name for name in re.findall(r"\b[a-zA-Z_:][\w:]*\b(?!\s*\()", without_labels) if name not in WORDS}


@pytest.mark.django_db
@pytest.mark.usefixtures("token")
class TestFiles:
    def test_each_metric_that_they_name_is_one_that_the_site_has(self) -> None:
        CountedWsgiRequests(lambda environ, start: start("200 OK", []) or [])({}, lambda *words: None)
        there = {name for name, _ in scraped()} | OF_PROMETHEUS
        assert {name for question in QUESTIONS for name in names_in(question)} - there == set()

    def test_a_name_that_is_none_would_be_found(self) -> None:
        question = 'sum by (le) (rate(right_bower_nothing_total{area!="a"}[5m])) / time() > 2 or absent(up{job="x"})'
        assert names_in(question) == {"right_bower_nothing_total", "up"}
        assert len(QUESTIONS) > 25

    def test_labels_that_they_pick_are_there(self) -> None:
        picked = {pair for question in QUESTIONS for pair in re.findall(r'(\w+)!?="([^"]*)"', question)}
        parts, areas = {("part", "worker"), ("part", "timers")}, {("area", "page"), ("area", "probe")}
        assert picked == parts | areas | {("status", "5xx"), ("job", "right-bower")}


class TestPrometheus:
    config = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())

    def test_it_asks_with_the_token_under_the_name_that_the_alerts_know(self) -> None:
        [job] = self.config["scrape_configs"]
        assert (job["job_name"], set(job["authorization"])) == ("right-bower", {"credentials_file"})
        assert job.get("metrics_path", ADDRESS) == ADDRESS

    def test_it_has_the_alerts(self) -> None:
        assert [(DEPLOY / name).name for name in self.config["rule_files"]] == ["alerts.yml"]


class TestAlerts:
    def test_there_is_one_for_each_thing_that_someone_should_know(self) -> None:
        assert set(RULES) == {
            "SiteDown",
            "WebProcessDown",
            "DatabaseAway",
            "DatabaseSlow",
            "ManyServerErrors",
            "SlowPages",
            "QueueWaits",
            "WorkerSilent",
            "TimersSilent",
            "ParkedJobs",
            "NoBackup",
        }

    @pytest.mark.parametrize("name", RULES)
    def test_it_says_what_happened_and_what_to_do(self, name: str) -> None:
        rule = RULES[name]
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert all(rule["annotations"][part].endswith(".") for part in ("summary", "description"))

    def test_their_limits_are_those_of_the_health_page(self) -> None:
        assert RULES["QueueWaits"]["expr"].endswith("> 120")
        assert RULES["NoBackup"]["expr"].endswith("> 26 * 3600")


class TestDashboard:
    def test_each_panel_has_its_place_and_its_number(self) -> None:
        assert len(PANELS) == len({panel["id"] for panel in PANELS.values()}) == len(DASHBOARD["panels"])
        squares = Counter(
            (x, y)
            for place in (panel["gridPos"] for panel in PANELS.values())
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        )
        assert max(squares.values()) == 1
        assert max(x for x, _ in squares) == 23

    def test_the_source_is_chosen_where_it_is_imported(self) -> None:
        [source] = DASHBOARD["templating"]["list"]
        assert (source["type"], source["query"]) == ("datasource", "prometheus")
        assert {panel["datasource"]["uid"] for panel in PANELS.values()} == {f"${{{source['name']}}}"}
