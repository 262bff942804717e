"""DUCView pyramid files (``.pyr``) -> `PyramidDocument`."""

from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from annotator.duc.documents import PyramidDocument, Reading, Repair
from annotator.duc.model_headers import MAX_MODELS, Hints, find_models
from annotator.duc.part_offsets import PartLocator
from annotator.duc.scu_elements import ScuReader, check_size, first_start, read_text, read_uid, renumber
from annotator.duc.xml_input import parse_xml
from annotator.texts.errors import FormatError


@dataclass(frozen=True, slots=True)
class PyramidReading:
    """A pyramid, its repairs, and by each doubled uid in the file the current uids of its SCUs, in order."""

    document: PyramidDocument
    repairs: tuple[Repair, ...]
    renamed: dict[int, list[int]] = field(default_factory=dict)


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
    return Reading(reading.document, (*repeated_documents(documents), *reading.repairs))


def repeated_documents(documents: int) -> tuple[Repair, ...]:
    """The repair of a file with more than one XML document."""
    return (Repair(None, f"the file holds {documents} XML documents; the last one counts"),) if documents > 1 else ()


def read_pyramid(element: Element, models: int | None, separator: str | None) -> PyramidReading:
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
    return PyramidReading(document, (*repairs, *guessed, *doubled, *reader.repairs), renamed)


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
