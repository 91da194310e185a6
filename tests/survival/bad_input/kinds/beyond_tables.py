"""Kinds that a table of TOML cannot hold: texts without end, texts that are not UTF-8, values that it has not."""

import os
from pathlib import Path

from bad_input.clean import run_lines
from bad_input.kind import Kind
from bad_input.make import line, measure, option

E = "evaluate clean.run -q qrels.txt -m AP"
ODD = ["evaluate", os.fsdecode(b"caf\xe9.run"), "-q", "qrels.txt", "-m", "AP"]


def odd(path: Path) -> None:
    with open(os.fsencode(path.parent) + b"/caf\xe9.run", "w") as file:
        file.writelines(f"{each}\n" for each in run_lines())


def named(name: str, given: str, *says: str) -> Kind:
    return Kind(name, "refused", says, inputs={"runs": given})


KINDS = {
    "o_names": [
        named("a name longer than names may be", f"{'n' * 300}.run", "nnn", "no such file|too long"),
        named("a path longer than paths may be", "n/" * 3000 + "a.run", "n/n", "no such file|too long"),
        Kind("a name that is not UTF-8", "refused", ("is not UTF-8 text",), files={"odd": odd}, line=ODD),
        Kind("a name that is not UTF-8 and not there", "refused", ("is not UTF-8 text",), line=ODD),
    ],
    "p_measures": [
        measure("a cutoff of five thousand digits", "nDCG@" + "9" * 5000, "nDCG@999"),
        measure("a whole number too large for a double", f"AP(rel={10**400})", "rel must be a number in (0, inf)"),
        measure("a measure of five thousand letters", "A" * 5000, "AAAA"),
        measure("brackets within brackets within brackets", "(" * 500, "("),
        measure("minus signs without end", "-" * 5000 + "1", "---"),
        measure("half of a pair of surrogates", "\ud800", "is not a measure", entries=("python",)),
    ],
    "q_options": [
        option("a list of queries with None", "None|queries", queries=["q1", None], entries=("python",)),
        Kind(
            "a file of queries in Parquet",
            "refused",
            ("queries.txt",),
            files={"queries.txt": b"PAR1" + bytes(range(200)) + b"PAR1"},
            inputs={"queries": "queries.txt"},
        ),
        line("a label that is not UTF-8", f"{E} -o a.csv --append --label \udcff", "--label takes UTF-8 text, not"),
        line("a label that is not UTF-8, joined to its option", f"{E} --label=\udcff", "--label takes UTF-8 text, not"),
    ],
    "s_outputs": [
        line("a name longer than names may be", f"{E} -o {'n' * 300}.csv", "nnn"),
        line("a name of the longest that is allowed", f"{E} -o {'n' * 251}.csv", expected="right"),
        line("a database that is none", f"{E} -o here.duckdb", "here.duckdb", files={"here.duckdb": b"text" * 100}),
    ],
}
