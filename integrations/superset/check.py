"""Opens a built database in Apache Superset and checks the numbers of its charts against `evalsql evaluate`.

    .venv/bin/python integrations/superset/check.py FOLDER

FOLDER is a virtual environment that has Superset, or one to be made.
"""

import json
import subprocess
import sys
import tempfile
import time
from math import isclose
from pathlib import Path
from typing import Any

from superset_api import Superset, started

ROOT = Path(__file__).parent.parent.parent
TRACK = [str(ROOT / "fixtures/track/runs.parquet"), "--qrels", str(ROOT / "fixtures/track/subtopics.parquet")]
MEASURES = ["nDCG@10", "AP", "nDCG@5"]
# what Superset 6.1 needs besides itself: two packages that it does not name, and older ones of two that it does
PACKAGES = ["apache-superset", "duckdb", "duckdb-engine", "rich", "cachetools", "flask-caching<2.4", "cachelib<0.14"]
SHOWN = ("apache_superset", "duckdb", "duckdb_engine", "SQLAlchemy")
MEAN = {"expressionType": "SQL", "sqlExpression": "AVG(value)", "label": "mean"}


def say(text: str) -> None:
    """A line on standard output."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def install(folder: Path) -> dict[str, str]:
    """Superset in a virtual environment, made if it is not there; the versions in it."""
    if not (folder / "bin" / "superset").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(folder / "bin" / "pip"), "install", "--quiet", *PACKAGES], check=True)
    listed = subprocess.run(
        [str(folder / "bin" / "pip"), "list", "--format", "json"], check=True, capture_output=True, text=True
    )
    found = {each["name"].lower().replace("-", "_"): each["version"] for each in json.loads(listed.stdout)}
    return {name: found[name.lower()] for name in SHOWN}


def evalsql(*arguments: str) -> str:
    """What a command of evalsql prints."""
    done = subprocess.run([sys.executable, "-m", "evalsql", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def chart(superset: Superset, dataset: int, query: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a chart over a dataset."""
    asked = {
        "datasource": {"id": dataset, "type": "table"},
        "queries": [{"row_limit": 1000, "filters": [], "metrics": []} | query],
        "result_format": "json",
        "result_type": "full",
    }
    return superset.call("chart/data", asked)["result"][0]["data"]


def same(what: str, found: dict[str, float], right: dict[str, float]) -> None:
    """Compares the value of each run, but for the last bits: Superset asks for means without an order."""
    if found.keys() != right.keys():
        raise RuntimeError(f"{what}: {sorted(found)} and not {sorted(right)}")
    for run, value in right.items():
        if not isclose(found[run], value, rel_tol=1e-12):
            raise RuntimeError(f"{what}: {run} has {found[run]!r} and not {value!r}")
    say(f"{what}: {len(found)} runs, right")


def check(superset: Superset, built: Path, right: dict[str, dict[str, float]]) -> None:
    """Makes the datasets, asks for charts and compares."""
    read_only = json.dumps({"engine_params": {"connect_args": {"read_only": True}}})
    uri = f"duckdb:////{str(built).lstrip('/')}"
    database = superset.call("database/", {"database_name": "eval", "sqlalchemy_uri": uri, "extra": read_only})["id"]
    tables = superset.call(f"database/{database}/tables/?q=(schema_name:main)")["result"]
    say(f"tables and views listed: {', '.join(sorted(table['value'] for table in tables))}")

    view = superset.call("dataset/", {"database": database, "schema": "main", "table_name": "leaderboard"})["id"]
    columns = superset.call(f"dataset/{view}")["result"]["columns"]
    say("leaderboard: " + ", ".join(f"{c['column_name']} {c['type']}" for c in columns))
    for measure in ("nDCG@10", "AP"):
        of_measure = [{"col": "metric", "op": "==", "val": measure}]
        rows = chart(
            superset, view, {"columns": ["run", "value"], "filters": of_measure, "orderby": [["value", False]]}
        )
        same(f"view leaderboard, {measure}", {row["run"]: row["value"] for row in rows}, right[measure])

    for name, sql, parameters, measure in [
        ("at_10", "from ndcg(k := 10)", {}, "nDCG@10"),
        ("at_5", "select * from ndcg(k := 5)", {}, "nDCG@5"),
        ("at_k", "from ndcg(k := {{ url_param('k') or 10 }})", {"url_params": {"k": "5"}}, "nDCG@5"),
    ]:
        try:
            asked = {"database": database, "schema": "main", "table_name": name, "sql": sql}
            dataset = superset.call("dataset/", asked)["id"]
            rows = chart(superset, dataset, {"columns": ["run"], "metrics": [MEAN]} | parameters)
        except RuntimeError as error:
            raise RuntimeError(f"{sql}: {error}") from None
        same(f"virtual dataset {sql}", {row["run"]: row["mean"] for row in rows}, right[measure])

    try:
        superset.call(
            "sqllab/execute/", {"database_id": database, "sql": "select * from ndcg(k := 0)", "schema": "main"}
        )
    except RuntimeError as error:
        if "k must be a whole number" not in str(error):
            raise
        say("k := 0 is refused with the macro's sentence")
    else:
        raise RuntimeError("k := 0 is not refused")


def main() -> None:
    """Installs, builds, starts and checks."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    folder = Path(sys.argv[1]).resolve()
    begun = time.monotonic()
    versions = install(folder)
    say(", ".join(f"{name} {version}" for name, version in versions.items()))
    say(f"{time.strftime('%Y-%m-%d')}; installed after {time.monotonic() - begun:.0f} s")
    measures = [word for measure in MEASURES for word in ("-m", measure)]
    board = json.loads(evalsql("evaluate", *TRACK, *measures, "--format", "json"))["leaderboard"]
    right = {measure: {row["run"]: row[measure] for row in board} for measure in MEASURES}
    with tempfile.TemporaryDirectory() as home:
        built = Path(home) / "eval.duckdb"
        evalsql("build", str(built), *TRACK, *measures)
        with started(folder / "bin", Path(home)) as superset:
            say(f"Superset answers after {time.monotonic() - begun:.0f} s")
            check(superset, built, right)
    say(f"all right after {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
