"""A player with a random history is erased: every digest stays, the name is neither in the database nor on a page."""

import json
from random import Random
from uuid import uuid4

import pytest
from django.apps import apps
from django.urls import reverse

from games.accounts.models import Player, User
from games.engine.presets import preset
from games.tables import opening
from games.tables.models import CardPicture, TableLine
from games.tables.options import TableOptions
from tests.cast import PASSWORD, context_of
from tests.sizes import size
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.people import Town, settle
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Membership
from tournaments.events import announcements
from tournaments.events.models import Event
from tournaments.integrity import verify
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.merging import claims
from tournaments.privacy import erasing
from tournaments.results.models import ResultEntry
from tournaments.rewards.selectors import wall_of
from tournaments.transfer.club_out import archive_of

HISTORIES, NIGHTS = size(2, 50), size(3, 6)
NAME, EMAIL = "Zoë Quill-O'Hara", "zoe.quill@example.org"


class History:
    """One person's past in the town: nights, a second record perhaps, an account perhaps, and words of all kinds."""

    def __init__(self, chance: Random) -> None:
        self.chance, self.town = chance, Town()
        self.olga = self.town.olga
        self.zoe, self.twin = self.town.pat, self.town.patty
        Player.objects.filter(pk=self.zoe.pk).update(name=NAME)
        Player.objects.filter(pk=self.twin.pk).update(name="A guest of June")
        Membership.objects.filter(player=self.zoe).update(email=EMAIL, number="Z-77")
        for _ in range(NIGHTS):
            self.night()
        self.town.close_weeks()
        if chance.random() < 0.5:
            self.zoe.refresh_from_db()
            self.town.merge()
        if chance.random() < 0.6:
            self.account()
        settle()

    def night(self) -> None:
        event = self.town.night(self.chance.choice([self.zoe, self.twin]), self.chance)
        if self.chance.random() < 0.5:
            self.town.correct(event, self.chance)
        if self.chance.random() < 0.5:
            ResultEntry.objects.filter(match__round__stage__event=event).update(reason=f"{NAME} misread it")
        if self.chance.random() < 0.5:
            self.announced(event)

    def announced(self, event: Event) -> None:
        announcements.announce(
            event.pk, f"Thank you, {NAME.upper()}, for the cake!", context=context_of(self.olga, key=uuid4())
        )

    def account(self) -> None:
        """Zoë signs up, says which record is hers, plays online and talks."""
        user = User.objects.create_user(EMAIL, PASSWORD)
        zoe = Player.objects.get(pk=self.zoe.pk)
        zoe.user = user
        zoe.save()
        self.zoe = zoe
        record = Player.objects.create(name="Some walk-in")
        Membership.objects.create(club=self.town.club, player=record, role="guest")
        claim = claims.claim_record(
            self.town.club.pk, record.pk, f"I am {NAME}, {EMAIL}", context=context_of(user, key=uuid4())
        )
        claims.decline_claim(claim.pk, context=context_of(self.olga, key=uuid4()))
        table = opening.open_table(zoe, preset("plain"), TableOptions())
        TableLine.objects.create(table=table, number=1, player=zoe, kind="text", text=f"Hi, {NAME} here")
        TableLine.objects.create(table=table, number=2, player=self.olga.player, kind="text", text=f"Hello {NAME}!")
        type(table).objects.filter(pk=table.pk).update(name=f"{NAME}'s table")
        table.seats.all().delete()
        CardPicture.objects.create(player=zoe, kind="back", digest="0" * 64, body=NAME.encode())

    def erased(self) -> Player:
        asker = User.objects.get(email=EMAIL) if self.zoe.user_id else self.olga
        return erasing.erase_player(self.zoe.pk, typed=NAME, context=context_of(asker, key=uuid4()))


def database_text() -> str:
    """Every column of every row of every table."""
    rows = [
        [str(bytes(value)) if isinstance(value, bytes | memoryview) else value for value in row]
        for model in apps.get_models(include_auto_created=True)
        for row in model._default_manager.values_list()
    ]
    return json.dumps(rows, default=str, ensure_ascii=False)


def pages(history: History) -> str:
    """What an organizer reads about the club, and what leaves the house."""
    club, browser = history.town.club, log_in(history.olga)
    people = [reverse("player", args=[pk]) for pk in (history.zoe.pk, history.twin.pk)]
    events = [
        reverse(name, args=[event.slug])
        for event in Event.objects.all()
        for name in ("event", "seating", "standings", "journal", "board", "fairness")
    ]
    of_club = [
        reverse(name, args=[club.slug]) for name in ("club", "people", "merge", "club_news", "club_leaderboards")
    ]
    found = [browser.get(path, follow=True) for path in (*people, *events, *of_club, "/players/?name=quill")]
    assert {answer.status_code for answer in found} == {200}
    archive = json.dumps(archive_of(club).rows, default=str, ensure_ascii=False)
    return "".join(answer.content.decode() for answer in found) + archive


def names_in(text: str) -> list[str]:
    low = text.casefold().replace("&#x27;", "'").replace("\\u00eb", "ë")
    return [word for word in (NAME.casefold(), EMAIL, "zoe.quill", "z-77") if word in low]


@pytest.mark.parametrize("number", range(HISTORIES))
@pytest.mark.slow
@pytest.mark.heavy
def test_nothing_changes_but_the_name(db: None, number: int) -> None:
    history = History(Random(f"erased {number}"))
    before = derived_digest()
    assert names_in(database_text()), "the control"
    assert names_in(pages(history)), "the control"
    gone = history.erased()
    assert gone.name == f"Former player {gone.pk}"
    assert derived_digest() == before
    assert names_in(database_text()) == []
    assert names_in(pages(history)) == []
    assert verify.violations() == []
    assert rebuild() == (before, before)
    assert wall_of(gone, is_own=False)
    assert AuditLogEntry.objects.filter(action="erase_player").count() == 1
