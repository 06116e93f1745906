"""Every list page asks the database the same number of questions, however long its lists are."""

from dataclasses import dataclass

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import (
    a_device,
    context_of,
    enter,
    enter_pairs,
    import_list,
    make_club,
    make_event,
    make_user,
    on_grid,
    on_phone,
    players_at,
    publish,
    slip,
)
from tests.sizes import sample
from tests.tournaments.online import Evening
from tests.tournaments.pages.browsing import finish_round, log_in, with_link
from tests.tournaments.scenes.prize import prize_night
from tests.tournaments.scenes.stages import crowded_round, plan_stage, rotation_final
from tournaments.access.wall_code import arrive, code_on, hang_code
from tournaments.events.models import Event
from tournaments.events.stage_plans import Places
from tournaments.prizes import second_official
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match
from tournaments.rounds.seen_deals import show_boards

# Page → queries; two of them ask who is logged in.
COUNTS = {
    "home": 11,
    "clubs": 4,
    "club": 12,
    "event": 19,
    "seating": 17,
    "standings": 12,
    "standings, why": 20,
    "my_seat": 9,
    "find_table": 5,
    "wall_code": 7,
    "console": 26,
    "check_in": 17,
    "grid": 17,
    "board": 21,
    "journal": 14,
    "wishes": 12,
    "stages": 10,
    "begin_stage": 27,
    "match": 8,
    "change": 21,
    "phone: my_seat": 12,
    "phone: slip": 7,
    "phone: find_table": 8,
    "phone: my_night": 2,
    "phone: come_in": 6,
    "console with a draft": 44,
}


@dataclass
class Night:
    olga: User
    event: Event
    phone: Client

    @property
    def match(self) -> Match:
        """The one with the longest history."""
        return Match.objects.filter(round__stage__event=self.event, table=1).latest("round__number")


def play_night(players: int, rounds_begun: int, *, claims: int, clubs: int) -> Night:
    """A night in its last round; a player sits out, scores of table 1 were typed several times, one waits."""
    olga = make_user("Olga")
    club = make_club(olga)
    for number in range(1, clubs):
        owner = make_user(f"Owner{number}")
        make_event(make_club(owner, f"Club {number}"), owner, name=f"Next {number}")
        make_event(club, olga, name=f"Later {number}")
    event = make_event(club, olga, fee=500)
    enter(event, olga, [f"Player {number}" for number in range(1, players + 1)])
    stage = event.stages.get()
    for number in range(1, rounds_begun):
        publish(event, olga, number)
        finish_round(stage, olga)
    row = publish(event, olga, rounds_begun)
    match = row.matches.get(table=1)
    players_there = [seat.player for seat in match.seats.order_by("position") if seat.player]
    for points in range(claims):
        results.record_result(match.pk, slip(8 - points, points), context=on_phone(players_there[0]))
    for other in row.matches.exclude(table=1)[1:]:
        results.record_result(other.pk, slip(8, 1), context=on_grid(olga))
    plan_stage(event, olga, rotation_final(Places(1, 1, 4)))
    return Night(olga, event, with_link(event, olga, players_there[0]))


# Pages of a duplicate, the same way.
# Pages of a night's prizes before they are shown, and after, with corrections.
PRIZE_COUNTS = {
    "prizes": 14,
    "prize_console": 48,
    "shown: prizes": 20,
    "shown: prize_console": 27,
    "shown: prize_sheet": 14,
    "shown: prize_changes": 9,
}
DUPLICATE_COUNTS = {
    "hand_sheets": 7,
    "deals": 22,
    "seating": 17,
    "boards": 17,
    "board_paper": 17,
    "movement": 21,
    "hand-records": 20,
    "slip": 8,
}


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code in (200, 302)
    return len(asked)


