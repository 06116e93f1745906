"""Every important rule is also a constraint: the database itself refuses the row, whoever writes it."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games.models import ChipAccount, ChipEntry, Game, Invitation, Player, RulePreset, TableGuest, User
from games.models import Table as Online
from games.tables.chips import take_stakes
from games.tables.opening import play_bots
from tests.cast import Table, by, make_event, on_grid, on_phone, slip
from tests.company_constraints import PLANTED as OF_COMPANY
from tests.honour_constraints import PLANTED as OF_HONOURS
from tests.imports_scene import PLANTED as OF_IMPORTS
from tests.jackpot_staging import won_jackpot
from tests.league_constraints import PLANTED as OF_LEAGUES
from tests.people_constraints import PLANTED as OF_PEOPLE
from tests.program_constraints import PLANTED as OF_PROGRAMS
from tests.registration_constraints import HALVES
from tests.registration_constraints import PLANTED as OF_REGISTRATIONS
from tests.tournaments.online import Evening
from tests.tournaments.services.jackpots.plants import JACKPOT_ROWS, again
from tests.webhook_constraints import PLANTED as OF_WEBHOOKS
from tests.webhook_constraints import attempt, webhook
from tournaments.models import (
    Bye,
    Club,
    Entry,
    EntryPlayer,
    Event,
    JournalEntry,
    Match,
    MatchTable,
    Membership,
    NamedWinner,
    Notice,
    Pass,
    Payout,
    PotEntry,
    PrizeChange,
    PrizeOffer,
    ResultEntry,
    Round,
    Seat,
    Stage,
    StageEntry,
    Standing,
    TieDecision,
    Venue,
    Wish,
)
from tournaments.services import entries, results
from tournaments.services.notices import give_notice

Plant = Callable[[Table], object]


@pytest.fixture
def table(table: Table) -> Table:
    """With one result, a fee taken and a second stage's worth of rows to point at."""
    Event.objects.update(fee=500)
    entries.take_fee(table.event.entries.get(number=1).pk, by=by(table.olga))
    results.record_result(table.match.pk, slip(10, 6), by=on_grid(table.olga))
    won_jackpot(table.event, table.olga)
    return table


def entry(table: Table, number: int = 1) -> Entry:
    return Entry.objects.get(event=table.event, number=number)


def seat(table: Table, position: int) -> Seat:
    return table.match.seats.get(position=position)


def result(table: Table) -> ResultEntry:
    return table.match.results.get()


def pot() -> PotEntry:
    return PotEntry.objects.get()


def some_journal() -> JournalEntry:
    return JournalEntry.objects.all()[0]


def tie_decision(table: Table) -> TieDecision:
    return TieDecision.objects.create(event=table.event, about="1,2", turn=1, method="lot", journal=some_journal())


def prize_change(table: Table) -> PrizeChange:
    return PrizeChange.objects.create(
        event=table.event, kind="void", match=table.match, seen=1, reason="x", proposed=some_journal()
    )


def payout(table: Table, **more: object) -> Payout:
    about = {"event": table.event, "entry": entry(table), "player": table.pam, "chair": 1, "prize": "places"}
    return Payout.objects.create(**about, cents=5, reason="1st place", **more)


def member(table: Table) -> Membership:
    return Membership.objects.get(player=table.olga.player)


def notice(table: Table) -> Notice:
    return give_notice(table.event.pk, table.quinn, Notice.Kind.LEAVING, by=on_phone(table.quinn))


def give_pass(table: Table) -> object:
    first = Pass(event=table.event, player=table.quinn, token_hash="0" * 64, expires_at=timezone.now())
    first.save()
    return again(first, token_hash="1" * 64)


def number_twice(table: Table) -> object:
    Membership.objects.filter(player=table.olga.player).update(number="7")
    return Membership.objects.filter(player=table.pam).update(number="7")


def online() -> Game:
    """A game against bots, just begun."""
    return play_bots(Player.objects.create(name="Gus")).games.get()


