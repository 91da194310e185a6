"""The ways that costs of documents can be bad."""

from collections.abc import Iterator, Sequence

from evalsql.catalog.gains import within_bounds
from evalsql.connections import Connection, fetch_all
from evalsql.errors import Problem
from evalsql.inputs.checks.places import first_twice, places
from evalsql.inputs.checks.weights import EXPECTED, unfit
from evalsql.inputs.source import Source
from evalsql.words import more, said


def unfit_costs(connection: Connection, costs: Sequence[Source]) -> Iterator[Problem]:
    """Costs below 0 or out of bounds."""
    yield from unfit(connection, "costs", costs, "cost", f"isfinite(cost) and not {within_bounds('cost')}", EXPECTED)


def two_costs(connection: Connection, costs: Sequence[Source]) -> Iterator[Problem]:
    """A document that has two costs for one query: named twice, or once for every query and once for one."""
    for (doc, query), where, count in first_twice(connection, "costs", costs, ("doc_id", "query_id"), ("doc_id",)):
        of = f" for query {said(query)}" if query is not None else ""
        text = f"document {said(doc)} has two costs{of} ({where})"
        yield Problem("error", "two costs", text + more(count, "document"), count)
    both = fetch_all(
        connection,
        """
        select doc_id, count(*) over ()
        from evalsql_costs
        where doc_id is not null
        group by doc_id
        having count(query_id) between 1 and count(*) - 1
        order by doc_id asc
        limit 1
        """,
    )
    for doc, count in both:
        where = places(connection, "costs", costs, "doc_id = ?", [doc])
        text = f"document {said(doc)} has a cost for every query, and one for a query alone ({where})"
        yield Problem("error", "two costs", text + more(count, "document"), count)
