"""How a request becomes a command at a table: who asks, what page it saw, and what is shown afterwards."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from games import limits
from games.accounts.guests import player_at, player_for, visitor
from games.engine.errors import RuleError
from games.engine.language import mark
from games.errors import CommandError, Conflict, KeyReused, NotAllowed, TooOften
from games.qr import qr_picture
from games.tables import active_device
from games.tables.commands import TableCommand
from games.tables.hosts import hosts
from games.tables.models import Game, Table, Visibility
from games.tables.presenter import TableView
from games.tables.visibility import may_see

STATUS: dict[type[Exception], int] = {NotAllowed: 403, Conflict: 409, KeyReused: 422, RuleError: 422}
INCOMPLETE = mark("Something is missing. Fill in every field and try again.")


class Page(NamedTuple):
    """One way to show a table. address: of its route, by the table's code. is_shared: everyone in the room sees it."""

    name: str
    address: str
    template: str
    is_shared: bool = False

    def more(self, request: HttpRequest, table: Table) -> dict[str, Any]:
        """Where this page's own address and that of a hand on a phone are."""
        hand = request.build_absolute_uri(reverse(HAND.address, args=[table.code]))
        picture = qr_picture(hand) if self.is_shared else ""
        return {"address": reverse(self.address, args=[table.code]), "hand_address": hand, "picture": picture}


TABLE = Page("table", "table", "tables/table.html")
HAND = Page("hand", "table_hand", "tables/hand.html")
SHARED = Page("shared", "table_shared", "tables/shared.html", is_shared=True)


def table_command(view: Callable[..., Any], *, admits_newcomers: bool = False) -> Callable[..., HttpResponse]:
    """A command at a table: afterwards the table is shown; a refusal is shown above the table as it is now."""

    @login_not_required
    @require_POST
    @wraps(view)
    def done(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        try:
            limits.check(limits.MOVES, visitor(request))
            table = live_table_or_404(request, code)
            view(request, table, command_of(request, table, admits_newcomers=admits_newcomers), **kwargs)
        except TooOften as error:
            return too_often(request, error)
        except (CommandError, RuleError) as error:
            return table_page(request, live_table_or_404(request, code), error, status_of(error))
        if request.headers.get("HX-Request"):
            return table_page(request, live_table_or_404(request, code))
        return redirect(_page(request).address, code=code)

    return done


def status_of(error: Exception) -> int:
    return next(number for kind, number in STATUS.items() if isinstance(error, kind))


def table_or_404(request: HttpRequest, code: str) -> Table:
    """The table with that code, for people who may see it; for others it is as if there were none."""
    table = get_object_or_404(Table.objects.select_related("owner", *hosts().related), code=code)
    if table.visibility == Visibility.HIDDEN and not may_see(table, player_at(request, table)):
        raise Http404
    return table


def game_or_404(request: HttpRequest, code: str, number: int) -> Game:
    """The game with that number, for people who may see its table."""
    return get_object_or_404(Game, table=table_or_404(request, code), number=number)


def number_in(request: HttpRequest, name: str) -> int:
    """A parameter of the address; 0 where it is no number."""
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def live_table_or_404(request: HttpRequest, code: str) -> Table:
    """The same for whatever is done at a table; nothing is at one that only holds imported games."""
    table = table_or_404(request, code)
    if table.is_imported:
        raise Http404
    return table


def device_of(request: HttpRequest) -> str:
    """The device key of the page that asks, or a new one for a page being opened."""
    sent = request.headers.get("X-Device", "") or request.POST.get("device", "")
    return active_device.device_from(sent) or (active_device.new_device() if request.method == "GET" else "")


def too_often(request: HttpRequest, error: TooOften) -> HttpResponse:
    context = {"error": error, "back": ""}
    response = render(request, "refused.html", context, status=429)
    response["Retry-After"] = str(error.seconds)
    return response


def command_of(request: HttpRequest, table: Table, *, admits_newcomers: bool = False) -> TableCommand:
    """What the form asks for. NotAllowed for a visitor without a player yet, unless newcomers are welcome.

    Newcomers play under the name and with the face that they choose.
    """
    try:
        seen = int(request.POST.get("seen", ""))
    except ValueError as error:
        raise RuleError(INCOMPLETE) from error
    key = key_of(request)
    named = {"name": request.POST.get("guest_name", ""), "face": request.POST.get("face", "")}
    player = player_for(request, table, **named) if admits_newcomers else player_at(request, table)
    if player is None:
        raise NotAllowed("You aren’t at this table. Take a free seat first.")
    return TableCommand(player, seen, key, device_of(request))


def key_of(request: HttpRequest) -> uuid.UUID:
    """The key that the form was made with."""
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError as error:
        raise RuleError(INCOMPLETE) from error


def table_page(
    request: HttpRequest,
    table: Table,
    error: Exception | None = None,
    status: int = 200,
    page: Page | None = None,
    **more: Any,
) -> HttpResponse:
    """The table as this browser may see it; without a page on the one that the form was on."""
    page, device = page or _page(request), device_of(request)
    look = TableView(table, player_at(request, table), device, is_shared=page.is_shared)
    frame = "tables/frame.html" if request.headers.get("HX-Request") else "base.html"
    context = {
        "table": table,
        "look": look,
        "error": error,
        "page": page,
        "key": uuid.uuid4(),
        "device": device,
        "frame": frame,
        "host": hosts().of(table),
    }
    return render(request, page.template, context | page.more(request, table) | more, status=status)


def _page(request: HttpRequest) -> Page:
    """The page that the form was on."""
    return next((page for page in (HAND, SHARED) if page.name == request.POST.get("page")), TABLE)
