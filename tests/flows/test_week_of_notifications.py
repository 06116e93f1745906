"""A club's week, from the question who is coming to a score that an organizer decides: who is told what by push and by
email, once, and no one else.

Everything that is sent is kept in tests/data/week_of_notifications.txt, and as French readers get it in
week_of_notifications.fr.txt: read them after a change. REWRITE_GOLDEN=1 writes them anew.
"""

import datetime
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from games.accounts.models import Player
from games.notifications.choices import Preference, choose
from games.notifications.kinds import MailFrequency, NotificationKind
from games.notifications.models import Notification
from games.notifications.push.models import PushSubscription
from games.tasks import send_notifications
from tests.cast import context_of, make_club, make_event, make_user, with_key
from tests.flows.browsers import open_browser
from tests.flows.crawler import OVERFLOW
from tests.flows.phones import Phone
from tests.flows.week import ZONE, Clock, Mailbag, Sent, answer, link_in, sent
from tests.games.notifications.push.test_in_browser import deliver, shown, state, stub, tap
from tests.tournaments.pages.browsing import form, log_in, with_link
from tests.tournaments.scenes.registration import change_terms, known, member, register
from tournaments.access import wall_code
from tournaments.checkin import entries, notices
from tournaments.checkin.models import Entry, Notice
from tournaments.clubs.models import Membership, Venue
from tournaments.events.models import Event, Stage
from tournaments.integrity.verify import violations
from tournaments.recurring import commands as recurring
from tournaments.recurring.regulars import add_regulars
from tournaments.rounds.models import Match
from tournaments.subs.evenings import set_evenings
from tournaments.tasks import sweep

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
DATA = Path(__file__).parents[1] / "data"
THURSDAY = datetime.datetime(2031, 3, 6, 19, tzinfo=ZONE)
SEED = 89
"""With this one Ann and Bob sit at one table against each other, and Vic at Cleo's."""

ON_PUSH = ["Ann", "Bob", "Cy", "Dee", "Earl", "Flo", "Gus", "Hattie", "Ike", "Vic"]
"""With an account and a phone that shows notifications. Ann's and Bob's are real ones."""
BY_LINK = ["Yan", "Zoe"]
"""Without an account; they turned push on with their personal link."""
NO_WAY = ["Ada", "Ben"]
"""Without an account and without push: nothing reaches them."""
BY_MAIL = ["Cleo", "Dot", "June", "Kit", "Lou", "Mae", "Ned", "Opal", "Pam", "Quinn", "Ray", "Sue", "Ted", "Uma", "Wes"]
BY_MAIL += ["Xena"]
REGULARS = [*ON_PUSH, *BY_LINK, *NO_WAY, *BY_MAIL]
POOL = ["Sal", "Sid", "Sky", "Stu"]
FRENCH = ["Dee", "Opal"]

FIRST_YES = ["Ann", "Bob", "Cy", "Dee", "Earl", "Flo", "Gus", "Kit", "Lou", "Mae", "Ned", "Opal", "Pam", "Quinn", "Ray"]
FIRST_NO = ["Sue", "Ted"]
THEN_YES = ["Hattie", "Vic", "Cleo", "Xena", "Yan", "Zoe", "Dot"]
SILENT = ["Ike", "June", "Uma", "Wes", "Ada", "Ben"]
CANCEL = ["Kit", "Lou", "Mae"]
THERE = sorted({*FIRST_YES, *THEN_YES, "Sid", "Stu"} - {*CANCEL})


def reached(names: list[str], *, mail: bool = True, push: bool = True) -> dict[str, list[str]]:
    """By which way each of them gets what goes to phones and mailboxes, as the week's people have chosen."""
    ways = {
        "push": [name for name in names if push and name in (*ON_PUSH, *BY_LINK, "Sal", "Sid", "Olga")],
        "email": [name for name in names if mail and name not in (*BY_LINK, *NO_WAY, "Ike", "Hattie")],
    }
    return {way: names for way, names in ways.items() if names}


