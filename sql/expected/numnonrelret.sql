/*
name    = "NumNonrelRet"
about   = "It counts what was retrieved at any rank. No order of ties changes it."
*/
