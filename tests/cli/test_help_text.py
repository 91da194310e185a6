"""The texts of the help: each of their entries is of a parameter, and a parameter without one is refused."""

from importlib import import_module
from inspect import signature
from pkgutil import iter_modules

import pytest

from evalsql.cli import commands, options
from evalsql.errors import CatalogError


def parameters_of(name: str) -> set[str]:
    """The names that entries have for the parameters of a command."""
    command = getattr(import_module(f"evalsql.cli.commands.{name}"), name)
    command.describe()
    return {each.rstrip("_") for each in signature(command).parameters}


NAMES = [module.name for module in iter_modules(commands.__path__) if module.name != "trec_eval"]
PARAMETERS = {name: parameters_of(name) for name in NAMES}


def test_each_entry_is_of_a_parameter():
    shared = options.shared_help()
    for name, parameters in PARAMETERS.items():
        about, own = options.help_of(name)
        assert about.strip(), name
        assert own.keys() | shared.get(name, {}).keys() <= parameters, name
        assert not own.keys() & shared.get(name, {}).keys(), name
    assert shared.keys() - {""} <= PARAMETERS.keys()
    others = [parameters - options.help_of(name)[1].keys() for name, parameters in PARAMETERS.items()]
    assert shared[""].keys() <= set().union(*others)


def test_a_parameter_without_an_entry_is_refused():
    with pytest.raises(CatalogError, match=r"compare\.txt nor help\.txt has an entry for the parameter nothing"):
        options.declared("compare", "nothing", int, {})


def test_an_entry_that_cannot_be_read_is_refused():
    with pytest.raises(CatalogError, match=r"help: --depth N up to \(Advanced\): --names, a metavar"):
        options.parsed("--depth N up to (Advanced)\n    The last rank.\n")
