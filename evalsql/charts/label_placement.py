"""Placement of names, beside points and at the ends of lines, without overlaps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand
from evalsql.charts import data
from evalsql.charts.drawing import filled
from evalsql.charts.theme import PARTS, SIZE, Look, text_width
from evalsql.comparing.correlate import put_orderings
from evalsql.comparing.scores import Scores
from evalsql.errors import InputError
from evalsql.words import plural

NEAR = 5  # pixels from a point to its name
UP = SIZE / 2 + 5
AXIS, SHAPE = 48, 0.62  # pixels left of the points, and the height of their panel to its width
PLACES = (  # of a name beside its point, the best first: pixels to the right and below, and what of the name is there
    (NEAR, 0, "left"),
    (-NEAR, 0, "right"),
    (0, -UP, "center"),
    (0, UP, "center"),
    (NEAR, -UP / 1.5, "left"),
    (NEAR, UP / 1.5, "left"),
    (-NEAR, -UP / 1.5, "right"),
    (-NEAR, UP / 1.5, "right"),
)
Box = tuple[float, float, float, float]  # left, top, right, bottom
LINE = SIZE + 2  # pixels from one name to the next
LEADER = 16  # pixels from the end of a line to its name
MOST = 0.42  # of a panel's width, for names


def ordered(scores: Scores, values: dict[str, Any]) -> dict[str, Any]:
    """Makes the orderings of runs by two measures; gives the coefficient between them, as SQL."""
    if len(scores.measures) < 2:
        raise InputError(f"a scatter takes two measures; there is only {', '.join(scores.measures)}")
    put_orderings(scores, None)
    return {"tau": expand(body_of("correlations", "kendall"), udf=scores.udf)}


def beside_points(
    rows: data.Rows, look: Look, names: Mapping[str, str | None], values: Mapping[str, Any]
) -> dict[str, Any]:
    """The names of points if there is room for them; those of colored runs have the choice."""
    rows.sort(key=lambda row: names[row["name"]] is None)
    width, height = look.pixels - AXIS, round((look.pixels - AXIS) * SHAPE)
    (left, right), (low, high) = rows[0]["domain"], rows[0]["other_domain"]
    points = [
        ((row["mean"] - left) / (right - left) * width, (high - row["other_mean"]) / (high - low) * height)
        for row in rows
    ]
    for row, place in zip(rows, place_names(points, [row["run_name"] for row in rows], width, height), strict=True):
        row["place"] = place
    left_out = sum(row["place"] is None for row in rows)
    texts = [
        {
            "transform": [{"filter": f"datum.place === {number}"}],
            "mark": {"type": "text", "dx": dx, "dy": dy, "align": align, "baseline": "middle"},
            "encoding": {"text": {"field": "run_name"}},
        }
        for number, (dx, dy, align) in enumerate(PLACES)
        if any(row["place"] == number for row in rows)
    ]
    unnamed = f"; {plural(left_out, 'name')} left out where there is no room" if left_out else ""
    return {"height": height, "texts": texts, "unnamed": unnamed}


def place_names(
    points: Sequence[tuple[float, float]], names: Sequence[str], width: float, height: float
) -> list[int | None]:
    """Which of the places the name of each point has, None if it fits nowhere; the first ones have the choice."""
    taken = [(x - 3, y - 3, x + 3, y + 3) for x, y in points]
    found: list[int | None] = []
    for (x, y), name in zip(points, names, strict=True):
        long = text_width(name)
        found.append(None)
        for number, (dx, dy, align) in enumerate(PLACES if name else ()):
            left = x + dx - {"left": 0, "right": long, "center": long / 2}[align]
            box = (left, y + dy - SIZE / 2 - 1, left + long, y + dy + SIZE / 2 + 1)
            inside = min(box[:2]) >= 0 and box[2] <= width and box[3] <= height
            if inside and not any(meet(box, other) for other in taken):
                found[-1] = number
                taken.append(box)
                break
    return found


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@dataclass(frozen=True)
class End:
    """The end of a line."""

    name: str  # what is written there
    value: float  # where the line ends
    color: str  # of the line, and of what leads from it to its name
    dash: Sequence[int] = (1, 0)  # the same of its dashes


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float] | None:
    """Places that are at least a gap apart, in the same order, and as near as can be to those that are wanted.

    Nearest by least squares: places that are too close move together, as one block around their mean.
    """
    room = high - low - gap * (len(places) - 1)
    if room < 0:
        return None
    order = sorted(range(len(places)), key=lambda index: (places[index], -index))
    blocks: list[tuple[float, int]] = []  # the mean of what a block's first place would be, and how many it has
    for number, index in enumerate(order):
        mean, count = places[index] - number * gap, 1
        while blocks and blocks[-1][0] > mean:
            above, more = blocks.pop()
            mean, count = (mean * count + above * more) / (count + more), count + more
        blocks.append((mean, count))
    firsts = [min(max(mean, low), low + room) for mean, count in blocks for _ in range(count)]
    found = [0.0] * len(places)
    for number, index in enumerate(order):
        found[index] = firsts[number] + number * gap
    return found


def room_for(ends: Sequence[End]) -> float:
    """How many pixels names need to the right of a panel, about."""
    return max((text_width(end.name) for end in ends), default=0) + LEADER + 4


def fit(ends: Sequence[End], width: float, height: float) -> bool:
    """Whether names fit beside a panel that has so many pixels with them."""
    return room_for(ends) <= MOST * width and len(ends) * LINE <= height + LINE


def labelled(ends: Sequence[End], domain: Sequence[float], height: float, width: float | None = None) -> dict[str, Any]:
    """The names, to the right of a panel whose right edge is where its lines end; it leaves room for them."""
    low, high = domain
    shown = [end for end in ends if low <= end.value <= high]
    places = spread([end.value for end in shown], LINE * (high - low) / height, low, high) or []
    rows = [
        {"name": end.name, "ends": end.value, "at": at, "color": end.color, "dash": number}
        for number, (end, at) in enumerate(zip(shown, places, strict=False))
    ]
    dashes = {"domain": [row["dash"] for row in rows], "range": [list(end.dash) for end in shown]}

    def right(by: float) -> dict[str, Any]:
        return {"value": {"expr": f"width + {by}"} if width is None else width + by}

    words = {"rows": rows, "dashes": dashes, "from": right(1), "to": right(LEADER - 2), "beside": right(LEADER)}
    return filled(PARTS["names_of_ends"], words)
