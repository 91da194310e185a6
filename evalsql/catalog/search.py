"""Suggestions for an unknown name: the nearest names, and the metrics that contain it."""

import difflib
import re
import unicodedata

from evalsql.catalog.listing import Folder, curves, find_metric, metrics
from evalsql.catalog.metric import Metric
from evalsql.catalog.names import called as called_in
from evalsql.catalog.sets import find_set, papers
from evalsql.catalog.sets import plain as set_key

ALPHA = "\N{GREEK SMALL LETTER ALPHA}"


def elsewhere(name: str, folder: Folder) -> str:
    """The end of a refusal: that a curve, a metric or a set has this name, or which names are nearest to it."""
    if folder == "metrics" and find_metric(name, "curves"):
        return f"; {name} is a curve, for 'evalsql curve' and 'evalsql sql --curve'"
    if folder == "curves" and find_metric(name):
        return f"; {name} is a metric, with one value for a query; 'evalsql metrics' lists the curves too"
    if find_set(name):
        return f"; {name} is a set of measures, where one is wanted"
    return nearest(name, folder)


def nearest(name: str, folder: Folder) -> str:
    """The end of a refusal: the metrics whose names, here or in trec_eval, are nearest to a wrong one."""
    known = {
        said.partition("{")[0].strip("_").lower(): m.name
        for m in metrics(folder).values()
        for said in (*m.peers.get("trec_eval", ()), *m.aliases, m.name)
    }
    close = difflib.get_close_matches(name.lower(), known, n=4, cutoff=0.5)
    if close:
        meant = " or ".join(dict.fromkeys(known[c] for c in close))
        return f"; did you mean {meant}? ('evalsql metrics' lists all)"
    return "; 'evalsql metrics' lists all"


def plain(name: str) -> str:
    """A name in one spelling: alphandcg for alpha_nDCG, alpha-nDCG@{k}, and with the letter alpha."""
    letters = unicodedata.normalize("NFKD", name.replace(ALPHA, "alpha")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]", "", re.sub(r"[(@].*|_\{.*", "", letters))


def search(text: str) -> list[Metric]:
    """The metrics and curves that a text names: by a name in any spelling, by family or paper, or by title.

    Each is looked at only if those before it found nothing; at last, a part of a name will do.
    """
    every = [*metrics().values(), *curves().values()]
    called = [
        (
            each,
            {plain(n) for n in (each.name, *each.aliases, *(n for names in each.peers.values() for n in names))}
            | {plain(n.pattern.partition("[")[0].partition("{")[0]) for n in called_in(each.name) if not each.over},
        )
        for each in every
    ]
    for key in (plain(text), re.sub(r"[0-9]+$", "", plain(text))):  # a number at the end is a cutoff, but for RR2
        named = [each for each, theirs in called if key and key in theirs]
        if named:
            return named
    paper = papers().get(set_key(text), "")
    grouped = [each for each in every if plain(text) == plain(each.family) or paper in each.papers]
    words = re.findall(r"\w+", text.lower())
    titled = [each for each in every if words and all(re.search(rf"\b{w}", each.title.lower()) for w in words)]
    return grouped or titled or [each for each in every if len(plain(text)) > 2 and plain(text) in plain(each.name)]
