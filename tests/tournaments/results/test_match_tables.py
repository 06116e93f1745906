"""Tables online of matches: opened with the round, seated as drawn, closed when the match is decided or taken back."""

import uuid
from typing import Any

import pytest

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.seating import side_of_seats
from games.errors import Conflict, NotAllowed
from games.tables import play, presence, seating
from games.tables.models import Table as Online
from tests.cast import context_of, make_club, make_event, make_user, on_grid, on_phone, publish, slip
from tests.games.tables.cast import command_by
from tests.tournaments.online import Evening, play_on
from tournaments.checkin import entries, substitutes
from tournaments.integrity import verify
from tournaments.results import commands as results
from tournaments.results import match_tables
from tournaments.results.models import MatchTable
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Seat

pytestmark = pytest.mark.django_db


def seated(table: Online) -> list[Player]:
    return [seat.player for seat in table.seats.select_related("player").order_by("number")]


def test_every_match_of_an_online_event_has_its_table_when_the_round_is_published() -> None:
    evening = Evening(pairs=4, time_online="15")
    tables = Online.objects.all()
    assert tables.count() == 2
    assert seated(evening.table) == evening.people
    assert evening.table.house_rules.number_of_hands == 1
    assert (evening.table.conduct.bid_clock.seconds, evening.table.conduct.play_clock.seconds) == (15, 15)
    assert (evening.table.conduct.watchers.value, evening.table.visibility) == ("face_down", "private")
    assert evening.table.owner is None
    assert verify.violations() == []


def test_partners_sit_opposite_each_other_and_score_together() -> None:
    evening = Evening()
    sides = [seat.side for seat in evening.match.seats.order_by("position")]
    assert tuple(sides) == side_of_seats(evening.table.house_rules)


def test_an_event_at_physical_tables_opens_none() -> None:
    evening = Evening(where="physical")
    assert not Online.objects.exists()
    with pytest.raises(RuleError, match="played in person"):
        match_tables.open_match_table(evening.match.pk, context=context_of(evening.olga))


@pytest.mark.slow
def test_the_game_begins_when_the_last_one_has_come_and_is_the_only_one() -> None:
    evening = Evening()
    evening.arrive(*evening.people[:3])
    assert not evening.table.games.exists()
    with pytest.raises(RuleError, match="starts when everyone is here"):
        play.start_game(evening.table.pk, command_by(evening.people[0], evening.table))
    evening.arrive(evening.people[3])
    assert evening.table.games.get().hands.count() == 1
    play_on(evening.table)
    with pytest.raises(RuleError, match="starts when everyone is here"):
        play.start_game(evening.table.pk, command_by(evening.people[0], evening.table))
    evening.arrive()
    assert evening.table.games.count() == 1


def test_only_those_who_were_drawn_sit_there_and_no_one_decides_about_others() -> None:
    evening = Evening()
    stranger, one = Player.objects.create(name="Sam"), evening.people[0]
    for number in range(4):
        with pytest.raises(RuleError, match="draw decides who sits where"):
            seating.sit(evening.table.pk, number, command_by(stranger, evening.table))
    with pytest.raises(RuleError, match="draw decides who sits where"):
        seating.stand_up(evening.table.pk, command_by(one, evening.table))
    with pytest.raises(RuleError, match="hand your seat to a bot"):
        seating.mind_seat(evening.table.pk, command_by(one, evening.table), is_away=True)
    for action in (lambda a: seating.evict(evening.table.pk, 1, a), lambda a: seating.seat_bots(evening.table.pk, a)):
        with pytest.raises(NotAllowed, match="belongs to a match"):
            action(command_by(one, evening.table))
    assert seated(evening.table) == evening.people


@pytest.mark.slow
def test_a_round_taken_back_closes_its_tables_and_published_again_has_new_ones() -> None:
    evening = Evening()
    old = evening.table
    evening.arrive()
    row = rounds.unpublish_round(
        evening.row.pk, context=context_of(evening.olga), expected_version=evening.row.revision
    )
    old.refresh_from_db()
    assert old.closed_at
    assert old.due_at is None
    assert verify.violations() == []
    rounds.publish_round(row.pk, context=context_of(evening.olga), expected_version=row.revision)
    assert evening.table != old
    assert MatchTable.objects.filter(ended_at=None).count() == 1
    row.refresh_from_db()
    rounds.unpublish_round(row.pk, context=context_of(evening.olga), expected_version=row.revision)
    row.refresh_from_db()
    redrawn = rounds.draw_round(row.stage_id, 1, context=context_of(evening.olga), expected_version=row.revision)
    assert not MatchTable.objects.exists()
    rounds.publish_round(redrawn.pk, context=context_of(evening.olga), expected_version=redrawn.revision)
    assert seated(evening.table) == evening.people
    assert verify.violations() == []


@pytest.mark.slow
def test_a_round_is_not_taken_back_after_a_game_has_ended_even_before_its_result_is_recorded() -> None:
    evening = Evening()
    evening.play_out()
    with pytest.raises(RuleError, match="Scores have already come in"):
        rounds.unpublish_round(evening.row.pk, context=context_of(evening.olga), expected_version=evening.row.revision)


@pytest.mark.slow
def test_a_physical_score_closes_the_table_and_so_does_a_void() -> None:
    evening = Evening(pairs=4, where="mixed")
    one, other = evening.row.matches.order_by("table")
    for match in (one, other):
        match_tables.open_match_table(match.pk, context=context_of(evening.olga))
    results.record_result(one.pk, slip(2, 0), context=on_grid(evening.olga))
    results.void_result(other.pk, reason="Fire alarm", context=on_grid(evening.olga), expected_version=0)
    assert not MatchTable.objects.filter(ended_at=None).exists()
    assert Online.objects.filter(closed_at=None).count() == 0
    assert verify.violations() == []


