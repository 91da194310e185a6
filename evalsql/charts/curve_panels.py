"""Curves of runs in panels: told apart by colour, named where they end if there is room, and in a legend otherwise."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from evalsql.catalog.arguments import written
from evalsql.catalog.measure import Measure, parse_measure
from evalsql.charts import theme
from evalsql.charts.data import Rows
from evalsql.charts.label_placement import End, fit, labelled, room_for
from evalsql.charts.lines import legend_of
from evalsql.errors import InputError
from evalsql.sqltext import Sql, quote
from evalsql.words import first_few, plural, said

if TYPE_CHECKING:
    import pyarrow as pa

OVER = {"rank": "rank", "recall": "recall", "p": "p, how likely the user goes on to the next document"}
MOST_QUERIES = MOST_SLICES = 6  # panels
MOST_TOGETHER, MOST_RUNS = 3, 6  # runs whose bands share a panel, and runs where each has one
MOST_CURVES = 4  # the same
MOST_POINTS = 400  # of a line
SLICE = Sql("attribute || ': ' || slice")


@dataclass(frozen=True)
class Points:
    """What evalsql.curve gave."""

    table: "pa.Table"  # its rows
    over: str  # what the curves are over: rank, recall or p
    curves: Sequence[Measure]  # the curves, in the order of the rows
    by: str  # what a row's panel is, as SQL: its query, its slice, or nothing
    panels: dict[str, str]  # the titles of panels by what SQL calls them, in the order of the rows
    note: str = ""  # what is said of panels that are left out

    @property
    def axis(self) -> str:
        """What the points are of, in words."""
        return OVER.get(self.over, self.over)

    def of(self, curves: Collection[str]) -> "Points":
        """The same, of some of the curves."""
        return replace(self, curves=[curve for curve in self.curves if str(curve) in curves])

    @property
    def averaged(self) -> bool:
        """Whether the values are means over queries."""
        return self.by != "query_id"

    def said(self, about: str) -> str:
        """What curves and values are, in a sentence or two for the subtitle."""
        titles = {curve.metric.name: curve.metric.title for curve in self.curves}
        if len(titles) == 1:
            named = next(iter(titles.values()))
        else:
            named = "; ".join(f"{name}: {title[:1].lower()}{title[1:]}" for name, title in titles.items())
        if self.by == SLICE:
            means = "Means over the queries of each slice."
        elif self.averaged:
            means = f"Means {about or 'over queries'}."
        else:
            means = f"Query {next(iter(self.panels))}." if len(self.panels) == 1 else "Each query."
        return f"{named}. {means}{self.note}"

    @property
    def heads(self) -> dict[str, str]:
        """What each curve is called above its panel: by its parameters, where these alone differ."""
        return variants(self.curves) or {str(curve): str(curve) for curve in self.curves}


def read_points(table: "pa.Table") -> Points:
    """Reads what evalsql.curve gave."""
    over = next((name for name in OVER if name in table.column_names), None)
    if over is None:
        raise InputError("a table of points, as evalsql.curve gives it, was expected; this one lacks rank, recall or p")
    curves = [parse_measure(text, "curves") for text in values_of(table, "metric")]
    if "query_id" in table.column_names:
        queries = values_of(table, "query_id")
        if len(queries) > MOST_QUERIES:
            raise InputError(
                f"a picture has room for the curves of {MOST_QUERIES} queries, and there are {len(queries):,};"
                " --average draws their means, and --queries chooses some (in Python: average=True, queries)"
            )
        titles = {query: f"query {query}" if len(queries) > 1 else "" for query in queries}
        return Points(table, over, curves, "query_id", titles)
    if "slice" in table.column_names:
        return sliced(table, over, curves)
    return Points(table, over, curves, quote(""), {"": ""})


def sliced(table: "pa.Table", over: str, curves: Sequence[Measure]) -> Points:
    """Points by slices: a panel for each, or for those with most queries."""
    columns = zip(*(table[name].to_pylist() for name in ("attribute", "slice", "queries")), strict=True)
    slices = list(dict.fromkeys(columns))
    largest = sorted(slices, key=lambda each: -each[2])[:MOST_SLICES]
    panels = {
        f"{attribute}: {slice}": f"{attribute}: {slice} ({plural(queries, 'query')})"
        for attribute, slice, queries in slices
        if (attribute, slice, queries) in largest
    }
    note = f" The {len(largest)} largest of {len(slices):,} slices." if len(slices) > len(largest) else ""
    return Points(table, over, curves, SLICE, panels, note)


def values_of(table: "pa.Table", column: str) -> list[str]:
    """The values of a column, each once, in the order of the rows."""
    return list(dict.fromkeys(table[column].to_pylist()))


def variants(curves: Sequence[Measure]) -> dict[str, str]:
    """By what several curves that are one with other parameters differ; nothing of other curves."""
    first, *others = curves
    if not others or any(each.metric.name != first.metric.name for each in others):
        return {}
    differing = [name for name in first.values if any(each.values[name] != first.values[name] for each in others)]
    condensed = len({each.judged_only for each in curves}) > 1
    found = {}
    for each in curves:
        said_of = [f"{name} = {written(each.values[name])}" for name in differing]
        if condensed:
            said_of.append("judged documents only" if each.judged_only else "all documents")
        found[str(each)] = ", ".join(said_of)
    return found


def refuse_unknown(runs: Sequence[str], named: Sequence[str | None]) -> None:
    """Refuses runs that there are not."""
    for run in named:
        if run is not None and run not in runs:
            raise InputError(f"unknown run {said(str(run))}; runs: {first_few(runs)}")


def of_curves(tables: Mapping[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """What the query of curves asks for."""
    read = read_points(tables["curved"])
    first = read.curves[0]
    values |= {"read": read, "first": str(first), "sign": -1 if first.metric.better == "lower" else 1}
    values["most"] = MOST_POINTS
    return {"over": read.over, "panel": read.by}


def of_bands(tables: Mapping[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """What the query of curves with their residuals asks for."""
    read = read_points(tables["curved"])
    texts = {str(curve) for curve in read.curves}
    residuals = {str(curve): str(curve.residual) for curve in read.curves if str(curve.residual) in texts}
    if not residuals:
        raise InputError("no curve is there with its residual; a band needs both, such as RBP and RBP_residual")
    if len(residuals) > MOST_CURVES:
        raise InputError(f"a picture has room for {MOST_CURVES} curves side by side, and there are {len(residuals)}")
    values |= {"read": read.of(residuals), "bases": list(residuals), "residuals": list(residuals.values())}
    values["most"] = MOST_POINTS
    return {"over": read.over, "panel": read.by}


def curves(rows: Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]) -> dict[str, Any]:
    """A line a run and a panel a curve, with the ideal dotted."""
    read, named, baseline = values["read"], values["named"], values["baseline"]
    runs = [run for _, run in sorted({(row["place"], row["run"]) for row in rows})]
    refuse_unknown(runs, [*named, baseline])
    told = variants(read.curves)
    by_run = len(runs) < len(told)
    labels = theme.labels(runs, letters_above(len(runs), look) if by_run else theme.LONGEST)
    if by_run:
        lines = Lines(told, theme.coloured(list(told)))
    else:
        picked = [*named, *([baseline] if baseline is not None else [])]
        colours = theme.coloured(runs, picked)
        if baseline in colours:
            colours[baseline] = look.ground.ink
        lines = Lines(labels, colours, baseline)
    beside = runs if by_run else [str(curve) for curve in read.curves]
    if len(beside) > MOST_CURVES:
        what = "runs" if by_run else "curves"
        raise InputError(f"a picture has room for {MOST_CURVES} {what} side by side, and there are {len(beside)}")
    panels = []
    for panel, title in read.panels.items():
        for each in beside:
            own = [row for row in rows if row["panel"] == panel and each == row["run" if by_run else "metric"]]
            for row in own:
                row["line"] = row["metric" if by_run else "run"]
            one = read.curves[0] if by_run else next(curve for curve in read.curves if str(curve) == each)
            heads = [title, (labels[each] if by_run else read.heads[each]) if len(beside) > 1 else ""]
            mean = "mean " if read.averaged else ""
            panels.append(
                Panel(
                    ", ".join(filter(None, heads)),
                    f"{mean}{one.metric.name}",
                    own,
                    scale="" if told else each,
                    ideal=ideal_of(one, own, by_run=by_run),
                )
            )
    notes = [read.said(values["about"])]
    if any(panel.ideal for panel in panels):
        notes.append("Dotted: the ideal.")
    if baseline is not None and not by_run:
        notes.append(f"Thick: {labels[baseline]}." if baseline in labels else "")
    if len(lines.told) < len(lines.names):
        notes.append(f"Grey: the other {len(lines.names) - len(lines.told):,} runs.")
    single = len(lines.names) == 1 and len(panels) > 1
    if single:
        notes.append(f"Run {labels[runs[0]]}.")
    return arranged(panels, lines, look, read, " ".join(filter(None, notes)), named=not single)


def ideal_of(curve: Measure, rows: Rows, *, by_run: bool) -> Rows:
    """The ideal of a panel if all lines share it, else of each line; none for shares, whose ideal is 1."""
    there = [row for row in rows if row["ideal"] is not None]
    if curve.metric.range[1] <= 1 or not there:
        return []
    at = {(row["point"], row["ideal"]) for row in there}
    if len(at) == len({point for point, _ in at}):
        return [{"point": point, "value": value, "line": None} for point, value in sorted(at)]
    if by_run:
        return [{"point": row["point"], "value": row["ideal"], "line": row["line"]} for row in there]
    return []


def bands(rows: Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]) -> dict[str, Any]:
    """Curves and, above each, a band up to what it would be if every unjudged document were relevant."""
    read, named, baseline = values["read"], values["named"], values["baseline"]
    runs = [run for _, run in sorted({(row["place"], row["run"]) for row in rows})]
    refuse_unknown(runs, [*named, baseline])
    alone = len(read.curves) * len(read.panels) == 1 and len(runs) > MOST_TOGETHER
    wanted = [*([baseline] if baseline is not None else []), *named, *runs]
    picked = list(dict.fromkeys(run for run in wanted if run in runs))[: MOST_RUNS if alone else MOST_TOGETHER]
    picked = [run for run in runs if run in picked]
    for row in rows:
        row |= {"line": row["run"], "value": row["lower"]}
    labels = theme.labels(picked, letters_above(len(picked), look) if alone else theme.LONGEST)
    panels = []
    for panel, title in read.panels.items():
        for curve in read.curves:
            for group in [[run] for run in picked] if alone else [picked]:
                heads = [
                    title,
                    read.heads[str(curve)] if len(read.curves) > 1 else "",
                    labels[group[0]] if alone else "",
                ]
                own = [
                    row for row in rows if (row["panel"], row["metric"]) == (panel, str(curve)) and row["run"] in group
                ]
                title_of = f"mean {curve.metric.name}" if read.averaged else curve.metric.name
                panels.append(Panel(", ".join(filter(None, heads)), title_of, own))
    lines = Lines(labels, theme.coloured(picked), baseline)
    notes = [read.said(values["about"]), "Bands: up to where all unjudged documents would be relevant."]
    if len(picked) < len(runs):
        notes.append(f"{len(picked)} of {len(runs):,} runs.")
    single = len(picked) == 1 and len(panels) > 1
    if single:
        notes.append(f"Run {labels[picked[0]]}.")
    return arranged(panels, lines, look, read, " ".join(notes), named=not alone and not single)


GAP = 14  # pixels between panels
AXIS = 22  # pixels that an axis of values takes beside its numbers
LEAST = 180  # pixels of a panel, where there is more than one beside another
MARKED = 15  # a line of no more points shows each of them
DOTTED = [2, 2]  # an ideal
IDEAL = "ideal"
PLAIN = ".6~g"  # numbers at axes
HEIGHT, LOW = 230, 130  # pixels of a panel alone, and of one of several rows


@dataclass(frozen=True)
class Panel:
    """A panel."""

    title: str  # what stands above it; nothing where it is alone
    values: str  # the title of its axis of values
    rows: Rows  # a row a point: line, point, value, and upper where a band begins at the value
    scale: str = ""  # panels of the same have the same axis of values
    ideal: Rows = field(default_factory=list)  # a row a point: point and value, and a line where each has its own


@dataclass(frozen=True)
class Lines:
    """How lines are told apart."""

    names: Mapping[str, str]  # what each is called, the best first
    colours: Mapping[str, str | None]  # the colour of each; None of those that are grey
    strong: str | None = None  # the line that is thick: the baseline

    @property
    def dashes(self) -> dict[str, list[int]]:
        """The dashes of each line that has a colour; the thick one has none."""
        told = [line for line in self.told if line != self.strong]
        found = dict(zip(told, theme.dashed(told), strict=True))
        return {line: found.get(line, theme.DASHES[0]) for line in self.told}

    @property
    def told(self) -> list[str]:
        """The lines that have a colour, the best first."""
        return [line for line in self.names if self.colours[line]]

    def ends(self, panel: Panel, ink: str) -> list[End]:
        """The ends of a panel's coloured lines, and of its ideal."""
        last = {row["line"]: row["value"] for row in panel.rows if row["value"] is not None}
        found = [
            End(self.names[line], last[line], str(self.colours[line]), dash)
            for line, dash in self.dashes.items()
            if line in last
        ]
        common = [row["value"] for row in panel.ideal if row.get("line") is None]
        return [End(IDEAL, common[-1], ink, DOTTED), *found] if common else found


