"""Bugs of pages, files and feeds."""

from tests.planted.bug import Bug, Change

BUGS = (
    Bug(
        "safe-on-a-name",
        "A player signs up with a script for a name, and it runs on the organizer's laptop.",
        (
            Change(
                "templates/events/ranking_table.html",
                ">\n                {{ row.entry.name }}",
                ">\n                {{ row.entry.name|safe }}",
            ),
        ),
        ("tests/tournaments/pages/test_http.py",),
    ),
    Bug(
        "formulas-in-an-export",
        "A player named =HYPERLINK(…) runs a formula in the organizer's spreadsheet.",
        (Change("tournaments/transfer/files.py", "neutral(tidy(cell))", "tidy(cell)"),),
        ("tests/tournaments/transfer/test_tables.py",),
    ),
    Bug(
        "get-writes",
        "A browser that loads links in advance keeps a seat for somebody who went home.",
        (
            Change(
                "games/tables/views/tables.py",
                "@require_POST\ndef here(",
                "def here(",
            ),
        ),
        ("tests/games/tables/test_permissions.py", "tests/games/tables/test_presence.py"),
    ),
    Bug(
        "page-without-permission",
        "Any visitor opens the console of the night.",
        (
            Change(
                "tournaments/http.py",
                "                require(actor, permission, event)\n                return view(",
                "                return view(",
            ),
        ),
        ("tests/tournaments/pages/test_permissions.py",),
    ),
    Bug(
        "unscoped-page",
        "A scorer of one club reads and decides matches of another by changing a number in the address.",
        (
            Change(
                "tournaments/http.py",
                'Match.objects.filter(round__stage__event=event).select_related("round__stage", "standing")',
                'Match.objects.select_related("round__stage", "standing")',
            ),
        ),
        ("tests/tournaments/pages/test_permissions.py", "tests/tournaments/results/test_score_pages.py"),
    ),
    Bug(
        "csrf-exempt",
        "A page on another site publishes the round in the name of the organizer who opens it.",
        (Change("euchre_site/settings.py", '    "django.middleware.csrf.CsrfViewMiddleware",\n', ""),),
        ("tests/tournaments/pages/test_permissions.py",),
    ),
    Bug(
        "hidden-name-in-a-feed",
        "Whoever keeps the name from strangers finds it in every feed reader.",
        (
            Change(
                "tournaments/feeds/atom.py",
                "who, tier = news.player,",
                "who, tier = news.unlock.player.name,",
            ),
        ),
        ("tests/tournaments/feeds/test_pages.py",),
    ),
    Bug(
        "link-stored-plain",
        "Whoever finds a backup reports scores as any player of the night.",
        (
            Change(
                "games/accounts/tokens.py",
                'return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()',
                "return token[:64]",
            ),
        ),
        ("tests/tournaments/access/test_passes.py",),
    ),
    Bug(
        "refusal-called-saved",
        "A screen reader says that a refused score is saved, and the next numbers come to the wrong table.",
        (
            Change(
                "euchre_site/static/js/grid.js",
                "if (code >= 200 && code < 400) {",
                "if (event.detail.successful) {",
            ),
        ),
        ("tests/flows/test_grid_by_keyboard.py",),
    ),
    Bug(
        "js-lease-ignored",
        "Two tabs of a phone send the same slip at once, over and over, on the hall's weak network.",
        (Change("euchre_site/static/js/queue.js", " || slip.lease > Date.now()) { return", ") { return"),),
        ("tests/flows/test_slip_queue.py",),
    ),
    Bug(
        "js-changed-meanwhile",
        "The answer to the first score takes the corrected one, typed since, off the phone: it is never sent.",
        (
            Change(
                "euchre_site/static/js/queue.js",
                "if (!slip || slip.key !== mine.key || slip.at !== mine.at)",
                "if (!slip)",
            ),
        ),
        ("tests/flows/test_slip_queue.py",),
    ),
    Bug(
        "js-old-slips-kept",
        "A score of last season stands on the phone for ever and asks to be sent.",
        (
            Change(
                "euchre_site/static/js/queue.js",
                "if (Date.now() - slip.at > oldAge)",
                "if (slip.at > Date.now() + oldAge)",
            ),
        ),
        ("tests/flows/test_slip_queue.py",),
    ),
    Bug(
        "js-csrf-not-renewed",
        "A slip typed before someone logged in again is tried for hours and never arrives.",
        (Change("euchre_site/static/js/queue.js", "    slip.csrf = present.csrf;\n", ""),),
        ("tests/flows/test_slip_queue.py",),
    ),
)
