"""Statistics as an honour: the cards of a player's day, and the totals of its month, its year and all times.

Totals are joined from cards, never counted up: a day from its games, a month from its days, a year from its months.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import astuple
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from games.accounts.models import Player
from games.locks import locked
from tournaments.honours.facts import PlayedGame, in_order
from tournaments.honours.statistics.cards import Card, Together, card_of, joined
from tournaments.honours.statistics.streaks import Streak
from tournaments.honours.statistics.totals import totals_data
from tournaments.rewards.counting import read_games
from tournaments.rewards.models import (
    COUNT_FIELDS,
    Counts,
    DayCard,
    GameFact,
    GameParticipation,
    RewardJob,
    SpanTotals,
)
from tournaments.rewards.queue import Fact, Honour
from tournaments.rewards.scopes import ALL, scopes_of, tell_boards

# Parts of a day for the filters of the boards: where, at which event, by which rules, and at which table.


WHOLE = ""
"""All games of the day."""


def parts_of(game: PlayedGame, scope: str) -> tuple[str, ...]:
    """Those that the game belongs to. Parts are kept in the game's own scope; all of them together add up to ALL."""
    if scope == ALL:
        return (WHOLE,)
    setting = f"{game.venue or ''}/{game.event or ''}/{game.rules}/{int(game.is_online)}"
    return (WHOLE, setting) if game.table is None else (WHOLE, setting, f"{setting}/{game.table}")


def columns_of(part: str) -> dict[str, Any]:
    """What a part is, as the columns that are filtered by."""
    if part == WHOLE:
        return {"is_whole": True}
    venue, event, rules, is_online, *table = part.split("/")
    return {
        "is_whole": False,
        "venue_id": int(venue) if venue else None,
        "event_id": int(event) if event else None,
        "rules": rules,
        "is_online": is_online == "1",
        "table": int(table[0]) if table else None,
    }


# Streaks, partners and rivals of a card as JSON, and back.


def company_data(card: Card) -> dict[str, Any]:
    return {
        "winning": list(astuple(card.winning)),
        "losing": list(astuple(card.losing)),
        "partners": _games(card.partners),
        "rivals": _games(card.rivals),
    }


def company_from(data: Mapping[str, Any]) -> dict[str, Any]:
    """The inverse: the fields of a card but for its totals."""
    return {
        "winning": Streak(*data["winning"]),
        "losing": Streak(*data["losing"]),
        "partners": _together(data["partners"]),
        "rivals": _together(data["rivals"]),
    }


def _games(company: Mapping[int, Together]) -> dict[str, list[int]]:
    return {str(player): list(astuple(games)) for player, games in sorted(company.items())}


def _together(data: Mapping[str, list[int]]) -> dict[int, Together]:
    return {int(player): Together(*games) for player, games in data.items()}


KIND = "statistics"
CardKey = tuple[str, str]
"""Scope and part."""
SpanKey = tuple[str, str]
"""Scope and span."""
OFF_UTC = timedelta(hours=14)
"""No clock is further from UTC."""


def keys(fact: Fact) -> Iterator[str]:
    if isinstance(fact, PlayedGame):
        for player in fact.players:
            yield f"{player}:{fact.day.isoformat()}"


Days = Mapping[int, Collection[date]]
"""Of each player."""


def recompute(wanted: Iterable[str]) -> None:
    """The cards of these players' days, and their totals."""
    days: dict[int, set[date]] = defaultdict(set)
    for player, day in map(_read_key, wanted):
        days[player].add(day)
    # Two who write the same player's rows take turns.
    list(locked(Player.objects.filter(pk__in=days)).order_by("pk").values_list("pk", flat=True))
    stored = DayCard.objects.filter(_any(Q(player=player, day__in=own) for player, own in days.items()))
    scopes: dict[int, set[str]] = defaultdict(set)
    for player, scope in stored.order_by().values_list("player", "scope").distinct():
        scopes[player].add(scope)
    stored.delete()
    cards = {(player, day): cards_of(player, games) for (player, day), games in _games_on(days).items()}
    for (player, _), own in cards.items():
        scopes[player] |= {scope for scope, _ in own}
    DayCard.objects.bulk_create(
        day_card for (player, day), own in cards.items() for day_card in _day_rows(player, day, own)
    )
    _write_spans(days, scopes)
    tell_boards(scope for own in scopes.values() for scope in own)


