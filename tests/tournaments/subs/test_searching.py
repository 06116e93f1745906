"""A seat looks for someone: who may ask, who is asked, and what the answers do."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.blocks.models import Block
from games.engine.errors import RuleError
from games.notifications.kinds import NotificationKind
from games.notifications.models import NotificationDelivery
from tests.cast import context_of, enter, make_event, make_user, on_phone, publish
from tests.kept import kept
from tests.tournaments.scenes.registration import member, register, taking
from tests.tournaments.subs.searching import (
    HOUR,
    Searching,
    asked,
    off_everywhere,
    reach,
    says_no,
    says_yes,
    titles_of,
)
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.clubs.members import leave_club
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.cancelling import cancel_event
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.registration.models import Registration
from tournaments.registration.selectors import own_registration
from tournaments.subs import commands
from tournaments.subs.evenings import evenings_of, set_evenings
from tournaments.subs.models import SubEvening, SubRequest
from tournaments.subs.sweep import sweep_requests

State = SubRequest.State


def entered() -> Searching:
    """Pam is entered, and three members can substitute."""
    here = Searching()
    here.enter(here.pam)
    return here


def crowded() -> Searching:
    """More members can substitute than are asked at once."""
    here = Searching(commands.BATCH_SIZE + 2)
    here.enter(here.pam)
    return here


scene, crowd = kept(entered), kept(crowded)


# -- the first yes ----------------------------------------------------------------------------------------------------


def test_the_first_yes_gets_the_seat_and_plays_under_their_own_name(scene: Searching) -> None:
    request = scene.ask()
    assert says_yes(request, scene.subs[1]).state == State.FILLED
    request.refresh_from_db()
    assert request.sub == scene.subs[1].player
    entry = scene.event.entries.get()
    assert [(one.player.name, one.is_active) for one in entry.lineup.order_by("pk")] == [
        ("Pam", False),
        ("Sub 2", True),
    ]
    assert list(request.asks.filter(answer="yes")) == [request.asks.get(player=scene.subs[1].player)]
    assert violations() == []


def test_the_second_yes_is_told_that_someone_was_faster(scene: Searching) -> None:
    request = scene.ask()
    says_yes(request, scene.subs[0])
    with pytest.raises(Conflict, match="Someone else said yes before you"):
        says_yes(request, scene.subs[1])
    assert scene.event.entries.get().name == "Sub 1"
    assert request.asks.get(player=scene.subs[1].player).answer == ""


def test_a_yes_that_is_sent_twice_is_one(scene: Searching) -> None:
    request = scene.ask()
    says_yes(request, scene.subs[0])
    assert says_yes(request, scene.subs[0]).sub == scene.subs[0].player
    assert scene.event.audit_log.filter(action="accept_sub").count() == 1


def test_no_one_who_was_not_asked_can_take_the_seat(scene: Searching) -> None:
    request = scene.ask()
    with pytest.raises(NotAllowed):
        says_yes(request, member(scene.club, "Otis"))
    with pytest.raises(NotAllowed):
        says_yes(request, scene.pam)


def test_one_who_said_no_may_still_say_yes(scene: Searching) -> None:
    request = scene.ask()
    says_no(request, scene.subs[0])
    assert says_yes(request, scene.subs[0]).state == State.FILLED


def test_the_substitute_is_seated_and_the_facts_are_about_them(scene: Searching) -> None:
    """As with a substitute whom an organizer puts in: the chair at a table that hasn't reported is theirs at once."""
    enter(scene.event, scene.olga, ["Ann", "Bob", "Cy"])
    entries.check_in(scene.event.entries.get(number=1).pk, context=context_of(scene.olga))
    row = publish(scene.event, scene.olga)
    request = scene.ask(by=scene.olga)
    says_yes(request, scene.subs[0])
    seated = set(row.matches.get().seats.values_list("player__name", flat=True))
    assert seated == {"Sub 1", "Ann", "Bob", "Cy"}


# -- who may ask ------------------------------------------------------------------------------------------------------


def test_a_player_asks_for_their_own_seat_alone(scene: Searching) -> None:
    quinn = member(scene.club, "Quinn")
    scene.enter(quinn)
    with pytest.raises(NotAllowed):
        scene.ask(by=quinn, player=scene.pam)
    with pytest.raises(NotAllowed):
        scene.ask(by=make_user("Sam"), player=scene.pam)
    assert scene.ask(by=quinn, player=quinn).player == quinn.player
    assert scene.ask(by=scene.olga, player=scene.pam).asked_by == scene.olga.player


