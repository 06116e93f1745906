"""The commands as an operator runs them: what they print, what they change, and how they end."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import Player, User
from tests.cast import make_club, make_event, make_user, on_grid, publish, slip
from tests.processes import manage, migrated
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club, Membership, Role
from tournaments.events.models import Event
from tournaments.integrity.rebuild import derived_digest
from tournaments.integrity.verify import CHECKS, violations
from tournaments.results import commands as results
from tournaments.results.models import Standing
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.queue import run_due
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Event:
    olga = make_user("Olga")
    return make_event(make_club(olga), olga, fee=500)


@pytest.fixture
def played(night: Event, tmp_path: Path) -> Event:
    """A night with one result, settled."""
    olga = User.objects.get(email="olga@example.org")
    call("import_roster", csv_file(tmp_path, "name\nRose\nSal\nTess\nUma\n"), event=night.slug)
    night.entries.update(status=Entry.Status.CHECKED_IN)
    results.record_result(publish(night, olga).matches.get().pk, slip(10, 6), context=on_grid(olga))
    settle_unsettled()
    run_due()
    return night


def call(name: str, *arguments: str, **options: str) -> str:
    said = io.StringIO()
    call_command(name, *arguments, stdout=said, **options)
    return said.getvalue()


def csv_file(folder: Path, rows: str) -> str:
    path = folder / "roster.csv"
    path.write_text(rows, encoding="utf-8")
    return str(path)


class TestImportRoster:
    def test_enters_everyone_and_reports_each_line(self, night: Event, tmp_path: Path) -> None:
        path = csv_file(tmp_path, "name,paid\nJosé O’Hara,yes\nRose,no\n")
        assert call("import_roster", path, event=night.slug).splitlines() == [
            "Row 2: entry 1, new to the club",
            "Row 3: entry 2, new to the club",
            "2 players entered in Thursday night.",
        ]
        assert AuditLogEntry.objects.get(action="import_roster").is_system
        assert violations() == []

    def test_enters_no_one_when_one_line_is_wrong(self, night: Event, tmp_path: Path) -> None:
        path = csv_file(tmp_path, "name,paid\nRose,perhaps\n,no\n")
        with pytest.raises(CommandError) as refusal:
            call("import_roster", path, event=night.slug)
        assert str(refusal.value).splitlines() == [
            "Nothing was imported.",
            "Row 2: “perhaps” isn’t yes or no, so we’ll mark the entry as not paid.",
            "Row 3: There’s no name in this row.",
        ]
        assert (night.entries.count(), Player.objects.filter(name="Rose").count()) == (0, 0)

    def test_says_when_there_is_no_such_event_or_file(self, night: Event, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="no event with the address nowhere"):
            call("import_roster", str(tmp_path / "roster.csv"), event="nowhere")
        with pytest.raises(CommandError, match=r"roster\.csv can't be read"):
            call("import_roster", str(tmp_path / "roster.csv"), event=night.slug)

    def test_says_why_a_file_cannot_be_read(self, night: Event, tmp_path: Path) -> None:
        with pytest.raises(CommandError) as refusal:
            call("import_roster", csv_file(tmp_path, "name\nRo\0se\n"), event=night.slug)
        assert str(refusal.value).splitlines()[0] == "Nothing was imported."
        assert "Row 2: This cell has a character that we can’t use (0x00)." in str(refusal.value)

    def test_enters_pairs_where_pairs_play(self, night: Event, tmp_path: Path) -> None:
        pairs = make_event(night.club, User.objects.get(), "round_robin", name="Pairs")
        said = call("import_roster", csv_file(tmp_path, "name,partner\nRose,Sal\n"), event=pairs.slug)
        assert said.splitlines()[-1] == "1 pairs entered in Pairs."
        with pytest.raises(CommandError, match="The partner is missing"):
            call("import_roster", csv_file(tmp_path, "name\nTess\n"), event=pairs.slug)


class TestVerify:
    @pytest.mark.slow
    def test_says_that_all_is_well(self, played: Event) -> None:
        assert call("verify") == f"{len(CHECKS)} checks, no violation.\n"

    @pytest.mark.slow
    def test_names_every_violation(self, played: Event) -> None:
        Standing.objects.filter(place=1).update(points_over=99)
        Round.objects.update(based_on=[4711])
        with pytest.raises(CommandError) as refusal:
            call("verify")
        lines = str(refusal.value).splitlines()
        assert (len(lines), lines[-1], refusal.value.returncode) == (3, "2 violations.", 1)


class TestRebuild:
    @pytest.mark.slow
    def test_says_that_nothing_changed(self, played: Event) -> None:
        assert call("rebuild") == f"Rebuilt. Nothing changed. Digest {derived_digest()[:16]}.\n"

    @pytest.mark.slow
    def test_says_that_something_was_different(self, played: Event) -> None:
        right = derived_digest()
        Standing.objects.filter(place=1).update(points_over=99)
        assert call("rebuild") == f"Rebuilt. Something had been different; it is right now. Digest {right[:16]}.\n"


@pytest.mark.slow
@pytest.mark.heavy
def test_exit_codes_of_the_real_commands(data_folder: Path) -> None:
    home = {"RIGHT_BOWER_HOME": str(migrated(data_folder))}
    ends = [
        manage(*words, **home) for words in (["verify"], ["rebuild"], ["import_roster", "x.csv", "--event", "none"])
    ]
    assert [(end.returncode, "Traceback" in end.stderr) for end in ends] == [(0, False), (0, False), (1, False)]
    assert ends[0].stdout == f"{len(CHECKS)} checks, no violation.\n"


class TestClubs:
    @pytest.fixture
    def file(self, night: Event, tmp_path: Path) -> Path:
        call("export_club", night.club.slug, str(tmp_path / "club.zip"))
        return tmp_path / "club.zip"

    @pytest.mark.slow
    def test_a_file_is_made_a_club_with_an_owner(self, night: Event, file: Path) -> None:
        said = call("import_club", str(file), owner="Olga@example.org")
        assert "/clubs/elm-street-euchre-2/" in said
        olga = User.objects.get(email="olga@example.org")
        assert Membership.objects.get(club__slug="elm-street-euchre-2", player__user=olga).role == Role.OWNER

    @pytest.mark.slow
    def test_nothing_is_overwritten_and_nothing_half_done(self, night: Event, file: Path, tmp_path: Path) -> None:
        content = file.read_bytes()
        for arguments, said in (
            (("export_club", night.club.slug, str(file)), "exists already"),
            (("export_club", "nowhere", str(tmp_path / "x")), "no club"),
            (("export_club", night.club.slug, str(tmp_path / "a" / "b")), "can't be written"),
            (("import_club", str(tmp_path / "none")), "can't be read"),
            (("import_club", __file__), "Nothing was imported"),
        ):
            with pytest.raises(CommandError, match=said):
                call(*arguments)
        with pytest.raises(CommandError, match="no account"):
            call("import_club", str(file), owner="nobody@example.org")
        assert file.read_bytes() == content
        assert Club.objects.count() == 1
