"""A table online that Olga opened for her club, with four people and whole games of one hand."""

from typing import Any

from games.accounts.models import Player, User
from games.engine.rules import HouseRules
from games.tables import play
from games.tables.models import Game, Table
from tests.cast import context_of, make_club, make_user
from tests.games.tables.cast import SHORT, command_by, finish_hand, table_for
from tournaments.club_tables.commands import open_for_club
from tournaments.club_tables.models import ClubTable
from tournaments.clubs.models import Club
from tournaments.clubs.settings import change_club
from tournaments.context import SITE
from tournaments.rewards import counting, queue
from tournaments.rewards.models import GameFact


class ClubEvening:
    """counts: whether the club wants friendly games. bots: who of the four is one."""

    def __init__(self, *, counts: bool = True, rules: HouseRules = SHORT, **conduct: Any) -> None:
        self.olga: User = make_user("Olga")
        self.club: Club = make_club(self.olga)
        self.want(counts)
        self.table: Table
        self.people: list[Player]
        self.table, self.people = table_for(4, rules, **conduct)
        self.link: ClubTable = open_for_club(self.club.pk, self.table, context=context_of(self.olga))

    def want(self, counts: bool) -> None:
        self.club = change_club(self.club.pk, {"counts_friendly_games": counts}, context=SITE)

    def play(self) -> Game:
        """A whole game, counted, and everything that follows from it."""
        game = play.start_game(self.table.pk, command_by(self.people[0], self.table))
        while not game.ended_at:
            finish_hand(self.table)
            game.refresh_from_db()
            if not game.ended_at:
                play.deal_hand(self.table, game)
        self.table.refresh_from_db()
        counting.recount_game(game.pk)
        queue.run_all()
        return game

    def fact(self, game: Game) -> Any:
        return counting.read(GameFact.objects.get(game=game))
