"""How a command reads its line and prints its help: what Typer leaves open, for every command alike."""

import inspect
import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

FIRST = "Options"  # the panel of options that say no other
RARE = ("Advanced", "Files", "Pictures")  # those that --help leaves out, and --help-all has
GROUPS = ("Evaluate", "Compare", "Explain", "Studies", "SQL and BI", "Other")  # of commands
EXAMPLES = """\b
Examples:
  evalsql evaluate bm25.run dense.run --qrels qrels.txt
  evalsql compare bm25.run dense.run --qrels qrels.txt -m nDCG@10
  evalsql build eval.duckdb 'runs/*.run' --qrels qrels.txt"""


class Command(TyperCommand):
    """A command whose options are given once, and whose help has the examples first and rare options last."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the line; refuses an option given twice that takes one value, and one that swallowed another."""
        if not ctx.resilient_parsing:
            given = list(args)
            values, _, order = self.make_parser(ctx).parse_args(args=list(args))
            for option in options_of(self):
                name = written_as(option, given)
                if not option.is_flag and not option.multiple and order.count(option) > 1:
                    ctx.fail(f"{name} was given {order.count(option)} times; it takes one value")
                named = {text for each in options_of(self) for text in each.opts}
                value = values.get(option.name)
                if not option.is_flag and isinstance(value, str) and value in named:
                    ctx.fail(f"{name} needs a value; {value} after it is an option")
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line: [OPTIONS] RUNS... --qrels QRELS."""
        pieces = ["[OPTIONS]"]
        for each in self.params:
            if each.param_type_name == "argument":
                word = (each.metavar or str(each.name).upper()).strip("[]") + ("..." if each.nargs == -1 else "")
                pieces.append(word if each.required else f"[{word}]")
        return pieces + [f"{each.opts[0]} {each.metavar}" for each in options_of(self) if each.required]

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Writes the first sentence, the examples, and the rest."""
        first, *rest = inspect.cleandoc(self.help or "").split("\n\n")
        parts = [first, *sorted(rest, key=lambda part: not part.startswith("\b"))]
        for part in parts:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(part)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the arguments, the options, and those of other panels below, rare ones if all are asked for."""
        every = bool(ctx.find_root().obj)
        panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], FIRST: []}
        for each in self.get_params(ctx):
            record = help_record(each, ctx)
            if record is not None:
                panel = "Arguments" if each.param_type_name == "argument" else FIRST
                panels.setdefault(getattr(each, "rich_help_panel", None) or panel, []).append(record)
        for panel, records in panels.items():
            if records and (every or panel not in RARE):
                with formatter.section(panel):
                    formatter.write_dl(records)
        if not every and any(panels.get(panel) for panel in RARE):
            formatter.write_paragraph()
            formatter.write_text(f"{ctx.command_path} --help-all lists all options.")


class Group(TyperGroup):
    """The commands, each with its whole first sentence in the help."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Writes what the program is, and examples."""
        super().format_help_text(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(EXAMPLES)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the commands of each group, and what each does."""
        rows: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command: Any = self.commands[name]
            rows.setdefault(command.rich_help_panel, []).append((name, first_sentence(command.help or "")))
        for group, of_group in rows.items():
            with formatter.section(group):
                formatter.write_dl(of_group)


def first_sentence(text: str) -> str:
    """The first paragraph of a help, on one line, without its stop."""
    return " ".join(text.strip().split("\n\n")[0].split()).rstrip(".")


def help_record(parameter: Any, ctx: Any) -> tuple[str, str] | None:
    """How a parameter is written and what its help says; none where it is hidden.

    From version 0.29 on Typer writes types as Python does, list[a|b], and behind the names of arguments too.
    """
    record = parameter.get_help_record(ctx)
    if record is None:
        return None
    name = record[0].partition(" <")[0] if parameter.param_type_name == "argument" else record[0]
    return re.sub(r"<list\[(.*)\]>$", r"<\1>", name), re.sub(r" *\[x>=1\]$", "", record[1])


def options_of(command: Any) -> list[Any]:
    """The options of a command, without its arguments."""
    return [each for each in command.params if each.param_type_name == "option"]


def written_as(option: Any, arguments: list[str]) -> str:
    """An option as it stands in a line, or its first name where it stands there joined to its value."""
    return next((text for text in arguments if text in option.opts), option.opts[0])
