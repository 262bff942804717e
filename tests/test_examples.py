"""The examples of the documentation run, as people run them, and give the numbers of the pages."""

import os
import re
import subprocess
import sys
from pathlib import Path

from django.contrib.auth.models import User
from django.utils import timezone

from annotator.accounts.tokens import make_token
from annotator.interchange.sample import load_sample
from tests.factories import make_user
from tests.scenes import signed_in
from tests.site_process import SiteProcess

SCRIPT = Path(__file__).parent.parent / "docs" / "examples" / "score_peers.py"
KINDS = ("original", "modified", "recall")


def _run(site: SiteProcess, token: str) -> subprocess.CompletedProcess[str]:
    """What the script prints, run from the site's address with a token and nothing else of the tests."""
    command = [sys.executable, str(SCRIPT), site.url, "sample"]
    environment = {"PATH": os.environ["PATH"], "PYRAMIDION_TOKEN": token}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def _printed(lines: list[str]) -> dict[str, dict[str, str]]:
    """The printed scores by summarizer and kind."""
    found: dict[str, dict[str, str]] = {}
    for line in lines:
        _, summarizer, _, _, *cells = line.split("\t")
        found[summarizer] = dict(cell.split()[:2] for cell in cells)
    return found


def _on_page(user: User, address: str) -> dict[str, list[str]]:
    """The numbers in each line of a page's tables by the summarizer at its head."""
    browser = signed_in(user)
    page = browser.get(address).content.decode()
    found: dict[str, list[str]] = {}
    for line in page.split("</tr>"):
        if name := re.search(r'<th scope="row"[^>]*>(?:<a[^>]*>)?([^<]+)<', line):
            found.setdefault(name[1], []).extend(re.findall(r"<data[^>]*>([^<]+)</data>", line))
    return found


def test_it_prints_the_numbers_of_the_score_pages(site: SiteProcess) -> None:
    user = make_user()
    load_sample(by=user, now=timezone.now())
    token = make_token(name="example", scope="read", days=1, by=user, now=timezone.now()).value
    done = _run(site, token)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    peers = _printed([line for line in lines if not line.startswith("mean\t")])
    means = _printed([line for line in lines if line.startswith("mean\t")])
    # README, "Five minutes with the sample project"
    assert {name: round(float(row["modified"]), 2) for name, row in peers.items()} == {
        "fusion-5": 0.94,
        "baseline": 0.61,
        "extract-2": 0.47,
        "neural-7": 0.22,
    }
    assert list(means) == ["fusion-5", "baseline", "extract-2", "neural-7"]
    topic = _on_page(user, "/p/sample/t/mill/scores/")
    for name, row in peers.items():
        assert set(row.values()) <= set(topic[name]), name
    for kind in KINDS:
        project = _on_page(user, f"/p/sample/scores/?score={kind}")
        for name, row in means.items():
            assert row[kind] in project[name], (name, kind)


def test_a_wrong_token_ends_it(site: SiteProcess) -> None:
    done = _run(site, "pyr_none")
    assert done.returncode == 1
    assert "401" in done.stderr


def test_it_is_twenty_lines() -> None:
    code = SCRIPT.read_text(encoding="utf-8").split('"""')[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
