"""Resampling for the significance tests."""

FUNCTIONS = ()
