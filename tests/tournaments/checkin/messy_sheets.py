"""Lists as clubs have them, made here: what an organizer chooses on the page, and who is to be entered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from openpyxl import Workbook

from tests.tournaments.spreadsheets.documents import cell, document_with
from tests.tournaments.transfer.hostile import saved


@dataclass(frozen=True)
class Sheet:
    """chosen: what is changed on the preview, one after the other, by field (None: a box that is not ticked any more).
    entered: the names of the entries, in their order. known: of them, who has an address or a number, and whose fee is
    paid."""

    content: bytes | str
    entered: tuple[str, ...]
    chosen: Mapping[str, Any] = field(default_factory=dict)
    pairs: bool = False
    emails: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()


def excel_with_a_title() -> bytes:
    """A merged title, an empty row, a date, the heads below them, a total with telephone numbers beside."""
    book = Workbook()
    sheet = book.active
    sheet["A1"] = "Elm Street Euchre – Tuesday Progressive"
    sheet.merge_cells("A1:E1")
    sheet["A2"] = "24 November 2026"
    for row, cells in enumerate(
        [
            ["#", "Player", "Phone", "E-mail", "Paid?"],
            [1, "Émilie Tremblay", "519-555-0101", "emilie@example.org", "x"],
            [2, "Dave Kowalski", "519-555-0102", "", ""],
            [None, None, None, None, None],
            [3, "Nguyen Thi Lan", "519-555-0103", "lan@example.org", "Yes"],
            [None, "Total: 3 players", None, None, "$10"],
        ],
        start=4,
    ):
        for column, value in enumerate(cells, start=1):
            sheet.cell(row, column, value)
    return saved(book)


def libre_office_in_spanish() -> bytes:
    rows = [
        ["Torneo de los martes"],
        [],
        ["N.º", "Nombre", "Apellidos", "Teléfono", "Correo electrónico", "Pagado"],
        ["1", "Ana", "García López", "600 000 001", "ana@example.es", "sí"],
        ["2", "José", "Ortega y Gasset", "600 000 002", "", "no"],
    ]
    inside = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    empty = '<table:table-row table:number-rows-repeated="12"><table:table-cell/></table:table-row>'
    return document_with(inside.replace("</table:table-row>", f"</table:table-row>{empty}", 1))


SHEETS: dict[str, Sheet] = {
    "Excel with a title and a total": Sheet(
        excel_with_a_title(),
        ("Émilie Tremblay", "Dave Kowalski", "Nguyen Thi Lan"),
        emails=("emilie@example.org", "lan@example.org"),
        paid=("Émilie Tremblay", "Nguyen Thi Lan"),
    ),
    "French, Windows-1252, semicolons": Sheet(
        "Liste du mardi;;;\r\n;;;\r\nNom;Prénom;Courriel;Payé\r\nTremblay;Émilie;emilie@example.org;oui\r\n"
        "Lefèvre;Zoë;;non\r\n".encode("cp1252"),
        ("Émilie Tremblay", "Zoë Lefèvre"),
        emails=("emilie@example.org",),
        paid=("Émilie Tremblay",),
    ),
    "German, with the club's numbers": Sheet(
        (
            "Nr.;Name;Vorname;Mitglieds-Nr.;Telefon;Bezahlt\n1;Müller;Jörg;007;0151 1;ja\n2;Groß;Änne;012;0151 2;nein\n"
        ).encode("utf-8-sig"),
        ("Jörg Müller", "Änne Groß"),
        numbers=("007", "012"),
        paid=("Jörg Müller",),
    ),
    "Spanish, LibreOffice": Sheet(
        libre_office_in_spanish(),
        ("Ana García López", "José Ortega y Gasset"),
        emails=("ana@example.es",),
        paid=("Ana García López",),
    ),
    "Last, First": Sheet(
        "Name\nTremblay, Émilie\nBrown,Bill\nNguyen , Thi Lan\nKowalski, Dave\n",
        ("Émilie Tremblay", "Bill Brown", "Thi Lan Nguyen", "Dave Kowalski"),
    ),
    "two in a cell, who play alone": Sheet(
        "Players\nAnn & Bob Weber\nCy / Dee\nEarl\n",
        ("Ann", "Bob Weber", "Cy", "Dee", "Earl"),
        chosen={"split": "1"},
    ),
    "two in a cell, who play together": Sheet(
        "Team members,Phone\nAnn Weber & Bob Hart,555-0101\nCy / Dee,555-0102\n\nEarl and Flo,555-0103\n",
        ("Ann Weber & Bob Hart", "Cy & Dee", "Earl & Flo"),
        pairs=True,
    ),
    "pasted cells with partners": Sheet(
        "Player 1\tPlayer 2\tSeed\nAnn Weber\tBob Hart\t1\nHart, Cy\tDee Stone\t2\n",
        ("Ann Weber & Bob Hart", "Hart, Cy & Dee Stone"),
        pairs=True,
    ),
    "pasted names with numbers, one of them twice": Sheet(
        "1. Ann Weber (007)\n2) Bob Hart <Bob@Example.org>\n- Cy\n\n3. CY\n",
        ("Ann Weber", "Bob Hart", "Cy"),
        emails=("bob@example.org",),
        numbers=("007",),
    ),
    "entrants of start.gg": Sheet(
        '"Id","Short GamerTag","GamerTag","Prefix","Checked In","First Name","Last Name","Email","Phone"\n'
        '"881","annie","RB | annie","RB","true","Ann","Weber","ann@example.org","+1"\n'
        '"882","hart","hart","","false","Bob","Hart","bob@example.org",""\n',
        ("Ann Weber", "Bob Hart"),
        emails=("ann@example.org", "bob@example.org"),
    ),
    "participants of Challonge": Sheet(
        "Seed,Name,Challonge Username,Email,Checked In,Final Rank\n1,Ann Weber,annw,ann@example.org,Yes,2\n"
        "2,Bob Hart,,,No,1\n".encode("utf-16"),
        ("Ann Weber", "Bob Hart"),
        emails=("ann@example.org",),
    ),
    "without heads, last names first": Sheet(
        "Weber;Ann;ann@example.org\nHart;Bob;\nStone;Cy;\n",
        ("Ann Weber", "Bob Hart", "Cy Stone"),
        chosen={"column-0": "last", "column-1": "first"},
        emails=("ann@example.org",),
    ),
    "a title above names without heads": Sheet(
        "Tuesday 24 November\nAnn Weber\nBob Hart\n", ("Ann Weber", "Bob Hart"), chosen={"header": "0"}
    ),
}
"""Thirteen, where ten would do."""
