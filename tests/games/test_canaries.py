"""Cards with made-up names reach no one who may not see them, not even in refusals, error pages, logs or the admin."""

import logging
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.contrib import admin
from django.urls import reverse

from euchre_site.celery import app
from games.accounts.models import User
from games.engine.presets import PRESETS
from games.engine.view import Watcher
from games.tables import play, presenter
from tests.games.at_table import account, guest
from tests.games.canaries import entitled, last_hand, live_seeds, name_cards, tokens_in
from tests.games.played_games import PlayedGame
from tests.games.tables.cast import player

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def canaries(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Cards carry their tokens; no log line ever may."""
    name_cards(monkeypatch)
    caplog.set_level(logging.DEBUG)
    yield
    app.control.purge()
    assert not tokens_in(caplog.text)


@pytest.fixture
def root(transactional_db: None) -> User:
    return User.objects.create_superuser("root@example.org", "bower-and-kitty")


@pytest.fixture
def midway(site: str) -> Iterator[PlayedGame]:
    """A game with cards on the table, in which the dealer has laid one away if the bots would have it so."""
    game = PlayedGame(site, PRESETS["web_classic"], number=7)
    with game.wires:
        game.begin()
        while len(play.state_of(last_hand(game.table)).tricks) < 2:  # type: ignore[arg-type]
            game.table.refresh_from_db()
            if not game.act():
                game.let_the_site_move()
        game.table.refresh_from_db()
        yield game


@pytest.mark.heavy
def test_error_pages_and_refusals_carry_no_card(midway: PlayedGame, root: User) -> None:
    site, path = midway.site, midway.path
    own = midway.seated[0]
    for visitor, viewer in (
        (own, 0),
        (guest(site, player("Yan")), Watcher.FACE_DOWN),
        (account(site, root), Watcher.FACE_DOWN),
    ):
        with closing(visitor):
            page = visitor.get(path)
            token = (
                {"csrfmiddlewaretoken": page.field("csrfmiddlewaretoken")} if "csrfmiddlewaretoken" in page.text else {}
            )
            sent = [
                visitor.submit(own.get(path), f"{path}act/", **{"action": action, "seen": seen} | token)
                for action in ("play ZZ", "pass", "discard", "\0")
                for seen in (str(midway.table.version), "0")
            ]
            sent += [visitor.get(f"{path}{name}") for name in ("act/", "rules/", "nothing/", "seats/1/sit/")]
            sent.append(visitor.get(f"/live/?topic={midway.table.topic}&poll=1"))
            assert {answer.status for answer in sent} <= {200, 403, 404, 405, 409, 422}
            may_see = entitled(midway.table, viewer)
            assert [answer.text for answer in sent if tokens_in(answer.everything) - may_see] == []
            assert [answer.text for answer in sent if any(seed in answer.everything for seed in live_seeds())] == []


@pytest.mark.heavy
def test_the_admin_shows_no_card(midway: PlayedGame, root: User) -> None:
    with closing(account(midway.site, root)) as visitor:
        pages = [visitor.get(reverse("admin:index"))]
        for model in admin.site._registry:
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            pages.append(visitor.get(reverse(f"{name}_changelist")))
            for row in model._default_manager.all()[:5]:
                pages += [visitor.get(reverse(f"{name}_{page}", args=[row.pk])) for page in ("change", "history")]
    assert len(pages) > 5
    assert {page.status for page in pages} <= {200, 302, 403}
    assert [page.text for page in pages if tokens_in(page.everything)] == []
    assert [page.text for page in pages if any(seed in page.everything for seed in live_seeds())] == []


def test_a_planted_leak_is_found(midway: PlayedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scan above would notice: a page that shows the seat to the left is caught, and so is a row's own text."""
    honest = presenter.view_for
    monkeypatch.setattr(presenter, "view_for", lambda state, viewer: honest(state, Watcher.FACE_UP))
    midway.all_look()
    assert midway.leaks
    row = last_hand(midway.table)
    assert row
    assert tokens_in(row.actions), "what is stored of a hand carries tokens too"
