"""Every value that was recorded of other tools on the real collections, beside ours."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import duckdb
from disagreements import DIFFERENCES
from places import COLLECTIONS
from recorded import lines

import evalsql

COLLECTIONS_HELD = {
    "trec_eval_test": "trec_eval's own test data",
    "covid_r1": "TREC-COVID, round 1",
    "dl19_passage": "TREC Deep Learning 2019, passages",
    "web2012_div": "TREC Web 2012, ad hoc and diversity",
    "msmarco_dev_sim": "MS MARCO passages, dev; runs are simulated",
}
HIGHEST = {"trec_eval_test": 1, "covid_r1": 2, "dl19_passage": 3, "web2012_div": 4}  # relevance of each collection


@dataclass(frozen=True)
class Call:
    """Values that were recorded of a call of a tool, and how they are asked for here.

    Attributes:
        tool: the pattern of what the call is recorded under.
        name: of the tool, on the page.
        convention: ours.
        options: of the evaluation.
        rel: the lowest relevance that counts.
        qrels: the file of judgments.
        parameters: what the call sets of the measures that have it.
        close: how far apart values may be.
    """

    tool: str
    name: str
    convention: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    rel: float | None = None
    qrels: str = "qrels.txt"
    parameters: Mapping[str, float] = field(default_factory=dict)
    close: float = 1e-9


ANSWERED, ALL = {"population": "intersection"}, {"population": "qrels"}
OLD = r"trec_eval-9\.0\.8( \(v10 refuses: topic missing\))?"
NEW = r"trec_eval-10\.0rc3"
IR = r"ir_measures-0\.4\.3/"
NDEVAL: dict[str, Any] = {"convention": "ndeval-traditional", "qrels": "qrels.ndeval.txt"}
IN_FILES = {"ties": "input"}
CALLS = (
    Call(NEW, "trec_eval 10.0", "trec_eval-10", ANSWERED),
    Call(f"{NEW} gains .*", "trec_eval 10.0", "trec_eval-10", ANSWERED),
    Call(f"{NEW} -c", "trec_eval 10.0", "trec_eval-10", ALL),
    Call(f"{NEW} -M100", "trec_eval 10.0", "trec_eval-10", ANSWERED | {"depth": 100}),
    Call(f"{NEW} -l2", "trec_eval 10.0", "trec_eval-10", ANSWERED, rel=2),
    Call(f"{NEW} -J", "trec_eval 10.0", "trec_eval-10", ANSWERED | {"judged_only": True}),
    Call(OLD, "trec_eval 9.0.8", "trec_eval-9"),
    Call(f"{OLD} -M100", "trec_eval 9.0.8", "trec_eval-9", {"depth": 100}),
    Call(f"{OLD} -J", "trec_eval 9.0.8", "trec_eval-9", {"judged_only": True}),
    Call("ndeval ?", "ndeval", "ndeval", qrels="qrels.ndeval.txt"),
    Call("ndeval -traditional", "ndeval", **NDEVAL),
    Call("ndeval -traditional -M 20", "ndeval", **NDEVAL, options={"depth": 20}),
    Call("ndeval -traditional -alpha 0.8 -beta 0.3", "ndeval", **NDEVAL, parameters={"alpha": 0.8, "beta": 0.3}),
    Call("ndeval -traditional -c", "ndeval", **NDEVAL, options=ALL),
    Call(f"{IR}gdeval", "gdeval", "ir_measures", close=0.5001e-5),
    Call(f"{IR}(pytrec_eval.*|judged|msmarco|compat)", "ir_measures 0.4.3", "ir_measures"),
    Call(f"{IR}accuracy", "ir_measures 0.4.3", options=IN_FILES),
    Call(f"{IR}cwl-eval.*", "cwl_eval 1.0.12", options=IN_FILES),
    Call(f"{IR}pyndeval.*", "pyndeval 0.0.8", options=ALL, **NDEVAL),
    Call("pyNTCIREVAL.*", "pyNTCIREVAL 0.0.3", "ntcireval", {"depth": 100}),
    Call("ranx.*", "ranx 0.3.21"),
)


def understood(call: Call, collection: str, said: str, measure: str) -> evalsql.Measure | None:
    """Our measure for what a tool calls `said`, and the records `measure`; None where there is none."""
    text = said
    if call.name.startswith("trec_eval"):
        text = {"rbp_resid": "rbp_resid_p=0.9", "rbp": "rbp_p=0.9"}.get(said, said)
    elif call.name == "ndeval":
        text = measure
    elif call.name.startswith("cwl_eval") and "@" not in said:
        text = f"{said}@1000"  # the documents that it looks at
    elif call.name.startswith("pyNTCIREVAL"):
        top = HIGHEST[collection]
        text = {"RBP": f"RBP(p=0.95,top={top})", "nDCG": measure}.get(said, re.sub("@0+", "@", said))
        text = {"QMeasure": measure}.get(said, text).replace("nERR@", f"nERR(top={top})@")
        text = {"MSnDCG": "MSnDCG", "QMeasure@10": "Q@10"}.get(text, text)
    try:
        found = evalsql.parse_measure(text, convention=call.convention)
    except evalsql.InputError:
        return None
    set_here = {key: value for key, value in call.parameters.items() if key in found.values}
    if call.rel and "rel" in found.values and found.metric.name != "RBP":
        set_here["rel"] = call.rel
    return replace(found, values={**found.values, **set_here})


def call_of(tool: str) -> Call:
    """The call that is recorded under a name."""
    (found,) = [call for call in CALLS if re.fullmatch(call.tool, tool)]
    return found


@cache
def evaluation(collection: str, qrels: str, convention: str | None, options: tuple) -> evalsql.Evaluation:
    """All runs of a collection, ranked once."""
    folder = COLLECTIONS / collection
    return evalsql.Evaluation(str(folder / "runs"), str(folder / qrels), convention=convention, **dict(options))


def pair(connection: duckdb.DuckDBPyConnection, collection: str, tools: str) -> None:
    """Adds to a table `pairs` what was recorded of a collection, and ours; of the query "all", the means."""
    files = [str(COLLECTIONS / collection / "expected" / f"{file}.parquet") for file in ("trec_eval", "other_tools")]
    connection.execute(
        "create or replace temp table recorded as select tool, tool_measure, measure, query_id,"
        " regexp_replace(run, '[.]run$', '') as run, value from read_parquet($files)"
        " where regexp_full_match(tool, $tools)",
        {"files": files, "tools": tools},
    )
    names = connection.execute("select distinct tool, tool_measure, measure from recorded order by all").fetchall()
    for tool in sorted({tool for tool, *_ in names}):
        call = call_of(tool)
        known = {
            (said, measure): understood(call, collection, said, measure) for t, said, measure in names if t == tool
        }
        asked = {str(each): each for each in known.values() if each}
        options = tuple(sorted(call.options.items()))
        evaluated = evaluation(collection, call.qrels, call.convention, options)
        connection.register("scores", evaluated.score(list(asked.values())).to_arrow_table())
        board = evaluated.leaderboard(list(asked.values())).to_arrow_table()
        connection.register("board", board.rename_columns(["run", *asked]))
        connection.execute(
            """
            insert into pairs by name
            with
                names as (select unnest($said) as tool_measure, unnest($measures) as measure, unnest($texts) as metric),
                means as (from (unpivot board on columns(* exclude run) into name metric value ours)),
                ours as (
                    select run, query_id, metric, value as ours from scores
                    union all by name
                    select *, 'all' as query_id from means
                )
            select
                $collection as collection, $name as name, tool, tool_measure, metric, run, query_id,
                value as theirs, ours, $close as close
            from recorded
            left join names using (tool_measure, measure)
            left join ours using (run, query_id, metric)
            where tool = $tool
            """,
            {
                "said": [said for said, _ in known],
                "measures": [measure for _, measure in known],
                "texts": [str(each) if each else None for each in known.values()],
                "collection": collection,
                "name": call.name,
                "close": call.close,
                "tool": tool,
            },
        )


def facts(connection: duckdb.DuckDBPyConnection, collection: str) -> None:
    """Adds to `rankings` and `topics` what conditions of differences are about."""
    folder = COLLECTIONS / collection
    connection.execute(
        f"""
        insert into rankings by name
        with
            documents as (
                select
                    regexp_extract(filename, '([^/]*)[.]run', 1) as run,
                    field[1] as query_id,
                    field[5]::double as score,
                    query_id <> lag(query_id) over (partition by run order by place asc) as turn
                from (select *, row_number() over () as place from ({lines(folder / "runs" / "*.run")}))
            ),
            found as (
                select
                    run, query_id, count(*) as documents, min(score) as lowest,
                    count(distinct score) < count(*) as tied, count(*) filter (turn) as turns
                from documents
                group by all
            )
        select
            *,
            '{collection}' as collection,
            sum(turns) over (partition by run) >= count(*) over (partition by run) as pieces
        from found
        """
    )
    connection.execute(
        f"""
        insert into topics by name
        select '{collection}' as collection, field[1] as query_id, min(field[4]::integer) as least
        from ({lines(folder / "qrels.txt")})
        group by all
        """
    )


def unexplained(connection: duckdb.DuckDBPyConnection) -> list[tuple]:
    """The first values that are not ours and of no difference that is known."""
    columns = "collection, tool, tool_measure, run, query_id, theirs, ours"
    return connection.execute(
        f"select {columns} from compared where not equal and why is null order by all limit 5"
    ).fetchall()


def recorded_values(collections: Iterable[str] = COLLECTIONS_HELD, tools: str = ".*") -> list[tuple[int]]:
    """How many values are recorded."""
    files = [str(COLLECTIONS / each / "expected" / "*.parquet") for each in collections]
    return duckdb.execute(
        "select count(*) from read_parquet($files) where regexp_full_match(tool, $tools)",
        {"files": files, "tools": tools},
    ).fetchall()


def table(collections: Iterable[str] = COLLECTIONS_HELD, tools: str = ".*") -> duckdb.DuckDBPyConnection:
    """A connection with a table `compared`: each value that was recorded and ours, and which difference it is.

    Its columns are those of `pairs`, and equal, why (the place of a difference, or null) and left_out (not compared).
    """
    connection = duckdb.connect()
    connection.execute(
        """
        create table pairs (
            collection varchar, name varchar, tool varchar, tool_measure varchar, metric varchar,
            run varchar, query_id varchar, theirs double, ours double, close double
        );
        create table rankings (
            collection varchar, run varchar, query_id varchar,
            documents bigint, lowest double, tied boolean, turns bigint, pieces boolean
        );
        create table topics (collection varchar, query_id varchar, least integer);
        """
    )
    for collection in collections:
        pair(connection, collection, tools)
        facts(connection, collection)
        evaluation.cache_clear()
    explain(connection)
    return connection


def explain(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the table `compared`. A mean differs for the reason that values of queries do."""
    whys = " ".join(
        f"when name = '{each.name}' and coalesce({each.where}, false) {'and not equal' if each.compared else ''}"
        f" then {place}"
        for place, each in enumerate(DIFFERENCES)
    )
    left_out = [place for place, each in enumerate(DIFFERENCES) if not each.compared]
    connection.execute(
        f"""
        create table compared as
        with
            held as (
                select
                    * exclude (documents, lowest, tied, turns, pieces, least),
                    coalesce(abs(theirs - ours) <= close, false) as equal,
                    case {whys} end as of_value,
                    min(of_value) over (partition by collection, tool, tool_measure, run) as of_mean
                from pairs
                left join rankings using (collection, run, query_id)
                left join topics using (collection, query_id)
            )
        select
            * exclude (of_value, of_mean),
            case
                when of_value is not null then of_value
                when query_id = 'all' and (not equal or of_mean in {left_out}) then of_mean
            end as why,
            coalesce(why in {left_out}, false) as left_out
        from held
        """
    )
