"""A project's releases and peer annotations as DUCView files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count

from annotator.duc.xml_output import write_pan, write_pyr
from annotator.interchange.duc.documents import peer_document, release_document
from annotator.interchange.models import ImportedFile
from annotator.matching.models import MatchFile, matchings
from annotator.projects.models import Project
from annotator.texts.cleaning import printable
from annotator.work.models import Release, Work

LONGEST_NAME = 255
"""Bytes, the limit of file systems."""
LONGEST_STEM = 235
"""Bytes of a composed name before its ending."""

_NOT_IN_NAMES = re.compile(r"[/\\:\x00-\x1f]")
"""Characters that lead out of a folder on some system, or that no file name has."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file's name and its text; UTF-8 when written."""

    name: str
    text: str


def export_duc(project: Project) -> Iterator[ExportedFile]:
    """Every release and every peer annotation of a project, one at a time.

    Imported ones keep their files' names. Others, and a second one of the same name, are ``<topic>.<owner>.r<N>.pyr``
    and ``<owner>.<topic>.<peer>.pan``, with ``.copy2``, ... before the ending if that is taken too.
    """
    taken: set[str] = set()
    releases = Release.objects.filter(pyramid__topic__project=project)
    for release in releases.select_related("pyramid__topic", "pyramid__owner").order_by("created_at", "pk"):
        pyramid = release_document(release)
        for name in _release_names(release):
            yield ExportedFile(_free(name, _composed_release_name(release), taken), write_pyr(pyramid))
        annotations = matchings().filter(release=release).select_related("topic", "summary", "owner", "match_file")
        for annotation in annotations.order_by("created_at", "pk"):
            file: MatchFile | None = getattr(annotation, "match_file", None)
            name = _free(file.name if file else "", _composed_annotation_name(annotation), taken)
            yield ExportedFile(name, write_pan(peer_document(annotation, pyramid)))


def _release_names(release: Release) -> list[str]:
    """The names of the ``.pyr`` files that a release was imported from; an empty name for a release made here.

    A release imported from a ``.pan`` has none, because that file contains it.
    """
    files = ImportedFile.objects.filter(project=release.pyramid.topic.project_id, report__same_as=release.pk)
    names = [release.file_name, *files.order_by("pk").values_list("name", flat=True)]
    return [name for name in names if not name or name.lower().endswith(".pyr")]


def _composed_release_name(release: Release) -> str:
    return f"{release.pyramid.topic.key}.{release.pyramid.owner.name}.r{release.number}.pyr"


def _composed_annotation_name(annotation: Work) -> str:
    peer = annotation.summary
    return f"{annotation.owner.name}.{annotation.topic.key}.{peer.summarizer}.pan"


def _is_file_name(name: str, ending: str) -> bool:
    """Whether a name can be that of a file with this ending in any folder."""
    valid = name.isprintable() and not _NOT_IN_NAMES.search(name) and len(name.encode()) <= LONGEST_NAME
    return valid and name.lower().endswith(f".{ending}") and not name.startswith(".")


def _free(own: str, composed: str, taken: set[str]) -> str:
    """The first name that is not taken: the file's own, the composed one, then copies of that."""
    stem, ending = composed.rsplit(".", 1)
    stem = _NOT_IN_NAMES.sub("-", printable(stem)).encode()[:LONGEST_STEM].decode(errors="ignore")
    copies = (f"{stem}.copy{n}.{ending}" for n in count(2))
    names = chain([own] if _is_file_name(own, ending) else [], [f"{stem}.{ending}"], copies)
    free = next(name for name in names if name.lower() not in taken)
    taken.add(free.lower())
    return free
