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
    return environment().from_string(imports(body) + body).render(fixed=fixed or {}, **names).strip()


@cache
def fragments() -> dict[str, list[str]]:
    """The names of the fragments in each file of them."""
    texts = {file: sql_folder().joinpath(file).read_text(encoding="utf-8") for file in FRAGMENTS}
    return {file: re.findall(r"{%-? macro (\w+)\(", text) for file, text in texts.items()}


def imports(body: str) -> str:
    """The lines of Jinja that fetch the fragments a body names, and no others, since each takes time."""
    words = set(re.findall(r"\w+", body))
    every = "include" in words  # of a file that may name any
    used = {file: [name for name in names if every or name in words] for file, names in fragments().items()}
    return "".join(
        f"{{% from '{file}' import {', '.join(names)} with context %}}" for file, names in used.items() if names
    )
