"""Whole events through the actions, one per seed: clean after each round, and the totals of a tally on paper."""

from collections import Counter
from random import Random

import pytest

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, enter, make_club, make_event, make_user, on_grid, on_phone, players_at
from tests.sizes import SOAK, size
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.demo import made_up_slip
from tournaments.events.models import Event, Stage
from tournaments.formats.base import Slip
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results import match_state
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.checks import findings
from tournaments.rounds.models import Bye, Match, Round, Seat

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

PEOPLE = [f"Player {number:02}" for number in range(1, 23)]
NIGHT = {"rounds": 8, "hands": 8, "moves": "losers", "short_table": "ghost", "ghost_points": 7}
GHOST = 7
LATE, LATE_FROM = 22, 3
EARLY_LEAVER, LAST_ROUND = 5, 5


def report(match: Match, slip: Slip, wrong: Slip, olga: User, chance: Random) -> None:
    """The slip comes in one of the ways of a real night and counts in the end."""
    pam, quinn = (on_phone(players_at(match, side)[0]) for side in (0, 1))
    way = chance.choice(("grid", "phones", "answer", "dispute", "mistake"))
    if way == "grid":
        results.record_result(match.pk, slip, context=on_grid(olga), expected_version=0)
    elif way == "phones":
        results.record_result(match.pk, slip, context=pam)
        results.record_result(match.pk, slip, context=quinn)
    elif way == "answer":
        results.record_result(match.pk, slip, context=quinn)
        results.confirm_result(match.pk, context=pam, expected_version=1)
    elif way == "dispute":
        results.record_result(match.pk, wrong, context=pam)
        results.dispute_result(match.pk, context=quinn, expected_version=1)
        results.record_result(match.pk, slip, context=on_grid(olga), expected_version=2)
    else:
        results.record_result(match.pk, wrong, context=on_grid(olga))
        results.correct_result(match.pk, slip, reason="Misread", context=on_grid(olga), expected_version=1)


def publish(stage: Stage, number: int, olga: User) -> Round:
    row = rounds.draw_round(stage.pk, number, context=context_of(olga))
    return rounds.publish_round(row.pk, expected_version=row.revision, context=context_of(olga))


def play(row: Round, olga: User, chance: Random) -> dict[int, Slip]:
    """Match id → what is on the paper slip."""
    slips: dict[int, Slip] = {}
    for match in row.matches.prefetch_related("seats"):
        match.round.stage = row.stage
        slip, wrong = made_up_slip(match, chance), made_up_slip(match, chance)
        while match_state.agree(slip, wrong):
            wrong = made_up_slip(match, chance)
        report(match, slip, wrong, olga, chance)
        slips[match.pk] = slip
    return slips


def check(row: Round) -> None:
    """Nothing is wrong."""
    settle_unsettled()
    assert [str(finding.text) for finding in findings(row) if finding.hard] == []
    if SOAK:
        assert violations() == []


def check_rebuilt() -> None:
    assert violations() == []
    before, after = rebuild()
    assert before == after == derived_digest()


def add(tally: Counter[int], slips: dict[int, Slip], factor: int = 1) -> None:
    """Every entry at a table gets its side's points."""
    seats = Seat.objects.filter(match__in=slips).values_list("match", "side", "entry__number")
    for match, side, number in set(seats):
        tally[number] += factor * slips[match].points[side]


def totals(stage: Stage) -> dict[int, int]:
    return {row.entry.number: int(row.points) for row in stage.standings.select_related("entry")}


def new_event(format_key: str, seed: int, **more: object) -> tuple[User, Event]:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, format_key, **more)
    event.stages.update(seed=f"{seed:064x}")
    return olga, event


def open_night(seed: int) -> tuple[User, Event]:
    """22 on the list, 21 of them here."""
    olga, event = new_event("progressive", seed, config=NIGHT)
    enter(event, olga, PEOPLE[:21])
    late: Player = entries.new_player(event, PEOPLE[21])
    entries.register(event.pk, [late], context=context_of(olga))
    return olga, event


@pytest.mark.parametrize("seed", range(size(2, 20)))
@pytest.mark.heavy
def test_night_of_22_with_a_late_arrival_and_an_early_leaver(seed: int) -> None:
    chance = Random(seed)
    olga, event = open_night(seed)
    stage, here = event.stages.get(), set(range(1, 22))
    tally: Counter[int] = Counter()
    for number in range(1, 9):
        if number == LATE_FROM:
            entries.check_in(event.entries.get(number=LATE).pk, context=context_of(olga))
            here.add(LATE)
        if number == LAST_ROUND + 1:
            entries.drop_out(event.entries.get(number=EARLY_LEAVER).pk, context=context_of(olga))
            here.discard(EARLY_LEAVER)
        row = publish(stage, number, olga)
        slips = play(row, olga, chance)
        add(tally, slips)
        seated = set(Seat.objects.filter(round=row).values_list("entry__number", flat=True))
        assert len(seated) == len(here) // 4 * 4
        tally.update(dict.fromkeys(here - seated, GHOST))
        check(row)
        rounds.close_round(row.pk, expected_version=row.revision, context=context_of(olga))
    check(row)
    check_rebuilt()
    assert totals(stage) == dict(tally)
    sat_out = Counter(Bye.objects.filter(round__stage=stage).values_list("entry__number", flat=True))
    assert max(sat_out.values()) == 1, "turns go round: 12 sit-outs among 22 people"


