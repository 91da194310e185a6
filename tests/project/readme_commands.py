"""What README.md shows, by the evalsql of the Python that runs this, in the working directory; .ci/release runs it."""

import re
import subprocess
import sys
from pathlib import Path

import duckdb

TEXT = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def shown(pattern: str) -> tuple[str, ...]:
    """The parts of a block of the page."""
    found = re.search(pattern, TEXT, re.DOTALL)
    assert found is not None, pattern
    return found.groups()


def printed(*words: str) -> str:
    """What a command prints on both streams."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
    return done.stdout


command, said = shown(r"```console\n\$ evalsql ([^\n]*)\n(.*?)```")
evalsql = str(Path(sys.executable).parent / "evalsql")
assert sorted(map(str.rstrip, printed(evalsql, *command.split()).splitlines())) == sorted(said.splitlines())
code, said = shown(r"```python\n(.*?)```\n\n```text\n(.*?)```")
assert printed(sys.executable, "-c", code) == said
printed(evalsql, "lib", "evalsql.duckdb")
(sql,) = shown(r"```sql\n(.*?)```")
with duckdb.connect() as connection:
    for name in ("runs", "qrels"):
        connection.execute(f"create table my_{name} as from 'fixtures/track/{name}.parquet'")
    assert len(connection.execute(sql).fetchall()) == 11  # the last query: all runs but the baseline
