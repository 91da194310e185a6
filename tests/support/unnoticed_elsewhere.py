"""Breaks of relations, checks, readers and helpers that no test can notice, each with the reason; see mutate.py."""

UNNOTICED_ELSEWHERE: dict[str, dict[str, tuple[str, ...]]] = {}
