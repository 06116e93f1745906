"""The image by itself, as `docker run` starts it: a whole site on one volume, from files that nobody may change."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from euchre_site.backups.digest import digests_of_file
from euchre_site.backups.files import connect
from euchre_site.backups.keeping import ALWAYS_CHANGING
from tests.euchre_site.addresses import STAGE
from tests.euchre_site.image import AS_OTHER_USER, OTHER_USER, Image, can_be_another
from tests.euchre_site.next_version import write_next_version
from tests.flows.browserless import Browser, Tally

pytestmark = [pytest.mark.slow, pytest.mark.heavy]

PLAIN = {"HTTPS": "false", "TRUSTED_PROXIES": "0", "ALLOWED_HOSTS": "localhost,127.0.0.1"}


def content(image: Image) -> dict[str, str]:
    with closing(connect(image.folder / "data" / "db.sqlite3", "ro")) as db:
        return {table: digest for table, digest in digests_of_file(db).of.items() if table != ALWAYS_CHANGING}


def log_in(image: Image) -> Browser:
    stage = json.loads(image.tell(STAGE))
    person = Browser(image.port, Tally(), Random(1))
    form = person.get("/accounts/login/").form("/accounts/login/")
    assert person.submit(form, login=stage["organizer"], password=stage["password"]).was_redirected
    return person


def test_it_needs_nothing_but_its_volume(tmp_path: Path, wait_until: Callable[..., object]) -> None:
    image = Image(tmp_path / "image")
    volume = image.folder / "data"
    shutil.rmtree(volume)
    volume.mkdir(mode=0o700)
    image.lock_up(image.folder / "site", volume)
    with image.serving(*image.own_command(), **PLAIN):
        assert Browser(image.port, Tally(), Random(1)).get("/").status == 200
        wait_until(lambda: image.is_well("manage.py", "worker", "timers"))
    assert (volume / "db.sqlite3").stat().st_uid == (OTHER_USER if image.rights else os.getuid())
    image.run("manage.py", "demo_data")
    with image.serving(*image.own_command(), **PLAIN):
        person = log_in(image)
        assert person.get("/me/tokens/").status == 200
    before = content(image)
    with image.serving(*image.own_command(), **PLAIN):
        assert person.get("/me/tokens/").status == 200, "still logged in"
    assert content(image) == before
    following = PLAIN | write_next_version(tmp_path / "next")
    with image.serving(*image.own_command(), **following):
        assert person.get("/me/tokens/").status == 200
    assert "Updating the data of an older version. A backup is in " in image.log.read_text()
    assert {"games_player", "django_migrations"} >= {
        table for table, digest in content(image).items() if digest != before[table]
    }


@pytest.mark.skipif(not can_be_another(), reason="only root can be another user, where the machine leaves it the right")
def test_what_is_locked_up_stays_as_it_is(tmp_path: Path) -> None:
    """Otherwise the test above would show nothing."""
    (tmp_path / "file").write_text("")
    (tmp_path / "file").chmod(0o444)
    tried = subprocess.run([*AS_OTHER_USER, "sh", "-c", f"echo > {tmp_path / 'file'}"], capture_output=True)
    assert tried.returncode != 0
