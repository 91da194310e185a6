"""The library: a file of macros that any client attaches, and the same as a script."""

import re
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import duckdb
import pytest
from in_process import output, refusal
from macro_calls import argument, fitting
from places import FIXTURES
from sql_rules import complaints
from variants import longest

import evalsql
from evalsql.catalog.sqlfiles import code_only
from evalsql.database.library import OF_METRICS, TABLE, Macro, list_macros, unhinted
from evalsql.database.library_files import script

INPUTS = ("runs", "qrels", "scores", "tested")


@pytest.fixture(scope="module")
def client(whole_library: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the library as e and tables of its own."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{whole_library}' as e (read_only)")
        connection.execute("create table lines as select 1 as number")
        yield connection


DESCRIBED = """
    select function_name, parameters, comment, macro_definition
    from duckdb_functions()
    where database_name = ? and not internal
    order by all
"""


def test_the_library_holds_macros_and_a_table_that_lists_them(client: duckdb.DuckDBPyConnection) -> None:
    functions = client.execute(DESCRIBED, ["e"]).fetchall()
    aliases = {alias for macro in list_macros() for alias in macro.aliases.split(", ")} - {""}
    assert aliases == {"precision", "recall", "average_precision", "reciprocal_rank", "f_measure"}
    assert [name for name, *_ in functions] == sorted({macro.name for macro in list_macros()} | aliases)
    assert len(functions) >= len(evalsql.metrics()) + len(evalsql.curves()) + 13 + 5 + 6
    assert client.execute("select table_name from duckdb_tables() where database_name = 'e'").fetchall() == [(TABLE,)]
    kinds = dict(client.execute(f"select kind, count(*) from e.{TABLE} group by all").fetchall())
    assert kinds["metric"] == len(evalsql.metrics())
    assert kinds["curve"] == len(evalsql.curves())


def test_every_macro_table_and_column_has_a_comment(client: duckdb.DuckDBPyConnection) -> None:
    functions = client.execute(DESCRIBED, ["e"]).fetchall()
    assert [name for name, _, comment, _ in functions if not comment or len(comment) < 40] == []
    assert client.execute("from duckdb_tables() where database_name = 'e' and comment is null").fetchall() == []
    assert client.execute("from duckdb_columns() where database_name = 'e' and comment is null").fetchall() == []


