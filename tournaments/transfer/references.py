"""Numbers of rows that are written inside JSON and text. The same functions serve both ways: `ref` says what a number
of the one side is on the other."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model

from games.accounts.models import Player
from games.tables.models import Table
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.models import Membership, Venue
from tournaments.cups.models import Cup, CupMatch, CupPlayer
from tournaments.events.models import Event, EventTemplate, Stage
from tournaments.jackpots.models import Jackpot, JackpotPeriod
from tournaments.leagues.models import (
    Division,
    Fixture,
    League,
    LineUpPlayer,
    Season,
    Section,
    SeriesNight,
    Squad,
    SquadPlayer,
    Team,
)
from tournaments.merging.models import PlayerMerge
from tournaments.prizes.models import Payout
from tournaments.recurring.models import RecurringEvent
from tournaments.registration.models import PartnerAsk, Registration
from tournaments.results.models import ResultEntry
from tournaments.rewards.custom_achievements import OWN
from tournaments.rewards.models import AchievementRule, Unlock
from tournaments.rounds.models import Match, Round

Ref = Callable[[type[Model], Any], Any]
"""A model and the number of one of its rows → its number on the other side; None when it is not there."""

DETAIL: Mapping[str, type[Model]] = {
    "season": Season,
    "squad": Squad,
    "night": SeriesNight,
    "league": League,
    "next": Season,
    "section": Section,
    "fixture": Fixture,
    "cup": Cup,
    "cup_match": CupMatch,
    "achievement": AchievementRule,
    "payout": Payout,
    "jackpot": Jackpot,
    "period": JackpotPeriod,
    "player": Player,
    "kept": Player,
    "gone": Player,
    "registration": Registration,
    "recurring": RecurringEvent,
    "template": EventTemplate,
    "online_table": Table,
    "venue": Venue,
}
SET_UP: Mapping[str, type[Model]] = {
    model._meta.model_name or "": model for model in (Venue, Membership, Event, League, Division, Team)
}
PARTS: Mapping[str, type[Model]] = {
    Action.ACCEPT_ALL: Match,
    Action.VOID_MISSING: Match,
    Action.FORFEIT_MISSING: Match,
    Action.CHECK_IN_ALL: Entry,
    Action.LEAVE_ALL: Entry,
    Action.IMPORT_ROSTER: Entry,
}


def detail(action: str, said: dict[str, Any], ref: Ref) -> dict[str, Any]:
    """The detail of a log entry. Tokens, and numbers unknown at the other site, are left out."""
    new = {key: value for key, value in said.items() if key not in ("pass", "club")}
    for key, model in DETAIL.items():
        if isinstance(new.get(key), int):
            new[key] = ref(model, new[key])
    if action == Action.SAVE_SETUP:
        model_of = SET_UP.get(str(new.get("model")))
        new["row"] = ref(model_of, new.get("row")) if model_of else None
    elif "row" in new:
        new["row"] = ref(SquadPlayer, new["row"])
    if action in (Action.TRANSFER, Action.AGREE_TRANSFER):
        new["before"] = ref(Squad, new.get("before"))
    if action == Action.HAND_OVER_EVENT:
        new["from"] = ref(Player, new.get("from"))
    if action == Action.DUPLICATE_EVENT:
        new["from"] = ref(Event, new.get("from"))
    if action == Action.SET_CRITERIA:
        new["stage"] = ref(Stage, new.get("stage"))
    if parts := PARTS.get(str(new.get("verb") if action == Action.UNDO_BULK else action)):
        new["parts"] = [[ref(parts, number), version] for number, version in new.get("parts", ())]
    if action in (Action.MAKE_PAIRS, Action.UNDO_PAIRS):
        new["parts"] = [
            [ref(Registration, stays), ref(Registration, goes), version]
            for stays, goes, version in new.get("parts", ())
        ]
    if action == Action.MAKE_PAIRS:
        new["looking"], new["asks"] = numbers(Registration)(new["looking"], ref), numbers(PartnerAsk)(new["asks"], ref)
    if "new_players" in new:
        new["new_players"] = numbers(Player)(new["new_players"], ref)
    if action == Action.ADJUST_PERIOD:
        new["payments"] = [[ref(Player, player), *more] for player, *more in new.get("payments", ())]
    return new


def frozen(data: dict[str, Any], ref: Ref) -> dict[str, Any]:
    """How a period of a jackpot was closed."""

    def person(number: Any) -> Any:
        return ref(Player, int(number))

    return data | {
        "members": sorted(pk for number in data["members"] if (pk := person(number))),
        "earlier": {str(pk): times for number, times in data["earlier"].items() if (pk := person(number))},
        "rows": [[place, person(player), *more] for place, player, *more in data["rows"]],
        "waiting": [[person(player), *more] for player, *more in data["waiting"]],
        "prizes": [[person(player), *more] for player, *more in data["prizes"]],
    }


def achievement(key: str, ref: Ref) -> str:
    """The key of an achievement: a club's own has the number of its row."""
    if not key.startswith(OWN):
        return key
    return f"{OWN}{ref(AchievementRule, int(key.removeprefix(OWN)))}"


def handed(data: dict[str, Any], ref: Ref) -> dict[str, Any]:
    """What went over with a merged record. An undoing has nothing."""
    models = {"squads": SquadPlayer, "line_ups": LineUpPlayer, "entries": EntryPlayer, "cups": CupPlayer}
    return data | {key: numbers(model)(data[key], ref) for key, model in models.items() if key in data}


def numbers(model: type[Model]) -> Callable[[list[Any], Ref], list[Any]]:
    return lambda value, ref: [new for number in value if (new := ref(model, number))]


WITHIN: Mapping[type[Model], tuple[str, Callable[[Any, Any, Ref], Any]]] = {
    Round: ("based_on", lambda values, value, ref: numbers(ResultEntry)(value, ref)),
    SeriesNight: ("guests", lambda values, value, ref: sorted(numbers(Player)(value, ref))),
    AuditLogEntry: ("detail", lambda values, value, ref: detail(values["verb"], value, ref)),
    JackpotPeriod: ("frozen", lambda values, value, ref: frozen(value, ref) if value else value),
    PlayerMerge: ("handed", lambda values, value, ref: handed(value, ref)),
    Unlock: ("achievement", lambda values, value, ref: achievement(value, ref)),
}
"""Model → the field that has such numbers in it, and how it is written with those of the other side."""
