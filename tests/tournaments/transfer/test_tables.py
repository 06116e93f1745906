"""Tables go out and come in again: equal, tried without a trace, all or nothing, once for each key."""

from dataclasses import replace
from uuid import uuid4

import pytest

from games.accounts.models import Player, User
from games.engine.presets import preset
from games.engine.rules import rules_data
from tests.cast import Table as Night
from tests.cast import context_of, make_club, make_user, on_grid, slip, with_key
from tests.kept import kept
from tests.tournaments.pages.browsing import HOSTILE, differences, world
from tests.tournaments.scenes.league import FIRST_DAY, SMALL, Stage, a_hall
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import KeyReused, NotAllowed
from tournaments.integrity import verify
from tournaments.leagues.models import Fixture, SquadPlayer
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Match
from tournaments.spreadsheets.problems import FileRefused
from tournaments.transfer.files import TYPES
from tournaments.transfer.tables import TABLES, Of, Report, export_table, import_table, try_table

ODD = (*HOSTILE, "=1+1", "+49 30", "-5", "@Ann", "'quoted", "''", "'=1", "Ann, Bob; Cy", 'He "said"')


def out(key: str, of: Of, who: User, kind: str = "csv") -> bytes:
    return export_table(TABLES[key], of, kind, context=context_of(who))


def back(key: str, of: Of, content: bytes, who: User) -> Report:
    return import_table(TABLES[key], of, content, context=context_of(who))


def problems(key: str, of: Of, content: bytes, who: User) -> list[tuple[int, str]]:
    with pytest.raises(FileRefused) as refusal:
        back(key, of, content, who)
    return [(one.row, one.column) for one in refusal.value.problems]


@pytest.fixture
def people(club: Club) -> Club:
    """A club whose people have the names that spreadsheets and pages fear."""
    for number, name in enumerate(ODD):
        player = Player.objects.create(name=name)
        Membership.objects.create(club=club, player=player, number=f"-{number}", email=f"p{number}@example.org")
    Membership.objects.create(club=club, player=Player.objects.create(name=ODD[0]), role=Role.GUEST)
    return club


def a_stage() -> Stage:
    return Stage({**SMALL, "meetings": "single"}, spare=1)


stage = kept(a_stage)


@pytest.mark.parametrize("kind", TYPES)
class TestWhatGoesOutComesInEqual:
    def test_players(self, people: Club, olga: User, kind: str) -> None:
        content = out("players", people, olga, kind)
        if kind == "csv":
            cells = content.decode("utf-8-sig").replace('"', "").replace("\r\n", ",").split(",")
            assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
        assert back("players", people, content, olga) == Report(len(ODD) + 2, [])

    def test_squads(self, stage: Stage, kind: str) -> None:
        hall, squad = a_hall(stage, 4, "=Hall"), stage.squad("Wrens")
        squad.team.venue = hall
        squad.team.save()
        row = squad.players.exclude(is_captain=True)[0]
        row.until = FIRST_DAY.replace(year=FIRST_DAY.year + 1)
        row.save()
        report = back("squads", stage.season, out("squads", stage.season, stage.olga, kind), stage.olga)
        assert report == Report(SquadPlayer.objects.count(), [])

    def test_fixtures(self, stage: Stage, kind: str) -> None:
        stage.draft()
        report = back("fixtures", stage.season, out("fixtures", stage.season, stage.olga, kind), stage.olga)
        assert report == Report(6, [])

    def test_cards(self, stage: Stage, kind: str) -> None:
        stage.open()
        stage.play(stage.season.fixtures.get(number=1), [[(10, 4)]])
        report = back("cards", stage.season, out("cards", stage.season, stage.olga, kind), stage.olga)
        assert report == Report(6, [])

    def test_results(self, table: Night, kind: str) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        report = back("results", table.event, out("results", table.event, table.olga, kind), table.olga)
        assert report == Report(2, [])


