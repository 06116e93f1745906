"""Somebody is missing, or comes, while a round is out: one table is changed, and the round keeps its rules."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.engine.errors import RuleError
from games.models import Player
from tests.cast import by, enter, enter_pairs, make_club, make_event, make_user, on_grid, on_phone, publish, slip
from tests.tournaments.views.browsing import finish_round
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Entry, JournalEntry, Match, Membership, Round, Seat
from tournaments.services import entries, results, rounds, stand_ins
from tournaments.services.journal_words import sentence
from tournaments.services.seat_changes import RoundNow, SeatChange, Way, ways_in, ways_out
from tournaments.services.settle import settle_unsettled
from tournaments.services.verify import violations

Status = Entry.Status


class Night:
    """A night with one published round. `here`: so many entered before it was drawn."""

    def __init__(self, format_key: str, here: int, **more: Any):
        self.olga = make_user("Olga")
        self.event = make_event(make_club(self.olga), self.olga, format_key, **more)
        self.is_pairs = self.event.stages.get().play.entry_size == 2
        if self.is_pairs:
            enter_pairs(self.event, self.olga, here)
        else:
            enter(self.event, self.olga, [f"Player {number}" for number in range(1, here + 1)])
        publish(self.event, self.olga)
        self.before = self.tables()

    @property
    def row(self) -> Round:
        return Round.objects.select_related("stage__event__club").latest("number")

    @property
    def now(self) -> RoundNow:
        return RoundNow(self.row)

    def come(self, *names: str) -> Entry:
        return entries.walk_in(self.event.pk, names or ("Late",), by=by(self.olga))

    def at(self, table: int, position: int = 0) -> Entry:
        return Entry.objects.get(seats__round=self.row, seats__match__table=table, seats__position=position)

    def out(self) -> list[Entry]:
        return [bye.entry for bye in self.row.byes.select_related("entry").order_by("entry__number")]

    def tables(self) -> dict[int, list[tuple[int | None, int | None]]]:
        """Table → entry and player of every chair."""
        matches = Match.objects.filter(round=self.row).prefetch_related("seats")
        return {
            match.table: [(seat.entry_id, seat.player_id) for seat in match.seats.all()] for match in matches
        }  # fmt: skip

    def touched(self) -> set[int]:
        now = self.tables()
        return {table for table in now.keys() | self.before.keys() if now.get(table) != self.before.get(table)}

    def finish(self) -> None:
        stage = self.event.stages.get()
        finish_round(stage, self.olga, (3, 2) if stage.format == "duplicate" else (10, 6))

    def asks(self, seen: int | None = None) -> dict[str, Any]:
        return {"by": by(self.olga), "seen": self.row.revision if seen is None else seen}


def only(changes: Any, way: Way) -> SeatChange:
    [found] = [change for change in changes if change.way is way]
    return found


def status(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).status


class TestSitIn:
    def test_the_round_is_played_out_in_the_chair_and_the_points_stay(self, db: None) -> None:
        night = Night("progressive", 9)
        ann, helper = night.at(2), night.out()[0]
        leaving, coming = ann.players.get(), helper.players.get()
        stand_ins.sit_in(night.row.pk, ann.pk, leaving, coming, **night.asks())
        assert night.touched() == {2}
        match = Match.objects.get(round=night.row, table=2)
        assert Seat.objects.get(match=match, entry=ann).player == coming
        assert status(ann) == Status.DROPPED
        assert results.record_result(match.pk, slip(10, 6), by=on_phone(coming)).side == 0
        night.finish()
        points = {row.entry_id: row.points for row in night.event.stages.get().standings.all()}
        assert (points[ann.pk], points[helper.pk]) == (10, 7)
        assert violations() == []

    def test_a_pair_stays_in_and_has_its_own_player_back_in_the_next_round(self, db: None) -> None:
        night = Night("round_robin", 4)
        pair = night.at(1)
        bob = pair.lineup.get(chair=1).player
        helper = entries.new_player(night.event, "Helper")
        stand_ins.sit_in(night.row.pk, pair.pk, bob, helper, **night.asks())
        assert night.touched() == {1}
        assert status(pair) == Status.CHECKED_IN
        night.finish()
        publish(night.event, night.olga, 2)
        assert Seat.objects.filter(round=night.row, player=bob).exists()
        assert not Seat.objects.filter(round=night.row, player=helper).exists()
        assert violations() == []

    def test_nobody_sits_on_two_chairs(self, db: None) -> None:
        night = Night("progressive", 8)
        ann, other = night.at(1), night.at(2)
        with pytest.raises(RuleError, match="has a chair in this round already"):
            stand_ins.sit_in(night.row.pk, ann.pk, ann.players.get(), other.players.get(), **night.asks())

    def test_a_table_that_has_reported_is_left_alone(self, db: None) -> None:
        night = Night("progressive", 9)
        ann, helper = night.at(1), night.out()[0].players.get()
        results.record_result(night.now.matches[1].pk, slip(10, 6), by=on_phone(ann.players.get()))
        with pytest.raises(Stale, match="its table has reported"):
            stand_ins.sit_in(night.row.pk, ann.pk, ann.players.get(), helper, **night.asks())
        assert night.touched() == set()


class TestTakePlace:
    @pytest.mark.parametrize(
        ("format_key", "here"), [("progressive", 9), ("rotation", 9), ("seat_movement", 9), ("swiss", 5)]
    )
    def test_who_sits_out_plays_instead(self, db: None, format_key: str, here: int) -> None:
        night = Night(format_key, here)
        [out], absent = night.out(), night.at(2)
        said = [one for one in ways_out(night.now, absent) if one.way is Way.TAKE_PLACE]
        assert [one.instead for one in said] == [out]
        assert f"Table 2 plays with {out.name} in the place of {absent.name}. Nothing else changes." in said[0].sentence
        stand_ins.take_place(night.row.pk, absent.pk, out.pk, **night.asks())
        assert night.touched() == {2}
        assert night.out() == []
        assert (night.at(2), status(absent)) == (out, Status.DROPPED)
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    def test_a_late_comer_does_too_and_is_ticked_by_it(self, db: None) -> None:
        night = Night("progressive", 8)
        late, absent = night.come(), night.at(1)
        Entry.objects.filter(pk=late.pk).update(status=Status.REGISTERED)
        stand_ins.take_place(night.row.pk, absent.pk, late.pk, **night.asks())
        assert (night.touched(), status(late)) == ({1}, Status.CHECKED_IN)
        assert violations() == []

    def test_in_the_second_round_the_movement_is_no_obstacle(self, db: None) -> None:
        night = Night("progressive", 8, config={"colours": "high_low"})
        night.finish()
        publish(night.event, night.olga, 2)
        night.before = night.tables()
        late, absent = night.come(), night.at(1)
        stand_ins.take_place(night.row.pk, absent.pk, late.pk, **night.asks())
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

    def test_nobody_gets_into_a_knock_out(self, db: None) -> None:
        night = Night("elimination", 4)
        night.come("Late", "Later")
        assert list(ways_out(night.now, night.at(1))) == []

    def test_what_is_not_possible_any_more_is_said(self, db: None) -> None:
        night = Night("progressive", 8)
        with pytest.raises(Stale, match="not possible any more"):
            stand_ins.take_place(night.row.pk, night.at(1).pk, night.at(2).pk, **night.asks())


class TestJoin:
    def test_a_house_player_makes_room(self, db: None) -> None:
        night = Night("progressive", 7, config={"short_table": "house_player"})
        late = night.come()
        change = only(ways_in(night.now, late), Way.JOIN)
        assert "plays with Late for a house player. Nothing else changes." in change.sentence
        stand_ins.join_round(night.row.pk, late.pk, change.table, **night.asks())
        assert night.touched() == {change.table}
        assert not Seat.objects.filter(house__isnull=False).exists()
        night.finish()
        assert violations() == []

    def test_a_table_of_three_becomes_one_of_four(self, db: None) -> None:
        night = Night("progressive", 7, config={"short_table": "three_handed"})
        late = night.come()
        change = only(ways_in(night.now, late), Way.JOIN)
        stand_ins.join_round(night.row.pk, late.pk, change.table, **night.asks())
        assert night.touched() == {2}
        assert sorted(Match.objects.get(round=night.row, table=2).seats.values_list("side", flat=True)) == [0, 0, 1, 1]
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    @pytest.mark.parametrize(
        ("format_key", "here"),
        [("progressive", 7), ("rotation", 7), ("seat_movement", 11), ("grand_prix", 5), ("round_robin", 5),
         ("swiss", 5), ("duplicate", 5)],
    )  # fmt: skip
    def test_those_who_sit_out_and_the_late_comer_make_up_a_table(self, db: None, format_key: str, here: int) -> None:
        night = Night(format_key, here)
        late = night.come("Late", "Later") if night.is_pairs else night.come()
        change = only(ways_in(night.now, late), Way.JOIN)
        new = here // 2 + 1 if night.is_pairs else here // 4 + 1
        assert f"Table {new} is opened" in change.sentence
        stand_ins.join_round(night.row.pk, late.pk, new, **night.asks())
        assert (night.touched(), night.out()) == ({new}, [])
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    @pytest.mark.parametrize("here", [8, 9, 10])
    def test_else_only_the_next_round_is_left(self, db: None, here: int) -> None:
        night = Night("progressive", here)
        assert list(ways_in(night.now, night.come())) == []

    def test_the_place_of_somebody_marked_as_gone_is_offered(self, db: None) -> None:
        night = Night("progressive", 8)
        absent = night.at(2, 3)
        entries.drop_out(absent.pk, by=by(night.olga))
        change = only(ways_in(night.now, night.come()), Way.TAKE_PLACE)
        assert (change.entry, change.table) == (absent, 2)

    def test_who_has_a_table_already_is_not_asked(self, db: None) -> None:
        night = Night("progressive", 7)
        assert list(ways_in(night.now, night.at(1))) == []


class TestShort:
    @pytest.mark.parametrize("format_key", ["progressive", "rotation", "seat_movement"])
    def test_a_table_is_not_played_and_the_others_sit_out(self, db: None, format_key: str) -> None:
        night = Night(format_key, 12)
        absent = night.at(2)
        change = only(ways_out(night.now, absent), Way.NOT_PLAYED)
        assert "Table 2 is not played" in change.sentence
        assert "sit out for 7 points. Nothing else changes." in change.sentence
        stand_ins.play_short(night.row.pk, absent.pk, Way.NOT_PLAYED, **night.asks())
        assert night.touched() == {2}
        assert [bye.points for bye in night.row.byes.all()] == [7, 7, 7]
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    def test_not_when_others_sit_out_who_can_play(self, db: None) -> None:
        night = Night("progressive", 9)
        assert {change.way for change in ways_out(night.now, night.at(1))} == {Way.TAKE_PLACE}

    def test_where_threes_are_played_the_rest_plays_on(self, db: None) -> None:
        night = Night("progressive", 8, config={"short_table": "three_handed"})
        absent = night.at(1)
        stand_ins.play_short(night.row.pk, absent.pk, Way.THREE, **night.asks())
        assert night.touched() == {1}
        assert list(Match.objects.get(round=night.row, table=1).seats.values_list("side", flat=True)) == [0, 1, 2]
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    @pytest.mark.parametrize(("format_key", "halves"), [("swiss", 1), ("grand_prix", 0), ("round_robin", 0)])
    def test_an_opponent_of_an_absent_pair_can_have_a_bye(self, db: None, format_key: str, halves: int) -> None:
        night = Night(format_key, 4)
        absent, other = night.at(2), night.at(2, 1)
        stand_ins.play_short(night.row.pk, absent.pk, Way.NOT_PLAYED, **night.asks())
        assert (night.touched(), night.out()) == ({2}, [other])
        assert night.row.byes.get().halves == halves
        settle_unsettled()
        assert violations() == []


class TestNoShow:
    @pytest.mark.parametrize(
        ("format_key", "here", "score"),
        [
            ("progressive", 8, (0, 8)),
            ("round_robin", 4, (0, 10)),
            ("elimination", 4, (0, 10)),
            ("duplicate", 4, (0, 4)),
        ],
    )
    def test_its_side_forfeits(self, db: None, format_key: str, here: int, score: tuple[int, int]) -> None:
        night = Night(format_key, here)
        absent = night.at(1)
        stand_ins.no_show(night.row.pk, absent.pk, **night.asks())
        said = Match.objects.select_related("standing").get(round=night.row, table=1).standing
        assert said
        assert (said.reported.points, said.reported.forfeited) == (score, (0,))
        assert (night.touched(), status(absent)) == (set(), Status.DROPPED)
        settle_unsettled()
        assert violations() == []

    def test_a_table_with_a_score_keeps_it(self, db: None) -> None:
        night = Night("progressive", 8)
        results.record_result(night.now.matches[1].pk, slip(10, 6), by=on_grid(night.olga))
        with pytest.raises(Stale, match="counts as 10–6"):
            stand_ins.no_show(night.row.pk, night.at(1).pk, **night.asks())
        assert status(night.at(1)) == Status.CHECKED_IN


def sit(night: Night, **asked: Any) -> object:
    ann, out = night.at(1), night.out()[0]
    return stand_ins.sit_in(night.row.pk, ann.pk, ann.players.get(), out.players.get(), **asked)


def take(night: Night, **asked: Any) -> object:
    return stand_ins.take_place(night.row.pk, night.at(1).pk, night.out()[0].pk, **asked)


def show(night: Night, **asked: Any) -> object:
    return stand_ins.no_show(night.row.pk, night.at(1).pk, **asked)


VERBS = (sit, take, show)


@pytest.mark.parametrize("verb", VERBS)
class TestEveryVerb:
    def test_is_for_organizers(self, db: None, verb: Callable[..., object]) -> None:
        night, sam = Night("progressive", 9), make_user("Sam")
        with pytest.raises(NotAllowed):
            verb(night, by=by(sam), seen=night.row.revision)
        assert night.touched() == set()

    def test_says_when_the_round_has_changed(self, db: None, verb: Callable[..., object]) -> None:
        night = Night("progressive", 9)
        with pytest.raises(Stale):
            verb(night, **night.asks(seen=night.row.revision - 1))
        rounds.unpublish_round(night.row.pk, by=by(night.olga), seen=night.row.revision)
        with pytest.raises(Stale):
            verb(night, **night.asks())

    def test_is_journalled_in_words(self, db: None, verb: Callable[..., object]) -> None:
        night = Night("progressive", 9)
        verb(night, **night.asks())
        [said] = JournalEntry.objects.filter(event=night.event, verb__in=["sit_in", "take_place", "no_show"])
        assert "{" not in sentence(said)
        assert "round 1" in sentence(said)


@pytest.mark.parametrize("verb", VERBS)
def test_the_same_form_twice_changes_once(db: None, verb: Callable[..., object]) -> None:
    night, key = Night("progressive", 9), uuid4()
    asked = {"round_id": night.row.pk, "seen": night.row.revision, "by": by(night.olga, key=key)}
    ann, out = night.at(1), night.out()[0]
    call: dict[Any, Callable[[], object]] = {
        sit: lambda: stand_ins.sit_in(entry_id=ann.pk, leaving=people(ann), coming=people(out), **asked),
        take: lambda: stand_ins.take_place(absent_id=ann.pk, coming_id=out.pk, **asked),
        show: lambda: stand_ins.no_show(entry_id=ann.pk, **asked),
    }
    call[verb]()
    after = night.tables(), JournalEntry.objects.count()
    call[verb]()
    assert (night.tables(), JournalEntry.objects.count()) == after


def people(entry: Entry) -> Player:
    return Entry.objects.get(pk=entry.pk).lineup.get(is_active=True).player


def test_a_stranger_to_the_club_does_not_sit_in(db: None) -> None:
    night, sam = Night("progressive", 8), make_user("Sam")
    ann = night.at(1)
    with pytest.raises(RuleError, match="known to the club"):
        stand_ins.sit_in(night.row.pk, ann.pk, people(ann), sam.player, **night.asks())
    assert not Membership.objects.filter(player=sam.player).exists()
