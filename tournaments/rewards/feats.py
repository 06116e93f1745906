"""Writing down what is awarded for the first time. A feat is told once; a row that is never deleted remembers it."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from games.accounts.languages import spoken_to
from games.accounts.models import Player
from games.encryption import number_for
from games.live import publish
from tournaments.events.models import Event
from tournaments.honours.achievements.awards import Award as Earned
from tournaments.honours.facts import Contest, Placing
from tournaments.rewards.custom_achievements import rules_named
from tournaments.rewards.models import Award, CountedGame, Feat
from tournaments.rewards.selectors import News, tell_of
from tournaments.webhooks.models import Happening
from tournaments.webhooks.names import people
from tournaments.webhooks.payloads import about_club, about_event
from tournaments.webhooks.queue import put, wanted_by

NEWS = datetime.timedelta(hours=24)
"""What was earned longer ago is told together with others, in one line."""

Place = tuple[int | None, int | None]
"""Club and event; None where there is none."""


def announce(player: Player, earned: Sequence[Earned], placings: Iterable[Placing]) -> None:
    """Award these; those that were never awarded before are news. Needs the player's lock."""
    told = {(row.achievement, row.tier): row for row in Feat.objects.filter(player=player)}
    new = [one for one in earned if (one.achievement, one.tier) not in told]
    if new:
        feats = Feat.objects.bulk_create(_feats(player, new, placings))
        told |= {(row.achievement, row.tier): row for row in feats}
        _publish(player, feats)
        _tell_webhooks(feats)
    Award.objects.bulk_create(
        Award(
            feat=told[one.achievement, one.tier],
            player=player,
            achievement=one.achievement,
            tier=one.tier,
            earned_at=one.at,
            evidence=list(one.evidence),
        )
        for one in earned
    )


def _feats(player: Player, earned: Sequence[Earned], placings: Iterable[Placing]) -> list[Feat]:
    now, where = timezone.now(), _places([one.evidence[-1] for one in earned], placings)
    rules = rules_named([one.achievement for one in earned])
    feats = []
    for one in earned:
        rule = rules.get(one.achievement)
        is_late = one.at < now - NEWS or (rule is not None and one.at <= rule.changed_at)
        club, event = where[one.evidence[-1]]
        feats.append(
            Feat(
                player=player,
                achievement=one.achievement,
                tier=one.tier,
                club_id=club,
                event_id=event,
                is_late=is_late,
                at=now,
            )
        )
    return feats


def _places(evidence: Iterable[str], placings: Iterable[Placing]) -> Mapping[str, Place]:
    """Where the facts were that decided it."""
    games = [int(one.removeprefix("game ")) for one in evidence if one.startswith("game ")]
    played = CountedGame.objects.filter(pk__in=games).values_list("pk", "club_id", "event_id")
    found: dict[str, Place] = {f"game {number}": (club, event) for number, club, event in played}
    for one in placings:
        event = one.id if one.contest is Contest.EVENT else None
        found[f"{one.contest.value} {one.id}"] = one.club or None, event
    return found


def _publish(player: Player, feats: Sequence[Feat]) -> None:
    newest = max(feat.pk for feat in feats)
    publish(player_topic(player.pk), newest)
    for event in {feat.event_id for feat in feats if feat.event_id and not feat.is_late}:
        publish(event_topic(event), newest)


def _tell_webhooks(feats: Sequence[Feat]) -> None:
    """What is news at a club whose webhooks want to know. To others a secret trophy stays nameless.

    Programs read it in the site's language, whoever was there when it happened.
    """
    clubs: dict[int, list[Feat]] = {}
    for feat in feats:
        if feat.club_id and not feat.is_late:
            clubs.setdefault(feat.club_id, []).append(feat)
    for club_id, news in clubs.items():
        if wanting := wanted_by(club_id, Happening.ACHIEVEMENT):
            with spoken_to(None):
                for line in tell_of(news):
                    put(wanting, Happening.ACHIEVEMENT, f"feat:{line.feat.pk}", _told(line))


def _told(line: News) -> dict[str, Any]:
    feat = line.feat
    assert feat.club
    where = about_event(feat.event) if feat.event else {"club": about_club(feat.club), "event": None}
    [person] = people([feat.player_id])
    earned = {"name": line.name, "tier": feat.tier, "tier_name": line.tier_name, "words": line.words}
    return where | {"feat": feat.pk, "person": person, "achievement": earned}


def player_topic(player_id: int) -> str:
    """At the newest feat that the player has not seen yet. Known to the player's own pages alone."""
    return f"player:{player_id}-{number_for('tournaments.player_topic', player_id)}"


def event_topic(event_id: int) -> str:
    """At the newest feat of an event."""
    return f"feats:{event_id}"


def newest_unseen(player_id: int) -> int:
    rows = Feat.objects.filter(player=player_id, seen_at=None, award__isnull=False)
    return rows.order_by("-pk").values_list("pk", flat=True).first() or 0


def newest_of(event: Event | int) -> int:
    rows = Feat.objects.filter(event=event, is_late=False, award__isnull=False)
    return rows.order_by("-pk").values_list("pk", flat=True).first() or 0
