"""A game that ended at a match's table online is the match's result: once, however often and late it is told."""

import uuid
from types import SimpleNamespace
from typing import Any

import pytest

from euchre_site.celery import app
from games.engine.scoring import Loner, Result
from games.tables.models import Game
from games.tables.opening import play_bots
from tests.cast import context_of, on_grid, slip
from tests.games.tables.cast import player
from tests.tournaments.online import Evening, play_on
from tournaments.activity_log.models import AuditLogEntry
from tournaments.integrity import verify
from tournaments.results import commands as results
from tournaments.results import match_tables, table_results
from tournaments.results.models import Channel, MatchTable, ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.results.table_results import slip_of, take_result, take_waiting
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match
from tournaments.tasks import sweep, take_table_result

pytestmark = pytest.mark.django_db


def rows() -> tuple[Any, ...]:
    """Everything that a result leaves behind."""
    settle_unsettled()
    return (
        list(ResultEntry.objects.values("match", "version", "kind", "slip", "source", "user", "player")),
        list(Match.objects.values("state", "last_version", "standing")),
        AuditLogEntry.objects.count(),
        list(MatchTable.objects.values("result", "ended_at", "trouble")),
    )


@pytest.mark.slow
def test_the_finished_game_is_the_result_with_its_hands_and_the_table_is_closed() -> None:
    evening = Evening()
    game = evening.play_out()
    entry = take_result(evening.table.pk)
    assert entry
    assert (entry.source, entry.kind, entry.who) == (Channel.TABLE, ResultEntry.Kind.RECORD, "the site")
    assert entry.slip["points"] == game.points
    assert len(entry.slip["hands"]) == 1
    assert evening.link.result == entry
    assert evening.table.closed_at
    assert evening.match.state == Match.State.STANDING
    settle_unsettled()
    assert evening.event.stages.get().standings.count() == 2
    assert verify.violations() == []
    rounds.close_round(evening.row.pk, context=context_of(evening.olga), expected_version=evening.row.revision)


@pytest.mark.slow
def test_called_three_times_it_leaves_the_same_rows() -> None:
    evening = Evening()
    evening.play_out()
    take_table_result(evening.table.pk)
    once = rows()
    for tell in (lambda: take_table_result(evening.table.pk), take_waiting, sweep):
        tell()
        assert rows() == once


def test_nothing_is_taken_while_the_game_goes_on_nor_from_a_friendly_one() -> None:
    evening = Evening()
    evening.arrive()
    friendly = play_bots(player("Gus"))
    Game.objects.filter(table=friendly).update(ended_at="2026-01-01T00:00Z", points=[10, 0], winners=[0])
    assert take_result(evening.table.pk) is None
    assert take_result(friendly.pk) is None
    assert take_waiting() == 0
    assert not ResultEntry.objects.exists()


@pytest.mark.slow
def test_the_end_of_a_game_rings_and_with_the_broker_away_the_sweep_takes_it(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    rung: list[str] = []
    monkeypatch.setattr(take_table_result, "apply_async", lambda *a, **more: rung.append(str(more["args"])))
    evening = Evening()
    with django_capture_on_commit_callbacks(execute=True):
        evening.play_out()
    assert rung == [f"({evening.table.pk},)"]
    assert not ResultEntry.objects.exists(), "no worker has been woken"
    sweep()
    assert evening.match.state == Match.State.STANDING
    assert "tournaments.tasks.take_table_result" in app.tasks


@pytest.mark.slow
def test_a_game_that_ended_after_the_score_was_typed_changes_nothing() -> None:
    evening = Evening(where="mixed")
    table = match_tables.open_match_table(evening.match.pk, context=context_of(evening.olga))
    evening.play_out()
    results.record_result(evening.match.pk, slip(1, 0), context=on_grid(evening.olga))
    assert take_result(table.pk) is None
    assert evening.match.standing
    assert evening.match.standing.score == "1–0"
    assert verify.violations() == []


@pytest.mark.slow
def test_an_organizer_corrects_it_or_declares_it_void_and_lets_it_be_played_again() -> None:
    evening = Evening()
    evening.play_out()
    first = take_result(evening.table.pk)
    assert first
    results.correct_result(
        evening.match.pk, slip(1, 0), reason="Misclick", context=on_grid(evening.olga), expected_version=1
    )
    assert take_result(evening.table.pk) is None
    results.reopen_result(evening.match.pk, context=on_grid(evening.olga), expected_version=2)
    results.void_result(evening.match.pk, reason="Again", context=on_grid(evening.olga), expected_version=3)
    results.reopen_result(evening.match.pk, context=on_grid(evening.olga), expected_version=4)
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_a_match_that_was_taken_back_is_played_again_at_a_new_table() -> None:
    evening = Evening()
    evening.play_out()
    take_result(evening.table.pk)
    results.reopen_result(evening.match.pk, context=on_grid(evening.olga), expected_version=1)
    again = match_tables.open_match_table(evening.match.pk, context=context_of(evening.olga))
    assert MatchTable.objects.filter(match=evening.match).count() == 2
    evening.arrive()
    play_on(again)
    entry = take_result(again.pk)
    assert entry
    assert entry.version == 3
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_what_the_site_cannot_decide_is_left_to_an_organizer_and_said_once() -> None:
    """An extra hand for a level score is played by people."""
    evening = Evening(hands=2)
    evening.play_out()
    stage = evening.event.stages.get()
    stage.format, stage.config = "progressive", {"tied": "extra_hand", "hands": 2}
    stage.save()
    Game.objects.update(points=[1, 1], winners=[0, 1])
    assert take_result(evening.table.pk) is None
    assert "extra hand" in str(evening.link.trouble)
    assert AuditLogEntry.objects.filter(action="leave_to_organizer").count() == 1
    assert take_waiting() == 0
    results.record_result(evening.match.pk, slip(2, 0), context=on_grid(evening.olga))
    assert evening.link.ended_at


@pytest.mark.slow
def test_hands_in_which_several_sides_score_are_left_off_the_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    game = evening.play_out()
    assert slip_of(game).hands
    euchre = SimpleNamespace(result=Result.EUCHRE, points=(2, 2, 0), loner=Loner.NO)
    monkeypatch.setattr(table_results, "state_of", lambda row: SimpleNamespace(result=euchre))
    assert slip_of(game).hands == ()


@pytest.mark.slow
def test_the_key_is_the_games_own() -> None:
    evening = Evening()
    evening.play_out()
    take_result(evening.table.pk)
    key = AuditLogEntry.objects.get(action="record_result").key
    assert key == uuid.uuid5(uuid.NAMESPACE_OID, f"game 1 at {evening.table.code}")
