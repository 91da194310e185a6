"""The clients, what they are asked, and the files that they open."""

import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command import output
from places import FIXTURES

PROGRAMS = Path(__file__).parent / "programs"
RUNS = FIXTURES / "track" / "runs.parquet"
QRELS = FIXTURES / "track" / "subtopics.parquet"
# a measure, and the call that gives it
CALLS = {
    "nDCG@10": "ndcg(k := 10)",
    "AP": "ap()",
    "P@10": "p(k := 10)",
    "R@100": "r(k := 100)",
    "RR": "rr()",
    "RBP(p=0.9)": "rbp(p := 0.9)",
    "Bpref": "bpref()",
    "Q": "q()",
    "Judged@10": "judged(k := 10)",
    "ADM(top=3)": "adm(top := 3)",
    "NDPM": "ndpm()",
    "RBP_shared(p=0.9)": "rbp_shared(p := 0.9)",
    "alpha_nDCG@20": "alpha_ndcg(k := 20)",
    "nERR_IA@20": "nerr_ia(k := 20)",
    "AP_IA": "ap_ia()",
    "D_nDCG@10": "d_ndcg(k := 10)",
}


# the engine's own bits beside the value that the client hands out
SELECT = "select run, query_id, metric, value, value::bit::varchar as bits from"


@dataclass(frozen=True)
class Client:
    """One that opens the files.

    Attributes:
        ask: takes a request and gives the answers.
        suffix: of the files of runs and judgments that it reads by itself.
        compares: whether its engine has what the tests of significance need.
        locks: whether it opens files, and so meets locks, or is given their bytes.
    """

    ask: Callable[[dict[str, Any]], list[dict[str, Any]]]
    suffix: str = "parquet"
    compares: bool = True
    locks: bool = True


@dataclass(frozen=True)
class Files:
    """What is opened: the library, the database built, and runs and judgments in one file and in several."""

    folder: Path
    library: Path = field(init=False)
    built: Path = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "library", self.folder / "evalsql.duckdb")
        object.__setattr__(self, "built", self.folder / "eval.duckdb")


def home() -> Path:
    """Where .ci/clients put the clients."""
    if "EVALSQL_CLIENTS" not in os.environ:
        pytest.skip("the clients are not there; .ci/clients installs them and runs these tests")
    return Path(os.environ["EVALSQL_CLIENTS"])


def ask_program(command: Sequence[str]) -> Callable[[dict[str, Any]], list[dict[str, Any]]]:
    """A way to ask a program, which may be below the folder of the clients, by its standard input."""

    def ask(request: dict[str, Any]) -> list[dict[str, Any]]:
        first = home() / command[0]
        done = subprocess.run(
            [str(first) if first.exists() else command[0], *command[1:]],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout, object_hook=lambda pairs: decoded(pairs))

    return ask


def decoded(pairs: dict[str, Any]) -> Any:
    """A double, given its bits; any other object as it is."""
    return struct.unpack(">d", bytes.fromhex(pairs["bits"]))[0] if pairs.keys() == {"bits"} else pairs


