"""Bugs at the door for programs."""

from tests.planted.bug import Bug, Change

BUGS = (
    Bug(
        "wide-open-serializer",
        "A program sends a field of its own invention, thinks that it was heard, and the score is another one.",
        (
            Change(
                "games/api/serializers.py",
                "if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):",
                "if not isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):",
            ),
        ),
        ("tests/tournaments/api/test_writes.py",),
    ),
    Bug(
        "unscoped-match",
        "An organizer of one club enters scores at another club's tables by changing a number in the address.",
        (
            Change(
                "tournaments/rounds/api.py",
                'Match.objects.filter(round__stage__event=event, pk=pk).select_related("round").first()',
                'Match.objects.filter(pk=pk).select_related("round").first()',
            ),
        ),
        ("tests/tournaments/api/test_permissions.py",),
    ),
    Bug(
        "unscoped-token",
        "Anybody with an account ends the tokens of others: the scoreboard in the hall goes dark.",
        (
            Change(
                "games/accounts/tokens.py",
                "own = ApiToken.objects.filter(user=user, connection=None)\n    if own.filter(pk=token_id",
                "own = ApiToken.objects.filter(connection=None)\n    if own.filter(pk=token_id",
            ),
        ),
        ("tests/games/accounts/test_tokens.py",),
    ),
    Bug(
        "if-match-ignored",
        "A program overwrites what people have changed since it last looked.",
        (
            Change(
                "games/api/frame.py",
                """if sent != "*" and f'"{self.version_of(shown)}"' not in tags_in(request, "If-Match"):""",
                "if not shown:",
            ),
        ),
        ("tests/tournaments/api/test_writes.py",),
    ),
    Bug(
        "every-token-organizes",
        "A token made for reporting one's own scores publishes rounds.",
        (
            Change(
                "tournaments/api_requests.py",
                "Actor(account_of(request) if is_for_clubs(request) else None, player_of(request))",
                "Actor(account_of(request), player_of(request))",
            ),
        ),
        ("tests/tournaments/api/test_permissions.py", "tests/tournaments/api/test_coming_in.py"),
    ),
    Bug(
        "session-without-csrf-token",
        "A page on another site reports scores in the name of whoever opens it.",
        (
            Change(
                "games/api/authentication.py",
                'that every unsafe call of a page carries."""\n',
                'that every unsafe call of a page carries."""\n\n'
                "    def enforce_csrf(self, request: Request) -> None:\n        pass\n",
            ),
        ),
        ("tests/tournaments/api/test_coming_in.py",),
    ),
    Bug(
        "formulas-in-a-programs-csv",
        "A player named =HYPERLINK(…) runs a formula in the organizer's spreadsheet.",
        (Change("games/api/frame.py", "return neutral(value) if isinstance(value, str) else value", "return value"),),
        ("tests/tournaments/api/test_reading.py",),
    ),
    Bug(
        "token-stored-plain",
        "Whoever finds a backup acts in the name of everybody who has a program.",
        (
            Change(
                "games/accounts/tokens.py",
                'return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()',
                "return token[:64]",
            ),
        ),
        ("tests/games/accounts/test_tokens.py",),
    ),
    Bug(
        "api-key-any-user",
        "Two programs number their requests from 1: what the second one sends is taken for a repeat and not done.",
        (Change("games/api/frame.py", 'f"right-bower:{user.pk}:{text}"', 'f"right-bower:{text}"'),),
        ("tests/tournaments/api/test_writes.py",),
    ),
    Bug(
        "api-digest-ignores-path",
        "A program checks in two players with one key and hears that both are here; the second one is not.",
        (Change("games/api/frame.py", "[request.method, request.path, data]", "[request.method, data]"),),
        ("tests/tournaments/api/test_writes.py",),
    ),
    Bug(
        "api-digest-ignores-body",
        "A program corrects a score that it has just sent, with the same key, and hears that the wrong one was taken.",
        (Change("games/api/frame.py", "[request.method, request.path, data]", "[request.method, request.path]"),),
        ("tests/tournaments/api/test_writes.py",),
    ),
)
