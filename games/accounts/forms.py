"""Signing up: an account and the name that others will see."""

from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player, User


class SignUpForm(SignupForm):
    name = forms.CharField(
        max_length=80,
        label=_("Your name"),
        help_text=_("Enter your name as it should appear in pairings and standings."),
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    field_order = ("name", "email", "password1", "password2")

    def save(self, request: HttpRequest) -> User:
        """Saves the account with a player, so that anyone who signs up can be seated."""
        user: User = super().save(request)
        Player.objects.update_or_create(user=user, defaults={"name": " ".join(self.cleaned_data["name"].split())})
        return user

    def clean_name(self) -> Any:
        if not self.cleaned_data["name"].split():
            raise forms.ValidationError(_("Enter the name that others know you by."))
        return self.cleaned_data["name"]
