"""Suites: many collections by name, in a file of TOML, in folders, or in a mapping; each with runs and judgments."""

import glob
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, time
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from evalsql.errors import InputError
from evalsql.inputs import foreign
from evalsql.inputs.files import expand, is_aside, name_suffix
from evalsql.inputs.named_judgments import may_be_dataset
from evalsql.inputs.names import Named, parse_named
from evalsql.inputs.query_lists import read_queries
from evalsql.inputs.where import refuse_queries
from evalsql.words import either, first_few, said

SPLIT = "test"  # whose judgments are read if there are several, and nobody says which
SHARD = re.compile(r"-\d+-of-\d+(?=\.parquet$|$)")  # as Hugging Face names the parts of a table
TABLES = ("gains", "weights", "exclusions", "candidates")
TEXTS = ("population", "ties", "duplicates", "subtopics", "where", "convention")
# what a suite, or one of its collections, may say of how runs are evaluated
OPTIONS = (*TEXTS, *TABLES, "queries", "depth", "judged_only", "without_own", "columns")
# of a leaderboard, which has a column for each collection too
COLUMNS = (
    *("metric", "run", "borda", "points", "macro_mean", "mean_lower", "mean_upper"),
    *("mean_rank", "rank_lower", "rank_upper", "like_next", "missing"),
)
OF_COLLECTIONS = ("folder", "qrels", "runs", "measures", "split", *OPTIONS)
OF_SUITES = ("datasets", "measures", "split", "strict", "resamples", "seed", "alpha", *OPTIONS)
TYPES: Mapping[str, tuple[tuple[type, ...], str]] = {
    **dict.fromkeys((*TEXTS, *TABLES, "folder", "qrels", "split"), ((str,), "a text")),
    **dict.fromkeys(("judged_only", "without_own", "strict"), ((bool,), "true or false")),
    "depth": ((int,), "a whole number"),
    "resamples": ((int,), "a whole number of at least 1"),
    "seed": ((int,), "a whole number of at least 0"),
    "alpha": ((float,), "a number between 0 and 1"),
    "queries": ((str, list), "the path of a list of queries, or a list of them"),
    "columns": ((dict,), "a table of texts"),
    "measures": ((str, list), "a list of one measure or more"),
    "runs": ((str, list, dict), "a path, a list of paths, or a table of paths by run"),
    "datasets": ((dict,), "a table for each collection"),
}


# of values that have a type which fits, those that do
WITHIN: Mapping[str, Callable[[Any], bool]] = {
    "alpha": lambda value: 0 < value < 1,
    "resamples": lambda value: value >= 1,
    "seed": lambda value: value >= 0,
    "measures": bool,
}
PATHS = ("folder", "qrels", "runs")
OF_FILE = re.compile(r"(^|[\s,])@")  # among measures
NO_PATHS = bool | int | float | date | time  # of the types of TOML, besides lists and tables


