"""A file's SCUs and matches in the form of a live pyramid and a live peer annotation.

Files may have what the database forbids: two contributors of one summary, one contributor over two summaries, parts
that overlap. The document keeps the file's structure, because DUCView's weights come from it; this is what is edited.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from annotator.duc.documents import Contributor, PeerDocument, PyramidDocument, Repair, Scu
from annotator.texts.spans import Span, absorb_all


@dataclass(frozen=True, slots=True)
class LiveContributor:
    """What one model summary says of an SCU; offsets count from the start of its own text."""

    model: int
    comment: str
    parts: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class LiveScu:
    """An SCU with one contributor a model, in the file's order; `file_weight` is its weight in DUCView."""

    uid: int
    label: str
    comment: str
    file_weight: int
    contributors: tuple[LiveContributor, ...]


@dataclass(frozen=True, slots=True)
class LiveUnit:
    """One mention in a peer; `uid` is None if it matches no SCU of the pyramid. Its parts do not overlap."""

    uid: int | None
    comment: str
    parts: tuple[Span, ...]


def live_scus(document: PyramidDocument) -> tuple[tuple[LiveScu, ...], tuple[Repair, ...]]:
    """The SCUs with one contributor a model summary, and what was joined, split, united or dropped for that."""
    scus: list[LiveScu] = []
    repairs: list[Repair] = []
    for scu in document.scus:
        contributors, notes = _contributors(scu, document)
        scus.append(LiveScu(scu.uid, scu.label, scu.comment, len(scu.contributors), contributors))
        weights = (len(scu.contributors), len(contributors))
        changed = weights if weights[0] != weights[1] else None
        if changed and not notes:
            notes = ["its contributors without parts do not count"]
        repairs += [Repair(scu.uid, note, changed) for note in notes]
    return tuple(scus), tuple(repairs)


def models_of_contributors(document: PyramidDocument) -> dict[int, tuple[frozenset[int], ...]]:
    """By uid, the models that each contributor in the file lies in; an empty set for one without parts in any."""
    return {
        scu.uid: tuple(frozenset(_by_model(contributor, document, [])) for contributor in scu.contributors)
        for scu in document.scus
    }


def live_units(document: PeerDocument) -> tuple[tuple[LiveUnit, ...], tuple[Repair, ...]]:
    """The mentions of a peer in the file's order, and which of their parts were united.

    Pages and `score_files` count: matched = distinct uids, repeated = further units of these, non-matching = units with
    uid None.
    """
    known = {scu.uid for scu in document.pyramid.scus} - {0}
    units: list[LiveUnit] = []
    repairs: list[Repair] = []
    for scu in document.scus:
        for contributor in scu.contributors:
            parts, united = _united(Span(part.start, part.end) for part in contributor.parts)
            if united:
                repairs.append(
                    Repair(scu.uid, f"overlapping parts of a match were united ({_quoted_label(contributor)})")
                )
            if parts:
                units.append(LiveUnit(scu.uid if scu.uid in known else None, contributor.comment, parts))
    return tuple(units), tuple(repairs)


def _contributors(scu: Scu, document: PyramidDocument) -> tuple[tuple[LiveContributor, ...], list[str]]:
    parts: dict[int, list[Span]] = {}
    comments: dict[int, list[str]] = {}
    notes: list[str] = []
    for contributor in scu.contributors:
        pieces = _by_model(contributor, document, notes)
        for model, spans in pieces.items():
            if model in parts:
                notes.append(f"two contributors of summary {_model_name(document, model)} were joined")
            united, overlapped = _united(spans)
            if overlapped:
                notes.append(f"overlapping parts of a contributor were united ({_quoted_label(contributor)})")
            parts.setdefault(model, []).extend(united)
            comments.setdefault(model, []).append(contributor.comment)
    live = tuple(
        LiveContributor(model, "\n".join(dict.fromkeys(filter(None, comments[model]))), absorb_all(spans))
        for model, spans in parts.items()
    )
    return live, notes


def _by_model(contributor: Contributor, document: PyramidDocument, notes: list[str]) -> dict[int, list[Span]]:
    """The contributor's parts by the model they lie in; parts outside all models are left out with a note."""
    pieces: dict[int, list[Span]] = {}
    for part in contributor.parts:
        cut = _cut(document, part.start, part.end)
        if not cut:
            notes.append(f"a part outside the summaries was dropped (“{part.label[:40]}”)")
        elif _visible(document.text[part.start : part.end]) > sum(_visible(text) for _, _, text in cut):
            notes.append(f"a part that reached out of a summary was cut to it (“{part.label[:40]}”)")
        for model, span, _ in cut:
            pieces.setdefault(model, []).append(span)
    if len(pieces) > 1:
        names = " and ".join(_model_name(document, model) for model in pieces)
        notes.append(f"a contributor over summaries {names} was split")
    return pieces


def _cut(document: PyramidDocument, start: int, end: int) -> list[tuple[int, Span, str]]:
    """The pieces of ``[start, end)`` by model: its index, the span in the model's own text, and the text.

    A piece of only white space beyond a summary's end does not belong to the next summary.
    """
    pieces = []
    for index, model in enumerate(document.models):
        low, high = max(start, model.start), min(end, model.end)
        text = document.text[low:high]
        if low < high and ((low, high) == (start, end) or text.strip()):
            pieces.append((index, Span(low - model.start, high - model.start), text))
    return pieces


def _united(spans: Iterable[Span]) -> tuple[tuple[Span, ...], bool]:
    """The spans joined where they overlap, and whether any did."""
    several = tuple(spans)
    if len(several) < 2:
        return several, False
    joined = absorb_all(several)
    return joined, len(joined) < len(several)


def _visible(text: str) -> int:
    return len("".join(text.split()))


def _quoted_label(contributor: Contributor) -> str:
    return f"“{contributor.label[:40]}”"


def _model_name(document: PyramidDocument, model: int) -> str:
    return document.models[model].name or f"M{model + 1}"
