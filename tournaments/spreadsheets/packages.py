"""The parts of an XLSX file: XML in a ZIP. They are read a piece at a time and never kept, so that a file costs little
memory whatever it unpacks to; defusedxml refuses entities and document types."""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import XMLParser

from games.engine.language import mark, say
from tournaments.spreadsheets.problems import FileRefused, refuse

MAX_PARTS = 60
MAX_UNPACKED = 6_000_000
MAX_ELEMENTS = 250_000
"""Of all parts that are read: 3,000 rows of 20 cells, each with its own text, come to 243,000."""
MAX_DEEP = 100
PIECE = 65_536
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
OTHER_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\0", b"<\0")
"""How a text begins that is UTF-16 or UTF-32."""
DECLARED = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)""")
UNREAD = "customXml/"
"""What other programs left in the workbook; some of it is UTF-16. It is never opened."""
SAVE_ANEW = mark("Open the file in your spreadsheet program, save it as XLSX and try again.")


class Elements:
    """What is made of a part: `began`, `text` and `ended` are called for its elements, without namespaces."""

    left = MAX_ELEMENTS
    depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.left -= 1
        self.depth += 1
        if self.left < 0 or self.depth > MAX_DEEP:
            raise too_much()
        self.began(tag.rpartition("}")[2], attributes)

    def end(self, tag: str) -> None:
        self.depth -= 1
        self.ended(tag.rpartition("}")[2])

    def data(self, text: str) -> None:
        self.text(text)

    def began(self, name: str, attributes: dict[str, str]) -> None: ...

    def text(self, text: str) -> None: ...

    def ended(self, name: str) -> None: ...


class Package:
    """An opened file. Every method raises FileRefused for what no spreadsheet program writes."""

    def __init__(self, content: bytes) -> None:
        try:
            self._file = zipfile.ZipFile(io.BytesIO(content))
            parts = self._file.infolist()
            self._check(parts)
            self._parts = {part.filename.lower(): part for part in parts}
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and not part.filename.startswith(UNREAD):
                    with self._file.open(part) as opened:
                        _check_coding(opened.read(PIECE))
        except FileRefused:
            raise
        except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, ValueError, RuntimeError) as error:
            raise damaged() from error
        self._left = MAX_ELEMENTS

    def _check(self, parts: list[zipfile.ZipInfo]) -> None:
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise too_much()
        if len({part.filename.lower() for part in parts}) != len(parts):
            raise refuse(say("The workbook is damaged."), say(SAVE_ANEW))
        if any(part.flag_bits & 1 for part in parts):
            raise refuse(say("The workbook has a password."), say("Save the workbook without a password."))
        # The others unpack a piece to any size at once.
        if any(part.compress_type not in PACKED for part in parts):
            raise damaged()

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._parts

    def read(self, name: str, elements: Elements) -> None:
        for _ in self.pieces(name, elements):
            pass

    def pieces(self, name: str, elements: Elements) -> Iterator[None]:
        """Stops after each piece, for callers who use what they have received so far."""
        elements.left = self._left
        try:
            parser = XMLParser(target=elements, encoding="utf-8", forbid_dtd=True)
            with self._file.open(self._parts[name.lower()]) as part:
                # Never more than asked for, whatever size the file says that the part has.
                while piece := part.read(PIECE):
                    parser.feed(piece)
                    yield
            parser.close()
            yield
        except FileRefused:
            raise
        except DefusedXmlException as error:
            raise refuse(
                say("It looks like this workbook wasn’t saved by a spreadsheet program."), say(SAVE_ANEW)
            ) from error
        except (
            zipfile.BadZipFile,
            ParseError,
            LookupError,
            ValueError,
            TypeError,
            EOFError,
            OSError,
            OverflowError,
            RuntimeError,
        ) as error:
            raise damaged() from error
        self._left = elements.left

    def relations(self, of: str) -> dict[str, tuple[str, str]]:
        """What a part refers to: for each key the last word of its type and the part's name."""
        folder, name = posixpath.split(of)
        relations = _Relations(folder)
        self.read(f"{folder}/_rels/{name}.rels".lstrip("/"), relations)
        return relations.found


class _Relations(Elements):
    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.found: dict[str, tuple[str, str]] = {}

    def began(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            where = posixpath.normpath(posixpath.join("/", self.folder, attributes["Target"])).lstrip("/")
            self.found[attributes["Id"]] = (attributes["Type"].rpartition("/")[2], where)
            if len(self.found) > MAX_PARTS:
                raise too_much()


def _check_coding(begins: bytes) -> None:
    declared = DECLARED.match(begins)
    if begins.startswith(OTHER_MARKS) or (declared and declared[1].lower() != b"utf-8"):
        raise refuse(say("The workbook has text that we can’t read."), say(SAVE_ANEW))


def too_much() -> FileRefused:
    return refuse(say("The workbook is far too large when unpacked."), say("Copy the rows into a new, empty workbook."))


def damaged() -> FileRefused:
    return refuse(say("The file is damaged or isn’t a workbook."), say(SAVE_ANEW))