class Week:
    """The club, everyone's accounts, and the event of that Thursday with its 30 regulars."""

    def __init__(self, bag: Mailbag, site: str) -> None:
        self.bag, self.site = bag, site
        self.olga = make_user("Olga")
        self.club = make_club(self.olga)
        accounts = [*ON_PUSH, *BY_MAIL, *POOL, "Wanda"]
        self.users = {"Olga": self.olga, **{name: member(self.club, name) for name in accounts}}
        for name in FRENCH:
            self.users[name].language = "fr"
            self.users[name].save()
        self.people = {name: user.player for name, user in self.users.items()}
        self.people |= {player.name: player for player in known(self.club, *BY_LINK, *NO_WAY)}
        Player.objects.filter(name="Cleo").update(hides_name=True)
        self.event = self._thursday()
        self._choices()

    def _thursday(self) -> Event:
        event = make_event(self.club, self.olga, name="Thursday Night", config={"rounds": 4})
        venue = Venue.objects.create(club=self.club, name="Elm Street Hall")
        Event.objects.filter(pk=event.pk).update(starts_at=THURSDAY, venue=venue)
        Stage.objects.filter(event=event).update(seed=f"{SEED:064x}")
        event = Event.objects.select_related("club", "venue").get(pk=event.pk)
        context = context_of(self.olga)
        weekly = recurring.repeat_event(
            self.club, event, 1, THURSDAY.date() + datetime.timedelta(7), [], context=context
        )
        add_regulars(weekly.pk, [[self.people[name]] for name in REGULARS], context=context)
        change_terms(event, self.olga, capacity=len(REGULARS), closes_at=THURSDAY)
        return event

    def _choices(self) -> None:
        choose(self.people["Gus"], {NotificationKind.ROUND: Preference(push=False, mail=MailFrequency.OFF)})
        choose(self.people["Hattie"], {NotificationKind.COMING: Preference(push=True, mail=MailFrequency.DAILY)})
        for name in POOL:
            set_evenings(self.club.pk, [THURSDAY.weekday()], context=context_of(self.users[name]))

    def turn_on(self) -> None:
        """Everyone's phones but the two real ones, and Olga's laptop."""
        for name in [*ON_PUSH[2:], "Sal", "Sid", "Olga"]:
            client = log_in(self.users[name])
            client.cookies["language"] = "fr" if name in FRENCH else "en"
            self.bag.phone(self.people[name], client)
        for name in BY_LINK:
            self.bag.phone(self.people[name], with_link(self.event, self.olga, self.people[name]), str(self.event.pk))

    def step(self, title: str) -> Counter[Sent]:
        """What went out since the last one, when the timers have come too."""
        sweep()
        send_notifications.delay()
        return self.bag.step(title)

    def link_of(self, name: str) -> str:
        """From the newest email or, of those who get none, the newest push."""
        person = self.people[name]
        if name in reached([name]).get("email", ()):
            return link_in(self.bag.mails(person)[-1])
        return str(self.bag.pushes(person)[-1]["link"])

    def entry(self, name: str) -> Entry:
        return self.event.entries.get(lineup__player=self.people[name], lineup__is_active=True)

    def match_of(self, name: str) -> Match:
        return Match.objects.get(seats__player=self.people[name], round__stage__event=self.event)


class RealPhone(Phone):
    """A phone that is logged in, or isn't; with push turned on on its page."""

    def __init__(self, week: Week, browser: Any, name: str) -> None:
        self.week, self.name = week, name
        self.page = open_browser(browser, week.site, week.users[name], is_mobile=True, has_touch=True)
        self.page.set_viewport_size({"width": 360, "height": 740})
        self.context = self.page.context
        self.home = week.site + reverse("my_seat", args=[week.event.slug])
        there = week.bag.browser()
        stub(self.page, there)
        self.page.goto(week.site + reverse("push"))
        self.page.get_by_role("button", name="Get notified on this device").click()
        expect(state(self.page, "on")).to_be_visible()
        subscription = PushSubscription.objects.get(endpoint=there.endpoint)
        week.bag.know(week.people[name], there, subscription)

    def tap_newest(self) -> None:
        """The newest push is shown by the phone, and opened by a tap."""
        said = self.week.bag.pushes(self.week.people[self.name])[-1]
        self.page.goto(self.week.site + reverse("push"))
        deliver(self.page, self.week.site, json.dumps(said))
        self.page.wait_for_function("true")
        assert shown(self.page)[-1]["title"] == said["title"]
        [_, [_, where]] = tap(self.page)
        assert where == self.week.site + said["link"]
        self.page.goto(where)
        assert self.page.evaluate(OVERFLOW) <= 0

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, at("Sun", 17))


