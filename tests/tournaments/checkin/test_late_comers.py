"""A player comes during a round: one table is changed for them, or only the next round is left."""

import pytest

from tests.cast import context_of, publish
from tests.tournaments.checkin.stand_in_nights import Night, only
from tournaments.checkin import entries, substitutes
from tournaments.checkin.seat_changes import Way, ways_in
from tournaments.integrity.verify import violations
from tournaments.rounds.models import Match, Seat


class TestJoin:
    @pytest.mark.slow
    def test_a_house_player_makes_room(self, db: None) -> None:
        night = Night("progressive", 7, config={"short_table": "house_player"})
        late = night.come()
        change = only(ways_in(night.now, late), Way.JOIN)
        assert "Late replaces a house player at table" in change.sentence
        substitutes.join_round(night.row.pk, late.pk, change.table, **night.asks())
        assert night.touched() == {change.table}
        assert not Seat.objects.filter(house__isnull=False).exists()
        night.finish()
        assert violations() == []

    @pytest.mark.slow
    def test_a_table_of_three_becomes_one_of_four(self, db: None) -> None:
        night = Night("progressive", 7, config={"short_table": "three_handed"})
        late = night.come()
        change = only(ways_in(night.now, late), Way.JOIN)
        substitutes.join_round(night.row.pk, late.pk, change.table, **night.asks())
        assert night.touched() == {2}
        assert sorted(Match.objects.get(round=night.row, table=2).seats.values_list("side", flat=True)) == [0, 0, 1, 1]
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("format_key", "here"),
        [
            ("progressive", 7),
            ("rotation", 7),
            ("seat_movement", 11),
            ("grand_prix", 5),
            ("round_robin", 5),
            ("swiss", 5),
            ("duplicate", 5),
        ],
    )
    def test_those_who_sit_out_and_the_late_comer_make_up_a_table(self, db: None, format_key: str, here: int) -> None:
        night = Night(format_key, here)
        late = night.come("Late", "Later") if night.is_pairs else night.come()
        change = only(ways_in(night.now, late), Way.JOIN)
        new = here // 2 + 1 if night.is_pairs else here // 4 + 1
        assert f"Table {new} opens" in change.sentence
        substitutes.join_round(night.row.pk, late.pk, new, **night.asks())
        assert (night.touched(), night.out()) == ({new}, [])
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    @pytest.mark.parametrize("here", [8, 9, 10])
    def test_else_only_the_next_round_is_left(self, db: None, here: int) -> None:
        night = Night("progressive", here)
        assert list(ways_in(night.now, night.come())) == []

    def test_the_place_of_a_player_marked_as_gone_is_offered(self, db: None) -> None:
        night = Night("progressive", 8)
        absent = night.at(2, 3)
        entries.drop_out(absent.pk, context=context_of(night.olga))
        change = only(ways_in(night.now, night.come()), Way.TAKE_PLACE)
        assert (change.entry, change.table) == (absent, 2)

    @pytest.mark.slow
    def test_who_has_a_table_already_is_not_asked(self, db: None) -> None:
        night = Night("progressive", 7)
        assert list(ways_in(night.now, night.at(1))) == []
