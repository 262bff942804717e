"""DUCView peer annotation files (``.pan``) <-> `PeerDocument`.

A ``.pan`` holds a full copy of its pyramid, and all peers of a pyramid hold the same copy byte for byte. So the bytes
up to the end of ``</pyramid>`` are read once and remembered; each further peer costs its own annotation only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError

from annotator.duc.documents import PeerDocument, Reading, Repair, Scu
from annotator.duc.part_offsets import PartLocator
from annotator.duc.pyr_xml import PyramidReading, read_pyramid, repeated_documents
from annotator.duc.scu_elements import ScuReader, check_size, read_text, read_uid
from annotator.duc.xml_input import check_bytes, parse_document, parse_xml
from annotator.texts.errors import FormatError

_PYRAMID_START = re.compile(rb"<pyramid[\s>]")
_PYRAMID_END = b"</pyramid>"
_ROOT_END = b"</peerAnnotation>"
_REMEMBERED = 16
_MAX_REMEMBERED_BYTES = 300_000


def read_pan(data: bytes, *, models: int | None = None, separator: str | None = None) -> Reading[PeerDocument]:
    """The pyramid, the peer's text and the matches of a ``.pan`` file.

    Args:
        data: the file's bytes.
        models: how many model summaries the pyramid has, for files without document headers.
        separator: a regular expression that matches what stands between the summaries, for the same.

    Raises:
        FormatError: the file is refused; one sentence says why.
    """
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
    """The same with the pyramid from memory, or None for a file that has to be parsed as a whole."""
    stop = data.find(_PYRAMID_END) + len(_PYRAMID_END)
    if stop < len(_PYRAMID_END) or stop > _MAX_REMEMBERED_BYTES:
        return None
    remembered = _read_prefix(data[:stop], models, separator)
    if remembered is None:
        return None
    start, pyramid = remembered
    try:
        root = parse_document(data[:start] + data[stop:])
    except ParseError:
        return None
    if root.find("pyramid") is not None:
        return None
    check_size(root)
    return _read_annotation(root, pyramid, ())


@lru_cache(maxsize=_REMEMBERED)
def _read_prefix(prefix: bytes, models: int | None, separator: str | None) -> tuple[int, PyramidReading] | None:
    """Where the pyramid begins in a file that starts with these bytes, and what it holds.

    None unless the file is plain: closed right before and right after the pyramid, the prefix is a whole document
    without and with that pyramid. Then the parser stands in the root element at both places, and what follows in the
    file cannot change what was read.
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


def _read_annotation(root: Element, pyramid: PyramidReading, repairs: tuple[Repair, ...]) -> Reading[PeerDocument]:
    element = root.find("annotation")
    if element is None:
        raise FormatError("It holds no annotation.")
    text, found = read_text(element, "annotation")
    reader = ScuReader(PartLocator(text, [(0, len(text))]), keep_empty=False)
    peers = element.findall("peerscu")
    scus = tuple(reader.read(scu, uid) for scu, uid in zip(peers, _uids(peers, pyramid), strict=True))
    stray = _report_uids(scus, {scu.uid for scu in pyramid.document.scus})
    document = PeerDocument(pyramid.document, text, scus)
    return Reading(document, (*repairs, *pyramid.repairs, *found, *stray, *reader.repairs))


def _uids(elements: Iterable[Element], pyramid: PyramidReading) -> list[int]:
    """The uids that the matched SCUs now have: where the pyramid's were doubled, they go in the same order."""
    left = {uid: list(names) for uid, names in pyramid.renamed.items() if uid != 0}
    uids = []
    for element in elements:
        uid = read_uid(element)
        uids.append(left[uid].pop(0) if left.get(uid) else uid)
    return uids


def _report_uids(scus: Iterable[Scu], known: set[int]) -> list[Repair]:
    """What is odd about the uids that a peer is matched to."""
    repairs = []
    seen: set[int] = set()
    for scu in scus:
        if scu.uid in seen:
            repairs.append(Repair(scu.uid, "the peer lists this uid twice; its matches were taken together"))
        elif scu.uid != 0 and scu.uid not in known and scu.contributors:
            repairs.append(Repair(scu.uid, "the uid is not in the pyramid; its matches are kept as non-matching units"))
        seen.add(scu.uid)
    return repairs
