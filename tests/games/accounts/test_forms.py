"""Signing up makes an account and the player that others see."""

import pytest
from django.test import Client

from games.accounts.models import Player, User

pytestmark = pytest.mark.django_db
TYPED = {
    "name": "  Pam   Ferris ",
    "email": "Pam@example.org",
    "password1": "bower-and-kitty",
    "password2": "bower-and-kitty",
}


def test_it_names_the_player_as_typed(client: Client) -> None:
    answer = client.post("/accounts/signup/", TYPED)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert list(Player.objects.values_list("name", "user__email")) == [("Pam Ferris", "pam@example.org")]
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)


@pytest.mark.parametrize("missing", sorted(TYPED))
def test_it_makes_no_account_when_something_is_missing(client: Client, missing: str) -> None:
    answer = client.post("/accounts/signup/", TYPED | {missing: " "})
    assert answer.status_code == 200
    assert (User.objects.count(), Player.objects.count()) == (0, 0)
