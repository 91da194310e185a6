"""What SQL cannot say well: Python functions over plain values."""
