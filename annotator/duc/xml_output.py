"""Writes documents as DUCView files, with DUCView's DOCTYPE, element order, indentation, escapes and UTF-16 offsets."""

from annotator.duc.documents import PeerDocument, PyramidDocument, Scu
from annotator.duc.part_offsets import Utf16Offsets

_PEER_DECLARATIONS = """ <!ELEMENT peerAnnotation (pyramid,annotation)>
 <!ELEMENT annotation (text,peerscu+)>
 <!ELEMENT peerscu (contributor)*>
 <!ATTLIST peerscu uid CDATA #REQUIRED
                   label CDATA #REQUIRED
                   comment CDATA #IMPLIED>
"""
_PYRAMID_DECLARATIONS = """ <!ELEMENT pyramid (startDocumentRegEx?,text,scu*)>
 <!ELEMENT startDocumentRegEx (#PCDATA)>
 <!ELEMENT text (line*)>
 <!ELEMENT line (#PCDATA)>
 <!ELEMENT scu (contributor)+>
 <!ATTLIST scu uid CDATA #REQUIRED
               label CDATA #REQUIRED
               comment CDATA #IMPLIED>
 <!ELEMENT contributor (part)+>
 <!ATTLIST contributor label CDATA #REQUIRED
                       comment CDATA #IMPLIED>
 <!ELEMENT part EMPTY>
 <!ATTLIST part label CDATA #REQUIRED
                start CDATA #REQUIRED
                end   CDATA #REQUIRED>
"""
_NUM_MODELS_DECLARATION = " <!ATTLIST pyramid numModels CDATA #IMPLIED>\n"

_TEXT_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})
_ATTRIBUTE_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\t": "&#9;", "\n": "&#10;"}
)


def write_pyr(document: PyramidDocument) -> str:
    """The text of a ``.pyr`` file; newlines are deleted from labels."""
    doctype = _doctype("pyramid", document)
    return "\n".join(['<?xml version="1.0"?>', doctype, *_pyramid_lines(document), ""])


def write_pan(document: PeerDocument) -> str:
    """The text of a ``.pan`` file; newlines are deleted from labels."""
    offsets = Utf16Offsets(document.text)
    lines = ['<?xml version="1.0"?>', _doctype("peerAnnotation", document.pyramid), "<peerAnnotation>"]
    lines += _pyramid_lines(document.pyramid)
    lines += ["<annotation>", *_text_lines(document.text)]
    for scu in document.scus:
        lines += _scu_lines("peerscu", scu, offsets)
    return "\n".join([*lines, "</annotation>", "</peerAnnotation>", ""])


def _doctype(root: str, pyramid: PyramidDocument) -> str:
    peer_declarations = _PEER_DECLARATIONS if root == "peerAnnotation" else ""
    attribute_declaration = _NUM_MODELS_DECLARATION if pyramid.num_models is not None else ""
    return f"<!DOCTYPE {root} [\n{peer_declarations}{_PYRAMID_DECLARATIONS}{attribute_declaration}\n]>\n"


def _pyramid_lines(document: PyramidDocument) -> list[str]:
    attribute = "" if document.num_models is None else f' numModels="{document.num_models}"'
    lines = [f"<pyramid{attribute}>"]
    if document.regex is not None:
        regex = document.regex.replace("]]>", "]]]]><![CDATA[>")  # "]]>" would end the CDATA section
        lines.append(f"<startDocumentRegEx><![CDATA[{regex}]]></startDocumentRegEx>")
    lines += _text_lines(document.text)
    offsets = Utf16Offsets(document.text)
    for scu in document.scus:
        lines += _scu_lines("scu", scu, offsets)
    return [*lines, "</pyramid>"]


def _text_lines(text: str) -> list[str]:
    """A ``<text>`` with one ``<line>`` per line. The format cannot say whether the last line ends with a newline."""
    lines = text.removesuffix("\n").split("\n") if text else []
    return [" <text>", *(f"  <line>{line.translate(_TEXT_ESCAPES)}</line>" for line in lines), " </text>"]


def _scu_lines(tag: str, scu: Scu, offsets: Utf16Offsets) -> list[str]:
    lines = [f' <{tag} uid="{scu.uid}" label="{_escaped(scu.label)}"{_comment(scu.comment)}>']
    for contributor in scu.contributors:
        lines.append(f'  <contributor label="{_escaped(contributor.label)}"{_comment(contributor.comment)}>')
        lines += [
            f'   <part label="{_escaped(part.label)}" start="{offsets.to_utf16(part.start)}"'
            f' end="{offsets.to_utf16(part.end)}"/>'
            for part in contributor.parts
        ]
        lines.append("  </contributor>")
    return [*lines, f" </{tag}>"]


def _escaped(label: str) -> str:
    return label.replace("\n", "").translate(_ATTRIBUTE_ESCAPES)


def _comment(text: str) -> str:
    """The attribute ``comment``, with a space before it; "" if there is no comment."""
    return f' comment="{text.translate(_ATTRIBUTE_ESCAPES)}"' if text else ""
