"""Achievements to look at: a player's own, the list of all there are, and what was earned lately. Reads only."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count

from games.accounts.models import Player
from games.engine.language import mark, percentage, say
from tournaments.clubs.models import Club
from tournaments.clubs.public_names import shown_names
from tournaments.events.models import Event
from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.awards import Progress, earned
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS, ROWS
from tournaments.permissions import NOBODY, Actor
from tournaments.rewards.award_countings import stored_counting
from tournaments.rewards.custom_achievements import achievement_of, rules_named
from tournaments.rewards.models import AchievementRule, Award, GameParticipation, Icon, SpanTotals, Unlock
from tournaments.rewards.scopes import ALL
from tournaments.rewards.sources import placings_of

MAX_SHOWN = 8
ICONS: dict[str, Icon] = {
    **dict.fromkeys(("win_streak", "call_streak", "shut_outs", "margin", "comeback", "late_games"), Icon.FLAME),
    **dict.fromkeys(("loners_made", "loners_in_game", "best_score", "perfect_nights", "variants_won"), Icon.STAR),
    **dict.fromkeys(("marches", "sweeps", "calls_made", "hands", "farmers_won", "points", "games"), Icon.CARDS),
    **dict.fromkeys(("euchres_made", "loners_stopped", "defences", "edge_beaten", "close_wins"), Icon.SHIELD),
    **dict.fromkeys(("partners", "partners_won_with", "rivals", "rivals_beaten"), Icon.PEOPLE),
    **dict.fromkeys(("clubs", "venues", "tables", "rules", "places"), Icon.PIN),
    **dict.fromkeys(("nights", "months", "euchres_suffered", "loners_lost", "shut_outs_suffered"), Icon.MOON),
}
"""By what is counted; everything else is a cup."""
NAMELESS = mark("a secret achievement")


@dataclass(frozen=True)
class AchievementShown:
    """One achievement as a page shows it. tier: the highest held, 0 for none. progress: to the next one."""

    achievement: Achievement
    icon: str
    tier: int = 0
    award: Award | None = None
    progress: Progress | None = None

    @property
    def tier_name(self) -> str:
        return self.achievement.tier_name(self.tier) if self.tier else ""

    @property
    def words(self) -> str:
        """What was done for the tier that is held, or has to be done for the first one."""
        return self.achievement.words(self.tier or 1)

    @property
    def shown(self) -> int:
        """What a bar shows: from nothing to the threshold."""
        return max(0, self.progress.current) if self.progress else 0

    @property
    def next_words(self) -> str:
        """What the next tier takes; empty when there is none."""
        if self.progress is None or self.progress.threshold is None:
            return ""
        return self.achievement.words(self.progress.tier)


@dataclass(frozen=True)
class Wall:
    """held: the newest first. begun: the nearest first. secrets: how many of the rest are not named. practice: against
    bots, as far as it goes."""

    held: Sequence[AchievementShown]
    begun: Sequence[AchievementShown]
    rest: Sequence[AchievementShown]
    secrets: int
    practice: Sequence[AchievementShown]


def wall_of(player: Player, *, is_own: bool) -> Wall:
    """A player's achievements. Others do not see which secret ones the player has found."""
    counting, achievements = stored_counting(player.pk)
    so_far = earned(counting, placings_of([player.pk])[player.pk], achievements)
    progress = {progress.achievement: progress for progress in so_far.progress}
    awards: dict[str, Award] = {}
    for held_award in Award.objects.filter(player=player).select_related("unlock__event").order_by("tier"):
        awards[held_award.achievement] = held_award
    icons = icons_of(achievements)
    all_shown = [
        AchievementShown(
            achievement, icons[achievement.key], award.tier if award else 0, award, progress[achievement.key]
        )
        for achievement in achievements
        if not achievement.is_practice
        for award in [awards.get(achievement.key)]
    ]
    reached = {award.achievement: award.tier for award in so_far.awards}
    practice = [
        AchievementShown(
            achievement, icons[achievement.key], reached.get(achievement.key, 0), progress=progress[achievement.key]
        )
        for achievement in achievements
        if achievement.is_practice and progress[achievement.key].current > 0
    ]
    seen = [shown for shown in all_shown if shown.award and (is_own or not shown.achievement.is_secret)]
    held = sorted(seen, key=lambda shown: _newest_first(shown.award))
    open_ones = [shown for shown in all_shown if not shown.award and not shown.achievement.is_secret]
    begun = sorted((shown for shown in open_ones if _share(shown) > 0), key=_share, reverse=True)
    rest = [shown for shown in open_ones if _share(shown) <= 0]
    secrets = sum(shown.achievement.is_secret and not (shown.award and is_own) for shown in all_shown)
    return Wall(held, begun, rest, secrets, practice)


def _newest_first(award: Award | None) -> tuple[float, int]:
    assert award
    return -award.earned_at.timestamp(), -award.pk


