"""`evalsql reconcile`: which decisions give a number that another tool has printed."""

from typing import TYPE_CHECKING, Annotated

import typer

from evalsql.cli.commands.explain import Format, print_rows
from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.old import Qrels, Runs, one_measure_option, with_input_options
from evalsql.cli.outputs import Output, with_output
from evalsql.words import plural

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.scoring.options import InputOptions

PLACE = 28  # in the help
NEAREST = 5  # decisions, where none gives the number
MOST = 10  # rows of a list


@with_input_options
@with_output("the rows", "reconciled")
def reconcile(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="What another tool has printed: 0.3412, or 34.12%.")],
    run: Runs,
    qrels: Qrels,
    measure: Annotated[str, one_measure_option("nDCG@10, AP, 'RBP(p=0.8)'")],
    query: Annotated[
        str | None, typer.Option(metavar="ID", help="The query that the number is of.  [default: the mean of all]")
    ] = None,
    *,
    options: "InputOptions",
    output: Output | None = None,
    format: Annotated[Format, typer.Option(help="How to print.")] = "table",
) -> None:
    """Find which decisions give a number that another tool has printed.

    Evaluates one run by the conventions of other tools, and with one decision changed at a time: the order of equal
    scores, which queries count, gains, discount, what is relevant, the ideal, the cutoff, documents that appear
    twice, unjudged documents, single precision, rounding. Prints those that give the number to the digits written, or
    the nearest and then two decisions together; below, what each decision alone moves, the most first. Exit status 1
    if none gives it.

    \b
    Examples:
      evalsql reconcile 0.3412 bm25.run --qrels qrels.txt -m nDCG@10
      evalsql reconcile 34.1% bm25.run --qrels qrels.txt -m AP
      evalsql reconcile 0.5 bm25.run --qrels qrels.txt -m RR --query 301
      evalsql reconcile 0.3412 bm25.run --qrels qrels.txt -m nDCG@10 --format json
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.reconcile import reconcile

    with progress() as tell:
        found = reconcile.answer(number, run, qrels, measure, query=query, **options, progress=tell)
    printers = {form: lambda form=form: print_reconciled(found, number, form) for form in ("table", "markdown")}
    deliver(found, output, format, printers, part="reconciled")
    if not any(found.tables["reconciled"]["matches"].to_pylist()):
        raise typer.Exit(1)


def print_reconciled(found: "Answer", number: str, form: str) -> None:
    """What gives the number or is near it, and what each decision alone moves; of long lists the first rows."""
    rows = found.tables["reconciled"].to_pylist()
    (measure,), (default,) = found.measures, (row for row in rows if row["decisions"] == 0)
    least = 0.5 * 10.0 ** -digits(number)
    alone = [row for row in rows if row["decisions"] == 1]
    moving = sorted((row for row in alone if abs(row["moved"] or 0) >= least), key=lambda row: -abs(row["moved"]))
    known = default["value"] is not None
    value = f"is {default['value']:z.{digits(number)}f}" if known else "has no value"
    given = f"{measure} {found.about} {value} by default"
    if default["matches"]:
        say(f"{given}, which is {number} as written.")
        if others := [row["choice"] for row in alone if row["decision"] == "convention" and row["matches"]]:
            say(f"The same by these conventions: {', '.join(others)}.")
    else:
        say(f"{given}.\n")
        print_giving(rows, number, form)
    if moving:
        say("\nWhat each decision alone moves:")
        print_decisions(moving, "moved", number, form)
    still = dict.fromkeys(row["decision"] for row in alone if known)
    still = [each for each in still if each not in {row["decision"] for row in moving}]
    if still:
        say(f"\nThese move nothing that shows: {', '.join(still)}.")


def print_giving(rows: list[dict], number: str, form: str) -> None:
    """The decisions that give a number which the default does not, or those that come near it."""
    alone, together = ([row for row in rows if row["decisions"] == many] for many in (1, 2))
    giving = [row for row in alone if row["matches"]]
    if giving:
        say(f"What gives {number}:")
        print_decisions(giving, "difference", number, form)
        return
    say(f"No decision alone gives {number}; the nearest:")
    print_decisions(nearest(alone), "difference", number, form)
    both = [row for row in together if row["matches"]]
    if both:
        say(f"\nTwo together that give {number}, which may be by chance:")
    elif together:
        say("\nNor do two together; the nearest:")
    if together:
        print_decisions(both or nearest(together), "difference", number, form)


def nearest(rows: list[dict]) -> list[dict]:
    """The rows whose values are nearest to the number."""
    return sorted(rows, key=lambda row: abs(row["difference"]))[:NEAREST]


def digits(number: str) -> int:
    """How many decimals are shown: those of the number, and four at least."""
    return max(4, len(number.strip().removesuffix("%").partition(".")[2]) + 2 * number.strip().endswith("%"))


def print_decisions(rows: list[dict], name: str, number: str, form: str) -> None:
    """A row for each decision: what is decided, how, the value, and a difference; no more than MOST of them."""
    most = digits(number)
    lines = [
        [row["decision"], row["choice"] or "", f"{row['value']:z.{most}f}", f"{row[name]:+z.{most}f}"]
        for row in rows[:MOST]
    ]
    print_rows(["decision", "choice", "value", name], lines, 2, form)
    if left := len(rows[MOST:]):
        say(f"... {plural(left, 'more row')}; --format json has all")