@pytest.fixture
def week(settings: Any, clock: Clock, site: str, worker: None, wait_until: Callable[..., Any]) -> Iterator[Week]:
    settings.WEBHOOKS_PLAIN, settings.WEBHOOKS_ALLOWED_NETWORKS = True, ["127.0.0.0/8"]
    settings.EMAIL_BACKEND = "games.jobs.mail.Queue"
    settings.OUTGOING_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.MAIL_BOUNCE_TOKEN = "a-token"
    with Mailbag(wait_until) as bag:
        here = Week(bag, site)
        here.turn_on()
        yield here


def at(day: str, hour: int, minute: int = 0) -> datetime.datetime:
    """In that week, where the club is."""
    before = ("Thu", "Wed", "Tue", "Mon", "Sun").index(day)
    return (THURSDAY - datetime.timedelta(before)).replace(hour=hour, minute=minute)


@pytest.mark.heavy
def test_a_week_with_push_and_mail(week: Week, clock: Clock, browser: Any) -> None:
    ann, bob, desk = RealPhone(week, browser, "Ann"), RealPhone(week, browser, "Bob"), Desk(week, browser)
    before_the_question(week, clock)
    the_question(week, clock, desk)
    the_first_answers(week, clock, ann, bob)
    the_reminder(week, clock)
    three_cancel(week, clock)
    the_night(week, clock, desk)
    the_round(week, clock, desk, ann)
    the_dispute(week, clock, desk, ann, bob)
    assert violations() == []
    for page in (ann.page, bob.page, desk.page):
        page.context.close()
    compare("week_of_notifications.txt", week.bag.texts("en"))
    compare("week_of_notifications.fr.txt", week.bag.texts("fr"))


class Desk:
    """Olga's laptop."""

    def __init__(self, week: Week, browser: Any) -> None:
        self.week, self.page = week, open_browser(browser, week.site, week.olga)

    def go(self, name: str, *more: object) -> None:
        self.page.goto(self.week.site + reverse(name, args=[self.week.event.slug, *more]))

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()
        self.page.locator(".notice--success").first.wait_for()


def before_the_question(week: Week, clock: Clock) -> None:
    assert week.step("Sunday, 5:00 PM: 30 regulars are put on the list") == Counter()
    register(week.event, week.users["Wanda"])
    told = week.step("Sunday, 5:00 PM: Wanda registers, and the event is full")
    assert told == sent("registered", email=["Wanda"])
    clock.set(at("Mon", 9))
    bounce = {"email": "ike@example.org"}
    response = Client().post(
        reverse("mail_bounces"), bounce, "application/json", headers={"Authorization": "Bearer a-token"}
    )
    assert response.json() == {"noted": 1}
    assert week.step("Monday, 9:00 AM: an email to Ike comes back") == Counter()


def the_question(week: Week, clock: Clock, desk: Desk) -> None:
    clock.set(at("Mon", 10))
    desk.go("coming")
    desk.press("Ask everyone on the list")
    told = week.step("Monday, 10:00 AM: Olga asks everyone on the list whether they’re coming")
    assert told == sent("coming", **reached([*REGULARS, "Wanda"]))
    clock.set(at("Tue", 8, 1))
    told = week.step("Tuesday, 8:01 AM: the daily emails leave")
    assert told == sent("coming", digest=["Hattie"]) + sent("mail_failed", digest=["Olga"])


