"""What tests of clients share: the files that clients open, and what the batch says of the same."""

import duckdb
import pytest
from asking import CALLS, QRELS, RUNS, Files, home, in_bits
from command import evalsql, output


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The library and the built database, made by the command line; the runs and judgments in several formats."""
    home()
    made = Files(tmp_path_factory.mktemp("clients"))
    measures = [word for measure in CALLS for word in ("-m", measure)]
    for command in (["lib", made.library], ["build", made.built, RUNS, "--qrels", QRELS, "--live", *measures]):
        done = evalsql(*command)
        assert done.returncode == 0, done.stderr.decode()
    for suffix, options in {"parquet": "format parquet", "csv": "format csv, header"}.items():
        for name, source in {"runs": RUNS, "qrels": QRELS}.items():
            duckdb.execute(f"copy (from '{source}') to '{made.folder}/{name}.{suffix}' ({options})")
        for half in (0, 1):
            part = f"(from '{RUNS}' where query_id::integer % 2 = {half})"
            duckdb.execute(f"copy {part} to '{made.folder}/part{half}.{suffix}' ({options})")
    return made


@pytest.fixture(scope="session")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, str, str, str]]]:
    """For each measure the rows of the batch, as `evalsql evaluate -o` writes them: the value to its last bit."""
    scores = tmp_path_factory.mktemp("batch") / "scores.parquet"
    measures = [word for measure in CALLS for word in ("-m", measure)]
    output("evaluate", RUNS, "--qrels", QRELS, *measures, "-o", scores)
    found = duckdb.execute(f"select run, query_id, metric, value from '{scores}'").fetchall()
    return {measure: in_bits(row for row in found if row[2] == measure) for measure in CALLS}
