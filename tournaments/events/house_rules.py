"""The house rules of a stage: chosen when it is set up, changed later with a look at what follows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils import timezone

from games.accounts.models import Player
from games.engine.adaptation import adapt, differing
from games.engine.choices import JokerTurnedUp, Sides
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from games.engine.rules import HouseRules, rules_data
from games.engine.slip import ScoreCard, score_possible
from games.house_rules.presets import Bundle, bundles
from tournaments.activity_log.models import Action
from tournaments.clubs.house_rules import USUAL, bundle_of
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_stage
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Stage
from tournaments.formats.seasons import templates as seasons
from tournaments.permissions import Permission
from tournaments.results import standings_update
from tournaments.results.scoring import at_table, night_rules, online_refusal, table_rules
from tournaments.rounds.commands import check_still_played
from tournaments.rounds.models import Match

LENGTH = ("number_of_hands", "play_to")
LEFT_OUT = ("players", "sides", *LENGTH)
"""What an event's format and its own fields say: who sits at a table, and how long it plays."""
NOW = "now"
BENNY = HouseRules(
    joker=True, joker_turned_up=JokerTurnedUp.DEALER_BLIND, lone_march=4, call_for_best=False, play_to=11
)
"""Of British pubs: the joker, or Benny, is the best trump. Turned up, the dealer calls trump before looking."""


@dataclass(frozen=True)
class Consequences:
    """What follows when a stage gets other rules. scores: results that are in, and stay. impossible: those of them
    that could not be entered under the new rules. playing: tables online that keep the rules they began with."""

    scores: int
    impossible: tuple[Match, ...]
    playing: int

    @property
    def sentences(self) -> list[str]:
        sentences = [say("The scores so far ({number}) don’t change.", number=self.scores)]
        if self.impossible:
            tables = ", ".join(str(match) for match in self.impossible)
            sentences.append(
                say(
                    "These tables keep their scores, even though the new rules don’t allow them: {tables}.",
                    tables=tables,
                )
            )
        if self.playing:
            sentences.append(
                say_number(
                    "{number} online game in progress continues under the old rules.",
                    "{number} online games in progress continue under the old rules.",
                    self.playing,
                )
            )
        return [*sentences, say("From now on, scores follow the new rules.")]

    def __bool__(self) -> bool:
        return bool(self.scores or self.playing)


def bundles_for(club: Club, player: Player | None, present: HouseRules | None = None) -> dict[str, Bundle]:
    """What the organizer of an event or a season of the club may start from, fit for tables of four: the present rules,
    the club's default, the rest of the club's, the organizer's own, the site's and the built-in ones."""
    own = [bundle_of(rule) for rule in club.house_rules.all()]
    now = [Bundle(NOW, say("Current rules"), present)] if present else []
    pub = Bundle(seasons.BENNY, say("25 cards with the Benny"), BENNY)
    offered = {bundle.key: bundle for bundle in [*now, *own]} | bundles(player) | {pub.key: pub}
    return {table.key: table for table in _for_tables_of_four(offered.values())}


def first_choice(offered: dict[str, Bundle], club: Club) -> str:
    """The club's default, or else the usual rules of a club night."""
    default = club.house_rules.filter(is_default=True).first()
    return bundle_of(default).key if default and bundle_of(default).key in offered else USUAL


def _for_tables_of_four(offered: Iterable[Bundle]) -> Iterator[Bundle]:
    for bundle in offered:
        name = say("Club night: stick the dealer") if bundle.key == USUAL else bundle.name
        yield replace(bundle, name=name, rules=for_stage(bundle.rules))


def for_stage(rules: HouseRules) -> HouseRules:
    """The same rules at a table of two pairs, however long they play there."""
    fixed = {"players": 4, "sides": Sides.TWO_V_TWO, "number_of_hands": None}
    return adapt(rules, fixed).rules


def consequences(stage: Stage, rules: HouseRules) -> Consequences:
    """What would follow for results that are in."""
    matches = Match.objects.filter(round__stage=stage).exclude(standing=None)
    standing = list(matches.select_related("standing", "round__stage__event").order_by("round__number", "table"))
    playing = Match.objects.filter(
        round__stage=stage, online_tables__ended_at=None, online_tables__table__games__isnull=False
    )
    wrong = [match for match in standing if not _is_possible(match, rules, is_cut_short=stage.is_cut_short)]
    return Consequences(len(standing), tuple(wrong), playing.distinct().count())


def _is_possible(match: Match, rules: HouseRules, *, is_cut_short: bool) -> bool:
    slip = match.standing.reported if match.standing else None
    if slip is None or slip.forfeited:
        return True
    card = ScoreCard(slip.points, slip.hands)
    return bool(score_possible(at_table(rules, len(slip.points)), card, cut_short=is_cut_short))


def stage_rules(stage: Stage, rules: HouseRules) -> tuple[HouseRules, bool]:
    """These rules in the length that the stage's format or its organizer has set, and whether a bell ends a round."""
    now = table_rules(stage)
    return night_rules(stage.settings, now.play_to, now.number_of_hands, rules)


@command(Action.SET_RULES, lock=lock_stage, permission=Permission.RUN_EVENT, not_hashed=("expected_version",))
def set_rules(
    stage: Stage, rules: HouseRules, *, context: Context, expected_version: int, is_understood: bool = False
) -> Stage:
    """Play the stage by these house rules from now on; how long a table plays stays as it is.

    expected_version: of the event that the form showed. is_understood: the consequences were read. Conflict, with them
    in words, when scores are in and they were not; RuleError for what the format cannot play.
    """
    check_still_played(stage)
    new, is_cut_short = stage_rules(stage, rules)
    if stage.event.version != expected_version:
        raise Conflict("Someone changed the event while you had this page open. Reload the page.")
    if stage.event.has_online_tables and (refusal := online_refusal(stage.play, is_cut_short=is_cut_short)):
        raise RuleError(refusal)
    follows = consequences(stage, new)
    if follows and not is_understood:
        raise Conflict(" ".join(follows.sentences))
    changed = [option.name for option in differing(new, table_rules(stage))]
    if not changed:
        return stage
    before = rules_data(table_rules(stage))
    stage.rules = rules_data(new)
    stage.save(update_fields=["rules"])
    difference = {name: [before[name], stage.rules[name]] for name in changed}
    context.log(detail={"stage": stage.number, "rules": difference})
    Match.objects.filter(round__stage=stage).exclude(standing=None).update(unsettled_since=timezone.now())
    standings_update.settle_stage(stage.pk)
    return stage