def _any(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions)


def _read_key(key: str) -> tuple[int, date]:
    player, day = key.split(":")
    return int(player), date.fromisoformat(day)


def _games_on(days: Days) -> dict[tuple[int, date], list[PlayedGame]]:
    """On the clock of each game's club."""
    begins = {datetime.combine(day, time(), UTC) for own in days.values() for day in own}
    near = _any(
        Q(ended_at__gte=moment - OFF_UTC, ended_at__lt=moment + timedelta(days=1) + OFF_UTC) for moment in begins
    )
    played = GameParticipation.objects.filter(near, player__in=days).values("counted")
    games: dict[tuple[int, date], list[PlayedGame]] = defaultdict(list)
    for game in read_games(GameFact.objects.filter(pk__in=played)):
        for player in game.players:
            if game.day in days.get(player, ()):
                games[player, game.day].append(game)
    return games


def cards_of(player: int, games: Iterable[PlayedGame]) -> dict[CardKey, Card]:
    """The player's card for each scope and part of these games."""
    parts: dict[CardKey, list[Card]] = {}
    for game in in_order(game for game in games if game.was_played):
        own = card_of(game, player)
        for scope in scopes_of(game):
            for part in parts_of(game, scope):
                parts.setdefault((scope, part), []).append(own)
    return {key: joined(cards) for key, cards in parts.items()}


def _day_rows(player: int, day: date, cards: Mapping[CardKey, Card]) -> Iterator[DayCard]:
    for (scope, part), card in sorted(cards.items()):
        company = company_data(card) if part == WHOLE else None
        yield DayCard(
            player_id=player,
            scope=scope,
            day=day,
            part=part,
            company=company,
            **totals_data(card.totals),
            **columns_of(part),
        )


def _write_spans(days: Days, scopes: Mapping[int, Collection[str]]) -> None:
    """Of each player and scope the months from their days, the years from their months, all times from the years."""
    cards, known = _days_of_months(days), _months_and_years(days)
    kept: list[SpanTotals] = []
    gone: list[Q] = []
    for player, scope in sorted((player, scope) for player, own in scopes.items() for scope in own):
        spans = known.get((player, scope), {})
        months, years = ({span[kind] for span in map(spans_of, days[player])} for kind in (0, 1))
        for month in months:
            spans[month] = joined(cards.get((player, scope, month), []))
        for year in years:
            spans[year] = joined(spans[span] for span in sorted(spans) if span.startswith(f"{year}-"))
        spans["all"] = joined(spans[span] for span in sorted(spans) if len(span) == len("2026"))
        for span in (*sorted(months | years), "all"):
            if spans[span].totals.games:
                kept.append(SpanTotals(player_id=player, scope=scope, span=span, **span_fields(spans[span])))
            else:
                gone.append(Q(player=player, scope=scope, span=span))
    if gone:
        SpanTotals.objects.filter(_any(gone)).delete()
    SpanTotals.objects.bulk_create(
        kept,
        update_conflicts=True,
        unique_fields=["player", "scope", "span"],
        update_fields=[*COUNT_FIELDS, "rate", "company"],
    )


def _days_of_months(days: Days) -> dict[tuple[int, str, str], list[Card]]:
    """All cards of the months that these days are in, by player, scope and month, in the order of days."""
    months = {(day.year, day.month) for own in days.values() for day in own}
    within = _any(Q(day__year=year, day__month=month) for year, month in months)
    day_cards: dict[tuple[int, str, str], list[Card]] = defaultdict(list)
    for day_card in DayCard.objects.filter(within, player__in=days, part=WHOLE).order_by("day"):
        day_cards[day_card.player_id, day_card.scope, spans_of(day_card.day)[0]].append(card_from(day_card))
    return day_cards


