"""Which column of a list is which: by the words in its header in the languages that lists come in, otherwise by its
cells. Knows no framework and no club."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.cells import plain
from games.engine.language import mark
from tournaments.spreadsheets.grids import GridRow
from tournaments.spreadsheets.texts import LOOKED_AT

MIN_SHARE = 0.5
"""What is true of more of the cells than this is taken to be true of the column."""


class Column(StrEnum):
    """What a column is read as."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    PARTNER = "partner"
    EMAIL = "email"
    NUMBER = "number"
    PAID = "paid"
    IGNORE = ""


TITLES: Mapping[Column, str] = {
    Column.NAME: mark("Name"),
    Column.FIRST: mark("First name"),
    Column.LAST: mark("Last name"),
    Column.PARTNER: mark("Partner"),
    Column.EMAIL: mark("Email"),
    Column.NUMBER: mark("Club number"),
    Column.PAID: mark("Paid"),
    Column.IGNORE: mark("Ignore this column"),
}
NAMING = (Column.NAME, Column.FIRST, Column.LAST)


@dataclass(frozen=True)
class Layout:
    """How a list is read. header: which of its rows has the names of the columns, the data begins below it; -1: none
    has. turned: "Last, First" is turned round. split: two names in a cell are two players."""

    header: int
    columns: tuple[Column, ...]
    turned: bool = False
    split: bool = False

    def of(self, kind: Column) -> list[int]:
        return [index for index, column in enumerate(self.columns) if column == kind]


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(","))


HEADS: Mapping[Column, frozenset[str]] = {
    Column.NAME: _words(
        "name, names, full name, fullname, player, players, player name, player names, playername, player 1, player1,"
        " participant, participants, participant name, entrant, entrants, entrant name, competitor, competitor name,"
        " member name, attendee, attendee name, guest name, pair, pairs, team members,"
        " nom, noms, nom complet, nom et prenom, nom prenom, prenom et nom, prenom nom, joueur, joueurs, joueuse,"
        " joueuses, nom du joueur, joueur 1, participante, participantes,"
        " spieler, spielerin, spielername, spielerinnen, spieler 1, spieler in, teilnehmer, teilnehmerin,"
        " teilnehmername, vor und nachname, vorname nachname, nachname vorname, name vorname,"
        " vorname name, paar, nombre, nombres, nombre completo, nombre y apellido, nombre y apellidos,"
        " apellidos y nombre, jugador, jugadora, jugadores, nombre del jugador, jugador 1, pareja"
    ),
    Column.FIRST: _words(
        "first, first name, firstname, given name, given names, forename, prenom, prenoms, vorname, vornamen, rufname,"
        " nombre de pila, primer nombre"
    ),
    Column.LAST: _words(
        "last, last name, lastname, surname, family name, familyname, nom de famille, nachname, nachnamen,"
        " familienname, zuname, apellido, apellidos, primer apellido"
    ),
    Column.PARTNER: _words(
        "partner, partner name, partners, partner s name, player 2, player2, second player, teammate, team mate,"
        " partenaire, coequipier, coequipiere, joueur 2, nom du partenaire, partnerin, partner in, mitspieler,"
        " mitspielerin, spieler 2, companero, companera, jugador 2, companero a"
    ),
    Column.EMAIL: _words(
        "email, e mail, mail, email address, e mail address, emailaddress, mail address, courriel, adresse courriel,"
        " adresse email, adresse e mail, adresse mail, adresse electronique, adresse de courriel, mel, emailadresse,"
        " e mail adresse, email adresse, mailadresse, mail adresse, correo, correo electronico,"
        " direccion de correo, direccion de correo electronico, direccion de email"
    ),
    Column.NUMBER: _words(
        "number, member number, member no, member nr, member num, member id, memberid, membership number,"
        " membership no, membership id, club number, club no, card number, license, licence,"
        " license number, licence number, numero de membre, no de membre, n de membre, n membre, no membre,"
        " numero membre, numero d adherent, n adherent, no adherent, numero de licence, n licence, no licence,"
        " mitgliedsnummer, mitgliedsnr, mitglieds nr, mitglied nr, mitgliedernummer, vereinsnummer, passnummer,"
        " numero de socio, no de socio, n de socio, n socio, no socio, numero de miembro, numero socio, carnet"
    ),
    Column.PAID: _words(
        "paid, has paid, fee paid, paid fee, entry paid, payment, payment status, paye, payee, a paye, regle,"
        " paiement, cotisation payee, bezahlt, gezahlt, hat bezahlt, startgeld bezahlt, zahlung, pagado, pagada, pago,"
        " ha pagado"
    ),
    Column.IGNORE: _words(
        "no, nr, n, num, nummer, numero, id, phone, phone number, telephone, tel, mobile, cell, cell phone, portable,"
        " telefon, telefonnummer, handy, handynummer, telefono, movil, celular, seed, rank, rating, final rank, group,"
        " city, ville, stadt, ort, ciudad, state, country, pays, land, pais, address, adresse, direccion, checked in,"
        " registered at, registered, created at, date, datum, fecha, notes, note, comment, comments, remarque,"
        " remarques, bemerkung, bemerkungen, notas, club, verein, team, team name, age, gender, prefix, sponsor,"
        " discord, twitter, pronouns, admin notes, fee, amount, startgeld, cotisation, cuota, table, tisch, mesa"
    ),
}
"""The heads of columns, in English, French, German and Spanish, without accents and marks."""
SHORT_NUMBERS = _words("no, nr, n, num, nummer, numero")
"""The club's numbers, or those of the rows."""
LAST_BESIDE_FIRST = _words("name, nom, noms")
"""With a column of first names beside it, it has the last ones."""
FIRST_BESIDE_LAST = _words("nombre, nombres")
CALLED = _words(
    "gamertag, gamer tag, short gamertag, short gamer tag, tag, challonge username, challonge username or email,"
    " username, user name, display name, nickname, nick, alias, handle, pseudo, spitzname, apodo, member, members,"
    " guest, guests, mitglied, mitglieder, membre, membres, adherent, adherents, miembro, miembros, socio,"
    " socia, socios"
)
"""Names that people go by elsewhere, or may be: read where there is no other."""


