"""A club with events in every state, everybody who may knock, and a valid request for every address of the site."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Player, User
from tests.cast import by as acting
from tests.cast import enter, enter_pairs, make_club, make_event, make_user, on_grid, on_phone, publish, slip
from tests.staging import begin, plan_stage, play_round, rotation_final
from tests.tournaments.views.browsing import (
    Answer,
    event_form,
    finish_round,
    form,
    log_in,
    seeds_form,
    slip_form,
    stage_form,
    visitor,
    with_link,
)
from tournaments.models import Club, Entry, Event, Match, Membership, Role, Round, Stage, Wish
from tournaments.services import results, rounds, wishes
from tournaments.services.announcements import announce
from tournaments.services.one_time_login import one_time_path
from tournaments.services.passes import issue_pass
from tournaments.services.ranking import criteria_version
from tournaments.services.stage_plans import Places

CSV = b"name,paid\nZoe Hart,yes\n"
NAMES = ["Ann", "Bob", "Cy", "Dee", "Earl", "Flo", "Gus", "Hattie", "Ike", "June", "Kit", "Lou"]


class Scene:
    """`night` is being played: table 1 waits for the other side, table 2 has no score, table 3 has one that counts.

    Of the same club: `empty` (nothing drawn), `draft`, `fresh` (published, no score), `done` (every table decided),
    `wished` (a rotation of four of whom two never meet; one keeps a seat, table 4 is closed), `same_cards` (a duplicate
    with a closed round). `cup` is a knock-out and `league` a round robin, both in their first round; `over` is the
    final of an event whose first stage can end, `begun` one that has begun.
    """

    def __init__(self) -> None:
        self.olga, self.oscar = make_user("Olga"), make_user("Oscar")
        self.club = make_club(self.olga)
        self.mia = self.member("Mia", Role.MEMBER)
        self.night = self.event("Night", 12, fee=500)
        self.round = publish(self.night, self.olga)
        self.empty = self.event("Empty", 4)
        self.draft = self.event("Draft", 4)
        self.drawn = rounds.draw_round(self.draft.stages.get().pk, 1, by=acting(self.olga))
        self.fresh = self.event("Fresh", 4)
        self.fresh_round = publish(self.fresh, self.olga)
        self.done = self.event("Done", 4)
        self.done_round = publish(self.done, self.olga)
        for name, format_key in (("Cup", "elimination"), ("League", "round_robin")):
            pairs = self.event(name, 0, format_key=format_key)
            enter_pairs(pairs, self.olga, 4)
            publish(pairs, self.olga)
        self.same_cards = make_event(self.club, self.olga, "duplicate", name="Same cards")
        enter_pairs(self.same_cards, self.olga, 4)
        self.dealt = publish(self.same_cards, self.olga)
        finish_round(self.same_cards.stages.get(), self.olga, (3, 2))
        self.pam, self.quinn = (self.seated(position) for position in (0, 1))
        self.wished = self.event("Wished", 4, format_key="rotation")
        self.make_wishes()
        results.record_result(self.match(1).pk, slip(10, 6), by=on_phone(self.pam))
        for match in (self.match(3), self.done_round.matches.get()):
            results.record_result(match.pk, slip(10, 6), by=on_grid(self.olga))
        self.over, self.begun = (self.two_stages(name) for name in ("Over", "Begun"))
        begin(self.begun, self.olga)
        self.token = issue_pass(self.night.pk, self.pam, by=acting(self.olga))
        self.login_path = one_time_path(make_user("Nell"))
        self.said = announce(self.night.pk, "Pizza is here", by=acting(self.olga))
        self.clients = self.everybody()

    def event(self, name: str, players: int, **more: Any) -> Event:
        found = make_event(self.club, self.olga, name=name, **more)
        enter(found, self.olga, NAMES[:players])
        return found

    def make_wishes(self) -> None:
        one, two, three = (self.wished_entry(number) for number in (1, 2, 3))
        wishes.set_wish(self.wished.pk, one, two, Wish.Kind.APART, by=acting(self.olga))
        wishes.set_stationary(three, True, by=acting(self.olga))
        wishes.close_table(self.wished.pk, 4, by=acting(self.olga))

    def wished_entry(self, number: int) -> int:
        return int(self.wished.entries.get(number=number).pk)

    def two_stages(self, name: str) -> Stage:
        """A final of four, after an event with one round played."""
        found = self.event(name, 4)
        final = plan_stage(found, self.olga, rotation_final(Places(1, 1, 4)))
        play_round(found.stages.get(number=1), self.olga)
        return final

    def member(self, name: str, role: Role, club: Club | None = None) -> User:
        user = make_user(name)
        Membership.objects.create(club=club or self.club, player=user.player, role=role)
        return user

    def everybody(self) -> dict[str, Client]:
        other = make_club(self.oscar, "Other club")
        return {
            "anonymous": visitor(),
            "stranger": log_in(make_user("Sam")),
            "member": log_in(self.mia),
            "scorer": log_in(self.member("Scott", Role.SCORER)),
            "elsewhere": log_in(self.member("Otis", Role.ORGANIZER, other)),
            "organizer": log_in(self.member("Otto", Role.ORGANIZER)),
            "owner": log_in(self.olga),
            "phone": with_link(self.night, self.olga, self.quinn),
        }

    def round_elsewhere(self) -> Round:
        """Of another club's event."""
        event = Event.objects.filter(name="Theirs").first()
        if event:
            return event.stages.get().rounds.get()
        event = make_event(Club.objects.get(name="Other club"), self.oscar, name="Theirs")
        enter(event, self.oscar, NAMES[:4])
        return publish(event, self.oscar)

    def browser(self, role: str) -> Client:
        """A browser of that person as it was when the scene was set."""
        client = visitor()
        client.cookies = deepcopy(self.clients[role].cookies)
        return client

    def match(self, table: int) -> Match:
        return Match.objects.select_related("round").get(round=self.round, table=table)

    def seated(self, position: int) -> Player:
        return Player.objects.get(seats__match=self.match(1), seats__position=position)

    def entry(self, player: Player) -> Entry:
        return Entry.objects.get(event=self.night, players=player)

    def waiting_entry(self) -> Entry:
        """An entry that is not here."""
        entry = self.entry(self.pam)
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.REGISTERED)
        return entry


