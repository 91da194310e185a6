"""A metric file that does not say what it must is refused with a sentence that names it; what it says is read right."""

import dataclasses
import math
import re
from collections import Counter
from decimal import Decimal

import duckdb
import pytest

from evalsql import CatalogError, Metric, metrics
from evalsql.catalog import metric
from evalsql.heads import read_metric
from evalsql.interval import Interval, parse_interval
from evalsql.measure import make_measure
from evalsql.metric import WHOLE_RANKING, Example
from evalsql.sqlfiles import sql_folder

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

[[example]]
about   = "One of two."
ranking = [1, 0]
with    = { k = 2 }
value   = 0.5
*/
select run, query_id, count(*) / $k as value
from judged
where relevance >= $rel and rank <= $k
group by all
"""
REL = 'rel = { type = "DOUBLE", default = 1, above = 0, about = "lowest relevance that counts as relevant" }'
EXAMPLE = GOOD[GOOD.index("[[example]]") : GOOD.index("*/")]
METRICS = [pytest.param(each, id=name) for name, each in metrics().items()]


def changed(*changes: tuple[str, str]) -> str:
    """The good metric file with some of its text replaced."""
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def without(line: str) -> str:
    """The good metric file without its one line that opens with these words."""
    (found,) = re.findall(rf"^{line}\b.*\n", GOOD, re.MULTILINE)
    return GOOD.replace(found, "")


def with_parameter(spec: str, use: str = "rank <= $x") -> Metric:
    """The good metric with one parameter more, x, which its body uses."""
    text = changed((REL, f"{REL}\nx = {{ {spec} }}"), ("where relevance", f"where {use} and relevance"))
    return read_metric("share.sql", text)


def refusal(text: str, file: str = "share.sql") -> str:
    """What is said of a metric file, after the file's name."""
    with pytest.raises(CatalogError) as refused:
        read_metric(file, text)
    said = str(refused.value)
    assert said.startswith(f"{file}: ")
    assert "\n" not in said
    return said.removeprefix(f"{file}: ")


def test_the_good_file_of_these_tests_is_read() -> None:
    share = read_metric("share.sql", GOOD)
    assert (share.name, share.title, share.family) == ("Share", "Share of relevant documents", "precision")
    assert (share.about, share.formula) == ("How many of the first k documents are relevant.", "c(k) / k")
    assert (share.range, share.better, share.cite) == ((0, 1), "higher", "A. Author, A Journal 1(1), 1999.")
    assert share.body.startswith("select run")
    assert share.body.endswith("group by all")
    assert list(share.parameters) == ["rel", "k"]
    assert share.peers == {"trec_eval": ("share_{k}",)}
    assert share.examples == (Example("One of two.", (1, 0), Decimal("0.5"), arguments={"k": 2}),)


@pytest.mark.parametrize("text", ["", "select 1", GOOD.replace("*/", ""), "-- " + GOOD, "select 1 " + GOOD])
def test_a_file_that_does_not_open_with_a_head_is_refused(text: str) -> None:
    assert refusal(text) == "must open with its head, a block comment /* ... */ of TOML"


@pytest.mark.parametrize("line", ["this is not TOML", 'name = "Twice"', "name 'Share'"])
def test_a_head_that_is_not_toml_is_refused(line: str) -> None:
    assert refusal(changed(("/*\n", f"/*\n{line}\n"))).startswith("the head is not TOML: ")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("better ", "bettter = 1\nbetter ", "the head has an unknown key, bettter; known are about, aliases, better, "),
        ("above = 0", "abov = 0", "parameter rel has an unknown key, abov; known are about, above, default, "),
        ('"cutoff"', '"cutoff", max = 9', "parameter k has an unknown key, max; known are about, above, default, "),
        ("ranking", "rankings", "an example has an unknown key, rankings; known are about, missed, ranking, scores, "),
    ],
)
def test_an_unknown_key_is_refused_with_those_that_are_known(old: str, new: str, said: str) -> None:
    assert refusal(changed((old, new))).startswith(said)


@pytest.mark.parametrize("key", ["name", "title", "family", "formula", "range", "better", "cite"])
def test_a_head_without_a_key_that_it_must_have_is_refused(key: str) -> None:
    assert refusal(without(key)) == f"the head has no {key}"


