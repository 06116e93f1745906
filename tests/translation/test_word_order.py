"""One awkward sentence in four languages: the order of its words and its plurals are the translator's alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.utils import translation

from games.engine.language import say_number
from tests.translation.catalogue import compiled
from tests.translation.pseudo import forget

ONE = "{number} match in {section} still has to be played. Play it first, then break ties."
MANY = "{number} matches in {section} still have to be played. Play them first, then break ties."
AFTER_RU = "Места решите потом."
WRITTEN = {
    "de": (
        "In {section} muss noch {number} Begegnung gespielt werden. Entscheide geteilte Plätze danach.",
        "In {section} müssen noch {number} Begegnungen gespielt werden. Entscheide geteilte Plätze danach.",
    ),
    "ru": (
        f"{AFTER_RU} В группе {{section}} остался {{number}} матч.",
        f"{AFTER_RU} В группе {{section}} осталось {{number}} матча.",
        f"{AFTER_RU} В группе {{section}} осталось {{number}} матчей.",
    ),
    "ja": ("{section}はあと{number}試合です。同順位はその後に決めてください。",),
}
"""German ends with its verb, Russian has three plurals and begins with the end, Japanese has none. French is ours."""


@pytest.fixture
def languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for code, forms in WRITTEN.items():
        catalogue = Catalog(locale=code, charset="utf-8")
        catalogue.add((ONE, MANY), forms)
        file = tmp_path / code / "LC_MESSAGES" / "django.mo"
        file.parent.mkdir(parents=True)
        file.write_bytes(compiled(catalogue))
    monkeypatch.setattr(settings, "LOCALE_PATHS", [*settings.LOCALE_PATHS, str(tmp_path)])
    forget()
    yield
    translation.deactivate()
    forget()


@pytest.mark.parametrize(
    ("code", "number", "said"),
    [
        ("en", 1, "1 match in Division 2 still has to be played. Play it first, then break ties."),
        ("en", 5, "5 matches in Division 2 still have to be played. Play them first, then break ties."),
        ("fr", 0, "0 rencontre de Division 2 reste à jouer. Jouez-la d’abord, puis départagez les égalités."),
        ("fr", 5, "5 rencontres de Division 2 restent à jouer. Jouez-les d’abord, puis départagez les égalités."),
        ("de", 1, "In Division 2 muss noch 1 Begegnung gespielt werden. Entscheide geteilte Plätze danach."),
        ("de", 5, "In Division 2 müssen noch 5 Begegnungen gespielt werden. Entscheide geteilte Plätze danach."),
        ("ru", 21, "Места решите потом. В группе Division 2 остался 21 матч."),
        ("ru", 3, "Места решите потом. В группе Division 2 осталось 3 матча."),
        ("ru", 11, "Места решите потом. В группе Division 2 осталось 11 матчей."),
        ("ja", 1, "Division 2はあと1試合です。同順位はその後に決めてください。"),
        ("ja", 5, "Division 2はあと5試合です。同順位はその後に決めてください。"),
    ],
)
def test_order_and_plural_are_the_translators(languages: None, code: str, number: int, said: str) -> None:
    with translation.override(code):
        assert say_number(ONE, MANY, number, section="Division 2") == said
