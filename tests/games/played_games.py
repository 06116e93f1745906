"""A complete game as browsers play it, bots moved on by hand, and everyone who may look at it looking."""

import datetime
from contextlib import ExitStack, closing
from random import Random

from django.utils import timezone

from games.accounts.models import Player
from games.engine.rules import HouseRules
from games.engine.view import Viewer, Watcher
from games.tables import mover, opening, seating
from games.tables.models import Table
from games.tables.options import TableOptions, options_from
from tests.games.at_table import Answer, Ear, Visitor, guest
from tests.games.canaries import entitled, live_seeds, tokens_in
from tests.games.tables.cast import NAMES, command_by, player

BEGINNERS: TableOptions = options_from({"bots": "beginner"})
MAX_STEPS = 5000


class PlayedGame:
    """people: how many of the seats have a browser; bots sit in the others."""

    def __init__(
        self, site: str, rules: HouseRules, number: int, people: int = 1, conduct: TableOptions = BEGINNERS
    ) -> None:
        self.site, self.chance = site, Random(number)
        self.owner = player(NAMES[0])
        self.table = opening.open_table(self.owner, rules, conduct, name=f"Table {number}")
        self.path = self.table.get_absolute_url()
        self.looks: list[tuple[Visitor, Viewer]] = []
        self.leaks: list[str] = []
        self.acted = 0
        self.wires = ExitStack()
        self.seated = {number: self._sit(number, player(NAMES[number])) for number in range(people)}

    def _sit(self, number: int, who: Player) -> Visitor:
        if number:
            seating.sit(self.table.pk, number, command_by(who, self.table))
        visitor = guest(self.site, who)
        self.wires.enter_context(closing(visitor))
        self.looks.append((visitor, number))
        return visitor

    def add_watcher(self, visitor: Visitor) -> None:
        """Adds a visitor without a seat at this table who looks now and then."""
        self.wires.enter_context(closing(visitor))
        self.looks.append((visitor, Watcher.FACE_DOWN))

    def play(self, look_every: int) -> None:
        """From the first form to the end of the game; all look every so many steps of the site."""
        with self.wires:
            ear = self.wires.enter_context(closing(Ear(self.site, self.table)))
            self.begin()
            for step in range(MAX_STEPS):
                self.table.refresh_from_db()
                if not self.table.games.filter(ended_at=None).exists():
                    break
                ear.wait_for(self.table.version)
                if step % look_every == 0:
                    self.all_look()
                if not self.act():
                    self.let_the_site_move()
            else:
                raise AssertionError(f"{self.table} is stuck at version {self.table.version}")
            ear.wait_for(self.table.version)
            self.all_look()
            assert not tokens_in("".join(ear.raw)), "a live message carried a card"

    def begin(self) -> None:
        owner = self.seated[0]
        for step in ("bots", "start"):
            page, form = owner.get(self.path), f"{self.path}{step}/"
            if page.has_form(form):
                page = owner.submit(page, form)
            assert page.status == 200, page.text

    def all_look(self) -> None:
        for visitor, viewer in self.looks:
            self._check(visitor.get(self.path), viewer)

    def _check(self, answer: Answer, viewer: Viewer) -> None:
        """Nothing was sent that this viewer may not know."""
        may_see = entitled(self.table, viewer)
        if more := tokens_in(answer.everything) - may_see:
            where = [answer.text[max(0, answer.text.lower().find(one) - 60) :][:80] for one in more]
            self.leaks.append(f"version {self.table.version}: {viewer} was sent {more} in {where}")
        if any(seed in answer.everything for seed in live_seeds()):
            self.leaks.append(f"version {self.table.version}: {viewer} was sent the seed of a live hand")

    def act(self) -> bool:
        """The seat in turn chooses among what its page offers, if there is a browser in it."""
        row = mover.running_hand(mover.running_game(self.table))
        turn = mover.state_of(row).turn if row else None
        visitor = self.seated.get(turn) if turn is not None else None
        if visitor is None or turn is None:
            return False
        page = visitor.get(self.path)
        self._check(page, turn)
        assert page.version == self.table.version
        assert page.actions, page.text
        after = visitor.submit(page, f"{self.path}act/", action=self.choice(page.actions))
        assert after.status == 200, after.text
        self.table.refresh_from_db()
        self._check(after, turn)
        self.acted += 1
        return True

    def choice(self, actions: list[str]) -> str:
        """Whatever comes, but for bids, which are modest: who bids anything in Bid Euchre loses points for ever."""
        return "pass" if "pass" in actions and self.chance.random() < 0.8 else self.chance.choice(actions)

    def let_the_site_move(self) -> None:
        """What is due comes at once; now and then a player does not wait for the next deal."""
        between = mover.running_hand(mover.running_game(self.table)) is None
        if between and self.chance.random() < 0.5:
            owner = self.seated[0]
            assert owner.submit(owner.get(self.path), f"{self.path}deal/").status == 200
            return
        Table.objects.filter(pk=self.table.pk).update(due_at=timezone.now() - datetime.timedelta(seconds=1))
        assert mover.move_table(self.table.pk), f"nothing to do at version {self.table.version}"
