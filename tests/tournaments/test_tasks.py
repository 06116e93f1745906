"""The sweep does everything that wake-ups missed, and what fails in it stays alone."""

import pytest
from django.utils import timezone

from games.notifications.models import Notification
from tests.kept import kept
from tests.tournaments.scenes.registration import member
from tests.tournaments.subs.searching import Searching
from tournaments.subs.models import SubRequest
from tournaments.subs.sweep import sweep_requests
from tournaments.tasks import sweep


def entered() -> Searching:
    """Pam is entered, and three members can substitute."""
    here = Searching()
    here.enter(here.pam)
    return here


scene = kept(entered)


def test_a_part_that_fails_keeps_no_other_waiting(
    scene: Searching, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise ValueError("a row that no one thought of")

    scene.ask()
    monkeypatch.setattr("tournaments.subs.sweep.sweep_requests", broken)
    with pytest.raises(ExceptionGroup, match="parts of the sweep failed") as failed:
        sweep()
    assert [str(error) for error in failed.value.exceptions] == ["a row that no one thought of"]
    assert Notification.objects.filter(kind="sub_wanted").count() == 3, "those whom a later part tells"
    assert "a part of the sweep failed" in caplog.text


def test_a_request_that_fails_keeps_no_other_waiting(scene: Searching, caplog: pytest.LogCaptureFixture) -> None:
    request = scene.ask()
    quinn = member(scene.club, "Quinn")
    scene.enter(quinn)
    other = scene.ask(by=quinn, player=quinn)
    SubRequest.objects.filter(pk=request.pk).update(next_at=timezone.now())
    SubRequest.objects.filter(pk=other.pk).update(until=timezone.now())
    scene.event.stages.all().delete()
    sweep_requests()
    other.refresh_from_db()
    assert other.state == SubRequest.State.EXPIRED
    assert f"the request for a substitute {request.pk} could not be swept" in caplog.text
