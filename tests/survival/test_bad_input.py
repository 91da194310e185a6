"""Kinds of bad input: some files, refused many in one call, and some of all others alone; long_bad_input tries all.

A kind is a line in tests/support/bad_input/kinds. One group alone: -k a_trec_runs.
"""

import pytest
from bad_input import together
from bad_input.kind import Group, groups
from bad_input.open import known, name_of, wrong_in
from bad_input.trying import Bench

GROUPS = groups()


def test_there_are_at_least_400_kinds_each_of_a_name_of_its_own() -> None:
    names = [name_of(group, kind) for group in GROUPS for kind in group.kinds]
    assert len(names) == len(set(names)) >= 400
    assert set(known()) <= set(names)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_some_files_are_refused_with_their_sentences_and_some_of_all_else(group: Group, bench: Bench) -> None:
    refused = [each for each in group.kinds if each.expected == "refused" and name_of(group, each) not in known()]
    files = [each for each in refused if together.side_of(each) and together.is_file(each)]
    others = [each for each in refused if each not in files]
    assert wrong_in(group, bench.try_all([*files[::3], *others[::15]])) == {}