def about_round(row: Round) -> dict[str, Any]:
    return form(seen=row.revision)


# Row of the table → the address and what its form would send.
Request = Callable[[Scene], tuple[str, dict[str, Any]]]


def page(name: str, *args: Any, body: Any = form) -> Request:
    """args: values, or how to read them off the scene."""

    def request(scene: Scene) -> tuple[str, dict[str, Any]]:
        values = [arg(scene) if callable(arg) else arg for arg in args]
        return reverse(name, args=values), body(scene) if body is not form else form()

    return request


def night(name: str, *args: Any, body: Any = form) -> Request:
    return page(name, "night", *args, body=body)


def table(number: int) -> Callable[[Scene], int]:
    return lambda scene: scene.match(number).pk


def pams(scene: Scene) -> int:
    return scene.entry(scene.pam).pk


def version(number: int, **more: Any) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: form(seen=scene.match(number).last_version, **more)


def wish(verb: str, **fields: Any) -> Request:
    return page("wish", "wished", verb, body=lambda s: form(**fields))


def seat_wish(verb: str, number: int) -> Request:
    return page("wish", "wished", verb, body=lambda s: form(entry=s.wished_entry(number)))


def draft(verb: str, **fields: Any) -> Request:
    return page("change_draft", "draft", lambda s: s.drawn.pk, verb, body=lambda s: about_round(s.drawn) | fields)