class TestPlayers:
    def test_new_people_and_changes_come_in_under_one_entry_of_the_journal(self, club: Club, olga: User) -> None:
        content = "name;number;email;role\nZoë;=7;zoe@example.org;\nGus;;;guest\nOlga;1;;\n".encode()
        report = back("players", club, content, olga)
        assert [one.split(":")[0] for one in report.changes] == ["Row 2", "Row 3", "Row 4"]
        rows = {row.player.name: (row.number, row.email, row.role) for row in club.memberships.all()}
        assert rows == {
            "Zoë": ("=7", "zoe@example.org", "member"),
            "Gus": ("", "", "guest"),
            "Olga": ("1", "", "owner"),
        }
        assert AuditLogEntry.objects.get().action == "import_table"
        assert back("players", club, content, olga).changes == []

    @pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_the_usual_encodings_come_in(self, club: Club, olga: User, coding: str) -> None:
        back("players", club, "name\tnumber\nJosé\t5\n".encode(coding), olga)
        assert club.memberships.get(number="5").player.name == "José"

    def test_namesakes_are_distinguished_by_their_number(self, people: Club, olga: User) -> None:
        assert problems("players", people, f'name\n"{ODD[0]}"\n'.encode(), olga) == [(2, "name")]

    def test_another_clubs_player_is_unknown(self, club: Club, olga: User, sam: User) -> None:
        make_club(sam, "Oak Street")
        said = []
        for number in (sam.player.pk, 10**9):
            with pytest.raises(FileRefused) as refusal:
                back("players", club, f"player,name\n{number},Sam\n".encode(), olga)
            said.append(str(refusal.value).replace(f"no player {number}.", "no player …."))
        assert said[0] == said[1]

    def test_no_one_loses_what_the_file_leaves_out(self, people: Club, olga: User) -> None:
        number = Membership.objects.get(number="-5")
        back("players", people, f"player,name\n{number.player_id},'=1+1\n".encode(), olga)
        number.refresh_from_db()
        assert (number.number, people.memberships.count()) == ("-5", len(ODD) + 2)


class TestSquads:
    def test_a_full_season_comes_in(self, stage: Stage) -> None:
        day = FIRST_DAY
        rows = [f"Division 1,Owls,{name},{day},,{captain}" for name, captain in (("Ida", "yes"), ("Jim", "no"))]
        rows += [f"Division 1,Wrens,Kim,{day},{day.replace(year=day.year + 1)},no", "Division 1,Kites,,,,"]
        content = "\n".join(["division,team,name,since,until,captain", *rows]).encode()
        assert len(back("squads", stage.season, content, stage.olga).changes) == 4
        assert [player.name for player in stage.players("Owls")] == ["Ida", "Jim"]
        assert stage.squad("Kites").players.count() == 0
        assert SquadPlayer.objects.get(player__name="Kim").until
        assert back("squads", stage.season, content, stage.olga).changes == []

    def test_a_new_player_who_moves_is_one_person(self, stage: Stage) -> None:
        later = FIRST_DAY.replace(year=FIRST_DAY.year + 1)
        rows = [f"Division 1,Wrens,Kim,{FIRST_DAY},{later}", f"Division 1,Larks,Kim,{later},"]
        back("squads", stage.season, "\n".join(["division,team,name,since,until", *rows]).encode(), stage.olga)
        assert [str(row.squad) for row in SquadPlayer.objects.filter(player__name="Kim").order_by("since")] == [
            "Wrens",
            "Larks",
        ]
        assert Player.objects.filter(name="Kim").count() == 1

    @pytest.mark.parametrize(
        ("row", "column"),
        [
            ("Third,Owls,,Ida,2026-10-01,,", "division"),
            ("Division 1,Owls,Nowhere,Ida,2026-10-01,,", "venue"),
            ("Division 1,Owls,,Ida,1 October,,", "since"),
            ("Division 1,Owls,,Ida,,,", "since"),
            ("Division 1,Owls,,Ida,2026-10-01,2026-09-01,", "team"),
            ("Division 1,Owls,,Ida,2026-10-01,,maybe", "captain"),
            (f"Division 1,Larks,,Wrens 1,{FIRST_DAY},,", "team"),
            (f"Division 1,Wrens,,Wrens 1,{FIRST_DAY},,no", "captain"),
        ],
    )
    def test_an_impossible_cell_is_reported_with_its_column(self, stage: Stage, row: str, column: str) -> None:
        header = "division,team,venue,name,since,until,captain"
        good = f"Division 1,Owls,,Gil,{FIRST_DAY},,yes"
        before = world()
        content = f"{header}\n{good}\n{row}\n".encode()
        assert problems("squads", stage.season, content, stage.olga) == [(3, column)]
        assert differences(before, world()) == set()


