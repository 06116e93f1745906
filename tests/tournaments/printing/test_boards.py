"""Boards of a duplicate, dealt before the night: who sees them, what is printed, and that this is what is played."""

import io

import pypdf
import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, enter_pairs, make_club, make_event, make_user, publish
from tests.kept import kept
from tests.tournaments.pages.browsing import finish_round, form, log_in, text_of, visitor
from tests.tournaments.rounds.test_hand_sheet_pages import member
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.clubs.models import Role
from tournaments.draws import deals
from tournaments.draws.movement import movement_of
from tournaments.errors import NotAllowed
from tournaments.events.models import Event, Stage
from tournaments.formats.duplicate.deals import Deal
from tournaments.printing.boards import curtain_sheet, deal_sheet, movement_sheet
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Round
from tournaments.rounds.seen_deals import dealings_to_come, has_boards, see_deals, show_boards

pytestmark = pytest.mark.django_db
PAIRS, ROUNDS, DEALS = 12, 3, 4


def evening() -> tuple[User, Event]:
    """Twelve pairs are here, and no round is drawn. Olga runs it and doesn't play."""
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "duplicate", name="Boards", config={"rounds": ROUNDS, "deals": DEALS})
    enter_pairs(event, olga, PAIRS)
    return olga, event


scene = kept(evening)


@pytest.fixture
def olga(scene: tuple[User, Event]) -> User:
    return scene[0]


@pytest.fixture
def event(scene: tuple[User, Event]) -> Event:
    return scene[1]


@pytest.fixture
def stage(event: Event) -> Stage:
    return event.stages.get()


def show(stage: Stage, user: User, *, again: bool = False) -> None:
    show_boards(stage.pk, context=context_of(user), again=again)


def cards_of(dealt: Deal) -> list[str]:
    return [str(card) for hand in dealt.hands for card in hand] + [str(card) for card in (dealt.turned, *dealt.kitty)]


def played(row: Round) -> list[list[str]]:
    return [cards_of(deal) for deal in deals.deals_of(row)]


def on_boards(stage: Stage, user: User, number: int) -> list[list[str]]:
    return [cards_of(deal) for deal in deals.boards_of(stage, context_of(user).actor)[number]]


def words(client: Client, event: Event, key: str) -> str:
    answer = client.get(reverse("board_paper", args=[event.slug, key]))
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.content)).pages).split())


class TestWhoSeesThem:
    def test_the_page_asks_before_it_shows_them(self, event: Event, olga: User) -> None:
        client, here = log_in(olga), reverse("boards", args=[event.slug])
        asked = text_of(client.get(here))
        assert "If you see the boards, you can’t play in this event." in asked
        assert "Deal sheets" not in asked
        assert client.get(reverse("board_paper", args=[event.slug, "deals"])).status_code == 403
        told = text_of(client.post(reverse("move_boards", args=[event.slug, "show"]), form(), follow=True))
        assert "You see the boards, so you can’t play in this event." in told
        assert "Boards 1 to 12 can be dealt before the night." in told
        assert "Up to 4 tables share a set of boards" in told
        assert "Board 12" in words(client, event, "curtain")

    def test_seeing_them_is_in_the_log_once(self, event: Event, stage: Stage, olga: User) -> None:
        for _ in range(2):
            show(stage, olga)
        logged = AuditLogEntry.objects.get(action="show_boards")
        assert logged.detail == {"stage": 1, "dealings": [[1, 0], [2, 0], [3, 0]]}
        assert "Olga viewed the cards on the boards" in text_of(log_in(olga).get(reverse("journal", args=[event.slug])))

    def test_another_organizer_is_asked_too(self, event: Event, stage: Stage, olga: User) -> None:
        show(stage, olga)
        otto = member(event.club, "Otto", Role.ORGANIZER)
        with pytest.raises(NotAllowed, match="Show the boards"):
            deals.boards_of(stage, context_of(otto).actor)
        show(stage, otto)
        assert on_boards(stage, otto, 1) == on_boards(stage, olga, 1)
        assert AuditLogEntry.objects.filter(action="show_boards").count() == 2

    def test_no_one_else_may(self, event: Event, stage: Stage, olga: User) -> None:
        show(stage, olga)
        scorer = log_in(member(event.club, "Scott", Role.SCORER))
        for key in ("deals", "curtain"):
            here = reverse("board_paper", args=[event.slug, key])
            assert (visitor().get(here).status_code, scorer.get(here).status_code) == (302, 403)
        assert scorer.post(reverse("move_boards", args=[event.slug, "show"]), form()).status_code == 403

    def test_nor_an_organizer_who_is_entered(self, event: Event, stage: Stage, olga: User) -> None:
        otto = member(event.club, "Otto", Role.ORGANIZER)
        entries.register(event.pk, [otto.player, entries.new_player(event, "Uma")], context=context_of(olga))
        assert log_in(otto).get(reverse("boards", args=[event.slug])).status_code == 403
        with pytest.raises(NotAllowed, match="You’re playing in this event"):
            show(stage, otto)
        assert not AuditLogEntry.objects.filter(action="show_boards").exists()

    def test_one_who_has_seen_them_cannot_play_in_any_round(self, event: Event, stage: Stage, olga: User) -> None:
        otto = member(event.club, "Otto", Role.ORGANIZER)
        show(stage, otto)
        pair = [otto.player, entries.new_player(event, "Uma")]
        entry = entries.register(event.pk, pair, context=context_of(olga))
        entries.check_in(entry.pk, context=context_of(olga))
        entries.walk_in(event.pk, ["Vic", "Will"], context=context_of(olga))
        with pytest.raises(RuleError, match=r"Otto has seen the cards for Round 1 .* or deal new boards"):
            publish(event, olga)
        show(stage, olga, again=True)
        draft = stage.rounds.get()
        row = rounds.publish_round(draft.pk, context=context_of(olga), expected_version=draft.revision)
        assert (row.dealing, played(row)) == (1, on_boards(stage, olga, 1))

    def test_other_formats_have_none(self, event: Event, olga: User) -> None:
        other = make_event(event.club, olga, name="Other")
        client = log_in(olga)
        assert client.get(reverse("boards", args=[other.slug])).status_code == 404
        assert client.post(reverse("move_boards", args=[other.slug, "show"]), form()).status_code == 404
        with pytest.raises(RuleError, match="Only duplicate events have boards"):
            show(other.stages.get(), olga)


