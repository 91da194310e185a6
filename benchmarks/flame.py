"""Where the time of a small run goes, drawn of stacks that py-spy sampled: a panel for each file of them.

    py-spy record --nonblocking --rate 1000 --format raw --output now.raw -- evalsql evaluate ...
    python -m benchmarks.flame now.raw --runs 1 -o small_run.svg

The files of several runs may be put together by `cat`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import altair as alt
import typer

FRAME = re.compile(r"(?P<name>.*) \((?P<file>.*?)(:\d+)?\)")
LEAST = 0.015  # of the time of a panel: what takes less is not drawn
WIDTH, HEIGHT = 1100, 16  # pixels: of the longest panel, and of a frame
LETTER = 5.6  # pixels
HIDDEN = {"called", "run", "main", "answer"}  # what stands around every command
WAITING = "end_late ("  # a thread that does nothing but wait for a signal


def frames(stack: str) -> Iterator[str]:
    """The frames of a stack that say something: functions of evalsql, and imports by package or module."""
    before = ""
    for frame in stack.split(";"):
        found = FRAME.fullmatch(frame)
        if found is None or found["file"].startswith("<"):
            continue
        name, (package, *inside) = found["name"].rpartition(".")[2], Path(found["file"]).with_suffix("").parts
        if name == "<module>":
            parts = [package, *inside] if package == "evalsql" else [package]
            name = f"import {'.'.join(part for part in parts if part != '__init__')}"
        elif package != "evalsql" or name in HIDDEN or name.startswith("<"):
            continue
        if name not in (before, "import evalsql.__main__"):
            yield name
        before = name


def boxes(text: str, runs: int) -> list[dict]:
    """The frames of sampled stacks: where each begins and ends, in ms of one run, and how deep it is."""
    times: Counter[tuple[str, ...]] = Counter()
    for line in text.splitlines():
        stack, _, count = line.rpartition(" ")
        if WAITING in stack or not count.isdecimal():  # py-spy tears a line where it does not stop what it samples
            continue
        path = ("evalsql evaluate", *frames(stack))
        for depth in range(1, len(path) + 1):
            times[path[:depth]] += int(count)
    found, ends = [], {(): 0.0}
    for path in sorted(times, key=lambda path: [(-times[path[: i + 1]], path[i]) for i in range(len(path))]):
        start = ends[path[:-1]]
        ends[path[:-1]] = start + times[path] / runs
        ends[path] = start
        if times[path] >= LEAST * times[path[:1]]:
            box = {"frame": path[-1], "start": start, "end": start + times[path] / runs, "depth": len(path)}
            found.append(box | {"kind": "imports" if "import" in path[-1] else "functions"})
    return found


def panel(title: str, found: list[dict], longest: float) -> alt.LayerChart:
    """The panel of one file."""
    for box in found:
        letters = int((box["end"] - box["start"]) / longest * WIDTH / LETTER)
        box["label"] = box["frame"] if len(box["frame"]) <= letters else box["frame"][: letters - 1] + "…"
        box["label"] = box["label"] if letters > 3 else ""
    time = alt.X("start:Q", title="ms").scale(domain=[0, longest], nice=False)
    deep = alt.Y("depth:O", title=None, axis=None)
    chart = alt.Chart(alt.Data(values=found), title=title)
    kind = alt.Color("kind:N", title=None).legend(orient="top").scale(range=["#f3c98b", "#a8c8e8"])
    bars = chart.mark_bar(stroke="white").encode(time, deep, kind, x2="end:Q")
    labels = chart.mark_text(align="left", dx=3, fontSize=10).encode(time, deep, text="label:N")
    labels = labels.transform_filter("datum.label != ''")
    return alt.layer(bars, labels).properties(width=WIDTH, height=alt.Step(HEIGHT))


def main(
    stacks: Annotated[list[str], typer.Argument(metavar="[TITLE=]FILE...", help="Stacks as py-spy writes them.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The SVG to write.")],
    runs: Annotated[int, typer.Option("--runs", help="How many runs a file is of, sampled every ms.")] = 1,
) -> None:
    """Draw where the time of a run goes."""
    found = {}
    for each in stacks:
        title, _, file = each.rpartition("=")
        found[title or Path(file).stem] = boxes(Path(file).read_text(encoding="utf-8", errors="replace"), runs)
    longest = max(box["end"] for each in found.values() for box in each)
    panels = [panel(title, each, longest) for title, each in found.items()]
    alt.vconcat(*panels).configure(background="white").save(str(output))


if __name__ == "__main__":
    typer.run(main)