def arranged(
    panels: Sequence[Panel], lines: Lines, look: theme.Look, read: Points, about: str, named: bool
) -> dict[str, Any]:
    """Panels beside and below each other, with the names of their lines."""
    panels = [panel for panel in panels if panel.rows]
    columns = columns_of(len(panels), look.pixels)
    height = LOW if len(panels) > columns else HEIGHT if len(panels) == 1 else HEIGHT * 0.75
    room = (look.pixels - GAP * (columns - 1) - 8) / columns
    ends = [lines.ends(panel, look.ground.ink) if named else [] for panel in panels]
    fitting = all(fit(each, room, height) for each in ends)
    ticks = {panel.scale: ticks_of([each for each in panels if each.scale == panel.scale]) for panel in panels}
    across = spanned(panels) if read.over == "rank" else (0.0, 1.0)
    beside = max(map(room_for, ends)) if fitting and named else 0
    beside += AXIS + max(theme.text_width(f"{tick:.6g}") for each in ticks.values() for tick in each)
    width = None if len(panels) == 1 else max(room - beside, 40)
    drawn = [
        one(panel, lines, look, Axes(read.axis, across, ticks[panel.scale], width, height), own if fitting else None)
        for panel, own in zip(panels, ends, strict=True)
    ]
    heads = ", ".join(dict.fromkeys(curve.metric.name for curve in read.curves))
    words = {"heads": heads, "over": read.over, "said": about, "single": width is None, "columns": columns}
    if width is None:
        return words | {"layers": drawn[0]["layer"], "height": height, "resolve": drawn[0].get("resolve", {})}
    sized = [
        chart | {"width": width, "height": height, "title": heading(panel.title, room)}
        for chart, panel in zip(drawn, panels, strict=True)
    ]
    return words | {"beside": sized}


