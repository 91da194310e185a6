"""Jinja over the folder sql/. It is for structure alone: a text that nobody quoted is refused, see Sql."""

import re
import sys
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import md5
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import BaseLoader, FileSystemBytecodeCache, StrictUndefined, TemplateNotFound, filters, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame

from evalsql.catalog.folder import names, sql_folder
from evalsql.catalog.gains import within_bounds
from evalsql.catalog.interval import WHOLE_RANKING
from evalsql.errors import CatalogError
from evalsql.sqltext import Sql

FRAGMENTS = "fragments/"  # a template of one of these
bodies: dict[str, str] = {}  # texts that were filled, by what Jinja calls them
INCLUDE = re.compile(r'{%-? include "(?P<folder>[^"]+)/(?P<name>[^"/]*)"')
BRACES = re.compile(r"{{.*?}}|{%.*?%}", re.DOTALL)  # what Jinja reads
WORD = re.compile(r"(-?[\w.]+([+-]\d+)?(::\w+)?)?")  # or a number, perhaps with its type
FRAGMENT = re.compile(r"{%-? macro (?P<name>\w+)\(.*?{%-? endmacro -?%}", re.DOTALL)


class SqlCompiler(CodeGenerator):
    """Compiles templates in which texts that stand there, and what is put together of them, are Sql."""

    def visit_Const(self, node: nodes.Const, frame: Frame) -> None:
        """Writes a constant."""
        self.write(f"environment.sql({node.value!r})" if isinstance(node.value, str) else repr(node.value))

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        """Writes what ~ stands for."""
        self.write("environment.joined((")
        for each in node.nodes:
            self.visit(each, frame)
            self.write(", ")
        self.write("))")


def refuse_unquoted(value: Any) -> Any:
    """The value; a text that is neither Sql nor a word, such as the name of a metric, is refused."""
    if isinstance(value, str) and not isinstance(value, Sql) and not WORD.fullmatch(value):
        raise TypeError(f"a text that nobody quoted, where SQL was expected: {value!r}")
    return value


def joined(parts: Iterable[Any], between: str = "") -> Sql:
    """Parts of SQL as one."""
    return Sql(refuse_unquoted(between).join(str(refuse_unquoted(each)) for each in parts))


class Environment(jinja2.Environment):
    """Jinja whose templates make Sql of Sql."""

    code_generator_class = SqlCompiler
    concat = staticmethod(lambda parts: Sql("".join(parts)))  # of what finalize has seen
    sql, joined = Sql, staticmethod(joined)


class SqlLoader(BaseLoader):
    """Finds templates in the folder sql/, wherever that is, and fragments by their names."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, None, None]:
        """The text of a file of sql/, or of a body or a fragment with the fragments that it names."""
        if template in bodies:
            body = bodies[template]
            return imports(words_included(body) & fragments().keys()) + body, None, None
        if template.startswith(FRAGMENTS):
            name = template.removeprefix(FRAGMENTS)
            text = fragments()[name]
            return imports((words_in_braces(text) & fragments().keys()) - {name}) + text, None, None
        file = sql_folder().joinpath(*template.split("/"))
        if not file.is_file():
            raise TemplateNotFound(template)
        return file.read_text(encoding="utf-8"), None, None


class BesideModules(FileSystemBytecodeCache):
    """Keeps what Jinja compiled of files and fragments where Python keeps modules that it compiled, as Python does.

    A template that has changed is compiled again. If nothing can be kept, each is compiled each time.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        """Reads a template, if it is there, whole, and not changed since."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # what is cut off or altered can fail in any way
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps a template, unless Python is to keep nothing or cannot."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


def kept_beside(module: str) -> BesideModules | None:
    """What keeps compiled templates beside a compiled module; None if Python keeps none."""
    with suppress(NotImplementedError):
        return BesideModules(str(Path(cache_from_source(module)).parent), ".%s.sql")
    return None


@cache
def environment() -> Environment:
    """Jinja over the folder sql/; an unknown name in a template is an error."""
    # to fold constants takes longer than it saves: most templates are filled once
    jinja = Environment(
        loader=SqlLoader(),
        undefined=StrictUndefined,
        autoescape=False,
        optimized=False,
        bytecode_cache=kept_beside(__file__),
        finalize=refuse_unquoted,
    )
    jinja.filters |= {
        "join": joined,
        "indent": lambda text, *a, **k: Sql(filters.do_indent(refuse_unquoted(text), *a, **k)),
    }
    jinja.globals |= {"whole_ranking": WHOLE_RANKING, "within_bounds": within_bounds}
    return jinja


def expand(body: str, fixed: Mapping[str, Any] | None = None, **names: Any) -> Sql:
    """The text of a body with its fragments, and the names given, spelled out."""
    if "{" in body:  # else it takes no time
        called = md5(body.encode(), usedforsecurity=False).hexdigest()  # so that what is compiled is kept
        bodies[called] = body
        body = environment().get_template(called).render(fixed=fixed or {}, **names)
    return Sql(body.strip())


@cache
def fragments() -> dict[str, str]:
    """Each fragment of sql/fragments by name, as Jinja has it: a macro."""
    return macros_in(
        (sql_folder() / "fragments" / f"{name}.sql").read_text(encoding="utf-8") for name in names("fragments")
    )


def macros_in(texts: Iterable[str]) -> dict[str, str]:
    """The macros of texts by name; two of one name are refused, since files call them without saying whose they are."""
    found: dict[str, str] = {}
    for each in (each for text in texts for each in FRAGMENT.finditer(text)):
        if each["name"] in found:
            raise CatalogError(f"sql/fragments has two fragments called {each['name']}; rename one")
        found[each["name"]] = each[0]
    return found


def imports(named: Collection[str]) -> str:
    """The lines of Jinja that fetch fragments."""
    return "".join(f"{{% from '{FRAGMENTS}{name}' import {name} with context %}}" for name in sorted(named))


@cache
def words_of(text: str) -> frozenset[str]:
    """The words that stand in a text."""
    return frozenset(re.findall(r"\w+", text))


@cache
def words_in_braces(text: str) -> frozenset[str]:
    """The words of a text that may name a fragment: a column that is called like one does not."""
    return words_of(" ".join(BRACES.findall(text)))


@cache
def words_included(text: str) -> frozenset[str]:
    """The words in the braces of a text and of the files that it includes: all of a folder where it makes up a name."""
    words = set(words_in_braces(text))
    for found in INCLUDE.finditer(text):
        folder = sql_folder().joinpath(*found["folder"].split("/"))
        for file in [folder / found["name"]] if found["name"] else sorted(folder.glob("*.sql")):
            words |= words_included(file.read_text(encoding="utf-8"))
    return frozenset(words)
