"""What text reaches SQL: whether each expression in a text of SQL is quoted, a number, or a text of ours.

An expression is followed, through the whole package, to what it is made of: parts of f-strings, both sides of +, what a
name was assigned, what a function returns, what its callers pass. Constants, numbers and what a function of
evalsql/sqltext.py quotes are safe. What no rule can follow is left over, and is to be looked at by a person.
"""

import ast
import re
from collections.abc import Callable, Iterable

from python_read import HANDED_ON, Made, Package, Scope, parameters, passed

RUN = {"execute", "executemany", "sql", "project", "selectExpr", "expr"}  # methods whose first argument is SQL
QUOTING = {"quote", "identifier", "sql_list", "number_text", "literal"}
NUMBERS = {"len", "int", "float", "sum", "round", "abs", "hash", "range", "count", "bit_count", "hex", "isinstance"}
# annotations of what is no text of a user
PLAIN = {"int", "float", "bool", "int | None", "float | None", "bool | None", "Kind", "Made"}
RENDERERS = ("evalsql/render/statements.py", "evalsql/catalog/relations.py", "evalsql/catalog/sqlfiles.py")
SQL = re.compile(
    r"^(from|where|select|with|having|in \()|\b(select|attach|detach|copy|create|insert|drop|alter|union all)\b"
    r"|\b(order by|group by|case when|as materialized|try_cast|cast)\b|\((from|select)\b|\bfrom evalsql_|::|\|\||<>"
    r"| is not null| between |\b(comment on|rename to|describe|pragma|checkpoint|exists)\b|^(set|use|load|update) "
)
# what is given to these is said, and not run
SAYING = {"InputError", "CatalogError", "ValueError", "Problem", "say", "note", "echo", "warn_of", "refused"}
SAYING |= {"Option", "Argument"}


