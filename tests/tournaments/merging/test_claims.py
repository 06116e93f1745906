"""An account asks for a walk-in's record, and an organizer answers."""

import pytest

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, make_user, with_key
from tests.tournaments.clubs.people_requests import record
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import Conflict, NotAllowed
from tournaments.merging import claims
from tournaments.merging.models import PlayerAlias, RecordClaim
from tournaments.merging.preview import preview_of


@pytest.fixture
def mia(db: None) -> User:
    """With an account, and no member."""
    return make_user("Mia")


def digest(claim: RecordClaim) -> str:
    return preview_of(claim.club, claim.player, claim.record).digest


def test_agreed_the_record_is_the_accounts_and_it_is_a_guest_of_the_club(club: Club, olga: User, mia: User) -> None:
    walter = record(club)
    claim = claims.claim_record(club.pk, walter.pk, "I sat with Ann", context=context_of(mia))
    assert claims.claim_record(club.pk, walter.pk, "Please", context=context_of(mia)) == claim
    assert not PlayerAlias.objects.exists()
    asked = with_key(olga)
    merge = claims.agree_claim(claim.pk, context=asked, expected_version=digest(claim))
    assert claims.agree_claim(claim.pk, context=asked, expected_version="") == merge
    assert PlayerAlias.objects.get(player=walter).person == mia.player
    assert Membership.objects.get(player=mia.player).role == Role.GUEST
    with pytest.raises(Conflict, match="already answered: agreed"):
        claims.decline_claim(claim.pk, context=context_of(olga))
    assert claims.open_claims(club) == []


def test_no_one_approves_their_own_claim_or_without_permission(club: Club, olga: User, mia: User) -> None:
    claim = claims.claim_record(club.pk, record(club).pk, "", context=context_of(mia))
    with pytest.raises(NotAllowed):
        claims.agree_claim(claim.pk, context=context_of(mia), expected_version=digest(claim))
    Membership.objects.create(club=club, player=mia.player, role=Role.ORGANIZER)
    with pytest.raises(NotAllowed, match="Ask another organizer"):
        claims.agree_claim(claim.pk, context=context_of(mia), expected_version=digest(claim))
    claims.decline_claim(claim.pk, context=context_of(olga))
    assert claims.open_claims(club) == []
    assert not PlayerAlias.objects.exists()


def test_a_refused_merge_leaves_the_question_open(club: Club, olga: User, mia: User) -> None:
    claim = claims.claim_record(club.pk, record(club).pk, "", context=context_of(mia))
    with pytest.raises(Conflict, match="changed while"):
        claims.agree_claim(claim.pk, context=context_of(olga), expected_version="another")
    assert claims.open_claims(club) == [claim]


def test_only_records_without_account_can_be_asked_for_and_only_five_at_once(club: Club, olga: User, mia: User) -> None:
    with pytest.raises(RuleError, match="both have accounts"):
        claims.claim_record(club.pk, olga.player.pk, "", context=context_of(mia))
    with pytest.raises(NotAllowed, match="Log in"):
        claims.claim_record(club.pk, record(club).pk, "", context=context_of())
    for number in range(5):
        claims.claim_record(club.pk, record(club, f"W {number}").pk, "", context=context_of(mia))
    with pytest.raises(RuleError, match="You already have 5 open requests"):
        claims.claim_record(club.pk, record(club).pk, "", context=context_of(mia))


def test_a_claimable_record_is_known_to_one_club_and_has_no_account(club: Club, olga: User) -> None:
    walter = record(club)
    found = claims.claimable(walter)
    assert found is not None
    assert found.club == club
    assert claims.claimable(olga.player) is None
    assert claims.claimable(Player.objects.create(name="Known nowhere")) is None
