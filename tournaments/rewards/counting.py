"""Matches that stand and finished friendly games counted as facts: read afresh, and touched where they differ."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.accounts.models import Player
from games.engine.choices import Variant
from games.engine.presets import set_name
from games.engine.rules import HouseRules, rules_from
from games.engine.scoring import Result
from games.engine.seating import side_of_seats
from games.locks import locked
from games.tables.models import Game, GamePlayer, Hand
from games.tables.states import state_of
from tournaments.clubs.identity import person_of
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.honours.facts import PlayedGame, PlayedHand
from tournaments.honours.readings import hands_of_game, hands_of_slip
from tournaments.results.models import Channel
from tournaments.results.scoring import table_rules
from tournaments.rewards.models import GameFact, GameParticipation
from tournaments.rewards.queue import enqueue_all, honours, touch
from tournaments.rounds.models import Match, Seat

NO_CLUB = 0
"""The club of friendly games that belong to none."""
UTC_ZONE = "UTC"
PORTION = 500
ONE_NIGHT = timedelta(hours=12)
"""So long after its start a fixture's scores come from the tables; later they come from a paper card."""
ONE_EVENING = timedelta(hours=3, minutes=30)
"""So long after its start a fixture is over at the latest: on its own day, unless it began after half past eight."""
MATCHES = Match.objects.select_related(
    "round__stage__event__club",
    "round__stage__event__fixture",
    "round__stage__event__series_night",
    "round__stage__event__play_off__section",
    "standing",
).prefetch_related(Prefetch("seats", Seat.objects.select_related("player__alias")), "results")
GAMES = Game.objects.select_related("imported", "table__for_club__club").prefetch_related(
    "hands__prepared", Prefetch("players", GamePlayer.objects.select_related("player__alias"))
)


def recount_match(match_id: int) -> None:
    """Bring the fact of a match up to date. Needs the event's lock."""
    match = MATCHES.get(pk=match_id)
    count(2 * match.pk, fact_of_match(match), place_of(match))


@transaction.atomic
def recount_game(game_id: int) -> None:
    """Bring the fact of a friendly game up to date; there is none of a game that does not count, or no longer."""
    game = locked(GAMES).get(pk=game_id)
    fact = fact_of_game(game) if friendly_games().filter(pk=game_id).exists() else None
    count(2 * game.pk + 1, fact, {"game_id": game.pk, "club_id": fact.club or None} if fact else {})


def count_games(most: int = 500) -> int:
    """The sweep: counts finished friendly games that were not counted yet. Returns how many."""
    waiting = friendly_games().filter(counted=None).order_by("pk").values_list("pk", flat=True)[:most]
    for pk in waiting:
        recount_game(pk)
    return len(waiting)


def friendly_games() -> QuerySet[Game]:
    """Finished games that are no match of an event, and no practice; imported ones that an organizer vouches for."""
    prepared = Exists(Hand.objects.filter(game=OuterRef("pk"), prepared__isnull=False))
    played_here = Q(table__is_imported=False, open_hands=False) & ~prepared
    vouched_for = Q(imported__isnull=False, imported__withdrawn=None)
    return Game.objects.filter(played_here | vouched_for, ended_at__isnull=False, table__owner__isnull=False)


def follow_zone(club: Club) -> None:
    """Facts of a club whose time zone was changed: they stay where they are in time, and say the new zone."""
    keys: dict[str, set[str]] = {honour.kind: set() for honour in honours()}
    game_facts = list(GameFact.objects.filter(club=club).order_by("pk"))
    for game_fact in game_facts:
        before = read(game_fact)
        game_fact.facts["zone"] = club.zone
        for honour in honours():
            keys[honour.kind].update(key for fact in (before, read(game_fact)) for key in honour.keys(fact))
    GameFact.objects.bulk_update(game_facts, ["facts"], batch_size=PORTION)
    enqueue_all(keys)


def count_afresh() -> None:
    """All facts, where none is stored; nothing is touched. Needs the locks of all events."""
    facts = _all_facts()
    while part := list(islice(facts, PORTION)):
        GameFact.objects.bulk_create(GameFact(number=fact.id, **stored(fact), **where) for fact, where in part)
        GameParticipation.objects.bulk_create(
            participation for fact, _ in part for participation in _participation_rows(fact)
        )