class Follow:
    """Says of expressions whether all that they are made of is ours, a number, or quoted."""

    def __init__(self, package: Package, known: Iterable[str] = ()) -> None:
        self.package = package
        self.known = set(known)  # expressions that need no proof, each as its text
        self.found: dict[object, bool] = {}

    def all_safe(self, nodes: Iterable[ast.expr | None], scope: Scope) -> bool:
        """Whether each of these is."""
        return all(self.safe(each, scope) for each in nodes if each is not None)

    def once(self, key: object, asked: Callable[[], bool]) -> bool:
        """An answer that is found once; what is asked for again on the way there adds nothing."""
        if key not in self.found:
            self.found[key] = True
            self.found[key] = asked()
        return self.found[key]

    def safe(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression is."""
        return self.once(node, lambda: ast.unparse(node) in self.known or self.made_of_safe(node, scope))

    def made_of_safe(self, node: ast.expr, scope: Scope) -> bool:
        """Whether the expressions that it is made of are."""
        match node:
            case ast.Constant() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.JoinedStr():
                if is_sql(node):
                    return True  # it is looked at where it stands
                parts = [each for each in node.values if isinstance(each, ast.FormattedValue)]
                return self.all_safe([each.value for each in parts if not is_numeric(each)], scope)
            case ast.BinOp():
                return self.all_safe([node.left, node.right], scope)
            case ast.BoolOp():
                return self.all_safe(node.values, scope)
            case ast.IfExp():
                return self.all_safe([node.body, node.orelse], scope)
            case ast.List() | ast.Tuple() | ast.Set():
                return self.all_safe(node.elts, scope)
            case ast.Dict():
                return self.all_safe([*node.keys, *node.values], scope)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                return self.all_safe([node.elt], scope)
            case ast.DictComp():
                return self.all_safe([node.key, node.value], scope)
            case ast.NamedExpr() | ast.Starred() | ast.Subscript() | ast.UnaryOp(operand=ast.expr()):
                return self.all_safe([node.operand if isinstance(node, ast.UnaryOp) else node.value], scope)
            case ast.Lambda():
                return self.all_safe([node.body], scope)
            case ast.Name():
                return self.name(node.id, scope)
            case ast.Attribute():
                return self.attribute(node, scope)
            case ast.Call():
                return self.call(node, scope)
        return False

    def name(self, name: str, scope: Scope) -> bool:
        """Whether all that a name stands for is."""
        found = self.package.find(name, scope)
        if found is None:
            return False
        at, made = found
        if made is not None:
            return self.returned(made)
        own = isinstance(at.node, ast.FunctionDef) and name in parameters(at.node)
        if not own and not at.names[name]:
            return False
        return self.once(
            (at.node, name), lambda: (not own or self.parameter(at, name)) and self.all_safe(at.names[name], at)
        )

    def returned(self, made: Made) -> bool:
        """Whether what a function gives is."""
        if not isinstance(made, ast.FunctionDef):
            return False
        if made.returns is not None and ast.unparse(made.returns) in PLAIN:
            return True
        scope = self.package.scopes[made]
        return bool(scope.returned) and self.all_safe(scope.returned, scope)

    def parameter(self, scope: Scope, name: str) -> bool:
        """Whether what all callers pass for a parameter is."""
        made = scope.node
        assert isinstance(made, ast.FunctionDef)
        parameter = parameters(made)[name]
        if parameter.annotation and ast.unparse(parameter.annotation) in PLAIN:
            return True
        calls = self.package.calls.get(made, [])
        if not calls:
            return False
        given = made.args
        placed = [each.arg for each in (*given.posonlyargs, *given.args)]
        defaults = dict(zip(reversed(placed), reversed(given.defaults), strict=False))
        defaults |= {each.arg: value for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value}
        placed = [each for each in placed if each not in ("self", "cls")]
        return self.all_safe([defaults.get(name)], scope.outer or scope) and all(
            self.all_safe(passed(call, name, placed, given), at) for call, at in calls
        )

    def attribute(self, node: ast.Attribute, scope: Scope) -> bool:
        """Whether a name of another file is, or a field that holds numbers, or what is in a constant."""
        if isinstance(node.value, ast.Name):
            module = self.package.module(node.value.id, scope)
            if module is not None:
                return self.name(node.attr, module)
        annotations = {ast.unparse(each.annotation) for _, each in self.package.fields[node.attr]}
        return bool(annotations) and annotations <= PLAIN

    def call(self, node: ast.Call, scope: Scope) -> bool:
        """Whether what a call gives is."""
        func, rest = node.func, node.args
        name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
        if name in ("map", "partial") and rest:
            func, rest = rest[0], rest[1:]
            name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
        if name in QUOTING or name in NUMBERS:
            return True
        if name == "Sql":  # which templates trust, and no rule does
            return self.all_safe(rest, scope)
        found = self.package.called(node, scope)
        if found and self.package.scopes.get(found[0]) and self.package.scopes[found[0]].file in RENDERERS:
            return self.all_safe(texts_given(node, found[0]), scope)
        if found and (isinstance(func, ast.Name) or name not in HANDED_ON):
            return all(map(self.returned, found))
        given = [*rest, *(each.value for each in node.keywords)]
        if name == "render":  # of a template, which is a file of ours
            return self.all_safe(given, scope)
        base = [func.value] if isinstance(func, ast.Attribute) else []
        return name in HANDED_ON and self.all_safe([*base, *given], scope)


def texts_given(call: ast.Call, made: Made) -> list[ast.expr]:
    """What a call gives beside measures, of which a renderer quotes what is text."""
    known = parameters(made) if isinstance(made, ast.FunctionDef) else {}
    objects = {name for name, each in known.items() if each.annotation and "Measure" in ast.unparse(each.annotation)}
    placed = [each for name, each in zip(known, call.args, strict=False) if name not in objects]
    return [*placed, *(each.value for each in call.keywords if each.arg not in objects)]


def is_numeric(part: ast.FormattedValue) -> bool:
    """Whether a part of an f-string is written as a number, which a text cannot be."""
    spec = ast.unparse(part.format_spec) if part.format_spec else ""
    return spec.rstrip("\"'")[-1:] in tuple("dfgex,") and bool(spec)


def is_sql(text: ast.JoinedStr) -> bool:
    """Whether an f-string is SQL, by what is in it beside what is filled in."""
    return (
        SQL.search("".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in text.values))
        is not None
    )


def said(node: ast.AST, package: Package) -> bool:
    """Whether a text is only said: in an error, a warning or a help."""
    while node in package.parents:
        node = package.parents[node]
        if isinstance(node, ast.Raise):
            return True
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SAYING:
            return True
    return False


def unproven(package: Package, known: Iterable[str] = ()) -> list[tuple[str, str]]:
    """The expressions in texts of SQL that no rule proves to be safe, each with its place."""
    follow, found = Follow(package, known), []
    for text, scope in package.texts:
        if not is_sql(text) or said(text, package):
            continue
        for each in text.values:
            if isinstance(each, ast.FormattedValue) and not is_numeric(each) and not follow.safe(each.value, scope):
                found.append((f"{scope.file}:{scope.path}", ast.unparse(each.value)))
    for call, scope in package.every:
        run = isinstance(call.func, ast.Attribute) and call.func.attr in RUN and call.args
        if run and not isinstance(call.args[0], ast.JoinedStr) and not follow.safe(call.args[0], scope):
            found.append((f"{scope.file}:{scope.path}", ast.unparse(call.args[0])))
    return found
