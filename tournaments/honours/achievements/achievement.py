"""An achievement as data: a metric, how much of it, and within what. The club's own are made of the same parts."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from games.engine.errors import RuleError
from games.engine.language import mark, spoken
from games.engine.messages import Message, and_list
from tournaments.formats.config import about, check_settings
from tournaments.honours.achievements.dossier import Scope
from tournaments.honours.achievements.metrics import METRICS, Metric
from tournaments.honours.pot import check_name

TIER_NAMES = (mark("bronze"), mark("silver"), mark("gold"), mark("platinum"), mark("diamond"))
HIGHEST, MAX_DESCRIPTION = 1_000_000, 200
NUMBER = "{n}"


@dataclass(frozen=True)
class Achievement:
    """key: for good. description: plain words; {n} is replaced with the threshold. tiers: thresholds, rising."""

    key: str = field(
        metadata=about(
            mark("Short name"), mark("Use lowercase letters, digits and _. You can’t change the short name later.")
        )
    )
    name: str = field(metadata=about(mark("Name"), mark("The name players will see.")))
    description: str = field(
        metadata=about(
            mark("Description"), mark("Describe the achievement in plain words, with {n} where the number goes.")
        )
    )
    metric: str = field(metadata=about(mark("Statistic"), mark("Choose from the list.")))
    tiers: tuple[int, ...] = field(
        default=(1,), metadata=about(mark("Thresholds"), mark("Enter one threshold for each tier, from low to high."))
    )
    scope: Scope = field(
        default=Scope.EVER,
        metadata=about(mark("Scope"), mark("Choose where or when players can earn the achievement.")),
    )
    is_secret: bool = field(
        default=False, metadata=about(mark("Secret"), mark("Only players who have this achievement can see it."))
    )
    club: int = field(
        default=0,
        metadata=about(mark("Club"), mark("Only this club’s games count. Enter 0 for all clubs.")),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        check_name(self.name)
        self._check_words()
        self._check_tiers()
        if self.metric not in METRICS:
            raise RuleError(
                "There’s no statistic called “{metric}”. Choose one of: {metrics}.",
                metric=self.metric,
                metrics=", ".join(METRICS),
            )
        scopes = METRICS[self.metric].scopes - ({Scope.PRACTICE} if self.club else set())
        if self.scope not in scopes:
            possible = and_list([scope.label.lower() for scope in Scope if scope in scopes])
            raise RuleError(
                "“{metric}” doesn’t work with the scope “{scope}”. Choose another scope: {possible}.",
                metric=METRICS[self.metric].name,
                scope=self.scope.label.lower(),
                possible=possible,
            )

    def _check_words(self) -> None:
        if not re.fullmatch("[a-z][a-z0-9_]{0,39}", self.key):
            raise RuleError(
                "You can’t use “{key}” as a short name. Use up to 40 lowercase letters, digits and _.", key=self.key
            )
        if not 0 < len(self.description) <= MAX_DESCRIPTION:
            raise RuleError(
                "Describe “{name}” in 1 to {longest} characters.",
                name=self.name,
                longest=MAX_DESCRIPTION,
            )
        if len(self.tiers) > 1 and NUMBER not in self.description:
            raise RuleError(
                "“{name}” has several tiers. Put {number} in its description where the number goes.",
                name=self.name,
                number=NUMBER,
            )

    def _check_tiers(self) -> None:
        if not 1 <= len(self.tiers) <= len(TIER_NAMES):
            raise RuleError(
                "“{name}” has {number} tiers. An achievement can have 1 to {most}.",
                name=self.name,
                number=len(self.tiers),
                most=len(TIER_NAMES),
            )
        if not all(0 < tier <= HIGHEST for tier in self.tiers):
            raise RuleError("Thresholds for “{name}” must be between 1 and {highest}.", name=self.name, highest=HIGHEST)
        if any(later <= tier for tier, later in pairwise(self.tiers)):
            raise RuleError("Thresholds for “{name}” must go up from tier to tier.", name=self.name)

    @property
    def counted(self) -> Metric:
        return METRICS[self.metric]

    @property
    def is_practice(self) -> bool:
        """Earned against bots: shown with the player, but not awarded, announced or compared."""
        return self.scope is Scope.PRACTICE

    @property
    def recipe(self) -> str:
        """What decides how it is counted: what was counted by another recipe has to be counted again."""
        return f"{self.metric} {self.scope} {self.club} {'-'.join(map(str, self.tiers))}"

    def words(self, tier: int) -> str:
        """What has to be done for a tier, from 1. Of one thing there is no plural: 1 game, once."""
        return str(self.sentence(tier))

    def sentence(self, tier: int) -> Message:
        """The same as a message, to be kept."""
        number = self.tiers[tier - 1]
        text = self.description
        if number == 1:
            text = re.sub(r"\{n\} (\w+)s\b", r"1 \1", text).replace("1 time", "once")
        return Message(text, {"n": number})

    @property
    def title(self) -> Message:
        """The name as a message, to be kept."""
        return Message(self.__dict__["name"])

    def tier_name(self, tier: int) -> str:
        """bronze, silver, gold …, to be said where it is shown; empty where there is only one."""
        return TIER_NAMES[tier - 1] if len(self.tiers) > 1 else ""


# A field cannot have both what a form shows of it and a way to be read; the name of the site's own are said.
spoken("name")(Achievement)
