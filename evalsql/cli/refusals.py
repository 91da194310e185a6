"""What a line that cannot be read is answered with: one sentence, and where it is another tool's, the line to type."""

import difflib
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evalsql.words import either

# options of trec_eval and ir_measures that take a value, by what they are here
VALUED = {"-m": "-m", "-M": "--depth", "-l": None, "-p": None, "-o": None, "--provider": None, "--places": None}
# options that are another command now, by the command that had them
PER_QUERY = {"-q": "--per-query", "--by_query": "--per-query"}


def sentence(error: Any, arguments: Sequence[str]) -> str:
    """What to say of a line that Typer refuses."""
    command = command_of(error)
    line = other_order(arguments, command)
    if line:
        return f"the runs come first, and the judgments behind --qrels; type: {line}"
    helped = f"'{' '.join(['evalsql', command] if command else ['evalsql'])} --help'"
    kind = type(error).__name__
    if kind == "MissingParameter":
        return missing(error, command, helped)
    if kind == "NoSuchOption":
        close = difflib.get_close_matches(error.option_name, error.possibilities or ())
        meant = f"did you mean {either(close)}?" if close else f"{helped} lists all"
        return f"unknown option {error.option_name}; {meant}"
    message = str(error.message).rstrip(".")
    if message.startswith("No such command "):
        return unknown_command(arguments, error)
    if message.startswith("Got unexpected extra argument"):
        words = message.rpartition("(")[2].rstrip(")")
        return f"unexpected {words!r}; {helped} says what {command or 'evalsql'} takes"
    if kind == "BadParameter" and getattr(error, "param", None) is not None:
        return unfit(error, message, arguments)
    needy = re.fullmatch(r"Option '(.*)' requires .*", message)
    return f"{needy[1]} needs a value" if needy else message


def unfit(error: Any, message: str, arguments: Sequence[str]) -> str:
    """What to say of a value that an option does not take; that it is no such number each Typer says in its words."""
    name = name_of(error.param)
    if not re.search(r"valid (int|float|number)|in the range|than or equal", message):
        return f"{name}: {message.removeprefix('Value error, ')}"
    kind = "a number" if re.search("valid (float|number)", message) else "a whole number"
    said = error.param.get_help_record(error.ctx)
    between = re.search(r"(?:(\d+)<=)?x(?:<=(\d+)|>=(\d+))\]$", said[1] if said else "")
    low, high, least = between.groups() if between else (None, None, None)
    range_ = f" from {low} to {high}" if high else f" of {least} or more" if least else ""
    return f"{name} takes {kind}{range_}, not {value_of(error.param, arguments)!r}"


def value_of(parameter: Any, arguments: Sequence[str]) -> str:
    """The value that an option has in a line, behind it or joined to it."""
    for word, after in zip(arguments, [*arguments[1:], ""], strict=True):
        for option in parameter.opts:
            if word == option:
                return after
            if word.startswith(option):
                return word.removeprefix(option).removeprefix("=")
    return ""


def command_of(error: Any) -> str:
    """The command whose line was read, or nothing."""
    context = getattr(error, "ctx", None)
    return context.info_name if context is not None and context.parent is not None else ""


def name_of(parameter: Any) -> str:
    """A parameter as the user writes it: --qrels, or RUNS."""
    longest = max(parameter.opts, key=len)
    return longest if parameter.param_type_name == "option" else parameter.metavar or parameter.name.upper()


def missing(error: Any, command: str, helped: str) -> str:
    """What to say where a parameter must be given and is not."""
    name = name_of(error.param)
    if name == "--qrels":
        return f"--qrels is missing: the judgments, such as 'evalsql {command} RUNS --qrels qrels.txt'"
    return f"{name} {'are' if name.endswith('S') else 'is'} missing; {helped} says what {command} takes"


def unknown_command(arguments: Sequence[str], error: Any) -> str:
    """What to say of a command that there is not."""
    known = list(error.ctx.command.commands)
    word = next((each for each in arguments if not each.startswith("-") and each != "help"), "")
    close = difflib.get_close_matches(word, known, cutoff=0.6)
    meant = f"did you mean {either(close)}?" if close else "'evalsql --help' lists all"
    return f"unknown command {word!r}; {meant}"


def other_order(arguments: Sequence[str], command: str) -> str | None:
    """The line to type where this one is as trec_eval or ir_measures takes it, or names the judgments as a run."""
    if command not in ("", "evaluate") or any(each.startswith("--qrels") for each in arguments):
        return None
    words = [each for number, each in enumerate(arguments) if number or each != "evaluate"]
    files, options, measures, trec = [], [], [], False
    while words:
        word = words.pop(0)
        if word == "-q" and words and holds_judgments(words[0]):  # as it is here
            return None
        if word in PER_QUERY:
            trec = trec or word == "-q"
            options.append(PER_QUERY[word])
        elif word == "-J":
            options.append("--judged-only")
        elif word in VALUED:
            value = words.pop(0) if words else ""
            options += [VALUED[word] or "", shlex.quote(value)] if VALUED[word] else []
        elif not word.startswith("-") and Path(word).is_file():
            files.append(word)
        elif not word.startswith("-"):
            measures.append(word)
    judged = next((file for file in files if holds_judgments(file)), None)
    if judged is None or len(files) < 2:
        return None
    files.remove(judged)
    parts = ["evalsql evaluate", *map(shlex.quote, files), "--qrels", shlex.quote(judged)]
    parts += [part for each in measures for part in ("-m", shlex.quote(each))] + sorted_for_reading(options)
    return " ".join([*parts, "--format trec"] if trec else parts)


def sorted_for_reading(options: list[str]) -> list[str]:
    """The options with --per-query last."""
    return [each for each in options if each != "--per-query"] + ["--per-query"] * ("--per-query" in options)


def holds_judgments(file: str) -> bool:
    """Whether a file looks like judgments: four words in its first line, or their usual name where it is no text."""
    try:
        with open(file, encoding="utf-8") as text:
            return len(text.readline(1000).split()) == 4
    except (OSError, UnicodeDecodeError):
        return "qrel" in Path(file).name.lower()
