"""People who came alone become balanced pairs: previewed, swapped by hand, made at once, undone; and who may."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, make_event, with_key
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.scenes.registration import known, line, playing, taking
from tournaments.activity_log.models import AuditLogEntry
from tournaments.activity_log.words import sentence
from tournaments.balanced_pairs.commands import add_single, make_pairs, undo_pairs
from tournaments.balanced_pairs.selectors import Proposal, proposal, undoable
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.registration.checks import CHECKS
from tournaments.registration.models import PartnerAsk, RegistrationTerms
from tournaments.registration.partners import answer_ask, ask_partner
from tournaments.registration.spots import sign_up, withdraw
from tournaments.rewards.models import PlayerRating, RatingPool
from tournaments.rounds import commands as rounds

pytestmark = pytest.mark.django_db
RATINGS = {"Ann": 1500, "Bob": 1000, "Cy": 1400, "Dee": 1100, "Earl": 1300, "Flo": 1200}


@pytest.fixture
def people(club: Club) -> dict[str, Player]:
    return {player.name: player for player in known(club, *RATINGS, "Gus", "Hattie")}


@pytest.fixture
def mixer(club: Club, olga: User, people: dict[str, Player]) -> Event:
    """Six are alone in it, all of them rated."""
    event = taking(club, olga, format_key="round_robin")
    pool = RatingPool.objects.create(club=club, variant=event.stages.get().rules["variant"])
    for name, number in RATINGS.items():
        PlayerRating.objects.create(
            pool=pool,
            player=people[name],
            text="",
            mu=25,
            sigma=2,
            games=30,
            last_at=timezone.now(),
            number=number,
            give_or_take=80,
            is_provisional=False,
        )
        sign_up(event.pk, [people[name]], context=context_of(olga))
    return Event.objects.select_related("club", "registration").get(pk=event.pk)


def pairs_of(found: Proposal) -> list[tuple[str, str, int]]:
    return [(pair.one.player.name, pair.other.player.name, pair.sum) for pair in found.pairs]


def alone_of(found: Proposal) -> list[str]:
    return [one.player.name for one in found.left]


def ids(event: Event, *names: str) -> list[tuple[int, int]]:
    """Of the registrations of these people, two and two."""
    row = [event.registrations.get(people__player__name=name, people__is_live=True).pk for name in names]
    return list(zip(row[::2], row[1::2], strict=True))


def make(event: Event, olga: User, *names: str, check_in: bool = False) -> AuditLogEntry:
    pairs = ids(event, *names) if names else [(pair.one.pk, pair.other.pk) for pair in proposal(event).pairs]
    return make_pairs(event.pk, pairs, check_in=check_in, context=context_of(olga))


def move(event: Event, client: Client, action: str, **fields: object) -> str:
    answer = client.post(reverse("move_balanced_pairs", args=[event.slug, action]), form(**fields), follow=True)
    return text_of(answer)


def test_the_strongest_with_the_weakest_and_the_newcomer_at_the_sites_starting_rating(
    mixer: Event, olga: User, people: dict[str, Player]
) -> None:
    assert pairs_of(proposal(mixer)) == [("Ann", "Bob", 2500), ("Cy", "Dee", 2500), ("Earl", "Flo", 2500)]
    add_single(mixer.pk, people["Gus"], context=context_of(olga))
    found = proposal(mixer)
    assert (len(found.pairs), alone_of(found)) == (3, ["Gus"]), "who came last has no partner"
    add_single(mixer.pk, "Zoe New", context=context_of(olga))
    assert pairs_of(proposal(mixer)) == [
        ("Ann", "Zoe New", 2500),
        ("Cy", "Gus", 2400),
        ("Earl", "Bob", 2300),
        ("Flo", "Dee", 2300),
    ]
    rated = {one.player.name: (one.rating, one.is_rated) for one in proposal(mixer).people}
    assert rated["Zoe New"] == (1000, False)
    assert rated["Bob"] == (1000, True)


def test_who_asked_stays_with_whom_and_a_no_keeps_two_apart(
    mixer: Event, olga: User, people: dict[str, Player]
) -> None:
    pytest.importorskip("rustworkx")

    def ask(one: str, other: str) -> PartnerAsk:
        row = mixer.registrations.get(people__player=people[one])
        return ask_partner(row.pk, people[other], context=context_of(olga))

    ask("Cy", "Earl")
    answer_ask(ask("Ann", "Bob").pk, False, context=context_of(olga))
    found = proposal(mixer)
    assert pairs_of(found) == [("Ann", "Dee", 2600), ("Cy", "Earl", 2700), ("Flo", "Bob", 2200)]
    assert [pair.asked.player.name for pair in found.pairs if pair.asked] == ["Cy"]


def test_all_are_made_at_once_checked_in_and_said_in_the_log(mixer: Event, olga: User) -> None:
    written = make(mixer, olga, check_in=True)
    assert playing(mixer) == ["Ann & Bob", "Cy & Dee", "Earl & Flo"]
    assert {entry.status for entry in mixer.entries.all()} == {"checked_in"}
    assert sentence(written) == "Olga made balanced pairs (3 in total)."
    assert proposal(mixer).pairs == []
    assert [text for check in CHECKS for text in check()] == []


def test_pairs_beyond_the_limit_wait(mixer: Event, olga: User) -> None:
    RegistrationTerms.objects.filter(event=mixer).update(capacity=2)
    mixer.registration.capacity = 2
    assert (proposal(mixer).room, proposal(mixer).over) == (2, 1)
    make(mixer, olga)
    assert line(mixer) == [("Ann & Bob", "confirmed"), ("Cy & Dee", "confirmed"), ("Earl & Flo", "waiting")]
    mixer = Event.objects.select_related("club", "registration").get(pk=mixer.pk)
    assert proposal(mixer).room == 0


def test_the_same_key_makes_them_once(mixer: Event, olga: User) -> None:
    context, pairs = with_key(olga), ids(mixer, "Ann", "Bob")
    assert make_pairs(mixer.pk, pairs, context=context) == make_pairs(mixer.pk, pairs, context=context)
    assert mixer.entries.count() == 1


def test_undone_everyone_is_alone_again_and_as_before(mixer: Event, olga: User, people: dict[str, Player]) -> None:
    mixer.registrations.filter(people__player=people["Ann"]).update(is_looking=True)
    ask = ask_partner(ids(mixer, "Dee", "Ann")[0][0], people["Ann"], context=context_of(olga))
    before = line(mixer)
    written = make(mixer, olga, "Ann", "Bob", "Flo", "Earl", "Dee", "Cy")
    assert PartnerAsk.objects.get(pk=ask.pk).state != "open"
    assert undoable(mixer) == written
    undone = undo_pairs(written.pk, context=context_of(olga))
    assert sentence(undone) == "Olga undid 3 of 3 balanced pairs."
    assert (line(mixer), playing(mixer)) == (before, [])
    assert mixer.registrations.get(people__player=people["Ann"], people__is_live=True).is_looking
    assert PartnerAsk.objects.get(pk=ask.pk).state == "open"
    assert undoable(mixer) is None
    with pytest.raises(Conflict, match="Someone already undid these pairs"):
        undo_pairs(written.pk, context=context_of(olga))
    make(mixer, olga, "Ann", "Flo", "Bob", "Earl")
    assert playing(mixer) == ["Ann & Flo", "Bob & Earl"], "and they can be made again"
    assert [text for check in CHECKS for text in check()] == []


def test_who_has_paid_or_changed_since_stays_a_pair(mixer: Event, olga: User) -> None:
    Event.objects.filter(pk=mixer.pk).update(fee=500)
    written = make(mixer, olga)
    paid, gone, _ = mixer.entries.order_by("number")
    entries.take_fee(paid.pk, context=context_of(olga))
    entries.drop_out(gone.pk, context=context_of(olga))
    undone = undo_pairs(written.pk, context=context_of(olga))
    assert (len(undone.detail["parts"]), undone.detail["count"]) == (1, 3)
    assert playing(mixer) == ["Ann & Bob"]
    assert ("Earl", "single") in line(mixer)


def test_from_the_first_draw_on_the_pairs_stay(mixer: Event, olga: User) -> None:
    written = make(mixer, olga, check_in=True)
    rounds.draw_round(mixer.stages.get().pk, 1, context=context_of(olga))
    assert undoable(mixer) is None
    with pytest.raises(RuleError, match="first round is already drawn"):
        undo_pairs(written.pk, context=context_of(olga))
    assert playing(mixer) == ["Ann & Bob", "Cy & Dee", "Earl & Flo"]


def test_what_cannot_be_made_makes_nothing(mixer: Event, olga: User, sam: User, people: dict[str, Player]) -> None:
    pairs = ids(mixer, "Ann", "Bob", "Cy", "Dee")
    with pytest.raises(NotAllowed):
        make_pairs(mixer.pk, pairs, context=context_of(sam))
    with pytest.raises(RuleError, match="more than one of these pairs"):
        make_pairs(mixer.pk, [pairs[0], (pairs[0][0], pairs[1][0])], context=context_of(olga))
    with pytest.raises(RuleError, match="There are no pairs to make yet"):
        make_pairs(mixer.pk, [], context=context_of(olga))
    withdraw(pairs[1][0], context=context_of(olga))
    with pytest.raises(Conflict, match="withdrew"):
        make_pairs(mixer.pk, pairs, context=context_of(olga))
    assert mixer.entries.count() == 0
    other = mixer.audit_log.first()
    assert other
    with pytest.raises(RuleError, match="You can only undo balanced pairs"):
        undo_pairs(other.pk, context=context_of(olga))


def test_at_check_in_people_are_added_one_by_one_without_opening_registration(
    club: Club, olga: User, people: dict[str, Player]
) -> None:
    event = make_event(club, olga, "round_robin")
    added = add_single(event.pk, people["Ann"], context=context_of(olga))
    assert (line(event), added.event.registration.opens_at) == ([("Ann", "single")], None)
    assert sentence(event.audit_log.get(action="add_single")) == (
        "Olga added a player without a partner in registration 1."
    )
    with pytest.raises(RuleError, match="is already registered"):
        add_single(event.pk, people["Ann"], context=context_of(olga))
    with pytest.raises(RuleError, match="for individual players"):
        add_single(make_event(club, olga, "progressive").pk, people["Bob"], context=context_of(olga))


@pytest.mark.slow
def test_the_page_shows_swaps_makes_and_undoes(mixer: Event, olga: User) -> None:
    laptop, here = log_in(olga), reverse("balanced_pairs", args=[mixer.slug])
    text = text_of(laptop.get(here))
    assert "Every pair has a combined rating of 2500." in text
    assert "Make 3 pairs" in text
    shown = [f"{one}-{other}" for one, other in ids(mixer, "Ann", "Bob", "Cy", "Dee", "Earl", "Flo")]
    ((bob, dee),) = ids(mixer, "Bob", "Dee")
    asked = {"pair": shown, "swap": bob, "with": dee}
    answer = laptop.get(here, asked)
    assert pairs_of(answer.context["proposal"]) == [("Ann", "Dee", 2600), ("Cy", "Bob", 2400), ("Earl", "Flo", 2500)]
    assert mixer.entries.count() == 0, "a swap is only looked at"
    swapped = [pair.key for pair in answer.context["proposal"].pairs]
    assert "3 pairs made" in move(mixer, laptop, "make", pair=swapped)
    assert playing(mixer) == ["Ann & Dee", "Bob & Cy", "Earl & Flo"]
    text = text_of(laptop.get(here))
    assert "3 pairs were made at" in text
    assert "No one needs a partner yet" in text
    assert "3 pairs undone" in move(mixer, laptop, "undo", made=mixer.audit_log.get(action="make_pairs").pk)


def test_the_odd_one_out_is_named_and_can_be_swapped_in(mixer: Event, olga: User) -> None:
    laptop, here = log_in(olga), reverse("balanced_pairs", args=[mixer.slug])
    assert "Gus Newman added" in move(mixer, laptop, "add", name="Gus Newman")
    answer = laptop.get(here)
    assert "Gus Newman has no partner yet." in text_of(answer)
    ((gus, ann),) = ids(mixer, "Gus Newman", "Ann")
    answer = laptop.get(
        here, {"pair": [pair.key for pair in answer.context["proposal"].pairs], "swap": gus, "with": ann}
    )
    assert "Ann has no partner yet." in text_of(answer)


def test_what_was_arranged_stays_when_someone_left_meanwhile(mixer: Event, olga: User) -> None:
    laptop = log_in(olga)
    shown = [f"{one}-{other}" for one, other in ids(mixer, "Ann", "Dee", "Cy", "Bob")]
    withdraw(ids(mixer, "Ann", "Dee")[0][1], context=context_of(olga))
    answer = laptop.post(reverse("move_balanced_pairs", args=[mixer.slug, "make"]), form(pair=shown))
    assert answer.status_code == 409
    assert "found a partner or withdrew" in text_of(answer)
    assert pairs_of(answer.context["proposal"]) == [("Cy", "Bob", 2400)]
    wrong = laptop.post(reverse("move_balanced_pairs", args=[mixer.slug, "add"]), form(name="", player=""))
    assert (wrong.status_code, "enter a new name" in text_of(wrong)) == (422, True)


def test_addresses_that_make_no_sense(mixer: Event, olga: User, club: Club) -> None:
    laptop, here = log_in(olga), reverse("balanced_pairs", args=[mixer.slug])
    assert laptop.get(here, {"pair": ["x", "1-1", "999999-4", "7"], "swap": "a"}).status_code == 200
    single = make_event(club, olga, "progressive")
    assert laptop.get(reverse("balanced_pairs", args=[single.slug])).status_code == 404


def test_after_the_first_round_there_is_nothing_to_make(mixer: Event, olga: User) -> None:
    make(mixer, olga, check_in=True)
    row = rounds.draw_round(mixer.stages.get().pk, 1, context=context_of(olga))
    rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
    text = text_of(log_in(olga).get(reverse("balanced_pairs", args=[mixer.slug])))
    assert "You can only make pairs before the first round is published." in text


@pytest.mark.slow
def test_the_page_asks_as_often_for_many_as_for_few(mixer: Event, olga: User) -> None:
    laptop, here = log_in(olga), reverse("balanced_pairs", args=[mixer.slug])
    laptop.get(here)
    with CaptureQueriesContext(connection) as few:
        laptop.get(here)
    for number in range(6):
        add_single(mixer.pk, f"New {number}", context=context_of(olga))
    with CaptureQueriesContext(connection) as many:
        laptop.get(here)
    assert (len(few), len(many)) == (16, 16)
