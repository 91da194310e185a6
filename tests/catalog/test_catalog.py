"""The catalog: what it lists, its headings, and its folders."""

import dataclasses
import importlib.util
import math
import re
import tomllib
from collections import Counter
from decimal import Decimal

import duckdb
import pytest
from heads import GOOD, REL, changed
from places import FIXTURES, ROOT

import evalsql
from evalsql import Evaluation, metrics
from evalsql.catalog import relations
from evalsql.catalog.definitions import definitions, texts
from evalsql.catalog.folder import file_of, names
from evalsql.catalog.headings import headings, left_out
from evalsql.catalog.heads import read_metric
from evalsql.catalog.interval import Interval
from evalsql.catalog.listing import metric
from evalsql.catalog.measure import as_measures, make_measure
from evalsql.catalog.metric import WHOLE_RANKING, Example, Parameter
from evalsql.catalog.sqlfiles import LAYOUT


def with_parameter(spec: str, use: str = "rank <= $x") -> Parameter:
    """The parameter x that the good metric has besides, and that its body uses."""
    text = changed((REL, f"{REL}\nx = {{ {spec} }}"), ("where relevance", f"where {use} and relevance"))
    return read_metric("share.sql", text).parameters["x"]


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


def test_a_dollar_in_a_comment_or_a_text_is_no_parameter() -> None:
    for words in ("-- costs $5", "/* or $p */", "and '$p' <> ''"):
        text = changed(("rank <= $k", f"rank <= $k {words}"))
        assert list(read_metric("share.sql", text).parameters) == ["rel", "k"]


def taken(parameter: Parameter, *numbers: float) -> list[float]:
    return [number for number in numbers if number in parameter.within]


def test_a_cutoff_is_a_whole_number_from_1_whose_default_is_the_whole_ranking() -> None:
    share = read_metric("share.sql", GOOD)
    k = share.parameters["k"]
    assert share.cutoff == "k"
    assert (k.type, k.default, k.cutoff) == ("INTEGER", WHOLE_RANKING, True)
    assert k.allowed == "a whole number of at least 1"
    assert taken(k, 0, 0.5, 1, 2, WHOLE_RANKING, WHOLE_RANKING + 1) == [1, 2, WHOLE_RANKING]
    assert k.about
    text = changed(('"cutoff"', '"cutoff", required = true, about = "ranks to read"'))
    k = read_metric("share.sql", text).parameters["k"]
    assert (k.default, k.about, k.cutoff) == (None, "ranks to read", True)
    assert (metrics()["Rprec"].cutoff, metrics()["nDCG"].cutoff) == (None, "k")


def test_a_parameter_takes_what_its_head_says() -> None:
    x = with_parameter('type = "DOUBLE", default = 0, within = "[0, 1)", about = "x"')
    assert (x.within, x.allowed) == (Interval(0, 1, high_open=True), "a number in [0, 1)")
    assert (x.type, x.default, x.about, x.cutoff) == ("DOUBLE", 0.0, "x", False)
    assert type(x.default) is float
    x = with_parameter('type = "DOUBLE", default = 2.5, above = 1, about = "x"')
    assert taken(x, 0, 1, 1.0000001, 1e300, math.inf, math.nan) == [1.0000001, 1e300]
    assert x.allowed == "a number in (1, inf)"
    for kind, allowed in (("DOUBLE", "a number"), ("INTEGER", "a whole number")):
        x = with_parameter(f'type = "{kind}", default = -3, about = "x"')
        assert taken(x, -1e9, 0, 1e9, math.inf, -math.inf, math.nan) == [-1e9, 0, 1e9]
        assert x.default == -3
        assert x.allowed.startswith(allowed)
    x = with_parameter('type = "VARCHAR", default = "a", about = "x"', "$x <> ''")
    assert (x.one_of, x.within, x.allowed) == ((), None, "a text")
    x = with_parameter('type = "VARCHAR", default = "a", one_of = ["a", "b"], about = "x"', "$x <> ''")
    assert (x.one_of, x.default, x.allowed) == (("a", "b"), "a", "one of a, b")
    assert with_parameter('type = "DOUBLE", required = true, about = "x"').default is None


