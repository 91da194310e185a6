"""`evalsql metrics`: what can be computed, and what each metric is."""

import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from evalsql.cli.command import Shown, command
from evalsql.cli.printing import terminal_width, wrapped

if TYPE_CHECKING:
    from evalsql.catalog.metric import Example, Metric, Parameter

Grouping = Literal["family", "paper"]
WIDEST = 100  # columns of a text
ENDING = "evalsql metrics NAME shows one, with its parameters; NAME may be a family, a paper, or a word of a title."


@command("Other", formats=(), reads=False)
def metrics(
    name: str | None = None,
    by: Grouping = "family",
    conventions: bool = False,
) -> Shown:
    """List the metrics and curves, or show one."""
    from evalsql.catalog.conventions import CONVENTIONS
    from evalsql.catalog.listing import curves
    from evalsql.catalog.listing import metrics as catalog
    from evalsql.cli.notices import say_idle

    if conventions or name is not None:
        say_idle("it is for the list of all metrics", by=by != "family")
    if conventions:
        rows = (filled(f"{each:<16}", f"{convention.about}.") for each, convention in CONVENTIONS.items())
        return Shown(text="\n".join(rows))
    if name is not None:
        return Shown(text=pages(name))
    return Shown(text=listing([*catalog().values(), *curves().values()], by))


def listing(metrics: Iterable["Metric"], by: Grouping) -> str:
    """Every metric and curve in a line, under its family or its papers."""
    from evalsql.catalog.metric import PAPERS
    from evalsql.catalog.sets import plain

    groups: dict[str, list[str]] = {paper: [] for paper in PAPERS} if by == "paper" else {}
    for metric in metrics:
        name = f"{metric.name}@k" if metric.cutoff else metric.name
        title = f"curve over {metric.over}: {metric.title}" if metric.over else metric.title
        if by == "paper":
            for paper in metric.papers or ("others",):
                groups.setdefault(paper, []).append(f"  {name:<24} {title}")
        else:
            papers = "; ".join(metric.papers)
            groups.setdefault(metric.family, []).append(f"  {name:<24} {title}" + (f" [{papers}]" if papers else ""))
    headings = {paper: f"{paper} (-m {plain(paper)})" for paper in PAPERS}
    parts = ["\n".join([headings.get(group, group), *lines]) for group, lines in groups.items() if lines]
    return "\n\n".join(parts) + f"\n\n{ENDING}"


def pages(name: str) -> str:
    """All there is to say of the metric and the curve of a name, or a line for each of several that it may mean."""
    from evalsql.catalog.search import nearest
    from evalsql.catalog.sets import find_set
    from evalsql.errors import InputError

    found = meant(name)
    if len({each.name for each in found}) == 1:
        return "\n\n\n".join(map(page, found))
    asked = find_set(name)
    if asked and not found:
        text = textwrap.fill(", ".join(asked.measures), 78, break_long_words=False, break_on_hyphens=False)
        return f"{asked.name}: a set of measures, {asked.title}\n\n{text}"
    if not found:
        raise InputError(f"no metric, family or paper is called {name!r}{nearest(name, 'metrics')}")
    lines = "\n".join(map(line, found))
    return f"{len(found)} metrics and curves for {name!r}:\n\n{lines}\n\nevalsql metrics NAME shows one."


def meant(name: str) -> "list[Metric]":
    """The metrics and curves that a name means: those called so, or that a measure's text is of, or that have it."""
    from evalsql.catalog.listing import find_metric
    from evalsql.catalog.measure import parse_measure
    from evalsql.catalog.search import search
    from evalsql.errors import InputError

    called = [each for each in (find_metric(name), find_metric(name, "curves")) if each]
    if called:
        return called
    try:
        return [parse_measure(name).metric]
    except InputError:
        return search(name)


def line(metric: "Metric") -> str:
    """A metric or curve in a line: its name, and its title as far as a narrow terminal has room."""
    title = f"curve over {metric.over}: {metric.title}" if metric.over else metric.title
    return (
        f"  {f'{metric.name}@k' if metric.cutoff else metric.name:<24} {textwrap.shorten(title, 53, placeholder='...')}"
    )


def default_of(parameter: "Parameter") -> str:
    """A parameter's default as a measure writes it; dots where one must be given."""
    from evalsql.catalog.arguments import written

    if parameter.default is None:
        return "..." if parameter.required else "none"
    return written(parameter.default)


def range_of(metric: "Metric") -> str:
    low, high = metric.range
    return f"{low:g} to {high:g}" if high != float("inf") else f"{low:g} and more"


