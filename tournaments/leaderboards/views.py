"""Leaderboards of a club, of friendly games, of games with bots, and of everything together."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from games.engine.choices import Variant
from games.engine.language import mark, say
from games.engine.presets import SETS
from games.house_rules.presets import BUILT_IN
from tournaments.cached_content import made_once, same_for_visitors
from tournaments.clubs.models import Club
from tournaments.clubs.public_names import names_for
from tournaments.honours.ratings.pools import Pool
from tournaments.honours.statistics.boards import Order
from tournaments.http import actor_for
from tournaments.leaderboards import rankings, selectors
from tournaments.leaderboards.questions import RATING, BoardQuery, Span, board_query, order_named, shown_value
from tournaments.permissions import NOBODY, Actor
from tournaments.rewards.models import Board
from tournaments.rewards.ratings import is_being_recomputed, key_of
from tournaments.rewards.scopes import ALL

GAMES = "games"
LAST = "last"
HEADS = {
    RATING: mark("Rating"),
    Order.WINNERS: mark("Won"),
    Order.SCORES: mark("Best game"),
    Order.POINTS: mark("Points"),
    Order.RATE: mark("Win rate"),
    Order.LONERS: mark("Loners"),
    Order.MARCHES: mark("Marches"),
    Order.EUCHRES: mark("Euchres"),
    GAMES: mark("Games"),
    LAST: mark("Last played"),
}
MEASURES = {**HEADS, Order.WINNERS: mark("Wins")}
COUNTED = (Order.WINNERS, GAMES, Order.RATE, Order.POINTS)
"""Columns of every board but the rating's; one more is for what ranks, or for loners."""
BAR = 72
"""Of a win rate of 100 %."""
VARIANTS = {Variant.CLASSIC: mark("Classic"), Variant.BID: mark("Bid")}
RULES = {**{name: BUILT_IN[name] for name in SETS}, "own": mark("Other house rules")}
"""By the names under which tables are opened."""
KEPT_SECONDS = 60
"""So long a player's new name may be the old one to visitors."""


@dataclass(frozen=True)
class Column:
    """order: of `HEADS`. ranks: the board goes by it."""

    order: str
    ranks: bool
    is_on_phones: bool

    @property
    def head(self) -> str:
        return say(HEADS[self.order])


@login_not_required
@require_safe
@same_for_visitors("by", "page")
def leaderboards(request: HttpRequest) -> HttpResponse:
    """club: whose board the viewer comes from, so that the filters lead back to it."""
    slug = request.GET.get("club", "")
    home = Club.objects.filter(slug=slug).first() if slug else None
    if home and request.GET.get("games") == "club":
        kept = {key: value for key, value in request.GET.dict().items() if key not in ("club", "games")}
        return redirect(f"{reverse('club_leaderboards', args=[home.slug])}?{urlencode(kept)}")
    return _page(request, None, home)


@login_not_required
@require_safe
@same_for_visitors("by", "page")
def club_leaderboards(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    return _page(request, club, club)


def _page(request: HttpRequest, club: Club | None, home: Club | None) -> HttpResponse:
    """What a visitor reads is the same for all of them, and is kept until the board has another version."""
    now = timezone.now()
    asked = board_query(club, request.GET.dict(), now)
    actor = actor_for(request)
    version = Board.objects.filter(pk=asked.scope).values_list("version", flat=True).first() or 0
    pool = rankings.pool_of_scope(asked.scope, asked.variant) if asked.order == RATING else None
    is_due = pool is not None and is_being_recomputed(key_of(pool))
    basis = {"club": club, "home": home, "asked": asked, "version": version, "is_due": is_due}
    template, state = "leaderboards/content.html", (version, is_due, f"{now:%F %H}")

    def shown() -> dict[str, Any]:
        return basis | _shown(request, club, asked, actor, pool, now)

    if version > 0 and actor == NOBODY:
        content = made_once(request, template, state, shown, seconds=KEPT_SECONDS)
    else:
        content = render_to_string(template, shown(), request)
    return render(request, "leaderboards/leaderboards.html", basis | {"content": content})


def _shown(
    request: HttpRequest, club: Club | None, asked: BoardQuery, actor: Actor, pool: Pool | None, now: datetime
) -> dict[str, Any]:
    """The page's content for this viewer, as its template wants it."""
    own: Any = None
    if pool is not None:
        board_page: Any = rankings.ranking_page(pool, now, asked.page)
        people = {line.player for line in (*board_page.lines, *board_page.provisional)}
        own = rankings.where_is(pool, now, actor.player.pk) if actor.player else None
    else:
        assert asked.question is not None
        board_page = selectors.board_page(asked.question, asked.page)
        people = {line.player for line in board_page.lines}
        own = selectors.where_is(asked.question, actor.player.pk) if actor.player else None
    columns = list(_columns(asked))
    return {
        "found": board_page,
        "own": own,
        "names": names_for(actor, people),
        "player": actor.player,
        "columns": columns,
        "rows": [
            (line, [(column, _value(column.order, line)) for column in columns], _bar(line))
            for line in board_page.lines
        ],
        "bar": BAR,
        "own_page": selectors.page_of(own.place) if own else None,
        "own_value": _value(asked.order, own) if own else "",
        "orders": list(_orders(request, asked)),
        "head": say(HEADS[asked.order]),
        "is_rating": pool is not None,
        "spans": list(Span),
        "variants": [(variant.value, say(VARIANTS[variant])) for variant in Variant],
        "venues": list(club.venues.all()) if club else [],
        "rules": [(name, say(label)) for name, label in RULES.items()],
        "looks_back": selectors.LONGEST.days,
        "help": "" if asked.order == RATING else order_named(asked.order).help,
    }


def _columns(asked: BoardQuery) -> Iterator[Column]:
    """On phones what ranks, and what decides among equals: the games won, or where these rank, the share of them."""
    if asked.order == RATING:
        orders: tuple[str, ...] = (RATING, GAMES, LAST)
        on_phones = {RATING, GAMES}
    else:
        orders = (*COUNTED, Order.LONERS if asked.order in COUNTED else order_named(asked.order))
        on_phones = {asked.order, Order.RATE if asked.order == Order.WINNERS else Order.WINNERS}
    for order in orders:
        yield Column(order, order == asked.order, order in on_phones)


def _value(order: str, line: Any) -> str:
    if order == LAST:
        return date_format(timezone.localtime(line.last_at), "SHORT_DATE_FORMAT")
    if order == RATING:
        return f"{line.shown.number}"
    if order == GAMES:
        return str(line.shown.games if hasattr(line, "shown") else line.values["games"])
    return shown_value(order, line.values)


def _bar(line: Any) -> int:
    return 0 if hasattr(line, "shown") else round(BAR * line.values["rate"])


def _orders(request: HttpRequest, asked: BoardQuery) -> Iterator[tuple[str, str, bool]]:
    """Address, name, and whether it is the one shown. The filters stay, the page does not."""
    kept = {key: value for key, value in request.GET.dict().items() if key not in ("by", "page") and value}
    for key in list(Order) if asked.scope == ALL else [RATING, *Order]:
        yield f"?{urlencode({'by': key, **kept})}", say(MEASURES[key]), key == asked.order