def stake() -> ChipEntry:
    """What a bot has put in, with the bank's chips."""
    row = ChipEntry.objects.filter(kind="stake", seat=3).first()
    if row is None:
        Online.objects.filter(pk=online().table_id).update(options={"buy_in": "30"})
        game = Game.objects.latest("pk")
        take_stakes(game.table, game)
        row = ChipEntry.objects.get(kind="stake", seat=3)
    return row


def grant() -> ChipEntry:
    stake()
    return ChipEntry.objects.get(kind="grant")


def guest_twice(table: Table) -> object:
    at = online().table
    link = Invitation.objects.create(table=at, token_hash="0" * 64, expires_at=timezone.now())
    return again(TableGuest.objects.create(table=at, player=table.pam, invitation=link))


def match_online() -> MatchTable:
    return Evening(club=Club.objects.get()).link


def two_venues(table: Table) -> object:
    return again(Venue.objects.create(club=table.event.club, name="Hall"))


def bye_twice(table: Table) -> object:
    return again(Bye.objects.create(round=table.round, entry=entry(table), reason="x"))


def place(table: Table) -> StageEntry:
    return StageEntry.objects.create(stage=table.stage, entry=entry(table), seed=1)


def wish(table: Table) -> Wish:
    return Wish.objects.create(event=table.event, kind="apart", one=entry(table), other=entry(table, 2))


def enter_twice(table: Table) -> object:
    other = Entry.objects.create(event=table.event, number=99)
    return again(entry(table).lineup.get(), entry=other)


def chair_twice(table: Table) -> object:
    return again(entry(table).lineup.get(), player=table.sam.player)


