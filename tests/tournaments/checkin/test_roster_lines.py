"""Columns guessed from their heads or their cells, and names taken from the cells, without a page or a database."""

import pytest

from tournaments.checkin.roster_columns import HEADS, Column, find_header, guess_columns, known_heads
from tournaments.checkin.roster_lines import Line, guess_layout, has_couples, is_last_first, lines_of, read_text


@pytest.mark.parametrize(
    ("heads", "kinds"),
    [
        ("Name", "name"),
        ("First Name|Last Name|E-mail address", "first last email"),
        ("FIRST_NAME|SURNAME|mail", "first last email"),
        ("Player 1|Player 2", "name partner"),
        ("Nom|Prénom|Courriel|Payé", "last first email paid"),
        ("Nom complet|Coéquipier|N° de membre", "name partner number"),
        ("Name|Vorname|E-Mail-Adresse|Bezahlt", "last first email paid"),
        ("Nachname|Vorname|Mitglieds-Nr.", "last first number"),
        ("Spieler/in|Partner/in", "name partner"),
        ("Nombre|Apellidos|Correo electrónico|Pagado", "first last email paid"),
        ("Nombre|Correo", "name email"),
        ("Jugador|Pareja|N.º de socio", "name"),
        ("GamerTag|First Name|Last Name", " first last"),
        ("GamerTag|Email", "name email"),
        ("Name|Challonge Username", "name"),
        ("Full name|First name|Last name", "name"),
        ("Member|Name", " name"),
        ("Name|Name", "name"),
        ("Name|Phone|City", "name"),
    ],
)
def test_heads_in_four_languages(heads: str, kinds: str) -> None:
    rows = read_text(heads.replace("|", "\t") + "\n" + "x\t" * heads.count("|") + "x")
    found = " ".join(guess_columns(rows, 0, pairs=True)).rstrip()
    assert found.split(" ")[: len(kinds.split(" "))] == kinds.split(" ")


def test_no_head_means_two_things() -> None:
    known = [words for kind, heads in HEADS.items() for words in heads]
    assert sorted({words for words in known if known.count(words) > 1}) == []


@pytest.mark.parametrize(("cells", "kind"), [("1 2 3", ""), ("7 12 3", "number"), ("007 012 3", "number")])
def test_short_numbers_are_those_of_the_club_unless_they_count_the_rows(cells: str, kind: str) -> None:
    rows = read_text("No.\tName\n" + "\n".join(f"{cell}\tAnn" for cell in cells.split()))
    assert guess_columns(rows, 0, pairs=False)[0] == kind


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("Name\nAnn", 0),
        ("Tuesday\n\nName\tPaid\nAnn\tx", 1),
        ("Players\nName\tPaid\nAnn\tx", 1),
        ("Participants\nName\nAnn\nBob", 1),
        ("Ann\nBob", -1),
        ("Player 1\nPlayer 2", -1),
        ("Tuesday\nAnn\tx@y.org\nBob\tz@y.org", 0),
        ("Name\tPaid\nAnn\tx\nName\tPaid\nBob\tx", 0),
    ],
)
def test_the_heads_are_found_below_titles(text: str, header: int) -> None:
    assert find_header(read_text(text)) == header


def test_heads_on_every_page_are_no_players() -> None:
    assert [line.people[0].name for line in lines("Name\tPaid\nAnn\tx\nName\tPaid\nBob\tx")] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Ann\tWeber\ta@x.org\nBob\tHart\tb@x.org", "first last email"),
        ("1\tAnn Weber\t555 0101\n2\tBob Hart\t555 0102", " name "),
        ("x\tAnn Weber\nx\tBob Hart", " name"),
        ("519\t12\n519\t13", "name "),
    ],
)
def test_columns_without_heads_are_recognized_by_their_cells(text: str, kinds: str) -> None:
    assert " ".join(guess_columns(read_text(text), -1, pairs=False)) == kinds


def lines(text: str, *, pairs: bool = False) -> list[Line]:
    rows = read_text(text)
    return lines_of(rows, guess_layout(rows, pairs=pairs), pairs=pairs)


