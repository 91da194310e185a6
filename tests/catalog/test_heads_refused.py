"""A metric file that does not say what it must is refused with a sentence that names it."""

import re

import pytest
from heads import GOOD, REL, changed, renamed

from evalsql import CatalogError
from evalsql.catalog.heads import read_metric

EXAMPLE = GOOD[GOOD.index("example =") : GOOD.rindex("*/")]
OPENS = "must open with its head, a block comment /* ... */ of TOML"
CITE = "cite is empty; say where the metric is defined"
RANGE = "range must be two numbers, the lower first, as in [0, 1] or [0, inf]"
DEFAULT = "parameter rel needs a default, or required = true, and not both"
UNUSED = "parameter rel is declared, but the body does not use $rel"
BETTER = 'better  = "higher"'
ABOUT = ', about = "lowest relevance that counts as relevant"'
FRAGMENT = ("count(*) / $k", "sum(relevance / {{ discount() }} order by rank asc)")
BASE = 'base = { type = "DOUBLE", default = 2, about = "base" }'
DISCOUNT = 'discount = { type = "VARCHAR", default = "log2", about = "discount" }'
USED = "relevance >= $rel and rank <= $k"


def without(line: str) -> str:
    """The good metric file without its one line that opens with these words."""
    (found,) = re.findall(rf"^{line}\b.*\n", GOOD, re.MULTILINE)
    return GOOD.replace(found, "")


def refusal(text: str, file: str = "share.sql", curve: bool = False) -> str:
    """What is said of a metric file, after the file's name."""
    with pytest.raises(CatalogError) as refused:
        read_metric(file, text, curve)
    said = str(refused.value)
    assert said.startswith(f"{file}: ")
    assert "\n" not in said
    return said.removeprefix(f"{file}: ")


def in_example(*lines: str) -> str:
    return changed(("value = 0.5", ", ".join(("value = 0.5", *lines))))


def within(text: str) -> str:
    return changed(("above = 0", f'within = "{text}"'))


def interval(text: str) -> str:
    return f"parameter rel: {text!r} is not an interval; write one like [0, 1) or (0, inf)"


# a file, and the whole of what is said of it
WHOLE = {
    **dict.fromkeys(("", "select 1", GOOD.replace("*/", ""), "-- " + GOOD, "select 1 " + GOOD), OPENS),
    **{
        without(key): f"the head has no {key}"
        for key in ("name", "title", "family", "formula", "range", "better", "cite")
    },
    changed(('about   = "How many', 'aliases = []\n# "How many')): "the head has no about",
    **{
        changed((old, "")): f"an example has no {key}"
        for key, old in {"ranking": "ranking = [1, 0], ", "value": ", value = 0.5"}.items()
    },
    changed(('"One of two.", ', "")): "an example must be a list of a text, what it shows, and tables, not"
    " [{'ranking': [1, 0], 'with': {'k': 2}, 'value': Decimal('0.5')}]",
    changed(('type = "DOUBLE", ', "")): "parameter rel has no type",
    changed((ABOUT, "")): "parameter rel has no about",
    changed((EXAMPLE, "")): "the head has no example",
    changed((EXAMPLE, ""), ("[parameters]", "example = []\n[parameters]")): "there is no worked example; add one",
    **{changed(("A. Author, A Journal 1(1), 1999.", cite)): CITE for cite in ("", "  ")},
    **{changed(("[0, 1]", ends)): RANGE for ends in ("[1, 0]", "[0, 0]", "[0]", "[0, 0.5, 1]", "[]", "[nan, 1]")},
    **{
        changed((BETTER, f'better = "{word}"')): f"better is {word!r}; it must be one of higher, lower, neither"
        for word in ("more", "Higher")
    },
    changed((BETTER, f'{BETTER}\nsummary = "max"')): "summary is 'max'; it must be one of mean, sum, geometric",
    **{within(text): interval(text) for text in ("0 to 1", "[0, 1", "0, 1", "[0; 1]", "[0, 1, 2]", "[]", "")},
    **{changed(("default = 1,", e)): DEFAULT for e in ("", "default = 1, required = true,", "required = false,")},
    changed(("{ k = 2 }", "{ k = 2, p = 1 }")): "an example sets p, which is not a parameter",
    in_example("scores = [1.0]"): "an example has 1 scores for 2 documents",
    in_example("scores = [3, 2, 1]"): "an example has 3 scores for 2 documents",
    changed(("relevance >= $rel", "relevance > 0")): UNUSED,
    **{
        changed((USED, f"relevance > 0 and rank <= $k {words}")): UNUSED
        for words in ("-- as $rel says", "/* $rel */", "and '$rel' <> ''")
    },
    changed(("rank <= $k", "rank <= $depth")): "the body uses $depth, which [parameters] does not declare",
    changed((f"[parameters]\n{REL}", "[parameters]")): "the body uses $rel, which [parameters] does not declare",
    # that only a fragment uses
    changed(FRAGMENT): "the body uses $base, which [parameters] does not declare",
    changed(FRAGMENT, (REL, f"{REL}\n{BASE}")): "the body uses $discount, which [parameters] does not declare",
    # SQL does not tell capitals: $METRIC would be $metric, and a macro cannot have both runs and Runs
    **{
        renamed(name): f"no parameter may be called {name}; the frames use that name"
        for name in ("metric", "runs", "qrels", "source", "METRIC", "Runs", "Qrels", "SOURCE")
    },
}
# and of which the beginning is said here
BEGINNING = {
    **{
        changed(("/*\n", f"/*\n{line}\n")): "the head is not TOML: "
        for line in ("this is not TOML", 'name = "Twice"', "name 'Share'")
    },
    changed(("better ", "bettter = 1\nbetter ")): "the head has an unknown key, bettter; known are about, aliases, ",
    changed(("above = 0", "abov = 0")): "parameter rel has an unknown key, abov; known are about, above, default, ",
    changed(('"cutoff"', '"cutoff", max = 9')): "parameter k has an unknown key, max; known are about, above, def",
    changed(("ranking", "rankings")): "an example has an unknown key, rankings; known are costs, ideal, missed,",
    **{
        changed(('"DOUBLE"', f'"{kind}"')): f"type of parameter rel is {kind!r}; it must be one of DOUBLE, INTEGER, "
        for kind in ("FLOAT", "double", "CUTOFF", "")
    },
    **{within(text): "parameter rel: " for text in ("[a, b]", "[1, 0]", "(1, 1)", "[nan, 1]", "[0, nan]")},
    **{
        renamed(name): f"{place} has the word {name}, which a parameter of that name would hide in a macro; "
        for name, place in {
            **dict.fromkeys(("relevance", "Relevance", "value", "ALL"), "the body"),
            **{"gain": "retrieved", "found": "judged", "Tied_From": "retrieved", "num_ret": "topics"},
        }.items()
    },
}
# a change, and a word of what is said
NAMED = {
    ("above = 0", 'above = 0, within = "[0, 3]"'): "rel",
    ("default = 1, above = 0", "default = 1, one_of = ['1', '2']"): "rel",
    ('"DOUBLE", default = 1', '"VARCHAR", default = "1"'): "rel",
    **{("default = 1", f"default = {default}"): "rel" for default in ("0", "-1", "inf", "true", '"one"')},
    ("{ k = 2 }", "{ k = 0 }"): "k",
}
WRONG_KINDS = [
    ('name    = "Share"', "name = 3"),
    (BETTER, 'better = ["higher"]'),
    *(("range   = [0, 1]", f"range = {ends}") for ends in ("1", '["a", "b"]')),
    *((BETTER, f"{BETTER}\n{line}") for line in ('when_empty = "one"', 'aliases = "Part"', "aliases = [1]")),
    ('cite    = "A. Author, A Journal 1(1), 1999."', "cite = 1999"),
    (REL, "rel = 1"),
    ("above = 0", 'above = "zero"'),
    ("above = 0", "within = [0, 1]"),
    ("{ ranking", "3, { ranking"),
    ("value = 0.5", 'value = "half"'),
    *(("ranking = [1, 0]", f"ranking = {ranking}") for ranking in ("1", '[1, "x"]', "[1, [0]]")),
    *(("value = 0.5", f"value = 0.5, {line}") for line in ('missed = ["?"]', 'scores = ["a", "b"]')),
    *(("with = { k = 2 }", f"with = {{ k = {value} }}") for value in ('"2"', "true")),
    ('"share_{k}"', "3"),
    ('"share_{k}"', "[3]"),
    # a fragment that does not exist
    *(("relevance >=", f"{fragment} >=") for fragment in ("{{ nothing() }}", "{{ gain( }}", "{{ nothing }}")),
]


