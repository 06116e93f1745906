"""What is read of an ODS file, as other programs write it; what none writes is refused."""

import time

import pytest

from tests.tournaments.spreadsheets.documents import HEAD, cell, document_of, document_with
from tests.tournaments.transfer.hostile import a_zip
from tournaments.spreadsheets.open_documents import rows_of_document
from tournaments.spreadsheets.problems import MAX_COLUMNS, MAX_ROWS, FileRefused


def row(inside: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{inside}</table:table-row>'


def test_rows_and_cells_stand_where_the_sheet_has_them() -> None:
    content = document_of([["Tuesday"], [], ["Name", "", "Email"], ["Zoë & <co>", "", "z@example.org"]])
    assert list(rows_of_document(content)) == [
        (1, ["Tuesday"]),
        (3, ["Name", "", "Email"]),
        (4, ["Zoë & <co>", "", "z@example.org"]),
    ]


READ = {
    "repeated cells": (f'{cell("Ann")}<table:table-cell table:number-columns-repeated="3"/>{cell("x")}', "Ann||||x"),
    "the same cell twice": (cell("Ann").replace("cell ", 'cell table:number-columns-repeated="2" ', 1), "Ann|Ann"),
    "merged cells": (f"{cell('Title')}<table:covered-table-cell/>{cell('x')}", "Title||x"),
    "blanks and breaks": (
        "<table:table-cell><text:p>Ann<text:s/>M<text:tab/>W<text:line-break/>x</text:p><text:p>y</text:p>"
        "</table:table-cell>",
        "Ann M W x y",
    ),
    "runs and links": (
        "<table:table-cell><text:p><text:span>An</text:span><text:a>n</text:a></text:p></table:table-cell>",
        "Ann",
    ),
    "no remarks": (
        "<table:table-cell><office:annotation><text:p>paid late</text:p></office:annotation><text:p>Ann</text:p>"
        "</table:table-cell>",
        "Ann",
    ),
    "no drawings": (
        "<table:table-cell><draw:frame><text:p>logo</text:p></draw:frame><text:p>Ann</text:p></table:table-cell>",
        "Ann",
    ),
    "numbers as they are shown": (
        '<table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell>',
        "007",
    ),
    "yes in any language": (
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p>'
        "</table:table-cell>",
        "yes",
    ),
}


@pytest.mark.parametrize("name", READ)
def test_reads_what_programs_write(name: str) -> None:
    inside, wanted = READ[name]
    assert [cells for _, cells in rows_of_document(document_with(row(inside)))] == [wanted.split("|")]


def test_only_the_first_sheet_is_read_and_nothing_before_it() -> None:
    tracked = "<table:tracked-changes><table:table-row>" + cell("Old") + "</table:table-row></table:tracked-changes>"
    second = "</table:table><table:table>" + row(cell("Other sheet"))
    content = document_with(row(cell("Ann")) + second, head=HEAD + tracked)
    assert list(rows_of_document(content)) == [(1, ["Ann"])]


def test_empty_rows_cost_nothing_however_many_there_are() -> None:
    begun = time.process_time()
    content = document_with(row("<table:table-cell/>", 1_000_000) + row(cell("Ann")))
    assert list(rows_of_document(content)) == [(1_000_001, ["Ann"])]
    assert time.process_time() - begun < 1


HOSTILE = {
    "a row a million times": document_with(row(cell("Ann"), 1_000_000)),
    "a row more often than there are rows": document_with(row(cell("Ann"), 99_999_999)),
    "a cell minus once": document_with(row('<table:table-cell table:number-columns-repeated="-1"/>')),
    "a cell often in words": document_with(row('<table:table-cell table:number-columns-repeated="many"/>')),
    "a formula": document_with(row('<table:table-cell table:formula="of:=1+1"><text:p>2</text:p></table:table-cell>')),
    "entities": document_with(row(cell("Ann")), head=HEAD.replace("?><", '?><!DOCTYPE x [<!ENTITY a "aaaa">]><', 1)),
    "another coding": document_with(row(cell("Ann")), head=HEAD.replace("UTF-8", "latin-1")),
    "elements without end": document_with("<a/>" * 300_000),
    "depth": document_with("<a>" * 200),
    "broken XML": document_with("<table:table-row><x"),
    "no sheet": a_zip({"content.xml": b"<x/>"}),
    "no content": a_zip({"mimetype": b"x"}),
    "a bomb": a_zip({"content.xml": b" " * 60_000_000}),
    "a password": document_with(
        row(cell("Ann")), **{"META-INF/manifest.xml": b"<m><file-entry><encryption-data/></file-entry></m>"}
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_words(name: str) -> None:
    begun = time.process_time()
    with pytest.raises(FileRefused) as refusal:
        list(rows_of_document(HOSTILE[name]))
    assert all(one.wrong and one.remedy for one in refusal.value.problems)
    assert time.process_time() - begun < 2


def test_a_cell_repeated_over_the_full_width_is_limited_to_what_is_read() -> None:
    wide = cell("x").replace("cell ", 'cell table:number-columns-repeated="16384" ', 1)
    [(_, cells)] = rows_of_document(document_with(row(wide)))
    assert len(cells) == MAX_COLUMNS + 1


def test_a_list_that_is_too_long_is_read_as_far_as_that_is_seen() -> None:
    rows = list(rows_of_document(document_with(row(cell("Ann"), MAX_ROWS) * 3)))
    assert rows[-1][0] > MAX_ROWS + 1
    assert len(rows) <= 2 * MAX_ROWS
