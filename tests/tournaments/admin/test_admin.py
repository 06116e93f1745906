"""The admin: set-up is saved through the commands and logged, facts can be read, nothing can be deleted."""

import html
import re
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.db.models import DateTimeField
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.house_rules.models import RulePreset
from games.house_rules.presets import save_preset
from tests.cast import Table, make_event, on_grid, on_phone, slip
from tests.tournaments.cups.requests import drawn, the_cup
from tests.tournaments.pages.browsing import Answer, differences, log_in, text_of, visitor, world
from tests.tournaments.pages.scene import Scene
from tests.tournaments.scenes.webhook import queued, webhook
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, Membership, Role, Venue
from tournaments.events.admin import ScoreForm
from tournaments.events.models import Event
from tournaments.results import commands as results
from tournaments.results.models import Channel, ResultEntry
from tournaments.rewards.models import AchievementRule, RewardJob
from tournaments.rounds import commands as rounds

OURS = ("tournaments", "games")
NOT_OURS = {"s", "q", "action"}
"""Fields of the admin's own search."""
BOOKKEEPING = {"admin.LogEntry", "sessions.Session"}


@pytest.fixture
def table(seated: Table) -> Table:
    return seated


@pytest.fixture
def ada(table: Table) -> Client:
    """The site's admin, who owns no club."""
    return log_in(User.objects.create_superuser("ada@example.org", "a long password"))


