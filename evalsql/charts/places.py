"""Where the names of points stand, so that they cover neither each other nor a point."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evalsql.charts.theme import SIZE, text_width

NEAR = 5  # pixels from a point to its name


@dataclass(frozen=True)
class Place:
    """Where a name stands beside its point."""

    dx: float  # its left end, middle or right end, in pixels to the right of the point
    dy: float  # its middle, in pixels below the point
    align: Literal["left", "center", "right"]  # what is there: "left", "center" or "right"


UP = SIZE / 2 + 5
PLACES = (  # the best first
    Place(NEAR, 0, "left"),
    Place(-NEAR, 0, "right"),
    Place(0, -UP, "center"),
    Place(0, UP, "center"),
    Place(NEAR, -UP / 1.5, "left"),
    Place(NEAR, UP / 1.5, "left"),
    Place(-NEAR, -UP / 1.5, "right"),
    Place(-NEAR, UP / 1.5, "right"),
)
Box = tuple[float, float, float, float]  # left, top, right, bottom


def place_names(
    points: Sequence[tuple[float, float]], names: Sequence[str], width: float, height: float
) -> list[Place | None]:
    """Where the name of each point stands, None where it fits nowhere; the first ones have the choice."""
    taken = [(x - 3, y - 3, x + 3, y + 3) for x, y in points]
    found: list[Place | None] = []
    for (x, y), name in zip(points, names, strict=True):
        long = text_width(name)
        chosen = None
        for place in PLACES if name else ():
            left = x + place.dx - (0 if place.align == "left" else long if place.align == "right" else long / 2)
            box = (left, y + place.dy - SIZE / 2 - 1, left + long, y + place.dy + SIZE / 2 + 1)
            inside = min(box[:2]) >= 0 and box[2] <= width and box[3] <= height
            if inside and not any(meet(box, other) for other in taken):
                chosen = place
                taken.append(box)
                break
        found.append(chosen)
    return found


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a place in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
