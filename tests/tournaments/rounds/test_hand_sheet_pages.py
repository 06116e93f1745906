"""A duplicate on the site: who may see its cards and when, the hand sheets, and the results of every deal."""

from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player, User
from games.engine.analysis.par import par_of
from games.engine.errors import RuleError
from games.engine.slip import HandScore
from games.review.models import DealPar
from games.review.worker import review_due
from tests.cast import (
    NAMES,
    context_of,
    enter,
    enter_pairs,
    make_club,
    make_event,
    make_user,
    on_grid,
    on_phone,
    publish,
    slip,
)
from tests.kept import kept
from tests.tournaments.pages.browsing import finish_round, form, log_in, text_of, visitor, with_link
from tournaments.access.passes import issue_pass
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries, substitutes
from tournaments.clubs.models import Club, Membership, Role
from tournaments.draws import deals
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.formats.duplicate.deals import COMPASS
from tournaments.integrity.verify import violations
from tournaments.merging.models import PlayerAlias
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.seen_deals import see_deals


@dataclass
class Duplicate:
    """Six pairs in their first round of four deals; Pam sits North at table 1."""

    olga: User
    event: Event
    round: Round

    @property
    def pam(self) -> Player:
        return Player.objects.get(seats__round=self.round, seats__match__table=1, seats__position=0)

    def path(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.slug, *args])

    @property
    def sheets(self) -> str:
        return self.path("hand_sheets", self.round.pk)

    @property
    def deals(self) -> str:
        return self.path("deals", self.round.number)

    def look(self, user: User, row: Round | None = None) -> None:
        """Lets a user see the cards of the round, as the page does."""
        shown = row or self.round
        see_deals(shown.pk, context=context_of(user), dealing=shown.dealing)

    def report(self, table: int, hands: str) -> None:
        """One digit a deal, in a row: what North and South made; after a minus it is East and West's."""
        scores = [HandScore(int(int(made) < 0), abs(int(made))) for made in hands.split()]
        points = tuple(sum(hand.points for hand in scores if hand.side == side) for side in (0, 1))
        results.record_result(
            self.round.matches.get(table=table).pk, Slip(points, tuple(scores)), context=on_grid(self.olga)
        )

    def close(self) -> None:
        self.round.refresh_from_db()
        rounds.close_round(self.round.pk, context=context_of(self.olga), expected_version=self.round.revision)
        settle_unsettled()


