"""What people type in their first hour, with habits of other tools: each line works, or is refused with what to do."""

import shlex
from pathlib import Path

import duckdb
import in_process
import pytest
from places import FIXTURES

ON_TINY = "run1.run run2.run --qrels qrels.txt"
ONE = "run1.run --qrels qrels.txt"
TESTS = {
    **dict.fromkeys(("t", "student", "t-test", "ttest", "paired_t_test", "ttest_rel"), "paired_t"),
    **dict.fromkeys(("fisher", "permutation", "randomization"), "randomisation"),
    **dict.fromkeys(("hsd", "Tukey-HSD"), "tukey"),
    "wilcoxon_signed_rank": "wilcoxon",
}
CORRECTIONS = {
    **dict.fromkeys(("benjamini-hochberg", "bh", "fdr", "fdr_bh", "BH"), "benjamini_hochberg"),
    **dict.fromkeys(("by", "fdr_by"), "benjamini_yekutieli"),
    **{"bonf": "bonferroni", "Holm": "holm", "none": "none"},
}
NIGHT = "night/2026-11"
LETTERS = "Runs that share a letter do not differ"
TYPE = "the runs come first, and the judgments behind --qrels; type: evalsql evaluate run1.run --qrels qrels.txt"

# what is typed, and some of what is then printed on standard output
WORKS = [
    # from trec_eval, ir_measures, ranx and PyTerrier
    ("evaluate 'runs/*.run' --qrels qrels.txt", "run1   0.7708"),
    (f"evaluate {ONE} --format trec --per-query -m map -m ndcg_cut_10", "ndcg_cut_10           \tq1\t0.9675"),
    ("evaluate -m map -q qrels.txt run1.run", "run1   0.6927"),
    (f"compare {ON_TINY} -m nDCG@10 -m AP --baseline run2", "+0.4109"),
    (f"compare {ON_TINY} -m AP --format latex", LETTERS),
    *((f"compare {ON_TINY} -m AP --test {name} --format json", f'"{test}"') for name, test in TESTS.items()),
    *((f"compare {ON_TINY} -m AP --correction {name} --format json", f'"{its}"') for name, its in CORRECTIONS.items()),
    (f"compare run3.run {ON_TINY} -m AP --baseline run1 --baseline run2 --format csv", "AP,run3,run2"),
    (f"evaluate {ONE} -m 'AP(judged_only=True)'", "AP(judged_only=True)"),
    (f"evaluate {ONE} -m AP --judged-only", "unjudged documents taken out of the rankings"),
    (f"evaluate {ONE} -m 'nDCG@10 AP RR'", "run    nDCG@10       AP"),
    (f"evaluate {ONE} -m nDCG@10,AP", "run    nDCG@10       AP"),
    (f"evaluate {ONE} -m official --format trec", "num_rel_ret"),
    (f"evaluate {ONE} -m all_trec --format trec", "success_10"),
    ("evaluate lists.parquet --qrels qrels.parquet -m AP", "lists  "),
    ("evaluate ranx.json --qrels qrels.txt -m AP", "ranx  "),
    ("evaluate bought.parquet --qrels qrels.parquet -m AP --columns runs.score=rating", "bought  "),
    ("evaluate rankers.parquet --qrels qrels.parquet -m AP", "dense  "),
    (f"evaluate {ONE} -m RBP -m 'RBP(p=0.95)'", "0.3406"),
    (f"evaluate {ONE} -m MAP -m MRR@10 -m Recall@5 -m P_5 -m precision@5", "R@5"),
    (f"curve {ON_TINY} -m IPrec --average", "recall"),
    (f"pool {ON_TINY} --depths 1,2 -m RBP", "mean score"),
    ("evaluate run1.run --qrels diversity.txt -m alpha-nDCG@20", "0.7858"),
    ("evaluate run1.run --qrels diversity.txt -m strec@20 -m ERR-IA@20 --convention ndeval", "StRecall@20"),
    ("metrics nDCG", "Normalized discounted cumulative gain"),
    ("metrics alpha-nDCG", "alpha_nDCG: "),
    ("metrics strec", "StRecall: "),
    ("metrics ndcg_cut_10", "nDCG: "),
    ("metrics gain", "AvgPos@k"),
    ("metrics reciprocal", "RR@k"),
    ("help", "Commands:"),
    ("help evaluate", "Score runs against judgments."),
    ("metrics --by paper", "Moffat and Zobel 2008"),
    ("sql nDCG@10", "'nDCG@10' as metric"),
    # a paper
    (f"evaluate run2.run {ONE} -m nDCG@10 -m AP --sort AP --top 1 --decimals 3", "0.693"),
    (f"evaluate {ON_TINY} -m AP --format markdown", "| run1"),
    (f"evaluate {ON_TINY} -m AP --format latex", "\\label{"),
    (f"compare {ON_TINY} -m AP --baseline run2 --format latex --letters", "\\label{"),
    (f"evaluate {ONE} -m RBP --ranges", "0.3618"),
    # a nightly job
    ("evaluate night/2026-11-22 --qrels qrels.parquet", "dense"),
    (f"check {ONE}", "0 errors, 2 warnings"),
    (f"evaluate {ONE} --format json -m AP", '"AP": 0.69269'),
    (f"evaluate {ONE} -m AP -o nightly.duckdb --append --label first", "run1"),
    (f"evaluate {ONE} -m AP -o nightly.duckdb --append --label second", "run1"),
    (f"evaluate {ONE} -m AP -o nightly.duckdb --force", "run1"),
    (f"evaluate {ONE} -m AP --quiet", "run1"),
    # a lake
    ("evaluate lake/dt=2026-11-22 --qrels qrels.parquet", "dense"),
    ("evaluate 'lake/dt=2026-11-22/run=b*' --qrels qrels.parquet", "bm25"),
    ("evaluate runs.parquet --qrels qrels.parquet --memory-limit 200MB --threads 1", "dense"),
    ("evaluate lake --qrels qrels.parquet --where \"dt = '2026-11-22'\" -m AP", "dense"),
    ("evaluate 'lake/*/run=bm25' --qrels qrels.parquet --where \"dt = '2026-11-22'\" -m AP", "bm25"),
    (f"evaluate prod={NIGHT}-22/bm25.parquet old={NIGHT}-21/bm25.parquet --qrels qrels.parquet -m AP", "prod"),
    ("compare prod=run1.run new=run2.run --qrels qrels.txt -m AP --baseline prod", "new"),
    ("--version", "DuckDB"),
]

