"""What Zensical builds the site of: the pages of docs, and those that are made of the catalog and of docstrings.

`python docs/site/stage.py FOLDER` puts them into a folder, with the settings.
"""

import contextlib
import io
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2
import pyarrow as pa

import evalsql
from evalsql.answers import Answer
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import Example, Metric, Parameter
from evalsql.cli.commands.explain import FIRST, tables
from evalsql.cli.commands.metrics import cutoff_default, default_of, example_lines, facts
from evalsql.cli.tables import printed, show
from evalsql.errors import InputError
from evalsql.scoring.explain import explain

HERE = Path(__file__).parent
SETTINGS = (HERE / "zensical.toml").read_text(encoding="utf-8")
URLS = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
FORMULAS = tomllib.loads((HERE / "formulas.toml").read_text(encoding="utf-8"))
OUTWARD = re.compile(r"(?<=\]\()((?:\.\./)+[^)\s]*)")
ROW = re.compile(r"^\| (`(\w+)[^`]*`) \| (.*?) \|", re.MULTILINE)  # of a metric or curve, on the page that lists them
IDENTIFIER = re.compile(r"(doi:|arXiv:|(?=https?://))(\S+?)(?=[.;,]?(?:\s|$))")
AT = {"doi:": "https://doi.org/", "arXiv:": "https://arxiv.org/abs/", "": ""}
AFTER = '        "reference/metrics.md",\n'  # the place in the navigation of what is made here
MORE = {  # what pages say more of a family
    "distance": "understand/average_distance.md",
    "intents": "understand/diversity.md",
    "novelty": "understand/diversity.md",
    "utility": "understand/costs.md",
}


QUERY = "example"


def every() -> list[Metric]:
    """All metrics, then all curves."""
    return [*evalsql.metrics().values(), *evalsql.curves().values()]


def stage(folder: Path) -> None:
    """Puts all that the site is made of into a folder."""
    docs = folder / "docs"
    shutil.copytree(HERE.parent, docs, ignore=shutil.ignore_patterns(HERE.name))
    for page in docs.rglob("*.md"):
        text = outward(page.read_text(encoding="utf-8"), page.relative_to(docs))
        page.write_text(listed(text) if page.name == "metrics.md" else text, encoding="utf-8")
    for metric in every():
        page = docs / place(metric)
        page.parent.mkdir(exist_ok=True)
        page.write_text(metric_page(metric, *worked(metric)), encoding="utf-8")
    shutil.copy(HERE / "site.css", docs)
    (docs / "reference" / "api.md").write_text(api_page(), encoding="utf-8")
    (folder / "zensical.toml").write_text(settings(), encoding="utf-8")


def settings() -> str:
    """The settings, with where the site and the repository are, and with the pages that are made here."""
    urls = f'site_url = "{URLS["Documentation"]}/"\nrepo_url = "{URLS["Source"]}"\n'
    return SETTINGS.replace("[project]\n", f"[project]\n{urls}").replace(AFTER, AFTER + navigation(every()))


def outward(text: str, page: Path) -> str:
    """The text of a page whose links to files outside docs lead to the repository."""

    def there(link: re.Match) -> str:
        named = HERE.parent / page.parent / link[1].partition("#")[0]
        if named.resolve().is_relative_to(HERE.parent):
            return link[1]
        file = (HERE.parent / page.parent / link[1]).resolve().relative_to(HERE.parents[1])
        return f"{URLS['Source']}/blob/main/{file}"

    return OUTWARD.sub(there, text)


def place(metric: Metric) -> str:
    """Where the page of a metric or curve is in docs."""
    return f"reference/{'curves' if metric.over else 'metrics'}/{metric.name}.md"


def listed(text: str) -> str:
    """The page of all metrics and curves with links to the page of each."""

    def row(found: re.Match) -> str:
        kind = "curves" if "(curve over " in found[3] else "metrics"
        return f"| [{found[1]}]({kind}/{found[2]}.md) | {found[3]} |"

    return ROW.sub(row, text)


def navigation(metrics: Iterable[Metric]) -> str:
    """The page of docstrings, and those of metrics and curves by family, as the settings have them."""
    lines = ['        { "Python: every name" = "reference/api.md" },']
    for title, some in (("Metrics", [m for m in metrics if not m.over]), ("Curves", [m for m in metrics if m.over])):
        lines.append(f'        {{ "{title}" = [')
        for family, members in groupby(sorted(some, key=family_of), key=family_of):
            pages = ", ".join(f'{{ "{each.name}" = "{place(each)}" }}' for each in members)
            lines.append(f'            {{ "{family}" = [{pages}] }},')
        lines.append("        ] },")
    return "\n".join(lines) + "\n"


