"""Archives of older releases: sentences in English text where there are messages now, and columns that are new."""

import copy
from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from games.accounts.models import Player
from games.tables.models import Game, Table, TableEntry
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, Venue
from tournaments.events.models import Event
from tournaments.formats.seasons.section_table import LOT
from tournaments.jackpots.models import JackpotPeriod
from tournaments.leagues.models import (
    Exemption,
    Fixture,
    LineUpPlayer,
    PointsAdjustment,
    Season,
    Section,
    Squad,
    SquadPlayer,
    TransferRequest,
)
from tournaments.migrations import _old_sentences as old
from tournaments.prizes.models import ShownPrizes
from tournaments.recurring.models import Occurrence
from tournaments.rounds.models import Match, Round, Seat

NEW_COLUMNS: Mapping[type[Model], Mapping[str, Any]] = {
    Club: {"counts_friendly_games": False, "currency": ""},
    Event: {"cancelled_at": None, "cancelled_because": "", "ask_days_before": None},
    Occurrence: {"regulars_at": None},
    Exemption: {"revoked": None, "revoked_why": ""},
    Game: {"forfeited_by": None},
    Fixture: {"home_named": 0, "away_named": 0, "cup": None},
    LineUpPlayer: {"loan": None, "loans": None, "day": None, "exemption": None},
    Player: {"mark": ""},
    PointsAdjustment: {"offence": None},
    Season: {"players_until": None, "transfers_until": None, "house_rules": {}},
    Section: {"days_after": 0},
    Squad: {"joined_week": None},
    SquadPlayer: {"move": None, "most": None},
    Table: {"owner": None},
    TransferRequest: {"is_offer": False},
    Venue: {"is_retired": False},
    Round: {"opens_singly": False, "dealing": 0},
    Match: {"called_in": None},
    Seat: {"called_in": None},
}

RENAMED_COLUMNS: Mapping[type[Model], Mapping[str, str]] = {TableEntry: {"verb": "action"}}

RENAMED_ACTIONS: Mapping[str, str] = {"follow_door": "follow_check_in"}


def renew(model: type[Model], said: dict[str, Any]) -> None:
    """A row of an archive as this release writes it; what is so already stays."""
    for former, column in RENAMED_COLUMNS.get(model, {}).items():
        if former in said:
            said.setdefault(column, said.pop(former))
    for column, value in NEW_COLUMNS.get(model, {}).items():
        said.setdefault(column, copy.copy(value))
    if model is AuditLogEntry:
        said["verb"] = RENAMED_ACTIONS.get(said["verb"], said["verb"])
        said["detail"] = old.journal_detail(said["verb"], said["detail"])
    elif model is Season and said["state"] != Season.State.CLOSED:
        said["criteria"] = [key for key in said["criteria"] if key != LOT]
    elif model is JackpotPeriod and said["frozen"]:
        said["frozen"] = old.frozen(said["frozen"])
    elif model is ShownPrizes:
        fresh = old.settled(said["settled"])
        if said["digest"] == old.digest_of(said["settled"]):
            said["digest"] = old.digest_of(fresh)
        said["settled"] = fresh


def message(text: str, *, may_be_missing: bool) -> Any:
    """The text of a column as data of a message."""
    return None if may_be_missing and not text else old.message(text)
