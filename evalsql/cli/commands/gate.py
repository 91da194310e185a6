"""`evalsql gate`: whether a new run may take the place of a baseline."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.cli.also import AlsoOption, write_also
from evalsql.cli.delivery import deliver
from evalsql.cli.old import (
    ADVANCED,
    DEFAULT_COMPARED,
    ByOption,
    OptionalQrels,
    SlicesOption,
    choice_option,
    measure_option,
    refuse_by,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.rules_file import with_rules
from evalsql.comparing import choices
from evalsql.words import either, in_one_spelling, one_line

if TYPE_CHECKING:
    from evalsql.comparing.gate import Gate
    from evalsql.scoring.options import Options

PLACE = 20  # in the help
Format = Literal["table", "csv", "json", "markdown", "junit", "github"]
RULES = "Rules"  # the heading in the help


def name_run(context: typer.Context, run: str | None) -> Any:
    """A run, with its name where it is given as NAME=path."""
    if context.resilient_parsing or run is None or "=" not in run:
        return run
    from evalsql.inputs.names import parse_named

    return parse_named(run)


def bound_option(name: str, metavar: str, text: str) -> Any:
    """The option for a rule's bound, which may be given for a measure."""
    return typer.Option(name, metavar=metavar, help=text, rich_help_panel=RULES)


def refuse_alone(name: str, value: Any) -> None:
    """Refuses a value that no gate takes, whatever its other arguments are."""
    from inspect import signature

    from evalsql.comparing.gate import decide_gate
    from evalsql.comparing.rules import CALLED, read

    if name in CALLED:
        read({name: value})
    elif name in signature(decide_gate).parameters:
        given: dict[str, Any] = {name: in_one_spelling(value) if name == "test" else value}
        decide_gate(**given)


