"""Bugs behind the one door for results."""

from tests.planted.bug import Bug, Change

DOOR = "tournaments/results/commands.py"

BUGS = (
    Bug(
        "standings-from-unconfirmed-results",
        "A score that only one side has typed moves that side up in the standings.",
        (
            Change(
                "tournaments/results/match_state.py",
                "    return slip_from(match.standing.slip) if match.standing else None",
                '    last = match.results.order_by("version").last()\n'
                "    return slip_from(last.slip) if last and last.slip else None",
            ),
        ),
        ("tests/tournaments/results/test_results.py",),
    ),
    Bug(
        "correction-of-an-older-version",
        "Two officials correct one score, and the second overwrites what the first has found out.",
        (
            Change(
                DOOR,
                "    _check_version(match, expected_version)\n    check_slip(match, slip)\n",
                "    check_slip(match, slip)\n",
            ),
        ),
        ("tests/tournaments/prizes/test_corrections.py",),
    ),
    Bug(
        "key-ignored",
        "A phone in bad reception that sends its score again is told that somebody else was faster.",
        (
            Change(
                "tournaments/audit_log.py",
                "filter(key=context.key).first()\n    if previous is None:",
                "filter(key=None, pk=None).first()\n    if previous is None:",
            ),
        ),
        ("tests/tournaments/test_keys.py",),
        shows=("Conflict",),
    ),
    Bug(
        "journal-without-reason",
        "Nobody can say afterwards why a score was changed.",
        (Change(DOOR, "result=entry, reason=entry.reason, detail=detail", "result=entry, detail=detail"),),
        ("tests/tournaments/prizes/test_corrections.py",),
    ),
    Bug(
        "names-in-what-people-typed",
        "An official's reason in the journal, “sheet No. 3”, becomes “sheet Earl”.",
        (
            Change(
                "tournaments/activity_log/words.py",
                '    return f"{capfirst(said)}{reason}."',
                "    import re\n\n"
                '    called = {f"No. {number}": name for number, name in (names or {}).items()}\n'
                '    said = f"{capfirst(said)}{reason}."\n'
                '    return re.sub(r"No\\. \\d+", lambda found: called.get(found[0], found[0]), said)',
            ),
        ),
        ("tests/tournaments/activity_log/test_pages.py",),
    ),
    Bug(
        "agree-ignores-winner",
        "Both sides say that they won the tie, and the site takes it for an agreement.",
        (
            Change(
                "tournaments/results/match_state.py",
                "(other.points, other.forfeited) and slip.winner == other.winner",
                "(other.points, other.forfeited)",
            ),
        ),
        ("tests/tournaments/results/test_results.py",),
    ),
    Bug(
        "reopen-in-a-closed-round",
        "A result is reopened after its round was closed, so that the next one is drawn without it.",
        (
            Change(
                DOOR,
                "    if match.round.status != Round.Status.PUBLISHED:\n"
                '        raise RuleError("{round} is closed, so you can’t reopen',
                "    if match.round.status == Round.Status.DRAFT:\n"
                '        raise RuleError("{round} is closed, so you can’t reopen',
            ),
        ),
        ("tests/tournaments/results/test_results.py",),
    ),
    Bug(
        "own-side-confirms",
        "Partners agree with each other that they have won.",
        (
            Change(
                DOOR,
                "if not is_official and side_of(context.actor, match) == claim.side:",
                "if not is_official and side_of(context.actor, match) is None:",
            ),
        ),
        ("tests/tournaments/results/test_results.py",),
    ),
)