def test_a_head_that_does_not_say_what_it_must_is_refused() -> None:
    assert {text: refusal(text) for text in WHOLE} == WHOLE
    found = {text: refusal(text) for text in BEGINNING}
    assert {text: found[text] for text, said in BEGINNING.items() if not found[text].startswith(said)} == {}
    assert [change for change, word in NAMED.items() if word not in refusal(changed(change))] == []
    for change in WRONG_KINDS:
        assert refusal(changed(change))
    head = changed((GOOD[GOOD.index("[parameters]") : GOOD.index("[peers]")], ""), ("with = { k = 2 }, ", ""))
    assert refusal(head[: head.index("*/")] + "*/\n")  # without a query
    over = changed((BETTER, f'{BETTER}\nover = "depth"'))
    assert refusal(over) == "over is for curves, and this is a metric"
    assert refusal(over, curve=True) == "over is 'depth'; it must be one of rank, recall, p"


def test_a_file_that_is_not_named_for_its_metric_is_refused() -> None:
    for file in ("part.sql", "Share.sql"):
        assert refusal(GOOD, file) == "defines Share, so it must be named share.sql"


def test_a_fragment_whose_parameters_are_declared_is_read() -> None:
    share = read_metric("share.sql", changed(FRAGMENT, (REL, f"{REL}\n{BASE}\n{DISCOUNT}")))
    assert "log2(rank + 1)" in share.body


def test_words_that_parameters_would_hide_and_parameters_in_other_capitals_are_refused() -> None:
    for words in (
        *("depth > 1", "DEPTH > 1", '"depth" > 1', "t.depth > 1", "'it''s' <> '' and depth > 1"),
        *("'--' <> '' and depth > 1", "-- it's so\n depth > 1 -- isn't it", "/* it's */ depth > 1 -- isn't it"),
    ):
        assert "the word depth" in refusal(renamed("depth", ("group by all", f"and {words}\ngroup by all")))
    for words in (
        *("'depth' <> ''", "'it''s depth' <> ''", "true -- depth", "true -- 'tis depth", "true /* depth\n depth */"),
        *("depth_2 > 1", "$depth > 1"),
    ):
        share = read_metric("share.sql", renamed("depth", ("group by all", f"and {words}\ngroup by all")))
        assert "depth" in share.parameters
    assert "REL" in refusal(changed((REL, f"{REL}\n{REL.replace('rel', 'REL', 1)}"), ("$rel", "$rel + $REL")))
