"""`evalsql reconcile`: which decisions give a number that another tool has printed."""

import os
from collections.abc import Iterator, Sequence

from evalsql.cli import options as o
from evalsql.cli.command import Answer, Scoring, Shown, command
from evalsql.cli.tables import Row, Table, by
from evalsql.words import plural

NEAREST = 5  # decisions, if none gives the number
MOST = 10  # rows of a list
LIKELY = ("those that the run answers", "trec_eval-9", "trec_eval-10")  # choices, the likeliest first
MORE = "--format csv lists what each single decision changes."


@command("Explain", writes=("the rows", "reconciled"), without=o.OF_WEIGHTS)
def reconcile(
    number: str,
    run: list[str],
    qrels: str,
    measure: str,
    query: str | None = None,
    *,
    scoring: Scoring,
) -> Shown:
    """Find the decisions behind a number that another tool printed."""
    from evalsql.comparing.reconcile import reconcile

    if run[1:] == [] and os.path.exists(number):  # the other way round
        number, run = run[0], [number]
    answer = reconcile.answer(number, run, qrels, measure, query=query, **scoring)
    status = 0 if any(answer.tables["reconciled"]["matches"].to_pylist()) else 1
    return Shown(answer=answer, tables=tables(answer, number), part="reconciled", status=status)


def tables(answer: Answer, number: str) -> Iterator[Table | str]:
    """The decisions that give the number, or else the nearest, and the effect of each decision alone."""
    rows, form = answer.tables["reconciled"].to_pylist(), f"z.{digits(number)}f"
    (measure,), (default,) = answer.measures, (row for row in rows if row["decisions"] == 0)
    alone, together = ([row for row in rows if row["decisions"] == many] for many in (1, 2))
    known = default["value"] is not None
    value = f"is {default['value']:{form}}" if known else "has no value"
    lead = f"{measure} {answer.about} {value} by default"
    if default["matches"]:
        yield f"{lead}, which is {number} as written."
        if others := [row["choice"] for row in alone if row["decision"] == "convention" and row["matches"]]:
            yield f"The same by these conventions: {', '.join(others)}."
        yield MORE
        return
    yield f"{lead}.\n"
    if matching := [row for row in alone if row["matches"]]:
        groups = [every for _, every in by(sorted(matching, key=likely), "value")]
        yield decisions([first for first, *_ in groups], "difference", form, f"What gives {number}", lead)
        alike = [alike_text(first, others, len(groups) > 1) for first, *others in groups if others]
        yield "\n".join(["", *alike, MORE])
        return
    yield decisions(nearest(alone), "difference", form, f"No single decision gives {number}; the nearest", lead)
    if both := [row for row in together if row["matches"]]:
        yield decisions(both, "difference", form, f"\nTwo together that give {number}, perhaps by chance", lead)
    elif together:
        yield decisions(nearest(together), "difference", form, "\nNor do any two; the nearest", lead)
    least = 0.5 * 10.0 ** -digits(number)
    moving = sorted((row for row in alone if abs(row["moved"] or 0) >= least), key=lambda row: -abs(row["moved"]))
    still = dict.fromkeys(row["decision"] for row in alone if known)
    still = [each for each in still if each not in {row["decision"] for row in moving}]
    end = f"These change nothing at this precision: {', '.join(still)}" if still else ""
    if moving:
        yield decisions(moving, "moved", form, "\nWhat each single decision changes", lead, end)
    if end:
        yield f"\n{end}."


def likely(row: Row) -> tuple[int, bool]:
    """The place of a decision among others that give the same number: what most tools do, and conventions last."""
    return LIKELY.index(row["choice"]) if row["choice"] in LIKELY else len(LIKELY), row["decision"] == "convention"


def alike_text(first: Row, others: Sequence[Row], several: bool) -> str:
    """The other decisions that give exactly what the first does."""
    named = (f"{row['decision']}: " * (row["decision"] != "convention") + row["choice"] for row in others)
    return f"The same{' as ' * several}{first['choice'] * several}: {'; '.join(named)}."


def nearest(rows: Sequence[Row]) -> Sequence[Row]:
    return sorted(rows, key=lambda row: abs(row["difference"]))[:NEAREST]


def digits(number: str) -> int:
    """How many decimals are shown: those of the number, and four at least."""
    return max(4, len(number.strip().removesuffix("%").partition(".")[2]) + 2 * number.strip().endswith("%"))


def decisions(rows: Sequence[Row], name: str, form: str, title: str, lead: str, end: str = "") -> Table:
    """A row for each decision: what is decided, how, the value, and a difference; no more than MOST of them."""
    columns = {
        **{"decision": "decision", "choice": lambda row: row["choice"] or ""},
        **{"value": f"value:{form}", name: f"{name}:+{form}"},
    }
    left = len(rows[MOST:])
    note = f"... {plural(left, 'more row')}; --format json has all" if left else ""
    paper = ". ".join(filter(None, (lead, title.strip(), note, end))) + "."
    return Table(rows[:MOST], columns, title=f"{title}:", note=note, paper=paper, texts=2, label=name)
