"""`python -m benchmarks`: makes the data, lets the tools take turns, and writes the tables."""

from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from benchmarks import table
from benchmarks import trec_eval as in_c
from benchmarks.comparisons import GROUPS, GROWTH
from benchmarks.growth import grow_all
from benchmarks.measure import ROOT, keep_to_two_cores
from benchmarks.running import run

PAGE = ROOT / "benchmarks" / "README.md"
DATA = ROOT / "benchmarks" / "data"
PLOT = ROOT / "docs" / "trust" / "benchmarks.svg"

Only = StrEnum("Only", {name: name for name in GROUPS})

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def tell(step: str) -> None:
    """Says what is done next, on standard error."""
    typer.echo(f"benchmarks: {step}", err=True)


@app.command()
def main(
    only: Annotated[list[Only] | None, typer.Option(help="This workload only; may be given again.")] = None,
    pairs: Annotated[int, typer.Option(min=1, help="How many rounds; each tool runs once in each.")] = 5,
    data: Annotated[
        Path, typer.Option(metavar="DIR", show_default="benchmarks/data", help="Where the data is kept.")
    ] = DATA,
    plot: Annotated[bool, typer.Option("--plot", help="Draw time and memory over rows too.")] = False,
    tiny: Annotated[bool, typer.Option("--tiny", help="A hundredth of the queries, to try things out.")] = False,
    trec_eval: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The source of trec_eval; it is built in a copy, and joins the tools."),
    ] = None,
    growth: Annotated[
        bool, typer.Option("--growth", help="Instead, run commands on twice and four times as much data.")
    ] = False,
) -> None:
    """Time evalsql beside its peers.

    Prints the tables. benchmarks/README.md has them too, where all workloads ran at full size.
    """
    keep_to_two_cores()
    whole = not only and not tiny
    data = data.resolve()
    if growth:
        show_growth(data, tiny)
        return
    groups, program = dict(GROUPS), None
    if trec_eval is not None:
        program = in_c.build(trec_eval, data)
        groups |= {name: in_c.beside(groups[name], program) for name in in_c.GROUPS}
    results = [(groups[name], run(groups[name], data, pairs, tiny, tell)) for name in only or groups]
    text = table.section(results, pairs, in_c.said_of(program))
    typer.echo(text)
    if plot:
        from benchmarks.plot import draw

        grown = []
        for runs, group in GROWTH:
            workload = group.workload.tiny() if tiny else group.workload
            rows = min(runs, workload.runs) * len(workload.queries) * workload.depth
            grown.append((rows, run(group, data, pairs, tiny, tell)))
        file = data / "tiny" / PLOT.name if tiny else PLOT
        draw(grown, file)
        tell(f"wrote {file}")
    if whole:
        shown = f"\n\n![Time and memory over rows](../docs/trust/{PLOT.name})" if PLOT.exists() else ""
        table.fill(PAGE, text + shown)
        tell("wrote the tables into benchmarks/README.md")


def show_growth(data: Path, tiny: bool) -> None:
    """Prints the table of growth, and writes it into the page where it is of the full size."""
    data.mkdir(parents=True, exist_ok=True)
    begun = perf_counter()
    text = f"{table.where()}\n\n{grow_all(data, tiny, tell)}"
    typer.echo(text)
    tell(f"growth took {perf_counter() - begun:.0f} s")
    if not tiny:
        table.fill(PAGE, text, table.PLACE_OF_GROWTH)
        tell("wrote the table of growth into benchmarks/README.md")


if __name__ == "__main__":
    app(prog_name="python -m benchmarks")
