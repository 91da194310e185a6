"""DuckDB for the command line: the engine at once, and its layer in Python only if something of that is asked for.

`import duckdb` takes several times as long as the engine alone, most of it for relations, which few commands make. The
engine has a private name, so the whole is taken wherever that is not there.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from types import ModuleType
from typing import Any

from evalsql.signals import held

# versions of DuckDB that lose rows, now and then, of a join with a relation that is grouped (duckdb/duckdb#22075)
LOSING = ("1.5.0", "1.5.1", "1.5.2")

replacing = Lock()


class Engine(ModuleType):
    """Stand for the module duckdb, and load it if the engine lacks an attribute."""

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__"):
            if "_duckdb" not in sys.modules:
                with held():
                    import_module("_duckdb")
            import _duckdb

            _duckdb.DuckDBPyConnection.__getattr__ = method_of_layer  # pyright: ignore[reportAttributeAccessIssue]
            if hasattr(_duckdb, name):
                return getattr(_duckdb, name)
        return getattr(whole(), name)


def whole() -> ModuleType:
    """The module duckdb itself, with all its layers."""
    with replacing:
        if isinstance(sys.modules.get("duckdb"), Engine):
            del sys.modules["duckdb"]
    return import_module("duckdb")


def use_alone() -> None:
    """Lets `import duckdb` give the engine alone, if that is a module by itself and nobody has loaded the other."""
    if "duckdb" not in sys.modules and find_spec("_duckdb") is not None:
        sys.modules["duckdb"] = Engine("duckdb")


def method_of_layer(connection: Any, name: str) -> Any:
    """A method of a connection that the engine lacks: the layer in Python, once loaded, adds it to the class."""
    if not name.startswith("__"):
        whole()
        if hasattr(type(connection), name):
            return getattr(connection, name)
    raise AttributeError(f"a connection of DuckDB has no attribute {name!r}")
