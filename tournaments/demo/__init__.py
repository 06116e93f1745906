"""A believable club for a first look, and made-up scores for it. Everything goes through the commands."""

import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.slip import HandScore
from tournaments.checkin import entries
from tournaments.clubs.identity import player_of
from tournaments.clubs.models import Club, Role, Venue
from tournaments.clubs.venues import add_venue
from tournaments.context import SITE, Context
from tournaments.demo.league import make_league
from tournaments.events.commands import add_member, create_club, create_event
from tournaments.events.models import Stage
from tournaments.formats.base import Slip
from tournaments.honours.jackpots.rules import JackpotRules, Metric
from tournaments.honours.prize_plan import PlaceTable, PrizePlan, SidePrize, Winner, Worth
from tournaments.jackpots.money import add_money
from tournaments.jackpots.terms import Terms, Turns, create_jackpot
from tournaments.permissions import SYSTEM, Actor
from tournaments.prizes import plans
from tournaments.registration import spots, terms
from tournaments.results import commands as results
from tournaments.results.models import Channel, ResultEntry
from tournaments.results.scoring import table_rules
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.queue import run_all
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event
from tournaments.rounds.models import Round

ORGANIZER = "olga@example.org"
ZONE = "America/Detroit"
PAST_NIGHTS, ROUNDS_BEFORE = 4, 8
NAMES = (
    "Ann Weber",
    "Bob Castellan",
    "Cy Okafor",
    "Dee Lindqvist",
    "Earl Haines",
    "Flo Marchetti",
    "Gus O’Rourke",
    "Hattie Brandt",
    "Ike Sorensen",
    "June Petrakis",
    "Kit Delacroix",
    "Lou Abernathy",
    "Mae Vandermeer",
    "Ned Kowalczyk",
    "Opal Reyes",
    "Pam Ferris",
    "Quinn Talbot",
    "Rose Núñez",
    "Sal DiMarco",
    "Tess Halvorsen",
    "Uma Krishnan",
    "Vic Bouchard",
    "Winnie Schaefer",
    "Zeke Morrow",
)


def populate() -> User:
    """The demo club, made once: 24 players, a night half played, a finished round robin, events to come, a league."""
    owner = User.objects.filter(email=ORGANIZER).first()
    if owner is None:
        with transaction.atomic():
            owner = _populate()
        settle_unsettled()
        run_all()
    return owner


def _populate() -> User:
    owner = User.objects.create_user(ORGANIZER, is_staff=True, is_superuser=True)
    player = player_of(owner)
    player.name = "Olga Brenner"
    player.save(update_fields=["name"])
    context = Context(Actor(owner, player), Channel.COMMAND)
    club = create_club(
        "Lakeside Euchre Club",
        zone=ZONE,
        context=context,
        about="Cards every Thursday in the Grange Hall. Beginners sit with patient partners.",
    )
    hall = add_venue(club, "Grange Hall", "12 Mill Road", context=context)
    players = [_member(club, name, number, context) for number, name in enumerate(NAMES, start=1)]
    chance = Random(8)  # noqa: S311  (made-up scores need no secrecy)
    for weeks in range(PAST_NIGHTS, 0, -1):
        _past_night(club, hall, chance.sample(players, 20), weeks, chance, context)
    _round_robin(club, hall, players[:12], chance, context)
    _jackpot(club, context)
    _night(club, hall, players, chance, context)
    create_event(club, "Next week’s Progressive", _evening(7), "progressive", {}, venue=hall, fee=500, context=context)
    _registering(club, hall, players, context)
    make_league(club, players[:20], chance, context)
    return owner


def _registering(club: Club, hall: Venue, players: list[Player], context: Context) -> None:
    """Pairs in two weeks, open until the day before: every place is taken, one pair waits, two look for a partner."""
    config = {"opens": "singly"}
    event = create_event(club, "Pairs Cup", _evening(14), "elimination", config, venue=hall, fee=1000, context=context)
    terms.set_terms(event.pk, terms.Terms(timezone.now(), _evening(13), 8), context=context, expected_version=0)
    for number in range(0, 18, 2):
        spots.sign_up(event.pk, players[number : number + 2], context=context)
    for player in players[18:20]:
        spots.sign_up(event.pk, [player], context=context, is_looking=True)


def _past_night(club: Club, hall: Venue, players: list[Player], weeks: int, chance: Random, context: Context) -> None:
    """A rotation some weeks ago, so that ratings and leaderboards have something to show."""
    starts_at = _evening(-7 * weeks - 2)
    name = f"Rotation of {starts_at.day} {starts_at:%B}"
    event = create_event(club, name, starts_at, "rotation", {"rounds": ROUNDS_BEFORE}, venue=hall, context=context)
    for player in players:
        entries.register(event.pk, [player], check_in=True, context=context)
    stage = event.stages.get()
    for number in range(1, ROUNDS_BEFORE + 1):
        play_round(stage, number, chance, context, starts_at + datetime.timedelta(minutes=20 * number))


