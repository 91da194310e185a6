"""How much the order of documents of equal scores could move each score."""

from collections.abc import Sequence
from typing import Any, Unpack, get_args

from evalsql.answers import Answer, as_relation
from evalsql.catalog.conventions import Ties
from evalsql.catalog.expected import has_expected
from evalsql.catalog.measure import Measures, as_measures
from evalsql.comparing.score_source import ScoreOptions, read_scores
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs import objects, views
from evalsql.inputs.names import Named
from evalsql.scoring.evaluation import Progress
from evalsql.sqltext import quote

ORDERS: Sequence[Ties] = [each for each in get_args(Ties) if each != "input"]


@as_relation("ties")
def ties(
    runs: Any,
    qrels: Any,
    measures: Measures,
    *,
    per_query: bool = False,
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Answer:
    """Score tied documents in the best, the worst and trec_eval's order, and on average over all orders.

    Args:
        runs: runs as Evaluation takes them. They are read for each order.
        qrels: judgments, in the same forms.
        measures: such as "nDCG@10", or a list of them.
        per_query: a row for each query too, rather than means over them.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        A relation with columns measure, run, trec_eval, worst, expected (null if the measure has no closed form of
        its mean over all orders), best, difference (best - worst), queries (on how many ties matter) and num_queries,
        best run first. Per query, query_id stands beside run, and matters (whether they do) in place of the last two.

    Raises:
        InputError: an input or a measure cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    if "ties" in options:
        raise TypeError("got an unexpected keyword argument 'ties'")
    asked = as_measures(measures, convention=options.get("convention"))
    tell = options.get("progress", lambda step, done: None)
    runs, qrels = lasting(runs), lasting(qrels)
    for kind in ("gains", "weights", "costs"):
        options[kind] = lasting(options.get(kind))
    options["progress"] = part(tell, 0)
    scores = read_scores(runs, qrels, asked, connection=connection, **options)
    scores.make("tied")
    put_tied(scores, scores, ORDERS[0])
    for place, order in enumerate(ORDERS[1:], start=1):
        wanted = [each for each in asked if order != "average" or has_expected(each.metric)]
        if wanted:
            options |= {"ties": order, "progress": part(tell, place)}
            put_tied(scores, read_scores(runs, qrels, wanted, connection=connection, **options), order)
    scores.make("tied_queries")
    report = "ties_by_query" if per_query else "ties"
    rows = scores.report("reports/measures", report)
    return Answer({"ties": rows}, scores.warnings, scores.about, scores.measures, scores.headings)


def part(tell: Progress, place: int) -> Progress:
    """What tells how much of all is done while the scores of one order are read."""
    return lambda step, done: tell(step, (place + done) / len(ORDERS))


def put_tied(scores: Scores, found: Scores, order: Ties) -> None:
    """Adds scores to evalsql_tied."""
    scores.connection.register("evalsql_arriving", found.fetch("scores"))
    select = f"select {quote(order)}, run, query_id, metric, value from evalsql_arriving"
    scores.execute(f"insert into evalsql_tied {select}", {})
    scores.connection.unregister("evalsql_arriving")


def lasting(given: Any) -> Any:
    """The inputs in a form that can be read once per order."""
    if given is None:
        return None
    each = views.listed(given)
    if any(isinstance(one, str) and one == "-" for _, one in each):
        raise InputError("the inputs are read once for each order of ties, and standard input only once; give a file")
    if objects.is_one(given):
        return objects.kept(given)
    return [objects.kept(one) if name is None else Named(name, objects.kept(one)) for name, one in each]
