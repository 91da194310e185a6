/*
name  = "other_means"
about = "The means that each of means is put beside: the same, or those under another condition."
*/
from {{ there }}