def change_url(row: Any) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def fields_of(response: Answer) -> dict[str, str]:
    """What the form of a page would send as it stands, without the empty rows of its inlines."""
    body = response.content.decode()
    found = {}
    for tag in re.findall(r"<input\b[^>]*>", body):
        has = {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if has.get("type") in ("submit", "button", "file") or "name" not in has:
            continue
        if has.get("type") != "checkbox" or "checked" in tag:
            found[has["name"]] = has.get("value", "")
    for name, options in re.findall(r'<select\b[^>]*?\sname="([^"]+)"[^>]*>(.*?)</select>', body, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)"[^>]*selected', options)
        found[name] = chosen[1] if chosen else ""
    for name, text in re.findall(r'<textarea\b[^>]*?\sname="([^"]+)"[^>]*>(.*?)</textarea>', body, re.DOTALL):
        found[name] = html.unescape(text).removeprefix("\n")
    return {name: value for name, value in found.items() if "__prefix__" not in name and name not in NOT_OURS}


def save(client: Client, path: str, **changed: Any) -> Answer:
    """Open the page, change some fields and press Save."""
    return client.post(path, fields_of(client.get(path)) | changed, follow=True)


def last_entry() -> tuple[str, str, str]:
    entry = AuditLogEntry.objects.latest("pk")
    return entry.action, entry.source, str(entry.user)


def test_the_set_up_models_and_the_facts_to_read_are_there() -> None:
    registered = {model._meta.label for model in admin.site._registry if model._meta.app_label in OURS}
    assert registered == {
        "games.User",
        "games.Player",
        "games.RulePreset",
        "tournaments.Club",
        "tournaments.Event",
        "tournaments.Match",
        "tournaments.League",
        "tournaments.Season",
        "tournaments.Squad",
        "tournaments.Venue",
        "tournaments.Cup",
        "tournaments.Jackpot",
        "tournaments.JackpotPosting",
        "tournaments.AuditLogEntry",
        "tournaments.AchievementRule",
        "tournaments.RewardJob",
        "tournaments.WebhookDelivery",
    }


def test_it_uses_the_sites_own_login(table: Table) -> None:
    """So that the rate limits of the log-in cannot be walked round."""
    response = visitor().get(reverse("admin:index"), follow=True)
    assert response.redirect_chain[-1][0].startswith(reverse("account_login"))
    before = world()
    refused = visitor().post(reverse("admin:login"), {"username": "ada@example.org", "password": "a long password"})
    assert refused.status_code == 302
    assert refused["Location"].startswith(reverse("account_login"))
    assert differences(before, world()) == set()


def test_users_who_are_not_admins_are_not_let_in(table: Table) -> None:
    """An organizer of a club is none."""
    for row in (table.event, table.event.club, table.match):
        assert log_in(table.olga).get(change_url(row)).status_code in (302, 403)
    staff = User.objects.create_user("stan@example.org", "a long password", is_staff=True)
    assert log_in(staff).get(change_url(table.event)).status_code == 403


@pytest.fixture
def something_of_everything(db: None) -> Client:
    """One row at least of every model that has a page; the site's admin looks at it."""
    scene = Scene()
    drawn(scene, the_cup(scene, "Elm Cup"))
    Venue.objects.get_or_create(club=scene.club, name="Elks Hall")
    save_preset(RulePreset(name="Mill Road rules"), {})
    AchievementRule.objects.create(
        club=scene.club, name="Here", description="Play {n} games.", metric="games", thresholds=[1]
    )
    RewardJob.objects.get_or_create(kind="awards", key="4711")
    queued(webhook(scene.club, scene.olga))
    return log_in(User.objects.create_superuser("ada@example.org", "a long password"))


@pytest.mark.slow
@pytest.mark.heavy
def test_every_page_of_it_opens(something_of_everything: Client) -> None:
    ada, answers, zones = something_of_everything, {}, {}
    for model in admin.site._registry:
        if model._meta.app_label not in OURS:
            continue
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for path in (
            reverse(f"{name}_changelist"),
            reverse(f"{name}_changelist") + "?q=a&o=1",
            reverse(f"{name}_add"),
            change_url(model._default_manager.all()[0]),
            reverse(f"{name}_history", args=[model._default_manager.all()[0].pk]),
        ):
            response = ada.get(path)
            answers[path] = response.status_code
            if found := re.search(r"Times on this page are in ([\w/]+)\.", response.content.decode()):
                zones[model._meta.model_name] = found[1]
    only_verbs_add = (
        "club",
        "cup",
        "event",
        "match",
        "jackpot",
        "jackpotposting",
        "auditlogentry",
        "rewardjob",
        "squad",
        "webhookdelivery",
    )
    cannot_be_added = {reverse(f"admin:tournaments_{name}_add") for name in only_verbs_add}
    assert {path for path, status in answers.items() if status != 200} == cannot_be_added
    assert {answers[path] for path in cannot_be_added} == {403}
    of_the_site = dict.fromkeys(("user", "player", "rulepreset", "rewardjob"), "UTC")
    assert zones == dict.fromkeys(zones, "America/Detroit") | of_the_site
    assert len(zones) == len([model for model in admin.site._registry if model._meta.app_label in OURS])


@pytest.mark.slow
@pytest.mark.heavy
def test_nothing_of_a_club_can_be_deleted(something_of_everything: Client) -> None:
    ada = something_of_everything
    request = RequestFactory().get("/")
    request.user = User.objects.get(email="ada@example.org")
    before = world()
    for model, page in admin.site._registry.items():
        if model._meta.app_label == "tournaments" or model is Player:
            row = model._default_manager.all()[0]
            path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_delete", args=[row.pk])
            assert ada.post(path, {"post": "yes"}).status_code == 403
            assert "delete_selected" not in page.get_actions(request)
            assert not any(
                inline.can_delete and inline.has_delete_permission(request, row)
                for inline in page.get_inline_instances(request, row)
            )
    assert differences(before, world()) == set()


@pytest.mark.slow
def test_a_clubs_change_is_journalled_with_its_fields(table: Table, ada: Client) -> None:
    save(ada, change_url(table.event.club), zone="Europe/London")
    assert Club.objects.get().zone == "Europe/London"
    entry = AuditLogEntry.objects.filter(event=None).latest("pk")
    assert (entry.action, entry.source, str(entry.user)) == ("change_club", Channel.ADMIN, "ada@example.org")
    assert entry.detail == {"changed": {"zone": ["America/Detroit", "Europe/London"]}}


def test_venues_and_members_of_a_club_are_journalled(table: Table, ada: Client) -> None:
    mia, owners = Player.objects.create(name="Mia"), Membership.objects.count()
    before = AuditLogEntry.objects.count()
    save(
        ada,
        change_url(table.event.club),
        **{
            "venues-TOTAL_FORMS": "1",
            "venues-0-name": "Grange Hall",
            "venues-0-address": "12 Mill Road",
            "venues-0-club": str(table.event.club.pk),
            "memberships-TOTAL_FORMS": str(owners + 1),
            f"memberships-{owners}-player": str(mia.pk),
            f"memberships-{owners}-role": Role.SCORER,
            f"memberships-{owners}-number": "007",
            f"memberships-{owners}-club": str(table.event.club.pk),
        },
    )
    assert Venue.objects.get().name == "Grange Hall"
    assert Membership.objects.get(player=mia).role == Role.SCORER
    written = AuditLogEntry.objects.order_by("pk")[before:]
    assert {(entry.action, entry.source) for entry in written} == {
        ("add_venue", Channel.ADMIN),
        ("save_setup", Channel.ADMIN),
    }


@pytest.mark.parametrize("zone", ["Mars/Olympus", ""])
def test_a_zone_that_is_none_is_shown_beside_its_field(table: Table, ada: Client, zone: str) -> None:
    before = world()
    response = save(ada, change_url(table.event.club), zone=zone)
    assert "Enter a valid time zone, such as America/Detroit" in text_of(response) or "Fill in “Time zone”." in text_of(
        response
    )
    assert differences(before, world()) == set()


def test_an_events_change_is_a_line_of_its_journal(table: Table, ada: Client) -> None:
    version = Event.objects.get().version
    save(ada, change_url(table.event), fee="7", name="Friday night")
    event = Event.objects.get()
    assert (event.fee, event.name, event.version) == (700, "Friday night", version + 1)
    entry = event.audit_log.latest("pk")
    assert (entry.action, entry.source, entry.number) == ("change_event", Channel.ADMIN, version + 1)
    assert entry.detail["changed"] == {"name": ["Thursday night", "Friday night"], "fee": [0, 700]}


def test_the_admin_refuses_what_the_events_own_page_refuses(table: Table, ada: Client) -> None:
    """Round 1 is out, so the day stays."""
    before = world()
    save(ada, change_url(table.event), starts_at_0="2030-01-01", starts_at_1="19:00")
    assert differences(before, world()) <= BOOKKEEPING


@pytest.fixture
def london(table: Table) -> Event:
    """A night of another club at the moment at which `table`'s is on, now 19:00 in Toronto on the evening before."""
    Club.objects.update(zone="America/Toronto")
    club = Club.objects.create(name="Quarry Bank", slug="quarry-bank", zone="Europe/London")
    Membership.objects.create(club=club, player=table.olga.player, role=Role.OWNER)
    night = make_event(club, table.olga, name="Quarry night")
    Event.objects.update(starts_at=datetime(2026, 11, 26, tzinfo=UTC))
    return night


class TestTimes:
    """The admin shows the time on the club's wall and says where that is."""

    def test_a_list_says_each_clubs_time_with_its_zone(
        self, table: Table, london: Event, ada: Client, django_assert_num_queries: Any
    ) -> None:
        with django_assert_num_queries(6):
            said = text_of(ada.get(reverse("admin:tournaments_event_changelist") + "?o=3"))
        assert "November 25, 2026, 7:00 PM America/Toronto" in said
        assert "November 26, 2026, 12:00 AM Europe/London" in said

    @pytest.mark.slow
    def test_a_form_takes_the_clubs_time_and_saving_it_moves_nothing(
        self, table: Table, london: Event, ada: Client
    ) -> None:
        toronto = table.event, "America/Toronto", "2026-11-25", "19:00:00"
        for night, zone, day, hour in (toronto, (london, "Europe/London", "2026-11-26", "00:00:00")):
            response = ada.get(change_url(night))
            assert f"Times on this page are in {zone}." in text_of(response)
            typed = fields_of(response)
            assert (typed["starts_at_0"], typed["starts_at_1"]) == (day, hour)
            save(ada, change_url(night), fee="3.00")
        assert set(Event.objects.values_list("starts_at", "fee")) == {(datetime(2026, 11, 26, tzinfo=UTC), 300)}
        later = make_event(table.event.club, table.olga, name="Not begun")
        save(ada, change_url(later), starts_at_0="2026-11-25", starts_at_1="20:30:00")
        assert Event.objects.get(pk=later.pk).starts_at == datetime(2026, 11, 26, 1, 30, tzinfo=UTC)
        assert timezone.get_current_timezone_name() == "UTC"

    def test_the_log_uses_the_time_of_the_place(self, table: Table, london: Event, ada: Client) -> None:
        AuditLogEntry.objects.update(at=datetime(2026, 11, 26, 1, tzinfo=UTC))
        said = text_of(ada.get(reverse("admin:tournaments_auditlogentry_changelist")))
        assert "November 25, 2026, 8:00 PM America/Toronto" in said
        assert "November 26, 2026, 1:00 AM Europe/London" in said
        assert "November 25, 2026, 8:00 PM" in text_of(ada.get(change_url(table.event.audit_log.latest("pk"))))

    def test_no_list_has_a_time_without_its_zone(self) -> None:
        for model, page in admin.site._registry.items():
            shown = page.get_list_display(RequestFactory().get("/")) if model._meta.app_label in OURS else ()
            times = {field.name for field in model._meta.fields if isinstance(field, DateTimeField)}
            assert times.isdisjoint(name for name in shown if isinstance(name, str)), model


class TestMatch:
    def test_a_score_is_recorded_by_the_command(self, table: Table, ada: Client) -> None:
        response = save(ada, change_url(table.match), score="10-6")
        assert response.status_code == 200
        entry = table.match.results.get()
        assert (entry.kind, entry.score, entry.source) == (ResultEntry.Kind.RECORD, "10–6", Channel.ADMIN)
        assert last_entry() == ("record_result", Channel.ADMIN, "ada@example.org")

    @pytest.mark.parametrize("score", ["10–6", " 10 : 6 ", "10:6"])
    def test_it_may_be_written_as_people_write_it(self, table: Table, ada: Client, score: str) -> None:
        save(ada, change_url(table.match), score=score)
        assert table.match.standing
        assert table.match.standing.score == "10–6"

    def test_a_score_that_counts_is_corrected_with_a_reason(self, table: Table, ada: Client) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        before = world()
        assert "Enter a short reason" in text_of(save(ada, change_url(table.match), score="9-7"))
        assert differences(before, world()) <= BOOKKEEPING
        save(ada, change_url(table.match), score="9-7", reason="Misread")
        assert [entry.score for entry in table.match.results.all()] == ["10–6", "9–7"]
        assert last_entry()[0] == "correct_result"

    @pytest.mark.parametrize(
        ("fields", "why"),
        [
            ({"score": "99-6"}, "hands"),
            ({"score": "8-8"}, "Points are tied at 8."),
            ({"score": "10-6-1"}, "has 2 sides"),
            ({"score": "10"}, "Enter a valid value."),
            ({"score": ""}, "Fill in “Score”."),
            ({"score": "10-6", "tie_winner": "5"}, "Choose the tiebreak winner from the sides at the table."),
        ],
    )
    def test_a_refusal_is_a_message_and_writes_nothing(
        self, table: Table, ada: Client, fields: dict[str, str], why: str
    ) -> None:
        before = world()
        response = save(ada, change_url(table.match), **fields)
        assert response.status_code == 200
        assert why in text_of(response)
        assert differences(before, world()) <= BOOKKEEPING
        assert not AuditLogEntry.objects.filter(source=Channel.ADMIN).exists()

    def test_a_page_that_is_out_of_date_replaces_nothing_and_a_repeat_does_nothing_more(
        self, table: Table, ada: Client
    ) -> None:
        typed = fields_of(ada.get(change_url(table.match))) | {"score": "10-6"}
        for _ in range(2):
            ada.post(change_url(table.match), typed)
        assert table.match.results.count() == 1
        late = typed | {"score": "9-7", "reason": "Misread", "key": str(uuid4())}
        assert "while you had it open" in text_of(ada.post(change_url(table.match), late, follow=True))
        assert [entry.score for entry in table.match.results.all()] == ["10–6"]

    def test_a_page_that_is_out_of_date_records_nothing(self, table: Table, ada: Client) -> None:
        old = fields_of(ada.get(change_url(table.match)))
        results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
        response = ada.post(change_url(table.match), old | {"score": "9-7"}, follow=True)
        assert "Someone changed this while you had it open." in text_of(response)
        assert table.match.results.count() == 1

    def test_a_form_sent_twice_is_one_score(self, table: Table, ada: Client) -> None:
        sent = fields_of(ada.get(change_url(table.match))) | {"score": "9-7"}
        for _ in range(2):
            ada.post(change_url(table.match), sent)
        assert [entry.score for entry in table.match.results.all()] == ["9–7"]

    @pytest.mark.slow
    def test_a_draft_takes_no_score(self, table: Table, ada: Client) -> None:
        rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
        assert "This round isn’t published." in text_of(save(ada, change_url(table.match), score="10-6"))
        assert not ResultEntry.objects.exists()

    def test_its_versions_and_its_state_cannot_be_edited(self, table: Table, ada: Client) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        response = ada.get(change_url(table.match))
        assert "10–6" in text_of(response)
        names = {name for name in fields_of(response) if not name.startswith(("csrf", "_", "results-"))}
        assert names == {"score", "tie_winner", "reason", "key", "seen"}
        assert {name for name in fields_of(response) if re.match(r"results-\d+-(?!id$|match$)", name)} == set()


def test_the_journal_can_be_read_and_not_written(table: Table, ada: Client) -> None:
    entry, before = AuditLogEntry.objects.latest("pk"), world()
    assert "publish_round" in text_of(ada.get(change_url(entry)))
    assert ada.post(change_url(entry), {"action": "nothing", "reason": "x"}).status_code == 403
    assert ada.post(reverse("admin:tournaments_auditlogentry_add"), {"action": "nothing"}).status_code == 403
    assert differences(before, world()) == set()


def test_the_list_of_matches_asks_no_more_for_more_matches(
    table: Table, ada: Client, django_assert_num_queries: Any
) -> None:
    path = reverse("admin:tournaments_match_changelist")
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
        with django_assert_num_queries(6):
            assert "10–6" in text_of(ada.get(path))


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("10-7", (10, 7)),
        (" 10 – 7 : 4", (10, 7, 4)),
        ("−18 – 12", (-18, 12)),
        ("12 - -18", (12, -18)),
        ("-4:-6", (-4, -6)),
    ],
)
def test_a_score_is_read_as_it_is_shown_also_below_zero(text: str, points: tuple[int, ...]) -> None:
    sent = ScoreForm({"score": text, "key": str(uuid4()), "seen": 0})
    assert sent.is_valid(), sent.errors
    assert sent.slip().points == points
