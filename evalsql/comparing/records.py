"""What a database notes of the evaluations that its scores are from, and how two of these differ."""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb

from evalsql.catalog.conventions import decisions
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError, Problem
from evalsql.files.history import DROPPED_OR_PAID, read_json
from evalsql.inputs import databases, tables
from evalsql.words import plural, said

OTHER = "{} has other {} than {}, with which it is compared"
UNKNOWN = "it is not known whether {} has the {} of {}, with which it is compared"


@dataclass(frozen=True)
class Record:
    """What is noted of an evaluation."""

    judgments: str | None  # their hash; None if it is not known
    convention: str | None
    decisions: Mapping[str, Any]  # what else was decided; empty if nothing is known


# the record of each run, and the measures that it has scores of, by run and time: a run may be in several evaluations
Records = dict[tuple[str, str | None], tuple[Record, frozenset[str]]]


def record_of(judgments: str | None, convention: str | None, options: str | None) -> Record:
    """What a row of the table evaluations says, with the defaults of what it leaves out."""
    if options is None:
        return Record(judgments, convention, {})
    usual = {"population": decisions(convention).population, "ties": "trec_eval", "subtopics": "auto", "queries": "all"}
    noted = read_json(options, dict, "the column options of its table evaluations")
    if isinstance(where := noted.get("where"), str):  # another night of one table of runs is not another decision
        noted["where"] = re.sub("'(?:[^']|'')*'", "''", where)
    # a database that was built has all of these as texts
    texts = {
        name: each if isinstance(each, str) else json.dumps(each, sort_keys=True)
        for name, each in noted.items()
        if each is not None and name != "files"
    }
    return Record(judgments, convention, usual | texts)


def records_beside(connection: Connection, labels: Iterable[str], own: Connection | None, folder: Path) -> Records:
    """What is noted where the tables of scores are that evalsql_values reads."""
    found: Records = {}
    for label in labels:
        noted = noted_beside(connection, label, own, folder)
        scored = "select run, evaluated_at, list(distinct metric) from evalsql_values where file = ? group by all"
        for run, moment, metrics in fetch_all(connection, scored, [label]) if noted else ():
            if moment in noted:
                found[run, moment] = noted[moment], frozenset(metrics)
    return found


def noted_beside(connection: Connection, label: str, own: Connection | None, folder: Path) -> dict[str | None, Record]:
    """The evaluations that are noted beside a table of scores, by their times; None is the time of built scores."""
    place = re.sub(r"[^.:]*$", "evaluations", label, count=1)
    table = None
    with suppress(InputError):  # what is called so may be of the user's own
        if "::" in label:
            table = databases.attach(connection, place, folder)
        elif own is not None and tables.find_own(own, connection, label):
            table = tables.find_own(own, connection, place)
    if table is None:
        return {}
    columns = "evaluated_at::varchar, action = 'append', qrels_hash::varchar, convention::varchar, options::varchar"
    try:
        rows = fetch_all(connection, f"select {columns} from {table} order by evaluation asc")
    except (duckdb.BinderException, duckdb.ConversionException):
        return {}
    # a database that was built of scores alone knows of no judgments
    return {moment if added else None: record_of(*each) for moment, added, *each in rows if added or each[0]}


def unlike_records(records: Records) -> list[Problem]:
    """Say that runs which are compared were evaluated differently; their conventions are said elsewhere."""
    firsts: Records = {}
    for (run, moment), each in sorted(records.items(), key=str, reverse=True):
        # of two evaluations whose judgments are not known it is not known whether they are the same
        if not any(each == then and (each[0].judgments or moment == when) for (_, when), then in firsts.items()):
            firsts[run, moment] = each
    pairs = [
        (one, other)
        for one, other in combinations(firsts, 2)
        if one[0] != other[0] and firsts[one][1] & firsts[other][1]
    ]
    noted = {name: replace(record, convention=None) for name, (record, _) in firsts.items()}
    return differences(pairs, noted, lambda name: f"run {said(name[0])}")


def differences(
    pairs: Iterable[tuple[Hashable, Hashable]], records: Mapping[Any, Record], called: Callable[[Any], str]
) -> list[Problem]:
    """Warnings about compared evaluations, or runs of them, that were made differently."""
    other: dict[tuple[str, str], list[tuple[Hashable, Hashable]]] = {}
    for pair in pairs:
        one, then = (records[each] for each in pair)
        known = comparable(one.judgments, then.judgments)
        both = [name for name in DROPPED_OR_PAID if name in one.decisions and name in then.decisions]
        unsure = [name for name in both if not comparable(one.decisions[name], then.decisions[name])]
        decided = {*one.decisions, *then.decisions}
        differing = {name for name in decided if one.decisions.get(name) != then.decisions.get(name)}
        names = sorted(differing.difference(unsure))
        for unlike, text, what in (
            (not known, UNKNOWN, "judgments"),
            (known and one.judgments != then.judgments, OTHER, "judgments"),
            (one.convention != then.convention, OTHER, "conventions"),
            (names and one.decisions and then.decisions, OTHER, f"decisions ({', '.join(names)})"),
            (unsure, UNKNOWN, f"decisions ({', '.join(unsure)})"),
        ):
            if unlike:
                other.setdefault((text, what), []).append(pair)
    return [
        Problem(
            "warning", f"other {what}", text.format(called(one), what, called(then)) + likewise(rest), 1 + len(rest)
        )
        for (text, what), [(one, then), *rest] in other.items()
    ]


def comparable(one: str | None, other: str | None) -> bool:
    """Whether two hashes tell if inputs are the same: both are known, and both of files, or both of rows."""
    hashes = [each for each in (one, other) if each not in (None, "given")]  # as costs without a hash were noted
    return len(hashes) == 2 and len({each[:4] == "md5:" for each in hashes}) == 1


def likewise(rest: Sequence[object]) -> str:
    """The end of a sentence about the first of several comparisons."""
    return f"; {plural(len(rest), 'other comparison')} likewise" if rest else ""
