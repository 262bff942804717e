"""Series told apart by shape and dash as well as by colour, their legend, and the axes that all plots share."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from xml.etree.ElementTree import Element

from scoring.figures.lettering import SIZE, shortened, text_width
from scoring.figures.scale import Reference, Scale, Tick
from scoring.figures.svg import add, tell

COLOURS = 6
DASHES = (None, "7 3", "2 3", "9 3 2 3", "4 4", "12 3")
SHAPES = ("circle", "square", "up", "diamond", "down", "cross")
OUTLINES = {
    "up": "M{x} {top}L{right} {bottom}L{left} {bottom}Z",
    "down": "M{x} {bottom}L{right} {top}L{left} {top}Z",
    "diamond": "M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z",
    "cross": "M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}",
}
RADIUS = 4.0
LINE_HEIGHT = 20.0
GAP = 18.0


@dataclass(frozen=True, slots=True)
class Series:
    """A name in the legend. ``quiet``: one of many, drawn small and pale, all of them under one name."""

    name: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """How a series is drawn: colour by class, shape, dash."""

    css: str
    shape: str
    dash: str | None


QUIET = Look("quiet", "circle", None)


def looks(series: Sequence[Series]) -> list[Look]:
    """A look for each, in order: six colours; the shapes turn on once the colours are used up."""
    found, at = [], 0
    for one in series:
        if one.quiet:
            found.append(QUIET)
            continue
        turn = at % COLOURS
        shape = SHAPES[(turn + at // COLOURS) % len(SHAPES)]
        found.append(Look(f"series-{turn + 1}", shape, DASHES[(turn + at // COLOURS) % len(DASHES)]))
        at += 1
    return found


def mark(parent: Element, look: Look, x: float, y: float, *, title: str = "", value: float | None = None) -> None:
    """A dot of a series; ``value`` is kept with it to the last digit."""
    size = RADIUS - 0.5 if look is QUIET else RADIUS
    css = f"mark {look.css}{' cross' if look.shape == 'cross' else ''}"
    if look.shape == "circle":
        made = add(parent, "circle", cx=x, cy=y, r=size, class_=css)
    elif look.shape == "square":
        side = 1.8 * size
        made = add(parent, "rect", x=x - side / 2, y=y - side / 2, width=side, height=side, class_=css)
    else:
        reach = 1.2 * size
        corners = {"x": x, "y": y, "left": x - reach, "right": x + reach, "top": y - reach, "bottom": y + reach}
        path = OUTLINES[look.shape].format(**{name: f"{at:.2f}" for name, at in corners.items()})
        made = add(parent, "path", d=path, class_=css)
    if value is not None:
        made.set("data-value", repr(value))
    tell(made, title)


def legend(
    parent: Element,
    series: Sequence[Series],
    left: float,
    width: float,
    *,
    lines: bool = False,
    crowd: str = "the others",
) -> float:
    """The names with their marks, in as many rows as they need; gives the height used. One series alone needs none.

    ``crowd``: the one name of all quiet series.
    """
    named = [(one.name, look) for one, look in zip(series, looks(series), strict=True) if not one.quiet]
    quiet = sum(one.quiet for one in series)
    if quiet:
        named.append((f"{crowd} ({quiet})", QUIET))
    if len(named) < 2 and not quiet:
        return 0.0
    x, y, key = left, LINE_HEIGHT / 2, 30.0 if lines else 14.0
    for name, look in named:
        text = shortened(name, width / 2 - key)
        needed = key + text_width(text) + GAP
        if x > left and x + needed - GAP > left + width:
            x, y = left, y + LINE_HEIGHT
        if lines:
            add(parent, "line", class_=f"line {look.css}", x1=x, x2=x + 24, y1=y, y2=y, stroke_dasharray=look.dash)
        mark(parent, look, x + (12 if lines else 5), y)
        label(parent, text, x + key, y)
        x += needed
    return y + LINE_HEIGHT / 2 + 6


def label(
    parent: Element, text: str, x: float, y: float, *, anchor: str = "start", css: str = "", width: float | None = None
) -> None:
    """Lettering with its middle at ``y``, no wider than ``width``; what was cut is told on hovering."""
    line = text if width is None else shortened(text, width)
    made = add(parent, "text", x=x, y=y + SIZE * 0.35, text_anchor=anchor, class_=css or None)
    if line != " ".join(text.split()):
        tell(made, text)
    add(made, "tspan", line)


def value_axis(parent: Element, scale: Scale, top: float, bottom: float, *, above: bool = False) -> None:
    """Vertical grid lines with their numbers below, and above too where the plot is tall."""
    for tick in scale.ticks:
        x = scale(tick.value)
        add(parent, "line", class_="grid", x1=x, x2=x, y1=top, y2=bottom)
        label(parent, tick.text, x, bottom + 12, anchor="middle", css="tick")
        if above:
            label(parent, tick.text, x, top - 10, anchor="middle", css="tick")


def reference_lines(parent: Element, references: Sequence[Reference], scale: Scale, top: float, bottom: float) -> None:
    """Dashed vertical lines at values worth comparing with."""
    for one in references:
        x = scale(one.value)
        made = add(parent, "line", class_="reference", x1=x, x2=x, y1=top, y2=bottom, stroke_dasharray="4 3")
        tell(made, one.name)


def thinned(marks: Sequence[Tick], scale: Scale) -> list[Tick]:
    """As many ticks, evenly taken, as their labels leave room for."""
    if len(marks) < 2:
        return list(marks)
    room = abs(scale(marks[1].value) - scale(marks[0].value))
    needed = max(text_width(one.text) for one in marks) + 6
    every = max(1, -int(-needed // room)) if room else len(marks)
    return list(marks[::every])


def shown(value: float | None) -> str:
    """A number as people read it: four decimals, whole numbers as they are, a dash for none."""
    if value is None or not isfinite(value):
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.4f}"
