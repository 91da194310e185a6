"""Ways in, each with what it is given and gives under any names, in tests of hostile ones."""

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from command import evalsql as command
from hostile import NAMES, PLAIN, assert_nothing_was_run, rankings, renamed
from written import put

import evalsql
from evalsql import InputError
from evalsql.pytest_plugin import gate_passes
from evalsql.sqltext import identifier, quote

FEW = NAMES[::2]


def rows(found: Any) -> Any:
    """What a function gave, as lists."""
    if isinstance(found, dict):
        return {name: rows(each) for name, each in found.items()}
    if isinstance(found, duckdb.DuckDBPyRelation):
        return [list(map(list, found.fetchall())), found.columns]
    return found


KIND = next(place for place, name in enumerate(NAMES) if '"' in name)  # the attribute, which SQL quotes so


def kinds(names: list[str]) -> pa.Table:
    """Attributes of the queries, whose names and values are such too."""
    queries = names[::2]
    return pa.table({"query_id": queries, names[KIND]: [names[place % 2] for place in range(len(queries))]})


def nuggets(names: list[str]) -> pa.Table:
    """Judgments by subtopics that are called so."""
    return pa.table(
        {"query_id": names[:3] * 2, "subtopic": names[:6], "doc_id": names[2:8], "relevance": [1, 1, 2, 1, 1, 1]}
    )


def one_of(runs: pa.Table, run: str) -> pa.Table:
    return runs.filter([each == run for each in runs["run"].to_pylist()])


# a function of the package, and how it is called with runs, judgments, the names, and a folder
FUNCTIONS: dict[str, Callable[[pa.Table, pa.Table, list[str], Path], Any]] = {
    "evaluate": lambda r, q, n, _: evalsql.evaluate(r, q, "AP nDCG@3", queries=n[::2][:3]),
    "evaluate_groups": lambda r, q, n, _: evalsql.evaluate_groups([1.0, 2.0], [1, 0], [2], "AP"),  # it takes no names
    "curve": lambda r, q, n, _: evalsql.curve(r, q, "nDCG", average=True, baseline=n[0]),
    "compare": lambda r, q, n, _: evalsql.compare(
        r, q, "AP", baseline=n[0], test="sign", slices=kinds(n), by=(n[KIND],)
    ),
    "experiment": lambda r, q, n, _: evalsql.experiment(r, q, "AP", baseline=n[0], resamples=50),
    "analyse_queries": lambda r, q, n, _: evalsql.analyse_queries(r, q, "AP", slices=kinds(n)),
    "categories": lambda r, q, n, _: evalsql.categories(r, q, "AP", best=(n[0],)),
    "discriminate": lambda r, q, n, _: evalsql.discriminate(r, q, "AP", method="levels", test="sign"),
    "correlate": lambda r, q, n, _: evalsql.correlate(r, q, "AP RR"),
    "overlap": lambda r, q, n, _: evalsql.overlap(r, depth=3),
    "sweep": lambda r, q, n, _: evalsql.sweep(r, q, "RBP", "p", [0.5, 0.8]),
    "mean_intervals": lambda r, q, n, _: evalsql.mean_intervals(r, q, "AP"),
    "standardize": lambda r, q, n, _: evalsql.standardize(r, q, "AP", reference=(n[0], n[3])),
    "ties": lambda r, q, n, _: evalsql.ties(r, q, "AP"),
    "explain": lambda r, q, n, _: evalsql.explain(one_of(r, n[0]), q, "AP", n[0]),
    "reconcile": lambda r, q, n, _: evalsql.reconcile("0.5", one_of(r, n[0]), q, "AP", query=n[0]),
    "gate": lambda r, q, n, _: evalsql.gate(r, one_of(r, n[0]), q, "AP", run=n[3], margin={"AP": 0.1}, slices=kinds(n)),
    "check": lambda r, q, n, _: [(each.level, each.kind, each.count) for each in evalsql.check(r, {n[0]: {n[1]: 1}})],
    "describe": lambda r, q, n, _: evalsql.describe({n[0]: q, n[1]: q}),
    "ideal": lambda r, q, n, _: evalsql.ideal(nuggets(n), k=2),
    "pool": lambda r, q, n, _: evalsql.pool(r, q, "AP", depth=2),
    "leave_out": lambda r, q, n, _: evalsql.leave_out(r, q, "AP", depth=2, teams=dict.fromkeys(n[::3], n[1])),
    # which queries are drawn depends on what they are called
    "subsample": lambda r, q, n, _: list(evalsql.subsample(r, q, "AP", queries=3, times=2)),
    "suite": lambda r, q, n, _: evalsql.suite({n[0]: {"runs": r, "qrels": q}, n[1]: {"runs": r, "qrels": q}}, "AP"),
    "build_database": lambda r, q, n, at: built(at / "b.duckdb", r, q, n),
    "add_to_database": lambda r, q, n, at: added(at / "a.duckdb", r, q, n),
    "log": lambda r, q, n, at: [each[2:4] + each[12:] for each in rows(logged(at / "l.duckdb", r, q, n)["log"])[0]],
    "report": lambda r, q, n, at: reported(at / "r.html", r, q, n),
    "register": lambda r, q, n, _: registered(r, q, n),
}
# nothing that is named from outside is given to these
WITHOUT_NAMES = {"curves", "metrics", "parse_measure", "write_library"}