def the_first_answers(week: Week, clock: Clock, ann: RealPhone, bob: RealPhone) -> None:
    clock.set(at("Tue", 18))
    ann.tap_newest()
    ann.press("Yes")
    ann.page.get_by_text("You said yes. See you there!").wait_for()
    bob.context.clear_cookies()  # the link of the email needs no log-in
    bob.page.goto(week.site + week.link_of("Bob"))
    assert bob.page.evaluate(OVERFLOW) <= 0
    bob.press("Yes")
    bob.page.get_by_text("You said yes. See you there!").wait_for()
    for name in FIRST_YES[2:7]:
        answer(str(week.bag.pushes(week.people[name])[-1]["link"]), "yes")
    for name in FIRST_YES[7:]:
        answer(link_in(week.bag.mails(week.people[name])[-1]), "yes")
    assert week.step("Tuesday, 6:00 PM: 15 say yes") == Counter()
    for name in FIRST_NO:
        answer(week.link_of(name), "no")
    told = week.step("Tuesday, 6:00 PM: Sue and Ted say no, so Wanda gets a spot")
    assert told == sent("moved_up", email=["Wanda"])
    answer(week.link_of("Cy"), "yes")  # said twice it's said once
    assert week.step("Tuesday, 6:00 PM: Cy says yes once more") == Counter()


def the_reminder(week: Week, clock: Clock) -> None:
    clock.set(at("Wed", 8, 30))
    assert week.step("Wednesday, 8:30 AM: too early for reminders") == Counter()
    clock.set(at("Wed", 9))
    told = week.step("Wednesday, 9:00 AM: who didn’t answer is reminded, and who said yes reads that it’s tomorrow")
    late = [*THEN_YES, *SILENT, "Wanda"]
    assert told == sent("coming", **reached(late)) + sent("event_tomorrow", **reached(FIRST_YES))
    clock.set(at("Wed", 12))
    for name in THEN_YES:
        answer(week.link_of(name), "yes")
    assert week.step("Wednesday, noon: 7 more say yes, which makes 22") == Counter()
    assert week.event.attendance.filter(answer="yes").count() == 22
    Membership.objects.filter(player=week.people["Vic"]).delete()  # Cleo's hidden name isn't for Vic any longer


def three_cancel(week: Week, clock: Clock) -> None:
    clock.set(at("Wed", 19))
    answer(link_in(week.bag.mails(week.people["Kit"])[0]), "no")
    assert week.step("Wednesday, 7:00 PM: Kit says no after all") == Counter()

    find_sub(week, "Lou", "Stuck at work")
    told = week.step("Wednesday, 7:00 PM: Lou looks for a substitute")
    assert told == sent("sub_wanted", **reached(POOL))
    answer(week.link_of("Sal"), "no")
    answer(week.link_of("Sid"), "yes")
    answer(week.link_of("Sid"), "yes")
    told = week.step("Wednesday, 7:00 PM: Sal says no, and Sid says yes")
    assert told == sent("sub_found", **reached(["Lou", "Sid", "Sky", "Stu"]))

    clock.set(at("Wed", 22, 30))
    find_sub(week, "Mae")
    assert week.step("Wednesday, 10:30 PM: Mae looks for a substitute, in everyone’s quiet hours") == Counter()
    clock.set(at("Thu", 8, 1))
    told = week.step("Thursday, 8:01 AM: the quiet hours are over")
    assert told == sent("sub_wanted", **reached(["Sal", "Sky", "Stu"]))
    answer(week.link_of("Stu"), "yes")
    told = week.step("Thursday, 8:01 AM: Stu says yes")
    assert told == sent("sub_found", **reached(["Mae", "Sal", "Sky", "Stu"]))
    page = Client().get(week.link_of("Sky")).content.decode()
    assert "Someone else said yes before you" not in page, "the newest email isn’t the question"


def find_sub(week: Week, name: str, reason: str = "") -> None:
    path = reverse("find_sub", args=[week.event.slug, week.entry(name).pk, week.people[name].pk])
    client = log_in(week.users[name])
    assert client.post(path, form(reason=reason), follow=True).status_code == 200


def the_night(week: Week, clock: Clock, desk: Desk) -> None:
    clock.set(at("Thu", 18, 40))
    notices.give_notice(
        week.event.pk, week.people["Pam"], Notice.Kind.LATE, minutes=10, context=context_of(week.users["Pam"])
    )
    told = week.step("Thursday, 6:40 PM: Pam will be late")
    assert told == sent("player_notice", push=["Olga"])
    clock.set(at("Thu", 18, 45))
    wall_code.hang_code(week.event.pk, context=context_of(week.olga))
    told = week.step("Thursday, 6:45 PM: Olga puts up the code, which opens check-in")
    here = [*THERE, *SILENT, "Wanda"]
    assert told == sent("check_in", **reached(here, mail=False))
    clock.set(at("Thu", 18, 55))
    for name in THERE:
        entries.check_in(week.entry(name).pk, context=with_key(week.olga))
    assert week.step("Thursday, 6:55 PM: 21 are checked in") == Counter()


