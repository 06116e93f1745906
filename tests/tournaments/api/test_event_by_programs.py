"""An event run by programs alone ends with the same rows as the same event run by the forms of a browser."""

from abc import ABC, abstractmethod
from typing import Any

import pytest
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import make_club, make_user
from tests.tournaments.api.program import Program
from tests.tournaments.pages.browsing import event_form, form, log_in
from tournaments.checkin.models import Entry
from tournaments.events.models import Event, Stage
from tournaments.results.models import Standing
from tournaments.rounds.models import Match, Round, Seat

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bob", "Cy", "Dee", "Earl", "Flo", "Gus", "Hattie")
SEED = "5" * 64


class Night(ABC):
    """What an organizer and the players do in a night, through one face of the site."""

    def __init__(self, name: str) -> None:
        self.olga = make_user(f"Olga-{name}")
        self.club = make_club(self.olga, f"Club {name}")
        self.create()
        Stage.objects.filter(event=self.event).update(seed=SEED)
        for who in NAMES:
            self.walk_in(who)
            user = User.objects.create_user(f"{who}-{name}@example.org")
            Player.objects.filter(lineups__event=self.event, name=who).update(user=user)

    def play(self) -> None:
        """Table 1 is reported and confirmed. At table 2 they disagree, Olga decides, and corrects that afterwards."""
        self.draw()
        self.move_round("publish")
        one, two = (Match.objects.get(round=self.round, table=table) for table in (1, 2))
        self.report(self.at(one, 0), one, (10, 4))
        self.confirm(self.at(one, 1), one)
        self.report(self.at(two, 0), two, (10, 9))
        self.report(self.at(two, 1), two, (9, 10))
        self.decide(two, (10, 9))
        self.correct(two, (9, 10), "Misread")
        self.move_round("close")
        self.finish("Only one round tonight.")

    @property
    def event(self) -> Event:
        return Event.objects.get(club=self.club)

    @property
    def round(self) -> Round:
        return Round.objects.get(stage__event=self.event)

    def at(self, match: Match, side: int) -> User:
        seat = Seat.objects.filter(match=match, side=side).select_related("player__user").order_by("position")[0]
        assert seat.player
        assert seat.player.user
        return seat.player.user

    @abstractmethod
    def create(self) -> None: ...
    @abstractmethod
    def walk_in(self, name: str) -> None: ...
    @abstractmethod
    def draw(self) -> None: ...
    @abstractmethod
    def move_round(self, action: str) -> None: ...
    @abstractmethod
    def report(self, user: User, match: Match, points: tuple[int, int]) -> None: ...
    @abstractmethod
    def confirm(self, user: User, match: Match) -> None: ...
    @abstractmethod
    def decide(self, match: Match, points: tuple[int, int]) -> None: ...
    @abstractmethod
    def correct(self, match: Match, points: tuple[int, int], reason: str) -> None: ...
    @abstractmethod
    def finish(self, why: str) -> None: ...


class ByBrowser(Night):
    def post(self, user: User, to: str, *args: Any, **fields: Any) -> None:
        response = log_in(user).post(reverse(to, args=args), form(**fields))
        assert response.status_code == 302, (to, response.content)

    def create(self) -> None:
        fields = {"name": "Night", "starts_at": "2026-12-03T19:00"}
        path = reverse("new_event", args=[self.club.slug]) + "?format=progressive"
        response = log_in(self.olga).post(path, event_form(**fields))
        assert response.status_code == 302, response.content

    def walk_in(self, name: str) -> None:
        self.post(self.olga, "walk_in", self.event.slug, name=name)

    def draw(self) -> None:
        self.post(self.olga, "draw_round", self.event.slug, number=1)

    def move_round(self, action: str) -> None:
        self.post(self.olga, "move_round", self.event.slug, self.round.pk, action, seen=self.round.revision)

    def report(self, user: User, match: Match, points: tuple[int, int]) -> None:
        match.refresh_from_db()
        sent = {"points_0": points[0], "points_1": points[1], "seen": match.last_version, "seating": self.round.version}
        self.post(user, "slip", self.event.slug, match.pk, **sent)

    def confirm(self, user: User, match: Match) -> None:
        match.refresh_from_db()
        self.post(user, "answer_slip", self.event.slug, match.pk, "confirm", seen=match.last_version)

    def decide(self, match: Match, points: tuple[int, int]) -> None:
        self._decide(match, "record", points)

    def correct(self, match: Match, points: tuple[int, int], reason: str) -> None:
        self._decide(match, "correct", points, reason=reason)

    def _decide(self, match: Match, action: str, points: tuple[int, int], **more: str) -> None:
        match.refresh_from_db()
        sent = {"points_0": points[0], "points_1": points[1], "seen": match.last_version, **more}
        self.post(self.olga, "decide", self.event.slug, match.pk, action, **sent)

    def finish(self, why: str) -> None:
        self.post(self.olga, "move_event", self.event.slug, "finish", override=why)


