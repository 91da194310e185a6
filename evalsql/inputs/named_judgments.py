"""Judgments by their name in ir_datasets, such as beir/scifact/test, which downloads them."""

import os
import re
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from evalsql.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

NAME = re.compile(r"[a-z0-9_-]+(/[a-z0-9_-]+)+")
INSTALL = "python -m pip install 'evalsql[datasets]'"


def may_be_dataset(name: str) -> bool:
    """Whether a name may be a dataset's: a file or folder of that name comes first."""
    return NAME.fullmatch(name) is not None and not os.path.exists(name.partition("/")[0])


def judgments_of(name: str) -> "pa.Table | None":
    """The judgments of a dataset; None if the name can be of a file alone."""
    if not may_be_dataset(name):
        return None
    if find_spec("ir_datasets") is None:
        raise InputError(f"{name}: there is no such file; if it is a dataset of ir_datasets, {INSTALL} reads it")
    import pyarrow as pa

    try:
        dataset = import_module("ir_datasets").load(name)
    except KeyError:
        raise InputError(f"{name}: there is neither such a file nor such a dataset of ir_datasets") from None
    if not dataset.has_qrels():
        raise InputError(f"{name}: is a dataset of ir_datasets without judgments")
    try:
        return pa.Table.from_pylist([judgment._asdict() for judgment in dataset.qrels_iter()])
    except Exception as error:  # whatever stops a download
        raise InputError(f"{name}: ir_datasets cannot read it: {error}") from None
