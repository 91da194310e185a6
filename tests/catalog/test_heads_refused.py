"""A metric file that does not say what it must is refused with a sentence that names it."""

import re

import pytest
from heads import GOOD, REL, changed, renamed

from evalsql import CatalogError
from evalsql.catalog.heads import read_metric

EXAMPLE = GOOD[GOOD.index("[[example]]") : GOOD.rindex("*/")]


def without(line: str) -> str:
    """The good metric file without its one line that opens with these words."""
    (found,) = re.findall(rf"^{line}\b.*\n", GOOD, re.MULTILINE)
    return GOOD.replace(found, "")


def refusal(text: str, file: str = "share.sql") -> str:
    """What is said of a metric file, after the file's name."""
    with pytest.raises(CatalogError) as refused:
        read_metric(file, text)
    said = str(refused.value)
    assert said.startswith(f"{file}: ")
    assert "\n" not in said
    return said.removeprefix(f"{file}: ")


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
        (
            "ranking",
            "rankings",
            "an example has an unknown key, rankings; known are about, costs, ideal, missed, ranking, ",
        ),
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
        ('better = "higher"\nsummary = "max"', "summary is 'max'; it must be one of mean, sum, geometric"),
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


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("relevance", "the body"),
        ("Relevance", "the body"),
        ("value", "the body"),
        ("ALL", "the body"),
        ("gain", "retrieved"),
        ("found", "judged"),
        ("Tied_From", "retrieved"),
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


@pytest.mark.parametrize("name", ["metric", "runs", "qrels", "source", "METRIC", "Runs", "Qrels", "SOURCE"])
def test_a_parameter_may_not_have_a_name_that_the_frames_use(name: str) -> None:
    # SQL does not tell capitals: $METRIC would be $metric, and a macro cannot have both runs and Runs
    assert refusal(renamed(name)) == f"no parameter may be called {name}; the frames use that name"


def test_two_parameters_may_not_have_one_name_in_other_capitals() -> None:
    assert "REL" in refusal(changed((REL, f"{REL}\n{REL.replace('rel', 'REL', 1)}"), ("$rel", "$rel + $REL")))


def test_a_head_without_a_query_is_refused() -> None:
    head = changed((GOOD[GOOD.index("[parameters]") : GOOD.index("[peers]")], ""), ("with    = { k = 2 }\n", ""))
    assert refusal(head[: head.index("*/")] + "*/\n")