YES = _words(
    "yes, y, x, 1, true, paid, ok, oui, o, vrai, paye, payee, regle, ja, j, wahr, bezahlt, gezahlt, si, s, pagado,"
    " pagada"
)
NO = _words(
    ", no, n, 0, false, unpaid, not paid, non, faux, impaye, non paye, nein, falsch, nicht bezahlt, pendiente,"
    " no pagado"
)


def head(cell: str) -> str:
    """The words at the head of a column, as `HEADS` has them."""
    return " ".join("".join(character if character.isalnum() else " " for character in plain(cell)).split())


def kind_of(cell: str) -> Column | None:
    """None for what is no known head."""
    words = head(cell)
    return next((kind for kind, known in HEADS.items() if words in known), None)


def known_heads(cells: Sequence[str]) -> int:
    """How many different heads of columns a row has."""
    return len({words for cell in cells if (words := head(cell)) in CALLED or kind_of(cell) is not None} - {""})


def find_header(grid_rows: Sequence[GridRow]) -> int:
    """The row with the heads of the columns, below what titles there are: the one with the most of them that names a
    column of names; else the last of the titles; -1 without any."""
    heads = {
        index: known_heads(grid_row.cells)
        for index, grid_row in enumerate(grid_rows[:LOOKED_AT])
        if _names_names(grid_row)
    }
    if heads:
        most = max(heads.values())
        index = next(index for index, count in heads.items() if count == most)
        while most == 1 and heads.get(index + 1):
            index += 1
        return index
    return _last_title(grid_rows)


def _names_names(grid_row: GridRow) -> bool:
    alone = known_heads(grid_row.cells) == 1
    naming = [head(cell) for cell in grid_row.cells if head(cell) in CALLED or kind_of(cell) in NAMING]
    return any(not (alone and words[-1].isdigit()) for words in naming)


