"""What a stranger sends is data: nothing in a database, a suite, rules or a name runs, reads or writes."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet
import pytest
from in_process import refusal, whole
from parsed import obeyed
from strangers import QRELS, RUN, SECRET, TINY, asked, changed, without_views
from versions import since

import evalsql
from evalsql import charts
from evalsql.charts import save
from evalsql.cli import config
from evalsql.connections import open_own
from evalsql.database import reading
from evalsql.database.target import KEPT
from evalsql.sqltext import identifier, quote

pytestmark = pytest.mark.usefixtures("few_macros")


def long_a_text_in_a_row_is_no_sql(built: Path, tmp_path: Path) -> None:
    written = tmp_path / "written"
    evil = f"rank, value, ideal from curves); copy (select 1) to '{written}'; from (select metric, run, point as rank"
    keep = ("create table kept as from curves", "drop view curves", "alter table kept rename to curves")
    path = changed(built, tmp_path, *keep, f"update curves set axis = {quote(evil)}")
    asked(path, tmp_path / "page.html")
    assert not written.exists()


@pytest.mark.parametrize("table", ["main.measures", "internal.evalsql_meta"])
def test_the_name_of_a_schema_is_no_sql(built: Path, tmp_path: Path, table: str) -> None:
    written = tmp_path / "written"
    evil = identifier(f"main.x) ; copy (select 1) to '{written}'; from (select 1 --")
    name = table.partition(".")[2]
    more = (f"create schema {evil}", f"create table {evil}.{name} as from {table}", f"alter table {table} rename to x")
    path = changed(built, tmp_path, *without_views(built), *more)
    asked(path, tmp_path / "page.html")
    with pytest.raises(evalsql.InputError):
        evalsql.add_to_database(path, {"new": {"q1": {"d1": 1}}})
    assert not written.exists()


@pytest.mark.parametrize("table", ["scores", "measures", "evaluations"])
def test_a_view_in_the_place_of_a_table_reads_no_file(built: Path, tmp_path: Path, secret: Path, table: str) -> None:
    content = f"(select content from read_text('{secret}'))"
    column = {"measures": "metric", "evaluations": "label"}.get(table, "run")
    path = changed(
        built,
        tmp_path,
        *without_views(built),
        "create schema x",
        f"create table x.{table} as select * replace ({column}::varchar as {column}) from {table}",
        f"drop table {table}",
        f"create view {table} as select * replace ({content} as {column}) from x.{table}",
    )
    assert SECRET not in asked(path, tmp_path / "page.html")


@pytest.mark.parametrize("macro", ['"Round"(a, b)', '"+"(a, b)'])
def test_a_macro_is_not_called_for_a_function_of_duckdb(built: Path, tmp_path: Path, secret: Path, macro: str) -> None:
    body = f"(select ascii(content)::double from read_text('{secret}'))"
    said = asked(changed(built, tmp_path, f"create macro {macro} as {body}"), tmp_path / "page.html")
    name = macro.partition("(")[0].strip('"')
    assert said.count(f"has a macro {name}, which hides DuckDB's function of this name; drop it") == 2


# a view, and a table whose name lower() of SQL takes for the view's, which DuckDB does not
ALIKE = [("main.runs", "ma\u0130n.runs"), ("main.ranking", "main.ran\u212aing"), ("main.R\u00c9S", "main.r\u00e9s")]


@pytest.mark.parametrize(("view", "table"), ALIKE)
def test_a_view_is_no_table_whatever_is_called_alike(view: str, table: str, tmp_path: Path, secret: Path) -> None:
    path = tmp_path / "v.duckdb"
    with duckdb.connect(path) as connection:
        schema, _, name = table.partition(".")
        connection.execute(f'create schema if not exists "{schema}"; create table "{schema}"."{name}" (a int)')
        connection.execute(
            f"create view {view} as select content as run, 'q1' as query_id, 'd1' as doc_id, 1.0 as score"
            f" from read_text('{secret}')"
        )
    with pytest.raises(evalsql.InputError):
        evalsql.evaluate(f"{path}::{view.removeprefix('main.')}", {"q1": {"d1": 1}}, "AP")


@since("duckdb", "2.0", "it has no triggers")
def test_a_trigger_does_not_run_as_scores_are_added(tmp_path: Path, secret: Path) -> None:
    path = tmp_path / "history.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as h (storage_version 'v2.0.0'); use h")
        connection.execute("create table scores (run varchar, query_id varchar, metric varchar, value double)")
        connection.execute("create table taken (content varchar)")
        connection.execute(
            "create trigger t after insert on scores for each statement"
            f" insert into taken select content from read_text('{secret}')"
        )
    said = refusal("evaluate", RUN, "--qrels", QRELS, "-m", "AP", "-o", path, "--append", "--label", "one")
    assert said == (
        f"{path}: has a trigger t on table scores, which would run as rows are written; drop it, or write to another"
        " file"
    )
    with duckdb.connect(str(path), read_only=True) as connection:
        assert connection.execute("from taken").fetchall() == []


def adding(path: Path, run: Path) -> str:
    """The last sentence of an addition to a database that evalsql built."""
    return whole(("build", path, run, "--add"), path.parent).said.splitlines()[-1]


def appending(path: Path, run: Path) -> str:
    """The last sentence of one more evaluation in a history."""
    line = ("evaluate", run, "--qrels", QRELS, "-m", "AP", "-o", path, "--append", "--label", "one")
    return whole(line, path.parent).said.splitlines()[-1]


# what runs as a row is written
CALLING = {
    "default current_setting('temp_directory')": "defaults that call functions",
    "default m()": "defaults that call functions",
    "default (1 @@@ 2)": "defaults that call functions",
    "check (error('SECRET-token') is null)": "a CHECK constraint",
    "check (place is null or place <> m())": "a CHECK constraint",
}


def long_nothing_of_a_database_runs_where_it_is_written_into(built: Path, tmp_path: Path, secret: Path) -> None:
    run = tmp_path / "new.run"
    run.write_text("q1 Q0 d1 1 1 new\n")
    content = f"(select content from read_text('{secret}'))"
    ends = {
        "document_costs is a view": (
            *without_views(built),
            "create schema x; create table x.document_costs (a int)",  # a table of this name, for who asks for one
            "drop table internal.document_costs",
            f"create view internal.document_costs as select error({content}) as cost",
        ),
        "scores is a view": (
            *without_views(built),
            "create schema x; create table x.scores as from scores; drop table scores",
            f"create view scores as select * replace ({content} as run) from x.scores",
        ),
        "scores has columns that are computed": (
            *without_views(built),
            "create table kept as from scores; drop table scores; create table scores (run varchar, query_id varchar,"
            " metric varchar, less double, value double generated always as (less / 2))",
        ),
        "a macro median, which hides": (f"create macro median(a) as {content}",),
    }
    for end, statements in ends.items():
        path = changed(built, tmp_path, *statements)
        before = path.read_bytes()
        assert end in adding(path, run)
        assert path.read_bytes() == before
    for end, made in {
        "table scores is a view": f"create view scores as select {content} as run",
        "table evaluations is a view": f"create view evaluations as select {content} as label",
        "a macro max, which hides": f"create macro max(a) as {content}",
        **{
            f"table scores has {what}, whose SQL would run": (
                "create macro m() as current_setting('temp_directory'); create macro \"@@@\"(a, b) as 'x';"
                "create table scores (run varchar, query_id varchar, metric varchar, value double, label varchar,"
                f" evaluated_at timestamp, place varchar {column})"
            )
            for column, what in CALLING.items()
        },
        "table evaluations has a CHECK constraint": (
            "create table evaluations (label varchar check (error('SECRET-token') is null))"
        ),
        "table scores has an index on an expression": (
            "create table scores (run varchar); create index i on scores (upper(run))"
        ),
    }.items():
        history = tmp_path / "history.duckdb"
        history.unlink(missing_ok=True)
        with duckdb.connect(str(history)) as connection:
            connection.execute(made)
        held = history.read_bytes()
        said = appending(history, run)
        assert history.read_bytes() == held
        assert said.startswith(f"evalsql: {history}: ")
        assert end in said
        assert SECRET not in said


def test_defaults_that_read_nothing_are_let(tmp_path: Path) -> None:
    path = tmp_path / "history.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute(
            "create sequence numbers; create table scores (run varchar not null default 'm(x)', query_id varchar,"
            " metric varchar, value double default -(1 + 2), label varchar default ['a']::varchar,"
            " evaluated_at timestamp default now())"
        )
    line = ("evaluate", RUN, "--qrels", QRELS, "-m", "AP", "-o", path, "--append")
    assert whole(line, tmp_path).status == 0


@pytest.mark.parametrize("sign", ["\n", "\r", "\u2028", "\u2029"])
def test_the_name_of_an_attribute_may_break_a_line_in_a_picture(sign: str) -> None:
    rows = {"attribute": f"of{sign}all", "slice": "a", "run": "x", "metric": "AP", "value": 0.5}
    scores = pa.Table.from_pylist([rows | {"query_id": query} for query in ("q1", "q2")])
    assert b"of all" in save.svg_of(charts.slices(scores, "AP").to_dict())


@pytest.mark.parametrize("where", ["error((select content from read_text('{}'))) is null", "run in (from glob('{}'))"])
def long_the_condition_of_a_suite_holds_no_query(tmp_path: Path, secret: Path, where: str) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text(f'[datasets.one]\nqrels = "{QRELS}"\nruns = "{RUN}"\nwhere = "{where.format(secret)}"\n')
    said = refusal("suite", suite, "-m", "AP")
    assert f"{suite}: where" in said
    assert "holds a query, which a suite file may not" in said
    suite.write_text(
        f'[datasets.one]\nqrels = "{QRELS}"\nruns = "{RUN}"\nwhere = "doc_id not in (1::varchar, 2::varchar)"\n'
    )
    assert whole(["suite", suite, "--outside", "-m", "AP"], tmp_path).status == 0


def long_rules_that_nobody_named_run_and_write_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tmp_path / "evalsql.toml"
    line = ["gate", RUN, "--baseline", TINY / "poor.run", "--qrels", QRELS, "--margin", "0.01"]
    for key in ("init", "where", "also", "output", "plot"):
        rules.write_text(f'[gate]\n{key} = "x.md"\n')
        done = whole(line, tmp_path)
        assert done.status == 2
        assert f"evalsql.toml: {key} runs SQL or writes files, so the file must be named on the line" in done.said
    assert list(tmp_path.iterdir()) == [rules]
    rules.write_text('[gate]\nalso = "x.md"\n')
    assert whole([*line, "--rules", "evalsql.toml"], tmp_path).status == 0
    assert (tmp_path / "x.md").exists()
    rules.write_text("[gate]\nmargin = 0.5\n")
    rules.chmod(0o666)
    assert "evalsql.toml: every user may write it; say --rules evalsql.toml" in whole(line, tmp_path).said
    rules.chmod(0o644)
    monkeypatch.setattr(os, "geteuid", lambda: rules.stat().st_uid + 1)
    assert "evalsql.toml: belongs to another user; say --rules evalsql.toml" in whole(line, tmp_path).said


def test_rules_are_looked_for_within_a_repository(tmp_path: Path) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert config.folders(below) == [below]
    (tmp_path / "a" / ".git").mkdir()
    assert config.folders(below) == [below, tmp_path / "a"]


def long_a_name_is_no_order_to_github(tmp_path: Path) -> None:
    names = (
        "##[set-output name=a;]b",
        "::set-output name=a::b",
        "\n  ::set-output name=a::b",
        "x\r::set-output name=a::y",
    )
    rows = [(name, query, "d1", 1.0) for name in names for query in ("q1", f"{name} q")]
    columns = dict(zip(("run", "query_id", "doc_id", "score"), map(list, zip(*rows, strict=True)), strict=True))
    pa.parquet.write_table(pa.table(columns), tmp_path / "runs.parquet")
    (tmp_path / "qrels.txt").write_text("q1 0 d1 1\n")
    line = ["evaluate", "runs.parquet", "--qrels", "qrels.txt", "-m", "AP", "--format"]
    for form, where in (("table", "true"), ("csv", "true"), ("csv", "false")):
        command = [sys.executable, "-m", "evalsql", *line, form]  # a process, which looks at this once
        environment = {**os.environ, "GITHUB_ACTIONS": where}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        said = [obeyed(line) for line in re.split("[\r\n]", (done.stdout + done.stderr).decode())]
        assert {*said} == {None} if where == "true" else "set-output" in said


OF_ROWS = ("table", "table_macro")


def put_macros(path: Path) -> None:
    """Gives a database a macro of each name that DuckDB has a function of, which fails where it is called."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as theirs")
        select = "select distinct function_name, function_type from duckdb_functions() where database_name = 'system'"
        for name, type_ in connection.execute(select).fetchall():
            called, of_rows = "system.main.error('RAN')", type_ in OF_ROWS
            ways = (f"({', '.join('abcdef'[:count])})" for count in range(7))
            body = f"table (select {called} as a)" if of_rows else called
            bodies = ", ".join(f"{way} as {body}" for way in ways)
            connection.execute(f"create or replace macro theirs.main.{identifier(name)}{bodies}")


