"""Exports a project's releases and peer annotations as DUCView files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count

from annotator.duc.xml_output import write_pan, write_pyr
from annotator.interchange.duc.documents import peer_document, release_document
from annotator.interchange.models import ImportedFile
from annotator.matching.models import MatchFile, peer_annotations
from annotator.projects.models import Project
from annotator.texts.cleaning import printable
from annotator.work.release_models import Release

LONGEST_NAME = 255
"""The largest length in bytes that file systems allow for a name."""
LONGEST_STEM = 235
"""The largest length in bytes of a default name without its suffix: leaves room for one such as ``.copy2.pyr``."""

_NOT_IN_NAMES = re.compile(r"[/\\:\x00-\x1f]")
"""Characters that separate folders or drives on some operating system, and control characters."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to be written as UTF-8.

    ``relation_count``: the number of relations between SCUs that the file lacks, because the format cannot store them.
    """

    name: str
    text: str
    relation_count: int = 0


def export_duc(project: Project) -> Iterator[ExportedFile]:
    """Yields a file for every release and every peer annotation of a project.

    An imported file keeps its name unless an earlier file of this export has that name. Any other file is named
    ``<topic>.<owner>.r<N>.pyr`` or ``<owner>.<topic>.<peer>.pan``, with ``.copy2``, ... before the suffix if needed.
    """
    used_names: set[str] = set()
    releases = Release.objects.filter(pyramid__topic__project=project)
    for release in releases.select_related("pyramid__topic", "pyramid__owner").order_by("created_at", "pk"):
        pyramid = release_document(release)
        default_name = f"{release.pyramid.topic.key}.{release.pyramid.owner.name}.r{release.number}.pyr"
        relation_count = sum(map(len, release.scus.values_list("relations", flat=True)))
        for name in _release_names(release):
            yield ExportedFile(_unused_name(name, default_name, used_names), write_pyr(pyramid), relation_count)
        annotations = peer_annotations().filter(release=release).order_by("created_at", "pk")
        for annotation in annotations.select_related("topic", "summary", "owner", "match_file"):
            file: MatchFile | None = getattr(annotation, "match_file", None)
            default_name = f"{annotation.owner.name}.{annotation.topic.key}.{annotation.summary.summarizer}.pan"
            name = _unused_name(file.name if file else "", default_name, used_names)
            yield ExportedFile(name, write_pan(peer_document(annotation, pyramid)))


def _release_names(release: Release) -> list[str]:
    """The names of all imported ``.pyr`` files with a release's content; [""] if the release was made here.

    Empty for a release imported only from a ``.pan``, because the exported ``.pan`` will contain the pyramid again.
    """
    files = ImportedFile.objects.filter(project=release.pyramid.topic.project_id, report__same_as=release.pk)
    names = [release.file_name, *files.order_by("pk").values_list("name", flat=True)]
    return [name for name in names if not name or name.lower().endswith(".pyr")]


def _is_file_name(name: str, suffix: str) -> bool:
    """Whether an imported name has this suffix and can be the name of a visible file in the export's folder."""
    is_valid = name.isprintable() and not _NOT_IN_NAMES.search(name) and len(name.encode()) <= LONGEST_NAME
    return is_valid and name.lower().endswith(f".{suffix}") and not name.startswith(".")


def _unused_name(imported_name: str, default_name: str, used_names: set[str]) -> str:
    """Returns the first unused name, and adds it to ``used_names``.

    Tries the imported name (if valid), then the default name, then the default name with ``.copy2``, ``.copy3``, ...
    """
    stem, suffix = default_name.rsplit(".", 1)
    stem = _NOT_IN_NAMES.sub("-", printable(stem)).encode()[:LONGEST_STEM].decode(errors="ignore")
    copies = (f"{stem}.copy{n}.{suffix}" for n in count(2))
    names = chain([imported_name] if _is_file_name(imported_name, suffix) else [], [f"{stem}.{suffix}"], copies)
    unused = next(name for name in names if name.lower() not in used_names)
    used_names.add(unused.lower())
    return unused
