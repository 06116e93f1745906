"""Records what is awarded for the first time. An unlock is announced once; a row that is never deleted remembers it."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone

from games.accounts.languages import spoken_to
from games.encryption import number_for
from games.live import publish
from tournaments.events.models import Event
from tournaments.honours.achievements.awards import Award as Earned
from tournaments.honours.facts import Contest, Placing
from tournaments.rewards.custom_achievements import rules_named
from tournaments.rewards.models import Award, GameFact, Unlock
from tournaments.rewards.selectors import News, tell_of
from tournaments.webhooks.models import Happening
from tournaments.webhooks.payloads import about_club, about_event
from tournaments.webhooks.people import people
from tournaments.webhooks.queue import put, wanted_by

NEWS = datetime.timedelta(hours=24)
"""Achievements earned longer ago than this share one line of news."""

Place = tuple[int | None, int | None]
"""Club and event; None where there is none."""


def announce(earned: Sequence[Earned], placings: Mapping[int, Sequence[Placing]]) -> None:
    """Award these, of several players; those that were never awarded before are news. Needs the players' locks.
    placings: of each player."""
    if not earned:
        return
    known = _by_tier(Unlock.objects.filter(player__in={award.player for award in earned}))
    new = [award for award in earned if (award.player, award.achievement, award.tier) not in known]
    if new:
        unlocks = Unlock.objects.bulk_create(_unlocks(new, placings))
        known |= _by_tier(unlocks)
        _publish(unlocks)
        _tell_webhooks(unlocks)
    Award.objects.bulk_create(
        Award(
            unlock=known[award.player, award.achievement, award.tier],
            player_id=award.player,
            achievement=award.achievement,
            tier=award.tier,
            earned_at=award.at,
            evidence=list(award.evidence),
        )
        for award in earned
    )


def _by_tier(unlocks: Iterable[Unlock]) -> dict[tuple[int, str, int], Unlock]:
    """By player, achievement and tier."""
    return {(unlock.player_id, unlock.achievement, unlock.tier): unlock for unlock in unlocks}


def _unlocks(earned: Sequence[Earned], placings: Mapping[int, Sequence[Placing]]) -> list[Unlock]:
    now, where = timezone.now(), _places(earned, placings)
    rules = rules_named([unlocked.achievement for unlocked in earned])
    unlocks = []
    for award in earned:
        rule = rules.get(award.achievement)
        is_late = award.at < now - NEWS or (rule is not None and award.at <= rule.changed_at)
        club, event = where[award.evidence[-1]]
        unlocks.append(
            Unlock(
                player_id=award.player,
                achievement=award.achievement,
                tier=award.tier,
                club_id=club,
                event_id=event,
                is_late=is_late,
                is_notified=False,
                at=now,
            )
        )
    return unlocks


def _places(earned: Iterable[Earned], placings: Mapping[int, Sequence[Placing]]) -> Mapping[str, Place]:
    """Where the facts were that decided it."""
    decisive = {award.evidence[-1] for award in earned}
    games = {int(text.removeprefix("game ")) for text in decisive if text.startswith("game ")}
    played = GameFact.objects.filter(pk__in=games).order_by().values_list("pk", "club_id", "event_id")
    places: dict[str, Place] = {f"game {number}": (club, event) for number, club, event in played}
    for placing in chain.from_iterable(placings[player] for player in {award.player for award in earned}):
        event = placing.id if placing.contest is Contest.EVENT else None
        places[f"{placing.contest.value} {placing.id}"] = placing.club or None, event
    return places


def _publish(unlocks: Sequence[Unlock]) -> None:
    """To each player, and to each event, the newest of its own."""
    newest: dict[str, int] = {}
    for unlock in unlocks:
        topics = [player_topic(unlock.player_id)]
        if unlock.event_id and not unlock.is_late:
            topics.append(event_topic(unlock.event_id))
        newest |= {topic: max(unlock.pk, newest.get(topic, 0)) for topic in topics}
    for topic, version in newest.items():
        publish(topic, version)


def _tell_webhooks(unlocks: Sequence[Unlock]) -> None:
    """Reports what is news at a club to its webhooks. To others a secret achievement stays nameless.

    Programs read it in the site's language, no matter who was there when it happened.
    """
    clubs: dict[int, list[Unlock]] = {}
    for unlock in unlocks:
        if unlock.club_id and not unlock.is_late:
            clubs.setdefault(unlock.club_id, []).append(unlock)
    for club_id, news in clubs.items():
        if wanting := wanted_by(club_id, Happening.ACHIEVEMENT):
            prefetch_related_objects(news, "player")
            with spoken_to(None):
                for line in tell_of(news):
                    key = f"feat:{line.unlock.pk}"
                    put(wanting.webhooks, Happening.ACHIEVEMENT, key, _payload(line), wanting.streams)


def _payload(line: News) -> dict[str, Any]:
    unlock = line.unlock
    assert unlock.club
    where = about_event(unlock.event) if unlock.event else {"club": about_club(unlock.club), "event": None}
    [person] = people([unlock.player_id])
    earned = {"name": line.name, "tier": unlock.tier, "tier_name": line.tier_name, "words": line.words}
    return where | {"feat": unlock.pk, "person": person, "achievement": earned}


def player_topic(player_id: int) -> str:
    """The topic of the newest unlock that the player hasn't seen. Only the player's own pages know it."""
    return f"player:{player_id}-{number_for('tournaments.player_topic', player_id)}"


def event_topic(event_id: int) -> str:
    """At the newest unlock of an event."""
    return f"unlocks:{event_id}"


def newest_unseen(player_id: int) -> int:
    unlocks = Unlock.objects.filter(player=player_id, seen_at=None, award__isnull=False)
    return unlocks.order_by("-pk").values_list("pk", flat=True).first() or 0


def newest_of(event: Event | int) -> int:
    unlocks = Unlock.objects.filter(event=event, is_late=False, award__isnull=False)
    return unlocks.order_by("-pk").values_list("pk", flat=True).first() or 0
