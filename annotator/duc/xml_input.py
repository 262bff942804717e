"""Parses the bytes of a DUCView file into an XML tree safely, or refuses them with a sentence for users.

The internal DOCTYPE that DUCView writes is allowed; defusedxml refuses entity declarations and anything external.
"""

import re
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from annotator.texts.errors import FormatError

MAX_BYTES = 10_000_000
MAX_TAGS = 400_000
"""Far more than the parts, contributors, SCUs and lines that `check_size` allows."""
MAX_ATTRIBUTE = 100_000
"""Characters of one attribute's value."""
MAX_DEFAULTS = 200
"""Characters of the names and values of all attributes that the DOCTYPE gives to elements."""

_CURLY_QUOTED = re.compile(r"=\s*[“”„‟‘’‚‛″]")
_DECLARED_ENCODING = re.compile(rb"^\s*<\?xml[^>]*encoding\s*=")
_FORBIDDEN_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_UTF8_BOM = b"\xef\xbb\xbf"


def read_bytes(path: Path) -> bytes:
    """The file's first `MAX_BYTES + 1` bytes: no more, because a device file may have no end. Raises OSError."""
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def parse_xml(data: bytes) -> tuple[Element, int]:
    """The root element of a file's last XML document, and the number of its documents. DUCView 1.5 may append a second
    document to a file; the last one counts. Raises FormatError if the file is refused or not well-formed.
    """
    check_bytes(data)
    try:
        return parse_document(data), 1
    except ParseError as error:
        starts = _document_starts(data)
        if len(starts) > 1:
            return _parse_last(data, starts), len(starts)
        raise FormatError(_explain(data, error)) from error


def parse_document(data: bytes) -> Element:
    """The root element of one XML document. Raises FormatError if it declares entities, cannot be decoded, or has an
    attribute longer than `MAX_ATTRIBUTE`; ParseError if it is not well-formed.
    """
    try:
        parser = _Parser()
        parser.feed(data)
        root: Element = parser.close()
    except FormatError:
        raise
    except DefusedXmlException as error:
        raise FormatError("It declares XML entities or external parts, which are not read from files.") from error
    except (LookupError, ValueError) as error:
        raise FormatError("Its XML declaration names an encoding that is not known here; save it as UTF-8.") from error
    if len(data) > MAX_ATTRIBUTE:
        _check_attributes(root)
    return root


def _check_attributes(root: Element) -> None:
    if any(len(value) > MAX_ATTRIBUTE for element in root.iter() for value in element.attrib.values()):
        raise FormatError(f"It has a label, comment or other attribute of more than {MAX_ATTRIBUTE:,} characters.")


class _Parser(DefusedXMLParser):
    """A parser that limits the default attributes in a DOCTYPE: every element gets a copy, which could fill memory."""

    def __init__(self) -> None:
        super().__init__(target=TreeBuilder(), forbid_dtd=False, forbid_entities=True, forbid_external=True)
        self.parser.AttlistDeclHandler = self._check_default
        self._default_length = 0

    def _check_default(self, _element: str, name: str, _kind: str, default: str | None, _required: bool) -> None:
        if default is not None:
            self._default_length += len(name) + len(default)
        if self._default_length > MAX_DEFAULTS:
            raise FormatError(f"Its DOCTYPE gives elements more than {MAX_DEFAULTS} characters of attributes.")


def check_bytes(data: bytes) -> None:
    """Refuse bytes that are recognisably not a DUCView file, without parsing them. Raises FormatError if they are
    empty, have more than `MAX_BYTES` bytes or `MAX_TAGS` tags, are not UTF-8 (unless declared otherwise) or not XML.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(f"It is larger than {MAX_BYTES // 1_000_000} MB.")
    if not data.strip(b"\0 \t\r\n"):
        raise FormatError("It is empty.")
    if data.count(b"<") > MAX_TAGS:
        raise FormatError(f"It has more than {MAX_TAGS:,} tags.")
    if data.startswith(_UTF16_BOMS):
        return
    if not data.removeprefix(_UTF8_BOM).lstrip().startswith(b"<"):
        raise FormatError("It is not XML: it does not begin with “<”.")
    if _DECLARED_ENCODING.match(data[:200].removeprefix(_UTF8_BOM)):
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(f"It is not UTF-8: line {line} has the byte 0x{data[error.start]:02X}.") from error


def _document_starts(data: bytes) -> list[int]:
    """The offsets where XML documents begin: at their declarations or, if these are missing, at their DOCTYPEs."""
    starts = [match.start() for match in re.finditer(rb"<\?xml\s", data)]
    return starts if len(starts) > 1 else [match.start() for match in re.finditer(rb"<!DOCTYPE\s", data)]


def _parse_last(data: bytes, starts: list[int]) -> Element:
    last_document = data[starts[-1] :]
    try:
        return parse_document(last_document)
    except ParseError as error:
        explanation = _explain(last_document, error, lines_before=data.count(b"\n", 0, starts[-1]))
        raise FormatError(f"It holds {len(starts)} XML documents, of which the last counts. {explanation}") from error


def _explain(data: bytes, error: ParseError, lines_before: int = 0) -> str:
    """A sentence for users from the parser's error."""
    line, column = error.position
    line_in_file = line + lines_before
    lines = data.split(b"\n")
    text = lines[line - 1].decode("utf-8", "replace") if line <= len(lines) else ""
    message = str(error).partition(":")[0]
    if _CURLY_QUOTED.search(text):
        return f"Line {line_in_file} has curly quotes around an attribute, where XML needs straight ones."
    if message in {"no element found", "unclosed token", "unclosed CDATA section", "partial character"}:
        return f"It is cut off: the XML ends in the middle, at line {line_in_file}."
    if message == "undefined entity":
        return f"Line {line_in_file} uses an undefined entity; XML defines only &amp; &lt; &gt; &quot; and &apos;."
    if forbidden := _FORBIDDEN_IN_XML.search(text):
        return f"Line {line_in_file} has the character U+{ord(forbidden[0]):04X}, which XML forbids."
    return f"It is not well-formed XML: {message} at line {line_in_file}, column {column + 1}."