def test_a_personal_link_is_enough_to_ask(scene: Searching) -> None:
    entry = scene.event.entries.get()
    (ann,) = enter(scene.event, scene.olga, ["Ann"])
    request = commands.find_sub(scene.event.entries.get(number=2).pk, ann, context=on_phone(ann))
    assert request.is_open
    assert entry.sub_requests.count() == 0


def test_once_it_has_started_only_organizers_ask(scene: Searching) -> None:
    Event.objects.filter(pk=scene.event.pk).update(starts_at=timezone.now() - HOUR)
    with pytest.raises(RuleError, match="talk to an organizer"):
        scene.ask()
    request = scene.ask(by=scene.olga)
    assert timezone.now() < request.until <= timezone.now() + commands.MIN_OPEN_TIME


def test_nothing_is_asked_for_a_canceled_event_or_someone_who_left(scene: Searching) -> None:
    entries.drop_out(scene.event.entries.get().pk, context=context_of(scene.olga))
    with pytest.raises(Conflict, match="Pam doesn’t have a seat"):
        scene.ask()
    cancel_event(scene.event.pk, "Snow", context=context_of(scene.olga))
    with pytest.raises(RuleError, match="canceled"):
        scene.ask(by=scene.olga)
    assert not SubRequest.objects.exists()


# -- a seat that is freed twice ---------------------------------------------------------------------------------------


def test_the_player_and_the_organizer_who_both_ask_get_one_request(scene: Searching) -> None:
    assert scene.ask() == scene.ask(by=scene.olga)
    assert SubRequest.objects.count() == 1


def test_the_substitute_who_cannot_come_either_asks_again_for_the_same_chair(scene: Searching) -> None:
    says_yes(scene.ask(), scene.subs[0])
    again = scene.ask(by=scene.subs[0], player=scene.subs[0])
    assert asked(again) == ["Sub 2", "Sub 3"]
    says_yes(again, scene.subs[2])
    assert scene.event.entries.get().name == "Sub 3"
    assert [request.state for request in SubRequest.objects.all()] == [State.FILLED, State.FILLED]
    assert violations() == []


def test_both_players_of_a_pair_find_substitutes(db: None) -> None:
    here = Searching(format_key="round_robin")
    quinn = member(here.club, "Quinn")
    here.enter(here.pam, quinn)
    first, second = here.ask(), here.ask(by=quinn, player=quinn)
    says_yes(first, here.subs[0])
    with pytest.raises(RuleError, match="already entered"):
        says_yes(second, here.subs[0])
    says_yes(second, here.subs[1])
    assert here.event.entries.get().name == "Sub 1 & Sub 2"


def test_an_organizer_who_was_faster_ends_the_search(scene: Searching) -> None:
    request = scene.ask()
    entries.substitute(scene.event.entries.get().pk, scene.pam.player, "Walter", context=context_of(scene.olga))
    with pytest.raises(Conflict, match="no longer needs a substitute"):
        says_yes(request, scene.subs[0])
    sweep_requests()
    request.refresh_from_db()
    assert request.state == State.WITHDRAWN


# -- too late ---------------------------------------------------------------------------------------------------------


def test_a_yes_after_the_start_is_too_late_even_before_the_sweep(scene: Searching) -> None:
    request = scene.ask()
    then = timezone.now() - datetime.timedelta(seconds=1)
    Event.objects.filter(pk=scene.event.pk).update(starts_at=then)
    SubRequest.objects.update(start=then, until=then)
    with pytest.raises(Conflict, match="too late"):
        says_yes(request, scene.subs[0])
    assert scene.event.entries.get().name == "Pam"
    request.refresh_from_db()
    assert request.state == State.OPEN
    sweep_requests()
    request.refresh_from_db()
    assert request.state == State.EXPIRED
    with pytest.raises(Conflict, match="too late"):
        says_yes(request, scene.subs[0])
    assert titles_of(NotificationKind.SUB_FOUND) == dict.fromkeys(
        ("Pam", "Olga"), "No one can substitute for Pam at Thursday night"
    )


def test_a_new_start_ends_the_search_and_asks_to_ask_again(scene: Searching) -> None:
    request = scene.ask()
    reach(NotificationKind.SUB_WANTED)
    Event.objects.filter(pk=scene.event.pk).update(starts_at=timezone.now() + 72 * HOUR)
    with pytest.raises(Conflict, match="no longer needs"):
        says_yes(request, scene.subs[0])
    sweep_requests()
    heard = titles_of(NotificationKind.SUB_FOUND)
    assert heard.pop("Pam") == "The search for Pam’s substitute has ended"
    assert heard == dict.fromkeys(("Sub 1", "Sub 2", "Sub 3"), "Pam no longer needs a substitute")
    assert scene.ask().is_open


