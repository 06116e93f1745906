"""What is told of achievements and jackpots, from the facts that workers compute: by default once a day."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.engine.messages import NOTHING, Message, Names, Value, message
from games.locks import locked
from games.notifications.kinds import NotificationKind
from games.notifications.writing import NewNotification, cancel_unsent, notify
from tournaments.clubs.models import Club
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS
from tournaments.honours.jackpots.closing import Closed
from tournaments.honours.wording import Money, Ordinal, money_in
from tournaments.jackpots.models import JackpotPeriod
from tournaments.rewards.custom_achievements import achievement_of, rules_named
from tournaments.rewards.models import Award, Unlock

# Translators: {achievement} is an achievement's name, {tier} its tier such as "bronze", {words} what was done for it.
EARNED = message("You earned {achievement}")
EARNED_TIER = message("You earned {achievement} ({tier})")
EARNED_EARLIER = message("You earned achievements for earlier games")
EARNED_EARLIER_WORDS = message("{number} in all. See them on your achievements page.")

# Translators: {jackpot} is a jackpot's name, {amount} an amount of money, {rank} such as "2nd", {number} how many.
WON = message("{jackpot}: you won {amount}")
WON_WORDS = message("You finished {rank} of {number}.")
FINISHED = message("{jackpot}: you finished {rank} of {number}")
OVERTAKEN = message("Someone passed you in {jackpot}")
OVERTAKEN_WORDS = message("Check the jackpot page for the latest ranks.")


BATCH_SIZE = 500
"""Achievements that are told of in one go."""


@dataclass(frozen=True)
class Amount(Value):
    """Money in a currency, which a reader who is at no club's page needs to be given. code: "" for no sign."""

    tag = "amount"
    cents: int
    code: str

    def as_data(self) -> list[Any]:
        return [self.cents, self.code]

    @classmethod
    def from_data(cls, data: Any) -> "Amount":
        cents, code = data
        return cls(int(cents), str(code))

    def render(self, names: Names) -> str:
        with money_in(self.code):
            return Money(self.cents).render(names)


def tell_achievements() -> int:
    """For the sweep: players, of what they earned and weren't told of yet. How many achievements."""
    notified = 0
    while some := _tell_some():
        notified += some
    return notified


@transaction.atomic
def _tell_some() -> int:
    unlocks = list(locked(Unlock.objects).filter(is_notified=False).order_by("pk")[:BATCH_SIZE])
    held = Award.objects.filter(unlock__in=unlocks).values_list("unlock", flat=True) if unlocks else ()
    earn([unlock for unlock in unlocks if unlock.pk in set(held)])
    if unlocks:
        Unlock.objects.filter(pk__in=[unlock.pk for unlock in unlocks]).update(is_notified=True)
    return len(unlocks)


def earn(unlocks: Sequence[Unlock]) -> None:
    """Each player, of each; of those found with earlier games, in one line."""
    zones = dict(Club.objects.filter(pk__in={unlock.club_id for unlock in unlocks}).values_list("pk", "zone"))
    by_zone: dict[str, list[NewNotification]] = {}
    for unlock, title, words in _said_of([unlock for unlock in unlocks if not unlock.is_late]):
        key, zone = _key(unlock.achievement, unlock.tier), zones.get(unlock.club_id or 0, "")
        by_zone.setdefault(zone, []).append(
            NewNotification(unlock.player_id, title, _page(unlock.player_id), words, key=key)
        )
    late: dict[int, list[int]] = {}
    for unlock in unlocks:
        if unlock.is_late:
            late.setdefault(unlock.player_id, []).append(unlock.pk)
    for player, earlier in late.items():
        words = EARNED_EARLIER_WORDS(number=len(earlier))
        draft = NewNotification(player, EARNED_EARLIER, _page(player), words, key=f"earlier:{max(earlier)}")
        by_zone.setdefault("", []).append(draft)
    for zone, drafts in by_zone.items():
        notify(NotificationKind.ACHIEVEMENT, "", drafts, zone=zone)


def _page(player: int) -> str:
    return reverse("achievements", args=[player])


def revoke(player: Player, awards: Collection[tuple[str, int]]) -> None:
    """What the player no longer has isn't sent, if it wasn't yet."""
    for achievement, tier in awards:
        cancel_unsent(NotificationKind.ACHIEVEMENT, _key(achievement, tier), [player.pk])


def _key(achievement: str, tier: int) -> str:
    return f"{achievement}:{tier}"


def _said_of(unlocks: Sequence[Unlock]) -> list[tuple[Unlock, Message, Message]]:
    """Each with its title and words, without what no longer exists."""
    rules = rules_named([unlock.achievement for unlock in unlocks])
    said = []
    for unlock in unlocks:
        rule = rules.get(unlock.achievement)
        achievement = achievement_of(rule) if rule else ACHIEVEMENTS.get(unlock.achievement)
        if achievement is None or unlock.tier > len(achievement.tiers):
            continue
        tier = achievement.tier_name(unlock.tier)
        title = EARNED(achievement=achievement.title)
        if tier:
            title = EARNED_TIER(achievement=achievement.title, tier=Message(tier))
        said.append((unlock, title, achievement.sentence(unlock.tier)))
    return said


def close(period: JackpotPeriod, closed: Closed) -> None:
    """Everyone who had a rank in it, with what they won."""
    jackpot, ranks = period.jackpot, closed.race.rows
    won: dict[int, int] = {}
    for prize in closed.prizes:
        won[prize.player] = won.get(prize.player, 0) + prize.cents
    drafts = []
    for ranked in ranks:
        values: dict[str, Any] = {"jackpot": jackpot.name, "rank": Ordinal(ranked.place), "number": len(ranks)}
        title, words = FINISHED(**values), NOTHING
        if cents := won.get(ranked.player):
            title, words = WON(amount=Amount(cents, jackpot.club.currency), **values), WON_WORDS(**values)
        drafts.append(NewNotification(ranked.player, title, period.get_absolute_url(), words))
    notify(NotificationKind.JACKPOT_CLOSED, f"{period.pk}", drafts, zone=jackpot.zone)


def overtake(
    period: JackpotPeriod, before: Mapping[int, tuple[int, int]], after: Mapping[int, tuple[int, int]]
) -> None:
    """Those whose rank is worse although they lost no points: once a day."""
    if period.is_over:
        return
    jackpot = period.jackpot
    overtaken = [
        player
        for player, (score, rank) in before.items()
        if player in after and after[player][1] > rank and after[player][0] >= score
    ]
    title = OVERTAKEN(jackpot=jackpot.name)
    drafts = [NewNotification(player, title, jackpot.get_absolute_url(), OVERTAKEN_WORDS) for player in overtaken]
    day = timezone.localdate(timezone=ZoneInfo(jackpot.zone))
    notify(NotificationKind.OVERTAKEN, f"{period.pk}:{day}", drafts, zone=jackpot.zone, until=period.end)
