"""Where logging in by a provider differs from allauth's: providers come from the settings alone, everyone who is new
sees the form, and an address that has an account is never joined to it.
"""

from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import resume_request
from allauth.account.utils import filter_users_by_email
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.accounts.openid.configured import ConfiguredProvider, all_providers, configured_provider

if TYPE_CHECKING:
    from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin

    from games.accounts.openid.provider import OpenIDProvider

LOGIN, LINK, CONFIRM = "login", "connect", "reauthenticate"
"""What someone goes to a provider for."""


class Adapter(DefaultSocialAccountAdapter):
    error_messages: ClassVar = {
        **DefaultSocialAccountAdapter.error_messages,
        "email_taken": gettext_lazy(
            "There’s already an account here for this address. Log in first, then link your %s account."
        ),
        "no_password": gettext_lazy("This account is your only way to log in. Set a password first."),
        "no_verified_email": gettext_lazy("Confirm your email address first. Then you can unlink this account."),
    }

    def list_apps(
        self, request: HttpRequest | None, provider: str | None = None, client_id: str | None = None
    ) -> list["SocialApp"]:
        """The providers of the settings. Those that someone writes into the database count as none."""
        return [_app(configured) for configured in all_providers() if provider in (None, configured.id)]

    def list_providers(self, request: HttpRequest) -> list["OpenIDProvider"]:
        return [self.get_provider(request, configured.id) for configured in all_providers()]

    def get_provider(
        self, request: HttpRequest | None, provider: str, client_id: str | None = None
    ) -> "OpenIDProvider":
        """Of one that the settings no longer name, what is needed to show and to remove a link with it."""
        from games.accounts.openid.provider import OpenIDProvider  # loads what only a configured provider needs

        gone = ConfiguredProvider(provider, provider.replace("-", " ").capitalize(), "", "", "")
        return OpenIDProvider(request, _app(configured_provider(provider) or gone))

    def pre_social_login(self, request: HttpRequest, sociallogin: "SocialLogin") -> None:
        process = sociallogin.state["process"]
        if process == CONFIRM:
            raise ImmediateHttpResponse(_confirm(request, sociallogin))
        confirmed = [address.email for address in sociallogin.email_addresses if address.verified]
        if process == LOGIN and not sociallogin.is_existing and any(map(filter_users_by_email, confirmed)):
            about = {"provider": sociallogin.provider, "address": confirmed[0]}
            raise ImmediateHttpResponse(render(request, "socialaccount/address_taken.html", about))

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: "SocialLogin") -> bool:
        """Never: people choose the name by which others know them."""
        return False

    def get_signup_form_initial_data(self, sociallogin: "SocialLogin") -> dict[str, Any]:
        initial: dict[str, Any] = super().get_signup_form_initial_data(sociallogin)
        return initial | {"name": sociallogin.state.get("name", "")}

    @transaction.atomic
    def save_user(self, request: HttpRequest, sociallogin: "SocialLogin", form: BaseForm) -> User:
        """Saves the account with the address that was typed, confirmed only if the provider confirmed that very one."""
        typed = form.cleaned_data["email"]
        sociallogin.email_addresses = [
            address for address in sociallogin.email_addresses if address.verified and address.email == typed
        ]
        user: User = super().save_user(request, sociallogin, form)
        return user

    def validate_disconnect(self, account: "SocialAccount", accounts: Any) -> None:
        from games.accounts.openid.links import is_last_way_in  # models are there by now

        if is_last_way_in(account.user, account):
            raise self.validation_error("no_password")


def _app(configured: ConfiguredProvider) -> "SocialApp":
    """As allauth describes a provider; never saved."""
    from allauth.socialaccount.models import SocialApp  # models are there by now

    return SocialApp(
        provider="openid_connect",
        provider_id=configured.id,
        name=configured.name,
        client_id=configured.client_id,
        secret=configured.secret,
        settings={"issuer": configured.issuer},
    )


def _confirm(request: HttpRequest, sociallogin: "SocialLogin") -> HttpResponse:
    """Goes on with what “Confirm it’s you” was asked for, if it was the same person who came back, and if this account
    is asked at a provider: a second factor or a password isn't passed by."""
    methods = get_account_adapter().get_reauthentication_methods(request.user)
    if sociallogin.user != request.user or "at_provider" not in [method["id"] for method in methods]:
        about = {"provider": sociallogin.provider, "reason": "someone_else"}
        return render(request, "socialaccount/authentication_error.html", about, status=403)
    link = sociallogin.account
    record_authentication(
        request, request.user, "socialaccount", reauthenticated=True, provider=link.provider, uid=link.uid
    )
    # Where allauth looks for the way back.
    request.GET = QueryDict(urlencode({REDIRECT_FIELD_NAME: sociallogin.get_redirect_url(request) or "/"}))
    return resume_request(request) or redirect("/")
