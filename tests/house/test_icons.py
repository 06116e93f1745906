"""Icons: what pages ask for is in the sprite, and nothing else; whose they are is said."""

import re

from django.template import Context, Template

from tests.house.icons import ROOT, SPRITE, named


def test_the_sprite_holds_what_templates_name() -> None:
    assert re.findall(r'<symbol id="([\w-]+)"', SPRITE.read_text()) == sorted(named())


def test_whose_they_are_is_said() -> None:
    assert re.search(r"Icons of Lucide \d+\.\d+\.\d+", SPRITE.read_text())
    assert "Lucide" in (ROOT / "NOTICE").read_text()


def test_an_icon_has_no_name_of_its_own() -> None:
    """The word beside it is what a screen reader says."""
    html = Template('{% load icons %}{% icon "printer" %}').render(Context())
    assert html == '<svg class="icon" aria-hidden="true"><use href="/static/svg/icons.svg#printer"></use></svg>'