def test_a_head_without_about_is_refused() -> None:
    assert refusal(changed(('about   = "How many', 'aliases = []\n# "How many'))) == "the head has no about"


@pytest.mark.parametrize("key", ["ranking", "value"])
def test_an_example_without_a_key_that_it_must_have_is_refused(key: str) -> None:
    assert refusal(without(key)) == f"an example has no {key}"


def test_an_example_that_does_not_say_what_it_shows_is_refused() -> None:
    assert refusal(changed(('about   = "One of two."\n', ""))) == "an example has no about"


def test_a_parameter_without_type_or_without_about_is_refused() -> None:
    assert refusal(changed(('type = "DOUBLE", ', ""))) == "parameter rel has no type"
    about = ', about = "lowest relevance that counts as relevant"'
    assert refusal(changed((about, ""))) == "parameter rel has no about"


def test_a_file_that_is_not_named_for_its_metric_is_refused() -> None:
    assert refusal(GOOD, "part.sql") == "defines Share, so it must be named share.sql"
    assert refusal(GOOD, "Share.sql") == "defines Share, so it must be named share.sql"


def test_a_metric_without_an_example_is_refused() -> None:
    assert refusal(changed((EXAMPLE, ""))) == "the head has no example"
    none = changed((EXAMPLE, ""), ("[parameters]", "example = []\n[parameters]"))
    assert refusal(none) == "there is no worked example; add an [[example]]"


@pytest.mark.parametrize("cite", ["", "  "])
def test_a_metric_without_a_citation_is_refused(cite: str) -> None:
    text = changed(("A. Author, A Journal 1(1), 1999.", cite))
    assert refusal(text) == "cite is empty; say where the metric is defined"


@pytest.mark.parametrize("ends", ["[1, 0]", "[0, 0]", "[0]", "[0, 0.5, 1]", "[]", "[nan, 1]"])
def test_a_range_that_is_not_two_numbers_in_order_is_refused(ends: str) -> None:
    said = "range must be two numbers, the lower first, as in [0, 1] or [0, inf]"
    assert refusal(changed(("[0, 1]", ends))) == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('better = "more"', "better is 'more'; it must be one of higher, lower, neither"),
        ('better = "Higher"', "better is 'Higher'; it must be one of higher, lower, neither"),
        ('better = "higher"\nsummary = "max"', "summary is 'max'; it must be one of mean, sum"),
    ],
)
def test_a_word_that_is_not_among_its_choices_is_refused(line: str, said: str) -> None:
    assert refusal(changed(('better  = "higher"', line))) == said


@pytest.mark.parametrize("kind", ["FLOAT", "double", "CUTOFF", ""])
def test_a_type_that_parameters_cannot_have_is_refused(kind: str) -> None:
    said = f"type of parameter rel is {kind!r}; it must be one of DOUBLE, INTEGER, VARCHAR"
    assert refusal(changed(('"DOUBLE"', f'"{kind}"'))).startswith(said)


@pytest.mark.parametrize("within", ["0 to 1", "[0, 1", "0, 1", "[0; 1]", "[0, 1, 2]", "[]", ""])
def test_an_interval_that_is_not_written_as_one_is_refused(within: str) -> None:
    said = f"parameter rel: {within!r} is not an interval; write one like [0, 1) or (0, inf)"
    assert refusal(changed(("above = 0", f'within = "{within}"'))) == said


@pytest.mark.parametrize("within", ["[a, b]", "[1, 0]", "(1, 1)", "[nan, 1]", "[0, nan]"])
def test_an_interval_that_holds_no_number_is_refused(within: str) -> None:
    assert refusal(changed(("above = 0", f'within = "{within}"'))).startswith("parameter rel: ")


@pytest.mark.parametrize("ends", ["", "default = 1, required = true,", "required = false,"])
def test_a_parameter_needs_a_default_or_must_be_given(ends: str) -> None:
    said = "parameter rel needs a default, or required = true, and not both"
    assert refusal(changed(("default = 1,", ends))) == said


def test_a_range_given_both_as_above_and_as_within_is_refused() -> None:
    assert "rel" in refusal(changed(("above = 0", 'above = 0, within = "[0, 3]"')))


