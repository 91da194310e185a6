/*
of       = "costs"
place    = 3
sentence = "{row}: cost is {given.cost}; 0 or a number {bounds} was expected{more:row}"
*/
{{ first_row("evalsql_costs", "isfinite(cost) and not " ~ within_bounds("cost")) }}
