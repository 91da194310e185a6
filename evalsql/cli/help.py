"""How a command reads its line, its help, and the error for an invalid line."""

import inspect
import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

from evalsql.cli.guesses import in_place, of_command, of_option, whole_line
from evalsql.cli.values import take_plainly
from evalsql.words import either

FIRST = "Options"  # the panel of options that say no other
RARE = ("Advanced", "Files", "Pictures")  # those that --help leaves out, and --help-all has
GROUPS = ("Evaluate", "Compare", "Explain", "Studies", "SQL and BI", "Other")  # of commands
TREC = "; 'evalsql trec_eval' takes lines of trec_eval"


class Command(TyperCommand):
    """A command whose options are given once, and whose help has the examples first and rare options last."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the line; refuses an option with one value that has two, and one whose value is another option."""
        take_plainly(self.get_params(ctx))
        args = in_place(args, self)
        if not ctx.resilient_parsing:
            given = list(args)
            options: list[Any] = [each for each in self.params if each.param_type_name == "option"]
            names = {name for each in options for name in each.opts}
            options = [each for each in options if not each.is_flag]
            for last in (each for each in options if args and args[-1] in each.opts):
                ctx.fail(f"{args[-1]} needs a value{values_of(last, ctx)}")
            values, _, order = self.make_parser(ctx).parse_args(args=list(args))
            for option in options:
                name = next((word for word in given if word in option.opts), option.opts[0])
                if not option.multiple and order.count(option) > 1:
                    ctx.fail(f"{name} was given {order.count(option)} times; it takes one value")
                value = values.get(option.name)
                if isinstance(value, str) and value in names:
                    ctx.fail(
                        f"{name} needs a value{values_of(option, ctx)}; {value} after it is an option"
                        + TREC * (name == "-q")
                    )
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line: [OPTIONS] RUNS... --qrels QRELS."""
        pieces, options = ["[OPTIONS]"], []
        for each in self.params:
            if each.param_type_name == "argument":
                word = (each.metavar or str(each.name).upper()).strip("[]") + "..." * (each.nargs == -1)
                pieces.append(word if each.required else f"[{word}]")
            elif each.required:
                options.append(f"{each.opts[0]} {each.metavar}")
        return pieces + options

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Writes the first sentence, the examples, and the rest."""
        first, *rest = inspect.cleandoc(self.help or "").split("\n\n")
        for part in (first, *sorted(rest, key=lambda part: not part.startswith("\b"))):
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
                    formatter.write_dl(records, col_max=22)
        if not every and any(panels.get(panel) for panel in RARE):
            formatter.write_paragraph()
            formatter.write_text(f"{ctx.command_path} --help-all lists all options.")


class Group(TyperGroup):
    """The commands, each with its whole first sentence in the help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the line as far as the command."""
        take_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        rows: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command: Any = self.commands[name]
            first = " ".join(inspect.cleandoc(command.help or "").split("\n\n")[0].split()).rstrip(".")
            rows.setdefault(command.rich_help_panel, []).append((name, first))
        for group, of_group in rows.items():
            with formatter.section(group):
                formatter.write_dl(of_group)


def help_record(parameter: Any, ctx: Any) -> tuple[str, str] | None:
    """How a parameter is written and what its help says; none if it is hidden.

    From version 0.29 on Typer writes types as Python does, list[a|b], and behind the names of arguments too.
    """
    record = parameter.get_help_record(ctx)
    if record is None:
        return None
    name = record[0].partition(" <")[0] if parameter.param_type_name == "argument" else record[0]
    return re.sub(r"<list\[(.*)\]>$", r"<\1>", name), re.sub(r" *\[x>=1\]$|; x>=1(?=\]$)|x>=1; ", "", record[1])


def refusal(error: Any, arguments: list[str]) -> str:
    """The sentence for a line that Typer refuses, in one wording for all of its versions."""
    context = getattr(error, "ctx", None)
    command = context.info_name if context is not None and context.parent is not None else ""
    see = f"see '{' '.join(['evalsql', *([command] if command else [])])} --help'"
    kind, message = type(error).__name__, str(error.message).rstrip(".")
    if kind == "MissingParameter" and "--qrels" in error.param.opts:
        line = whole_line("--qrels", arguments)
        text = f"; {line}" if line else f", as in 'evalsql {command} RUNS --qrels qrels.txt'"
        return f"missing --qrels, the judgments{text}" + TREC * (command == "evaluate")
    if kind == "MissingParameter":
        name = name_of(error.param)
        return f"missing {name}; {whole_line(name, arguments) or see}"
    if kind == "NoSuchOption":
        return f"unknown option {error.option_name}; {of_option(error.option_name, error.ctx.command) or see}"
    if message.startswith("No such command "):
        word = next((each for each in arguments if not each.startswith("-") and each != "help"), "")
        return f"unknown command {word!r}; {of_command(word, error.ctx.command.commands) or see}"
    if message.startswith("Got unexpected extra argument"):
        return f"unexpected {message.rpartition('(')[2].rstrip(')')!r}; {see}"
    if kind == "BadParameter" and getattr(error, "param", None) is not None:
        return misfit(name_of(error.param), error, message, value_of(error.param, arguments))
    needy = re.fullmatch(r"Option '(.*)' requires .*", message)
    return f"{needy[1]} needs a value" if needy else message


def values_of(option: Any, ctx: Any) -> str:
    """The values that an option takes, if it takes some alone: <a|b> in its help, or [a|b] before Typer 0.29."""
    written = help_record(option, ctx) or ("", "")
    found = re.search(r"[<\[]([\w.-]+(?:\|[\w.-]+)+)[>\]]$", written[0])
    return f": {either(found[1].split('|'))}" if found else ""


def value_of(parameter: Any, arguments: list[str]) -> str:
    """The value that an option has in a line, behind it or joined to it."""
    for word, after in zip(arguments, [*arguments[1:], ""], strict=True):
        option = next((each for each in parameter.opts if word.startswith(each)), None)
        if option is not None:
            return after if word == option else word.removeprefix(option).removeprefix("=")
    return ""


def misfit(name: str, error: Any, message: str, value: object) -> str:
    """The sentence for a value that a parameter does not take; Typer words those about numbers by its version."""
    if not re.search(r"valid (int|float|number)|in the range|than or equal", message):
        return f"{name}: {message.removeprefix('Value error, ')}"
    kind = "a number" if re.search("valid (float|number)", message) else "a whole number"
    said = error.param.get_help_record(error.ctx)
    limits = re.search(r"(?:(\d+)<=)?x(?:<=(\d+)|>=(\d+))\]$", said[1] if said else "")
    low, high, least = limits.groups() if limits else (None, None, None)
    between = f" from {low} to {high}" if high else f" of {least} or more" if least else ""
    return f"{name} must be {kind}{between}, not {str(value)!r}"


def name_of(parameter: Any) -> str:
    """A parameter as the user writes it: --qrels, or RUNS."""
    longest = max(parameter.opts, key=len)
    return longest if parameter.param_type_name == "option" else parameter.metavar or parameter.name.upper()
