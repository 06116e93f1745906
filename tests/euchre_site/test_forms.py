"""What a form says of a field that was left empty: which one, and what to do. True of every form, also of packages."""

from functools import partial
from typing import Any

import pytest
from allauth.account.forms import ResetPasswordForm
from django import forms

from games.engine.rules import HouseRules
from games.house_rules.presets import PLAIN, Bundle
from games.tables.forms import TokenForm
from tests.markup import squeezed
from tournaments.jackpots.forms import TermsForm
from tournaments.leagues.forms import LeagueForm, NewSeasonForm
from tournaments.webhooks.forms import WebhookForm


@pytest.mark.parametrize(
    ("form", "name", "sentence"),
    [
        (TokenForm, "name", "Fill in “What is it for?”."),
        (LeagueForm, "divisions", "Fill in “Divisions”."),
        (
            partial(NewSeasonForm, offered={PLAIN: Bundle(PLAIN, "Plain", HouseRules())}, first=PLAIN),
            "name",
            "Fill in “Name”.",
        ),
        (TermsForm, "shares", "Fill in “Prizes in percent of the pot”."),
        (TermsForm, "metric", "Choose something under “What counts”."),
        (WebhookForm, "kinds", "Choose something under “Send when”."),
        (ResetPasswordForm, "email", "Fill in “Email”."),
    ],
)
def test_an_empty_field_is_named(form: Any, name: str, sentence: str) -> None:
    assert list(form({})[name].errors) == [sentence]


class Consent(forms.Form):
    read = forms.BooleanField(label="I have read it")
    seat = forms.CharField(error_messages={"required": "Choose who sat here."})
    age = forms.IntegerField(max_value=120)


def test_a_tick_is_asked_for_and_what_a_form_says_in_its_own_words_stays() -> None:
    found = Consent({"age": "130"})
    assert list(found["read"].errors) == ["Tick “I have read it”."]
    assert list(found["seat"].errors) == ["Choose who sat here."]
    assert list(found["age"].errors) == ["Ensure this value is less than or equal to 120."]
    assert list(Consent({"read": "on", "seat": "Ann", "age": "12"})["age"].errors) == []
    assert 'class="errorlist" id="id_read_error"' in squeezed(str(found["read"].errors))
