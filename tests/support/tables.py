"""Many cases, one call: two tables held against each other, and a failure that names everything that differs.

    tables.assert_same(connection, expected, found, keys=("run", "query_id"), by="metric")

`expected` and `found` are queries, Arrow tables or lists of rows (dictionaries), with the columns `keys`, `by` (the
case) and `value`. Doubles are compared to their last bit unless `close` says how far apart they may be.
"""

from collections.abc import Callable, Sequence
from typing import Any

import duckdb
import pyarrow as pa
import pytest

SHOWN = 40  # names; the rest is counted


def cases(request: pytest.FixtureRequest, parameter: str) -> list[Any]:
    """The values of a parameter in the tests of this file that are asked for: with -k, what one case needs alone."""
    here = [item for item in request.session.items if item.path == request.path and hasattr(item, "callspec")]
    return list(dict.fromkeys(item.callspec.params[parameter] for item in here if parameter in item.callspec.params))


def assert_same(
    connection: duckdb.DuckDBPyConnection,
    expected: Any,
    found: Any,
    *,
    keys: Sequence[str] = (),
    by: str = "name",
    value: str = "value",
    close: float | None = None,
    note: Callable[..., str] = lambda *key: "",
) -> None:
    """Fails where the two differ, and says of every name how many rows do and the first; `note` may say more of it.

    A row that only one side has differs, with "no row" as the other's value.
    """
    for name, rows in (("_expected", expected), ("_found", found)):
        rows = pa.Table.from_pylist(rows) if isinstance(rows, list) else rows
        if isinstance(rows, pa.Table):
            connection.register(f"{name}_given", rows)
            rows = f"from {name}_given"
        connection.execute(f"create or replace temp table {name} as from ({rows})")
    ((count,),) = connection.execute("select count(*) from _expected").fetchall()
    assert count, "no row is expected, so that nothing was compared"
    columns = ", ".join((by, *keys))
    far = f"e.{value} is distinct from f.{value} or e.{value} = 0 and e.{value}::varchar <> f.{value}::varchar"
    if close is not None:
        apart = f"abs(e.{value} - f.{value}) > {close!r} * greatest(1, abs(e.{value}))"
        far = f"(e.{value} is null) <> (f.{value} is null) or {apart}"
    # a digest by name is a scan; what is joined is only the names whose digests differ, as a rule none
    digest = f"select {by}, count(*) as n, sum(hash({columns}, {value}::varchar)) as bits from {{}} group by all"
    wrong = connection.execute(
        f"""
        with
            doubtful as materialized (
                select distinct {by}
                from (from ({digest.format("_expected")}) except from ({digest.format("_found")})
                    union all (from ({digest.format("_found")}) except from ({digest.format("_expected")})))
            ),
            held as (
                select
                    {columns},
                    if(e._there is null, 'no row', coalesce(e.{value}::varchar, 'null')) as wanted,
                    if(f._there is null, 'no row', coalesce(f.{value}::varchar, 'null')) as given,
                    e._there is null or f._there is null or coalesce({far}, false) as differs
                from (select *, true as _there from _expected semi join doubtful using ({by})) as e
                full join (select *, true as _there from _found semi join doubtful using ({by})) as f using ({columns})
            )
        select
            {by}, count(*) filter (differs), count(*),
            min_by([{"".join(f"{key}::varchar, " for key in keys)}wanted, given], ({columns})) filter (differs)
        from held
        group by {by}
        having bool_or(differs)
        order by {by} asc
        """
    ).fetchall()
    if not wrong:
        return
    lines = [f"{len(wrong)} differ:"]
    for name, bad, of, (*key, wanted, given) in wrong[:SHOWN]:
        first = ", ".join(f"{k} {v}" for k, v in zip(keys, key, strict=True))
        more = note(*key)
        lines.append(
            f"  {name}: expected {wanted}, found {given}"
            + (f" at {first} ({bad} of {of})" if keys else "")
            + (more and f"\n      {more}")
        )
    if len(wrong) > SHOWN:
        lines.append(f"  and {len(wrong) - SHOWN} more: " + ", ".join(str(name) for name, *_ in wrong[SHOWN:]))
    pytest.fail("\n".join(lines), pytrace=False)
