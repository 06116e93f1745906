"""Who listens to what: everything that is derived from a night, in the order in which it is derived."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.dispatch import receiver

from games.accounts.models import Player
from games.jobs.enqueuing import enqueue_on_commit
from games.notifications.rendering import register_names
from games.signals import game_finished, mail_bounced
from games.tables.models import Game
from tournaments.activity_log.models import AuditLogEntry
from tournaments.cached_content import forget_names
from tournaments.calls.commands import end_calls
from tournaments.clubs.models import Club
from tournaments.cups.progress import unfinished_cups
from tournaments.draws import deals
from tournaments.events.models import Event, Stage
from tournaments.honours.facts import Contest
from tournaments.honours.jackpots.closing import Closed
from tournaments.jackpots import races
from tournaments.jackpots.honour import JACKPOTS, WON
from tournaments.jackpots.models import JackpotPeriod
from tournaments.leagues import closing
from tournaments.leagues.commands import wake_season_of
from tournaments.leagues.final_places import SEASONS
from tournaments.notifications import honour_news, recipients, tellers, telling
from tournaments.results.models import ResultEntry
from tournaments.rewards import counting, placements, queue, scopes
from tournaments.rewards.awards import AWARDS
from tournaments.rewards.event_places import EVENTS
from tournaments.rewards.ratings import RATINGS, rate_again
from tournaments.rewards.statistics import STATISTICS
from tournaments.rounds import calling
from tournaments.rounds.models import Match, Round
from tournaments.signals import (
    achievements_revoked,
    action_logged,
    club_changed,
    event_finished,
    event_places_changed,
    jackpot_closed,
    jackpot_race_changed,
    members_changed,
    name_changed,
    result_changed,
    round_ended,
    round_published,
    stage_published,
    stage_settled,
)
from tournaments.subs import evenings
from tournaments.webhooks import payloads

Standing = Mapping[int, tuple[int, int]]

# A later one may be computed from an earlier one, as awards are from ratings.
queue.register(RATINGS, STATISTICS, JACKPOTS, AWARDS)
placements.register(EVENTS, SEASONS, WON)
closing.register(unfinished_cups)
register_names(recipients.names_for)


@receiver(game_finished, dispatch_uid="take the result of a match, count a friendly game")
def wake_for_result(sender: Any, *, game: Game, **kwargs: Any) -> None:
    if game.table.is_official:
        enqueue_on_commit("tournaments.tasks.take_table_result", game.table_id)
    else:
        enqueue_on_commit("tournaments.tasks.count_game_task", game.pk)


@receiver(action_logged, dispatch_uid="tell those whom an action concerns")
def tell_people(sender: Any, *, entry: AuditLogEntry, **kwargs: Any) -> None:
    telling.keep(entry)


@receiver(action_logged, dispatch_uid="tell webhooks of an action")
def emit_action(sender: Any, *, entry: AuditLogEntry, **kwargs: Any) -> None:
    payloads.emit_action(entry)


@receiver(mail_bounced, dispatch_uid="tell organizers of an email that came back")
def tell_organizers_of_bounce(sender: Any, *, player: Player, **kwargs: Any) -> None:
    tellers.tell_of_bounce(player)


@receiver(achievements_revoked, dispatch_uid="tell players of no achievement that they no longer have")
def forget_achievements(sender: Any, *, player: Player, awards: Collection[tuple[str, int]], **kwargs: Any) -> None:
    honour_news.revoke(player, awards)


@receiver(jackpot_closed, dispatch_uid="tell players of a jackpot that closed")
def tell_of_jackpot(sender: Any, *, period: JackpotPeriod, closed: Closed, **kwargs: Any) -> None:
    honour_news.close(period, closed)


@receiver(jackpot_race_changed, dispatch_uid="tell players who were overtaken")
def tell_of_race(sender: Any, *, period: JackpotPeriod, before: Standing, after: Standing, **kwargs: Any) -> None:
    honour_news.overtake(period, before, after)


@receiver(result_changed, dispatch_uid="tell webhooks of a result")
def emit_result(
    sender: Any, *, match: Match, before: tuple[str, int | None], entry: ResultEntry, **kwargs: Any
) -> None:
    payloads.emit_result(match, before, entry)


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
    wake_season_of(stage.event)


@receiver(round_published, dispatch_uid="tell webhooks of a round")
def emit_round(sender: Any, *, round: Round, **kwargs: Any) -> None:
    payloads.emit_round(round)


@receiver(round_ended, dispatch_uid="end the calls of the tables of a round")
def end_calls_of_round(sender: Any, *, round: Round, **kwargs: Any) -> None:
    end_calls(round)


@receiver(round_ended, dispatch_uid="tell webhooks of the standings")
def emit_standings(sender: Any, *, round: Round, **kwargs: Any) -> None:
    payloads.emit_standings(round)


@receiver(round_ended, dispatch_uid="ask for the par of the deals of a round")
def ask_for_par(sender: Any, *, round: Round, **kwargs: Any) -> None:
    deals.ask_for_par(round)


@receiver(event_finished, dispatch_uid="count the places of an event and tell webhooks of them")
def count_event(sender: Any, *, event: Event, entry: AuditLogEntry, **kwargs: Any) -> None:
    placements.recount_places(Contest.EVENT, event.pk)
    payloads.emit_event(event, entry)


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


@receiver(members_changed, dispatch_uid="ask former members no more to substitute")
def forget_sub_evenings(sender: Any, *, club: int, **kwargs: Any) -> None:
    evenings.forget_former_members(club)


@receiver(name_changed, dispatch_uid="tell leaderboards of a name")
def tell_boards_of_name(sender: Any, *, player: Player, **kwargs: Any) -> None:
    scopes.tell_boards_of(player)


@receiver([name_changed, members_changed], dispatch_uid="make kept pages anew")
def make_pages_anew(sender: Any, **kwargs: Any) -> None:
    forget_names()
