"""A figure is a plot with a name, a title and a text alternative."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Protocol
from xml.etree.ElementTree import Element, indent, tostring

from scoring.figures.lettering import shortened
from scoring.figures.svg import add, xml_text

Value = str | int | float | None
NAMESPACE = "http://www.w3.org/2000/svg"
TITLE_HEIGHT, TITLE_SIZE, MARGIN = 34.0, 15.0, 16.0


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a plot: distinct column names, and rows with a value for each column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    @classmethod
    def of(cls, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> "Table":
        """A table of these columns and rows. A repeated column name gets a number, as in "score (2)"."""
        counts: Counter[str] = Counter()
        names = []
        for column in columns:
            counts[column] += 1
            names.append(column if counts[column] == 1 else f"{column} ({counts[column]})")
        return cls(tuple(names), tuple(map(tuple, rows)))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn plot: a group of elements, and its size in px."""

    group: Element
    width: float
    height: float


class Plot(Protocol):
    """Data that can be drawn, and shown as a table with the same numbers."""

    @property
    def table(self) -> Table: ...

    @property
    def is_empty(self) -> bool: ...

    def draw(self) -> Drawing: ...


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot with its title and description. ``name``: the figure's name in URLs and files, of letters, digits and
    hyphens. ``about``: one or two sentences on what the plot shows; with the title it is the text alternative.
    """

    name: str
    title: str
    about: str
    plot: Plot


def inline_svg(figure: Figure) -> str:
    """The figure as an SVG element for a page, whose style sheet has the rules for it."""
    drawing = figure.plot.draw()
    root = _root(figure, drawing.width, drawing.height)
    root.append(drawing.group)
    return tostring(root, encoding="unicode")


def svg_file(figure: Figure, css: str) -> str:
    """The figure as an SVG file, with its title, a background and the style sheet ``css``."""
    drawing = figure.plot.draw()
    width, height = drawing.width + 2 * MARGIN, drawing.height + TITLE_HEIGHT + 2 * MARGIN
    root = _root(figure, width, height)
    style = Element("style")
    style.text = css
    root.insert(2, style)  # after the title and the description
    add(root, "rect", class_="background", width=width, height=height)
    title = shortened(figure.title, width - 2 * MARGIN, TITLE_SIZE)
    add(root, "text", title, class_="heading", x=MARGIN, y=MARGIN + TITLE_SIZE)
    drawing.group.set("transform", f"translate({MARGIN:g} {MARGIN + TITLE_HEIGHT:g})")
    root.append(drawing.group)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _root(figure: Figure, width: float, height: float) -> Element:
    """An SVG element of this size in px, with the title and the description but without the drawing."""
    px_width, px_height = str(ceil(width)), str(ceil(height))
    size = {"width": px_width, "height": px_height, "viewBox": f"0 0 {px_width} {px_height}"}
    label_ids = f"figure-{figure.name}-title figure-{figure.name}-about"
    root = Element("svg", {"xmlns": NAMESPACE, "class": "plot", "role": "img", "aria-labelledby": label_ids, **size})
    for tag, suffix, text in (("title", "title", figure.title), ("desc", "about", figure.about)):
        add(root, tag, id=f"figure-{figure.name}-{suffix}").text = xml_text(text)
    return root