def _share(shown: AchievementShown) -> float:
    return shown.progress.share if shown.progress else 0.0


def icons_of(achievements: Iterable[Achievement]) -> Mapping[str, str]:
    """By key."""
    own = rules_named([achievement.key for achievement in achievements if achievement.club])
    return {
        achievement.key: own[achievement.key].icon if achievement.key in own else _usual_icon(achievement)
        for achievement in achievements
    }


def _usual_icon(achievement: Achievement) -> str:
    return ICONS.get(achievement.metric, Icon.CUP)


@dataclass(frozen=True)
class Tier:
    """holders: how many have it. share: of all players, in hundredths."""

    name: str
    words: str
    holders: int
    share: float

    @property
    def percent(self) -> str:
        """The share with one decimal where there is one, in the reader's language."""
        return percentage(f"{round(self.share, 1):g}")


@dataclass(frozen=True)
class Listed:
    """An achievement with its tiers. is_hidden: secret, and not yet earned by the viewer."""

    trophy: AchievementShown
    tiers: Sequence[Tier]
    is_hidden: bool


def catalogue(club: Club | None, viewer: Player | None) -> list[Listed]:
    """All achievements, or those of a club's own, and how many have them."""
    if club:
        rules = AchievementRule.objects.filter(club=club, is_active=True).order_by("pk")
        achievements: tuple[Achievement, ...] = tuple(achievement_of(rule) for rule in rules)
        participations = GameParticipation.objects.filter(club=club, player__is_bot=False, counted__has_bots=False)
        players = participations.values("player").distinct().count()
    else:
        achievements = ROWS
        players = SpanTotals.objects.filter(scope=ALL, span="all").count()
    named = [achievement.key for achievement in achievements]
    counts = Award.objects.filter(achievement__in=named).order_by().values_list("achievement", "tier")
    holders = {(key, tier): count for key, tier, count in counts.annotate(count=Count("pk"))}
    own = set(Award.objects.filter(player=viewer).values_list("achievement", flat=True)) if viewer else set[str]()
    icons = icons_of(achievements)
    return [
        Listed(
            AchievementShown(achievement, icons[achievement.key], tier=1),
            [
                _tier(achievement, tier, holders.get((achievement.key, tier), 0), players)
                for tier in range(1, len(achievement.tiers) + 1)
            ],
            achievement.is_secret and achievement.key not in own,
        )
        for achievement in achievements
    ]


def _tier(achievement: Achievement, tier: int, holders: int, players: int) -> Tier:
    return Tier(
        achievement.tier_name(tier), achievement.words(tier), holders, 100 * holders / players if players else 0.0
    )


@dataclass(frozen=True)
class News:
    """Something that was earned, as a line.

    To others a secret achievement stays nameless. is_open: whether the reader may open the player's page.
    """

    unlock: Unlock
    player: str
    is_open: bool
    name: str
    words: str
    tier_name: str
    icon: str
    at: datetime.datetime


def tell_of(unlocks: Sequence[Unlock], viewer: Actor = NOBODY, *, own: bool = False) -> list[News]:
    """Unlocks as lines, in their order, without what no longer exists. own: read by the players who earned them;
    otherwise names are as the viewer may read them."""
    rules = rules_named([unlock.achievement for unlock in unlocks])
    people = [unlock.player for unlock in unlocks]
    names = {} if own else shown_names(viewer, people)
    lines = []
    for unlock in unlocks:
        rule = rules.get(unlock.achievement)
        achievement = achievement_of(rule) if rule else ACHIEVEMENTS.get(unlock.achievement)
        if achievement is not None and unlock.tier <= len(achievement.tiers):
            icon = rule.icon if rule else _usual_icon(achievement)
            name, words, tier_name = (
                achievement.name,
                achievement.words(unlock.tier),
                achievement.tier_name(unlock.tier),
            )
            if achievement.is_secret and not own:
                name, words, tier_name, icon = say(NAMELESS), "", "", Icon.MOON
            who = names.get(unlock.player_id)
            called = who.beside_event if who else unlock.player.called
            is_open = who is None or who.is_known
            lines.append(News(unlock, called, is_open, name, words, tier_name, icon, unlock.at))
    return lines


def news_of_club(club: Club, viewer: Actor = NOBODY, most: int = MAX_SHOWN) -> list[News]:
    """What was earned lately in the club, the newest first."""
    unlocks = Unlock.objects.filter(club=club, is_late=False, award__isnull=False).select_related("player")
    return tell_of(list(unlocks.order_by("-at", "-pk")[:most]), viewer)


def news_of_event(event: Event, viewer: Actor = NOBODY, most: int = MAX_SHOWN) -> list[News]:
    """What was earned at the event, the newest first."""
    unlocks = Unlock.objects.filter(event=event, is_late=False, award__isnull=False).select_related("player")
    return tell_of(list(unlocks.order_by("-pk")[:most]), viewer)
