"""What merging two records of a club would do, and why it cannot be done."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.engine.language import say, say_number
from games.engine.messages import Message, message
from games.tables.models import GamePlayer
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.identity import records_of
from tournaments.clubs.models import Club, Membership
from tournaments.cups.models import CupPlayer
from tournaments.leagues.models import Fixture, LineUpPlayer, Season, SquadPlayer
from tournaments.merging.models import PlayerAlias
from tournaments.registration.models import RegisteredPlayer
from tournaments.rewards.models import GameParticipation
from tournaments.rounds.models import Seat


@dataclass(frozen=True)
class Preview:
    """kept: the record that stays in use. problems: why it cannot be, each with what to do. counts: what is counted for
    one person afterwards: entries, seats, places in squads, games. handed: what is still to come and goes over."""

    kept: Player
    gone: Player
    problems: tuple[str, ...]
    counts: tuple[int, int, int, int]
    handed: tuple[Message, ...]

    @property
    def digest(self) -> str:
        """Names what was looked at, in whichever language, so that nothing else is agreed to."""
        shown = [self.kept.pk, self.gone.pk, self.counts, [handed.as_data() for handed in self.handed]]
        return hashlib.sha256(repr(shown).encode()).hexdigest()

    @property
    def counted(self) -> list[str]:
        """What is counted, in words."""
        entries, seats, places, games = self.counts
        said = (
            (entries, say_number("{number} entry", "{number} entries", entries)),
            (seats, say_number("{number} seat in a round", "{number} seats in rounds", seats)),
            (places, say_number("{number} spot on a team", "{number} spots on teams", places)),
            (games, say_number("{number} game counted", "{number} games counted", games)),
        )
        return [text for number, text in said if number]


def preview_of(club: Club, kept: Player, gone: Player) -> Preview:
    problems = tuple(_problems(club, kept, gone))
    return Preview(kept, gone, problems, _counts(gone), () if problems else tuple(_handed(club, gone)))


def squads_to_hand(club: Club, gone: Player) -> QuerySet[SquadPlayer]:
    """Where the record belongs now, in seasons that are not closed."""
    squad_players = SquadPlayer.objects.filter(season__league__club=club, player=gone, until=None)
    return (
        squad_players.exclude(season__state=Season.State.CLOSED).select_related("squad__team", "season").order_by("pk")
    )


def line_ups_to_hand(club: Club, gone: Player) -> QuerySet[LineUpPlayer]:
    """Named for a fixture that has not begun."""
    line_up_players = LineUpPlayer.objects.filter(season__league__club=club, player=gone, fixture__event=None)
    return line_up_players.filter(fixture__state=Fixture.State.PLANNED).order_by("pk")


def cups_to_hand(club: Club, gone: Player) -> QuerySet[CupPlayer]:
    """One of a pair in a cup, in seasons that are not closed."""
    cup_players = CupPlayer.objects.filter(cup__season__league__club=club, player=gone)
    return cup_players.exclude(cup__season__state=Season.State.CLOSED).select_related("cup").order_by("pk")


def entries_to_hand(club: Club, gone: Player) -> QuerySet[EntryPlayer]:
    """Entered in an event that is not finished, and without a seat there yet."""
    entry_players = EntryPlayer.objects.filter(event__club=club, event__finished_at=None, player=gone, is_active=True)
    return entry_players.select_related("event", "entry").order_by("event", "pk")


def _counts(gone: Player) -> tuple[int, int, int, int]:
    records = records_of(gone)
    return (
        EntryPlayer.objects.filter(player__in=records).values("entry").distinct().count(),
        Seat.objects.filter(player__in=records).count(),
        SquadPlayer.objects.filter(player__in=records).count(),
        GameParticipation.objects.filter(player=records[0]).count(),
    )


def _handed(club: Club, gone: Player) -> Iterator[Message]:
    for squad in squads_to_hand(club, gone):
        named = message("{league}: {season}", league=squad.season.league.name, season=squad.season.name)
        yield message("the spot on {squad} in {season}", squad=str(squad.squad), season=named)
    number = line_ups_to_hand(club, gone).count()
    if number == 1:
        yield message("1 lineup for an upcoming match")
    elif number:
        yield message("{number} lineups for upcoming matches", number=number)
    for pair in cups_to_hand(club, gone):
        yield message("the spot in {cup}", cup=str(pair.cup))
    for entry_player in entries_to_hand(club, gone):
        yield message("the entry in {event}", event=str(entry_player.event))
    member = Membership.objects.filter(club=club, player=gone).first()
    if member and member.number:
        yield message("the club number {number}, if the other record has none", number=member.number)
    if member and member.email:
        yield message("the email address, if the other record has none")


def _problems(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    """The first group that has any is enough: the others build on it."""
    for group in (_not_two_records, _logs_in, _of_elsewhere, _are_two_people, _still_playing):
        problems = list(group(club, kept, gone))
        yield from problems
        if problems:
            return


def _not_two_records(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    if kept == gone:
        yield say("You chose the same record twice. Choose 2 different ones.")
    for player in PlayerAlias.objects.filter(player__in=(kept, gone)).select_related("player", "person"):
        yield say(
            "{record} was already merged into {person}. Choose {person} instead.",
            record=player.player,
            person=player.person,
        )
    if kept.is_bot or gone.is_bot:
        yield say("You can’t merge a bot’s record. Choose another one.")
    for record in (kept, gone):
        if record.erased_at:
            yield say("{record}’s personal data was erased, so you can’t merge that record.", record=record)


def _logs_in(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    if not gone.user_id:
        return
    if kept.user_id:
        yield say(
            "{kept} and {gone} both have accounts. Ask the player which account to keep. Once the other "
            "account is closed, you can merge its record.",
            kept=kept,
            gone=gone,
        )
    else:
        yield say("{gone} has an account and {kept} doesn’t. Keep {gone}’s record instead.", gone=gone, kept=kept)


def _of_elsewhere(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    records = records_of(gone)
    known = Membership.objects.filter(player=gone)
    if not known.filter(club=club).exists():
        yield say("{gone} isn’t in {club}. A club can merge only its own records.", gone=gone, club=club)
    played = Seat.objects.filter(player__in=records).exclude(round__stage__event__club=club)
    entered = EntryPlayer.objects.filter(player__in=records).exclude(event__club=club)
    if known.exclude(club=club).exists() or played.exists() or entered.exists():
        yield say(
            "{gone} also plays at another club, so we can’t remove {gone}’s record. Keep it and merge the other one.",
            gone=gone,
        )


def _are_two_people(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    own, others = records_of(kept), records_of(gone)
    there = Seat.objects.filter(player__in=own).values("round")
    both = Seat.objects.filter(player__in=others, round__in=there).select_related("round__stage__event").first()
    if both:
        yield say(
            "Both players had seats in round {number} of {event}, so they must be different people. If someone "
            "played under the wrong name, the result stays as it is.",
            number=both.round.number,
            event=both.round.stage.event,
        )
    entered = EntryPlayer.objects.filter(player__in=own, is_active=True).values("event")
    twice = EntryPlayer.objects.filter(player__in=others, is_active=True, event__in=entered).select_related("event")
    if not both and (entry_player := twice.first()):
        yield say(
            "Both players are entered in {event}. Replace one of them there, or keep the records separate.",
            event=entry_player.event,
        )
    met = GamePlayer.objects.filter(player__in=own).values("game")
    if GamePlayer.objects.filter(player__in=others, game__in=met).exists():
        yield say("Both players were in the same online game, so they must be different people.")


def _still_playing(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    seats = Seat.objects.filter(player__in=records_of(gone), round__stage__event__finished_at=None)
    for name in seats.values_list("round__stage__event__name", flat=True).order_by().distinct():
        yield say(
            "{gone} is playing in {event}, which isn’t finished. Finish the event first, then merge.",
            gone=gone,
            event=name,
        )
    registered = RegisteredPlayer.objects.filter(player=gone, is_live=True, event__finished_at=None)
    for registered_player in registered.select_related("event"):
        yield say(
            "{gone} is registered for {event}. Withdraw {gone} first and register {kept} instead.",
            gone=gone,
            event=registered_player.event,
            kept=kept,
        )
    for squad_player in squads_to_hand(club, gone):
        later = Q(until=None) | Q(until__gt=squad_player.since)
        there = (
            SquadPlayer.objects.filter(later, season=squad_player.season, player=kept)
            .select_related("squad__team")
            .first()
        )
        if there:
            yield say(
                "{kept} is on {own} and {gone} is on {other} in {season}. Remove {gone} from the team first.",
                kept=kept,
                own=there.squad,
                gone=gone,
                other=squad_player.squad,
                season=squad_player.season,
            )
        elif (
            squad_player.move
            and SquadPlayer.objects.filter(season=squad_player.season, player=kept, move=squad_player.move).exists()
        ):
            yield say(
                "Both players changed teams in {season}. Remove {gone} from the team first.",
                season=squad_player.season,
                gone=gone,
            )
    cups = cups_to_hand(club, gone)
    if both := cups.filter(cup__in=CupPlayer.objects.filter(player=kept).values("cup")).first():
        yield say(
            "Both players are in {cup}. Change its pairs first, or merge the records after the season is closed.",
            cup=both.cup,
        )
    fixtures = line_ups_to_hand(club, gone).values("fixture")
    if LineUpPlayer.objects.filter(player=kept, fixture__in=fixtures).exists():
        yield say("Both players are in the same match. Remove {gone} from the lineup first.", gone=gone)
    for line_up in line_ups_to_hand(club, gone).filter(day__isnull=False, exemption=None):
        if LineUpPlayer.objects.filter(season=line_up.season, player=kept, day=line_up.day, exemption=None).exists():
            yield say(
                "Both players are in lineups on {day}. Remove {gone} from the lineup first.",
                day=line_up.day,
                gone=gone,
            )
    for line_up in line_ups_to_hand(club, gone).filter(turn__isnull=False):
        if LineUpPlayer.objects.filter(season=line_up.season, player=kept, turn__isnull=False).exists():
            yield say(
                "Both players are substitutes in {season}. Remove {gone} from the upcoming lineup first.",
                season=line_up.season,
                gone=gone,
            )
