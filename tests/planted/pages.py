"""Bugs of pages, files and feeds."""

from tests.planted.bug import Bug, Change

BUGS = (
    Bug(
        "safe-on-a-name",
        "A player signs up with a script for a name, and it runs on the organizer's laptop.",
        (
            Change(
                "templates/events/ranking_table.html",
                "{{ row.entry.name }}</a>",
                "{{ row.entry.name|safe }}</a>",
            ),
        ),
        ("tests/tournaments/views/test_asking.py",),
    ),
    Bug(
        "formulas-in-an-export",
        "A player named =HYPERLINK(…) runs a formula in the organizer's spreadsheet.",
        (Change("tournaments/services/exchange/files.py", "neutral(tidy(cell))", "tidy(cell)"),),
        ("tests/tournaments/services/exchange/test_tables.py",),
    ),
    Bug(
        "get-writes",
        "A browser that loads links in advance keeps a seat for somebody who went home.",
        (
            Change(
                "games/views/tables.py",
                "@require_POST\ndef here(",
                "def here(",
            ),
        ),
        ("tests/games/test_table_permissions.py",),
    ),
    Bug(
        "page-without-permission",
        "Any visitor opens the console of the night.",
        (
            Change(
                "tournaments/views/asking.py",
                "                require(actor, verb, event)\n                return view(",
                "                return view(",
            ),
        ),
        ("tests/tournaments/views/test_permissions.py",),
    ),
    Bug(
        "unscoped-page",
        "A scorer of one club reads and decides matches of another by changing a number in the address.",
        (
            Change(
                "tournaments/views/asking.py",
                'Match.objects.filter(round__stage__event=event).select_related("round__stage", "standing")',
                'Match.objects.select_related("round__stage", "standing")',
            ),
        ),
        ("tests/tournaments/views/test_permissions.py",),
    ),
    Bug(
        "csrf-exempt",
        "A page on another site publishes the round in the name of the organizer who opens it.",
        (Change("euchre_site/settings.py", '    "django.middleware.csrf.CsrfViewMiddleware",\n', ""),),
        ("tests/tournaments/views/test_permissions.py",),
    ),
    Bug(
        "hidden-name-in-a-feed",
        "Whoever keeps the name from strangers finds it in every feed reader.",
        (
            Change(
                "tournaments/services/feeds/atom.py",
                "who, tier = one.player,",
                "who, tier = one.feat.player.name,",
            ),
        ),
        ("tests/tournaments/views/test_news_feeds.py",),
    ),
    Bug(
        "link-stored-plain",
        "Whoever finds a backup reports scores as any player of the night.",
        (
            Change(
                "tournaments/services/entrance/passes.py",
                "return hashlib.sha256(token.encode()).hexdigest()",
                "return token[:64]",
            ),
        ),
        ("tests/tournaments/services/entrance/test_passes.py",),
    ),
)
