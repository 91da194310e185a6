"""The macro problems lists what evalsql check lists, in its words, save where a row stands."""

import re

import duckdb
import pytest
from places import FIXTURES

from evalsql.connections import Connection
from evalsql.database.library import list_macros
from evalsql.scoring.check import check

RUN, QRELS = "(run, query_id, doc_id, score)", "(query_id, doc_id, relevance)"
# what is done to the tables, and the kinds of problems that it makes
FAULTS = {
    "nothing": ("select 1", set()),
    "a document twice": ("insert into runs select * from runs order by all limit 2", {"retrieved twice"}),
    "judged twice": ("insert into qrels select * from qrels order by all limit 1", {"judged twice"}),
    "no query in common": (
        f"insert into runs {RUN} values ('a', 'x', 'd', 1), ('a', 'y', 'd', 1), ('b', 'x', 'd', 1)",
        {"no query in common", "queries without judgments"},
    ),
    "a score that is none": (
        "update runs set score = 'nan' where doc_id = (select min(doc_id) from runs)",
        {"bad runs", "rank contradicts score"},
    ),
    "other documents": ("update runs set doc_id = 'x' || doc_id", {"run without judged documents"}),
    "documents that look alike": (
        "update runs set doc_id = lower(doc_id)",
        {"run without judged documents", "ids look alike"},
    ),
    "queries that look alike": (
        "update runs set query_id = '0' || query_id where query_id <> '135'",
        {"queries without judgments", "ids look alike"},
    ),
    "no query in common but for zeros": (
        f"insert into runs {RUN} values ('a', '0135', 'd', 1), ('a', '00136', 'd', 1), ('a', '0137', 'd', 1)",
        {"no query in common", "queries without judgments", "ids look alike"},
    ),
    "nothing relevant": (
        "update qrels set relevance = least(relevance, 0) where query_id in ('135', '137')",
        {"nothing relevant"},
    ),
    "relevance below 1": (
        "alter table qrels alter relevance type double; update qrels set relevance = 0.5 where relevance > 0;"
        " update qrels set relevance = 0 where query_id = '137'",
        {"nothing relevant"},
    ),
    "a query of relevance below 1": (
        "alter table qrels alter relevance type double;"
        " update qrels set relevance = 0.25 where query_id = '136' and relevance > 0",
        {"nothing relevant"},
    ),
    "a relevance below 1 and one that cannot be read": (
        "alter table qrels alter relevance type double; update qrels set relevance = 0.5 where relevance > 0;"
        " update qrels set relevance = null where doc_id = (select min(doc_id) from qrels)",
        {"bad qrels", "nothing relevant"},
    ),
    "no query in common but for quotes and cases": (
        "insert into qrels (query_id, doc_id, relevance) select 'x' || i, 'd', 1 from range(12) as numbers(i);"
        f"insert into runs {RUN} select 'a', 'X' || i, 'd', 1 from range(12) as numbers(i);"
        f"insert into runs {RUN} select 'a', '\"x' || i || '\"', 'd', 1 from range(9) as numbers(i)",
        {"no query in common", "queries without judgments", "ids look alike"},
    ),
    "no stratum": (
        "alter table qrels add column stratum varchar default 'a';"
        " update qrels set stratum = null where doc_id = (select min(doc_id) from qrels)",
        {"no stratum"},
    ),
    "two strata": (
        "alter table qrels add column stratum varchar default '1'; alter table qrels add column subtopic varchar"
        " default '1'; insert into qrels by name from (select * replace ('2' as stratum, '2' as subtopic) from qrels"
        " order by all limit 3)",
        {"two strata", "judged by subtopic"},
    ),
    "a score with an underscore": (
        "alter table runs alter score type varchar;"
        " update runs set score = '1_0' where doc_id = (select min(doc_id) from runs)",
        {"bad runs"},
    ),
    "no runs": ("delete from runs", {"empty runs"}),
    "a query that is null": (
        "update qrels set query_id = null where doc_id = (select min(doc_id) from qrels)",
        {"bad qrels"},
    ),
}


@pytest.fixture
def client() -> Connection:
    """The macro in e, and three runs on some queries, one of which a run does not answer."""
    connection = duckdb.connect()
    connection.execute("attach ':memory:' as e; use e")
    connection.execute(next(macro.statement for macro in list_macros() if macro.name == "problems"))
    connection.execute("use memory")
    for name in ("runs", "qrels"):
        where = "query_id between '135' and '139'" + " and run like 'bm25%'" * (name == "runs")
        connection.execute(f"create table {name} as from '{FIXTURES}/track/{name}.parquet' where {where}")
    return connection


