"""The rules that a club plays by: saved under names, one of them the default of its new events and seasons."""

from collections.abc import Iterable

from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.engine.rules import HouseRules, rules_data
from games.house_rules.presets import LINK, MAX_SAVED, Bundle, name_for
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Club, ClubRules, Role
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.permissions import Permission

CLUB = "club-"
USUAL = "progressive_night"
"""The bundle that events begin with in a club that has saved no default."""


class ClubBundles:
    """The rules of clubs, for pickers and by their links."""

    def offered_to(self, player: Player) -> Iterable[Bundle]:
        """Of the clubs in which the player is more than a guest."""
        joined = player.memberships.exclude(role=Role.GUEST).values("club")
        club_rules = ClubRules.objects.filter(club__in=joined).select_related("club")
        return [bundle_of(rules) for rules in club_rules]

    def linked(self, code: str) -> Bundle | None:
        club_rules = ClubRules.objects.select_related("club").filter(code=code).first()
        return Bundle(f"{LINK}{code}", club_rules.name, club_rules.values, str(club_rules.club)) if club_rules else None


def bundle_of(club_rules: ClubRules) -> Bundle:
    return Bundle(f"{CLUB}{club_rules.pk}", club_rules.name, club_rules.values, str(club_rules.club))


def default_rules(club: Club) -> HouseRules:
    """The house rules of a new event or season of the club when none are chosen."""
    club_rules = club.house_rules.filter(is_default=True).first()
    return club_rules.values if club_rules else preset(USUAL)


@command(
    Action.SAVE_CLUB_RULES,
    lock=lock_club,
    permission=Permission.RUN_EVENT,
    replay=lambda done: ClubRules.objects.get(pk=done.detail["rules"]),
)
def save_club_rules(
    club: Club, name: str, rules: HouseRules, *, is_default: bool = False, context: Context
) -> ClubRules:
    """Keeps rules under a name; the same name again replaces them. Events that are set up keep theirs."""
    called = name_for(name)
    club_rules = club.house_rules.filter(name=called).first()
    if club_rules is None and club.house_rules.count() >= MAX_SAVED:
        raise RuleError(
            "The club already has {number} sets of saved rules, which is the limit. Delete one you don’t need.",
            number=MAX_SAVED,
        )
    if is_default:
        club.house_rules.filter(is_default=True).update(is_default=False)
    club_rules = club_rules or ClubRules(club=club, name=called)
    club_rules.rules, club_rules.is_default, club_rules.changed_at = rules_data(rules), is_default, timezone.now()
    club_rules.save()
    context.log(detail={"rules": club_rules.pk, "name": called, "is_default": is_default})
    return club_rules


@command(Action.DELETE_CLUB_RULES, lock=lock_club, permission=Permission.RUN_EVENT, replay=lambda done: None)
def delete_club_rules(club: Club, pk: int, *, context: Context) -> None:
    """Take rules off the club's list. Events that were set up with them keep their copy."""
    club_rules = club.house_rules.filter(pk=pk).first()
    if club_rules is None:
        raise RuleError("Someone already deleted these rules. Reload the page.")
    context.log(detail={"name": club_rules.name})
    club_rules.delete()
