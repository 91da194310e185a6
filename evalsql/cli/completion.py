"""Shell completions; each must return within 0.2 s."""

from collections.abc import Callable

from evalsql.comparing import methods


def complete_measure(incomplete: str) -> list[tuple[str, str]]:
    """Names of measures that begin so, for the shell; in lower case where only that begins so."""
    return complete(incomplete, "metrics")


def complete_measures(incomplete: str) -> list[tuple[str, str]]:
    """Names of measures and of the files of sql/sets that begin so; to know the sets of papers takes too long."""
    from evalsql.catalog.folder import sql_folder

    sets = sorted(file.stem for file in (sql_folder() / "sets").glob("*.toml")) if incomplete else []
    there = [(name, "a set of measures") for name in sets if name.startswith(incomplete)]
    return complete_measure(incomplete) + there


def complete_curve(incomplete: str) -> list[tuple[str, str]]:
    return complete(incomplete, "curves")


def complete(incomplete: str, folder: str) -> list[tuple[str, str]]:
    """Names of metrics or curves that begin so, with their titles."""
    from evalsql.catalog.titles import titles

    measures = [
        (measure, title)
        for name, title, cutoff in titles(folder, incomplete.partition("@")[0])
        for measure in (name, *([f"{name}@10"] if cutoff else []))
    ]
    as_named = [(measure, title) for measure, title in measures if measure.startswith(incomplete)]
    return as_named or [(m.lower(), title) for m, title in measures if m.lower().startswith(incomplete)]


def complete_choice(folder: "methods.Folder") -> Callable[[str], list[str]]:
    """What completes the names of one folder of sql/, such as corrections."""
    return lambda incomplete: [name for name in methods.names(folder) if name.startswith(incomplete.lower())]
