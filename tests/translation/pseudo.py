"""A made-up language for tests: each sentence in marks and longer by a third, written from right to left.

What stands outside of the marks was never shown to a translator; what does not fit would not fit in German either.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.utils import translation
from django.utils.formats import reset_format_cache
from django.utils.translation import trans_real

from tests.translation.catalogue import compiled, gathered, script_words, scripts_say
from tests.translation.unmarked import CLOSE, OPEN

CODE = "xx"
INFO = {"bidi": True, "code": CODE, "name": "Made up", "name_local": "Made up"}


def made_up(sentence: str) -> str:
    return f"{OPEN}{sentence}{'·' * (len(sentence) // 3)}{CLOSE}"


def pseudo_catalogue() -> Catalog:
    found = Catalog(locale="en", charset="utf-8")
    for message in gathered():
        if message.id:
            many = isinstance(message.id, tuple)
            said = tuple(made_up(one) for one in message.id) if many else made_up(str(message.id))
            found.add(message.id, said, context=message.context)
    return found


def pseudo_script() -> str:
    """What scripts say, in the made-up language."""
    return script_words({message: Message(message, made_up(message)) for message in scripts_say()})


def write_pseudo(folder: Path) -> None:
    file = folder / CODE / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(pseudo_catalogue()))


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    write_pseudo(folder)
    return folder


@pytest.fixture
def pseudo(pseudo_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of the made-up language, which the site speaks while the test runs; for browsers that ask for it."""
    monkeypatch.setitem(LANG_INFO, CODE, INFO)
    monkeypatch.setattr(settings, "LANGUAGES", [*settings.LANGUAGES, (CODE, "Made up")])
    monkeypatch.setattr(settings, "LANGUAGES_BIDI", [*settings.LANGUAGES_BIDI, CODE])
    monkeypatch.setattr(settings, "LOCALE_PATHS", [*settings.LOCALE_PATHS, str(pseudo_folder)])
    monkeypatch.setattr(
        settings, "FORMAT_MODULE_PATH", [settings.FORMAT_MODULE_PATH, "tests.translation.pseudo_formats"]
    )
    forget()
    yield CODE
    translation.deactivate()
    forget()


def forget() -> None:
    """Django keeps what it knows of languages."""
    reset_format_cache()
    trans_real._translations.clear()
    for known in vars(trans_real).values():
        if hasattr(known, "cache_clear"):
            known.cache_clear()


CALENDAR = (
    r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(day)?|Tue|Wed|Thu|Sat|January|February|March|April|May|June|July|August|"
    r"September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec|AM|PM|EN|FR|English|US|UK|Français"
)
PLACE = re.compile(r"%\(\w+\)[sd]|%[sd]")
ADDRESS = r"https?://\S+"


def words_people_wrote(texts: set[str]) -> re.Pattern[str]:
    """For what stands on pages as people typed it or as a library says it (with any value for %(…)s), longest first;
    for addresses, and the names of days and months."""
    in_order = sorted((text for text in texts if re.search(r"\w", PLACE.sub("", text))), key=len, reverse=True)
    typed = "|".join(".+?".join(map(re.escape, PLACE.split(text))) for text in in_order)
    return re.compile(f"{ADDRESS}|{typed}|\\b({CALENDAR})\\b")
