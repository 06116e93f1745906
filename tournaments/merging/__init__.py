"""Two records of one person: claims, the preview of a merge, the merge, and its undoing.

`preview` also has the refusals: when two records can't be one person.
"""