def the_round(week: Week, clock: Clock, desk: Desk, ann: RealPhone) -> None:
    clock.set(at("Thu", 19, 5))
    desk.go("console")
    desk.press("Draw round 1")
    desk.press("Publish round 1")
    told = week.step("Thursday, 7:05 PM: round 1 is out")
    on_push = [name for name in reached(THERE, mail=False)["push"] if name != "Gus"]
    assert told == sent("round", push=on_push)
    assert Notification.objects.filter(kind="round").count() == len(THERE)
    for name in on_push:
        check_seat(week, name)
    hidden = week.bag.pushes(week.people["Vic"])[-1]["body"]
    assert "Cleo" not in hidden
    assert "Hidden player" in hidden
    ann.tap_newest()
    ann.page.get_by_text(f"Table {week.match_of('Ann').table} ·").first.wait_for()


def check_seat(week: Week, name: str) -> None:
    """What the phone says is what the draw says."""
    said = week.bag.pushes(week.people[name])[-1]
    match = Match.objects.filter(seats__player=week.people[name], round__stage__event=week.event).first()
    if match is None:
        assert said["title"] == "Round 1: you sit out"
        return
    here = week.people[name]
    side = match.seats.get(player=here).side
    partner = match.seats.filter(side=side).exclude(player=here).get().player
    assert partner
    language = "fr" if name in FRENCH else "en"
    assert re.findall(r"\d+", said["title"])[:2] == ["1", str(match.table)], language
    if (name, partner.name) != ("Vic", "Cleo"):
        assert partner.name in said["body"]


def the_dispute(week: Week, clock: Clock, desk: Desk, ann: RealPhone, bob: RealPhone) -> None:
    """Ann reports, Bob disputes, Olga decides."""
    match = week.match_of("Ann")
    table = [seat.player.name for seat in match.seats.select_related("player") if seat.player]
    assert "Bob" in table
    session = log_in(week.users["Bob"]).cookies["session"].value
    bob.context.add_cookies([{"name": "session", "value": session, "url": week.site}])
    clock.set(at("Thu", 19, 20))
    ann.look(match.table)
    ann.tap([(0, 2, False)] * 5 + [(1, 1, False)] * 3)
    ann.send()
    told = week.step("Thursday, 7:20 PM: Ann reports her table’s score")
    others = [seat.player.name for seat in match.seats.exclude(side=side_of(match, "Ann")) if seat.player]
    assert told == sent("score_waits", **reached(others, mail=False))
    clock.set(at("Thu", 19, 22))
    bob.page.goto(week.site + week.bag.pushes(week.people["Bob"])[-1]["link"])
    bob.look(match.table)
    bob.page.locator("main details summary").first.click()
    bob.tap([(0, 2, False)] * 4 + [(1, 1, False)] * 4)
    bob.send()
    told = week.step("Thursday, 7:22 PM: Bob sends another score, so it’s disputed")
    assert told == sent("score_disputed", **reached([*(name for name in table if name != "Bob"), "Olga"], mail=False))
    clock.set(at("Thu", 19, 25))
    desk.page.goto(week.site + week.bag.pushes(week.olga.player)[-1]["link"])
    desk.page.get_by_role("button", name=re.compile("^Choose 8–4, reported by Bob")).click()
    desk.page.locator(".notice--success").first.wait_for()
    told = week.step("Thursday, 7:25 PM: Olga decides")
    assert told == sent("score_disputed", **reached(table, mail=False))


def side_of(match: Match, name: str) -> int:
    return match.seats.get(player__name=name).side


def compare(name: str, text: str) -> None:
    """With 1 for every number in an address: what other tests made before counts too."""
    path, text = DATA / name, re.sub(r"(?<=/)[0-9]+(?=/)", "1", text)
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(text)
    assert text == path.read_text(), f"what is sent has changed: read tests/data/{name}"
