"""The mapping of a source's columns to ours: as the user says, or by their names.

Two columns that match one of ours are rejected, since either choice may be the wrong one.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.errors import InputError, Problem
from evalsql.inputs.source import Chosen
from evalsql.inputs.swapped import refuse_run, refuse_table
from evalsql.sqltext import fold

CALLED: Mapping[str, Kind] = {"scores" if kind == "values" else kind: kind for kind in INPUTS}
UNQUALIFIED: Sequence[Kind] = ("runs", "qrels", "values")  # what a column without "runs." and so on in front is of
# of a table of queries, whose other columns are attributes
IDS_OF_QUERIES = ("query_id", "qid", "q_id", "queryid")
# frames of PyTerrier: the id of a query beside its text, and that of a document beside the number in the index
OF_PYTERRIER = {"qid", "docno"}
BESIDE = {"query", "docid"}
# names that are of something else where another is there: of what a run is of, who asked, what the run gave
WEAKER = {
    "run": {"model", "model_name", "method", "experiment"},
    "query_id": {"user_id", "userid", "user", "q", "sample_id", "row_id", "id", "question", "user_input", "input"},
    "doc_id": {"document", "doc", "d"},  # which may hold the text
    "relevance": {"score"},
}
TEXTS = {"question", "user_input", "input"}  # of queries, which are their ids if there are no others
RENAMED = re.compile(r"(.+)_\d+")  # how DuckDB renames a column whose name exists already, but for case
# words in the names of columns that say which rows belong together
OF_A_RUN = {"run", "system", "model", "ranker", "method", "experiment", "variant", "version"}
KEYS = OF_A_RUN | {"night", "day", "date", "dt", "ds", "dataset", "collection", "split", "fold"}


def refuse_unknown_columns(columns: Mapping[str, str] | None) -> None:
    """Refuses all but a mapping of columns."""
    if columns is None:
        return
    if not isinstance(columns, Mapping):
        raise InputError(f'columns must be a mapping such as {{"runs.run": "ranker"}}, not {columns!r}')
    for said, theirs in columns.items():
        if not isinstance(theirs, str) or not theirs:
            raise InputError(f"columns: {said} must be the name of a column, not {theirs!r}")
        if not isinstance(said, str) or not any(chosen_for({said: theirs}, kind) for kind in INPUTS):
            kind = CALLED.get(str(said).partition(".")[0])
            names: Sequence[Kind] = [kind] if kind else UNQUALIFIED[:2]
            there = [
                f"{'scores' if each == 'values' else each}.{name}" for each in names for name in INPUTS[each].columns
            ]
            turned = any(chosen_for({theirs: str(said)}, kind) for kind in INPUTS)
            hint = f"; did you mean {theirs}={said}?" if turned else f"; there are {', '.join(there)}"
            raise InputError(f"columns: there is no {said!r} to be {theirs!r}{hint}")


def chosen_for(columns: Mapping[str, str] | None, kind: Kind) -> Chosen:
    """What a choice of columns says of a kind of input: our columns and theirs."""
    chosen: dict[str, str] = {}
    for said, theirs in sorted((columns or {}).items(), key=lambda each: "." in each[0]):
        of, _, ours = said.rpartition(".")
        if ours in INPUTS[kind].columns and (CALLED.get(of) == kind if of else kind in UNQUALIFIED):
            chosen[ours] = theirs
    return tuple(chosen.items())


def refuse_chosen(label: str, chosen: Chosen, what: str) -> None:
    """Refuses a choice of columns for what has no names of columns."""
    for ours, theirs in chosen:
        raise InputError(f"{label}: {what} has no column names, so no column {theirs!r} can be read as {ours}")


def find_column(kind: Kind, ours: str, columns: Sequence[str], chosen: Chosen = ()) -> str | None:
    """Which of a source's columns is one of ours, or None; see match_columns."""
    there = {spelled(column): column for column in reversed(columns)}
    said = dict(chosen).get(ours)
    names = INPUTS[kind].columns[ours] if said is None else (spelled(said),)
    return next((there[name] for name in names if name in there), None)


def match_columns(
    kind: Kind, label: str, columns: Sequence[str], chosen: Chosen = (), given: Sequence[str] | None = None
) -> dict[str, str]:
    """The mapping of a source's columns to ours."""
    given = columns if given is None else given
    refuse_ambiguous(kind, label, given, chosen)
    there = {spelled(theirs): column for theirs, column in reversed(list(zip(given, columns, strict=True)))}
    has = (", ".join(given[:12]) + (", ..." if len(given) > 12 else "")) or "none"
    matched: dict[str, str] = {}
    for ours, theirs in chosen:
        if theirs not in given and spelled(theirs) not in there:
            others = [called for called, each in CALLED.items() if each in UNQUALIFIED[:2] and each != kind]
            alone = f"{others[0]}.{ours}={theirs} is only for the {others[0]}"
            hint = f"; {alone}" if kind in UNQUALIFIED[:2] and ours in INPUTS[CALLED[others[0]]].columns else ""
            raise InputError(f"{label}: no column {theirs} to read as {ours}; it has {has}{hint}")
        matched[ours] = columns[given.index(theirs)] if theirs in given else there[spelled(theirs)]
    for ours, names in INPUTS[kind].columns.items():
        if ours in matched:
            continue
        name = next(
            (name for name in names if name in there and (name == ours or there[name] not in matched.values())), None
        )
        if name is not None:
            matched[ours] = there[name]
        elif ours not in INPUTS[kind].optional:
            refuse_table(kind, label, set(there), has)
            some = [*names[1:4], *(["..."] if names[4:] else [])]
            other = f" (or {', '.join(some)})" if some else ""
            likely = likeliest(kind, ours, there, matched)
            hint = f"; if one of these is it, say {choice_of(kind, ours, likely)}" if likely else ""
            listed = [
                there[name] for name in INPUTS[kind].lists.get("documents", ()) if ours == "doc_id" and name in there
            ]
            if listed and not likely:
                hint = f"; {listed[0]} is not a list, which JSON, Parquet and frames may have"
            raise InputError(
                f"{label}: no column {ours}{other}, which {INPUTS[kind].one} must have; it has {has}{hint}"
            )
    if kind == "qrels" and spelled(matched["relevance"]) == "score" and "relevance" not in dict(chosen):
        refuse_run(label, set(there), has)
    # in the order of ours, whatever the user said first
    return {ours: matched[ours] for ours in INPUTS[kind].columns if ours in matched}


