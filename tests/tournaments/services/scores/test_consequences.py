"""What a correction would change, read from the database: rounds, drafts and later stages."""

import pytest

from games.engine.errors import RuleError
from tests.cast import Table, by, on_grid, seat_table, slip
from tournaments.formats.standings.consequences import Kind
from tournaments.models import Match, Stage, StageEntry
from tournaments.services.looks.corrections import consequences_of
from tournaments.services.nights import rounds
from tournaments.services.scores import results


@pytest.fixture
def counted(table: Table) -> Table:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), by=on_grid(table.olga))
    return table


def texts(match: Match, *points: int) -> list[str]:
    return [each.text for each in consequences_of(match, slip(*points) if points else None)]


def finish(table: Table) -> None:
    rounds.close_round(table.round.pk, by=on_grid(table.olga), seen=table.round.revision)


def test_a_draft_that_followed_the_result_has_to_be_drawn_again(counted: Table) -> None:
    finish(counted)
    rounds.draw_round(counted.stage.pk, 2, by=by(counted.olga))
    said = texts(counted.match, 6, 10)
    assert said[-1] == ("Round 2 is drawn from the old result and not published yet: it has to be drawn again.")


def test_a_published_round_stays(counted: Table) -> None:
    finish(counted)
    row = rounds.draw_round(counted.stage.pk, 2, by=by(counted.olga))
    rounds.publish_round(row.pk, by=by(counted.olga), seen=row.revision)
    assert texts(counted.match, 6, 10)[-1] == "Round 2 would have been drawn differently; it stays as it was played."


def test_a_stage_that_was_seeded_from_the_places_keeps_its_seeds(counted: Table) -> None:
    later = Stage.objects.create(
        event=counted.event, number=2, name="Bracket", format="elimination", rules=counted.stage.rules,
        sources=[{"stage": 1, "first": 1, "last": 2}],
    )  # fmt: skip
    match = counted.match
    assert "Bracket was seeded" not in " ".join(texts(match, 6, 10))
    StageEntry.objects.create(stage=later, entry=counted.event.entries.first(), seed=1)
    assert "Bracket was seeded from these standings; its seeds stay as they are." in texts(match, 6, 10)


def test_void_and_impossible_scores(counted: Table) -> None:
    found = consequences_of(counted.match, None)
    assert {each.kind for each in found} == {Kind.TOTAL, Kind.PLACE}
    with pytest.raises(RuleError, match="8 hands"):
        consequences_of(counted.match, slip(400, 1))


def test_a_draft_has_no_result_to_correct(db: None) -> None:
    table = seat_table()
    match = table.match
    match.round.status = "draft"
    with pytest.raises(RuleError, match="not published"):
        consequences_of(match, slip(10, 6))