def test_a_text_has_no_range_and_a_number_no_list_of_choices() -> None:
    assert "rel" in refusal(changed(("default = 1, above = 0", "default = 1, one_of = ['1', '2']")))
    assert "rel" in refusal(changed(('"DOUBLE", default = 1', '"VARCHAR", default = "1"')))


@pytest.mark.parametrize("default", ["0", "-1", "inf"])
def test_a_default_that_the_parameter_does_not_take_is_refused(default: str) -> None:
    assert "rel" in refusal(changed(("default = 1", f"default = {default}")))


def test_an_example_with_a_parameter_that_the_metric_does_not_have_is_refused() -> None:
    assert refusal(changed(("{ k = 2 }", "{ k = 2, p = 1 }"))) == "an example sets p, which is not a parameter"


def test_an_example_with_a_value_that_its_parameter_does_not_take_is_refused() -> None:
    assert "k" in refusal(changed(("{ k = 2 }", "{ k = 0 }")))


@pytest.mark.parametrize("scores", ["[1.0]", "[3, 2, 1]"])
def test_an_example_with_another_number_of_scores_than_documents_is_refused(scores: str) -> None:
    count = scores.count(",") + 1
    said = f"an example has {count} scores for 2 documents"
    assert refusal(changed(("value   = 0.5", f"value = 0.5\nscores = {scores}"))) == said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name    = "Share"', "name = 3"),
        ("range   = [0, 1]", "range = 1"),
        ("range   = [0, 1]", 'range = ["a", "b"]'),
        ('better  = "higher"', 'better = ["higher"]'),
        ('better  = "higher"', 'better = "higher"\nwhen_empty = "one"'),
        ('better  = "higher"', 'better = "higher"\naliases = "Part"'),
        ('cite    = "A. Author, A Journal 1(1), 1999."', "cite = 1999"),
        (REL, "rel = 1"),
        ("default = 1", 'default = "one"'),
        ("above = 0", 'above = "zero"'),
        ("above = 0", "within = [0, 1]"),
        ("[[example]]", "[example]"),
        ("ranking = [1, 0]", "ranking = 1"),
        ("value   = 0.5", 'value = "half"'),
        ("ranking = [1, 0]", 'ranking = [1, "x"]'),
        ("ranking = [1, 0]", "ranking = [1, [0]]"),
        ("value   = 0.5", 'value = 0.5\nmissed = ["?"]'),
        ("value   = 0.5", 'value = 0.5\nscores = ["a", "b"]'),
        ("with    = { k = 2 }", 'with = { k = "2" }'),
        ("with    = { k = 2 }", "with = { k = true }"),
        ("default = 1", "default = true"),
        ('"share_{k}"', "3"),
        ('"share_{k}"', "[3]"),
        ('better  = "higher"', 'better = "higher"\naliases = [1]'),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(old: str, new: str) -> None:
    assert refusal(changed((old, new)))


def test_a_parameter_that_is_declared_and_not_used_is_refused() -> None:
    text = changed(("relevance >= $rel", "relevance > 0"))
    assert refusal(text) == "parameter rel is declared, but the body does not use $rel"


@pytest.mark.parametrize("words", ["-- as $rel says", "/* $rel */", "and '$rel' <> ''"])
def test_a_parameter_that_only_a_comment_or_a_text_has_is_not_used(words: str) -> None:
    text = changed(("relevance >= $rel and rank <= $k", f"relevance > 0 and rank <= $k {words}"))
    assert refusal(text) == "parameter rel is declared, but the body does not use $rel"


@pytest.mark.parametrize("words", ["-- costs $5", "/* or $p */", "and '$p' <> ''"])
def test_a_dollar_in_a_comment_or_a_text_is_no_parameter(words: str) -> None:
    text = changed(("rank <= $k", f"rank <= $k {words}"))
    assert list(read_metric("share.sql", text).parameters) == ["rel", "k"]


def test_a_parameter_that_is_used_and_not_declared_is_refused() -> None:
    text = changed(("rank <= $k", "rank <= $depth"))
    assert refusal(text) == "the body uses $depth, which [parameters] does not declare"
    text = changed((f"[parameters]\n{REL}", "[parameters]"))
    assert refusal(text) == "the body uses $rel, which [parameters] does not declare"


