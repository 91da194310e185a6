/*
name    = "AUC"
about   = "Of documents of the same score it counts half. No order of ties changes it."
*/
