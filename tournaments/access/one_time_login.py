"""A link that logs one account in once. It dies at the account's next log-in, whichever way that happens."""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from games.accounts.models import User


class OneTimeLogin(PasswordResetTokenGenerator):
    key_salt = "tournaments.one_time_login"


tokens = OneTimeLogin()


def one_time_path(user: User) -> str:
    return reverse("one_time_login", args=[urlsafe_base64_encode(force_bytes(user.pk)), tokens.make_token(user)])


def user_of(uidb64: str, token: str) -> User | None:
    """The active account that the link stands for, or None when it was used or is not one."""
    try:
        user = User.objects.filter(pk=int(urlsafe_base64_decode(uidb64)), is_active=True).first()
    except (ValueError, OverflowError):
        return None
    return user if user and tokens.check_token(user, token) else None
