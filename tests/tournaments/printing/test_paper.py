"""Paper says what the screen says: names, tables, scores; whatever people are called."""

import dataclasses
import io
import threading
from typing import Any
from uuid import uuid4

import pypdf
import pytest
from django.utils import translation

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import Table, context_of, enter, make_event, on_grid, publish, slip
from tests.tournaments.pages.browsing import HOSTILE, finish_round
from tests.tournaments.scenes.stages import pairs_event, play_round
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.formats.catalogue import FORMATS
from tournaments.printing import documents
from tournaments.printing.documents import (
    PAPERS,
    FallbackSheet,
    Need,
    Paper,
    PayoutLine,
    PayoutSheet,
    heading_of,
    needs_met,
    next_by_hand,
    print_paper,
)
from tournaments.printing.sheets import CardSheet, SeatingSheet, SlipSheet, StandingsSheet, TableSheet, names_by_side
from tournaments.printing.slip_codes import Place, code_of
from tournaments.printing.typeset import Size, pdf, size_for
from tournaments.results import commands as results
from tournaments.results.history import current_stage
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds

ADDRESS = "https://euchre.example/events/night/"


def read(made: bytes) -> list[str]:
    """What a person reads on each page, in one line; without the marks that let a long name break."""
    pages = pypdf.PdfReader(io.BytesIO(made)).pages
    return [" ".join(page.extract_text().replace("\u200b", "").split()) for page in pages]


def printed(event: Event, key: str, size: Size = Size.A4) -> list[str]:
    return read(print_paper(event, PAPERS[key], size=size, address=ADDRESS))


def sheet(event: Event, key: str) -> Any:
    return PAPERS[key].sheet(event)


class TestSeating:
    def test_names_everyone_from_a_to_z_with_table_and_seat(self, table: Table) -> None:
        found: SeatingSheet = sheet(table.event, "seating")
        assert [line.name for line in found.lines] == sorted((line.name for line in found.lines), key=str.casefold)
        assert len(found.lines) == 8
        said = " ".join(printed(table.event, "seating"))
        for line in found.lines:
            assert f"{line.name} {line.table} {line.seat}" in said
        assert "Pam 1 North" in said
        assert "Thursday night" in said

    def test_is_in_the_language_of_who_prints_it(self, table: Table) -> None:
        with translation.override("fr"):
            said = " ".join(printed(table.event, "seating"))
        assert "Ronde 1" in said
        assert "plan de tables par nom · imprimé le " in said
        assert "1 sur 1" in said

    def test_says_who_sits_out(self, club: Club, olga: Any) -> None:
        event = make_event(club, olga)
        enter(event, olga, ["Ann", "Bob", "Cy", "Dee", "Earl"])
        out = publish(event, olga).byes.get().entry.name
        assert f"{out} sits out" in " ".join(printed(event, "seating"))

    @pytest.mark.slow
    def test_a_draft_is_not_printed_for_everyone(self, table: Table) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        finish_round(table.stage, table.olga)
        rounds.draw_round(table.stage.pk, 2, context=context_of(table.olga))
        assert sheet(table.event, "seating").round == "Round 1"
        assert sheet(table.event, "fallback").round == "Round 2"


