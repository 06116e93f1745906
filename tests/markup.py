"""A page as one reads it: where lines break in a template is nobody's business."""

import re


def squeezed(page: str) -> str:
    """Without whitespace at the edges of tags, and with one space between attributes."""
    page = re.sub(r"\s+", " ", page)
    return re.sub(r" ?(</?[a-zA-Z!][^<>]*?) ?(/?>) ?", r"\1\2", page)
