"""Collections that hypothesis makes up, changed in every way that must not matter, beside the collections as they are.

The copy of a law is a set of queries, `law/query`, over runs of the same names: one evaluation scores all copies.
A further law is an entry of LAWS.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import duckdb
import pyarrow as pa
from generated import DOCS, LONGEST, SUBTOPICS, by_subtopic, generated, rankings, together
from variants import others, variants

import evalsql
from evalsql import Measure, Metric
from evalsql.catalog.measure import make_measure

COUNT = 50  # collections
CUT = 5  # ranks; many rankings have more documents
BEYOND = 13  # ranks; no ranking has as many documents
RUN_COLUMNS = ("run", "query_id", "doc_id", "score")
QREL_COLUMNS = ("query_id", "doc_id", "subtopic", "relevance")


def settings_of(metric: Metric) -> Iterator[Measure]:
    """The metric by default, with all its parameters changed, and by scores where it can be."""
    first = next(variants(metric))
    required = {name: first.values[name] for name, parameter in metric.parameters.items() if parameter.required}
    changed = {name: others(parameter)[0] for name, parameter in metric.parameters.items()}
    if "p2" in changed:
        changed["p2"] = 0.25  # as p1, it would make RBP2 RBP
    if "hit" in changed:
        changed["hit"] = 3.0  # as the others, it would make Utility the same for every set
    yield first
    yield make_measure(metric.name, metric, changed | ({metric.cutoff: CUT} if metric.cutoff else {}))
    if "system" in metric.parameters:
        yield make_measure(metric.name, metric, required | {"system": "score"})


def settings_of_curve(curve: Metric) -> Iterator[Measure]:
    """The curve by default, though over few points, and with all its parameters changed."""
    few = {curve.cutoff: BEYOND} if curve.cutoff else {"steps": 7} if "steps" in curve.parameters else {}
    changed = {name: others(parameter)[0] for name, parameter in curve.parameters.items()}
    yield make_measure(curve.name, curve, few)
    yield make_measure(curve.name, curve, changed | ({curve.cutoff: CUT} if curve.cutoff else {}))


def changed(measure: Measure, **values: object) -> Measure:
    """The measure with other values of some parameters."""
    return make_measure(measure.metric.name, measure.metric, {**measure.values, **values})


def key(measure: Measure) -> str:
    """The measure's text, which tells a curve from a metric."""
    return f"curve {measure}" if measure.metric.over else str(measure)


METRICS = [measure for metric in evalsql.metrics().values() for measure in settings_of(metric)]
CURVES = [measure for curve in evalsql.curves().values() for measure in settings_of_curve(curve)]
AT_CUT = [changed(m, **{m.metric.cutoff: CUT}) for m in METRICS if m.metric.cutoff]
# measures with gains, and the same without them, for gains that a table gives
GAINED = {m: changed(m, gains=None) for m in METRICS + CURVES if m.values.get("gains") and m.values.get("top") != 0}
# curves over ranks, and the metrics whose values they end in
ENDS = {
    m: make_measure(m.metric.name, evalsql.metrics()[m.metric.name], m.values)
    for m in CURVES
    if m.metric.cutoff and m.metric.name in evalsql.metrics()
}
MEASURES = {key(m): m for m in [*METRICS, *CURVES, *AT_CUT, *GAINED.values(), *ENDS.values()]}


def table(columns: Sequence[str], rows: Sequence[tuple]) -> pa.Table:
    """Rows as a table; those of judgments are of one stratum."""
    found = pa.table(dict(zip(columns, zip(*rows, strict=True), strict=True)))
    return found.append_column("stratum", pa.array(["1"] * len(rows))) if columns == QREL_COLUMNS else found


@cache
def grades() -> dict[tuple[str, str], float]:
    """The best relevance by query and document."""
    _, qrels = together(generated(COUNT))
    return {(query, doc): relevance for query, doc, relevance in qrels}


