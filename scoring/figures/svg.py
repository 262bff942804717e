"""Elements of SVG. Texts are escaped by the XML library; characters that XML forbids are replaced."""

import re
from xml.etree.ElementTree import Element, SubElement

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def add(parent: Element, tag: str, text: str = "", /, **attributes: float | str | None) -> Element:
    """A child of ``parent``; attributes by name with ``_`` for ``-`` (``class_`` for ``class``), None leaves one out.

    Numbers are written with at most two decimals: a hundredth of a pixel.
    """
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items() if value is not None}
    made = SubElement(parent, tag, {name: _written(value) for name, value in named.items()})
    made.text = legal(text) or None
    return made


def tell(element: Element, title: str) -> Element:
    """The element, with what hovering over it tells."""
    if title:
        SubElement(element, "title").text = legal(title)
    return element


def legal(text: str) -> str:
    """The text with U+FFFD for what XML cannot hold."""
    return FORBIDDEN.sub("\ufffd", text)


def _written(value: float | str) -> str:
    if isinstance(value, str):
        return legal(value)
    return f"{round(value, 2):.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
