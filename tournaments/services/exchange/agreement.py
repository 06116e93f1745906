"""Whether a club that came in agrees with itself: rows of one thing, settings that make sense, nothing for `verify`."""

import datetime
from collections.abc import Mapping

from django.db import models

from games.engine.rules import rules_from
from games.tables.verify import as_of
from tournaments.models import AchievementRule, Club, Jackpot, JackpotTerms, PrizeOffer, Season, Stage
from tournaments.services.agreement.verify import CHECKS
from tournaments.services.agreement.verify_jackpots import periods_follow_each_other
from tournaments.services.exchange.archive import ArchiveRefused
from tournaments.services.exchange.kinds import KINDS
from tournaments.services.honours.own_achievements import achievement_of

BEFORE_ALL = datetime.datetime(1980, 1, 1, tzinfo=datetime.UTC)
"""At that moment nothing was late: a table here may wait for its bots while a club comes in."""
AGREE: tuple[tuple[str, str, str], ...] = (
    ("tournaments.section", "season__league", "division__league"),
    ("tournaments.squad", "season", "section__season"),
    ("tournaments.squad", "season__league", "team__league"),
    ("tournaments.squadplayer", "season", "squad__season"),
    ("tournaments.entryplayer", "event", "entry__event"),
    ("tournaments.registration", "event", "entry__event"),
    ("tournaments.registeredplayer", "event", "registration__event"),
    ("tournaments.partnerask", "event", "registration__event"),
    ("tournaments.stageentry", "stage__event", "entry__event"),
    ("tournaments.wish", "event", "one__event"),
    ("tournaments.wish", "event", "other__event"),
    ("tournaments.bye", "round__stage__event", "entry__event"),
    ("tournaments.seat", "round", "match__round"),
    ("tournaments.seat", "round__stage__event", "entry__event"),
    ("tournaments.match", "pk", "standing__match"),
    ("tournaments.fixture", "season", "section__season"),
    ("tournaments.fixture", "section", "home__section"),
    ("tournaments.fixture", "section", "away__section"),
    ("tournaments.lineupplayer", "season", "fixture__season"),
    ("tournaments.lineupplayer", "season", "squad__season"),
    ("tournaments.playermerge", "club", "undoes__club"),
    ("tournaments.pointsadjustment", "season", "squad__season"),
    ("tournaments.pointsadjustment", "season", "fixture__season"),
    ("tournaments.potentry", "event", "entry__event"),
    ("tournaments.potentry", "event", "reverses__event"),
    ("tournaments.prizechange", "event", "match__round__stage__event"),
    ("tournaments.payout", "event", "entry__event"),
    ("tournaments.jackpotperiod", "jackpot", "terms__jackpot"),
    ("tournaments.matchtable", "match", "result__match"),
)
"""Two ways from a row that end at the same place."""


def check_owners(made: Mapping[type[models.Model], list[int]]) -> None:
    models_by_name = {kind.name: kind.model for kind in KINDS}
    for name, one, other in AGREE:
        model = models_by_name[name]
        low, high = (min(made[model]), max(made[model])) if made[model] else (1, 0)
        rows = model._default_manager.filter(pk__gte=low, pk__lte=high).order_by().exclude(**{other: None})
        if rows.exclude(**{one: models.F(other)}).exists():
            raise ArchiveRefused("A row of {name} belongs to two different things at once.", name=name)


def check_settings(club: Club) -> list[object]:
    """Everything that the club has decided, as its pages will read it. RuleError where it makes no sense."""
    stages, jackpots = Stage.objects.filter(event__club=club), Jackpot.objects.filter(club=club)
    return [
        *(rules_from(stage.rules) for stage in stages), *(stage.settings for stage in stages),
        *(season.settings for season in Season.objects.filter(league__club=club)),
        *(offer.promised for offer in PrizeOffer.objects.filter(event__club=club)),
        *(jackpot.calendar for jackpot in jackpots),
        *(terms.agreed for terms in JackpotTerms.objects.filter(jackpot__in=jackpots)),
        *(achievement_of(rule) for rule in AchievementRule.objects.filter(club=club)),
    ]  # fmt: skip


def contradictions() -> set[str]:
    """As `verify` finds them, but for what only says that a timer has something to do."""
    with as_of(BEFORE_ALL):
        return {sentence for check in CHECKS if check is not periods_follow_each_other for sentence in check()}
