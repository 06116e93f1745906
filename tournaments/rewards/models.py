"""Facts that are counted, what is computed from them, and the queue of what has to be computed again."""

from dataclasses import fields
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say
from games.tables.models import Game
from tournaments.clubs.models import Club, Venue
from tournaments.events.models import Event
from tournaments.honours.facts import Contest
from tournaments.honours.statistics.totals import Totals
from tournaments.rounds.models import Match


class GameFact(models.Model):
    """Derived: a match with a result that counts, or a finished friendly game, as honours count it.

    Its number follows from the match or the game and never changes. facts: what `PlayedGame` needs besides the columns.
    club empty: a friendly game that belongs to no club.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    match = models.OneToOneField(Match, models.CASCADE, null=True, blank=True, related_name="counted")
    game = models.OneToOneField(Game, models.CASCADE, null=True, blank=True, related_name="counted")
    ended_at = models.DateTimeField()
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="+")
    venue = models.ForeignKey(Venue, models.SET_NULL, null=True, blank=True, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="+")
    variant = models.CharField(max_length=12)
    has_bots = models.BooleanField(default=False)
    facts = models.JSONField()
    players = models.ManyToManyField(Player, through="GameParticipation", related_name="+")

    class Meta:
        db_table = "tournaments_countedgame"
        ordering: ClassVar = ["ended_at", "number"]
        indexes: ClassVar = [
            models.Index(fields=["club", "variant", "has_bots", "ended_at", "number"], name="counted_in_pool_order"),
            models.Index(fields=["club", "ended_at", "number"], name="counted_in_club_order"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(match__isnull=False, game__isnull=True) | Q(match__isnull=True, game__isnull=False),
                name="counted_is_a_match_or_a_game",
            )
        ]

    def __str__(self) -> str:
        return say("Game {number}", number=self.number)


class GameParticipation(models.Model):
    """Derived: a player in a counted game."""

    counted = models.ForeignKey(GameFact, models.CASCADE, related_name="participations")
    player = models.ForeignKey(Player, models.PROTECT, related_name="participations")
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="+")
    side = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField()

    class Meta:
        db_table = "tournaments_outing"
        ordering: ClassVar = ["counted", "side", "player"]
        indexes: ClassVar = [models.Index(fields=["player", "ended_at", "counted"], name="outings_of_player_in_order")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["counted", "player"], name="one_outing_per_player_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in game {self.counted_id}"


class RewardJob(models.Model):
    """Something derived that has to be computed again. A row stays until that was done with everything it names.

    revision: grows with every fact that touches it, so that work begun before is not taken for done. from_: the
    earliest game that came, went or changed; empty: everything. Parked after too many failures, until someone tries
    again or a new fact arrives.
    """

    stays_here: ClassVar = True

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=80)
    revision = models.PositiveIntegerField(default=1)
    from_at = models.DateTimeField(null=True, blank=True)
    from_number = models.PositiveBigIntegerField(null=True, blank=True)
    since = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now, db_index=True)
    error = models.CharField(max_length=300, blank=True)
    parked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournaments_due"
        verbose_name = _("pending work")
        verbose_name_plural = _("pending work")
        ordering: ClassVar = ["since", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "key"], name="one_due_per_kind_and_key")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class PlacementFact(models.Model):
    """Derived: a player's place in an event, a season or a jackpot period that has ended, as honours count it.

    contest and number say in what: its number in its own table.
    """

    contest = models.CharField(max_length=8)
    number = models.PositiveBigIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="counted_places")
    place = models.PositiveIntegerField()
    field = models.PositiveIntegerField()
    ended_at = models.DateTimeField()
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    season = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        db_table = "tournaments_countedplace"
        ordering: ClassVar = ["contest", "number", "place", "player"]
        indexes: ClassVar = [
            models.Index(fields=["club", "contest", "ended_at"], name="counted_places_of_a_club"),
            models.Index(fields=["player", "ended_at"], name="counted_places_of_a_player"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "number", "player"], name="one_place_per_player_and_contest"),
            models.CheckConstraint(
                condition=Q(contest__in=[contest.value for contest in Contest]), name="counted_place_contest_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.place} in {self.contest} {self.number}"


class Icon(models.TextChoices):
    """The shapes of our own set of achievement icons."""

    CUP = "cup", _("Cup")
    STAR = "star", _("Star")
    FLAME = "flame", _("Flame")
    CARDS = "cards", _("Cards")
    SHIELD = "shield", _("Shield")
    MOON = "moon", _("Moon")
    PEOPLE = "people", _("People")
    PIN = "pin", _("Map pin")


class AchievementRule(models.Model):
    """An achievement that a club made itself: only its own games and places count.

    metric, scope and thresholds are judged by the pure rules. changed_at, players: the job that the last change left
    behind, to count everyone again.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="achievements")
    name = models.CharField(max_length=40)
    description = models.CharField(
        max_length=200, help_text=_("Describe the achievement in plain words, with {n} where the number goes.")
    )
    metric = models.CharField(_("statistic"), max_length=40)
    thresholds = models.JSONField()
    scope = models.CharField(_("scope"), max_length=12, default="ever")
    icon = models.CharField(max_length=12, choices=Icon, default=Icon.CUP)
    is_secret = models.BooleanField(
        _("secret"), default=False, help_text=_("Only players who have this achievement can see it.")
    )
    is_active = models.BooleanField(
        _("in use"), default=True, help_text=_("If you turn this off, players lose the achievement.")
    )
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    players = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("achievement")
        ordering: ClassVar = ["club", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="achievement_name_once_per_club"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(description=""), name="achievement_has_words"),
            models.CheckConstraint(condition=Q(icon__in=Icon.values), name="achievement_icon_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Unlock(models.Model):
    """A player was awarded a tier of an achievement, once and for good.

    What was announced stays announced, whether the award holds, falls or holds again. seen_at: when
    the player saw it on a page. is_late: the evidence was from long ago; reported in one line with others. is_notified:
    the player was notified. club, event: of the evidence at that moment.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="unlocks")
    achievement = models.CharField(max_length=40)
    tier = models.PositiveSmallIntegerField()
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="unlocks")
    event = models.ForeignKey(Event, models.SET_NULL, null=True, blank=True, related_name="unlocks")
    is_late = models.BooleanField()
    is_notified = models.BooleanField(default=True)
    at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournaments_feat"
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["club", "-at"], name="feats_of_club"),
            models.Index(fields=["player"], condition=Q(seen_at=None), name="feats_not_seen"),
            models.Index(fields=["id"], condition=Q(is_notified=False), name="feats_not_notified"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "achievement", "tier"], name="announced_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.achievement} {self.tier}"


class Award(models.Model):
    """Derived: a tier of an achievement that a player has, by the facts as they stand now.

    evidence: the newest of the facts that led to it, the last one last, as "game 12" or "event 3".
    """

    stays_here: ClassVar = True

    unlock = models.OneToOneField(Unlock, models.CASCADE, db_column="feat_id", related_name="award")
    player = models.ForeignKey(Player, models.CASCADE, related_name="awards")
    achievement = models.CharField(max_length=40)
    tier = models.PositiveSmallIntegerField()
    earned_at = models.DateTimeField()
    evidence = models.JSONField()

    class Meta:
        ordering: ClassVar = ["earned_at", "achievement", "tier"]
        indexes: ClassVar = [models.Index(fields=["achievement", "tier"], name="holders_of_a_tier")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "achievement", "tier"], name="one_award_per_tier"),
            models.CheckConstraint(condition=Q(tier__gt=0), name="tiers_begin_at_one"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.achievement} {self.tier}"


class AwardCounting(models.Model):
    """Derived: how far a player's games are counted for achievements, after how many games, and the last of these. A
    few are kept, recent and old, so that a correction counts little again."""

    stays_here: ClassVar = True

    player = models.ForeignKey(Player, models.CASCADE, related_name="countings")
    games = models.PositiveIntegerField(db_column="outings")
    last_at = models.DateTimeField()
    last_number = models.PositiveBigIntegerField()
    counted = models.JSONField()

    class Meta:
        ordering: ClassVar = ["player", "games"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "games"], name="one_counting_per_player_and_outing")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} after {self.games}"


class Heartbeat(models.Model):
    """When a part of the site was last seen at work: "worker", "timers"."""

    stays_here: ClassVar = True

    part = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.part} {self.at:%H:%M:%S}"


TEXT = 120
"""Long enough for a rating as `ratings.stored` writes it."""


class RatingPool(models.Model):
    """Ratings that can be compared with each other. key: how the queue calls it. club empty: friendly games."""

    stays_here: ClassVar = True

    key = models.CharField(max_length=40, unique=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="rating_pools")
    variant = models.CharField(max_length=12)
    has_bots = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["key"]

    def __str__(self) -> str:
        return self.key


class RatingChange(models.Model):
    """Derived: what a game did to a player's rating. before and after are exact; mu and sigma are after it, to draw.

    Each row is also where a replay can start again: nothing else has to be kept for that.
    """

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="changes")
    counted = models.ForeignKey(GameFact, models.CASCADE, related_name="rating_changes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_changes")
    ended_at = models.DateTimeField()
    before = models.CharField(max_length=TEXT)
    after = models.CharField(max_length=TEXT)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering: ClassVar = ["ended_at", "counted", "player"]
        indexes: ClassVar = [
            models.Index(fields=["pool", "ended_at", "counted"], name="changes_in_pool_order"),
            models.Index(fields=["pool", "player", "ended_at", "counted"], name="changes_of_player_in_order"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["counted", "player"], name="one_rating_change_per_game_and_player")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in game {self.counted_id}"


class PlayerRating(models.Model):
    """Derived: a player's rating in a pool after the newest game. text is exact; number, give_or_take and
    is_provisional are as shown on the day of that game."""

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    text = models.CharField(max_length=TEXT)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    number = models.IntegerField()
    give_or_take = models.PositiveIntegerField()
    is_provisional = models.BooleanField()

    class Meta:
        ordering: ClassVar = ["pool", "is_provisional", "-number", "player"]
        indexes: ClassVar = [
            models.Index("pool", "is_provisional", models.F("number").desc(), "player", name="ratings_from_the_top"),
            models.Index(fields=["pool", "last_at"], name="ratings_by_last_game"),
        ]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "player"], name="one_rating_per_pool")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.number}"


COUNT_FIELDS = tuple(field.name for field in fields(Totals))


SCOPE = 20


class Counts(models.Model):
    """What a player did, as `statistics.totals` counts it. company: streaks, partners and rivals, where they are kept.

    scope: "all" games of people; "friendly" ones of no club; those of a club, by its number; "bots": in which one sat.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    scope = models.CharField(max_length=SCOPE)
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    shared = models.PositiveIntegerField()
    points = models.IntegerField()
    points_against = models.IntegerField()
    hands = models.PositiveIntegerField()
    calls = models.PositiveIntegerField()
    calls_made = models.PositiveIntegerField()
    side_calls = models.PositiveIntegerField()
    loners_tried = models.PositiveIntegerField()
    loners_made = models.PositiveIntegerField()
    own_loners = models.PositiveIntegerField()
    marches = models.PositiveIntegerField()
    euchres_made = models.PositiveIntegerField()
    euchres_suffered = models.PositiveIntegerField()
    sweeps = models.PositiveIntegerField()
    best = models.IntegerField()
    company: Any = models.JSONField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def totals(self) -> Totals:
        return Totals(*(getattr(self, name) for name in COUNT_FIELDS))


class DayCard(Counts):
    """Derived: a player's games of one day on the club's clock, or a part of them.

    part: "" is all of them, and only that one has company; else its own columns as a text, which tell what part it is.
    Parts with a table are those of that table; the others do not ask which.
    """

    day = models.DateField()
    part = models.CharField(max_length=80, blank=True)
    is_whole = models.BooleanField()
    venue = models.ForeignKey(Venue, models.CASCADE, null=True, blank=True, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="+")
    rules = models.CharField(max_length=30, blank=True)
    is_online = models.BooleanField(null=True, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["player", "scope", "day", "part"]
        indexes: ClassVar = [
            models.Index(fields=["scope", "is_whole", "day"], name="day_cards_of_scope"),
            models.Index(fields=["is_whole", "day"], name="day_cards_by_day"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "scope", "day", "part"], name="one_card_per_day_and_part")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.scope} on {self.day} {self.part}".strip()


class SpanTotals(Counts):
    """Derived: a player's games of a month ("2026-11"), of a year ("2026") or of all times ("all").

    rate: the share of wins, shared ones half; the nearest float, by which equal fractions are equal. There is an index
    for each order of the boards, so that a page of one reads a page of rows.
    """

    span = models.CharField(max_length=8)
    rate = models.FloatField()

    class Meta:
        ordering: ClassVar = ["player", "scope", "span"]
        verbose_name_plural = _("totals by period")
        indexes: ClassVar = [
            models.Index("scope", "span", *(F(name).desc() for name in order), "player", name=f"board_of_{label}")
            for label, order in (
                ("scores", ("best", "points")),
                ("winners", ("wins", "rate")),
                ("rate", ("rate", "games")),
            )
        ] + [
            models.Index("scope", "span", F(first).desc(), second, "player", name=f"board_of_{label}")
            for label, first, second in (
                ("points", "points", "games"),
                ("loners", "loners_made", "loners_tried"),
                ("marches", "marches", "games"),
                ("euchres", "euchres_made", "games"),
            )
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "scope", "span"], name="one_row_of_totals_per_span")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.scope}, {self.span}"


def milliseconds() -> int:
    """Since 1970."""
    return int(1000 * timezone.now().timestamp())


class Board(models.Model):
    """The version of everything that a scope's leaderboards show. It only grows, and is never less than the clock says,
    so that a site restored from a backup does not use one twice."""

    stays_here: ClassVar = True

    scope = models.CharField(max_length=SCOPE, primary_key=True)
    version = models.PositiveBigIntegerField(default=milliseconds)

    def __str__(self) -> str:
        return self.scope

    @property
    def topic(self) -> str:
        return f"board:{self.scope}"
