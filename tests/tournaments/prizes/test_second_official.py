"""Found after the prizes were shown: one official asks, another agrees, the difference becomes adjustments."""

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, make_user, on_phone, players_at, with_key
from tests.kept import kept
from tests.tournaments.scenes.prize import PrizeNight, prize_night, shares, three_level
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Membership
from tournaments.context import SITE
from tournaments.errors import Conflict, NotAllowed
from tournaments.honours.prize_plan import Tied
from tournaments.honours.prize_ties import Method
from tournaments.integrity.verify import violations
from tournaments.prizes import commands as prizes
from tournaments.prizes import plans, second_official
from tournaments.prizes.models import PrizeChange, ShownPrizes
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled

pytestmark = pytest.mark.django_db


def shown_night() -> PrizeNight:
    """1 is first, 2 second, 3 third, and everyone saw it: 20.00, 12.00 and 8.00."""
    found = prize_night()
    found.promise()
    found.show()
    return found


night = kept(shown_night)


def agree(change: PrizeChange, user: User) -> PrizeChange:
    return second_official.agree_to_change(change.pk, context=context_of(user))


@pytest.mark.slow
@pytest.mark.heavy
def test_nothing_changes_while_only_one_has_asked(night: PrizeNight) -> None:
    shown = ShownPrizes.objects.values().get()
    night.propose(1, 2)
    assert night.due() == {1: 2000, 2: 1200, 3: 800}
    assert night.match(1, 2).standing == ResultEntry.objects.get(match=night.match(1, 2))
    assert ShownPrizes.objects.values().get() == shown


@pytest.mark.slow
def test_when_another_official_agrees_the_difference_is_adjusted_and_what_was_shown_stays(night: PrizeNight) -> None:
    shown, payouts = ShownPrizes.objects.values().get(), list(night.event.payouts.values())
    agree(night.propose(1, 2), night.scott)
    assert night.due() == {2: 2000, 1: 1200, 3: 800}
    assert ShownPrizes.objects.values().get() == shown
    assert list(night.event.payouts.filter(change__isnull=True).values()) == payouts
    adjusted = night.event.payouts.filter(change__isnull=False)
    assert list(adjusted.values_list("entry__number", "chair", "cents")) == [
        (1, 1, -400),
        (1, 2, -400),
        (2, 1, 400),
        (2, 2, 400),
    ]
    rows = night.event.pot.filter(kind="adjustment").values_list("entry__number", "debit", "credit", "cents")
    assert list(rows) == [(1, "entries", "pot", 800), (2, "pot", "entries", 800)]
    settle_unsettled()
    assert violations() == []


def test_one_person_alone_cannot_do_both_even_the_owner(night: PrizeNight) -> None:
    change = night.propose(1, 2)
    before = AuditLogEntry.objects.count()
    with pytest.raises(NotAllowed, match=r"another organizer or scorer has to approve it\. Ask Owen or Scott\."):
        agree(change, night.olga)
    assert (AuditLogEntry.objects.count(), night.due()[1]) == (before, 2000)


def test_a_club_with_one_official_reads_what_to_do(night: PrizeNight) -> None:
    Membership.objects.exclude(player=night.olga.player).update(role="member")
    assert "has no other organizer or scorer with an account" in second_official.second_official(night.propose(1, 2))


def test_players_and_strangers_neither_ask_nor_agree(night: PrizeNight) -> None:
    change, sam = night.propose(1, 2), make_user("Sam")
    with pytest.raises(NotAllowed):
        agree(change, sam)
    second_official.decline_change(change.pk, context=context_of(night.owen))
    pam = players_at(night.match(1, 2), 0)[0]
    match, score = night.swapped(1, 2)
    with pytest.raises(NotAllowed):
        second_official.propose_change(match.pk, score, reason="x", context=on_phone(pam), expected_version=1)


def test_the_site_itself_is_no_second_official(night: PrizeNight) -> None:
    change = night.propose(1, 2)
    with pytest.raises(NotAllowed, match="your own account"):
        second_official.agree_to_change(change.pk, context=SITE)


def test_a_change_that_was_declined_changes_nothing_and_cannot_be_agreed_to(night: PrizeNight) -> None:
    change = night.propose(1, 2)
    second_official.decline_change(change.pk, context=context_of(night.owen))
    with pytest.raises(Conflict, match="Owen already declined this change"):
        agree(change, night.scott)
    assert night.due() == {1: 2000, 2: 1200, 3: 800}
    night.propose(1, 3)


