"""A row for each kind of notification: what makes it happen, and who is told with which title in two languages."""

import datetime
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from games.accounts.models import Player, User
from games.notifications.choices import note_bounce
from games.notifications.kinds import NotificationKind
from games.notifications.push.models import PushSubscription
from games.notifications.views import TEST_TITLE, TEST_WORDS
from games.notifications.writing import NewNotification, notify
from tests.cast import Table, context_of, make_club, make_event, make_user, on_grid, on_phone, seat_table, slip
from tests.games.notifications.conftest import phone_of
from tests.games.tables.test_by_the_day import Days
from tests.games.tables.test_presence import Evening
from tests.games.tables.test_table_waits import away
from tests.tournaments.jackpots.test_closing import open_week
from tests.tournaments.leagues.test_date_proposals import Agreeing
from tests.tournaments.rewards.conftest import score
from tests.tournaments.scenes.jackpot import JackpotClub
from tests.tournaments.scenes.registration import known, member, register, taking
from tests.tournaments.subs.searching import Searching, says_yes
from tournaments.access.wall_code import hang_code
from tournaments.attendance.commands import ask_players
from tournaments.calls.commands import call_organizer
from tournaments.calls.models import Call
from tournaments.checkin import entries, notices
from tournaments.checkin.models import Notice
from tournaments.clubs.models import Club
from tournaments.events.cancelling import cancel_event
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.models import Event
from tournaments.jackpots.closing import close_due
from tournaments.leagues.models import SquadPlayer
from tournaments.registration.partners import answer_ask, ask_partner
from tournaments.registration.spots import sign_up, withdraw
from tournaments.results import commands as results
from tournaments.rounds import clock
from tournaments.rounds.models import Clock

HOUR = datetime.timedelta(hours=1)
Titles = tuple[str, str]
"""In English and in French."""
Told = list[tuple[Player | User, Titles]]
MAKERS: dict[NotificationKind, Callable[[], Told]] = {}


def equip() -> None:
    """Everyone has an account and a phone from now on."""
    for player in Player.objects.filter(is_bot=False, erased_at=None).order_by("pk"):
        if player.user_id is None:
            user = User.objects.create_user(f"player{player.pk}@example.org", "bower-and-kitty")
            Player.objects.filter(pk=player.pk).update(user=user)
        if not PushSubscription.objects.filter(player=player).exists():
            phone_of(player)


def makes(kind: NotificationKind) -> Callable[[Callable[[], Told]], Callable[[], Told]]:
    """What follows makes something happen of that kind; what's told is in the order of the list."""

    def keep(make: Callable[[], Told]) -> Callable[[], Told]:
        assert kind not in MAKERS
        MAKERS[kind] = make
        return make

    return keep


def noon() -> str:
    """A time zone where it is noon now: reminders leave by day."""
    return f"Etc/GMT{timezone.now().hour - 12:+d}"


class Signing:
    """Olga's event for singles with one spot, which Pam has; Quinn waits."""

    def __init__(self) -> None:
        self.olga = make_user("Olga")
        self.club = make_club(self.olga)
        self.pam, self.quinn = member(self.club, "Pam"), member(self.club, "Quinn")
        self.event = taking(self.club, self.olga, 1, name="Harvest")
        self.first, self.second = register(self.event, self.pam), register(self.event, self.quinn)

    def change(self, **changed: Any) -> None:
        settings = EventSettings(**vars(EventSettings.of(self.event)) | changed)
        change_event(self.event.pk, settings, context=context_of(self.olga))


@makes(NotificationKind.REGISTERED)
def registered() -> Told:
    scene = Signing()
    return [
        (scene.pam, ("You’re registered for Harvest", "Harvest\u00a0: votre inscription est confirmée")),
        (
            scene.quinn,
            (
                "You’re number 1 on the waiting list for Harvest",
                "Harvest\u00a0: vous êtes numéro 1 sur la liste d’attente",
            ),
        ),
    ]


@makes(NotificationKind.MOVED_UP)
def moved_up() -> Told:
    scene = Signing()
    withdraw(scene.first.pk, context=context_of(scene.olga))
    return [(scene.quinn, ("You have a spot at Harvest", "Harvest\u00a0: vous avez une place"))]


class Pairing:
    """Mae looks for a partner and asks Ned."""

    def __init__(self) -> None:
        self.olga = make_user("Olga")
        self.club = make_club(self.olga)
        self.mae, self.ned = known(self.club, "Mae", "Ned")
        self.event = taking(self.club, self.olga, 4, "round_robin", name="Harvest")
        alone = sign_up(self.event.pk, [self.mae], context=context_of(self.olga))
        self.ask = ask_partner(alone.pk, self.ned, context=context_of(self.olga))


@makes(NotificationKind.PARTNER_REQUEST)
def partner_request() -> Told:
    return [(Pairing().ned, ("Mae asks you to be their partner", "Mae vous propose d’être partenaires"))]


