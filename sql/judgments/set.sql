/*
about = "An ENUM of the names of sets of judgments, in the order given."
*/
select unnest([{{ names | join(", ") }}])