def long_the_script_makes_the_same_macros_also_over_themselves(
    client: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    path = tmp_path / "evalsql.sql"
    output("lib", path)
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
        assert connection.execute(DESCRIBED, ["made"]).fetchall() == client.execute(DESCRIBED, ["e"]).fetchall()
        listed = f"from {TABLE} order by all"
        assert connection.execute(listed).fetchall() == client.sql(listed.replace(TABLE, f"e.{TABLE}")).fetchall()


def test_another_format_can_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalsql.database.library_files.put_macros", lambda *given: None)  # which takes its time
    path = tmp_path / "other.duckdb"
    printed = output("lib", path, "--storage-version", "v1.4.0")
    assert printed == f"{sha256(path.read_bytes()).hexdigest()}  other.duckdb\n"
    with duckdb.connect(path, read_only=True) as connection:
        ((tags,),) = connection.execute("select tags from duckdb_databases() where database_name = 'other'").fetchall()
    assert tags["storage_version"].startswith("v1.4.0")


def test_the_format_is_that_of_duckdb_1_2(client: duckdb.DuckDBPyConnection) -> None:
    ((tags,),) = client.execute("select tags from duckdb_databases() where database_name = 'e'").fetchall()
    assert tags["storage_version"].startswith("v1.2.0")


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    assert "unsupported output format '.txt'; supported: .duckdb, .sql" in refusal("lib", f"{tmp_path}/evalsql.txt")
    assert "there is no folder" in refusal("lib", f"{tmp_path}/none/evalsql.sql")
    kept = tmp_path / "evalsql.duckdb"
    kept.write_text("mine")
    assert "has no storage version 'v9'; give one such as v1.2.0" in refusal("lib", kept, "--storage-version", "v9")
    assert kept.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [kept]


def body(macro: Macro) -> str:
    """The query of a macro."""
    return macro.statement.split(") as table", 1)[1]


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
    outside = code_only(body(macro))
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


def test_the_file_is_small_whichever_duckdb_made_it(whole_library: Path) -> None:
    # 1.4 made one of 33 MB, and needed 2.8 GB to attach it
    assert whole_library.stat().st_size < 12 * 1024**2


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


def long_macros_say_what_is_wrong_with_their_inputs(client: duckdb.DuckDBPyConnection) -> None:
    shown = [macro for macro in list_macros() if macro.kind != "check"]
    needed = {each.name.lower(): fitting(each) for each in evalsql.metrics().values()}
    stand_for_all = {name.lower() for name in longest("metrics")} | {
        f"{name.lower()}_curve" for name in longest("curves")
    }

    def said(call: str) -> str:
        with pytest.raises(duckdb.Error) as refused:
            client.execute(f"from e.{call}").fetchall()
        return str(refused.value)

    for macro in shown:
        name, given = macro.name, [name for name in INPUTS if f"{name} := " in macro.signature]
        assert re.search(r"evalsql: \w+: .*; (they need|scores have) the columns ", macro.statement, re.DOTALL), name
        if macro.kind in OF_METRICS and name not in stand_for_all:
            continue
        inputs = dict.fromkeys(given, "lines")
        fits = ", ".join(f"{n} := {argument(value)}" for n, value in (inputs | needed.get(name, {})).items())
        assert re.search(
            r"evalsql: \w+: (a row|the \w+ (have no|lack a) column) .*; .* the columns ", said(f"{name}({fits})")
        )
        missing = fits.replace("'lines'", "'no_table'", 1)
        assert "Table with name no_table does not exist" in said(f"{name}({missing})")
        unknown = rf"Macro {name}\(\) does not support .*{name}\({given[0]} := "
        assert re.search(unknown, said(f"{name}(kk := 3)"), re.DOTALL)


def long_the_short_list_names_each_macro_with_a_call_that_works(whole_library: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{whole_library}' as e (read_only)")
        listed = connection.execute("from e.macros").fetchall()
        assert [name for name, _, _ in listed] == [macro.name for macro in list_macros()]
        assert max(len(name) + len(call) for name, call, _ in listed) < 70
        for call in ("ndcg(k := 10)", "paired_t()", "adm(top := 3)", "problems()"):
            assert call in {call for _, call, _ in listed}
        connection.execute(f"create table runs as from '{FIXTURES}/track/runs.parquet' where query_id < '105'")
        connection.execute(f"create table qrels as from '{FIXTURES}/track/subtopics.parquet' where query_id < '105'")
        given = [each for each in listed if ":= 0.5" in each[1] or ":= 1000000" in each[1]]
        assert {"iprec", "adm_p", "normalisedrecall"} <= {name for name, _, _ in given}
        for name, call, _ in (*given, *(each for each in listed[::12] if ":= 3" not in each[1])):
            if "scores" not in next(macro.signature for macro in list_macros() if macro.name == name):
                assert connection.execute(f"from e.{call}").fetchall(), call
        value = "select run, query_id, metric, value from e"
        for name, full in (("p", '"precision"'), ("ap", "average_precision")):
            assert connection.execute(f"{value}.{name}(k := 5) order by all").fetchall() == (
                connection.execute(f"{value}.{full}(k := 5) order by all").fetchall()
            )


CATALOGUES = (evalsql.metrics(), evalsql.curves())


def call_of(metric: evalsql.Metric) -> str:
    """A call with what a metric needs, over as few ranks as show what becomes of nothing."""
    given = {name: metric.examples[0].arguments[name] for name, each in metric.parameters.items() if each.required}
    given |= {metric.cutoff: 2} if metric.cutoff else {}
    name = metric.name.lower() + ("_curve" if metric.over else "")
    return f"{name}({', '.join(f'{name} := {value}' for name, value in given.items())})"


def long_0_by_0_is_what_the_head_says_whatever_the_client_has_set(whole_library: Path) -> None:
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
        calls = [f"from e.{call_of(metric)}" for folder in CATALOGUES for metric in folder.values()]
        calls.append("from e.frustration(top := 2, threshold := 3)")
        expected = [connection.execute(f"{each} order by all").fetchall() for each in calls]
        connection.execute("set ieee_floating_point_ops = false")
        for each, rows in zip(calls, expected, strict=True):
            assert connection.execute(f"{each} order by all").fetchall() == rows, each
