"""A club with events in every state, and every kind of user who may ask."""

from copy import deepcopy
from typing import Any

from django.core import signing
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player, User
from games.engine.rules import HouseRules
from games.tables import presence
from tests.cast import (
    a_device,
    enter,
    enter_pairs,
    import_list,
    make_club,
    make_event,
    make_user,
    on_grid,
    on_phone,
    publish,
    slip,
)
from tests.cast import context_of as acting
from tests.tournaments.leagues.requests import captains_phone, let_lead, two_seasons
from tests.tournaments.pages.browsing import finish_round, form, log_in, visitor, with_link
from tests.tournaments.registration.requests import Registering
from tests.tournaments.scenes.jackpot import won_jackpot
from tests.tournaments.scenes.stages import begin, plan_stage, play_round, rotation_final
from tournaments.access.models import WallArrival
from tournaments.access.one_time_login import one_time_path
from tournaments.access.passes import issue_pass
from tournaments.access.wall_code import arrive, code_on, hang_code
from tournaments.calls.commands import call_organizer
from tournaments.checkin import bulk, entries
from tournaments.checkin.models import Entry, Notice, Wish
from tournaments.checkin.notices import give_notice
from tournaments.clubs.house_rules import save_club_rules
from tournaments.clubs.models import Club, Membership, Role
from tournaments.events.announcements import announce
from tournaments.events.cancelling import cancel_event
from tournaments.events.models import Event, Stage
from tournaments.events.stage_plans import Places
from tournaments.honours.prize_plan import PlaceTable, PrizePlan, SidePrize, Winner, Worth
from tournaments.prizes import commands as prizes
from tournaments.prizes import plans, second_official
from tournaments.prizes.models import PrizeOffer
from tournaments.prizes.preview import preview_of
from tournaments.results import commands as results
from tournaments.results.match_tables import open_match_table
from tournaments.rewards.models import Award, Unlock
from tournaments.rewards.news import STOP_SALT
from tournaments.rounds import clock, wishes
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event
from tournaments.rounds.models import Match, Round, Seat

NAMES = ["Ann", "Bob", "Cy", "Dee", "Earl", "Flo", "Gus", "Hattie", "Ike", "June", "Kit", "Lou"]


