"""The library: a file of macros that any client attaches, the same as a script, and on a connection of the user's."""

import re
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from built import SOME, ask, macros_of
from in_process import output, refusal
from macro_calls import argument, complaint, fitting, in_bits
from places import FIXTURES
from sql_rules import complaints
from variants import longest

import evalsql
from evalsql.catalog.sqlfiles import code_only
from evalsql.connections import Connection
from evalsql.database.library import OF_METRICS, TABLE, Macro, list_macros, unhinted
from evalsql.database.library_files import script

INPUTS = ("runs", "qrels", "scores", "clusters", "tested")
CATALOG = [*evalsql.metrics().values(), *evalsql.curves().values()]
TRACK = FIXTURES / "track"


@pytest.fixture(scope="module")
def client(whole_library: Path) -> Iterator[Connection]:
    """A connection with the library as e and a table of its own."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{whole_library}' as e (read_only); create table lines as select 1 as number")
        yield connection


DESCRIBED = """
    select function_name, parameters, comment, macro_definition
    from duckdb_functions()
    where database_name = '{}' and not internal
    order by all
"""


def test_the_library_holds_macros_with_comments_and_a_table_that_lists_them(client, whole_library) -> None:
    functions = ask(client, DESCRIBED.format("e"))
    aliases = {alias for macro in list_macros() for alias in macro.aliases.split(", ")} - {""}
    assert aliases == {"precision", "recall", "average_precision", "map", "reciprocal_rank", "mrr", "f_measure"}
    assert [name for name, *_ in functions] == sorted({macro.name for macro in list_macros()} | aliases)
    assert len(functions) >= len(CATALOG) + 13 + 5 + 6
    assert ask(client, "select table_name from duckdb_tables() where database_name = 'e'") == [(TABLE,)]
    kinds = dict(ask(client, f"select kind, count(*) from e.{TABLE} group by all"))
    assert (kinds["metric"], kinds["curve"]) == (len(evalsql.metrics()), len(evalsql.curves()))
    assert [name for name, _, comment, _ in functions if not comment or len(comment) < 40] == []
    for listed in ("duckdb_tables()", "duckdb_columns()"):
        assert ask(client, f"from {listed} where database_name = 'e' and comment is null") == []
    ((tags,),) = ask(client, "select tags from duckdb_databases() where database_name = 'e'")
    assert tags["storage_version"].startswith("v1.2.0")
    # 1.4 made one of 33 MB, and needed 2.8 GB to attach it
    assert whole_library.stat().st_size < 12 * 1024**2


def long_the_script_makes_the_same_macros_also_over_themselves(tmp_path: Path) -> None:
    path = tmp_path / "evalsql.sql"
    with macros_of(*SOME):
        output("lib", path)
        output("lib", tmp_path / "library.duckdb")
        text = path.read_text(encoding="utf-8")
        assert text == script()
    assert text.startswith(f"-- evalsql {version('evalsql')}: ")
    assert "Generated" in text.partition("create")[0]
    with duckdb.connect() as connection:
        # in the same format, since others keep more of how a macro was written
        connection.execute(f"attach '{tmp_path}/made.duckdb' (storage_version 'v1.2.0'); use made")
        for _ in range(2):
            connection.execute(unhinted(text))
    with duckdb.connect(tmp_path / "made.duckdb") as connection:
        connection.execute(f"attach '{tmp_path}/library.duckdb' as e (read_only)")
        for query in (DESCRIBED, f"from {{}}.{TABLE} order by all"):
            assert ask(connection, query.format("made")) == ask(connection, query.format("e"))


def test_another_format_can_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalsql.database.library_files.put_macros", lambda *given: None)  # which takes its time
    path = tmp_path / "other.duckdb"
    printed = output("lib", path, "--storage-version", "v1.4.0")
    assert printed == f"{sha256(path.read_bytes()).hexdigest()}  other.duckdb\n"
    with duckdb.connect(path, read_only=True) as connection:
        ((tags,),) = ask(connection, "select tags from duckdb_databases() where database_name = 'other'")
    assert tags["storage_version"].startswith("v1.4.0")


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    assert "unsupported output format '.txt'; supported: .duckdb, .sql" in refusal("lib", f"{tmp_path}/evalsql.txt")
    assert "there is no folder" in refusal("lib", f"{tmp_path}/none/evalsql.sql")
    kept = tmp_path / "evalsql.duckdb"
    kept.write_text("mine")
    assert "has no storage version 'v9'; give one such as v1.2.0" in refusal("lib", kept, "--storage-version", "v9")
    assert kept.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [kept]


def long_every_macro_keeps_the_rules_of_macros() -> None:
    assert {macro.name: wrong for macro in list_macros() if (wrong := broken_rules(macro))} == {}


def broken_rules(macro: Macro) -> list[str]:
    """The rules that a macro does not keep."""
    text = code_only(macro.statement).lower()
    # no macro calls another: that one would be looked for in the caller's database
    others = {each.name for each in list_macros()} - {"sign"}  # which is a function of DuckDB too
    called = [name for name in re.findall(r"\bfrom\s+(\w+)\s*\(", text) if name in others]
    head = macro.statement.split(") as table", 1)[0].split("(", 1)[1]
    names = re.findall(r"^\s*(\w+) := ", head, re.MULTILINE)
    lines = [line for line in head.splitlines() if line.strip()]
    outside = code_only(macro.statement.split(") as table", 1)[1])
    while (fewer := re.sub(r"\([^()]*\)", " ", outside)) != outside:
        outside = fewer
    made = re.findall(r"(\w+)\s+as\s+(?:materialized\s*)?(?=,|select\b|from\b|$)", outside)
    rules = {
        "one statement": text.count("create ") == 1,
        "no recursion by key": "using key" not in text,
        "no parameter of a prepared statement": "$" not in text,
        "no largest number is shown": "2147483647" not in head + macro.signature,
        "inputs first": bool(names) and names[0] in INPUTS,
        "every parameter has a default": head.count(":=") == len(names) == len(lines),
        "it makes tables": made != [],
        **{f"{name} has no prefix": False for name in made if not name.startswith("_es_")},
        **{f"calls {name}": False for name in called},
        **dict.fromkeys(complaints(macro.statement), False),
    }
    return [rule for rule, kept in rules.items() if not kept]


def test_no_column_is_named_like_a_parameter() -> None:
    # where a parameter stands without a reason, it is a column that it hides
    for macro in (each for each in list_macros() if each.kind not in ("metric", "curve")):
        head, text = macro.statement.split(") as table", 1)
        text = code_only(text)
        for name in re.findall(r"^\s*(\w+) := ", head, re.MULTILINE):
            for found in re.finditer(rf"(?<![\w.'])(?:{name})\b(?!')", text):
                before, after = text[: found.start()], text[found.end() :]
                assert not re.search(r"(\bas|lambda|\.)\s*$", before), (macro.name, name, before[-60:])
                assert not re.match(r"\s*\.", after), (macro.name, name, after[:60])


def long_macros_say_what_is_wrong_with_their_inputs(client: Connection) -> None:
    needed = {each.name.lower(): fitting(each) for each in evalsql.metrics().values()}
    tried = {
        f"{name.lower()}{end}" for folder, end in (("metrics", ""), ("curves", "_curve")) for name in longest(folder)
    }
    tried |= {each.name for each in [each for each in list_macros() if each.kind not in OF_METRICS][::3]}
    for macro in (each for each in list_macros() if each.kind != "check"):
        name, given = macro.name, [name for name in INPUTS if f"{name} := " in macro.signature]
        assert re.search(r"evalsql: \w+: .*; (they need|scores have) the columns ", macro.statement, re.DOTALL), name
        if name not in tried:
            continue
        inputs = dict.fromkeys(given, "lines")
        fits = ", ".join(f"{n} := {argument(value)}" for n, value in (inputs | needed.get(name, {})).items())
        missing = fits.replace("'lines'", "'no_table'", 1)
        for call, said in {
            fits: r"evalsql: \w+: (a row|the \w+ (have no|lack a) column) .*; .* the columns ",
            missing: "Table with name no_table does not exist",
            "kk := 3": rf"Macro {name}\(\) does not support (?s:.*){name}\({given[0]} := ",
        }.items():
            assert re.search(said, complaint(client, f"from e.{name}({call})")), name


def long_the_short_list_names_each_macro_with_a_call_that_works(whole_library: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{whole_library}' as e (read_only)")
        listed = ask(connection, "from e.macros")
        assert [name for name, _, _ in listed] == [macro.name for macro in list_macros()]
        assert max(len(name) + len(call) for name, call, _ in listed) < 70
        assert {"ndcg(k := 10)", "paired_t()", "adm(top := 3)", "problems()"} <= {call for _, call, _ in listed}
        for table, source in {"runs": "runs", "qrels": "subtopics"}.items():
            connection.execute(f"create table {table} as from '{TRACK}/{source}.parquet' where query_id < '105'")
        given = [each for each in listed if ":= 0.5" in each[1] or ":= 1000000" in each[1]]
        assert {"iprec", "adm_p", "normalisedrecall"} <= {name for name, _, _ in given}
        of_scores = {macro.name for macro in list_macros() if "scores" in macro.signature}
        for name, call, _ in (*given, *(each for each in listed[::12] if ":= 3" not in each[1])):
            assert name in of_scores or ask(connection, f"from e.{call}"), call
        value = "select run, query_id, metric, value from e"
        for name, full in (("p", '"precision"'), ("ap", "average_precision")):
            short, long = (ask(connection, f"{value}.{each}(k := 5) order by all") for each in (name, full))
            assert short == long


def call_of(metric: evalsql.Metric) -> str:
    """A call with what a metric needs, over as few ranks as show what becomes of nothing."""
    given = {name: metric.examples[0].arguments[name] for name, each in metric.parameters.items() if each.required}
    given |= {metric.cutoff: 2} if metric.cutoff else {}
    name = metric.name.lower() + ("_curve" if metric.over else "")
    return f"{name}({', '.join(f'{name} := {value}' for name, value in given.items())})"


def long_0_by_0_is_what_the_head_says_whatever_the_client_has_set(whole_library: Path) -> None:
    assert_0_by_0([*map(call_of, CATALOG[::8]), "frustration(top := 2, threshold := 3)"], whole_library)


def weekly_0_by_0_is_what_every_head_says_whatever_the_client_has_set(whole_library: Path) -> None:
    assert_0_by_0([*map(call_of, CATALOG)], whole_library)


def assert_0_by_0(calls: list[str], whole_library: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{whole_library}' as e (read_only)")
        connection.execute("""
            create table runs as select 'run' as run, query_id, doc_id, 1 / (1 + place) as score
            from (values ('none', 'd1', 0), ('late', 'd1', 0), ('late', 'd2', 1), ('top', 'd1', 0))
                t (query_id, doc_id, place);
            create table qrels as select *, 's' as subtopic, '1' as stratum
            from (values ('none', 'd1', 0), ('late', 'd1', 0), ('late', 'd2', 1), ('top', 'd1', 2))
                t (query_id, doc_id, relevance)
        """)
        expected = [ask(connection, f"from e.{each} order by all") for each in calls]
        connection.execute("set ieee_floating_point_ops = false")
        for each, rows in zip(calls, expected, strict=True):
            assert ask(connection, f"from e.{each} order by all") == rows, each


NDCG = "from evalsql.ndcg(runs := '{}', qrels := '{}', k := 10)"
OWN = "from duckdb_functions() where not internal and database_name <> 'evalsql'"


@pytest.fixture(scope="module")
def registered() -> Connection:
    """A connection that has everything, and a few runs."""
    connection = duckdb.connect()
    connection.execute(f"create table few as from '{TRACK}/runs.parquet' where run in ('bm25', 'ql')")
    evalsql.register(connection)
    return connection


@pytest.fixture
def two_macros() -> Iterator[None]:
    with macros_of("nDCG", "paired_t"):
        yield


def test_registered_macros_read_tables_files_and_frames_and_functions_are_there_too(registered: Connection) -> None:
    found = evalsql.evaluate("few", TRACK / "qrels.parquet", ["nDCG@10"], connection=registered)
    expected = in_bits(found.fetchall())
    for connection in (registered, registered.cursor()):
        call = NDCG.format("few", f"{TRACK}/qrels.parquet")
        assert in_bits(ask(connection, call)) == expected
    assert ask(registered, "select count(*) from evalsql.evalsql_macros") == [(len(list_macros()),)]
    frame = registered.sql("from few").df()
    judgments = pd.read_parquet(TRACK / "qrels.parquet")
    assert len(frame) > len(judgments) > 0
    assert in_bits(registered.sql(NDCG.format("frame", "judgments")).fetchall()) == expected
    ((tail,),) = ask(registered, "select evalsql_t_tail(2, 10)")
    assert tail == pytest.approx(0.0733880348, abs=1e-9)
    with_functions = evalsql.evaluate("few", TRACK / "subtopics.parquet", ["alpha_nDCG@10"], connection=registered)
    call = f"from evalsql.alpha_ndcg(runs := 'few', qrels := '{TRACK}/subtopics.parquet', k := 10)"
    assert in_bits(ask(registered, call)) == in_bits(with_functions.fetchall())


def test_nothing_is_written_and_what_is_in_use_stays(tmp_path: Path, two_macros: None) -> None:
    path = tmp_path / "mine.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create schema s; create table s.t as select 1 as a; use s; begin; insert into t values (2)")
        evalsql.register(connection)
        evalsql.register(connection)
        connection.execute("rollback")
        assert ask(connection, "from t") == [(1,)]
        assert ask(connection, "select current_database(), current_schema()") == [("mine", "s")]
    with duckdb.connect(path, read_only=True) as connection:
        assert ask(connection, "select table_name from duckdb_tables()") == [("t",)]
        assert ask(connection, OWN) == []
        evalsql.register(connection)  # in a database that is only read, too
        assert len(ask(connection, NDCG.format(f"{TRACK}/runs.parquet", f"{TRACK}/qrels.parquet"))) == 12 * 50


def long_a_library_that_is_attached_is_kept(whole_library: Path, two_macros: None) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{whole_library}' as evalsql (read_only)")
        evalsql.register(connection)
        ((path,),) = ask(connection, "select path from duckdb_databases() where database_name = 'evalsql'")
        assert Path(path).name == whole_library.name


ATTACHED = "a database without evalsql's macros is attached as evalsql"
IN_OTHER_LETTERS = 'attach \':memory:\' as "EvalSQL"; create macro "EvalSQL".mine() as 1'


@pytest.mark.parametrize(
    ("file", "made", "said"),
    [
        ("evalsql.duckdb", "select 1", ATTACHED),
        ("mine.duckdb", IN_OTHER_LETTERS, ATTACHED),
        ("mine.duckdb", "create schema evalsql", "there is a schema evalsql, which DuckDB cannot tell from"),
    ],
    ids=["a database", "in other letters", "a schema"],
)
def test_what_is_called_evalsql_already_is_refused_and_left_alone(file, made, said, tmp_path) -> None:
    functions = "select function_name from duckdb_functions() where not internal"
    with duckdb.connect(tmp_path / file) as connection:
        connection.execute(f"{made}; create table t as select 1 as a")
        before = ask(connection, functions)
        with pytest.raises(evalsql.InputError, match=said):
            evalsql.register(connection)
        assert ask(connection, "from t") == [(1,)]
        assert ask(connection, "select table_name from duckdb_tables()") == [("t",)]
        assert [each for each in ask(connection, functions) if not each[0].startswith("evalsql_")] == before
