"""An account asks for a walk-in's record, and an organizer answers."""

import pytest

from games.engine.errors import RuleError
from games.models import Player, User
from tests.cast import by, make_user, with_key
from tests.people_scene import record
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Club, Membership, PlayerAlias, RecordClaim, Role
from tournaments.services.people import claims
from tournaments.services.people.merge_preview import preview_of


@pytest.fixture
def mia(db: None) -> User:
    """With an account, and no member."""
    return make_user("Mia")


def digest(claim: RecordClaim) -> str:
    return preview_of(claim.club, claim.player, claim.record).digest


def test_agreed_the_record_is_the_accounts_and_it_is_a_guest_of_the_club(club: Club, olga: User, mia: User) -> None:
    walter = record(club)
    claim = claims.claim_record(club.pk, walter.pk, "I sat with Ann", by=by(mia))
    assert claims.claim_record(club.pk, walter.pk, "Please", by=by(mia)) == claim
    assert not PlayerAlias.objects.exists()
    asked = with_key(olga)
    merge = claims.agree_claim(claim.pk, by=asked, seen=digest(claim))
    assert claims.agree_claim(claim.pk, by=asked, seen="") == merge
    assert PlayerAlias.objects.get(player=walter).person == mia.player
    assert Membership.objects.get(player=mia.player).role == Role.GUEST
    with pytest.raises(Stale, match="answered meanwhile: agreed"):
        claims.decline_claim(claim.pk, by=by(olga))
    assert claims.open_claims(club) == []


def test_nobody_agrees_to_an_own_question_nor_without_the_right(club: Club, olga: User, mia: User) -> None:
    claim = claims.claim_record(club.pk, record(club).pk, "", by=by(mia))
    with pytest.raises(NotAllowed):
        claims.agree_claim(claim.pk, by=by(mia), seen=digest(claim))
    Membership.objects.create(club=club, player=mia.player, role=Role.ORGANIZER)
    with pytest.raises(NotAllowed, match="Somebody else"):
        claims.agree_claim(claim.pk, by=by(mia), seen=digest(claim))
    claims.decline_claim(claim.pk, by=by(olga))
    assert claims.open_claims(club) == []
    assert not PlayerAlias.objects.exists()


def test_a_refused_merge_leaves_the_question_open(club: Club, olga: User, mia: User) -> None:
    claim = claims.claim_record(club.pk, record(club).pk, "", by=by(mia))
    with pytest.raises(Stale, match="has changed"):
        claims.agree_claim(claim.pk, by=by(olga), seen="another")
    assert claims.open_claims(club) == [claim]


def test_only_records_without_account_can_be_asked_for_and_only_five_at_once(club: Club, olga: User, mia: User) -> None:
    with pytest.raises(RuleError, match="both log in"):
        claims.claim_record(club.pk, olga.player.pk, "", by=by(mia))
    with pytest.raises(NotAllowed, match="Log in"):
        claims.claim_record(club.pk, record(club).pk, "", by=by())
    for number in range(5):
        claims.claim_record(club.pk, record(club, f"W {number}").pk, "", by=by(mia))
    with pytest.raises(RuleError, match="5 of your questions"):
        claims.claim_record(club.pk, record(club).pk, "", by=by(mia))


def test_what_can_be_claimed_is_known_to_one_club_and_nobodys_account(club: Club, olga: User) -> None:
    walter = record(club)
    found = claims.claimable(walter)
    assert found is not None
    assert found.club == club
    assert claims.claimable(olga.player) is None
    assert claims.claimable(Player.objects.create(name="Known nowhere")) is None
