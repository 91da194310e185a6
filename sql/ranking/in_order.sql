/*
about = "What the rows of a pass are that are not below the one before them."

[columns]
unfit    = "whether one of them has no score, or one that is not finite"
in_order = "whether the rows of each ranking stand together, and none of them above the one before it"
*/
select
    exists (from evalsql_not_below where unfit) as unfit,
    not exists (from evalsql_answers where not together)
    and not exists (from evalsql_not_below anti join evalsql_answers on n = first where not tied) as in_order
