"""What changed, in the words of people who play and organize: the one source of the page "What's new".

`CHANGELOG.md` has every change, for people who run or program the site. Here is what a player or an organizer notices,
the newest first.
"""

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.urls import reverse

from games.engine.language import mark as _
from games.engine.language import spoken

PLAYERS, ORGANIZERS = _("For players"), _("For organizers")


@spoken("audience", "title", "text")
@dataclass(frozen=True, eq=False)
class Change:
    """One thing that is new. page: the name of an address where it can be seen, if everyone can open it."""

    day: date
    audience: str
    title: str
    text: str
    page: str = ""

    @property
    def link(self) -> str:
        return reverse(self.page) if self.page else ""


CHANGES = (
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Your own house rules"),
        _("Choose every rule when you open a table, save the rules you like and share them by link."),
        "learn_rules",
    ),
    Change(
        date(2026, 11, 25),
        ORGANIZERS,
        _("House rules for events, stages and seasons"),
        _("Slips, the grid and online tables follow the rules you choose. Your club can save its own."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Tables for your club"),
        _("Open an online table for your club. If the club wants it, your games there count on its leaderboards."),
        "lobby",
    ),
    Change(
        date(2026, 11, 25),
        ORGANIZERS,
        _("Friendly games can count"),
        _("On your club’s page under Settings, owners decide whether friendly online games count for the club."),
    ),
    Change(
        date(2026, 11, 25),
        ORGANIZERS,
        _("A board for your club"),
        _("Put your top players, jackpots and next events on a screen between events. Your club’s page has the link."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Practice achievements"),
        _("Games with bots earn practice achievements. They’re on your page and in no ranking."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Contact"),
        _("The foot of every page says how to reach the people who run this site."),
        "contact",
    ),
    Change(
        date(2026, 11, 24),
        PLAYERS,
        _("Scores count once"),
        _("A score and its confirmation need two phones. Your own phone can’t agree with itself."),
    ),
    Change(
        date(2026, 11, 24),
        ORGANIZERS,
        _("Who used the code on the wall"),
        _("The page of the code lists everyone who checked in with it and flags names that may share a phone."),
    ),
    Change(
        date(2026, 11, 23),
        PLAYERS,
        _("Learn euchre"),
        _("How to play in pictures, the words of the game, tips with hands, and what each house rule changes."),
        "learn",
    ),
    Change(
        date(2026, 11, 23),
        PLAYERS,
        _("English and French"),
        _("The site follows your browser. You can choose another language at the foot of any page."),
        "language",
    ),
    Change(
        date(2026, 11, 23),
        ORGANIZERS,
        _("Two-step login"),
        _("Protect your account with an app on your phone. The menu under your name has it."),
    ),
    Change(
        date(2026, 11, 22),
        PLAYERS,
        _("Sign up with a partner"),
        _("Sign up for an event, ask a partner or join the list of players who need one. If it’s full, you wait."),
    ),
    Change(
        date(2026, 11, 22),
        PLAYERS,
        _("Your calendar"),
        _("Subscribe to your events, and changes of day or place reach your phone."),
    ),
    Change(
        date(2026, 11, 22),
        ORGANIZERS,
        _("Jackpots"),
        _("Money that rolls from night to night, with whom to beat and by how much. They close on time without you."),
    ),
    Change(
        date(2026, 11, 22),
        ORGANIZERS,
        _("Import and export"),
        _("Bring players, teams, schedules and results in from CSV or Excel, and take them out again."),
    ),
)


def by_day() -> list[tuple[date, list[Change]]]:
    return [(day, [*found]) for day, found in groupby(CHANGES, key=lambda change: change.day)]
