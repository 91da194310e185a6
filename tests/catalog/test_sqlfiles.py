"""Files of SQL: their heads, and what is refused in them."""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from heads import REL, changed
from places import ROOT
from sql_rules import bare, complaints, inside
from variants import representative, variants

from evalsql import CatalogError, metrics
from evalsql.catalog import templates
from evalsql.catalog.definitions import PART, definitions, texts, with_also
from evalsql.catalog.folder import names, sql_folder
from evalsql.catalog.heads import read_metric
from evalsql.catalog.interval import Interval
from evalsql.catalog.metric import Parameter
from evalsql.catalog.sqlfiles import LAYOUT, body_of, shared_parameters, split_file
from evalsql.catalog.templates import fragments, words_in_braces, words_included
from evalsql.render import frames

FILES = [file for folder in ("metrics", "curves", "users") for file in sorted((ROOT / "sql" / folder).glob("*.sql"))]
ALL = sorted(file for file in (ROOT / "sql").rglob("*") if file.suffix in (".sql", ".toml"))


def breaking(files: list[Path], kept: Callable[[str], bool]) -> list[str]:
    """The files whose text does not keep a rule."""
    assert len(files) > 100
    return [file.relative_to(ROOT / "sql").as_posix() for file in files if not kept(file.read_text(encoding="utf-8"))]


def test_lines_and_rules_that_give_the_same_bits_everywhere_are_kept_in_files_of_sql() -> None:
    assert breaking(ALL, lambda text: max(map(len, text.splitlines())) <= 120) == []
    found = {file.name: complaints(file.read_text(encoding="utf-8")) for file in ALL if file.suffix == ".sql"}
    assert {name: said for name, said in found.items() if said} == {}


def long_metrics_obey_the_rules_when_all_is_filled_in() -> None:
    found = {}
    for name, metric in metrics().items():
        filled = {"query": frames.query(next(variants(metric))), "macro": frames.macro(metric)}
        if representative(metric):
            filled |= {"scores": frames.scores(metric), "stored": frames.stored(metric, "mark")}
        found |= {(name, form): complaints(text) for form, text in filled.items()}
    assert {name: said for name, said in found.items() if said} == {}


def test_the_worked_examples_stand_below_the_query() -> None:
    def kept(text: str) -> bool:
        parts = LAYOUT.fullmatch(text)
        below = "example =" not in parts["head"] and parts["below"].startswith("\nexample = [\n")
        return below and "/*" not in parts["body"]

    assert breaking(FILES, kept) == []


def test_an_example_is_toml_below_the_query_and_a_comment_within_it_is_none() -> None:
    text = changed(("value = 0.5", "value 0.5"))
    line = next(number for number, each in enumerate(text.splitlines(), start=1) if "value 0.5" in each)
    with pytest.raises(CatalogError) as refused:
        read_metric("share.sql", text)
    assert str(refused.value).startswith("share.sql: the head is not TOML: ")
    assert f"(at line {line}, " in str(refused.value)
    noted = changed(("where relevance", "/* a note */\nwhere relevance"))
    share = read_metric("share.sql", noted)
    assert "/* a note */\nwhere relevance" in share.body
    assert share.body.endswith("group by all")
    assert len(share.examples) == 1


def declared(of_names: bool = False) -> Counter:
    """How many heads have each declaration of a parameter, as they write it, or how many names of those that share."""
    heads = [split_file(file.name, file.read_text(encoding="utf-8"))[0] for file in FILES]
    if of_names:
        heads += [named.head for each in texts("metrics", "curves") for named in definitions(each)[1:]]
        users = (with_also(*split_file(file, text)) for file, text in texts("users").items())
        heads += [head for each in users for head, _ in each[1:]]
    return Counter(
        (name, json.dumps(spec, default=str)) for head in heads for name, spec in head.get("parameters", {}).items()
    )


def test_parameters_that_many_heads_share_are_declared_once_and_no_others() -> None:
    # cutoff and gains are read in Python; what stands beside such a type is what counts
    repeated = {name: spec for (name, spec), times in declared().items() if times >= 10 and len(json.loads(spec)) > 1}
    assert repeated == {}
    kinds = Counter()
    for (name, spec), times in declared(of_names=True).items():
        kinds[json.loads(spec)["type"], name] += times
    few = [(kind, name) for kind, names in shared_parameters().items() for name in names if kinds[kind, name] < 4]
    assert few == []


