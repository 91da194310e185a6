"""`evalsql gate`: whether a new run may take the place of a baseline."""

from pathlib import Path
from typing import Annotated, Any

import typer

from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.cli.config import rules_option
from evalsql.cli.notices import note
from evalsql.comparing import methods
from evalsql.errors import InputError
from evalsql.words import either, one_line

RULES = "Rules"  # the heading in the help
ALSO = {".md": "markdown", ".xml": "junit", ".json": "json", ".txt": "table"}  # the format of each ending


def check_also(context: typer.Context, also: list[Path] | None) -> list[Path] | None:
    """Refuses files that cannot be written, before any work is done."""
    if also and not context.resilient_parsing:
        from evalsql.files.write import check_file

        for path in also:
            check_file(path, tuple(ALSO))
    return also or []  # an older Typer takes its length


def bound_option(text: str, metavar: str) -> Any:
    """The option for a rule's bound, which may be that of a measure."""
    return o.option(f"{text}; repeatable.", metavar, rich_help_panel=RULES)


@command(
    "Compare",
    writes=("the verdicts, a row per rule, measure and slice", "gate"),
    pictures=("gate",),
    highlights=False,
    formats=("table", "csv", "json", "markdown", "junit", "github"),
    format_help=" markdown: a comment on a pull request. junit: XML, a test per rule. github: annotations.",
    needs=o.SLICED,
)
def gate(
    new: Annotated[
        str,
        o.argument(
            "The new run: a file, NAME=path, - or file.duckdb::table; or its scores, as 'evalsql evaluate -o' writes "
            "them.",
            "NEW",
            callback=o.name_run,
        ),
    ],
    baseline: Annotated[str, o.option("The run to compare with, or its saved scores.", "OLD", callback=o.name_run)],
    qrels: Annotated[
        str | None,
        o.option(
            "Judgments. Without them, NEW and OLD are tables of scores, as 'evalsql evaluate -o' writes them.",
            *("QRELS", "--qrels", "-q"),
        ),
    ] = None,
    measure: Annotated[
        list[str] | None, o.measure_option(f"those that rules name; {o.DEFAULT_COMPARED[0]} if a rule is for all")
    ] = None,
    run: Annotated[str | None, o.option("The new run, if its file holds several.", "NAME")] = None,
    baseline_run: Annotated[str | None, o.option("The baseline, if its file holds several.", "NAME")] = None,
    margin: Annotated[
        list[str] | None,
        bound_option(
            "How much the mean may lose, such as 0.01, or 2% of the baseline's mean, or nDCG@10=0.01 for one measure. "
            "Passes if a larger loss is ruled out, fails if one is shown",
            "[M=]LOSS",
        ),
    ] = None,
    unchanged: Annotated[
        bool,
        o.flag(
            "--unchanged",
            "The mean may not gain more than the margin either: two one-sided tests.",
            rich_help_panel=RULES,
        ),
    ] = False,
    better: Annotated[
        bool, o.flag("--better", "The mean must be above the baseline's.", rich_help_panel=RULES)
    ] = False,
    at_least: Annotated[list[str] | None, bound_option("Lowest allowed mean of the new run", "[M=]MEAN")] = None,
    worst_loss: Annotated[list[str] | None, bound_option("How much a single query may lose", "[M=]LOSS")] = None,
    losing: Annotated[
        list[str] | None, bound_option("Share of the queries that may lose, such as 20%", "[M=]SHARE")
    ] = None,
    require_evidence: Annotated[
        bool,
        o.flag(
            "--require-evidence",
            "Treat inconclusive rules as failures; without, they pass with a warning.",
            rich_help_panel=RULES,
        ),
    ] = False,
    test: Annotated[
        str, o.choice_option("significance", "One-sided test: paired_t, bootstrap or randomisation.", "TEST")
    ] = "paired_t",
    correction: Annotated[
        str,
        o.choice_option(
            "corrections", f"For the measures and slices of a rule: {either(methods.names('corrections'))}."
        ),
    ] = "holm",
    alpha: Annotated[float, o.option("Level of each one-sided test.")] = 0.05,
    power: o.Power = 0.8,
    resamples: o.Resamples = 10_000,
    seed: o.Seed = 0,
    also: Annotated[
        list[Path] | None,
        o.option(
            "Write the verdicts into a file too; repeatable: "
            + ", ".join(f"{suffix} ({name})" for suffix, name in ALSO.items())
            + ".",
            "FILE",
            callback=check_also,
        ),
    ] = None,
    report_url: Annotated[str | None, o.option("In markdown: a page to link to.", "URL")] = None,
    slices: o.Slices = None,
    by: o.By = None,
    rules: Annotated[Path | None, rules_option("gate")] = None,
    *,
    scoring: Scoring,
    format: str,
) -> Shown:
    """Decide whether a change may be merged.

    Compares a new run with a baseline on their common queries and applies each rule. Each passes, fails or is
    inconclusive (cannot tell), which passes with a warning. The exit status is 0 if all pass, 1 if one fails, and 2 if
    an input or an option was refused. Options that are not on the line are read from [gate] in evalsql.toml and from
    [tool.evalsql.gate] in pyproject.toml.

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
    from evalsql.cli.show.gate_ci import printers
    from evalsql.comparing.gate import gate

    how: dict[str, Any] = {"margin": margin, "at_least": at_least, "worst_loss": worst_loss, "losing": losing}
    how |= {"unchanged": unchanged, "better": better, "require_evidence": require_evidence}
    how |= {"run": run, "baseline_run": baseline_run, "slices": slices, "by": by or ()}
    how |= {"test": test, "correction": correction, "alpha": alpha}
    how |= {"power": power, "resamples": resamples, "seed": seed}
    try:
        answer = gate.answer(new, baseline, qrels, measure or (), **how, **scoring)
    except InputError as error:
        raise InputError(f"{error} (rules of {rules})" if rules else str(error)) from None
    printed = printers(answer, report_url)
    if report_url is not None and "markdown" not in {format, *(ALSO[path.suffix.lower()] for path in also or [])}:
        note("--report-url has no effect without markdown (--format markdown, --also FILE.md)")

    return Shown(
        answer=answer,
        printers=printed,
        also={path: printed[ALSO[path.suffix.lower()]] for path in also or []},
        part="gate",
        what="verdicts",
        picture="gate",
        look={"title": " against ".join(map(one_line, answer.names))},
        notes=[f"rules of {rules}"] if rules else [],
        status=0 if answer.passed else 1,
    )
