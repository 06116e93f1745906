"""The cells of any file: coding and separator found by themselves, always the same way; what is no list is refused."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from games.cells import tidy
from tests.tournaments.spreadsheets import documents
from tests.tournaments.transfer import hostile
from tournaments.checkin.roster_columns import known_heads
from tournaments.checkin.roster_lines import guess_layout, lines_of, read_file, read_text
from tournaments.spreadsheets.grids import LONGEST, MAX_BYTES, MAX_FILLED, MAX_LETTERS, grid_of_file
from tournaments.spreadsheets.problems import MAX_COLUMNS, MAX_ROWS, FileRefused

TABLE = "Name;Email\nÉmilie Tremblay;e@example.org\nZoë Müller;z@example.org\n"
CELLS = [("Name", "Email"), ("Émilie Tremblay", "e@example.org"), ("Zoë Müller", "z@example.org")]


def cells(content: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in grid_of_file(content, known_heads)]


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_coding_separator_and_end_of_line(coding: str, separator: str, end: str) -> None:
    assert cells(TABLE.replace(";", separator).replace("\n", end).encode(coding)) == CELLS


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Tremblay, Émilie\nBrown,Bill\n", [("Tremblay, Émilie",), ("Brown,Bill",)]),
        ("Name\nBrown,Bill\nSal,Rose\n", [("Name",), ("Brown,Bill",), ("Sal,Rose",)]),
        ('Name\n"Brown, Bill"\n"Sal"\n', [("Name",), ("Brown, Bill",), ("Sal",)]),
        ("Weber, Ann & Hart, Bob\n", [("Weber, Ann & Hart, Bob",)]),
        ("Ann,7\nBob,8\n", [("Ann", "7"), ("Bob", "8")]),
        ("Ann, a@example.org\nBob, b@example.org\n", [("Ann", "a@example.org"), ("Bob", "b@example.org")]),
        ("Ann\tWeber, A.\n", [("Ann", "Weber, A.")]),
        ('Bob "Ace" Hart\nSal\n', [('Bob "Ace" Hart',), ("Sal",)]),
        ("sep=;\nName;Paid\nAnn;x\n", [("sep=", ""), ("Name", "Paid"), ("Ann", "x")]),
        ("Ann\n\n\n  \nBob", [("Ann",), ("Bob",)]),
    ],
)
def test_separators_are_distinguished_from_the_commas_of_names(text: str, wanted: list[tuple[str, ...]]) -> None:
    assert cells(text.encode()) == [tuple(cell for cell in row if cell or row.index(cell) == 0) for row in wanted]


def test_rows_keep_their_numbers() -> None:
    assert [row.number for row in read_file(b'Name,Note\n\n"A\nB",x\nAnn,y\n')] == [1, 3, 5]
    assert [row.number for row in read_file(documents.document_of([["A"], [], ["B"]]))] == [1, 3]


def test_a_long_cell_is_cut_and_one_with_lines_is_put_on_one() -> None:
    assert cells(b'Name,Note\n"Ann\n Weber",' + b"x" * 999) == [("Name", "Note"), ("Ann Weber", "x" * LONGEST)]


def book(*rows: list[str]) -> bytes:
    found = Workbook()
    for row in rows:
        found.active.append(row)
    return hostile.saved(found)


HOSTILE = {
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)),
    "a PDF": b"%PDF-1.7\nName\n",
    "old Excel": b"\xd0\xcf\x11\xe0" + bytes(600),
    "a text document": b"{\\rtf1 Name}",
    "too large": b"Name\n" + b"x" * MAX_BYTES,
    "no coding at all": b"Name\n\x81\x8d\n",
    "a NUL": b"Name\nAn\0n\n",
    "control characters": b"Name\nAn\x07n\n",
    "UTF-32": "Name\nAnn\n".encode("utf-32"),
    "UTF-16 cut off": "Name\nAnn\n".encode("utf-16")[:-1],
    "too many rows": b"Name\n" + b"Ann\n" * (MAX_FILLED + 1),
    "a million empty rows": b"Name;Paid\n" + b"\n" * 1_000_000,
    "a row far below": b"Name;Paid\n" + b"\n" * MAX_ROWS + b"Ann;x\n",
    "too many columns": b"Name" + b";x" * MAX_COLUMNS + b"\n",
    "too many letters": (b"Name;" + b"x" * 190 + b"\n") * 599 + b";".join([b"x" * 190] * 40) * 20,
    "a field without end": b"Name;Paid\n" + b"x" * 200_000 + b";y\n",
    "a formula in a workbook": book(["Name", "Paid"], ["Ann", "=1+1"]),
    "an error in a workbook": book(["Name"], ["#REF!"]),
    "many rows in a workbook": book(*([f"P {n}"] for n in range(MAX_FILLED + 1))),
    "a row far below in a workbook": hostile.book_with(b'<row r="2"', b'<row r="1048576"'),
    "no ZIP at all": b"PK\x03\x04" + bytes(600),
    "another ZIP": hostile.a_zip({"readme.txt": b"Hello"}),
    "many columns in ODS": documents.document_of([["x"] * (MAX_COLUMNS + 1)]),
    "many rows in ODS": documents.document_of([["Ann"]] * (MAX_FILLED + 1)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_words(name: str) -> None:
    begun = time.process_time()
    with pytest.raises(FileRefused) as refusal:
        read_file(HOSTILE[name])
    assert all(one.wrong and one.remedy for one in refusal.value.problems)
    assert time.process_time() - begun < 2


@pytest.mark.slow
@pytest.mark.heavy
def test_the_hostile_workbooks_of_other_tables_are_refused_here_too() -> None:
    for name, content in hostile.refused_files():
        if name in ("empty", "blank"):
            continue
        with pytest.raises(FileRefused):
            read_file(content)


def test_a_line_that_is_made_to_be_slow_is_not() -> None:
    for line in ("a" * 150_000 + ",1", ("a" * 50 + "&") * 3_000 + ",", "," * 30, '"' * 10_000):
        begun = time.process_time()
        try:
            rows = read_text(line)
            lines_of(rows, guess_layout(rows, pairs=True), pairs=True)
        except FileRefused:
            pass
        assert time.process_time() - begun < 2, line[:20]


letters = st.sampled_from("AaéÉñ ,;\t\n\r\"'&/+-.@()<>#=0123456789x") | st.characters(exclude_categories=["Cs"])


@pytest.mark.slow
@settings(max_examples=300)
@given(text=st.text(letters, max_size=300), pairs=st.booleans())
def test_no_text_breaks_it(text: str, pairs: bool) -> None:
    """It is read the same way each time, or refused; each player read has a name that can be stored, or a problem."""
    try:
        rows = read_text(text)
    except FileRefused:
        return
    layout = guess_layout(rows, pairs=pairs)
    lines = lines_of(rows, layout, pairs=pairs)
    assert (rows, layout) == (read_text(text), guess_layout(rows, pairs=pairs))
    assert lines == lines_of(rows, layout, pairs=pairs)
    size = 2 if pairs else 1
    for line in lines:
        assert line.problem or len(line.people) == size
        assert line.problem or all(0 < len(one.name) <= 80 and one.name == tidy(one.name) for one in line.people)


@settings(max_examples=300)
@given(content=st.binary(max_size=400) | st.binary(max_size=200).map(lambda more: b"PK\x03\x04" + more))
def test_no_file_breaks_it(content: bytes) -> None:
    try:
        rows = read_file(content)
    except FileRefused:
        return
    assert len(rows) <= MAX_FILLED
    assert sum(len(cell) for row in rows for cell in row.cells) <= MAX_LETTERS
    lines_of(rows, guess_layout(rows, pairs=False), pairs=False)