# constraint → a row that breaks it
PLANTED: dict[str, Plant] = {
    **JACKPOT_ROWS,
    "one_user_per_email": lambda t: again(User.objects.get(email="olga@example.org"), email="OLGA@example.org"),
    "player_has_a_name": lambda t: Player.objects.bulk_create([Player(name="")]),
    "club_rating_margin_possible": lambda t: Club.objects.update(rating_margin=11),
    "club_colour_known": lambda t: Club.objects.update(colour="plaid"),
    "rule_preset_has_a_name": lambda t: RulePreset.objects.create(name="", rules={}),
    "erased_players_are_numbers": lambda t: Player.objects.filter(pk=t.ann.pk).update(erased_at=timezone.now()),
    "table_has_a_name": lambda t: Online.objects.filter(pk=online().table_id).update(name=""),
    "table_visibility_known": lambda t: Online.objects.filter(pk=online().table_id).update(visibility="secret"),
    "game_ends_or_is_broken_off": lambda t: Game.objects.filter(pk=online().pk).update(
        ended_at=timezone.now(), broken_off_at=timezone.now()
    ),
    "one_invited_guest_per_player_and_table": guest_twice,
    "one_chip_bank": lambda t: again(ChipAccount.objects.get(pk=stake().debit_id)),
    "chip_account_belongs_to_somebody": lambda t: ChipAccount.objects.filter(pk=stake().debit_id).update(player=t.pam),
    "chips_are_never_owed": lambda t: ChipAccount.objects.filter(pk=stake().credit_id).update(balance=-1),
    "chip_entry_moves_chips": lambda t: again(stake(), player=t.pam, amount=0),
    "chip_entry_between_two_accounts": lambda t: ChipEntry.objects.filter(pk=stake().pk).update(debit=F("credit")),
    "chip_entry_says_what_for": lambda t: again(stake(), player=t.pam, kind="grant"),
    "chips_granted_once": lambda t: again(grant()),
    "chips_refilled_once_a_day": lambda t: [again(grant(), kind="refill", day="2026-01-01") for _ in range(2)],
    "one_stake_per_player_and_game": lambda t: again(stake()),
    "one_payout_per_player_and_game": lambda t: [again(stake(), kind=kind) for kind in ("prize", "back")],
    "one_player_per_seat": lambda t: again(online().table.seats.all()[0], player=t.pam),
    "one_seat_per_player_and_table": lambda t: again(online().table.seats.all()[0], number=9),
    "one_game_per_number_and_table": lambda t: again(online(), ended_at=timezone.now()),
    "one_running_game_per_table": lambda t: again(online(), number=2),
    "one_player_per_seat_and_hand": lambda t: again(online().players.all()[0]),
    "one_hand_per_number_and_game": lambda t: again(online().hands.get(), ended_at=timezone.now()),
    "one_running_hand_per_game": lambda t: again(online().hands.get(), number=2),
    "one_table_entry_per_version": lambda t: again(online().table.journal.all()[0]),
    "venue_name_once_per_club": two_venues,
    "one_membership_per_player": lambda t: again(member(t)),
    "club_number_once_per_club": number_twice,
    "membership_role_known": lambda t: Membership.objects.update(role="king"),
    "entry_number_once_per_event": lambda t: again(entry(t)),
    "entry_number_from_one": lambda t: again(entry(t), number=0),
    "player_enters_event_once": enter_twice,
    "one_player_per_chair_of_entry": chair_twice,
    "one_pass_per_player_and_event": give_pass,
    "event_where_known": lambda t: Event.objects.update(where="moon"),
    "one_open_table_per_match": lambda t: again(match_online(), table=online().table),
    "table_with_result_has_ended": lambda t: MatchTable.objects.filter(pk=match_online().pk).update(result=result(t)),
    "one_stage_per_number": lambda t: again(t.stage),
    "stage_format_known": lambda t: again(t.stage, number=2, format="bingo"),
    "one_round_per_number": lambda t: again(t.round, status="closed"),
    "one_round_open_at_a_time": lambda t: again(t.round, number=2),
    "round_number_from_one": lambda t: again(t.round, number=0, status="closed"),
    "one_match_per_table_and_round": lambda t: again(t.round.matches.get(table=2)),
    "match_stands_on_one_result": lambda t: Match.objects.filter(pk=t.match.pk).update(state="void"),
    "one_seat_per_position": lambda t: again(seat(t, 0), player=t.sam.player),
    "one_seat_per_player_and_round": lambda t: again(seat(t, 0), position=9),
    "seat_is_an_entrys_or_the_houses": lambda t: again(seat(t, 0), position=9, player=t.sam.player, house=0),
    "one_bye_per_entry_and_round": bye_twice,
    "one_result_entry_per_version": lambda t: again(result(t)),
    "result_version_from_one": lambda t: again(result(t), version=0),
    "reopening_takes_back_an_entry": lambda t: ResultEntry.objects.filter(pk=result(t).pk).update(kind="reopen"),
    "correction_has_a_reason": lambda t: again(result(t), version=2, kind="correction"),
    "one_standing_per_entry": lambda t: again(Standing.objects.all()[0]),
    "journal_number_once_per_event": lambda t: again(t.event.journal.all()[0]),
    "journal_entry_has_an_actor": lambda t: again(
        t.event.journal.all()[0], number=99, user=None, player=None, is_system=False
    ),
    "pot_entry_moves_money": lambda t: again(pot(), memo="x", turn=2, cents=0),
    "pot_entry_between_two_accounts": lambda t: again(pot(), memo="x", turn=2, debit="pot", credit="pot"),
    "entry_fee_paid_once": lambda t: again(pot()),
    "pot_entry_kind_known": lambda t: again(pot(), turn=2, kind="tip"),
    "basket_has_a_name": lambda t: again(pot(), kind="basket"),
    "house_share_at_most_all": lambda t: PrizeOffer.objects.create(event=t.event, plan={}, house_percent=10_001),
    "one_tie_decision_per_turn": lambda t: again(tie_decision(t)),
    "second_thought_has_a_reason": lambda t: again(tie_decision(t), turn=2),
    "one_named_winner_per_turn": lambda t: again(
        NamedWinner.objects.create(event=t.event, prize="hat", turn=1, journal=some_journal())
    ),
    "one_prize_change_waits_at_a_time": lambda t: again(prize_change(t)),
    "prize_change_has_a_reason": lambda t: PrizeChange.objects.filter(pk=prize_change(t).pk).update(reason=""),
    "prize_change_is_answered_by_somebody": lambda t: PrizeChange.objects.filter(pk=prize_change(t).pk).update(
        answer="agreed"
    ),
    "one_payout_per_prize": lambda t: again(payout(t)),
    "one_adjustment_per_change": lambda t: again(payout(t, change=prize_change(t))),
    "payout_pays_something": lambda t: Payout.objects.filter(pk=payout(t).pk).update(cents=-1),
    "one_place_per_entry_and_stage": lambda t: again(place(t), seed=2),
    "one_entry_per_seed_and_stage": lambda t: again(place(t), entry=t.event.entries.last()),
    "one_wish_per_two_entries": lambda t: again(wish(t)),
    "wish_names_the_older_entry_first": lambda t: again(wish(t), one=t.event.entries.last()),
    "one_open_notice_per_player": lambda t: again(notice(t)),
    "notice_kind_and_status_known": lambda t: again(notice(t), status="agreed", kind="bored"),
    **OF_COMPANY,
    **OF_PROGRAMS,
    **OF_HONOURS,
    **OF_IMPORTS,
    **OF_LEAGUES,
    **OF_PEOPLE,
    **OF_REGISTRATIONS,
    **OF_WEBHOOKS,
}


