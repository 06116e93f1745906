"""ODS files as other programs write them, made of rows."""

from collections.abc import Sequence
from html import escape

from tests.tournaments.transfer.hostile import a_zip

TYPE = b"application/vnd.oasis.opendocument.spreadsheet"
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content'
    ' xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><office:body><office:spreadsheet>'
)
END = "</office:spreadsheet></office:body></office:document-content>"
EMPTY_END = (
    '<table:table-row table:number-rows-repeated="1048500"><table:table-cell table:number-columns-repeated="16384"/>'
    "</table:table-row>"
)
"""How every sheet ends that LibreOffice saves."""


def document_of(rows: Sequence[Sequence[str]]) -> bytes:
    return document_with("".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows))


def cell(text: str) -> str:
    if not text:
        return "<table:table-cell/>"
    return f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'


def document_with(inside: str, *, head: str = HEAD, **parts: bytes) -> bytes:
    """inside: the rows of the only sheet, as XML."""
    content = f'{head}<table:table table:name="Sheet1">{inside}{EMPTY_END}</table:table>{END}'
    return a_zip({"mimetype": TYPE, "content.xml": content.encode()} | parts)
