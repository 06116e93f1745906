"""What a correction would change, read from the database: rounds, drafts and later stages."""

import pytest

from games.engine.errors import RuleError
from tests.cast import Table, context_of, on_grid, seat_table, slip
from tournaments.checkin.models import StageEntry
from tournaments.events.models import Stage
from tournaments.formats.standings.consequences import Kind
from tournaments.prizes.correction_preview import consequences_of
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match


@pytest.fixture
def counted(table: Table) -> Table:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    return table


def texts(match: Match, *points: int) -> list[str]:
    return [str(each.text) for each in consequences_of(match, slip(*points) if points else None)]


def finish(table: Table) -> None:
    rounds.close_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)


def test_a_draft_that_followed_the_result_has_to_be_drawn_again(counted: Table) -> None:
    finish(counted)
    rounds.draw_round(counted.stage.pk, 2, context=context_of(counted.olga))
    said = texts(counted.match, 6, 10)
    assert said[-1] == ("Round 2 was drawn before this correction and isn’t published yet. Draw it again.")


def test_a_published_round_stays(counted: Table) -> None:
    finish(counted)
    row = rounds.draw_round(counted.stage.pk, 2, context=context_of(counted.olga))
    rounds.publish_round(row.pk, context=context_of(counted.olga), expected_version=row.revision)
    assert (
        texts(counted.match, 6, 10)[-1]
        == "With this result, round 2 would have been drawn differently. It stays as played."
    )


def test_a_stage_that_was_seeded_from_the_places_keeps_its_seeds(counted: Table) -> None:
    later = Stage.objects.create(
        event=counted.event,
        number=2,
        name="Bracket",
        format="elimination",
        rules=counted.stage.rules,
        sources=[{"stage": 1, "first": 1, "last": 2}],
    )
    match = counted.match
    assert "Bracket was seeded" not in " ".join(texts(match, 6, 10))
    StageEntry.objects.create(stage=later, entry=counted.event.entries.first(), seed=1)
    assert "The seeds in Bracket came from the standings before this correction and won’t change." in texts(
        match, 6, 10
    )


def test_void_and_impossible_scores(counted: Table) -> None:
    found = consequences_of(counted.match, None)
    assert {each.kind for each in found} == {Kind.TOTAL, Kind.PLACE}
    with pytest.raises(RuleError, match="8 hands"):
        consequences_of(counted.match, slip(400, 1))


def test_a_draft_has_no_result_to_correct(db: None) -> None:
    table = seat_table()
    match = table.match
    match.round.status = "draft"
    with pytest.raises(RuleError, match="isn’t published"):
        consequences_of(match, slip(10, 6))