def _months_and_years(days: Days) -> dict[tuple[int, str], dict[str, Card]]:
    """The months of the years that these days are in, and every year, by player and scope, then by span."""
    years = {day.year for own in days.values() for day in own}
    within = _any(Q(span__startswith=f"{year}-") for year in years)
    month_cards: dict[tuple[int, str], dict[str, Card]] = defaultdict(dict)
    for totals in SpanTotals.objects.filter(within | Q(span__regex=r"^\d{4}$"), player__in=days):
        month_cards[totals.player_id, totals.scope][totals.span] = card_from(totals)
    return month_cards


def spans_of(day: date) -> tuple[str, str]:
    """The month and the year, as they are called."""
    return f"{day:%Y-%m}", f"{day:%Y}"


def card_from(counts: Counts) -> Card:
    return Card(counts.totals, **company_from(counts.company))


def span_fields(card: Card) -> dict[str, Any]:
    return totals_data(card.totals) | {"rate": float(card.totals.win_rate), "company": company_data(card)}


def forget() -> None:
    DayCard.objects.all().delete()
    SpanTotals.objects.all().delete()


def all_keys() -> list[str]:
    """Of every player's days with a game, and of those for which there are cards."""
    stored = DayCard.objects.order_by().values_list("player", "day").distinct()
    days = {f"{player}:{day.isoformat()}" for player, day in stored}
    for game in read_games(GameFact.objects.iterator(chunk_size=2000)):
        days |= set(keys(game))
    return sorted(days)


def check() -> Iterator[str]:
    """Every player's cards and totals are what the facts give; those of whom something is due are left alone."""
    due = {_read_key(key)[0] for key in RewardJob.objects.filter(kind=KIND).values_list("key", flat=True)}
    known = GameFact.objects.order_by().values_list("players", flat=True).distinct()
    stored = {player for model in (DayCard, SpanTotals) for player in model.objects.values_list("player", flat=True)}
    for player in sorted({*known, *stored} - due - {None}):
        yield from _check_player(player)


def _check_player(player: int) -> Iterator[str]:
    days: dict[date, list[PlayedGame]] = {}
    for game in read_games(GameFact.objects.filter(participations__player=player)):
        days.setdefault(game.day, []).append(game)
    fresh = {(*key, day): card for day, games in days.items() for key, card in cards_of(player, games).items()}
    wanted = {
        (day_card.scope, day_card.part, day_card.day): _values(day_card)
        for day in days
        for day_card in _day_rows(player, day, _of_day(fresh, day))
    }
    if wanted != {
        (day_card.scope, day_card.part, day_card.day): _values(day_card)
        for day_card in DayCard.objects.filter(player=player)
    }:
        yield f"The cards of player {player} are not what the games give."
    spans = {key: span_fields(card) for key, card in _spans(fresh).items()}
    totals = SpanTotals.objects.filter(player=player)
    if spans != {(total.scope, total.span): _span_values(total) for total in totals}:
        yield f"The totals of player {player} are not what the games give."


def _of_day(fresh: Mapping[tuple[str, str, date], Card], day: date) -> dict[CardKey, Card]:
    return {(scope, part): card for (scope, part, when), card in fresh.items() if when == day}


def _spans(fresh: Mapping[tuple[str, str, date], Card]) -> dict[SpanKey, Card]:
    """Straight from the days, so that what was joined in steps is compared with something else."""
    parts: dict[SpanKey, list[Card]] = {}
    for (scope, part, day), card in sorted(fresh.items(), key=lambda item: item[0][2]):
        if part == WHOLE:
            for span in (*spans_of(day), "all"):
                parts.setdefault((scope, span), []).append(card)
    return {key: joined(cards) for key, cards in parts.items()}


def _values(day_card: DayCard) -> tuple[Any, ...]:
    names = (*COUNT_FIELDS, "company", "is_whole", "venue_id", "event_id", "rules", "is_online", "table")
    return tuple(getattr(day_card, name) for name in names)


def _span_values(totals: SpanTotals) -> dict[str, Any]:
    return {name: getattr(totals, name) for name in (*COUNT_FIELDS, "rate", "company")}


TOGETHER = 40
"""Players' days that are computed in one go: a match has four, and at most a few people wait for its transaction."""
STATISTICS = Honour(KIND, keys, recompute, forget, all_keys, check, TOGETHER)