def test_agreeing_twice_is_done_once(night: PrizeNight) -> None:
    change, asked = night.propose(1, 2), with_key(night.owen)
    second_official.agree_to_change(change.pk, context=asked)
    second_official.agree_to_change(change.pk, context=asked)
    with pytest.raises(Conflict, match="Owen already approved this change"):
        agree(change, night.scott)
    assert night.match(1, 2).last_version == 2
    assert night.due()[2] == 2000


def test_one_change_waits_at_a_time(night: PrizeNight) -> None:
    night.propose(1, 2)
    with pytest.raises(Conflict, match="proposed by Olga"):
        night.propose(1, 3, night.owen)


def test_a_change_needs_a_reason_and_shown_prizes(night: PrizeNight) -> None:
    match, score = night.swapped(1, 2)
    with pytest.raises(RuleError, match="short reason"):
        second_official.propose_change(match.pk, score, reason=" ", context=context_of(night.olga), expected_version=1)
    ShownPrizes.objects.all().delete()
    with pytest.raises(RuleError, match="aren’t published yet"):
        night.propose(1, 2)


@pytest.mark.slow
def test_a_void_match_is_a_change_as_well(night: PrizeNight) -> None:
    match = night.match(1, 2)
    change = second_official.propose_change(
        match.pk, None, reason="Wrong pairs sat there", context=context_of(night.owen), expected_version=1
    )
    agree(change, night.olga)
    match.refresh_from_db()
    assert match.state == "void"
    settle_unsettled()
    assert violations() == []


@pytest.mark.slow
def test_two_changes_after_each_other_add_up(night: PrizeNight) -> None:
    agree(night.propose(1, 2), night.scott)
    agree(night.propose(1, 2, night.owen), night.olga)
    assert night.due() == {1: 2000, 2: 1200, 3: 800}
    assert night.event.payouts.filter(change__isnull=False).count() == 8
    settle_unsettled()
    assert violations() == []


@pytest.mark.slow
def test_what_was_paid_is_asked_back_by_a_row_of_its_own(night: PrizeNight) -> None:
    first = night.event.payouts.all()[0]
    prizes.mark_paid(first.pk, context=context_of(night.olga))
    agree(night.propose(1, 2), night.scott)
    first.refresh_from_db()
    assert first.paid_id
    back = night.event.payouts.get(entry=first.entry, chair=1, change__isnull=False)
    assert (back.cents, back.paid_id) == (-400, None)
    prizes.mark_paid(back.pk, context=context_of(night.olga))
    settle_unsettled()
    assert violations() == []


@pytest.mark.heavy
def test_a_change_that_brings_a_tie_about_money_waits_for_its_decision() -> None:
    night = prize_night()
    night.promise(shares(50, 30, 20, tied=Tied.DECIDE))
    night.show()
    change = night.propose(1, 3)
    with pytest.raises(RuleError, match=r"leaves players tied for money\. Ann 1 & Bob 1, Ann 2"):
        agree(change, night.scott)
    change.refresh_from_db()
    assert change.answer == ""
    order = ((3,), (2,), (1,))
    plans.decide_tie(night.event.pk, (1, 2, 3), Method.CUT, order, context=context_of(night.olga), expected_version=0)
    agree(change, night.scott)
    assert night.due() == {3: 2000, 2: 1200, 1: 800}
    settle_unsettled()
    assert violations() == []


@pytest.mark.heavy
def test_a_tie_that_was_paid_is_not_decided_otherwise_afterwards() -> None:
    night = prize_night(three_level)
    night.promise(shares(50, 30, 20, tied=Tied.DECIDE))
    order = ((3,), (2,), (1,))
    plans.decide_tie(night.event.pk, (1, 2, 3), Method.CUT, order, context=context_of(night.olga), expected_version=0)
    night.show()
    with pytest.raises(RuleError, match="are published"):
        plans.decide_tie(
            night.event.pk, (1, 2, 3), Method.SPLIT, context=context_of(night.olga), expected_version=1, reason="x"
        )


def test_a_result_that_changed_since_is_stale(night: PrizeNight) -> None:
    change = night.propose(1, 2)
    PrizeChange.objects.filter(pk=change.pk).update(seen=7)
    with pytest.raises(Conflict):
        agree(change, night.scott)
