"""The background crew of the embedded server."""

import threading
from typing import Any

import pytest
from celery import shared_task
from celery.worker import state

from euchre_site.embedded import AlreadyRunning, Worker, hold_lock
from games.jobs.enqueuing import enqueue_on_commit

done: list[int] = []


@shared_task(name="tests.euchre_site.test_embedded.note")
def note(number: int) -> None:
    done.append(number)


@pytest.mark.slow
@pytest.mark.heavy
def test_worker_that_ends_is_replaced(worker: None, wait_until: Any) -> None:
    [crew] = [thread for thread in threading.enumerate() if isinstance(thread, Worker)]
    crew.is_ready.clear()
    # To Celery this is an order to end; our thread did not ask for it.
    state.should_stop = 0
    wait_until(crew.is_ready.is_set)
    enqueue_on_commit(note, 7)
    wait_until(lambda: done == [7])


def test_lock_names_its_holder_and_ends_with_it(tmp_path: Any) -> None:
    with (
        hold_lock(tmp_path, "http://here/"),
        pytest.raises(AlreadyRunning, match=r"process \d+, http://here/"),
        hold_lock(tmp_path, "http://there/"),
    ):
        pass
    with hold_lock(tmp_path, "http://there/"):
        pass
