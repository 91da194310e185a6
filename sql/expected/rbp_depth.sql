/*
name    = "RBP_depth"
about   = "It asks of no document. No order of ties changes it."
*/
