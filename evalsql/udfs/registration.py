"""Puts evalsql's Python functions on a connection of DuckDB, and takes them off before Python ends."""

import atexit
import weakref
from contextlib import suppress
from importlib import import_module
from typing import Any, Literal

import duckdb

from evalsql.connections import Connection

Purpose = Literal["ideals", "statistics"]
# the modules whose FUNCTIONS serve a purpose: of each the name, the types of what it takes, the type of what it gives,
# and the function of Python; they are loaded when first needed
MODULES: dict[Purpose, tuple[str, ...]] = {
    "ideals": ("evalsql.udfs.batches",),
    "statistics": (
        "evalsql.udfs.distributions",
        "evalsql.udfs.ranges",
        "evalsql.udfs.power",
        "evalsql.udfs.permutations",
        "evalsql.udfs.resampling",
    ),
}
# a function of each, by which a connection that has them is known
ARROW: Any = "arrow"  # of the enum that DuckDB's types ask for, the module has another name in each version
KNOWN_BY: dict[Purpose, str] = {"ideals": "evalsql_greedy_ideal", "statistics": "evalsql_t_tail"}


def register(connection: Connection) -> None:
    """Puts evalsql's functions on a connection that lacks them; see evalsql.register."""
    for purpose in MODULES:
        if not registered(connection, purpose):
            put_on(connection, purpose)


def put_on(connection: Connection, purpose: Purpose) -> None:
    """Puts the functions for a purpose on a connection that lacks them."""
    for module in MODULES[purpose]:
        for name, takes, gives, function in import_module(module).FUNCTIONS:
            with suppress(duckdb.Error):
                connection.remove_function(name)  # there where an interrupt came between
            connection.create_function(name, function, takes, gives, type=ARROW)
    # one that is still there when Python ends makes DuckDB 2 complain of leaks, and has crashed 1.4
    atexit.register(take_off, weakref.ref(connection), purpose)


def registered(connection: Connection, purpose: Purpose) -> bool:
    """Whether a connection has the functions for a purpose."""
    with connection.cursor() as cursor:  # an error would end a transaction that is open
        try:
            cursor.execute(f"select {KNOWN_BY[purpose]}()")  # to list all functions takes three times as long
        except duckdb.CatalogException:
            return False
        except duckdb.BinderException:  # it takes something
            return True
    return True


def take_off(reference: weakref.ref, purpose: Purpose) -> None:
    """Removes the functions for a purpose from a connection, if it is still there and open."""
    connection = reference()
    if connection is not None:
        with suppress(duckdb.Error):
            for module in MODULES[purpose]:
                for name, *_ in import_module(module).FUNCTIONS:
                    connection.remove_function(name)
