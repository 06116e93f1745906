"""Who opens a table for a club, on the page and by the command, and what the pages say of it."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import NotAllowed as TableRefusal
from games.reports.commands import report
from games.reports.moderators import reports_for
from games.tables import opening, seating
from games.tables.commands import is_owner
from games.tables.models import Table, Visibility
from games.tables.options import options_from, table_options
from games.tables.rule_changes import change_rules
from tests.cast import context_of, make_club, make_user
from tests.games.tables.cast import SHORT, command_by, player, table_for
from tests.tournaments.club_tables.evening import ClubEvening
from tests.tournaments.pages.browsing import log_in
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.club_tables.commands import open_for_club
from tournaments.club_tables.models import ClubTable
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club(make_user("Sam"))


def belongs(club: Club, name: str, role: Role) -> None:
    Membership.objects.create(club=club, player=player(name), role=role)


def test_a_member_opens_one_and_it_is_logged(club: Club) -> None:
    olga = make_user("Olga")
    belongs(club, "Olga", Role.MEMBER)
    table, _ = table_for(1)
    link = open_for_club(club.pk, table, context=context_of(olga))
    assert (link.club, link.counts, link.table.owner) == (club, False, player("Olga"))
    entry = AuditLogEntry.objects.get(action=Action.OPEN_CLUB_TABLE)
    assert (entry.club, entry.detail["online_table"]) == (club, table.pk)


def test_officials_of_the_club_read_what_is_reported_at_its_tables(club: Club) -> None:
    olga, pam = make_user("Olga"), make_user("Pam")
    belongs(club, "Olga", Role.ORGANIZER)
    belongs(club, "Pam", Role.MEMBER)
    table, people = table_for(2)
    open_for_club(club.pk, table, context=context_of(olga))
    found = report(table.pk, people[0].pk, people[1], uuid.uuid4(), reason="other")
    assert [list(reports_for(who)) for who in (club.players.get(name="Sam"), olga.player, pam.player)] == [
        [found],
        [],
        [],
    ], "not the one who is reported, nor members"
    other, others = table_for(2)
    report(other.pk, others[1].pk, others[0], uuid.uuid4(), reason="other")
    assert list(reports_for(club.players.get(name="Sam"))) == [found], "nor what is no table of the club"


@pytest.mark.parametrize("role", [None, Role.GUEST])
def test_no_one_else_does(club: Club, role: Role | None) -> None:
    olga = make_user("Olga")
    if role:
        belongs(club, "Olga", role)
    table, _ = table_for(1)
    with pytest.raises(NotAllowed, match="open an online table for the club"):
        open_for_club(club.pk, table, context=context_of(olga))
    assert not ClubTable.objects.exists()


def test_nor_for_another_players_table(club: Club) -> None:
    make_user("Olga")
    table, _ = table_for(1)
    with pytest.raises(NotAllowed, match="who opened this table"):
        open_for_club(club.pk, table, context=context_of(club.players.get().user))


def test_a_table_with_games_or_with_a_club_is_refused() -> None:
    evening = ClubEvening()
    with pytest.raises(RuleError, match="Open a new one"):
        open_for_club(evening.club.pk, evening.table, context=context_of(evening.olga))
    evening.play()
    evening.link.delete()
    with pytest.raises(RuleError, match="Open a new one"):
        open_for_club(evening.club.pk, evening.table, context=context_of(evening.olga))


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANIZER])
def test_who_runs_the_club_runs_its_tables_like_a_co_owner(role: Role) -> None:
    evening = ClubEvening()
    pat = make_user("Pat").player
    for write in (
        lambda: seating.evict(evening.table.pk, 2, command_by(pat, evening.table)),
        lambda: rules(evening, pat),
    ):
        with pytest.raises(TableRefusal, match="co-owner"):
            write()
    belongs(evening.club, "Pat", role)
    seating.evict(evening.table.pk, 2, command_by(pat, evening.table))
    rules(evening, pat)
    assert not evening.table.seats.filter(number=2).exists()
    with pytest.raises(TableRefusal, match="who opened this table"):
        opening.close_table(evening.table.pk, command_by(pat, evening.table))
    with pytest.raises(TableRefusal, match="opened this table"):
        seating.evict(evening.table.pk, 0, command_by(pat, evening.table))
    page = log_in(pat.user).get(evening.table.get_absolute_url()).content.decode()
    assert "Manage the table" in page


@pytest.mark.parametrize("role", [Role.MEMBER, Role.SCORER, Role.GUEST])
def test_other_roles_and_other_clubs_run_none(role: Role) -> None:
    evening = ClubEvening()
    pat = make_user("Pat").player
    belongs(evening.club, "Pat", role)
    make_club(pat.user, "Mill Road")
    assert not is_owner(evening.table, pat)
    evening.link.delete()
    assert not is_owner(Table.objects.get(), player("Pat"))


def rules(evening: ClubEvening, who: Player) -> None:
    change_rules(evening.table.pk, SHORT, options_from({"bots": "expert"}), command_by(who, evening.table))


class TestPages:
    def test_a_member_chooses_the_club_and_everyone_reads_it(self, club: Club) -> None:
        client = log_in(make_user("Olga"))
        belongs(club, "Olga", Role.MEMBER)
        form = {"name": "Monday", "house_rules": "plain", "visibility": Visibility.PUBLIC, "host": str(club.pk)}
        page = client.get(reverse("new_table")).content.decode()
        assert f"{club.name}: games don’t count" in page
        sent = form | options_of(page)
        answer = client.post(reverse("new_table"), sent)
        assert answer.status_code == 302, answer.content.decode()
        table = Table.objects.get()
        assert table.for_club.club == club
        shown = Client().get(table.get_absolute_url()).content.decode()
        assert f'<a href="{club.get_absolute_url()}">{club.name}</a>' in shown
        assert "don’t count for the club" in shown
        assert club.name in Client().get(reverse("lobby")).content.decode()

    def test_without_a_choice_it_belongs_to_no_club(self, club: Club) -> None:
        client = log_in(make_user("Olga"))
        belongs(club, "Olga", Role.MEMBER)
        form = {"house_rules": "plain", "visibility": Visibility.PUBLIC, "host": ""}
        client.post(reverse("new_table"), form | options_of(client.get(reverse("new_table")).content.decode()))
        assert Table.objects.count() == 1
        assert not ClubTable.objects.exists()

    @pytest.mark.parametrize("role", [None, Role.GUEST])
    def test_others_have_no_choice(self, club: Club, role: Role | None) -> None:
        client = log_in(make_user("Olga"))
        if role:
            belongs(club, "Olga", role)
        page = client.get(reverse("new_table")).content.decode()
        assert 'name="host"' not in page
        form = {"house_rules": "plain", "visibility": Visibility.PUBLIC, "host": str(club.pk)}
        client.post(reverse("new_table"), form | options_of(page))
        assert Table.objects.count() == 1
        assert not ClubTable.objects.exists()

    def test_a_visitor_without_an_account_has_none(self, club: Club) -> None:
        assert 'name="host"' not in Client().get(reverse("new_table")).content.decode()


def options_of(page: str) -> dict[str, str]:
    """The options of a table as the form has them at first."""
    return {
        shown.name: shown.default.value
        for shown in table_options()
        if not isinstance(shown.default, bool) and f'name="{shown.name}"' in page
    }
