/*
name    = "IdealDCG"
about   = "It asks of no run. No order of ties changes it."
*/
