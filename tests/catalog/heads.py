"""A good metric file, and the same with some of its text changed."""

GOOD = """/*
name    = "Share"
title   = "Share of relevant documents"
family  = "precision"
about   = "How many of the first k documents are relevant."
formula = "c(k) / k"
range   = [0, 1]
better  = "higher"
cite    = "A. Author, A Journal 1(1), 1999."

[parameters]
rel = { type = "DOUBLE", default = 1, above = 0, about = "lowest relevance that counts as relevant" }
k   = { type = "cutoff" }

[peers]
trec_eval = "share_{k}"
*/
select run, query_id, count(*) / $k as value
from judged
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["One of two.", { ranking = [1, 0], with = { k = 2 }, value = 0.5 }],
]
*/
"""
REL = 'rel = { type = "DOUBLE", default = 1, above = 0, about = "lowest relevance that counts as relevant" }'


def changed(*changes: tuple[str, str]) -> str:
    """The good metric file with some of its text replaced."""
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def renamed(name: str, *changes: tuple[str, str]) -> str:
    """The good metric file with its parameter rel under another name."""
    return changed(("rel =", f"{name} ="), ("$rel", f"${name}"), *changes)