@makes(NotificationKind.PARTNER_ANSWER)
def partner_answer() -> Told:
    scene = Pairing()
    answer_ask(scene.ask.pk, True, context=context_of(scene.olga))
    return [(scene.mae, ("Ned is your partner for Harvest", "Harvest\u00a0: Ned est votre partenaire"))]


@makes(NotificationKind.EVENT_CHANGED)
def event_changed() -> Told:
    scene = Signing()
    scene.change(starts_at=datetime.datetime(2031, 10, 9, 23, tzinfo=datetime.UTC))
    titles = ("Harvest now starts Thu, Oct 9, 7:00\u00a0PM", "Harvest\u00a0: nouveau début, jeu. 9 oct., 19:00")
    return [(scene.pam, titles), (scene.quinn, titles)]


@makes(NotificationKind.EVENT_CANCELED)
def event_canceled() -> Told:
    scene = Signing()
    cancel_event(scene.event.pk, reason="Snow", context=context_of(scene.olga))
    return [
        (scene.pam, ("Harvest is canceled", "Harvest\u00a0: tournoi annulé")),
        (scene.quinn, ("Harvest is canceled", "Harvest\u00a0: tournoi annulé")),
    ]


class Soon:
    """Harvest, where Pam and Quinn are expected."""

    def __init__(self, begins_in: datetime.timedelta) -> None:
        self.olga = make_user("Olga")
        self.club = make_club(self.olga)
        Club.objects.update(zone=noon())
        self.club.refresh_from_db()
        self.pam, self.quinn = member(self.club, "Pam"), member(self.club, "Quinn")
        self.event: Event = make_event(self.club, self.olga, name="Harvest")
        Event.objects.filter(pk=self.event.pk).update(starts_at=timezone.now() + begins_in)
        for user in (self.pam, self.quinn):
            entries.register(self.event.pk, [user.player], context=context_of(self.olga))


@makes(NotificationKind.EVENT_TOMORROW)
def event_tomorrow() -> Told:
    scene = Soon(24 * HOUR)
    return [
        (scene.pam, ("Harvest is tomorrow", "Harvest, c’est demain")),
        (scene.quinn, ("Harvest is tomorrow", "Harvest, c’est demain")),
    ]


@makes(NotificationKind.COMING)
def coming() -> Told:
    scene = Soon(100 * HOUR)
    ask_players(scene.event.pk, context=context_of(scene.olga))
    titles = ("Are you coming to Harvest?", "Harvest\u00a0: venez-vous\u00a0?")
    return [(scene.pam, titles), (scene.quinn, titles)]


@makes(NotificationKind.SUB_WANTED)
def sub_wanted() -> Told:
    scene = Searching()
    scene.enter(scene.pam)
    scene.ask()
    return [(sub, ("Can you substitute for Pam?", "Pouvez-vous remplacer Pam\u00a0?")) for sub in scene.subs]


@makes(NotificationKind.SUB_FOUND)
def sub_found() -> Told:
    scene = Searching()
    scene.enter(scene.pam)
    request = scene.ask()
    sub = scene.subs[0]
    says_yes(request, sub)
    event = scene.event.name
    return [
        (sub, (f"You’re substituting for Pam at {event}", "vous remplacez Pam")),
        (scene.pam, (f"{sub.player.name} is substituting for you at {event}", "Sub 1 vous remplace")),
    ]


@makes(NotificationKind.CHECK_IN)
def check_in() -> Told:
    scene = Soon(HOUR)
    hang_code(scene.event.pk, context=context_of(scene.olga))
    titles = ("Check-in for Harvest is open", "Harvest\u00a0: l’accueil est ouvert")
    return [(scene.pam, titles), (scene.quinn, titles)]


def at_table(table: Table, title: Titles, *players: Player) -> Told:
    return [(player, title) for player in players or (table.pam, table.quinn, table.ann, table.bob)]


@makes(NotificationKind.ROUND)
def round_out() -> Told:
    table = seat_table(4)
    return at_table(table, ("Round 1: table 1", "Ronde 1\u00a0: table 1"))


@makes(NotificationKind.SCORE_WAITS)
def score_waits() -> Told:
    table = seat_table(4)
    results.record_result(table.match.pk, slip(10, 7), context=on_phone(table.pam), expected_version=0)
    return at_table(table, ("Confirm the score at table 1", "Confirmez le score de la table 1"), table.quinn, table.bob)


@makes(NotificationKind.SCORE_DISPUTED)
def score_disputed() -> Told:
    table = seat_table(4)
    results.record_result(table.match.pk, slip(10, 7), context=on_phone(table.pam), expected_version=0)
    results.dispute_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    titles = ("The score at table 1 is disputed", "Le score de la table 1 est contesté")
    return [*at_table(table, titles, table.pam, table.ann, table.bob), (table.olga, titles)]


@makes(NotificationKind.SCORE_CORRECTED)
def score_corrected() -> Told:
    table = seat_table(4)
    results.record_result(table.match.pk, slip(10, 7), context=on_grid(table.olga), expected_version=0)
    by = on_grid(table.olga)
    results.correct_result(table.match.pk, slip(10, 4), reason="Misread", context=by, expected_version=1)
    return at_table(table, ("The score at table 1 was corrected", "Le score de la table 1 a été corrigé"))


