"""Who is asked, by whom, and how many will likely come."""

import datetime
from collections.abc import Callable
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, make_event, on_phone
from tests.tournaments.scenes.league import FIRST_DAY, Stage
from tests.tournaments.scenes.registration import HOUR, change_terms, known, member, register, taking
from tournaments.activity_log.words import sentence
from tournaments.attendance.commands import answer_event, answer_fixture, ask_players, ask_squads
from tournaments.attendance.likely import likely, past_of
from tournaments.attendance.models import Attendance
from tournaments.attendance.selectors import tally_of_squad, turnout_of
from tournaments.checkin import entries
from tournaments.clubs.models import Club, Role
from tournaments.errors import NotAllowed
from tournaments.events.models import Event
from tournaments.leagues.fixtures import postpone
from tournaments.leagues.models import Fixture
from tournaments.recurring.commands import repeat_event
from tournaments.recurring.models import RecurringEvent
from tournaments.registration.spots import withdraw
from tournaments.rounds import commands as rounds

pytestmark = pytest.mark.django_db
YES, MAYBE, NO = Attendance.Answer.YES, Attendance.Answer.MAYBE, Attendance.Answer.NO
TUESDAY = datetime.datetime(2026, 9, 1, 19, tzinfo=ZoneInfo("America/Detroit"))
WEEK = datetime.timedelta(weeks=1)
SetClock = Callable[[datetime.datetime], None]


@pytest.fixture
def event(club: Club, olga: User) -> Event:
    return taking(club, olga)


def asked(event: Event) -> list[str]:
    rows = Attendance.objects.filter(event=event, asked__isnull=False)
    return sorted(rows.values_list("player__name", flat=True))


class TestWhoIsAsked:
    def test_everyone_entered_or_registered_once(self, event: Event, club: Club, olga: User) -> None:
        pam, quinn = member(club, "Pam"), member(club, "Quinn")
        (ike, _june) = known(club, "Ike", "June")
        register(event, pam)
        entries.register(event.pk, [ike], context=context_of(olga))
        assert ask_players(event.pk, context=context_of(olga)) == 2
        assert asked(event) == ["Ike", "Pam"]
        register(event, quinn)
        assert ask_players(event.pk, context=context_of(olga)) == 1, "those who came since"
        assert ask_players(event.pk, context=context_of(olga)) == 0
        lines = [sentence(entry) for entry in event.audit_log.filter(action="ask_coming").order_by("number")]
        assert lines == ["Olga asked 2 players if they’re coming.", "Olga asked 1 player if they’re coming."]

    def test_all_members_but_not_guests_nor_those_who_left(self, event: Event, club: Club, olga: User) -> None:
        pam, quinn = member(club, "Pam"), member(club, "Quinn")
        member(club, "Guy", Role.GUEST)
        withdraw(register(event, pam).pk, player=pam.player, context=context_of(pam))
        register(event, quinn)
        assert ask_players(event.pk, everyone=True, context=context_of(olga)) == 2
        assert asked(event) == ["Olga", "Quinn"]

    def test_who_answered_already_is_not_asked(self, event: Event, club: Club, olga: User) -> None:
        pam = member(club, "Pam")
        register(event, pam)
        answer_event(event.pk, YES, context=context_of(pam))
        assert ask_players(event.pk, context=context_of(olga)) == 0

    def test_only_organizers_ask(self, event: Event, club: Club) -> None:
        with pytest.raises(NotAllowed):
            ask_players(event.pk, context=context_of(member(club, "Pam")))


def test_likely_counts_halves_up() -> None:
    assert likely(0, 0, []) == 0
    assert likely(5, 1, []) == 6
    assert likely(5, 0, [Fraction(1, 4)]) == 5
    assert likely(5, 1, [Fraction(1, 4), Fraction(2, 3)]) == 6
    assert likely(0, 3, [Fraction(1)]) == 3


class TestTurnout:
    @pytest.mark.slow
    def test_counts_and_tables(self, event: Event, club: Club, olga: User) -> None:
        users = [member(club, f"P{number:02}") for number in range(13)]
        for user in users:
            register(event, user)
        for number, user in enumerate(users):
            answer = YES if number < 6 else MAYBE if number < 8 else NO if number < 9 else None
            if answer:
                answer_event(event.pk, answer, context=context_of(user))
        turnout = turnout_of(event)
        tally = turnout.tally
        assert [len(lines) for lines in (tally.yes, tally.maybe, tally.no, tally.silent)] == [6, 2, 1, 4]
        assert [line.player.name for line in tally.no] == ["P08"]
        assert not tally.no[0].is_listed
        assert (turnout.people, turnout.tables) == (11, 2), "6 + 2 halves + 4 on the list without a past"

    def test_no_more_than_there_are_spots(self, event: Event, club: Club, olga: User) -> None:
        change_terms(event, olga, capacity=4)
        for number in range(6):
            register(event, member(club, f"P{number}"))
        assert (turnout_of(event).people, turnout_of(event).tables) == (4, 1)

    def test_members_who_were_only_asked_count_nothing_without_a_past(
        self, event: Event, club: Club, olga: User
    ) -> None:
        known(club, *(f"P{number}" for number in range(5)))
        ask_players(event.pk, everyone=True, context=context_of(olga))
        turnout = turnout_of(event)
        assert (len(turnout.tally.silent), turnout.people, turnout.tables) == (6, 0, 0)

    def test_an_empty_event(self, event: Event) -> None:
        assert (turnout_of(event).people, turnout_of(event).tally.number) == (0, 0)


