"""Leaderboards of a club, of friendly games, of games with bots, and of everything together."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine.choices import Variant
from games.engine.language import mark, mark_as, say
from games.engine.presets import SETS
from games.house_rules.presets import BUILT_IN
from tournaments.cached_content import made_once
from tournaments.clubs.models import Club
from tournaments.clubs.public_names import names_for
from tournaments.honours.ratings.pools import Pool
from tournaments.honours.statistics.boards import Order
from tournaments.http import actor_for
from tournaments.leaderboards import rankings, selectors
from tournaments.leaderboards.questions import RATING, Asked, Span, asked_for, order_named, shown_value
from tournaments.permissions import NOBODY, Actor
from tournaments.rewards.models import Board
from tournaments.rewards.ratings import is_being_recomputed, key_of
from tournaments.rewards.scopes import ALL

HEADS = {
    RATING: mark("Rating"),
    Order.WINNERS: mark("Won"),
    Order.SCORES: mark("Best"),
    Order.POINTS: mark("Points"),
    Order.RATE: mark_as("of wins", "Share"),
    Order.LONERS: mark("Loners"),
    Order.MARCHES: mark("Marches"),
    Order.EUCHRES: mark("Euchres"),
}
VARIANTS = {Variant.CLASSIC: mark("Classic"), Variant.BID: mark("Bid")}
RULES = {**{name: BUILT_IN[name] for name in SETS}, "own": mark("Other house rules")}
"""By the names under which tables are opened."""
KEPT_SECONDS = 60
"""So long a player's new name may be the old one to visitors."""


@login_not_required
@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    return _page(request, None)


@login_not_required
@require_safe
def club_leaderboards(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, get_object_or_404(Club, slug=slug))


def _page(request: HttpRequest, club: Club | None) -> HttpResponse:
    """What a visitor reads is the same for all of them, and is kept until the board has another version."""
    now = timezone.now()
    asked = asked_for(club, request.GET.dict(), now)
    actor = actor_for(request)
    version = Board.objects.filter(pk=asked.scope).values_list("version", flat=True).first() or 0
    pool = rankings.pool_of_scope(asked.scope, asked.variant) if asked.order == RATING else None
    is_due = pool is not None and is_being_recomputed(key_of(pool))
    basis = {"club": club, "asked": asked, "version": version, "is_due": is_due}
    template, state = "leaderboards/content.html", (version, is_due, f"{now:%F %H}")

    def shown() -> dict[str, Any]:
        return basis | _shown(request, club, asked, actor, pool, now)

    if version > 0 and actor == NOBODY:
        content = made_once(request, template, state, shown, seconds=KEPT_SECONDS)
    else:
        content = render_to_string(template, shown(), request)
    return render(request, "leaderboards/leaderboards.html", basis | {"content": content})


def _shown(
    request: HttpRequest, club: Club | None, asked: Asked, actor: Actor, pool: Pool | None, now: datetime
) -> dict[str, Any]:
    """The page's content for this viewer, as its template wants it."""
    own: Any = None
    if pool is not None:
        found: Any = rankings.ranking_page(pool, now, asked.page)
        people = {line.player for line in (*found.lines, *found.provisional)}
        own = rankings.where_is(pool, now, actor.player.pk) if actor.player else None
    else:
        assert asked.question is not None
        found = selectors.board_page(asked.question, asked.page)
        people = {line.player for line in found.lines}
        own = selectors.where_is(asked.question, actor.player.pk) if actor.player else None
    return {
        "found": found,
        "own": own,
        "names": names_for(actor, people),
        "player": actor.player,
        "rows": [(line, _value(asked, line), _beside(asked, line)) for line in found.lines],
        "own_page": selectors.page_of(own.place) if own else None,
        "own_value": _value(asked, own) if own else "",
        "orders": list(_orders(request, asked)),
        "head": say(HEADS[asked.order]),
        "is_rating": pool is not None,
        "beside": say(HEADS[_decides(asked)]),
        "spans": list(Span),
        "variants": [(one.value, say(VARIANTS[one])) for one in Variant],
        "venues": list(club.venues.all()) if club else [],
        "rules": [(name, say(label)) for name, label in RULES.items()],
        "looks_back": selectors.LONGEST.days,
        "help": "" if asked.order == RATING else order_named(asked.order).help,
    }


def _value(asked: Asked, line: Any) -> str:
    if asked.order == RATING:
        return f"{line.shown.number} ± {line.shown.give_or_take}"
    return shown_value(asked.order, line.values)


def _beside(asked: Asked, line: Any) -> str:
    return "" if asked.order == RATING else shown_value(_decides(asked), line.values)


def _decides(asked: Asked) -> Order:
    """What stands in the last column: the games won, or where they are what ranks, the share of them."""
    return Order.RATE if asked.order == Order.WINNERS else Order.WINNERS


def _orders(request: HttpRequest, asked: Asked) -> Iterator[tuple[str, str, bool]]:
    """Address, name, and whether it is the one shown. The filters stay, the page does not."""
    kept = {key: value for key, value in request.GET.dict().items() if key not in ("by", "page") and value}
    choices = [(one.value, one.label) for one in Order]
    for key, label in choices if asked.scope == ALL else [(RATING, say("Top ranked")), *choices]:
        yield f"?{urlencode({'by': key, **kept})}", label, key == asked.order
