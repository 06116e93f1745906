"""Reviews of games: who may ask when, what the worker does, and what the page says of it."""

import re
import subprocess
from dataclasses import replace

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.analysis.hand_review import Review, review_from, review_hand
from games.engine.analysis.par import par_of
from games.engine.choices import Sides
from games.engine.errors import RuleError
from games.engine.language import signed
from games.engine.notation import hand_text
from games.engine.rules import HouseRules
from games.limits import REVIEWS
from games.review import worker
from games.review.commands import ask_for_review, why_not
from games.review.models import DealPar, HandReview
from games.review.pars import ask_for_pars, pars_of
from games.review.reviewed import ReviewedGame
from games.tables import opening, play, prepared
from games.tables.models import Game, Visibility
from games.tables.options import options_from
from games.tables.states import state_of
from tests.games.engine.setting import dealt
from tests.games.tables.cast import SHORT, command_by, dealt_table, finish_hand, finished_game, player, table_for

pytestmark = pytest.mark.django_db

THREE = replace(SHORT, cards_each=3)
"""Three tricks, so that a review takes no time."""
CARD = re.compile(r"\b(?:ace|king|queen|jack|ten|nine) of (?:clubs|diamonds|hearts|spades)\b")


def page_of(game: Game, query: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(reverse("review", args=[game.table.code, game.number]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def ask(game: Game, client: Client | None = None) -> int:
    return (client or Client()).post(reverse("ask_for_review", args=[game.table.code, game.number])).status_code


def reviewed(rules: HouseRules = THREE) -> Game:
    game = finished_game(rules=rules)
    ask_for_review(game)
    worker.review_due()
    return game


def review_of(game: Game) -> Review:
    return review_from(HandReview.objects.get(hand__game=game).data)


def test_a_game_is_asked_for_and_worked_out_in_a_process_of_its_own() -> None:
    game = finished_game(rules=THREE)
    assert "Review this game" in page_of(game)
    assert ask(game) == 302
    assert "Reviewing: 0 of 1 hand done." in page_of(game)
    assert worker.review_due() == 1
    row = HandReview.objects.get()
    deals = row.data["known"]["deals"]
    assert review_of(game) == review_hand(state_of(game.hands.get()), worker.SEED, deals)
    assert (row.attempts, row.error) == (1, "")
    assert "Luck and skill" in page_of(game)


def test_asked_twice_it_is_done_once() -> None:
    game = finished_game(rules=THREE)
    assert (ask_for_review(game), ask_for_review(game)) == (1, 1)
    assert worker.review_due() == 1
    done_at = HandReview.objects.get().done_at
    assert (ask_for_review(game), worker.review_due()) == (0, 0)
    assert HandReview.objects.get().done_at == done_at


def test_a_game_that_is_played_shows_nothing_and_takes_no_wish() -> None:
    table, people = table_for(rules=replace(THREE, number_of_hands=2))
    game = play.start_game(table.pk, command_by(people[0], table))
    finish_hand(table)
    play.deal_hand(table, game)
    assert why_not(game) == "You can review this game once it’s over."
    assert CARD.findall(page_of(game, "?hand=1&step=3")) == []
    assert ask(game) == 422
    assert not HandReview.objects.exists()


def test_a_game_with_more_sides_is_refused() -> None:
    game = finished_game(3, replace(THREE, players=3, sides=Sides.SOLO, go_alone=False))
    with pytest.raises(RuleError, match="2 sides"):
        ask_for_review(game)


def test_deals_that_another_table_still_plays_stay_closed() -> None:
    table, people = dealt_table(THREE, {0: "AS KS QS"})
    finish_hand(table)
    game = table.games.get()
    game.ended_at = game.ended_at or timezone.now()
    assert why_not(game) == ""
    other = opening.open_table(people[1], THREE, options_from({"deck_upload": True}))
    same = hand_text(dealt(THREE, {0: "AS KS QS"}, "", 3)).partition("\n")[0]
    prepared.load_deals(other.pk, same, command_by(people[1], other))
    assert why_not(game).startswith("Another table still plays these deals.")
    other.prepared.all().delete()
    assert why_not(game) == ""


def test_whoever_may_not_see_the_table_finds_no_review() -> None:
    game = reviewed()
    game.table.visibility = Visibility.HIDDEN
    game.table.save()
    for name, method in (("review", "get"), ("ask_for_review", "post")):
        address = reverse(name, args=[game.table.code, game.number])
        assert getattr(Client(), method)(address).status_code == 404


def test_too_many_wishes_are_refused(settings: object) -> None:
    settings.FLOOD_LIMITS = True  # type: ignore[attr-defined]
    game, client = finished_game(rules=THREE), Client()
    assert [ask(game, client) for _ in range(REVIEWS.most + 1)][-2:] == [302, 429]


def test_what_fails_is_tried_again_and_then_waits_for_another_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished_game(rules=THREE)
    ask_for_review(game)

    def broken(*args: object, **kwargs: object) -> None:
        raise subprocess.TimeoutExpired("python", 120)

    with monkeypatch.context() as patched:
        patched.setattr(worker.subprocess, "run", broken)
        for _ in range(worker.MAX_ATTEMPTS):
            HandReview.objects.update(next_at=timezone.now())
            assert worker.review_due() == 1
        HandReview.objects.update(next_at=timezone.now())
        assert worker.review_due() == 0
    row = HandReview.objects.get()
    assert row.parked_at
    assert row.error.startswith("TimeoutExpired")
    assert "1 hand couldn’t be reviewed." in page_of(game)
    assert ask(game) == 302
    assert worker.review_due() == 1
    assert HandReview.objects.get().done_at


def test_one_that_is_worked_on_is_taken_by_no_one_else() -> None:
    game = finished_game(rules=THREE)
    ask_for_review(game)
    assert worker._take(HandReview)
    assert worker._take(HandReview) is None


def test_a_worker_that_comes_too_late_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished_game(rules=THREE)
    ask_for_review(game)
    as_ever = worker._work_out

    def slowly(review: HandReview) -> object:
        HandReview.objects.update(done_at=timezone.now(), data=as_ever(review) | {"first": True}, figures={})
        return as_ever(review)

    monkeypatch.setattr(worker, "_work_out", slowly)
    assert worker.review_due() == 1
    assert HandReview.objects.get().data["first"]


def test_the_database_keeps_done_and_data_together() -> None:
    game = finished_game(rules=THREE)
    with pytest.raises(IntegrityError):
        HandReview.objects.create(hand=game.hands.get(), done_at=timezone.now())


def test_bars_add_up_to_the_margin() -> None:
    shown = ReviewedGame(reviewed(), None)
    assert sum(part.points for part in shown.parts) == shown._balance.for_side(shown.perspective).result
    assert next(part.name for part in shown.parts) == "Cards"
    assert max(part.share for part in shown.parts) in (0, 100)


def test_each_decision_stands_in_the_list_with_both_costs() -> None:
    game = reviewed()
    shown, review = ReviewedGame(game, None), review_of(game)
    moves = list(shown.of_hands[1].moves)
    assert [move.step for move in moves] == list(range(1, len(state_of(game.hands.get()).history) + 1))
    weighed = {moment.number: moment for moment in review.as_known.moments}
    for number, move in enumerate(moves):
        moment = weighed.get(number)
        expected = None if moment is None else signed(-moment.chosen.loss) if moment.chosen.is_clear else ""
        assert move.known == expected
    plays = [move for move in moves if move.trick]
    assert [move.trick for move in plays] == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3][: len(plays)]
    assert sum(move.is_new_trick for move in moves) == 3


def test_the_page_says_what_a_mistake_cost_where_it_was_made() -> None:
    for _ in range(20):
        game = reviewed()
        shown = ReviewedGame(game, None)
        if shown.mistakes:
            break
        Game.objects.exclude(pk=game.pk).count()
    else:
        raise AssertionError("who takes the first choice each time makes mistakes")
    mistake = shown.mistakes[0]
    page = page_of(game, f"?hand={mistake.hand}&step={mistake.step}")
    assert page.count(mistake.text.replace("'", "&#x27;")) == 2
    assert "Known at the time" in page
    own = ReviewedGame(game, (game.hands.get().dealer + 1) % 4)
    assert {one.player for one in own.mistakes} <= {own.replay.names.all()[own.seat or 0]}


def test_what_the_site_chose_for_a_player_is_no_mistake_of_theirs() -> None:
    game = reviewed()
    hand = game.hands.get()
    hand.stand_ins = list(range(1, 40))
    hand.save()
    shown = ReviewedGame(game, None)
    assert (shown.mistakes, shown.accuracies) == ([], [])


@pytest.mark.parametrize(
    ("points", "said"), [(0, "0"), (2, "+2"), (-1.25, "−1.2"), (0.04, "0"), (3.0, "+3"), (-10.0, "−10")]
)
def test_points_are_written_with_their_sign(points: float, said: str) -> None:
    assert signed(points) == said


def test_the_page_asks_as_much_for_many_hands_as_for_one(django_assert_num_queries: object) -> None:
    one, many = reviewed(), reviewed(replace(THREE, number_of_hands=4))
    counts = []
    for game in (one, many):
        with django_assert_num_queries(9) as asked:  # type: ignore[operator]
            page_of(game)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_player_is_told_of_their_own() -> None:
    table, people = table_for(rules=THREE)
    game = play.start_game(table.pk, command_by(people[0], table))
    finish_hand(table)
    game.refresh_from_db()
    ask_for_review(game)
    worker.review_due()
    client = Client()
    session = client.session
    session["guest_player"] = player("Olga").pk
    session.save()
    page = page_of(game, client=client)
    assert "Your costliest decisions" in page
    assert "Your costliest decisions" not in page_of(game)


def test_one_whose_workers_died_is_given_up_and_does_not_come_back() -> None:
    game = finished_game(rules=THREE)
    ask_for_review(game)
    HandReview.objects.update(attempts=worker.MAX_ATTEMPTS)
    assert worker.review_due() == 0
    assert HandReview.objects.get().parked_at
    assert ask_for_review(game) == 1
    assert worker.review_due() == 1


def test_a_fault_of_our_own_is_written_down_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for_review(finished_game(rules=THREE))
    monkeypatch.setattr(worker, "figures_in", lambda *args: {}["cards"])
    assert worker.review_due() == 1
    assert HandReview.objects.get().error.startswith("KeyError")


def test_a_par_that_was_given_up_is_tried_when_it_is_asked_for_again() -> None:
    hand = state_of(finished_game(rules=THREE).hands.get())
    ask_for_pars([hand])
    DealPar.objects.update(parked_at=timezone.now(), attempts=worker.MAX_ATTEMPTS)
    assert worker.review_due() == 0
    ask_for_pars([hand])
    assert worker.review_due() == 1
    assert pars_of([hand]) == [par_of(hand)]
