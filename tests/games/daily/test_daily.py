"""The daily deal: the same hands for everyone, seen by no one before they are played, scored against all who played."""

import datetime
import re
import uuid
from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.daily import commands, deals
from games.daily.commands import act, begin_hand, deal_of_today, ends_at, is_over, score_due, state_of
from games.daily.models import DailyDeal, DailyEntry, DailyHand
from games.daily.reviewing import keep_for_review
from games.daily.scores import WHOLE, day_scores, hand_scores, places
from games.daily.selectors import board, open_days, result_of
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.rules import rules_data
from games.errors import Conflict, NotAllowed
from games.review.models import HandReview
from tests.games.tables.cast import player
from tests.sizes import size

pytestmark = pytest.mark.django_db

CARD = re.compile(r'data-card="(..)"')
DAY = datetime.date(2026, 11, 30)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Leaderboards are kept for some seconds."""
    cache.clear()


@pytest.fixture
def deal() -> DailyDeal:
    """Today, with the same hands under the same rules whenever it is."""
    deal = deal_of_today()
    deal.secret, deal.rules = "11" * 32, rules_data(deals.rules_of(DAY))
    deal.save()
    return deal


def first_choice(hand: Hand) -> str:
    return str(next(iter(hand.legal_actions)))


def finish_hand(who: Player, deal: DailyDeal, choose: object = first_choice) -> DailyHand:
    row = begin_hand(who, deal)
    while row.ended_at is None:
        state = state_of(deal, row)
        row = act(who, deal, row.number, len(state.history), choose(state))  # type: ignore[operator]
    return row


def finish_day(who: Player, deal: DailyDeal, choose: object = first_choice) -> DailyEntry:
    for _ in range(deals.HANDS):
        finish_hand(who, deal, choose)
    return DailyEntry.objects.select_related("deal").get(player=who, deal=deal)


def finished(deal: DailyDeal, name: str, *points: int) -> DailyEntry:
    return DailyEntry.objects.create(deal=deal, player=player(name), points=points, finished_at=timezone.now())


def page(client: Client, deal: DailyDeal) -> str:
    answer = client.get(reverse("daily_day", args=[deal.day]))
    assert answer.status_code == 200
    return answer.content.decode()


def past(deal: DailyDeal, monkeypatch: pytest.MonkeyPatch, *, hours: float = 2.5) -> None:
    """So long after the end of that day."""
    now = ends_at(deal.day) + datetime.timedelta(hours=hours)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)


# The hands.


@pytest.mark.parametrize("name", deals.RULES)
def test_who_plays_the_same_way_gets_the_same_hand_to_the_last_card(name: str) -> None:
    day = next(DAY + datetime.timedelta(days=n) for n in range(7) if deals.WEEK[(DAY.weekday() + n) % 7] == name)
    rules, secret = deals.rules_of(day), bytes(range(32))
    ends = []
    for _ in range(2):
        hand = deals.begun(rules, secret, 3)
        while not hand.is_over:
            hand = deals.after(hand, secret, 3, next(iter(hand.legal_actions)))
        ends.append(deals.actions_of(hand))
        assert deals.played(rules, secret, 3, ends[-1]).result == hand.result
    assert ends[0] == ends[1]


def test_another_way_of_play_meets_other_answers_and_each_hand_is_another_deal() -> None:
    rules, secret = deals.rules_of(DAY), bytes(range(32))
    hands = [deals.begun(rules, secret, number) for number in range(1, deals.HANDS + 1)]
    assert len({hand.dealt for hand in hands}) == deals.HANDS
    assert [hand.dealer for hand in hands] == [1, 2, 3, 0, 1, 2, 3, 0]
    assert deals.begun(rules, bytes(32), 1).dealt != hands[0].dealt


def test_every_day_of_the_week_has_rules_that_the_page_can_play() -> None:
    for number in range(7):
        rules = deals.rules_of(DAY + datetime.timedelta(days=number))
        assert (rules.players, rules.number_of_hands, rules.go_under) == (4, deals.HANDS, False)
        assert deals.rules_words(DAY + datetime.timedelta(days=number))


# Playing.


def test_a_day_from_the_first_hand_to_the_score(deal: DailyDeal) -> None:
    entry = finish_day(player("Olga"), deal)
    rows = list(entry.hands.all())
    assert [row.number for row in rows] == list(range(1, 9))
    assert entry.points == [row.points for row in rows]
    assert entry.finished_at
    with pytest.raises(RuleError, match="all of today’s hands"):
        begin_hand(player("Olga"), deal)


def test_no_hand_is_there_before_the_one_before_it_is_over(deal: DailyDeal) -> None:
    who = player("Olga")
    row = begin_hand(who, deal)
    assert begin_hand(who, deal) == row
    with pytest.raises(RuleError, match="haven’t begun"):
        act(who, deal, 2, 0, "pass")
    finish_hand(who, deal)
    assert begin_hand(who, deal).number == 2


def test_the_same_request_twice_plays_once_and_an_old_page_is_told(deal: DailyDeal) -> None:
    who = player("Olga")
    row = begin_hand(who, deal)
    state = state_of(deal, row)
    step, said = len(state.history), first_choice(state)
    once = act(who, deal, 1, step, said)
    assert act(who, deal, 1, step, said).actions == once.actions
    other = next(str(action) for action in state.legal_actions if str(action) != said)
    with pytest.raises(Conflict):
        act(who, deal, 1, step, other)
    with pytest.raises(Conflict):
        act(who, deal, 1, 99, said)
    assert DailyHand.objects.get().actions == once.actions


def test_what_is_not_allowed_changes_nothing(deal: DailyDeal) -> None:
    who = player("Olga")
    row = begin_hand(who, deal)
    step = len(state_of(deal, row).history)
    for text in ("play JO", "call N", "nonsense", ""):
        with pytest.raises(RuleError):
            act(who, deal, 1, step, text)
    assert DailyHand.objects.get().actions == row.actions


def test_two_windows_at_once_play_one_action(deal: DailyDeal, monkeypatch: pytest.MonkeyPatch) -> None:
    who = player("Olga")
    row = begin_hand(who, deal)
    state = state_of(deal, row)
    one, other = [str(action) for action in state.legal_actions][:2]
    as_ever = deals.after

    def meanwhile(*args: object) -> Hand:
        monkeypatch.setattr(deals, "after", as_ever)
        act(who, deal, 1, len(state.history), other)
        return as_ever(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(deals, "after", meanwhile)
    with pytest.raises(Conflict):
        act(who, deal, 1, len(state.history), one)
    assert state_of(deal, DailyHand.objects.get()).history[len(state.history)][1] != one


def test_the_day_ends_at_midnight_and_who_has_begun_has_two_hours_more(
    deal: DailyDeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = player("Olga")
    row = begin_hand(who, deal)
    step, said = len(state_of(deal, row).history), first_choice(state_of(deal, row))
    past(deal, monkeypatch, hours=1.9)
    act(who, deal, 1, step, said)
    with pytest.raises(RuleError, match="over"):
        begin_hand(player("Pam"), deal)
    past(deal, monkeypatch, hours=2)
    with pytest.raises(RuleError, match="over"):
        act(who, deal, 1, step + 1, "pass")


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Chicago", "UTC"])
def test_the_day_is_that_of_the_site_wherever_the_reader_is(
    zone: str, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TIME_ZONE = zone  # type: ignore[attr-defined]
    timezone.get_default_timezone.cache_clear()
    now = datetime.datetime(2026, 3, 8, 23, 59, 59, tzinfo=ZoneInfo(zone))
    try:
        for reader in ("Asia/Tokyo", "America/Los_Angeles"):
            with timezone.override(reader):
                monkeypatch.setattr("django.utils.timezone.now", lambda: now)
                assert commands.today() == datetime.date(2026, 3, 8)
                assert ends_at(datetime.date(2026, 3, 8)) - now == datetime.timedelta(seconds=1)
                monkeypatch.setattr("django.utils.timezone.now", lambda: now + datetime.timedelta(seconds=1))
                assert commands.today() == datetime.date(2026, 3, 9)
    finally:
        timezone.get_default_timezone.cache_clear()


def test_the_first_two_who_ask_get_one_day() -> None:
    assert deal_of_today() == deal_of_today()
    with pytest.raises(IntegrityError), transaction.atomic():
        DailyDeal.objects.create(day=commands.today(), rules=rules_data(deals.rules_of(DAY)))


# Scores.


def test_a_hand_is_worth_the_share_of_the_others_that_were_beaten() -> None:
    field = [[2, 0], [1, 0], [1, 0], [-2, 4]]
    assert [[hand.share for hand in hand_scores(own, field)] for own in field] == [
        [10000, 3333],
        [5000, 3333],
        [5000, 3333],
        [0, 10000],
    ]
    assert day_scores(field) == [6666, 4166, 4166, 5000]
    assert places(day_scores(field)) == [1, 3, 3, 2]


def test_alone_it_is_half() -> None:
    assert day_scores([[1, -4]]) == [WHOLE // 2]


def test_equal_play_is_equal_score() -> None:
    chance = Random(3)
    field = [[chance.randrange(-4, 5) for _ in range(8)] for _ in range(60)]
    field.append(list(field[0]))
    scores = day_scores(field)
    assert scores[0] == scores[-1]
    assert sum(scores) / len(scores) == pytest.approx(WHOLE / 2, abs=2)


def test_scores_are_settled_once_when_everyone_is_done(deal: DailyDeal, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, points in (("Olga", 4), ("Pam", 1), ("Quinn", 1)):
        finished(deal, name, *[points] * 8)
    DailyEntry.objects.create(deal=deal, player=player("Rosa"))
    assert score_due() == 0
    past(deal, monkeypatch)
    assert (score_due(), score_due()) == (1, 0)
    assert [entry.score for entry in DailyEntry.objects.order_by("pk")] == [10000, 2500, 2500, None]
    lines = board("day", deal.day, player("Pam"))
    assert [(line.place, line.name, line.score, line.is_own) for line in lines] == [
        (1, "Olga", "100%", False),
        (2, "Pam", "25%", True),
        (2, "Quinn", "25%", False),
    ]


def test_the_week_adds_the_best_days_settled_or_not(deal: DailyDeal) -> None:
    monday = deal.day - datetime.timedelta(days=deal.day.weekday())
    rules = rules_data(deals.rules_of(DAY))
    for number in range(7):
        day = monday + datetime.timedelta(days=number)
        other, _ = DailyDeal.objects.get_or_create(day=day, defaults={"rules": rules})
        other.scored_at = None if other == deal else timezone.now()
        other.save()
        entry = finished(other, "Olga", *[1] * 8)
        if other != deal:
            DailyEntry.objects.filter(pk=entry.pk).update(score=1000 * (number + 1))
    own = sorted([1000 * (number + 1) for number in range(7) if number != deal.day.weekday()] + [5000])
    [line] = board("week", deal.day, None)
    assert (line.score, line.days) == (f"{sum(own[-5:]) / 100:.1f}", 7)
    [line] = board("month", deal.day, None)
    assert line.days >= 1


def test_settled_days_are_read_once_however_many_there_are(deal: DailyDeal) -> None:
    """Twenty seconds later, the month asks for the days that still change, and for names."""
    month = deal.day.replace(day=1)
    ann = finished(deal, "Ann", 1, 2).player
    for number in range(1, 29):
        if (day := month.replace(day=number)) != deal.day:
            of_day = DailyDeal.objects.create(day=day, rules=deal.rules, scored_at=timezone.now())
            DailyEntry.objects.create(deal=of_day, player=ann, finished_at=timezone.now(), points=[0], score=number)
    [before] = board("month", deal.day, ann)
    assert before.days == DailyEntry.objects.count()
    cache.delete(f"daily-board:month:{month}")
    with CaptureQueriesContext(connection) as asked:
        [again] = board("month", deal.day, ann)
    assert (again, len(asked)) == (before, 4)
    another = finished(deal, "Bob", 1, 2)
    cache.delete(f"daily-board:month:{month}")
    assert {line.name for line in board("month", deal.day, ann)} == {"Ann", "Bob"}
    DailyEntry.objects.filter(pk=another.pk).update(score=10_000)
    DailyEntry.objects.filter(deal=deal, player=ann).update(score=0)
    DailyDeal.objects.filter(pk=deal.pk).update(scored_at=timezone.now())
    cache.delete(f"daily-board:month:{month}")
    bob = next(line for line in board("month", deal.day, ann) if line.name == "Bob")
    assert bob.score == "100.0", "a day that was settled since is read"


def test_a_hidden_name_is_hidden_from_everyone_else(deal: DailyDeal) -> None:
    finished(deal, "Olga", *[1] * 8)
    Player.objects.filter(name="Olga").update(hides_name=True)
    assert [line.name for line in board("day", deal.day, player("Pam"))] == ["Hidden player"]
    assert [line.name for line in board("day", deal.day, player("Olga"))] == ["Olga"]


@pytest.mark.slow
def test_two_hundred_players_by_chance(deal: DailyDeal, monkeypatch: pytest.MonkeyPatch) -> None:
    number = size(12, 200)
    for index in range(number):
        chance = Random(index)
        finish_day(
            Player.objects.create(name=f"P{index}"),
            deal,
            lambda hand, c=chance: str(c.choice(list(hand.legal_actions))),
        )
    past(deal, monkeypatch)
    assert score_due() == 1
    scores = list(DailyEntry.objects.values_list("score", flat=True))
    assert len(scores) == number
    assert sum(filter(None, scores)) / number == pytest.approx(WHOLE / 2, abs=3)


# Pages.


def begin(client: Client, deal: DailyDeal) -> str:
    assert client.post(reverse("daily_begin", args=[deal.day])).status_code == 302
    return page(client, deal)


def shown_cards(text: str) -> set[str]:
    return set(CARD.findall(text))


def test_no_card_is_in_any_answer_before_it_is_played_or_ones_own(deal: DailyDeal) -> None:
    """Two browsers: what one plays tells the other nothing; each sees its own hand, the upcard and what was played."""
    one, two = Client(), Client()
    text = begin(one, deal)
    for _ in range(40):
        row = DailyHand.objects.get()
        state = state_of(deal, row)
        own = {str(card) for card in state.dealt[deals.YOU]}
        played = {str(card) for _, action in state.history for card in action.cards}
        turned = {str(state.undealt[0])}
        assert shown_cards(text) <= own | played | turned
        for address in (reverse("daily_day", args=[deal.day]), reverse("daily_leaderboard"), reverse("lobby")):
            answer = two.get(address)
            assert shown_cards(answer.content.decode()) == set()
            assert deal.secret not in answer.content.decode()
        assert deal.secret not in text
        if row.ended_at:
            break
        data = {"hand": 1, "step": len(state.history), "action": first_choice(state)}
        assert one.post(reverse("daily_play", args=[deal.day]), data).status_code == 302
        text = page(one, deal)
    else:
        raise AssertionError("the hand did not end")
    assert "Next hand" in text


def test_a_visitor_plays_as_a_guest_and_sees_a_refusal_above_the_hand(deal: DailyDeal) -> None:
    client = Client()
    assert "Play today’s hands" in page(client, deal)
    assert not Player.objects.exists()
    begin(client, deal)
    assert Player.objects.get().is_guest
    answer = client.post(reverse("daily_play", args=[deal.day]), {"hand": 1, "step": 50, "action": "pass"})
    assert answer.status_code == 409
    assert "This hand has moved on" in answer.content.decode()
    assert Client().post(reverse("daily_play", args=[deal.day]), {"hand": 1}).status_code == 422


def test_the_result_is_told_without_a_card(deal: DailyDeal) -> None:
    client = Client()
    begin(client, deal)
    who = Player.objects.get()
    finish_day(who, deal)
    finished(deal, "Olga", *[-9] * 8)
    text = page(client, deal)
    result = result_of(DailyEntry.objects.select_related("deal").get(player=who))
    assert result.percent == "100%"
    assert "100%. Place 1 of 2." in text
    assert "🟩" * 8 in text
    assert shown_cards(text) == set()
    assert deal.secret not in text


def test_days_that_are_none_are_not_found() -> None:
    for text in ("2026-02-30", "1999-01-01", "tomorrow"):
        assert Client().get(f"/daily/{text}/").status_code == 404
    assert Client().get(f"{reverse('daily_leaderboard')}?by=year").status_code == 404


def test_hands_are_reviewed_when_the_day_is_over(deal: DailyDeal, monkeypatch: pytest.MonkeyPatch) -> None:
    user = User.objects.create_user("olga@example.org")
    olga = Player.objects.create(name="Olga", user=user)
    finish_day(olga, deal)
    key = uuid.uuid4()
    with pytest.raises(RuleError, match="once everyone is done"):
        keep_for_review(olga, deal, key)
    past(deal, monkeypatch)
    game = keep_for_review(olga, deal, key)
    assert HandReview.objects.filter(hand__game=game).count() == deals.HANDS
    assert keep_for_review(olga, deal, uuid.uuid4()) == game
    assert is_over(deal.day)
    with pytest.raises(NotAllowed):
        keep_for_review(player("Pam"), deal, key)
    client = Client()
    client.force_login(user)
    answer = client.post(reverse("daily_review", args=[deal.day]))
    assert answer["Location"] == reverse("review", args=[game.table.code, 1])
    assert game.table.journal.get().detail["is_daily"] is True


def test_a_page_that_asks_in_the_background_is_led_to_the_result(deal: DailyDeal) -> None:
    client, behind = Client(), {"HX-Request": "true"}
    begin(client, deal)
    who = Player.objects.get()
    for _ in range(deals.HANDS - 1):
        finish_hand(who, deal)
    begin(client, deal)
    address = reverse("daily_play", args=[deal.day])
    for _ in range(40):
        row = DailyHand.objects.latest("number")
        state = state_of(deal, row)
        data = {"hand": row.number, "step": len(state.history), "action": first_choice(state)}
        answer = client.post(address, data, headers=behind)
        if answer.status_code == 204:
            break
        assert answer.status_code == 302
    assert answer["HX-Redirect"] == reverse("daily_day", args=[deal.day])
    late = client.post(reverse("daily_begin", args=[deal.day]), headers=behind)
    assert (late.status_code, late["HX-Redirect"]) == (204, answer["HX-Redirect"])


def test_a_day_is_called_unfinished_as_long_as_it_can_be_finished(
    deal: DailyDeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = player("Olga")
    begin_hand(who, deal)
    past(deal, monkeypatch, hours=1.9)
    assert open_days(who) == [deal.day]
    past(deal, monkeypatch, hours=2)
    assert open_days(who) == []


def test_who_finishes_while_the_day_is_scored_is_told_that_it_is_over(deal: DailyDeal) -> None:
    who = player("Olga")
    for _ in range(deals.HANDS - 1):
        finish_hand(who, deal)
    DailyDeal.objects.update(scored_at=timezone.now())
    with pytest.raises(RuleError, match="over"):
        finish_hand(who, deal)
    assert DailyEntry.objects.get().finished_at is None


def test_a_day_that_is_none_or_to_come_shows_today() -> None:
    for day in ("9999-12-31", "0001-01-01", "tomorrow", "2025-02-30"):
        assert Client().get(f"{reverse('daily_leaderboard')}?by=week&day={day}").status_code == 200
