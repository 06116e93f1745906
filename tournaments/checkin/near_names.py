"""Whether two names may be one person's: the same words in any order, or nearly. Knows no framework and no club.

Only lists ask (`roster_plan`): a name that is typed at the door is always a new guest (`entries.walk_in`).
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from games.cells import plain

T = TypeVar("T")
MAX_NEAR = 3
"""Whose name is near that of more people has too common a one to say more."""
LONG_WORD, SHORT_WORD = 7, 3
"""Letters of a word that may differ in two places, and of one that may stand for a longer one: Jon, Jonathan."""
Words = tuple[str, ...]


def words_of(name: str) -> Words:
    """The words of a name, sorted, without accents, capitals and hyphens: names with the same ones are the same."""
    return tuple(
        sorted("".join(character if character.isalnum() else " " for character in plain(name).replace("'", "")).split())
    )


def are_near(words: Words, other: Words) -> bool:
    """Whether the names differ by words that only one of them has, "Tremblay" and "Tremblay-Roy", or by one word that
    is spelled, shortened or abbreviated differently."""
    left, right = Counter(words) - Counter(other), Counter(other) - Counter(words)
    if not left or not right:
        return words != other and bool(words and other)
    if left.total() != 1 or right.total() != 1:
        return False
    first, second = *left, *right
    is_alone = len(words) == 1
    return _are_spellings(first, second) or (not is_alone and _is_short_for(*sorted((first, second), key=len)))


def _is_short_for(short: str, long: str) -> bool:
    return long.startswith(short) and len(short) in (1, *range(SHORT_WORD, len(long)))


def _are_spellings(word: str, other: str) -> bool:
    if min(len(word), len(other)) < SHORT_WORD or word[0] != other[0]:
        return False
    return _distance(word, other) <= (2 if min(len(word), len(other)) >= LONG_WORD else 1)


def _distance(word: str, other: str) -> int:
    """How many letters are put in, left out, changed, or exchanged with the next one; 3 for more than 2."""
    if abs(len(word) - len(other)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, start=1):
        earlier, before, row = before, row, [i]
        for j, same in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != same))
            if i > 1 and j > 1 and (letter, word[i - 2]) == (other[j - 2], same):
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(*before, *row) > 2:
            return 3
    return row[-1]


class NameIndex(Generic[T]):
    """Things by the names of people, to be asked for many names: each is compared with few."""

    def __init__(self, things: Iterable[T], name: Callable[[T], str]) -> None:
        self._words: list[tuple[Words, T]] = [(words_of(name(thing)), thing) for thing in things]
        self._same: dict[Hashable, list[T]] = {}
        self._with: dict[str, list[int]] = {}
        self._alone: dict[str, list[int]] = {}
        for index, (words, named) in enumerate(self._words):
            self._same.setdefault(words, []).append(named)
            for word in set(words):
                self._with.setdefault(word, []).append(index)
            if len(words) == 1:
                self._alone.setdefault(words[0][0], []).append(index)

    def same(self, name: str) -> Sequence[T]:
        return self._same.get(words_of(name), [])

    def near(self, name: str) -> Sequence[T]:
        """Those with a name that is near and not the same; none if there are more than `MAX_NEAR`."""
        words = words_of(name)
        some: Mapping[int, None] = dict.fromkeys(index for word in words for index in self._with.get(word, ()))
        asked = [*some, *(self._alone.get(words[0][0], ()) if len(words) == 1 else ())]
        near = dict.fromkeys(index for index in asked if are_near(words, self._words[index][0]))
        return [self._words[index][1] for index in near] if len(near) <= MAX_NEAR else []
