"""Players: finding one, a player's own page, two beside each other, and the setting about the name."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.blocks.commands import has_blocked
from games.engine.errors import RuleError
from games.engine.language import mark, percentage, say
from games.review.figures import figures_of
from games.tables.bots import character_of
from tournaments.cached_content import same_for_visitors
from tournaments.clubs import public_names
from tournaments.clubs.models import Club
from tournaments.errors import KeyReused, NotAllowed
from tournaments.honours.statistics.cards import Together
from tournaments.honours.wording import ordinal
from tournaments.http import actor_for, asked_number, context_for, refused, words_asked
from tournaments.merging import claims
from tournaments.merging.models import PlayerAlias
from tournaments.players import selectors as player_selectors
from tournaments.players.form_picture import form_picture
from tournaments.players.rating_curve import curve_of
from tournaments.results.models import Channel
from tournaments.rewards import selectors
from tournaments.rewards.scopes import ALL, BOTS, FRIENDLY

MIN_LETTERS = 2
MEDALS = 6
"""Of one row."""
VARIANTS = {"bid": mark("Bid Euchre")}


@login_not_required
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    words = words_asked(request, "name")
    is_asked = len(words) >= MIN_LETTERS
    matching = public_names.search(actor_for(request), words) if is_asked else []
    return render(request, "players/players.html", {"words": words, "found": matching, "is_asked": is_asked})


@login_not_required
@require_safe
@same_for_visitors("page")
def player(request: HttpRequest, pk: int) -> HttpResponse:
    actor = actor_for(request)
    player, named = _player(request, pk)
    if hasattr(player, "alias"):
        return redirect("player", pk=player.alias.person_id)
    ratings = player_selectors.ratings_of(pk, timezone.now())
    page, lines = player_selectors.history(pk, asked_number(request, "page") or 1)
    spans = player_selectors.spans_of(pk)
    card = player_selectors.card_of(spans)
    company = player_selectors.companions(card)
    partners, rivals = player_selectors.best_partners(card), player_selectors.rivals(card)
    nights = player_selectors.nights_of(pk)
    latest = (
        lines
        if page.number == 1
        else player_selectors.lines_of(
            pk, [game.counted for game in player_selectors.games_of(pk)[: player_selectors.FORM]]
        )
    )
    people = {other for line in lines for other in line.game.players} | {
        companion.player for companion in [*company, *partners, *rivals]
    }
    clubs = _clubs(spans)
    may_block = bool(actor.player and actor.player != player and not (player.is_bot or player.erased_at))
    wall = None if player.is_bot else selectors.wall_of(player, is_own=actor.player == player)
    context = {
        "named": named,
        "ratings": [(rating, curve_of([(named.name, rating.moments)]), _pool_name(rating)) for rating in ratings],
        "form": player_selectors.form_of(latest),
        "page_obj": page,
        "lines": lines,
        "initials": _initials(named.name),
        "character": character_of(player),
        "clubs": list(clubs.values()),
        "nights": nights,
        "recent": nights[: -player_selectors.RECENT - 1 : -1],
        "best": _best(nights),
        "picture": form_picture(nights),
        "partners": [(partner.player, partner.together.games, _percent(partner.together.rate)) for partner in partners],
        "rivals": [(rival.player, rival.against.games, _percent(rival.against.rate)) for rival in rivals],
        "win_rate": _percent(float(card.totals.win_rate)),
        "spans": [(_scope_name(span.scope, clubs), span) for span in spans],
        "months": player_selectors.months_of(pk),
        "card": card,
        "company": company,
        "names": public_names.names_for(actor, people),
        "may_hide": public_names.may_hide(actor, player),
        "is_self": actor.player == player,
        "may_block": may_block,
        "is_blocked": bool(actor.player and may_block and has_blocked(actor.player, player)),
        "reviewed": figures_of([pk, *PlayerAlias.objects.filter(person=pk).values_list("player_id", flat=True)]),
        "claimable": claims.claimable(player) if actor.user else None,
        "wall": wall,
        "medals": [*wall.held, *wall.begun][:MEDALS] if wall else [],
    }
    return render(request, "players/player.html", context)


@login_not_required
@require_safe
def compare_players(request: HttpRequest) -> HttpResponse:
    """?one=3&two=7"""
    pair = [_player(request, asked_number(request, name) or 0)[1] for name in ("one", "two")]
    now = timezone.now()
    spans = [player_selectors.spans_of(compared.pk) for compared in pair]
    cards = [player_selectors.card_of(span) for span in spans]
    ratings = [player_selectors.ratings_of(compared.pk, now) for compared in pair]
    shared = next(
        (
            key
            for key in (rating.row.pool.key for rating in ratings[0])
            if key in {rating.row.pool.key for rating in ratings[1]}
        ),
        None,
    )
    same = [
        next((pool_rating for pool_rating in rating if pool_rating.row.pool.key == shared), None) for rating in ratings
    ]
    context = {
        "one": pair[0],
        "two": pair[1],
        "cards": cards,
        "rows": list(_rows(cards)),
        "same": same,
        "curve": curve_of(
            [(who.name, pool_rating.moments) for who, pool_rating in zip(pair, same, strict=True) if pool_rating]
        ),
        "together": cards[0].partners.get(pair[1].pk, Together()),
        "against": cards[0].rivals.get(pair[1].pk, Together()),
    }
    return render(request, "players/compare.html", context)


@require_POST
def hide_name(request: HttpRequest, pk: int) -> HttpResponse:
    player, _ = _player(request, pk)
    try:
        is_hidden = request.POST.get("hidden") == "1"
        public_names.hide_name(player.pk, is_hidden, context=context_for(request, None, Channel.PAGE))
    except (NotAllowed, KeyReused, RuleError) as error:
        return refused(request, error, None)
    text = say("Name hidden from strangers.") if is_hidden else say("Name shown to everyone.")
    messages.success(request, text)
    return redirect("player", pk=pk)


def _player(request: HttpRequest, pk: int) -> tuple[Player, public_names.Named]:
    """One whose name the viewer may read. The page of another would say by games and days who it is."""
    actor = actor_for(request)
    player = public_names.known_to(actor, Player.objects.filter(pk=pk).select_related("alias")).first()
    if player is None:
        raise Http404("No such player.")
    return player, public_names.named(player, actor)


def _clubs(spans: list[Any]) -> dict[str, Club]:
    numbers = [span.scope for span in spans if span.scope.isdigit()]
    return {str(club.pk): club for club in Club.objects.filter(pk__in=numbers).only("name", "slug")}


def _scope_name(scope: str, clubs: dict[str, Club]) -> str:
    fixed = {ALL: say("All games"), FRIENDLY: say("Friendly games"), BOTS: say("With bots")}
    return fixed.get(scope) or (clubs[scope].name if scope in clubs else scope)


def _initials(name: str) -> str:
    """Of the first word and the last that begin with a letter."""
    first, *others = [word[0] for word in name.split() if word[0].isalpha()] or [""]
    return "".join([first, *others[-1:]]).upper()


def _percent(share: float) -> str:
    return percentage(f"{100 * share:.0f}")


def _best(nights: list[player_selectors.Night]) -> tuple[str, int] | None:
    """The best rank, and how many times."""
    places = [night.place for night in nights]
    return (ordinal(min(places)), places.count(min(places))) if places else None


def _pool_name(rated: player_selectors.Rated) -> str:
    pool = rated.row.pool
    parts = [pool.club.name if pool.club else say("Friendly games")]
    if pool.variant != "classic":
        parts.append(say(VARIANTS[pool.variant]) if pool.variant in VARIANTS else pool.variant)
    if pool.has_bots:
        parts.append(say("with bots"))
    return ", ".join(parts)


def _rows(cards: list[Any]) -> Any:
    """What is compared: a name, and both values."""
    first, second = (card.totals for card in cards)
    yield say("Games"), first.games, second.games
    yield say("Won"), first.wins, second.wins
    yield say("Win rate"), *(percentage(f"{100 * float(each.win_rate):.0f}") for each in (first, second))
    yield say("Points"), first.points, second.points
    yield say("Best game"), first.best, second.best
    yield say("Loners made"), first.loners_made, second.loners_made
    yield say("Marches"), first.marches, second.marches
    yield say("Euchres"), first.euchres_made, second.euchres_made
    yield say("Longest winning streak"), cards[0].winning.longest, cards[1].winning.longest