def test_what_a_head_may_leave_out_is_read_where_it_stands_and_has_its_usual_value_elsewhere() -> None:
    share = read_metric("share.sql", changed(('[peers]\ntrec_eval = "share_{k}"\n', "")))
    assert (share.aliases, share.residual, share.when_empty, share.summary, share.peers) == ((), None, 0, "mean", {})
    (example,) = share.examples
    assert (example.missed, example.scores) == ((), ())
    optional = 'aliases = ["Part", "Portion"]\nresidual = "RBP_residual"\nwhen_empty = 0.25\nsummary = "sum"\n'
    share = read_metric("share.sql", changed(("better ", f"{optional}better "), ('"share_{k}"', '["s", "s_{k}"]')))
    assert share.aliases == ("Part", "Portion")
    assert (share.residual, share.when_empty, share.summary) == ("RBP_residual", 0.25, "sum")
    assert share.peers == {"trec_eval": ("s", "s_{k}")}


def test_an_example_is_read_with_all_it_says_and_holds_to_the_digits_written() -> None:
    more = "}, { scores = [0.5, 0.25], missed = [1, 0.5], value = 0.50 }],\n"
    another = '    ["No document.", { ranking = [], value = 0 }],\n'
    share = read_metric("share.sql", changed((", value = 0.5 }],\n", more + another), ("[1, 0]", '[1, "?"]')))
    first, second = share.examples
    assert (first.ranking, first.scores, first.missed) == ((1, "?"), (0.5, 0.25), (1, Decimal("0.5")))
    assert (first.arguments, first.value) == ({"k": 2}, Decimal("0.50"))
    assert (second.ranking, second.value, second.arguments) == ((), 0, {})
    tolerances = {"0.5": 0.05, "0.710": 0.0005, "0.71": 0.005, "8.6587": 0.00005, "7.10": 0.005, "1e-3": 0.0005}
    for value, tolerance in tolerances.items():
        share = read_metric("share.sql", changed(("value = 0.5", f"value = {value}")))
        assert share.examples[0].tolerance == pytest.approx(tolerance)
    share = read_metric("share.sql", changed(("value = 0.5", "value = 1")))
    assert share.examples[0].tolerance < 1e-9  # without a point it is exact


def test_the_relations_that_a_body_reads_are_found_by_their_names() -> None:
    of_judged = ("judged", "judged join topics using (run, query_id)", "(from judged)", "JUDGED")
    of_topics = (
        *("topics", "topics -- not judged", "topics /* nor\njudged */", "(select 'judged' as x from topics)"),
        "(select num_judged_nonrel as judged_nonrel from topics)",
    )
    for source in (*of_judged, *of_topics):
        share = read_metric("share.sql", changed(("from judged", f"from {source}")))
        assert share.reads == (("judged", "topics") if source in of_judged else ("topics",)), source


def test_files_are_named_for_the_first_of_their_names_and_every_metric_is_read_once() -> None:
    files = texts("metrics", "users")
    defined = {file: [each.head["name"].lower() for each in definitions(file)] for file in files}
    quantities = "|".join(names("users/quantities"))
    first = {
        file: re.sub(f"_({quantities})$", "", each[0]) if "users/" in file else each[0]
        for file, each in defined.items()
    }
    assert [file for file, name in first.items() if file.partition("/")[2] != name] == []
    assert sum(len(definitions(file)) for file in files) == len(metrics()) > len(files) > 10
    assert [(each.family, name.lower()) for name, each in metrics().items()] == sorted(
        (each.family, name.lower()) for name, each in metrics().items()
    )


def test_every_parameter_of_a_file_is_one_of_its_metrics() -> None:
    unused = {}
    for file in texts("metrics", "users"):
        heads = [each.head for each in definitions(file)]
        named = [metrics()[head["name"]] for head in heads]
        declared = {name for head in heads for name in head.get("parameters", {})}
        unused[file] = declared.difference(*(each.parameters for each in named), *(each.fixed for each in named))
    assert {file: names for file, names in unused.items() if names} == {}


def test_a_metric_is_found_in_capitals_or_not_and_one_that_does_not_exist_is_not() -> None:
    for found in metrics().values():
        assert metric(found.name) == metric(found.name.lower()) == metric(found.name.upper()) == found
    for name in ("nothing", "", "ndcg.sql", "../metrics/ndcg", "/etc/passwd", "n d c g", "x" * 300):
        assert metric(name) is None


def test_a_residual_is_a_metric_that_lower_is_better_for() -> None:
    for found in metrics().values():
        if found.residual is not None:
            assert metrics()[found.residual].better == "lower"
            further = [p for name, p in metrics()[found.residual].parameters.items() if name not in found.parameters]
            assert not any(parameter.required for parameter in further), found.name