@with_rules(refuse_alone)
@with_evaluation_options
@with_output("the verdicts, a row per rule, measure and slice", "gate")
@with_plot("gate", runs=False)
def gate(
    new: Annotated[
        str,
        typer.Argument(
            metavar="NEW",
            callback=name_run,
            help="The new run: a file, NAME=path, - or file.duckdb::table; or its scores, as 'evalsql evaluate -o' "
            "writes them.",
        ),
    ],
    baseline: Annotated[
        str,
        typer.Option(
            metavar="OLD",
            callback=name_run,
            help="The run that it is held against, or its scores, kept from an evaluation before.",
        ),
    ],
    qrels: OptionalQrels = None,
    measure: Annotated[
        list[str] | None, measure_option(f"those that rules name; {DEFAULT_COMPARED[0]} where one is for all")
    ] = None,
    run: Annotated[
        str | None, typer.Option("--run", metavar="NAME", help="The new run, where its file holds several.")
    ] = None,
    baseline_run: Annotated[
        str | None, typer.Option("--baseline-run", metavar="NAME", help="The baseline, where its file holds several.")
    ] = None,
    margin: Annotated[
        list[str] | None,
        bound_option(
            "--margin",
            "[M=]LOSS",
            "How much the mean may lose, such as 0.01, or 2% of the baseline's mean, or nDCG@10=0.01 for one measure; "
            "repeatable. Passes where a larger loss is ruled out, fails where one is shown.",
        ),
    ] = None,
    unchanged: Annotated[
        bool,
        typer.Option(
            "--unchanged",
            help="The mean may not gain more than the margin either: two one-sided tests.",
            rich_help_panel=RULES,
        ),
    ] = False,
    better: Annotated[
        bool,
        typer.Option("--better", help="The mean must be above the baseline's.", rich_help_panel=RULES),
    ] = False,
    at_least: Annotated[
        list[str] | None,
        bound_option("--at-least", "[M=]MEAN", "What the new mean must be at least; repeatable."),
    ] = None,
    worst_loss: Annotated[
        list[str] | None,
        bound_option("--worst-loss", "[M=]LOSS", "How much a single query may lose; repeatable."),
    ] = None,
    losing: Annotated[
        list[str] | None,
        bound_option("--losing", "[M=]SHARE", "Which share of the queries may lose, such as 20%; repeatable."),
    ] = None,
    require_evidence: Annotated[
        bool,
        typer.Option(
            "--require-evidence",
            help="Fail what cannot be told; without, it passes with a warning.",
            rich_help_panel=RULES,
        ),
    ] = False,
    test: Annotated[
        str, choice_option("significance", "paired_t, bootstrap or randomisation, to one side.", "TEST")
    ] = "paired_t",
    correction: Annotated[
        str,
        choice_option("corrections", f"For the measures and slices of a rule: {either(choices.names('corrections'))}."),
    ] = "holm",
    alpha: Annotated[float, typer.Option(help="Level of each one-sided test.")] = 0.05,
    power: Annotated[
        float, typer.Option(help="Target power for queries_needed and detectable.", rich_help_panel=ADVANCED)
    ] = 0.8,
    resamples: Annotated[
        int, typer.Option(metavar="N", help="Number of resamples.", rich_help_panel=ADVANCED)
    ] = 10_000,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.", rich_help_panel=ADVANCED)] = 0,
    also: AlsoOption = None,
    report_url: Annotated[
        str | None, typer.Option("--report-url", metavar="URL", help="In markdown: a page to link to.")
    ] = None,
    slices: SlicesOption = None,
    by: ByOption = None,
    *,
    options: "Options",
    output: Output | None = None,
    plot: Plot | None = None,
    format: Annotated[
        Format,
        typer.Option(
            help="How to print. markdown: a comment on a pull request. junit: XML, a test a rule. github: annotations "
            "of a workflow."
        ),
    ] = "table",
) -> None:
    """Decide whether a change may be merged.

    Holds a new run against a baseline, on the queries that both have a value for, by the rules that are named. Each
    rule passes, fails, or cannot be told, which passes with a warning. The exit status is 0 if all pass, 1 if one
    fails, and 2 if an input or an option was refused. What is not on the line is looked for in [gate] of evalsql.toml
    and in [tool.evalsql.gate] of pyproject.toml.

    \b
    Examples:
      evalsql gate new.run --baseline old.run --qrels qrels.txt -m nDCG@10 --margin 0.01
      evalsql gate new.run --baseline old.run --qrels qrels.txt --margin nDCG@10=2% --margin R@100=0.005
      evalsql gate new.run --baseline scores.parquet --qrels qrels.txt --margin 0.02 --require-evidence
      evalsql gate new.run --baseline old.run --qrels qrels.txt --at-least nDCG@10=0.42 --worst-loss 0.5
      evalsql gate new.run --baseline old.run --qrels qrels.txt --margin 0.02 --slices queries.parquet --by language
      evalsql gate new.parquet --baseline old.parquet --margin 0.01 --unchanged --losing 20%
      evalsql gate new.run --baseline old.run --qrels qrels.txt --margin 0.02 --plot gate.svg
      evalsql gate --format github --also gate.md
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.gate import decide_gate, gate

    decided: dict[str, Any] = {
        "test": in_one_spelling(test),
        "correction": correction,
        "alpha": alpha,
        "power": power,
        "resamples": resamples,
        "seed": seed,
    }
    decide_gate(**decided)  # refused before anything else
    refuse_by(slices, by)
    bounds = {"margin": margin, "at_least": at_least, "worst_loss": worst_loss, "losing": losing}
    with progress() as tell:
        found = gate.answer(
            new,
            baseline,
            qrels,
            measure or (),
            **bounds,
            unchanged=unchanged,
            better=better,
            require_evidence=require_evidence,
            run=run,
            baseline_run=baseline_run,
            slices=slices,
            by=by or (),
            progress=tell,
            **decided,
            **options,
        )
    if plot is not None:
        from evalsql import charts

        title = "{} against {}".format(*map(one_line, found.names))
        plot.draw(charts.gate(found.tables["gate"], title=title, **plot.look))
    deliver_verdicts(found, output, format, also or (), report_url)


def deliver_verdicts(
    found: "Gate", output: Output | None, format: str, also: Sequence[Path], report_url: str | None
) -> None:
    """Prints and writes verdicts, and ends with the status that they come to."""
    from evalsql.cli.show.verdicts import printers

    printed = printers(found, report_url)
    try:
        deliver(found, output, format, printed, part="gate", what="verdicts")
    except OSError as error:  # of standard output, which takes nothing from the files, nor from the verdict
        write_also(also, printed)
        if isinstance(error, BrokenPipeError) and not found.passed:
            raise typer.Exit(1) from None
        raise
    write_also(also, printed)
    if not found.passed:
        raise typer.Exit(1)
