"""Whatever writes is a command: no function that others call writes in a way of its own."""

import ast
import re
from pathlib import Path

from tests.house.__main__ import face_of

ROOT = Path(__file__).parents[2]
TOURNAMENTS = ROOT / "tournaments"
WRITES = {"save", "create", "update", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}

NO_COMMANDS = {
    "calendars.keys.renew": "a player's own secret, which no log mentions",
    "transfer.club_in.import_club": "the site's own: it makes the club whose log it is, and computes all of it anew",
    "transfer.tables.export_table": "reads",
    "transfer.tables.try_table": "is undone",
    "transfer.tables.import_table": "calls one, which is locked by its second argument",
    "rewards.news.mark_seen": "what a player has read, which no log mentions",
    "rewards.custom_achievements.save_achievement": "calls one, with what was typed as an argument",
    "rewards.queue.try_again": "the site's staff: what is due belongs to no club",
    "rewards.counting.follow_zone": "derived: facts in the zone that a command gave their club",
    "merging.commands.merge_players": "calls one, which is locked by all three arguments",
    "printing.typeset.qr": "saves a picture in memory",
    "clubs.identity.player_of": "an account's own player, made when it is first asked for",
    "privacy.forgetting.forget_old": "the timer's, about what is kept for a time only",
    "calls.commands.end_calls": "derived: the calls of a round that a command ended",
    "results.table_results.take_result": "calls one; what it refuses is noted",
    "subs.evenings.forget_former_members": "derived: evenings of people who left the club",
    "notifications.telling.keep": "derived: a mark in the transaction of the command that logged the entry",
    "webhooks.commands.add_webhook": "calls one, after name servers were asked without a lock",
    "webhooks.commands.change_webhook": "calls one, after name servers were asked without a lock",
    "webhooks.commands.check_address": "reads, and asks name servers",
    "happenings.stream.listen": "a mark of the day on which a program asked, which no log mentions",
    "webhooks.commands.add_checked": "calls one, for the API, which asks name servers before its own transaction",
    "webhooks.commands.change_checked": "calls one, for the API, which asks name servers before its own transaction",
}
"""Functions that are called from other modules and take a context, or write, and why they are no commands."""


def _modules() -> dict[str, Path]:
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts): file
        for file in sorted(TOURNAMENTS.rglob("*.py"))
        if not {"migrations", "formats", "honours", "demo"} & set(file.parts)
    }


def _is_face(module: str) -> bool:
    """A page, a program's address, the admin, a task, a command of the shell: what calls features from outside."""
    return bool(face_of(module)) or module.split(".")[1] in ("http", "api_requests", "tasks", "management", "receivers")


def _functions() -> list[tuple[str, ast.FunctionDef]]:
    return [
        (f"{module.removeprefix('tournaments.')}.{node.name}", node)
        for module, file in _modules().items()
        if module.count(".") > 1 and not _is_face(module) and not module.endswith(".models")
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.FunctionDef)
    ]


def _called() -> set[str]:
    """Every function of a feature that a face names, as "feature.module.function"."""
    modules = _modules()
    sources = [file.read_text() for module, file in modules.items() if _is_face(module)]
    sources += [file.read_text() for file in (ROOT / "euchre_site").rglob("*.py")]
    found = set()
    for source in sources:
        tree = ast.parse(source)
        imported = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tournaments."):
                imported |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        found |= set(imported.values())
        found |= {
            f"{imported[node.value.id]}.{node.attr}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in imported
        }
    return {name.removeprefix("tournaments.") for name in found}


def _is_command(node: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Call) and ast.unparse(one.func) == "command" for one in node.decorator_list)


def _writes(node: ast.FunctionDef) -> bool:
    calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return any(isinstance(one, ast.Attribute) and one.attr in WRITES for one in calls)


def _takes_context(node: ast.FunctionDef) -> bool:
    return "context" in {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}


def test_whatever_writes_is_a_command() -> None:
    called = _called()
    found = {
        name
        for name, node in _functions()
        if not node.name.startswith("_")
        and not _is_command(node)
        and (_takes_context(node) or _writes(node))
        and name in called
    }
    assert found == set(NO_COMMANDS)


def test_there_are_commands() -> None:
    assert sum(_is_command(node) for _, node in _functions()) > 100


def test_no_command_begins_by_hand() -> None:
    """Keys are looked up, and entries made, in one place each."""
    rooms = [file for file in (ROOT / "tournaments").rglob("*.py") if "migrations" not in file.parts]
    looked_up = {file.name for file in rooms if "find_previous(" in file.read_text()}
    making = re.compile(r"(?<!class )\bAuditLogEntry\(\w|AuditLogEntry\.objects\.create")
    made = {file.name for file in rooms if making.search(file.read_text())}
    assert (looked_up, made) == ({"audit_log.py", "commands.py"}, {"audit_log.py"})


def test_a_command_asks_who_may_before_its_body() -> None:
    """Those without a permission ask by themselves, because it depends on more than the row."""
    found = {
        name for name, node in _functions() for one in node.decorator_list if "permission=None" in ast.unparse(one)
    }
    assert found == {
        "checkin.notices.give_notice",
        "subs.commands.find_sub",
        "subs.commands.find_fixture_sub",
        "subs.commands.accept_sub",
        "subs.commands.decline_sub",
        "subs.commands.cancel_sub",
        "subs.evenings.set_evenings",
        "attendance.commands.ask_squads",
        "attendance.commands.answer_event",
        "attendance.commands.answer_fixture",
        "access.wall_code.arrive",
        "access.wall_code.hand_back",
        "events.commands.create_club",
        "leagues.closing.follow_season",
        "leagues.date_proposals.propose_dates",
        "leagues.line_ups.set_line_up",
        "leagues.squads.enter_squad",
        "merging.claims.claim_record",
        "clubs.invitations.join_club",
        "clubs.members.leave_club",
        "registration.partners.answer_ask",
        "registration.partners.sign_up_asking",
        "registration.spots.sign_up",
        "registration.spots.withdraw",
        "results.match_tables.open_match_table",
    }