def pages(night: Night) -> dict[str, str]:
    slug = night.event.slug
    seat = night.match.seats.get(position=0)
    return {
        **{name: reverse(name) for name in ("home", "clubs")},
        "club": reverse("club", args=[night.event.club.slug]),
        **{
            name: reverse(name, args=[slug])
            for name in (
                "event",
                "seating",
                "standings",
                "my_seat",
                "find_table",
                "wall_code",
                "console",
                "check_in",
                "wishes",
                "grid",
                "journal",
                "board",
            )
        },
        "standings, why": f"{reverse('standings', args=[slug])}?why=1",
        "stages": reverse("stages", args=[slug]),
        "begin_stage": reverse("begin_stage", args=[slug, night.event.stages.get(number=2).pk]),
        "match": reverse("match", args=[slug, night.match.pk]),
        "change": reverse("change", args=[slug, seat.entry_id, seat.player_id]),
    }


def phone_pages(night: Night) -> dict[str, str]:
    slug = night.event.slug
    hang_code(night.event.pk, context=context_of(night.olga))
    return {
        "my_seat": reverse("my_seat", args=[slug]),
        "slip": reverse("slip", args=[slug, night.match.pk]),
        "find_table": f"{reverse('find_table', args=[slug])}?name=pla",
        "my_night": reverse("my_night"),
        "come_in": reverse("come_in", args=[slug, code_on(night.event)]),
    }


@pytest.mark.parametrize(
    "size",
    [
        pytest.param({"players": 5, "rounds_begun": 1, "claims": 1, "clubs": 1}, id="one of each"),
        pytest.param({"players": 43, "rounds_begun": 4, "claims": 4, "clubs": 4}, id="many", marks=pytest.mark.slow),
    ],
)
@pytest.mark.heavy
def test_it_asks_as_many_questions_as_the_table_says(db: None, size: dict[str, int]) -> None:
    night = play_night(**size)
    olga = log_in(night.olga)
    counts = {name: queries(olga, path) for name, path in pages(night).items()}
    counts |= {f"phone: {name}": queries(night.phone, path) for name, path in phone_pages(night).items()}
    first = night.event.stages.get(number=1)
    finish_round(first, night.olga)
    rounds.draw_round(first.pk, size["rounds_begun"] + 1, context=context_of(night.olga))
    counts["console with a draft"] = queries(olga, pages(night)["console"])
    assert counts == COUNTS


@pytest.mark.parametrize("tables", [1, pytest.param(40, marks=pytest.mark.slow)])
def test_so_do_the_pages_of_a_phone_in_a_full_hall(db: None, tables: int) -> None:
    night = play_night(4 * tables + 1, 1, claims=1, clubs=1)
    counts = {f"phone: {name}": queries(night.phone, path) for name, path in phone_pages(night).items()}
    assert counts == {name: count for name, count in COUNTS.items() if name.startswith("phone: ")}


HALL_COUNTS = {"console": 23, "grid": 14, "journal": 14}
"""While a round is played, every kind of table that waits among them."""


