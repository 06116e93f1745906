"""What a table's owner arranges: when the game begins, who finds it, who is invited; and taking up an invitation."""

import datetime
import uuid
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.accounts.guests import MAX_NAME, player_at
from games.accounts.models import Face
from games.engine.errors import RuleError
from games.errors import CommandError
from games.tables import invitations, starting
from games.tables.commands import TableCommand, is_owner
from games.tables.forms import InvitationForm, StartForm, VisibilityForm
from games.tables.http import command_of, live_table_or_404, status_of
from games.tables.models import Table
from games.tables.visibility import change_visibility


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, code: str, step: str = "") -> HttpResponse:
    """The page of those who run the table; to others it is as if there were none."""
    table = live_table_or_404(request, code)
    player = player_at(request)
    if not is_owner(table, player):
        raise Http404
    if request.method != "POST":
        return _page(request, table)
    try:
        made = STEPS[step](request, table, command_of(request, table))
    except KeyError as error:
        raise Http404 from error
    except (CommandError, RuleError) as error:
        return _page(request, live_table_or_404(request, code), {"error": error}, status_of(error))
    return _page(request, live_table_or_404(request, code), made) if made else redirect("plan_table", code)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation leads to. Looking at it does nothing; the button takes it up."""
    invitation = invitations.invitation_of(token)
    if invitation is None:
        return render(request, "tables/not_invited.html", status=404)
    error, status = None, 200
    if request.method == "POST":
        try:
            return redirect(
                invitations.come_and_sit(invitation, command_of(request, invitation.table, admits_newcomers=True))
            )
        except (CommandError, RuleError) as refusal:
            error, status = refusal, status_of(refusal)
            invitation.table.refresh_from_db()
    context = {"invitation": invitation, "table": invitation.table, "token": token, "error": error}
    if player_at(request) is None and not request.user.is_authenticated:
        context |= {"faces": Face.choices, "max_name": MAX_NAME}
    return render(request, "tables/invited.html", context, status=status)


def _plan_start(request: HttpRequest, table: Table, command: TableCommand) -> None:
    form = StartForm(request.POST)
    if not form.is_valid():
        raise RuleError("Enter how many minutes until the game starts, from 1 to 1440.")
    at = timezone.now() + datetime.timedelta(minutes=form.cleaned_data["minutes"])
    starting.plan_start(table.pk, at, command, with_bots=form.cleaned_data["with_bots"])


def _start_by_hand(request: HttpRequest, table: Table, command: TableCommand) -> None:
    starting.plan_start(table.pk, None, command)


def _invite(request: HttpRequest, table: Table, command: TableCommand) -> dict[str, Any]:
    form = InvitationForm(table.house_rules.players, request.POST)
    if not form.is_valid():
        raise RuleError("Choose a seat and an expiration time from the lists.")
    token = invitations.invite(table.pk, command, **form.asked())
    return {"token": token}


def _revoke(request: HttpRequest, table: Table, command: TableCommand) -> None:
    number = request.POST.get("invitation", "")
    invitations.revoke(table.pk, int(number) if number.isdecimal() and len(number) < 15 else 0, command)


def _change_visibility(request: HttpRequest, table: Table, command: TableCommand) -> None:
    change_visibility(table.pk, request.POST.get("visibility", ""), command)


STEPS: dict[str, Any] = {
    "start": _plan_start,
    "by-hand": _start_by_hand,
    "invite": _invite,
    "revoke": _revoke,
    "visibility": _change_visibility,
}


def _page(request: HttpRequest, table: Table, more: dict[str, Any] | None = None, status: int = 200) -> HttpResponse:
    now = timezone.now()
    context = {
        "table": table,
        "key": uuid.uuid4(),
        "start_form": StartForm(),
        "invitation_form": InvitationForm(table.house_rules.players),
        "invitations": table.invitations.filter(revoked_at=None, expires_at__gt=now),
        "guests": invitations.guests_of(table),
        "visibility_form": VisibilityForm(initial={"visibility": table.visibility}),
    }
    return render(request, "tables/plan.html", context | (more or {}), status=status)
