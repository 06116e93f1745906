"""A valid request for every address of an event that players and the public open, and of its prizes."""

from typing import Any

from tests.tournaments.pages.addressing import Request, night, page, table, version
from tests.tournaments.pages.browsing import form, slip_form
from tests.tournaments.pages.scene import match_of

PLAN = {
    "measure": "percent",
    "table_1_from": 0,
    "table_1": "60, 40",
    "percent_of": "rest",
    "unit": "cent",
    "remainder": "first",
    "shortfall": "refuse",
    "tied": "split",
    "barred": "nobody",
    **{
        f"side_{number}_{name}": value
        for number in range(1, 7)
        for name, value in {"won_by": "last", "worth": "fixed", "name": "", "key": ""}.items()
    },
}


def money(action: str, slug: str = "won", **fields: Any) -> Request:
    """fields: values, or how to read them off the scene."""
    return page(
        "move_prizes",
        slug,
        action,
        body=lambda s: form(**{name: value(s) if callable(value) else value for name, value in fields.items()}),
    )


OF_EVENTS: dict[str, Request] = {
    "event": night("event"),
    "seating": night("seating"),
    "standings": night("standings"),
    "board": night("board"),
    "paper": night("paper", "seating"),
    "bracket": page("bracket", "cup"),
    "cross_table": page("cross_table", "league"),
    "fairness": night("fairness"),
    "round_why/published": night("round_why", 1),
    "round_why/draft": page("round_why", "draft", 1),
    "deals": page("deals", "same-cards", 1),
    "prizes": night("prizes"),
    "prize_console": night("prize_console"),
    "prize_sheet": page("prize_sheet", "shown"),
    "move_prizes/plan": money("plan", seen=1, **PLAN),
    "move_prizes/fine": money("fine", basket="fines", amount="2.50"),
    "move_prizes/undo": money("undo", posting=lambda s: s.won.pot.get().pk, reason="Wrong player"),
    "move_prizes/winner": money("winner", seen=1, prize="hat", winner_1=2),
    "move_prizes/tie": money("tie", seen=0, about="1,2", method="lot"),
    "move_prizes/show": money("show", digest=lambda s: s.digest(s.won), override="Late"),
    "move_prizes/paid": money("paid", "shown", payout=lambda s: s.payout()),
    "move_prizes/unpaid": money("unpaid", "shown", payout=lambda s: s.payout(is_paid=True)),
    "move_prizes/praise": money("praise"),
    "prize_changes": page("prize_changes", "changing"),
    "answer_change/agree": page("answer_change", "changing", lambda s: s.change.pk, "agree"),
    "answer_change/decline": page("answer_change", "changing", lambda s: s.change.pk, "decline"),
    "answer_change/praise": page("answer_change", "changing", lambda s: s.change.pk, "praise"),
    "my_seat": night("my_seat"),
    "open_pass": night("open_pass", lambda s: s.token, body=lambda s: {}),
    "forget_phone": night("forget_phone"),
    **{
        f"give_notice/{kind}": night("give_notice", kind, body=lambda s: form(notice=s.notice.pk))
        for kind in ("leaving", "late", "neither", "praise")
    },
    "call_organizer": night("call_organizer", table(1), body=lambda s: form(reason="rules", words="Renege?")),
    "cancel_call": night("cancel_call", table(1), body=lambda s: form(call=s.call_at_table_one())),
    "calls": night("calls"),
    **{
        f"answer_call/{action}": night("answer_call", lambda s: s.call.pk, action)
        for action in ("coming", "done", "praise")
    },
    "find_table": night("find_table"),
    "come_in": night("come_in", lambda s: s.code, body=lambda s: form(player=s.seated(2).pk)),
    "wall_code": night("wall_code"),
    **{
        f"move_arrival/{action}": night("move_arrival", lambda s: s.arrival.pk, action)
        for action in ("revoke", "trust", "praise")
    },
    **{
        f"answer_notice/{answer}": night("answer_notice", lambda s: s.notice.pk, answer)
        for answer in ("agree", "decline", "praise")
    },
    "slip": night("slip", table(1), body=lambda s: slip_form(s.match(1), 10, 6)),
    "answer_slip/confirm": night("answer_slip", table(1), "confirm", body=version(1)),
    "answer_slip/dispute": night("answer_slip", table(1), "dispute", body=version(1)),
    "answer_slip/praise": night("answer_slip", table(1), "praise", body=version(1)),
    "open_table": page("open_table", "apart", lambda s: match_of(s.apart).pk),
    "begin_table": page("begin_table", "apart", lambda s: s.awaited().pk),
    "online_tables": page("online_tables", "apart"),
}