def shown(run: str, query: str, *_: str) -> str:
    """A ranking, for who reads of a law that failed: the relevance and score of each document, and what was missed."""
    ranking = rankings(together(generated(COUNT))[0]).get((run, query), [])
    found = [f"{grades().get((query, doc), '?')} ({score:.3g})" for doc, score in ranking]
    missed = [f"{grade}" for (of, doc), grade in grades().items() if of == query and doc not in dict(ranking)]
    return f"{run} for {query}: {', '.join(found)}; missed {', '.join(missed)}"


def swaps() -> list[tuple]:
    """Rankings without ties, and copies of each where a document of the top grade and one above it changed places."""
    found = []
    for (run, query), rows in rankings(together(generated(COUNT))[0]).items():
        docs = [doc for doc, _ in rows]
        relevance = [grades().get((query, doc), 0) for doc in docs]
        top = max(level for (of, _), level in grades().items() if of == query)
        lows = [place for place, level in enumerate(relevance) if level == top >= 2]
        pairs = [(high, low) for low in lows for high in range(low) if relevance[high] <= 0]
        chosen = [(0, 0), *pairs[:: max(1, len(pairs) // 3)][:3]]
        for copy, (high, low) in enumerate(chosen, start=-1):
            docs[high], docs[low] = docs[low], docs[high]
            found += [(copy, run, query, doc, 1 - place / LONGEST) for place, doc in enumerate(docs)]
            docs[high], docs[low] = docs[low], docs[high]
    return found


def uncapped(m: Measure) -> bool:
    """Whether a run may have more than the range says: cap='no' is for one that outdoes the greedy ideal."""
    return m.values.get("cap") == "no"


def of_subtopics(m: Measure) -> bool:
    """Whether subtopics are what judgments are of: judges stand in the same column, and so do sides of preferences."""
    return m.metric.by_subtopic and not {"judges", "preferences"} & set(m.metric.reads)


def of_judges(m: Measure) -> bool:
    """Whether judges stand where subtopics do."""
    return "judges" in m.metric.reads


def normalised(m: Measure) -> bool:
    """Whether only the proportions of weights count."""
    if "divisor" in m.values:
        return m.metric.by_subtopic and m.values["divisor"] != "none"
    return m.metric.by_subtopic and m.metric.name not in NOT_NORMALISED


def of_gains(m: Measure) -> bool:
    """Whether nothing but gain counts to a measure that has gains; what is a nugget goes by relevance."""
    return m in GAINED and "rel" not in m.values and m.metric.name != "Dsharp_nDCG"


def cut(m: Measure) -> bool:
    """Whether nothing below rank CUT counts; some compare with the worst ordering of all that was retrieved."""
    return m.values.get(m.metric.cutoff) == CUT and m.metric.name not in {"Frustration", "SatisfactionTotal"}


@dataclass(frozen=True)
class Law:
    """A change of the collections, and what it leaves as it was.

    Attributes:
        runs: the changed runs, a query over `runs`.
        qrels: the changed judgments, a query over `qrels`, which have a weight of 1.
        costs: the changed costs, a query over `costs`.
        of: the measures that it holds for.
        rows: for which rankings, a query of run and query_id; all of them if None.
        back: what the query was called before, an expression of query_id.
        value: what a value was before, an expression of value and query_id.
        like: the copy that it is compared with; the collections as they are, evaluated alone, if None.
        close: how far apart values may be, or None for the same bits.
    """

    runs: str = "from runs"
    qrels: str = "from qrels"
    costs: str = "from costs"
    of: Callable[[Measure], bool] = lambda measure: True
    rows: str | None = None
    back: str = "query_id"
    value: str = "value"
    like: str | None = None
    close: float | None = None


NOT_NORMALISED = {"alpha_G", "alpha_CG", "alpha_DCG", "exact_G", "P_relevant"}
WEIGHTS = dict(zip(SUBTOPICS, (0.125, 0.015625, 0.0625, 0.03125, 0.25), strict=True))  # sums are exact: none nearly tie
GAINS = {1.0: 0.5, 2.0: 0.25, 3.0: 1.0}  # those that `others` says of a parameter
WORTH = f"coalesce(map({list(GAINS)}, {list(GAINS.values())})[{{0}}], {{0}})"
BEST = "select query_id, doc_id, '1' as subtopic, max(relevance) as relevance, '1' as stratum, 1 as weight"
BEST += " from qrels group by all"


def switch(column: str, names: dict) -> str:
    """An expression of SQL for what stands for the values of a column."""
    return f"case {column} " + " ".join(f"when '{a}' then '{b}'" for a, b in names.items()) + " end"


def renamed(rows: str) -> str:
    """Rows with other names of documents, in the same order, and of queries, in another."""
    names = {doc: f"{place:02}" for place, doc in enumerate(sorted(DOCS, key=str.encode))}
    query = "hash(query_id) || '~' || query_id as query_id"
    return f"select * replace ({switch('doc_id', names)} as doc_id, {query}) from {rows}"


def weighted(times: int) -> str:
    """Judgments whose subtopics have weights."""
    return f"select * replace ({times} * {switch('subtopic', WEIGHTS)}::double as weight) from qrels"


def more(level: float, subtopics: str) -> str:
    """Judgments, and of every document one of this relevance for each of some subtopics, if it has none for it."""
    return f"""
        from qrels union all
        select query_id, doc_id, subtopic, {level}::double, '1', 1
        from (select distinct query_id, doc_id, subtopic from ({subtopics}), (select distinct doc_id from qrels))
        anti join qrels using (query_id, doc_id, subtopic)
    """


QUERIES = "select distinct query_id from qrels"
FIRST_SUBTOPIC = f"select query_id, '0' as subtopic from ({QUERIES})"  # the first by its bytes
ALL_SUBTOPICS = f"select query_id, subtopic from ({QUERIES}), (select distinct subtopic from qrels)"
ITS_SUBTOPICS = "select distinct query_id, subtopic from qrels"
JUDGES = "map_from_entries(list((query_id, judges)))"
JUDGES = f"(select {JUDGES} from (select query_id, count(distinct subtopic) as judges from qrels group by all))"
LAWS = {
    # the rows shuffled, four threads, another order by default, and all the other copies beside it
    "in another world": Law(),
    # copies by query have the same runs: others are to be there too, and none
    "without other runs": Law(
        runs="from runs where run = 'one'", rows="select run, query_id from runs where run = 'one'"
    ),
    "beside an ideal run and one that finds nothing": Law(
        runs="""
            from runs where run = 'one'
            union all select 'two', query_id, doc_id, (max(relevance) + 4) / 8 from qrels group by all
            union all select 'three', query_id, 'none ' || doc_id, score from runs where run = 'one'
        """,
        rows="select run, query_id from runs where run = 'one'",
    ),
    "scores transformed": Law(
        runs="select * replace (pow(2, -dense_rank() over (partition by run, query_id order by score desc)) as score)"
        " from runs",
        of=lambda m: m.values.get("system") not in ("score", "minmax"),
    ),
    "an unjudged tail below the cutoff": Law(
        runs=f"""
            from runs union all select run, query_id, 'unjudged ' || i, low - 0.01 - 0.01 * i
            from (select run, query_id, min(score) as low from runs group by all having count(*) >= {CUT}),
                range(4) as t(i)
        """,
        of=cut,
        rows=f"select run, query_id from runs group by all having count(*) >= {CUT}",
    ),
    "documents and queries renamed": Law(
        runs=renamed("runs"), qrels=renamed("qrels"), costs=renamed("costs"), back="split_part(query_id, '~', 2)"
    ),
    "subtopics renamed in the same order": Law(
        qrels=f"select * replace ('s' || {switch('subtopic', {s: i for i, s in enumerate(SUBTOPICS)})} as subtopic)"
        " from qrels"
    ),
    "subtopics renamed in another order": Law(
        qrels=f"select * replace ({switch('subtopic', dict(zip(SUBTOPICS, SUBTOPICS[::-1], strict=True)))} as subtopic)"
        " from qrels",
        close=1e-12,
    ),
    "a subtopic judged 0 throughout": Law(qrels=more(0, FIRST_SUBTOPIC), of=of_subtopics),
    "a subtopic judged -1 throughout": Law(qrels=more(-1, FIRST_SUBTOPIC), of=of_subtopics),
    "judgments of 0": Law(qrels=more(0, ALL_SUBTOPICS), of=of_subtopics),
    "judgments of 0 by the judges of a query": Law(qrels=more(0, ITS_SUBTOPICS), of=of_judges),
    # who finds nothing relevant counts, with 0
    **{
        f"a judge to whom everything is {level}": Law(
            qrels=more(level, FIRST_SUBTOPIC),
            of=of_judges,
            value=f"value * ({JUDGES}[query_id] + 1) / {JUDGES}[query_id]",
            close=1e-12,
        )
        for level in (0, -1)
    },
    "gains in a table": Law(of=lambda m: m in GAINED),
    "gains as relevance": Law(
        qrels=f"select * replace ({WORTH.format('relevance')} as relevance) from qrels",
        of=lambda m: of_gains(m) and m.metric.by_subtopic,
    ),
    # metrics without subtopics take the gain of the best relevance of a document, which need not be its highest
    "gains of the best as relevance": Law(
        qrels=f"select * replace ({WORTH.format('relevance')} as relevance) from ({BEST})",
        of=lambda m: of_gains(m) and not m.metric.by_subtopic,
    ),
    # what test_laws compares itself
    "untied": Law(runs="select * exclude copy from swaps where copy = -1", of=lambda m: False),
    **{
        f"swapped {copy}": Law(runs=f"select * exclude copy from swaps where copy = {copy}", of=lambda m: False)
        for copy in range(3)
    },
    "weights": Law(qrels=weighted(1), of=lambda m: False),
    "weights thrice": Law(qrels=weighted(3), of=normalised, like="weights", close=1e-12),
}
NUMBER = "regexp_extract(query_id, '([0-9]+)-[0-9]+$', 1)::integer"  # of the collection that a query is of
COLUMNS = {
    "runs": "run, query_id, doc_id, score",
    "qrels": "query_id, doc_id, subtopic, relevance, stratum, weight",
    "costs": "query_id, doc_id, cost",
}


def base(some: str = "true") -> duckdb.DuckDBPyConnection:
    """A connection with some of the collections in its tables; every third document costs something."""
    connection = duckdb.connect()
    runs, qrels = together(generated(COUNT))
    given = {
        "given_runs": table(RUN_COLUMNS, runs),
        "given_qrels": table(QREL_COLUMNS, by_subtopic(qrels)),
        "swaps": table(("copy", *RUN_COLUMNS), swaps()),
    }
    for name, rows in given.items():
        connection.register(name, rows)
    connection.execute(
        f"""
        set threads = 1;
        create table runs as select * replace (0.1 + 0.9 * score as score) from given_runs where {some};
        create table qrels as select *, 1::double as weight from given_qrels where {some};
        create table costs as select distinct query_id, doc_id, 2.5 as cost from qrels where hash(doc_id) % 3 = 0;
        create table found (law varchar, run varchar, query_id varchar, metric varchar, point double, value double);
        """
    )
    return connection


def add_copies(connection: duckdb.DuckDBPyConnection, laws: Mapping[str, Law], of: str = "true") -> None:
    """Makes the tables all_runs, all_qrels and all_costs of laws' copies, for the queries that fit a condition."""
    for kind, columns in COLUMNS.items():
        copies = [
            f"select {columns} from (select * replace ('{name}/' || query_id as query_id)"
            f" from ({getattr(law, kind)})) where {of if name != 'in another world' else 'true'}"
            for name, law in laws.items()
        ]
        rows = " union all ".join(copies)
        connection.execute(f"create table all_{kind} as select * from ({rows}) as g order by md5(g::varchar) asc")


def put(connection: duckdb.DuckDBPyConnection, evaluation: evalsql.Evaluation, measures: Sequence[Measure]) -> None:
    """Adds the scores and points of an evaluation to `found`, by the laws whose copies the queries are of."""
    evaluation.compute([m for m in measures if not m.metric.over])
    for over in {m.metric.over for m in measures} - {None}:
        evaluation.curve([m for m in measures if m.metric.over == over])
    parts = "case when contains(query_id, '/') then split_part(query_id, '/', 1) else 'alone' end, run"
    parts += ", split_part(query_id, '/', -1)"
    for values in (
        "metric, 0, value from evalsql_scores",
        "'curve ' || metric, point, value from evalsql_points",
        "'ideal of curve ' || metric, point, ideal from evalsql_points",
    ):
        evaluation.connection.execute(f"insert into memory.main.found select {parts}, {values}")


def rows(law: str, measures: Sequence[str], of: str = "true", back: str = "query_id", value: str = "value") -> str:
    """A query of the scores of a copy by some measures, where a condition of the query holds."""
    texts = ", ".join("'" + text.replace("'", "''") + "'" for text in measures)
    return f"""
        select run, {back} as query_id, metric, point, {value} as value from found
        where law = '{law}' and replace(metric, 'ideal of ', '') in ({texts}) and ({of})
    """


def outside(connection: duckdb.DuckDBPyConnection) -> list[tuple]:
    """The values out of the range that the head of a measure says: the measure, its range, how many, and the first."""
    ranges = [
        (text, *map(float, m.metric.range), m.metric.when_empty is None)
        for text, m in MEASURES.items()
        if not uncapped(m)
    ]
    connection.register("ranges", table(("metric", "low", "high", "may_be_null"), ranges))
    # weights of subtopics that do not add up to 1 are no longer shares
    return connection.execute(
        "select metric, any_value(low), any_value(high), count(*), min_by((law, run, query_id, point, value), law)"
        " from found join ranges using (metric) where law not like 'weights%' and case when value is null"
        " then not may_be_null else not (isfinite(value) and value between low and high) end group by metric"
    ).fetchall()


def swapped(connection: duckdb.DuckDBPyConnection) -> tuple[list[tuple], dict[str, tuple[int, int]]]:
    """Where a document of the top grade that rose makes a score worse; of how many swaps of how many it gained."""
    directed = {text: m for text, m in MEASURES.items() if m.metric.better != "neither" and m.metric.monotone}
    signs = [(text, -1.0 if m.metric.better == "lower" else 1.0) for text, m in directed.items()]
    connection.register("directed", table(("metric", "sign"), signs))
    connection.execute("""
        create or replace temp table rises as
        select metric, run, query_id, point, b.value as before, a.value as after, sign * (a.value - b.value) as gain
        from (from found where law like 'swapped %') as a
        join (from found where law = 'untied') as b using (run, query_id, metric, point)
        join directed using (metric)
        semi join swaps as s on s.run = a.run and s.query_id = a.query_id and 'swapped ' || s.copy = a.law
    """)
    worse = connection.execute(
        "select metric, count(*), min_by((run, query_id, point, before, after), gain)"
        " from rises where gain < -1e-12 group by all order by all"
    ).fetchall()
    gained = connection.execute(
        "select metric, count(*) filter (gain > 0), count(*) from rises group by all"
    ).fetchall()
    return worse, {metric: (some, every) for metric, some, every in gained}
