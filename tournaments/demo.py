"""A believable club for a first look, and made-up scores for it. Everything goes through the verbs."""

import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from games.engine.slip import HandScore
from games.models import Player, User
from tournaments.formats.base import Slip
from tournaments.models import Club, Role, Round, Source, Stage, Venue
from tournaments.permissions import SYSTEM, Actor
from tournaments.services import entries, results, rounds
from tournaments.services.journal import SITE, By
from tournaments.services.scoring import hands_planned, table_rules
from tournaments.services.setup import add_member, create_club, create_event, player_of, save_setup

ORGANIZER = "olga@example.org"
ZONE = "America/Detroit"
NAMES = (
    "Ann Weber", "Bob Castellan", "Cy Okafor", "Dee Lindqvist", "Earl Haines", "Flo Marchetti", "Gus O’Rourke",
    "Hattie Brandt", "Ike Sorensen", "June Petrakis", "Kit Delacroix", "Lou Abernathy", "Mae Vandermeer",
    "Ned Kowalczyk", "Opal Reyes", "Pam Ferris", "Quinn Talbot", "Rose Núñez", "Sal DiMarco", "Tess Halvorsen",
    "Uma Krishnan", "Vic Bouchard", "Winnie Schaefer", "Zeke Morrow",
)  # fmt: skip


def populate() -> User:
    """The demo club, made once: 24 players, a night half played, a finished round robin, an event to come."""
    owner = User.objects.filter(email=ORGANIZER).first()
    if owner is None:
        with transaction.atomic():
            owner = _populate()
    return owner


def _populate() -> User:
    owner = User.objects.create_user(ORGANIZER, is_staff=True, is_superuser=True)
    player = player_of(owner)
    player.name = "Olga Brenner"
    player.save(update_fields=["name"])
    by = By(Actor(owner, player), Source.COMMAND)
    club = create_club(
        "Lakeside Euchre Club", zone=ZONE, by=by,
        about="Cards every Thursday in the Grange Hall. Beginners sit with patient partners.",
    )  # fmt: skip
    hall = Venue(club=club, name="Grange Hall", address="12 Mill Road")
    save_setup(hall, by=by, fields=["name"])
    players = [_member(club, name, number, by) for number, name in enumerate(NAMES, start=1)]
    chance = Random(8)  # noqa: S311  (made-up scores need no secrecy)
    _round_robin(club, hall, players[:12], chance, by)
    _night(club, hall, players, chance, by)
    create_event(
        club, "Next week’s Progressive", _evening(7), "progressive", {}, venue=hall, fee=500, by=by
    )  # fmt: skip
    return owner


def _member(club: Club, name: str, number: int, by: By) -> Player:
    player = Player.objects.create(name=name)
    add_member(club, player, role=Role.MEMBER, number=f"{number:03}", by=by)
    return player


def _evening(days: int) -> datetime.datetime:
    """Seven o'clock where the club is, that many days from today."""
    today = timezone.localdate(timezone=ZoneInfo(ZONE)) + datetime.timedelta(days=days)
    return datetime.datetime.combine(today, datetime.time(19), ZoneInfo(ZONE))


def _night(club: Club, hall: Venue, players: list[Player], chance: Random, by: By) -> None:
    """Four of eight rounds are over; the fifth is drawn and waits to be published."""
    config = {"moves": "losers", "short_table": "ghost"}
    event = create_event(
        club, "Evening Progressive", _evening(0), "progressive", config, venue=hall, fee=500, by=by
    )  # fmt: skip
    for player in players:
        entry = entries.register(event.pk, [player], check_in=True, by=by)
        entries.take_fee(entry.pk, by=by)
    stage = event.stages.get()
    for number in range(1, 5):
        play_round(stage, number, chance, by)
    rounds.draw_round(stage.pk, 5, by=by)


def _round_robin(club: Club, hall: Venue, players: list[Player], chance: Random, by: By) -> None:
    event = create_event(
        club, "Pairs Round Robin", _evening(-7), "round_robin", {}, venue=hall, by=by
    )  # fmt: skip
    for first, second in zip(players[::2], players[1::2], strict=True):
        entries.register(event.pk, [first, second], check_in=True, by=by)
    stage = event.stages.get()
    for number in range(1, rounds.planned_rounds(stage, 1) + 1):
        play_round(stage, number, chance, by)


def play_round(stage: Stage, number: int, chance: Random, by: By = SITE) -> Round:
    """Draw, publish, play with made-up scores and close one round."""
    row = rounds.draw_round(stage.pk, number, by=by)
    row = rounds.publish_round(row.pk, seen=row.revision, by=by)
    for match in row.matches.prefetch_related("seats"):
        match.round.stage = stage
        results.record_result(match.pk, made_up_slip(match, chance), by=By(SYSTEM, Source.COMMAND))
    return rounds.close_round(row.pk, seen=row.revision, by=by)


def made_up_slip(match: Any, chance: Random) -> Slip:
    """A score that can have happened at this table: hands of 1, 2 and now and then a lone 4."""
    sides = len({seat.side for seat in match.seats.all()})
    rules = table_rules(match.round.stage, sides)
    hands: list[HandScore] = []
    while not _is_over(hands, sides, hands_planned(match), rules.play_to):
        hands.append(_made_up_hand(sides, chance))
    slip = Slip(_totals(hands, sides), tuple(hands) if sides == 2 else ())
    return slip if slip.winner is not None else Slip(slip.points, slip.hands, tie_winner=chance.randrange(sides))


def _made_up_hand(sides: int, chance: Random) -> HandScore:
    points = chance.choices((1, 2, 4), (70, 24, 6))[0] if sides == 2 else chance.choices((1, 3), (80, 20))[0]
    return HandScore(chance.randrange(sides), points, alone=points == 4)


def _is_over(hands: list[HandScore], sides: int, planned: int | None, play_to: int) -> bool:
    return len(hands) == planned if planned else max(_totals(hands, sides)) >= play_to


def _totals(hands: list[HandScore], sides: int) -> tuple[int, ...]:
    return tuple(sum(hand.points for hand in hands if hand.side == side) for side in range(sides))
