"""A league with its divisions and teams, and what is one season's: sections, squads and who belongs to them when."""

from tournaments.leagues.models.cards import CardStep, LineUpPlayer
from tournaments.leagues.models.decisions import (
    LATE_AGAIN,
    LATE_CARD,
    FinalPlace,
    PlaceDecision,
    PointsAdjustment,
    Withdrawal,
    WithdrawnFixture,
    WithdrawnLineUp,
)
from tournaments.leagues.models.eligibility import Exemption, TransferRequest
from tournaments.leagues.models.events import PlayOff, PlayOffSeat, SeriesNight
from tournaments.leagues.models.fixtures import OVER, Fixture, FixtureHandicap, Postponement
from tournaments.leagues.models.proposals import LIVE, MAX_DATES, DateProposal, ProposedDate
from tournaments.leagues.models.standings import FixtureScore, SectionLine, SeriesLine
from tournaments.leagues.models.teams import Division, League, Season, Section, Squad, SquadPlayer, Team

__all__ = [
    "LATE_AGAIN",
    "LATE_CARD",
    "LIVE",
    "MAX_DATES",
    "OVER",
    "CardStep",
    "DateProposal",
    "Division",
    "Exemption",
    "FinalPlace",
    "Fixture",
    "FixtureHandicap",
    "FixtureScore",
    "League",
    "LineUpPlayer",
    "PlaceDecision",
    "PlayOff",
    "PlayOffSeat",
    "PointsAdjustment",
    "Postponement",
    "ProposedDate",
    "Season",
    "Section",
    "SectionLine",
    "SeriesLine",
    "SeriesNight",
    "Squad",
    "SquadPlayer",
    "Team",
    "TransferRequest",
    "Withdrawal",
    "WithdrawnFixture",
    "WithdrawnLineUp",
]