def _all_facts() -> Iterator[tuple[PlayedGame, dict[str, Any]]]:
    """With the columns of its place."""
    standing = MATCHES.exclude(standing=None).order_by("pk")
    for match in standing.iterator(chunk_size=PORTION):
        if fact := fact_of_match(match):
            yield fact, place_of(match)
    for game in GAMES.filter(pk__in=friendly_games()).order_by("pk").iterator(chunk_size=PORTION):
        if fact := fact_of_game(game):
            yield fact, {"game_id": game.pk, "club_id": fact.club or None}


def place_of(match: Match) -> dict[str, Any]:
    event = match.round.stage.event
    return {"match_id": match.pk, "club_id": event.club_id, "venue_id": event.venue_id, "event_id": event.pk}


def fact_of_match(match: Match) -> PlayedGame | None:
    """What the standing result tells; None when there is none."""
    if match.standing is None:
        return None
    stage, slip = match.round.stage, match.standing.reported
    seats = list(match.seats.all())
    sides = tuple(
        tuple(person_of(seat.player) for seat in seats if seat.side == side and seat.player is not None)
        for side in range(len(slip.points))
    )
    rules = table_rules(stage, len(slip.points))
    game = _game_of(match)
    return PlayedGame(
        id=2 * match.pk,
        ended_at=_ended_at(match),
        zone=stage.event.club.zone,
        club=stage.event.club_id,
        sides=sides,
        points=slip.points,
        winners=() if slip.winner is None else (slip.winner,),
        variant=rules.variant,
        rules=rules_name(rules_from(stage.rules)),
        venue=stage.event.venue_id,
        table=match.table,
        hands=_hands(game) if game else hands_of_slip(rules, slip.hands),
        is_online=game is not None,
        event=stage.event_id,
        season=season_of(stage.event),
        round=match.round.number,
        forfeited=slip.forfeited,
        version=match.last_version,
    )


def season_of(event: Event) -> int | None:
    """The season that the event is part of. Fetch fixture, series_night and play_off__section with it."""
    if hasattr(event, "play_off"):
        return int(event.play_off.section.season_id)
    part = getattr(event, "fixture", None) or getattr(event, "series_night", None)
    return part.season_id if part else None


def fact_of_game(game: Game) -> PlayedGame | None:
    """The fact of a finished game at an online table, or in a file. The player in a seat at the end has played it."""
    if game.ended_at is None:
        return None
    rules = game.house_rules
    seats = _seats(game)
    side_of = side_of_seats(rules)
    sides = tuple(
        tuple(person_of(player) for seat, player in enumerate(seats) if side_of[seat] == side)
        for side in range(len(game.points))
    )
    bots = frozenset(person_of(player) for player in seats if player.is_bot)
    club = None if bots else _club_of(game)
    return PlayedGame(
        id=2 * game.pk + 1,
        ended_at=game.ended_at,
        zone=club.zone if club else UTC_ZONE,
        club=club.pk if club else NO_CLUB,
        sides=sides,
        points=tuple(game.points),
        winners=tuple(game.winners),
        variant=rules.variant,
        rules=rules_name(rules),
        is_online=not hasattr(game, "imported") or game.imported.is_online,
        is_official=False,
        hands=_hands(game),
        bots=bots,
    )


def _club_of(game: Game) -> Club | None:
    """Whose a friendly game is: the club's that its table was opened for, if that one wants such games."""
    link = getattr(game.table, "for_club", None)
    return link.club if link and link.counts else None


def _game_of(match: Match) -> Game | None:
    """The online game whose score counts; None for a score that people wrote down."""
    if match.standing is None or match.standing.source != Channel.TABLE:
        return None
    link = match.online_tables.filter(result=match.standing).first()
    return GAMES.get(table=link.table_id, ended_at__isnull=False) if link else None


def _seats(game: Game) -> list[Player]:
    """Who sat in each seat at the end."""
    last = {player.seat: player.player for player in game.players.all()}
    return [last[seat] for seat in range(game.house_rules.players)]


def _hands(game: Game) -> tuple[PlayedHand, ...]:
    for hand in game.hands.all():
        hand.game = game
    return hands_of_game(
        [state_of(played) for played in game.hands.all()], [person_of(player) for player in _seats(game)]
    )


def rules_name(rules: HouseRules) -> str:
    """The name of the set of house rules, however long a game lasts; "own" for rules that are none of them."""
    return set_name(rules) or "own"


def read_games(game_facts: Iterable[GameFact]) -> Iterator[PlayedGame]:
    """Stored facts as honours read them."""
    return (read(game_fact) for game_fact in game_facts)


