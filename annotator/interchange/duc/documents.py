"""Converts releases and peer annotations to *documents*: the contents of DUCView files as plain values."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from annotator.duc.compose import compose_text
from annotator.duc.documents import (
    Contributor,
    ModelSpan,
    Part,
    PeerDocument,
    PyramidDocument,
    Scu,
    peer_from_json,
    pyramid_from_json,
    pyramid_of_peer,
)
from annotator.duc.model_headers import trim_blank_lines
from annotator.duc.non_matching import NON_MATCHING_UID
from annotator.matching.models import MatchFile
from annotator.matching.store import read_units
from annotator.matching.verbs.units import UnitSnapshot
from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu
from annotator.pyramids.store import released_scus
from annotator.work.models import Work
from annotator.work.release_models import Release

NON_MATCHING_LABEL = "All non-matching SCUs go here"


def release_document(release: Release) -> PyramidDocument:
    """The document of the file that a release was imported from or, if it was made here, a newly composed document."""
    if release.document is not None:
        return pyramid_from_json(release.document)
    # Model summaries are only ever appended, so the release was made with the first ones.
    summaries = list(Summary.objects.filter(topic=release.pyramid.topic_id).model_summaries()[: release.model_count])
    composed = compose_text([(summary.summarizer, summary.text) for summary in summaries])
    spans_by_summary = dict(zip((summary.pk for summary in summaries), composed.models, strict=True))
    scus = tuple(_released_scu(scu, composed.text, spans_by_summary) for scu in released_scus(release.pk))
    return replace(composed, models=tuple(_trimmed(composed.text, model) for model in composed.models), scus=scus)


def _trimmed(text: str, model: ModelSpan) -> ModelSpan:
    """The span that our import will find in the file: without the blank lines around it and its last newline."""
    return ModelSpan(model.name, *(trim_blank_lines(text, model.start, model.end) or (model.start, model.end)))


def _released_scu(scu: dict[str, Any], text: str, spans_by_summary: dict[int, ModelSpan]) -> Scu:
    contributors = []
    for contributor in scu["contributors"]:
        start = spans_by_summary[contributor["summary"]].start
        spans = [(part["start"] + start, part["end"] + start) for part in contributor["parts"]]
        contributors.append(_make_contributor(text, spans, contributor["comment"]))
    return Scu(scu["uid"], scu["label"], scu["comment"], tuple(contributors))


def _make_contributor(text: str, spans: Sequence[tuple[int, int]], comment: str) -> Contributor:
    """A contributor with these parts. As in DUCView, its label joins those of its parts, in text order, with "..."."""
    parts = tuple(Part(start, end, _without_newlines(text[start:end])) for start, end in spans)
    label = "...".join(part.label for part in sorted(parts, key=lambda part: part.start))
    return Contributor(label, comment, parts)


def _without_newlines(text: str) -> str:
    return text.replace("\n", "")


def peer_document(annotation: Work, pyramid: PyramidDocument) -> PeerDocument:
    """The document of the file that an annotation was imported from.

    If the annotation was made or edited here: a newly composed document.
    """
    file: MatchFile | None = getattr(annotation, "match_file", None)
    if file is not None and file.document is not None:
        if not _is_edited(annotation, file):
            return peer_from_json(file.document, pyramid)
        pyramid = pyramid_of_peer(file.document, pyramid)
    text = annotation.summary.text
    released = ReleasedScu.objects.filter(release=annotation.release_id).values_list("uuid", "uid", "weight")
    uids = {str(uuid): uid for uuid, uid, _ in released}
    weights = {uid: weight for _, uid, weight in released}
    units_by_uid: dict[int, list[UnitSnapshot]] = {}
    for unit in read_units(annotation.pk):
        units_by_uid.setdefault(NON_MATCHING_UID if unit["scu"] is None else uids[unit["scu"]], []).append(unit)
    scus = [
        Scu(scu.uid, f"({weights[scu.uid]}) {scu.label}", "", _contributors(text, units_by_uid.get(scu.uid, [])))
        for scu in pyramid.scus
        if scu.uid in weights
    ]
    non_matching = _contributors(text, units_by_uid.get(NON_MATCHING_UID, []))
    scus.append(Scu(NON_MATCHING_UID, NON_MATCHING_LABEL, "", non_matching))
    return PeerDocument(pyramid, text if text.endswith("\n") else f"{text}\n", tuple(scus))


def _is_edited(annotation: Work, file: MatchFile) -> bool:
    """Whether anything except the annotation's state has changed since the file was read."""
    if file.revision is None:
        return True
    edits = annotation.edits.filter(revision__gt=file.revision)
    edit_count = annotation.revision - file.revision
    return edit_count > 0 and edit_count > edits.state_changes().count()


def _contributors(text: str, units: list[UnitSnapshot]) -> tuple[Contributor, ...]:
    return tuple(
        _make_contributor(text, [(part["start"], part["end"]) for part in unit["parts"]], unit["comment"])
        for unit in units
    )
