/*
name    = "RBP_shared"
about   = "Documents of the same score share their weights already. No order of ties changes it."
*/
