/*
name    = "RBP_shared_residual"
about   = "Documents of the same score share their weights already. No order of ties changes it."
*/
