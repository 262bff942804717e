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
"""Bytes, as file systems have it."""
LONGEST_STEM = 235
"""Bytes of a made name before its ending."""

_FOLDERS = re.compile(r"[/\\:\x00-\x1f]")
"""What leads out of a folder on some system, or is in no name of a file."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file's name and its text; UTF-8 when written."""

    name: str
    text: str


def export_duc(project: Project) -> Iterator[ExportedFile]:
    """Every release and every peer annotation of a project, one at a time.

    An imported one keeps its file's name; others, and a second one of the same name, are
    ``<topic>.<owner>.r<N>.pyr`` and ``<owner>.<topic>.<peer>.pan``, with ``.copy2``, ... before the ending where that
    is taken too.
    """
    taken: set[str] = set()
    releases = Release.objects.filter(pyramid__topic__project=project)
    for release in releases.select_related("pyramid__topic", "pyramid__owner").order_by("created_at", "pk"):
        pyramid = release_document(release)
        for name in _release_names(release):
            yield ExportedFile(_free(name, _made_release_name(release), taken), write_pyr(pyramid))
        annotations = matchings().filter(release=release).select_related("topic", "summary", "owner", "match_file")
        for annotation in annotations.order_by("created_at", "pk"):
            file: MatchFile | None = getattr(annotation, "match_file", None)
            name = _free(file.name if file else "", _made_annotation_name(annotation), taken)
            yield ExportedFile(name, write_pan(peer_document(annotation, pyramid)))


def _release_names(release: Release) -> list[str]:
    """The names of the ``.pyr`` files that a release came in as; an empty one for a release made here.

    A release of a pyramid that only a ``.pan`` held has none: that file holds it.
    """
    files = ImportedFile.objects.filter(project=release.pyramid.topic.project_id, report__same_as=release.pk)
    names = [release.file_name, *files.order_by("pk").values_list("name", flat=True)]
    return [name for name in names if not name or name.lower().endswith(".pyr")]


def _made_release_name(release: Release) -> str:
    return f"{release.pyramid.topic.key}.{release.pyramid.owner.name}.r{release.number}.pyr"


def _made_annotation_name(annotation: Work) -> str:
    peer = annotation.summary
    return f"{annotation.owner.name}.{annotation.topic.key}.{peer.summarizer}.pan"


def _is_file_name(name: str, ending: str) -> bool:
    """Whether a name that came from elsewhere is that of a file, and of one of this kind, in whatever folder."""
    sound = name.isprintable() and not _FOLDERS.search(name) and len(name.encode()) <= LONGEST_NAME
    return sound and name.lower().endswith(f".{ending}") and not name.startswith(".")


def _free(own: str, made: str, taken: set[str]) -> str:
    """The first name that is not taken: the file's own, the one that says what is in it, copies of that."""
    stem, ending = made.rsplit(".", 1)
    stem = _FOLDERS.sub("-", printable(stem)).encode()[:LONGEST_STEM].decode(errors="ignore")
    copies = (f"{stem}.copy{n}.{ending}" for n in count(2))
    names = chain([own] if _is_file_name(own, ending) else [], [f"{stem}.{ending}"], copies)
    free = next(name for name in names if name.lower() not in taken)
    taken.add(free.lower())
    return free