@pytest.mark.parametrize(
    "row", ["Ann & Bob", "Ann / Bob", "Ann and Bob", "3. Ann, Bob", "Ann\tBob", "Ann; Bob", "Ann + Bob", "Ann y Bob"]
)
def test_pairs_stand_on_a_line(row: str) -> None:
    more = row.replace("Ann", "Cy").replace("Bob", "Dee")
    found = lines(f"{row}\nSandy Anderson & Brandon\n{more}", pairs=True)
    assert [one.name for one in found[0].people] == ["Ann", "Bob"]
    assert [one.name for one in found[1].people] == ["Sandy Anderson", "Brandon"]


@pytest.mark.parametrize(
    ("row", "name", "number", "email"),
    [
        ("Wim Kok (008)", "Wim Kok", "008", ""),
        ("2)  Wim   Kok", "Wim Kok", "", ""),
        ("- Wim", "Wim", "", ""),
        ("Wim Kok <Wim@Example.org>", "Wim Kok", "", "wim@example.org"),
        ("José Ortega y Gasset", "José Ortega y Gasset", "", ""),
        ("Wim (the tall one)", "Wim (the tall one)", "", ""),
        ("John Smith, Jr.", "John Smith, Jr.", "", ""),
        ("1.5", "1.5", "", ""),
    ],
)
def test_what_stands_around_a_name(row: str, name: str, number: str, email: str) -> None:
    found = lines(f"{row}\nAnn\nBob")[0]
    [one] = found.people
    assert (one.name, one.number, one.email) == (name, number, email)
    assert not found.problem


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Weber, Ann\nHart, Bob\nCy", True),
        ("Weber, Ann\nBob Hart\nCy", False),
        ("John Smith, Jr.\nTom Hart, Sr", False),
        ("Ann\nBob", False),
    ],
)
def test_last_first_is_turned_round_where_most_names_have_it(text: str, offered: bool) -> None:
    rows = read_text(text)
    assert is_last_first(rows, guess_layout(rows, pairs=False), pairs=False) == offered


def test_two_with_a_comma_between_play_together_and_are_not_turned_round() -> None:
    found = lines("Ann Weber, Bob Hart\nCy Stone, Dee Hall", pairs=True)
    assert [[one.name for one in line.people] for line in found] == [
        ["Ann Weber", "Bob Hart"],
        ["Cy Stone", "Dee Hall"],
    ]


def test_couples_under_one_last_name() -> None:
    [line] = lines("First\tLast\nAnn & Bob\tWeber", pairs=True)
    assert [one.name for one in line.people] == ["Ann Weber", "Bob Weber"]
    rows = read_text("First\tLast\nAnn & Bob\tWeber")
    assert has_couples(rows, guess_layout(rows, pairs=False))


@pytest.mark.parametrize(
    ("cell", "paid", "note"),
    [
        *((cell, True, False) for cell in ("x", "Yes", "PAID", "1", "oui", "Payé", "ja", "sí", "✓", "ok")),
        *((cell, False, False) for cell in ("", "no", "0", "-", "Non", "nein")),
        *((cell, False, True) for cell in ("Venmo", "10.00", "maybe")),
    ],
)
def test_what_says_that_a_player_has_paid(cell: str, paid: bool, note: bool) -> None:
    [found] = lines(f"Name\tPaid\nAnn\t{cell}")
    assert (found.paid, bool(found.note), bool(found.problem)) == (paid, note, False)


@pytest.mark.parametrize(
    ("row", "pairs", "problem"),
    [
        ("\tx@y.org", False, "There’s no name in this row."),
        ("Total: 26\t", False, "This row looks like a total, not a player."),
        ("TOTAL\t", False, "This row looks like a total, not a player."),
        ("x@y.org\t", False, "This row has an email address instead of a name. Add the name."),
        ("Ann\t", True, "The partner is missing."),
        ("Ann & Bob & Cy\t", True, "This row has 3 names. A pair has 2."),
        ("Ann & Bob\t", False, "This row has 2 names, but each player enters this event individually."),
        ("=A1 & Bob\t", False, "This row has a formula instead of a name."),
    ],
)
def test_what_is_wrong_is_said_of_the_row(row: str, pairs: bool, problem: str) -> None:
    first = "Dee & Earl" if pairs else "Dee"
    [_, found] = lines(f"Name\tEmail\n{first}\t\n{row}", pairs=pairs)
    assert str(found.problem) == problem


def test_all_heads_of_a_row_count_once() -> None:
    assert known_heads(["Name", "name", "E-mail", "Handicap", ""]) == 2
    assert Column("") == Column.IGNORE
