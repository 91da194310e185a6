"""Runs that were given as judgments, judgments as runs, and either as scores: what shows it, and what to type."""

from itertools import pairwise

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.errors import InputError
from evalsql.inputs.fields import lines_of, words_of
from evalsql.inputs.source import START, File, read_start
from evalsql.words import brief

ORDER = "runs come first, and judgments after --qrels (in Python: evaluate(runs, qrels, ...))"
SCORES = "what reads scores, such as compare or build, reads them without --qrels (in Python: qrels)"
SCORED = "to score runs, give their judgments too: --qrels QRELS (in Python: qrels)"


class SwappedError(InputError):
    """An input of another kind than was expected."""

    def __init__(self, found: str, advice: str) -> None:
        super().__init__(f"{found}; {advice}")
        self.found = found


def refuse_table(kind: Kind, label: str, there: set[str], has: str) -> None:
    """Refuses a table that lacks a column and looks like another kind of input."""
    documents, judged = there & set(INPUTS["runs"].columns["doc_id"]), there & set(INPUTS["gains"].columns["relevance"])
    if kind == "runs" and judged and documents:
        # what a recommender predicts is called as what users gave
        score = ". If rating is the score, say --columns runs.score=rating" if "rating" in judged else ""
        raise SwappedError(f"{label}: looks like judgments, where a run was expected: it has {has}", ORDER + score)
    if kind == "runs" and {"metric", "measure"} & there and {"value", "score"} & there and not documents:
        raise SwappedError(f"{label}: looks like scores, where a run was expected: it has {has}", SCORES)
    if kind == "values" and documents and (judged or "score" in there):
        what = "a run" if "score" in there else "judgments"
        raise SwappedError(f"{label}: looks like {what}, where scores were expected: it has {has}", SCORED)


def refuse_run(label: str, there: set[str], has: str) -> None:
    """Refuses a table that has scores where judgments were expected, unless it has the columns of BEIR's judgments."""
    if "corpus_id" not in there or there & {"rank", *INPUTS["runs"].columns["run"]}:
        raise InputError(
            f"{label}: looks like a run, where judgments were expected: it has {has}; {ORDER}. If score is the"
            ' relevance, say --columns qrels.relevance=score (in Python: columns={"qrels.relevance": "score"})'
        )


def refuse_text(file: File, kind: Kind) -> None:
    """Refuses a run where something else was expected, and judgments where a run was."""
    # an empty file has an error of its own, and one far away is read once
    found = None if "://" in file.path else kind_of(read_start(file))
    if found is None or found[0] == kind or kind not in ("runs", "qrels", "values"):
        return
    other, line = found
    expected = " ".join(INPUTS[kind].trec) or ", ".join((*INPUTS[kind].ids, INPUTS[kind].number))
    wanted = f"{INPUTS[kind].one} {'was' if kind == 'runs' else 'were'} expected ({expected})"
    raise SwappedError(
        f"{file.label}: looks like {INPUTS[other].one}, where {wanted}: its first line is {brief(line)}",
        SCORED if kind == "values" else ORDER,
    )


def kind_of(start: bytes) -> tuple[Kind, str] | None:
    """Whether a file that begins so is a run or judgments, and its first line; None if that is not sure.

    A run has six fields, the second is Q0 or the fourth is a rank that counts; judgments have four, the last a
    whole number. Of five fields, a run lacks its tag, and is told by more. Lines may be cut short and fields trail, so
    that only lines that are all alike are sure.
    """
    lines = lines_of(start)
    whole = lines[:-1] if len(start) >= START else lines  # the last is cut off
    rows = words_of(whole[:50])
    if not rows or any(len(fields) != len(rows[0]) for fields in rows):
        return None
    first = " ".join(rows[0])
    if len(rows[0]) == len(INPUTS["runs"].trec):
        numbers = all(is_number(fields[3]) and is_number(fields[4]) for fields in rows)
        return ("runs", first) if numbers and (all(row[1].upper() == "Q0" for row in rows) or counts(rows)) else None
    if len(rows[0]) == len(INPUTS["runs"].trec) - 1:
        return ("runs", first) if lacks_tag(rows) else None
    judged = len(rows[0]) == len(INPUTS["qrels"].trec) and all(row[3].removeprefix("-").isdigit() for row in rows)
    return ("qrels", first) if judged else None


def lacks_tag(rows: list[list[str]]) -> bool:
    """Whether lines of five fields are a run's: Q0, a rank that counts, and a score that never rises with it.

    So may be the strata and relevance of a sample, or judgments whose fifth field is of no use, but these are whole.
    """
    numbers = all(row[1].upper() == "Q0" and is_number(row[3]) and is_number(row[4]) for row in rows)
    if not numbers or not counts(rows) or all(float(row[4]).is_integer() for row in rows):
        return False
    return all(float(one[4]) >= float(other[4]) for one, other in pairwise(rows) if one[0] == other[0])


def counts(rows: list[list[str]]) -> bool:
    """Whether the fourth field of some lines is one more in each next line of a query, as a rank is."""
    steps = [(float(one[3]), float(other[3])) for one, other in pairwise(rows) if one[0] == other[0]]
    return len(steps) > 1 and all(other == one + 1 for one, other in steps)


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
