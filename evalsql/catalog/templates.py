"""Jinja over the folder sql/. It is for structure alone, never for a user's value."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound

from evalsql.catalog.folder import sql_folder
from evalsql.catalog.gains import within_bounds
from evalsql.catalog.metric import WHOLE_RANKING

# the expressions that others share
FRAGMENTS = (
    "fragments.sql",
    "fragments_by_subtopic.sql",
    "fragments_of_lists.sql",
    "distributions.sql",
    "distributions_by_quadrature.sql",
)
SOME = "fragments: "  # a template of only these
FRAGMENT = re.compile(r"{%-? macro (?P<name>\w+)\(.*?{%-? endmacro -?%}", re.DOTALL)


class SqlLoader(BaseLoader):
    """Finds templates in the folder sql/, wherever that is, and fragments by their names."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, None, None]:
        """The text of a file of sql/, or of fragments, which are all that is compiled then."""
        if template.startswith(SOME):
            return "".join(fragments()[name] for name in template.removeprefix(SOME).split()), None, None
        file = sql_folder().joinpath(*template.split("/"))
        if not file.is_file():
            raise TemplateNotFound(template)
        return file.read_text(encoding="utf-8"), None, None


@cache
def environment() -> Environment:
    """Jinja over the folder sql/; an unknown name in a template is an error."""
    jinja = Environment(loader=SqlLoader(), undefined=StrictUndefined, autoescape=False)
    jinja.globals |= {"whole_ranking": WHOLE_RANKING, "within_bounds": within_bounds}
    return jinja


def expand(body: str, fixed: Mapping[str, Any] | None = None, **names: Any) -> str:
    """The text of a body with its fragments, and the names given, spelled out.

    Args:
        body: the text.
        fixed: the parameters of the only measure that the text is for, where there is one.
        names: what else the text has in braces.
    """
    if "{" not in body:
        return body.strip()  # which takes no time
    return environment().from_string(imports(body) + body).render(fixed=fixed or {}, **names).strip()


@cache
def fragments() -> dict[str, str]:
    """Each fragment by name, as Jinja has it: a macro."""
    texts = (sql_folder().joinpath(file).read_text(encoding="utf-8") for file in FRAGMENTS)
    return {found["name"]: found[0] for text in texts for found in FRAGMENT.finditer(text)}


def imports(body: str) -> str:
    """The line of Jinja that fetches the fragments a body names, with those that these name, and no others."""
    words = words_of(body)
    named = [name for name in fragments() if name in words or "include" in words]  # a file included may name any
    if not named:
        return ""
    wanted, last = set(named), set()
    while wanted != last:
        last = wanted
        wanted = wanted.union(*(words_of(fragments()[name]) & fragments().keys() for name in last))
    template = SOME + " ".join(name for name in fragments() if name in wanted)
    return f"{{% from '{template}' import {', '.join(named)} with context %}}"


@cache
def words_of(text: str) -> frozenset[str]:
    """The words that stand in a text."""
    return frozenset(re.findall(r"\w+", text))