SCORE = {"points_0": 7, "points_1": 9}
REQUESTS: dict[str, Request] = {
    "home": page("home"),
    "privacy": page("privacy"),
    "style": page("style"),
    "one_time_login": lambda s: (s.login_path, {}),
    "clubs": page("clubs"),
    "new_club": page("new_club", body=lambda s: form(name="Newest", zone="UTC", about="")),
    "club": page("club", lambda s: s.club.slug),
    "new_event": lambda s: (f"{reverse('new_event', args=[s.club.slug])}?format=progressive", event_form()),
    "event": night("event"),
    "seating": night("seating"),
    "standings": night("standings"),
    "board": night("board"),
    "bracket": page("bracket", "cup"),
    "cross_table": page("cross_table", "league"),
    "fairness": night("fairness"),
    "round_why/published": night("round_why", 1),
    "round_why/draft": page("round_why", "draft", 1),
    "deals": page("deals", "same-cards", 1),
    "my_seat": night("my_seat"),
    "open_pass": night("open_pass", lambda s: s.token, body=lambda s: {}),
    "slip": night("slip", table(1), body=lambda s: slip_form(s.match(1), 10, 6)),
    "answer_slip/confirm": night("answer_slip", table(1), "confirm", body=version(1)),
    "answer_slip/dispute": night("answer_slip", table(1), "dispute", body=version(1)),
    "answer_slip/praise": night("answer_slip", table(1), "praise", body=version(1)),
    "console": night("console"),
    "draw_round": page("draw_round", "empty", body=lambda s: form(number=1)),
    "move_round/publish": page("move_round", "draft", lambda s: s.drawn.pk, "publish",
                               body=lambda s: about_round(s.drawn)),
    "move_round/unpublish": page("move_round", "fresh", lambda s: s.fresh_round.pk, "unpublish",
                                 body=lambda s: about_round(s.fresh_round)),
    "move_round/close": page("move_round", "done", lambda s: s.done_round.pk, "close",
                             body=lambda s: about_round(s.done_round)),
    "move_round/praise": page("move_round", "done", lambda s: s.done_round.pk, "praise",
                              body=lambda s: about_round(s.done_round)),
    "move_clock/start": page("move_clock", "fresh", lambda s: s.fresh_round.pk, "start",
                             body=lambda s: form(minutes=20)),
    "move_clock/praise": page("move_clock", "fresh", lambda s: s.fresh_round.pk, "praise"),
    "announce": night("announce", body=lambda s: form(text="Pizza is here")),
    "withdraw": night("withdraw", lambda s: s.said.pk),
    "blank_round": page("blank_round", "wished", body=lambda s: form(number=1)),
    "change_draft/swap": draft("swap", one=1, other=2),
    "change_draft/table": draft("table", table=1, to=2),
    "change_draft/praise": draft("praise"),
    "wishes": night("wishes"),
    "wish/together": wish("together", one="Ann (1)", other="Bob (2)"),
    "wish/apart": wish("apart", one="Cy (3)", other="Dee (4)"),
    "wish/forget": wish("forget", one="Ann (1)", other="Bob (2)"),
    "wish/keep": seat_wish("keep", 1),
    "wish/free": seat_wish("free", 3),
    "wish/close": wish("close", number=2),
    "wish/open": wish("open", number=4),
    "wish/praise": wish("praise"),
    "set_criteria": night("set_criteria", body=lambda s: form(seen=criteria_version(s.night), criterion_1="loners")),
    "hand_sheets": page("hand_sheets", "same-cards", lambda s: s.dealt.pk),
    "stages": night("stages"),
    "add_stage": lambda s: (f"{reverse('add_stage', args=['night'])}?format=rotation",
                            stage_form(s.night, "rotation", name="Final")),
    "begin_stage": page("begin_stage", "over", lambda s: s.over.pk, body=lambda s: seeds_form(s.over)),
    "move_stage/remove": page("move_stage", "over", lambda s: s.over.pk, "remove"),
    "move_stage/unbegin": page("move_stage", "begun", lambda s: s.begun.pk, "unbegin"),
    "move_stage/praise": page("move_stage", "over", lambda s: s.over.pk, "praise"),
    "journal": night("journal"),
    "check_in": night("check_in"),
    "walk_in": night("walk_in", body=lambda s: form(name="Zoe Hart")),
    "roster": night("roster", body=lambda s: form(file=SimpleUploadedFile("roster.csv", CSV))),
    "move_entry/here": night("move_entry", lambda s: s.waiting_entry().pk, "here", body=lambda s: form(seen=1)),
    "move_entry/gone": night("move_entry", pams, "gone", body=lambda s: form(seen=1)),
    "move_entry/fee": night("move_entry", pams, "fee"),
    "move_entry/praise": night("move_entry", pams, "praise"),
    "substitute": night("substitute", pams, lambda s: s.pam.pk,
                        body=lambda s: form(member=Membership.objects.get(player=s.mia.player).pk)),
    "issue_pass": night("issue_pass", lambda s: s.pam.pk),
    "grid": night("grid", body=version(2, **SCORE)),
    "match": night("match", table(2)),
    "preview": lambda s: (f"{REQUESTS['match'](s)[0]}preview/correct/?points_0=7&points_1=9&reason=Misread", {}),
    "preview_void": lambda s: (f"{REQUESTS['match'](s)[0]}preview/void/", {}),
    "decide/record": night("decide", table(2), "record", body=version(2, **SCORE)),
    "decide/confirm": night("decide", table(1), "confirm", body=version(1)),
    "decide/correct": night("decide", table(3), "correct", body=version(3, **SCORE, reason="Misread")),
    "decide/void": night("decide", table(2), "void", body=version(2, reason="Wrong players")),
    "decide/praise": night("decide", table(2), "praise", body=version(2)),
}  # fmt: skip


def ask(scene: Scene, role: str, row: str, method: str) -> Answer:
    path, body = REQUESTS[row](scene)
    if row == "grid":
        body["match"] = scene.match(2).pk
    client = scene.browser(role)
    return client.get(path) if method == "GET" else client.post(path, body)
