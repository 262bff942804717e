"""Reads DUCView files: pyramids (``.pyr``) into `PyramidDocument`, peer annotations (``.pan``) into `PeerDocument`.

A ``.pan`` has a full copy of its pyramid, which usually has the same bytes in the files of all peers. So the pyramid
is cached by a file's bytes up to ``</pyramid>``, and in files with the same bytes only the annotation is parsed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError

from annotator.duc.divisions import MAX_MODELS, Hints, find_model_summaries
from annotator.duc.documents import PeerDocument, PyramidDocument, Reading, Repair, Scu
from annotator.duc.part_bounds import PartBounds
from annotator.duc.part_offsets import PartLocator
from annotator.duc.scu_elements import ScuReader, check_size, read_bounds, read_text, read_uid, renumber
from annotator.duc.xml_input import check_bytes, parse_document, parse_xml
from annotator.texts.errors import FormatError

_PYRAMID_START = re.compile(rb"<pyramid[\s>]")
_PYRAMID_END = b"</pyramid>"
_ROOT_END = b"</peerAnnotation>"
_CACHED_PYRAMIDS = 16
_MAX_CACHED_BYTES = 300_000  # of the part of a file up to its pyramid's end


def read_pyr(data: bytes, *, model_count: int | None = None, separator: str | None = None) -> Reading[PyramidDocument]:
    """Returns the pyramid of a ``.pyr`` file. Two arguments help with files without document headers: ``model_count``,
    the number of model summaries, and ``separator``, a regular expression for the text between two summaries. Raises
    FormatError.
    """
    root, document_count = parse_xml(data)
    if root.tag == "peerAnnotation":
        raise FormatError("It is a peer annotation (.pan), not a pyramid.")
    if root.tag != "pyramid":
        raise FormatError(f"It is not a DUCView file: its root element is <{root.tag[:40]}>.")
    check_size(root)
    reading = _read_pyramid(root, model_count, separator)
    return replace(reading, repairs=(*_document_count_repairs(document_count), *reading.repairs))


def _document_count_repairs(count: int) -> tuple[Repair, ...]:
    """A repair if a file has more than one XML document; otherwise an empty tuple."""
    return (Repair(None, f"the file holds {count} XML documents; the last one counts"),) if count > 1 else ()


def _read_pyramid(element: Element, model_count: int | None, separator: str | None) -> Reading[PyramidDocument]:
    """The content of a ``<pyramid>`` element, the root of a ``.pyr`` or a child of the root of a ``.pan``."""
    text, repairs = read_text(element)
    scus = element.findall("scu")
    regex = element.findtext("startDocumentRegEx", "")
    pattern = regex if regex.strip() else None
    num_models = _num_models(element, repairs)
    hints = Hints(num_models, model_count, separator)
    text_locator = PartLocator(text, [(0, len(text))])  # the model summaries are not known yet
    part_bounds = PartBounds(text, read_bounds(scus, text_locator))
    models = find_model_summaries(text, pattern, hints, part_bounds)
    uids, new_uids, uid_repairs = renumber([read_uid(scu) for scu in scus])
    locator = PartLocator(text, [(span.start, span.end) for span in models.spans])
    reader = ScuReader(locator, keep_empty_contributors=True)
    document = PyramidDocument(
        text=text,
        regex=pattern,
        num_models=num_models,
        models=models.spans,
        scus=tuple(reader.read(scu, uid) for scu, uid in zip(scus, uids, strict=True)),
        guess=models.guess,
    )
    return Reading(document, (*repairs, *models.repairs, *uid_repairs, *reader.repairs), new_uids)


def _num_models(element: Element, repairs: list[Repair]) -> int | None:
    """The attribute `numModels`, which only the files of DUC 2005 have; None, with a repair, if it is not plausible."""
    value = element.get("numModels")
    if value is None:
        return None
    digits = value.strip()
    if digits.isascii() and digits.isdecimal() and len(digits) < 6 and 0 < int(digits) <= MAX_MODELS:
        return int(digits)
    repairs.append(Repair(None, f"numModels is “{value[:20]}” and was ignored"))
    return None


def read_pan(data: bytes, *, model_count: int | None = None, separator: str | None = None) -> Reading[PeerDocument]:
    """The pyramid, the peer's text and the matches of a ``.pan`` file; arguments and errors as in :func:`read_pyr`."""
    check_bytes(data)
    reading = _read_with_cache(data, model_count, separator)
    if reading is not None:
        return reading
    root, document_count = parse_xml(data)
    if root.tag == "pyramid":
        raise FormatError("It is a pyramid (.pyr), not a peer annotation.")
    if root.tag != "peerAnnotation":
        raise FormatError(f"It is not a DUCView file: its root element is <{root.tag[:40]}>.")
    pyramid = root.find("pyramid")
    if pyramid is None:
        raise FormatError("It holds no pyramid.")
    check_size(root)
    pyramid_reading = _read_pyramid(pyramid, model_count, separator)
    return _read_annotation(root, pyramid_reading, _document_count_repairs(document_count))