def test_a_canceled_search_takes_no_yes(scene: Searching) -> None:
    request = scene.ask()
    with pytest.raises(NotAllowed):
        commands.cancel_sub(request.pk, context=context_of(scene.subs[0]))
    commands.cancel_sub(request.pk, context=context_of(scene.pam))
    with pytest.raises(Conflict, match="Pam no longer needs a substitute"):
        says_yes(request, scene.subs[0])
    assert scene.ask() != request


def test_a_seat_that_was_taken_cannot_be_canceled(scene: Searching) -> None:
    request = scene.ask()
    says_yes(request, scene.subs[0])
    with pytest.raises(Conflict, match="Sub 1 already said yes"):
        commands.cancel_sub(request.pk, context=context_of(scene.pam))


# -- more people ------------------------------------------------------------------------------------------------------


def test_the_nearest_are_asked_first_and_the_others_after_an_hour(crowd: Searching) -> None:
    request = crowd.ask()
    assert len(asked(request)) == commands.BATCH_SIZE
    sweep_requests()
    assert len(asked(request)) == commands.BATCH_SIZE
    SubRequest.objects.update(next_at=timezone.now())
    sweep_requests()
    assert len(asked(request)) == commands.BATCH_SIZE + 2
    newest = crowd.event.audit_log.first()
    assert newest is not None
    assert (newest.action, newest.is_system) == ("ask_more_subs", True)


@pytest.mark.parametrize(
    ("asked_at", "next_at"),
    [
        pytest.param("2026-11-10 21:59", "2026-11-10 22:59", id="before the night"),
        pytest.param("2026-11-10 22:30", "2026-11-11 09:00", id="in the evening"),
        pytest.param("2026-11-11 07:59", "2026-11-11 09:00", id="in the morning"),
        pytest.param("2026-11-11 08:00", "2026-11-11 09:00", id="after the night"),
    ],
)
def test_at_night_the_next_are_asked_an_hour_after_the_quiet_hours(
    crowd: Searching, monkeypatch: pytest.MonkeyPatch, asked_at: str, next_at: str
) -> None:
    """Nothing reaches anyone before: otherwise ten more would be asked each hour, and all of them read it at once."""
    now = in_club(crowd, asked_at)
    Event.objects.filter(pk=crowd.event.pk).update(starts_at=now + 48 * HOUR)
    monkeypatch.setattr(timezone, "now", lambda: now)
    request = crowd.ask()
    assert request.next_at == in_club(crowd, next_at)
    now = in_club(crowd, next_at) - HOUR / 60
    sweep_requests()
    assert len(asked(request)) == commands.BATCH_SIZE
    now = in_club(crowd, next_at)
    sweep_requests()
    assert len(asked(request)) == commands.BATCH_SIZE + 2


def test_at_night_too_everyone_is_asked_three_hours_before_the_start(
    crowd: Searching, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = in_club(crowd, "2026-11-10 23:00")
    Event.objects.filter(pk=crowd.event.pk).update(starts_at=in_club(crowd, "2026-11-11 09:00"))
    monkeypatch.setattr(timezone, "now", lambda: now)
    assert crowd.ask().next_at == in_club(crowd, "2026-11-11 06:00")


def in_club(searching: Searching, text: str) -> datetime.datetime:
    """On the club's clock."""
    local = datetime.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(searching.club.zone))
    return local.astimezone(datetime.UTC)


def test_three_hours_before_the_start_everyone_is_asked_at_once(crowd: Searching) -> None:
    soon = timezone.now() + 2.9 * HOUR
    Event.objects.filter(pk=crowd.event.pk).update(starts_at=soon)
    assert len(asked(crowd.ask())) == commands.BATCH_SIZE + 2


def test_the_wait_ends_when_it_becomes_urgent(crowd: Searching) -> None:
    Event.objects.filter(pk=crowd.event.pk).update(starts_at=timezone.now() + 3.5 * HOUR)
    request = crowd.ask()
    assert request.next_at == request.start - commands.ASK_ALL_BEFORE_START


def test_when_everyone_has_said_no_others_are_asked_right_away(crowd: Searching) -> None:
    request = crowd.ask()
    first = [ask.player for ask in request.asks.select_related("player__user")]
    for player in first:
        assert player.user
        says_no(request, player.user)
    assert len(asked(request)) == commands.BATCH_SIZE + 2


