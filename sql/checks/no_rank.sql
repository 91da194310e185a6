/*
of       = "ranks"
place    = 1
sentence = "{row}: rank is {given.rank}; a whole number was expected, since the convention goes by rank{more:row}"
*/
{{ first_row("evalsql_runs", "rank is null or not isfinite(rank) or rank <> floor(rank)") }}