def read(game_fact: GameFact) -> PlayedGame:
    facts = game_fact.facts
    return PlayedGame(
        id=game_fact.number,
        ended_at=game_fact.ended_at,
        zone=facts["zone"],
        club=game_fact.club_id or NO_CLUB,
        sides=tuple(map(tuple, facts["sides"])),
        points=tuple(facts["points"]),
        winners=tuple(facts["winners"]),
        variant=Variant(game_fact.variant),
        rules=facts["rules"],
        venue=game_fact.venue_id,
        table=facts["table"],
        is_online=facts["is_online"],
        is_official=facts["is_official"],
        hands=_hands_from(facts["hands"]),
        event=game_fact.event_id,
        season=facts["season"],
        round=facts["round"],
        forfeited=tuple(facts["forfeited"]),
        bots=frozenset(facts["bots"]),
        version=facts["version"],
    )


def stored(fact: PlayedGame) -> dict[str, Any]:
    """The columns of a fact but for where it was played."""
    return {
        "ended_at": fact.ended_at,
        "variant": fact.variant.value,
        "has_bots": bool(fact.bots),
        "facts": {
            "zone": fact.zone,
            "sides": [list(side) for side in fact.sides],
            "points": list(fact.points),
            "winners": list(fact.winners),
            "rules": fact.rules,
            "table": fact.table,
            "is_online": fact.is_online,
            "is_official": fact.is_official,
            "hands": _hands_data(fact.hands),
            "season": fact.season,
            "round": fact.round,
            "forfeited": list(fact.forfeited),
            "bots": sorted(fact.bots),
            "version": fact.version,
        },
    }


def participations_of(fact: PlayedGame) -> set[tuple[int, int, datetime]]:
    """Player, side and end for everyone in the game."""
    return {(player, side, fact.ended_at) for side, players in enumerate(fact.sides) for player in players}


def _participation_rows(fact: PlayedGame) -> Iterator[GameParticipation]:
    for player, side, ended_at in sorted(participations_of(fact)):
        yield GameParticipation(
            counted_id=fact.id, player_id=player, side=side, ended_at=ended_at, club_id=fact.club or None
        )


def count(number: int, fact: PlayedGame | None, where: dict[str, Any]) -> None:
    """Store a fact, or that there is none, and touch what follows from it. where: the columns of its place."""
    game_fact = GameFact.objects.filter(pk=number).first()
    before = read(game_fact) if game_fact else None
    if before == fact:
        return
    if fact is None:
        GameFact.objects.filter(pk=number).delete()
    else:
        GameFact(number=number, **stored(fact), **where).save(
            force_update=game_fact is not None, force_insert=game_fact is None
        )
        if game_fact is not None:
            GameParticipation.objects.filter(counted=number).delete()
        GameParticipation.objects.bulk_create(_participation_rows(fact))
    touch(before, fact)


def _ended_at(match: Match) -> datetime:
    """When its first score came in, or when its round was played, if that is known; for a fixture, within its own
    evening.

    A fixture counts no later than its evening, so that a card sent after midnight counts on the day of the fixture; and
    one typed after its night counts when the fixture was. Later corrections change none of this: a fixture that has
    begun keeps its day.
    """
    reported = match.round.played_at or min(entry.at for entry in match.results.all())
    fixture = getattr(match.round.stage.event, "fixture", None)
    if not fixture:
        return reported
    if reported >= fixture.starts_at + ONE_NIGHT:
        return fixture.starts_at
    return min(reported, fixture.starts_at + ONE_EVENING)


def _hands_data(hands: tuple[PlayedHand, ...] | None) -> list[list[Any]] | None:
    if hands is None:
        return None
    return [
        [
            list(hand.points),
            hand.alone,
            hand.maker_side,
            hand.result.value if hand.result else None,
            hand.maker,
            hand.swept,
            hand.defender,
            None if hand.farmers is None else sorted(hand.farmers),
        ]
        for hand in hands
    ]


def _hands_from(hands: list[list[Any]] | None) -> tuple[PlayedHand, ...] | None:
    if hands is None:
        return None
    return tuple(
        PlayedHand(
            tuple(points),
            alone=alone,
            maker_side=side,
            result=None if result is None else Result(result),
            maker=maker,
            swept=swept,
            defender=defender,
            farmers=None if farmers is None else frozenset(farmers),
        )
        for points, alone, side, result, maker, swept, defender, farmers in hands
    )
