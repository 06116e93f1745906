"""kill -9 in the midst of everybody's scores: what was answered "saved" is there, once, and the site is back at once.

Small in every run; with SOAK=1 sixty-four phones and RUNS kills (10 of them a night), a thousand on bare SQLite. Where
the site is many processes, each of them is killed, web and worker together, and PostgreSQL is stopped as by a crash.
"""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.euchre_site.served import Served, embedded
from tests.flows.power_cuts import PowerCut
from tests.flows.rehearsal import Night, Player, made_up
from tests.flows.rehearsal_stage import OUTCOME
from tests.flows.test_rehearsal import lost, on_this_database, wait_for_the_work
from tests.sizes import SOAK, Counted, size

pytestmark = [pytest.mark.kills, pytest.mark.slow, pytest.mark.heavy]

TABLES, KILLS = size(6, 16), size(1, 10)
NIGHTS = range(1, 1 + (int(os.environ.get("RUNS", "10")) // KILLS if SOAK else 1))
"""Each process is killed once at least, so there are a few kills more where the site is many processes."""
AT_ONCE = size(2, 4)
"""So often is a plug pulled while the scores of one round come in, if they have not all come in before."""
SQLITE_KILLS = size(20, 1000)
ANSWERS_WITHIN = 5.0

NEXT_ROUND = """
import django, json
django.setup()
from games.models import User
from tests.cast import context_of
from tournaments.events.models import Stage
from tournaments.rounds import commands as rounds

olga, stage = User.objects.get(email="olga@example.org"), Stage.objects.get()
latest = stage.rounds.order_by("number").last()
if latest:
    rounds.close_round(latest.pk, context=context_of(olga), expected_version=latest.revision)
row = rounds.draw_round(stage.pk, latest.number + 1 if latest else 1, context=context_of(olga))
rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
print(json.dumps(row.number))
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with on_this_database(tmp_path / "home", with_own_postgres=True) as site:
        yield site


@pytest.mark.parametrize("seed", NIGHTS)
def test_no_acknowledged_score_is_lost(served: Served, seed: int, record_property: Counted) -> None:
    victims = [(name,) for name in served.killable]
    if "worker" in served.killable:
        victims.append(("web", "worker"))
    kills = max(KILLS, len(victims))
    night = Night(served, TABLES, kills, seed)
    night.open_doors()
    with ThreadPoolExecutor(4 * TABLES) as night.crowd:
        night.players = list(night.crowd.map(night.open_link, night.stage["people"][: 4 * TABLES]))
        rounds = 0
        while len(night.outages) < kills:
            served.run(NEXT_ROUND)
            rounds += 1
            turns = range(len(night.outages), min(len(night.outages) + AT_ONCE, kills))
            all_at_once(night, *(victims[(turn + seed) % len(victims)] for turn in turns))
    done_after = wait_for_the_work(served)
    served.manage("verify")
    outcome = served.run(OUTCOME)
    assert night.tally.server_errors == []
    assert lost(night, outcome) == []
    assert {state for _, _, state in outcome["matches"]} == {"standing"}
    kinds = sorted(kind for _, kind, _ in outcome["results"])
    assert kinds == ["claim"] * (TABLES * rounds) + ["confirm"] * (TABLES * rounds), "nothing counted twice"
    assert len(night.outages) == kills
    if SOAK:
        # Ten kills on a machine of its own: other work would count as an outage. A slow clean start is a slow one.
        assert min(night.outages) < max(ANSWERS_WITHIN, 1.5 * night.clean_start), (night.outages, night.clean_start)
    unanswered = night.tally.counts["no connection"] + night.tally.counts["away for a moment"]
    assert unanswered > 0, "the kill hit nobody"
    record_property("kills", kills)
    record_property("scores acknowledged", len(night.acknowledged))
    record_property("requests unanswered and sent again", unanswered)
    record_property("longest outage, s", round(max(night.outages), 1))
    record_property("longest wait until all work was done, s", round(done_after, 1))


def all_at_once(night: Night, *killed: tuple[str, ...]) -> None:
    """All four of every table send its score at the same moment, and somewhere in between plugs are pulled."""
    seated = night.by_table()
    for match in seated:
        night.papers[match] = made_up(night.chance)
    senders = [player for four in seated.values() for player in four]
    pages = list(night.crowd.map(night.slip_page, senders))
    ready = threading.Barrier(len(senders))

    def send(player: Player, match: int, form: object) -> None:
        ready.wait(60)
        points = night.papers[match]
        answer = player.browser.submit(form, points_0=points[0], points_1=points[1])  # type: ignore[arg-type]
        # 409: two others of the table were faster, and their score is this one.
        assert answer.was_redirected or answer.status == 409, answer.text[-2000:]
        if answer.was_redirected:
            night.acknowledged.append((match, points))

    matches = [match for match, four in seated.items() for _ in four]
    forms = [page.form(page.path) for page in pages]
    with PowerCut(night, night.chance.randint(len(senders) // 2, len(senders)), *killed):
        list(night.crowd.map(send, senders, matches, forms))


# -- SQLite alone, killed in the middle of a transaction ---------------------------------------------------------------

WRITE_UNTIL_KILLED = """
import django, json, os, signal, sys, time
django.setup()
from random import Random
from django.db import connection
from tests.cast import on_grid, seat_table, slip
from tournaments.rounds.models import Match
from tournaments.results.models import ResultEntry
from tournaments.results import commands as results
from tournaments.rewards.queue import run_all
from tournaments.results.standings_update import settle_stage
from tournaments.results.standings_update import settle_unsettled
from tournaments.integrity.verify import violations

table, chance = seat_table(), Random(5)
results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
match_id, stage_id = table.match.pk, table.stage.pk
connection.close()


def write(pipe):
    while True:
        seen = Match.objects.get(pk=match_id).last_version
        score = slip(*((6, 10) if seen % 2 else (10, 6)))
        asked = {"context": on_grid(table.olga), "expected_version": seen}
        entry = results.correct_result(match_id, score, reason="Again", **asked)
        os.write(pipe, b"%d\\n" % entry.version)
        settle_stage(stage_id)


lost, acknowledged = [], 0
for trial in range(int(sys.argv[1])):
    read, pipe = os.pipe()
    child = os.fork()
    if not child:
        write(pipe)
    os.close(pipe)
    with os.fdopen(read) as answers:
        said = [int(answers.readline()) for _ in range(chance.randrange(3))]
        time.sleep(chance.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        said += map(int, answers)
    acknowledged += len(said)
    kept = ResultEntry.objects.filter(match=match_id).count()
    if kept < max(said, default=0) or kept != Match.objects.get(pk=match_id).last_version:
        lost.append([trial, said, kept])
    connection.close()
settle_unsettled()
run_all()
with connection.cursor() as cursor:
    [integrity] = cursor.execute("PRAGMA integrity_check").fetchone()
print(json.dumps({"lost": lost, "written": acknowledged, "integrity": integrity, "violations": violations()}))
"""


@pytest.mark.sqlite
def test_sqlite_killed_in_the_middle_of_transactions(tmp_path: Path, record_property: Counted) -> None:
    with embedded(tmp_path / "home") as site:
        outcome = site.run(WRITE_UNTIL_KILLED, str(SQLITE_KILLS))
    assert outcome["written"] > SQLITE_KILLS // 2, "the children hardly wrote anything"
    assert (outcome["lost"], outcome["integrity"], outcome["violations"]) == ([], "ok", [])
    record_property("kills in a transaction", SQLITE_KILLS)
    record_property("corrections acknowledged", outcome["written"])
