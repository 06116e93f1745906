"""Runs of the same thing in a row, in a form in which a stretch of time can be joined to the next.

Joining depends on order, unlike a sum; a stretch is described by how it begins, how it ends and what is best within.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Streak:
    """length: all of the stretch. head, tail: how long the run is that it begins and ends with. longest: within."""

    length: int = 0
    head: int = 0
    tail: int = 0
    longest: int = 0

    @classmethod
    def of(cls, is_one: bool) -> "Streak":
        """A stretch of one."""
        return cls(1, 1, 1, 1) if is_one else cls(1)

    def __add__(self, later: "Streak") -> "Streak":
        return Streak(
            length=self.length + later.length,
            head=self.length + later.head if self.head == self.length else self.head,
            tail=self.tail + later.length if later.tail == later.length else later.tail,
            longest=max(self.longest, later.longest, self.tail + later.head),
        )

    @property
    def current(self) -> int:
        """How long the run is that still goes on."""
        return self.tail
