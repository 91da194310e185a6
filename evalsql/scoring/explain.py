"""A measure's value of one ranking, rank by rank, so that it can be checked by hand."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Unpack

from evalsql.answers import Answer, as_relations
from evalsql.arguments import whole_number
from evalsql.catalog.conventions import clause, decisions
from evalsql.catalog.headings import headings, left_out
from evalsql.catalog.interval import WHOLE_RANKING
from evalsql.catalog.measure import Measure, parse_measure
from evalsql.catalog.templates import expand
from evalsql.connections import Connection, fetch_one
from evalsql.errors import InputError
from evalsql.inputs.columns import chosen_for
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.options import OrderOptions, refuse_others
from evalsql.scoring.ranking import Progress
from evalsql.scoring.runs import unread_column
from evalsql.scoring.values import idle, unread
from evalsql.words import plural, said

if TYPE_CHECKING:
    import pyarrow as pa

MOST_RANKS, MOST_MISSED = 1000, 100  # of which the measure's value is found
# a sum of the formula over the judged documents, and that over the ideal ranking
SUM = re.compile(r"\bsum\(\s*(?P<term>(?:(?!\bsum\().)+?)\s+order by rank asc\s*\)", re.DOTALL)
IDEAL = re.compile(r"\bsum\((?P<term>(?:(?!\bsum\().)+?)\s+order by ideal_rank asc\s*\)", re.DOTALL)
COLUMNS = {"rank", "relevance", "gain", "tied_from", "tied_to"}  # what such a term may be made of


@as_relations
def explain(
    run: Any,
    qrels: Any,
    measure: str | Measure,
    query: str,
    *,
    top: int | None = None,
    connection: Connection | None = None,
    progress: Progress = lambda step, done: None,
    **options: Unpack[OrderOptions],
) -> Answer:
    """Where the value of a measure comes from: one query's ranking with what each document brings.

    Args:
        run: one run, as Evaluation takes runs.
        qrels: judgments, given likewise.
        measure: such as "nDCG@10".
        query: the query's id.
        top: how many ranks to show; all down to the cutoff where None.
        connection: the user's own DuckDB connection.
        progress: see Evaluation.
        options: population, ties (but not "average", which is of no one ranking), gains, subtopics, weights,
            without_own, exclusions, candidates, duplicates, where, convention and columns, see Evaluation.

    Returns:
        Three relations. "ranking" has a row per rank, with columns rank, doc_id (null below the last document), score
        (null where the convention goes by the rank column), tied (whether the next document has the same score),
        relevance (null where unjudged), found (relevant documents so far), gain and discount (where the measure has
        them), term (of the sum in its body), sum (of the terms so far), ideal (the same of the ideal ranking), adds and
        value: the measure of the documents down to there alone, and by how much that is above the rank before. The last
        value is the measure's. "missed" has a row per relevant document that is not among them: doc_id, relevance,
        gain, rank (below the cutoff), on_top (the value if it stood at rank 1) and adds. "whole" has one row: run,
        query_id, metric, value and ranks, how many of these there are. Of measures of distance, such as ADM, also
        "distances": a row per document they look at, with columns rank (null where it is missed), urs and srs, its
        relevance to users and to the run, and distance.

    Raises:
        InputError: an input or the measure cannot be used, the query is not judged, or there is more than one run.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    refuse_others(options, OrderOptions)
    if options.get("ties") == "average":
        raise InputError("one ranking is explained, and ties average is over many; choose another order of ties")
    top = None if top is None else whole_number(top, "top")
    convention = options.get("convention")
    asked = measure if isinstance(measure, Measure) else parse_measure(measure, convention=convention)
    # where unjudged documents are left out, they have no ranks
    only = asked.judged_only
    given = {**options, "queries": [str(query)], "measures": [asked], "whole": True, "judged_only": only}
    nothing = f"the run has no results for query {said(str(query))}"
    try:
        own = Evaluation(run, qrels, connection=connection, progress=progress, **given)
    except InputError as error:
        if error.kind == "no query in common":  # of the one that is asked for
            raise InputError(nothing) from None
        if error.kind == "unknown query":
            raise InputError(f"query {said(str(query))} is not judged") from None
        raise
    if own.coverage.runs != 1:
        raise InputError(f"there are {plural(own.coverage.runs, 'run')} where one was expected; name one file")
    if own.coverage.missing:
        raise InputError(nothing)
    own.compute([asked])
    order = decisions(convention).order
    parts = {**parts_of(asked, top), "scored": order != "rank", "order": order}
    judged = make_cuts(own, asked, parts)
    if fetch_one(own.connection, "select count(*) from evalsql_cut")[0]:
        kept = ("convention", "subtopics", "population", "ties")
        again = {name: value for name, value in options.items() if name in kept}
        cuts = own.connection.sql("from evalsql_cut order by run asc, rank asc").to_arrow_table()
        other = Evaluation(cuts, judged, measures=[asked], keep=False, **again)  # pyright: ignore[reportArgumentType]
        other.compute([asked])
        values = other.connection.sql("select run as cut, value from evalsql_scores").to_arrow_table()
        own.connection.from_arrow(values).insert_into("evalsql_valued")
    tables = {
        "ranking": report(own.connection, "explained", asked, parts),
        "missed": report(own.connection, "missed", asked, parts),
        "whole": report(own.connection, "whole", asked, parts),
    }
    if asked.of_distance:
        tables["distances"] = report(own.connection, "distances", asked, {"levels": "user_levels" in asked.values})
    about = f"{own.coverage}{clause(convention, left_out([asked], convention))}"
    # the evaluation keeps what other measures would read
    unused = [*idle(unread(asked, [name for name, value in options.items() if value is not None]))]
    if order == "rank":
        unused += unread_column(dict(chosen_for(options.get("columns"), "runs")), by_rank=True)
    return Answer(tables, [*own.warnings, *unused], about, (str(asked),), headings([asked], convention))


