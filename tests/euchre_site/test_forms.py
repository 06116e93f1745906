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
        (TokenForm, "name", "Fill in “Program name”."),
        (LeagueForm, "divisions", "Fill in “Divisions”."),
        (
            partial(NewSeasonForm, offered={PLAIN: Bundle(PLAIN, "Plain", HouseRules())}, first=PLAIN),
            "name",
            "Fill in “Name”.",
        ),
        (TermsForm, "shares", "Fill in “Prizes, as percentages of the jackpot”."),
        (TermsForm, "metric", "Choose an option under “What counts”."),
        (WebhookForm, "kinds", "Choose an option under “What to send”."),
        (ResetPasswordForm, "email", "Fill in “Email”."),
    ],
)
def test_an_empty_field_is_named(form: Any, name: str, sentence: str) -> None:
    assert list(form({})[name].errors) == [sentence]


class Consent(forms.Form):
    read = forms.BooleanField(label="I have read it")
    seat = forms.CharField(error_messages={"required": "Choose who sat in this seat."})
    age = forms.IntegerField(max_value=120)


class Everything(forms.Form):
    """The fields whose errors people meet. What they are sent is wrong in each."""

    day = forms.DateField()
    begins = forms.DateTimeField()
    time = forms.TimeField()
    email = forms.EmailField()
    link = forms.URLField(assume_scheme="https")
    colour = forms.ChoiceField(choices=[("red", "Red")])
    colours = forms.MultipleChoiceField(choices=[("red", "Red")])
    least = forms.IntegerField(min_value=3)
    most = forms.IntegerField(max_value=120)
    name = forms.CharField(max_length=4)
    fee = forms.DecimalField(decimal_places=2)


WRONG = {
    "day": ("31/31/2026", "Enter a date."),
    "begins": ("tomorrow", "Enter a date and a time."),
    "time": ("late", "Enter a time, like 7:30 PM."),
    "email": ("olga", "Enter an email address, like name@example.org."),
    "link": ("our page", "Enter a web address that begins with https://."),
    "colour": ("blue", "“blue” isn’t in the list. Choose again."),
    "colours": (["blue"], "“blue” isn’t in the list. Choose again."),
    "least": ("2", "Enter 3 or more."),
    "most": ("130", "Enter 120 or less."),
    "name": ("Wilhelmina", "Use at most 4 characters. You have 10."),
    "fee": ("5.125", "Use at most 2 decimal places."),
}


def test_what_django_says_is_said_in_the_words_of_the_site() -> None:
    form = Everything({name: value for name, (value, _) in WRONG.items()})
    assert {name: list(form[name].errors) for name in WRONG} == {name: [said] for name, (_, said) in WRONG.items()}


def test_a_tick_is_asked_for_and_what_a_form_says_in_its_own_words_stays() -> None:
    found = Consent({"age": "130"})
    assert list(found["read"].errors) == ["Check the box “I have read it”."]
    assert list(found["seat"].errors) == ["Choose who sat in this seat."]
    assert list(found["age"].errors) == ["Enter 120 or less."]
    assert list(Consent({"read": "on", "seat": "Ann", "age": "12"})["age"].errors) == []
    assert 'class="errorlist" id="id_read_error"' in squeezed(str(found["read"].errors))
