/*
about = "Whether the rows of each ranking of a pass stand together, and none of them above the one before it."
*/
select
    not exists (from evalsql_answers where not together)
    and not exists (from evalsql_not_below anti join evalsql_answers on n = first where not tied)
