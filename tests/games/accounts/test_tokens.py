"""Tokens for programs: made once, good for a while, ended for ever, and never stored as they are."""

import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.accounts import tokens
from games.accounts.models import ApiToken, Scope, User
from games.engine.errors import RuleError
from games.errors import Conflict
from tests.cast import make_user
from tests.tournaments.pages.browsing import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


def make(user: User, **more: Any) -> str:
    return tokens.make_token(user, more.pop("name", "Scoreboard"), more.pop("scopes", []), key=uuid4(), **more)[0]


def test_a_token_stands_for_its_account_with_its_scopes(olga: User) -> None:
    text, row = tokens.make_token(olga, "  Scoreboard ", ["report", "play", "report"], key=uuid4(), days=30)
    found = tokens.token_from(text)
    assert found == row
    assert (row.user, row.name, row.scopes, row.prefix) == (olga, "Scoreboard", ["play", "report"], text[:8])
    assert row.expires_at - row.created_at == datetime.timedelta(days=30)
    assert text.startswith("rb_")
    assert len(text) >= 3 + 43, "256 bits"


def test_no_two_are_alike_and_others_open_nothing(olga: User) -> None:
    one, other = make(olga), make(olga)
    assert one != other
    assert tokens.token_from(one) != tokens.token_from(other)
    for wrong in ("", one[:-1], one + "A", one.upper(), one[3:], tokens.hashed(one), "\0", "\ud800"):
        assert tokens.token_from(wrong) is None, wrong


def test_it_is_nowhere_in_the_database(olga: User) -> None:
    text = make(olga)
    stored = str(world())
    assert tokens.hashed(text) in stored
    assert text not in stored
    assert text[len("rb_") + 10 :] not in stored, "nor its better part"


def test_the_same_key_makes_it_once(olga: User) -> None:
    key = uuid4()
    tokens.make_token(olga, "Scoreboard", [], key=key)
    with pytest.raises(Conflict):
        tokens.make_token(olga, "Scoreboard", [], key=key)
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"name": " "}, {"scopes": ["report", "everything"]}, {"days": 0}, {"days": 367}, {"days": -1}],
)
def test_what_cannot_be_is_refused(olga: User, wrong: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        make(olga, **wrong)
    assert not ApiToken.objects.exists()


def test_an_account_has_twenty_at_most(olga: User) -> None:
    for _ in range(tokens.MAX_TOKENS):
        make(olga)
    with pytest.raises(RuleError, match="20 tokens"):
        make(olga)
    make(make_user("Sam"))  # has a count of her own
    tokens.end_token(olga, olga.tokens.latest("pk").pk)
    make(olga)  # one that has ended makes room
    ApiToken.objects.filter(pk=olga.tokens.earliest("pk").pk).update(
        created_at=timezone.now() - datetime.timedelta(days=2), expires_at=timezone.now()
    )
    make(olga)  # and so does one that has expired
    assert tokens.good_tokens(olga) == tokens.MAX_TOKENS


def test_ended_it_opens_nothing_and_stays_ended(olga: User) -> None:
    text = make(olga)
    row = tokens.token_from(text)
    assert row
    tokens.end_token(olga, row.pk)
    assert tokens.token_from(text) is None
    row.refresh_from_db()
    ended_at = row.ended_at
    tokens.end_token(olga, row.pk)
    row.refresh_from_db()
    assert row.ended_at == ended_at


def test_those_of_others_are_as_good_as_none(olga: User) -> None:
    text, sam = make(olga), make_user("Sam")
    tokens.end_token(sam, olga.tokens.get().pk)
    assert tokens.token_from(text)
    assert list(tokens.tokens_of(sam)) == []


def test_it_expires_at_its_moment(olga: User) -> None:
    text = make(olga)
    row = ApiToken.objects.get()
    now = timezone.now()
    for expires_at, is_good in ((now + datetime.timedelta(minutes=1), True), (now, False)):
        ApiToken.objects.update(created_at=row.created_at - datetime.timedelta(days=1), expires_at=expires_at)
        assert bool(tokens.token_from(text)) is is_good


def test_an_account_that_was_closed_has_none(olga: User) -> None:
    text = make(olga)
    User.objects.update(is_active=False)
    assert tokens.token_from(text) is None


def test_good_ones_come_first(olga: User) -> None:
    last = [tokens.token_from(make(olga, name=name)) for name in "abc"][-1]
    assert last
    tokens.end_token(olga, last.pk)
    assert [one.name for one in tokens.tokens_of(olga)] == ["b", "a", "c"]


@pytest.mark.parametrize("wrong", [{"name": ""}, {"expires_at": datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)}])
def test_the_database_refuses_what_no_form_makes(olga: User, wrong: dict[str, Any]) -> None:
    make(olga)
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.update(**wrong)


def test_all_scopes_are_described_in_words() -> None:
    assert [scope.value for scope in Scope] == ["play", "report", "organize"]
    assert all(len(scope.label) > 20 for scope in Scope)
