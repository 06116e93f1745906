"""compose.yaml, the image and the proxy: what they say, and a night through exactly these processes."""

import http.client
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from uvicorn.main import main as uvicorn_command

from tests.euchre_site.compose import (
    FILLED_IN,
    HOST,
    BehindProxy,
    Composed,
    dockerfile,
    image_environment,
    read_compose,
)
from tests.euchre_site.served import migrated_database
from tests.flows.browserless import Tally
from tests.flows.rehearsal_stage import STAGE
from tests.processes import ROOT

OURS = ("migrate", "web", "worker", "beat")
SERVICES: dict[str, Any] = read_compose(**FILLED_IN)["services"]


class TestCompose:
    def test_every_process_is_there_and_beat_once(self) -> None:
        assert set(SERVICES) == {*OURS, "database", "redis", "proxy"}
        assert read_compose(**FILLED_IN, WEB="7")["services"]["web"]["deploy"]["replicas"] == "7"
        assert SERVICES["beat"]["deploy"]["replicas"] == 1

    def test_nothing_but_the_proxy_can_be_reached_from_outside(self) -> None:
        assert [name for name, one in SERVICES.items() if "ports" in one] == ["proxy"]

    def test_images_are_named_without_a_registry(self) -> None:
        named = [one["image"] for one in SERVICES.values()]
        named += [rest.split()[0] for name, rest in dockerfile() if name == "FROM"]
        assert all(re.fullmatch(r"[a-z-]+(:[\w.-]+)?", image) for image in named), named

    def test_the_database_is_ready_before_the_migration_and_that_before_everything_else(self) -> None:
        assert SERVICES["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
        for name in ("web", "worker", "beat"):
            assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
            assert SERVICES[name]["restart"] == "unless-stopped"

    def test_every_setting_that_it_gives_is_one(self) -> None:
        known = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/settings.md").read_text(), flags=re.M))
        assert set(SERVICES["web"]["environment"]) <= known

    def test_env_example_has_every_variable_and_no_secret(self) -> None:
        lines = re.findall(r"^(\w+)=(.*)$", (ROOT / ".env.example").read_text(), flags=re.M)
        used = re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text())
        assert {name for name, _ in lines} == set(used)
        empty = {
            "SECRET_KEY",
            "DATABASE_PASSWORD",
            "SITE_OWNER",
            "SITE_CONTACT",
            "EMAIL_URL",
            "METRICS_TOKEN",
            "OIDC_PROVIDERS",
        }
        assert {name for name, value in lines if not value} == empty

    @pytest.mark.parametrize("missing", FILLED_IN)
    def test_what_is_missing_is_said(self, missing: str) -> None:
        with pytest.raises(AssertionError, match=f"{missing} is missing: put"):
            read_compose(**{name: value for name, value in FILLED_IN.items() if name != missing})

    def test_the_web_server_says_nothing_of_itself_and_believes_no_request_about_where_it_comes_from(self) -> None:
        """TRUSTED_PROXIES says whom the site believes; uvicorn would believe its own machine."""
        _, *words = SERVICES["web"]["command"]
        options = uvicorn_command.make_context("uvicorn", words).params
        assert (options["server_header"], options["proxy_headers"], options["access_log"]) == (False, False, False)
        assert SERVICES["web"]["environment"]["TRUSTED_PROXIES"] == "1"

    def test_redis_keeps_its_messages_when_it_is_stopped_and_forgets_only_the_cache(self) -> None:
        words = " ".join(map(str, SERVICES["redis"]["command"]))
        assert "--appendonly yes" in words
        assert "--maxmemory-policy volatile-lru" in words

    def test_what_has_to_stay_is_on_volumes(self) -> None:
        names = {one.partition(":")[0] for service in SERVICES.values() for one in service.get("volumes", ())}
        assert set(read_compose(**FILLED_IN)["volumes"]) == names - {"./deploy/Caddyfile"}


class TestImage:
    def test_packages_are_those_of_the_lock_file_with_their_hashes(self) -> None:
        [install] = [rest for name, rest in dockerfile() if name == "RUN" and "pip install" in rest]
        assert "--require-hashes --requirement /requirements.lock" in install

    def test_no_user_is_root_in_it(self) -> None:
        names = [name for name, _ in dockerfile()]
        assert names.index("USER") > max(number for number, name in enumerate(names) if name in ("RUN", "COPY"))
        assert ("USER", "bower") in dockerfile()

    def test_its_own_command_is_a_whole_site(self) -> None:
        """tests/euchre_site/test_container.py runs it."""
        [command] = [rest for name, rest in dockerfile() if name == "CMD"]
        assert json.loads(command)[:3] == ["python", "manage.py", "serve"]
        assert ("VOLUME", image_environment()["RIGHT_BOWER_HOME"]) in dockerfile()

    def test_no_setting_is_baked_in_but_folders(self) -> None:
        assert set(image_environment()) == {"PATH", "PYTHONUNBUFFERED", "RIGHT_BOWER_HOME", "STATIC_ROOT"}
        assert not {"ARG", "ADD"} & {name for name, _ in dockerfile()}

    def test_everything_it_copies_is_let_through(self) -> None:
        let_through = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), flags=re.M)
        copied = [rest.split()[0] for name, rest in dockerfile() if name == "COPY" and not rest.startswith("--from")]
        assert set(let_through) == set(copied)


