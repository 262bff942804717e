"""Draws what plots share: the marks (dots) of series, which differ in colour, shape and dash; legend, labels, axes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from xml.etree.ElementTree import Element

from scoring.figures.lettering import SIZE, shortened, text_width
from scoring.figures.scale import Reference, Scale, Tick
from scoring.figures.svg import add, add_tooltip

COLOUR_COUNT = 6
DASHES = (None, "7 3", "2 3", "9 3 2 3", "4 4", "12 3")
SHAPES = ("circle", "square", "up", "diamond", "down", "cross")
OUTLINES = {
    "up": "M{x} {top}L{right} {bottom}L{left} {bottom}Z",
    "down": "M{x} {bottom}L{right} {top}L{left} {top}Z",
    "diamond": "M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z",
    "cross": "M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}",
}
"""SVG paths of shapes, with names for the coordinates."""
RADIUS = 4.0
LINE_HEIGHT = 20.0
GAP = 18.0


@dataclass(frozen=True, slots=True)
class Series:
    """Data drawn with one look, and its name in the legend. ``is_pale``: whether its marks are small and pale. All pale
    series together have one entry in the legend.
    """

    name: str
    is_pale: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """The CSS class of a series' colour, the shape of its marks, and the dash pattern of its line."""

    css: str
    shape: str
    dash: str | None


PALE = Look("quiet", "circle", None)
"""The look of all pale series."""
MEAN, OUTLIER = Look("mean", "circle", None), Look("outlier", "circle", None)
"""The marks of a box plot: a filled dot and an open circle."""


def looks(series: Sequence[Series]) -> list[Look]:
    """The look of each series. The first six have six colours and shapes; the next six have the same colours with other
    shapes, and so on.
    """
    result, coloured_count = [], 0
    for item in series:
        if item.is_pale:
            result.append(PALE)
            continue
        colour, repetition = coloured_count % COLOUR_COUNT, coloured_count // COLOUR_COUNT
        index = colour + repetition
        result.append(Look(f"series-{colour + 1}", SHAPES[index % len(SHAPES)], DASHES[index % len(DASHES)]))
        coloured_count += 1
    return result


def draw_mark(parent: Element, look: Look, x: float, y: float, *, title: str = "", value: float | None = None) -> None:
    """Draws the mark of a series at a point. ``value``: written, unrounded, to the attribute data-value. ``title``: the
    tooltip.
    """
    size = RADIUS - 0.5 if look is PALE else RADIUS
    css = f"mark {look.css}{' cross' if look.shape == 'cross' else ''}"
    if look.shape == "circle":
        element = add(parent, "circle", cx=x, cy=y, r=size, class_=css)
    elif look.shape == "square":
        side = 1.8 * size
        element = add(parent, "rect", x=x - side / 2, y=y - side / 2, width=side, height=side, class_=css)
    else:
        reach = 1.2 * size
        corners = {"x": x, "y": y, "left": x - reach, "right": x + reach, "top": y - reach, "bottom": y + reach}
        path = OUTLINES[look.shape].format(**{name: f"{coordinate:.2f}" for name, coordinate in corners.items()})
        element = add(parent, "path", d=path, class_=css)
    if value is not None:
        element.set("data-value", repr(value))
    add_tooltip(element, title)


def draw_legend(
    parent: Element,
    series: Sequence[Series],
    left: float,
    width: float,
    *,
    draws_lines: bool = False,
    pale_name: str = "the others",
) -> float:
    """Draws the names of the series with their marks, in as many rows as needed. Returns the height used; a single
    series gets no legend, and the height is 0. ``draws_lines``: whether to draw a piece of the line behind each mark.
    ``pale_name``: the common name of all pale series.
    """
    entries = [(item.name, look) for item, look in zip(series, looks(series), strict=True) if not item.is_pale]
    pale_count = sum(item.is_pale for item in series)
    if pale_count:
        entries.append((f"{pale_name} ({pale_count})", PALE))
    if len(entries) < 2 and not pale_count:
        return 0.0
    x, y, mark_width = left, LINE_HEIGHT / 2, 30.0 if draws_lines else 14.0
    for name, look in entries:
        text = shortened(name, width / 2 - mark_width)
        needed = mark_width + text_width(text) + GAP
        if x > left and x + needed - GAP > left + width:
            x, y = left, y + LINE_HEIGHT
        if draws_lines:
            add(parent, "line", class_=f"line {look.css}", x1=x, x2=x + 24, y1=y, y2=y, stroke_dasharray=look.dash)
        draw_mark(parent, look, x + (12 if draws_lines else 5), y)
        draw_label(parent, text, x + mark_width, y)
        x += needed
    return y + LINE_HEIGHT / 2 + 6


def draw_label(
    parent: Element, text: str, x: float, y: float, *, anchor: str = "start", css: str = "", width: float | None = None
) -> None:
    """Draws text, vertically centred at ``y``. A text wider than ``width`` is shortened; its tooltip has all of it."""
    shown_text = text if width is None else shortened(text, width)
    element = add(parent, "text", x=x, y=y + SIZE * 0.35, text_anchor=anchor, class_=css or None)
    if shown_text != " ".join(text.split()):
        add_tooltip(element, text)
    add(element, "tspan", shown_text)


def draw_value_axis(
    parent: Element, scale: Scale, top: float, bottom: float, *, has_numbers_above: bool = False
) -> None:
    """Draws vertical grid lines, with their numbers below. ``has_numbers_above``: whether they are also above."""
    for tick in scale.ticks:
        x = scale(tick.value)
        add(parent, "line", class_="grid", x1=x, x2=x, y1=top, y2=bottom)
        draw_label(parent, tick.text, x, bottom + 12, anchor="middle", css="tick")
        if has_numbers_above:
            draw_label(parent, tick.text, x, top - 10, anchor="middle", css="tick")


def draw_reference_lines(
    parent: Element, references: Sequence[Reference], scale: Scale, top: float, bottom: float
) -> None:
    """Draws dashed vertical lines at values to compare with."""
    for reference in references:
        x = scale(reference.value)
        line = add(parent, "line", class_="reference", x1=x, x2=x, y1=top, y2=bottom, stroke_dasharray="4 3")
        add_tooltip(line, reference.name)


def thinned(ticks: Sequence[Tick], scale: Scale) -> list[Tick]:
    """Every n-th tick, with the smallest n that leaves room for the labels."""
    if len(ticks) < 2:
        return list(ticks)
    distance = abs(scale(ticks[1].value) - scale(ticks[0].value))
    needed = max(text_width(tick.text) for tick in ticks) + 6
    every = max(1, -int(-needed // distance)) if distance else len(ticks)  # rounded up
    return list(ticks[::every])


def with_interval(value: float, low: float | None, high: float | None) -> str:
    """The text of a number with its interval, such as "0.5000 (0.4000 to 0.6000)", or of the number alone."""
    interval = "" if low is None or high is None else f" ({shown_number(low)} to {shown_number(high)})"
    return f"{shown_number(value)}{interval}"


def shown_number(value: float | None) -> str:
    """The text of a number: an int without decimals, a float with four, a dash for None, NaN and infinity."""
    if value is None or not isfinite(value):
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.4f}"
