"""Bugs of who may act for whom."""

from tests.planted.bug import Bug, Change

PERMISSIONS = "tournaments/permissions.py"
PHONES = "tournaments/results/phones.py"
PAIR = ("tests/tournaments/results/test_phones.py",)
TIME = ("tests/tournaments/test_permissions.py",)

BUGS = (
    Bug(
        "left-entry-arrives",
        "A player who went home and was replaced still speaks for the entry from the phone.",
        (
            Change(
                PERMISSIONS,
                "filter(player=actor.player, is_active=True).exists()",
                "filter(player=actor.player).exists()",
            ),
        ),
        TIME,
    ),
    Bug(
        "former-captain",
        "A captain who changed to another squad still names the line-up of the former squad.",
        (Change(PERMISSIONS, "is_captain=True, until__isnull=True)", "is_captain=True)"),),
        TIME,
    ),
    Bug(
        "inactive-user-keeps-roles",
        "An organizer whose account was closed goes on entering scores.",
        (Change(PERMISSIONS, "if actor.user and actor.user.is_active:", "if actor.user:"),),
        TIME,
    ),
    Bug(
        "same-phone-confirms",
        "A player reports a score, changes to a name of the other side on the same phone, and agrees.",
        (Change(PHONES, "    if theirs & ours:\n", "    if False:\n"),),
        PAIR,
        shows=("IntegrityError",),
    ),
    Bug(
        "private-window-confirms",
        "A player opens a private window, takes a name of the other side by the code on the wall, and agrees.",
        (Change(PHONES, "and _time_fits(match, arrivals):", "and not match:"),),
        PAIR,
    ),
    Bug(
        "name-taken-on-one-phone-twice",
        "One phone takes the name of the next player while it still has the last one.",
        (
            Change(
                "tournaments/access/wall_code.py",
                "held = _holding(event).filter(phone=phone).",
                "held = _holding(event).filter(phone=phone, player=player).",
            ),
        ),
        ("tests/tournaments/access/test_wall_code.py",),
    ),
)
