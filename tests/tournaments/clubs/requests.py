"""A valid request for every address of the site and of a club, but those of its events."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments.pages.addressing import Request, page
from tests.tournaments.pages.browsing import event_form, form
from tournaments.clubs.models import Club, Venue
from tournaments.clubs.settings import settings_seen
from tournaments.clubs.venues import version_of
from tournaments.events.event_setup import EventSetup
from tournaments.events.models import EventTemplate
from tournaments.recurring.models import RecurringEvent


def jackpot_page(name: str, *number: int, body: Any = form) -> Request:
    return page(name, lambda s: s.club.slug, lambda s: s.jackpot.pk, *number, body=body)


def jackpot_form(**more: Any) -> dict[str, Any]:
    """The form of a jackpot with its defaults."""
    return form(
        name="Monthly",
        metric="wins",
        shares="60, 30",
        tied="split",
        least=1,
        fewest_games=3,
        vesting="",
        rank_points="5, 4",
        share="1.50",
        share_in="cents",
        **more,
    )


def settings_form(club: Club) -> dict[str, Any]:
    """As the page of the settings sends it, with another text and colour."""
    club = Club.objects.get(pk=club.pk)
    return form(name=club.name, zone=club.zone, about="Cards", colour="blue", seen=settings_seen(club))


def recurring(scene: Any) -> RecurringEvent:
    """An event of the club that repeats."""
    start = scene.empty.local_start
    about = {"starts_on": start.date(), "starts_at": start.time()}
    found = RecurringEvent.objects.get_or_create(club=scene.club, name="Empty", defaults=about)[0]
    found.occurrences.get_or_create(date=start.date(), defaults={"event": scene.empty})
    return found


def a_regular(scene: Any) -> int:
    """The number of one on the list."""
    about = {"player": scene.club.players.order_by("pk")[0], "number": 1}
    return int(recurring(scene).regulars.get_or_create(number=1, defaults=about)[0].number)


def regulars_page(action: str, body: Any) -> Request:
    return page("move_regulars", lambda s: s.club.slug, lambda s: recurring(s).pk, action, body=body)


def a_template(scene: Any) -> EventTemplate:
    """The same each time."""
    setup = EventSetup.of(scene.empty)
    about = {"starts_at": setup.starts_at, "setup": setup.as_data()}
    return EventTemplate.objects.get_or_create(club=scene.club, name="Usual night", defaults=about)[0]


def template_page(action: str, body: Any) -> Request:
    return page("move_template", lambda s: s.club.slug, lambda s: a_template(s).pk, action, body=body)


def a_venue(scene: Any) -> Venue:
    """A retired one, the same each time."""
    return Venue.objects.get_or_create(club=scene.club, name="Old Hall", defaults={"is_retired": True})[0]


def venue_form(scene: Any) -> dict[str, Any]:
    return form(name="Old Hall", address="12 Mill Road", seen=version_of(a_venue(scene)))


OF_CLUBS: dict[str, Request] = {
    "home": page("home"),
    **{name: page(name) for name in ("manifest", "worker", "offline", "my_night")},
    **{name: page(name) for name in ("privacy", "my_data", "my_file")},
    "erase_me": page("erase_me", body=lambda s: form(name="Sam")),
    "style": page("style"),
    "one_time_login": lambda s: (s.login_path, {}),
    "clubs": page("clubs"),
    "new_club": page("new_club", body=lambda s: form(name="Newest", zone="UTC", about="", colour="blue")),
    "club": page("club", lambda s: s.club.slug),
    "coming_events": page("coming_events", lambda s: s.club.slug),
    "club_settings": page("club_settings", lambda s: s.club.slug, body=lambda s: settings_form(s.club)),
    "recurring_event": page(
        "recurring_event",
        lambda s: s.club.slug,
        lambda s: recurring(s).pk,
        body=lambda s: form(seen=recurring(s).version, until="", skipped="2030-01-01"),
    ),
    "regulars": page("regulars", lambda s: s.club.slug, lambda s: recurring(s).pk),
    "move_regulars/add": regulars_page("add", lambda s: form(player=s.club.players.order_by("-pk")[0].pk)),
    "move_regulars/remove": regulars_page("remove", lambda s: form(number=a_regular(s))),
    "move_regulars/praise": regulars_page("praise", lambda s: form()),
    "event_templates": page("event_templates", lambda s: s.club.slug),
    "new_from_template": page(
        "new_from_template",
        lambda s: s.club.slug,
        lambda s: a_template(s).pk,
        body=lambda s: form(name="From it", starts_at="2027-01-14T19:00"),
    ),
    "move_template/rename": template_page("rename", lambda s: form(name="Another name")),
    "move_template/delete": template_page("delete", lambda s: form()),
    "move_template/praise": template_page("praise", lambda s: form()),
    "venues": page("venues", lambda s: s.club.slug, body=lambda s: form(name="Grange Hall")),
    "venue": page("venue", lambda s: s.club.slug, lambda s: a_venue(s).pk, body=lambda s: venue_form(s)),
    "move_venue/remove": page("move_venue", lambda s: s.club.slug, lambda s: a_venue(s).pk, "remove"),
    "move_venue/reopen": page("move_venue", lambda s: s.club.slug, lambda s: a_venue(s).pk, "reopen"),
    "move_venue/praise": page("move_venue", lambda s: s.club.slug, lambda s: a_venue(s).pk, "praise"),
    "club_board": page("club_board", lambda s: s.club.slug),
    "jackpots": page("jackpots", lambda s: s.club.slug),
    "new_jackpot": page(
        "new_jackpot",
        lambda s: s.club.slug,
        body=lambda s: jackpot_form(kind="month", days=14, anchor="2024-01-01", week_starts=0, turns_at=""),
    ),
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
    "stop_mail": page("stop_mail", lambda s: s.stop_token()),
    "exchange": page("exchange", lambda s: s.club.slug),
    "exchange_table": page(
        "exchange_table",
        lambda s: s.club.slug,
        "players",
        body=lambda s: form(do="import", file=SimpleUploadedFile("players.csv", b"name,number\nZoe Hart,77\n")),
    ),
    "exchange_file": page("exchange_file", lambda s: s.club.slug, "players", "csv"),
    "club_archive": page("club_archive", lambda s: s.club.slug),
    "new_event": lambda s: (f"{reverse('new_event', args=[s.club.slug])}?format=progressive", event_form()),
    "event_rule_picker": page("event_rule_picker", lambda s: s.club.slug),
    "club_rules": page(
        "club_rules", lambda s: s.club.slug, body=lambda s: form(rules_save_as="Sunday", house_rules="hoyle")
    ),
    "delete_club_rules": page("delete_club_rules", lambda s: s.club.slug, lambda s: s.house_rules.pk),
    "club_leaderboards": page("club_leaderboards", lambda s: s.club.slug),
    "leaderboards": page("leaderboards"),
    "players": lambda s: (f"{reverse('players')}?name=an", {}),
    "player": page("player", lambda s: s.pam.pk),
    "compare_players": lambda s: (f"{reverse('compare_players')}?one={s.pam.pk}&two={s.quinn.pk}", {}),
    "hide_name": page("hide_name", lambda s: s.pam.pk, body=lambda s: form(hidden="1")),
}
