"""Makes SVG elements. The XML library escapes texts; characters that XML forbids are replaced here."""

import re
from xml.etree.ElementTree import Element, SubElement

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def add(parent: Element, tag: str, text: str = "", /, **attributes: float | str | None) -> Element:
    """Adds a child element to ``parent`` and returns the child. In the names of ``attributes``, ``_`` stands for ``-``
    and ``class_`` for ``class``. Attributes of None are left out. Numbers are written with at most two decimals.
    """
    values = {
        name.rstrip("_").replace("_", "-"): _text(value) for name, value in attributes.items() if value is not None
    }
    element = SubElement(parent, tag, values)
    element.text = xml_text(text) or None
    return element


def add_tooltip(element: Element, text: str) -> None:
    """Shows a text when the pointer is over the element."""
    if text:
        SubElement(element, "title").text = xml_text(text)


def xml_text(text: str) -> str:
    """The text with U+FFFD for characters that XML forbids."""
    return FORBIDDEN.sub("\ufffd", text)


def _text(value: float | str) -> str:
    if isinstance(value, str):
        return xml_text(value)
    return f"{round(value, 2):.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