def test_every_constraint_has_a_row_that_breaks_it() -> None:
    models = [*apps.get_app_config("games").get_models(), *apps.get_app_config("tournaments").get_models()]
    assert set(PLANTED) == {constraint.name for model in models for constraint in model._meta.constraints}


@pytest.mark.parametrize("name", PLANTED)
def test_refuses_the_row(table: Table, name: str) -> None:
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        PLANTED[name](table)
    said = str(refusal.value)
    assert name in said or said.startswith("UNIQUE constraint failed"), "SQLite names the columns of a unique key"


@pytest.mark.parametrize(
    "plant",
    [
        pytest.param(lambda t: again(seat(t, 0), position=9, player=None, entry=None), id="nobody's chair"),
        pytest.param(lambda t: again(seat(t, 0), position=9, player=None), id="an entry's chair without a player"),
        pytest.param(lambda t: again(result(t), version=2, kind="void"), id="void without a reason"),
        pytest.param(lambda t: Match.objects.filter(pk=t.match.pk).update(standing=None), id="counts without a result"),
        pytest.param(
            lambda t: Match.objects.filter(table=2).update(standing=t.match.standing), id="two matches, one result"
        ),
        pytest.param(attempt, id="an attempt without any outcome"),
        pytest.param(lambda t: webhook(t, removed_at=timezone.now()), id="removed, and its secret still there"),
        pytest.param(
            lambda t: webhook(t, removed_at=timezone.now(), secret=""), id="removed, and something is sent there"
        ),
        *HALVES,
    ],
)
def test_refuses_the_other_half_of_a_rule_too(table: Table, plant: Plant) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        plant(table)


def test_what_is_like_a_violation_but_none_is_taken(table: Table) -> None:
    event = make_event(table.event.club, table.olga, name="Friday")
    again(entry(table), event=event)
    again(entry(table).lineup.get(), event=event, entry=Entry.objects.get(event=event))
    again(entry(table).lineup.get(), player=table.sam.player, is_active=False)
    again(seat(table, 0), position=9, entry=None, player=None, house=0)
    again(pot(), kind="basket", basket="fines", memo="another thing")
    again(table.round, stage=event.stages.get())
    Membership.objects.update(number="")
    assert EntryPlayer.objects.filter(event=event).count() == 1
    assert Round.objects.filter(number=1).count() == 2
    assert Stage.objects.filter(number=1).count() == 2
