"""Where the machine lets a command not work, it ends in words."""

import errno
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, OperationalError, ProgrammingError

import manage
from euchre_site.commandline import in_words
from euchre_site.management.commands import serve
from tests.processes import ROOT

FULL, READ_ONLY = (OSError(number, os.strerror(number), "/data/a.css") for number in (errno.ENOSPC, errno.EROFS))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FULL, "/data/a.css can’t be written: No space left on device. Make room, then try again."),
        (READ_ONLY, "/data/a.css can’t be written: Read-only file system. Make it writable, then try again."),
        (OperationalError("database or disk is full"), "The database can’t be used: database or disk is full."),
        (ImproperlyConfigured("LOG_FORMAT is line or json."), "LOG_FORMAT is line or json."),
    ],
)
def test_what_the_machine_refuses_is_said(error: Exception, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended, in_words([]):
        raise error
    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith(words)
    with pytest.raises(type(error)), in_words(["manage.py", "migrate", "--traceback"]):
        raise error


@pytest.mark.parametrize("error", [ProgrammingError("x"), IntegrityError("x"), FileNotFoundError(2, "x"), ValueError()])
def test_what_only_we_can_cause_keeps_its_traceback(error: Exception) -> None:
    with pytest.raises(type(error)), in_words([]):
        raise error


@pytest.mark.parametrize("error", [FULL, READ_ONLY])
def test_a_start_on_a_disk_that_takes_nothing_ends_in_words(
    error: OSError, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setattr(serve, "bring_up_to_date", lambda tell: None)
    monkeypatch.setattr(serve, "call_command", refuse)
    monkeypatch.setattr(sys, "argv", ["manage.py", "serve", "--port", "0"])
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)  # a test before may have left a connection
    with pytest.raises(SystemExit):
        manage.main()
    printed = capsys.readouterr().err
    assert printed.startswith("/data/a.css can’t be written")
    assert "Traceback" not in printed


@pytest.mark.slow
@pytest.mark.heavy
def test_a_folder_that_cannot_be_made_and_an_output_that_takes_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    home = {"PATH": os.environ["PATH"], "RIGHT_BOWER_HOME": str(tmp_path / "file" / "home")}
    with open("/dev/full", "w") as full:
        for command, output, words in (
            ("migrate", subprocess.PIPE, f"{home['RIGHT_BOWER_HOME']} can’t be written: Not a directory."),
            ("check", full, "The output can’t be written: No space left on device."),
        ):
            done = subprocess.run(
                [sys.executable, "manage.py", command],
                cwd=ROOT,
                env=home | ({"RIGHT_BOWER_HOME": str(tmp_path)} if output is full else {}),
                stdout=output,
                stderr=subprocess.PIPE,
                text=True,
                timeout=120,
            )
            assert done.returncode == 1
            assert done.stderr.startswith(words), done.stderr
            assert "Traceback" not in done.stderr
