/*
name    = "NumRet"
about   = "It counts what was retrieved. No order of ties changes it."
*/