class TestProxy:
    lines = tuple(line.strip() for line in (ROOT / "deploy/Caddyfile").read_text().splitlines())

    def test_it_says_itself_where_a_request_comes_from(self) -> None:
        """`header_up NAME VALUE` replaces; with a plus sign it would add to what the browser claims."""
        for header in ("X-Forwarded-For {remote_host}", "X-Forwarded-Proto {scheme}", "X-Forwarded-Host {host}"):
            assert f"header_up {header}" in self.lines
        assert self.lines.count("reverse_proxy {") == self.lines.count("import to_the_site") == 2

    def test_it_holds_nothing_of_the_live_stream_back(self) -> None:
        live = self.lines.index("handle @streams {")
        assert "@streams path /live/* /api/v1/clubs/*/happenings/stream/" in self.lines
        assert "flush_interval -1" in self.lines[live : self.lines.index("handle {")]

    def test_it_asks_the_service_and_the_port_of_the_web_servers(self) -> None:
        command = SERVICES["web"]["command"]
        assert f"dynamic a web {command[command.index('--port') + 1]} {{" in self.lines

    def test_it_writes_no_addresses_down(self) -> None:
        assert not any(line.startswith("log") for line in self.lines)


# -- a night ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def composed(tmp_path: Path) -> Iterator[Composed]:
    with migrated_database(os.environ["DATABASE_URL"]) as url:
        found = Composed(tmp_path / "image", url, ("web-a", "web-b"))
        try:
            yield found
        finally:
            found.kill()


class Night:
    """Olga at one web server, a player of each side at the other."""

    def __init__(self, composed: Composed, wait_until: Callable[..., Any]) -> None:
        self.composed, self.wait_until, self.tally = composed, wait_until, Tally()
        self.stage = composed.tell(STAGE, "1", "2", "5")
        self.path = f"/events/{self.stage['slug']}"
        self.olga = BehindProxy(composed.ports["web-a"], self.tally)
        form = self.olga.get("/accounts/login/").form("/accounts/login/")
        assert self.olga.submit(form, login="olga@example.org", password=self.stage["password"]).was_redirected

    def publish(self, first: str = "") -> None:
        for ending in (*([first] if first else []), "/console/draw/", "/publish/"):
            assert self.olga.submit(self.olga.get(f"{self.path}/console/").form(ending)).was_redirected

    def come(self) -> None:
        self.phones = [BehindProxy(self.composed.ports["web-b"], self.tally) for _ in range(4)]
        for phone, person in zip(self.phones, self.stage["people"], strict=False):
            link = f"{self.path}/pass/{person['token']}/"
            assert phone.submit(phone.get(link).form(link)).was_redirected

    def score(self, *points: int) -> None:
        """One phone reports, the first of the other side confirms."""
        pages = [self._slip(phone) for phone in self.phones]
        form = pages[0].form(pages[0].path)
        assert self.phones[0].submit(form, points_0=points[0], points_1=points[1]).was_redirected
        for phone in self.phones[1:]:
            if confirm := self._slip(phone).find("/confirm/"):
                assert phone.submit(confirm).was_redirected
                return
        pytest.fail("no one was asked")

    def _slip(self, phone: BehindProxy) -> Any:
        [link] = {link for link in phone.get(f"{self.path}/me/").links if "/slips/" in link}
        return phone.get(link)

    def points(self) -> list[int]:
        answer = json.loads(self.olga.get(f"/api/v1/events/{self.stage['slug']}/standings/").text)
        return sorted(int(row["points"]) for row in answer["results"] if row["points"] != "0")


@contextmanager
def response_from(port: int, path: str) -> Iterator[http.client.HTTPResponse]:
    """What a stranger behind the proxy is answered, while it comes."""
    headers = {"Host": HOST, "X-Forwarded-Proto": "https", "Accept": "text/event-stream"}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as web:
        web.request("GET", path, headers=headers)
        with web.getresponse() as answer:
            yield answer


def next_version(lines: Any) -> int:
    while not (line := lines.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    return int(json.loads(line[6:])["version"])


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.heavy
def test_a_night_through_the_commands_of_compose(composed: Composed, wait_until: Callable[..., Any]) -> None:
    composed.run(composed.command_of("migrate"))
    composed.start("redis", "web-a", "web-b", "worker", "beat")
    night = Night(composed, wait_until)
    night.come()

    # What happens at one web server is heard at the other one, and what the worker does after it, too.
    with response_from(composed.ports["web-b"], f"/live/?topic=event:{night.stage['event']}") as heard:
        before = next_version(heard)
        night.publish()
        wait_until(lambda: next_version(heard) > before)
    night.score(10, 6)
    wait_until(lambda: night.points() == [6, 6, 10, 10])
    with response_from(composed.ports["web-a"], f"{night.path}/paper/standings.pdf") as paper:
        assert paper.read(5) == b"%PDF-"
    for name in ("web-a", "web-b", "worker", "beat"):
        wait_until(lambda name=name: composed.is_well(name))

    # Redis away: the score is saved anyway, and when it is back, the timers find the work that no one was woken for.
    assert composed.end("redis")[0] == 0
    night.publish("/close/")
    night.score(4, 9)
    assert night.points() == [6, 6, 10, 10]
    composed.start("redis")
    with redis.Redis(port=composed.ports["redis"]) as client:
        assert client.config_get("appendonly") == {"appendonly": "yes"}
    wait_until(lambda: sum(night.points()) == 58)

    assert night.tally.server_errors == []
    for name in ("beat", "worker", "web-a", "web-b", "redis"):
        status, took = composed.end(name)
        assert status in (0, -15), f"{name} ended with {status}: {composed.log(name)}"
        assert took < composed.patience(name), f"{name} took {took:.1f} s"
    assert "Traceback" not in composed.log("web-a") + composed.log("web-b")
