/*
name    = "ESL"
about   = "It is an expected length itself. No order of ties changes it."
*/