@dataclass(frozen=True)
class Axes:
    """The axes of a panel."""

    title: str  # of the axis of points
    across: tuple[float, float]  # its first and last point
    ticks: Sequence[float]  # those of the axis of values, from end to end
    width: float | None  # of the panel, in pixels; None of a panel alone
    height: float  # likewise

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of the axis of values."""
        return self.ticks[0], self.ticks[-1]

    @property
    def points(self) -> list[float]:
        """The ticks of the axis of points: of ranks, the first among them."""
        first, last = self.across
        found = [tick for tick in steps(0, last, 5 if self.width is None or self.width > 200 else 3) if tick <= last]
        return [first, *(tick for tick in found if tick > first)]


def one(panel: Panel, lines: Lines, look: theme.Look, axes: Axes, ends: Sequence[End] | None) -> dict[str, Any]:
    """A panel, with the names of its lines where these end, or without, and then it is in a legend."""
    rows = [row | {"name": lines.names[row["line"]]} for row in panel.rows]
    names = [lines.names[line] for line in lines.told]
    title = axes.title if axes.width is None else theme.axis_title(axes.title, axes.width)
    along = {
        "scale": {"domain": list(axes.limits), "nice": False},
        "axis": {"values": list(axes.ticks), "format": PLAIN},
    }
    x = {
        "field": "point",
        "title": title,
        "scale": {"domain": list(axes.across), "nice": False},
        "axis": {"values": axes.points, "format": PLAIN},
    }
    y = {"field": "value", "title": panel.values, **along}
    legend = None
    if ends is None:
        legend = legend_of(look, names, 0, values=names, symbolOpacity=1, symbolStrokeWidth=1.6)
    colour, dash = (
        {"field": "name", "scale": {"domain": names, "range": each}, "legend": legend}
        for each in ([str(lines.colours[line]) for line in lines.told], list(lines.dashes.values()))
    )
    point = {"field": "point", "type": "quantitative", "title": axes.title.partition(",")[0]}
    tooltip = [{"field": "name", "type": "nominal"}, point, *numbers("value")]
    layers: list[dict[str, Any]] = []

    def line(part: Rows, width: float, **encoding: Any) -> dict[str, Any]:
        return {
            "data": {"values": part},
            "mark": {"type": "line", "strokeWidth": width},
            "encoding": {"x": x, "y": y, "detail": {"field": "name"}, **encoding},
        }

    banded = [row for row in rows if row.get("upper") is not None]
    if banded:
        tooltip = [*tooltip[:2], *numbers("lower", "upper")]
        area = {"x": x, "y": y | {"field": "upper"}, "y2": {"field": "value"}, "color": colour, "tooltip": tooltip}
        mark = {"type": "area", "opacity": 0.2, "line": {"strokeWidth": 0.6}}
        layers.append({"data": {"values": banded}, "mark": mark, "encoding": area})
    coloured = [row for row in rows if lines.colours[row["line"]] is not None]
    if len(coloured) < len(rows):
        grey = [row for row in rows if lines.colours[row["line"]] is None]
        layers.append(line(grey, 0.8, color={"value": look.ground.grey}, tooltip=tooltip))
    for each in dict.fromkeys(row.get("line") for row in panel.ideal):
        part = [row | {"name": IDEAL} for row in panel.ideal if row.get("line") == each]
        ink = look.ground.soft if each is None else lines.colours[each] or look.ground.grey
        layers.append(line(part, 1.2, color={"value": ink}, strokeDash={"value": DOTTED}))
    usual = coloured if lines.strong is None else [row for row in coloured if row["line"] != lines.strong]
    strong = [] if lines.strong is None else [row for row in coloured if row["line"] == lines.strong]
    layers += [
        line(part, width, color=colour, strokeDash=dash, tooltip=tooltip)
        for part, width in ((usual, 1.6), (strong, 2.6))
        if part
    ]
    if max((sum(row["line"] == each for row in rows) for each in lines.told), default=0) <= MARKED:
        dots = {"x": x, "y": y, "color": colour, "tooltip": tooltip}
        mark = {"type": "point", "filled": True, "size": 14, "opacity": 1}
        layers.append({"data": {"values": coloured}, "mark": mark, "encoding": dots})
    if ends:
        layers.append(labelled(ends, axes.limits, axes.height, {"title": panel.values, **along}, axes.width))
        return {"layer": layers, "resolve": {"scale": {"color": "independent"}}}
    return {"layer": layers}


def numbers(*fields: str) -> list[dict[str, Any]]:
    """Numbers that a page shows."""
    return [{"field": each, "type": "quantitative", "format": ".4f"} for each in fields]


def heading(title: str, room: float) -> dict[str, Any]:
    """The title of one of several panels."""
    text = theme.wrapped(title, int(room / (theme.SIZE * 0.56)))
    return {"text": text, "fontSize": theme.SIZE, "fontWeight": "normal", "offset": 4, "frame": "group"}


def letters_above(panels: int, look: theme.Look) -> int:
    """How many characters a name above one of so many panels has room for, on one line."""
    room = look.pixels / columns_of(panels, look.pixels) - GAP - AXIS
    return min(theme.LONGEST, int(room / (theme.SIZE * 0.56)))


def columns_of(panels: int, pixels: float) -> int:
    """How many panels stand beside each other: rows are as even as can be."""
    most = max(2, int(pixels / LEAST)) if panels > 2 else max(1, int(pixels / LEAST))
    return ceil(panels / ceil(panels / most))


def spanned(panels: Sequence[Panel]) -> tuple[float, float]:
    """The first and the last point of panels."""
    points = [row["point"] for panel in panels for row in panel.rows]
    low, high = min(points), max(points)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def ticks_of(panels: Sequence[Panel]) -> list[float]:
    """The ticks of an axis of values, from one end to the other; from 0 on where no value is below."""
    rows = [row for panel in panels for row in (*panel.rows, *panel.ideal)]
    there = [row[name] for row in rows for name in ("value", "upper") if row.get(name) is not None]
    low, high = min([0.0, *there]), max([0.0, *there])
    return steps(low, high) if low < high else [0, 1]


def steps(low: float, high: float, count: int = 5) -> list[float]:
    """About so many round numbers, the first at or below a number, and the last at or above another."""
    unit = 10.0 ** floor(log10((high - low) / count))
    step = unit * next(each for each in (1, 2, 2.5, 5, 10) if (high - low) / (count * unit) <= each * (1 + 1e-9))
    return [float(f"{number * step:.12g}") for number in range(floor(low / step), ceil(high / step - 1e-9) + 1)]
