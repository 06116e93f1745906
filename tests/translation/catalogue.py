"""What the site says and how it is said in other languages: gathered from the sources, kept in locale/."""

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from tests.translation.british import spelled
from tests.translation.values import comments

ROOT = Path(__file__).parents[2]
LANGUAGES = ("fr",)
BRITISH = "en_GB"
"""Has only what Britain says in another way, and no file for scripts."""
ERRORS = (
    "RuleError", "CannotDraw", "NotAllowed", "Conflict", "SeatTakenOver", "KeyReused", "TooOften", "RosterRefused",
    "LaidRefused", "FileRefused", "ArchiveRefused", "Wrong", "NotHere",
)  # fmt: skip
SPOKEN: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    **dict.fromkeys((*ERRORS, "_", "gettext", "gettext_lazy", "say", "mark", "message")),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "say_number"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "mark_as"), ((1, "c"), 2)),
    "npgettext": ((1, "c"), 2, 3),
}
"""Calls whose first words are a sentence; see games/engine/language.py."""
HEADER = """# What Right Bower says, translated.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
LONG_AGO = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
SCRIPTS = ROOT / "euchre_site" / "static" / "js"


def words_file(language: str) -> Path:
    """The translations of what scripts say (rightBower.t), for the browser."""
    return SCRIPTS / f"words-{language}.js"


def script_words(catalogue: Catalog | Mapping[str, Message]) -> str:
    said = {message: str(catalogue.get(message).string) for message in sorted(scripts_say())}
    known = {message: said[message] for message in said if said[message]}
    return f"window.rightBowerWords = {json.dumps(known, ensure_ascii=False, indent=1)};\n"


def scripts_say() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for path in sorted(SCRIPTS.glob("*.js")):
        for _, message, _, _ in extract("javascript", BytesIO(path.read_bytes()), keywords={"t": None}):
            found[str(message)] = path
    return found


def po_file(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def sources() -> Iterator[tuple[Path, str]]:
    """Each file that may say something, with the name of what reads it."""
    for room in ("euchre_site", "games", "tournaments"):
        yield from ((path, "python") for path in sorted((ROOT / room).rglob("*.py")) if "migrations" not in path.parts)
    for path in sorted((ROOT / "templates").rglob("*.*")):
        yield path, "template"


def forms(text: object) -> tuple[str, ...]:
    """One sentence, or those of a plural."""
    return tuple(map(str, text)) if isinstance(text, tuple) else (str(text or ""),)


@cache
def gathered() -> Catalog:
    """Every sentence of the sources, in English, with the files that it stands in."""
    found = Catalog(charset="utf-8")
    for path, kind in sources():
        text = path.read_text()
        if kind == "template":
            # In brackets, so that what stands between the tags needs no indentation that Python would like.
            text = f"({templatize(text, origin=path.name)})"
        for _, message, _, context in extract("python", BytesIO(text.encode()), keywords=SPOKEN):
            if not (context or re.search(r"[^\W\d_]", str(message))):
                continue
            place = [(str(path.relative_to(ROOT)), 0)]
            flags = ["python-format"] if kind == "template" and "%(" in str(message) else []
            found.add(message, locations=place, flags=flags, context=context, auto_comments=comments(forms(message)))
    for script, path in scripts_say().items():
        found.add(script, locations=[(str(path.relative_to(ROOT)), 0)], auto_comments=comments([script]))
    return found


def kept(language: str) -> Catalog:
    file = po_file(language)
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def keep(language: str) -> None:
    """Bring the file of a language up to date: new sentences are empty, old ones that nothing says any more go."""
    catalogue, template = kept(language), gathered()
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        message.locations = sorted(set(message.locations))
    write(language, catalogue)
    words_file(language).write_text(script_words(catalogue))


def keep_british() -> None:
    """As `keep`, for the file of what differs: another spelling comes in, another word stays as it was written."""
    said, found = kept(BRITISH), Catalog(locale=BRITISH, charset="utf-8")
    for message in gathered():
        known = said.get(message.id, context=message.context) if message.id else None
        anew = tuple(spelled(form) for form in forms(message.id))
        if message.id and (known or anew != forms(message.id)):
            string = known.string if known else anew if isinstance(message.id, tuple) else anew[0]
            found.add(message.id, string, sorted(set(message.locations)), message.flags, context=message.context)
    write(BRITISH, found)


def write(language: str, catalogue: Catalog) -> None:
    out = BytesIO()
    write_po(out, catalogue, width=110, include_lineno=False, sort_output=True, omit_header=True)
    file = po_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(HEADER.format(language=language, plural=catalogue.plural_forms).encode() + out.getvalue())
    file.with_suffix(".mo").write_bytes(compiled(kept(language)))


def compiled(catalogue: Catalog) -> bytes:
    # Its head has the moment in it: equal sentences are equal files.
    catalogue.creation_date = LONG_AGO
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def spoken(file: Path) -> dict[object, object]:
    """What a compiled file says: sentence (and context) → translation."""
    with file.open("rb") as opened:
        return {(str(message.id), message.context): message.string for message in read_mo(opened) if message.id}