def tables_of(path: Path) -> dict[str, Any]:
    """What a database holds, but for what says when and from what it was made."""
    with duckdb.connect(path, read_only=True) as connection:
        named = connection.execute("select table_name from duckdb_tables() where schema_name = 'main'").fetchall()
        return {
            name: rows(connection.sql(f"from {identifier(name)} order by all"))
            for (name,) in named
            if name not in ("evaluations", "evalsql_meta", "evalsql_sources", "history", "evalsql_macros")
        }


def built(path: Path, runs: pa.Table, qrels: pa.Table, names: list[str]) -> dict[str, Any]:
    evalsql.build_database(path, runs, qrels, "AP", curves=(), slices=kinds(names), by=(names[KIND],), label=names[0])
    with duckdb.connect(path, read_only=True) as connection:
        asked = "from paired_t(scores := 'scores', baseline := ?) order by all"
        macros = connection.execute(asked, [names[0]]).fetchall(), connection.execute("from ndcg(k := 3) order by all")
        return tables_of(path) | {"paired_t": macros[0], "ndcg": macros[1].fetchall()}


def added(path: Path, runs: pa.Table, qrels: pa.Table, names: list[str]) -> dict[str, Any]:
    others = [each for each in names[::3] if each != names[0]]
    evalsql.build_database(path, one_of(runs, names[0]), qrels, "AP", curves=())
    evalsql.add_to_database(path, pa.concat_tables(one_of(runs, each) for each in others), label=names[1])
    return tables_of(path)


def logged(path: Path, runs: pa.Table, qrels: pa.Table, names: list[str]) -> Any:
    evalsql.build_database(path, runs, qrels, "AP", curves=(), label=names[0])
    return evalsql.log(path, "AP", runs=(names[0],))


def reported(path: Path, runs: pa.Table, qrels: pa.Table, names: list[str]) -> list[str]:
    evalsql.report(path, runs, qrels, "AP", curves=(), baseline=names[0], title=names[1], slices=kinds(names))
    return [path.name]


def registered(runs: pa.Table, qrels: pa.Table, names: list[str]) -> Any:
    with duckdb.connect() as connection:
        evalsql.register(connection)
        for name, table in ((names[0], runs), (names[1], qrels)):
            connection.register("given", table)
            connection.execute(f"create table {identifier(name)} as from given")
        given = [quote(identifier(name)) for name in names[:2]]
        return rows(connection.sql(f"from evalsql.ap(runs := {given[0]}, qrels := {given[1]}) order by all"))


def assert_alike(call: Callable[[list[str], Path], Any], folder: Path) -> Any:
    """Fails unless hostile names give the results of plain ones, renamed, and nothing was run; gives these results."""
    found = {}
    for kind, names in (("hostile", FEW), ("plain", [PLAIN[name] for name in FEW])):
        (folder / kind).mkdir()
        found[kind] = renamed(rows(call(names, folder / kind)))
        assert_nothing_was_run(folder, json.dumps(found[kind], default=str))
    assert found["hostile"] == found["plain"]
    assert found["plain"]
    return found["plain"]


