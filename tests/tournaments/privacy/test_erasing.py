"""Who may erase whom, what has to be settled first, and what is left of the words of others."""

import datetime
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import ApiAnswer, Player, User
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.tables import opening, seating
from games.tables.models import TableLine
from games.tables.options import TableOptions
from tests.cast import PASSWORD, context_of, make_club, make_event, make_user
from tests.games.tables.cast import command_by
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.people import merge_of
from tournaments import audit_log
from tournaments.access import passes
from tournaments.access.models import Pass
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import entries
from tournaments.clubs.models import Club, Membership, Role
from tournaments.context import SITE
from tournaments.errors import NotAllowed
from tournaments.events.announcements import announce
from tournaments.events.cancelling import cancel_event
from tournaments.events.models import Announcement
from tournaments.integrity import verify
from tournaments.merging import claims
from tournaments.merging import commands as merging
from tournaments.merging.preview import preview_of
from tournaments.permissions import SYSTEM, Actor
from tournaments.privacy import erasing

pytestmark = pytest.mark.django_db


@pytest.fixture
def pam(club: Club) -> User:
    user = make_user("Pam Poe")
    Membership.objects.create(club=club, player=user.player, role=Role.ORGANIZER, number="9", email="pam@example.net")
    return user


def known(club: Club, name: str) -> Player:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=club, player=player, role=Role.GUEST)
    return player


def erase(player: Player, user: User, typed: str = "") -> Player:
    return erasing.erase_player(player.pk, typed=typed or player.name, context=context_of(user, key=uuid4()))


def test_a_person_erases_herself_and_cannot_log_in_again(club: Club, pam: User) -> None:
    browser = log_in(pam)
    gone = erase(pam.player, pam)
    assert gone.name == f"Former player {gone.pk}"
    pam.refresh_from_db()
    assert pam.email == f"former-{pam.pk}@erased.invalid"
    assert (pam.is_active, pam.has_usable_password()) == (False, False)
    member = gone.memberships.get()
    assert (member.role, member.number, member.email) == (Role.MEMBER, "", "")
    assert "/login/" in browser.get("/me/data/").headers["Location"], "her session has ended"
    assert User.objects.create_user("pam poe@example.org", PASSWORD), "the address is free again"


def test_a_repeated_request_is_done_once(club: Club, pam: User) -> None:
    gone = erase(pam.player, pam)
    assert erase(gone, pam) == gone
    assert AuditLogEntry.objects.filter(action="erase_player").count() == 1


def test_an_owner_erases_who_has_no_account(club: Club, olga: User) -> None:
    assert erase(known(club, "Walt Wills"), olga).erased_at


def test_no_one_else_may(club: Club, olga: User, pam: User) -> None:
    walt = known(club, "Walt Wills")
    with pytest.raises(NotAllowed):
        erase(walt, pam)  # an organizer
    with pytest.raises(NotAllowed):
        erase(pam.player, olga)  # has an account
    with pytest.raises(NotAllowed):
        erase(walt, make_user("Sam"))
    other = make_club(make_user("Otto"), "Oak Street")
    Membership.objects.create(club=other, player=walt, role=Role.GUEST)
    with pytest.raises(NotAllowed):
        erase(walt, olga)  # known elsewhere too
    with pytest.raises(NotAllowed):
        erasing.erase_player(walt.pk, typed=walt.name, context=context_of(player=walt))  # a personal link
    assert erasing.may_erase(SYSTEM, walt)


def test_the_name_is_the_safety_catch(club: Club, olga: User) -> None:
    walt = known(club, "Walt Wills")
    with pytest.raises(RuleError, match="Walt Wills"):
        erase(walt, olga, "Walter")
    walt.refresh_from_db()
    assert walt.erased_at is None


def test_the_only_owner_stays(club: Club, olga: User, pam: User) -> None:
    with pytest.raises(RuleError, match=r"Without you, .* would have no owner"):
        erase(olga.player, olga)
    Membership.objects.filter(player=pam.player).update(role=Role.OWNER)
    assert erase(olga.player, olga).erased_at


def test_the_last_administrator_stays(club: Club, pam: User) -> None:
    User.objects.filter(pk=pam.pk).update(is_superuser=True)
    pam.refresh_from_db()
    with pytest.raises(RuleError, match="administrator"):
        erase(pam.player, pam)


