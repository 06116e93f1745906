"""allauth's pages about passkeys. Over plain HTTP none of them is there."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.models import Login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.webauthn import views as allauth_views
from allauth.mfa.webauthn.internal import auth, flows
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

View = Callable[..., HttpResponse]


def with_passkeys(view: View) -> View:
    """404 for everyone where there are none. The view itself asks who is logged in."""

    @login_not_required
    @wraps(view)
    def view_or_404(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "webauthn" not in settings.MFA_SUPPORTED_TYPES:
            raise Http404
        return view(request, *args, **kwargs)

    return view_or_404


class AddPasskey(allauth_views.AddWebAuthnView):
    """Any passkey can log in: it is kept by the device, which checks its owner."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        about: dict[str, Any] = super().get_context_data(**more)
        return about | {"js_data": {"creation_options": auth.begin_registration(self.request.user, True)}}

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "mfa_list_webauthn")


class LogIn(allauth_views.LoginWebAuthnView):
    def form_valid(self, form: Form) -> HttpResponse:
        """Leads on to where the person wanted."""
        authenticator = form.cleaned_data["credential"]
        login = Login(user=authenticator.user, redirect_url=get_next_redirect_url(self.request))
        response: HttpResponse = flows.perform_passwordless_login(self.request, authenticator, login)
        return response


class Confirm(allauth_views.ReauthenticateWebAuthnView):
    def form_invalid(self, form: Form) -> HttpResponse:
        """The same page, which says what was wrong."""
        for sentence in form.errors.get("credential", []):
            messages.error(self.request, str(sentence))
        return redirect(self.request.get_full_path())


list_passkeys = with_passkeys(allauth_views.list_webauthn)
add_passkey = with_passkeys(AddPasskey.as_view())
rename_passkey = with_passkeys(allauth_views.edit_webauthn)
remove_passkey = with_passkeys(allauth_views.remove_webauthn)
confirm_by_passkey = with_passkeys(Confirm.as_view())
log_in_by_passkey = with_passkeys(LogIn.as_view())
