"""Jinja over the folder sql/. It is for structure alone, never for a user's value."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound

from evalsql.metric import WHOLE_RANKING
from evalsql.sqlfiles import sql_folder

# the expressions that others share
FRAGMENTS = (
    "fragments.sql",
    "fragments_by_subtopic.sql",
    "fragments_of_lists.sql",
    "distributions.sql",
    "distributions_by_quadrature.sql",
)
FRAGMENT = re.compile(r"{%-? macro (?P<name>\w+)\(.*?{%-? endmacro -?%}", re.DOTALL)


class SqlLoader(BaseLoader):
    """Finds templates in the folder sql/, wherever that is."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, None, None]:
        """The text of a file of sql/."""
        file = sql_folder().joinpath(*template.split("/"))
        if not file.is_file():
            raise TemplateNotFound(template)
        return file.read_text(encoding="utf-8"), None, None


@cache
def environment() -> Environment:
    """Jinja over the folder sql/; an unknown name in a template is an error."""
    jinja = Environment(loader=SqlLoader(), undefined=StrictUndefined, autoescape=False)
    jinja.globals["whole_ranking"] = WHOLE_RANKING
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
    return environment().from_string(fragments_of(body) + body).render(fixed=fixed or {}, **names).strip()


@cache
def fragments() -> dict[str, str]:
    """Each fragment by name, as Jinja has it: a macro."""
    texts = (sql_folder().joinpath(file).read_text(encoding="utf-8") for file in FRAGMENTS)
    return {found["name"]: found[0] for text in texts for found in FRAGMENT.finditer(text)}


def fragments_of(body: str) -> str:
    """The fragments that a body names, and those that these name; no others, since each takes time."""
    wanted, named = set(), words_of(body) & fragments().keys()
    if "include" in words_of(body):  # of a file that may name any
        named = set(fragments())
    while named:
        wanted |= named
        named = {other for name in named for other in words_of(fragments()[name]) & fragments().keys()} - wanted
    return "".join(text for name, text in fragments().items() if name in wanted)


@cache
def words_of(text: str) -> frozenset[str]:
    """The words that stand in a text."""
    return frozenset(re.findall(r"\w+", text))
