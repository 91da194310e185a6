"""Python files as names, calls and values: what each name may stand for, and who calls which function with what."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HANDED_ON = {
    *("sorted", "list", "tuple", "set", "dict", "frozenset", "zip", "enumerate", "reversed", "chain", "from_iterable"),
    *("next", "iter", "max", "min", "str", "join", "replace", "strip", "rstrip", "lower", "upper", "items", "values"),
    *("keys", "get", "setdefault", "pop", "fromkeys", "union", "split", "removeprefix", "removesuffix", "partition"),
    *("cast", "copy", "format", "product", "filter", "islice", "difference", "intersection", "indent", "dedent"),
}  # what gives parts of what it is given
ADDING = {"append", "extend", "insert", "update", "add", "setdefault"}
Made = ast.FunctionDef | ast.ClassDef


@dataclass(eq=False)
class Scope:
    """A function, or a file: which expressions each name in it stands for."""

    file: str
    node: ast.AST
    outer: "Scope | None" = None
    names: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))
    made: dict[str, Made] = field(default_factory=dict)
    imported: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    returned: list[ast.expr] = field(default_factory=list)
    owner: str = ""  # the class of a method

    @property
    def path(self) -> str:
        """Its name after its file."""
        own = getattr(self.node, "name", "")
        return ".".join(filter(None, (self.outer.path if self.outer else "", self.owner, own)))


@dataclass
class Package:
    """All files, their functions, and who calls whom."""

    scopes: dict[ast.AST, Scope] = field(default_factory=dict)
    modules: dict[str, Scope] = field(default_factory=dict)
    methods: dict[str, list[ast.FunctionDef]] = field(default_factory=lambda: defaultdict(list))
    fields: dict[str, list[tuple[ast.ClassDef, ast.AnnAssign]]] = field(default_factory=lambda: defaultdict(list))
    given: dict[str, list[tuple[ast.expr, Scope]]] = field(default_factory=lambda: defaultdict(list))  # self.name = ...
    calls: dict[ast.AST, list[tuple[ast.Call, Scope]]] = field(default_factory=lambda: defaultdict(list))
    every: list[tuple[ast.Call, Scope]] = field(default_factory=list)
    texts: list[tuple[ast.JoinedStr, Scope]] = field(default_factory=list)
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    def read(self, folder: Path, root: Path) -> "Package":
        """Reads all files of a folder."""
        for path in sorted(folder.rglob("*.py")):
            name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            tree = ast.parse(path.read_text(encoding="utf-8"))
            self.modules[name] = self.scopes[tree] = scope = Scope(str(path.relative_to(root)), tree)
            self.walk(tree.body, scope)
        for call, scope in self.every:
            for made in self.called(call, scope):
                self.calls[made].append((call, scope))
        return self

    def walk(self, nodes: Iterable[ast.AST], scope: Scope, owner: ast.ClassDef | None = None) -> None:
        """Notes what statements and expressions say, those of functions in scopes of their own."""
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                own = Scope(scope.file, node, scope, owner=owner.name if owner else "")
                self.scopes[node] = own
                (self.methods[node.name].append(node) if owner else scope.made.setdefault(node.name, node))
                self.walk([*node.args.defaults, *filter(None, node.args.kw_defaults), *node.decorator_list], scope)
                self.walk(node.body, own)
                continue
            if isinstance(node, ast.ClassDef):
                scope.made[node.name] = node
                for each in node.body:
                    if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                        self.fields[each.target.id].append((node, each))
                self.walk(node.body, scope, node)
                continue
            self.note(node, scope)
            for each in ast.iter_child_nodes(node):
                self.parents[each] = node
            self.walk(ast.iter_child_nodes(node), scope)

    def note(self, node: ast.AST, scope: Scope) -> None:
        """Notes what one node says."""
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self.bind(target, node.value, scope)
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr) and node.value is not None:
            self.bind(node.target, node.value, scope)
        elif isinstance(node, ast.For | ast.comprehension):
            self.bind(node.target, node.iter, scope)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self.bind(node.optional_vars, node.context_expr, scope)
        elif isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) and node.value is not None:
            scope.returned.append(node.value)
        elif isinstance(node, ast.Lambda):
            for each in node.args.args:
                scope.names.setdefault(each.arg, [])
        elif isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                scope.imported[each.asname or each.name] = (node.module, each.name)
        elif isinstance(node, ast.JoinedStr):
            self.texts.append((node, scope))
        elif isinstance(node, ast.Call):
            self.every.append((node, scope))
            if (
                isinstance(node.func, ast.Attribute)
                and node.func.attr in ADDING
                and isinstance(node.func.value, ast.Name)
            ):
                scope.names[node.func.value.id] += [*node.args, *(each.value for each in node.keywords)]

    def bind(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        """Notes that a name, or each of several, stands for an expression, or for what is in it."""
        if isinstance(target, ast.Starred):
            self.bind(target.value, value, scope)
        elif isinstance(target, ast.Name):
            scope.names[target.id].append(value)
        elif isinstance(target, ast.Attribute):
            self.given[target.attr].append((value, scope))
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            scope.names[target.value.id] += [value, target.slice]
        elif isinstance(target, ast.Tuple | ast.List):
            parts = list(parts_of(value, len(target.elts)))
            for each, part in zip(target.elts, parts, strict=True):
                self.bind(each, part, scope)

    def find(self, name: str, scope: Scope | None) -> tuple[Scope, Made | None] | None:
        """The scope where a name has its meaning, and the function or class that it is."""
        while scope is not None:
            if name in scope.imported:
                module, own = scope.imported[name]
                if module in self.modules and own is not None:
                    return self.find(own, self.modules[module])
                return None
            node = scope.node
            if name in scope.made:
                return scope, scope.made[name]
            if name in scope.names or (isinstance(node, ast.FunctionDef) and name in parameters(node)):
                return scope, None
            scope = scope.outer
        return None

    def called(self, call: ast.Call, scope: Scope) -> list[Made]:
        """The functions or classes of the package that a call may be of; of map, those that it is given."""
        func = call.func
        if isinstance(func, ast.Name) and func.id in ("map", "partial") and call.args:
            func = call.args[0]
        if isinstance(func, ast.Name):
            found = self.find(func.id, scope)
            return [found[1]] if found and found[1] else []
        if isinstance(func, ast.Attribute):
            if isinstance(func.value, ast.Name):
                module = self.module(func.value.id, scope)
                if module is not None:
                    found = self.find(func.attr, module)
                    return [found[1]] if found and found[1] else []
            methods = self.methods.get(func.attr, [])
            return list(methods) if len(methods) == 1 and func.attr not in HANDED_ON else []
        return []

    def module(self, name: str, scope: Scope | None) -> Scope | None:
        """The file that a name was imported as."""
        while scope is not None:
            if name in scope.imported:
                module, own = scope.imported[name]
                return self.modules.get(f"{module}.{own}")
            scope = scope.outer
        return None


def parts_of(value: ast.expr, count: int) -> Iterator[ast.expr]:
    """What each of several names stands for, that are assigned one value or take its items in turn."""
    if (
        isinstance(value, ast.Tuple)
        and len(value.elts) == count
        and not any(isinstance(e, ast.Starred) for e in value.elts)
    ):
        yield from value.elts
    elif (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id == "zip"
        and len(value.args) == count
    ):
        yield from value.args
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "enumerate":
        yield from (ast.Constant(0), value.args[0])
    else:
        yield from [value] * count


def parameters(node: ast.FunctionDef) -> dict[str, ast.arg]:
    """All parameters of a function, by their names."""
    given = node.args
    extra = filter(None, (given.vararg, given.kwarg))
    return {each.arg: each for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, *extra)}


def passed(call: ast.Call, name: str, placed: list[str], given: ast.arguments | None) -> list[ast.expr]:
    """What a call gives for one parameter, and whatever it gives in bulk."""
    arguments = call.args
    if isinstance(call.func, ast.Name) and call.func.id in ("map", "partial"):
        arguments = arguments[1:]
    found = [each.value for each in call.keywords if each.arg in (name, None)]
    starred = next((place for place, each in enumerate(arguments) if isinstance(each, ast.Starred)), len(arguments))
    if given and given.vararg and given.vararg.arg == name:
        return [*arguments[len(placed) :], *arguments[starred : len(placed)]]
    if given and given.kwarg and given.kwarg.arg == name:
        known = {*placed, *(each.arg for each in given.kwonlyargs)}
        return [each.value for each in call.keywords if each.arg not in known]
    if name in placed:
        place = placed.index(name)
        found += arguments[place : place + 1] if place < starred else arguments[starred : starred + 1]
    return found
