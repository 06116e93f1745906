"""Every page of the site with people in it, for tests that read them all."""

from collections.abc import Iterator

from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from tests.cast import Table, context_of, enter_pairs, make_event, on_phone, publish, slip
from tests.tournaments.pages.browsing import (
    Answer,
    event_form,
    finish_round,
    form,
    log_in,
    stage_form,
    visitor,
    with_link,
)
from tests.tournaments.scenes.jackpot import won_jackpot
from tests.tournaments.scenes.prize import PrizeNight, shares
from tests.tournaments.scenes.registration import known, taking
from tests.tournaments.scenes.stages import plan_stage, play_out, rotation_final
from tournaments.access import wall_code
from tournaments.access.passes import issue_pass
from tournaments.checkin import entries, notices
from tournaments.checkin.models import Entry, Notice
from tournaments.events.stage_plans import Places
from tournaments.honours.prize_plan import PlaceTable, PrizePlan, SidePrize, Winner, Worth
from tournaments.jackpots.models import Jackpot
from tournaments.prizes import plans
from tournaments.registration.partners import ask_partner
from tournaments.registration.spots import sign_up
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round


def prepare(table: Table) -> None:
    """Prepares table 1 reported by both sides, differently; table 2 by one; a player who sits out; pairs in a draft, a
    cup and a duplicate."""
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.record_result(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    other = second_match(table)
    results.record_result(other.pk, slip(10, 6), context=on_phone(sitting_at(other, 0)))
    pairs = make_event(table.event.club, table.olga, "round_robin", name="Pairs")
    cup = make_event(table.event.club, table.olga, "elimination", name="Cup")
    people = [player.name for player in (table.pam, table.quinn, table.ann, table.bob)]
    for event in (pairs, cup):
        for first, second in ((people[0], people[1]), (people[2], people[3])):
            entries.walk_in(event.pk, [first, second], context=context_of(table.olga))
    rounds.draw_round(pairs.stages.get().pk, 1, context=context_of(table.olga))
    publish(cup, table.olga)
    same_cards = make_event(table.event.club, table.olga, "duplicate", name="Same cards")
    for two in ([table.pam, table.quinn], [table.ann, table.bob]):
        entries.register(same_cards.pk, two, check_in=True, context=context_of(table.olga))
    enter_pairs(same_cards, table.olga, 2)
    publish(same_cards, table.olga)
    finish_round(same_cards.stages.get(), table.olga, (3, 2))
    plan_stage(table.event, table.olga, rotation_final(Places(1, 1, 4)))
    notices.give_notice(table.event.pk, table.bob, Notice.Kind.LEAVING, context=context_of(table.olga))
    pay_out(table)
    register_some(table)


def register_some(table: Table) -> None:
    """For the one place of an event of pairs: one has it, one waits, and two have no partner, of whom one is asked."""
    event = taking(table.event.club, table.olga, 1, "round_robin", name="Signing", fee=500)
    for players in ([table.pam, table.quinn], known(table.event.club, "Ike", "June"), [table.ann], [table.bob]):
        sign_up(event.pk, players, context=context_of(table.olga), is_looking=True)
    single = event.registrations.get(people__player=table.ann)
    ask_partner(single.pk, table.bob, context=context_of(table.olga))


def pay_out(table: Table) -> None:
    """A night between two pairs of them, over and paid; a correction waits; and a plan for tonight."""
    event = make_event(table.event.club, table.olga, "round_robin", name="Paid", fee=1000)
    for two in ([table.pam, table.quinn], [table.ann, table.bob]):
        entry = entries.register(event.pk, two, check_in=True, context=context_of(table.olga))
        entries.take_fee(entry.pk, context=context_of(table.olga))
    play_out(event.stages.get(), table.olga)
    night = PrizeNight(table.olga, table.olga, table.olga, event)
    night.promise(shares(60, 40))
    night.show()
    night.propose(1, 2)
    won_jackpot(event, table.olga)
    hat = SidePrize("hat", "Best hat", Winner.MOST, Worth.FIXED, 100, "named")
    plan = PrizePlan(tables=(PlaceTable(0, (10_000,)),), sides=(hat,))
    plans.set_prize_plan(table.event.pk, plan, context=context_of(table.olga), expected_version=0)


def second_match(table: Table) -> Match:
    return table.round.matches.get(table=2)


def sitting_at(match: Match, position: int) -> Player:
    return Player.objects.get(seats__match=match, seats__position=position)


def paths(table: Table) -> dict[str, list[str]]:
    """Role → the pages that person reads."""
    slug, club = table.event.slug, table.event.club.slug
    public = [reverse("home"), reverse("privacy"), reverse("clubs"), reverse("club", args=[club])]
    public += [
        reverse(name, args=[slug]) for name in ("event", "seating", "standings", "my_seat", "board", "find_table")
    ]
    public += [f"{reverse('board', args=['cup'])}?bracket=10"]
    public += [reverse("offline"), f"{reverse('find_table', args=[slug])}?name={table.bob.name[:9]}"]
    public += [reverse("event", args=["pairs"]), reverse("cross_table", args=["pairs"])]
    public += [reverse("deals", args=["same-cards", 1])]
    public += [reverse("bracket", args=["cup"]), reverse("fairness", args=[slug]), reverse("round_why", args=[slug, 1])]
    public += [f"{reverse('standings', args=[slug])}?why={table.event.entries.get(players=table.bob).number}"]
    public += [reverse("prizes", args=[each]) for each in (slug, "paid")]
    public += [reverse(name, args=["signing"]) for name in ("event", "registration")]
    public += jackpot_paths()
    money = [reverse("prize_console", args=[each]) for each in (slug, "paid", "pairs")]
    money += [reverse(name, args=["paid"]) for name in ("prize_sheet", "prize_changes")]
    money += [reverse("registration_desk", args=[each]) for each in (slug, "signing")]
    money += [reverse("balanced_pairs", args=["signing"])]
    names = ("console", "check_in", "wall_code", "wishes", "grid", "journal", "stages", "papers", "event_settings")
    console = [reverse(name, args=[each]) for each in (slug, "pairs") for name in names]
    return {
        "anonymous": [
            *public,
            open_path(table),
            *come_in_paths(table),
            reverse("account_login"),
            reverse("account_signup"),
        ],
        "phone": [*public, reverse("slip", args=[slug, table.match.pk])],
        "opponent": [reverse("slip", args=[slug, second_match(table).pk])],
        "organizer": [
            *public,
            *console,
            *money,
            reverse("my_data"),
            hand_sheets_path(),
            reverse("round_why", args=["pairs", 1]),
            reverse("new_club"),
            reverse("new_event", args=[club]),
            reverse("event_templates", args=[club]),
            *(
                f"{reverse('new_event', args=[club])}?format={key}"
                for key in ("progressive", "round_robin", "pools_knock_out")
            ),
            *(reverse("match", args=[slug, match.pk]) for match in table.round.matches.all()),
            *owner_paths(),
            *change_paths(table),
            *stage_paths(table),
            f"{reverse('find_slip', args=[slug])}?code=BCDF",
        ],
    }


def jackpot_paths() -> list[str]:
    jackpot = Jackpot.objects.get()
    club = jackpot.club.slug
    own = [jackpot.get_absolute_url(), reverse("jackpots", args=[club])]
    return [*own, reverse("jackpot_period", args=[club, jackpot.pk, 1])]


def owner_paths() -> list[str]:
    jackpot = Jackpot.objects.get()
    club = jackpot.club.slug
    return [
        reverse("new_jackpot", args=[club]),
        reverse("edit_jackpot", args=[club, jackpot.pk]),
        reverse("close_period", args=[club, jackpot.pk, 2]),
    ]


def open_path(table: Table) -> str:
    return reverse(
        "open_pass", args=[table.event.slug, issue_pass(table.event.pk, table.pam, context=context_of(table.olga))]
    )


def come_in_paths(table: Table) -> list[str]:
    wall_code.hang_code(table.event.pk, context=context_of(table.olga))
    here = reverse("come_in", args=[table.event.slug, wall_code.code_on(table.event)])
    return [here, f"{here}?player={table.bob.pk}"]


def hand_sheets_path() -> str:
    row = Round.objects.get(stage__event__slug="same-cards")
    return reverse("hand_sheets", args=["same-cards", row.pk])


def stage_paths(table: Table) -> list[str]:
    slug, final = table.event.slug, table.event.stages.get(number=2)
    return [
        reverse("stages", args=[slug]),
        reverse("seeds", args=["cup"]),
        *(reverse(name, args=[slug]) for name in ("delete_event", "duplicate_event")),
        f"{reverse('add_stage', args=[slug])}?format=rotation",
        reverse("begin_stage", args=[slug, final.pk]),
    ]


def change_paths(table: Table) -> list[str]:
    entry = Entry.objects.get(event=table.event, players=table.bob)
    return [reverse("change", args=[table.event.slug, entry.pk, table.bob.pk])]


def all_pages(table: Table) -> Iterator[tuple[str, str, Answer]]:
    """(role, path, page), and the pages that forms answer with."""
    clients = {
        "anonymous": visitor(),
        "organizer": log_in(table.olga),
        "phone": with_link(table.event, table.olga, table.ann),
        "opponent": with_link(table.event, table.olga, sitting_at(second_match(table), 1)),
    }
    for role, found in paths(table).items():
        for path in found:
            yield role, path, clients[role].get(path)
    yield from answers(table, clients)


def answers(table: Table, clients: dict[str, Client]) -> Iterator[tuple[str, str, Answer]]:
    """What forms come back with: refusals with what was typed, a personal link."""
    slug, match, olga = table.event.slug, table.match, clients["organizer"]
    typed = form(
        match=match.pk,
        seen=match.last_version,
        seating=match.round.version,
        points_0=99,
        points_1=0,
        reason=table.bob.name,
        hands=table.bob.name,
    )
    asked = [
        ("organizer", reverse("grid", args=[slug]), typed),
        ("phone", reverse("slip", args=[slug, match.pk]), typed),
        ("organizer", reverse("decide", args=[slug, match.pk, "record"]), typed),
        ("organizer", reverse("issue_pass", args=[slug, table.bob.pk]), form()),
        ("organizer", reverse("walk_in", args=[slug]), form(name=[table.bob.name, "b"])),
        (
            "organizer",
            f"{reverse('new_event', args=[table.event.club.slug])}?format=progressive",
            event_form(name=table.bob.name, rounds=0),
        ),
        ("organizer", stage_paths(table)[1], stage_form(table.event, "rotation", name=table.bob.name, last_2="")),
        ("organizer", stage_paths(table)[2], form(seen=0, decided=table.bob.name)),
    ]
    for role, path, body in asked:
        yield role, path, clients[role].post(path, body)
    entry = Entry.objects.get(event=table.event, players=table.bob)
    done = olga.post(reverse("move_entry", args=[slug, entry.pk, "gone"]), form(), follow=True)
    yield "organizer", "check-in, with its message", done
