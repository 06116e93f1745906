"""A list as a command: everyone at once, or all or nothing where no one looks at it; and removed again."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from games.engine.messages import message_from
from tests.cast import context_of, enter, import_list, make_event, publish, with_key
from tests.tournaments.pages.browsing import differences, world
from tests.tournaments.scenes.people import merge_of
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import bulk, entries
from tournaments.checkin.models import Entry, Wish
from tournaments.checkin.roster import RosterRefused, import_roster, take_out
from tournaments.checkin.roster_lines import Line, Person, guess_layout, lines_of, read_file
from tournaments.checkin.roster_plan import plan_roster
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.prizes.models import PotEntry


@pytest.fixture
def night(club: Club, olga: User) -> Event:
    return make_event(club, olga, fee=500)


def lines(*names: str) -> list[Line]:
    return [Line(number, (Person(name),)) for number, name in enumerate(names, start=1)]


def names(event: Event) -> list[str]:
    return [entry.name for entry in event.entries.order_by("number")]


def report(done: AuditLogEntry) -> list[str]:
    return [str(message_from(line)) for line in done.detail["report"]]


def test_enters_everyone_and_reports_each_line(night: Event, olga: User) -> None:
    content = "Name,E-mail,Number,Paid\nJosé O’Hara,jose@example.org,7,yes\n\nWolfeschlegelsteinhausen Q Ng,,,no\n"
    done = import_list(night, content, context=context_of(olga))
    assert report(done) == ["Row 2: entry 1, new to the club", "Row 4: entry 2, new to the club"]
    assert names(night) == ["José O’Hara", "Wolfeschlegelsteinhausen Q Ng"]
    assert set(night.entries.values_list("status", flat=True)) == {Entry.Status.REGISTERED}
    assert list(PotEntry.objects.values_list("entry__number", "cents")) == [(1, 500)]
    known = Membership.objects.exclude(player=olga.player).order_by("pk").values_list("number", "email", "role")
    assert list(known) == [("7", "jose@example.org", Role.MEMBER), ("", "", Role.GUEST)]
    assert violations() == []


def test_known_people_are_found_by_number_email_or_name(night: Event, olga: User) -> None:
    people = [Player.objects.create(name=name) for name in ("Rose", "Sal", "Tess Ñandú")]
    known = zip(people, (("7", ""), ("", "sal@example.org"), ("", "")), strict=True)
    Membership.objects.bulk_create(
        Membership(club=night.club, player=player, number=number, email=email) for player, (number, email) in known
    )
    content = "name,number,email\nrose,7,\nSally,,SAL@example.org\nNANDU Tess,,\n"
    done = import_list(night, content, context=context_of(olga))
    assert report(done) == ["Row 2: entry 1", "Row 3: entry 2", "Row 4: entry 3"]
    assert [entry.players.get() for entry in night.entries.order_by("number")] == people


def test_people_of_other_clubs_are_not_found(night: Event, olga: User) -> None:
    other = Club.objects.create(name="North", slug="north")
    rose = Player.objects.create(name="Rose")
    Membership.objects.create(club=other, player=rose, number="7")
    import_list(night, "name,number\nRose,7\n", context=context_of(olga))
    assert night.entries.get().players.get() != rose


def test_a_merged_record_counts_as_its_person(night: Event, olga: User) -> None:
    kept, gone = (entries.new_player(night, name) for name in ("Rose Hall", "Rosie Hall"))
    merge_of(night.club, kept, gone, olga)
    entries.register(night.pk, [kept], context=context_of(olga))
    plan = plan_roster(night, lines("Rose Hall", "Rosie Hall"), {}, ())
    assert [one.is_entered for one in plan.lines] == [False, True]
    assert [like.player for like in plan.lines[1].people[0].like] == [kept]


def test_with_whole_one_bad_line_keeps_everyone_out(night: Event, olga: User) -> None:
    enter(night, olga, ["Rose"])
    Membership.objects.create(club=night.club, player=Player.objects.create(name="Uma"), number="8")
    for _ in range(2):
        Membership.objects.create(club=night.club, player=Player.objects.create(name="Tess"))
    before = world()
    content = "name,number,email\nSal,,\nRose,,\nTess,,\nVic,8,\n,9,x\nSal,,\nZoe,,x@\n"
    with pytest.raises(RosterRefused) as refusal:
        import_list(night, content, context=context_of(olga))
    assert refusal.value.problems == [
        "Row 3: Rose is already entered",
        "Row 4: The club has 2 people named Tess. Choose one.",
        "Row 5: Club number 8 belongs to Uma.",
        "Row 6: There’s no name in this row.",
        "Row 7: Same as row 2",
        "Row 8: “x@” isn’t an email address.",
    ]
    assert differences(before, world()) == set()


def test_else_those_are_entered_who_can_be(night: Event, olga: User) -> None:
    enter(night, olga, ["Rose"])
    done = import_roster(night.pk, lines("Sal", "Rose", "Tess"), context=context_of(olga))
    assert (names(night), done.detail["left_out"]) == (["Rose", "Sal", "Tess"], 1)


def test_an_empty_list_is_refused(night: Event, olga: User) -> None:
    enter(night, olga, ["Rose"])
    with pytest.raises(RuleError, match="No one on this list can be entered"):
        import_roster(night.pk, lines("Rose"), context=context_of(olga))


def test_an_event_takes_so_many_and_no_more(night: Event, olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MAX_ENTRIES", 2)
    before = world()
    with pytest.raises(RuleError, match="can have at most 2 entries"):
        import_roster(night.pk, lines("Rose", "Sal", "Tess"), context=context_of(olga))
    assert differences(before, world()) == set()


def test_it_is_refused_when_something_else_would_be_done_than_was_shown(night: Event, olga: User) -> None:
    shown = plan_roster(night, lines("Rose", "Sal"), {}, ()).shown
    assert plan_roster(night, lines("Rose", "Sal"), {"1-0": "new"}, ["2"]).shown == shown
    Membership.objects.create(club=night.club, player=Player.objects.create(name="Rose"))
    before = world()
    with pytest.raises(Conflict):
        import_roster(night.pk, lines("Rose", "Sal"), shown=shown, context=context_of(olga))
    assert differences(before, world()) == set()


def test_fee_marked_as_paid_costs_nothing_where_there_is_no_fee(club: Club, olga: User) -> None:
    import_list(make_event(club, olga), "name,paid\nRose,yes\n", context=context_of(olga))
    assert not PotEntry.objects.exists()


def test_pairs_come_in_as_pairs(club: Club, olga: User) -> None:
    event = make_event(club, olga, "round_robin")
    import_list(event, "Ann & Bob\nCy, Dee\n", context=context_of(olga))
    assert names(event) == ["Ann & Bob", "Cy & Dee"]
    assert violations() == []


@pytest.mark.parametrize("row", ["Rose & Rose", "Rose & ROSE"])
def test_no_one_is_their_own_partner(club: Club, olga: User, row: str) -> None:
    event = make_event(club, olga, "round_robin")
    for _ in range(2):
        with pytest.raises(RosterRefused, match="Same as row 1"):
            import_list(event, row, context=context_of(olga))
        Membership.objects.create(club=club, player=Player.objects.create(name="Rose"))


def test_a_partner_of_a_player_left_out_can_come_in_below(club: Club, olga: User) -> None:
    event = make_event(club, olga, "round_robin")
    import_list(event, "Ann & Bob", context=context_of(olga))
    people = [("Ann", "Cy"), ("Cy", "Dee")]
    both = [Line(number, tuple(map(Person, pair))) for number, pair in enumerate(people, start=1)]
    import_roster(event.pk, both, context=context_of(olga))
    assert names(event) == ["Ann & Bob", "Cy & Dee"]


def test_stranger_imports_no_one(night: Event, sam: User) -> None:
    before = world()
    with pytest.raises(NotAllowed):
        import_roster(night.pk, lines("Rose"), context=context_of(sam))
    assert differences(before, world()) == set()


def test_a_repeat_gets_the_same_answer(night: Event, olga: User) -> None:
    context = with_key(olga)
    done = [import_roster(night.pk, lines("Rose", "Sal"), shown=shown, context=context) for shown in ("", "older")]
    assert done[0] == done[1]
    assert names(night) == ["Rose", "Sal"]


# -- undoing ----------------------------------------------------------------------------------------------------------


def test_undoing_leaves_the_log_and_nothing_else(night: Event, olga: User) -> None:
    Membership.objects.create(club=night.club, player=Player.objects.create(name="Tess"))
    before = world()
    done = import_roster(night.pk, lines("Rose", "Sal", "Tess"), here=True, context=context_of(olga))
    assert night.entries.count() == 3
    undone = bulk.undo(done.pk, context=context_of(olga))
    assert len(undone.detail["parts"]) == 3
    assert differences(before, world()) == {"tournaments.AuditLogEntry", "tournaments.Event"}
    with pytest.raises(Conflict, match="already undid this change"):
        bulk.undo(done.pk, context=context_of(olga))
    assert bulk.undoable(night) == []


def test_what_has_become_of_it_since_stays_and_is_said(night: Event, olga: User) -> None:
    context = context_of(olga)
    done = import_roster(night.pk, lines("Rose", "Sal", "Tess", "Uma", "Vic", "Wim"), context=context)
    rose, sal, tess, uma, vic, _ = night.entries.order_by("number")
    entries.take_fee(rose.pk, context=context)
    entries.drop_out(sal.pk, context=context)
    Wish.objects.create(event=night, kind=Wish.Kind.APART, one=tess, other=uma)
    entries.substitute(vic.pk, vic.players.get(), "Xena", context=context)
    undone = bulk.undo(done.pk, context=context)
    night_names = {entry.number: entry.name for entry in night.entries.all()}
    assert [one.render(night_names) for one in bulk.left_alone(undone)] == [
        "Rose has paid, so we kept the entry.",
        "Sal’s entry has since changed, so we left it as it is.",
        "Tess already appears elsewhere on the site, so we kept the entry.",
        "Uma already appears elsewhere on the site, so we kept the entry.",
        "Xena’s entry has since changed, so we left it as it is.",
    ]
    assert names(night) == ["Rose", "Sal", "Tess", "Uma", "Xena"]
    assert not Player.objects.filter(name="Wim").exists()
    assert violations() == []


def test_who_has_a_seat_stays(club: Club, olga: User) -> None:
    night = make_event(club, olga)
    done = import_roster(night.pk, lines("Rose", "Sal", "Tess", "Uma", "Vic"), here=True, context=context_of(olga))
    publish(night, olga)
    undone = bulk.undo(done.pk, context=context_of(olga))
    assert undone.detail["parts"] == []
    assert {str(one).partition(" ")[2] for one in bulk.left_alone(undone)} >= {
        "1 now has a seat in a round, so we left the entry as it is."
    }
    assert night.entries.count() == 5


def test_people_who_have_something_else_stay(night: Event, olga: User) -> None:
    done = import_roster(night.pk, lines("Rose", "Sal", "Tess"), context=context_of(olga))
    rose, sal = (Player.objects.get(name=name) for name in ("Rose", "Sal"))
    entries.register(make_event(night.club, olga, name="Other").pk, [rose], context=context_of(olga))
    sal.user = User.objects.create_user("sal@example.org", "x")
    sal.save()
    bulk.undo(done.pk, context=context_of(olga))
    assert names(night) == []
    assert set(Player.objects.exclude(pk=olga.player.pk).values_list("name", flat=True)) == {"Rose", "Sal"}


def test_a_list_of_before_imports_could_be_undone_is_not_offered(night: Event, olga: User) -> None:
    done = import_roster(night.pk, lines("Rose"), context=context_of(olga))
    AuditLogEntry.objects.filter(pk=done.pk).update(detail={"rows": 1, "report": done.detail["report"]})
    assert bulk.undoable(night) == []
    with pytest.raises(RuleError, match="Here you can only undo changes made to a whole list at once"):
        bulk.undo(done.pk, context=context_of(olga))


def test_an_entry_that_is_gone_already_is_no_error(night: Event, olga: User) -> None:
    done = import_roster(night.pk, lines("Rose"), context=context_of(olga))
    night.entries.all().delete()
    assert list(map(str, take_out(done, [(done.detail["parts"][0][0], 1)]))) == ["One entry was already removed."]


# -- questions --------------------------------------------------------------------------------------------------------


def queries(event: Event, olga: User, people: int) -> tuple[int, int]:
    """Those of an import, and of its undoing."""
    found = lines(*(f"Player {number}" for number in range(people)))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        done = import_roster(event.pk, found, context=context_of(olga))
    with CaptureQueriesContext(connection) as undone:
        bulk.undo(done.pk, context=context_of(olga))
    return len(asked), len(undone)


@pytest.mark.slow
def test_a_long_list_asks_no_more_than_a_short_one(night: Event, olga: User) -> None:
    asked = {people: queries(night, olga, people) for people in (1, 3, 90)}
    assert asked == {1: (16, 194), 3: (16, 194), 90: (16, 194)}


def test_the_file_of_the_command_line_is_read_like_that_of_the_page(night: Event) -> None:
    rows = read_file(b"name,email,number,paid\nRose,,,\n")
    assert lines_of(rows, guess_layout(rows, pairs=False), pairs=False) == [Line(2, (Person("Rose"),))]
