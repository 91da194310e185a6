"""The command line takes DuckDB's engine alone, and all of DuckDB where something else is asked for."""

import subprocess
import sys

from places import ROOT
from versions import since

WHOLE = "{'duckdb.sqltypes', 'duckdb.typing'} & {*sys.modules}"  # what the layer in Python is known by


def said(program: str) -> list[str]:
    """What a program prints, in words."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.split()


@since("duckdb", "2.0", "the engine loads its layer")
def test_the_engine_has_no_layer_until_that_is_asked_for() -> None:
    program = f"""
import sys
from evalsql import engine
engine.use_alone()
import duckdb
connection = duckdb.connect()
print(connection.execute("select 42").fetchall()[0][0], isinstance(connection, duckdb.DuckDBPyConnection))
print(issubclass(duckdb.BinderException, duckdb.Error), bool({WHOLE}))
relation = duckdb.DuckDBPyRelation
import duckdb as again
print(relation is again.DuckDBPyRelation, again is duckdb, again.connect is duckdb.connect, bool({WHOLE}))
"""
    assert said(program) == ["42", "True", "True", "False", "True", "False", "True", "True"]


def test_a_part_of_the_layer_can_be_imported() -> None:
    program = """
from evalsql import engine
engine.use_alone()
import duckdb
import duckdb.sqltypes
print(duckdb.sqltypes.INTEGER, hasattr(duckdb, "no_such_thing"))
"""
    assert said(program) == ["INTEGER", "False"]


def test_a_method_of_the_layer_comes_once_it_is_asked_for() -> None:
    program = f"""
import sys
from evalsql import engine
engine.use_alone()
import duckdb
connection = duckdb.connect()
print(hasattr(connection, "__no_such_thing__"), bool({WHOLE}))
print(connection.sql("select 42").fetchall()[0][0], hasattr(connection, "no_such_thing"), bool({WHOLE}))
"""
    assert said(program) == ["False", "False", "42", "False", "True"]


def test_what_is_loaded_stays() -> None:
    assert said(
        "import duckdb; from evalsql import engine; engine.use_alone();"
        " import duckdb as again; print(again is duckdb, isinstance(again, engine.Engine))"
    ) == ["True", "False"]


def test_a_signal_waits_until_the_engine_is_loaded() -> None:
    program = """
import signal, sys
from evalsql import engine
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "_duckdb":
            signal.raise_signal(signal.SIGTERM)
engine.use_alone()
sys.meta_path.insert(0, Finder())
signal.signal(signal.SIGTERM, lambda number, _: print("heard", "_duckdb" in sys.modules))
import duckdb
duckdb.connect()
signal.raise_signal(signal.SIGTERM)
"""
    assert said(program) == ["heard", "True", "heard", "True"]
