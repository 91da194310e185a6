"""`evalsql sql`: a measure as SQL that any DuckDB client runs."""

import shlex
from typing import Literal

from evalsql.cli.command import Shown, command
from evalsql.errors import InputError


@command("SQL and BI", formats=(), reads=False)
def sql(
    measure: str,
    runs: str = "runs",
    qrels: str = "qrels",
    macro: bool = False,
    curve: bool = False,
) -> Shown:
    """Print a measure as SQL, ready to paste."""
    from evalsql.catalog.listing import find_metric
    from evalsql.catalog.measure import parse_measure
    from evalsql.render import frames

    if macro and (runs, qrels) != ("runs", "qrels"):
        raise InputError(
            "a macro takes its tables when it is called, as in ndcg(runs := 'my_runs'); leave out the tables"
        )
    folder: Literal["curves", "metrics"] = "curves" if curve else "metrics"
    if not macro:
        text = frames.query(parse_measure(measure, folder), table(runs), table(qrels))
    else:
        metric = find_metric(measure, folder)
        if metric is None and parse_measure(measure, folder).judged_only:
            raise InputError(
                f"macros have no judged_only: give one a view of the judged documents of the runs, or say evalsql sql"
                f" {shlex.quote(measure)} without --macro"
            )
        if metric is None:
            name = parse_measure(measure, folder).metric.name
            raise InputError(f"a macro takes parameters and tables when it is called; say evalsql sql {name} --macro")
        text = frames.macro(metric)
    return Shown(text=text + ";")


def table(name: str) -> str:
    """What SQL reads under a name: a table's name as it is, a path in quotes."""
    from evalsql.sqltext import quote

    is_name = all(part.isidentifier() for part in name.split("."))
    is_file = name.rpartition(".")[2].lower() in ("parquet", "csv", "json", "jsonl", "gz", "zst")
    return name if is_name and not is_file else quote(name)
