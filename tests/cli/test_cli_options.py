"""Options are declared once: what many functions pass on, how names are spelled, and where a command stands."""

import ast
import inspect
from importlib import import_module
from pkgutil import iter_modules
from typing import get_type_hints

import command
import pytest
from in_process import refusal
from places import ROOT

from evalsql import Evaluation, cli, evaluate
from evalsql.scoring.options import Options
from evalsql.words import in_one_spelling


def test_the_options_of_a_question_are_those_of_an_evaluation():
    declared = inspect.signature(Evaluation).parameters
    of_its_own = {"runs", "qrels", "connection", "measures", "keep", "whole", "progress"}
    of_its_own |= {"depth", "strict", "judged_only"}
    assert set(declared) - of_its_own == set(Options.__annotations__)
    assert set(inspect.signature(evaluate).parameters) >= set(Options.__annotations__) - {"settings"}


def test_options_have_the_types_that_an_evaluation_takes():
    taken = get_type_hints(Evaluation.__init__)
    for name in Options.__annotations__.keys() - {"settings"}:  # whose type is spelled out there
        assert get_type_hints(Options, localns=vars(import_module("evalsql.connections")))[name] == taken[name], name


def test_no_function_takes_options_of_any_type():
    found = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in (ROOT / "evalsql").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and node.args.kwarg
        and node.args.kwarg.arg == "options"
        and not ast.unparse(node.args.kwarg.annotation).startswith("Unpack[")
    ]
    assert found == []


def test_every_command_has_a_place_of_its_own_in_the_help():
    modules = {each.name: import_module(f"evalsql.cli.{each.name}") for each in iter_modules(cli.__path__)}
    places = [module.PLACE for module in modules.values() if hasattr(module, "PLACE")]
    assert len(places) == 24
    assert len(set(places)) == len(places)


def test_commands_options_and_tests_go_by_both_spellings():
    few = ("compare", *command.TINY, "-m", "AP", "--resamples", "50", "--format", "csv")
    other = command.output(*few, "--standardize", "--test", "randomization")
    assert other == command.output(*few, "--standardise", "--test", "randomisation")
    assert other.count(",randomisation,") == 1
    assert command.output("standardize", "--help") == command.output("standardise", "--help")


def test_no_other_name_is_spelled_anew():
    assert in_one_spelling("--size") == "--size"
    assert in_one_spelling("normalized") == "normalized"


@pytest.mark.parametrize("name", ["sweep", "discriminate", "standardise", "queries", "correlate", "curve", "compare"])
def test_a_file_that_cannot_be_written_is_refused_before_any_work(name):
    further = ("-m", "RBP", "--over", "p=0.5,0.8") if name == "sweep" else ()
    said = refusal(name, "no_such_run.parquet", "--qrels", "no_such_file", *further, "-o", "here.docx")
    assert said.startswith("here.docx: unsupported output format '.docx'; supported: .parquet, ")
