"""Tokens for programs that act for an account: made, shown once, ended."""

import uuid
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import tokens
from games.accounts.second_factor import was_typed
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import CommandError
from games.tables.forms import TokenForm
from games.tables.http import key_of, status_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)
def my_tokens(request: HttpRequest) -> HttpResponse:
    """All of them. Making one asks for the password, if that is some minutes ago; for a code where the account has a
    second factor. A new one is shown with the answer to the form, and never again."""
    if request.method != "POST":
        return _page(request, TokenForm())
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        made, api_token = tokens.make_token(
            request.user,  # type: ignore[arg-type]  # logged in
            **form.cleaned_data,
            key=key_of(request),
            second_step=was_typed(request),
        )
    except (CommandError, RuleError) as error:
        return _page(request, form, status=status_of(error), error=error)
    return _page(request, TokenForm(), made=made, made_row=api_token)


@require_POST
def end_token(request: HttpRequest, pk: int) -> HttpResponse:
    tokens.end_token(request.user, pk)  # type: ignore[arg-type]  # logged in
    messages.success(request, say("Token revoked."))
    return redirect("my_tokens")


def _page(request: HttpRequest, form: TokenForm, status: int = 200, **more: Any) -> HttpResponse:
    api_tokens = tokens.tokens_of(request.user)  # type: ignore[arg-type]  # logged in
    context = {"form": form, "tokens": api_tokens[: 3 * tokens.MAX_TOKENS], "key": uuid.uuid4()} | more
    return render(request, "programs/tokens.html", context, status=status)
