"""Analyses of judgments: descriptions, and scores under other pools."""
