"""A valid request for every address of the API: path → the thing, the action at its end, what is sent, and who may."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.tables import play
from tests.tournaments.api.cast import Cast
from tests.tournaments.scenes.webhook import PUBLIC
from tournaments.events.models import Event
from tournaments.rounds.models import Match, Round
from tournaments.webhooks.models import Webhook


@dataclass(frozen=True)
class Write:
    """thing: what has a version, empty for a list. action: what follows it in the address. pattern: the address as
    the schema writes it."""

    thing: str
    action: str
    body: dict[str, Any]
    role: str = "owner"
    pattern: str = ""

    @property
    def path(self) -> str:
        return self.thing + self.action


def event(found: Event) -> str:
    return f"/events/{found.slug}/"


def around(row: Round) -> str:
    return f"/events/{row.stage.event.slug}/rounds/{row.pk}/"


def match(found: Match) -> str:
    return f"/events/{found.round.stage.event.slug}/matches/{found.pk}/"


def first(row: Round) -> Match:
    return Match.objects.get(round=row, table=1)


def payout(cast: Cast, *, is_paid: bool = False) -> str:
    """The address of one that is to be paid, or is."""
    return f"{event(cast.scene.shown)}payouts/{cast.scene.payout(is_paid=is_paid)}/"


def hooks(cast: Cast, hook: Webhook | None = None) -> str:
    """The address of a club's webhooks, or of one."""
    return f"/clubs/{cast.scene.club.slug}/webhooks/" + (f"{hook.pk}/" if hook else "")


def of_hook(action: str, body: dict[str, Any] | None = None, which: str = "hook") -> Callable[[Cast], Write]:
    return lambda cast: Write(hooks(cast, getattr(cast, which)), action, body or {})


def card(cast: Cast, number: int = 1, points: tuple[int, int] = (10, 6)) -> dict[str, Any]:
    """A round of the four who are at the night of which nothing is drawn."""
    one, two, three, four = cast.scene.empty.entries.order_by("number").values_list("number", flat=True)[:4]
    table = {"table": 1, "sides": [[one, two], [three, four]], "points": list(points)}
    return {"number": number, "tables": [table], "played_at": "2019-01-03T19:00:00Z"}


HOOK = "/clubs/{slug}/webhooks/{id}/"
PLAN = {"tables": [{"entries": 0, "amounts": [6000, 4000]}], "unit": "whole"}
SCORE = {"points": [10, 6]}
WHY = {"reason": "Misread"}
OTHER = {"points": [6, 10], "reason": "Misread"}
TABLES = "/tables/{code}/"


def at_table(
    action: str, which: str, body: dict[str, Any] | None = None, role: str = "member"
) -> Callable[[Cast], Write]:
    return lambda cast: Write(f"/tables/{getattr(cast, which).code}/", action, body or {}, role)


def own(slug: str, action: str) -> Callable[[Cast], Write]:
    """Mia's own registration."""
    return lambda cast: Write(f"/events/{slug}/registration/", action, {}, "member")


def acting(cast: Cast) -> Write:
    """The player whose turn it is does the first thing that is legal."""
    state = play.moment_at(cast.four).state
    assert state
    assert state.turn is not None
    player = cast.four.seats.get(number=state.turn).player
    role = next(role for role, program in cast.programs.items() if cast.player_of(role) == player)
    return Write(f"/tables/{cast.four.code}/", "act/", {"action": str(next(iter(state.legal_actions)))}, role)


