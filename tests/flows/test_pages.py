"""Every page of a believable club in a real browser: wide and narrow, light and dark, in every language."""

import pytest
from django.urls import reverse

from games.accounts.models import Player
from tests.cast import context_of
from tests.flows.crawler import LESSONS, LOOKS, OPEN_ALL, OVERFLOW, crawl, look_at
from tests.flows.demo_club import Demo
from tests.sizes import size
from tests.tournaments.pages.browsing import HOSTILE
from tests.translation.pseudo import pseudo_script
from tournaments.access import wall_code
from tournaments.checkin import entries
from tournaments.clubs.models import Venue
from tournaments.events.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.heavy, pytest.mark.django_db(transaction=True)]
LANGUAGES = dict.fromkeys(("organizer", "anonymous", "phone"), size(("en",), ("en", "fr")))

EVERYBODYS = {
    "home",
    "privacy",
    "contact",
    "whats_new",
    "clubs",
    "club",
    "event",
    "seating",
    "standings",
    "cross_table",
    "fairness",
    "round_why",
    "prizes",
    "registration",
    "event_share",
    "club_share",
    "embed_standings",
    "embed_leaders",
}
DOOR = {"account_login", "account_signup", "account_reset_password"}
KINDS = {
    "anonymous": EVERYBODYS | DOOR | LESSONS | {"come_in"},
    "phone": EVERYBODYS | DOOR | {"my_seat", "slip", "find_table", "offline"},
    "organizer": EVERYBODYS
    | {
        "new_club",
        "new_event",
        "console",
        "check_in",
        "wall_code",
        "wishes",
        "change",
        "late",
        "what_if",
        "grid",
        "journal",
        "match",
        "my_data",
        "account_email",
        "account_change_password",
        "stages",
        "event_settings",
        "delete_event",
        "repeat_event",
        "duplicate_event",
        "add_stage",
        "begin_stage",
        "papers",
        "board",
        "prize_console",
        "registration_desk",
        "balanced_pairs",
        "event_templates",
        "season_cards",
        "cups",
        "cup",
        "season_money",
        "card",
    },
}


@pytest.mark.parametrize(("role", "language"), [(role, one) for role, all_ in LANGUAGES.items() for one in all_])
def test_every_page_fits_and_reads_well_for(demo: Demo, role: str, language: str) -> None:
    page = demo.page(role, language)
    pairs = Event.objects.get(name="Pairs Round Robin")
    start = [demo.path("event"), f"{demo.site}/", demo.site + reverse("cross_table", args=[pairs.slug])]
    cup = Event.objects.get(name="Pairs Cup")
    start += [demo.site + reverse("registration", args=[cup.slug])]
    start += [demo.path("my_seat"), demo.site + reverse("offline")] if role == "phone" else []
    start += [demo.path("come_in", wall_code.code_on(demo.night))] if role == "anonymous" else []
    if role == "organizer":
        late = entries.walk_in(demo.night.pk, ["Late Lou"], context=context_of(demo.olga))
        coming = Event.objects.get(name__startswith="Next week")
        start += [demo.path("stages"), demo.site + reverse("registration_desk", args=[cup.slug])]
        start += [demo.path("late", late.pk), demo.site + reverse("what_if", args=[coming.slug])]
        start += [demo.site + reverse("event_settings", args=[coming.slug])]
        start += [demo.site + reverse("wishes", args=[cup.slug])]  # a format that grants little has the longest words
    looks = LOOKS if language == "en" else size(LOOKS[:1], LOOKS)  # longer words show where it is narrow
    kinds, complaints = crawl(page, start, look_at(page, looks), LESSONS - KINDS[role])
    assert complaints == []
    assert kinds >= KINDS[role]
    page.context.close()


def name_all(demo: Demo) -> None:
    for number, player in enumerate(Player.objects.all()):
        Player.objects.filter(pk=player.pk).update(name=HOSTILE[number % len(HOSTILE)])
    Event.objects.update(name=HOSTILE[1])
    Venue.objects.update(name=HOSTILE[0])


def test_a_longer_language_from_right_to_left_fits_too(demo: Demo, pseudo: str) -> None:
    """Sentences longer by a third in a made-up language: what fits here fits in any."""
    page = demo.page("organizer", pseudo)
    page.route(
        f"**/words-{pseudo}.js", lambda route: route.fulfill(body=pseudo_script(), content_type="text/javascript")
    )
    page.set_viewport_size({"width": 360, "height": 800})

    def look(url: str) -> list[str]:
        found = [] if page.locator("html[dir=rtl]").count() else ["not from right to left"]
        page.evaluate(OPEN_ALL)
        excess = page.evaluate(OVERFLOW)
        return [*found, f"{excess} px too wide at 360"] if excess > 0 else found

    assert crawl(page, [demo.path("console"), f"{demo.site}/"], look)[1] == []
    page.context.close()


def test_no_name_runs_as_a_script_or_makes_a_page_too_wide(demo: Demo) -> None:
    name_all(demo)
    page = demo.page("organizer")
    page.set_viewport_size({"width": 360, "height": 800})

    def look(url: str) -> list[str]:
        found = ["a name ran as a script"] if page.evaluate("() => document.body.dataset.hacked") else []
        page.evaluate(OPEN_ALL)
        excess = page.evaluate(OVERFLOW)
        return [*found, f"{excess} px too wide at 360"] if excess > 0 else found

    assert crawl(page, [demo.path("console"), f"{demo.site}/"], look)[1] == []
    page.context.close()
