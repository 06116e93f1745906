"""At every moment of a night the console names one thing to do, and why the next one is not possible yet."""

import pytest

from tests.cast import Table, context_of, make_club, make_event, make_user, on_grid, on_phone, slip
from tests.tournaments.scenes.prize import PrizeNight, shares
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.events import boards
from tournaments.events.models import Stage
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds import finishing
from tournaments.rounds.models import Round
from tournaments.rounds.next_step import Step, next_step


def step_of(stage: Stage) -> Step:
    return next_step(stage, boards.rounds_of(stage, with_draft=True), stage, boards.entry_counts(stage.event))


def step(table: Table) -> Step:
    return step_of(table.stage)


def report_all(table: Table) -> None:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))


def close(table: Table) -> None:
    report_all(table)
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=2)


def test_it_follows_the_round(table: Table) -> None:
    assert step(table) == Step(
        "Round 1 is under way. Waiting for tables 1, 2.",
        "grid",
        "Enter scores",
        not_yet="You can’t close round 1 yet: 2 tables are still playing.",
    )
    report_all(table)
    assert (step(table).action, step(table).label) == ("close", "Close round 1")
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=2)
    assert (step(table).action, step(table).label) == ("draw", "Draw round 2")
    rounds.draw_round(table.stage.pk, 2, context=context_of(table.olga))
    assert (step(table).action, step(table).label) == ("publish", "Publish round 2")


def test_who_waits_for_the_organizer_comes_before_the_grid(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    assert (step(table).action, step(table).label) == ("waiting", "View table 1")
    results.record_result(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    second = table.round.matches.get(table=2)
    player = second.seats.get(position=0).player
    assert player
    results.record_result(second.pk, slip(10, 6), context=on_phone(player))
    found = step(table)
    assert (found.action, found.label) == ("waiting", "View 2 tables")
    assert found.not_yet.endswith("1 score is waiting for confirmation, 1 score is disputed.")


def test_after_the_last_round_the_event_is_finished(table: Table) -> None:
    close(table)
    table.event.stages.update(config=table.stage.config | {"rounds": 1})
    text = "Round 1 was the last round. Finish the event so its results count toward achievements and jackpots."
    assert step(table) == Step(text, "finish", "Finish the event")


@pytest.mark.slow
def test_the_payouts_of_a_finished_event_are_still_to_be_published(table: Table) -> None:
    night = PrizeNight(table.olga, table.olga, table.olga, table.event)
    close(table)
    settle_unsettled()
    finishing.finish_event(table.event.pk, context=context_of(table.olga), override="Power cut")
    table.event.refresh_from_db()
    assert (step(table).action, step(table).label) == ("standings", "View final standings")
    night.promise(shares(100), added=2000)
    assert (step(table).action, step(table).label) == ("prize_console", "Publish payouts")
    night.show(override="Power cut")
    assert step(table).action == "standings"


def test_no_one_is_drawn_before_anyone_is_here(db: None) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga)
    stage = event.stages.get()
    assert step_of(stage).text == "No entries yet. Add players."
    entry = entries.register(event.pk, [entries.new_player(event, "Ann")], context=context_of(olga))
    found = step_of(stage)
    assert (found.action, found.text) == ("check_in", "No one is here yet. Check people in as they arrive.")
    assert found.not_yet == "You can draw round 1 once people are checked in."
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.CHECKED_IN)
    assert step_of(stage).action == "draw"


@pytest.mark.slow
def test_a_draft_from_an_old_result_is_drawn_again_first(table: Table) -> None:
    close(table)
    rounds.draw_round(table.stage.pk, 2, context=context_of(table.olga))
    results.correct_result(
        table.match.pk, slip(6, 10), reason="Misread", context=on_grid(table.olga), expected_version=1
    )
    found = step(table)
    assert (found.action, found.label) == ("draw", "Draw round 2 again")
    assert "drawn before a result changed" in found.not_yet
    draft = Round.objects.get(number=2)
    rounds.draw_round(table.stage.pk, 2, context=context_of(table.olga), expected_version=draft.revision)
    assert step(table).action == "publish"
