"""`{% progress_chart timeline "pyramid" "Pyramids finished" %}`: a small SVG chart."""

from itertools import count
from typing import Any

from django import template

from annotator.work.tasks.progress import Timeline

WIDTH, HEIGHT = 360, 132
LEFT, RIGHT, TOP, BOTTOM = 36, 352, 12, 108  # the edges of the plot inside the picture
CHANGES = "changes"

register = template.Library()


@register.inclusion_tag("annotator/work/tasks/_progress_chart.html")
def progress_chart(timeline: Timeline, series: str, title: str) -> dict[str, Any]:
    """Returns the template context for bars of the changes per day or week, or for a line of the works finished so far.

    ``series``: "changes" for the bars, or a kind of work for the line.
    """
    numbers = [point.changes if series == CHANGES else point.finished[series] for point in timeline.points]
    axis_end = round_up(max(numbers, default=0))
    ys = [BOTTOM - (BOTTOM - TOP) * number / axis_end for number in numbers]
    bars = _bars(ys) if series == CHANGES else []
    latest = numbers[-1] if numbers else 0
    return {
        "title": title,
        "total": sum(numbers) if bars else latest,
        "axis_end": axis_end,
        "bars": bars,
        "line_points": "" if bars else _line(ys),
        "start": timeline.points[0].start if timeline.points else None,
        "size": {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": RIGHT, "top": TOP, "bottom": BOTTOM},
    }


def round_up(highest: int) -> int:
    """Returns the end of an axis: the smallest of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, ... that is at least ``highest``."""
    steps = (step * 10**power for power in count() for step in (1, 2, 3, 4, 5, 6, 8))
    return next(end for end in steps if end >= highest)


def _bars(ys: list[float]) -> list[dict[str, float]]:
    """Returns one rectangle per y coordinate in ``ys``, with its upper edge there."""
    step = (RIGHT - LEFT) / len(ys) if ys else 0
    width = max(1.0, min(18.0, step * 0.72))  # leaves gaps between the bars
    lefts = [LEFT + step * (index + 0.5) - width / 2 for index in range(len(ys))]
    return [
        {"x": round(x, 2), "y": round(y, 2), "width": round(width, 2), "height": round(BOTTOM - y, 2)}
        for x, y in zip(lefts, ys, strict=True)
    ]


def _line(ys: list[float]) -> str:
    """Returns the points of an SVG polyline over the whole width."""
    if not ys:
        return ""
    point_ys = ys if len(ys) > 1 else ys * 2  # a single value becomes a horizontal line
    step = (RIGHT - LEFT) / (len(point_ys) - 1)
    return " ".join(f"{LEFT + step * index:.2f},{y:.2f}" for index, y in enumerate(point_ys))


@register.filter
def duration(seconds: float) -> str:
    """Returns a number of seconds as hours and minutes, such as "2 h 05 min"."""
    minutes = round(seconds / 60)
    if not minutes:
        return "< 1 min" if seconds else "–"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
