"""A file a format that inputs may be in; Format, in files.py, says what each must say."""
