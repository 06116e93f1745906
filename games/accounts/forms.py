"""Signing up: an account and the name that others will see."""

from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player, User


class NameForm(forms.Form):
    """The part of each way to sign up that is about the player."""

    name = forms.CharField(
        max_length=80,
        label=_("Your name"),
        help_text=_("Enter your name as it should appear in pairings and standings."),
        widget=forms.TextInput({"autocomplete": "name"}),
    )

    def clean_name(self) -> Any:
        if not self.cleaned_data["name"].split():
            raise forms.ValidationError(_("Enter the name that others know you by."))
        return self.cleaned_data["name"]

    def save_player(self, user: User) -> None:
        """Saves the account's player, so that anyone who signs up can be seated."""
        Player.objects.update_or_create(user=user, defaults={"name": " ".join(self.cleaned_data["name"].split())})


class SignUpForm(NameForm, SignupForm):
    field_order = ("name", "email", "password1", "password2")

    def save(self, request: HttpRequest) -> User:
        user: User = super().save(request)
        self.save_player(user)
        return user