WRITES: dict[str, Callable[[Cast], Write]] = {
    "/clubs/{slug}/events/": lambda d: Write(
        "",
        f"/clubs/{d.scene.club.slug}/events/",
        {"name": "New", "starts_at": "2026-12-01T19:00:00Z", "format": "progressive", "fee": 500},
    ),
    "/clubs/{slug}/webhooks/": lambda d: Write(
        "", hooks(d), {"address": f"{PUBLIC}/new", "types": ["event.finished", "round.published"]}
    ),
    f"{HOOK}change/": of_hook("change/", {"types": ["event.finished", "event.canceled"]}),
    f"{HOOK}on/": of_hook("on/", which="silent"),
    f"{HOOK}off/": of_hook("off/"),
    f"{HOOK}secret/": of_hook("secret/"),
    f"{HOOK}remove/": of_hook("remove/"),
    f"{HOOK}test/": lambda d: Write("", f"{hooks(d, d.hook)}test/", {}),
    f"{HOOK}deliveries/{{number}}/send/": lambda d: Write(
        f"{hooks(d, d.hook)}deliveries/{d.sent.number}/", "send/", {}
    ),
    "/events/{slug}/change/": lambda d: Write(event(d.scene.empty), "change/", {"name": "Friday", "fee": 700}),
    "/events/{slug}/cancel/": lambda d: Write(event(d.scene.empty), "cancel/", {"reason": "Snow"}),
    "/events/{slug}/restore/": lambda d: Write(event(d.scene.called_off), "restore/", {}),
    "/events/{slug}/finish/": lambda d: Write(event(d.scene.over.event), "finish/", {"override": "Late"}),
    "/events/{slug}/reopen/": lambda d: Write(event(d.scene.ended), "reopen/", {}),
    "/events/{slug}/announcements/": lambda d: Write(
        "",
        f"{event(d.scene.night)}announcements/",
        {"text": "Last call"},
    ),
    "/events/{slug}/announcements/{id}/withdraw/": lambda d: Write(
        "", f"{event(d.scene.night)}announcements/{d.scene.said.pk}/withdraw/", {}
    ),
    "/events/{slug}/entries/": lambda d: Write("", f"{event(d.scene.empty)}entries/", {"names": ["Nora"]}),
    "/events/{slug}/entries/bulk/": lambda d: Write(
        "", f"{event(d.scene.empty)}entries/bulk/", {"entries": [{"names": ["Nora"]}, {"names": ["Nick"]}]}
    ),
    "/events/{slug}/results/bulk/": lambda d: Write(
        "",
        f"{event(d.scene.fresh)}results/bulk/",
        {"results": [SCORE | {"match": first(d.scene.fresh_round).pk, "etag": "*"}]},
    ),
    "/events/{slug}/entries/{number}/check-in/": lambda d: Write(
        f"{event(d.scene.expected)}entries/1/",
        "check-in/",
        {},
    ),
    "/events/{slug}/entries/{number}/not-here/": lambda d: Write(
        f"{event(d.scene.empty)}entries/1/",
        "not-here/",
        {},
    ),
    "/events/{slug}/entries/{number}/drop-out/": lambda d: Write(
        f"{event(d.scene.empty)}entries/1/",
        "drop-out/",
        {},
    ),
    "/events/{slug}/entries/{number}/fee/": lambda d: Write(f"{event(d.scene.night)}entries/1/", "fee/", {}),
    "/events/{slug}/registration/sign-up/": own("opening", "sign-up/"),
    "/events/{slug}/registration/withdraw/": own("signing", "withdraw/"),
    "/events/{slug}/rounds/": lambda d: Write("", f"{event(d.scene.empty)}rounds/", {"number": 1}),
    "/events/{slug}/rounds/played/": lambda d: Write(
        "", f"{event(d.scene.empty)}rounds/played/", {"reason": "Score card", "rounds": [card(d)]}
    ),
    "/events/{slug}/rounds/{id}/publish/": lambda d: Write(around(d.scene.drawn), "publish/", {}),
    "/events/{slug}/rounds/{id}/unpublish/": lambda d: Write(around(d.scene.fresh_round), "unpublish/", {}),
    "/events/{slug}/rounds/{id}/close/": lambda d: Write(around(d.scene.done_round), "close/", {}),
    "/events/{slug}/matches/{id}/report/": lambda d: Write(match(first(d.scene.fresh_round)), "report/", SCORE),
    "/events/{slug}/matches/{id}/confirm/": lambda d: Write(match(d.scene.match(1)), "confirm/", {}, "player"),
    "/events/{slug}/matches/{id}/dispute/": lambda d: Write(match(d.scene.match(1)), "dispute/", {}, "player"),
    "/events/{slug}/matches/{id}/correct/": lambda d: Write(match(d.scene.match(3)), "correct/", OTHER),
    "/events/{slug}/matches/{id}/void/": lambda d: Write(match(d.scene.match(3)), "void/", WHY),
    "/events/{slug}/matches/{id}/reopen/": lambda d: Write(match(d.scene.match(3)), "reopen/", WHY),
    "/events/{slug}/prizes/plan/": lambda d: Write(f"{event(d.scene.empty)}prizes/", "plan/", {"plan": PLAN}),
    "/events/{slug}/payouts/publish/": lambda d: Write(
        f"{event(d.scene.won)}payouts/", "publish/", {"override": "Late"}
    ),
    "/events/{slug}/payouts/{id}/paid/": lambda d: Write(payout(d), "paid/", {}),
    "/events/{slug}/payouts/{id}/unpaid/": lambda d: Write(payout(d, is_paid=True), "unpaid/", {}),
    "/tables/": lambda d: Write("", "/tables/", {"name": "Mine"}, "member"),
    "/tables/{code}/act/": acting,
    "/tables/{code}/seats/{number}/sit/": at_table("seats/1/sit/", "waiting", role="stranger"),
    "/tables/{code}/stand-up/": at_table("stand-up/", "waiting"),
    "/tables/{code}/bots/": at_table("bots/", "waiting"),
    "/tables/{code}/start/": at_table("start/", "full"),
    "/tables/{code}/rules/": at_table("rules/", "waiting", {"rules": {"joker": True}, "settings": {"bots": "expert"}}),
    "/tables/{code}/deal/": at_table("deal/", "dealt_out"),
    "/tables/{code}/away/": at_table("away/", "table"),
    "/tables/{code}/back/": at_table("back/", "minded"),
    "/tables/{code}/close/": at_table("close/", "waiting"),
}
