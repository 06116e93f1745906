"""Names of people without an account: organizers correct them, and every page says the new one."""

import pytest
from django.urls import reverse

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, enter, make_club, make_event, make_user, publish, with_key
from tests.tournaments.clubs.people_requests import record
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs import members
from tournaments.clubs.audit_words import sentences
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import Conflict, NotAllowed


def rename(club: Club, player: Player, name: str, user: User) -> Player:
    return members.rename_player(
        club, player.pk, name, context=context_of(user), expected_version=Player.objects.get(pk=player.pk).name
    )


@pytest.fixture
def otto(club: Club) -> User:
    """An organizer who doesn't own the club."""
    user = make_user("Otto")
    Membership.objects.create(club=club, player=user.player, role=Role.ORGANIZER)
    return user


def test_an_organizer_corrects_a_name_once_per_key(club: Club, otto: User) -> None:
    walter, asked = record(club, "Wlater"), with_key(otto)
    for _ in range(2):
        found = members.rename_player(club, walter.pk, " Walter  B. ", context=asked, expected_version="Wlater")
        assert found.name == "Walter B."
    entry = AuditLogEntry.objects.get()
    assert (entry.action, entry.detail) == ("rename_player", {"player": walter.pk}), "no name: people can be erased"
    assert [text for _, text in sentences(members.changes_of(club))] == ["Otto corrected Walter B.’s name."]


def test_only_organizers_do_and_only_for_people_of_their_club(club: Club, otto: User, sam: User) -> None:
    walter = record(club)
    Membership.objects.create(club=club, player=sam.player, role=Role.SCORER)
    with pytest.raises(NotAllowed):
        rename(club, walter, "Sam's", sam)
    theirs = record(make_club(make_user("Oscar"), "Other club"), "Wanda")
    with pytest.raises(Conflict, match="no longer in the club"):
        rename(club, theirs, "Ours", otto)
    assert set(Player.objects.filter(user=None).values_list("name", flat=True)) == {"Walter", "Wanda"}


def test_players_with_an_account_keep_their_own_name(club: Club, otto: User, sam: User) -> None:
    Membership.objects.create(club=club, player=sam.player)
    with pytest.raises(RuleError, match="has an account"):
        rename(club, sam.player, "Samuel", otto)


def test_a_record_that_another_club_knows_needs_an_organizer_of_both(club: Club, otto: User) -> None:
    walter, other = record(club), make_club(make_user("Oscar"), "Other club")
    Membership.objects.create(club=other, player=walter)
    with pytest.raises(RuleError, match="also in Other club"):
        rename(club, walter, "Walt", otto)
    Membership.objects.create(club=other, player=otto.player, role=Role.ORGANIZER)
    assert rename(club, walter, "Walt", otto).name == "Walt"


@pytest.mark.parametrize("name", ["", "   ", "N" * 81, "nul\0"])
def test_what_is_no_name_is_refused(club: Club, otto: User, name: str) -> None:
    with pytest.raises(RuleError, match="1 to 80 characters"):
        rename(club, record(club), name, otto)


def test_an_old_page_gets_a_conflict(club: Club, otto: User) -> None:
    walter = record(club)
    rename(club, walter, "Walt", otto)
    with pytest.raises(Conflict, match="changed this name to Walt"):
        members.rename_player(club, walter.pk, "Wally", context=context_of(otto), expected_version="Walter")


def test_pages_of_an_event_that_runs_say_it_at_once(club: Club, otto: User) -> None:
    event = make_event(club, otto)
    players = enter(event, otto, ["Ann", "Bob", "Cy", "Dee"])
    publish(event, otto)
    seating, standings = (reverse(name, args=[event.slug]) for name in ("seating", "standings"))
    assert all("Ann" in text_of(visitor().get(path)) for path in (seating, event.get_absolute_url()))
    event.refresh_from_db()
    before = event.version
    rename(club, players[0], "Annika", otto)
    event.refresh_from_db()
    assert (event.version, event.audit_log.latest("pk").action) == (before + 1, "rename_player")
    for path in (seating, standings, event.get_absolute_url()):
        said = text_of(visitor().get(path))
        assert "Ann " not in said
    assert "Annika" in text_of(visitor().get(event.get_absolute_url())), (
        "what was kept for the old version is not shown"
    )


def test_the_page_offers_it_to_organizers_and_warns_of_a_namesake(club: Club, otto: User) -> None:
    walter = record(club, "Wlater")
    record(club, "Walter")
    client, people = log_in(otto), reverse("people", args=[club.slug])
    page = client.get(people).content.decode()
    path = reverse("rename_player", args=[club.slug, walter.pk])
    assert path in page
    assert reverse("rename_player", args=[club.slug, otto.player.pk]) not in page, "he has an account"
    answer = client.post(path, form(name="walter", seen="Wlater"), follow=True)
    assert "Another player in the club is also called walter, so this player appears as walter (2)." in text_of(answer)
    answer = client.post(path, form(name="Wanda", seen="walter"), follow=True)
    assert "Name changed to Wanda" in text_of(answer)
    stale = client.post(path, form(name="Wally", seen="walter"))
    assert stale.status_code == 409
    assert "Someone changed this name to Wanda" in text_of(stale)
    assert 'value="Wally"' in stale.content.decode(), "nothing typed is lost"
    assert client.post(path, form(name="", seen="Wanda")).status_code == 422


def test_ids_of_another_club_are_as_good_as_none(club: Club, otto: User) -> None:
    theirs = record(make_club(make_user("Oscar"), "Other club"), "Wanda")
    path = reverse("rename_player", args=[club.slug, theirs.pk])
    assert log_in(otto).post(path, form(name="Ours", seen="Wanda")).status_code == 404