def family_of(metric: Metric) -> str:
    """The family of a metric."""
    return metric.family


def api_page() -> str:
    """A page with the docstring of every public name."""
    names = "\n\n".join(f"::: evalsql.{name}" for name in sorted(evalsql.__all__, key=str.lower))
    return f"# Every public name\n\n[Python](python.md) has examples.\n\n{names}\n"


def metric_page(metric: Metric, shown: Example, answer: Answer | None) -> str:
    """All there is to say of a metric or curve, with an example and what explains it."""
    with contextlib.redirect_stdout(io.StringIO()):  # whatever the width of a terminal
        said = {line[:16].strip(" :"): line[16:] for line in facts(metric).splitlines()}
        examples = "\n".join(example_lines(metric, each) for each in metric.examples)
    tools = {name.removeprefix("In "): said.pop(name).split(", ") for name in list(said) if name.startswith("In ")}
    source = IDENTIFIER.sub(lambda found: f"[{found[0]}]({AT[found[1]]}{found[2]})", said.pop("Source"))
    formula = FORMULAS["curves" if metric.over else "metrics"].get(metric.name)
    return TEMPLATE.render(
        metric=metric,
        typeset=mathml(formula) if formula else "",
        facts=said,
        shown=shown,
        measure=make_measure(metric.name, metric, shown.arguments),
        steps=printed(lambda: show(tables(answer, QUERY, None, FIRST["trec_eval"]), "markdown")) if answer else "",
        examples=examples,
        tools=tools,
        source=source,
        more=MORE.get(metric.family),
    )


def mathml(formula: str) -> str:
    """A formula of LaTeX as browsers show it, without a script."""
    from latex2mathml.converter import convert

    return convert(formula, display="block")


def cell(text: str) -> str:
    """A text in a cell of a table, whose asterisks and underscores are no marks."""
    return re.sub(r"([|*_<])", r"\\\1", text)


def default(parameter: Parameter) -> str:
    """What a parameter is if it is not set."""
    if parameter.required:
        return "must be set"
    return cutoff_default(parameter).removeprefix("default").lstrip(": ") if parameter.cutoff else default_of(parameter)


def worked(metric: Metric) -> tuple[Example, Answer | None]:
    """The first example of a metric that can be explained, with its explanation; of a curve its first example."""
    for example in () if metric.over or metric.priced else metric.examples:
        if example.ranking and example.value is not None and (answer := explained(metric, example)):
            return example, answer
    return metric.examples[0], None


def explained(metric: Metric, example: Example) -> Answer | None:
    """What `evalsql explain` gives of an example; nothing where it refuses its measure."""
    scores = example.scores or range(len(example.ranking), 0, -1)
    run = {QUERY: {f"d{place}": float(score) for place, score in enumerate(scores, start=1)}}
    names = [f"d{place}" for place in range(1, len(example.ranking) + 1)]
    names += [f"missed{place}" for place in range(1, len(example.missed) + 1)]
    rows: list[dict[str, Any]] = []
    for place, (doc, value) in enumerate(zip(names, (*example.ranking, *example.missed), strict=True)):
        by_subtopic = dict.fromkeys(value, 1) if isinstance(value, list) else value
        of = by_subtopic.items() if isinstance(by_subtopic, dict) else [] if value == "?" else [(None, value)]
        stratum = example.strata[place] if example.strata else None
        given = {"query_id": QUERY, "doc_id": doc, "stratum": stratum}
        rows += [given | {"subtopic": subtopic, "relevance": float(relevance)} for subtopic, relevance in of]
    named = {name for row in rows for name, value in row.items() if value is not None}
    qrels = pa.Table.from_pylist([{name: row[name] for name in named} for row in rows])
    try:
        return explain.answer({"example": run}, qrels, make_measure(metric.name, metric, example.arguments), QUERY)
    except InputError:
        return None


ENVIRONMENT = jinja2.Environment(trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
ENVIRONMENT.filters |= {"cell": cell, "default": default}
TEMPLATE = ENVIRONMENT.from_string((HERE / "metric.jinja").read_text(encoding="utf-8"))

if __name__ == "__main__":
    stage(Path(sys.argv[1]))
