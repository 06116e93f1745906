"""Matches at tables online for tests: an event of pairs, who arrive, and a game played out without thinking."""

from typing import Any

from games.accounts.models import Player, User
from games.tables import play, presence
from games.tables.models import Game
from games.tables.models import Table as Online
from tests.cast import enter_pairs, make_club, make_event, make_user, publish
from tests.games.tables.cast import command_by
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.results.models import MatchTable
from tournaments.rounds.models import Match, Round


class Evening:
    """Two pairs in an event; its first round is published. Olga organizes."""

    def __init__(self, pairs: int = 2, *, club: Club | None = None, **more: Any) -> None:
        """club: where Olga organizes already."""
        self.olga = User.objects.get(email="olga@example.org") if club else make_user("Olga")
        format_key = more.pop("format_key", "round_robin")
        about = {"name": "Online night", "where": "online", "hands": 1, "time_online": "off"} | more
        self.event: Event = make_event(club or make_club(self.olga), self.olga, format_key, **about)
        enter_pairs(self.event, self.olga, pairs)
        self.row: Round = publish(self.event, self.olga)

    @property
    def match(self) -> Match:
        return Match.objects.select_related("round__stage__event").get(round=self.row, table=1)

    @property
    def link(self) -> MatchTable:
        """The newest of table 1."""
        return MatchTable.objects.select_related("table").filter(match=self.match).latest("pk")

    @property
    def table(self) -> Online:
        return self.link.table

    @property
    def people(self) -> list[Player]:
        """As they sit in the match, clockwise."""
        seats = self.match.seats.select_related("player").order_by("position")
        return [seat.player for seat in seats if seat.player]

    def arrive(self, *people: Player) -> None:
        for player in people or self.people:
            presence.be_here(self.table, player)

    def play_out(self) -> Game:
        """Everyone comes, and the first legal action is done until the game is over."""
        self.arrive()
        return play_on(self.table)


def play_on(table: Online) -> Game:
    while game := play.running_game(table):
        row = play.running_hand(game)
        if row is None:
            play.deal_next(table.pk, command_by(table.seats.all()[0].player, table))
            continue
        state = play.state_of(row)
        seat = play.seat_in_turn(table, state)
        play.act(table.pk, str(next(iter(state.legal_actions))), command_by(seat.player, table))
    return table.games.get()
