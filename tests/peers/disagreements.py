"""Why values that were recorded of other tools are not ours, each as a condition that a test holds them to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """Why values of a tool are not ours.

    Attributes:
        name: of the tool.
        measures: which, for the page.
        where: a condition over the columns of `pairs`, and of the ranking and the query.
        why: for the page.
        right: who is right, for the page.
        compared: whether they are values of that measure and run at all.
    """

    name: str
    measures: str
    where: str
    why: str
    right: str
    compared: bool = True


TIED = "documents of equal scores stand"
DIFFERENCES = (
    Difference(
        "trec_eval 9.0.8",
        "`iprec_at_recall_0.00` with `-J`",
        "tool like '% -J' and tool_measure = 'iprec_at_recall_0.00' and theirs is null and ours = 0",
        "it prints `-nan` for a ranking that `-J` leaves without a document; evalsql gives 0",
        "evalsql: 0 is what trec_eval gives without `-J` where nothing relevant is found",
    ),
    Difference(
        "ir_measures 0.4.3",
        "`NumRel`",
        "tool_measure = 'NumRel' and documents is null and theirs = 0",
        "a query that the run does not answer counts 0 relevant documents; evalsql counts those that there are",
        "evalsql: the number does not depend on the run, and `trec_eval -c` counts as evalsql does",
    ),
    Difference(
        "ir_measures 0.4.3",
        "`RR@k`, `Judged@k`",
        "tool_measure similar to '(RR|Judged)@.*' and tied",
        f"{TIED} with the lowest doc_id first, for these two measures alone",
        "a matter of convention; its measures of trec_eval have the highest first, as evalsql has",
    ),
    Difference(
        "ir_measures 0.4.3",
        "`Compat`",
        "tool like '%compat' and (lowest < 0 or documents < 1000)",
        "where scores are negative, it puts documents that were not retrieved before them; and it looks no further than"
        " the end of a ranking of fewer than 1000 documents",
        "of negative scores evalsql, which agrees with the authors' definition; how far to look is a matter of"
        " convention, and `depth` says it",
    ),
    Difference(
        "ir_measures 0.4.3",
        "`Compat`",
        "tool like '%compat' and tied",
        f"{TIED} in another order",
        "a matter of convention",
    ),
    Difference(
        "cwl_eval 1.0.12",
        "all",
        "pieces",
        "the lines of queries take turns in the run, and ir_measures gives a value for each piece of a ranking",
        "evalsql, which takes a ranking as a whole",
        compared=False,
    ),
    Difference(
        "pyndeval 0.0.8",
        "those with a parameter",
        "tool_measure like '%(%' and theirs = 0",
        "asked for with several settings at once, ir_measures hands it the run once, and all but the first are 0 for"
        " every query",
        "evalsql; ndeval, given such settings, agrees with it",
        compared=False,
    ),
    Difference(
        "pyndeval 0.0.8",
        "all others",
        "tied",
        f"{TIED} with the lowest doc_id first",
        "a matter of convention; ndeval has the highest first, as evalsql has; given that order, evalsql agrees",
    ),
    Difference(
        "ranx 0.3.21",
        "`bpref`",
        "tool_measure = 'bpref' and (least < 0 or least >= 1) and (theirs is null or not tied)",
        "no number where no document is judged nonrelevant; a relevance below 0 counts as judged nonrelevant",
        "evalsql, as trec_eval, whose measure it is",
    ),
    Difference(
        "ranx 0.3.21",
        "all",
        "tied",
        f"{TIED} as its sort, which is not stable, happens to leave them",
        "evalsql: the order of ranx is undefined",
    ),
)
