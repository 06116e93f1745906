"""Apps: people allow them, see them and end them; programs trade codes for tokens. No browser is sent anywhere that the
app didn't register."""

import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from oauthlib.oauth2 import AccessDeniedError, FatalClientError, OAuth2Error

from games import counters, limits
from games.accounts.models import Scope
from games.accounts.oauth import apps
from games.accounts.oauth.forms import AppForm
from games.accounts.oauth.models import App
from games.accounts.oauth.server import GRANTS, Server
from games.accounts.second_factor import was_typed
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import CommandError, TooOften
from games.tables.http import key_of, status_of

LABELS = dict(Scope.choices)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)
def authorize(request: HttpRequest) -> HttpResponse:
    """What the app asks for, in plain words, and yes or no. Yes asks who is there, as making a token does."""
    # Also in the form: who types the password in between comes back with the form, but not with the address.
    params = QueryDict(request.POST.get("asked", "") if request.method == "POST" else request.META["QUERY_STRING"])
    server, address = _server(request), f"{request.build_absolute_uri(reverse('oauth_authorize'))}?{params.urlencode()}"
    try:
        scopes, about = server.validate_authorization_request(address, "GET", None, {})
    except FatalClientError:
        return render(request, "programs/app_refused.html", status=400)
    except OAuth2Error as error:
        return _lead_back(request, apps.app_with(params.get("client_id", "")), error.in_uri(error.redirect_uri))
    app = about["request"].client
    if request.method != "POST":
        return _ask(request, app, scopes, back=about["redirect_uri"], asked=params.urlencode())
    if "allow" not in request.POST:
        denied = AccessDeniedError(request=about["request"])
        return _lead_back(request, app, denied.in_uri(about["redirect_uri"]))
    person = {"user": request.user, "second_step": was_typed(request)}
    try:
        with transaction.atomic():
            headers, _, _ = server.create_authorization_response(
                address, "GET", None, {}, scopes=scopes, credentials=person
            )
    except RuleError as error:
        back = about["redirect_uri"]
        return _ask(request, app, scopes, back=back, asked=params.urlencode(), error=error, status=422)
    return _lead_back(request, app, headers["Location"])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)
def device_page(request: HttpRequest) -> HttpResponse:
    """For the code that a device shows: what the app asks for, and yes or no."""
    typed = request.POST.get("code", "") if request.method == "POST" else request.GET.get("code", "")
    if not typed:
        return render(request, "programs/device.html")
    try:
        limits.check(limits.DEVICE_CODES, f"user-{request.user.pk}")
    except TooOften as error:
        return render(request, "programs/device.html", {"error": error, "code": typed[:20]}, status=429)
    waiting = apps.waiting_device(typed)
    if waiting is None:
        return _wrong_code(request, typed)
    typed = apps.as_shown(typed)
    if request.method != "POST":
        return _ask(request, waiting.app, waiting.scopes, code=typed)
    is_allowed = "allow" in request.POST
    try:
        is_answered = apps.answer_device(
            request.user,  # type: ignore[arg-type]  # logged in
            waiting.pk,
            is_allowed=is_allowed,
            second_step=was_typed(request),
        )
    except RuleError as error:
        return _ask(request, waiting.app, waiting.scopes, code=typed, error=error, status=422)
    if not is_answered:
        return _wrong_code(request, typed)
    return render(request, "programs/device_done.html", {"app": waiting.app, "is_allowed": is_allowed})


def _wrong_code(request: HttpRequest, typed: str) -> HttpResponse:
    wrong = say("This code isn’t right, or it has expired. Check it on your device.")
    return render(request, "programs/device.html", {"error": wrong, "code": typed[:20]}, status=422)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)
def my_apps(request: HttpRequest) -> HttpResponse:
    """The apps that the person connected, and those that the person made."""
    if request.method != "POST":
        return _apps_page(request, AppForm())
    form = AppForm(request.POST)
    if not form.is_valid():
        return _apps_page(request, form, status=422)
    try:
        made = apps.register_app(
            request.user,  # type: ignore[arg-type]  # logged in
            form.cleaned_data["name"],
            form.cleaned_data["addresses"].splitlines(),
            key=key_of(request),
        )
    except (CommandError, RuleError) as error:
        form.add_error(None, str(error))
        return _apps_page(request, form, status=status_of(error))
    return _apps_page(request, AppForm(), made=made)


@require_POST
def end_connection(request: HttpRequest, pk: int) -> HttpResponse:
    apps.end_connection(request.user, pk)  # type: ignore[arg-type]  # logged in
    messages.success(request, say("App disconnected."))
    return redirect("my_apps")