def test_a_claim_that_waits_leaves_the_table_open() -> None:
    evening = Evening(where="mixed")
    match_tables.open_match_table(evening.match.pk, context=context_of(evening.olga))
    results.record_result(evening.match.pk, slip(2, 0), context=on_phone(evening.people[0]))
    assert evening.link.ended_at is None


def test_in_a_mixed_event_players_and_organizers_open_the_table_once() -> None:
    evening = Evening(where="mixed")
    assert not Online.objects.exists()
    with pytest.raises(NotAllowed):
        match_tables.open_match_table(evening.match.pk, context=context_of(make_user("Sam")))
    key = uuid.uuid4()
    first = match_tables.open_match_table(evening.match.pk, context=on_phone(evening.people[0], key=key))
    assert match_tables.open_match_table(evening.match.pk, context=on_phone(evening.people[0], key=key)) == first
    assert match_tables.open_match_table(evening.match.pk, context=on_phone(evening.people[1])) == first
    assert match_tables.open_match_table(evening.match.pk, context=context_of(evening.olga)) == first
    results.record_result(evening.match.pk, slip(2, 0), context=on_grid(evening.olga))
    assert match_tables.open_match_table(evening.match.pk, context=on_phone(evening.people[0], key=key)) == first
    with pytest.raises(RuleError, match="already has a score"):
        match_tables.open_match_table(evening.match.pk, context=context_of(evening.olga))


@pytest.mark.slow
def test_a_substitute_has_the_seat_at_the_table_too_and_plays_on() -> None:
    evening = Evening()
    evening.arrive()
    entry, leaving = evening.match.seats.get(position=1).entry, evening.people[1]
    assert entry
    evening.row.refresh_from_db()
    substitutes.sit_in(
        evening.row.pk,
        entry.pk,
        leaving,
        "Sue",
        context=context_of(evening.olga),
        expected_version=evening.row.revision,
    )
    assert [player.name for player in seated(evening.table)][1] == "Sue"
    assert evening.table.seats.get(number=1).missed_since
    assert evening.table.games.get().players.filter(seat=1).latest("pk").player.name == "Sue"
    entries.substitute(
        entry.pk, entry.lineup.exclude(player=leaving).get().player, "Ted", context=context_of(evening.olga)
    )
    assert {player.name for player in seated(evening.table)} >= {"Sue", "Ted"}
    assert verify.violations() == []
    play_on(evening.table)
    assert verify.violations() == []


def test_a_forfeit_closes_the_table() -> None:
    evening = Evening()
    entry = evening.match.seats.get(position=0).entry
    assert entry
    substitutes.no_show(
        evening.row.pk, entry.pk, context=context_of(evening.olga), expected_version=evening.row.revision
    )
    assert evening.link.ended_at
    assert evening.table.closed_at


class Singles:
    """Seven of single players: one table of four, three without."""

    def __init__(self, **more: Any) -> None:
        self.olga = make_user("Olga")
        self.event = make_event(make_club(self.olga), self.olga, where="online", time_online="off", **more)
        for number in range(1, 8):
            entries.walk_in(self.event.pk, [f"Player {number}"], context=context_of(self.olga))
        self.row = publish(self.event, self.olga)

    @property
    def open(self) -> list[MatchTable]:
        return list(MatchTable.objects.filter(ended_at=None).order_by("match__table"))


@pytest.mark.slow
def test_entries_that_change_places_before_the_game_have_a_table_of_their_own() -> None:
    night = Singles()
    [link] = night.open
    chair = Seat.objects.filter(match=link.match, entry__isnull=False).select_related("entry")[0]
    assert chair.entry
    sitting_out = night.row.byes.all()[0].entry
    substitutes.take_place(
        night.row.pk,
        chair.entry.pk,
        sitting_out.pk,
        context=context_of(night.olga),
        expected_version=night.row.revision,
    )
    [fresh] = night.open
    assert fresh.table != link.table
    assert {player.name for player in seated(fresh.table)} == {
        seat.name for seat in fresh.match.seats.select_related("player")
    }
    assert verify.violations() == []


@pytest.mark.slow
def test_a_table_of_three_plays_cut_throat() -> None:
    night = Singles(config={"short_table": "three_handed"})
    four, three = night.open
    assert [four.table.seats.count(), three.table.seats.count()] == [4, 3]
    assert three.table.house_rules.players == 3
    assert verify.violations() == []


def test_once_the_game_has_begun_only_chairs_change_hands() -> None:
    night = Singles()
    [link] = night.open
    for player in seated(link.table):
        presence.be_here(link.table, player)
    chair = Seat.objects.filter(match=link.match).select_related("entry")[0]
    assert chair.entry
    with pytest.raises(Conflict, match="no longer available"):
        substitutes.take_place(
            night.row.pk,
            chair.entry.pk,
            night.row.byes.all()[0].entry.pk,
            context=context_of(night.olga),
            expected_version=night.row.revision,
        )


def test_what_no_table_online_can_be_is_refused_when_the_event_is_set_up() -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    with pytest.raises(RuleError, match="same deals"):
        make_event(club, olga, "duplicate", where="online")
    with pytest.raises(RuleError, match="don’t have a bell"):
        make_event(club, olga, config={"length": "bell"}, where="online")
    bell = make_event(club, olga, config={"length": "bell"}, where="mixed")
    for number in range(4):
        entries.walk_in(bell.pk, [f"Player {number}"], context=context_of(olga))
    match = publish(bell, olga).matches.get()
    with pytest.raises(RuleError, match="don’t have a bell"):
        match_tables.open_match_table(match.pk, context=context_of(olga))
