"""DUCView files: pyramids (``.pyr``) -> `PyramidDocument`, peer annotations (``.pan``) -> `PeerDocument`.

A ``.pan`` has a full copy of its pyramid, and all peers of a pyramid have the same copy byte for byte. So the bytes up
to the end of ``</pyramid>`` are read once and cached; each further peer costs only its own annotation.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError

from annotator.duc.documents import PeerDocument, PyramidDocument, Reading, Repair, Scu
from annotator.duc.model_headers import MAX_MODELS, Hints, find_models
from annotator.duc.part_offsets import PartLocator
from annotator.duc.scu_elements import ScuReader, check_size, first_start, read_text, read_uid, renumber
from annotator.duc.xml_input import check_bytes, parse_document, parse_xml
from annotator.texts.errors import FormatError

_PYRAMID_START = re.compile(rb"<pyramid[\s>]")
_PYRAMID_END = b"</pyramid>"
_ROOT_END = b"</peerAnnotation>"
_CACHED_PYRAMIDS = 16
_MAX_CACHED_BYTES = 300_000


def read_pyr(data: bytes, *, models: int | None = None, separator: str | None = None) -> Reading[PyramidDocument]:
    """The pyramid of a ``.pyr`` file.

    Args:
        data: the file's bytes.
        models: how many model summaries it has, for files without document headers.
        separator: a regular expression that matches what stands between the summaries, for the same.

    Raises:
        FormatError: the file is refused; one sentence says why.
    """
    root, documents = parse_xml(data)
    if root.tag == "peerAnnotation":
        raise FormatError("It is a peer annotation (.pan), not a pyramid.")
    if root.tag != "pyramid":
        raise FormatError(f"It is not a DUCView file: its root element is <{root.tag[:40]}>.")
    check_size(root)
    reading = read_pyramid(root, models, separator)
    return replace(reading, repairs=(*repeated_documents(documents), *reading.repairs))


def repeated_documents(documents: int) -> tuple[Repair, ...]:
    """The repair of a file with more than one XML document."""
    return (Repair(None, f"the file holds {documents} XML documents; the last one counts"),) if documents > 1 else ()


def read_pyramid(element: Element, models: int | None, separator: str | None) -> Reading[PyramidDocument]:
    """A ``<pyramid>`` element, of a ``.pyr`` or inside a ``.pan``.

    Raises:
        FormatError: no text, no document headers, or a missing or invalid uid.
    """
    text, repairs = read_text(element, "pyramid")
    scus = element.findall("scu")
    regex = element.findtext("startDocumentRegEx", "")
    pattern = regex if regex.strip() else None
    num_models = _num_models(element, repairs)
    spans, guessed = find_models(text, pattern, Hints(num_models, models, separator), first_part=first_start(scus))
    uids, renamed, doubled = renumber([read_uid(scu) for scu in scus])
    reader = ScuReader(PartLocator(text, [(span.start, span.end) for span in spans]), keep_empty=True)
    document = PyramidDocument(
        text=text,
        regex=pattern,
        num_models=num_models,
        models=spans,
        scus=tuple(reader.read(scu, uid) for scu, uid in zip(scus, uids, strict=True)),
    )
    return Reading(document, (*repairs, *guessed, *doubled, *reader.repairs), renamed)


def _num_models(element: Element, repairs: list[Repair]) -> int | None:
    """The attribute of files of 2005, if it is a plausible number."""
    value = element.get("numModels")
    if value is None:
        return None
    digits = value.strip()
    if digits.isascii() and digits.isdecimal() and len(digits) < 6 and 0 < int(digits) <= MAX_MODELS:
        return int(digits)
    repairs.append(Repair(None, f"numModels is “{value[:20]}” and was not used"))
    return None


def read_pan(data: bytes, *, models: int | None = None, separator: str | None = None) -> Reading[PeerDocument]:
    """The pyramid, the peer's text and the matches of a ``.pan`` file; arguments and errors as in :func:`read_pyr`."""
    check_bytes(data)
    quick = _read_quickly(data, models, separator)
    if quick is not None:
        return quick
    root, documents = parse_xml(data)
    if root.tag == "pyramid":
        raise FormatError("It is a pyramid (.pyr), not a peer annotation.")
    if root.tag != "peerAnnotation":
        raise FormatError(f"It is not a DUCView file: its root element is <{root.tag[:40]}>.")
    pyramid = root.find("pyramid")
    if pyramid is None:
        raise FormatError("It holds no pyramid.")
    check_size(root)
    return _read_annotation(root, read_pyramid(pyramid, models, separator), repeated_documents(documents))


