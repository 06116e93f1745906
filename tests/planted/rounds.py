"""Bugs in drawing and closing rounds, and in the locks and timings under every action."""

from tests.planted.bug import Bug, Change, Database

RACES = "tests/flows/test_races.py"

BUGS = (
    Bug(
        "same-cards-after-they-were-seen",
        "An organizer reads every hand of a duplicate, has the round drawn again, and plays it.",
        (
            Change(
                "tournaments/rounds/commands.py",
                "    round_.dealing = next_dealing(stage, round_.number)\n",
                "    round_.dealing = round_.dealing or 0\n",
            ),
        ),
        ("tests/tournaments/rounds/test_hand_sheet_pages.py",),
    ),
    Bug(
        "other-cards-than-on-the-boards",
        "A club deals sixty boards before the night, a pair comes late, and the round is drawn with other cards.",
        (
            Change(
                "tournaments/rounds/seen_deals.py",
                "    return newest if any(each.is_board and each.dealing == newest for each in seen) else newest + 1\n",
                "    return newest + 1\n",
            ),
        ),
        ("tests/tournaments/printing/test_boards.py",),
    ),
    Bug(
        "no-unique-round",
        "Two organizers press the button at once, and half the hall is seated by another round 3 than the rest.",
        (
            Change(
                "tournaments/rounds/models.py",
                '            models.UniqueConstraint(fields=["stage", "number"], name="one_round_per_number"),\n',
                "",
            ),
            Change(
                "tournaments/migrations/0001_initial.py",
                "        migrations.AddConstraint(\n"
                "            model_name='round',\n"
                "            constraint=models.UniqueConstraint("
                "fields=('stage', 'number'), name='one_round_per_number'),\n"
                "        ),\n",
                "",
            ),
        ),
        ("tests/tournaments/constraints/test_constraints.py",),
        (Database.SQLITE, Database.POSTGRES),
    ),
    Bug(
        "no-lock",
        "Of two organizers who publish, or two phones that report at the same moment, one sees an error.",
        (
            Change(
                "tournaments/commands.py",
                'events = locked(Event.objects).select_related("club")',
                'events = Event.objects.select_related("club")',
            ),
        ),
        (RACES,),
        (Database.POSTGRES,),
    ),
    Bug(
        "sqlite-deferred",
        "On the club's laptop scores are refused with “database is locked” whenever two arrive together.",
        (Change("euchre_site/databases.py", '"transaction_mode": "IMMEDIATE"', '"transaction_mode": "DEFERRED"'),),
        (RACES,),
    ),
    Bug(
        "task-before-commit",
        "A worker looks for a score that is not written yet, and the standings stay as they were.",
        (
            Change(
                "games/jobs/enqueuing.py",
                "transaction.on_commit(lambda: _send(task, args, after), robust=True)",
                "_send(task, args, after)",
            ),
        ),
        ("tests/games/jobs/test_enqueuing.py",),
    ),
    Bug(
        "message-before-commit",
        "Phones fetch the page a moment too early and keep showing the old score.",
        (
            Change(
                "games/live/__init__.py",
                "transaction.on_commit(lambda: bus().publish(topic, version), robust=True)",
                "bus().publish(topic, version)",
            ),
        ),
        ("tests/games/live/test_live.py",),
    ),
    Bug(
        "anybody-closes-a-round",
        "A player with the right address ends the round for everybody.",
        (
            Change(
                "tournaments/rounds/commands.py",
                "CLOSE_ROUND, lock=lock_round, permission=Permission.RUN_EVENT",
                "CLOSE_ROUND, lock=lock_round, permission=None",
            ),
        ),
        ("tests/tournaments/rounds/test_rounds.py",),
        shows=("RuleError",),
    ),
)
