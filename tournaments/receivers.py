"""Who listens to what: everything that is derived from a night, in the order in which it is derived."""

from collections.abc import Collection, Sequence
from typing import Any

from django.dispatch import receiver

from games.accounts.models import Player
from games.jobs.enqueuing import enqueue_on_commit
from games.signals import game_finished
from games.tables.models import Game
from tournaments.activity_log.models import JournalEntry
from tournaments.cached_content import forget_names
from tournaments.calls.commands import end_calls
from tournaments.clubs.models import Club
from tournaments.cups.progress import unfinished_cups
from tournaments.events.models import Event, Stage
from tournaments.honours.facts import Contest
from tournaments.jackpots import races
from tournaments.jackpots.honour import JACKPOTS, WON
from tournaments.leagues import closing
from tournaments.leagues.commands import ring_season_of
from tournaments.leagues.final_places import SEASONS
from tournaments.results.models import ResultEntry
from tournaments.rewards import counting, placements, queue, scopes
from tournaments.rewards.awards import AWARDS
from tournaments.rewards.event_places import EVENTS
from tournaments.rewards.ratings import RATINGS, rate_again
from tournaments.rewards.statistics import STATISTICS
from tournaments.rounds import calling
from tournaments.rounds.models import Match, Round
from tournaments.signals import (
    club_changed,
    event_finished,
    event_places_changed,
    members_changed,
    name_changed,
    result_changed,
    round_ended,
    round_published,
    stage_published,
    stage_settled,
)
from tournaments.webhooks import payloads

# A later one may be computed from an earlier one, as awards are from ratings.
queue.register(RATINGS, STATISTICS, JACKPOTS, AWARDS)
placements.register(EVENTS, SEASONS, WON)
closing.register(unfinished_cups)


@receiver(game_finished, dispatch_uid="take the result of a match, count a friendly game")
def ring_for_result(sender: Any, *, game: Game, **kwargs: Any) -> None:
    if game.table.is_official:
        enqueue_on_commit("tournaments.tasks.take_table_result", game.table_id)
    else:
        enqueue_on_commit("tournaments.tasks.count_game_task", game.pk)


@receiver(result_changed, dispatch_uid="tell webhooks of a result")
def tell_result(
    sender: Any, *, match: Match, before: tuple[str, int | None], entry: ResultEntry, **kwargs: Any
) -> None:
    payloads.tell_result(match, before, entry)


@receiver(stage_settled, dispatch_uid="count the games and places of a stage")
def count_stage(sender: Any, *, stage: Stage, matches: Sequence[int], **kwargs: Any) -> None:
    for match in matches:
        counting.recount_match(match)
    if stage.event.finished_at:
        placements.recount_places(Contest.EVENT, stage.event_id)


@receiver(stage_settled, dispatch_uid="open the next matches of a bracket")
def open_next_matches(sender: Any, *, stage: Stage, **kwargs: Any) -> None:
    calling.follow(stage)


@receiver(stage_published, dispatch_uid="settle the season of a stage")
def settle_season(sender: Any, *, stage: Stage, **kwargs: Any) -> None:
    ring_season_of(stage.event)


@receiver(round_published, dispatch_uid="tell webhooks of a round")
def tell_round(sender: Any, *, round: Round, **kwargs: Any) -> None:
    payloads.tell_round(round)


@receiver(round_ended, dispatch_uid="end the calls of the tables of a round")
def end_calls_of_round(sender: Any, *, round: Round, **kwargs: Any) -> None:
    end_calls(round)


@receiver(event_finished, dispatch_uid="count the places of an event and tell webhooks of them")
def count_event(sender: Any, *, event: Event, entry: JournalEntry, **kwargs: Any) -> None:
    placements.recount_places(Contest.EVENT, event.pk)
    payloads.tell_event(event, entry)


@receiver(event_places_changed, dispatch_uid="count the places of an event anew")
def recount_event(sender: Any, *, event: Event, **kwargs: Any) -> None:
    placements.recount_places(Contest.EVENT, event.pk)


@receiver(club_changed, dispatch_uid="rate and count as a club wants it now")
def follow_club(sender: Any, *, club: Club, changed: Collection[str], **kwargs: Any) -> None:
    if "rating_margin" in changed:
        rate_again(club.pk)
    if "zone" in changed:
        counting.follow_zone(club)


@receiver(members_changed, dispatch_uid="compute anew who may win a jackpot")
def recompute_races(sender: Any, *, club: int, **kwargs: Any) -> None:
    races.members_changed(club)


@receiver(name_changed, dispatch_uid="tell leaderboards of a name")
def tell_boards_of_name(sender: Any, *, player: Player, **kwargs: Any) -> None:
    scopes.tell_boards_of(player)


@receiver([name_changed, members_changed], dispatch_uid="make kept pages anew")
def make_pages_anew(sender: Any, **kwargs: Any) -> None:
    forget_names()
