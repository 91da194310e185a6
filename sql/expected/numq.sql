/*
name    = "NumQ"
about   = "It asks of no document. No order of ties changes it."
*/
