"""A player is missing during a round: a substitute sits in or takes the place, and the round keeps its rules."""

import pytest

from games.engine.errors import RuleError
from tests.cast import make_user, on_phone, publish, slip
from tests.tournaments.checkin.stand_in_nights import Night, Status, people, status
from tournaments.checkin import entries, substitutes
from tournaments.checkin.models import Entry
from tournaments.checkin.seat_changes import Way, ways_out
from tournaments.clubs.models import Membership
from tournaments.errors import Conflict
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.rounds.models import Match, Seat


class TestSitIn:
    @pytest.mark.slow
    def test_the_round_is_played_out_in_the_chair_and_the_points_stay(self, db: None) -> None:
        night = Night("progressive", 9)
        ann, helper = night.at(2), night.out()[0]
        leaving, coming = ann.players.get(), helper.players.get()
        substitutes.sit_in(night.row.pk, ann.pk, leaving, coming, **night.asks())
        assert night.touched() == {2}
        match = Match.objects.get(round=night.row, table=2)
        assert Seat.objects.get(match=match, entry=ann).player == coming
        assert status(ann) == Status.DROPPED
        assert results.record_result(match.pk, slip(10, 6), context=on_phone(coming)).side == 0
        night.finish()
        points = {row.entry_id: row.points for row in night.event.stages.get().standings.all()}
        assert (points[ann.pk], points[helper.pk]) == (10, 7)
        assert violations() == []

    @pytest.mark.slow
    def test_a_pair_stays_in_and_has_its_own_player_back_in_the_next_round(self, db: None) -> None:
        night = Night("round_robin", 4)
        pair = night.at(1)
        bob = pair.lineup.get(chair=1).player
        helper = entries.new_player(night.event, "Helper")
        substitutes.sit_in(night.row.pk, pair.pk, bob, helper, **night.asks())
        assert night.touched() == {1}
        assert status(pair) == Status.CHECKED_IN
        night.finish()
        publish(night.event, night.olga, 2)
        assert Seat.objects.filter(round=night.row, player=bob).exists()
        assert not Seat.objects.filter(round=night.row, player=helper).exists()
        assert violations() == []

    def test_no_one_sits_on_two_chairs(self, db: None) -> None:
        night = Night("progressive", 8)
        ann, other = night.at(1), night.at(2)
        with pytest.raises(RuleError, match="already has a seat in this round"):
            substitutes.sit_in(night.row.pk, ann.pk, ann.players.get(), other.players.get(), **night.asks())

    def test_a_table_that_has_reported_is_left_alone(self, db: None) -> None:
        night = Night("progressive", 9)
        ann, helper = night.at(1), night.out()[0].players.get()
        results.record_result(night.now.matches[1].pk, slip(10, 6), context=on_phone(ann.players.get()))
        with pytest.raises(Conflict, match="the table has reported"):
            substitutes.sit_in(night.row.pk, ann.pk, ann.players.get(), helper, **night.asks())
        assert night.touched() == set()


class TestTakePlace:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("format_key", "here"), [("progressive", 9), ("rotation", 9), ("seat_movement", 9), ("swiss", 5)]
    )
    def test_who_sits_out_plays_instead(self, db: None, format_key: str, here: int) -> None:
        night = Night(format_key, here)
        [out], absent = night.out(), night.at(2)
        said = [one for one in ways_out(night.now, absent) if one.way is Way.TAKE_PLACE]
        assert [one.instead for one in said] == [out]
        takes = f"{out.name} takes {absent.name}’s seat at table 2 and gets the points for this round."
        assert f"{takes} The rest stays the same." in said[0].sentence
        substitutes.take_place(night.row.pk, absent.pk, out.pk, **night.asks())
        assert night.touched() == {2}
        assert night.out() == []
        assert (night.at(2), status(absent)) == (out, Status.DROPPED)
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    @pytest.mark.slow
    def test_a_late_comer_does_too_and_is_ticked_by_it(self, db: None) -> None:
        night = Night("progressive", 8)
        late, absent = night.come(), night.at(1)
        Entry.objects.filter(pk=late.pk).update(status=Status.REGISTERED)
        substitutes.take_place(night.row.pk, absent.pk, late.pk, **night.asks())
        assert (night.touched(), status(late)) == ({1}, Status.CHECKED_IN)
        assert violations() == []

    @pytest.mark.slow
    def test_in_the_second_round_the_movement_is_no_obstacle(self, db: None) -> None:
        night = Night("progressive", 8, config={"colours": "high_low"})
        night.finish()
        publish(night.event, night.olga, 2)
        night.before = night.tables()
        late, absent = night.come(), night.at(1)
        substitutes.take_place(night.row.pk, absent.pk, late.pk, **night.asks())
        assert night.touched() == {1}
        night.finish()
        publish(night.event, night.olga, 3)
        assert violations() == []

    def test_pairs_that_have_met_do_not_meet_again(self, db: None) -> None:
        night = Night("round_robin", 3)
        first = {entry.number for entry in night.event.entries.all()} - {night.out()[0].number}
        night.finish()
        publish(night.event, night.olga, 2)
        [out] = night.out()
        absent = next(night.at(1, place) for place in (0, 1) if night.at(1, place).number not in first)
        assert [one for one in ways_out(night.now, absent) if one.instead == out] == []

    def test_no_one_gets_into_a_knockout(self, db: None) -> None:
        night = Night("elimination", 4)
        night.come("Late", "Later")
        assert list(ways_out(night.now, night.at(1))) == []

    def test_what_is_not_possible_any_more_is_said(self, db: None) -> None:
        night = Night("progressive", 8)
        with pytest.raises(Conflict, match="no longer available"):
            substitutes.take_place(night.row.pk, night.at(1).pk, night.at(2).pk, **night.asks())


def test_a_stranger_to_the_club_does_not_sit_in(db: None) -> None:
    night, sam = Night("progressive", 8), make_user("Sam")
    ann = night.at(1)
    with pytest.raises(RuleError, match="That player isn’t in the club"):
        substitutes.sit_in(night.row.pk, ann.pk, people(ann), sam.player, **night.asks())
    assert not Membership.objects.filter(player=sam.player).exists()
