"""Files that must never come in, for the table of players: what they are called, and their bytes."""

import io
import zipfile
from collections.abc import Callable, Iterator

from openpyxl import Workbook

from tournaments.spreadsheets.problems import MAX_CELL, MAX_COLUMNS, MAX_ROWS
from tournaments.spreadsheets.workbooks import workbook_of
from tournaments.transfer.sheets import MAX_BYTES

HEADER = "name,number,email\n"
Hostile = tuple[str, bytes]


def refused_files() -> Iterator[Hostile]:
    """Refused as files: there is no row to name."""
    yield "empty", b""
    yield "blank", b"  \r\n \n"
    yield "50 MB", b"name\n" + b"x" * 50_000_000
    yield "just too large", b"name\n" + b"x" * MAX_BYTES
    yield "old Excel", b"\xd0\xcf\x11\xe0" + bytes(600)
    yield "no ZIP at all", b"PK\x03\x04" + bytes(600)
    yield "cut off", good_book()[:900]
    yield "another ZIP", a_zip({"readme.txt": b"Hello"})
    yield "without a workbook", a_zip({"[Content_Types].xml": b"<Types/>"})
    yield "a bomb", a_zip({"xl/worksheets/sheet1.xml": b" " * 60_000_000})
    yield "many parts", a_zip({f"{number}.xml": b"" for number in range(200)})
    yield "entities", book_with(b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet')
    yield "doctype of another file", book_with(b"<worksheet", b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet')
    yield "broken XML", book_with(b"<sheetData>", b"<sheetData><row><c")
    yield "a picture", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
    yield "a sheet that is not there", book_with(b"<sheetData>", b"<data>")
    yield "rows in disorder", book_with(b'<row r="2"', b'<row r="1"')
    yield "a place that is none", book_with(b'r="A2"', b'r="2A"')
    yield from _bombs()


def _bombs() -> Iterator[Hostile]:
    """Small files that want much memory or time of whatever reads them carelessly."""
    for part in (SHEET, "xl/workbook.xml", "xl/styles.xml", "_rels/.rels"):
        for coding in ("utf-16", "utf-8"):
            yield f"entities in {coding}: {part}", with_part(part, entities(coding))
    yield "entities in the other UTF-16", with_part(SHEET, entities("utf-16-be"))
    yield "entities in a part without use", with_part("docProps/core.xml", entities("utf-16"))
    yield "another coding", book_with(b"<worksheet", b'<?xml version="1.0" encoding="latin-1"?><worksheet')
    yield "a size that is not so", telling_a_smaller_size(with_part(SHEET, b" " * 60_000_000))
    yield (
        "The archive is compressed in a way this site can’t read, or it has a password",
        with_part(SHEET, b" " * 5_000_000, packed=zipfile.ZIP_BZIP2),
    )
    yield (
        "packed in another way, and not so large",
        telling_a_smaller_size(with_part(SHEET, b" " * 60_000_000, packed=zipfile.ZIP_BZIP2)),
    )
    for part, root, name, content in (
        (SHEET, "worksheet", "elements", b"<a/>" * 1_400_000),
        (SHEET, "worksheet", "attributes", b'<a b=""/>' * 640_000),
        (SHEET, "worksheet", "depth", b"<a>" * 1_900_000),
        (SHEET, "worksheet", "a cell", b'<sheetData><row><c t="inlineStr"><is><t>' + b"x" * 5_900_000),
        ("xl/styles.xml", "styleSheet", "looks", b"<cellXfs>" + b"<xf/>" * 1_100_000),
        ("xl/styles.xml", "styleSheet", "formats", b'<numFmt numFmtId="1" formatCode="' + b"[" * 5_900_000),
        (TEXTS, "sst", "texts", b"<si/>" * 1_100_000),
    ):
        yield f"{name} without end", with_part(part, f"<{root} {MAIN}>".encode() + content)


MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET, TEXTS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
SHARED = (
    b'<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" '
    b'Target="sharedStrings.xml" Id="rId9"/>'
)


def entities(coding: str) -> bytes:
    """A sheet of one cell with 270 million letters, in a size at which expat by itself lets that pass."""
    mark = "\ufeff" if coding.startswith("utf-16-") else ""
    cell = f'<c r="A1" t="inlineStr"><is><t>{"&a;" * 900}</t></is></c>'
    text = (
        f'{mark}<?xml version="1.0" encoding="{coding[:6]}"?><!DOCTYPE x [<!ENTITY a "{"x" * 300_000}🂡">]>'
        f'{" " * 2_550_000}<worksheet {MAIN}><sheetData><row r="1">{cell}</row></sheetData></worksheet>'
    )
    return text.encode(coding)


def telling_a_smaller_size(packed: bytes) -> bytes:
    """The same ZIP, that says of its largest part that it has a hundred bytes."""
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        size = max(part.file_size for part in file.infolist())
    stored = size.to_bytes(4, "little")
    assert packed.count(stored) == 2
    return packed.replace(stored, (100).to_bytes(4, "little"))


def with_part(name: str, content: bytes, packed: int = zipfile.ZIP_DEFLATED, **more: bytes) -> bytes:
    """A workbook with another part: our own one, that refers to shared texts as those of spreadsheet programs do."""
    with zipfile.ZipFile(io.BytesIO(good_book())) as file:
        parts = {one: file.read(one) for one in file.namelist()}
    end = b"</Relationships>"
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(end, SHARED + end)
    return a_zip(parts | {name: content} | more, packed)


def placed() -> Iterator[Hostile]:
    """Refused with row and column."""
    yield from _encodings()
    yield from _headers()
    yield from _cells()
    yield from _workbooks()
    yield from _half_bad()


def _encodings() -> Iterator[Hostile]:
    for coding in ("cp1252", "latin-1", "mac_roman", "cp850"):
        yield f"{coding} in a row", f"{HEADER}Ann,1,\nJosé,2,\n".encode(coding)
        yield f"{coding} in the header", "naïve,name\nAnn,Bob\n".encode(coding)
    for coding in ("utf-16-le", "utf-16-be", "utf-32"):
        yield f"{coding} without a mark", f"{HEADER}Ann,1,\n".encode(coding)
    yield "UTF-16 cut off", f"{HEADER}Ann,1,\n".encode("utf-16")[:-1]
    yield "UTF-16 with half a letter", f"{HEADER}Ann".encode("utf-16") + b"\x00\xd8"
    yield "overlong UTF-8", HEADER.encode() + b"\xc0\xaf,1,\n"
    yield "a surrogate", HEADER.encode() + b"\xed\xa0\x80,1,\n"
    yield "cut off in a letter", HEADER.encode() + b"Ren\xc3"
    yield "shift-jis", HEADER.encode() + "田中,1,\n".encode("shift_jis")
    for text in ("name\0,number\nAnn,1\n", "name\nAn\0n\n", "name,number\nAnn,\0\n", "name\nAnn\n\0\n"):
        yield f"NUL in {text!r}", text.encode()
    yield "NUL in UTF-16", "name\nAn\0n\n".encode("utf-16")


def _headers() -> Iterator[Hostile]:
    for header in (
        "name,name",
        "name,number,number",
        "Name,NAME",
        "name,e-mail,email",
        "name,handicap",
        "name,=1+1",
        "name,",
        "number,email",
        "player,number",
        "nom",
        "name,<script>",
        "name,na me",
        "name,role,role,role",
        "name,password",
        "name,is_superuser",
        "name,user",
        "Row 1",
        "name|number",
        "'name",
        "name,name ",
    ):
        if header != "name,":
            yield f"header {header}", f"{header}\nAnn,1,2,3\n".encode()
    yield "no header", b"Ann Weber,12,ann@example.org\n"
    yield "many columns", (",".join(["name", *["x"] * MAX_COLUMNS]) + "\nAnn\n").encode()
    yield "a header of a thousand letters", f"{'n' * 1000}\nAnn\n".encode()


def _cells() -> Iterator[Hostile]:
    yield "cells beyond the header", b"name\nAnn,Bob\n"
    yield "open quotation mark", b'name,number\n"Ann,1\nBob,2\n'
    yield "text behind a quotation mark", b'name,number\n"Ann"x,1\n'
    yield "many rows", b"name\n" + b"".join(b"P%d\n" % number for number in range(MAX_ROWS + 5))
    yield "a long cell", f"name\n{'x' * (MAX_CELL + 1)}\n".encode()
    yield "a name of 81 letters", f"name\n{'x' * 81}\n".encode()
    yield "a csv field over the limit", f"name\n{'x' * 140_000}\n".encode()
    for code in (1, 7, 8, 11, 12, 27, 31):
        yield f"control character {code}", f"name\nAn{chr(code)}n\n".encode()
    for name, row in {
        "no name": ",5,",
        "only blanks": "  ,5,",
        "isn’t an address": "Ann,5,ann",
        "two addresses": "Ann,5,a@b.org c@d.org",
        "a long number": f"Ann,{'9' * 21},",
        "an address with a line": 'Ann,5,"a@b.org\nBcc: x@y.org"',
        "a formula as address": "Ann,5,=HYPERLINK(1)",
        "a script as address": "Ann,5,<script>@x",
    }.items():
        yield name, f"{HEADER}{row}\n".encode()
    for role in ("owner", "organizer", "scorer", "admin", "OWNER", "superuser"):
        yield f"makes an {role}", f"name,role\nZoe,{role}\n".encode()
    for player in ("999999999", "-1", "1e3", "abc", "0x1", "１", "9" * 30, "1.0", "' OR 1=1"):
        yield f"player {player}", f"name,player\nZoe,{player}\n".encode()
    yield "the name of another", b"name,number\nZoe,1\nYves,1\n"
    yield "an address twice", f"{HEADER}Zoe,,z@example.org\nYves,,Z@example.org\n".encode()
    yield "a name twice", b"name\nZoe\nzoe\n"


def _workbooks() -> Iterator[Hostile]:
    for formula in ("=1+1", '=HYPERLINK("http://x","y")', "=cmd|'/c calc'!A0", "=A1", '=WEBSERVICE("http://x")'):
        book = Workbook()
        for row in (["name", "number"], ["Ann", 1], [formula, 2]):
            book.active.append(row)
        yield f"formula {formula}", saved(book)
    for error in ("#REF!", "#DIV/0!", "#NAME?"):
        book = Workbook()
        for row in (["name"], [error]):
            book.active.append(row)
        yield f"error {error}", saved(book)
    yield "columns twice in a workbook", workbook_of([["name", "name"], ["Ann", "Bob"]], "Players")
    yield "unknown columns in a workbook", workbook_of([["name", "salary"], ["Ann", "1"]], "Players")
    yield "many rows in a workbook", workbook_of([["name"], *([f"P{n}"] for n in range(MAX_ROWS + 5))], "Players")
    yield "many columns in a workbook", workbook_of([["name", *["x"] * 200], ["Ann"]], "Players")
    yield "nameless in a workbook", workbook_of([["name", "number"], ["", "4"]], "Players")
    yield "a row far below", book_with(b'<row r="2"', b'<row r="1048576"')


def _half_bad() -> Iterator[Hostile]:
    good = "".join(f"Good {number},{number + 500},\n" for number in range(50))
    for name, bad in {"address": "Bad,9,nowhere\n", "number": f"Bad,{'9' * 30},\n", "name": ",9,\n"}.items():
        yield f"half bad: {name} last", f"{HEADER}{good}{bad}".encode()
        yield f"half bad: {name} first", f"{HEADER}{bad}{good}".encode()
        lines = [line.split(",") for line in f"{HEADER}{good}{bad}".splitlines()]
        yield f"half bad workbook: {name}", workbook_of(lines, "Players")


def good_book() -> bytes:
    return workbook_of([["name", "number"], ["Ann", "1"]], "Players")


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def a_zip(parts: dict[str, bytes], packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packed) as found:
        for name, content in parts.items():
            found.writestr(name, content)
    return file.getvalue()


def book_with(old: bytes, new: bytes) -> bytes:
    """A workbook whose sheet was tampered with."""
    with zipfile.ZipFile(io.BytesIO(good_book())) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    assert old in parts[SHEET]
    return a_zip(parts | {SHEET: parts[SHEET].replace(old, new)})


Make = Callable[[], Iterator[Hostile]]