def test_names_and_aliases_do_not_collide_in_any_case_nor_do_those_of_peers() -> None:
    names = [name for each in metrics().values() for name in {said.lower() for said in (each.name, *each.aliases)}]
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert all(name.isidentifier() for name in names)
    for peer in ("trec_eval", "ir_measures"):
        # a name with its parameters blanked: NumRet and NumRet(rel=_) are two
        names = [re.sub(r"\{[^}]+\}", "_", name) for each in metrics().values() for name in each.peers.get(peer, ())]
        assert [name for name, times in Counter(names).items() if times > 1] == []
        assert len(names) >= 10


def test_a_peers_name_has_only_parameters_of_the_metric() -> None:
    peers = {"trec_eval", "ir_measures", "ndeval", "gdeval", "ntcireval", "msmarco", "ranx", "sample_eval"}
    for found in metrics().values():
        templates = [template for names in found.peers.values() for template in names]
        assert {name for each in templates for name in re.findall(r"\{(\w+)", each)} <= found.parameters.keys()
        assert found.peers.keys() <= peers, found.name


def test_families_are_few_and_are_words() -> None:
    families = {each.family for each in metrics().values()}
    assert len(families) <= 12
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)?", family) for family in families)


def test_a_metric_cannot_be_changed_by_accident() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        metrics()["nDCG"].name = "other"


def test_the_defaults_and_the_examples_have_values_that_the_parameters_take() -> None:
    for found, example in ((each, example) for each in metrics().values() for example in each.examples):
        assert {name for name, each in found.parameters.items() if each.required} <= example.arguments.keys()
        measure = make_measure(found.name, found, example.arguments)
        assert measure.values.keys() == found.parameters.keys()
        if example.value is None:
            assert found.when_empty is None, found.name
        else:
            low, high = (end + sign * example.tolerance for end, sign in zip(found.range, (-1, 1), strict=True))
            assert low <= float(example.value) <= high, found.name


def test_no_module_hides_a_public_name() -> None:
    # importing a module puts it into its package, over a function that is loaded when first used
    for name in evalsql.__all__:
        assert importlib.util.find_spec(f"evalsql.{name}") is None, name


HEADINGS = [  # measures and a convention, their headings, and what is said below
    (
        (["alpha-nDCG@20", "ERR-IA@5", "nERR_IA", "StRecall@20"], "ndeval"),
        ["alpha-nDCG@20", "ERR-IA@5", "nERR_IA", "StRecall@20"],  # as they were typed
        "divisor='ndeval' for ERR_IA, cap='no' for alpha_nDCG and nERR_IA",
    ),
    # what a user sets stays, and so do measures of which one is not as the convention has it
    ((["alpha_nDCG(alpha=0.1)@5"], "ndeval"), ["alpha_nDCG(alpha=0.1)@5"], "cap='no' for alpha_nDCG"),
    (
        (["AP@3", "AP(divisor='R')@3", "nDCG@3"], "ntcireval"),
        ["AP(divisor='min(R,k)')@3", "AP@3", "nDCG@3"],
        "discount='jk' for nDCG",
    ),
    ((["AP(divisor='R')@3", "P@3"], "ntcireval"), ["AP@3", "P@3"], ""),
    ((["nDCG(discount='jk')@3"], None), ["nDCG(discount='jk')@3"], ""),
]


def test_headings_leave_out_what_is_said_below() -> None:
    for (asked, convention), shown, below in HEADINGS:
        measures = as_measures(asked, convention=convention)
        assert (list(headings(measures, convention).values()), left_out(measures, convention)) == (shown, below)


SQL = ROOT / "sql"
MADE = ("ranking", "scores", "judgments")  # the folders whose files make tables
CODE = sorted((ROOT / "evalsql").rglob("*.py"))

# what makes tables of files, views of inputs, or a copy of one
BY_NAME = {"render/statements.py", "judgments/scorer.py", "inputs/views.py", "inputs/tables.py"}


def head(folder: str, name: str) -> dict:
    return tomllib.loads(LAYOUT.fullmatch(file_of(folder, name).read_text(encoding="utf-8"))["head"])


def columns(name: str) -> list[str]:
    """The columns that the head of a table's file names, or, of a relation of sql/relations, the head there."""
    (folder,) = (folder for folder in MADE if name in names(folder))
    found = head(folder, name).get("columns")
    return list(found or head("relations", name)["columns"])


def test_a_table_is_made_by_one_file_that_is_named_for_it_and_lies_in_a_folder() -> None:
    assert [file.name for folder in (SQL, SQL / "database", SQL / "reports") for file in folder.glob("*.sql")] == []
    made = [(folder, name) for folder in MADE for name in names(folder)]
    assert [name for name, times in Counter(name for _, name in made).items() if times > 1] == []
    assert [each for each in made if not head(*each)["about"]] == []


