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
        date(2026, 11, 26),
        PLAYERS,
        _("Score cards from the captains’ phones"),
        _("A captain sends the team’s card from the phone, and the other captain confirms it."),
    ),
    Change(
        date(2026, 11, 26),
        PLAYERS,
        _("No more waiting for the slowest table"),
        _("In a bracket your next match is called as soon as both pairs are known and a table is free."),
    ),
    Change(
        date(2026, 11, 26),
        PLAYERS,
        _("Call the organizer"),
        _("A button on your seat page and slip tells the console which table needs help. You stay in your seat."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Pairs, regulars and templates"),
        _("Pair singles by rating, keep a list of regulars for a weekly night, and start events from a template."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Your club’s currency"),
        _("Choose it in the club’s settings, and fees, prizes and jackpots are written with its sign."),
    ),
    Change(
        date(2026, 11, 26),
        PLAYERS,
        _("Find a game"),
        _("Sit down where someone waits for players, or open a table for others to find."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Events that repeat"),
        _("Every Tuesday at 7? Set up half a year at once, leave out holidays, and move or cancel single nights."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Settings of an event and of a club"),
        _("Change its name, date, venue or fee, cancel it, or duplicate last week’s event in three clicks."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Import the list you have"),
        _("Import players from Excel, LibreOffice, CSV or pasted cells. You see what happens to each row first."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Results to share"),
        _("Copy the standings into a group chat, save them as a picture, or print the whole night as a PDF."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Seeds before the first round"),
        _("Put pairs in order by rating, by an earlier event or by hand before you draw a bracket, a Swiss or pools."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Standings that move"),
        _("See who went up or down since the last round. Point at “tie-break” to read why two ranks differ."),
    ),
    Change(
        date(2026, 11, 25),
        ORGANIZERS,
        _("Scores and prizes on one screen"),
        _("The grid shows everyone’s totals below the tables. Prizes start with one of three common plans."),
    ),
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
        _("A screen for your club"),
        _("Put your top players, jackpots and next events on a screen between events. Your club’s page has the link."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Practice achievements"),
        _("Games with bots earn practice achievements. They’re on your page and don’t count in rankings."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Contact"),
        _("The bottom of every page says how to reach the people who run this site."),
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
        _("The code’s page lists everyone who checked in with it. It flags names that may share a phone."),
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
        _("The site follows your browser. You can choose another language at the bottom of any page."),
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
        _("Subscribe to your events, and new dates and venues reach your phone."),
    ),
    Change(
        date(2026, 11, 22),
        ORGANIZERS,
        _("Jackpots"),
        _("Money that rolls from night to night. See whom to beat and by how much. It closes on time without you."),
    ),
    Change(
        date(2026, 11, 22),
        ORGANIZERS,
        _("Import and export"),
        _("Import players, teams, schedules and results from CSV or Excel, and export them again."),
    ),
)


def by_day() -> list[tuple[date, list[Change]]]:
    return [(day, [*found]) for day, found in groupby(CHANGES, key=lambda change: change.day)]
