"""Every check of `verify` finds what it is for: each has planted violations, written behind the verbs' back."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import ChipAccount, ChipEntry, Game, Player
from games.models import Table as OnlineTable
from games.tables.chips import take_stakes
from games.tables.opening import play_bots
from tests.cast import Table, by, make_event, make_user, on_grid, on_phone, publish, slip
from tests.imports_scene import tampered, without_a_player
from tests.jackpot_staging import won_jackpot
from tests.league_constraints import again, fixture, member, other
from tests.people_constraints import VIOLATIONS as PEOPLE_VIOLATIONS
from tests.prize_staging import PrizeNight, shares
from tests.registration_constraints import VIOLATIONS as REGISTRATION_VIOLATIONS
from tests.staging import play_out
from tests.tournaments.online import Evening
from tests.tournaments.services.jackpots.plants import JACKPOT_VIOLATIONS
from tournaments.models import (
    Award,
    Bye,
    CountedGame,
    DayCard,
    Due,
    Entry,
    Event,
    Fixture,
    FixtureScore,
    JournalEntry,
    Match,
    Membership,
    Outing,
    Pass,
    Payout,
    PlayerRating,
    PotEntry,
    PrizeChange,
    RatingChange,
    ResultEntry,
    Round,
    Seat,
    SeriesLine,
    ShownPrizes,
    Source,
    SpanTotals,
    Stage,
    StageEntry,
    Standing,
)
from tournaments.services import entries, passes, prizes, results, rounds, second_person, verify
from tournaments.services.honours.queue import work_off_all
from tournaments.services.settle import settle_unsettled
from tournaments.services.settlement import digest_of
from tournaments.services.table_results import take_result
from tournaments.slips import slip_data

Plant = Callable[[Table], object]


@pytest.fixture
def table(table: Table) -> Table:
    """Round 1 is over, corrected once and settled; round 2 is published; a fee is paid and a link is out."""
    Event.objects.update(fee=500)
    entries.take_fee(table.event.entries.get(number=1).pk, by=by(table.olga))
    passes.issue_pass(table.event.pk, table.quinn, by=by(table.olga))
    results.record_result(table.match.pk, slip(10, 6), by=on_phone(table.pam))
    results.confirm_result(table.match.pk, by=on_phone(table.quinn), seen=1)
    results.record_result(table.round.matches.get(table=2).pk, slip(9, 7), by=on_grid(table.olga))
    results.correct_result(table.match.pk, slip(11, 6), reason="Misread", by=on_grid(table.olga), seen=2)
    rounds.close_round(table.round.pk, by=by(table.olga), seen=2)
    publish(table.event, table.olga, 2)
    paid_night(table)
    work_off_all()
    return table


def online() -> Game:
    """A game against bots, just begun."""
    return play_bots(Player.objects.create(name="Gus")).games.get()


def staked() -> QuerySet[ChipAccount]:
    """The pot of a game that is being played for chips."""
    game = online()
    OnlineTable.objects.filter(pk=game.table_id).update(options={"buy_in": "30"})
    take_stakes(OnlineTable.objects.get(pk=game.table_id), game)
    return ChipAccount.objects.filter(game=game)


def over(pot: QuerySet[ChipAccount]) -> None:
    Game.objects.filter(pot__in=pot).update(broken_off_at=timezone.now())


def paid_early(pot: QuerySet[ChipAccount]) -> int:
    return ChipEntry.objects.filter(game__pot__in=pot, kind="stake").latest("pk").pk


def move_balance(pot: QuerySet[ChipAccount], chips: int) -> None:
    """Chips change hands, and no entry says so."""
    pot.update(balance=F("balance") - chips)
    ChipAccount.objects.filter(player__name="Gus").update(balance=F("balance") + chips)


def stray(pot: QuerySet[ChipAccount]) -> None:
    """A bot's stake is booked to somebody's own account."""
    ChipEntry.objects.filter(pk=paid_early(pot)).update(credit=ChipAccount.objects.get(player__name="Gus"))
    move_balance(pot, 30)


def match_online() -> Evening:
    """An event online whose first round is published."""
    return Evening(club=Event.objects.all()[0].club)


def taken() -> Evening:
    """The same, its game played and taken."""
    evening = match_online()
    evening.play_out()
    take_result(evening.table.pk)
    return evening


def journal_entry(table: Table, verb: str, number: int) -> JournalEntry:
    return JournalEntry.objects.create(
        club=table.event.club, event=table.event, number=number, verb=verb, source=Source.PAGE, user=table.olga
    )


def swap_seats(table: Table) -> None:
    """Entries of round 2 change tables, as no movement would lead them; the players stay where they are."""
    one, other = (Seat.objects.get(round__number=2, match__table=number, position=0) for number in (1, 2))
    Seat.objects.filter(pk=one.pk).update(entry=other.entry)
    Seat.objects.filter(pk=other.pk).update(entry=one.entry)


def break_foreign_key(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
    Standing.objects.filter(pk=table.stage.standings.all()[0].pk).update(entry_id=4711)


def second_pot(table: Table) -> None:
    PotEntry.objects.create(
        event=table.event, kind="house", debit="pot", credit="club", cents=501, memo="house share",
        journal=journal_entry(table, "pay", table.event.journal.count() + 1),
    )  # fmt: skip
    Event.objects.update(version=table.event.journal.count())


def second_stage(table: Table, *seeds: int) -> Stage:
    """A later stage with the first entries at these seeds."""
    stage = Stage.objects.create(event=table.event, number=2, format="progressive", rules=table.stage.rules)
    for number, seed in enumerate(seeds, start=1):
        StageEntry.objects.create(stage=stage, entry=table.event.entries.get(number=number), seed=seed)
    return stage


def sit_out_in(stage: Stage) -> None:
    row = Round.objects.create(stage=stage, number=1)
    Bye.objects.create(round=row, entry=stage.event.entries.get(number=8), reason="x")


def wrong_reversal(table: Table) -> None:
    fee = PotEntry.objects.filter(event=table.event).get()
    PotEntry.objects.create(
        event=table.event, entry=fee.entry, kind="fee", debit="pot", credit="entries", cents=400, memo="x",
        reverses=fee, journal=fee.journal,
    )  # fmt: skip


def paid_night(table: Table) -> None:
    """Another event, over and paid: 1 was first, one payout is ticked, and then two officials made 2 first."""
    event = make_event(table.event.club, table.olga, "round_robin", name="Paid", fee=1000)
    scott = make_user("Scott")
    Membership.objects.create(club=event.club, player=scott.player, role="scorer")
    for number in range(1, 3):
        entry = entries.walk_in(event.pk, [f"A{number}", f"B{number}"], by=by(table.olga))
        entries.take_fee(entry.pk, by=by(table.olga))
    play_out(event.stages.get(), table.olga)
    night = PrizeNight(table.olga, scott, scott, event)
    night.promise(shares(60, 40))
    night.show()
    prizes.mark_paid(event.payouts.all()[0].pk, by=by(table.olga))
    second_person.agree_to_change(night.propose(1, 2).pk, by=by(scott))
    settle_unsettled()
    won_jackpot(event, table.olga)


def the_other_way_round(table: Table) -> None:
    match = Match.objects.select_related("standing").get(round__stage__event__name="Paid")
    assert match.standing
    points = match.standing.slip["points"]
    ResultEntry.objects.filter(pk=match.standing_id).update(slip=slip_data(slip(*reversed(points))))


def other_amount_shown(table: Table) -> None:
    settled_anew(lambda settled: settled["payouts"][0].update(cents=1))


def tie_shown(table: Table) -> None:
    def tie(settled: Any) -> None:
        settled["plan"]["tied"] = "decide"
        for one in settled["finishers"]:
            one["place"] = 1

    settled_anew(tie)


def settled_anew(change: Callable[[Any], object]) -> None:
    """What was shown, changed together with its digest."""
    shown = ShownPrizes.objects.get()
    change(shown.settled)
    shown.digest = digest_of(shown.settled)
    shown.save()


def forget_the_change(table: Table) -> None:
    PrizeChange.objects.update(answer="declined")
    Payout.objects.filter(change__isnull=False).delete()


def computed(rows: Any) -> Any:
    """The first row, once nothing is due any more."""
    work_off_all()
    return rows.filter(pk=rows.all()[0].pk)


def series_line_of_nobody(table: Table) -> None:
    SeriesLine.objects.create(season=fixture(table).season, player=table.pam, place=1, total="5")


def belong_twice(table: Table) -> None:
    row = member(table)
    again(row, squad=other(row.squad), since=row.since - datetime.timedelta(1), until=row.since + datetime.timedelta(1))


def now_minus(minutes: int) -> datetime.datetime:
    return timezone.now() - datetime.timedelta(minutes=minutes)


# Check → planted violations and the words by which each is known.
PLANTED: dict[str, list[tuple[Plant, str]]] = {
    "imported_games_are_as_entered": [
        (lambda t: tampered(t.event.club, t.olga), "not those that were entered"),
        (lambda t: without_a_player(t.event.club, t.olga), "four players"),
    ],
    "results_follow_their_entries": [
        (lambda t: ResultEntry.objects.filter(match=t.match, version=2).update(version=9), "versions are not 1 to 3"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(last_version=4), "versions are not 1 to 4"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(state="void", standing=None), "stored as void"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(standing=t.match.results.get(version=1)),
         "its entries say"),
    ],
    "reopenings_take_back_decisions": [
        (lambda t: ResultEntry.objects.filter(match=t.match, version=2).update(kind="reopen"), "was no decision"),
    ],
    "standing_scores_are_possible": [
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={"points": [40, 0]}),
         "at most 32"),
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={"points": [8, 8]}), "first"),
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={}), "cannot be read"),
    ],
    "standings_equal_a_rebuild": [
        (lambda t: Standing.objects.filter(place=1).update(points_over=99), "standings differ"),
        (lambda t: Standing.objects.filter(place=1).delete(), "standings differ"),
        (lambda t: Standing.objects.filter(place=1).update(because="A friend of mine."), "standings differ"),
    ],
    "rounds_are_complete": [
        (lambda t: Round.objects.filter(number=2).update(number=3), "rounds are numbered [1, 3]"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(state="waiting", standing=None), "without a decision"),
        (lambda t: Bye.objects.create(round=t.round, entry=t.event.entries.get(number=1), reason="x"), "two places"),
    ],
    "published_rounds_name_their_results": [
        (lambda t: Round.objects.filter(number=2).update(based_on=[4711]), "not of earlier rounds"),
        (lambda t: Round.objects.filter(number=1).update(based_on=[t.match.standing_id]), "not of earlier rounds"),
    ],
    "open_rounds_pass_the_audit": [(swap_seats, "the movement leads to")],
    "later_stages_keep_their_field": [
        (lambda t: second_stage(t, 1, 3), "the seeds are [1, 3]"),
        (lambda t: Round.objects.create(stage=second_stage(t), number=1), "nobody was named"),
        (lambda t: sit_out_in(second_stage(t, 1, 2)), "has a place in a round, but none in the stage"),
        (lambda t: Round.objects.filter(number=2).update(stage=second_stage(t, 1, 2)), "has a place in a round, but"),
    ],
    "journals_are_dense": [
        (lambda t: journal_entry(t, "check_in", 99), "journal numbers 1–99"),
        (lambda t: JournalEntry.objects.filter(number=5).delete(), "journal numbers"),
        (lambda t: Event.objects.update(version=99), "version 99"),
    ],
    "corrections_have_reasons": [
        (lambda t: JournalEntry.objects.filter(verb="correct_result").update(reason=""), "without a reason"),
    ],
    "money_balances": [(second_pot, "does not balance")],
    "taken_back_postings_mirror_theirs": [(wrong_reversal, "takes back something else")],
    "shown_prizes_stand": [
        (lambda t: ShownPrizes.objects.update(digest="0" * 64), "not those that were shown"),
        (lambda t: Payout.objects.filter(change__isnull=True).update(cents=1), "the payouts are not those"),
        (lambda t: PotEntry.objects.filter(kind="prize").update(cents=1), "not what was booked"),
        (lambda t: PotEntry.objects.filter(kind="fee").update(cents=2), "are not together what came in"),
        (other_amount_shown, "do not follow from the places"),
        (tie_shown, "with a tie about money"),
    ],
    "adjustments_explain_every_difference": [
        (the_other_way_round, "another amount"),
        (lambda t: PotEntry.objects.filter(kind="fee", event__name="Paid").delete(), "would not be what it was"),
        (lambda t: Payout.objects.filter(change__isnull=False).delete(), "another amount"),
    ],
    "nothing_is_paid_twice": [
        (lambda t: Payout.objects.update(paid=None), "otherwise than the journal says"),
        (lambda t: Payout.objects.filter(cents__lt=0).update(cents=-9999), "asked for more than it was paid"),
    ],
    "changes_have_two_people": [
        (lambda t: JournalEntry.objects.filter(verb="agree_to_change").update(user=t.olga), "one person alone"),
        (lambda t: PrizeChange.objects.update(answer="declined"), "was not agreed to"),
        (forget_the_change, "1 results changed after the prizes were shown, 0 were agreed to"),
    ],
    "no_plain_tokens": [
        (lambda t: Pass.objects.update(token_hash="Zb3-xY_17qkW5n0pLr8TgA"), "not stored as a hash"),
    ],
    "no_old_work": [
        (lambda t: Match.objects.filter(pk=t.match.pk).update(unsettled_since=now_minus(3)), "unsettled"),
        (lambda t: Due.objects.create(kind="awards", key="4711", since=now_minus(3)), "awards 4711: due since"),
    ],
    "honours_agree": [
        (lambda t: Award.objects.filter(player=t.pam).delete(), "is not awarded as the facts say"),
        (lambda t: computed(RatingChange.objects).update(before="25.0 8.0 1 -"), "ratings of pool"),
        (lambda t: computed(PlayerRating.objects).update(number=4711), "ratings of pool"),
        (lambda t: computed(DayCard.objects).update(wins=99), "cards of player"),
        (lambda t: computed(SpanTotals.objects).update(rate=2), "totals of player"),
    ],
    "games_online_add_up": [
        (lambda t: online().hands.update(seal="0" * 64), "seal does not fit"),
        (lambda t: online().hands.update(actions="play JH"), "does not replay"),
        (lambda t: online().hands.update(points=[4, 0]), "stored are [4, 0]"),
        (lambda t: Game.objects.filter(pk=online().pk).update(points=[9, 0]), "stored are [9, 0]"),
        (lambda t: Game.objects.filter(pk=online().pk).update(ended_at=now_minus(3)), "ended without being over"),
        (lambda t: online().table.journal.all()[0].delete(), "version 3 after 2 steps"),
        (lambda t: OnlineTable.objects.filter(pk=online().table_id).update(due_at=now_minus(3)), "has been due"),
    ],
    "facts_are_counted": [
        (lambda t: CountedGame.objects.all()[0].delete(), "not counted as it stands"),
        (lambda t: CountedGame.objects.update(variant="bid"), "not counted as it stands"),
        (lambda t: Outing.objects.all()[0].delete(), "does not have the outings"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(state="void", standing=None), "not counted as it"),
    ],
    "chips_add_up": [
        (lambda t: staked().update(balance=29), "All chips together come to"),
        (lambda t: move_balance(staked(), 5), "the ledger comes to"),
        (lambda t: over(staked()), "are still in its pot"),
        (lambda t: ChipEntry.objects.filter(pk=paid_early(staked())).update(kind="prize"), "before its end"),
        (lambda t: stray(staked()), "went elsewhere"),
    ],
    "match_tables_follow_their_matches": [
        (lambda t: OnlineTable.objects.filter(pk=match_online().table.pk).update(closed_at=now_minus(1)),
         "do not agree on whether it is open"),
        (lambda t: Round.objects.filter(pk=match_online().row.pk).update(status="draft"), "is not being played"),
        (lambda t: match_online().table.seats.filter(number=2).delete(), "others sit there than were drawn"),
        (lambda t: taken().table.games.update(points=[9, 0]), "is not what was played"),
        (lambda t: match_online().table.games.create(number=1, rules={}, first_dealer=0, points=[2, 0], winners=[0],
                                                     ended_at=now_minus(3)), "is no result yet"),
    ],
    **JACKPOT_VIOLATIONS,
    **PEOPLE_VIOLATIONS,
    **REGISTRATION_VIOLATIONS,
    "season_tables_equal_a_rebuild": [
        (lambda t: FixtureScore.objects.create(fixture=fixture(t), seen=1), "scores differ"),
        (series_line_of_nobody, "differ from"),
    ],
    "fixtures_follow_the_rules": [
        (lambda t: Fixture.objects.filter(pk=fixture(t).pk).update(state="played", event=t.event), "played with 1"),
    ],
    "squads_do_not_overlap": [(belong_twice, "belongs to two squads")],
    "database_is_whole": [(break_foreign_key, "damaged")],
}  # fmt: skip

CASES = [
    pytest.param(
        check, plant, words, id=f"{check}-{index}",
        marks=[pytest.mark.sqlite] if check == "database_is_whole" else [],
    )
    for check, plants in PLANTED.items() for index, (plant, words) in enumerate(plants)
]  # fmt: skip


def test_every_check_has_a_planted_violation() -> None:
    assert set(PLANTED) == {check.__name__ for check in verify.CHECKS}


def test_clean_data_have_no_violation(table: Table) -> None:
    assert verify.violations() == []


@pytest.mark.parametrize(("check", "plant", "words"), CASES)
def test_check_finds_its_violation(table: Table, check: str, plant: Plant, words: str) -> None:
    plant(table)
    found = list(next(one for one in verify.CHECKS if one.__name__ == check)())
    assert found
    assert words in found[0]
    restore_foreign_keys()


def restore_foreign_keys() -> None:
    """So that the test's own transaction can be rolled back without complaint."""
    if connection.vendor == "sqlite":
        known: Any = Entry.objects.values_list("pk", flat=True)
        Standing.objects.exclude(entry__in=list(known)).delete()


def test_work_that_waits_is_no_violation_for_two_minutes(table: Table) -> None:
    results.correct_result(table.match.pk, slip(12, 4), reason="Again", by=on_grid(table.olga), seen=3)
    assert verify.violations() == []
    Match.objects.filter(pk=table.match.pk).update(unsettled_since=now_minus(3))
    assert len(verify.violations()) == 1


def test_stages_are_checked_one_by_one(table: Table) -> None:
    Standing.objects.filter(place=1, stage__event=table.event).update(points_over=99)
    Stage.objects.create(event=table.event, number=2, format="progressive", rules=table.stage.rules)
    assert len(verify.violations()) == 1
