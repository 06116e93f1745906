"""Who is meant by the cells that name a person: the site's number of the player, or a name that the club knows once."""

from collections import defaultdict

from games.cells import tidy
from games.engine.language import mark, say
from tournaments.clubs.models import Club, Membership
from tournaments.transfer.gathering import Wrong
from tournaments.transfer.sheets import Row

SHOWN_NUMBER = mark("Keep the number as exported. For someone new, leave it empty.")


class People:
    """Everyone whom a club knows, as it was when the file came."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.by_player: dict[str, Membership] = {}
        self.by_number: dict[str, Membership] = {}
        self.by_name: dict[str, list[Membership]] = defaultdict(list)
        for membership in club.memberships.select_related("player"):
            self.by_player[str(membership.player_id)] = membership
            if membership.number:
                self.by_number[tidy(membership.number)] = membership
            self.by_name[tidy(membership.player.name).casefold()].append(membership)

    def meant(self, row: Row) -> Membership | None:
        """The member that a row means; None for someone new. Wrong for an unknown number or a shared name."""
        if row["player"]:
            return self._numbered(row)
        called = self.by_name[row["name"].casefold()]
        if len(called) > 1:
            remedy = say("Enter the player’s number in the “player” column.")
            raise Wrong(
                "{club} has more than one player named {player}.", "name", remedy, club=self.club, player=row["name"]
            )
        return called[0] if called else None

    def _numbered(self, row: Row) -> Membership:
        membership = self.by_player.get(row["player"])
        if membership is None:
            raise Wrong(
                "{club} has no player {number}.",
                "player",
                say(SHOWN_NUMBER),
                club=self.club,
                number=row["player"][:40],
            )
        if row["name"] and row["name"].casefold() != tidy(membership.player.name).casefold():
            raise Wrong(
                "Player {number} is {player}, not “{name}”.",
                "name",
                say(SHOWN_NUMBER),
                number=row["player"],
                player=membership.player.name,
                name=row["name"][:80],
            )
        return membership
