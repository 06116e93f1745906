"""No word of ours is hidden from the translators: neither in a template nor on any page."""

import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import allauth
import django
import pytest
from babel.messages.mofile import read_mo
from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import Client
from django.urls import Resolver404, resolve

from games.engine.messages import Message
from tests.sizes import size
from tests.tournaments.pages.browsing import log_in, with_link
from tests.translation.pseudo import INFO, words_people_wrote
from tests.translation.unmarked import unmarked_in_template, unmarked_on_page
from tournaments.demo import populate
from tournaments.events.models import Event

TEMPLATES = Path(__file__).parents[2] / "templates"
MAX_OF_A_KIND = size(1, 2)
LEFT_OUT = {"api", "api_schema", "style"}


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_template_shows_its_words_to_translators(path: Path) -> None:
    assert unmarked_in_template(path.read_text()) == []


def test_controls() -> None:
    assert unmarked_in_template("<p>Plain words</p>") == ["Plain words"]
    assert unmarked_in_template('<img alt="A card">{% translate "Marked" %} {{ value }} 12') == ["A card"]
    assert unmarked_in_template("{% blocktranslate %}Marked{% endblocktranslate %} · <code>words</code>") == []
    assert unmarked_on_page("<p>⟦Marked <b>too</b>··⟧ Ann, plain</p>", re.compile("Ann")) == ["Ann, plain"]


def typed_texts() -> set[str]:
    """What people have typed: every text of the database, and its words."""
    found: set[str] = set()
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices:
                for value in model._default_manager.values_list(field.name, flat=True):
                    found.update(leaves(value))
    return found | {word for text in found for word in text.split() if len(word) > 1}


def leaves(value: Any) -> Iterator[str]:
    """The texts in a column, wherever they are in its JSON."""
    if isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from leaves(part)
    elif isinstance(value, Message):
        yield from leaves(value.as_data())
    elif isinstance(value, str) and value:
        yield value


def words_of_libraries() -> set[str]:
    """What Django and allauth say, for which they have translators of their own."""
    found: set[str] = set()
    for library in (django, allauth):
        for path in Path(library.__file__).parent.rglob("locale/fr/LC_MESSAGES/django.mo"):
            with path.open("rb") as file:
                for message in read_mo(file):
                    found.update((message.id,) if isinstance(message.id, str) else message.id)
    return found


def crawl(client: Client, start: list[str], known: re.Pattern[str]) -> dict[str, str]:
    """All unmarked words on the pages that can be reached, two of a kind, and where they stand first."""
    complaints, kinds, queue, seen = dict[str, str](), dict[str, int](), deque(start), set(start)
    while queue:
        path = queue.popleft()
        try:
            kind = str(resolve(urlsplit(path).path).url_name)
        except Resolver404:
            continue
        if kind in LEFT_OUT or "/admin/" in path or kinds.get(kind, 0) >= MAX_OF_A_KIND:
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        answer = client.get(path, headers={"Accept-Language": "xx"})
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        html = answer.content.decode()
        for text in unmarked_on_page(html, known):
            complaints.setdefault(text, path)
        for link in re.findall(r'href="([^"#]+)', html):
            target = urljoin(path, link.replace("&amp;", "&"))
            if target.startswith("/") and target not in seen:
                seen.add(target)
                queue.append(target)
    return complaints


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("role", size(["phone", "organizer"], ["anonymous", "phone", "organizer"]))
@pytest.mark.heavy
def test_a_page_in_a_made_up_language_has_no_other_words(pseudo: str, role: str) -> None:
    olga = populate()
    night = Event.objects.get(name="Evening Progressive")
    player = night.entries.first().players.first()
    client = {"anonymous": Client, "organizer": lambda: log_in(olga), "phone": lambda: with_link(night, olga, player)}
    known = words_people_wrote(typed_texts() | words_of_libraries() | {settings.SITE_NAME, INFO["name_local"]})
    complaints = crawl(client[role](), [f"/events/{night.slug}/", "/", "/learn/"], known)
    assert complaints == {}, "\n".join(complaints)