def test_a_parameter_that_only_a_fragment_uses_must_be_declared() -> None:
    fragment = ("count(*) / $k", "sum(relevance / {{ discount() }} order by rank asc)")
    assert refusal(changed(fragment)) == "the body uses $base, which [parameters] does not declare"
    base = 'base = { type = "DOUBLE", default = 2, about = "base" }'
    assert refusal(changed(fragment, (REL, f"{REL}\n{base}"))) == (
        "the body uses $discount, which [parameters] does not declare"
    )
    discount = 'discount = { type = "VARCHAR", default = "log2", about = "discount" }'
    share = read_metric("share.sql", changed(fragment, (REL, f"{REL}\n{base}\n{discount}")))
    assert "log2(rank + 1)" in share.body


@pytest.mark.parametrize("fragment", ["{{ nothing() }}", "{{ gain( }}", "{{ nothing }}"])
def test_a_fragment_that_does_not_exist_is_refused(fragment: str) -> None:
    assert refusal(changed(("relevance >=", f"{fragment} >=")))


def renamed(name: str, *changes: tuple[str, str]) -> str:
    """The good metric file with its parameter rel under another name."""
    return changed(("rel =", f"{name} ="), ("$rel", f"${name}"), *changes)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("relevance", "the body"),
        ("Relevance", "the body"),
        ("value", "the body"),
        ("ALL", "the body"),
        ("ideal_rank", "judged"),
        ("judgments", "judged"),
        ("Tied_From", "judged"),
        ("num_ret", "topics"),
    ],
)
def test_a_parameter_that_would_hide_a_word_of_the_sql_is_refused(name: str, place: str) -> None:
    said = f"{place} has the word {name}, which a parameter of that name would hide in a macro; "
    assert refusal(renamed(name)).startswith(said)


@pytest.mark.parametrize(
    "words",
    [
        "depth > 1",
        "DEPTH > 1",
        '"depth" > 1',
        "t.depth > 1",
        "'it''s' <> '' and depth > 1",
        "'--' <> '' and depth > 1",
        "-- it's so\n depth > 1 -- isn't it",
        "/* it's */ depth > 1 -- isn't it",
    ],
)
def test_a_word_counts_wherever_code_has_it(words: str) -> None:
    assert "the word depth" in refusal(renamed("depth", ("group by all", f"and {words}\ngroup by all")))


@pytest.mark.parametrize(
    "words",
    [
        "'depth' <> ''",
        "'it''s depth' <> ''",
        "true -- depth",
        "true -- 'tis depth",
        "true /* depth\n depth */",
        "depth_2 > 1",
        "$depth > 1",
    ],
)
def test_a_word_does_not_count_in_a_text_or_a_comment_or_inside_another(words: str) -> None:
    share = read_metric("share.sql", renamed("depth", ("group by all", f"and {words}\ngroup by all")))
    assert "depth" in share.parameters


@pytest.mark.parametrize("name", ["metric", "runs", "qrels", "source", "METRIC", "Runs", "Qrels", "SOURCE"])
def test_a_parameter_may_not_have_a_name_that_the_frames_use(name: str) -> None:
    # SQL does not tell capitals: $METRIC would be $metric, and a macro cannot have both runs and Runs
    assert refusal(renamed(name)) == f"no parameter may be called {name}; the frames use that name"


def test_two_parameters_may_not_have_one_name_in_other_capitals() -> None:
    assert "REL" in refusal(changed((REL, f"{REL}\n{REL.replace('rel', 'REL', 1)}"), ("$rel", "$rel + $REL")))


def test_a_head_without_a_query_is_refused() -> None:
    head = changed((GOOD[GOOD.index("[parameters]") : GOOD.index("[peers]")], ""), ("with    = { k = 2 }\n", ""))
    assert refusal(head[: head.index("*/")] + "*/\n")


