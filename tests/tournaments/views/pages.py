"""Every page of the site with people in it, for tests that read them all."""

from collections.abc import Iterator

from django.test import Client
from django.urls import reverse

from games.models import Player
from tests.cast import Table, by, enter_pairs, make_event, on_phone, publish, slip
from tests.staging import plan_stage, rotation_final
from tests.tournaments.views.browsing import (
    Answer,
    event_form,
    finish_round,
    form,
    log_in,
    stage_form,
    visitor,
    with_link,
)
from tournaments.models import Entry, Match, Round
from tournaments.services import entries, results, rounds
from tournaments.services.passes import issue_pass
from tournaments.services.stage_plans import Places


def prepare(table: Table) -> None:
    """Table 1 reported by both sides, differently; table 2 by one; somebody sits out; pairs in a draft, a cup and
    a duplicate."""
    results.record_result(table.match.pk, slip(10, 6), by=on_phone(table.pam))
    results.record_result(table.match.pk, slip(6, 10), by=on_phone(table.quinn))
    other = second_match(table)
    results.record_result(other.pk, slip(10, 6), by=on_phone(sitting_at(other, 0)))
    pairs = make_event(table.event.club, table.olga, "round_robin", name="Pairs")
    cup = make_event(table.event.club, table.olga, "elimination", name="Cup")
    people = [player.name for player in (table.pam, table.quinn, table.ann, table.bob)]
    for event in (pairs, cup):
        for first, second in ((people[0], people[1]), (people[2], people[3])):
            entries.walk_in(event.pk, [first, second], by=by(table.olga))
    rounds.draw_round(pairs.stages.get().pk, 1, by=by(table.olga))
    publish(cup, table.olga)
    same_cards = make_event(table.event.club, table.olga, "duplicate", name="Same cards")
    for two in ([table.pam, table.quinn], [table.ann, table.bob]):
        entries.register(same_cards.pk, two, check_in=True, by=by(table.olga))
    enter_pairs(same_cards, table.olga, 2)
    publish(same_cards, table.olga)
    finish_round(same_cards.stages.get(), table.olga, (3, 2))
    plan_stage(table.event, table.olga, rotation_final(Places(1, 1, 4)))


def second_match(table: Table) -> Match:
    return table.round.matches.get(table=2)


def sitting_at(match: Match, position: int) -> Player:
    return Player.objects.get(seats__match=match, seats__position=position)


def paths(table: Table) -> dict[str, list[str]]:
    """Role → the pages that person reads."""
    slug, club = table.event.slug, table.event.club.slug
    public = [reverse("home"), reverse("privacy"), reverse("clubs"), reverse("club", args=[club])]
    public += [reverse(name, args=[slug]) for name in ("event", "seating", "standings", "my_seat", "board")]
    public += [reverse("event", args=["pairs"]), reverse("cross_table", args=["pairs"])]
    public += [reverse("deals", args=["same-cards", 1])]
    public += [reverse("bracket", args=["cup"]), reverse("fairness", args=[slug]), reverse("round_why", args=[slug, 1])]
    public += [f"{reverse('standings', args=[slug])}?why={table.event.entries.get(players=table.bob).number}"]
    console = [reverse(name, args=[each]) for each in (slug, "pairs")
               for name in ("console", "check_in", "wishes", "grid", "journal", "stages")]  # fmt: skip
    return {
        "anonymous": [*public, open_path(table), reverse("account_login"), reverse("account_signup")],
        "phone": [*public, reverse("slip", args=[slug, table.match.pk])],
        "opponent": [reverse("slip", args=[slug, second_match(table).pk])],
        "organizer": [
            *public, *console, hand_sheets_path(), reverse("round_why", args=["pairs", 1]), reverse("new_club"),
            reverse("new_event", args=[club]),
            *(f"{reverse('new_event', args=[club])}?format={key}"
              for key in ("progressive", "round_robin", "pools_knock_out")),
            *(reverse("match", args=[slug, match.pk]) for match in table.round.matches.all()),
            *substitute_paths(table), *stage_paths(table),
        ],
    }  # fmt: skip


def open_path(table: Table) -> str:
    return reverse("open_pass", args=[table.event.slug, issue_pass(table.event.pk, table.pam, by=by(table.olga))])


def hand_sheets_path() -> str:
    row = Round.objects.get(stage__event__slug="same-cards")
    return reverse("hand_sheets", args=["same-cards", row.pk])


def stage_paths(table: Table) -> list[str]:
    slug, final = table.event.slug, table.event.stages.get(number=2)
    return [reverse("stages", args=[slug]), f"{reverse('add_stage', args=[slug])}?format=rotation",
            reverse("begin_stage", args=[slug, final.pk])]  # fmt: skip


def substitute_paths(table: Table) -> list[str]:
    entry = Entry.objects.get(event=table.event, players=table.bob)
    return [reverse("substitute", args=[table.event.slug, entry.pk, table.bob.pk])]


def all_pages(table: Table) -> Iterator[tuple[str, str, Answer]]:
    """(role, path, page), and the pages that forms answer with."""
    clients = {
        "anonymous": visitor(), "organizer": log_in(table.olga), "phone": with_link(table.event, table.olga, table.ann),
        "opponent": with_link(table.event, table.olga, sitting_at(second_match(table), 1)),
    }  # fmt: skip
    for role, found in paths(table).items():
        for path in found:
            yield role, path, clients[role].get(path)
    yield from answers(table, clients)


def answers(table: Table, clients: dict[str, Client]) -> Iterator[tuple[str, str, Answer]]:
    """What forms come back with: refusals with what was typed, a personal link."""
    slug, match, olga = table.event.slug, table.match, clients["organizer"]
    typed = form(match=match.pk, seen=match.last_version, seating=match.round.version, points_0=99, points_1=0,
                 reason=table.bob.name, hands=table.bob.name)  # fmt: skip
    asked = [
        ("organizer", reverse("grid", args=[slug]), typed), ("phone", reverse("slip", args=[slug, match.pk]), typed),
        ("organizer", reverse("decide", args=[slug, match.pk, "record"]), typed),
        ("organizer", reverse("issue_pass", args=[slug, table.bob.pk]), form()),
        ("organizer", reverse("walk_in", args=[slug]), form(name=[table.bob.name, "b"])),
        ("organizer", f"{reverse('new_event', args=[table.event.club.slug])}?format=progressive",
         event_form(name=table.bob.name, rounds=0)),
        ("organizer", stage_paths(table)[1], stage_form(table.event, "rotation", name=table.bob.name, last_2="")),
        ("organizer", stage_paths(table)[2], form(seen=0, decided=table.bob.name)),
    ]  # fmt: skip
    for role, path, body in asked:
        yield role, path, clients[role].post(path, body)
    entry = Entry.objects.get(event=table.event, players=table.bob)
    done = olga.post(reverse("move_entry", args=[slug, entry.pk, "gone"]), form(), follow=True)
    yield "organizer", "check-in, with its message", done