class TestCards:
    def test_one_for_each_with_what_is_known_filled_in(self, table: Table) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        found: CardSheet = sheet(table.event, "cards")
        pams = next(card for card in found.cards if card.name == "Pam")
        assert dataclasses.astuple(pams.lines[0]) == ("1", "1", "Ann", "10")
        assert [dataclasses.astuple(line) for line in pams.lines[1:]] == [
            (str(number), "", "", "") for number in range(2, 9)
        ]
        assert len(found.cards) == 8

    def test_four_to_a_page(self, table: Table) -> None:
        pages = printed(table.event, "cards")
        assert len(pages) == 2
        assert all(page.count("Partner") == 4 for page in pages)

    def test_a_pairs_card_says_against_whom(self, club: Club, olga: Any) -> None:
        event = pairs_event(club, olga, 4)
        row = play_round(event.stages.get(), olga)
        found: CardSheet = sheet(event, "cards")
        sides = [[" & ".join(names) for names in names_by_side(match)] for match in row.matches.all()]
        assert found.others == "Opponents"
        assert {(card.name, card.lines[0].others) for card in found.cards} == {
            pairing for one, other in sides for pairing in ((one, other), (other, one))
        }

    def test_who_left_gets_none(self, table: Table) -> None:
        entries.drop_out(table.event.entries.get(players=table.bob).pk, context=context_of(table.olga))
        assert "Bob" not in {card.name for card in sheet(table.event, "cards").cards}

    def test_a_long_night_goes_on_on_a_second_card(self, club: Club, olga: Any) -> None:
        event = make_event(club, olga, config={"rounds": 20})
        enter(event, olga, ["Ann", "Bob", "Cy", "Dee"])
        assert [len(card.lines) for card in sheet(event, "cards").cards if card.name == "Ann"] == [16, 4]

    @pytest.mark.parametrize("key", FORMATS)
    def test_every_format_has_them(self, club: Club, olga: Any, key: str) -> None:
        alone = FORMATS[key].entry_size == 1
        event = make_event(club, olga, key)
        for number in range(8):
            names = [f"Ann {number}"] if alone else [f"Ann {number}", f"Bob {number}"]
            entries.walk_in(event.pk, names, context=context_of(olga))
        assert len({card.name for card in sheet(event, "cards").cards}) == 8


class TestSlips:
    @pytest.mark.slow
    def test_one_for_each_table_with_its_names_and_code(self, table: Table) -> None:
        found: SlipSheet = sheet(table.event, "slips")
        assert [one.table for one in found.slips] == [1, 2]
        assert found.slips[0].sides == (("Pam", "Ann"), ("Quinn", "Bob"))
        assert found.hands == 8
        said = " ".join(printed(table.event, "slips"))
        for number in (1, 2):
            assert f"Table {number} Round 1 {code_of(table.event.pk, Place(0, number))}" in said

    def test_a_level_score_is_asked_about_where_it_matters(self, table: Table) -> None:
        tie = table.stage.play.tie_label(table.stage.settings)
        assert tie
        assert f"If tied: {tie}" in " ".join(printed(table.event, "slips"))
        pairs = pairs_event(table.event.club, table.olga, 4)
        publish(pairs, table.olga)
        assert "If tied" not in " ".join(printed(pairs, "slips"))


