"""A valid request for every address from which an organizer runs an event, but those of single scores."""

from typing import Any

from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments.pages.addressing import Request, about_round, night, page, pams
from tests.tournaments.pages.browsing import form, seeds_form, settings_form, stage_form
from tests.tournaments.pages.scene import Scene
from tournaments.checkin.views.roster import SALT
from tournaments.events.models import Event
from tournaments.events.ranking import criteria_version

CSV = b"name,paid\nZoe Hart,yes\n"


def cells_of(event: Event) -> str:
    """A list of one name, as the preview of that event's page sends it on."""
    return signing.dumps([(1, "Zoe Hart")], salt=f"{SALT}.{event.pk}", compress=True)


def wish(action: str, **fields: Any) -> Request:
    return page("wish", "wished", action, body=lambda s: form(**fields))


def seat_wish(action: str, number: int) -> Request:
    return page("wish", "wished", action, body=lambda s: form(entry=s.wished_entry(number)))


def draft(action: str, **fields: Any) -> Request:
    return page("change_draft", "draft", lambda s: s.drawn.pk, action, body=lambda s: about_round(s.drawn) | fields)


def at_once(action: str, name: str) -> Request:
    """name: of the event."""

    def body(scene: Scene) -> dict[str, Any]:
        return form(reason="Fire alarm", **scene.things_shown(action, Event.objects.get(slug=name)))

    return page("do_all", name, action, body=body)


AT_ONCE = {
    "accept_all": "night",
    "void_missing": "night",
    "forfeit_missing": "night",
    "check_in_all": "expected",
    "leave_all": "expected",
}