def ask_shell(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Asks the DuckDB shell, once for each statement. It prints a double with as many digits as it takes."""
    setup = [word for statement in request["setup"] for word in ("-c", statement)]
    answers = []
    for statement in request["statements"]:
        done = subprocess.run(
            [*shell(request), *setup, "-c", statement],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=120,
        )
        if done.returncode:
            answers.append({"error": done.stderr})
        else:
            answers.append({"rows": [list(row.values()) for row in json.loads(done.stdout or "[]")]})
    return answers


def ask_shell_at_once(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Asks the DuckDB shell on its standard input, where it goes on after an error; what fails prints no rows.

    What the shell says of it stands elsewhere: among what it says of the others.
    """
    asked = [f"{statement};\n" for statement in request["setup"]]
    asked += [f".print answer {place}\n{statement};\n" for place, statement in enumerate(request["statements"])]
    done = subprocess.run(shell(request), input="".join(asked), capture_output=True, text=True, timeout=600)
    printed = re.split(r"^answer \d+\n", done.stdout, flags=re.MULTILINE)[1:]
    return [
        {"rows": [list(row.values()) for row in json.loads(rows)]} if rows.strip() else {"error": done.stderr}
        for rows in printed
    ]


def shell(request: dict[str, Any]) -> list[str]:
    """The command line of the DuckDB shell."""
    opened = ["-readonly", request["database"]] if request["database"] else []
    unsigned = ["-unsigned"] if request["unsigned"] else []
    return [str(home() / "shell" / "bin" / "duckdb"), *unsigned, *opened, "-json"]


def python(version: str, **options: Any) -> Client:
    """DuckDB of Python in an older version."""
    return Client(ask_program([f"python-{version}/bin/python", str(PROGRAMS / "python.py")]), **options)


CLIENTS = {
    "shell": Client(ask_shell),
    "node": Client(ask_program(["node", str(PROGRAMS / "node.mjs")])),
    # its reader of Parquet is an extension that it loads from the network
    "wasm": Client(ask_program(["node", str(PROGRAMS / "wasm.mjs")]), suffix="csv", locks=False),
    "sqlalchemy": Client(ask_program(["sqlalchemy/bin/python", str(PROGRAMS / "with_sqlalchemy.py")])),
    "python-1.2.2": python("1.2.2", compares=False),
    "python-1.3.2": python("1.3.2"),
    "python-1.4.5": python("1.4.5"),
    "python-1.5.6": python("1.5.6"),
}

# those that load the extension: of each version that it is for, the last
LOADERS = {
    "shell": Client(ask_shell_at_once),
    **{name: CLIENTS[name] for name in ("node", "python-1.3.2", "python-1.4.5", "python-1.5.6")},
    "python": Client(ask_program([sys.executable, str(PROGRAMS / "python.py")])),
}


def ask(
    client: str | Client,
    statements: Sequence[str],
    setup: Sequence[str] = (),
    database: Path | None = None,
    files: Any = (),
    unsigned: bool = False,
) -> list[list[list[Any]] | str]:
    """The rows that a client gives for each statement, or the text of its error.

    Args:
        client: one of CLIENTS, by its name, or another.
        statements: what is asked.
        setup: what is run before.
        database: the file that is opened read-only; without one, a database in memory.
        files: every file that is read, for a client that sees no others.
        unsigned: whether it may load an extension that has no signature.
    """
    request = {
        "database": database and str(database),
        "setup": list(setup),
        "statements": list(statements),
        "files": [str(file) for file in files],
        "unsigned": unsigned,
    }
    answers = (CLIENTS[client] if isinstance(client, str) else client).ask(request)
    assert len(answers) == len(statements)
    return [answer["error"] if "error" in answer else answer["rows"] for answer in answers]


@cache
def told(*command: str) -> Any:
    """What a command of evalsql prints as JSON."""
    return json.loads(output(*command, "--format", "json"))


def in_bits(rows: Any) -> list[tuple[str, str, str, str]]:
    """Rows of run, query_id, metric and value in order, the value to its last bit."""
    return sorted(
        (run, query, metric, "null" if value is None else value.hex()) for run, query, metric, value, *_ in rows
    )


def to_bits(value: float | None) -> str | None:
    """The bits of a double, as DuckDB casts it to BIT."""
    return None if value is None else f"{struct.unpack('>Q', struct.pack('>d', value))[0]:064b}"


def check(answers: list, expected: dict[str, list]) -> None:
    """Each answer has the rows of the batch, bit for bit, as the engine holds them and as the client gives them."""
    for (measure, right), rows in zip(expected.items(), answers, strict=True):
        assert not isinstance(rows, str), f"{measure}: {rows}"
        assert len(right) == 600
        differing = sorted(set(in_bits(rows)) ^ set(right))
        assert in_bits(rows) == right, f"{measure}: {len(rows)} rows; these are not in both: {differing[:4]}"
        held = [row for row in rows if row[4] != to_bits(row[3])]
        assert held == [], f"{measure}: the engine holds other bits than it gives: {held[:2]}"


def calls(schema: str, **tables: str) -> list[str]:
    """A statement for each measure, which calls the macro in a schema over tables, or those that are stored."""
    given = [f"{name} := '{table}'" for name, table in tables.items()]
    names = [call.removesuffix(")").split("(") for call in CALLS.values()]
    return [f"{SELECT} {schema}{name}({', '.join([*filter(None, [own]), *given])})" for name, own in names]


def attached(files: Files) -> str:
    """The statement that attaches the library."""
    return f"attach '{files.library}' as evalsql (read_only)"


def own_tables(client: str, files: Files) -> list[str]:
    """The statements that read runs and judgments into tables of the client's own."""
    reader = {"parquet": "read_parquet", "csv": "read_csv"}[CLIENTS[client].suffix]
    return [
        f"create table my_{name} as from {reader}('{files.folder}/{name}.{CLIENTS[client].suffix}')"
        for name in ("runs", "qrels")
    ]


def sources(client: str, files: Files) -> list[Path]:
    """The files of runs and judgments that a client reads, and the library."""
    return [*files.folder.glob(f"*.{CLIENTS[client].suffix}"), files.library, files.built]
