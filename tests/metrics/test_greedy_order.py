"""The greedy ideal is the same, order and last bit, from the Python function, in SQL, and from a naive search."""

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest
from places import FIXTURES, ROOT

import evalsql
from evalsql import udfs
from evalsql.catalog.relations import relation
from evalsql.udfs.ideal import greedy_order

ALPHAS = (0, 0.1, 0.25, 0.3, 0.5, 0.9, 1)
WEIGHTS = ((1.0,), (0.1, 0.3, 1 / 3), (1.0, 0.1, 0.2, 0.3, 1 / 3, 0.7), (2.0, 1.0, 0.5))
QUERIES = 12  # of each alpha
NAME = "evalsql_greedy_ideal"
DEPTHS = {False: (1, 100), True: (5, 100)}  # no query has as many documents as the last

Ranking = list[tuple[str, str]]  # documents with their gains to the last bit, in order


def made(seed: int) -> dict[str, tuple[list[list[int]], list[float]]]:
    """By query, of each document the numbers of its nuggets, from 1, and the weight of each nugget.

    Documents are often alike, gains often equal.
    """
    chance = random.Random(seed)
    found = {}
    for number in range(QUERIES):
        size = chance.choice((1, 2, 3, 5, 10, 40))
        weights = chance.choices(chance.choice(WEIGHTS), k=size)
        share = chance.choice((0.05, 0.15, 0.5, 0.9))
        kinds = [[n for n in range(1, size + 1) if chance.random() < share] for _ in range(chance.randint(1, 30))]
        documents = chance.choices([kind or [chance.randint(1, size)] for kind in kinds], k=chance.randint(1, 30))
        # the numbers are those of the nuggets that are there
        there = sorted({n for kind in documents for n in kind})
        documents = [[there.index(n) + 1 for n in kind] for kind in documents]
        found[f"q{number}"] = documents, [weights[n - 1] for n in there]
    return found


def doc_id(place: int) -> str:
    """The document at a place; the first has the highest bytes."""
    return f"d{99 - place}"


def naive(documents: Sequence[Sequence[int]], weights: Sequence[float], alpha: float, k: int, lowest: bool) -> Ranking:
    """The highest (or lowest) gain among all that are left, and of equal ones the highest doc_id."""
    left = {doc_id(place): nuggets for place, nuggets in enumerate(documents)}
    met = [0] * len(weights)
    order: Ranking = []
    while left and len(order) < k:
        gains = {}
        for doc, nuggets in left.items():
            gains[doc] = 0.0
            for term in sorted(weights[n - 1] * (1 - alpha) ** met[n - 1] for n in nuggets):
                gains[doc] += term
        best = min(gains.values()) if lowest else max(gains.values())
        chosen = max(doc for doc, gain in gains.items() if gain == best)
        order.append((chosen, best.hex()))
        for n in left.pop(chosen):
            met[n - 1] += 1
    return order


def by_function(documents: list[list[int]], weights: list[float], alpha: float, k: int, lowest: bool) -> Ranking:
    order = greedy_order(documents, weights, alpha, k, lowest)
    return [(doc_id(place - 1), gain.hex()) for place, gain in order]


def filled(queries: dict[str, tuple[list[list[int]], list[float]]]) -> duckdb.DuckDBPyConnection:
    """A connection with the function and with queries as the relation nugget_base."""
    connection = duckdb.connect()
    connection.execute("create table given (query_id varchar, doc_id varchar, has bigint[], weights double[])")
    rows = [
        (query, doc_id(place), nuggets, weights)
        for query, (documents, weights) in queries.items()
        for place, nuggets in enumerate(documents)
    ]
    connection.executemany("insert into given values (?, ?, ?, ?)", rows)
    connection.execute(
        "create table nugget_base as"
        " select query_id, doc_id, format('s{:02d}', nugget) as subtopic, weights[nugget] as weight"
        " from (select *, unnest(has) as nugget from given)"
    )
    udfs.register(connection)
    return connection


def by_relation(connection: duckdb.DuckDBPyConnection, alpha: float, k: int, lowest: bool, udf: bool) -> dict:
    """What the relation gives by query, with the function or in SQL."""
    text = relation("reversed_ideal" if lowest else "greedy_ideal", udf=udf)
    assert (NAME in text) == udf
    rows = connection.execute(
        f"select query_id, rank, doc_id, gain from ({text}) order by query_id asc, rank asc",
        {"alpha": float(alpha), "k": k},
    ).fetchall()
    found: dict[str, Ranking] = {}
    for query, rank, doc, gain in rows:
        ranking = found.setdefault(query, [])
        ranking.append((doc, gain.hex()))
        assert rank == len(ranking)
    return found


