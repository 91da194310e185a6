"""The one door: whatever the user gave, as views of runs, judgments and tables beside them."""