class TestTheyArePlayed:
    def test_each_round_has_the_cards_of_its_boards(self, event: Event, stage: Stage, olga: User) -> None:
        show(stage, olga)
        printed = {number: on_boards(stage, olga, number) for number in (1, 2, 3)}
        for number in (1, 2, 3):
            row = publish(event, olga, number)
            assert has_boards(row)
            assert played(row) == printed[number]
            finish_round(stage, olga, (3, 2))
        assert dealings_to_come(stage) == {}
        assert "All rounds are over." in text_of(log_in(olga).get(reverse("boards", args=[event.slug])))

    def test_drawing_again_keeps_them(self, event: Event, stage: Stage, olga: User) -> None:
        show(stage, olga)
        row = rounds.draw_round(stage.pk, 1, context=context_of(olga))
        otto = member(event.club, "Otto", Role.ORGANIZER)
        see_deals(row.pk, context=context_of(otto), dealing=row.dealing)
        again = rounds.draw_round(stage.pk, 1, context=context_of(olga), expected_version=row.revision)
        assert (again.dealing, played(again)) == (0, on_boards(stage, olga, 1))

    def test_a_round_whose_cards_were_seen_before_gets_boards_of_its_own(
        self, event: Event, stage: Stage, olga: User
    ) -> None:
        """A draft as it is; once it is drawn again, it would have had other cards."""
        row = rounds.draw_round(stage.pk, 1, context=context_of(olga))
        see_deals(row.pk, context=context_of(olga), dealing=row.dealing)
        assert dealings_to_come(stage) == {1: 0, 2: 0, 3: 0}
        again = rounds.draw_round(stage.pk, 1, context=context_of(olga), expected_version=row.revision)
        assert again.dealing == 1
        show(stage, olga)
        assert played(again) == on_boards(stage, olga, 1)

    def test_new_boards_have_other_cards_but_where_a_round_is_out(self, event: Event, stage: Stage, olga: User) -> None:
        show(stage, olga)
        row = publish(event, olga)
        before = {number: on_boards(stage, olga, number) for number in (1, 2, 3)}
        show(stage, olga, again=True)
        after = {number: on_boards(stage, olga, number) for number in (1, 2, 3)}
        assert (before[1] == after[1], before[2] == after[2], before[3] == after[3]) == (True, False, False)
        assert played(row) == after[1]
        finish_round(stage, olga, (3, 2))
        draft = rounds.draw_round(stage.pk, 2, context=context_of(olga))
        assert played(draft) == after[2]
        show(stage, olga, again=True)
        draft.refresh_from_db()
        assert played(draft) == on_boards(stage, olga, 2) != after[2]


