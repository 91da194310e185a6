"""Conventions: named bundles of decisions that make another tool's numbers come out."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from evalsql.errors import InputError

Order = Literal["score", "float32", "rank"]
Population = Literal["qrels", "intersection", "relevant"]
Subtopics = Literal["auto", "yes", "no"]  # whether judgments are by subtopic
Duplicates = Literal["refuse", "same", "first", "last", "best", "sum"]  # which rows of a document that has two count
Ties = Literal["trec_eval", "input", "average", "best", "worst"]  # what puts documents of equal scores in order
ORDERS: Mapping[Order, tuple[str, str]] = {  # what puts documents in order, and what is compared, for a table
    "score": ("score, then doc_id, highest bytes first", "double"),
    "float32": ("score, then doc_id, highest bytes first", "float32"),
    "rank": ("rank column", "whole number"),
}


@dataclass(frozen=True)
class Convention:
    """What another tool decides."""

    about: str = ""  # what it changes, in a sentence
    # what parameters of metrics are that a measure's text does not set. One that this changes shows in the
    # measure's name, as in `AP(divisor='min(R,k)')@10`; a table that says it below leaves it out
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # whether the score, as a double or as a float of four bytes, or the rank column puts documents in order
    order: Order = "score"
    population: Population = "qrels"  # which queries are scored where the user does not say
    # whether a run that does not answer every one of them is refused, where the user does not say
    complete: bool = False
    relevant: bool = False  # whether queries without a relevant document are left out
    without_own: bool = False  # whether a document whose id is the query id is left out of its ranking
    # the metrics that compare scores as float32, where others compare doubles though the order is by float32: those
    # that the tool leaves to pytrec_eval. RR@k and nDCG of exponential gains never do
    as_float32: Collection[str] = ()
    # metrics that are over all judged queries, 0 where one is not answered, though others are not
    of_all: Collection[str] = ()
    strict: bool = False  # whether documents retrieved twice are looked for among all rows, however many
    threshold: str = "1 or more, or `rel`"  # what counts as relevant
    gains: str = "the relevance; 0 if negative"  # what a relevance gains
    rounding: str = "4 decimals"  # how many decimals the tool prints, and what else it rounds
    duplicate: str = "refused"  # what the tool does with a document that is retrieved twice

    @property
    def queries(self) -> str:
        """Which queries are scored, in a few words."""
        which = "all judged" if self.population == "qrels" else "judged and answered"
        if self.relevant:
            which += ", with a relevant document"
        if self.of_all:
            which += f"; of {', '.join(self.of_all)} all judged"
        return which + ("; refused where one is not answered" if self.complete else "")

    @property
    def placing(self) -> dict[str, Any]:
        """What decides the places of documents, for the templates of sql/."""
        return {"order": self.order, "without_own": self.without_own}

    @property
    def remarks(self) -> list[str]:
        """What it changes of rankings, to be said below a table."""
        floats = "scores are compared as float32" + (" where pytrec_eval is called" if self.as_float32 else "")
        said = {"rank": "documents are in the order of the rank column", "float32": floats}
        own = ["documents whose id is the query's are left out"] if self.without_own else []
        means = (
            [f"means of {', '.join(self.of_all)} are over all judged queries if --population does not say otherwise"]
            if self.of_all
            else []
        )
        return [*([said[self.order]] if self.order in said else []), *own, *means]


# what is normalized by the maximum is not at the first rank, and what exceeds the greedy ideal is shown
NDEVAL = {
    "alpha_DCG": {"divisor": "ndeval"},
    "ERR_IA": {"divisor": "ndeval"},
    **{name: {"cap": "no"} for name in ("alpha_nCG", "alpha_nDCG", "nERR_IA", "nNRBP")},
}
OF_NDEVAL: Mapping[str, Any] = {
    "parameters": NDEVAL,
    "population": "intersection",
    "strict": True,
    "threshold": "above 0",
    "gains": "1 for each subtopic",
    "rounding": "6 decimals",
}
ROUNDED_UP = {name: {"rounding": "up"} for name in ("IPrec", "IPrec_avg")}
LAST_ONE = "refused; the tool keeps the last one"
CONVENTIONS: Mapping[str, Convention] = {
    "trec_eval-9": Convention(
        "scores are compared as float32, queries that a run does not answer are left out, and recall points are rounded"
        " as before version 10",
        ROUNDED_UP,
        order="float32",
        population="intersection",
        strict=True,
        rounding="4 decimals; a recall point r is r R + 0.9 documents, cut",
    ),
    "trec_eval-10": Convention(
        "a run that does not answer every judged query is refused, if --population does not say otherwise, and RBP has"
        " p = 0.9 and divides gains by the highest of the query",
        {"RBP": {"p": 0.9, "scale": "query"}, "RBP_residual": {"p": 0.9, "beyond": "trec_eval"}},
        population="intersection",
        complete=True,
        strict=True,
        rounding="4 decimals; a recall point r is r R documents, rounded",
    ),
    # NTCIREVAL and pyNTCIREVAL: AP@k and Q@k divide by the relevant documents that k ranks can hold, and nDCG is that
    # of Järvelin and Kekäläinen, whose ranks below the base are not discounted
    "ntcireval": Convention(
        "AP@k and Q@k divide by min(R, k), nDCG is discounted as jk does, and ERR has chances to stop that"
        " rise with the gain",
        {
            "AP": {"divisor": "min(R,k)"},
            "Q": {"divisor": "min(R,k)"},
            "DCG": {"discount": "jk"},
            "nDCG": {"discount": "jk"},
            "ERR": {"chance": "linear"},
            "nERR": {"chance": "linear"},
        },
        duplicate="refused; the tool counts it twice",
    ),
    # ndeval of the TREC Web tracks, which goes by rank, and by score where it is called with -traditional
    "ndeval": Convention(
        "the rank column is the order, queries that a run does not answer are left out, alpha_DCG and ERR_IA are"
        " normalized by the maximum (except at k = 1), and a run that exceeds the greedy ideal is shown above 1",
        order="rank",
        duplicate="refused, as is a rank that appears twice",
        **OF_NDEVAL,
    ),
    "ndeval-traditional": Convention("as ndeval, in the order of scores", **OF_NDEVAL),
    "gdeval": Convention(
        "nDCG has gains of 2^relevance - 1, and only queries count that have a relevant document and are answered",
        {"DCG": {"gains": "exp"}, "nDCG": {"gains": "exp"}},
        population="intersection",
        relevant=True,
        threshold="above 0",
        gains="2^relevance - 1; the highest relevance is 4",
        rounding="5 decimals",
        duplicate="refused; the tool counts it twice",
    ),
    "ir_measures": Convention(
        "scores are compared as float32 where it calls pytrec_eval, recall points are rounded as before trec_eval 10,"
        " measures by subtopic are those of ndeval, and users of INST, INSQ, NERR10 and NERR11 look at 1,000 ranks",
        ROUNDED_UP | NDEVAL | {name: {"k": 1000} for name in ("INST", "INSQ", "NERR10", "NERR11")},
        order="float32",
        as_float32=("P", "R", "AP", "RR", "Rprec", "nDCG", "Bpref", "Success", "IPrec", "infAP"),
        duplicate=LAST_ONE,
    ),
    "msmarco": Convention(
        "the rank column is the order, and RR looks at 10 ranks",
        {"RR": {"k": 10}},
        order="rank",
        strict=True,
        threshold="1 or more",
        rounding="none",
    ),
    "beir": Convention(
        "scores are compared as float32, documents whose id is the query's are left out of its ranking, and"
        " queries that a run does not answer are left out, but for RR, R_cap, Hole and Success",
        order="float32",
        population="intersection",
        without_own=True,
        as_float32=("P", "R", "AP", "nDCG"),
        of_all=("RR", "R_cap", "Hole", "Success"),
        threshold="1 or more",
        rounding="5 decimals",
        duplicate=LAST_ONE,
    ),
}

NONE = Convention(duplicate="refused; of more than 2,000,000 rows, with `--strict` or where it is judged")


def caption(convention: str | None, chosen: str = "") -> str:
    """The line below a table that says whose decisions it follows; nothing where there is no convention."""
    if convention is None:
        return ""
    remarks = "".join(f"; {each}" for each in CONVENTIONS[convention].remarks)
    return f"\nBy the conventions of {convention}{chosen and ': '}{chosen}{remarks}."


def clause(convention: str | None, chosen: str = "") -> str:
    """What `caption` says, to be joined to a sentence that goes on."""
    return caption(convention, chosen).replace("\nBy", "; by").removesuffix(".")


def decisions(
    convention: str | None, without_own: bool | None = None, population: Population | None = None
) -> Convention:
    """What a convention decides; what evalsql does without one."""
    if convention is not None and convention not in list(CONVENTIONS):  # which takes what has no hash too
        raise InputError(f"there is no convention {convention!r}; there are {', '.join(CONVENTIONS)}")
    decided = CONVENTIONS[convention] if convention is not None else NONE
    if population is not None:
        decided = replace(decided, of_all=(), relevant=decided.relevant or population == "relevant")
    return decided if without_own is None else replace(decided, without_own=without_own)
