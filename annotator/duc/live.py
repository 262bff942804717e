"""Converts a file's SCUs and matches to those of a live pyramid and a live peer annotation, which can be edited.

Files may have what the database forbids: two contributors of an SCU from one summary, one contributor over two
summaries, or overlapping parts. A document (a file's content) keeps them, because DUCView's weights depend on them. In
live SCUs, such contributors are joined or split, and such parts are joined.
"""

from dataclasses import dataclass

from annotator.duc.documents import Contributor, PeerDocument, PyramidDocument, Repair, Scu
from annotator.texts.spans import Span, join_overlapping


@dataclass(frozen=True, slots=True)
class LiveContributor:
    """What one model summary contributes to an SCU. ``model``: its index in the file; ``parts``: spans of its text."""

    model: int
    comment: str
    parts: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class LiveScu:
    """An SCU with at most one contributor per model, in the file's order; `file_weight` is its weight in DUCView."""

    uid: int
    label: str
    comment: str
    file_weight: int
    contributors: tuple[LiveContributor, ...]


@dataclass(frozen=True, slots=True)
class LiveUnit:
    """One unit of a peer; its parts do not overlap. `uid` is None if the unit matches no SCU of the pyramid."""

    uid: int | None
    comment: str
    parts: tuple[Span, ...]


def live_scus(document: PyramidDocument) -> tuple[tuple[LiveScu, ...], tuple[Repair, ...]]:
    """The SCUs with at most one contributor per model, and a repair for each contributor or part that was changed."""
    scus: list[LiveScu] = []
    repairs: list[Repair] = []
    for scu in document.scus:
        contributors, notes = _live_contributors(scu, document)
        scus.append(LiveScu(scu.uid, scu.label, scu.comment, len(scu.contributors), contributors))
        weights = (len(scu.contributors), len(contributors))  # in the file, and of the live SCU
        weight_changed = weights if weights[0] != weights[1] else None
        if weight_changed and not notes:
            notes = ["its contributors without parts do not count"]
        repairs += [Repair(scu.uid, note, weight_changed) for note in notes]
    return tuple(scus), tuple(repairs)


def models_of_contributors(document: PyramidDocument) -> dict[int, tuple[frozenset[int], ...]]:
    """Returns, for the uid of each SCU, the indexes of the models that each of its contributors has parts in."""
    unused_notes: list[str] = []
    return {
        scu.uid: tuple(
            frozenset(_parts_by_model(contributor, document, unused_notes)) for contributor in scu.contributors
        )
        for scu in document.scus
    }


def live_units(document: PeerDocument) -> tuple[tuple[LiveUnit, ...], tuple[Repair, ...]]:
    """The units of a peer in the file's order, and repairs for parts that were joined. In scores, the first unit of a
    uid is a match, further units of the same uid are repetitions, and units without a uid are non-matching.
    """
    pyramid_uids = {scu.uid for scu in document.pyramid.scus} - {0}  # 0: the entry for text that matches no SCU
    units: list[LiveUnit] = []
    repairs: list[Repair] = []
    for scu in document.scus:
        for contributor in scu.contributors:
            parts = join_overlapping(Span(part.start, part.end) for part in contributor.parts)
            if len(parts) < len(contributor.parts):
                repairs.append(
                    Repair(scu.uid, f"overlapping parts of a match were joined ({_quoted_label(contributor)})")
                )
            if parts:
                units.append(LiveUnit(scu.uid if scu.uid in pyramid_uids else None, contributor.comment, parts))
    return tuple(units), tuple(repairs)


def _live_contributors(scu: Scu, document: PyramidDocument) -> tuple[tuple[LiveContributor, ...], list[str]]:
    """The contributors of an SCU, one for each model, and notes on what was changed."""
    parts: dict[int, list[Span]] = {}
    comments: dict[int, list[str]] = {}
    notes: list[str] = []
    for contributor in scu.contributors:
        for model, spans in _parts_by_model(contributor, document, notes).items():
            if model in parts:
                notes.append(f"two contributors of summary {_model_name(document, model)} were joined")
            joined = join_overlapping(spans)
            if len(joined) < len(spans):
                notes.append(f"overlapping parts of a contributor were joined ({_quoted_label(contributor)})")
            parts.setdefault(model, []).extend(joined)
            comments.setdefault(model, []).append(contributor.comment)
    contributors = tuple(
        LiveContributor(model, "\n".join(dict.fromkeys(filter(None, comments[model]))), join_overlapping(spans))
        for model, spans in parts.items()
    )
    return contributors, notes


def _parts_by_model(contributor: Contributor, document: PyramidDocument, notes: list[str]) -> dict[int, list[Span]]:
    """The contributor's parts, by the index of the model that they are in. Adds to ``notes`` if the contributor is
    split, a part is cut, or a part outside all models is dropped.
    """
    parts: dict[int, list[Span]] = {}
    for part in contributor.parts:
        pieces = _cut_at_models(document, part.start, part.end)
        if not pieces:
            notes.append(f"a part outside the summaries was dropped (“{part.label[:40]}”)")
        elif _visible_length(document.text[part.start : part.end]) > sum(_visible_length(text) for *_, text in pieces):
            notes.append(f"a part that reached beyond a summary was cut to it (“{part.label[:40]}”)")
        for model, span, _ in pieces:
            parts.setdefault(model, []).append(span)
    if len(parts) > 1:
        names = " and ".join(_model_name(document, model) for model in parts)
        notes.append(f"a contributor over summaries {names} was split")
    return parts


def _cut_at_models(document: PyramidDocument, start: int, end: int) -> list[tuple[int, Span, str]]:
    """The pieces of the part ``[start, end)`` in each model, as (model's index, span in the model's own text, piece's
    text). A piece of only white space is left out, because it has no content, unless it is the whole part.
    """
    pieces = []
    for index, model in enumerate(document.models):
        low, high = max(start, model.start), min(end, model.end)
        text = document.text[low:high]
        if low < high and ((low, high) == (start, end) or text.strip()):
            pieces.append((index, Span(low - model.start, high - model.start), text))
    return pieces


def _visible_length(text: str) -> int:
    return len("".join(text.split()))


def _quoted_label(contributor: Contributor) -> str:
    return f"“{contributor.label[:40]}”"


def _model_name(document: PyramidDocument, model: int) -> str:
    return document.models[model].name or f"M{model + 1}"