@pytest.mark.parametrize("seed", range(size(1, 3)))
@pytest.mark.heavy
def test_correction_in_the_next_round_changes_the_totals_and_nothing_else(seed: int) -> None:
    chance = Random(seed)
    olga, event = open_night(seed)
    stage = event.stages.get()
    tally: Counter[int] = Counter(dict.fromkeys(range(1, 22), 0))
    first = publish(stage, 1, olga)
    slips = play(first, olga, chance)
    rounds.close_round(first.pk, expected_version=first.revision, context=context_of(olga))
    second = publish(stage, 2, olga)
    match = first.matches.get(table=1)
    swapped = Slip(slips[match.pk].points[::-1], tie_winner=chance.randrange(2))
    results.correct_result(
        match.pk, swapped, reason="Swapped", context=on_grid(olga), expected_version=match.last_version
    )
    check(second)
    check_rebuilt()
    add(tally, slips | {match.pk: swapped})
    byes = Bye.objects.filter(round__stage=stage).values_list("entry__number", flat=True)
    for number in byes:
        tally[number] += GHOST
    assert totals(stage) == dict(tally)


@pytest.mark.parametrize("seed", range(size(1, 5)))
@pytest.mark.heavy
def test_double_round_robin_of_seven_pairs(seed: int) -> None:
    chance = Random(seed)
    olga, event = new_event("round_robin", seed, config={"cycles": "double"})
    for one, other in zip(PEOPLE[:14:2], PEOPLE[1:14:2], strict=True):
        entries.walk_in(event.pk, [one, other], context=context_of(olga))
    stage = event.stages.get()
    tally: Counter[int] = Counter(dict.fromkeys(range(1, 8), 0))
    for number in range(1, 15):
        row = publish(stage, number, olga)
        add(tally, play(row, olga, chance))
        check(row)
        rounds.close_round(row.pk, expected_version=row.revision, context=context_of(olga))
    check(row)
    check_rebuilt()
    assert totals(stage) == dict(tally)
    byes = Counter(Bye.objects.values_list("entry__number", flat=True))
    assert byes == dict.fromkeys(range(1, 8), 2)
    assert sorted(met(stage).values()) == [2] * 21
    assert set(event.entries.values_list("status", flat=True)) == {Entry.Status.CHECKED_IN}


@pytest.mark.parametrize(
    ("late", "number_of_rounds", "meetings"),
    # Entry 1 has met two others when it leaves: 21 - 4. The pair that comes late meets all seven: 21 + 7.
    [(False, 7, 17), (True, 9, 28)],
    ids=["a pair leaves", "a pair will be late"],
)
@pytest.mark.heavy
def test_round_robin_in_which_the_field_changes(late: bool, number_of_rounds: int, meetings: int) -> None:
    chance = Random(1)
    olga, event = new_event("round_robin", 1)
    for one, other in zip(PEOPLE[:14:2], PEOPLE[1:14:2], strict=True):
        entries.walk_in(event.pk, [one, other], context=context_of(olga))
    stage = event.stages.get()
    for number in range(1, number_of_rounds + 1):
        if number == 3 and late:
            entries.walk_in(event.pk, PEOPLE[14:16], context=context_of(olga))
        elif number == 3:
            entries.drop_out(event.entries.get(number=1).pk, context=context_of(olga))
        row = publish(stage, number, olga)
        play(row, olga, chance)
        check(row)
        rounds.close_round(row.pk, expected_version=row.revision, context=context_of(olga))
    with pytest.raises(RuleError, match=f"Round {number_of_rounds} was the last round of this stage"):
        rounds.draw_round(stage.pk, number_of_rounds + 1, context=context_of(olga))
    assert list(met(stage).values()) == [1] * meetings


def met(stage: Stage) -> Counter[frozenset[int]]:
    """How often two pairs sat at one table."""
    tables: dict[int, set[int]] = {}
    for match, number in Seat.objects.filter(round__stage=stage).values_list("match", "entry__number"):
        tables.setdefault(match, set()).add(number)
    return Counter(frozenset(pair) for pair in tables.values())


@pytest.mark.heavy
def test_to_say_why_somebody_has_the_bye_may_take_many_words() -> None:
    """A sentence for each pair that was passed over."""
    olga, event = new_event("swiss", seed=1)
    for one, other in zip(PEOPLE[:10:2], PEOPLE[1:10:2], strict=True):
        entries.walk_in(event.pk, [one, other], context=context_of(olga))
    stage, chance = event.stages.get(), Random(1)
    for number in range(1, 6):
        row = publish(stage, number, olga)
        play(row, olga, chance)
        check(row)
        rounds.close_round(row.pk, expected_version=row.revision, context=context_of(olga))
    assert max(len(str(bye.reason)) for bye in Bye.objects.all()) > 200