@pytest.fixture(scope="module")
def folder(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of evalsql's and one of tables, each with and without the macros."""
    folder = tmp_path_factory.mktemp("strangers")
    with duckdb.connect(str(folder / "plain.duckdb")) as connection:
        connection.execute(f"attach '{built}' as built (read_only)")
        connection.execute("""
            create table one as select query_id::varchar as query_id, doc_id::varchar as doc_id, score from built.runs;
            create table runs as
            select 'x' as run, * from one union all select 'y', * replace (-score as score) from one;
            create table qrels as
            select query_id::varchar as query_id, doc_id::varchar as doc_id, relevance from built.qrels;
            create table scores as
            select unnest(['x', 'y']) as run, query_id::varchar as query_id, metric, value from built.scores;
            update scores set value = value / 3 where run = 'y' and query_id <> 'q2';
            create table queries as select distinct query_id, query_id > 'q3' as late from qrels;
        """)
        connection.execute("create view viewed as from runs")
    for source, name in ((folder / "plain.duckdb", "macro.duckdb"), (built, "built.duckdb")):
        put_macros(Path(shutil.copy(source, folder / name)))
    return folder


JUDGED = ("--qrels", "{}::qrels", "-m", "AP")
LINES = (
    ("evaluate", "{}::runs", *JUDGED, "--slices", "{}::queries"),
    ("verify", "{}::scores", "{}::runs", *JUDGED[:2]),
    ("compare", "{}::scores", "--baseline", "x"),
    ("gate", "{}::one", "--baseline", TINY / "poor.run", *JUDGED, "--margin", "0.01"),
    ("check", "{}::runs", "--qrels", "{}::qrels"),
    ("describe", "{}::qrels"),
    ("convert", "{}::one", "{}.run"),
)


def weekly_a_macro_of_every_built_in_name_is_not_called(folder: Path) -> None:
    assert_no_macro_is_called(LINES, folder)


def long_a_macro_of_every_built_in_name_is_not_called(folder: Path) -> None:
    assert_no_macro_is_called(LINES[::3], folder)


def assert_no_macro_is_called(lines: Sequence[tuple[object, ...]], folder: Path) -> None:
    for line in lines:
        plain, theirs = (
            whole([str(word).format(name) for word in line], folder) for name in ("plain.duckdb", "macro.duckdb")
        )
        assert plain.status in (0, 1), plain.said
        assert (theirs.status, theirs.output.replace("macro.", "plain.")) == (plain.status, plain.output)
        assert theirs.said.replace("macro.", "plain.") == plain.said
    viewed = whole(("evaluate", "macro.duckdb::viewed", "--qrels", "macro.duckdb::qrels", "-m", "AP"), folder)
    assert (viewed.status, "RAN" in viewed.said) == (0, False)


def long_a_database_of_such_macros_is_not_opened_to_be_reported_or_written(folder: Path) -> None:
    scored = ("evaluate", RUN, "--qrels", QRELS, "-m", "AP", "-o")
    for line in (
        ("report", "built.duckdb", "-o", "page.html"),
        ("log", "built.duckdb"),
        ("build", "built.duckdb", "z=" + str(RUN), "--add"),
        (*scored, "macro.duckdb", "--append", "--label", "one"),
        (*scored, "macro.duckdb", "--force"),
    ):
        said = whole(line, folder).said
        assert f"{next(each for each in line if str(each).endswith('.duckdb'))}: has a macro !=, which hides" in said
        assert "RAN" not in said


def long_files_that_a_database_links_to_are_read_below_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = {"query_id": ["q1", "q2"], "doc_id": ["d1", "d2"]}
    for name in ("below", "elsewhere"):
        (tmp_path / name).mkdir()
    for name, more in (("runs", {"run": ["x", "x"], "score": [2.0, 1.0]}), ("qrels", {"relevance": [1, 1]})):
        pa.parquet.write_table(pa.table(rows | more), tmp_path / "elsewhere" / f"{name}.parquet")
    given = (tmp_path / "elsewhere" / f"{name}.parquet" for name in ("runs", "qrels"))
    evalsql.build_database(tmp_path / "below" / "eval.duckdb", *given, "AP", link=True)
    monkeypatch.chdir(tmp_path / "below")
    with pytest.raises(evalsql.InputError, match=r"eval\.duckdb: has a view that reads more than the database"):
        evalsql.report("page.html", "eval.duckdb")
    monkeypatch.chdir(tmp_path)
    evalsql.report("page.html", "below/eval.duckdb")
    assert (tmp_path / "page.html").exists()
    links = {".hidden/runs.parquet": [], "https://example.org/runs.parquet": [], "elsewhere/runs.parquet": [0]}
    with open_own({}) as connection:
        connection.execute(f"attach '{tmp_path / 'below' / 'eval.duckdb'}' as {KEPT}")
        for link, expected in links.items():
            text = link if "://" in link else str(tmp_path / link)
            connection.execute(f"update {KEPT}.internal.evalsql_sources set path = ?", [text])
            assert reading.linked_files(connection, tmp_path / "below" / "eval.duckdb") == [text for _ in expected]


def long_files_that_a_database_names_elsewhere_are_not_looked_at_or_read(
    tmp_path: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (below / ".env").write_text(SECRET)
    rows = {"query_id": ["q1", "q2"], "doc_id": ["d1", "d2"]}
    for name, more in (("runs", {"run": ["x", "x"], "score": [2.0, 1.0]}), ("qrels", {"relevance": [1, 1]})):
        pa.parquet.write_table(pa.table(rows | more), below / f"{name}.parquet")
    monkeypatch.chdir(below)
    evalsql.build_database("linked.duckdb", "runs.parquet", "qrels.parquet", "AP", link=True)
    new = below / "new.tsv"
    new.write_text("query_id\tdoc_id\tscore\tlength\nq1\td1\t1.0\t1\n")
    outside = "lies outside of the folder of the database and of the working directory"
    hidden = "is hidden, or lies in a hidden folder"
    named = {str(secret): outside, "https://127.0.0.1:9/x.parquet": outside, str(below / ".env"): hidden}
    for file, why in named.items():
        path = changed(
            below / "linked.duckdb",
            below,
            f"""
            insert into internal.evalsql_sources by name
            select 'runs' as kind, {quote(file)} as path, 'y' as run, 1 as bytes, '0' as sha256, 1 as evaluation
        """,
        )
        held = path.read_bytes()
        assert f"{file} has changed" not in asked(path, below / "page.html")
        done = whole(("build", path, new, "--add"), below)
        assert (done.status, done.output) == (2, "")
        assert f"{path}: {file} {why}; --outside (in Python outside=True) lets a database read it" in done.said
        assert path.read_bytes() == held
    file = tmp_path / "runs.parquet"
    (below / "runs.parquet").rename(file)
    path = changed(
        below / "linked.duckdb",
        below,
        f"update internal.evalsql_sources set path = {quote(str(file))} where kind = 'runs'",
    )
    assert whole(("build", path, new, "--add", "--outside"), below).status == 0
    said = "evalsql: --outside needs --add\n"
    assert whole(("build", "x.duckdb", new, "-q", "qrels.parquet", "--outside"), below)[::2] == (2, said)


@pytest.mark.skipif(os.name == "nt", reason="it has no named pipes")
def long_a_pipe_that_a_database_names_is_not_waited_for(tmp_path: Path, built: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    path = changed(
        built,
        tmp_path,
        "update internal.evalsql_meta set value = 'true' where key = 'linked'",
        f"update internal.evalsql_sources set path = {quote(str(tmp_path / 'pipe'))}, bytes = 0",
    )
    asked(path, tmp_path / "page.html")
    assert " is gone; put it back" in whole(("build", path, tmp_path / "new.run", "--add"), tmp_path).said


def long_tables_of_another_shape_are_a_sentence(built: Path, tmp_path: Path) -> None:
    run = tmp_path / "new.run"
    run.write_text("q1 Q0 d1 1 1 new\n")
    meta = "internal.evalsql_meta"
    statements = (
        *(f"alter table {table} add column more varchar" for table in ("evaluations", "internal.evalsql_sources")),
        *(f"delete from {meta} where key = '{key}'" for key in ("linked", "convention")),
        *(f"update {meta} set value = '[[1]]' where key = '{key}'" for key in ("curves", "depth")),
        "alter table internal.evalsql_sources drop column bytes",
    )
    for statement in statements:
        path = changed(built, tmp_path, *without_views(built), statement)
        held = path.read_bytes()
        for line in (("log", path), ("build", path, run, "--add")):
            done = whole(line, tmp_path)
            assert done.status in (0, 2), (statement, line, done.said)
            assert done.status == 0 or path.read_bytes() == held
            path.write_bytes(held)