class TestFixtures:
    def content(self, *rows: str) -> bytes:
        return "\n".join(["number,week,leg,home,away,date,time,venue", *rows]).encode()

    def test_the_file_is_the_draft(self, stage: Stage) -> None:
        stage.draft()
        content = self.content("1,1,1,Wrens,Larks,2031-01-07,19:30,", "2,1,1,Finches,Robins,2031-01-07,19:30,")
        report = back("fixtures", stage.season, content, stage.olga)
        assert "Match 6 will be removed." in report.changes
        [first, second] = stage.season.fixtures.order_by("number")
        assert (str(first), first.starts_at.isoformat()) == ("Wrens – Larks", "2031-01-08T00:30:00+00:00")
        assert second.state == Fixture.State.DRAFT
        stage.open()
        assert stage.season.fixtures.filter(state="planned").count() == 2

    @pytest.mark.parametrize(
        ("row", "column"),
        [
            ("2,1,1,Wrens,Owls,2031-01-08,19:30,", "away"),
            ("2,1,1,Wrens,Wrens,2031-01-08,19:30,", ""),
            ("1,1,1,Finches,Robins,2031-01-08,19:30,", ""),
            ("2,1,1,Wrens,Robins,2031-01-07,20:30,", ""),
            ("2,2,1,Wrens,Larks,2031-01-09,19:30,", ""),
            ("2,1,1,Finches,Robins,7 Jan,19:30,", "date"),
            ("2,1,1,Finches,Robins,2031-01-08,25:30,", "time"),
            ("x,1,1,Finches,Robins,2031-01-08,19:30,", "number"),
            ("2,1,1,Finches,Robins,2031-01-08,19:30,Moon", "venue"),
            ("2,0,1,Finches,Robins,2031-01-08,19:30,", ""),
            ("2,1,1,Finches,Robins,2031-01-07,21:00,Nook", ""),
        ],
    )
    def test_an_impossible_row_is_reported_with_its_number(self, stage: Stage, row: str, column: str) -> None:
        a_hall(stage, 1, "Nook")
        content = self.content("1,1,1,Wrens,Larks,2031-01-07,19:30,Nook", row)
        assert problems("fixtures", stage.season, content, stage.olga) == [(3, column)]
        assert not stage.season.fixtures.exists()

    def test_an_open_season_keeps_its_fixtures(self, stage: Stage) -> None:
        stage.open()
        with pytest.raises(Exception, match="is in progress"):
            back("fixtures", stage.season, self.content("1,1,1,Wrens,Larks,2031-01-07,19:30,"), stage.olga)


class TestCards:
    def filled(self, stage: Stage, points: str = "10,4") -> bytes:
        text = out("cards", stage.season, stage.olga).decode("utf-8-sig")
        lines = text.splitlines()
        return "\n".join([lines[0], lines[1].removesuffix(",,") + f",{points}", *lines[2:]]).encode()

    def test_a_card_goes_through_the_usual_command(self, stage: Stage) -> None:
        stage.open()
        first = stage.season.fixtures.get(number=1)
        for squad in first.squads:
            stage.line_up(first, squad)
        content = self.filled(stage)
        assert len(back("cards", stage.season, content, stage.olga).changes) == 1
        first.refresh_from_db()
        assert (first.state, str(first.score), ResultEntry.objects.get().user) == ("played", "1–0", stage.olga)
        assert back("cards", stage.season, content, stage.olga).changes == []
        assert problems("cards", stage.season, content.replace(b"10,4", b"10,5"), stage.olga) == [(2, "home_points")]

    def test_without_line_ups_there_is_no_card(self, stage: Stage) -> None:
        stage.open()
        assert problems("cards", stage.season, self.filled(stage), stage.olga) == [(2, "fixture")]
        assert problems("cards", stage.season, self.filled(stage, "10,"), stage.olga) == [(2, "away_points")]


