"""A game in which it is a player's turn, the browsers of those who sit there, and everything that is stored of it."""

import uuid
from typing import Any

from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.tables import play
from games.tables.models import Table
from games.tables.verify import games_online_add_up
from tests.games.tables.cast import command_by, table_for


class Scene:
    def __init__(self) -> None:
        self.table, self.people = table_for()
        play.start_game(self.table.pk, command_by(self.people[0], self.table))

    def browser(self, who: Player, **options: Any) -> Client:
        client = Client(**options)
        session = client.session
        session["guest_player"] = who.pk
        session.save()
        return client

    def turn(self) -> tuple[Player, str]:
        """Who is to act, and something legal."""
        row = play.running_hand(play.running_game(self.table))
        assert row
        state = play.state_of(row)
        assert state.turn is not None
        return self.people[state.turn], str(next(iter(state.legal_actions)))

    @property
    def mover(self) -> Client:
        return self.browser(self.turn()[0])

    def path(self, name: str = "act", *args: object) -> str:
        return reverse(name, args=[self.table.code, *args])

    def form(self, **data: object) -> dict[str, object]:
        self.table.refresh_from_db()
        return {"key": str(uuid.uuid4()), "seen": self.table.version, "action": self.turn()[1]} | data

    def facts(self) -> object:
        """Everything stored about the table, and how many people and tables there are."""
        self.table.refresh_from_db()
        hands = [list(game.hands.values()) for game in self.table.games.all()]
        return self.table.version, hands, list(self.table.seats.values()), Player.objects.count(), Table.objects.count()

    def play_on(self) -> None:
        """Lets the player whose turn it is act."""
        who, action = self.turn()
        assert self.browser(who).post(self.path(), self.form(action=action)).status_code == 302
        assert list(games_online_add_up()) == []
