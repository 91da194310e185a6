"""What the catalog has in, SQL text out."""
