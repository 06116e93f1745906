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
        rows = ClubRules.objects.filter(club__in=joined).select_related("club")
        return [bundle_of(row) for row in rows]

    def linked(self, code: str) -> Bundle | None:
        row = ClubRules.objects.select_related("club").filter(code=code).first()
        return Bundle(f"{LINK}{code}", row.name, row.values, str(row.club)) if row else None


def bundle_of(row: ClubRules) -> Bundle:
    return Bundle(f"{CLUB}{row.pk}", row.name, row.values, str(row.club))


def default_rules(club: Club) -> HouseRules:
    """The house rules of a new event or season of the club when none are chosen."""
    row = club.house_rules.filter(is_default=True).first()
    return row.values if row else preset(USUAL)


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
    row = club.house_rules.filter(name=called).first()
    if row is None and club.house_rules.count() >= MAX_SAVED:
        raise RuleError(
            "The club already has {number} sets of saved rules, which is the limit. Delete one you don’t need.",
            number=MAX_SAVED,
        )
    if is_default:
        club.house_rules.filter(is_default=True).update(is_default=False)
    row = row or ClubRules(club=club, name=called)
    row.rules, row.is_default, row.changed_at = rules_data(rules), is_default, timezone.now()
    row.save()
    context.log(detail={"rules": row.pk, "name": called, "is_default": is_default})
    return row


@command(Action.DELETE_CLUB_RULES, lock=lock_club, permission=Permission.RUN_EVENT, replay=lambda done: None)
def delete_club_rules(club: Club, pk: int, *, context: Context) -> None:
    """Take rules off the club's list. Events that were set up with them keep their copy."""
    row = club.house_rules.filter(pk=pk).first()
    if row is None:
        raise RuleError("Someone already deleted these rules. Reload the page.")
    context.log(detail={"name": row.name})
    row.delete()
