"""British English beside the American of the sources: locale/en_GB has only the sentences in which the two differ.

`spelled` knows the words that are only spelled in another way. Other words, such as fixture or walkover, are written
into the file by people, and `make messages` leaves them alone.
"""

import re

SPELLING = {
    r"\b(c|C)olor": r"\1olour",
    r"\b(o|O)rganiz": r"\1rganis",
    r"\b(r|R)ecogniz": r"\1ecognis",
    r"\b(c|C)ancel(ed|ing)\b": r"\1ancell\2",
    r"\b(h|H)onor": r"\1onour",
    r"\b(n|N)eighbor": r"\1eighbour",
    r"\b(T|t)raveler": r"\1raveller",
    r"\b(a|A)fterward\b": r"\1fterwards",
    r"\b(t|T)oward\b": r"\1owards",
    r"\b(p|P)layoff": r"\1lay-off",
    r"\b(k|K)nockout": r"\1nock-out",
    r"\b(s|S)emifinal": r"\1emi-final",
    r"\b(q|Q)uarterfinal": r"\1uarter-final",
    r"\b(l|L)ineup": r"\1ine-up",
    r"\b(s|S)hutout": r"\1hut-out",
    r"\bPractice against": "Practise against",
}
VALUE = re.compile(r"(%\(\w+\)s|\{\w+(?:!r)?\}|<[^>]*>)")


def spelled(text: str) -> str:
    """The text in British spelling; values and tags stay as they are."""
    parts = VALUE.split(text)
    for at in range(0, len(parts), 2):
        for american, british in SPELLING.items():
            parts[at] = re.sub(american, british, parts[at])
    return "".join(parts)