def _read_with_cache(data: bytes, model_count: int | None, separator: str | None) -> Reading[PeerDocument] | None:
    """Returns the document, with its pyramid from the cache; None if the file must be parsed as a whole."""
    tag_start = data.find(_PYRAMID_END)
    stop = tag_start + len(_PYRAMID_END)
    if tag_start < 0 or stop > _MAX_CACHED_BYTES:
        return None
    cached = _read_cached_prefix(data[:stop], model_count, separator)
    if cached is None:
        return None
    start, pyramid_reading = cached
    try:
        root = parse_document(data[:start] + data[stop:])  # the file without its pyramid
    except ParseError:
        return None
    if root.find("pyramid") is not None:
        return None
    check_size(root)
    return _read_annotation(root, pyramid_reading, ())


@lru_cache(maxsize=_CACHED_PYRAMIDS)
def _read_cached_prefix(
    prefix: bytes, model_count: int | None, separator: str | None
) -> tuple[int, Reading[PyramidDocument]] | None:
    """Returns the offset and the content of the pyramid at the end of `prefix`, the beginning of a ``.pan`` file.

    Returns None unless the prefix, closed with the root's end tag, can be parsed both without and with the pyramid. If
    it can, the pyramid is a direct child of the root, and the rest of the file cannot change the pyramid.
    """
    match = _PYRAMID_START.search(prefix)
    if match is None:
        return None
    try:
        root_before = parse_document(prefix[: match.start()] + _ROOT_END)
        root = parse_document(prefix + _ROOT_END)
    except ParseError:
        return None
    if root.tag != "peerAnnotation" or len(root_before) or [child.tag for child in root] != ["pyramid"]:
        return None
    check_size(root)
    return match.start(), _read_pyramid(root[0], model_count, separator)


def _read_annotation(
    root: Element, pyramid_reading: Reading[PyramidDocument], repairs: tuple[Repair, ...]
) -> Reading[PeerDocument]:
    """The document of a ``<peerAnnotation>`` element. `repairs`: of the whole file; they come first in the result."""
    element = root.find("annotation")
    if element is None:
        raise FormatError("It holds no annotation.")
    text, text_repairs = read_text(element)
    reader = ScuReader(PartLocator(text, [(0, len(text))]), keep_empty_contributors=False)
    peer_scus = element.findall("peerscu")
    uids = _renumber_peer_uids([read_uid(scu) for scu in peer_scus], pyramid_reading.new_uids)
    scus = tuple(reader.read(scu, uid) for scu, uid in zip(peer_scus, uids, strict=True))
    uid_repairs = _uid_repairs(scus, {scu.uid for scu in pyramid_reading.document.scus})
    document = PeerDocument(pyramid_reading.document, text, scus)
    all_repairs = (*repairs, *pyramid_reading.repairs, *text_repairs, *uid_repairs, *reader.repairs)
    return Reading(document, all_repairs)


def _renumber_peer_uids(uids: Iterable[int], new_uids: Mapping[int, Sequence[int]]) -> list[int]:
    """Returns the peer's uids with the pyramid's new uids: the n-th use of a repeated uid gets its n-th new uid."""
    remaining = {uid: list(replacements) for uid, replacements in new_uids.items() if uid != 0}
    return [remaining[uid].pop(0) if remaining.get(uid) else uid for uid in uids]


def _uid_repairs(scus: Iterable[Scu], pyramid_uids: set[int]) -> list[Repair]:
    """Repairs for uids that a peer lists twice or that its pyramid lacks."""
    repairs = []
    seen: set[int] = set()
    for scu in scus:
        if scu.uid in seen:
            repairs.append(Repair(scu.uid, "the peer lists this uid twice; its matches were combined"))
        elif scu.uid != 0 and scu.uid not in pyramid_uids and scu.contributors:
            repairs.append(Repair(scu.uid, "the uid is not in the pyramid; its matches are kept as non-matching units"))
        seen.add(scu.uid)
    return repairs