def test_a_player_entered_tonight_withdraws_first(club: Club, olga: User, pam: User) -> None:
    event = make_event(club, olga)
    entries.register(event.pk, [pam.player], context=context_of(olga))
    with pytest.raises(RuleError, match="Thursday night isn’t over yet"):
        erase(pam.player, pam)
    event.starts_at = timezone.now() - datetime.timedelta(days=2)
    event.save()
    assert erase(pam.player, pam).erased_at, "an unfinished event holds no one up for ever"


def test_a_canceled_event_holds_no_one_up(club: Club, olga: User, pam: User) -> None:
    """No one can withdraw from it."""
    event = make_event(club, olga)
    entries.register(event.pk, [pam.player], context=context_of(olga))
    cancel_event(event.pk, "Snow", context=context_of(olga))
    assert erase(pam.player, pam).erased_at


def test_a_player_who_sits_online_leaves_the_seat_first(club: Club, pam: User) -> None:
    table = opening.open_table(pam.player, preset("plain"), TableOptions())
    with pytest.raises(RuleError, match="You still have a seat at the online table"):
        erase(pam.player, pam)
    seating.stand_up(table.pk, command_by(pam.player, table))
    assert erase(pam.player, pam).erased_at


def test_what_holds_someone_up_speaks_to_its_reader(club: Club, olga: User, pam: User) -> None:
    event, walt = make_event(club, olga), known(club, "Walt")
    entries.register(event.pk, [pam.player], context=context_of(olga))
    entries.register(event.pk, [walt], context=context_of(olga))
    opening.open_table(walt, preset("plain"), TableOptions())
    mine, theirs = (erasing.obstacles(player, Actor(olga, olga.player)) for player in (olga.player, walt))
    assert mine == [f"Without you, {club} would have no owner. Make another member an owner first."]
    assert theirs[0] == "Thursday night isn’t over yet. Withdraw Walt first, or wait until it ends."
    assert "Walt still has a seat at the online table" in theirs[1]
    [own] = erasing.obstacles(pam.player, Actor(pam, pam.player))
    assert own == "Thursday night isn’t over yet. Withdraw from it first, or wait until it ends."


def test_bots_cannot_be_erased(olga: User) -> None:
    bot = Player.objects.create(name="Bot", is_bot=True)
    with pytest.raises(RuleError, match="bot"):
        erasing.erase_player(bot.pk, typed="Bot", context=SITE)


def test_all_records_of_the_person_go_and_stay_merged(club: Club, olga: User) -> None:
    walt, walter = known(club, "Walt Wills"), known(club, "Walter W.")
    Membership.objects.filter(player=walter).update(email="walter@example.net", number="12")
    merge = merge_of(club, walt, walter, olga)
    erase(walt, olga)
    assert set(Player.objects.filter(pk__in=[walt.pk, walter.pk]).values_list("erased_at", flat=True)) != {None}
    assert Player.objects.get(pk=walter.pk).name == f"Former player {walter.pk}"
    merge.refresh_from_db()
    assert (merge.email, merge.handed) == ("", {})
    with pytest.raises(RuleError, match="permanently"):
        merging.undo_merge(merge.pk, context=context_of(olga, key=uuid4()))
    assert verify.violations() == []


def test_a_record_without_a_name_is_offered_for_nothing(club: Club, olga: User, pam: User) -> None:
    gone, walt = erase(known(club, "Ann Lee"), olga), known(club, "Walt Wills")
    assert preview_of(club, walt, gone).problems
    assert claims.claimable(gone) is None
    page = log_in(olga).get(f"/clubs/{club.slug}/people/").content.decode()
    assert "Walt Wills" in page
    assert f"Former player {gone.pk}</a>" not in page
    assert f"erased Former player {gone.pk}’s personal data" in page


def announced(club: Club, olga: User, text: str) -> Announcement:
    return announce(
        make_event(club, olga, name=f"Night {uuid4().hex[:5]}").pk, text, context=context_of(olga, key=uuid4())
    )


def test_what_others_wrote_names_a_number(club: Club, olga: User) -> None:
    ann = known(club, "Ann Lee")
    rows = [
        announced(club, olga, text) for text in ("Well done, ANN  LEE!", "Annalee and Ann Leeds are here", "Ann, hi")
    ]
    erase(ann, olga)
    for row in rows:
        row.refresh_from_db()
    assert [row.text for row in rows] == [
        f"Well done, Former player {ann.pk}!",
        "Annalee and Ann Leeds are here",
        "Ann, hi",
    ]


