"""Bugs in drawing and closing rounds, and in the locks and timings under every verb."""

from tests.planted.bug import Bug, Change, Database

RACES = "tests/flows/test_races.py"

BUGS = (
    Bug(
        "no-unique-round",
        "Two organizers press the button at once, and half the hall is seated by another round 3 than the rest.",
        (
            Change(
                "tournaments/models/rounds.py",
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
        ("tests/tournaments/services/test_constraints.py",),
        (Database.SQLITE, Database.POSTGRES),
    ),
    Bug(
        "no-lock",
        "Of two organizers who publish, or two phones that report at the same moment, one sees an error.",
        (
            Change(
                "tournaments/services/journal.py",
                'return locked(Event.objects).select_related("club").get(pk=event_id)',
                'return Event.objects.select_related("club").get(pk=event_id)',
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
                "games/doorbell.py",
                "transaction.on_commit(lambda: _send(task, args, after), robust=True)",
                "_send(task, args, after)",
            ),
        ),
        ("tests/games/test_doorbell.py",),
    ),
    Bug(
        "message-before-commit",
        "Phones fetch the page a moment too early and keep showing the old score.",
        (
            Change(
                "games/live.py",
                "transaction.on_commit(lambda: bus().publish(topic, version), robust=True)",
                "bus().publish(topic, version)",
            ),
        ),
        ("tests/games/test_live.py",),
    ),
    Bug(
        "anybody-closes-a-round",
        "A player with the right address ends the round for everybody.",
        (
            Change(
                "tournaments/services/nights/rounds.py",
                "    require(by.actor, Verb.RUN_EVENT, row)\n"
                "    check_revision(row, seen, Status.PUBLISHED)\n"
                "    missing",
                "    check_revision(row, seen, Status.PUBLISHED)\n    missing",
            ),
        ),
        ("tests/tournaments/services/nights/test_rounds.py",),
        shows=("RuleError",),
    ),
)
