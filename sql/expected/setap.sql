/*
name    = "SetAP"
about   = "It looks at all that was retrieved. No order of ties changes it."
*/
