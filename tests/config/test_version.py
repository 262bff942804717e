"""The version is the same wherever it is written, and the citation is complete."""

import re
import tomllib
from pathlib import Path

from django.conf import settings

from config.version import VERSION
from scoring.results.reporting.references import MODIFIED_SCORE, NUMBER_OF_MODELS, PYRAMID

ROOT = Path(__file__).parents[2]


def test_the_version_is_the_same_in_code_settings_package_and_citation() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    cited = re.findall(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert (settings.PYRAMIDION_VERSION, package, cited) == (VERSION, VERSION, [VERSION])


def test_the_citation_names_the_papers_of_the_method_as_the_pages_do() -> None:
    citation = " ".join((ROOT / "CITATION.cff").read_text().split())
    for reference in (PYRAMID, MODIFIED_SCORE, NUMBER_OF_MODELS):
        assert reference.title in citation
        for link in filter(None, (reference.doi, reference.url)):
            assert link in citation