def likeliest(kind: Kind, ours: str, there: Mapping[str, str], matched: Mapping[str, str]) -> str | None:
    """The unmatched column whose name is most like this one; None if too few are left."""
    from difflib import SequenceMatcher  # which is seldom needed

    columns, optional = INPUTS[kind].columns, INPUTS[kind].optional
    known = {name for names in columns.values() for name in names}
    left = [column for name, column in there.items() if name not in known and column not in matched.values()]
    lacking = [
        each for each in columns if each not in matched and each not in optional and not there.keys() & {*columns[each]}
    ]
    if len(left) < len(lacking):
        return None
    return max(left, key=lambda each: max(SequenceMatcher(None, spelled(each), name).ratio() for name in columns[ours]))


def unused_keys(kind: Kind, matched: Mapping[str, str], columns: Sequence[str]) -> list[str]:
    """The columns that were not read, though by their names they say which rows belong together."""
    if kind not in ("runs", "qrels"):
        return []
    used = " ".join(matched.values())  # which may be expressions over several
    others = [column for column in columns if not re.search(rf"(?<!\w){re.escape(column)}(?!\w)", used)]
    keys = [column for column in others if KEYS & set(words_of(column)) and "time" not in words_of(column)]
    aliases = {name for names in INPUTS[kind].columns.values() for name in names}
    return [column for column in keys if spelled(column) not in aliases]


def words_of(column: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", column)]


def not_read(columns: Mapping[str, str] | None, read: Iterable[Kind]) -> Iterator[Problem]:
    """Warn of columns that were chosen of kinds of input that are not among those that are read."""
    refuse_unknown_columns(columns)
    named = {said: theirs for said, theirs in (columns or {}).items() if "." in said}  # others may be of another kind
    there = {*read}
    for called, kind in CALLED.items():
        for ours, _ in chosen_for(named, kind)[: kind not in there]:
            text = f"columns: the choice of {called}.{ours} changes nothing: no {INPUTS[kind].several} were given"
            yield Problem("warning", "idle columns", text)


def spelled(column: str) -> str:
    """A name of a column as names are compared."""
    return column.strip().lower().replace("-", "_").replace(" ", "_")


def refuse_ambiguous(kind: Kind, label: str, columns: Sequence[str], chosen: Chosen) -> None:
    """Refuses a table that has two columns which may be the same of ours, where the user does not say which is."""
    said = dict(chosen)
    for ours in INPUTS[kind].columns:
        if ours in said:
            meant = [column for column in columns if column == said[ours]]
        else:
            meant = alternatives(kind, ours, [column for column in columns if column not in said.values()])
        if len(meant) < 2:
            continue
        one, other = meant[:2]
        if one == other:
            raise InputError(f"{label}: has two columns {one}; rename one of them, or leave it out")
        names = INPUTS[kind].columns[ours]
        best = min(meant, key=lambda column: names.index(spelled(column)))
        raise InputError(
            f"{label}: has columns {one} and {other}, and either may be {ours}; say which, such as"
            f" {choice_of(kind, ours, best)}"
        )


def choice_of(kind: Kind, ours: str, theirs: str) -> str:
    """The option to type to map a column to one of ours."""
    from shlex import quote as shell_quote  # which is seldom needed

    choice = f"{'scores' if kind == 'values' else kind}.{ours}"
    return f"--columns {shell_quote(f'{choice}={theirs}')} (in Python: columns={{{choice!r}: {theirs!r}}})"


def alternatives(kind: Kind, ours: str, columns: Sequence[str]) -> list[str]:
    """Those of a table's columns that may be one of ours."""
    there = {spelled(column) for column in columns}
    found = [column for column in columns if spelled(column) in INPUTS[kind].columns[ours]]
    if kind == "queries" and len({spelled(column) for column in found}) > 1:
        return [column for column in found if spelled(column) in IDS_OF_QUERIES]
    weaker = WEAKER.get(ours, set()) | (BESIDE if there >= OF_PYTERRIER else set())
    if ours == "query_id" and there & set(IDS_OF_QUERIES):
        weaker.add("query")  # which is its text there
    found = [column for column in found if spelled(column) not in weaker] or found
    return [column for column in found if spelled(column) not in TEXTS] or found


def as_given(columns: Sequence[str], exact: Callable[[], Collection[str]]) -> list[str]:
    """The names of columns as a source has them, from those that DuckDB gives them: query_id_1 may be Query_ID."""
    folded = list(map(fold, columns))
    renamed = [
        (found := RENAMED.fullmatch(column)) is not None and fold(found[1]) in folded[:place]
        for place, column in enumerate(columns)
    ]
    if not any(renamed):
        return list(columns)
    names = exact()
    return [
        RENAMED.sub(r"\1", column) if again and column not in names else column
        for column, again in zip(columns, renamed, strict=True)
    ]
