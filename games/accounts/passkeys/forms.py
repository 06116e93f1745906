"""allauth's forms of passkeys, with words for what they refuse. What a browser sends may be anything."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth_forms
from django.core.exceptions import ValidationError
from django.forms import Field
from django.utils.translation import gettext_lazy as _

MAX_NAME = 60
NOT_CHECKED = _("We couldn’t verify that passkey. Try again, or log in another way.")
NONSENSE = (TypeError, ValueError, KeyError, AttributeError)


def in_words(error: Exception) -> ValidationError:
    """What people are told. Only a limit on tries has words of its own."""
    if isinstance(error, ValidationError) and error.code != "incorrect_code":
        return error
    return ValidationError(NOT_CHECKED)


def give_words(field: Field) -> None:
    """For a hidden field whose own words would make no sense to people."""
    field.error_messages |= {"required": NOT_CHECKED, "invalid": NOT_CHECKED}


class AddPasskeyForm(allauth_forms.SignupWebAuthnForm):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        give_words(self.fields["credential"])
        self.fields["name"].label = _("Name")
        self.fields["name"].help_text = _("Name the device, e.g. My phone.")
        self.fields["name"].max_length = self.fields["name"].widget.attrs["maxlength"] = MAX_NAME

    def clean_name(self) -> str:
        """The browser has the passkey already: a name that is too long is cut, not refused."""
        name: str = super().clean_name()
        return name[:MAX_NAME]

    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except (ValidationError, *NONSENSE) as error:
            raise in_words(error) from error
        return cleaned


class RenamePasskeyForm(allauth_forms.EditWebAuthnForm):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"].label = _("Name")
        self.fields["name"].max_length = self.fields["name"].widget.attrs["maxlength"] = MAX_NAME

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"][:MAX_NAME]
        return name


class _WithWords:
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        give_words(self.fields["credential"])  # type: ignore[attr-defined]  # of the form beside it

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()  # type: ignore[misc]  # of the form beside it
        except (ValidationError, *NONSENSE) as error:
            raise in_words(error) from error


class LoginForm(_WithWords, allauth_forms.LoginWebAuthnForm):
    pass


class SecondStepForm(_WithWords, allauth_forms.AuthenticateWebAuthnForm):
    pass


class ConfirmForm(_WithWords, allauth_forms.ReauthenticateWebAuthnForm):
    pass
