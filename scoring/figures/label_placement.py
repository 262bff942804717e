"""Places the names of points: beside their points if there is room, else farther away with a leader line."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from scoring.figures.lettering import SIZE
from scoring.stats.arrays import Bools, Floats

HEIGHT = SIZE + 2.0
"""The height of a name's box."""
MARK_RADIUS = 5.5
"""The distance that names keep from the middle of a mark."""
DIRECTIONS = tuple(pi * step / 8 for step in (0, 8, 12, 4, 14, 2, 10, 6, 15, 1, 9, 7, 13, 3, 11, 5))
"""Angles in the order in which they are tried: right, left, above, below, then between them."""
DISTANCES = (8.0, 14.0, 24.0, 36.0, 52.0, 72.0, 96.0, 124.0, 160.0)
LONGEST_WITHOUT_LEADER = 14.0
STEPS = 32
"""The number of points tested on each leader: even on the longest, at most 7 px apart, half the height of a name."""
CROWDING_DISTANCE = 60.0
"""Points with many others within this distance are named first, while there is room near them."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The edges of the frame of a plot, in px."""

    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PlacedName:
    """The left end and the vertical middle of a name. ``leader``: the end of the line from the point to the name; None
    if the name is beside its point.
    """

    left: float
    middle: float
    leader: tuple[float, float] | None


def placed_names(
    points: Sequence[tuple[float, float]], widths: Sequence[float], frame: Frame
) -> list[PlacedName | None]:
    """A place for the name of each point; None if there is no room. ``widths``: of the names, in px. Names lie inside
    the frame and cover neither marks nor one another. A leader crosses a name only if there is no other place.
    """
    xy = np.array(points, dtype=float).reshape(-1, 2)
    is_near = np.hypot(*(xy[:, None] - xy[None]).transpose(2, 0, 1)) < CROWDING_DISTANCE  # [points, points]
    canvas = _Canvas(frame, np.column_stack([xy - MARK_RADIUS, xy + MARK_RADIUS]))
    places: list[PlacedName | None] = [None] * len(points)
    most_crowded_first = sorted(range(len(points)), key=lambda index: (-int(is_near[index].sum()), index))
    for index in most_crowded_first:
        places[index] = canvas.place(*points[index], widths[index])
    return places


class _Canvas:
    """The space that marks, names and leaders take: boxes (left, top, right, bottom) of marks and of names, and leaders
    as lines (x1, y1, x2, y2).
    """

    def __init__(self, frame: Frame, marks: Floats) -> None:
        self._frame, self._marks = frame, marks
        self._names, self._leaders = np.empty((0, 4)), np.empty((0, 4))

    def place(self, x: float, y: float, width: float) -> PlacedName | None:
        """The best free place of a name, which then counts as taken; None if none is free."""
        boxes, distances = _candidates(x, y, width)
        is_free = self._is_inside(boxes) & ~_overlap(boxes, np.vstack([self._marks, self._names])).any(axis=1)
        boxes, distances = boxes[is_free], distances[is_free]
        if not len(boxes):
            return None
        ends = np.column_stack([np.clip(x, boxes[:, 0], boxes[:, 2]), np.clip(y, boxes[:, 1], boxes[:, 3])])
        leaders = np.column_stack([np.full(len(boxes), x), np.full(len(boxes), y), ends])
        has_leader = distances > LONGEST_WITHOUT_LEADER
        crosses = _crosses(boxes, self._leaders).any(axis=1) | (_crosses(self._names, leaders).any(axis=0) & has_leader)
        best = int(np.argmin(crosses))  # the first that crosses nothing; if all cross something, the first
        self._names = np.vstack([self._names, boxes[best]])
        if has_leader[best]:
            self._leaders = np.vstack([self._leaders, leaders[best]])
        left, top = boxes[best, :2].tolist()
        end_x, end_y = ends[best].tolist()
        return PlacedName(left, top + HEIGHT / 2, (end_x, end_y) if has_leader[best] else None)

    def _is_inside(self, boxes: Floats) -> Bools:
        frame = self._frame
        inside = (boxes >= (frame.left, frame.top, -np.inf, -np.inf)) & (
            boxes <= (np.inf, np.inf, frame.right, frame.bottom)
        )
        all_inside: Bools = np.logical_and.reduce(inside, axis=1)
        return all_inside


def _candidates(x: float, y: float, width: float) -> tuple[Floats, Floats]:
    """The boxes (left, top, right, bottom) that are tried for the name of a point, the nearest first, and their
    distances from it. The side or corner that faces the point touches the circle with this distance as its radius.
    """
    boxes = []
    for distance in DISTANCES:
        for angle in DIRECTIONS:
            dx, dy = cos(angle), sin(angle)
            left = x + distance * dx - width * (1 - _alignment(dx)) / 2
            top = y + distance * dy - HEIGHT * (1 - _alignment(dy)) / 2
            boxes.append((left, top, left + width, top + HEIGHT))
    return np.array(boxes), np.repeat(DISTANCES, len(DIRECTIONS))


def _alignment(direction: float) -> float:
    """Where a box lies along an axis, relative to a point on the circle: -1 if the box ends at this point, 0 if it is
    centred on it, 1 if it begins at it. ``direction``: the cosine of the angle between the axis and the direction from
    the centre of the circle to the point; the result is 1 from 1 / 1.6 on.
    """
    return 0.0 if abs(direction) < 1e-9 else max(-1.0, min(1.0, direction * 1.6))


def _overlap(boxes: Floats, others: Floats) -> Bools:
    """For each box and each of the ``others``, whether they overlap, as an array [boxes, others]."""
    first, second = boxes[:, None], others[None]
    meet = (first[..., :2] < second[..., 2:]) & (first[..., 2:] > second[..., :2])
    overlap: Bools = np.logical_and.reduce(meet, axis=-1)
    return overlap


def _crosses(boxes: Floats, lines: Floats) -> Bools:
    """For each box and each line (x1, y1, x2, y2), whether the line passes through the box, as an array [boxes, lines].
    Only STEPS points of each line are looked at.
    """
    steps = np.linspace(0, 1, STEPS)[:, None]
    start, end = lines[:, None, :2], lines[:, None, 2:]
    on_lines = (start + steps * (end - start))[None]  # [1, lines, steps, 2]
    corners = boxes[:, None, None]
    within = np.logical_and.reduce((on_lines > corners[..., :2]) & (on_lines < corners[..., 2:]), axis=-1)
    crosses: Bools = np.logical_or.reduce(within, axis=-1)
    return crosses
