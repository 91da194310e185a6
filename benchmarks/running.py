"""Groups of tools at work: first whether they agree, which warms them up, then the clock in turns."""

import csv
import json
import math
from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations
from pathlib import Path

from benchmarks import trec_eval
from benchmarks.comparisons import Group, Tool
from benchmarks.measure import Figures, in_turns, measure
from benchmarks.workloads import make

CLOSE = 5.001e-5  # four digits, which trec_eval prints no more of

Means = dict[tuple[str, str], float]  # by run and measure
Taken = dict[str, list[Figures]]  # by the label of a tool


def run(group: Group, data: Path, rounds: int, tiny: bool, tell: Callable[[str], None]) -> Taken:
    """What each tool of a group took in each round, once all are seen to agree."""
    folder = data
    if group.workload is not None:
        tell(f"{group.title}: making the data")
        folder = make(group.workload.tiny(), data / "tiny") if tiny else make(group.workload, data)
    tools = group.tools(folder)
    tell(f"{group.title}: comparing the means")
    agree({tool.label: means(tool) for tool in tools})
    tell(f"{group.title}: timing")
    return in_turns({tool.label: partial(measure, tool.command, tool.inside) for tool in tools}, rounds)


def means(tool: Tool) -> Means:
    """The means that a tool prints."""
    printed = measure(tool.command).printed
    if tool.prints == "trec_eval":
        return trec_eval.means_of(printed)
    if tool.prints == "csv":
        header, *rows = csv.reader(printed.splitlines())
        return {(run, name): float(v) for run, *values in rows for name, v in zip(header[1:], values, strict=True)}
    if printed.startswith("{"):
        return {(run, name): v for run, row in json.loads(printed)["means"].items() for name, v in row.items()}
    return {}


def agree(found: dict[str, Means]) -> None:
    """Stops where two tools differ in a mean, or have none in common."""
    for (one, ours), (other, theirs) in combinations(found.items(), 2):
        if not ours or not theirs:
            continue
        shared = sorted(ours.keys() & theirs.keys())
        apart = [key for key in shared if not math.isclose(ours[key], theirs[key], rel_tol=0, abs_tol=CLOSE)]
        if not shared:
            raise RuntimeError(f"{one} and {other} have no mean in common")
        if apart:
            raise RuntimeError(f"{one} and {other} differ: {'; '.join(said(key, ours, theirs) for key in apart[:5])}")


def said(key: tuple[str, str], *found: Means) -> str:
    """A mean as each of two tools has it."""
    return f"{' '.join(key)} is {' and '.join(f'{each[key]:.6f}' for each in found)}"


def reading(figures: Iterable[Figures]) -> list[float]:
    """The share of its wall time that a tool says it read, in each round; nothing if it does not say."""
    said = [(json.loads(each.printed), each.wall) for each in figures if each.printed.startswith("{")]
    return [took["reading"] / wall for took, wall in said if "reading" in took]