# -- who is asked -----------------------------------------------------------------------------------------------------


def test_only_members_who_substitute_that_evening_are_asked(scene: Searching) -> None:
    weekday = scene.event.local_start.weekday()
    set_evenings(scene.club.pk, [(weekday + 1) % 7], context=context_of(scene.subs[0]))
    off_everywhere(scene.subs[1])
    assert asked(scene.ask()) == ["Sub 3"]


def test_those_who_play_are_not_asked(scene: Searching) -> None:
    """In the event itself, even if they left, or in another one at that time."""
    scene.enter(scene.subs[0])
    entries.drop_out(scene.event.entries.get(number=2).pk, context=context_of(scene.olga))
    other = make_event(scene.club, scene.olga, name="Elsewhere")
    Event.objects.filter(pk=other.pk).update(starts_at=scene.event.starts_at + 3 * HOUR)
    entries.register(other.pk, [scene.subs[1].player], context=context_of(scene.olga))
    assert asked(scene.ask()) == ["Sub 3"]


def test_those_who_play_on_another_day_are_asked(scene: Searching) -> None:
    other = make_event(scene.club, scene.olga, name="Elsewhere")
    Event.objects.filter(pk=other.pk).update(starts_at=scene.event.starts_at + 24 * HOUR)
    entries.register(other.pk, [scene.subs[1].player], context=context_of(scene.olga))
    assert asked(scene.ask()) == ["Sub 1", "Sub 2", "Sub 3"]


def test_those_who_blocked_each_other_do_not_meet_by_us(db: None) -> None:
    here = Searching(format_key="round_robin")
    quinn = member(here.club, "Quinn")
    here.enter(here.pam, quinn)
    Block.objects.create(player=here.subs[0].player, other=quinn.player)
    Block.objects.create(player=here.pam.player, other=here.subs[1].player)
    assert asked(here.ask()) == ["Sub 3"]


def test_the_nearest_in_strength_comes_first_and_the_unknown_last(scene: Searching) -> None:
    fourth = scene.sub("Sub 4")
    for user, number in ((scene.pam, 1500), (scene.subs[0], 1700), (scene.subs[2], 1420), (fourth, 1510)):
        scene.rate(user, number)
    assert asked(scene.ask()) == ["Sub 4", "Sub 3", "Sub 1", "Sub 2"]


def test_among_equals_those_come_first_who_were_not_asked_lately(scene: Searching) -> None:
    quinn = member(scene.club, "Quinn")
    scene.enter(quinn)
    off_everywhere(scene.subs[0])
    first = scene.ask()
    assert asked(first) == ["Sub 2", "Sub 3"]
    set_evenings(scene.club.pk, range(7), context=context_of(scene.subs[0]))
    assert asked(scene.ask(by=quinn, player=quinn)) == ["Sub 1", "Sub 2", "Sub 3"]


def test_strength_matters_more_than_who_was_asked_lately(scene: Searching) -> None:
    quinn = member(scene.club, "Quinn")
    scene.enter(quinn)
    for user, number in ((scene.pam, 1500), (quinn, 1500), (scene.subs[0], 1700), (scene.subs[1], 1510)):
        scene.rate(user, number)
    off_everywhere(scene.subs[0])
    scene.ask()
    set_evenings(scene.club.pk, range(7), context=context_of(scene.subs[0]))
    assert asked(scene.ask(by=quinn, player=quinn)) == ["Sub 2", "Sub 1", "Sub 3"]


# -- what people are told ---------------------------------------------------------------------------------------------


def test_those_who_were_asked_are_told_once_and_everyone_of_the_outcome(scene: Searching) -> None:
    request = scene.ask(reason="My train is late")
    assert titles_of(NotificationKind.SUB_WANTED) == dict.fromkeys(
        ("Sub 1", "Sub 2", "Sub 3"), "Can you substitute for Pam?"
    )
    reach(NotificationKind.SUB_WANTED)
    says_no(request, scene.subs[2])
    assert len(titles_of(NotificationKind.SUB_WANTED)) == 3
    says_yes(request, scene.subs[0])
    assert titles_of(NotificationKind.SUB_FOUND) == {
        "Sub 1": "You’re substituting for Pam at Thursday night",
        "Pam": "Sub 1 is substituting for you at Thursday night",
        "Sub 2": "Someone else is substituting for Pam",
    }