@dataclass(frozen=True)
class Collection:
    """A collection of a suite."""

    name: str  # what it is called
    runs: Any  # its runs, as Evaluation takes them
    qrels: Any  # its judgments, in the same forms
    measures: Sequence[Any] = ()  # those by which it is evaluated; those of the suite if empty
    # what it says of how runs are evaluated, or its suite for all that do not say
    options: Mapping[str, Any] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()  # which of these its suite says

    def under(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Its options beside those that were given with the suite, which stand above what the suite says for all."""
        told = {name for name in self.shared if given.get(name) is not None and given[name] is not False}
        return {**given, **{name: value for name, value in self.options.items() if name not in told}}


@dataclass(frozen=True)
class Suite:
    """A suite as it was read."""

    collections: Sequence[Collection]  # its collections, in the order given
    # what it says of itself: measures, strict, resamples, seed, alpha
    said: Mapping[str, Any] = field(default_factory=dict)


def read_suite(given: Any, split: str | None = None, outside: bool = False) -> Suite:
    """A suite."""
    if isinstance(given, Mapping):
        return checked({"datasets": given}, "the suite", "", split)
    if not isinstance(given, str | PathLike):
        raise InputError(f"a suite is a file of TOML, a folder, or a mapping of its collections, not {given!r}")
    path = fspath(given)
    if os.path.isdir(path):
        if outside:
            raise InputError(f"{path}: outside is for the file of a suite, and this is a folder")
        return in_folders(path, split)
    try:
        with open(path, "rb") as opened:
            table = tomllib.load(opened)
    except OSError as error:
        reason = "there is no such file or folder" if isinstance(error, FileNotFoundError) else error.strerror
        raise InputError(f"{path}: cannot be read as a suite: {reason}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not text, where a suite was expected, a file of TOML or a folder") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    datasets = table.get("datasets")
    named = datasets.items() if isinstance(datasets, dict) else ()
    for each in (table, *({"folder": name} | each for name, each in named if isinstance(each, dict))):
        if isinstance(each.get("where"), str):
            refuse_queries(each["where"], path)
        if not outside:
            refuse_outside(each, path)
    suite = checked(table, path, os.path.dirname(path), split)
    if not outside:
        read = (value for c in suite.collections for value in (c.runs, c.qrels, *map(c.options.get, TABLES)))
        foreign.refuse_outside((file for place in paths_in(read) for file in files_of(place)), path, "suite")
    return suite


def refuse_outside(table: Mapping[str, Any], label: str) -> None:
    """Refuses paths of a suite, which may be a stranger's, outside of its folder and of the working directory."""
    base = os.path.dirname(label)
    for text in strings(table.get("measures")):
        if OF_FILE.search(text):
            raise InputError(
                f"{label}: measures has {said(text)}, a file, whose lines may name others; list the measures, or say"
                " --outside (in Python outside=True)"
            )
    for text in strings(table.get("qrels")):
        if not base and may_be_dataset(text):
            raise InputError(
                f"{label}: qrels has {said(text)}, which is not a file; to read a dataset of ir_datasets, which is"
                " downloaded, say --outside (in Python outside=True)"
            )
    queries = table.get("queries")
    named = {key: table.get(key) for key in (*PATHS, *TABLES)} | {"queries": queries if type(queries) is str else None}
    foreign.refuse_outside(paths_in(resolved(value, base) for value in named.values()), label, "suite")


def paths_in(values: Iterable[Any]) -> Iterator[str]:
    """The paths in values of TOML: without the name of a run before them, and a table behind them."""
    for text in (each for value in values for each in strings(value)):
        called = parse_named(text)
        yield (called.given if isinstance(called, Named) else text).partition("::")[0]


def files_of(path: str) -> Iterator[str]:
    """The files that a path stands for, if any: links may be below a folder, or be what a pattern matches."""
    with suppress(InputError):  # reported when they are read
        yield from (file.path for file in expand(path))


def strings(value: Any) -> list[str]:
    """The texts in a value of TOML: itself, or what a list or a table holds."""
    return [each for each in (within(value) or [value]) if isinstance(each, str)]


def in_folders(path: str, split: str | None) -> Suite:
    """The suite of a folder: each folder in it that has judgments or runs."""
    names = sorted(name for name in os.listdir(path) if name[0] not in "._")
    folders = {name: os.path.join(path, name) for name in names}
    held = [name for name, each in folders.items() if judgments_in(each) or os.path.isdir(os.path.join(each, "runs"))]
    if not held:
        raise InputError(
            f"{path}: holds no collection; a suite is a folder of folders, each with qrels.* (or qrels/test.tsv) and"
            " runs/"
        )
    return checked({"datasets": {name: {} for name in held}}, path, path, split)


def judgments_in(folder: str) -> list[str]:
    """The files of judgments of a collection: qrels.*, or those in its folder qrels."""
    there = [*glob.glob(os.path.join(glob.escape(folder), "qrels.*"))]
    there += glob.glob(os.path.join(glob.escape(folder), "qrels", "*"))
    return sorted(each for each in there if os.path.isfile(each) and not is_aside(os.path.basename(each)))


def checked(table: Mapping[str, Any], label: str, base: str, split: str | None) -> Suite:
    """The suite of a table, whose paths begin in a folder."""
    refuse_keys(table, label, OF_SUITES)
    datasets = table.get("datasets")
    if not datasets:
        raise InputError(f"{label}: names no collection; a table [datasets.NAME] was expected for each")
    refuse_clashes(datasets, label)
    shared = {name: value for name, value in table.items() if name in OPTIONS}
    collections = []
    for name, each in datasets.items():
        place = f"{label}, {said(str(name))}" if table is not datasets else label
        if not isinstance(each, Mapping):
            raise InputError(f"{place}: is {written(each)}, where a table was expected, such as [datasets.{name}]")
        refuse_keys(each, place, OF_COLLECTIONS)
        split_of = each.get("split", split or table.get("split"))
        made = collection_of(str(name), {**shared, **each}, place, base, split_of)
        collections.append(replace(made, shared=frozenset(shared.keys() - each.keys())))
    of_suite = ("measures", "strict", "resamples", "seed", "alpha")
    return Suite(collections, {name: table[name] for name in of_suite if name in table})


def refuse_keys(table: Mapping[str, Any], label: str, known: Sequence[str]) -> None:
    """Refuses keys that there are not, and values of another type or out of bounds."""
    for key, value in table.items():
        if key not in known:
            raise InputError(f"{label}: unknown key {said(str(key))}; there are {', '.join(known)}")
        types, expected = TYPES[key]
        fits = type(value) in types if isinstance(value, bool | int | float) else isinstance(value, types)
        # in Python these may be whatever Evaluation takes
        if not fits and (isinstance(value, NO_PATHS) or key not in ("runs", "qrels", "columns", *TABLES)):
            raise InputError(f"{label}: {key} is {written(value)}; {expected} was expected")
        if fits and key in WITHIN and not WITHIN[key](value):
            raise InputError(f"{label}: {key} is {written(value)}; {expected} was expected")
        for each in within(value) if key in ("runs", "qrels") else ():
            if isinstance(each, NO_PATHS):
                raise InputError(f"{label}: {key} has {written(each)}; {expected} was expected")


def within(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []


def written(value: Any) -> str:
    """A value as TOML writes it, whose dates Python writes otherwise."""
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value).lower() if isinstance(value, bool) else repr(value)


def refuse_clashes(names: Mapping[str, Any], label: str) -> None:
    """Refuses names of collections that are the same but for their case, or those of other columns of leaderboards."""
    seen: dict[str, str] = {}
    for name in map(str, names):
        if name.casefold() in COLUMNS:
            raise InputError(
                f"{label}: a collection cannot be called {name}, as a column of leaderboards is; rename it"
            )
        if not name.strip() or name != name.strip():
            raise InputError(f"{label}: {name!r} is not a collection")
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            raise InputError(f"{label}: the names {said(other)} and {said(name)} of collections differ only in case")


def collection_of(name: str, given: Mapping[str, Any], label: str, base: str, split: str | None) -> Collection:
    """A collection: files that are not named are looked for in the folder with its name."""
    folder = os.path.join(base, given.get("folder", name))
    qrels = resolved(given["qrels"], base) if "qrels" in given else find_qrels(folder, label, split)
    runs = resolved(given["runs"], base) if "runs" in given else find_runs(folder, label)
    if isinstance(runs, list | tuple | dict) and not runs:
        raise InputError(f"{label}: has no run")
    options = {key: value for key, value in given.items() if key in OPTIONS}
    options |= {key: resolved(options[key], base) for key in TABLES if key in options}
    if isinstance(options.get("queries"), str):
        options["queries"] = read_queries(Path(os.path.join(base, options["queries"])))
    measures = given.get("measures", ())
    return Collection(name, runs, qrels, [measures] if isinstance(measures, str) else measures, options)


def resolved(given: Any, base: str) -> Any:
    if isinstance(given, Mapping) and all(isinstance(each, str) for each in given.values()):
        return {name: resolved(each, base) for name, each in given.items()}
    if isinstance(given, list) and all(isinstance(each, str) for each in given):
        return [resolved(each, base) for each in given]
    if not isinstance(given, str) or given == "-" or re.match(r"\w\w+://", given):
        return given
    return os.path.join(base, given)


def find_qrels(folder: str, label: str, split: str | None) -> str | list[str]:
    """The judgments of a collection: qrels.*, or in a folder qrels those of the split, as BEIR has them."""
    if not os.path.isdir(folder):
        raise InputError(f"{label}: there is no folder {folder}, and neither qrels nor runs say where it is")
    there = judgments_in(folder)
    if not there:
        raise InputError(f"{label}: no judgments in {folder}, where qrels.* or qrels/{split or SPLIT}.tsv was expected")
    if not there[1:] and (split is None or split_of(there[0]) == "qrels"):
        return there[0]
    of_split = [each for each in there if split_of(each) == (split or SPLIT)]
    if not of_split:
        splits = sorted({split_of(each) for each in there})
        raise InputError(
            f"{label}: no judgments of the split {split or SPLIT} in {folder}, which has {either(splits)};"
            " say which with split"
        )
    if of_split[1:] and all(SHARD.search(each) for each in of_split):
        return of_split
    if of_split[1:]:
        raise InputError(
            f"{label}: {first_few(of_split)} are judgments of one split, where one file was expected;"
            " name it with qrels"
        )
    return of_split[0]


def split_of(path: str) -> str:
    """The split of a file of judgments: test of qrels/test.tsv, qrels.test.tsv.gz and test-00000-of-00001.parquet."""
    name, suffix = Path(path).name, name_suffix(path)
    stem = name[: name.lower().rindex(suffix)] if suffix else name
    return SHARD.sub("", stem.removeprefix("qrels").strip(".") or stem)


def find_runs(folder: str, label: str) -> str:
    runs = os.path.join(folder, "runs")
    if not os.path.isdir(runs):
        raise InputError(f"{label}: no runs, which were expected in {runs}")
    if all(is_aside(name) for name in os.listdir(runs)):
        raise InputError(f"{label}: has no run; {runs} is empty")
    return runs