def page(metric: "Metric") -> str:
    parts = [
        f"{metric.name}: {metric.title}" + (f" (a curve over {metric.over})" if metric.over else ""),
        wrapped(metric.about, min(terminal_width(sys.stdout) or WIDEST, WIDEST)),
        f"  {metric.formula}",
        facts(metric),
    ]
    if metric.parameters:
        parts.append("Parameters\n" + "\n".join(parameter_lines(metric)))
    parts.append("Examples\n" + "\n".join(example_lines(metric, example) for example in metric.examples))
    parts.append("SQL, over the relations " + ", ".join(metric.reads) + "\n" + textwrap.indent(metric.template, "  "))
    return "\n\n".join(parts)


def facts(metric: "Metric") -> str:
    """Range, direction, names and source, one per line."""
    rows = {
        "Range": f"{range_of(metric)}; "
        + {"neither": "no direction is better"}.get(metric.better, f"{metric.better} is better"),
        "Judgments": "by subtopic" if metric.by_subtopic else "of a sample, with strata" if metric.sampled else "",
        "Moving up": "" if metric.monotone else "a relevant document that moves up may make it worse",
        "Over queries": {"mean": "the mean", "sum": "the sum", "geometric": "the geometric mean"}[metric.summary],
        "If undefined": "no value, left out of the mean" if metric.when_empty is None else f"{metric.when_empty:g}",
        "Also called": ", ".join(metric.aliases),
        "Residual": metric.residual or "",
        **{f"In {peer}": ", ".join(names) for peer, names in metric.peers.items()},
        **named_in(metric),
        "Papers": "; ".join(metric.papers),
        "Source": metric.cite,
    }
    return "\n".join(filled(f"{name + ':':<15} ", text) for name, text in rows.items() if text)


def filled(start: str, text: str) -> str:
    """A text after what it is called; on a terminal its further lines are below its first."""
    most = terminal_width(sys.stdout)
    if most is None:
        return start + text
    lines = wrapped(text, most - len(start)).split("\n")
    return start + ("\n" + " " * len(start)).join(lines)


def named_in(metric: "Metric") -> dict[str, str]:
    """Its names in tools with a notation of their own, by tool."""
    from evalsql.catalog.names import called

    rows: dict[str, str] = {}
    for each in called(metric.name) if metric.over is None else ():
        for tool in each.tool.split(" and "):
            before = f"{rows[f'In {tool}']}, " if f"In {tool}" in rows else ""
            rows[f"In {tool}"] = before + each.pattern
    return rows


def parameter_lines(metric: "Metric") -> Iterator[str]:
    """Each parameter: its name, meaning, values and default."""
    names = {name: f"@{name}" if parameter.cutoff else name for name, parameter in metric.parameters.items()}
    width = max(map(len, names.values())) + 2
    for name, parameter in metric.parameters.items():
        default = cutoff_default(parameter) if parameter.cutoff else f"default {default_of(parameter)}"
        default = "required" if parameter.required else default
        yield filled(f"  {names[name]:<{width}}", f"{parameter.about}; {parameter.allowed}; {default}")


def cutoff_default(parameter: "Parameter") -> str:
    from evalsql.catalog.metric import WHOLE_RANKING

    whole = parameter.default == WHOLE_RANKING
    return "default: the whole ranking" if whole else f"default {parameter.default}"


def judged(document: Any) -> str:
    """A document of an example: its relevance, or [2 4], the subtopics it is relevant to, or [2:1 4:3], how much."""
    if isinstance(document, dict):
        document = [f"{subtopic}:{relevance}" for subtopic, relevance in document.items()]
    return f"[{' '.join(document)}]" if isinstance(document, list) else str(document)


def example_lines(metric: "Metric", example: "Example") -> str:
    """A worked example: what it shows, its ranking and its value."""
    from evalsql.catalog.measure import make_measure

    measure = make_measure(metric.name, metric, example.arguments)
    ranking = " ".join(map(judged, example.ranking)) or "(nothing)"
    missed = f", missed: {' '.join(map(judged, example.missed))}" if example.missed else ""
    if example.costs:
        missed = f", costs {' '.join(map(str, example.costs))}{missed}"
    if example.scores:
        missed = f", scores {' '.join(f'{score:g}' for score in example.scores)}{missed}"
    values = " ".join(map(str, example.values)) or ("no value" if example.value is None else example.value)
    ideal = f"; ideal {' '.join(map(str, example.ideal))}" if example.ideal else ""
    return f"  {example.about}\n    {measure} of {ranking}{missed} = {values}{ideal}"
