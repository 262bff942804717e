"""The lock files: every package pinned and hashed, and no registry named anywhere."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = ("run.txt", "cluster.txt", "test.txt")


def pins(lock: str) -> dict[str, list[str]]:
    """Each pinned requirement of a lock file with its hashes."""
    text = (ROOT / "requirements" / lock).read_text().replace("\\\n", " ")
    lines = [line for line in text.split("\n") if line and not line.lstrip().startswith("#")]
    return {line.split()[0]: re.findall(r"--hash=sha256:([0-9a-f]{64})\b", line) for line in lines}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_and_hashed(lock: str) -> None:
    found = pins(lock)
    assert found
    assert [pin for pin, hashes in found.items() if not re.fullmatch(r"[a-z0-9._\[\]-]+==\S+", pin) or not hashes] == []


def test_the_tests_run_on_the_versions_that_people_run() -> None:
    assert set(pins("run.txt")) | set(pins("cluster.txt")) <= set(pins("test.txt"))


def test_what_is_asked_for_is_locked() -> None:
    for asked in ("run", "cluster", "test"):
        lines = (ROOT / "requirements" / f"{asked}.in").read_text().split("\n")
        names = [re.split(r"[~=<>\[ ]", line)[0] for line in lines if line and line[0] not in "#-"]
        locked = {re.split(r"[=\[]", pin)[0] for pin in pins(f"{asked}.txt")}
        assert [name for name in names if name.lower().replace("_", "-") not in locked] == []


def test_installing_stays_small() -> None:
    # DESIGN: at most 50 packages to run the site.
    assert len(pins("run.txt")) <= 50


def test_no_file_names_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    files = [ROOT / name for name in listed.split("\0") if name]
    named = re.compile(rb"pyp[i]\.[a-z]|pythonh[o]sted|index-url\s*[= ]\s*\S*://|find-links\s*[= ]", re.IGNORECASE)
    assert [path.name for path in files if path.is_file() and named.search(path.read_bytes())] == []