def test_those_whom_the_question_has_not_reached_hear_nothing_of_it(scene: Searching) -> None:
    request = scene.ask()
    assert len(titles_of(NotificationKind.SUB_WANTED)) == 3
    assert NotificationDelivery.objects.filter(sent_at=None, why_not="").exists()
    says_yes(request, scene.subs[0])
    waiting = NotificationDelivery.objects.filter(
        notification__kind=NotificationKind.SUB_WANTED, sent_at=None, why_not=""
    )
    assert not waiting.exists()
    assert set(titles_of(NotificationKind.SUB_FOUND)) == {"Sub 1", "Pam"}


def test_who_was_faster_than_the_mail_is_not_told_of_a_seat_that_is_gone(scene: Searching) -> None:
    says_yes(scene.ask(), scene.subs[0])
    assert titles_of(NotificationKind.SUB_WANTED) == {}


# -- registration -----------------------------------------------------------------------------------------------------


def test_the_spot_goes_to_the_substitute_and_the_player_may_register_again(db: None) -> None:
    here = Searching()
    here.event = taking(here.club, here.olga, 1)
    register(here.event, here.pam)
    waits = register(here.event, here.subs[0])
    assert waits.state == Registration.State.WAITING
    says_yes(here.ask(), here.subs[0])
    mine = own_registration(here.event, here.subs[0].player)
    assert mine is not None
    assert (mine.number, mine.state) == (1, Registration.State.CONFIRMED)
    assert own_registration(here.event, here.pam.player) is None
    waits.refresh_from_db()
    assert waits.state == Registration.State.WITHDRAWN
    assert register(here.event, here.pam).state == Registration.State.WAITING
    assert violations() == []


def test_a_player_whom_an_organizer_replaced_may_get_the_seat_back(db: None) -> None:
    """The registration still named Pam, who now says yes to the seat that was theirs."""
    here = Searching(subs=0)
    here.event = taking(here.club, here.olga, 1)
    register(here.event, here.pam)
    quinn = here.sub("Quinn")
    set_evenings(here.club.pk, range(7), context=context_of(here.pam))
    entry = here.event.entries.get()
    entries.substitute(entry.pk, here.pam.player, quinn.player, context=context_of(here.olga))
    request = here.ask(by=quinn, player=quinn)
    assert asked(request) == ["Pam"]
    says_yes(request, here.pam)
    assert here.event.entries.get().name == "Pam"
    mine = own_registration(here.event, here.pam.player)
    assert mine is not None
    assert mine.state == Registration.State.CONFIRMED
    assert violations() == []


def test_a_player_whom_an_organizer_replaced_may_get_another_seat(db: None) -> None:
    here = Searching(subs=0)
    here.event = taking(here.club, here.olga, 2)
    ann = here.sub("Ann")
    for user in (here.pam, ann):
        register(here.event, user)
    replaced = here.event.entries.get(lineup__player=ann.player)
    entries.substitute(replaced.pk, ann.player, "Walter", context=context_of(here.olga))
    says_yes(here.ask(), ann)
    people = {row.name: row.number for row in here.event.registrations.prefetch_related("people__player")}
    assert people == {"Ann": 1, "Walter": 2}
    assert own_registration(here.event, here.pam.player) is None
    assert violations() == []


# -- the switch -------------------------------------------------------------------------------------------------------


def test_members_choose_their_own_evenings(scene: Searching) -> None:
    set_evenings(scene.club.pk, [0, 3], context=context_of(scene.pam))
    assert evenings_of(scene.club, scene.pam.player) == {0, 3}
    set_evenings(scene.club.pk, [], context=context_of(scene.pam))
    assert evenings_of(scene.club, scene.pam.player) == set()
    with pytest.raises(RuleError):
        set_evenings(scene.club.pk, [7], context=context_of(scene.pam))
    with pytest.raises(NotAllowed):
        set_evenings(scene.club.pk, [0], context=context_of(make_user("Sam")))


def test_those_who_leave_the_club_are_not_asked_after_they_come_back(scene: Searching) -> None:
    leave_club(scene.club.pk, context=context_of(scene.subs[0]))
    assert not SubEvening.objects.filter(player=scene.subs[0].player).exists()
    assert asked(scene.ask()) == ["Sub 2", "Sub 3"]


def test_an_entry_that_left_ends_the_search(scene: Searching) -> None:
    request = scene.ask()
    entry = scene.event.entries.get()
    entries.drop_out(entry.pk, context=context_of(scene.olga))
    assert Entry.objects.get(pk=entry.pk).status == Entry.Status.DROPPED
    sweep_requests()
    request.refresh_from_db()
    assert request.state == State.WITHDRAWN