def _read_quickly(data: bytes, models: int | None, separator: str | None) -> Reading[PeerDocument] | None:
    """The document with its pyramid from the cache; None if the file has to be parsed as a whole."""
    stop = data.find(_PYRAMID_END) + len(_PYRAMID_END)
    if stop < len(_PYRAMID_END) or stop > _MAX_CACHED_BYTES:
        return None
    cached = _read_prefix(data[:stop], models, separator)
    if cached is None:
        return None
    start, pyramid = cached
    try:
        root = parse_document(data[:start] + data[stop:])
    except ParseError:
        return None
    if root.find("pyramid") is not None:
        return None
    check_size(root)
    return _read_annotation(root, pyramid, ())


@lru_cache(maxsize=_CACHED_PYRAMIDS)
def _read_prefix(
    prefix: bytes, models: int | None, separator: str | None
) -> tuple[int, Reading[PyramidDocument]] | None:
    """Where the pyramid begins in a file that starts with these bytes, and its content.

    None unless the prefix, closed right before and right after the pyramid, is a whole document without and with that
    pyramid. Then the parser is in the root element at both places, and the rest of the file cannot change the pyramid.
    """
    match = _PYRAMID_START.search(prefix)
    if match is None:
        return None
    try:
        before = parse_document(prefix[: match.start()] + _ROOT_END)
        root = parse_document(prefix + _ROOT_END)
    except ParseError:
        return None
    if root.tag != "peerAnnotation" or len(before) or [child.tag for child in root] != ["pyramid"]:
        return None
    check_size(root)
    return match.start(), read_pyramid(root[0], models, separator)


def _read_annotation(
    root: Element, pyramid: Reading[PyramidDocument], repairs: tuple[Repair, ...]
) -> Reading[PeerDocument]:
    element = root.find("annotation")
    if element is None:
        raise FormatError("It holds no annotation.")
    text, repaired = read_text(element, "annotation")
    reader = ScuReader(PartLocator(text, [(0, len(text))]), keep_empty=False)
    peers = element.findall("peerscu")
    scus = tuple(reader.read(scu, uid) for scu, uid in zip(peers, _uids(peers, pyramid), strict=True))
    odd = _odd_uids(scus, {scu.uid for scu in pyramid.document.scus})
    document = PeerDocument(pyramid.document, text, scus)
    return Reading(document, (*repairs, *pyramid.repairs, *repaired, *odd, *reader.repairs))


def _uids(elements: Iterable[Element], pyramid: Reading[PyramidDocument]) -> list[int]:
    """The current uids of the matched SCUs; doubled ones are renamed in the same order as in the pyramid."""
    renamed = {uid: list(names) for uid, names in pyramid.renamed.items() if uid != 0}
    uids = []
    for element in elements:
        uid = read_uid(element)
        uids.append(renamed[uid].pop(0) if renamed.get(uid) else uid)
    return uids


def _odd_uids(scus: Iterable[Scu], known: set[int]) -> list[Repair]:
    """Repairs for uids that a peer lists twice or that its pyramid lacks."""
    repairs = []
    seen: set[int] = set()
    for scu in scus:
        if scu.uid in seen:
            repairs.append(Repair(scu.uid, "the peer lists this uid twice; its matches were taken together"))
        elif scu.uid != 0 and scu.uid not in known and scu.contributors:
            repairs.append(Repair(scu.uid, "the uid is not in the pyramid; its matches are kept as non-matching units"))
        seen.add(scu.uid)
    return repairs
