"""Who is told what of what happens at an event."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.notifications.models import Notification
from tests.cast import (
    Table,
    context_of,
    enter,
    make_club,
    make_event,
    make_user,
    on_grid,
    on_phone,
    publish,
    seat_table,
    slip,
)
from tests.kept import kept
from tests.tournaments.notifications.conftest import Read
from tests.tournaments.scenes.registration import known, member, register, taking
from tournaments.calls.commands import call_organizer
from tournaments.calls.models import Call
from tournaments.checkin import entries, notices
from tournaments.checkin.models import Notice
from tournaments.events.cancelling import cancel_event, restore_event
from tournaments.events.models import Event
from tournaments.notifications import tellers, telling
from tournaments.notifications.models import Untold
from tournaments.notifications.reminders import remind
from tournaments.notifications.telling import tell_due
from tournaments.registration.partners import answer_ask, ask_partner
from tournaments.registration.spots import sign_up, withdraw
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds

table = kept(seat_table)


def test_a_round_tells_each_player_their_table_and_partner(table: Table, read: Read) -> None:
    [(kind, title, words)] = read(table.pam)
    assert (kind, title) == ("round", "Round 1: table 1")
    assert words == "You play with Ann against Quinn and Bob."
    assert read(table.bob)[0][2] == "You play with Quinn against Pam and Ann."
    assert Notification.objects.filter(kind="round").count() == 8


def test_who_sits_out_is_told_so(table: Table, read: Read) -> None:
    event = make_event(table.event.club, table.olga, "progressive", name="Nine")
    people = enter(event, table.olga, [f"Nine {number}" for number in range(9)])
    publish(event, table.olga)
    titles = [read(person)[0][1] for person in people]
    assert titles.count("Round 1: you sit out") == 1
    assert len(titles) == 9


def test_a_round_that_was_unpublished_meanwhile_is_not_told(table: Table, read: Read) -> None:
    rounds.unpublish_round(table.round.pk, context=context_of(table.olga), expected_version=_fresh(table).revision)
    assert read(table.pam) == []


def test_a_round_published_again_is_told_again(table: Table, read: Read) -> None:
    assert len(read(table.pam)) == 1
    rounds.unpublish_round(table.round.pk, context=context_of(table.olga), expected_version=_fresh(table).revision)
    rounds.publish_round(table.round.pk, context=context_of(table.olga), expected_version=_fresh(table).revision)
    assert len(read(table.pam)) == 2


def test_the_other_side_is_asked_to_confirm_in_its_own_order(table: Table, read: Read) -> None:
    results.record_result(table.match.pk, slip(10, 7), context=on_phone(table.pam), expected_version=0)
    assert read(table.quinn)[1:] == [
        ("score_waits", "Confirm the score at table 1", "The other side reported 7–10, your points first.")
    ]
    assert read(table.pam)[1:] == read(table.ann)[1:] == []


def test_a_dispute_is_told_to_the_others_and_to_organizers(table: Table, read: Read) -> None:
    results.record_result(table.match.pk, slip(10, 7), context=on_phone(table.pam), expected_version=0)
    read(table.pam)
    results.dispute_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    assert read(table.pam)[-1][1] == "The score at table 1 is disputed"
    assert read(table.bob)[-1][1] == "The score at table 1 is disputed"
    assert [kind for kind, *_ in read(table.quinn)] == ["round", "score_waits"]
    assert read(table.olga.player)[-1][:2] == ("score_disputed", "The score at table 1 is disputed")


def disputed(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 7), context=on_phone(table.pam), expected_version=0)
    results.record_result(table.match.pk, slip(9, 8), context=on_phone(table.quinn), expected_version=0)
    assert table.match.state == "disputed"


def test_a_decision_is_told_to_all_who_waited_for_it(table: Table, read: Read) -> None:
    disputed(table)
    read(table.pam)
    results.record_result(table.match.pk, slip(9, 8), context=on_grid(table.olga))
    decided = "The score at table 1 is decided"
    assert read(table.pam)[-1] == ("score_disputed", decided, "It’s 9–8, your points first.")
    assert read(table.bob)[-1] == ("score_disputed", decided, "It’s 8–9, your points first.")
    assert decided not in [title for _, title, _ in read(table.olga.player)]


def test_a_dispute_that_both_sides_end_calls_off_the_organizers(table: Table, read: Read) -> None:
    disputed(table)
    read(table.olga.player)
    results.record_result(table.match.pk, slip(9, 8), context=on_phone(table.pam), expected_version=2)
    assert read(table.olga.player)[-1] == ("score_disputed", "The score at table 1 is decided", "")
    assert read(table.quinn)[-1][1] == "The score at table 1 is decided"
    assert read(table.pam)[-1][1] == "The score at table 1 is disputed", "who ends it needs no message"


def test_a_score_that_an_organizer_accepts_is_no_decision(table: Table, read: Read) -> None:
    results.record_result(table.match.pk, slip(10, 7), context=on_phone(table.pam), expected_version=0)
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.ann), expected_version=1)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    assert {kind for kind, *_ in read(table.quinn)} == {"round"}


def test_a_correction_is_told_to_both_sides(table: Table, read: Read) -> None:
    results.record_result(table.match.pk, slip(10, 7), context=on_grid(table.olga), expected_version=0)
    results.correct_result(
        table.match.pk, slip(10, 4), reason="misread", context=on_grid(table.olga), expected_version=1
    )
    assert read(table.pam)[-1] == (
        "score_corrected",
        "The score at table 1 was corrected",
        "It’s now 10–4, your points first.",
    )
    assert read(table.quinn)[-1][2] == "It’s now 4–10, your points first."


def test_a_score_of_the_grid_tells_no_one(table: Table, read: Read) -> None:
    read(table.pam)
    results.record_result(table.match.pk, slip(10, 7), context=on_grid(table.olga), expected_version=0)
    assert not Untold.objects.exists()


def test_a_table_calls_its_organizers(table: Table, read: Read) -> None:
    call_organizer(table.match.pk, Call.Reason.RULES, "", context=on_phone(table.pam))
    assert read(table.olga.player) == [("table_calls", "Table 1 needs you", "Pam: Rules question")]


def test_who_has_to_leave_is_told_to_organizers(table: Table, read: Read) -> None:
    notices.give_notice(table.event.pk, table.pam, Notice.Kind.LEAVING, context=on_phone(table.pam))
    assert read(table.olga.player) == [("player_notice", "Pam has to leave", "")]


def test_who_will_be_late_is_told_to_organizers(table: Table, read: Read) -> None:
    event = make_event(table.event.club, table.olga, name="Later")
    entries.register(event.pk, [table.pam], context=context_of(table.olga))
    notices.give_notice(event.pk, table.pam, Notice.Kind.LATE, minutes=15, context=on_phone(table.pam))
    assert read(table.olga.player) == [("player_notice", "Pam will be late", "About 15 min.")]


def test_a_hidden_name_is_told_to_no_stranger(table: Table, read: Read) -> None:
    """Quinn left the club, so Pam's hidden name isn't for Quinn any longer."""
    Player.objects.filter(pk=table.pam.pk).update(hides_name=True)
    table.quinn.memberships.all().delete()
    assert "Pam" not in read(table.quinn)[0][2]
    assert "Pam" in read(table.bob)[0][2]


class Signing:
    """Pairs for one spot: Ike and June have it, Kit and Lou wait."""

    def __init__(self) -> None:
        self.olga = make_user("Olga")
        self.club = make_club(self.olga)
        self.ike, self.june, self.kit, self.lou, self.mae, self.ned = known(
            self.club, "Ike", "June", "Kit", "Lou", "Mae", "Ned"
        )
        self.event: Event = taking(self.club, self.olga, 1, "round_robin", name="Signing")
        context = context_of(self.olga)
        self.first = sign_up(self.event.pk, [self.ike, self.june], context=context)
        self.second = sign_up(self.event.pk, [self.kit, self.lou], context=context)


signing = kept(Signing)


def test_who_registers_gets_the_confirmation_too(table: Table, read: Read) -> None:
    event, mia = taking(table.event.club, table.olga, name="Solo"), member(table.event.club, "Mia")
    register(event, mia)
    assert read(mia.player)[-1][:2] == ("registered", "You’re registered for Solo")


def test_registered_and_waiting_are_told_apart(signing: Signing, read: Read) -> None:
    assert [line[1] for line in read(signing.ike)] == ["You’re registered for Signing"]
    assert [line[1] for line in read(signing.lou)] == ["You’re number 1 on the waiting list for Signing"]


def test_who_moves_up_is_told_once_however_often_the_spot_is_freed(signing: Signing, read: Read) -> None:
    withdraw(signing.first.pk, context=context_of(signing.olga))
    assert read(signing.kit)[-1][:2] == ("moved_up", "You have a spot at Signing")
    assert read(signing.lou)[-1][:2] == ("moved_up", "You have a spot at Signing")
    while tell_due():
        pass
    assert [kind for kind, *_ in read(signing.kit)] == ["registered", "moved_up"]


def test_a_partner_is_asked_and_the_answer_told(signing: Signing, read: Read) -> None:
    alone = sign_up(signing.event.pk, [signing.mae], context=context_of(signing.olga))
    ask = ask_partner(alone.pk, signing.ned, context=context_of(signing.olga))
    [(kind, title, words)] = read(signing.ned)
    assert (kind, title) == ("partner_request", "Mae asks you to be their partner")
    assert "It’s for Signing" in words
    answer_ask(ask.pk, True, context=context_of(signing.olga))
    assert read(signing.mae)[-1][:2] == ("partner_answer", "Ned is your partner for Signing")


def test_a_no_is_told_too(signing: Signing, read: Read) -> None:
    alone = sign_up(signing.event.pk, [signing.mae], context=context_of(signing.olga))
    ask = ask_partner(alone.pk, signing.ned, context=context_of(signing.olga))
    answer_ask(ask.pk, False, context=context_of(signing.olga))
    assert read(signing.mae)[-1][:2] == ("partner_answer", "Ned can’t be your partner for Signing")
    assert read(signing.ned) == []


def test_a_canceled_event_is_told_with_its_reason_and_again_when_it_is_on(signing: Signing, read: Read) -> None:
    entries.register(signing.event.pk, [signing.mae, signing.ned], context=context_of(signing.olga))
    cancel_event(signing.event.pk, reason="Snow on all roads.", context=context_of(signing.olga))
    assert read(signing.ned)[-1][1] == "Signing is canceled"
    assert read(signing.ike)[-1][2].endswith("Snow on all roads.")
    restore_event(signing.event.pk, context=context_of(signing.olga))
    assert read(signing.ike)[-1][1] == "Signing is back on"


def test_nothing_is_told_of_an_event_that_is_over(table: Table, read: Read) -> None:
    Event.objects.filter(pk=table.event.pk).update(finished_at=timezone.now())
    assert read(table.pam) == []


def test_one_that_cannot_be_told_holds_up_no_other(
    table: Table, read: Read, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    call_organizer(table.match.pk, "", "the score", context=on_phone(table.pam))
    first = Untold.objects.order_by("pk")[0]
    real = tellers.tell

    def tell(entry: object) -> None:
        if entry.pk == first.entry_id:  # type: ignore[attr-defined]
            raise RuntimeError("broken")
        real(entry)  # type: ignore[arg-type]

    monkeypatch.setattr(tellers, "tell", tell)
    for _ in range(len(telling.RETRY_SECONDS) + 1):
        while tell_due():
            pass
        assert read(table.olga.player)[-1][1] == "Table 1 needs you"
        Untold.objects.update(next_at=timezone.now() - datetime.timedelta(seconds=1))
    while tell_due():
        pass
    assert not Untold.objects.exists()
    assert "could not be told" in caplog.text


def _fresh(table: Table) -> rounds.Round:
    return rounds.Round.objects.get(pk=table.round.pk)


def test_who_still_waits_the_day_before_reads_so(signing: Signing, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    """And isn't asked to cancel a spot that they don't have."""
    start = timezone.now().astimezone(ZoneInfo(signing.club.zone)).replace(hour=19) + datetime.timedelta(days=5)
    Event.objects.filter(pk=signing.event.pk).update(starts_at=start)
    before = (start - datetime.timedelta(days=1)).replace(hour=12)
    monkeypatch.setattr(timezone, "now", lambda: before.astimezone(datetime.UTC))
    assert remind() == 4
    words = {player: {kind: words for kind, _, words in read(player)} for player in (signing.kit, signing.ike)}
    assert "still on the waiting list" in words[signing.kit]["event_tomorrow"]
    assert "cancel your registration" in words[signing.ike]["event_tomorrow"]
