"""Measures of trec_eval: their order, their parameters, and the measure of evalsql for each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from evalsql.catalog.conventions import decisions
from evalsql.catalog.measure import Measure, parse_measure
from evalsql.errors import InputError

RUNID, RELSTRING = "runid", "relstring"  # lines that no measure makes
# how the parameters of a measure are written: none; cutoffs, each a line; or what one line has behind its name
Kind = Literal["alone", "whole cutoffs", "cutoffs", "parameters"]
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)


@dataclass(frozen=True)
class Asked:
    """A measure of trec_eval."""

    kind: Kind = "alone"  # how its parameters are written
    cutoffs: Sequence[float] = ()  # its cutoffs by default
    name: str = ""  # the default name of its values here, if that is not its name
    per_query: bool = True  # whether it is printed of each query
    summary: bool = True  # whether it is printed of all


ALONE, LAST = Asked(), Asked(per_query=False)
PREFERENCES = (
    *("prefs_num_prefs_poss", "prefs_num_prefs_ful", "prefs_num_prefs_ful_ret"),
    *("prefs_simp", "prefs_pair", "prefs_avgjg", "prefs_avgjg_Rnonrel"),
    *("prefs_simp_ret", "prefs_pair_ret", "prefs_avgjg_ret", "prefs_avgjg_Rnonrel_ret"),
    *("prefs_simp_imp", "prefs_pair_imp", "prefs_avgjg_imp"),
)
# in the order in which they are printed, whatever the order in which they are asked for
MEASURES = {
    RUNID: LAST,
    "num_q": LAST,
    **dict.fromkeys(("num_ret", "num_rel", "num_rel_ret", "map"), ALONE),
    "gm_map": LAST,
    **dict.fromkeys(("Rprec", "bpref", "recip_rank"), ALONE),
    "iprec_at_recall": Asked("cutoffs", [n / 10 for n in range(11)]),
    "P": Asked("whole cutoffs", CUTOFFS),
    RELSTRING: Asked("parameters", summary=False),
    "recall": Asked("whole cutoffs", CUTOFFS),
    "infAP": ALONE,
    "gm_bpref": LAST,
    "Rprec_mult": Asked("cutoffs", [n / 5 for n in range(1, 11)]),
    **dict.fromkeys(("utility", "11pt_avg"), Asked("parameters")),
    "binG": ALONE,
    **dict.fromkeys(("G", "dcg", "ideal_dcg", "ndcg", "ndcg_rel", "Rndcg"), Asked("parameters")),
    "ndcg_cut": Asked("whole cutoffs", CUTOFFS),
    "map_cut": Asked("whole cutoffs", CUTOFFS),
    "relative_P": Asked("whole cutoffs", CUTOFFS),
    "success": Asked("whole cutoffs", (1, 5, 10)),
    **dict.fromkeys(("set_P", "set_relative_P", "set_recall", "set_map"), ALONE),
    "set_F": Asked("parameters"),
    "num_nonrel_judged_ret": ALONE,
    **dict.fromkeys(PREFERENCES, ALONE),
    "map_avgjg": ALONE,
    "P_avgjg": Asked("whole cutoffs", CUTOFFS),
    "Rprec_mult_avgjg": Asked("cutoffs", [n / 5 for n in range(1, 11)]),
    "yaap": ALONE,
    "rbp": Asked("parameters", name="rbp_p=0.9"),
    "rbp_resid": Asked("parameters", name="rbp_resid_p=0.9"),
    "unj": Asked("whole cutoffs", (5, 10, 20)),
}
SINCE_10 = ("dcg", "ideal_dcg", "rbp", "rbp_resid", "unj")
OFFICIAL = tuple(MEASURES)[: tuple(MEASURES).index("P") + 1]
NUMBERS = (RUNID, "num_q", "num_ret", "num_rel", "num_rel_ret")
OF_JUDGES = ("map_avgjg", "P_avgjg", "Rprec_mult_avgjg")
APART = ("dcg", "ideal_dcg", "yaap", *PREFERENCES, *OF_JUDGES)
SETS = {
    "official": OFFICIAL,
    "set": (*NUMBERS, "utility", "set_P", "set_recall", "set_relative_P", "set_map", "set_F"),
    "all_trec": tuple(name for name in MEASURES if name not in APART),
    "all_prefs": (RUNID, "num_q", *PREFERENCES),
    "prefs": (RUNID, "num_q", *PREFERENCES[:6]),
    "qrels_jg": (RUNID, "num_q", *OF_JUDGES),
}
# what is made of judgments of a format (-R), and of no other
OF_FORMATS = {
    "qrels": tuple(name for name in MEASURES if name not in (*PREFERENCES, *OF_JUDGES)),
    "prefs": SETS["all_prefs"],
    "qrels_prefs": SETS["all_prefs"],
    "qrels_jg": SETS["qrels_jg"],
}


@dataclass(frozen=True)
class Line:
    """What trec_eval prints of a measure."""

    name: str  # what it calls it
    measure: Measure | None = None  # what it is here; None of the run's name and of a text of relevances
    per_query: bool = True  # whether it is printed of each query
    summary: bool = True  # whether it is printed of all
    length: int = 0  # of a text of relevances, how many documents it is of
    of_all: Measure | None = None  # what is printed of all queries, if that is another measure


def version_of(convention: str | None) -> int | None:
    """The version of trec_eval that a convention follows; None if it follows none."""
    found = re.fullmatch(r"trec_eval-(\d+)", convention or "")
    return int(found[1]) if found else None


def lines_of(texts: Sequence[str], convention: str) -> list[Line]:
    """The lines that trec_eval prints of measures, in its order."""
    decisions(convention)
    asked: dict[str, str] = {}  # the parameters by measure; those said first count
    for text in texts:
        name, _, parameters = text.strip().partition(".")
        names = SETS.get(name, (name,))
        if version_of(convention) == 9:
            names = [each for each in names if each not in SINCE_10]
        if not names or not set(names) <= MEASURES.keys():
            raise InputError(f"illegal measure {text!r}")
        for each in names:
            asked[each] = asked.get(each) or parameters
    return [line for name in MEASURES if name in asked for line in named(name, asked[name], convention)]


def family_of(name: str) -> str | None:
    """The measure of trec_eval that a line is of; None if it is of none."""
    found = [each for each in MEASURES if name == each or name.startswith(f"{each}_")]
    return max(found, key=len, default=None)


def named(name: str, parameters: str, convention: str) -> Iterator[Line]:
    """The lines of one measure; see lines_of."""
    one = MEASURES[name]
    line = Line(name, per_query=one.per_query, summary=one.summary)
    if name == RELSTRING:
        length = int(leading(parameters or "10", name))
        yield replace(line, name=f"{name}_{parameters}" if parameters else name, length=max(length, 0))
    elif name == RUNID:
        yield line
    elif one.kind in ("cutoffs", "whole cutoffs"):
        form, number = ("{}_{:.0f}", int) if one.kind == "whole cutoffs" else ("{}_{:.2f}", float)
        said = [number(leading(each, name)) for each in parameters.split(",")] if parameters else one.cutoffs
        if min(said) < (1 if number is int else 0) or len(set(said)) < len(said):
            raise InputError(f"{name}.{parameters}: cutoffs above 0 were expected, each once")
        for each in sorted(said):
            text = form.format(name, each)
            yield replace(line, name=text, measure=parse_measure(text, convention=convention))
    else:
        text = f"{name}_{parameters}" if parameters and one.kind == "parameters" else name
        yield replace(
            line,
            name=text,
            measure=parse_measure(one.name if text == name and one.name else text, convention=convention),
        )


def leading(text: str, name: str) -> float:
    """The number that a text begins with."""
    found = re.match(r"\s*[-+]?(\d+\.?\d*|\.\d+)", text)
    if not found:
        raise InputError(f"{name}: {text!r} is not a number")
    return float(found[0])


def with_level(line: Line, level: float, complete: bool) -> Line:
    """A line whose measure takes another relevance as the lowest that counts, if it takes one."""
    if line.measure is None or line.name.startswith("rbp"):  # which goes by gains alone
        return line
    of_all = line.measure if complete and line.name == "num_rel" else None
    return replace(line, measure=at_level(line.measure, level), of_all=of_all)


def at_level(measure: Measure, level: float) -> Measure:
    """A measure with this as the lowest relevance that counts, where it takes one and its text says no other."""
    rel = measure.metric.parameters.get("rel")
    if rel is None or "rel" in measure.given or measure.values["rel"] != rel.default:
        return measure
    return replace(measure, values={**measure.values, "rel": float(level)}, typed="")