class TestResults:
    def test_each_score_goes_through_the_organizers_command(self, table: Night) -> None:
        content = b"round,table,points_1,points_2\n1,1,7,9\n1,2,8,2\n"
        assert len(back("results", table.event, content, table.olga).changes) == 2
        assert set(ResultEntry.objects.values_list("kind", "user")) == {("record", table.olga.pk)}
        assert Match.objects.filter(state="standing").count() == 2
        assert not [one for one in verify.violations() if "unsettled" not in one]

    @pytest.mark.parametrize(
        ("row", "column"),
        [
            ("1,1,7,9,Someone else,", "side_1"),
            ("1,3,7,9,,", "table"),
            ("2,1,7,9,,", "table"),
            ("1,2,7,x,,", "points_2"),
            ("1,2,7,,,", "points_2"),
            ("1,1,99,99,,", "points_1"),
            ("1,2,3,3,,", "points_1"),
            ("1,2,6,2,,5", "forfeited"),
        ],
    )
    def test_an_impossible_row_is_reported_and_nothing_counts(self, table: Night, row: str, column: str) -> None:
        header = "round,table,points_1,points_2,side_1,forfeited"
        content = f"{header}\n{'1,2,8,2,,' if row.startswith('1,1') else '1,1,8,2,,'}\n{row}\n".encode()
        assert problems("results", table.event, content, table.olga) == [(3, column)]
        assert not ResultEntry.objects.exists()

    def test_a_failed_bid_is_below_nothing(self, table: Night) -> None:
        table.event.stages.update(rules=rules_data(replace(preset("trickster_bid"), number_of_hands=8)))
        content = b"round,table,points_1,points_2\n1,1,-4,33\n"
        assert len(back("results", table.event, content, table.olga).changes) == 1
        assert table.match.standing.slip["points"] == [-4, 33]

    def test_what_counts_is_never_changed_by_a_file(self, table: Night) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        content = b"round,table,points_1,points_2\n1,1,6,10\n"
        assert problems("results", table.event, content, table.olga) == [(2, "points_1")]
        assert table.match.last_version == 1


class TestEvery:
    def test_trying_says_what_would_be_and_leaves_no_trace(self, club: Club, olga: User) -> None:
        before, content = world(), b"name\nZoe\nYves\n"
        tried = try_table(TABLES["players"], club, content, context=context_of(olga))
        assert differences(before, world()) == set()
        assert back("players", club, content, olga) == tried

    def test_the_same_key_imports_once_and_another_file_is_refused(self, club: Club, olga: User) -> None:
        asked, table = with_key(olga), TABLES["players"]
        first = import_table(table, club, b"name\nZoe\n", context=asked)
        again = world()
        assert import_table(table, club, b"name\nZoe\n", context=asked) == Report(first.rows, ["Row 2"])
        assert "Zoe" not in str(AuditLogEntry.objects.get().detail)
        with pytest.raises(KeyReused):
            import_table(table, club, b"name\nYves\n", context=asked)
        assert differences(again, world()) == set()

    @pytest.mark.parametrize("role", [Role.SCORER, Role.MEMBER, None])
    def test_only_organizers_may(self, club: Club, sam: User, role: Role | None) -> None:
        if role:
            Membership.objects.create(club=club, player=sam.player, role=role)
        for ask in (try_table, import_table):
            with pytest.raises(NotAllowed):
                ask(TABLES["players"], club, b"name\nZoe\n", context=context_of(sam, key=uuid4()))
        with pytest.raises(NotAllowed):
            out("players", club, sam)

    def test_an_organizer_may(self, club: Club) -> None:
        oscar = make_user("Oscar")
        Membership.objects.create(club=club, player=oscar.player, role=Role.ORGANIZER)
        assert len(back("players", club, b"name\nZoe\n", oscar).changes) == 1
