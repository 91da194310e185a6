"""Checks in SQL alone, for the macro problems: the query of each, and its sentence as an expression."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from evalsql.catalog.checks import OPTIONAL, SLOT, Check, checks
from evalsql.catalog.gains import BOUNDS, GAINS_RULE
from evalsql.catalog.templates import expand
from evalsql.sqltext import Sql, quote, writes_sql

# what the macro checks, and what the templates of these checks ask for
SUBJECTS: Mapping[str, Mapping[str, Any]] = {
    "runs": {"among": Sql("")},
    "qrels": {},
    "runs and queries": {"lost": Sql("(null)")},
    "contradicting ranks": {},
    "unjudged runs": {
        "judged": Sql("evalsql_runs semi join evalsql_qrels using (query_id, doc_id)"),
        "chosen": False,
    },
    "documents that look alike": {},
    "documents of several subtopics": {},
    "relevant documents": {"judgments": Sql("evalsql_qrels")},
    "documents as relevant as": {"judgments": Sql("evalsql_qrels"), "level": 1},
}
TEXTS = {"bounds": BOUNDS, "gains_rule": GAINS_RULE, "effect": "", "hint": ""}


def queries() -> Iterator[Sql]:
    """A query for each check, over relations _es_...: the level, the kind, the sentence and the count of a problem."""
    for of, values in SUBJECTS.items():
        for check in checks()[of]:
            yield query(of, check, values)


@writes_sql
def query(of: str, check: Check, values: Mapping[str, Any]) -> str:
    """The query of a check, which finds nothing if there are no judgments to compare with."""
    body = expand(check.body, of=Sql(of), in_macro=True, **values).replace("evalsql_", "_es_")
    texts = TEXTS | {"row": f"a row of the {of}"}
    judged = "" if of in ("runs", "qrels") else " and exists (from _es_population)"
    return (
        f"select {quote(check.level)} as level, {quote(check.kind)} as kind, {sentence(check.sentence, texts)} as text,"
        " count::bigint as count"
        f"\nfrom (\n{body}\n)\nwhere count > 0{judged}"
    )


@writes_sql
def sentence(text: str, texts: Mapping[str, str]) -> str:
    """An expression for a sentence: null in a part of it that is optional makes that part empty."""
    return " || ".join(
        f"coalesce({joined(part, texts)}, '')" if optional % 2 else joined(part, texts)
        for optional, part in enumerate(OPTIONAL.split(text))
        if part
    )


def joined(text: str, texts: Mapping[str, str]) -> str:
    """An expression for a sentence without optional parts."""
    parts, end = [], 0
    for found in SLOT.finditer(text):
        parts += [quote(text[end : found.start()])] * (found.start() > end)
        parts.append(slot(found, texts))
        end = found.end()
    parts += [quote(text[end:])] * (end < len(text))
    return " || ".join(parts)


def slot(found: re.Match, texts: Mapping[str, str]) -> str:
    """An expression for what stands in a slot."""
    name, form = found["name"], found["form"] or ""
    if name in texts:
        return quote(texts[name])
    if name == "where":
        return "null"
    if name == "given":
        return f"coalesce(given_{found['part']}, 'null')"
    if name == "more":
        return f"case when count > 1 then '; ' || {times('count - 1', f'more such {form}')} else '' end"
    if "|" in form:
        one, other = form.split("|")
        return f"case when {name} = 1 then {quote(one)} else {quote(other)} end"
    simple = {
        "": name,
        "text": f"{name}::varchar",
        "number": f"regexp_replace({name}::varchar, '[.]0$', '')",
        "list": f"array_to_string({name}, ', ') || ', ...'",
        "alike": f"{name}[1] || ', judged as ' || {name}[2]",
    }
    return simple[form] if form in simple else times(name, form)


@writes_sql
def times(count: str, noun: str) -> str:
    """An expression for a count with its noun."""
    return expand("{{ times(count, noun) }}", count=Sql(count), noun=Sql(noun))
