"""Macros refuse unfit arguments, and rows that are not fit, with a sentence before anything else."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from macro_calls import argument, attach, call, complaint, fitting, rows
from variants import representative

import evalsql
from evalsql import Metric, curves, metrics
from evalsql.catalog.gains import GAINS
from evalsql.catalog.heads import read_metric
from evalsql.catalog.metric import WHOLE_RANKING, Parameter
from evalsql.connections import Connection
from evalsql.render.builtins import qualified
from evalsql.render.frames import macro
from evalsql.render.guards import guard

EVERY = [*metrics().values(), *curves().values()]


def unfit(parameter: Parameter) -> list[Any]:
    """Values that a parameter does not take."""
    if parameter.cutoff:
        needed = [None] if parameter.default != WHOLE_RANKING else []
        return [*needed, 0, -1, 2.5, 2**31, "ten", "10"]
    if parameter.type == "VARCHAR":
        return [None, "foo", "", "LOG2", 10] if parameter.one_of else [None]
    if parameter.type == GAINS:
        return []
    inside = parameter.within
    below = [inside.low, inside.low - 1] if inside.low_open else [inside.low - 1]
    above = [inside.high, inside.high + 1] if inside.high_open else [inside.high + 1]
    fractions = [0.5] if parameter.type == "INTEGER" else []
    finite = [number for number in [*below, *above] if abs(number) < 1e300]
    return [None, *finite, *fractions, "0.5", "half"]


def long_every_macro_has_the_guards_of_its_parameters_which_refuse_what_is_unfit() -> None:
    tried: set[str] = set()
    for metric in EVERY:
        text = macro(metric)
        for parameter in metric.parameters.values():
            condition = guard(metric.name, parameter)
            assert qualified(condition) in text, (metric.name, parameter.name)
            if repr(parameter) in tried:
                continue
            tried.add(repr(parameter))
            words = f"Invalid Input Error: evalsql: {metric.name}: {parameter.name} must be {parameter.allowed}, not "
            for value in unfit(parameter):
                said = complaint(duckdb, f"select {condition} from (select {argument(value)} as {parameter.name})")
                shown = "null" if value is None else repr(value) if isinstance(value, str) else str(value)
                assert said == words + shown
            for value in (parameter.default, fitting(metric).get(parameter.name, parameter.default)):
                fits = f"select {condition} from (select {argument(value)} as {parameter.name})"
                if value is not None and value != WHOLE_RANKING:
                    assert duckdb.sql(fits).fetchall() == [(True,)], (metric.name, parameter.name, value)


WHOLE = "nDCG: k must be a whole number of at least 1, not "
SENTENCES = {  # those of other arguments are in survival/bad_input/kinds/u_macros.toml
    "from e.ndcg(k := 0)": f"{WHOLE}0",
    "from e.ndcg(k := true)": f"{WHOLE}true",  # which DuckDB takes for 1
    "from e.ndcg('runs', 'qrels', 'log2')": f"{WHOLE}'log2'",
    # the cutoff is looked at first: in a built database, which has them already, 'runs' is taken for it
    "from e.ndcg(k := 'runs', discount := 'qrels')": f"{WHOLE}'runs'",
    "from e.bpref(plus := false)": "Bpref: plus must be a number in [0, inf), not false",
    # DuckDB compares it with a whole number as such, '2.5' as 3, and computes with 2.5
    "from e.rbp(p := '-0.4')": "RBP: p must be a number in [0, 1), not '-0.4'",
    "from e.rr_damped(damping := '2.5')": "RR_damped: damping must be a number in [0, inf), not '2.5'",
    "from e.rbp(p := 'nan'::float)": "RBP: p must be a number in [0, 1), not nan",
    "from e.ap(rel := 'nan'::double)": "AP: rel must be a number in (0, inf), not nan",
    "from e.ap(rel := '-inf'::double)": "AP: rel must be a number in (0, inf), not -inf",
    "from e.ndcg(discount := 'foo')": "nDCG: discount must be one of log2, jk, rank, none, not 'foo'",
    # before the metric itself fails
    "from e.ndcg(discount := 'jk', base := 0)": "nDCG: base must be a number in (1, inf), not 0",
    "from e.ndcg(discount := 'jk', base := -1)": "nDCG: base must be a number in (1, inf), not -1",
    # whatever the caller does with the rows
    "select count(*) from e.ndcg(k := 0)": f"{WHOLE}0",
    "select run from e.ndcg(k := 0) limit 1": f"{WHOLE}0",
    "select avg(value order by query_id asc) from e.ndcg(k := 0) group by run": f"{WHOLE}0",
    "from e.ndcg(k := 0) where query_id = '131'": f"{WHOLE}0",
    "from runs join e.ndcg(k := 0) using (run, query_id)": f"{WHOLE}0",
}
GAINS_UNFIT = ("1: -1", "1: 2, 2: null", "0: 1, 1: 2", "-1: 0", "1: 'nan'::double", "1: 'inf'::double", "1: 1e308")
GAINS_UNFIT += ("1: 1, 2: 1e-20", "1e300: 1")


def test_the_sentences_of_the_guards_are_these(shared: Connection) -> None:
    expected = {query: f"Invalid Input Error: evalsql: {said}" for query, said in SENTENCES.items()}
    assert {query: complaint(shared, query) for query in SENTENCES} == expected
    gains = "evalsql: nDCG: gains must be a map of relevance to gain, such as map {1: 1, 2: 10}, with gains that"
    for levels in GAINS_UNFIT:
        said = complaint(shared, f"from e.ndcg(gains := map {{{levels}}})")
        assert f"{gains} are 0 or from 1e-9 to 1e15, not {{" in said, levels


def test_a_guard_takes_the_ends_that_belong_to_an_interval(shared: Connection) -> None:
    for fit in ("rbp(p := 0)", "rbp(p := 0.999999)", "ap(rel := 0.000001)", "ndcg(k := 1)", "ndcg(base := 1.01)"):
        assert rows(shared, f"e.{fit}")


def made_up(spec: str, use: str) -> Metric:
    """A metric with one parameter, x, that no metric of the catalog is like."""
    head = [
        *('name = "Made"', 'title = "Made up"', 'family = "counts"', 'about = "Made up."', 'formula = "x"'),
        *("range = [0, inf]", 'better = "higher"', 'cite = "None."', "[parameters]", f'x = {{ {spec}, about = "x" }}'),
    ]
    example = 'example = [["None.", { ranking = [1], value = 1 }]]'
    body = f"select run, query_id, {use} as value from topics"
    return read_metric("made.sql", "/*\n" + "\n".join(head) + f"\n*/\n{body}\n/*\n{example}\n*/\n")


# a parameter x, what the metric makes of it, the rows of calls, and what is said of other values
MADE_UP = {
    'type = "DOUBLE", default = 0.5, within = "[0, 0.5]"': (
        "$x",
        {"x := 0.25": ("Made(x=0.25)", 0.25), "": ("Made", 0.5)},
        {"x := 0.6": "a number in [0, 0.5], not 0.6"},
    ),
    'type = "DOUBLE", required = true, above = 0': (
        "$x",
        {"x := 3": ("Made(x=3)", 3.0)},
        {"": "a number in (0, inf), not null"},
    ),
    'type = "VARCHAR", default = "it\'s"': (
        "length($x)",
        {"": ("Made", 4.0), "x := 'a'": ("Made(x='a')", 1.0)},
        {},
    ),
    'type = "INTEGER", default = 3, within = "[1, 10]"': (
        "$x",
        {"x := 10": ("Made(x=10)", 10.0)},
        {f"x := {value}": f"a whole number in [1, 10], not {value}" for value in ("0", "11", "2.5", "null")},
    ),
}


def test_parameters_that_no_metric_has_are_guarded_and_named_likewise(client: Connection) -> None:
    for spec, (use, fit, refused) in MADE_UP.items():
        client.execute(macro(made_up(spec, use)).replace("create macro", "create or replace macro"))
        for given, row in fit.items():
            assert client.execute(f"select distinct metric, value from made({given})").fetchall() == [row]
        for given, said in refused.items():
            assert f"x must be {said}" in complaint(client, f"from made({given})")


RUN = [("r", "q", "d1", "3"), ("r", "q", "d2", "2"), ("r", "q", "d3", "1"), ("s", "q", "d1", "1")]
QRELS = [("q", "d1", "1", "t", None), ("q", "d4", "2", "t", None), ("q", "d4", "1", "u", None)]


@pytest.fixture(scope="module")
def with_e(library: Path) -> Connection:
    """A connection with the library as e; of two faults, one thread finds the same first."""
    return attach(duckdb.connect(config={"threads": 1}), library)


@pytest.fixture
def tables(with_e: Connection) -> Connection:
    return put_tables(with_e)


def put_tables(client: Connection) -> Connection:
    """Tables of texts that are fit; numbers among them are read as numbers."""
    client.execute("""
        create or replace table runs (run varchar, query_id varchar, doc_id varchar, score varchar);
        create or replace table qrels
            (query_id varchar, doc_id varchar, relevance varchar, subtopic varchar, gain varchar,
             stratum varchar default '1')
    """)
    client.executemany("insert into runs values (?, ?, ?, ?)", RUN)
    client.executemany("insert into qrels (query_id, doc_id, relevance, subtopic, gain) values (?, ?, ?, ?, ?)", QRELS)
    return client


def sentence(connection: Connection, metric: Metric) -> str:
    """What a macro says of the tables."""
    said = complaint(connection, f"from {call(metric, **fitting(metric))}")
    return said.partition("evalsql: ")[2].partition("\n")[0]


def of_command_line(connection: Connection) -> str:
    """What an evaluation says of the tables."""
    with pytest.raises(evalsql.InputError) as refused:
        evalsql.evaluate("runs", "qrels", ["P"], connection=connection)
    return str(refused.value)


TWICE = "document d1 appears twice for query q in run r"
UNJUDGED = "document unjudged appears twice for query q in run r"
APART = "the judgments have no query in common:"
AGAIN = "document d1 is judged twice for query q"
SCORE = "a score of the runs is {}; a finite number was expected"
IDS = "a run, query_id or doc_id of the runs is empty, or a list or a struct"
JUDGED = "a query_id or doc_id of the qrels is empty, or a list or a struct"
NO_RUN = "a row of the runs has no run, where others have one"
NUMBER = "0 or a number from 1e-9 to 1e15, or below 0 one of at least -1e15, was expected"
RELEVANCE = f"a relevance of the qrels is {{}}; {NUMBER}"
LIMITS = "a gain is 0 or from 1e-9 to 1e15, and a relevance of 0 or less gains nothing"
GAIN = f"a gain of the qrels is {{}} for relevance {{}}; {LIMITS}"
NO_COLUMN = "the {} have no column {} (a macro looks for no other names); they need the columns {} and {}"
SET = "update qrels set {} = '{}' where doc_id = 'd1'"
IDS_OF = "query_id, doc_id"
# what is done to the tables, and what is then said
CHANGES = {
    "alter table qrels rename relevance to quality": NO_COLUMN.format("qrels", "relevance", IDS_OF, "relevance"),
    "alter table runs rename query_id to qid": NO_COLUMN.format("runs", "query_id", IDS_OF, "score"),
    "update runs set score = '1_000' where doc_id = 'd1'": SCORE.format("1_000"),
    "create or replace table runs as select * replace ('1_0'::enum ('1_0') as score) from runs": SCORE.format("1_0"),
    "update runs set score = 'high' where doc_id = 'd1'": SCORE.format("high"),
    "update runs set run = null where doc_id = 'd2'": NO_RUN,
    "update runs set run = case when run = 'r' then '1' end; alter table runs alter run type integer": NO_RUN,
    "update runs set doc_id = '' where doc_id = 'd1'": IDS,
    "update runs set run = '' where run = 's'": IDS,
    "create or replace table runs as select * replace ([doc_id] as doc_id) from runs": IDS,
    "update qrels set query_id = ''": JUDGED,
    "create or replace table qrels as select * replace ({'id': query_id} as query_id) from qrels": JUDGED,
    **{SET.format("relevance", text): RELEVANCE.format(text) for text in ("1_0", "1.7e308", "1e-20")},
    **{SET.format("gain", text): GAIN.format(text, 1) for text in ("much", "1_0", "-1", "inf")},
    "create or replace table qrels as select * replace ([1.5] as gain) from qrels limit 1": GAIN.format("[1.5]", 1),
    "update qrels set gain = '1', relevance = '0' where doc_id = 'd1'": GAIN.format(1, 0),
}


def assert_unfit(tables: Connection, names: Iterable[str]) -> None:
    for change, said in CHANGES.items():
        put_tables(tables).execute(change)
        for name in names:
            assert sentence(tables, metrics()[name]) == f"{name}: {said}", change


def test_what_is_not_fit_is_refused(tables: Connection) -> None:
    assert_unfit(tables, ["nDCG"])


def long_what_is_not_fit_is_refused_by_others_and_the_command_line(tables: Connection) -> None:
    assert_unfit(tables, ["P", "NumRel", "alpha_nDCG"])
    for change in CHANGES:
        put_tables(tables).execute(change)
        if "rename query_id" not in change:  # the command line looks for other names
            assert of_command_line(tables), change


def test_ids_of_other_types_are_read_as_their_text(tables: Connection) -> None:
    tables.execute("""
        create or replace table runs as select * replace (ascii(doc_id) + rowid as doc_id) from runs;
        create or replace table qrels as select * replace (ascii(doc_id) as doc_id) from qrels where rowid < 1
    """)
    assert tables.execute("select run, value from e.p(k := 2) order by run asc").fetchall() == [("r", 0.5), ("s", 0)]


AMISS = {
    "insert into runs values ('r', 'q', 'unjudged', '0.5'), ('r', 'q', 'unjudged', '4')": UNJUDGED,
    "insert into qrels values ('q', 'd1', '0', 't', null, '1')": AGAIN,
    "insert into runs values ('t', 'q2', 'd1', '1')": f"run t and {APART} the judgments have q, ...",
    "insert into runs values ('r', 'q', 'd1', '0.5')": TWICE,
}


def long_macros_refuse_documents_that_are_twice_there_and_a_run_of_other_queries(tables: Connection) -> None:
    for change, said in AMISS.items():
        put_tables(tables).execute(change)
        for metric in filter(representative, metrics().values()):
            assert sentence(tables, metric) == f"{metric.name}: {said}"
    put_tables(tables).execute("insert into runs values ('t', 'q2', 'd1', '1'), ('t', 'q', 'd1', '1')")
    for metric in filter(representative, metrics().values()):
        found = tables.execute(f"select run, query_id from {call(metric, **fitting(metric))} order by run").fetchall()
        assert found == [("r", "q"), ("s", "q"), ("t", "q")]


def long_the_command_line_says_the_same_of_documents_that_are_there_twice(tables: Connection) -> None:
    tables.execute("insert into runs values ('r', 'q', 'd1', '0.5')")
    assert of_command_line(tables).startswith(TWICE)
    tables.execute("delete from qrels where subtopic = 'u'; update qrels set subtopic = null")
    tables.execute("insert into qrels values ('q', 'd1', '0', null, null, '1')")
    assert of_command_line(tables).startswith(AGAIN)
    tables.execute("delete from runs where score = '0.5'")  # of two faults threads may find either first
    assert sentence(tables, metrics()["P"]) == f"P: {AGAIN}"
    tables.execute("delete from qrels where relevance = '0'; update runs set query_id = 'q2'")
    said = "run r and the judgments have no query in common: the run has q2, ..., the judgments q, ..."
    assert of_command_line(tables).startswith(said)


def long_curves_are_refused_likewise(whole_library: Path, tables: Connection) -> None:
    tables.execute(f"attach if not exists '{whole_library}' as whole (read_only); update runs set query_id = 'q2'")
    for name in ("ndcg_curve", "iprec_curve"):
        said = complaint(tables, f"from whole.{name}()")
        assert "run r and the judgments have no query in common: the judgments have q," in said
