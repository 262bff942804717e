"""A figure: a plot with its name, title and text alternative."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Protocol
from xml.etree.ElementTree import Element, indent, tostring

from scoring.figures.lettering import shortened
from scoring.figures.svg import add, legal

Value = str | int | float | None
NAMESPACE = "http://www.w3.org/2000/svg"
TITLE_HEIGHT, TITLE_SIZE, MARGIN = 34.0, 15.0, 16.0


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a plot: heads of columns, each once, and rows of as many values."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    @classmethod
    def of(cls, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> "Table":
        """A table whose columns of the same name are told apart by numbers."""
        seen: Counter[str] = Counter()
        heads = []
        for column in columns:
            seen[column] += 1
            heads.append(column if seen[column] == 1 else f"{column} ({seen[column]})")
        return cls(tuple(heads), tuple(tuple(row) for row in rows))


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a plot drew: a group of elements and the room it takes in px."""

    group: Element
    width: float
    height: float


class Plot(Protocol):
    """Data that can be drawn and told as a table."""

    @property
    def table(self) -> Table:
        """All that the drawing shows."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""

    def draw(self) -> Drawing:
        """The picture."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot for people.

    ``name``: letters, digits and hyphens, the figure's name in addresses and files. ``about``: a sentence or two on
    what is to be seen; with the title it is the text alternative.
    """

    name: str
    title: str
    about: str
    plot: Plot

    @property
    def table(self) -> Table:
        """The numbers of the picture."""
        return self.plot.table

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return self.plot.is_empty


def inline_svg(figure: Figure) -> str:
    """The picture as an element of a page, which gives it its style sheet."""
    drawing = figure.plot.draw()
    root = _root(figure, drawing.width, drawing.height)
    root.append(drawing.group)
    return tostring(root, encoding="unicode")


def svg_file(figure: Figure, css: str) -> str:
    """The picture as a file of its own, with its title on it, on a background, with the style sheet ``css``."""
    drawing = figure.plot.draw()
    width, height = drawing.width + 2 * MARGIN, drawing.height + TITLE_HEIGHT + 2 * MARGIN
    root = _root(figure, width, height)
    style = Element("style")
    style.text = css
    root.insert(2, style)
    add(root, "rect", class_="background", width=width, height=height)
    title = shortened(figure.title, width - 2 * MARGIN, TITLE_SIZE)
    add(root, "text", title, class_="heading", x=MARGIN, y=MARGIN + TITLE_SIZE)
    drawing.group.set("transform", f"translate({MARGIN:g} {MARGIN + TITLE_HEIGHT:g})")
    root.append(drawing.group)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _root(figure: Figure, width: float, height: float) -> Element:
    wide, high = str(ceil(width)), str(ceil(height))
    size = {"width": wide, "height": high, "viewBox": f"0 0 {wide} {high}"}
    names = f"figure-{figure.name}-title figure-{figure.name}-about"
    root = Element("svg", {"xmlns": NAMESPACE, "class": "plot", "role": "img", "aria-labelledby": names, **size})
    for tag, told, text in (("title", "title", figure.title), ("desc", "about", figure.about)):
        add(root, tag, id=f"figure-{figure.name}-{told}").text = legal(text)
    return root
