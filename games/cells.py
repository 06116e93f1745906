"""Text of cells: such that no spreadsheet takes it for a formula, and back again, on one line, or without accents."""

import unicodedata

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet calculates, when a cell begins with it."""
QUOTE = "'"
"""Put in front, it makes the cell plain text; one that was there is doubled, so that every text comes back."""
_SPELLINGS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "’": "'"})


def neutral(text: str) -> str:
    return f"{QUOTE}{text}" if text.startswith((*DANGEROUS, QUOTE)) else text


def original(cell: str) -> str:
    """The inverse of `neutral`."""
    return cell[1:] if cell.startswith(QUOTE) and cell[1:].startswith((*DANGEROUS, QUOTE)) else cell


def tidy(text: str) -> str:
    """On one line, without what is no letter: as a cell has it."""
    return " ".join("".join(" " if ord(character) < 32 else character for character in text).split())


def plain(text: str) -> str:
    """Without accents and capitals, as people type on a phone."""
    bare = unicodedata.normalize("NFD", text.casefold().translate(_SPELLINGS))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))