def _last_title(grid_rows: Sequence[GridRow]) -> int:
    """Of a table without heads: one cell alone above rows of several is a title."""
    filled = [sum(map(bool, grid_row.cells)) for grid_row in grid_rows]
    if 2 * sum(count > 1 for count in filled) <= len(filled):
        return -1
    return next((index for index, count in enumerate(filled) if count > 1), 0) - 1


def guess_columns(grid_rows: Sequence[GridRow], header: int, *, pairs: bool) -> tuple[Column, ...]:
    """What each column seems to be. pairs: whether two play together."""
    width = max((len(grid_row.cells) for grid_row in grid_rows), default=0)
    data = [grid_row for grid_row in grid_rows[header + 1 :] if header < 0 or grid_row.cells != grid_rows[header].cells]
    cells = [[grid_row.cell(index) for grid_row in data if grid_row.cell(index)] for index in range(width)]
    heads = [grid_rows[header].cell(index) if header >= 0 else "" for index in range(width)]
    columns = _by_heads(heads, cells)
    if not set(columns) & set(NAMING):
        return tuple(_by_cells(cells, columns, pairs=pairs))
    return tuple(columns)


def _by_heads(heads: Sequence[str], cells: Sequence[Sequence[str]]) -> list[Column]:
    kinds = [kind_of(text) for text in heads]
    columns = [Column.IGNORE for _ in heads]
    if Column.FIRST in kinds and Column.LAST not in kinds:
        kinds = [
            Column.LAST if head(text) in LAST_BESIDE_FIRST else kind for text, kind in zip(heads, kinds, strict=True)
        ]
    if Column.LAST in kinds and Column.FIRST not in kinds:
        kinds = [
            Column.FIRST if head(text) in FIRST_BESIDE_LAST else kind for text, kind in zip(heads, kinds, strict=True)
        ]
    for index, heading in enumerate(heads):
        if head(heading) in SHORT_NUMBERS and not _is_count(cells[index]):
            kinds[index] = Column.NUMBER
    if not set(kinds) & set(NAMING):
        kinds = [Column.NAME if head(text) in CALLED else kind for text, kind in zip(heads, kinds, strict=True)]
    if Column.NAME in kinds:
        kinds = [None if kind in (Column.FIRST, Column.LAST) else kind for kind in kinds]
    for index, kind in enumerate(kinds):
        if kind and kind not in columns:
            columns[index] = kind
    return columns


def _by_cells(cells: Sequence[Sequence[str]], columns: list[Column], *, pairs: bool) -> list[Column]:
    """Names and addresses are seen in the cells."""
    free = [index for index, kind in enumerate(columns) if kind == Column.IGNORE and cells[index]]
    addresses = [index for index in free if _share(cells[index], is_address)]
    names = [index for index in free if _share(cells[index], _is_name)]
    names = [index for index in names if len(set(cells[index])) > MIN_SHARE * len(cells[index])] or names
    if addresses and Column.EMAIL not in columns:
        columns[addresses[0]] = Column.EMAIL
    if not names:
        names = [index for index in free if columns[index] == Column.IGNORE][:1]
    if not names:
        return columns
    columns[names[0]] = Column.NAME
    if len(names) > 1 and pairs and Column.PARTNER not in columns:
        columns[names[1]] = Column.PARTNER
    elif len(names) > 1 and not pairs and all(_share(cells[index], _is_one_word) for index in names[:2]):
        columns[names[0]], columns[names[1]] = Column.FIRST, Column.LAST
    return columns


def _share(cells: Sequence[str], asked: Callable[[str], bool]) -> bool:
    return sum(map(asked, cells)) > MIN_SHARE * len(cells)


def is_address(cell: str) -> bool:
    return "@" in cell.strip("@") and " " not in cell


def _is_name(cell: str) -> bool:
    """Not an address, a telephone number, or a word that ticks something."""
    letters, digits = sum(map(str.isalpha, cell)), sum(map(str.isdigit, cell))
    return letters > digits and not is_address(cell) and head(cell) not in YES | NO


def _is_one_word(cell: str) -> bool:
    return " " not in cell


def _is_count(cells: Sequence[str]) -> bool:
    """Whether it only counts the rows."""
    return [cell.rstrip(".)") for cell in cells] == [str(number) for number in range(1, len(cells) + 1)]
