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
        date(2026, 11, 28),
        PLAYERS,
        _("Log in without a password"),
        _("If this site offers it, log in with a passkey or an account you already have elsewhere."),
    ),
    Change(
        date(2026, 11, 26),
        PLAYERS,
        _("Score cards from the captains’ phones"),
        _("One captain sends the match’s score card from a phone, and the other captain confirms it."),
    ),
    Change(
        date(2026, 11, 26),
        PLAYERS,
        _("No more waiting for the slowest table"),
        _("In a bracket, your next match is called as soon as both pairs are known and a table is free."),
    ),
    Change(
        date(2026, 11, 26),
        PLAYERS,
        _("Call the organizer"),
        _("Tap a button on your seat page or score slip, and the organizer sees which table needs help."),
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
        _("Choose a currency in the club’s settings. Fees, prizes and jackpots then use its symbol."),
    ),
    Change(
        date(2026, 11, 26),
        PLAYERS,
        _("Find a game"),
        _("Join a table that’s waiting for players, or open one for others to find."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Repeating events"),
        _("Every Tuesday at 7? Set up half a year at once, skip holidays, and move or cancel individual nights."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Event and club settings"),
        _("Change an event’s name, date, venue or fee, cancel it, or duplicate last week’s event in 3 clicks."),
    ),
    Change(
        date(2026, 11, 26),
        ORGANIZERS,
        _("Import the list you already have"),
        _("Import players from Excel, LibreOffice, CSV or pasted cells. You can preview every row first."),
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
        _("Seeding before the first round"),
        _("Seed pairs by rating, by past standings or by hand before you draw a bracket, Swiss rounds or pools."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Rank changes in the standings"),
        _("See who moved up or down since the last round. Tap or hover over “tiebreaker” to see what broke the tie."),
    ),
    Change(
        date(2026, 11, 25),
        ORGANIZERS,
        _("Scores and prizes on one screen"),
        _("The score grid shows everyone’s totals below the tables. For prizes, start from one of 3 common plans."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Your own house rules"),
        _("Set each rule when you open a table, save the rules you like and share them by link."),
        "learn_rules",
    ),
    Change(
        date(2026, 11, 25),
        ORGANIZERS,
        _("House rules for events, stages and seasons"),
        _("Score slips, the score grid and online tables follow the rules you choose. Your club can save its own."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Online tables for your club"),
        _("Open an online table for your club. Your games there count on its leaderboards if the club allows it."),
        "lobby",
    ),
    Change(
        date(2026, 11, 25),
        ORGANIZERS,
        _("Friendly games can count for the club"),
        _("Under Settings, club owners decide whether friendly online games count for the club."),
    ),
    Change(
        date(2026, 11, 25),
        ORGANIZERS,
        _("A screen for your club"),
        _(
            "Show your top players, jackpots and upcoming events on a screen between nights. Your "
            "club’s page has the link."
        ),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Practice achievements"),
        _("Games against bots earn practice achievements, which appear on your page but don’t count in rankings."),
    ),
    Change(
        date(2026, 11, 25),
        PLAYERS,
        _("Contact"),
        _("The bottom of every page shows how to reach the people who run this site."),
        "contact",
    ),
    Change(
        date(2026, 11, 24),
        PLAYERS,
        _("Scores confirmed from another phone"),
        _("Someone else has to confirm each score from a different phone. You can’t confirm your own."),
    ),
    Change(
        date(2026, 11, 24),
        ORGANIZERS,
        _("Who used the check-in code"),
        _("See everyone who checked in with the code. We flag players who may share a phone."),
    ),
    Change(
        date(2026, 11, 23),
        PLAYERS,
        _("Learn euchre"),
        _(
            "Learn the game in pictures. You’ll also find a glossary, tips with sample hands and what each house rule "
            "does."
        ),
        "learn",
    ),
    Change(
        date(2026, 11, 23),
        PLAYERS,
        _("English and French"),
        _("The site uses your browser’s language. You can choose another at the bottom of any page."),
        "language",
    ),
    Change(
        date(2026, 11, 23),
        ORGANIZERS,
        _("Two-step login"),
        _("Protect your account with an app on your phone. Set it up in the menu under your name."),
    ),
    Change(
        date(2026, 11, 22),
        PLAYERS,
        _("Sign up with a partner"),
        _(
            "Sign up for an event, invite a partner or join the list of players who need one. Full "
            "events have a waiting list."
        ),
    ),
    Change(
        date(2026, 11, 22),
        PLAYERS,
        _("Your calendar"),
        _("Subscribe in your calendar app, and new dates and venues show up on your phone."),
    ),
    Change(
        date(2026, 11, 22),
        ORGANIZERS,
        _("Jackpots"),
        _(
            "Offer prize money that rolls over from night to night. Players see who to beat and by how "
            "much. Jackpots close automatically."
        ),
    ),
    Change(
        date(2026, 11, 22),
        ORGANIZERS,
        _("Import and export"),
        _("Import players, teams, schedules and results from CSV or Excel files, and export them too."),
    ),
)


def by_day() -> list[tuple[date, list[Change]]]:
    return [(day, [*changes]) for day, changes in groupby(CHANGES, key=lambda change: change.day)]
