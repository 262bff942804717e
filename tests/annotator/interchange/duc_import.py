"""Imports for tests: files given as bytes by name, and the rows that came of them."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from annotator.interchange.duc.importing import ImportOptions, import_files
from annotator.interchange.duc.report import ImportReport
from annotator.matching.models import UnitPart
from annotator.projects.models import Project
from annotator.pyramids.models import Part, pyramids
from annotator.work.models import Work

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)
SHARED = (above / "shared" / "data" for above in Path(__file__).parents)
DATA = next((path for path in SHARED if path.exists()), Path("shared"))
"""Beside the repository, or further up where this is a worktree."""
MATTER = DATA / "matter"
EXAMPLES = DATA / "format_examples"

needs_data = pytest.mark.skipif(not DATA.exists(), reason="the data to try things on (../shared/data) is not here")


def run_import(
    project: Project, files: Mapping[str, bytes], *, by: Any = None, dry_run: bool = False, **options: Any
) -> ImportReport:
    """Import files, named as a person would give them, into a project."""
    return import_files(
        project=project,
        files=list(files.items()),
        options=ImportOptions(**options),
        by=by,
        now=NOW,
        dry_run=dry_run,
    )


def files_of(folder: Path) -> dict[str, bytes]:
    """The DUCView files in a folder, as `import_duc FOLDER` names them."""
    inside = sorted([*folder.rglob("*.pyr"), *folder.rglob("*.pan")])
    return {f"{folder.name}/{file.relative_to(folder)}": file.read_bytes() for file in inside}


def parsed(data: bytes) -> Element:
    """A file's XML by the standard library's parser, which knows nothing of DUCView."""
    return fromstring(data.decode("utf-8").lstrip("\ufeff"))


def whats(report: ImportReport, file: str = "") -> list[str]:
    """The sentences of a report, all or of one file."""
    return [repair["what"] for repair in report.repairs if not file or repair["file"] == file]


def words_of(part: Part | UnitPart) -> str:
    """The words that an imported part covers in the topic's text."""
    summary = part.contributor.summary if isinstance(part, Part) else part.annotation.summary
    assert summary
    return summary.text[part.start : part.end]


def covered(pyramid: Work) -> dict[int, list[list[str]]]:
    """For each uid the words of each contributor's parts, as they stand in the database."""
    found: dict[int, list[list[str]]] = {}
    for scu in pyramid.scus.all():
        found[scu.uid] = [[words_of(part) for part in c.parts.all()] for c in scu.contributors.all()]
    return found


def counts_in_database(project: Project) -> dict[str, int]:
    """How many rows of each kind a project has."""
    topics = project.topics.all()
    return {
        "topics": topics.count(),
        "summaries": sum(topic.summaries.count() for topic in topics),
        "pyramids": pyramids().filter(topic__in=topics).count(),
        "members": project.memberships.count(),
        "files": project.imported_files.count(),
    }
