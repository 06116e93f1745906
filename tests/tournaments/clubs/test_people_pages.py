"""The pages about the people of a club: what they show, how many questions they ask, and whose ids they know."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.cast import PASSWORD, context_of, make_club, make_event, make_user, with_key
from tests.tournaments.clubs.people_requests import record
from tests.tournaments.pages.browsing import form, log_in, visitor
from tests.tournaments.pages.test_query_counts import queries
from tests.tournaments.scenes.people import merge_of
from tournaments.clubs import invitations
from tournaments.clubs.models import Club, Membership, Role
from tournaments.merging import claims
from tournaments.merging.preview import preview_of
from tournaments.permissions import Permission

PEOPLE, MERGE = 13, 7
"""Questions to the database, two of them about who is logged in."""


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def club(olga: User) -> Club:
    return make_club(olga)


def text_of(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_everyone_reads_who_may_do_what(db: None) -> None:
    page = text_of(visitor(), "who_may")
    rows = re.findall(r'<th scope="row">(.*?)</th>', page)
    assert [row.lower() for row in rows] == [action.value for action in Permission]


def test_the_link_is_shown_once_and_accepted_on_a_press(club: Club, olga: User) -> None:
    owner = log_in(olga)
    made = owner.post(
        reverse("move_invitation", args=[club.slug, "make"]), form(role="organizer", days=7, most=1)
    ).content.decode()
    [path] = re.findall(r"http://testserver(/join/[\w-]{22}/)", made)
    assert "data:image/svg+xml" in made
    assert path not in text_of(owner, "people", club.slug)
    stranger = visitor()
    page = stranger.get(path).content.decode()
    assert f"?next={path}" in page
    assert "Accept" not in page
    mia = make_user("Mia")
    stranger.post(f"{reverse('account_login')}?next={path}", {"login": mia.email, "password": PASSWORD})
    assert "Accept" in stranger.get(path).content.decode()
    assert not Membership.objects.filter(player=mia.player).exists()
    assert stranger.post(path, form()).status_code == 302
    assert Membership.objects.get(player=mia.player).role == Role.ORGANIZER
    assert visitor().get(path).status_code == 404


def test_a_role_that_was_changed_meanwhile_is_shown_and_kept(club: Club, olga: User) -> None:
    mia = make_user("Mia").player
    Membership.objects.create(club=club, player=mia, role=Role.SCORER)
    path = reverse("move_member", args=[club.slug, mia.pk, "role"])
    assert log_in(olga).post(path, form(role="owner", seen="member")).status_code == 409
    assert log_in(olga).post(path, form(role="king", seen="scorer")).status_code == 422
    assert Membership.objects.get(player=mia).role == Role.SCORER


@pytest.mark.slow
def test_the_preview_says_what_moves_and_the_old_page_leads_to_the_person(club: Club, olga: User) -> None:
    kept, gone = record(club), record(club, "Walt")
    Membership.objects.filter(player=gone).update(number="7")
    owner, path = log_in(olga), reverse("merge", args=[club.slug])
    page = owner.get(path, {"kept": kept.pk, "gone": gone.pk}).content.decode()
    assert "the club number 7" in page
    assert "the email address, if the other record has none" not in page
    Membership.objects.filter(player=gone).update(email="walt@example.org")
    page = owner.get(path, {"kept": kept.pk, "gone": gone.pk}).content.decode()
    assert "the email address, if the other record has none" in page
    seen = preview_of(club, kept, gone).digest
    stale = owner.post(path, form(kept=kept.pk, gone=gone.pk, seen="another"))
    assert stale.status_code == 409
    assert owner.post(path, form(kept=kept.pk, gone=gone.pk, seen=seen)).status_code == 302
    assert visitor().get(reverse("player", args=[gone.pk]))["Location"] == reverse("player", args=[kept.pk])
    assert "Walt merged into Walter" in text_of(owner, "merge", club.slug)


@pytest.mark.slow
def test_a_former_walk_in_asks_on_the_records_page(club: Club, olga: User) -> None:
    walter, mia = record(club), make_user("Mia")
    path = reverse("claim", args=[club.slug, walter.pk])
    assert path in text_of(log_in(mia), "player", walter.pk)
    assert path not in text_of(visitor(), "player", walter.pk)
    assert log_in(mia).post(path, form(words="I sat with Ann")).status_code == 302
    [claim] = claims.open_claims(club)
    page = text_of(log_in(olga), "answer_claim", club.slug, claim.pk)
    assert "I sat with Ann" in page
    seen = preview_of(club, mia.player, walter).digest
    answered = reverse("answer_claim", args=[club.slug, claim.pk])
    assert log_in(olga).post(answered, form(answer="agree", seen=seen)).status_code == 302
    assert log_in(olga).get(answered).status_code == 404


def test_who_is_in_charge_is_read_on_the_event_and_handed_over(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    mia = make_user("Mia").player
    Membership.objects.create(club=club, player=mia, role=Role.ORGANIZER)
    assert "Host: Olga" in text_of(visitor(), "event", event.slug)
    path = reverse("hand_over", args=[event.slug])
    assert log_in(olga).post(path, form(to=mia.pk, seen=olga.player.pk)).status_code == 302
    assert "Host: Mia" in text_of(visitor(), "event", event.slug)


@pytest.mark.slow
def test_ids_of_another_club_are_as_good_as_none(club: Club, olga: User) -> None:
    oscar = make_user("Oscar")
    other = make_club(oscar, "Other club")
    merge = merge_of(other, record(other), record(other, "Walt"), oscar)
    theirs = record(other, "Wanda")
    claim = claims.claim_record(other.pk, theirs.pk, "", context=context_of(make_user("Mia")))
    owner, none = log_in(olga), 10**6
    for pks in ((theirs.pk, claim.pk, merge.pk), (none, none, none)):
        player, question, merged = pks
        asked = [
            ("move_member", [player, "role"], form(role="owner", seen="guest")),
            ("move_member", [player, "remove"], form(seen="guest")),
            ("undo_merge", [merged], form()),
            ("merge", [], form(kept=olga.player.pk, gone=player, seen="")),
            ("claim", [player], form(words="")),
            ("answer_claim", [question], form(answer="decline")),
        ]
        for name, args, body in asked:
            assert owner.post(reverse(name, args=[club.slug, *args]), body).status_code == 404, name
        assert (
            owner.get(reverse("merge", args=[club.slug]), {"kept": player, "gone": olga.player.pk}).status_code == 404
        )


@pytest.mark.parametrize("many", [1, 9])
@pytest.mark.heavy
def test_they_ask_as_many_questions_with_few_people_as_with_many(club: Club, olga: User, many: int) -> None:
    for number in range(many):
        invitations.invite(club.pk, Role.SCORER, context=with_key(olga), most=3)
        claims.claim_record(club.pk, record(club, f"W {number}").pk, "", context=context_of(make_user(f"Mia{number}")))
        merge_of(club, record(club, f"A {number}"), record(club, f"B {number}"), olga)
    assert queries(log_in(olga), reverse("people", args=[club.slug])) == PEOPLE
    assert queries(log_in(olga), reverse("merge", args=[club.slug])) == MERGE