@pytest.mark.parametrize("lowest", [False, True], ids=["highest", "lowest"])
@pytest.mark.parametrize("alpha", ALPHAS)
def long_three_ways_give_the_same_order_and_the_same_bits(alpha: float, lowest: bool) -> None:
    queries = made(int(100 * alpha) + lowest)
    connection = filled(queries)
    for k in DEPTHS[lowest]:
        expected = {query: naive(*case, alpha, k, lowest) for query, case in queries.items()}
        assert {query: by_function(*case, alpha, k, lowest) for query, case in queries.items()} == expected
        assert by_relation(connection, alpha, k, lowest, udf=True) == expected
        assert by_relation(connection, alpha, k, lowest, udf=False) == expected


def functions(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """The names of all functions that a connection has."""
    return {name for (name,) in connection.execute("select distinct function_name from duckdb_functions()").fetchall()}


CALL = "select evalsql_greedy_ideal([[1], [1, 2]], [1.0, 0.5], 0.5, 5, false)"
ANSWER = [{"choice": 2, "gain": 1.5}, {"choice": 1, "gain": 0.5}]


def test_registering_twice_is_registering_once() -> None:
    connection = duckdb.connect()
    assert not udfs.registered(connection, "ideals")
    for _ in range(2):
        udfs.register(connection)
        assert udfs.registered(connection, "ideals")
        assert connection.execute(CALL).fetchall() == [(ANSWER,)]


def test_a_cursor_and_its_connection_share_the_function() -> None:
    connection = duckdb.connect()
    udfs.register(connection.cursor())
    assert connection.execute(CALL).fetchall() == [(ANSWER,)]
    udfs.register(connection)
    assert connection.cursor().execute(CALL).fetchall() == [(ANSWER,)]


def test_a_database_opened_read_only_can_have_the_function_and_does_not_change(tmp_path: Path) -> None:
    path = tmp_path / "file.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table t as select 1 as x")
    before = path.read_bytes()
    with duckdb.connect(str(path), read_only=True) as connection:
        udfs.register(connection)
        assert connection.execute(CALL).fetchall() == [(ANSWER,)]
    assert path.read_bytes() == before
    with duckdb.connect(str(path), read_only=True) as connection:
        assert NAME not in functions(connection)


ENDINGS = {
    "open": "",
    "closed": "connection.close()",
    "forgotten": "del connection",
    "in a transaction": "connection.execute('begin')",
    "with an open result": "rest = connection.execute('from range(1000000)')",
    "with a failed transaction": "connection.execute('begin')\ntry: connection.execute('x')\nexcept Exception: pass",
    "only a cursor closed": "connection.cursor().close()",
}


def long_python_ends_without_a_word_however_connections_with_the_functions_are_left() -> None:
    program = ["import duckdb, evalsql.udfs", "left = []"]
    for ending in ENDINGS.values():
        for registered in ("connection", "connection.cursor()"):
            program += [
                "connection = duckdb.connect()",
                f"evalsql.udfs.register({registered})",
                f"connection.execute({CALL!r}).fetchall()",
                "left.append(connection)" if "del" not in ending else "",
                ending,
            ]
    program += ["left.append(rest)"]
    result = subprocess.run([sys.executable, "-c", "\n".join(program)], capture_output=True, text=True, cwd=ROOT)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


GREEDY = [
    "alpha_nDCG@20",
    "alpha_nDCG(alpha=0.3)@5",
    "alpha_nCG(alpha=0.9)",
    "nERR_IA@10",
    "nNRBP(alpha=0.1,beta=0.8)",
    "S_precision",
]


def with_track() -> duckdb.DuckDBPyConnection:
    """A user's connection with some of the simulated track in tables runs and qrels."""
    connection = duckdb.connect()
    for name, file in (("runs", "runs"), ("qrels", "subtopics")):
        connection.execute(f"create table {name} as from '{FIXTURES}/track/{file}.parquet' where query_id < '106'")
    return connection


def bits(evaluated: evalsql.Evaluation) -> list[tuple]:
    """Scores, and points of a curve with their ideals, to the last bit."""
    rows = evaluated.score(GREEDY).fetchall() + evaluated.curve(["alpha_DCG@20", "alpha_nDCG@20"]).fetchall()
    return [tuple(cell.hex() if isinstance(cell, float) else cell for cell in row) for row in rows]


def long_an_evaluation_on_a_users_connection_gives_the_same_bits_and_leaves_no_function() -> None:
    without, having = with_track(), with_track()
    udfs.register(having)
    before = {id(connection): functions(connection) for connection in (without, having)}
    assert NAME not in before[id(without)]
    assert NAME in before[id(having)]
    found = [bits(evalsql.Evaluation(connection=connection)) for connection in (without, having)]
    tables = [with_track().table(name).to_arrow_table() for name in ("runs", "qrels")]
    own = bits(evalsql.Evaluation(*tables))
    assert found[0] == found[1] == own
    assert len(own) > 1000
    assert {id(connection): functions(connection) for connection in (without, having)} == before
