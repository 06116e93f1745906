"""What is read of a workbook, as other programs write it."""

import datetime
import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import MAC_EPOCH

from tests.tournaments.transfer.hostile import MAIN, SHEET, TEXTS, a_zip, good_book, saved, with_part
from tournaments.spreadsheets.problems import MAX_ROWS, FileRefused
from tournaments.spreadsheets.workbooks import rows_of_workbook

DAY = datetime.datetime(2026, 11, 24, 19, 30)  # noqa: DTZ001 (cells know no zone)
SEEN = {
    "Ann": "Ann",
    " Ann  Weber ": " Ann  Weber ",
    "Zoë & <co> “x”": "Zoë & <co> “x”",
    "👑": "👑",
    12: "12",
    -3: "-3",
    2.0: "2",
    2.5: "2.5",
    1e21: str(10**21),
    True: "yes",
    False: "no",
    DAY: "2026-11-24 19:30",
    datetime.date(2026, 11, 24): "2026-11-24",
    datetime.time(19, 30): "19:30",
    datetime.timedelta(hours=30): "1 day, 6:00:00",
}


def rows_of(book: Workbook) -> list[tuple[int, list[str]]]:
    return list(rows_of_workbook(saved(book)))


def sheet_of(rows: str, texts: str = "") -> list[tuple[int, list[str]]]:
    sheet = f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
    return list(rows_of_workbook(with_part(SHEET, sheet.encode(), **{TEXTS: f"<sst {MAIN}>{texts}</sst>".encode()})))


@pytest.mark.parametrize("epoch", [None, MAC_EPOCH])
def test_cells_are_read_as_people_see_them(epoch: datetime.datetime | None) -> None:
    book = Workbook()
    if epoch:
        book.epoch = epoch
    book.active.append(list(SEEN))
    assert rows_of(book) == [(1, list(SEEN.values()))]


def test_gaps_stay_where_they_are() -> None:
    book = Workbook()
    book.active["B2"], book.active["D2"], book.active["A5"] = "b", "d", "a"
    assert [row for row in rows_of(book) if row[1]] == [(2, ["", "b", "", "d"]), (5, ["a"])]
    assert sheet_of('<row><c><v>1</v></c><c/><c><v>3</v></c></row><row r="7"><c r="AA7"><v>4</v></c></row>') == [
        (1, ["1", "", "3"]),
        (7, [""] * 26 + ["4"]),
    ]


RUNS = "<r><t>田</t></r><r><t>中</t></r><rPh sb='0' eb='2'><t>タナカ</t></rPh>"


def test_runs_of_a_text_are_one_and_how_it_is_spoken_is_none_of_it() -> None:
    assert sheet_of(f'<row><c t="inlineStr"><is>{RUNS}</is></c><c t="inlineStr"/></row>') == [(1, ["田中", ""])]


def test_cells_share_texts() -> None:
    texts = f'<si><t xml:space="preserve"> Ann</t></si><si/><si>{RUNS}</si>'
    cells = "".join(f'<c t="s"><v>{number}</v></c>' for number in (2, 0, 1, 0))
    assert sheet_of(f"<row>{cells}</row>", texts) == [(1, ["田中", " Ann", "", " Ann"])]
    with pytest.raises(FileRefused, match="damaged"):
        sheet_of('<row><c t="s"><v>3</v></c></row>', texts)


def test_only_the_first_sheet_is_read() -> None:
    book = Workbook()
    book.active.append(["Ann"])
    book.create_sheet("More").append(["Bob"])
    assert rows_of(book) == [(1, ["Ann"])]
    book.move_sheet("More", -1)
    assert rows_of(book) == [(1, ["Bob"])]


def test_days_have_the_codes_of_the_club_too() -> None:
    book = Workbook()
    book.active["A1"], book.active["A2"], book.active["A3"] = 46350, 46350, 46350
    for place, code in {"A1": 'dd. mmmm yyyy "Uhr"', "A2": '0.00 "days"', "A3": "@"}.items():
        book.active[place].number_format = code
    assert [cells for _, cells in rows_of(book)] == [["2026-11-24"], ["46350"], ["46350"]]


def test_a_day_that_is_none_is_an_error_in_its_place() -> None:
    book = Workbook()
    book.active["B2"] = 1e12
    book.active["B2"].number_format = "yyyy-mm-dd"
    with pytest.raises(FileRefused) as refusal:
        rows_of(book)
    assert [(one.row, one.column) for one in refusal.value.problems] == [(2, "B")]


def changed(change: Callable[[bytes], bytes] = bytes, **more: bytes) -> bytes:
    """A workbook of this site after another program saved it."""
    with zipfile.ZipFile(io.BytesIO(good_book())) as file:
        return a_zip({name: change(file.read(name)) for name in file.namelist()} | more)


def strictly(part: bytes) -> bytes:
    for old, new in {
        b"schemas.openxmlformats.org/officeDocument/2006": b"purl.oclc.org/ooxml/officeDocument",
        b"schemas.openxmlformats.org/spreadsheetml/2006": b"purl.oclc.org/ooxml/spreadsheetml",
    }.items():
        part = part.replace(old, new)
    return part


DECLARED = b"\xef\xbb\xbf<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n"
OTHERS: dict[str, Callable[[], bytes]] = {
    "with names in another case": lambda: changed(lambda part: part.replace(b"sheet1.xml", b"Sheet1.xml")),
    "of the strict kind": lambda: changed(strictly),
    "with marks": lambda: changed(lambda part: DECLARED + part),
    "with what else was in it": lambda: changed(
        **{"customXml/item1.xml": '<?xml version="1.0" encoding="utf-16"?><a/>'.encode("utf-16"), "xl/a.png": b"\x89"}
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_workbooks_of_other_programs(name: str) -> None:
    assert list(rows_of_workbook(OTHERS[name]())) == [(1, ["name", "number"]), (2, ["Ann", "1"])]


@pytest.mark.slow
def test_a_full_sheet_is_not_too_much() -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for number in range(MAX_ROWS + 1):
        sheet.append([f"{column} {number}" for column in range(12)])
    assert len(list(rows_of_workbook(saved(book)))) == MAX_ROWS + 1


@pytest.mark.slow
@pytest.mark.heavy
def test_a_site_that_starts_does_not_load_what_only_workbooks_need() -> None:
    asked = "print(sorted({'openpyxl', 'numpy'} & {*sys.modules}))"
    start = f"import django, sys; django.setup(); import euchre_site.urls; {asked}"
    done = subprocess.run([sys.executable, "-c", start], env=os.environ, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
