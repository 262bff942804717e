"""Imports peer annotations: creates the peer if it is missing, and its units, matched against a release.

An *anchor* maps offsets in a file's text to offsets in the stored text of the same summary.
"""

from datetime import datetime
from uuid import uuid4

from django.db.models import Count, F, Min, Q

from annotator.duc.documents import PeerDocument, peer_to_json
from annotator.duc.live import LiveUnit, live_units
from annotator.duc.non_matching import marks_non_matching
from annotator.interchange.duc.pyramids import add_importer, anchored_span, cached_document
from annotator.interchange.duc.report import DucFile, ImportReport
from annotator.interchange.duc.topics import Anchor, anchor_peer
from annotator.matching.models import KIND, MatchFile, peer_annotations
from annotator.matching.services import fill_peer_annotation
from annotator.matching.verbs.units import UnitSnapshot
from annotator.projects.models import Membership, Project
from annotator.pyramids.services import new_parts
from annotator.texts.errors import FormatError
from annotator.work.edits.parts import absorb_all
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.visibility import WorkState


def import_peer(*, release: Release, owner: Membership, summarizer: str, document: PeerDocument, file: DucFile) -> None:
    """Create the owner's submitted annotation of a peer.

    The pyramid in the file may differ from the release in single characters (U+FFFD). Raises FormatError if the owner
    already has an annotation of this peer, or if ``document.text`` is too different from the stored text of the peer.
    """
    anchor = anchor_peer(topic=release.pyramid.topic, summarizer=summarizer, text=document.text, report=file.report)
    if peer_annotations().filter(summary=anchor.summary, owner=owner, release=release).exists():
        raise FormatError(f"{owner.name} has matched peer {summarizer} against this release already.")
    units, repairs = live_units(document)
    for repair in repairs:
        file.add_repair(repair)
    scu_ids = {uid: str(uuid) for uid, uuid in release.scus.values_list("uid", "uuid")}
    snapshots = [_snapshot(unit, position, scu_ids, anchor, file) for position, unit in enumerate(units, start=1)]
    annotation = Work.objects.create(
        kind=KIND, topic=release.pyramid.topic, summary=anchor.summary, owner=owner, release=release
    )
    add_importer(annotation.editors, owner=owner, by=file.by)
    revision = fill_peer_annotation(
        annotation=annotation,
        units=snapshots,
        verb="import",
        payload={"file": file.name},
        by=file.by,
        now=file.now,
        state=WorkState.SUBMITTED,
    )
    MatchFile.objects.create(
        work=annotation,
        name=file.name,
        document=peer_to_json(document, cached_document(release.pk)),
        revision=revision,
        marks_non_matching=marks_non_matching(document.text, document.scus),
    )
    file.report.units += len(snapshots)


def note_missing_marks(*, project: Project, names: set[str], report: ImportReport, now: datetime) -> None:
    """Add a note for each matcher and release for which no file marks non-matching text.

    Without such marks, the peers have no original score. ``names``: the files of this import; matchers and releases
    without any of these files get no note.
    """
    if not names:
        return
    by_matcher = MatchFile.objects.filter(work__topic__project=project).values(
        topic=F("work__topic__key"),
        matcher=F("work__owner__name"),
        release=F("work__release__number"),
        owner=F("work__release__pyramid__owner__name"),
    )
    counted = by_matcher.annotate(
        file=Min("name"),  # the note names only the first file
        files=Count("pk"),
        files_of_import=Count("pk", filter=Q(name__in=names)),
        files_with_marks=Count("pk", filter=Q(marks_non_matching=True)),
    )
    without_marks = counted.filter(files_of_import__gt=0, files_with_marks=0)
    for row in without_marks.order_by("topic", "matcher", "owner", "release"):
        peers = f"{row['files']} peer{'' if row['files'] == 1 else 's'}"
        release = f"release {row['release']} of {row['owner']} ({row['topic']})"
        DucFile(row["file"], None, now, report).add_note(
            f"no text is marked as matching no SCU in {peers} by {row['matcher']} against {release}: "
            "there is no original score"
        )


def _snapshot(unit: LiveUnit, position: int, scu_ids: dict[int, str], anchor: Anchor, file: DucFile) -> UnitSnapshot:
    spans = [anchored_span(anchor, part, unit.uid, file) for part in unit.parts]
    return {
        "id": str(uuid4()),
        "position": position,
        "scu": None if unit.uid is None else scu_ids[unit.uid],
        "comment": unit.comment,
        "parts": absorb_all([], new_parts(spans)),  # joins overlapping parts
    }
