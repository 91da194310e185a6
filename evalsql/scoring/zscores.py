"""Standard scores by means and standard deviations that others computed, as trec_eval's -Z has them."""

from collections.abc import Mapping

from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.faults import first_line
from evalsql.sqltext import quote

MISSING = -1000000  # of what the file does not name


def standardize(connection: Connection, measures: Mapping[str, str], path: str) -> None:
    """Puts standard scores of measures in place of their scores."""
    rows = []
    try:
        with open(path, encoding="utf-8") as opened:
            for line in opened:
                query, measure, mean, deviation = line.split()
                if measure in measures:
                    rows.append((query, measures[measure], float(mean), float(deviation)))
    except (OSError, ValueError) as error:
        expected = "lines of query, measure, mean and standard deviation were expected"
        raise InputError(f"{path}: {expected}: {first_line(error)}") from None
    queries, named, means, deviations = map(list, zip(*rows, strict=True)) if rows else ([], [], [], [])
    connection.execute(
        f"""
        update evalsql_scores as scores set value = found.value
        from
            (
                select
                    run,
                    query_id,
                    metric,
                    case
                        when deviation <> 0 then (value - mean) / deviation
                        when value = mean then 0
                        else {MISSING}
                    end as value
                from evalsql_scores
                left join
                    (
                        select
                            unnest(?::varchar[]) as query_id,
                            unnest(?::varchar[]) as metric,
                            unnest(?::double[]) as mean,
                            unnest(?::double[]) as deviation
                    )
                    using (query_id, metric)
                where metric in ({", ".join(map(quote, measures.values()))})
            ) as found
        where found.run = scores.run and found.query_id = scores.query_id and found.metric = scores.metric
        """,
        [queries, named, means, deviations],
    )
