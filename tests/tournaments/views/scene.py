"""A club with events in every state, everybody who may knock, and a valid request for every address of the site."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Player, User
from games.tables import presence
from tests.cast import by as acting
from tests.cast import enter, enter_pairs, make_club, make_event, make_user, on_grid, on_phone, publish, slip
from tests.imports_scene import OF_IMPORTS
from tests.jackpot_staging import won_jackpot
from tests.league_scene import OF_LEAGUES, two_seasons
from tests.people_scene import OF_PEOPLE
from tests.registration_scene import OF_REGISTRATION, Registering
from tests.sharing_scene import OF_SHARING
from tests.staging import begin, plan_stage, play_round, rotation_final
from tests.tournaments.views.browsing import (
    Answer,
    event_form,
    finish_round,
    form,
    log_in,
    seeds_form,
    slip_form,
    stage_form,
    visitor,
    with_link,
)
from tests.webhook_scene import OF_WEBHOOKS
from tournaments.honours.prize_plan import PlaceTable, PrizePlan, SidePrize, Winner, Worth
from tournaments.models import (
    Award,
    Club,
    Entry,
    Event,
    Feat,
    MailWish,
    Match,
    Membership,
    Notice,
    PrizeOffer,
    Role,
    Round,
    Seat,
    Stage,
    Wish,
)
from tournaments.services import bulk, clock, entries, prize_plans, prizes, results, rounds, second_person, wishes
from tournaments.services.announcements import announce
from tournaments.services.door import code_on, hang_code
from tournaments.services.finishing import finish_event
from tournaments.services.match_tables import open_match_table
from tournaments.services.name_list import enter_names
from tournaments.services.news import stop_token
from tournaments.services.notices import give_notice
from tournaments.services.one_time_login import one_time_path
from tournaments.services.passes import issue_pass
from tournaments.services.prize_preview import preview_of
from tournaments.services.ranking import criteria_version
from tournaments.services.stage_plans import Places

CSV = b"name,paid\nZoe Hart,yes\n"
NAMES = ["Ann", "Bob", "Cy", "Dee", "Earl", "Flo", "Gus", "Hattie", "Ike", "June", "Kit", "Lou"]


class Scene:
    """`night` is being played: table 1 waits for the other side, table 2 has no score, table 3 has one that counts.

    Of the same club: `empty` (nothing drawn), `ticked` (all here at once), `draft`, `fresh` (published, no score),
    `short` (too, and three sit out), `done` (every table decided), `wished` (a rotation of four of whom two never meet;
    one keeps a seat, table 4 is closed), `same_cards` (a duplicate with a closed round). `cup` is a knock-out and
    `league` a round robin, both in their first round; `over` is the final of an event whose first stage can end,
    `begun` one that has begun. `won` can show its prizes, `shown` has, and in `changing` a correction waits for a
    second official. `ended` is finished, and its leaders won the first week of a jackpot. Nobody has come
    to `expected` yet, `voided` had its only table declared void at once. `apart` is played at physical
    tables or online. `registering` has the events that take registrations.
    """

    def __init__(self) -> None:
        self.olga, self.oscar = make_user("Olga"), make_user("Oscar")
        self.club = make_club(self.olga)
        self.mia = self.member("Mia", Role.MEMBER)
        self.night = self.event("Night", 12, fee=500)
        self.round = publish(self.night, self.olga)
        self.empty = self.event("Empty", 4)
        self.draft = self.event("Draft", 4)
        self.drawn = rounds.draw_round(self.draft.stages.get().pk, 1, by=acting(self.olga))
        self.fresh = self.event("Fresh", 4)
        self.fresh_round = publish(self.fresh, self.olga)
        self.short = self.event("Short", 7)
        self.short_round = publish(self.short, self.olga)
        self.latecomer = entries.walk_in(self.short.pk, ["Late"], by=acting(self.olga))
        self.ticked = make_event(self.club, self.olga, name="Ticked")
        enter_names(self.ticked.pk, "Vera\nWim\nXena\nYves", here=False, by=acting(self.olga))
        self.ticked_at_once = bulk.do_all(
            self.ticked.pk, "check_in_all", **self.things_shown("check_in_all", self.ticked), by=acting(self.olga)
        )
        self.done = self.event("Done", 4)
        self.done_round = publish(self.done, self.olga)
        for name, format_key in (("Cup", "elimination"), ("League", "round_robin")):
            pairs = self.event(name, 0, format_key=format_key)
            enter_pairs(pairs, self.olga, 4)
            publish(pairs, self.olga)
        self.same_cards = make_event(self.club, self.olga, "duplicate", name="Same cards")
        enter_pairs(self.same_cards, self.olga, 4)
        self.dealt = publish(self.same_cards, self.olga)
        finish_round(self.same_cards.stages.get(), self.olga, (3, 2))
        self.pam, self.quinn = (self.seated(position) for position in (0, 1))
        self.wished = self.event("Wished", 4, format_key="rotation")
        self.make_wishes()
        results.record_result(self.match(1).pk, slip(10, 6), by=on_phone(self.pam))
        for match in (self.match(3), self.done_round.matches.get()):
            results.record_result(match.pk, slip(10, 6), by=on_grid(self.olga))
        self.expected = self.event("Expected", 0)
        for name in NAMES[:2]:
            entries.register(self.expected.pk, [entries.new_player(self.expected, name)], by=acting(self.olga))
        self.voided = self.event("Voided", 4)
        publish(self.voided, self.olga)
        self.done_at_once = bulk.do_all(
            self.voided.pk, "void_missing", **self.things_shown("void_missing", self.voided), reason="Fire alarm",
            by=acting(self.olga),
        )  # fmt: skip
        self.ended = self.event("Ended", 4)
        play_round(self.ended.stages.get(), self.olga)
        finish_event(self.ended.pk, by=acting(self.olga), override="Late")
        self.jackpot = won_jackpot(self.ended, self.olga)
        clock.start_clock(self.round.pk, 20, by=acting(self.olga))
        clock.start_clock(self.done_round.pk, 20, by=acting(self.olga))
        clock.call_last_hand(self.done_round.pk, by=acting(self.olga))
        self.over, self.begun = (self.two_stages(name) for name in ("Over", "Begun"))
        begin(self.begun, self.olga)
        self.won, self.shown, self.changing = (self.over_with_prizes(name) for name in ("Won", "Shown", "Changing"))
        for event in (self.shown, self.changing):
            digest = self.digest(event)
            prizes.show_prizes(event.pk, by=acting(self.olga), seen=digest, override="Late")
        prizes.mark_paid(self.shown.payouts.all()[1].pk, by=acting(self.olga))
        mona = self.member("Mona", Role.ORGANIZER)
        match = match_of(self.changing)
        self.change = second_person.propose_change(match.pk, None, reason="Misread", by=acting(mona), seen=1)
        self.apart = self.event("Apart", 4, where="mixed")
        self.apart_round = publish(self.apart, self.olga)
        self.token = issue_pass(self.night.pk, self.pam, by=acting(self.olga))
        self.login_path = one_time_path(make_user("Nell"))
        self.said = announce(self.night.pk, "Pizza is here", by=acting(self.olga))
        hang_code(self.night.pk, by=acting(self.olga))
        self.code = code_on(self.night)
        self.notice = give_notice(self.night.pk, self.quinn, Notice.Kind.LEAVING, by=on_phone(self.quinn))
        self.running, self.planned = two_seasons(self.club, self.olga)
        self.registering = Registering(self.club, self.olga, self.mia)
        self.clients = self.everybody()

    def event(self, name: str, players: int, **more: Any) -> Event:
        found = make_event(self.club, self.olga, name=name, **more)
        enter(found, self.olga, NAMES[:players])
        return found

    def over_with_prizes(self, name: str) -> Event:
        """One round is over, 5.00 are in the pot, 1st place gets all but what Olga names the best hat for."""
        found = self.event(name, 4, fee=500)
        entries.take_fee(found.entries.get(number=1).pk, by=acting(self.olga))
        hat = SidePrize("hat", "Best hat", Winner.MOST, Worth.FIXED, 100, "named")
        plan = PrizePlan(tables=(PlaceTable(0, (10_000,)),), sides=(hat,))
        prize_plans.set_prize_plan(found.pk, plan, by=acting(self.olga), seen=0)
        play_round(found.stages.get(), self.olga)
        prize_plans.name_winner(found.pk, "hat", {4: 1}, by=acting(self.olga), seen=0)
        return found

    def digest(self, event: Event) -> str:
        return preview_of(event, PrizeOffer.objects.get(event=event)).digest

    def payout(self, *, is_paid: bool = False) -> int:
        """The first one of `shown`, or the one that is ticked."""
        return int(self.shown.payouts.filter(paid__isnull=not is_paid)[0].pk)

    def things_shown(self, verb: str, event: Event) -> dict[str, Any]:
        """The number of things, and which, as the console shows them."""
        offer = bulk.Offer(verb, bulk.BULKS[verb].things(event))
        return {"count": offer.count, "shown": offer.shown}

    def make_wishes(self) -> None:
        one, two, three = (self.wished_entry(number) for number in (1, 2, 3))
        wishes.set_wish(self.wished.pk, one, two, Wish.Kind.APART, by=acting(self.olga))
        wishes.set_stationary(three, True, by=acting(self.olga))
        wishes.close_table(self.wished.pk, 4, by=acting(self.olga))

    def wished_entry(self, number: int) -> int:
        return int(self.wished.entries.get(number=number).pk)

    def two_stages(self, name: str) -> Stage:
        """A final of four, after an event with one round played."""
        found = self.event(name, 4)
        final = plan_stage(found, self.olga, rotation_final(Places(1, 1, 4)))
        play_round(found.stages.get(number=1), self.olga)
        return final

    def news_seen(self) -> dict[str, Any]:
        """Everybody has earned something that he has not seen yet."""
        for player in Player.objects.all():
            feat, is_new = Feat.objects.get_or_create(player=player, achievement="winner", tier=1, is_late=False)
            if is_new:
                Award.objects.create(
                    feat=feat, player=player, achievement="winner", tier=1, earned_at=feat.at, evidence=["game 1"]
                )
        return form(seen=Feat.objects.latest("pk").pk)

    def stop_token(self) -> str:
        MailWish.objects.get_or_create(user=self.olga, address="http://testserver/")
        return stop_token(self.olga.pk)

    def member(self, name: str, role: Role, club: Club | None = None) -> User:
        user = make_user(name)
        Membership.objects.create(club=club or self.club, player=user.player, role=role)
        return user

    def everybody(self) -> dict[str, Client]:
        other = make_club(self.oscar, "Other club")
        return {
            "anonymous": visitor(),
            "stranger": log_in(make_user("Sam")),
            "member": log_in(self.mia),
            "scorer": log_in(self.member("Scott", Role.SCORER)),
            "elsewhere": log_in(self.member("Otis", Role.ORGANIZER, other)),
            "organizer": log_in(self.member("Otto", Role.ORGANIZER)),
            "owner": log_in(self.olga),
            "phone": with_link(self.night, self.olga, self.quinn),
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
        table = open_match_table(match.pk, by=acting(self.olga))
        if first := table.seats.filter(number=0).exclude(missed_since=None).first():
            presence.be_here(table.pk, first.player)
        return match

    def match(self, table: int) -> Match:
        return Match.objects.select_related("round").get(round=self.round, table=table)

    def seated(self, position: int) -> Player:
        return Player.objects.get(seats__match=self.match(1), seats__position=position)

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


def about_round(row: Round) -> dict[str, Any]:
    return form(seen=row.revision)


# Row of the table → the address and what its form would send.
Request = Callable[[Scene], tuple[str, dict[str, Any]]]


def page(name: str, *args: Any, body: Any = form) -> Request:
    """args: values, or how to read them off the scene."""

    def request(scene: Scene) -> tuple[str, dict[str, Any]]:
        values = [arg(scene) if callable(arg) else arg for arg in args]
        return reverse(name, args=values), body(scene) if body is not form else form()

    return request


def jackpot_page(name: str, *number: int, body: Any = form) -> Request:
    return page(name, lambda s: s.club.slug, lambda s: s.jackpot.pk, *number, body=body)


def jackpot_form(**more: Any) -> dict[str, Any]:
    """The form of a jackpot with its defaults."""
    return form(name="Monthly", metric="wins", shares="60, 30", tied="split", least=1, fewest_games=3, vesting="",
                rank_points="5, 4", share="1.50", share_in="cents", **more)  # fmt: skip


def night(name: str, *args: Any, body: Any = form) -> Request:
    return page(name, "night", *args, body=body)


def table(number: int) -> Callable[[Scene], int]:
    return lambda scene: scene.match(number).pk


def pams(scene: Scene) -> int:
    return scene.entry(scene.pam).pk


def version(number: int, **more: Any) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: form(seen=scene.match(number).last_version, **more)


def wish(verb: str, **fields: Any) -> Request:
    return page("wish", "wished", verb, body=lambda s: form(**fields))


def seat_wish(verb: str, number: int) -> Request:
    return page("wish", "wished", verb, body=lambda s: form(entry=s.wished_entry(number)))


def money(verb: str, slug: str = "won", **fields: Any) -> Request:
    """fields: values, or how to read them off the scene."""
    return page("move_prizes", slug, verb, body=lambda s: form(
        **{name: value(s) if callable(value) else value for name, value in fields.items()}))  # fmt: skip


def proposal_of(verb: str, **fields: Any) -> Request:
    return page("decide", "shown", lambda s: match_of(s.shown).pk, verb, body=lambda s: form(seen=1, **fields))


def draft(verb: str, **fields: Any) -> Request:
    return page("change_draft", "draft", lambda s: s.drawn.pk, verb, body=lambda s: about_round(s.drawn) | fields)


PLAN = {
    "measure": "percent", "table_1_from": 0, "table_1": "60, 40", "percent_of": "rest", "unit": "cent",
    "remainder": "first", "shortfall": "refuse", "tied": "split", "barred": "nobody",
    **{f"side_{number}_{name}": value for number in range(1, 7)
       for name, value in {"won_by": "last", "worth": "fixed", "name": "", "key": ""}.items()},
}  # fmt: skip


def at_once(verb: str, name: str) -> Request:
    """name: of the event."""

    def body(scene: Scene) -> dict[str, Any]:
        return form(reason="Fire alarm", **scene.things_shown(verb, Event.objects.get(slug=name)))

    return page("do_all", name, verb, body=body)


AT_ONCE = {
    "accept_all": "night", "void_missing": "night", "forfeit_missing": "night", "check_in_all": "expected",
    "leave_all": "expected",
}  # fmt: skip
SCORE = {"points_0": 7, "points_1": 9}
REQUESTS: dict[str, Request] = {
    "home": page("home"),
    **{name: page(name) for name in ("manifest", "worker", "offline", "my_night")},
    **{name: page(name) for name in ("privacy", "my_data", "my_file")},
    "erase_me": page("erase_me", body=lambda s: form(name="Sam")),
    "style": page("style"),
    "one_time_login": lambda s: (s.login_path, {}),
    "clubs": page("clubs"),
    "new_club": page("new_club", body=lambda s: form(name="Newest", zone="UTC", about="", colour="blue")),
    "club": page("club", lambda s: s.club.slug),
    "jackpots": page("jackpots", lambda s: s.club.slug),
    "new_jackpot": page("new_jackpot", lambda s: s.club.slug, body=lambda s: jackpot_form(kind="month", days=14,
                        anchor="2024-01-01", week_starts=0, turns_at="")),
    "jackpot": jackpot_page("jackpot"),
    "edit_jackpot": jackpot_page("edit_jackpot", body=lambda s: jackpot_form(seen=1)),
    "add_to_jackpot": jackpot_page("add_to_jackpot", body=lambda s: form(amount="5")),
    "jackpot_period": jackpot_page("jackpot_period", 1),
    "close_period/closed": jackpot_page("close_period", 1),
    "close_period/running": jackpot_page("close_period", 2),
    "achievements": page("achievements", lambda s: s.pam.pk),
    "trophies": page("trophies"),
    "club_trophies": page("club_trophies", lambda s: s.club.slug),
    "club_news": page("club_news", lambda s: s.club.slug),
    "my_news": page("my_news", body=lambda s: s.news_seen()),
    "trophy_mail": page("trophy_mail", body=lambda s: form(wanted="yes")),
    "stop_mail": page("stop_mail", lambda s: s.stop_token()),
    "exchange": page("exchange", lambda s: s.club.slug),
    "exchange_table": page("exchange_table", lambda s: s.club.slug, "players", body=lambda s: form(
        do="import", file=SimpleUploadedFile("players.csv", b"name,number\nZoe Hart,77\n"))),
    "exchange_file": page("exchange_file", lambda s: s.club.slug, "players", "csv"),
    "club_archive": page("club_archive", lambda s: s.club.slug),
    "new_event": lambda s: (f"{reverse('new_event', args=[s.club.slug])}?format=progressive", event_form()),
    "club_leaderboards": page("club_leaderboards", lambda s: s.club.slug),
    "leaderboards": page("leaderboards"),
    "players": lambda s: (f"{reverse('players')}?name=an", {}),
    "player": page("player", lambda s: s.pam.pk),
    "compare_players": lambda s: (f"{reverse('compare_players')}?one={s.pam.pk}&two={s.quinn.pk}", {}),
    "hide_name": page("hide_name", lambda s: s.pam.pk, body=lambda s: form(hidden="1")),
    "event": night("event"),
    "seating": night("seating"),
    "standings": night("standings"),
    "board": night("board"),
    "paper": night("paper", "seating"),
    "bracket": page("bracket", "cup"),
    "cross_table": page("cross_table", "league"),
    "fairness": night("fairness"),
    "round_why/published": night("round_why", 1),
    "round_why/draft": page("round_why", "draft", 1),
    "deals": page("deals", "same-cards", 1),
    "prizes": night("prizes"),
    "prize_console": night("prize_console"),
    "prize_sheet": page("prize_sheet", "shown"),
    "move_prizes/plan": money("plan", seen=1, **PLAN),
    "move_prizes/fine": money("fine", basket="fines", amount="2.50"),
    "move_prizes/undo": money("undo", posting=lambda s: s.won.pot.get().pk, reason="Wrong player"),
    "move_prizes/winner": money("winner", seen=1, prize="hat", winner_1=2),
    "move_prizes/tie": money("tie", seen=0, about="1,2", method="lot"),
    "move_prizes/show": money("show", digest=lambda s: s.digest(s.won), override="Late"),
    "move_prizes/paid": money("paid", "shown", payout=lambda s: s.payout()),
    "move_prizes/unpaid": money("unpaid", "shown", payout=lambda s: s.payout(is_paid=True)),
    "move_prizes/praise": money("praise"),
    "prize_changes": page("prize_changes", "changing"),
    "answer_change/agree": page("answer_change", "changing", lambda s: s.change.pk, "agree"),
    "answer_change/decline": page("answer_change", "changing", lambda s: s.change.pk, "decline"),
    "answer_change/praise": page("answer_change", "changing", lambda s: s.change.pk, "praise"),
    "my_seat": night("my_seat"),
    "open_pass": night("open_pass", lambda s: s.token, body=lambda s: {}),
    "forget_phone": night("forget_phone"),
    **{f"give_notice/{kind}": night("give_notice", kind, body=lambda s: form(notice=s.notice.pk))
       for kind in ("leaving", "late", "neither", "praise")},
    "find_table": night("find_table"),
    "come_in": night("come_in", lambda s: s.code, body=lambda s: form(player=s.seated(2).pk)),
    "wall_code": night("wall_code"),
    **{f"answer_notice/{answer}": night("answer_notice", lambda s: s.notice.pk, answer)
       for answer in ("agree", "decline", "praise")},
    "slip": night("slip", table(1), body=lambda s: slip_form(s.match(1), 10, 6)),
    "answer_slip/confirm": night("answer_slip", table(1), "confirm", body=version(1)),
    "answer_slip/dispute": night("answer_slip", table(1), "dispute", body=version(1)),
    "answer_slip/praise": night("answer_slip", table(1), "praise", body=version(1)),
    "open_table": page("open_table", "apart", lambda s: match_of(s.apart).pk),
    "begin_table": page("begin_table", "apart", lambda s: s.awaited().pk),
    "online_tables": page("online_tables", "apart"),
    "console": night("console"),
    "draw_round": page("draw_round", "empty", body=lambda s: form(number=1)),
    "move_round/publish": page("move_round", "draft", lambda s: s.drawn.pk, "publish",
                               body=lambda s: about_round(s.drawn)),
    "move_round/unpublish": page("move_round", "fresh", lambda s: s.fresh_round.pk, "unpublish",
                                 body=lambda s: about_round(s.fresh_round)),
    "move_round/close": page("move_round", "done", lambda s: s.done_round.pk, "close",
                             body=lambda s: about_round(s.done_round)),
    "move_round/praise": page("move_round", "done", lambda s: s.done_round.pk, "praise",
                              body=lambda s: about_round(s.done_round)),
    "move_clock/start": page("move_clock", "fresh", lambda s: s.fresh_round.pk, "start",
                             body=lambda s: form(minutes=20)),
    "move_clock/last": night("move_clock", lambda s: s.round.pk, "last"),
    "move_clock/recall": page("move_clock", "done", lambda s: s.done_round.pk, "recall"),
    "move_clock/praise": page("move_clock", "fresh", lambda s: s.fresh_round.pk, "praise"),
    "announce": night("announce", body=lambda s: form(text="Pizza is here")),
    "withdraw": night("withdraw", lambda s: s.said.pk),
    "blank_round": page("blank_round", "wished", body=lambda s: form(number=1)),
    "change_draft/swap": draft("swap", one=1, other=2),
    "change_draft/table": draft("table", table=1, to=2),
    "change_draft/praise": draft("praise"),
    "wishes": night("wishes"),
    "wish/together": wish("together", one="Ann (1)", other="Bob (2)"),
    "wish/apart": wish("apart", one="Cy (3)", other="Dee (4)"),
    "wish/forget": wish("forget", one="Ann (1)", other="Bob (2)"),
    "wish/keep": seat_wish("keep", 1),
    "wish/free": seat_wish("free", 3),
    "wish/close": wish("close", number=2),
    "wish/open": wish("open", number=4),
    "wish/praise": wish("praise"),
    "move_event/finish": page("move_event", "won", "finish", body=lambda s: form(override="Late")),
    "move_event/reopen": page("move_event", "ended", "reopen"),
    "move_event/praise": page("move_event", "ended", "praise"),
    "set_criteria": night("set_criteria", body=lambda s: form(seen=criteria_version(s.night), criterion_1="loners")),
    "hand_sheets": page("hand_sheets", "same-cards", lambda s: s.dealt.pk),
    "stages": night("stages"),
    "add_stage": lambda s: (f"{reverse('add_stage', args=['night'])}?format=rotation",
                            stage_form(s.night, "rotation", name="Final")),
    "begin_stage": page("begin_stage", "over", lambda s: s.over.pk, body=lambda s: seeds_form(s.over)),
    "move_stage/remove": page("move_stage", "over", lambda s: s.over.pk, "remove"),
    "move_stage/unbegin": page("move_stage", "begun", lambda s: s.begun.pk, "unbegin"),
    "move_stage/praise": page("move_stage", "over", lambda s: s.over.pk, "praise"),
    "papers": night("papers"),
    "console_paper": night("console_paper", "cards"),
    "print_links": night("print_links"),
    **{f"do_all/{verb}": at_once(verb, name) for verb, name in AT_ONCE.items()},
    "do_all/praise": night("do_all", "praise"),
    "undo_bulk": page("undo_bulk", "voided", lambda s: s.done_at_once.pk),
    "journal": night("journal"),
    "compare": page("compare", "fresh"),
    "check_in": night("check_in"),
    "walk_in": night("walk_in", body=lambda s: form(name="Zoe Hart")),
    "roster": night("roster", body=lambda s: form(file=SimpleUploadedFile("roster.csv", CSV))),
    "move_entry/here": night("move_entry", lambda s: s.waiting_entry().pk, "here", body=lambda s: form(seen=1)),
    "move_entry/gone": night("move_entry", pams, "gone", body=lambda s: form(seen=1)),
    "move_entry/not-here": page("move_entry", "empty", lambda s: s.unseated().pk, "not-here",
                                body=lambda s: form(seen=1)),
    "move_entry/fee": night("move_entry", pams, "fee"),
    "move_entry/praise": night("move_entry", pams, "praise"),
    "enter_names": night("enter_names", body=lambda s: form(names="Zoe Hart\nYves Kern", here="1")),
    "everybody/here": night("everybody", "here", body=lambda s: (
        s.waiting_entry() and form(**s.things_shown("check_in_all", s.night)))),
    "everybody/undo": page("everybody", "ticked", "undo", body=lambda s: form(
        done=s.ticked_at_once.pk)),
    "everybody/praise": night("everybody", "praise"),
    "what_if": page("what_if", "empty"),
    "late": page("late", "short", lambda s: s.latecomer.pk, body=lambda s: form(
        round=s.short_round.pk, seen=s.short_round.revision, way="join", table=2)),
    "change/substitute": night("change", pams, lambda s: s.pam.pk,
                               body=lambda s: form(way="substitute", coming=s.mia.player.pk)),
    "change/leave": night("change", pams, lambda s: s.pam.pk, body=lambda s: form(way="leave", seen=1)),
    "change/sit_in": page("change", "fresh", lambda s: s.fresh_seat().entry_id, lambda s: s.fresh_seat().player_id,
                          body=lambda s: about_round(s.fresh_round) | {
                              "way": "sit_in", "coming": s.mia.player.pk, "round": s.fresh_round.pk}),
    "change/no_show": page("change", "fresh", lambda s: s.fresh_seat().entry_id, lambda s: s.fresh_seat().player_id,
                           body=lambda s: about_round(s.fresh_round) | {"way": "no_show", "round": s.fresh_round.pk}),
    "change/praise": page("change", "fresh", lambda s: s.fresh_seat().entry_id, lambda s: s.fresh_seat().player_id,
                          body=lambda s: about_round(s.fresh_round) | {"way": "praise", "round": s.fresh_round.pk}),
    "issue_pass": night("issue_pass", lambda s: s.pam.pk),
    "find_slip": lambda s: (f"{reverse('find_slip', args=['night'])}?code=2", {}),
    "grid": night("grid", body=version(2, **SCORE)),
    "match": night("match", table(2)),
    "preview": lambda s: (f"{REQUESTS['match'](s)[0]}preview/correct/?points_0=7&points_1=9&reason=Misread", {}),
    "preview_void": lambda s: (f"{REQUESTS['match'](s)[0]}preview/void/", {}),
    "decide/record": night("decide", table(2), "record", body=version(2, **SCORE)),
    "decide/confirm": night("decide", table(1), "confirm", body=version(1)),
    "decide/correct": night("decide", table(3), "correct", body=version(3, **SCORE, reason="Misread")),
    "decide/void": night("decide", table(2), "void", body=version(2, reason="Wrong players")),
    "decide/propose-correct": proposal_of("propose-correct", **SCORE, reason="Misread"),
    "decide/propose-void": proposal_of("propose-void", reason="Wrong players"),
    "decide/choose": night("decide", table(1), "choose", body=version(1, claim=1)),
    "decide/reopen": night("decide", table(3), "reopen", body=version(3)),
    "decide/praise": night("decide", table(2), "praise", body=version(2)),
    **OF_IMPORTS,
    **OF_LEAGUES,
    **OF_PEOPLE,
    **OF_REGISTRATION,
    **OF_SHARING,
    **OF_WEBHOOKS,
}  # fmt: skip


def ask(scene: Scene, role: str, row: str, method: str) -> Answer:
    path, body = REQUESTS[row](scene)
    if row == "grid":
        body["match"] = scene.match(2).pk
    client = scene.browser(role)
    return client.get(path) if method == "GET" else client.post(path, body)
