"""A whole night through a served site: every player a browser, two organizers, and everything that can go wrong.

What is on the paper cards is made up by the script and known to nobody but the players; in the end the standings must
say what the cards say.
"""

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.euchre_site.served import Served
from tests.flows.browserless import Browser, Page, Tally
from tests.flows.power_cuts import PowerCut, Quiet
from tests.flows.rehearsal_stage import OUTCOME, STAGE

Points = tuple[int, int]
EASY = ("confirmed", "confirmed", "both type it", "swapped first", "two phones at once", "agree in the end")
HARD = ("says no", "two scores", "both wrong")
CROWD = 24


@dataclass
class Player:
    entry: int
    player: int
    name: str
    browser: Browser
    is_here: bool


@dataclass
class Night:
    """The script of one seed."""

    site: Served
    tables: int
    rounds: int
    seed: int
    faults: float = 0.12
    kills: int = 1
    tally: Tally = field(default_factory=Tally)
    decisions: list[str] = field(default_factory=list)
    outages: list[float] = field(default_factory=list)
    acknowledged: list[tuple[int, Points]] = field(default_factory=list)
    papers: dict[int, Points] = field(default_factory=dict)
    undecided: list[tuple[str, int]] = field(default_factory=list)
    before_the_end: Callable[[], object] = lambda: None

    def play(self) -> dict[str, Any]:
        """The whole night. Returns what the site holds in the end."""
        self.open_doors()
        self._plan()
        self.olga, self.owen = (self._log_in(email) for email in self.stage["organizers"])
        with ThreadPoolExecutor(CROWD) as self.crowd:
            self.players = list(self.crowd.map(self.open_link, self.stage["people"]))
            for number in range(1, self.rounds + 1):
                self._play_round(number)
        self.before_the_end()
        self.site.manage("verify")
        return dict(self.site.run(OUTCOME))

    def open_doors(self) -> None:
        self.chance = Random(self.seed)
        self.stage = self.site.run(STAGE, str(self.tables), str(self.rounds), str(self.seed))
        self.slug = f"/events/{self.stage['slug']}"
        self.clean_start = self.site.start()

    # -- the plan -----------------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Which round sees which misfortune. The organizers' work is dealt out so that it stays below its limit."""
        numbers = range(1, self.rounds + 1)
        self.killed_in = set(self.chance.sample(numbers, self.kills))
        self.taken_back_in = self.chance.choice(numbers)
        self.comes_in = self.chance.choice(numbers[1:])
        self.leaves_before, self.back_before = sorted(self.chance.sample(range(2, self.rounds + 2), 2))
        self.substitute_in = self.chance.choice(numbers)
        self.hard = defaultdict[int, list[str]](list)
        for way in (*HARD, self.chance.choice(HARD)):
            self.hard[self.chance.choice(numbers)].append(way)

    # -- people and their browsers ------------------------------------------------------------------------------------

    def _browser(self, faults: float) -> Browser:
        return Browser(self.site.port, self.tally, Random(self.chance.random()), faults)

    def _log_in(self, email: str) -> Browser:
        browser = self._browser(0)
        form = browser.get("/accounts/login/").form("/accounts/login/")
        assert browser.submit(form, login=email, password=self.stage["password"]).was_redirected
        browser.faults = self.faults
        return browser

    def open_link(self, person: dict[str, Any]) -> Player:
        browser = self._browser(self.faults)
        path = f"{self.slug}/pass/{person['token']}/"
        assert browser.submit(browser.get(path).form(path)).was_redirected
        return Player(person["entry"], person["player"], person["name"], browser, person["here"])

    # -- organizers ---------------------------------------------------------------------------------------------------

    def _decide(self, browser: Browser, what: str, path: str, ending: str, **fields: object) -> Page:
        """A page of the console, and one of its buttons."""
        page = browser.submit(browser.get(self.slug + path).form(ending), **fields)
        assert page.was_redirected, f"{what}: {page.status} {page.text[-2000:]}"
        self.decisions.append(what)
        return page

    def _press(self, what: str, ending: str) -> None:
        """The console's button. Every now and then both organizers have it on the screen and press at once."""
        if self.chance.random() < 0.6:
            self._decide(self.olga, what, "/console/", ending)
            return
        forms = [one.get(f"{self.slug}/console/").form(ending) for one in (self.olga, self.owen)]
        pressed = list(self.crowd.map(lambda one, form: one.submit(form), (self.olga, self.owen), forms))
        assert sorted(page.was_redirected for page in pressed) == [False, True], [page.status for page in pressed]
        [slower] = [page for page in pressed if not page.was_redirected]
        assert slower.status == 409
        assert "just" in slower.text
        self.tally.add("pressed at once")
        self.decisions.append(what)

    def _come_and_go(self, number: int) -> None:
        leaver, late = self.players[self.seed % 4], self.players[-1]
        if number == self.comes_in:
            self._move(late, "here")
        if number == self.leaves_before:
            self._move(leaver, "gone")
        if number == self.back_before and not leaver.is_here:
            self._move(leaver, "here")

    def _move(self, player: Player, action: str) -> None:
        self._decide(self.owen, f"{player.name} {action}", "/check-in/", f"/{player.entry}/{action}/")
        player.is_here = action == "here"

    def _substitute(self) -> None:
        """Spare Sue takes over a chair in the middle of the round; the phone of whoever left knows nothing of it."""
        leaving = self._seated()[0]
        path = f"/check-in/{leaving.entry}/change/{leaving.player}/"
        spare = self.stage["spare"]
        asked = f"{path}?way=substitute&coming={spare['player']}"
        self._decide(self.olga, "substitute", asked, path, way="substitute")
        check_in = self.olga.get(f"{self.slug}/check-in/")
        page = self.olga.submit(check_in.form(f"/pass-for/{spare['player']}/"))
        self.decisions.append("link for the substitute")
        [link] = [link for link in page.links if "/pass/" in link]
        token = link.rstrip("/").rpartition("/")[2]
        person = {"entry": leaving.entry, "player": spare["player"], "name": "Spare Sue", "token": token, "here": True}
        sue = self.open_link(person)
        assert self.slip_of(leaving) is None
        self.players[self.players.index(leaving)] = sue

    def _take_back(self, number: int) -> None:
        """The seating was published too early. A phone that shows it cannot hand a score in any more."""
        early = self._seated()[0]
        slip = self.slip_page(early)
        row = self.olga.get(f"{self.slug}/console/").form("/unpublish/").action.split("/")[-3]
        self._decide(self.olga, "take back", "/console/", "/unpublish/")
        self._decide(self.owen, "publish again", "/console/", f"/{row}/publish/")
        late = early.browser.submit(slip.form(slip.path), points_0=9, points_1=7)
        assert late.status == 409, late.status
        assert "Check your seat" in late.text
        self.tally.add("told of the new seating")

    # -- a round ------------------------------------------------------------------------------------------------------

    def _play_round(self, number: int) -> None:
        self._come_and_go(number)
        self._press(f"draw {number}", "/console/draw/")
        self._press(f"publish {number}", "/publish/")
        if number == self.taken_back_in:
            self._take_back(number)
        if number == self.substitute_in:
            self._substitute()
        seated = self.by_table()
        assert len(seated) == sum(player.is_here for player in self.players) // 4
        self._play_tables(seated, self.hard[number], number in self.killed_in)
        for way, match in self.undecided:
            self._organizer_decides(way, match)
        self.undecided.clear()
        self._press(f"close {number}", "/close/")

    def by_table(self) -> dict[int, list[Player]]:
        """As the phones see it: match → the four who have its slip."""
        found = defaultdict[int, list[Player]](list)
        for player, match in zip(self.players, self.crowd.map(self.slip_of, self.players), strict=True):
            if match:
                found[match].append(player)
        assert {len(four) for four in found.values()} == {4}
        return dict(found)

    def _seated(self) -> list[Player]:
        return [player for player in self.players if self.slip_of(player)][:1]

    def slip_of(self, player: Player) -> int | None:
        """The match whose slip the player's seat card leads to."""
        links = [link for link in player.browser.get(f"{self.slug}/me/").links if "/slips/" in link]
        return int(links[0].rstrip("/").rpartition("/")[2]) if links else None

    def _play_tables(self, seated: dict[int, list[Player]], hard: list[str], is_killed: bool) -> None:
        ways = [*hard, *(self.chance.choice(EASY) for _ in seated)][: len(seated)]
        chances = [Random(self.chance.random()) for _ in seated]
        for match, chance in zip(seated, chances, strict=True):
            self.papers[match] = made_up(chance)
        with self._power_cut(len(seated)) if is_killed else Quiet():
            list(self.crowd.map(self._play_table, ways, seated, seated.values(), chances))

    def _power_cut(self, tables: int) -> PowerCut:
        return PowerCut(self, self.chance.randint(2, tables + tables // 2), (self.chance.choice(self.site.killable),))

    def _play_table(self, way: str, match: int, four: list[Player], chance: Random) -> None:
        """The score of one table gets in; what is undecided goes to the organizer."""
        paper, wrong = self.papers[match], self.papers[match][::-1]
        reporter = chance.choice(four)
        others = [player for player in four if player is not reporter]
        chance.shuffle(others)
        if way == "two phones at once":
            pages = [self.slip_page(player) for player in (reporter, others[0])]
            with ThreadPoolExecutor(2) as both:
                list(both.map(self._send, (reporter, others[0]), pages, (paper, paper)))
        else:
            self._report(reporter, wrong if way in (*HARD, "swapped first", "agree in the end") else paper)
        opponent = next((player for player in others if self.slip_page(player).find("/confirm/")), None)
        if way == "says no":
            assert opponent
            self._answer(opponent, "dispute")
            self.undecided.append((way, match))
        elif way in ("two scores", "agree in the end", "both type it"):
            assert opponent
            self._report(opponent, paper)
            if way == "agree in the end":
                self._report(reporter, paper)
            elif way == "two scores":
                self.undecided.append((way, match))
        elif way == "both wrong":
            assert opponent
            self._answer(opponent, "confirm")
            self.undecided.append((way, match))
        else:
            if way == "swapped first":
                self._report(reporter, paper)
            if opponent:
                self._answer(opponent, "confirm")
        self.tally.add(way)

    def slip_page(self, player: Player) -> Page:
        """Empty for whoever has nothing to report any more."""
        match = self.slip_of(player)
        return player.browser.get(f"{self.slug}/slips/{match}/") if match else Page(200, "", "")

    def _report(self, player: Player, points: Points) -> None:
        self._send(player, self.slip_page(player), points)

    def _send(self, player: Player, page: Page, points: Points) -> None:
        answer = player.browser.submit(page.form(page.path), points_0=points[0], points_1=points[1])
        assert answer.was_redirected, f"{answer.status}: {answer.text[-2500:]}"
        self.acknowledged.append((int(page.path.rstrip("/").rpartition("/")[2]), points))

    def _answer(self, player: Player, answer: str) -> None:
        page = player.browser.submit(self.slip_page(player).form(f"/{answer}/"))
        assert page.was_redirected, f"{page.status}: {page.text[-2500:]}"

    def _organizer_decides(self, way: str, match: int) -> None:
        first, second = self.papers[match]
        path, points = f"/scores/{match}/", {"points_0": first, "points_1": second}
        if way == "both wrong":
            asked = self.olga.get(self.slug + path).form("/preview/correct/")
            page = self.olga.submit(asked, **points, reason="The card says otherwise")
            assert self.olga.submit(page.form("/correct/")).was_redirected
            self.decisions.append("correct")
        else:
            self._decide(self.owen, way, path, "/record/", **points)


def made_up(chance: Random) -> Points:
    """Eight hands; never level, so that nobody has to remember who was there first."""
    while True:
        hands = [(chance.randrange(2), chance.choices((1, 2, 4), (70, 22, 8))[0]) for _ in range(8)]
        one, other = (sum(points for side, points in hands if side == own) for own in (0, 1))
        if one != other:
            return one, other
