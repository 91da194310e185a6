"""Clients that share nothing with the Python package use the library on data of their own."""

import pytest
from asking import CLIENTS, Files, ask, attached, calls, check, own_tables, sources

pytestmark = [pytest.mark.clients, pytest.mark.parametrize("client", CLIENTS)]


def test_the_library_over_the_clients_own_tables(client: str, files: Files, expected: dict) -> None:
    statements = calls("evalsql.", runs="my_runs", qrels="my_qrels")
    setup = [attached(files), *own_tables(client, files)]
    check(ask(client, statements, setup, files=sources(client, files)), expected)


@pytest.mark.parametrize("runs", ["runs", "part*"], ids=["path", "glob"])
def test_the_library_over_files(client: str, runs: str, files: Files, expected: dict) -> None:
    suffix = CLIENTS[client].suffix
    tables = {"runs": f'"{files.folder}/{runs}.{suffix}"', "qrels": f'"{files.folder}/qrels.{suffix}"'}
    answers = ask(client, calls("evalsql.", **tables), [attached(files)], files=sources(client, files))
    check(answers, expected)