class ByProgram(Night):
    """Everything is first sent with an old version and refused, and what is done is sent twice."""

    drawn = ""
    """The version that came with the draft. What is drawn is published without looking again."""

    def do(self, user: User, thing: str, action: str, body: dict[str, Any] | None = None, seen: str = "") -> None:
        program, key = Program(user), f"{user.pk}:{thing}{action}"
        assert program.post(f"{thing}{action}/", body, seen='"old"').status_code == 412
        seen = seen or program.version(thing)
        first, second = (program.post(f"{thing}{action}/", body, seen=seen, key=key) for _ in range(2))
        assert (first.status_code, first.content) == (200, second.content), first.content

    @property
    def here(self) -> str:
        return f"/events/{self.event.slug}/"

    def create(self) -> None:
        body = {"name": "Night", "starts_at": "2026-12-04T00:00:00Z", "format": "progressive", "fee": 500}
        Program(self.olga).add(f"/clubs/{self.club.slug}/events/", body)

    def walk_in(self, name: str) -> None:
        Program(self.olga).add(f"{self.here}entries/", {"names": [name]})

    def draw(self) -> None:
        self.drawn = Program(self.olga).post(f"{self.here}rounds/", {"number": 1})["ETag"]

    def move_round(self, action: str) -> None:
        seen = self.drawn if action == "publish" else ""
        self.do(self.olga, f"{self.here}rounds/{self.round.pk}/", action, seen=seen)

    def report(self, user: User, match: Match, points: tuple[int, int]) -> None:
        self.do(user, f"{self.here}matches/{match.pk}/", "report", {"points": list(points)})

    def confirm(self, user: User, match: Match) -> None:
        self.do(user, f"{self.here}matches/{match.pk}/", "confirm")

    def decide(self, match: Match, points: tuple[int, int]) -> None:
        self.report(self.olga, match, points)

    def correct(self, match: Match, points: tuple[int, int], reason: str) -> None:
        self.do(self.olga, f"{self.here}matches/{match.pk}/", "correct", {"points": list(points), "reason": reason})

    def finish(self, why: str) -> None:
        self.do(self.olga, self.here, "finish", {"override": why})


def rows_of(event: Event) -> dict[str, list[Any]]:
    """Everything that is stored of the night, without ids, keys, moments and through which face it came."""
    stage, entries = Stage.objects.filter(event=event), Entry.objects.filter(event=event)
    in_round = "round__stage__event"
    return {
        "event": list(
            Event.objects.filter(pk=event.pk).values_list(
                "name", "starts_at", "confirmation", "fee", "where", "time_online", "version"
            )
        ),
        "stage": list(stage.values_list("format", "config", "criteria", "rules", "unplayed", "settled_version")),
        "entries": list(entries.values_list("number", "status", "revision", "players__name")),
        "rounds": list(Round.objects.filter(stage__event=event).values_list("number", "status", "revision", "version")),
        "seats": list(
            Seat.objects.filter(**{in_round: event})
            .order_by("match__table", "position")
            .values_list("match__table", "side", "position", "player__name")
        ),
        "results": list(
            Match.objects.filter(**{in_round: event})
            .order_by("table", "results__version")
            .values_list(
                "table",
                "state",
                "results__version",
                "results__kind",
                "results__slip",
                "results__side",
                "results__reason",
                "results__player__name",
            )
        ),
        "standings": list(
            Standing.objects.filter(stage__event=event)
            .order_by("entry__number")
            .values_list("entry__number", "place", "is_shared", "points_over", "rounds", "values", "because")
        ),
        "journal": list(event.audit_log.order_by("number").values_list("number", "action", "reason", "match__table")),
    }


def without_suffix(rows: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """The organizers of the two nights have names of their own."""
    return {
        name: [tuple("Olga" if str(cell).startswith("Olga-") else cell for cell in row) for row in found]
        for name, found in rows.items()
    }


@pytest.mark.slow
@pytest.mark.heavy
def test_by_programs_and_by_browser_the_same_rows_come_about() -> None:
    nights = [ByBrowser("browser"), ByProgram("program")]
    for night in nights:
        night.play()
    browser, program = (without_suffix(rows_of(night.event)) for night in nights)
    assert [row[1] for row in browser["journal"]].count("finish_event") == 1
    for name in browser:
        assert browser[name] == program[name], name
    assert all(rows for rows in program.values())
    assert all(night.event.finished_at for night in nights)