# what is typed, and what is then said
REFUSED = [
    ("evaluate qrels.txt run1.run", TYPE),
    ("evaluate -q -m map qrels.txt run1.run", f"{TYPE} -m map --per-query --format trec"),
    ("evaluate -J -m map qrels.txt run1.run", f"{TYPE} --judged-only -m map"),
    ("evaluate qrels.txt run1.run 'nDCG@10 AP'", f"{TYPE} -m 'nDCG@10 AP'"),
    ("qrels.txt run1.run", TYPE),
    ("evaluate run1.run", "--qrels is missing: the judgments, such as 'evalsql evaluate RUNS --qrels qrels.txt'"),
    ("evaluat run1.run", "unknown command 'evaluat'; did you mean evaluate?"),
    (f"evaluate {ONE} --measures AP", "unknown option --measures; did you mean --measure"),
    (f"evaluate {ONE} --depth x", "--depth takes a whole number of 1 or more, not 'x'"),
    (f"evaluate {ONE} --depth=0", "--depth takes a whole number of 1 or more, not '0'"),
    (f"evaluate {ONE} --decimals 99", "--decimals takes a whole number from 0 to 15, not '99'"),
    (f"compare {ONE} --alpha much", "--alpha takes a number, not 'much'"),
    (f"evaluate {ONE} --format xml", "--format: 'xml' is not one of 'table', 'csv', 'json',"),
    (f"evaluate {ONE} -m AP --warnings error", "1 query without a document that is judged relevant"),
    (f"evaluate {ONE} --depth 5 --depth 10", "--depth was given 2 times; it takes one value"),
    (f"curve {ONE} --plot", "--plot needs a value"),
    (f"compare {ON_TINY} --test welch", "Welch's test is of independent samples; runs are scored on the same queries"),
    (f"compare {ON_TINY} --baseline run1 --baseline run3", "unknown baseline run run3; runs: run1, run2"),
    ("metrics nonsense", "no metric, family or paper is called 'nonsense'"),
    (f"evaluate {ONE} -m alpha_nDCG@20", "alpha_nDCG@20 needs subtopic judgments, but qrels.txt has none"),
    (f"evaluate {ONE} -o history.duckdb", "history.duckdb: has a table scores already; use --append to add"),
    ("evaluate runs.parquet --qrels runs.parquet", "runs.parquet: looks like a run, where judgments were expected"),
    ("evaluate run1.run --qrels run1.run", "run1.run: looks like a run, where judgments were expected"),
    ("evaluate qrels.txt --qrels qrels.txt", "qrels.txt: looks like judgments, where a run was expected"),
    ("compare runs.parquet", "looks like a run, where scores were expected"),
    ("compare run1.run run2.run", "give their judgments too: --qrels QRELS"),
    (f"compare {ON_TINY} --baseline runs/run1.run", "unknown baseline run runs/run1.run; runs: run1, run2"),
    (f"compare {ON_TINY} -o pairs.png", "pairs.png: --output writes rows; for a picture say --plot pairs.png"),
    (f"evaluate {ON_TINY} --queries types.txt", "types.txt: there is no such file, where a list"),
    (f"evaluate {ONE} -m EBR@20", "unknown measure 'EBR'; did you mean ERR"),
    (f"curve {ONE} -o curve.png", "curve.png: --output writes rows; for a picture say --plot curve.png"),
    (f"standardise {ON_TINY} -o means.png", "means.png: unsupported output format '.png'; supported: .parquet"),
    ("evaluate no.run --qrels qrels.txt", "no.run: there is no such file"),
    ("evaluate 'no/*.run' --qrels qrels.txt", "no/*.run: no file matches it"),
    ("evaluate run1.run run1.run --qrels qrels.txt", "duplicate input: run1.run"),
    ("evaluate lake --qrels qrels.parquet", "document D000080 is there twice for query 101 in run bm25"),
    ("evaluate lake --qrels qrels.parquet", "one of them is read by --where \"dt = '2026-11-21'\""),
    (
        "evaluate 'night/**/*.parquet' --qrels qrels.parquet",
        "both hold a run called bm25; name one otherwise, NAME=path",
    ),
    ("evaluate prod=runs.parquet --qrels qrels.parquet", "holds 2 runs (bm25, dense), which cannot all be called prod"),
    (
        "evaluate 's3://bucket/*.parquet' --qrels qrels.parquet",
        "add --init lake.sql: install httpfs; load httpfs; create ",
    ),
    (f"evaluate {ONE} -o history.duckdb --append --force", "--force replaces the table and --append adds to it"),
    (f"evaluate {ONE} --queries runs.parquet", "no text, where a list of queries was expected"),
    (f"evaluate {ONE} --memory-limit lots", "invalid memory_limit 'lots': "),
    (f"evaluate {ONE} --memory-limit 1MB", "a memory limit of 976.5 KiB is too low for this; --memory-limit"),
    ("evaluate comma.run --qrels qrels.txt", "comma.run, line 1: score is '2,5'; a number was expected"),
    ("evaluate twice.run --qrels qrels.txt", "document d01 is there twice for query q1"),
    ("evaluate run1.run --qrels strangers.txt", "have no query in common"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What lies about in the folder of somebody who tries evalsql."""
    made = tmp_path_factory.mktemp("first hour")
    (made / "runs").mkdir()
    for name, source in {"run1.run": "good.run", "run2.run": "poor.run", "qrels.txt": "qrels.txt"}.items():
        (made / name).write_bytes((FIXTURES / "tiny" / source).read_bytes())
    (made / "run3.run").write_bytes((made / "run1.run").read_bytes())
    for name in ("run1.run", "run2.run"):
        (made / "runs" / name).write_bytes((made / name).read_bytes())
    (made / "diversity.txt").write_text("q1 1 d01 1\nq1 2 d01 1\nq1 2 d02 1\nq2 1 d02 1\n")
    (made / "comma.run").write_text("q1 Q0 d01 1 2,5 comma\n")
    (made / "twice.run").write_text("q1 Q0 d01 1 2.5 twice\nq1 Q0 d01 2 1.5 twice\n")
    (made / "strangers.txt").write_text("1 0 d01 1\n")
    with duckdb.connect() as connection:
        few = "query_id in ('101', '102', '103')"
        track = FIXTURES / "track"
        connection.execute(f"create table runs as from '{track}/runs.parquet' where run in ('bm25', 'dense') and {few}")
        connection.execute(f"copy runs to '{made}/runs.parquet'")
        connection.execute(f"copy (from '{track}/qrels.parquet' where {few}) to '{made}/qrels.parquet'")
        for night in ("2026-11-21", "2026-11-22"):
            (made / "night" / night).mkdir(parents=True)
            for run in ("bm25", "dense"):
                part = made / "lake" / f"dt={night}" / f"run={run}"
                part.mkdir(parents=True)
                rows = f"select query_id, doc_id, score from runs where run = '{run}'"
                connection.execute(f"copy ({rows}) to '{part}/part-0.parquet'")
                connection.execute(f"copy ({rows}) to '{made}/night/{night}/{run}.parquet'")
        for name, rows in {
            "rankers": "select run as ranker, query_id, doc_id, score from runs",
            "bought": "select query_id as user_id, doc_id as item_id, score as rating from runs where run = 'bm25'",
            "lists": "select query_id, list(doc_id order by rank) as doc_ids from runs where run = 'bm25' group by all",
        }.items():
            connection.execute(f"copy ({rows}) to '{made}/{name}.parquet'")
    (made / "ranx.json").write_text('{"q1": {"d01": 1.5}}')
    duckdb.connect(made / "history.duckdb").execute("create table scores (run varchar)").close()
    return made


@pytest.mark.quick(4)
@pytest.mark.parametrize(("typed", "printed"), WORKS)
def test_it_works(typed: str, printed: str, folder: Path) -> None:
    done = in_process.whole(shlex.split(typed), folder)
    assert done.status == 0, done.said
    assert printed in done.output


@pytest.mark.parametrize(("typed", "said"), REFUSED)
def test_it_is_refused_with_one_sentence(typed: str, said: str, folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    done = in_process.whole(shlex.split(typed), folder)
    assert done.status == 2
    assert done.output == ""
    assert said in done.said
    assert done.said.startswith("evalsql: ")
    assert done.said.count("\n") == 1
    assert sorted(folder.rglob("*")) == before