@pytest.mark.parametrize("tables", [1, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.heavy
def test_so_do_console_grid_and_journal_with_one_table_or_with_forty(db: None, tables: int) -> None:
    olga = make_user("Olga")
    row = crowded_round(make_club(olga), olga, tables)
    for match in row.matches.order_by("table")[: tables // 2]:
        for side in range(match.table % 3):
            results.record_result(match.pk, slip(8 - side, side), context=on_phone(players_at(match, side)[0]))
    slug = row.stage.event.slug
    found = {name: queries(log_in(olga), reverse(name, args=[slug])) for name in HALL_COUNTS}
    assert found == HALL_COUNTS


ONLINE_COUNTS = {
    "event": 25,
    "console": 26,
    "online_tables": 13,
    "phone: my_seat": 15,
    "phone: event": 23,
    "phone: table": 12,
}


@pytest.mark.parametrize("pairs", sample(2, of=(2, 8)))
def test_so_do_the_pages_round_tables_online(db: None, pairs: int) -> None:
    evening = Evening(pairs, is_watchable=True)
    evening.arrive()
    olga, phone = log_in(evening.olga), with_link(evening.event, evening.olga, evening.people[0])
    slug = evening.event.slug
    found = {name: queries(olga, reverse(name, args=[slug])) for name in ("event", "console", "online_tables")}
    found |= {f"phone: {name}": queries(phone, reverse(name, args=[slug])) for name in ("my_seat", "event")}
    assert found | {"phone: table": queries(phone, evening.table.get_absolute_url())} == ONLINE_COUNTS


@pytest.mark.parametrize("pairs", sample(5, of=(5, 9)))
def test_so_do_the_pages_of_a_duplicate(db: None, pairs: int) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "duplicate")
    enter_pairs(event, olga, pairs)
    row = publish(event, olga)
    finish_round(event.stages.get(), olga, (3, 2))
    found = {
        "hand_sheets": reverse("hand_sheets", args=[event.slug, row.pk]),
        "deals": reverse("deals", args=[event.slug, 1]),
        "seating": reverse("seating", args=[event.slug]),
        "boards": reverse("boards", args=[event.slug]),
        "board_paper": reverse("board_paper", args=[event.slug, "curtain"]),
        "movement": reverse("console_paper", args=[event.slug, "movement"]),
        "hand-records": reverse("console_paper", args=[event.slug, "hand-records"]),
    }
    show_boards(event.stages.get().pk, context=context_of(olga))
    counts = {name: queries(log_in(olga), path) for name, path in found.items()}
    match = publish(event, olga, 2).matches.get(table=2)
    player = match.seats.get(position=0).player
    assert player
    slip_page = reverse("slip", args=[event.slug, match.pk])
    assert counts | {"slip": queries(with_link(event, olga, player), slip_page)} == DUPLICATE_COUNTS


@pytest.mark.parametrize("pairs", sample(4, of=(4, 8)))
@pytest.mark.heavy
def test_so_do_the_pages_of_the_prizes(db: None, pairs: int) -> None:
    night = prize_night(pairs=pairs)
    olga, slug = log_in(night.olga), night.event.slug
    night.promise()
    found = {name: queries(olga, reverse(name, args=[slug])) for name in ("prizes", "prize_console")}
    night.show()
    for one in range(1, pairs // 2):
        second_official.agree_to_change(night.propose(one, one + 1).pk, context=context_of(night.owen))
    shown = ("prizes", "prize_console", "prize_sheet", "prize_changes")
    found |= {f"shown: {name}": queries(olga, reverse(name, args=[slug])) for name in shown}
    assert found == PRIZE_COUNTS


@pytest.mark.parametrize("people", sample(4, of=(4, 160)))
def test_so_does_check_in_before_the_first_round(db: None, people: int) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, fee=500)
    names = "\n".join(f"Player {number}" for number in range(1, people + 1))
    import_list(event, names, context=context_of(olga))
    page = reverse("check_in", args=[event.slug])
    assert queries(log_in(olga), page) == 21
    event.entries.update(status="checked_in")
    assert queries(log_in(olga), page) == 21


@pytest.mark.parametrize("people", sample(2, of=(2, 40)))
def test_so_do_the_pages_that_flag_phones(db: None, people: int) -> None:
    """Names that were taken within minutes on phones that look alike, while the round is on."""
    night = play_night(people + 3, 1, claims=1, clubs=1)
    hang_code(night.event.pk, context=context_of(night.olga))
    free = Player.objects.filter(lineups__event=night.event).exclude(passes__event=night.event)
    for player in free[:people]:
        caller = on_phone(player, device=a_device(player.name))
        arrive(night.event.pk, player, str(code_on(night.event)), context=caller)
    olga, slug = log_in(night.olga), night.event.slug
    found = {name: queries(olga, reverse(name, args=[slug])) for name in ("wall_code", "console", "check_in")}
    assert found == {"wall_code": 9, "console": 27, "check_in": 18}


@pytest.mark.slow
def test_what_an_event_s_many_viewers_share_is_made_for_the_first(db: None) -> None:
    """Fewer questions for the second of them, and as many as ever after a score."""
    night = play_night(5, 1, claims=1, clubs=1)
    address = reverse("event", args=[night.event.slug])
    first, second = queries(Client(), address), queries(Client(), address)
    assert second < first
    Event.objects.filter(pk=night.event.pk).update(version=F("version") + 1)
    assert queries(Client(), address) == first