def same_cards() -> Duplicate:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "duplicate", name="Same cards")
    enter_pairs(event, olga, len(NAMES) // 2)
    return Duplicate(olga, event, publish(event, olga))


duplicate = kept(same_cards)


@pytest.fixture
def played(duplicate: Duplicate) -> Duplicate:
    duplicate.report(1, "1 1 -2 1")
    duplicate.report(2, "1 -1 -2 2")
    duplicate.report(3, "-1 1 1 1")
    duplicate.close()
    return duplicate


def member(club: Club, name: str, role: Role) -> User:
    user = make_user(name)
    Membership.objects.create(club=club, player=user.player, role=role)
    return user


def readers(duplicate: Duplicate) -> dict[str, Client]:
    club = duplicate.event.club
    return {
        "visitor": visitor(),
        "phone": with_link(duplicate.event, duplicate.olga, duplicate.pam),
        "scorer": log_in(member(club, "Scott", Role.SCORER)),
        "organizer": log_in(duplicate.olga),
    }


class TestOpenRound:
    def test_no_one_sees_its_deals(self, duplicate: Duplicate) -> None:
        for client in readers(duplicate).values():
            assert client.get(duplicate.deals).status_code == 404
        with pytest.raises(AssertionError, match="before it is closed"):
            deals.opened(duplicate.round)

    def test_nor_those_of_a_draft_or_of_a_round_that_is_not_there(self, played: Duplicate) -> None:
        rounds.draw_round(played.event.stages.get().pk, 2, context=context_of(played.olga))
        for number in (2, 3, 0, 10**6, 10**30):
            assert log_in(played.olga).get(played.path("deals", number)).status_code == 404

    def test_only_organizers_print_its_hand_sheets(self, duplicate: Duplicate) -> None:
        answers = {role: client.get(duplicate.sheets).status_code for role, client in readers(duplicate).items()}
        assert answers == {"visitor": 302, "phone": 302, "scorer": 403, "organizer": 200}

    def test_no_page_of_it_shows_a_card_or_a_seed(self, duplicate: Duplicate) -> None:
        duplicate.report(1, "1 1 -2 1")
        phone = readers(duplicate)["phone"]
        paths = [duplicate.path(name) for name in ("event", "seating", "standings", "my_seat")]
        paths.append(duplicate.path("slip", duplicate.round.matches.get(table=1).pk))
        duplicate.look(duplicate.olga)
        turned = [sheet.turned_text for sheet in deals.sheets_of(duplicate.round, context_of(duplicate.olga).actor)]
        for path in paths:
            said = phone.get(path).content.decode()
            assert duplicate.event.stages.get().seed not in said
            assert not any(card in said for card in turned)

    def test_an_organizer_who_plays_in_it_must_not_see_them(self, duplicate: Duplicate) -> None:
        otto = member(duplicate.event.club, "Otto", Role.ORGANIZER)
        assert log_in(otto).get(duplicate.sheets).status_code == 200
        seat = duplicate.round.matches.get(table=1).seats.get(position=0)
        seat.player = otto.player
        seat.save()
        refused = log_in(otto).get(duplicate.sheets)
        assert refused.status_code == 403
        assert "Ask an organizer who isn’t playing" in text_of(refused)

    def test_nor_one_with_the_personal_link_of_a_player(self, duplicate: Duplicate) -> None:
        laptop = log_in(duplicate.olga)
        assert laptop.get(duplicate.sheets).status_code == 200
        laptop.post(duplicate.path("open_pass", link_of(duplicate)))
        assert laptop.get(duplicate.sheets).status_code == 403


def link_of(duplicate: Duplicate) -> str:
    return issue_pass(duplicate.event.pk, duplicate.pam, context=context_of(duplicate.olga))


class TestHandSheets:
    def test_they_hold_the_full_deck_of_every_deal(self, duplicate: Duplicate) -> None:
        duplicate.look(duplicate.olga)
        sheets = deals.sheets_of(duplicate.round, context_of(duplicate.olga).actor)
        said = text_of(log_in(duplicate.olga).get(duplicate.sheets))
        assert len(sheets) == 20
        for sheet in sheets:
            suits = " ".join(f"{line.symbol} {line.ranks}" for line in sheet.suits)
            assert f"Round 1 · Deal {sheet.deal} · {sheet.seat} {suits} Dealer: {sheet.dealer} ·" in said
        assert "Print 3 copies of this page, one per table." in said

    def test_they_are_kept_nowhere(self, duplicate: Duplicate) -> None:
        assert "no-store" in log_in(duplicate.olga).get(duplicate.sheets)["Cache-Control"]

    def test_each_round_has_its_own_cards(self, played: Duplicate) -> None:
        row = rounds.draw_round(played.event.stages.get().pk, 2, context=context_of(played.olga))
        played.look(played.olga, row)
        actor = context_of(played.olga).actor
        assert {sheet.cards for sheet in deals.sheets_of(row, actor)}.isdisjoint(
            {sheet.cards for sheet in deals.sheets_of(closed(played), actor)}
        )

    def test_the_console_leads_to_them(self, duplicate: Duplicate) -> None:
        assert duplicate.sheets in log_in(duplicate.olga).get(duplicate.path("console")).content.decode()

    def test_other_formats_have_none(self, duplicate: Duplicate) -> None:
        other = make_event(duplicate.event.club, duplicate.olga)
        enter(other, duplicate.olga, list(NAMES[:4]))
        row = publish(other, duplicate.olga)
        client = log_in(duplicate.olga)
        assert client.get(reverse("hand_sheets", args=[other.slug, row.pk])).status_code == 404
        assert "Hand sheets" not in text_of(client.get(reverse("console", args=[other.slug])))
        finish_round(other.stages.get(), duplicate.olga)
        assert client.get(reverse("deals", args=[other.slug, 1])).status_code == 404


class TestWhoHasSeenTheCards:
    """Of a round that is not closed: written down, and no player of it any more."""

    def see(self, duplicate: Duplicate, client: Client) -> str:
        body = form(seen=Round.objects.get(pk=duplicate.round.pk).dealing)
        return text_of(client.post(duplicate.path("move_round", duplicate.round.pk, "see"), body, follow=True))

    def sit_in(self, duplicate: Duplicate, coming: Player) -> None:
        seat = duplicate.round.matches.get(table=1).seats.get(position=0)
        assert seat.player
        assert seat.entry_id
        row = Round.objects.get(pk=duplicate.round.pk)
        substitutes.sit_in(
            row.pk,
            seat.entry_id,
            seat.player,
            coming,
            context=context_of(duplicate.olga),
            expected_version=row.revision,
        )

    def test_the_page_asks_before_it_shows_them(self, duplicate: Duplicate) -> None:
        olga = log_in(duplicate.olga)
        asked = text_of(olga.get(duplicate.sheets))
        assert "You won’t be able to play in Round 1." in asked
        assert "Deal 1 · North" not in asked
        with pytest.raises(NotAllowed, match="Show the cards"):
            deals.sheets_of(duplicate.round, context_of(duplicate.olga).actor)
        assert "Deal 1 · North" in self.see(duplicate, olga)
        assert "Deal 1 · North" in text_of(olga.get(duplicate.sheets))
        otto = log_in(member(duplicate.event.club, "Otto", Role.ORGANIZER))
        assert "Deal 1 · North" not in text_of(otto.get(duplicate.sheets))

    def test_it_is_in_the_journal_once(self, duplicate: Duplicate) -> None:
        olga = log_in(duplicate.olga)
        for _ in range(2):
            self.see(duplicate, olga)
        assert AuditLogEntry.objects.filter(action="see_deals", round=duplicate.round).count() == 1
        assert "Olga viewed the cards for round 1." in text_of(olga.get(duplicate.path("journal")))

    def test_they_cannot_sit_in(self, duplicate: Duplicate) -> None:
        otto = member(duplicate.event.club, "Otto", Role.ORGANIZER)
        self.see(duplicate, log_in(otto))
        with pytest.raises(RuleError, match="Otto has seen the cards for Round 1 and can’t play in it"):
            self.sit_in(duplicate, otto.player)
        assert not Seat.objects.filter(player=otto.player).exists()
        innocent = member(duplicate.event.club, "Ines", Role.ORGANIZER)
        self.sit_in(duplicate, innocent.player)

    def test_nor_be_a_substitute_nor_come_late(self, duplicate: Duplicate) -> None:
        otto = member(duplicate.event.club, "Otto", Role.ORGANIZER)
        self.see(duplicate, log_in(otto))
        seat = duplicate.round.matches.get(table=1).seats.get(position=0)
        assert seat.player
        with pytest.raises(RuleError, match="has seen the cards"):
            entries.substitute(seat.entry_id, seat.player, otto.player, context=context_of(duplicate.olga))
        Seat.objects.filter(pk=seat.pk).update(player=otto.player)
        row = rounds.unpublish_round(
            duplicate.round.pk, context=context_of(duplicate.olga), expected_version=duplicate.round.revision
        )
        with pytest.raises(RuleError, match="has seen the cards"):
            rounds.publish_round(
                row.pk, context=context_of(duplicate.olga), expected_version=row.revision, override="All the same"
            )

    def test_another_record_of_the_same_person_is_barred_too(self, duplicate: Duplicate) -> None:
        otto = member(duplicate.event.club, "Otto", Role.ORGANIZER)
        self.see(duplicate, log_in(otto))
        alias = Player.objects.create(name="Otto B.")
        Membership.objects.create(club=duplicate.event.club, player=alias, role=Role.GUEST)
        PlayerAlias.objects.create(player=alias, person=otto.player)
        with pytest.raises(RuleError, match="has seen the cards"):
            self.sit_in(duplicate, alias)

    def test_a_seen_round_that_is_drawn_again_has_other_cards(self, duplicate: Duplicate) -> None:
        otto = member(duplicate.event.club, "Otto", Role.ORGANIZER)
        seals = [deal.sealed.seal for deal in deals.deals_of(duplicate.round)]
        self.draw_again(duplicate)
        assert [deal.sealed.seal for deal in deals.deals_of(duplicate.round)] == seals, "no one has seen them"
        self.see(duplicate, log_in(otto))
        self.draw_again(duplicate)
        assert {deal.sealed.seal for deal in deals.deals_of(duplicate.round)}.isdisjoint(seals)
        assert "You won’t be able to play" in text_of(log_in(otto).get(duplicate.sheets))
        self.sit_in(duplicate, otto.player)
        with pytest.raises(Conflict, match="was drawn again and now has different cards"):
            see_deals(duplicate.round.pk, context=context_of(duplicate.olga), dealing=0)

    def test_a_draft_that_is_thrown_away_is_remembered(self, duplicate: Duplicate) -> None:
        stage = duplicate.event.stages.get()
        seals = [deal.sealed.seal for deal in deals.deals_of(duplicate.round)]
        self.see(duplicate, log_in(duplicate.olga))
        duplicate.round.delete()
        duplicate.round = publish(duplicate.event, duplicate.olga)
        assert {deal.sealed.seal for deal in deals.deals_of(duplicate.round)}.isdisjoint(seals)
        assert stage.seed == duplicate.event.stages.get().seed

    def draw_again(self, duplicate: Duplicate) -> None:
        row = Round.objects.get(pk=duplicate.round.pk)
        row = rounds.unpublish_round(row.pk, context=context_of(duplicate.olga), expected_version=row.revision)
        row = rounds.draw_round(row.stage_id, 1, context=context_of(duplicate.olga), expected_version=row.revision)
        duplicate.round = rounds.publish_round(
            row.pk, context=context_of(duplicate.olga), expected_version=row.revision
        )


class TestClosedRound:
    def test_everyone_sees_every_deal_with_every_tables_result(self, played: Duplicate) -> None:
        said = text_of(visitor().get(played.deals))
        first, second = (played.round.matches.get(table=table) for table in (1, 3))
        pairs = [" & ".join(seat.name for seat in match.seats.filter(side=0)) for match in (first, second)]
        assert f"1 {pairs[0]} " in said
        assert "1–0 3 of 4 (75.0%) 1 of 4 (25.0%)" in said
        assert "0–1 0 of 4 (0.0%) 4 of 4 (100.0%)" in said
        for open_deal in deals.opened(closed(played)).deals:
            assert f"{open_deal.deal.dealer} dealt. Turned up: {open_deal.turned}" in said
            assert f"verify_deal.py {open_deal.seed}" in said

    def test_the_seals_are_those_of_the_hand_sheets(self, played: Duplicate) -> None:
        printed = log_in(played.olga).get(played.sheets).content.decode()
        shown = visitor().get(played.deals).content.decode()
        seals = [deal.sealed.seal for deal in deals.deals_of(played.round)]
        assert len(set(seals)) == 4
        assert all(seal in printed and seal in shown for seal in seals)

    def test_who_played_may_see_the_sheets_now(self, played: Duplicate) -> None:
        laptop = log_in(played.olga)
        laptop.post(played.path("open_pass", link_of(played)))
        assert laptop.get(played.sheets).status_code == 200

    @pytest.mark.slow
    def test_the_standings_go_by_matchpoints(self, played: Duplicate) -> None:
        rows = list(played.event.stages.get().standings.all())
        made = {line.north: line.matchpoints[0] for line in round_lines(played)}
        made |= {line.east: line.matchpoints[1] for line in round_lines(played)}
        assert [made[row.entry.number] for row in rows] == sorted(made.values(), reverse=True)
        assert {row.values[0] for row in rows} == {f"{1000 * each // 16 / 10}%" for each in made.values()}
        assert violations() == []

    def test_a_correction_to_a_total_is_compared_as_one_deal(self, played: Duplicate) -> None:
        match = played.round.matches.get(table=1)
        results.correct_result(
            match.pk, slip(9, 0), reason="Misread", context=on_grid(played.olga), expected_version=match.last_version
        )
        said = text_of(visitor().get(played.deals))
        assert "9–0 4 of 4 (100.0%) 0 of 4 (0.0%)" in said
        assert "1–0 2 of 2 (100.0%) 0 of 2 (0.0%)" in said

    def test_a_round_of_void_tables_says_so(self, duplicate: Duplicate) -> None:
        for match in duplicate.round.matches.all():
            results.void_result(match.pk, reason="Fire drill", context=on_grid(duplicate.olga), expected_version=0)
        duplicate.close()
        said = text_of(visitor().get(duplicate.deals))
        assert "No table recorded this deal." in said
        assert "No table has a result that counts in this round." in said

    def test_one_table_alone_is_not_compared(self, duplicate: Duplicate) -> None:
        duplicate.report(1, "1 1 -2 1")
        for match in duplicate.round.matches.exclude(table=1):
            results.void_result(match.pk, reason="Fire drill", context=on_grid(duplicate.olga), expected_version=0)
        duplicate.close()
        assert "1–0 0 of 0 (–)" in text_of(visitor().get(duplicate.deals))

    def test_the_seating_leads_to_it(self, played: Duplicate) -> None:
        assert played.deals in visitor().get(played.path("seating")).content.decode()


def closed(duplicate: Duplicate) -> Round:
    found = deals.closed_round(duplicate.event, 1)
    assert found
    return found


def round_lines(duplicate: Duplicate) -> list[deals.Line]:
    return [result.line for result in deals.opened(closed(duplicate)).totals]


def test_par_of_each_deal_is_worked_out_when_nobody_plays_them_any_more(duplicate: Duplicate) -> None:
    duplicate.report(1, "1 1 -2 1")
    assert not DealPar.objects.exists()
    duplicate.report(2, "1 -1 -2 2")
    duplicate.report(3, "-1 1 1 1")
    duplicate.close()
    page = text_of(visitor().get(duplicate.deals))
    assert "Par: " not in page
    assert review_due() == 4
    opened = deals.opened(closed(duplicate)).deals
    for deal in opened:
        par = par_of(deals.hand_of(duplicate.round.stage, deal.deal))
        assert par.maker is not None
        assert f"{COMPASS[par.maker]} makes " in deal.par
    page = text_of(visitor().get(duplicate.deals))
    assert page.count("Par: ") == 4
    assert all(deal.par in page for deal in opened)


def test_seating_has_no_such_link_while_it_is_played(duplicate: Duplicate) -> None:
    assert duplicate.deals not in visitor().get(duplicate.path("seating")).content.decode()


def test_the_slip_asks_for_the_deals_one_by_one(duplicate: Duplicate) -> None:
    phone = with_link(duplicate.event, duplicate.olga, duplicate.pam)
    slip_page = phone.get(duplicate.path("slip", duplicate.round.matches.get(table=1).pk))
    assert 'data-hands-planned="4"' in slip_page.content.decode()


def test_the_rules_follow_the_deals_of_the_format(duplicate: Duplicate) -> None:
    event = make_event(duplicate.event.club, duplicate.olga, "duplicate", config={"deals": 6}, hands=8, play_to=5)
    stage = event.stages.get()
    assert (stage.rules["number_of_hands"], stage.rules["stick_the_dealer"], stage.is_cut_short) == (6, True, False)
    new_event = f"{reverse('new_event', args=[event.club.slug])}?format=duplicate"
    said = text_of(log_in(duplicate.olga).get(new_event))
    assert "Deals per round" in said
    assert "Hands per table" not in said


def test_a_slip_from_a_phone_counts_hand_by_hand(duplicate: Duplicate) -> None:
    hands = tuple(HandScore(0, 1) for _ in range(4))
    match = duplicate.round.matches.get(table=1)
    results.record_result(match.pk, Slip((4, 0), hands), context=on_phone(duplicate.pam))
    match.refresh_from_db()
    assert match.state == "waiting"
