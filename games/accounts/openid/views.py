"""Going to a provider, coming back, and the links of an account. Without a provider in the settings, none is there."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.core import ratelimit
from allauth.socialaccount import views as allauth_views
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import complete_social_login
from django.conf import settings
from django.contrib.auth.decorators import login_not_required, login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.openid.adapter import CONFIRM, LINK, LOGIN
from games.accounts.openid.configured import configured_provider
from games.accounts.openid.links import shown_links, working_links

log = logging.getLogger(__name__)

View = Callable[..., HttpResponse]


def with_providers(view: View) -> View:
    """404 for everyone while there is no provider. The view itself asks who is logged in."""

    @login_not_required
    @wraps(view)
    def view_or_404(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.OIDC_PROVIDERS:
            raise Http404
        return view(request, *args, **kwargs)

    return view_or_404


@with_providers
@require_http_methods(["GET", "HEAD", "POST"])
def go_to_provider(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Asks first when a link led here: a page of someone else's must not send anyone on."""
    provider = _provider_or_404(request, provider_id)
    asked = request.POST if request.method == "POST" else request.GET
    process = asked.get("process") if asked.get("process") in (LINK, CONFIRM) else LOGIN
    if process != LOGIN and not request.user.is_authenticated:
        return redirect("account_login")
    if process == LINK:
        raise_if_reauthentication_required(request, app="allauth.socialaccount")
    if request.method != "POST":
        about = {"provider": provider, "process": process, "next": asked.get("next", "")}
        return render(request, "socialaccount/login.html", about)
    if not ratelimit.consume(request, action="login"):
        return _failed(request, provider, "too_often", 429)
    from games.accounts.openid.wire import NoAnswer  # loads what only a configured provider needs

    try:
        way = provider.get_redirect_from_request_kwargs(request) | {"process": process}
        response: HttpResponse = provider.redirect(request, **way)
    except NoAnswer as error:
        return _away(request, provider, error)
    return response


@with_providers
@require_GET
def come_back(request: HttpRequest, provider_id: str) -> HttpResponse:
    from games.accounts.openid.provider import NotBelieved  # loads what only a configured provider needs
    from games.accounts.openid.wire import NoAnswer

    provider = _provider_or_404(request, provider_id)
    state = provider.take_state(request)
    if state is None:
        return _failed(request, provider, "not_from_here", 400)
    if request.GET.get("error") == "access_denied":
        return _failed(request, provider, "canceled", 200)
    try:
        if not request.GET.get("code"):
            raise NotBelieved("came back without a code")
        claims = provider.identify(request, request.GET["code"], state)
    except NoAnswer as error:
        return _away(request, provider, error)
    except NotBelieved as error:
        log.warning("login with %s refused: %s", provider.name, error)
        return _failed(request, provider, "not_believed", 403)
    sociallogin = provider.sociallogin_from_response(request, claims)
    sociallogin.state = state | {"name": str(claims.get("name") or "")[:80]}
    response: HttpResponse = complete_social_login(request, sociallogin)
    return response


@with_providers
def sign_up(request: HttpRequest) -> HttpResponse:
    """The form for someone new, who has just come back from a provider."""
    response: HttpResponse = allauth_views.signup(request)
    return response


@with_providers
@login_required
def linked_accounts(request: HttpRequest) -> HttpResponse:
    """All links, and the providers without one."""
    response: HttpResponse = LinkedAccounts.as_view()(request)
    return response


class LinkedAccounts(allauth_views.ConnectionsView):
    def get_context_data(self, **more: Any) -> dict[str, Any]:
        about: dict[str, Any] = super().get_context_data(**more)
        return about | {"links": shown_links(self.request.user)}


@with_providers
@login_required
def confirm_at_provider(request: HttpRequest) -> HttpResponse:
    """“Confirm it’s you” for an account that has no password here: by logging in at its provider once more."""
    methods = get_account_adapter().get_reauthentication_methods(request.user)
    if "at_provider" not in [method["id"] for method in methods]:
        raise Http404
    linked = {link.provider for link in working_links(request.user)}  # type: ignore[arg-type]  # logged in
    providers = [provider for provider in get_adapter().list_providers(request) if provider.app.provider_id in linked]
    about = {"providers": providers, "next": request.GET.get("next", ""), "process": CONFIRM}
    return render(request, "socialaccount/reauthenticate.html", about)


def _provider_or_404(request: HttpRequest, provider_id: str) -> Any:
    if configured_provider(provider_id) is None:
        raise Http404
    return get_adapter().get_provider(request, provider_id)


def _away(request: HttpRequest, provider: Any, error: Exception) -> HttpResponse:
    log.warning("login with %s failed: %s", provider.name, error)
    return _failed(request, provider, "away", 503)


def _failed(request: HttpRequest, provider: Any, reason: str, status: int) -> HttpResponse:
    """Nothing was changed. The page says so, why, and what to do."""
    about = {"provider": provider, "reason": reason, "back": reverse("account_login")}
    return render(request, "socialaccount/authentication_error.html", about, status=status)