def test_a_cutoff_is_a_whole_number_from_1_whose_default_is_the_whole_ranking() -> None:
    share = read_metric("share.sql", GOOD)
    k = share.parameters["k"]
    assert share.cutoff == "k"
    assert (k.type, k.default, k.cutoff) == ("INTEGER", WHOLE_RANKING, True)
    assert k.allowed == "a whole number of at least 1"
    assert [number for number in (0, 0.5, 1, 2, WHOLE_RANKING, WHOLE_RANKING + 1) if number in k.within] == [
        1,
        2,
        WHOLE_RANKING,
    ]
    assert k.about


def test_a_cutoff_may_be_required_and_may_say_what_it_is() -> None:
    text = changed(('"cutoff"', '"cutoff", required = true, about = "ranks to read"'))
    k = read_metric("share.sql", text).parameters["k"]
    assert (k.default, k.about, k.cutoff) == (None, "ranks to read", True)


def test_a_metric_without_a_cutoff_has_none() -> None:
    assert metrics()["Rprec"].cutoff is None
    assert metrics()["nDCG"].cutoff == "k"


def test_a_parameter_within_an_interval_takes_what_lies_inside() -> None:
    x = with_parameter('type = "DOUBLE", default = 0, within = "[0, 1)", about = "x"').parameters["x"]
    assert (x.within, x.allowed) == (Interval(0, 1, high_open=True), "a number in [0, 1)")
    assert (x.type, x.default, x.about, x.cutoff) == ("DOUBLE", 0.0, "x", False)
    assert type(x.default) is float


def test_a_parameter_above_a_number_takes_all_finite_numbers_above_it() -> None:
    x = with_parameter('type = "DOUBLE", default = 2.5, above = 1, about = "x"').parameters["x"]
    assert [number for number in (0, 1, 1.0000001, 1e300, math.inf, math.nan) if number in x.within] == [
        1.0000001,
        1e300,
    ]
    assert x.allowed == "a number in (1, inf)"


@pytest.mark.parametrize(("kind", "allowed"), [("DOUBLE", "a number"), ("INTEGER", "a whole number")])
def test_a_parameter_without_bounds_takes_all_finite_numbers(kind: str, allowed: str) -> None:
    x = with_parameter(f'type = "{kind}", default = -3, about = "x"').parameters["x"]
    assert [number for number in (-1e9, 0, 1e9, math.inf, -math.inf, math.nan) if number in x.within] == [-1e9, 0, 1e9]
    assert x.default == -3
    assert x.allowed.startswith(allowed)


def test_a_text_may_be_any_or_one_of_a_list() -> None:
    x = with_parameter('type = "VARCHAR", default = "a", about = "x"', "$x <> ''").parameters["x"]
    assert (x.one_of, x.within, x.allowed) == ((), None, "a text")
    x = with_parameter('type = "VARCHAR", default = "a", one_of = ["a", "b"], about = "x"', "$x <> ''").parameters["x"]
    assert (x.one_of, x.default, x.allowed) == (("a", "b"), "a", "one of a, b")


def test_a_required_parameter_has_no_default() -> None:
    x = with_parameter('type = "DOUBLE", required = true, about = "x"').parameters["x"]
    assert x.default is None


def test_what_a_head_may_leave_out_has_its_usual_value() -> None:
    share = read_metric("share.sql", changed(('[peers]\ntrec_eval = "share_{k}"\n', "")))
    assert (share.aliases, share.residual, share.when_empty, share.summary, share.peers) == ((), None, 0, "mean", {})
    (example,) = share.examples
    assert (example.missed, example.scores) == ((), ())


def test_what_a_head_may_leave_out_is_read_where_it_stands() -> None:
    optional = 'aliases = ["Part", "Portion"]\nresidual = "RBP_residual"\nwhen_empty = 0.25\nsummary = "sum"\n'
    share = read_metric("share.sql", changed(("better ", f"{optional}better "), ('"share_{k}"', '["s", "s_{k}"]')))
    assert share.aliases == ("Part", "Portion")
    assert (share.residual, share.when_empty, share.summary) == ("RBP_residual", 0.25, "sum")
    assert share.peers == {"trec_eval": ("s", "s_{k}")}