class TestPaper:
    def test_deal_sheets_have_every_card_of_every_board(self, event: Event, stage: Stage, olga: User) -> None:
        show(stage, olga)
        sheet = deal_sheet(stage, context_of(olga).actor)
        assert [board.number for board in sheet.boards] == [str(number) for number in range(1, 13)]
        for board in sheet.boards:
            held = [rank for hand in board.hands for suit in hand.suits for rank in suit.ranks.split() if rank != "–"]
            assert len(held) + len(board.kitty.split()) + 1 == 24
        said = words(log_in(olga), event, "deals")
        assert said.count("check ") == 12 * 5 + said.count("The check ")
        for line in sheet.seals:
            assert line.seal in said.replace(" ", "")

    def test_the_page_for_the_wall_shows_no_card(self, event: Event, stage: Stage, olga: User) -> None:
        show(stage, olga)
        answer = log_in(olga).get(reverse("board_paper", args=[event.slug, "deals"]))
        first = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
        assert "Seals" in first
        assert not set(first) & set("♠♥♣♦")

    def test_a_curtain_card_has_one_hand_and_its_digit(self, stage: Stage, olga: User) -> None:
        show(stage, olga)
        cards = curtain_sheet(stage, context_of(olga).actor).cards
        dealt = [deal for each in deals.boards_of(stage, context_of(olga).actor).values() for deal in each]
        assert len(cards) == 5 * len(dealt)
        values = {"9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
        for card in cards:
            ranks = [rank for suit in card.suits for rank in suit.ranks.split() if rank != "–"]
            if card.seat != "Kitty":
                assert len(ranks) == 5
                assert card.check == str(sum(values[rank] for rank in ranks))[-1]
        kitties = [card for card in cards if card.seat == "Kitty"]
        assert [card.suits for card in kitties] == [()] * 12, "no one sees the cards under the upcard"

    def test_the_movement_says_who_plays_what_and_holds(self, event: Event, stage: Stage, olga: User) -> None:
        """Printed before the first draw, it is what every round turns out to be."""
        sheet, planned = movement_sheet(event), movement_of(stage)
        assert sheet
        assert [guide.table for guide in sheet.tables] == ["1", "2", "3", "4", "5", "6"]
        assert sheet.tables[2].moves[1].boards == "7  8  5  6"
        assert sheet.tables[2].shared == "Shares its boards with: 1, 2, 4."
        for number in (1, 2, 3):
            row = publish(event, olga, number)
            names = {
                (
                    str(match.table),
                    *(" & ".join(seat.name for seat in match.seats.filter(side=side)) for side in (0, 1)),
                )
                for match in row.matches.all()
            }
            assert names == {
                (guide.table, move.north, move.east)
                for guide in sheet.tables
                for move in guide.moves
                if move.round == str(number)
            }
            assert movement_of(stage) == planned
            finish_round(stage, olga, (3, 2))
        assert movement_of(stage) == planned

    def test_tables_that_share_boards_are_never_at_the_same_one(self, event: Event) -> None:
        sheet = movement_sheet(event)
        assert sheet
        for group in (sheet.tables[:4], sheet.tables[4:]):
            for place in range(ROUNDS):
                orders = [guide.moves[place].boards.split() for guide in group]
                assert all(len(set(now)) == len(now) for now in zip(*orders, strict=True))
                assert len({board for order in orders for board in order}) == DEALS

    def test_who_sits_out_is_named(self, event: Event, olga: User) -> None:
        entries.walk_in(event.pk, ["Zoe", "Zack"], context=context_of(olga))
        sheet = movement_sheet(event)
        assert sheet
        assert len(sheet.out) == ROUNDS
        assert all("sits out" in line for line in sheet.out)

    def test_before_check_in_it_goes_by_who_is_entered(self, event: Event, olga: User) -> None:
        other = make_event(event.club, olga, "duplicate", name="Next", config={"rounds": ROUNDS, "deals": DEALS})
        client = log_in(olga)
        here = reverse("console_paper", args=[other.slug, "movement"])
        assert client.get(here).status_code == 422
        for number in range(4):
            pair = [entries.new_player(other, f"{name} {number}") for name in ("Ann", "Bob")]
            entries.register(other.pk, pair, context=context_of(olga))
        assert client.get(here)["Content-Type"] == "application/pdf"