class TestPast:
    """Three Tuesdays are played, the fourth is coming."""

    @pytest.fixture
    def series(self, club: Club, olga: User, monkeypatch: pytest.MonkeyPatch) -> RecurringEvent:
        now = (TUESDAY - datetime.timedelta(days=1)).astimezone(datetime.UTC)
        monkeypatch.setattr(timezone, "now", lambda: now)
        event = make_event(club, olga, "rotation", name="Tuesdays")
        Event.objects.filter(pk=event.pk).update(starts_at=TUESDAY)
        event = Event.objects.select_related("club").get(pk=event.pk)
        return repeat_event(club, event, 1, (TUESDAY + 3 * WEEK).date(), [], context=context_of(olga))

    def event_on(self, series: RecurringEvent, number: int) -> Event:
        found = series.occurrences.select_related("event__club").get(date=(TUESDAY + number * WEEK).date()).event
        assert found
        return found

    def play(self, event: Event, olga: User, here: list[Player], away: list[Player]) -> None:
        for player in here + away:
            entry = entries.register(event.pk, [player], context=context_of(olga))
            if player in here:
                entries.check_in(entry.pk, context=context_of(olga))
        row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
        rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)

    @pytest.mark.slow
    def test_shares(self, series: RecurringEvent, club: Club, olga: User) -> None:
        ann, bob, cy, dee, earl, flo = known(club, "Ann", "Bob", "Cy", "Dee", "Earl", "Flo")
        self.play(self.event_on(series, 0), olga, [ann, bob, cy, dee, earl], [])
        self.play(self.event_on(series, 1), olga, [ann, bob, cy, dee], [earl])
        self.play(self.event_on(series, 2), olga, [ann, bob, cy, dee], [earl])
        event = self.event_on(series, 3)
        past = past_of(event)
        assert past.dates == 3
        assert past.share(ann.pk, is_listed=True) == 1
        assert past.share(earl.pk, is_listed=True) == Fraction(1, 3)
        assert past.share(flo.pk, is_listed=True) == 1, "on the list for the first time"
        assert past.share(flo.pk, is_listed=False) == 0
        for player in (ann, earl, flo):
            entries.register(event.pk, [player], context=context_of(olga))
        ask_players(event.pk, everyone=True, context=context_of(olga))
        turnout = turnout_of(event)
        silent = {line.player.name: (line.came, line.dates) for line in turnout.tally.silent}
        assert silent["Earl"] == (1, 3)
        assert turnout.people == 5, "Ann and Flo 1, Earl a third, and Bob, Cy and Dee, who were only asked, 1 each: 5⅓"


class TestMatches:
    @pytest.fixture
    def stage(self, db: None) -> Stage:
        stage = Stage()
        stage.open()
        return stage

    @pytest.fixture
    def fixture(self, stage: Stage) -> Fixture:
        return stage.season.fixtures.order_by("starts_at", "number")[0]

    def test_a_captain_asks_the_own_team_and_an_organizer_both(self, stage: Stage, fixture: Fixture) -> None:
        captain, other = stage.players(fixture.home.team.name)
        with pytest.raises(NotAllowed):
            ask_squads(fixture.pk, [fixture.away], context=on_phone(captain))
        with pytest.raises(NotAllowed):
            ask_squads(fixture.pk, [fixture.home], context=on_phone(other))
        assert ask_squads(fixture.pk, [fixture.home], context=on_phone(captain)) == 2
        assert ask_squads(fixture.pk, fixture.squads, context=stage.context_of()) == 2
        entry = stage.club.audit_log.filter(action="ask_coming").latest("pk")
        assert (entry.detail["count"], entry.detail["fixture"], entry.event) == (2, fixture.pk, None)

    def test_answers_are_for_the_own_captain(self, stage: Stage, fixture: Fixture) -> None:
        captain, other = stage.players(fixture.home.team.name)
        answer_fixture(fixture.pk, NO, context=on_phone(other))
        answer_fixture(fixture.pk, YES, context=on_phone(captain))
        tally = tally_of_squad(fixture, fixture.home)
        assert [line.player for line in tally.no] == [other]
        assert [line.player for line in tally.yes] == [captain]
        assert tally_of_squad(fixture, fixture.away).has_answers is False
        assert not fixture.line_up.exists(), "the lineup is the captain's"

    def test_a_match_on_another_day_is_asked_anew(self, stage: Stage, fixture: Fixture) -> None:
        captain, _ = stage.players(fixture.home.team.name)
        answer_fixture(fixture.pk, YES, context=on_phone(captain))
        day = datetime.datetime.combine(FIRST_DAY, datetime.time(19), ZoneInfo("America/Detroit"))
        postpone(fixture.pk, None, "Snow", context=stage.context_of())
        with pytest.raises(RuleError, match="postponed"):
            answer_fixture(fixture.pk, YES, context=on_phone(captain))
        postpone(fixture.pk, day + datetime.timedelta(days=3), "New day", context=stage.context_of())
        fixture = Fixture.objects.get(pk=fixture.pk)
        assert not tally_of_squad(fixture, fixture.home).has_answers

    def test_players_of_other_teams_have_no_say(self, stage: Stage, fixture: Fixture) -> None:
        playing = {fixture.home.team.name, fixture.away.team.name}
        other = next(squad for squad in stage.season.squads.all() if squad.team.name not in playing)
        with pytest.raises(NotAllowed):
            answer_fixture(fixture.pk, YES, context=on_phone(stage.players(other.team.name)[0]))

    def test_one_that_started_takes_no_answers(self, stage: Stage, fixture: Fixture) -> None:
        captain, _ = stage.players(fixture.home.team.name)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() - HOUR)
        with pytest.raises(RuleError, match="has started"):
            answer_fixture(fixture.pk, YES, context=on_phone(captain))
