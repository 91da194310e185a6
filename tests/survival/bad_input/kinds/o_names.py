"""Names of files, folders and runs."""

import os
from pathlib import Path

from bad_input.clean import run_lines
from bad_input.kind import Kind
from bad_input.make import line

TITLE = "Names of files, folders and runs"
RUN = "".join(f"{each}\n" for each in run_lines())
END = "-q qrels.txt -m AP"


def named(name: str, given: object, *says: str, files: dict | None = None, **more) -> Kind:
    return Kind(name, more.pop("expected", "refused"), says, files=files or {}, inputs={"runs": given}, **more)


def taken(name: str, file: str, **more) -> Kind:
    return named(name, file, files={file: RUN}, expected="right", **more)


def linked(target: str):
    return lambda path: path.symlink_to(target)


def odd(path: Path) -> None:
    with open(os.fsencode(path.parent) + b"/caf\xe9.run", "w") as file:
        file.write(RUN)


KINDS = [
    named("a file that there is not", "none.run", "none.run: there is no such file"),
    named("a file in a folder that there is not", "none/none.run", "none/none.run: there is no such file"),
    named("a file below a file", "clean.run/none.run", "clean.run/none.run"),
    named("a folder without a file", "folder", "folder", files={"folder": lambda path: path.mkdir()}),
    named("a folder of folders", "folder", "folder", files={"folder/a/b": lambda path: path.mkdir(parents=True)}),
    named("a pattern that fits nothing", "*.none", "*.none: no file matches it"),
    named("a pattern that is not closed", "[a.run", "[a.run"),
    named("a link that leads nowhere", "bad.run", "bad.run", files={"bad.run": linked("nowhere.run")}),
    named("a link to itself", "bad.run", "bad.run", files={"bad.run": linked("bad.run")}),
    named("a name longer than names may be", f"{'n' * 300}.run", "nnn", "no such file|too long"),
    named("a path longer than paths may be", "n/" * 3000 + "a.run", "n/n", "no such file|too long"),
    named("a name that holds NUL", "a\0b.run", "no such file|cannot"),
    named("an empty name", "", "''|empty|no such file|name"),
    named("a blank as a name", " ", "' '|no such file"),
    named("a name of runs alone", "x=", "x="),
    named("no name before the sign", "=clean.run", "=clean.run|name|empty"),
    named("the same file behind two names", "clean.run", expected="right"),
    named("a table of no database", "clean.run::runs", "clean.run"),
    named("a file of the web, without what reads it", "https://example.org/a.run", "https://example.org/a.run"),
    named("an object of a store, without what reads it", "s3://bucket/a.parquet", "s3://bucket/a.parquet"),
    named("an address of no known kind", "gopher://example.org/a.run", "gopher://example.org/a.run"),
    named("a device without an end", "/dev/zero", "/dev/zero: is a device"),
    named("a device without a byte", "/dev/null", "/dev/null: is a device"),
    named("a terminal's device", "/dev/tty", "/dev/tty: is a device"),
    named("a folder of the system that is no folder of files", "/proc/self/none", "/proc/self/none"),
    named("a name that begins with a tilde", "~/none-of-this-name.run", "none-of-this-name.run"),
    taken("a name with blanks", "a b.run"),
    taken("a name with quotes", 'it\'s "a".run'),
    taken("a name that is a pattern", "a[1]*?.run"),
    taken("a name with the mark of tables", "a::b.run"),
    taken("a name with the mark of run names", "a=1.run", unlike={"evaluate": "right"}),
    taken("a name of another script", "\u6587\u66f8.run"),
    taken("a name without an ending", "bm25"),
    taken("a name with a line end", "a\nb.run"),
    taken("a name with an escape sequence of terminals", "a\x1b[31m.run"),
    taken("a name that is SQL", "'; drop table runs; --.run"),
    line("the same run twice", f"evaluate clean.run clean.run {END}", "clean.run|duplicate"),
    line(
        "two files of one run",
        f"evaluate clean.run folder/clean.run {END}",
        "both hold a run called clean",
        files={"folder/clean.run": RUN},
    ),
    line("two runs that are given one name", f"evaluate x=clean.run x=other.run {END}", "x"),
    line("standard input twice", "evaluate - -q - -m AP", "-|standard input"),
    line(
        "a word for no file among words for files",
        f"evaluate clean.run none.run {END}",
        "none.run: there is no such file",
    ),
    Kind(
        "a name that is not UTF-8",
        "refused",
        ("is not UTF-8 text",),
        files={"odd": odd},
        line=["evaluate", os.fsdecode(b"caf\xe9.run"), *END.split()],
    ),
    Kind(
        "a name that is not UTF-8 and not there",
        "refused",
        ("is not UTF-8 text",),
        line=["evaluate", os.fsdecode(b"caf\xe9.run"), *END.split()],
    ),
    line("judgments that there are not", "evaluate clean.run -q none.txt -m AP", "none.txt: there is no such file"),
    line(
        "a folder of two files as judgments",
        "evaluate clean.run -q folder -m AP",
        "judged twice",
        files={"folder/a.txt": "q1 0 d1 1\n", "folder/b.txt": "q1 0 d1 0\n"},
    ),
]