def scored(runs: Any, qrels: Any, **options: Any) -> Any:
    return evalsql.evaluate(runs, qrels, "AP", **options)


def with_columns(names: list[str], folder: Path) -> Any:
    """Columns that are called so, in frames, in Parquet, in CSV and in a table of a file."""
    runs, qrels = rankings(names)
    theirs = dict(zip(("run", "query_id", "doc_id", "score", "relevance"), names[:5], strict=True))
    runs = runs.rename_columns([theirs[each] for each in runs.column_names])
    qrels = qrels.rename_columns([theirs[each] for each in qrels.column_names])
    columns = {f"{kind}.{each}": theirs[each] for kind in ("runs", "qrels") for each in ("query_id", "doc_id")}
    columns |= {"runs.run": theirs["run"], "runs.score": theirs["score"], "qrels.relevance": theirs["relevance"]}
    put(folder / "r.parquet", runs), put(folder / "q.parquet", qrels)
    found = [
        rows(scored(runs, qrels, columns=columns)),
        rows(scored(folder / "r.parquet", folder / "q.parquet", columns=columns)),
    ]
    words = [word for ours, name in columns.items() for word in ("--columns", f"{ours}={name}")]
    done = command("evaluate", "r.parquet", "--qrels", "q.parquet", "-m", "AP", *words, "--format", "json", cwd=folder)
    assert done.returncode == 0, done.stderr.decode()
    # a name with a dot in it cannot be said behind ::
    schema, *tables = [name for name in names if "." not in name][:3]
    with duckdb.connect(folder / "t.duckdb") as own:
        own.execute(f"create schema {identifier(schema)}")
        for name, kind in zip(tables, "rq", strict=True):
            file = quote(str(folder / f"{kind}.parquet"))
            own.execute(f"create table {identifier(schema)}.{identifier(name)} as from read_parquet({file})")
    found.append(rows(scored(*(f"{folder}/t.duckdb::{schema}.{name}" for name in tables), columns=columns)))
    return [*found, json.loads(done.stdout)["leaderboard"]]


def of_tables(names: list[str], _: Path) -> Any:
    """Tables of a connection, which are called so."""
    runs, qrels = rankings(names)
    with duckdb.connect() as own:
        for name, table in ((names[0], runs), (names[1], qrels)):
            own.register("given", table)
            own.execute(f"create table {identifier(name)} as from given")
        return rows(scored(names[0], names[1], connection=own))


def with_tables(names: list[str], _: Path) -> Any:
    """What is known of queries, documents and subtopics, by such ids."""
    runs, qrels = rankings(names)
    queries, judged = names[::2], nuggets(names)
    gains = pa.table({"query_id": queries, "relevance": [1.0] * len(queries), "gain": [0.5] * len(queries)})
    pairs = qrels.select(["query_id", "doc_id"])
    costs = pa.table({"doc_id": names, "cost": [float(place) for place in range(len(names))]})
    weights = pa.table({"query_id": judged["query_id"], "subtopic": judged["subtopic"], "weight": [0.5] * 6})
    return [
        rows(evalsql.evaluate(runs, qrels, "nDCG@3", gains=gains)),
        rows(scored(runs, qrels, exclusions=pairs.slice(0, 2))),
        rows(scored(runs, qrels, candidates=pairs)),
        rows(evalsql.evaluate(runs, qrels, "AP", costs=costs)),
        rows(evalsql.evaluate(runs, judged, "alpha_nDCG@3", weights=weights)),
        rows(
            evalsql.evaluate({names[0]: one_of(runs, names[0]).drop_columns("run")}, qrels, "AP", slices=kinds(names))
        ),
    ]


def ruled(names: list[str], folder: Path) -> Any:
    """Rules in a file of TOML: runs, inputs and attributes that are called so."""
    runs, qrels = rankings(names)
    put(folder / "r.parquet", runs), put(folder / "q.parquet", qrels), put(folder / "k.parquet", kinds(names))
    said = {
        "new": "r.parquet",
        "baseline": "r.parquet",
        "run": names[3],
        "baseline-run": names[0],
        "qrels": "q.parquet",
    }
    said |= {"measure": "AP", "slices": "k.parquet", "by": names[KIND]}
    lines = [f"{key} = {json.dumps(value)}" for key, value in said.items()]
    put(folder / "evalsql.toml", ["[gate]", *lines, 'margin = { "AP" = 0.1 }'])
    done = command("gate", "--rules", "evalsql.toml", "--format", "json", cwd=folder)
    assert done.returncode in (0, 1), done.stderr.decode()
    return json.loads(done.stdout)["rules"]


