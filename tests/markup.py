"""A page as people read it: line breaks in a template don't matter."""

import re


def squeezed(page: str) -> str:
    """Without whitespace at the edges of tags, and with one space between attributes."""
    page = re.sub(r"\s+", " ", page)
    return re.sub(r" ?(</?[a-zA-Z!][^<>]*?) ?(/?>) ?", r"\1\2", page)
