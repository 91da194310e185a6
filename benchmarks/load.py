"""`python -m benchmarks.load`: large work, beside the same work in halves, and whether its results are right.

Each is a process of its own, one at a time. `--scale 0.01` takes a hundredth of the sizes, to try it out.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks import table
from benchmarks.loads import LOADS, Load
from benchmarks.measure import ROOT, Figures, keep_to_two_cores, measure

PAGE = ROOT / "docs" / "trust" / "performance.md"
TAKEN = ROOT / "benchmarks" / "load.json"
PLACE = re.compile(r"(<!-- load: [^\n]* -->\n).*?(<!-- end of load -->)", re.DOTALL)


def take(load: Load, folder: Path, scale: float) -> dict[str, Any]:
    """What a load and its halves took.

    Raises:
        RuntimeError: a result is wrong.
    """
    sizes = {"least": load.least, "whole": max(round(load.size * scale), 2 * load.least)}
    works = {}
    for name, size in sizes.items():
        (folder / name).mkdir()
        works[name] = load.work(folder / name, size)
    start, whole = measure(works["least"].whole), measure(works["whole"].whole)
    halves = [measure(command) for command in works["whole"].halves]
    right = works["whole"].right(whole.printed, [each.printed for each in halves])
    return {
        "title": load.title,
        "size": sizes["whole"],
        "start": shown(start),
        "whole": shown(whole),
        "halves": [shown(each) for each in halves],
        "right": right,
    }


def shown(figures: Figures) -> dict[str, float]:
    """Seconds of CPU and MiB."""
    return {"cpu": round(figures.cpu, 2), "peak": round(figures.peak or 0)}


def growth(taken: dict[str, Any]) -> float | None:
    """The CPU seconds of the whole over those of the halves, without the start's; none where the start hides them."""
    start = taken["start"]["cpu"]
    halves = sum(half["cpu"] - start for half in taken["halves"])
    return (taken["whole"]["cpu"] - start) / halves if halves >= start / 4 else None


def section(about: str, results: Sequence[dict[str, Any]]) -> str:
    """The machine and the table."""
    lines = [
        about,
        "",
        "| what | CPU s | of halves | over these | peak MiB | of halves | results |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in results:
        whole, halves, grown = each["whole"], each["halves"], growth(each)
        cells = [
            each["title"].format(f"{each['size']:,}"),
            f"{whole['cpu']:.1f}",
            " + ".join(f"{half['cpu']:.1f}" for half in halves),
            "-" if grown is None else f"{grown:.2f}",
            f"{whole['peak']:,}",
            ", ".join(f"{half['peak']:,}" for half in halves),
            each["right"],
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def tell(step: str) -> None:
    """Says what is done next, on standard error."""
    typer.echo(f"load: {step}", err=True)


def main(
    scale: Annotated[float, typer.Option(min=0, max=1, help="Of the sizes; the page is written at 1.")] = 1,
    only: Annotated[list[str] | None, typer.Option(help="Those whose title has this; may be given again.")] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where data is made.")] = ROOT / "benchmarks" / "data",
) -> None:
    """Load evalsql, and write the table."""
    keep_to_two_cores()
    data.mkdir(parents=True, exist_ok=True)
    noted = json.loads(TAKEN.read_text(encoding="utf-8")) if TAKEN.exists() else {"loads": []}
    results = {each["title"]: each for each in noted["loads"]}
    for load in LOADS:
        if only and not any(each in load.title for each in only):
            continue
        tell(load.title.format(f"{round(load.size * scale):,}"))
        with TemporaryDirectory(dir=data.resolve()) as folder:
            results[load.title] = take(load, Path(folder), scale)
        tell(json.dumps(results[load.title]))
        if scale == 1:  # what was measured is kept where a later one is wrong
            keep(results)
    found = [results[load.title] for load in LOADS if load.title in results]
    typer.echo(section(table.where(), found))
    if scale == 1:
        table.fill(PAGE, section(table.where(), found), PLACE)
        tell("wrote the table into docs/trust/performance.md")


def keep(results: dict[str, dict[str, Any]]) -> None:
    """Notes what was measured, in the order of the loads."""
    noted = {"where": table.where(), "loads": [results[load.title] for load in LOADS if load.title in results]}
    TAKEN.write_text(json.dumps(noted, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