def test_a_type_that_is_short_for_a_declaration_is_read_as_that() -> None:
    rel = Parameter(
        "rel", "DOUBLE", 1.0, "lowest relevance that counts as relevant", Interval(0, float("inf"), True, True)
    )
    assert read_metric("share.sql", changed((REL, 'rel = { type = "relevance" }'))).parameters["rel"] == rel
    k = read_metric("share.sql", changed(('{ type = "cutoff" }', '{ type = "curve" }'))).parameters["k"]
    found = (k.type, k.default, k.within, k.about, k.cutoff)
    assert found == ("INTEGER", 100, Interval(1, 100_000), "last rank of the curve", True)
    # a head may say otherwise
    rel = read_metric("share.sql", changed((REL, 'rel = { type = "relevance", default = 2 }'))).parameters["rel"]
    assert (rel.default, rel.about) == (2.0, "lowest relevance that counts as relevant")
    for kind in ("curve", "discount"):  # which are short for other parameters alone
        with pytest.raises(CatalogError) as refused:
            read_metric("share.sql", changed((REL, f'rel = {{ type = "{kind}" }}')))
        types = "DOUBLE, INTEGER, VARCHAR, relevance, worth, distance"
        assert str(refused.value) == f"share.sql: type of parameter rel is '{kind}'; it must be one of {types}"


def test_a_text_of_a_head_may_take_several_lines() -> None:
    lines = '"""\n    How many of the first k documents\n    are relevant."""'
    share = read_metric("share.sql", changed(('"How many of the first k documents are relevant."', lines)))
    assert share.about == "How many of the first k documents are relevant."


def queries(body: str) -> list[str]:
    """The queries that a body is read as, from its top down: those that `with` names, and the last."""
    text, found = bare(body).strip(), []
    while named := re.match(r"(?:with|,)\s*\w+ as \(", text):
        query = inside(text, named.end())
        found.append(query)
        text = text[named.end() + len(query) + 1 :].strip()
    return [*found, text]


def nested(body: str) -> int:
    """How many selects stand in others, at most, in one of the queries of a body."""
    return max(len(re.findall(r"\bselect\b", query)) - 1 for query in queries(body))


def test_a_body_or_a_part_of_more_than_two_nested_selects_is_written_with_queries_by_name() -> None:
    def kept(text: str) -> bool:
        body = LAYOUT.fullmatch(text)["body"]
        parts = (part["text"] for part in PART.finditer(body))
        return all(nested(each) <= 2 for each in (*parts, PART.sub("", body)))

    assert breaking(FILES, kept) == []


def test_nested_selects_are_counted() -> None:
    counts = {
        "select a from t": 0,
        "select a from (select a from (select a from t)) join (select b from t) using (a)": 3,
        "with x as (select a from t), y as (select b from (select c from t)) select a from x join y using (a)": 1,
        "with x as (select a from (select a from (select a from (select a from t)))) select a from x": 3,
        "-- select\nselect 'select' as a from ({{ select() }}) /* select */": 0,
    }
    assert {body: nested(body) for body in counts} == counts


def test_the_sum_of_a_formula_stands_in_the_body() -> None:
    # running_sum() and exact_sum() are such sums; what a fragment gives otherwise is what is added up
    def kept(text: str) -> bool:
        head, body = split_file("a file", text)
        added = body + str(head.get("parts"))
        return not re.search("[ΣΠ]", head["formula"]) or bool(re.search(r"(sum|avg|product)\(", added))

    assert breaking(FILES, kept) == []


