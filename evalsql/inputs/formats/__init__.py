"""The formats that inputs may be in, one per file; Format, in files.py, declares what each must have."""