def without_places(text: str) -> str:
    """A sentence without the rows that it names, and what is said of these or to the command line alone."""
    return re.sub(r" \([^()]*, row \d+[^()]*\)|, with relevance [^;]*|; 'evalsql evaluate --duplicates .*", "", text)


def long_the_macro_finds_what_the_command_finds(client: Connection) -> None:
    client.execute("create table runs_before as from runs; create table qrels_before as from qrels")
    for name, (change, kinds) in FAULTS.items():
        client.execute(change)
        found = client.execute("from e.problems('runs', 'qrels')").fetchall()
        assert {kind for _, kind, _, _ in found} - {"judged queries without an answer"} == kinds, name
        problems = check("runs", "qrels", connection=client)
        counted = {(level, kind, count) for level, kind, _, count in found}
        assert counted == {(each.level, each.kind, each.count) for each in problems}, name
        wanted = {(each.level, each.kind, without_places(each.text)) for each in problems}
        same = [(level, kind, text) for level, kind, text, _ in found if not kind.startswith(("bad", "empty"))]
        assert sorted(same) == sorted(each for each in wanted if not each[1].startswith(("bad", "empty"))), name
        for table in ("runs", "qrels"):
            client.execute(f"create or replace table {table} as from {table}_before")


def long_numbers_of_subtopics_that_are_not_fit_are_found(client: Connection) -> None:
    rules = {"weight": "0 or a number from 1e-9 to 1e15", "probability": "a number from 0 to 1"}
    texts = {"weight": ("x", "1_0", "nan", "-1"), "probability": ("x", "0.1_0", "nan", "1.5")}
    errors = "select kind, count, text from e.problems() where level = 'error'"

    def by_command() -> list[tuple[str, int]]:
        return [(each.kind, each.count) for each in check("runs", "qrels", connection=client) if each.level == "error"]

    client.execute("create table judged as from qrels")
    for column, rule in rules.items():
        for text in texts[column]:
            given = f"select *, '{text}' as {column}"
            client.execute(f"create or replace table qrels as {given}, '1' as subtopic from judged")
            sentence = f"a row of the qrels: {column} is {text}; {rule} was expected; 168 more such rows"
            assert client.execute(errors).fetchall() == [(f"unfit {column}", 169, sentence)]
            assert by_command() == [(f"unfit {column}", 169)]
        client.execute(f"create or replace table qrels as {given} from judged")  # nothing reads the column
        assert client.execute(errors).fetchall() == by_command() == []


MADE = "create or replace table runs (run varchar, query_id varchar, doc_id varchar, score double); insert into runs"
# what is done to the tables, and the errors but for queries in common: the first part of each, and how many rows
SAID = {
    "alter table runs rename query_id to qid": [("the runs have no column query_id", 1900)],
    f"{MADE} values ('m', 'q', 'a', 1), ('m', 'q', 'b', null), ('m', 'q', 'c', null), ('m', 'q', null, 1)": [
        ("a row of the runs has no doc_id", 1),
        ("a score of the runs is null", 2),
    ],
    "delete from qrels": [("qrels: holds no rows, where judgments were expected", 1)],
    "delete from qrels; alter table qrels add column gain double;"
    " insert into qrels by name select '135' as query_id, 'd' as doc_id, -3 as gain": [
        ("a relevance of the qrels is null", 1),
        ("a row of the qrels: gain is -3.0 and relevance null", 1),
    ],
    **{
        f"create or replace table {table} as select * replace ({nested} as {column}) from {table}": [
            (f"the {table} have a list or a struct as {column}", rows)
        ]
        for table, column, rows in (("runs", "run", 1900), ("runs", "doc_id", 1900), ("qrels", "query_id", 169))
        for nested in (f"[{column}]", f"{{'a': {column}}}")
    },
}


def test_rows_that_are_bad_are_named_and_counted(client: Connection) -> None:
    client.execute("create table runs_before as from runs; create table qrels_before as from qrels")
    errors = "from e.problems() where level = 'error' and kind <> 'no query in common'"
    assert client.execute("select kind from e.problems()").fetchall() == [("judged queries without an answer",)]
    for change, said in SAID.items():
        client.execute(change)
        found = client.execute(f"select split_part(text, ';', 1), count {errors} order by all").fetchall()
        assert found == said, change
        for table in ("runs", "qrels"):
            client.execute(f"create or replace table {table} as from {table}_before")