OF_CONSOLES: dict[str, Request] = {
    "console": night("console"),
    "draw_round": page("draw_round", "empty", body=lambda s: form(number=1)),
    "move_round/publish": page(
        "move_round", "draft", lambda s: s.drawn.pk, "publish", body=lambda s: about_round(s.drawn)
    ),
    "move_round/unpublish": page(
        "move_round", "fresh", lambda s: s.fresh_round.pk, "unpublish", body=lambda s: about_round(s.fresh_round)
    ),
    "move_round/close": page(
        "move_round", "done", lambda s: s.done_round.pk, "close", body=lambda s: about_round(s.done_round)
    ),
    "move_round/see": page("move_round", "same-cards", lambda s: s.dealt.pk, "see", body=lambda s: form(seen=0)),
    "move_round/praise": page(
        "move_round", "done", lambda s: s.done_round.pk, "praise", body=lambda s: about_round(s.done_round)
    ),
    "move_clock/start": page(
        "move_clock", "fresh", lambda s: s.fresh_round.pk, "start", body=lambda s: form(minutes=20)
    ),
    "move_clock/last": night("move_clock", lambda s: s.round.pk, "last"),
    "move_clock/recall": page("move_clock", "done", lambda s: s.done_round.pk, "recall"),
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
    "move_event/finish": page("move_event", "won", "finish", body=lambda s: form(override="Late")),
    "move_event/reopen": page("move_event", "ended", "reopen"),
    "move_event/praise": page("move_event", "ended", "praise"),
    "set_criteria": night("set_criteria", body=lambda s: form(seen=criteria_version(s.night), criterion_1="loners")),
    "hand_sheets": page("hand_sheets", "same-cards", lambda s: s.dealt.pk),
    "event_settings": page("event_settings", "empty", body=lambda s: settings_form(s.empty, name="Friday")),
    "cancel_event/cancel": page("cancel_event", "empty", "cancel", body=lambda s: form(reason="Snow")),
    "cancel_event/restore": page("cancel_event", "called-off", "restore"),
    "cancel_event/praise": page("cancel_event", "called-off", "praise"),
    "delete_event": page("delete_event", "empty", body=lambda s: form(seen=Event.objects.get(slug="empty").version)),
    "repeat_event": page("repeat_event", "empty", body=lambda s: form(every=1, until="", skipped="")),
    "save_template": night("save_template", body=lambda s: form(name="Usual")),
    "duplicate_event": night("duplicate_event", body=lambda s: form(name="Again", starts_at="2027-01-14T19:00")),
    "stages": night("stages"),
    "add_stage": lambda s: (
        f"{reverse('add_stage', args=['night'])}?format=rotation",
        stage_form(s.night, "rotation", name="Final"),
    ),
    "seeds": page(
        "seeds",
        "seeded",
        body=lambda s: form(
            seen=Event.objects.get(slug="seeded").version,
            **{f"seed_{one.pk}": 5 - one.number for one in s.seeded.entries.all()},
        ),
    ),
    "begin_stage": page("begin_stage", "over", lambda s: s.over.pk, body=lambda s: seeds_form(s.over)),
    "stage_rules": page(
        "stage_rules",
        "over",
        lambda s: s.over.pk,
        body=lambda s: form(seen=Event.objects.get(slug="over").version, house_rules="hoyle", rules_of="now"),
    ),
    "move_stage/remove": page("move_stage", "over", lambda s: s.over.pk, "remove"),
    "move_stage/unbegin": page("move_stage", "begun", lambda s: s.begun.pk, "unbegin"),
    "move_stage/praise": page("move_stage", "over", lambda s: s.over.pk, "praise"),
    "papers": night("papers"),
    "console_paper": night("console_paper", "cards"),
    "print_links": night("print_links"),
    "boards": page("boards", "same-cards"),
    "board_paper": page("board_paper", "same-cards", "deals"),
    "move_boards/show": page("move_boards", "same-cards", "show"),
    "move_boards/deal-again": page("move_boards", "same-cards", "deal-again"),
    "move_boards/praise": page("move_boards", "same-cards", "praise"),
    **{f"do_all/{action}": at_once(action, name) for action, name in AT_ONCE.items()},
    "do_all/praise": night("do_all", "praise"),
    "undo_bulk": page("undo_bulk", "voided", lambda s: s.done_at_once.pk),
    "journal": night("journal"),
    "compare": page("compare", "fresh"),
    "check_in": night("check_in"),
    "walk_in": night("walk_in", body=lambda s: form(name="Zoe Hart")),
    "roster/look": night("roster", body=lambda s: form(file=SimpleUploadedFile("roster.csv", CSV))),
    "roster/enter": night("roster", body=lambda s: form(do="enter", cells=cells_of(s.night), header=-1)),
    "move_entry/here": night("move_entry", lambda s: s.waiting_entry().pk, "here", body=lambda s: form(seen=1)),
    "move_entry/gone": night("move_entry", pams, "gone", body=lambda s: form(seen=1)),
    "move_entry/not-here": page(
        "move_entry", "empty", lambda s: s.unseated().pk, "not-here", body=lambda s: form(seen=1)
    ),
    "move_entry/fee": night("move_entry", pams, "fee"),
    "move_entry/praise": night("move_entry", pams, "praise"),
    "everybody/here": night(
        "everybody", "here", body=lambda s: s.waiting_entry() and form(**s.things_shown("check_in_all", s.night))
    ),
    "everybody/undo": page("everybody", "ticked", "undo", body=lambda s: form(done=s.ticked_at_once.pk)),
    "everybody/praise": night("everybody", "praise"),
    "what_if": page("what_if", "empty"),
    "late": page(
        "late",
        "short",
        lambda s: s.latecomer.pk,
        body=lambda s: form(round=s.short_round.pk, seen=s.short_round.revision, way="join", table=2),
    ),
    "change/substitute": night(
        "change", pams, lambda s: s.pam.pk, body=lambda s: form(way="substitute", coming=s.mia.player.pk)
    ),
    "change/leave": night("change", pams, lambda s: s.pam.pk, body=lambda s: form(way="leave", seen=1)),
    "change/sit_in": page(
        "change",
        "fresh",
        lambda s: s.fresh_seat().entry_id,
        lambda s: s.fresh_seat().player_id,
        body=lambda s: (
            about_round(s.fresh_round) | {"way": "sit_in", "coming": s.mia.player.pk, "round": s.fresh_round.pk}
        ),
    ),
    "change/no_show": page(
        "change",
        "fresh",
        lambda s: s.fresh_seat().entry_id,
        lambda s: s.fresh_seat().player_id,
        body=lambda s: about_round(s.fresh_round) | {"way": "no_show", "round": s.fresh_round.pk},
    ),
    "change/praise": page(
        "change",
        "fresh",
        lambda s: s.fresh_seat().entry_id,
        lambda s: s.fresh_seat().player_id,
        body=lambda s: about_round(s.fresh_round) | {"way": "praise", "round": s.fresh_round.pk},
    ),
    "issue_pass": night("issue_pass", lambda s: s.pam.pk),
}
