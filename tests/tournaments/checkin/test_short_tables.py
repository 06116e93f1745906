"""A player is missing during a round, and no one comes instead: a table is short, not played, or forfeited."""

import pytest
from django.utils import translation

from tests.cast import on_grid, publish, slip
from tests.tournaments.checkin.stand_in_nights import Night, Status, only, status
from tournaments.checkin import substitutes
from tournaments.checkin.seat_changes import Way, ways_out
from tournaments.entry_names import names_of
from tournaments.errors import Conflict
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match


class TestShort:
    @pytest.mark.slow
    @pytest.mark.parametrize("format_key", ["progressive", "rotation", "seat_movement"])
    def test_a_table_is_not_played_and_the_others_sit_out(self, db: None, format_key: str) -> None:
        night = Night(format_key, 12)
        absent = night.at(2)
        change = only(ways_out(night.now, absent), Way.NOT_PLAYED)
        assert "Table 2 won’t play: " in change.sentence
        assert "sit out and get 7 points. The rest stays the same." in change.sentence
        substitutes.play_short(night.row.pk, absent.pk, Way.NOT_PLAYED, **night.asks())
        assert night.touched() == {2}
        assert [bye.points for bye in night.row.byes.all()] == [7, 7, 7]
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    @pytest.mark.slow
    def test_in_whatever_language_it_is_done_what_is_stored_is_english(self, db: None) -> None:
        night = Night("rotation", 12)
        absent = night.at(2)
        with translation.override("fr"):
            substitutes.play_short(night.row.pk, absent.pk, Way.NOT_PLAYED, **night.asks())
        reason = night.row.reasons[-1]
        assert str(reason).startswith(f"Table 2 isn’t playing: No. {absent.number} was a no-show, so No. ")
        assert set(night.row.byes.values_list("reason", flat=True)) == {reason}
        with translation.override("fr"):
            said = reason.render(names_of(night.event))
        assert said.startswith(f"La table 2 ne joue pas\u00a0: {absent.name} manquait, repos pour Player ")

    def test_not_when_others_sit_out_who_can_play(self, db: None) -> None:
        night = Night("progressive", 9)
        assert {change.way for change in ways_out(night.now, night.at(1))} == {Way.TAKE_PLACE}

    @pytest.mark.slow
    def test_where_threes_are_played_the_rest_plays_on(self, db: None) -> None:
        night = Night("progressive", 8, config={"short_table": "three_handed"})
        absent = night.at(1)
        substitutes.play_short(night.row.pk, absent.pk, Way.THREE, **night.asks())
        assert night.touched() == {1}
        assert list(Match.objects.get(round=night.row, table=1).seats.values_list("side", flat=True)) == [0, 1, 2]
        night.finish()
        publish(night.event, night.olga, 2)
        assert violations() == []

    @pytest.mark.parametrize(("format_key", "halves"), [("swiss", 1), ("grand_prix", 0), ("round_robin", 0)])
    def test_an_opponent_of_an_absent_pair_can_have_a_bye(self, db: None, format_key: str, halves: int) -> None:
        night = Night(format_key, 4)
        absent, other = night.at(2), night.at(2, 1)
        substitutes.play_short(night.row.pk, absent.pk, Way.NOT_PLAYED, **night.asks())
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
        substitutes.no_show(night.row.pk, absent.pk, **night.asks())
        said = Match.objects.select_related("standing").get(round=night.row, table=1).standing
        assert said
        assert (said.reported.points, said.reported.forfeited) == (score, (0,))
        assert (night.touched(), status(absent)) == (set(), Status.DROPPED)
        settle_unsettled()
        assert violations() == []

    def test_a_table_with_a_score_keeps_it(self, db: None) -> None:
        night = Night("progressive", 8)
        results.record_result(night.now.matches[1].pk, slip(10, 6), context=on_grid(night.olga))
        with pytest.raises(Conflict, match="the result is 10–6"):
            substitutes.no_show(night.row.pk, night.at(1).pk, **night.asks())
        assert status(night.at(1)) == Status.CHECKED_IN
