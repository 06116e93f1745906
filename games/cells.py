"""Text of cells that no spreadsheet takes for a formula, and back again."""

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet calculates, when a cell begins with it."""
QUOTE = "'"
"""Put in front, it makes the cell plain text; one that was there is doubled, so that every text comes back."""


def neutral(text: str) -> str:
    return f"{QUOTE}{text}" if text.startswith((*DANGEROUS, QUOTE)) else text


def original(cell: str) -> str:
    """The inverse of `neutral`."""
    return cell[1:] if cell.startswith(QUOTE) and cell[1:].startswith((*DANGEROUS, QUOTE)) else cell


def tidy(text: str) -> str:
    """On one line, without what is no letter: as a cell has it."""
    return " ".join("".join(" " if ord(one) < 32 else one for one in text).split())
