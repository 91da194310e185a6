/*
name    = "NumRel"
about   = "It counts the judgments. No order of ties changes it."
*/