BREAKING = (
    "select x from t order by x",
    "select x from t order by x desc, y",
    "select row_number() over (partition by a order by b) from t",
    "select row_number() over (partition by a order by greatest(b, c desc), d asc) from t",
    "select sum(x order by y) from t",
    "select list(x order by y asc, z nulls last) from t",
    "select x from t order by all",
    "select sum(x) over (partition by a order by b asc) from t",
    "select avg(x) filter (x > (1 + 2)) over w from t",
    "select product(x) over () from t",
    "select sum(x) from t",
    "select sum(x::bigint / y) from t",
    "select avg (x) filter (where x > 0) from t",
    "select count(*) filter (x > 0) over (partition by a order by b asc) from t",
    "select count(*) filter (x > 0) over w from t",
    "select if(a, b, c) from t",
    "select a ** 2 from t",
    "select list_transform(a, x -> x + 1) from t",
    "select [x / i for x, i in a if i > 2] from t",
)
KEEPING = (
    "select x from t order by x desc nulls last, greatest(a, b) asc limit 3",
    "select count(*) over (partition by a order by b desc range unbounded preceding) from t",
    "select sum(x::decimal(38, 18)) over (partition by a order by b asc)::double from t",
    "select sum(x::bigint) over (partition by a order by b asc) from t",
    "select sum(x::bigint) / sum(y::bigint) from t",
    "select sum(x order by y asc) filter (y > 0), count(*) filter (y > 0), count(*) over w from t",
    "select count(*) filter (y > 0) over (partition by a) from t",
    "/* order by x */ select 'sum(x) if(' from t -- a ** 2",
    "select {{ measure.summary }}(value order by x asc) from t order by {{ a.column }} {{ a.order }}, run asc",
    "select [x / i for x, i in a], [x for x in a if x > 2] from t",
    "select {{ 'a' if b else 'c' }} {% if (b) %} x {% endif %} from t",
)


def test_the_rules_find_what_breaks_them_and_let_pass_what_keeps_them() -> None:
    assert [text for text in BREAKING if len(complaints(text)) != 1] == []
    assert [text for text in KEEPING if complaints(text)] == []


def test_the_words_of_what_is_included_are_found_and_no_others() -> None:
    included = {
        '{% include "relations/recall_base.sql" %}': ["relations/recall_base.sql"],
        'from ({%- include "scores/pairs/drawn.sql" %})': ["scores/pairs/drawn.sql", "scores/pairs/draws.sql"],
        '{% include "significance/" ~ test ~ ".sql" %}': [f"significance/{name}.sql" for name in names("significance")],
    }
    for text, files in included.items():
        for file in files:
            words = words_in_braces((sql_folder() / file).read_text(encoding="utf-8"))
            assert words <= words_included(text)
    brought = words_included(body_of("ranking", "recall_base")) & fragments().keys()
    assert brought < fragments().keys()
    assert "t_tail" not in brought
    # nor by a column of its name
    assert words_included("select share from shares where {{ within('x', 0, 1) }}") & fragments().keys() == {"within"}


def test_two_fragments_of_one_name_are_refused() -> None:
    text = "{%- macro half(x) -%}\n{{ x }} / 2\n{%- endmacro -%}\n"
    assert list(templates.macros_in([text, text.replace("half", "third")])) == ["half", "third"]
    with pytest.raises(CatalogError, match="sql/fragments has two fragments called half; rename one"):
        templates.macros_in([text, text])


def test_what_jinja_compiled_is_kept_and_what_is_cut_off_is_compiled_anew(monkeypatch, tmp_path):
    body = "select {{ t_tail('t', 'df') }} as p"
    wanted = templates.expand(body, udf=False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    folder = Path(cache_from_source(templates.__file__)).parent
    folder.mkdir(parents=True)
    for write in (True, False, False):
        monkeypatch.setattr(sys, "dont_write_bytecode", not write)
        templates.environment.cache_clear()
        assert templates.expand(body, udf=False) == wanted
        kept = sorted(folder.iterdir())
        assert kept
        for file in kept:
            file.write_bytes(file.read_bytes()[:40])
    templates.environment.cache_clear()


def test_nothing_is_kept_where_python_keeps_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    for keeps_nothing in (True, False):  # then the folder is not there either
        monkeypatch.setattr(sys, "dont_write_bytecode", keeps_nothing)
        templates.environment.cache_clear()
        assert "evalsql_t_tail" in templates.expand("select {{ t_tail('t', 'df') }}", udf=True)
    assert not list(tmp_path.iterdir())
    templates.environment.cache_clear()
