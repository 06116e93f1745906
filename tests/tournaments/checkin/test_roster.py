"""A sign-up list as CSV: everybody is entered or nobody, and every problem is named with its line."""

import pytest

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, enter, make_event
from tournaments.activity_log.models import JournalEntry
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.checkin.roster import MAX_BYTES, MAX_ROWS, RosterRefused, import_roster
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import NotAllowed
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.prizes.models import PotEntry

LONG = "Wolfeschlegelsteinhausenbergerdorff Q Ng"


@pytest.fixture
def night(club: Club, olga: User) -> Event:
    return make_event(club, olga, fee=500)


def counts() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Player, Membership, Entry, EntryPlayer, PotEntry, JournalEntry))


def names(event: Event) -> list[str]:
    return [entry.name for entry in event.entries.order_by("number")]


def test_enters_everybody_and_reports_each_line(night: Event, olga: User) -> None:
    content = f"Name,E-mail,Number,Paid\nJosé O’Hara,jose@example.org,7,yes\n\n{LONG},,,no\n".encode()
    assert list(map(str, import_roster(night.pk, content, context=context_of(olga)))) == [
        "Line 2: entry 1, new to the club",
        "Line 4: entry 2, new to the club",
    ]
    assert names(night) == ["José O’Hara", LONG]
    assert set(night.entries.values_list("status", flat=True)) == {Entry.Status.REGISTERED}
    assert list(PotEntry.objects.values_list("entry__number", "cents")) == [(1, 500)]
    known = Membership.objects.exclude(player=olga.player).order_by("pk").values_list("number", "email", "role")
    assert list(known) == [("7", "jose@example.org", Role.MEMBER), ("", "", Role.GUEST)]
    assert violations() == []


@pytest.mark.parametrize(
    "content",
    [b"\xef\xbb\xbfname\r\nRose\r\nSal\r\n", b"paid,name\nno,Rose\nno,Sal", b'name\n"Rose"\n  Sal  \n'],
    ids=["as Excel saves it", "columns in another order", "quotes and blanks"],
)
def test_reads_what_programs_write(night: Event, olga: User, content: bytes) -> None:
    import_roster(night.pk, content, context=context_of(olga))
    assert names(night) == ["Rose", "Sal"]


def test_known_people_are_found_by_number_email_or_name(night: Event, olga: User) -> None:
    people = [Player.objects.create(name=name) for name in ("Rose", "Sal", "Tess")]
    known = zip(people, (("7", ""), ("", "sal@example.org"), ("", "")), strict=True)
    Membership.objects.bulk_create(
        Membership(club=night.club, player=player, number=number, email=email) for player, (number, email) in known
    )
    report = import_roster(
        night.pk, b"name,number,email\nrose,7,\nSally,,SAL@example.org\nTESS,,\n", context=context_of(olga)
    )
    assert list(map(str, report)) == ["Line 2: entry 1", "Line 3: entry 2", "Line 4: entry 3"]
    assert [entry.players.get() for entry in night.entries.order_by("number")] == people


def test_people_of_other_clubs_are_not_found(night: Event, olga: User) -> None:
    other = Club.objects.create(name="North", slug="north")
    rose = Player.objects.create(name="Rose")
    Membership.objects.create(club=other, player=rose, number="7")
    import_roster(night.pk, b"name,number\nRose,7\n", context=context_of(olga))
    assert night.entries.get().players.get() != rose


REFUSED: dict[str, tuple[bytes, list[str]]] = {
    "empty": (b"", ["The file needs a first line with column names and a line for each player."]),
    "only a header": (b"name\n", ["The file needs a first line with column names and a line for each player."]),
    "no column for names": (
        b"email\na@example.org\n",
        ["Line 1: column “name” is missing.", "Columns are: name, email, number, paid."],
    ),
    "an unknown column": (
        b"name,age\nRose,7\n",
        ["Line 1: unknown column “age”.", "Columns are: name, email, number, paid."],
    ),
    "a column twice": (
        b"name,name\nRose,7\n",
        ["Line 1: column “name” twice.", "Columns are: name, email, number, paid."],
    ),
    "every bad cell": (
        b"name,email,number,paid\n,x@,%b,perhaps\n" % (b"9" * 21),
        [
            "Line 2, name: write 1 to 80 letters.",
            "Line 2, email: “x@” is not an e-mail address.",
            "Line 2, number: longer than 20 characters.",
            "Line 2, paid: write yes or no, not “perhaps”.",
        ],
    ),
    "repeats": (
        b"name,number,email\nRose,7,r@example.org\nSal,7,R@example.org\nTess,,\ntess,,\n",
        [
            "Line 3, number: 7 is also on line 2.",
            "Line 3, email: r@example.org is also on line 2.",
            "Line 5, name: tess is also on line 4; add club numbers to tell them apart.",
        ],
    ),
    "an encoding of old": (
        "name\nRose\nJosé\n".encode("latin-1"),
        ["Line 3: not UTF-8. Save the file as “CSV UTF-8” and try again."],
    ),
    "a NUL": (b"name\nRo\0se\n", ["Line 2: has a NUL character."]),
    "an open quote": (b'name\n"Rose\n', ["Line 2: not readable as CSV (unexpected end of data)."]),
    "a cell too many": (b"name\nRose,\n", ["Line 2: has 2 cells, the first line has 1."]),
    "too many bytes": (b"x" * (MAX_BYTES + 1), ["The file is larger than 1 MB; a roster is not."]),
    "too many rows": (b"name\n" + b"Rose\n" * (MAX_ROWS + 1), [f"The file has more than {MAX_ROWS} rows."]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refuses_the_whole_file_with_every_problem(night: Event, olga: User, name: str) -> None:
    content, problems = REFUSED[name]
    before = counts()
    with pytest.raises(RosterRefused) as refusal:
        import_roster(night.pk, content, context=context_of(olga))
    assert refusal.value.problems == problems
    assert counts() == before


def test_one_bad_line_keeps_everybody_out(night: Event, olga: User) -> None:
    enter(night, olga, ["Rose"])
    Membership.objects.create(club=night.club, player=Player.objects.create(name="Uma"), number="8")
    for _ in range(2):
        Membership.objects.create(club=night.club, player=Player.objects.create(name="Tess"))
    before = counts()
    with pytest.raises(RosterRefused) as refusal:
        import_roster(night.pk, b"name,number\nSal,\nRose,\nTess,\nVic,8\n", context=context_of(olga))
    assert refusal.value.problems == [
        "Line 3: Rose entered this event already.",
        "Line 4: the club knows more than one Tess; add the club number.",
        "Line 5: club number 8 belongs to Uma.",
    ]
    assert counts() == before


def test_fee_marked_as_paid_costs_nothing_where_there_is_no_fee(club: Club, olga: User) -> None:
    free = make_event(club, olga)
    import_roster(free.pk, b"name,paid\nRose,yes\n", context=context_of(olga))
    assert not PotEntry.objects.exists()


def test_pairs_cannot_be_imported(club: Club, olga: User) -> None:
    with pytest.raises(RuleError, match="played by pairs"):
        import_roster(make_event(club, olga, "round_robin").pk, b"name\nRose\n", context=context_of(olga))


def test_stranger_imports_nobody(night: Event, sam: User) -> None:
    before = counts()
    with pytest.raises(NotAllowed):
        import_roster(night.pk, b"name\nRose\n", context=context_of(sam))
    assert counts() == before
