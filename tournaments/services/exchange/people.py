"""Who is meant by the cells that name a person: the site's number of the player, or a name that the club knows once."""

from collections import defaultdict

from games.cells import tidy
from tournaments.models import Club, Membership
from tournaments.services.exchange.gathering import Wrong
from tournaments.services.exchange.sheets import Row

SHOWN_NUMBER = "Leave the number as it was exported; for somebody new leave it empty."


class People:
    """Everybody whom a club knows, as it was when the file came."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.by_player: dict[str, Membership] = {}
        self.by_number: dict[str, Membership] = {}
        self.by_name: dict[str, list[Membership]] = defaultdict(list)
        for one in club.memberships.select_related("player"):
            self.by_player[str(one.player_id)] = one
            if one.number:
                self.by_number[tidy(one.number)] = one
            self.by_name[tidy(one.player.name).casefold()].append(one)

    def meant(self, row: Row) -> Membership | None:
        """None for somebody new. Wrong for a number that is nobody's here, or a name that several have."""
        if row["player"]:
            return self._numbered(row)
        called = self.by_name[row["name"].casefold()]
        if len(called) > 1:
            wrong = f"{self.club} knows more than one {row['name']}."
            raise Wrong("name", wrong, "Write the player's number in “player”.")
        return called[0] if called else None

    def _numbered(self, row: Row) -> Membership:
        found = self.by_player.get(row["player"])
        if found is None:
            raise Wrong("player", f"{self.club} knows no player {row['player'][:40]}.", SHOWN_NUMBER)
        if row["name"] and row["name"].casefold() != tidy(found.player.name).casefold():
            wrong = f"Player {row['player']} is {found.player.name}, not “{row['name'][:80]}”."
            raise Wrong("name", wrong, SHOWN_NUMBER)
        return found