def test_an_example_is_read_with_all_it_says() -> None:
    more = "scores = [0.5, 0.25]\nmissed = [1, 0.5]\nvalue = 0.50\n"
    another = '[[example]]\nabout = "No document."\nranking = []\nvalue = 0\n'
    share = read_metric("share.sql", changed(("value   = 0.5\n", more + another), ("[1, 0]", '[1, "?"]')))
    first, second = share.examples
    assert (first.ranking, first.scores, first.missed) == ((1, "?"), (0.5, 0.25), (1, Decimal("0.5")))
    assert (first.arguments, first.value) == ({"k": 2}, Decimal("0.50"))
    assert (second.ranking, second.value, second.arguments) == ((), 0, {})


@pytest.mark.parametrize(
    ("value", "tolerance"),
    [("0.5", 0.05), ("0.710", 0.0005), ("0.71", 0.005), ("8.6587", 0.00005), ("7.10", 0.005), ("1e-3", 0.0005)],
)
def test_an_examples_value_holds_to_the_digits_written(value: str, tolerance: float) -> None:
    share = read_metric("share.sql", changed(("value   = 0.5", f"value = {value}")))
    assert share.examples[0].tolerance == pytest.approx(tolerance)


def test_an_examples_value_without_a_point_is_exact() -> None:
    share = read_metric("share.sql", changed(("value   = 0.5", "value = 1")))
    assert share.examples[0].tolerance < 1e-9


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("judged", ("judged", "topics")),
        ("topics", ("topics",)),
        ("judged join topics using (run, query_id)", ("judged", "topics")),
        ("(from judged)", ("judged", "topics")),
        ("JUDGED", ("judged", "topics")),
        ("topics -- not judged", ("topics",)),
        ("topics /* nor\njudged */", ("topics",)),
        ("(select 'judged' as x from topics)", ("topics",)),
        ("(select num_judged_nonrel as judged_nonrel from topics)", ("topics",)),
    ],
)
def test_the_relations_that_a_body_reads_are_found_by_their_names(source: str, reads: tuple[str, ...]) -> None:
    share = read_metric("share.sql", changed(("from judged", f"from {source}")))
    assert share.reads == reads


def test_every_metric_file_is_read_once_and_found_under_its_name() -> None:
    files = {file.name for file in (sql_folder() / "metrics").iterdir()}
    assert files == {f"{name.lower()}.sql" for name in metrics()}
    assert len(files) == len(metrics()) > 10
    assert [(each.family, name.lower()) for name, each in metrics().items()] == sorted(
        (each.family, name.lower()) for name, each in metrics().items()
    )


@pytest.mark.parametrize("found", METRICS)
def test_a_metric_is_found_in_capitals_or_not(found: Metric) -> None:
    assert metric(found.name) == metric(found.name.lower()) == metric(found.name.upper()) == found


@pytest.mark.parametrize("name", ["nothing", "", "ndcg.sql", "../metrics/ndcg", "/etc/passwd", "n d c g", "x" * 300])
def test_a_metric_that_does_not_exist_is_not_found(name: str) -> None:
    assert metric(name) is None


@pytest.mark.parametrize("found", METRICS)
def test_a_residual_is_a_metric_that_lower_is_better_for(found: Metric) -> None:
    if found.residual is not None:
        assert metrics()[found.residual].better == "lower"
        assert metrics()[found.residual].parameters.keys() <= found.parameters.keys()


def test_names_and_aliases_do_not_collide_in_any_case() -> None:
    names = [name for each in metrics().values() for name in {said.lower() for said in (each.name, *each.aliases)}]
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert all(name.isidentifier() for name in names)


@pytest.mark.parametrize("peer", ["trec_eval", "ir_measures"])
def test_no_two_metrics_claim_one_name_of_a_peer(peer: str) -> None:
    # a name with its parameters blanked: NumRet and NumRet(rel=_) are two
    names = [re.sub(r"\{\w+\}", "_", name) for each in metrics().values() for name in each.peers.get(peer, ())]
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert len(names) >= 10


@pytest.mark.parametrize("found", METRICS)
def test_a_peers_name_has_only_parameters_of_the_metric(found: Metric) -> None:
    names = {
        name for names in found.peers.values() for template in names for name in re.findall(r"\{(\w+)\}", template)
    }
    assert names <= found.parameters.keys()
    assert found.peers.keys() <= {"trec_eval", "ir_measures", "ndeval", "gdeval", "ntcireval", "msmarco", "ranx"}