def _member(club: Club, name: str, number: int, context: Context) -> Player:
    player = Player.objects.create(name=name)
    add_member(club, player, role=Role.MEMBER, number=f"{number:03}", context=context)
    return player


def _evening(days: int) -> datetime.datetime:
    """Seven o'clock where the club is, that many days from today."""
    today = timezone.localdate(timezone=ZoneInfo(ZONE)) + datetime.timedelta(days=days)
    return datetime.datetime.combine(today, datetime.time(19), ZoneInfo(ZONE))


def _jackpot(club: Club, context: Context) -> None:
    """Two days from closing; half a dollar of each entry fee goes into it, and the club added the first ten."""
    begins = timezone.now() - datetime.timedelta(days=4)
    local = timezone.localtime(begins, ZoneInfo(ZONE))
    rules = JackpotRules(metric=Metric.POINTS, shares=(6000, 3000), fewest_games=2, members_only=True)
    jackpot = create_jackpot(
        club,
        Terms("Lakeside Jackpot", rules, share_cents=50),
        Turns("custom", days=7, anchor=local.date()),
        context=context,
        begins_at=begins,
    )
    add_money(jackpot.pk, 1000, context=context)


def _night(club: Club, hall: Venue, players: list[Player], chance: Random, context: Context) -> None:
    """Four of eight rounds are over; the fifth is drawn and waits to be published."""
    config = {"moves": "losers", "short_table": "ghost"}
    event = create_event(
        club, "Evening Progressive", _evening(0), "progressive", config, venue=hall, fee=500, context=context
    )
    for player in players:
        entry = entries.register(event.pk, [player], check_in=True, context=context)
        entries.take_fee(entry.pk, context=context)
    high_game = SidePrize("high-game", "High game", Winner.MOST, Worth.FIXED, 500, "high_game")
    plan = PrizePlan(tables=(PlaceTable(0, (5000, 3000, 2000)),), sides=(high_game,))
    plans.set_prize_plan(event.pk, plan, context=context, expected_version=0)
    stage = event.stages.get()
    for number in range(1, 5):
        play_round(stage, number, chance, context)
    rounds.draw_round(stage.pk, 5, context=context)


def _round_robin(club: Club, hall: Venue, players: list[Player], chance: Random, context: Context) -> None:
    event = create_event(club, "Pairs Round Robin", _evening(-7), "round_robin", {}, venue=hall, context=context)
    for first, second in zip(players[::2], players[1::2], strict=True):
        entries.register(event.pk, [first, second], check_in=True, context=context)
    stage = event.stages.get()
    for number in range(1, rounds.planned_rounds(stage, 1) + 1):
        play_round(stage, number, chance, context)
    finish_event(event.pk, context=context)


def play_round(
    stage: Stage, number: int, chance: Random, context: Context = SITE, reported_at: datetime.datetime | None = None
) -> Round:
    """Draw, publish, play with made-up scores and close one round; now, or as if it had been played before."""
    round_ = rounds.draw_round(stage.pk, number, context=context)
    round_ = rounds.publish_round(round_.pk, expected_version=round_.revision, context=context)
    for match in round_.matches.prefetch_related("seats"):
        match.round.stage = stage
        results.record_result(match.pk, made_up_slip(match, chance), context=Context(SYSTEM, Channel.COMMAND))
    if reported_at:
        ResultEntry.objects.filter(match__round=round_).update(at=reported_at)
    return rounds.close_round(round_.pk, expected_version=round_.revision, context=context)


def made_up_slip(match: Any, chance: Random) -> Slip:
    """A score that can have happened at this table: hands of 1, 2 and now and then a lone 4."""
    sides = len({seat.side for seat in match.seats.all()})
    rules = table_rules(match.round.stage, sides)
    hands: list[HandScore] = []
    while not _is_over(hands, sides, rules.number_of_hands, rules.play_to):
        hands.append(_made_up_hand(sides, chance))
    slip = Slip(_totals(hands, sides), tuple(hands) if sides == 2 else ())
    return slip if slip.winner is not None else Slip(slip.points, slip.hands, tie_winner=chance.randrange(sides))


def made_up_hands(chance: Random, hands: int = 8) -> tuple[HandScore, ...]:
    """A table's hands without a tie at the end."""
    while True:
        hand_scores = tuple(_made_up_hand(2, chance) for _ in range(hands))
        if len(set(_totals(list(hand_scores), 2))) == 2:
            return hand_scores


def _made_up_hand(sides: int, chance: Random) -> HandScore:
    points = chance.choices((1, 2, 4), (70, 24, 6))[0] if sides == 2 else chance.choices((1, 3), (80, 20))[0]
    return HandScore(chance.randrange(sides), points, alone=points == 4)


def _is_over(hands: list[HandScore], sides: int, planned: int | None, play_to: int) -> bool:
    return len(hands) == planned if planned else max(_totals(hands, sides)) >= play_to


def _totals(hands: list[HandScore], sides: int) -> tuple[int, ...]:
    return tuple(sum(hand.points for hand in hands if hand.side == side) for side in range(sides))
