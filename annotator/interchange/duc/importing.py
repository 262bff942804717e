"""Imports ``.pyr`` and ``.pan`` files, each completely or not at all, with a report."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import PurePosixPath

from django.contrib.auth.models import User
from django.db import transaction

from annotator.duc.documents import PeerDocument, PyramidDocument, Reading
from annotator.duc.names import NameParts, parse_file_name
from annotator.duc.readers import read_pan, read_pyr
from annotator.interchange.duc.peers import import_peer, note_missing_marks
from annotator.interchange.duc.pyramids import (
    cached_document,
    find_release,
    import_other_version,
    import_pyramid,
    nearest_pyramid,
)
from annotator.interchange.duc.report import DucFile, ImportReport
from annotator.interchange.duc.topics import get_or_create_topic
from annotator.interchange.models import ImportedFile
from annotator.projects.models import Membership, Project, Topic
from annotator.projects.services import get_or_create_owner
from annotator.runs.steps import with_progress
from annotator.texts.errors import FormatError
from annotator.texts.patterns import shared_time_limit
from annotator.web.refusals import ServiceRefused
from annotator.work.release_models import Release

DEFAULT_OWNER = "imported"  # if neither the options nor the file's name give an owner
READERS: dict[str, Callable[..., Reading[PyramidDocument | PeerDocument]]] = {".pyr": read_pyr, ".pan": read_pan}


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """Options for details that a file's name and content lack.

    ``topic``, ``owner`` (of pyramids) and ``matcher`` (of peer annotations) override those in file names. ``models``,
    the number of model summaries, and ``separator``, a regular expression between them, are for files whose summaries
    have no headers. For ``name_regex`` and ``name_map`` see `parse_file_name`.
    """

    topic: str = ""
    owner: str = ""
    matcher: str = ""
    models: int | None = None
    separator: str | None = None
    name_regex: str | None = None
    name_map: Mapping[str, NameParts] = field(default_factory=dict)


class _DryRun(Exception):
    """Raised to roll back the rows that a dry run wrote."""


def import_files(
    *,
    project: Project,
    files: Sequence[tuple[str, bytes]],
    options: ImportOptions,
    by: User | None,
    now: datetime,
    dry_run: bool = False,
    is_strict: bool = False,
) -> ImportReport:
    """Import files into a project, pyramids first. A refused file changes nothing, and the others are imported.

    If `is_strict`, the import ends at the first refused file; the files before it stay imported.
    ``files``: the path or name, and the bytes, of each file. A file whose bytes were imported before is skipped, with a
    note.
    """
    report = ImportReport()
    pan_names: set[str] = set()
    try:
        with transaction.atomic(), shared_time_limit():
            # Imports into a project wait for each other, so that a second import of the same files skips them.
            Project.objects.select_for_update(no_key=True).get(pk=project.pk)
            clean_files = [(_clean_path(path), data) for path, data in files]
            pyramids_first = sorted(clean_files, key=lambda item: (not item[0].lower().endswith(".pyr"), item[0]))
            for path, data in with_progress(pyramids_first, time_share=1):
                file = DucFile(PurePosixPath(path).name[-255:], by, now)  # the length of the database column
                file_report = _import_file(project, path, data, options, file)
                report.add(file_report)
                if file_report.files and file.name.lower().endswith(".pan"):
                    pan_names.add(file.name)
                if is_strict and report.refused:
                    break
            note_missing_marks(project=project, names=pan_names, report=report, now=now)
            if dry_run:
                raise _DryRun
    except _DryRun:
        pass
    return report


def _clean_path(path: str) -> str:
    """The path with ``/`` between folders, and with "?" for code points that cannot be stored."""
    return path.encode("utf-8", "replace").decode("utf-8").replace("\0", "?").replace("\\", "/")


def _import_file(project: Project, path: str, data: bytes, options: ImportOptions, file: DucFile) -> ImportReport:
    """Import a file. Returns the report of this file, whose count of ``files`` is 1 if it was imported."""
    digest = hashlib.sha256(data).hexdigest()
    earlier_file = ImportedFile.objects.filter(project=project, sha256=digest).first()
    if earlier_file:
        file.add_note(f"the same bytes were imported before as {earlier_file.name}; nothing was changed")
        return file.report
    try:
        with transaction.atomic():
            same_as = _import_content(project, path, data, options, file)
            file.report.files = 1
            stored_report = {**asdict(file.report), "same_as": same_as.pk if same_as else None}
            ImportedFile.objects.create(project=project, sha256=digest, name=file.name, report=stored_report)
    except (FormatError, ServiceRefused) as error:
        return ImportReport(refused=[{"file": file.name, "why": str(error)}])
    return file.report


def _import_content(project: Project, path: str, data: bytes, options: ImportOptions, file: DucFile) -> Release | None:
    """Import the content of a file. Raises FormatError.

    Returns the existing release if a ``.pyr`` file has exactly its content, otherwise None.
    """
    reader = READERS.get(PurePosixPath(file.name).suffix.lower())
    if reader is None:
        raise FormatError("It is neither a .pyr nor a .pan file.")
    reading = reader(data, model_count=options.models, separator=options.separator)
    for repair in reading.repairs:
        file.add_repair(repair)
    names = parse_file_name(path, name_regex=options.name_regex, name_map=options.name_map)
    topic_key = _topic_key(project, path, options.topic or names.topic)
    if isinstance(reading.document, PyramidDocument):
        return _import_pyr(project, reading.document, names, topic_key, options, file)
    _import_pan(project, reading.document, names, topic_key, options, file)
    return None


def _import_pyr(
    project: Project, document: PyramidDocument, names: NameParts, topic_key: str, options: ImportOptions, file: DucFile
) -> Release | None:
    topic = get_or_create_topic(project=project, key=topic_key, report=file.report)
    if release := find_release([topic], document):
        file.add_note(f"release {release.number} of {release.pyramid.owner.name} has the same content already")
        if document.text != cached_document(release.pk).text:
            file.add_note("single characters differ (U+FFFD); an export gives the characters of that release")
        return release
    # If the name has no known format, as in anna.pyr, all of it becomes the name of the owner.
    name = options.owner or names.annotator or (DEFAULT_OWNER if names.topic else names.stem)
    owner = _ensure_owner(project, name)
    import_pyramid(topic=topic, owner=owner, document=document, file=file)
    return None


def _import_pan(
    project: Project, document: PeerDocument, names: NameParts, topic_key: str, options: ImportOptions, file: DucFile
) -> None:
    matcher = options.matcher or names.annotator or ""
    topics = list(project.topics.filter(key=topic_key) if options.topic or names.topic else project.topics.all())
    release = find_release(topics, document.pyramid)
    if release is None:
        topic = get_or_create_topic(project=project, key=topic_key, report=file.report)
        release = _new_release(topic, options.owner or matcher or DEFAULT_OWNER, document.pyramid, file)
    owner = _ensure_owner(project, matcher) if matcher else release.pyramid.owner
    summarizer = (names.summarizer or names.stem).replace("/", "-")
    import_peer(release=release, owner=owner, summarizer=summarizer, document=document, file=file)


def _new_release(topic: Topic, owner: str, document: PyramidDocument, file: DucFile) -> Release:
    """Create a release from the pyramid in a ``.pan`` file.

    It becomes a release of the topic's most similar pyramid or, if the topic has none, of a new pyramid.
    """
    pyramid = nearest_pyramid(topic, document)
    if pyramid is not None:
        return import_other_version(pyramid=pyramid, document=document, file=file)
    return import_pyramid(topic=topic, owner=_ensure_owner(topic.project, owner), document=document, file=file)


def _topic_key(project: Project, path: str, name: str | None) -> str:
    """The key of a file's topic: ``name`` if not empty, else the folder's name, else the key of the only topic, else
    the project's slug.
    """
    folders = [folder for folder in PurePosixPath(path).parts[:-1] if folder.strip("./")]
    topic_key = name or (folders[0] if folders else "")
    if not topic_key:
        topics = list(project.topics.values_list("key", flat=True)[:2])
        topic_key = topics[0] if len(topics) == 1 else project.slug
    return topic_key.replace("/", "-")[:100]


def _ensure_owner(project: Project, name: str) -> Membership:
    try:
        return get_or_create_owner(project=project, name=name)
    except ServiceRefused as refusal:
        raise FormatError(str(refusal)) from refusal
