"""A club's archive as a file: a ZIP with a manifest and one file of JSON lines for each kind of row."""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

from games.engine.errors import RuleError
from tournaments.transfer.kinds import KINDS, SINCE_1_1, Kind

FORMAT = "right-bower-club"
VERSION = 1
MANIFEST = "manifest.json"
MAX_PACKED = 200_000_000
MAX_UNPACKED = 1_000_000_000
MAX_RATIO = 200
"""How much smaller than its content a file may be packed; JSON lines come to a tenth or twentieth."""
SMALL = 1_000_000
"""Files below this size may be packed as well as they can be."""
MAX_LINE = 4_000_000
MAX_DEEP = 30
MAX_PEOPLE = 1_000_000_000
LONG_AGO = (1980, 1, 1, 0, 0, 0)


class ArchiveRefused(RuleError):
    """Nothing was imported, and why."""


@dataclass(frozen=True)
class Archive:
    """rows: by kind. numbers: of its people on the site it comes from; random draws of jackpots depend on them."""

    club: str
    rows: Mapping[str, list[dict[str, Any]]]
    numbers: list[int]

    @property
    def digest(self) -> str:
        """Of all rows, and nothing else: the same club has the same, wherever it is."""
        whole = hashlib.sha256()
        for kind in self._written():
            whole.update(f"{kind.name}\n".encode())
            for row in self.rows[kind.name]:
                whole.update(_line(row))
        return whole.hexdigest()

    def write(self, to: IO[bytes]) -> None:
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr(_member(MANIFEST), _line(self._manifest()))
            for kind in self._written():
                file.writestr(_member(f"{kind.name}.jsonl"), b"".join(map(_line, self.rows[kind.name])))

    def _manifest(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "club": self.club,
            "digest": self.digest,
            "rows": {kind.name: len(self.rows[kind.name]) for kind in self._written()},
            "numbers": self.numbers,
        }

    def _written(self) -> list[Kind]:
        return [kind for kind in KINDS if self.rows[kind.name] or kind.model not in SINCE_1_1]


def read_archive(file: IO[bytes]) -> Archive:
    """ArchiveRefused for whatever is not an archive as `write` makes it. Nothing is unpacked onto the disk."""
    file.seek(0, 2)
    if file.tell() > MAX_PACKED:
        raise ArchiveRefused(
            "The file is larger than {most} MB. No club’s archive is that large.", most=MAX_PACKED // 1_000_000
        )
    file.seek(0)
    try:
        with zipfile.ZipFile(file) as zip_file:
            _check_members(zip_file)
            manifest = _manifest_in(zip_file)
            there = set(zip_file.namelist())
            lines = {
                kind.name: list(_rows(zip_file, kind.name)) if f"{kind.name}.jsonl" in there else [] for kind in KINDS
            }
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, UnicodeDecodeError) as error:
        raise ArchiveRefused("This file is damaged or isn’t a club archive. Export the club again.") from error
    archive = Archive(str(manifest.get("club")), lines, _numbers(manifest, len(lines["games.player"])))
    if archive.digest != manifest.get("digest"):
        raise ArchiveRefused("The archive was changed after it was exported. Export the club again.")
    return archive


def _check_members(file: zipfile.ZipFile) -> None:
    wanted = {MANIFEST, *(f"{kind.name}.jsonl" for kind in KINDS)}
    members = file.infolist()
    names = [info.filename for info in members]
    if strange := sorted(set(names) - wanted):
        raise ArchiveRefused(
            "The archive contains “{strange}”, which doesn’t belong there. Export the club again.",
            strange=strange[0][:60],
        )
    wanted -= {f"{kind.name}.jsonl" for kind in KINDS if kind.model in SINCE_1_1} - set(names)
    if missing := sorted(wanted - set(names)):
        raise ArchiveRefused(
            "The archive is incomplete: {missing} is missing. Export the club again.", missing=missing[0]
        )
    if len(names) != len(wanted):
        raise ArchiveRefused("The archive has 2 files with the same name. Export the club again.")
    for member in members:
        if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ArchiveRefused("The archive is compressed in a way this site can’t read, or it has a password.")
        if member.file_size > SMALL and member.file_size > MAX_RATIO * max(member.compress_size, 1):
            raise ArchiveRefused(
                "{part} is far too large when unpacked. Choose the archive you exported.", part=member.filename
            )
    if sum(info.file_size for info in members) > MAX_UNPACKED:
        raise ArchiveRefused("The archive unpacks to more than 1 GB. No club’s archive is that large.")


def _manifest_in(file: zipfile.ZipFile) -> dict[str, Any]:
    with file.open(MANIFEST) as part:
        manifest = _read_line(part.readline(MAX_LINE), MANIFEST, 1)
    if manifest.get("format") != FORMAT:
        raise ArchiveRefused("This isn’t a club archive. Choose a file you exported from a club.")
    if manifest.get("version") != VERSION:
        raise ArchiveRefused(
            "The archive has format version {written}, but this site reads version {version}. Import it on "
            "a site that reads version {written}.",
            written=str(manifest.get("version"))[:10],
            version=VERSION,
        )
    return manifest


def _rows(file: zipfile.ZipFile, name: str) -> Iterator[dict[str, Any]]:
    with file.open(f"{name}.jsonl") as part:
        number = 0
        while line := part.readline(MAX_LINE):
            number += 1
            yield _read_line(line, name, number)


def _read_line(line: bytes, name: str, number: int) -> dict[str, Any]:
    where = f"{name}, line {number}"
    if not line.endswith(b"\n"):
        raise ArchiveRefused("{where}: this line is too long or cut off.", where=where)
    if b"\\u0000" in line:
        raise ArchiveRefused("{where}: this line has a character that we can’t store.", where=where)
    try:
        values = json.loads(line, parse_constant=_no_number)
        _line(values)
    except (ValueError, RecursionError) as error:
        raise ArchiveRefused("{where}: we can’t read this line.", where=where) from error
    if not isinstance(values, dict):
        raise ArchiveRefused("{where}: we can’t read this line. Export the club again.", where=where)
    if _depth(values) > MAX_DEEP:
        raise ArchiveRefused("{where}: this line is nested too deeply.", where=where)
    return values


def _no_number(text: str) -> None:
    raise ValueError(text)


def _depth(value: Any) -> int:
    parts: Iterable[Any] = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, parts), default=0)


def _numbers(manifest: dict[str, Any], people: int) -> list[int]:
    numbers = manifest.get("numbers")
    is_list = isinstance(numbers, list) and all(type(number) is int and 0 < number <= MAX_PEOPLE for number in numbers)
    if (
        not is_list
        or numbers is None
        or len(set(numbers)) != people
        or len(numbers) != people
        or sorted(numbers) != numbers
    ):
        raise ArchiveRefused("The player numbers in the archive aren’t in this site’s format.")
    return list(numbers)


def _line(values: Any) -> bytes:
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode() + b"\n"


def _member(name: str) -> zipfile.ZipInfo:
    """Without the hour, so that equal archives are equal files."""
    member = zipfile.ZipInfo(name, LONG_AGO)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o600 << 16
    return member
