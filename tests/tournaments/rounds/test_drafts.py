"""A draft changed by hand: swaps, table numbers, and a round where the format finds none; the audit sees each."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import NAMES, Table, context_of, enter, make_club, make_event, on_grid, seat_table
from tests.kept import kept
from tests.tournaments.rounds.test_rounds import close, draft, seating, traces
from tournaments.activity_log.models import AuditLogEntry
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.checkin.models import EntryPlayer
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.rounds import commands as rounds
from tournaments.rounds import drafts, wishes
from tournaments.rounds.checks import findings
from tournaments.rounds.models import Bye, Round
from tournaments.rounds.places import places_now


def swap(table: Table, row: Round, one: int, other: int) -> Round:
    return drafts.swap(
        row.pk, one, other, context=on_grid(table.olga), expected_version=Round.objects.get(pk=row.pk).revision
    )


def move(table: Table, row: Round, number: int, to: int) -> Round:
    return drafts.move_table(
        row.pk, number, to, context=on_grid(table.olga), expected_version=Round.objects.get(pk=row.pk).revision
    )


def where(row: Round) -> dict[int, str]:
    return {number: place.where for number, place in places_now(row).items()}


def seated_at(row: Round, number: int) -> list[int]:
    return [place for place, text in where(row).items() if text.startswith(f"table {number} ")]


def log_line(event: Event) -> str:
    return sentence(boards.happened(event)[0])


def a_nine() -> Table:
    """Nine players: one sits out."""
    return seat_table(9)


nine = kept(a_nine)


@pytest.mark.slow
def test_two_places_are_swapped_and_no_one_else_moves(table: Table) -> None:
    row = draft(table)
    one, other = seated_at(row, 1)[0], seated_at(row, 2)[0]
    before = where(row)
    row = swap(table, row, one, other)
    assert where(row) == before | {one: before[other], other: before[one]}
    first, second = sorted((one, other))
    assert str(row.reasons[-1]) == f"Changed by hand: No. {first} and No. {second} swapped seats."
    assert row.revision == 2
    assert log_line(table.event) == f"Olga swapped No. {first} and No. {second} in the draft of round 2."
    assert violations() == []


def test_the_same_swap_again_undoes_it(table: Table) -> None:
    row = draft(table)
    before, reasons = seating(row), row.reasons
    one, other = seated_at(row, 1)[0], seated_at(row, 2)[0]
    row = swap(table, row, one, other)
    assert drafts.last_swap(row) == tuple(sorted((one, other)))
    row = swap(table, row, other, one)
    assert (seating(row), row.reasons, row.revision) == (before, reasons, 3)
    rounds.draw_round(table.stage.pk, 2, context=on_grid(table.olga), expected_version=3)
    assert drafts.last_swap(row) is None


def test_the_audit_sees_what_a_swap_breaks_and_accepts_what_it_explains(table: Table) -> None:
    """Round 2 of the progressive: a swap across tables departs from the movement, and says so; two who have just been
    partners stay a violation."""
    row = draft(table)
    assert findings(row) == ()
    mates = next(side for one in places_sides(table.round) for side in one)
    one = next(number for number in mates if where(row)[number].startswith("table 1"))
    other = next(number for number in mates if number != one)
    facing = next(number for number in seated_at(row, 1) if is_partner(row, one, number))
    row = swap(table, row, facing, other)
    texts = [str(finding.text) for finding in findings(row) if finding.hard]
    first, second = sorted((one, other))
    assert f"No. {first} and No. {second} at table 1 were partners last round. Split them up." in texts
    assert all(text.endswith("were partners last round. Split them up.") for text in texts)
    with pytest.raises(RuleError, match=r"We didn’t publish this round\. .* were partners last round"):
        rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)
    row = rounds.publish_round(
        row.pk, context=on_grid(table.olga), expected_version=row.revision, override="They asked for it."
    )
    assert row.status == "published"


def places_sides(row: Round) -> list[list[list[int]]]:
    return [
        [
            [seat.entry.number for seat in match.seats.filter(side=side).select_related("entry") if seat.entry]
            for side in (0, 1)
        ]
        for match in row.matches.all()
    ]


def is_partner(row: Round, one: int, other: int) -> bool:
    return one != other and any({one, other} == set(side) for table in places_sides(row) for side in table)


@pytest.mark.slow
def test_who_sits_out_instead_gets_what_the_other_would_have_got(nine: Table) -> None:
    row = draft(nine)
    bye = row.byes.select_related("entry").get()
    assert bye.points == 7
    Bye.objects.update(points=5, halves=1)
    out, player = bye.entry.number, seated_at(row, 1)[0]
    seat = where(row)[player]
    row = swap(nine, row, out, player)
    bye = row.byes.select_related("entry").get()
    first, second = sorted((out, player))
    assert (bye.entry.number, bye.points, bye.halves) == (player, 5, 1)
    assert str(bye.reason) == f"Changed by hand: No. {first} and No. {second} swapped seats."
    assert where(row)[out] == seat
    swap(nine, row, out, player)
    assert row.byes.select_related("entry").get().entry.number == out


def drawn_pairs(olga: User) -> Round:
    """Five pairs: one sits out."""
    event = make_event(make_club(olga), olga, "round_robin")
    for number in range(1, 6):
        entries.walk_in(event.pk, [f"North {number}", f"South {number}"], context=context_of(olga))
    return rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))


def test_pairs_are_swapped_together_and_keep_their_chairs(olga: User) -> None:
    row = drawn_pairs(olga)
    out = row.byes.select_related("entry").get().entry.number
    player = next(number for number in where(row) if number != out)
    row = drafts.swap(row.pk, player, out, context=context_of(olga), expected_version=1)
    now = places_now(row)
    assert [seat.name for seat in now[out].seats] == [f"North {out}", f"South {out}"]
    assert now[out].name == f"North {out} & South {out}"
    assert now[player].where == "sits out"
    assert findings(row) == ()


def test_house_players_change_places_too(olga: User) -> None:
    event = make_event(make_club(olga), olga, config={"short_table": "house_player"})
    enter(event, olga, list(NAMES[:5]))
    row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    house = next(number for number in where(row) if number <= 0)
    player = next(number for number, text in where(row).items() if number > 0 and text[:7] != where(row)[house][:7])
    before = where(row)
    row = drafts.swap(row.pk, house, player, context=context_of(olga), expected_version=1)
    assert where(row) == before | {house: before[player], player: before[house]}
    assert str(row.reasons[-1]) == f"Changed by hand: house player {1 - house} and No. {player} swapped seats."


@pytest.mark.slow
def test_a_table_takes_a_free_number(table: Table) -> None:
    row = draft(table)
    before, reasons, who = where(row), row.reasons, seated_at(row, 2)
    row = move(table, row, 2, 5)
    assert seated_at(row, 5) == who
    assert str(row.reasons[-1]) == "Changed by hand: table 2 is now table 5."
    assert log_line(table.event) == "Olga renumbered table 2 as table 5 in the draft of round 2."
    row = move(table, row, 5, 2)
    assert (where(row), row.reasons, row.revision) == (before, reasons, 3)


def test_two_tables_swap_their_numbers(table: Table) -> None:
    row = draft(table)
    first, second, reasons = seated_at(row, 1), seated_at(row, 2), row.reasons
    row = move(table, row, 1, 2)
    assert (seated_at(row, 1), seated_at(row, 2)) == (second, first)
    assert str(row.reasons[-1]) == "Changed by hand: tables 1 and 2 swapped numbers."
    assert drafts.last_swap(row) is None
    assert move(table, row, 1, 2).reasons == reasons


def close_tables(*numbers: int) -> None:
    Event.objects.update(closed_tables=list(numbers))


Ask = Callable[[Table, Round], object]
REFUSALS: dict[str, tuple[Ask, type[Exception], str]] = {
    "the same place twice": (lambda t, r: swap(t, r, 3, 3), RuleError, "Choose 2 different players to swap"),
    "an unknown entry": (lambda t, r: swap(t, r, 3, 77), RuleError, "No. 77 doesn’t have a seat"),
    "a house player who is not there": (lambda t, r: swap(t, r, 0, 3), RuleError, "house player 1 doesn’t have a seat"),
    "an old draft": (
        lambda t, r: drafts.swap(r.pk, 1, 2, context=on_grid(t.olga), expected_version=9),
        Conflict,
        "Olga just drew Round 2.",
    ),
    "an old draft's table": (
        lambda t, r: drafts.move_table(r.pk, 1, 2, context=on_grid(t.olga), expected_version=9),
        Conflict,
        "Olga just drew",
    ),
    "a stranger": (
        lambda t, r: drafts.swap(r.pk, 1, 2, context=on_grid(t.sam), expected_version=1),
        NotAllowed,
        "run the event",
    ),
    "a stranger at the tables": (
        lambda t, r: drafts.move_table(r.pk, 1, 2, context=on_grid(t.sam), expected_version=1),
        NotAllowed,
        "run the event",
    ),
    "a stranger by hand": (
        lambda t, r: drafts.blank_round(t.stage.pk, 2, context=on_grid(t.sam), expected_version=1),
        NotAllowed,
        "run the event",
    ),
    "a published round": (
        lambda t, r: drafts.swap(t.round.pk, 1, 2, context=on_grid(t.olga), expected_version=3),
        Conflict,
        "just closed Round 1",
    ),
    "a table that is not used": (lambda t, r: move(t, r, 3, 4), RuleError, "no table 3 in this round"),
    "the number it has": (lambda t, r: move(t, r, 2, 2), RuleError, "Choose another number for table 2"),
    "number 0": (lambda t, r: move(t, r, 2, 0), RuleError, "from 1 to 999"),
    "a number out of reach": (lambda t, r: move(t, r, 2, 1000), RuleError, "from 1 to 999"),
    "a closed table": (lambda t, r: (close_tables(5), move(t, r, 2, 5)), RuleError, "Table 5 is closed"),
    "others at a closed table": (
        lambda t, r: (close_tables(2), move(t, r, 2, 1)),
        RuleError,
        "can’t move another match there",
    ),
    "a round that the format can draw": (
        lambda t, r: drafts.blank_round(t.stage.pk, 2, context=on_grid(t.olga), expected_version=1),
        RuleError,
        "You can still draw round 2",
    ),
    "a round out of turn": (
        lambda t, r: drafts.blank_round(t.stage.pk, 2, context=on_grid(t.olga)),
        Conflict,
        "Olga just drew",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refuses_with_the_reason_and_changes_nothing(table: Table, name: str) -> None:
    ask, kind, reason = REFUSALS[name]
    row = draft(table)
    before = traces(table)
    with pytest.raises(kind, match=reason):
        ask(table, row)
    assert traces(table) == before


@pytest.mark.slow
def test_a_player_who_sits_out_swaps_with_one_who_plays(nine: Table) -> None:
    enter(nine.event, nine.olga, ["Zoe"])
    row = draft(nine)
    one, other = (bye.entry.number for bye in row.byes.select_related("entry"))
    with pytest.raises(RuleError, match="are both sitting out, so nothing would change"):
        swap(nine, row, one, other)
    seat = row.matches.all()[0].seats.all()[0]
    number = seat.entry.number if seat.entry else 0
    row.matches.all()[0].seats.filter(pk=seat.pk).update(entry=None, player=None, house=0)
    with pytest.raises(RuleError, match="You can’t have house player 1 sit out"):
        swap(nine, row, 0, one)
    assert number > 0


def test_sides_of_different_sizes_do_not_swap(olga: User) -> None:
    row = drawn_pairs(olga)
    out = row.byes.select_related("entry").get().entry
    EntryPlayer.objects.filter(entry=out, chair=1).update(is_active=False)
    player = next(number for number in where(row) if number != out.number)
    with pytest.raises(RuleError, match="need different numbers of seats, so they can’t swap"):
        drafts.swap(row.pk, player, out.number, context=context_of(olga), expected_version=1)


@pytest.mark.slow
def test_the_slower_of_two_organizers_reads_who_was_faster(table: Table) -> None:
    row = draft(table)
    swap(table, row, 1, 2)
    with pytest.raises(Conflict, match=r"Olga just changed Round 2 by hand\."):
        drafts.swap(row.pk, 1, 2, context=on_grid(table.olga), expected_version=1)
    row = rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=2, override="As asked")
    rounds.unpublish_round(row.pk, context=on_grid(table.olga), expected_version=3)
    with pytest.raises(Conflict, match=r"Olga just unpublished Round 2\."):
        drafts.swap(row.pk, 1, 2, context=on_grid(table.olga), expected_version=2)


def four_with_a_wish(olga: User) -> Event:
    """Of four people two never meet: a rotation finds no legal round."""
    event = make_event(make_club(olga), olga, "rotation")
    enter(event, olga, list(NAMES[:4]))
    one, other = event.entries.order_by("number")[:2]
    wishes.set_wish(event.pk, one.pk, other.pk, wishes.Wish.Kind.APART, context=context_of(olga))
    return event


def test_a_round_is_made_by_hand_where_the_format_refuses(olga: User) -> None:
    event = four_with_a_wish(olga)
    stage, key = event.stages.get(), uuid4()
    with pytest.raises(RuleError, match="Never meet"):
        rounds.draw_round(stage.pk, 1, context=context_of(olga))
    row = drafts.blank_round(stage.pk, 1, context=context_of(olga, key=key))
    assert where(row) == {1: "table 1 North", 2: "table 1 East", 3: "table 1 South", 4: "table 1 West"}
    assert re.match(
        r"Seated by hand\. Reason: There’s no way to seat everyone in round 1 \(players: 4, tables: 1\)\.",
        str(row.reasons[0]),
    )
    assert log_line(event) == "Olga seated everyone in round 1 manually."
    assert drafts.blank_round(stage.pk, 1, context=context_of(olga, key=key)) == row
    assert AuditLogEntry.objects.filter(action="blank_round").count() == 1
    again = drafts.blank_round(stage.pk, 1, context=context_of(olga), expected_version=row.revision)
    assert (again.pk, again.revision) == (row.pk, 2)
    assert violations() == []


def test_who_is_left_over_by_hand_sits_out_for_what_the_latest_bye_counted(olga: User) -> None:
    event = four_with_a_wish(olga)
    stage = event.stages.get()
    enter(event, olga, ["Zoe"])
    close_tables(1)
    stage.config = {"tables": 1, "rounds": 8}
    stage.save()
    row = drafts.blank_round(stage.pk, 1, context=context_of(olga))
    assert row.matches.get().table == 2
    assert [(bye.entry.number, bye.points) for bye in row.byes.select_related("entry")] == [(5, None)]
    Bye.objects.update(points=6, halves=1)
    row = rounds.publish_round(row.pk, context=context_of(olga), expected_version=1, override="By hand")
    close(Table(olga, olga, event, row, *[olga.player] * 4), row)
    row = drafts.blank_round(stage.pk, 2, context=context_of(olga))
    assert [(bye.entry.number, bye.points, bye.halves) for bye in row.byes.select_related("entry")] == [(5, 6, 1)]


def test_too_few_for_one_table_cannot_be_seated_by_hand(olga: User) -> None:
    event = make_event(make_club(olga), olga)
    enter(event, olga, ["Ann", "Bob", "Cy"])
    with pytest.raises(RuleError, match=r"you have 3.*need enough people for one table"):
        drafts.blank_round(event.stages.get().pk, 1, context=context_of(olga))
