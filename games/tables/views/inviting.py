"""Inviting friends in one tap: a link to a seat, to be shared, copied or read from the screen by a phone."""

from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.accounts.guests import check_tables, player_at, player_for
from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.errors import CommandError, NotAllowed, TooOften
from games.house_rules.presets import PLAIN
from games.qr import qr_picture
from games.tables import invitations
from games.tables.commands import TableCommand
from games.tables.http import key_of, live_table_or_404, status_of, table_page, too_often
from games.tables.models import Table
from games.tables.opening import open_table
from games.tables.options import TableOptions


@login_not_required
@require_POST
def invite_friends(request: HttpRequest) -> HttpResponse:
    """A private table and the link to it."""
    try:
        check_tables(request)
        with transaction.atomic():
            player = player_for(request)
            table = open_table(player, preset(PLAIN), TableOptions())
            return _link(request, table, player)
    except TooOften as error:
        return too_often(request, error)
    except (CommandError, RuleError) as error:
        context = {"error": error, "back": reverse("lobby")}
        return render(request, "refused.html", context, status=status_of(error))


@login_not_required
@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """A link to any seat of this table, for those who run it."""
    table = live_table_or_404(request, code)
    try:
        player = player_at(request)
        if player is None:
            raise NotAllowed("You aren’t at this table. Take a free seat first.")
        return _link(request, table, player)
    except (CommandError, RuleError) as error:
        return table_page(request, live_table_or_404(request, code), error, status_of(error))


def _link(request: HttpRequest, table: Table, player: Player) -> HttpResponse:
    """Nothing that happens at the table meanwhile has a say in it, so no version is asked for."""
    token = invitations.invite(table.pk, TableCommand(player, table.version, key_of(request)))
    address = request.build_absolute_uri(reverse("invited", args=[token]))
    return render(request, "tables/invite.html", {"table": table, "address": address, "picture": qr_picture(address)})