@require_POST
def end_app(request: HttpRequest, pk: int) -> HttpResponse:
    apps.end_app(request.user, pk)  # type: ignore[arg-type]  # logged in
    messages.success(request, say("App removed."))
    return redirect("my_apps")


View = Callable[[HttpRequest], HttpResponse]


def for_programs(view: View) -> View:
    """POST of a form, also from pages of other sites, without cookies: the answer is never kept."""

    @csrf_exempt  # reads no cookie, so there is no log-in that a foreign page could borrow
    @login_not_required
    @require_http_methods(["POST", "OPTIONS"])
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
        else:
            try:
                limits.check(limits.APP_LOG_INS, f"address-{counters.address_of(request)}")
                with transaction.atomic():
                    response = view(request)
            except TooOften as error:
                response = JsonResponse({"error": "temporarily_unavailable"}, status=429)
                response["Retry-After"] = str(error.seconds)
            except OAuth2Error as error:
                response = HttpResponse(error.json, status=error.status_code, content_type="application/json")
        response["Cache-Control"], response["Access-Control-Allow-Origin"] = "no-store", "*"
        response["Access-Control-Allow-Headers"] = "Content-Type"
        return response

    return answer


@for_programs
def token(request: HttpRequest) -> HttpResponse:
    return _answer(*_server(request).create_token_response(*_sent(request)))


@for_programs
def revoke(request: HttpRequest) -> HttpResponse:
    return _answer(*_server(request).create_revocation_response(*_sent(request)))


@for_programs
def device(request: HttpRequest) -> HttpResponse:
    """A device asks for a code that a person types elsewhere."""
    scopes = request.POST.get("scope", "").split()
    if set(scopes) - set(Scope.values):
        return JsonResponse({"error": "invalid_scope"}, status=400)
    headers, about, status = _server(request).create_device_authorization_response(*_sent(request))
    app = apps.app_with(request.POST["client_id"])
    assert app
    about["user_code"] = apps.ask_for_device(app, scopes, about["device_code"])
    about["verification_uri_complete"] = f"{about['verification_uri']}?{urlencode({'code': about['user_code']})}"
    return _answer(headers, json.dumps(about), status)


@login_not_required
@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Where everything is, for libraries (RFC 8414)."""

    def at(name: str) -> str:
        return request.build_absolute_uri(reverse(name))

    response = JsonResponse(
        {
            "issuer": request.build_absolute_uri("/").rstrip("/"),
            "authorization_endpoint": at("oauth_authorize"),
            "token_endpoint": at("oauth_token"),
            "revocation_endpoint": at("oauth_revoke"),
            "device_authorization_endpoint": at("oauth_device"),
            "scopes_supported": list(Scope.values),
            "response_types_supported": ["code"],
            "grant_types_supported": list(GRANTS),
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
        }
    )
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _server(request: HttpRequest) -> Server:
    return Server(request.build_absolute_uri(reverse("device_page")))


def _sent(request: HttpRequest) -> tuple[str, str, str, dict[str, str]]:
    """As oauthlib reads a request: what is in the address counts for nothing."""
    return (
        request.build_absolute_uri(request.path),
        request.method or "",
        request.POST.urlencode(),
        {"Content-Type": request.content_type or ""},
    )


def _answer(headers: dict[str, str], body: Any, status: int) -> HttpResponse:
    response = HttpResponse(body or "", status=status)
    for name, value in headers.items():
        response[name] = value
    response["Content-Type"] = "application/json"
    return response


def _ask(
    request: HttpRequest,
    app: App,
    scopes: list[str],
    status: int = 200,
    error: object = None,
    back: str = "",
    **fields: str,
) -> HttpResponse:
    """back: where the answer leads. fields: what the form brings along."""
    context = {
        "app": app,
        "fields": fields,
        "error": error,
        "back": urlsplit(back).netloc or urlsplit(back).scheme,
        "permissions": [LABELS[scope] for scope in apps.in_order(scopes)],
    }
    return render(request, "programs/consent.html", context, status=status)


def _lead_back(request: HttpRequest, app: App | None, address: str) -> HttpResponse:
    """By a page of ours: what a form answers may lead nowhere else (`form-action`), and a scheme of an app's own asks
    for a tap. The address is one that the app registered."""
    response = render(request, "programs/lead_back.html", {"app": app, "address": address})
    response["Referrer-Policy"] = "no-referrer"
    return response


def _apps_page(request: HttpRequest, form: AppForm, status: int = 200, **more: Any) -> HttpResponse:
    user: Any = request.user
    context = {
        "form": form,
        "connections": [
            (connection, [LABELS[scope] for scope in connection.scopes]) for connection in apps.connections_of(user)
        ],
        "apps": apps.apps_of(user),
        "key": uuid.uuid4(),
        **more,
    }
    return render(request, "programs/apps.html", context, status=status)
