"""What is made of scores: whether runs differ, how well measures tell, and how alike their orderings are."""