def test_addresses_that_others_wrote_go_too(club: Club, olga: User, pam: User) -> None:
    """That of the account and that of the club's list, in free text and inside of JSON."""
    row = announced(club, olga, "Cake? Ask pam@example.net or PAM POE@example.org, not pamela@example.net")
    found = audit_log.write(
        club, Action.MERGE_PLAYERS, context_of(olga), detail={"asked": [pam.email, {"to": "pam@example.net"}]}
    )
    erase(pam.player, pam)
    row.refresh_from_db()
    found.refresh_from_db()
    gone = erasing.address_of(pam.player.pk)
    assert row.text == f"Cake? Ask {gone} or {gone}, not pamela@example.net"
    assert found.detail == {"asked": [gone, {"to": gone}]}


def test_inside_of_json_texts_and_keys_name_a_number(club: Club, olga: User) -> None:
    ann = known(club, "Ann Lee")
    detail = {"seats": {"Ann Lee": 2, "Annalee": 3}, "said": [{"by": "ann  lee", "words": ["Ann Lee, sit", 7, None]}]}
    found = audit_log.write(club, Action.MERGE_PLAYERS, context_of(olga), detail=detail)
    answer = ApiAnswer.objects.create(user=olga, key=uuid4(), digest="x", body='{"Ann Lee":{"name":"Ann Lee"}}')
    erase(ann, olga)
    found.refresh_from_db()
    answer.refresh_from_db()
    gone = f"Former player {ann.pk}"
    assert found.detail == {
        "seats": {gone: 2, "Annalee": 3},
        "said": [{"by": gone, "words": [f"{gone}, sit", 7, None]}],
    }
    assert answer.body == f'{{"{gone}":{{"name":"{gone}"}}}}'


def test_texts_of_other_clubs_stay(club: Club, olga: User) -> None:
    ann, otto = known(club, "Ann Lee"), make_user("Otto")
    elsewhere = announced(make_club(otto, "Oak Street"), otto, "Ann Lee sings on Friday")
    erase(ann, olga)
    elsewhere.refresh_from_db()
    assert elsewhere.text == "Ann Lee sings on Friday"


def test_a_name_that_two_bear_stays_in_the_texts(club: Club, olga: User) -> None:
    ann, _ = known(club, "Ann Lee"), known(club, "ann lee")
    row = announced(club, olga, "Ann Lee brings cake")
    erase(ann, olga)
    row.refresh_from_db()
    assert row.text == "Ann Lee brings cake"


def test_what_was_said_at_tables(club: Club, pam: User, olga: User) -> None:
    table = opening.open_table(pam.player, preset("plain"), TableOptions())
    for number, (who, text) in enumerate(((pam, "I am Pam Poe"), (olga, "Hello Pam Poe")), start=1):
        TableLine.objects.create(table=table, number=number, player=who.player, kind="text", text=text)
    seating.stand_up(table.pk, command_by(pam.player, table))
    erase(pam.player, pam)
    lines = TableLine.objects.filter(table=table, kind="text").values_list("player", "text")
    assert list(lines) == [(None, ""), (olga.player.pk, f"Hello Former player {pam.player.pk}")]


def test_the_admins_log_names_a_number(club: Club, pam: User, olga: User) -> None:
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(user=olga, content_type=kind, object_id="1", object_repr="Pam Poe", action_flag=CHANGE)
    erase(pam.player, pam)
    assert LogEntry.objects.get().object_repr == f"Former player {pam.player.pk}"


def test_links_end(club: Club, olga: User) -> None:
    walt, event = known(club, "Walt Wills"), make_event(club, olga)
    entries.register(event.pk, [walt], context=context_of(olga))
    passes.issue_pass(event.pk, walt, context=context_of(olga))
    event.starts_at = timezone.now() - datetime.timedelta(days=3)
    event.save()
    erase(walt, olga)
    assert not Pass.objects.filter(player=walt).exists()


def test_its_questions_do_not_grow_with_the_past(club: Club, olga: User) -> None:
    first, second = known(club, "Ann Lee"), known(club, "Walt Wills")
    with CaptureQueriesContext(connection) as one:
        erase(first, olga)
    for number in range(20):
        announced(club, olga, f"News {number}")
    with CaptureQueriesContext(connection) as two:
        erase(second, olga)
    assert len(two) == len(one)