def test_python_makes_no_shared_table() -> None:
    making = re.compile(
        r"\bcreate\s+(?:or\s+replace\s+)?(?:temp\s+)?(?:table|view|type|\{made\})\s+(?:if not exists\s+)?(\S+)"
    )
    found: dict[str, set[str]] = {}
    by_name = set()
    for file in CODE:
        place = file.relative_to(ROOT / "evalsql").as_posix()
        for name in making.findall(file.read_text(encoding="utf-8")):
            if re.match(r"evalsql_\w*\{", name):
                by_name.add(place)
            elif re.match(r"evalsql_\w", name) and not name.startswith(("evalsql_meta", "evalsql_input_copy")):
                found.setdefault(place, set()).add(re.match(r"\w+", name)[0])
    assert found == {}
    assert by_name == BY_NAME


def long_tables_have_the_columns_that_heads_name() -> None:
    track = FIXTURES / "track"
    evaluation = Evaluation(
        track / "runs.parquet", track / "subtopics.parquet", whole=True, measures=["AP", "alpha_nDCG"]
    )
    evaluation.compute(["AP", "alpha_nDCG@10"])
    there = tables(evaluation.connection)
    assert there.keys() >= {
        *relations.kept(),
        "judgments",
        "subtopics",
        "population",
        "scores",
        "points",
        "given",
        "inputs",
    }
    assert {name: found for name, found in there.items() if found != columns(name)} == {}


def test_tables_hold_less_where_less_is_wanted() -> None:
    track = FIXTURES / "track"
    evaluation = Evaluation(track / "runs.parquet", track / "qrels.parquet", measures=["AP"], keep=False)
    there = tables(evaluation.connection)
    assert "retrieved" not in there
    assert there["judged"] == ["run", "query_id", "rank", "relevance", "gain"]
    assert {name for name, found in there.items() if not set(found) <= set(columns(name))} == set()


def tables(connection: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """The columns of the tables that modules share, by their names without evalsql_."""
    rows = connection.execute(
        "select table_name[9:], list(column_name order by column_index) from duckdb_columns()"
        " where table_name like 'evalsql\\_%' escape '\\' and not table_name in ('evalsql_runs', 'evalsql_qrels')"
        " and table_name not like 'evalsql\\_input\\_%' escape '\\' group by all"
    )
    return dict(rows.fetchall())


def test_relations_are_found_in_a_text_and_come_after_those_that_they_read() -> None:
    text = """
        with judged as materialized (select * from retrieved), found(a) as (select 1)
        select 'from standings', run from Topics join judged using (run) left join found on true -- from means
        where run in (from recall_base) and value > (select max(rank) from range(5))
    """
    assert relations.relations_in(text) == ("retrieved", "topics", "recall_base")
    found = list(relations.with_beneath(["smallest_cover", "judged", "topics"], relations.relation))
    assert found == ["nugget_base", "greedy_cover", "smallest_cover", "retrieved", "judged", "topics"]


def test_what_is_kept_and_what_is_by_subtopic_is_read_off_the_files() -> None:
    by_subtopic = {name for name in names("relations") if relations.by_subtopic(name)}
    greedy = {"greedy_ideal", "reversed_ideal", "greedy_cover", "smallest_cover"}
    of_opinions = {"opinions", "alike", "classes", "preferences", "compared"}
    assert by_subtopic == {"nugget_base", "nuggets", "judges", *of_opinions, *greedy}
    assert {name for name in names("relations") if relations.greedy(name)} == greedy
    assert {name for name in names("relations") if relations.sampled(name)} == {"strata", "sampled"}
    assert {name for name in names("relations") if relations.priced(name)} == {"document_costs", "priced"}
    assert {name for name in names("relations") if relations.of_judges(name)} == {"judges", *of_opinions}
    of_judgments = {"recall_base", "nugget_base", "judges", "opinions", "strata", "document_costs"}
    assert relations.kept() == {"retrieved", "judged", "topics", "nuggets", "sampled", "priced", *of_judgments}


def test_reports_read_their_measures_in_the_order_asked() -> None:
    looping = [
        file.relative_to(SQL).as_posix()
        for file in sorted((SQL / "reports").rglob("*.sql"))
        if re.search(r"{%-? for \w+ in measures", file.read_text(encoding="utf-8"))
    ]
    assert looping == [
        *("reports/scores/experiment.sql", "reports/scores/leaderboard.sql", "reports/slices/leaderboard.sql")
    ]
