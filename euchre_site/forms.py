"""How every form of the site says what is wrong with a field, the forms of packages too."""

from copy import copy

from django import forms
from django.core import validators
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.forms.renderers import DjangoTemplates
from django.forms.utils import ErrorList

from games.engine.language import mark, say

REQUIRED = forms.Field.default_error_messages["required"]
NOT_OFFERED = mark("“{value}” isn’t in the list. Choose again.")
IN_OUR_WORDS = (
    (forms.DateField.default_error_messages["invalid"], mark("Enter a date.")),
    (forms.DateTimeField.default_error_messages["invalid"], mark("Enter a date and a time.")),
    (forms.TimeField.default_error_messages["invalid"], mark("Enter a time, like 7:30 PM.")),
    (validators.validate_email.message, mark("Enter an email address, like name@example.org.")),
    (forms.URLField.default_error_messages["invalid"], mark("Enter a web address that begins with https://.")),
    (forms.ChoiceField.default_error_messages["invalid_choice"], NOT_OFFERED),
    (
        forms.MultipleChoiceField.default_error_messages["invalid_choice"],
        mark("“{value}” isn’t in the list. Choose again."),
    ),
    (
        forms.ModelChoiceField.default_error_messages["invalid_choice"],
        mark("That choice isn’t in the list. Choose again."),
    ),
    (validators.MinValueValidator.message, mark("Enter {limit_value} or more.")),
    (validators.MaxValueValidator.message, mark("Enter {limit_value} or less.")),
    (validators.MaxLengthValidator.message, mark("Use at most {limit_value} characters. You have {show_value}.")),
    (validators.DecimalValidator.messages["max_decimal_places"], mark("Use at most {max} decimal places.")),
)
"""Django's sentence, and the one that people read. What fits as it is ("Enter a whole number.") isn't here."""


class SiteField(BoundField):
    """Says Django's errors in the site's words. What a form says in its own words stays."""

    @property
    def errors(self) -> ErrorList:
        error_list = super().errors
        ours = copy(error_list)
        ours.data = [self._in_our_words(error) for error in error_list.as_data()]
        return ours

    def _in_our_words(self, error: ValidationError) -> ValidationError:
        if error.message is REQUIRED:
            return self._required(error)
        ours = next((ours for theirs, ours in IN_OUR_WORDS if error.message is theirs), None)
        return ValidationError(say(ours, **(error.params or {})), code=error.code) if ours else error

    def _required(self, error: ValidationError) -> ValidationError:
        if isinstance(self.field, forms.BooleanField):
            sentence = say("Check the box “{label}”.", label=self.label)
        elif isinstance(self.field, forms.ChoiceField | forms.ModelChoiceField | forms.FileField):
            sentence = say("Choose an option under “{label}”.", label=self.label)
        else:
            sentence = say("Fill in “{label}”.", label=self.label)
        return ValidationError(sentence, code=error.code)


class SiteForms(DjangoTemplates):
    """For FORM_RENDERER."""

    bound_field_class = SiteField