def test_families_are_few_and_are_words() -> None:
    families = {each.family for each in metrics().values()}
    assert len(families) <= 12
    assert all(re.fullmatch(r"[a-z]+", family) for family in families)


@pytest.mark.parametrize("found", METRICS)
def test_the_defaults_and_the_examples_have_values_that_the_parameters_take(found: Metric) -> None:
    required = {name for name, parameter in found.parameters.items() if parameter.default is None}
    for example in found.examples:
        assert required <= example.arguments.keys()
        measure = make_measure(found.name, found, example.arguments)
        assert measure.values.keys() == found.parameters.keys()
        assert found.range[0] - example.tolerance <= float(example.value) <= found.range[1] + example.tolerance


def test_a_metric_cannot_be_changed_by_accident() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        metrics()["nDCG"].name = "other"


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("[0, 1]", Interval(0, 1)),
        ("[0, 1)", Interval(0, 1, high_open=True)),
        ("(0,1]", Interval(0, 1, low_open=True)),
        (" ( -0.5 , inf ) ", Interval(-0.5, math.inf, low_open=True, high_open=True)),
        ("(-inf, 1e-3]", Interval(-math.inf, 0.001, low_open=True)),
    ],
)
def test_an_interval_is_read_as_mathematics_writes_it(text: str, interval: Interval) -> None:
    assert parse_interval(text) == interval


@pytest.mark.parametrize(
    "text", ["[0, 1]", "(0, 1)", "[-1, 1)", "(0, inf)", "(-inf, 0.5]", "[1, 2147483647]", "[0.1234567, 1]"]
)
def test_an_interval_is_printed_as_it_was_read(text: str) -> None:
    assert str(parse_interval(text)) == text


NUMBERS = (-1e300, -2, -1, -0.5, -0.0, 0.25, 0.5, 0.999, 1, 1.4, 1.5, 1.6, 2, 10, 1234567, 1e300)
INTERVALS = [
    *("[0, 1)", "(0, 1]", "[0, 0.5]", "(0, 1.5)", "(1, inf)", "(-inf, inf)", "(-inf, 1.5]", "[-0.5, 1234567)"),
    *("[0, inf]", "[-inf, inf]", "(-inf, 0]"),
]


def holds(interval: Interval, number: float) -> bool:
    """Whether DuckDB finds the number inside the interval."""
    ((inside,),) = duckdb.execute(f"select {interval.sql('x')} from (select ?::double as x)", [number]).fetchall()
    return inside


@pytest.mark.parametrize("text", INTERVALS)
def test_sql_and_python_agree_on_what_lies_in_an_interval(text: str) -> None:
    interval = parse_interval(text)
    for number in (*NUMBERS, math.inf, -math.inf, math.nan):
        assert holds(interval, number) == (number in interval), number


def test_sql_and_python_agree_on_any_interval_and_any_number() -> None:
    hypothesis = pytest.importorskip("hypothesis")
    numbers = hypothesis.strategies.floats(allow_nan=False)
    ends = hypothesis.strategies.tuples(numbers, numbers).filter(lambda two: two[0] < two[1])
    flags = hypothesis.strategies.booleans()

    @hypothesis.settings(deadline=None)
    @hypothesis.given(ends, flags, flags, numbers)
    def agree(two: tuple[float, float], low_open: bool, high_open: bool, number: float) -> None:
        interval = Interval(*two, low_open, high_open)
        for each in (number, *two):
            assert holds(interval, each) == (each in interval)

    agree()


def test_an_interval_printed_and_read_again_is_the_same() -> None:
    hypothesis = pytest.importorskip("hypothesis")
    numbers = hypothesis.strategies.floats(allow_nan=False)
    ends = hypothesis.strategies.tuples(numbers, numbers).filter(lambda two: two[0] < two[1])
    flags = hypothesis.strategies.booleans()

    @hypothesis.given(ends, flags, flags)
    def same(two: tuple[float, float], low_open: bool, high_open: bool) -> None:
        interval = Interval(*two, low_open, high_open)
        assert parse_interval(str(interval)) == interval

    same()
