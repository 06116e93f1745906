"""What a release has, and what builds it: `make release`, and the workflows."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from euchre_site import __version__
from tests.euchre_site.locked import pins
from tests.processes import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
VERSION = re.compile(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", re.MULTILINE)


def test_the_changelog_is_cut_into_releases() -> None:
    (first, no_day), *released = VERSION.findall((ROOT / "CHANGELOG.md").read_text())
    assert (first, no_day) == ("Unreleased", "")
    assert released[0][0] == __version__
    assert all(day for _, day in released)
    assert [day for _, day in released] == sorted((day for _, day in released), reverse=True)


def test_its_sections_are_the_common_ones() -> None:
    """Keep a Changelog has these six."""
    sections = re.findall(r"^### (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert set(sections) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
class TestWorkflows:
    def test_what_they_use_is_pinned(self, file: Path) -> None:
        """A tag can be moved to another program; a commit can't."""
        used = re.findall(r"uses: (\S+)(.*)", file.read_text())
        assert used
        assert [
            name for name, said in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name) or "# v" not in said
        ] == []

    def test_they_may_only_read(self, file: Path) -> None:
        read = yaml.safe_load(file.read_text())
        assert read["permissions"] == {"contents": "read"}
        assert [
            name for name, job in read["jobs"].items() if "permissions" in job or "timeout-minutes" not in job
        ] == []

    def test_what_they_run_is_there(self, file: Path) -> None:
        read = yaml.safe_load(file.read_text())
        words = [step.get("run", "") for job in read["jobs"].values() for step in job["steps"]]
        targets = {target for text in words for target in re.findall(r"\bmake (\w+)", text)}
        known = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
        assert targets <= known
        assert targets or any(".ci/run" in text or "docker build" in text for text in words)


def test_every_kind_has_a_workflow() -> None:
    assert [file.stem for file in WORKFLOWS] == ["checks", "image", "proof", "release"]


@pytest.mark.slow
@pytest.mark.heavy
def test_the_list_of_packages_is_that_of_the_lock(tmp_path: Path) -> None:
    """As `make release` writes it: CycloneDX, which it validates against its own schema."""
    dry = subprocess.run(["make", "-n", "release"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    [line] = re.findall(r"cyclonedx-py (.*?requirements\.lock)$", dry.replace("\\\n", " "), re.MULTILINE)
    words = line.split()
    written = tmp_path / "list.cdx.json"
    words[words.index("--output-file") + 1] = str(written)
    subprocess.run([Path(sys.executable).parent / "cyclonedx-py", *words], cwd=ROOT, check=True, capture_output=True)
    listed = json.loads(written.read_text())
    assert (listed["bomFormat"], listed["metadata"]["component"]["name"]) == ("CycloneDX", "right-bower")
    assert {part["name"].lower() for part in listed["components"]} == {
        name.lower() for name in pins("requirements.lock")
    }
    assert all(part.get("hashes") or part.get("externalReferences") for part in listed["components"])
