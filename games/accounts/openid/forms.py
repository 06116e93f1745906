"""Signing up with an account of a provider: as without one, but for the password."""

from allauth.socialaccount.forms import SignupForm
from django.db import transaction
from django.http import HttpRequest

from games.accounts.forms import NameForm
from games.accounts.models import User


class ProviderSignUpForm(NameForm, SignupForm):
    field_order = ("name", "email")

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """Saves the account, its link and its player together, or nothing."""
        user: User = super().save(request)
        self.save_player(user)
        return user
