"""Every way that inputs can be bad, and the sentence it gets."""
