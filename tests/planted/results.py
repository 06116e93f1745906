"""Bugs behind the one door for results."""

from tests.planted.bug import Bug, Change

DOOR = "tournaments/services/scores/results.py"

BUGS = (
    Bug(
        "standings-from-unconfirmed-results",
        "A score that only one side has typed moves that side up in the standings.",
        (
            Change(
                "tournaments/services/scores/positions.py",
                "    return slip_from(match.standing.slip) if match.standing else None",
                '    last = match.results.order_by("version").last()\n'
                "    return slip_from(last.slip) if last and last.slip else None",
            ),
        ),
        ("tests/tournaments/services/scores/test_results.py",),
    ),
    Bug(
        "correction-of-an-older-version",
        "Two officials correct one score, and the second overwrites what the first has found out.",
        (
            Change(
                DOOR,
                "    _check_version(match, seen)\n    check_slip(match, slip)\n",
                "    check_slip(match, slip)\n",
            ),
        ),
        ("tests/tournaments/services/looks/test_corrections.py",),
    ),
    Bug(
        "key-ignored",
        "A phone in bad reception that sends its score again is told that somebody else was faster.",
        (
            Change(
                "tournaments/services/journal.py",
                "filter(key=by.key).first()\n    if done is None:",
                "filter(key=None, pk=None).first()\n    if done is None:",
            ),
        ),
        ("tests/tournaments/services/test_keys.py",),
        shows=("Stale",),
    ),
    Bug(
        "journal-without-reason",
        "Nobody can say afterwards why a score was changed.",
        (Change(DOOR, '"result": entry, "reason": reason, "detail": detail}', '"result": entry, "detail": detail}'),),
        ("tests/tournaments/services/looks/test_corrections.py",),
    ),
    Bug(
        "own-side-confirms",
        "Partners agree with each other that they have won.",
        (
            Change(
                DOOR,
                "if not _is_official(by, match) and side_of(by.actor, match) == claim.side:",
                "if not _is_official(by, match) and side_of(by.actor, match) is None:",
            ),
        ),
        ("tests/tournaments/services/scores/test_results.py",),
    ),
)