def parts_of(measure: Measure, top: int | None) -> dict[str, Any]:
    """What the files that explain a measure have in braces: the term of its body, and what that is made of."""
    metric, template = measure.metric, measure.metric.template
    term, ideal = term_of(template, {**measure.values, **metric.fixed}), IDEAL.search(template)
    of_term = template if term is None else term
    gained = "worth" if "worth()" in of_term else "gain" if "gains" in metric.parameters else None

    def written(text: str | None) -> str:
        return "null::double" if text is None else metric.spell_out(measure.values, text)

    discounted = term is not None and "discount('rank')" in term
    return {
        "term": written(term),
        "terms": term is not None,
        "gained": written(f"{{{{ {gained}() }}}}") if gained else "gain",
        "divided": written("{{ discount('rank') }}" if discounted else None),
        "ideal_term": written(ideal["term"]) if ideal and term else None,
        "ideal_ranking": written("{{ ideal() }}") if ideal and term else "",
        "relevant": repr(float(measure.values.get("rel", 1))),
        "cutoff": measure.cutoff,
        "last": min(measure.cutoff, top or WHOLE_RANKING, MOST_RANKS),
        "top": min(top or WHOLE_RANKING, MOST_RANKS),
        "most": MOST_MISSED,
        "when_empty": "null" if metric.when_empty is None else repr(float(metric.when_empty)),
    }


def term_of(template: str, values: Mapping[str, Any]) -> str | None:
    """The term of the sum of a body over `judged`, where it is made of columns of that alone; None where it is not."""
    found = SUM.search(template)
    if found is None or not re.search(r"\b(gain|worth|worth_above|share)\b", found["term"]):
        return None
    if "highest" in expand(found["term"], values):  # which the body joins
        return None
    term = found["term"].replace("share()", "worth()")  # which is what it is otherwise
    read = re.search(r"\bfrom\s+(\w+|\()", re.sub(r"{{.*?}}", "", template[found.end() :]))
    words = set(re.findall(r"(?<![\w$'])[a-z_]\w*(?![\w(])", re.sub(r"{{.*?}}|'[^']*'", "", term)))
    return term if read and read[1] == "judged" and words <= COLUMNS else None


def make_cuts(own: Evaluation, measure: Measure, parts: Mapping[str, Any]) -> "pa.Table":
    """Makes the rankings of which the measure is to be found, and gives the judgments as they were given."""
    connection = own.connection
    past = {**parts, "last": parts["cutoff"]}
    for name, values in (("extent", parts), ("missed", past), ("cut", parts), ("valued", parts)):
        select = statements.comparison("scores", name, **values)
        connection.execute(statements.table(name, select), asked_for(select, measure))
    connection.execute("insert into evalsql_valued select 'whole', value from evalsql_scores")
    columns = connection.execute("""
        select * from (
            unpivot (select count(gain) as gain, count(subtopic) as subtopic, count(weight) as weight,
            count(probability) as probability, count(stratum) as stratum from evalsql_given) on columns(*)
        ) where value > 0
    """).fetchall()
    named = ", ".join(["query_id::varchar as query_id", "doc_id", "relevance", *(name for name, _ in columns)])
    return connection.sql(f"select {named} from evalsql_given").to_arrow_table()


def report(connection: Connection, name: str, measure: Measure, parts: Mapping[str, Any]) -> "pa.Table":
    """A report of sql/reports/measures, with the measure's parameters bound."""
    statement = statements.comparison("reports/measures", name, **parts)
    return connection.sql(statement, params=asked_for(statement, measure)).to_arrow_table()


def asked_for(statement: str, measure: Measure) -> dict[str, Any]:
    return {name: value for name, value in measure.bound.items() if re.search(rf"\${name}\b", statement)}