class Scene:
    """`night` is being played: table 1 waits for the other side, table 2 has no score, table 3 has one that counts.

    Of the same club: `empty` (nothing drawn), `ticked` (all here at once), `draft`, `fresh` (published, no score),
    `short` (too, and three sit out), `done` (every table decided), `wished` (a rotation of four of whom two never meet;
    one keeps a seat, table 4 is closed), `same_cards` (a duplicate with a closed round). `cup` is a knockout and
    `league` a round robin, both in their first round, `seeded` a knockout before it; `over` is the final of an event
    whose first stage can end, `begun` one that has begun. `won` can show its prizes, `shown` has, and in `changing` a
    correction waits for a second official. `ended` is finished, and its leaders won the first week of a jackpot. No one
    has come to `expected` yet, `voided` had its only table declared void at once. `apart` is played at physical tables
    or online. `registering` has the events that take registrations.
    """

    def __init__(self) -> None:
        self.olga, self.oscar = make_user("Olga"), make_user("Oscar")
        self.club = make_club(self.olga)
        self.mia = self.member("Mia", Role.MEMBER)
        self.night = self.event("Night", 12, fee=500)
        self.round = publish(self.night, self.olga)
        self.empty = self.event("Empty", 4)
        self.draft = self.event("Draft", 4)
        self.drawn = rounds.draw_round(self.draft.stages.get().pk, 1, context=acting(self.olga))
        self.fresh = self.event("Fresh", 4)
        self.fresh_round = publish(self.fresh, self.olga)
        self.short = self.event("Short", 7)
        self.short_round = publish(self.short, self.olga)
        self.latecomer = entries.walk_in(self.short.pk, ["Late"], context=acting(self.olga))
        self.ticked = make_event(self.club, self.olga, name="Ticked")
        import_list(self.ticked, "Vera\nWim\nXena\nYves", here=False, context=acting(self.olga))
        self.ticked_at_once = bulk.do_all(
            self.ticked.pk, "check_in_all", **self.things_shown("check_in_all", self.ticked), context=acting(self.olga)
        )
        self.done = self.event("Done", 4)
        self.done_round = publish(self.done, self.olga)
        for name, format_key in (("Cup", "elimination"), ("League", "round_robin")):
            pairs = self.event(name, 0, format_key=format_key)
            enter_pairs(pairs, self.olga, 4)
            publish(pairs, self.olga)
        self.seeded = self.event("Seeded", 0, format_key="elimination")
        enter_pairs(self.seeded, self.olga, 4)
        self.same_cards = make_event(self.club, self.olga, "duplicate", name="Same cards")
        enter_pairs(self.same_cards, self.olga, 4)
        self.dealt = publish(self.same_cards, self.olga)
        finish_round(self.same_cards.stages.get(), self.olga, (3, 2))
        self.pam, self.quinn = (self.seated(position) for position in (0, 1))
        self.wished = self.event("Wished", 4, format_key="rotation")
        self.make_wishes()
        results.record_result(self.match(1).pk, slip(10, 6), context=on_phone(self.pam))
        for match in (self.match(3), self.done_round.matches.get()):
            results.record_result(match.pk, slip(10, 6), context=on_grid(self.olga))
        self.expected = self.event("Expected", 0)
        for name in NAMES[:2]:
            entries.register(self.expected.pk, [entries.new_player(self.expected, name)], context=acting(self.olga))
        self.voided = self.event("Voided", 4)
        publish(self.voided, self.olga)
        self.done_at_once = bulk.do_all(
            self.voided.pk,
            "void_missing",
            **self.things_shown("void_missing", self.voided),
            reason="Fire alarm",
            context=acting(self.olga),
        )
        self.ended = self.event("Ended", 4)
        play_round(self.ended.stages.get(), self.olga)
        finish_event(self.ended.pk, context=acting(self.olga), override="Late")
        self.jackpot = won_jackpot(self.ended, self.olga)
        clock.start_clock(self.round.pk, 20, context=acting(self.olga))
        clock.start_clock(self.done_round.pk, 20, context=acting(self.olga))
        clock.call_last_hand(self.done_round.pk, context=acting(self.olga))
        self.house_rules = save_club_rules(self.club, "Ours", HouseRules(), context=acting(self.olga))
        self.over, self.begun = (self.two_stages(name) for name in ("Over", "Begun"))
        begin(self.begun, self.olga)
        self.won, self.shown, self.changing = (self.over_with_prizes(name) for name in ("Won", "Shown", "Changing"))
        for event in (self.shown, self.changing):
            digest = self.digest(event)
            prizes.show_prizes(event.pk, context=acting(self.olga), expected_version=digest, override="Late")
        prizes.mark_paid(self.shown.payouts.all()[1].pk, context=acting(self.olga))
        mona = self.member("Mona", Role.ORGANIZER)
        match = match_of(self.changing)
        self.change = second_official.propose_change(
            match.pk, None, reason="Misread", context=acting(mona), expected_version=1
        )
        self.apart = self.event("Apart", 4, where="mixed")
        self.apart_round = publish(self.apart, self.olga)
        self.token = issue_pass(self.night.pk, self.pam, context=acting(self.olga))
        self.login_path = one_time_path(make_user("Nell"))
        self.said = announce(self.night.pk, "Pizza is here", context=acting(self.olga))
        hang_code(self.night.pk, context=acting(self.olga))
        self.code = code_on(self.night)
        fourth = self.seated(3)
        arrive(self.night.pk, fourth, str(self.code), context=on_phone(fourth, device=a_device("fourth")))
        self.arrival = WallArrival.objects.get()
        self.notice = give_notice(self.night.pk, self.quinn, Notice.Kind.LEAVING, context=on_phone(self.quinn))
        self.call = call_organizer(self.match(2).pk, "", "", context=on_phone(self.at_table_two()))
        self.running, self.planned = two_seasons(self.club, self.olga)
        self.captains_token, self.captain = captains_phone(self.running, self.olga)
        self.registering = Registering(self.club, self.olga, self.mia)
        self.called_off = cancel_event(self.event("Called off", 0).pk, "Snow", context=acting(self.olga))
        self.clients = self.all_clients()

    def event(self, name: str, players: int, **more: Any) -> Event:
        found = make_event(self.club, self.olga, name=name, **more)
        enter(found, self.olga, NAMES[:players])
        return found

    def over_with_prizes(self, name: str) -> Event:
        """One round is over, 5.00 are in the pot, 1st place gets all but what Olga names the best hat for."""
        found = self.event(name, 4, fee=500)
        entries.take_fee(found.entries.get(number=1).pk, context=acting(self.olga))
        hat = SidePrize("hat", "Best hat", Winner.MOST, Worth.FIXED, 100, "named")
        plan = PrizePlan(tables=(PlaceTable(0, (10_000,)),), sides=(hat,))
        plans.set_prize_plan(found.pk, plan, context=acting(self.olga), expected_version=0)
        play_round(found.stages.get(), self.olga)
        plans.name_winner(found.pk, "hat", {4: 1}, context=acting(self.olga), expected_version=0)
        return found

    def digest(self, event: Event) -> str:
        return preview_of(event, PrizeOffer.objects.get(event=event)).digest

    def payout(self, *, is_paid: bool = False) -> int:
        """The first one of `shown`, or the one that is ticked."""
        return int(self.shown.payouts.filter(paid__isnull=not is_paid)[0].pk)

    def things_shown(self, action: str, event: Event) -> dict[str, Any]:
        """The number of things, and which, as the console shows them."""
        offer = bulk.Offer(action, bulk.BULKS[action].things(event))
        return {"count": offer.count, "shown": offer.shown}

    def make_wishes(self) -> None:
        one, two, three = (self.wished_entry(number) for number in (1, 2, 3))
        wishes.set_wish(self.wished.pk, one, two, Wish.Kind.APART, context=acting(self.olga))
        wishes.set_stationary(three, True, context=acting(self.olga))
        wishes.close_table(self.wished.pk, 4, context=acting(self.olga))

    def wished_entry(self, number: int) -> int:
        return int(self.wished.entries.get(number=number).pk)

    def two_stages(self, name: str) -> Stage:
        """A final of four, after an event with one round played."""
        found = self.event(name, 4)
        final = plan_stage(found, self.olga, rotation_final(Places(1, 1, 4)))
        play_round(found.stages.get(number=1), self.olga)
        return final

    def news_seen(self) -> dict[str, Any]:
        """Each has earned something that they have not seen yet."""
        for player in Player.objects.all():
            unlock, is_new = Unlock.objects.get_or_create(player=player, achievement="winner", tier=1, is_late=False)
            if is_new:
                Award.objects.create(
                    unlock=unlock, player=player, achievement="winner", tier=1, earned_at=unlock.at, evidence=["game 1"]
                )
        return form(seen=Unlock.objects.latest("pk").pk)

    def stop_token(self) -> str:
        return signing.dumps(self.olga.pk, salt=STOP_SALT)

    def member(self, name: str, role: Role, club: Club | None = None) -> User:
        user = make_user(name)
        Membership.objects.create(club=club or self.club, player=user.player, role=role)
        return user

    def all_clients(self) -> dict[str, Client]:
        other = make_club(self.oscar, "Other club")
        scott = self.member("Scott", Role.SCORER)
        let_lead(self.running, self.olga, scott.player)
        self.running.refresh_from_db()
        phone = with_link(self.night, self.olga, self.quinn)
        phone.post(reverse("open_season_pass", args=[self.running.slug, self.captains_token]))
        return {
            "anonymous": visitor(),
            "stranger": log_in(make_user("Sam")),
            "member": log_in(self.mia),
            "scorer": log_in(scott),
            "elsewhere": log_in(self.member("Otis", Role.ORGANIZER, other)),
            "organizer": log_in(self.member("Otto", Role.ORGANIZER)),
            "owner": log_in(self.olga),
            "phone": phone,
        }

    def round_elsewhere(self) -> Round:
        """Of another club's event."""
        event = Event.objects.filter(name="Theirs").first()
        if event:
            return event.stages.get().rounds.get()
        event = make_event(Club.objects.get(name="Other club"), self.oscar, name="Theirs")
        enter(event, self.oscar, NAMES[:4])
        return publish(event, self.oscar)

    def browser(self, role: str) -> Client:
        """A browser of that person as it was when the scene was set."""
        client = visitor()
        client.cookies = deepcopy(self.clients[role].cookies)
        return client

    def awaited(self) -> Match:
        """The match of `apart` has a table online; one of its players has come."""
        match = match_of(self.apart)
        table = open_match_table(match.pk, context=acting(self.olga))
        if first := table.seats.filter(number=0).exclude(missed_since=None).first():
            presence.be_here(table, first.player)
        return match

    def match(self, table: int) -> Match:
        return Match.objects.select_related("round").get(round=self.round, table=table)

    def seated(self, position: int) -> Player:
        return Player.objects.get(seats__match=self.match(1), seats__position=position)

    def call_at_table_one(self) -> int:
        return call_organizer(self.match(1).pk, "", "", context=on_phone(self.quinn)).pk

    def at_table_two(self) -> Player:
        return Player.objects.get(seats__match=self.match(2), seats__position=0)

    def entry(self, player: Player) -> Entry:
        return Entry.objects.get(event=self.night, players=player)

    def unseated(self) -> Entry:
        return self.empty.entries.get(number=1)

    def fresh_seat(self) -> Seat:
        return Seat.objects.get(round=self.fresh_round, position=0)

    def waiting_entry(self) -> Entry:
        """An entry that is not here."""
        entry = self.entry(self.pam)
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.REGISTERED)
        return entry


def match_of(event: Event) -> Match:
    """The first one of its first round."""
    return Match.objects.get(round__stage__event=event, round__number=1, table=1)