def test_standings_are_those_of_the_screen(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    found: StandingsSheet = sheet(table.event, "standings")
    assert [(row.name, row.values[0]) for row in found.groups[0].rows[:4]] == [
        (row.entry.name, row.values[0]) for row in table.stage.standings.all()[:4]
    ]
    assert "Pam 10" in " ".join(printed(table.event, "standings"))


class TestTables:
    def test_those_of_the_round(self, table: Table) -> None:
        assert sheet(table.event, "signs") == TableSheet((1, 2))
        assert ["1" in page.split() for page in printed(table.event, "tents")] == [True, False]

    def test_before_the_first_round_as_many_as_are_needed_but_closed_ones(self, club: Club, olga: Any) -> None:
        event = make_event(club, olga)
        enter(event, olga, [f"Player {number}" for number in range(12)])
        event.closed_tables = [2]
        assert sheet(event, "signs") == TableSheet((1, 3, 4))


class TestFallback:
    def test_is_one_page_with_the_seating_and_how_to_go_on(self, table: Table) -> None:
        found: FallbackSheet = sheet(table.event, "fallback")
        assert found.tables[0].sides == (("Pam", "Ann"), ("Quinn", "Bob"))
        pages = printed(table.event, "fallback")
        assert len(pages) == 1
        assert "Pam & Ann" in pages[0]
        assert "The winners at each table stay and become opponents" in pages[0]

    @pytest.mark.parametrize("key", FORMATS)
    def test_every_format_says_how_its_next_round_comes_about(self, key: str) -> None:
        assert next_by_hand(key, FORMATS[key].config()).endswith(".")

    def test_where_winners_move_it_says_so(self) -> None:
        config = FORMATS["progressive"].config
        assert "The winners move up one table" in next_by_hand("progressive", config(moves="winners"))


def own_address() -> str:
    """At which no other test prints."""
    return f"{ADDRESS}{uuid4()}"


class TestMadeOnce:
    @pytest.fixture
    def made(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """A name for each PDF that is really set. Each is given time for others to ask for it too."""
        found: list[str] = []

        def set_slowly(template: str, *arguments: Any, **more: Any) -> bytes:
            found.append(template)
            others.wait(0.2)
            return f"{template} {len(found)}".encode()

        others = threading.Event()
        monkeypatch.setattr(documents, "pdf", set_slowly)
        return found

    def test_what_everyone_may_print_is_made_once_for_all_who_ask_at_the_same_moment(
        self, table: Table, made: list[str]
    ) -> None:
        found, address = sheet(table.event, "seating"), own_address()
        paper = dataclasses.replace(PAPERS["seating"], sheet=lambda event: found)
        documents.heading_of(table.event, address)  # no other thread has to ask for the club
        answers: list[bytes] = []

        def ask() -> None:
            answers.append(print_paper(table.event, paper, size=Size.A4, address=address))

        several = [threading.Thread(target=ask) for _ in range(6)]
        for one in several:
            one.start()
        for one in several:
            one.join(20)
        assert made == ["seating"]
        assert set(answers) == {b"seating 1"}

    @pytest.mark.slow
    @pytest.mark.heavy
    def test_it_is_made_again_for_whatever_it_shows(self, table: Table, made: list[str]) -> None:
        here, elsewhere = own_address(), own_address()

        def ask(key: str = "seating", size: Size = Size.A4, address: str = here) -> int:
            print_paper(table.event, PAPERS[key], size=size, address=address)
            return len(made)

        assert [ask(), ask()] == [1, 1]
        assert [ask(size=Size.LETTER), ask(address=elsewhere), ask("standings")] == [2, 3, 4]
        with translation.override("fr"):
            assert [ask(), ask()] == [5, 5]
        Player.objects.filter(pk=table.pam.pk).update(name="Pamela")
        assert [ask(), ask()] == [6, 6]
        table.event.club.name = "Another name"
        assert [ask(), ask()] == [7, 7]
        finish_round(table.stage, table.olga)
        assert [ask("standings"), ask("standings"), ask()] == [8, 8, 8]

    def test_what_is_for_organizers_is_kept_nowhere(self, table: Table, made: list[str]) -> None:
        for _ in range(2):
            print_paper(table.event, PAPERS["cards"], size=Size.A4, address=ADDRESS)
        assert made == ["cards"] * 2


class TestNeeds:
    def test_what_there_is_to_print_grows_with_the_night(self, club: Club, olga: Any) -> None:
        event = make_event(club, olga)
        assert needs_met(event, current_stage(event)) == {Need.NOTHING}
        enter(event, olga, ["Ann", "Bob", "Cy", "Dee"])
        assert needs_met(event, current_stage(event)) == {Need.NOTHING, Need.PEOPLE}
        row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
        assert needs_met(event, current_stage(event)) == {Need.NOTHING, Need.PEOPLE, Need.NEXT}
        rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
        played = needs_met(event, current_stage(event))
        assert played == {Need.NOTHING, Need.PEOPLE, Need.NEXT, Need.PUBLISHED, Need.RANKED}
        finish_round(event.stages.get(), olga)
        assert needs_met(event, current_stage(event)) == played - {Need.NEXT}

    @pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
    def test_a_paper_can_be_printed_exactly_when_its_need_is_met(self, club: Club, olga: Any, paper: Paper) -> None:
        event = make_event(club, olga)
        if paper.need is Need.NOTHING:
            assert print_paper(event, paper, size=Size.A4, address=ADDRESS)
        else:
            with pytest.raises(RuleError, match=paper.need.value.split(".")[0]):
                print_paper(event, paper, size=Size.A4, address=ADDRESS)


def test_the_payout_sheet_lists_everyone_and_adds_up() -> None:
    """As prizes will fill it."""
    lines = (PayoutLine("Ann", "1st place", "40.00"), PayoutLine("#Bob *", "2nd place", "20.00"))
    made = pdf("payouts", PayoutSheet(lines, "60.00", ("The pot is 60.00.",)), size=Size.A4, heading=_heading())
    assert "Ann 1st place 40.00 #Bob * 2nd place 20.00 Total 60.00" in " ".join(read(made))


def _heading() -> Any:
    club = Club(name="Elm Street", slug="elm", zone="America/Detroit")
    return heading_of(Event(club=club, name="Night", slug="night"), ADDRESS)


class TestNames:
    """Of players and of the event, as hostile as people can make them."""

    TYPST = (
        "#panic()",
        "$x$ *a* _b_ `c` @d <e>",
        "\\ // /* ] [ }",
        '#read("/etc/passwd")',
        "Löwe “Ärger” Łuć",
        "דוד לוי",
    )

    @pytest.fixture
    def named(self, table: Table) -> Table:
        names = [*self.TYPST, *HOSTILE][:8]
        for player, name in zip(Player.objects.filter(lineups__event=table.event).order_by("pk"), names, strict=True):
            Player.objects.filter(pk=player.pk).update(name=name)
        Event.objects.filter(pk=table.event.pk).update(name='#let x = "$" * _ <y>')
        table.event.refresh_from_db()
        settle_unsettled()
        return table

    @pytest.mark.parametrize("key", [key for key in PAPERS if key != "payouts"])
    def test_are_text_and_nothing_else(self, named: Table, key: str) -> None:
        said = "".join("".join(printed(named.event, key)).split())
        assert "".join(named.event.name.split()) in said
        if key in ("seating", "cards", "slips", "standings", "fallback"):
            for name in self.TYPST[:5]:
                assert "".join(name.split()) in said

    @pytest.mark.slow
    def test_long_ones_do_not_add_a_page(self, table: Table) -> None:
        before = {key: len(printed(table.event, key)) for key in ("seating", "cards", "slips", "fallback", "signs")}
        Player.objects.update(name="Maximiliane Wolfeschlegelsteinhausenberg")
        Event.objects.update(name="N" * 80)
        table.event.refresh_from_db()
        assert {key: len(printed(table.event, key)) for key in before} == before


@pytest.mark.parametrize("size", Size)
def test_it_fits_the_papers_that_people_have(table: Table, size: Size) -> None:
    made = pypdf.PdfReader(io.BytesIO(print_paper(table.event, PAPERS["slips"], size=size, address=ADDRESS)))
    width, height = (round(float(side) / 72 * 25.4) for side in made.pages[0].mediabox[2:])
    assert (width, height) == {Size.LETTER: (216, 279), Size.A4: (210, 297)}[size]


def test_the_size_follows_the_clubs_zone() -> None:
    assert {zone: size_for(zone) for zone in ("America/Detroit", "US/Pacific", "Europe/Berlin", "UTC")} == {
        "America/Detroit": Size.LETTER,
        "US/Pacific": Size.LETTER,
        "Europe/Berlin": Size.A4,
        "UTC": Size.A4,
    }


@pytest.mark.slow
@pytest.mark.heavy
def test_forty_tables_can_be_printed_and_the_fallback_stays_one_page(club: Club, olga: Any) -> None:
    event = make_event(club, olga)
    enter(event, olga, [f"Player Number {number}" for number in range(160)])
    publish(event, olga)
    last = {
        "seating": "Player Number 159",
        "cards": "Player Number 159",
        "standings": "Player Number 159",
        "slips": "Table 40",
        "signs": "40 Table",
        "tents": "40 Thursday night",
    }
    for key, words in last.items():
        assert words in " ".join(printed(event, key)), key
    assert len(printed(event, "fallback")) == 1
