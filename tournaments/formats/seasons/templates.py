"""Shapes of seasons that leagues play, to begin a new one with. All of it can be changed until the season opens.

Sources: sheets of pub leagues in Cornwall and of the league in Guernsey, and charters of American bar leagues. Where
they differ, it uses the more common rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.engine.language import mark, spoken
from tournaments.formats.config import config_from
from tournaments.formats.seasons.section_table import DECIDING_MATCH, USUAL
from tournaments.formats.seasons.settings import Kind, SeasonRules


@spoken("name", "summary")
@dataclass(frozen=True, eq=False)
class SeasonTemplate:
    """rules: those that differ from the usual ones. criteria: what ranks the teams. house_rules: the key of the bundle
    for its tables; empty for the club's default."""

    name: str
    summary: str
    rules: Mapping[str, Any]
    criteria: tuple[str, ...] = USUAL
    house_rules: str = ""

    @property
    def settings(self) -> SeasonRules:
        return config_from(SeasonRules, dict(self.rules))


BENNY = "benny"
"""The bundle of house rules with the joker as the best trump."""
TEMPLATES: Mapping[str, SeasonTemplate] = MappingProxyType(
    {
        "cornish": SeasonTemplate(
            mark("Cornish pub league"),
            mark(
                "6 players, 3 pairs, 9 games to 21 with the Benny. A match won is worth 2 points, and games won "
                "break ties. A team can play with only 4."
            ),
            {
                "play_to": 21,
                "least": 4,
                "for_game": 0,
                "for_win": 2,
                "for_draw": 1,
                "unplayed": 2,
                "transfers": 1,
                "both_captains": True,
                "play_offs": 0,
            },
            ("points", "games_won", DECIDING_MATCH),
            BENNY,
        ),
        "guernsey": SeasonTemplate(
            mark("Guernsey league"),
            mark(
                "3 pairs and 9 games a match, 1 point per game. Players can substitute twice, a late score card "
                "costs 1 point, and the top 4 go to the playoffs."
            ),
            {"both_captains": True},
        ),
        "us_bar": SeasonTemplate(
            mark("US bar league"),
            mark(
                "3 pairs and 9 games a match, with a handicap. The standings show each team’s win percentage and "
                "games behind."
            ),
            {"handicap": 80, "late_card": 0, "late_second": 0, "late_more": 0, "up": 0, "down": 0},
            ("games_percentage", "games_behind", "head_to_head", "point_difference"),
        ),
        "weekly_pairs": SeasonTemplate(
            mark("Weekly pairs"),
            mark(
                "A series of nights for pairs. The top 5 each night get 5, 4, 3, 2 and 1 points, and each "
                "player’s 2 worst nights don’t count."
            ),
            {"kind": Kind.NIGHTS.value, "drop": 2, "play_offs": 0},
        ),
    }
)