def of_plugin(names: list[str], _: Path) -> Any:
    """The fixture of pytest, whose test fails with a table."""
    runs, qrels = rankings(names)
    with pytest.raises(pytest.fail.Exception) as failed:
        gate_passes(runs, one_of(runs, names[0]), qrels, "AP", run=names[3], worst_loss=0.0)
    text = str(failed.value)
    assert text.replace("\n", "").isprintable()
    return [line.split()[0] for line in text.split("\n") if line.startswith(("AP", "worst"))]


def of_datasets(names: list[str], _: Path) -> Any:
    """A column dataset, whose values are such, splits a frame into collections."""
    runs, qrels = rankings(names)
    given = [
        pa.concat_tables(each.append_column("dataset", pa.array([name] * len(each))) for name in names[:3])
        for each in (runs, qrels)
    ]
    return rows(evalsql.suite(None, "AP", runs=given[0], qrels=given[1]))


ENTRIES = {
    "columns": with_columns,
    "tables of a connection": of_tables,
    "gains, weights, exclusions, candidates, costs, attributes": with_tables,
    "rules in a file": ruled,
    "the fixture of pytest": of_plugin,
    "a column dataset": of_datasets,
}


POLYGLOT = "'); copy (select 1) to 'copied.txt'; -- \"; copy (select 1) to 'copied.txt'; -- $$ {{ 191 * 761 }}\n\x1b"
BY_DESIGN = {"where", "settings", "path", "connection", "progress"}


def options() -> list[tuple[str, str]]:
    found = []
    for name in sorted(set(dir(evalsql)) - WITHOUT_NAMES - {"register"}):
        called = getattr(evalsql, name)
        if not (inspect.isfunction(called) and name[0] != "_") and not hasattr(called, "answer"):
            continue
        for each in inspect.signature(getattr(called, "answer", called)).parameters.values():
            texts = any(word in str(each.annotation) for word in ("str", "Any", "Columns", "Table", "Queries"))
            if each.kind is each.KEYWORD_ONLY and each.name not in BY_DESIGN and texts:
                found.append((name, each.name))
    return sorted(set(found))


def assert_no_text_is_run(name: str, option: str, folder: Path) -> None:
    """An option of a function, given a text that is SQL, a template and an order of a terminal, runs nothing."""
    runs, qrels = rankings(NAMES[:4])
    called: Callable[..., Any] = getattr(evalsql, name)
    needed = {"gate": {"margin": 0.1}, "pool": {"depth": 1}, "leave_out": {"depth": 1}, "subsample": {"queries": 2}}
    given: dict[str, tuple[Any, ...]] = {
        "describe": (qrels,),
        "evaluate_groups": ([1.0], [1], [1], "AP"),
        "ideal": (nuggets(NAMES),),
        "overlap": (runs,),
        "check": (runs, qrels),
        "explain": (one_of(runs, NAMES[0]), qrels, "AP", NAMES[0]),
        "reconcile": ("0.5", one_of(runs, NAMES[0]), qrels, "AP"),
        "gate": (runs, one_of(runs, NAMES[0]), qrels, "AP"),
        "sweep": (runs, qrels, "RBP", "p", [0.5]),
        "suite": ({"a": {"runs": runs, "qrels": qrels}}, "AP"),
        "build_database": ("b.duckdb", runs, qrels, "AP"),
        "report": ("r.html", runs, qrels, "AP"),
        "log": ("none.duckdb",),
        "add_to_database": ("none.duckdb", runs),
    }
    try:
        found = called(*given.get(name, (runs, qrels, "AP")), **(needed.get(name, {}) | {option: POLYGLOT}))
    except InputError as error:
        assert_nothing_was_run(folder, str(error).replace(repr(POLYGLOT)[1:-1], ""))
    else:
        assert_nothing_was_run(folder, str(rows(found)).replace(repr(POLYGLOT)[1:-1], ""))