@makes(NotificationKind.FIXTURE_MOVED)
def fixture_moved() -> Told:
    scene = Agreeing()
    scene.move(2)
    titles = (f"{scene.fixture} has a new date", "change de date")
    players = SquadPlayer.objects.filter(squad__in=scene.fixture.squads).select_related("player")
    return [(squad_player.player, titles) for squad_player in players]


@makes(NotificationKind.DATES_PROPOSED)
def dates_proposed() -> Told:
    scene = Agreeing()
    scene.propose(2)
    home, _ = scene.fixture.squads
    return [(scene.captain(1), (f"{home} proposes other dates for {scene.fixture}", "propose d’autres dates"))]


@makes(NotificationKind.DATE_TO_APPROVE)
def date_to_approve() -> Told:
    scene = Agreeing(moving="approved")
    scene.pick(scene.propose(2))
    return [
        (
            scene.stage.olga,
            (f"{scene.fixture}: a new date needs your approval", "une nouvelle date attend votre approbation"),
        )
    ]


@makes(NotificationKind.TABLE_WAITS)
def table_waits() -> Told:
    evening = Evening()
    equip()
    away(evening)
    return [(evening.who, ("Olga’s table is waiting for you", "On vous attend"))]


@makes(NotificationKind.YOUR_TURN)
def your_turn() -> Told:
    days = Days()
    equip()
    days.all_leave()
    days.look()
    return [(days.who, ("It’s your turn at Olga’s table", "À vous de jouer"))]


@makes(NotificationKind.TABLE_CALLS)
def table_calls() -> Told:
    table = seat_table(4)
    call_organizer(table.match.pk, Call.Reason.RULES, "", context=on_phone(table.pam))
    return [(table.olga, ("Table 1 needs you", "La table 1 vous appelle"))]


@makes(NotificationKind.PLAYER_NOTICE)
def player_notice() -> Told:
    table = seat_table(4)
    notices.give_notice(table.event.pk, table.pam, Notice.Kind.LEAVING, context=on_phone(table.pam))
    return [(table.olga, ("Pam has to leave", "Pam doit partir"))]


@makes(NotificationKind.SCORE_MISSING)
def score_missing() -> Told:
    table = seat_table(4)
    clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
    Clock.objects.update(running_since=timezone.now() - HOUR / 2)
    return [
        (table.olga, ("Round 1: the score at table 1 is missing", "Ronde 1\u00a0: il manque le score de la table 1"))
    ]


@makes(NotificationKind.SPOT_FREE)
def spot_free() -> Told:
    scene = Signing()
    Club.objects.update(zone=noon())
    Event.objects.filter(pk=scene.event.pk).update(starts_at=timezone.now() + HOUR)
    withdraw(scene.second.pk, context=context_of(scene.quinn), player=scene.quinn.player)
    withdraw(scene.first.pk, context=context_of(scene.pam), player=scene.pam.player)
    return [(scene.olga, ("A spot opened up at Harvest", "Harvest\u00a0: une place s’est libérée"))]


@makes(NotificationKind.MAIL_FAILED)
def mail_failed() -> Told:
    scene = Signing()
    equip()
    note_bounce(scene.pam.email)
    return [(scene.olga, ("An email to Pam bounced", "Un courriel envoyé à Pam nous est revenu"))]


@makes(NotificationKind.ACHIEVEMENT)
def achievement() -> Told:
    table = seat_table(4)
    Club.objects.update(zone=noon())
    equip()
    score(table, 10, 6)
    return at_table(table, ("You earned First win", "Première victoire"), table.pam, table.ann)


@makes(NotificationKind.JACKPOT_CLOSED)
def jackpot_closed() -> Told:
    scene = open_week(shares=(5000,))
    equip()
    close_due()
    ann, bob, cy, dee = scene.people
    lost = ("Loner pot: you finished 3rd of 4", "vous finissez 3e sur\u00a04")
    return [
        (bob, lost),
        (dee, lost),
        (ann, ("Loner pot: you won", "vous avez gagné")),
        (cy, ("Loner pot: you won", "vous avez gagné")),
    ]


@makes(NotificationKind.OVERTAKEN)
def overtaken() -> Told:
    scene = JackpotClub()
    scene.count(scene.inside(), (10, 6))
    scene.settle()
    equip()
    for _ in range(2):
        scene.count(scene.inside(), (1, 10))
        scene.settle()
    ann, _, cy, _ = scene.people
    titles = ("Someone passed you in Loner pot", "quelqu’un est passé devant vous")
    return [(ann, titles), (cy, titles)]


@makes(NotificationKind.TEST)
def a_test() -> Told:
    user = make_user("Pam")
    equip()
    notify(NotificationKind.TEST, "1", [NewNotification(user.player.pk, TEST_TITLE, "/", TEST_WORDS)])
    return [(user, ("Notifications are working", "Les notifications fonctionnent"))]
