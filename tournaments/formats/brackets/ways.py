"""How many games a seed of a bracket plays at least and at most, whatever the results."""

from collections.abc import Mapping

from tournaments.formats.brackets.bracket import Bracket, Match, Origin, Place, Section


def ways_through(bracket: Bracket, games: Mapping[int, int]) -> tuple[int, int]:
    """The fewest and the most games of any entry. games: match -> how many it has at most; half of them win it."""
    goes_to = {place: match for match in bracket.matches for place in match.places}
    from_here: dict[int, tuple[int, int]] = {}
    for match in reversed(bracket.matches):
        exits = [_onward(goes_to, from_here, Place(origin, match.number)) for origin in (Origin.WINNER, Origin.LOSER)]
        from_here[match.number] = (
            games[match.number] // 2 + 1 + min(fewest for fewest, _ in exits),
            games[match.number] + max(most for _, most in exits),
        )
    starts = [_onward(goes_to, from_here, Place(Origin.SEED, seed)) for seed in range(1, bracket.seeds + 1)]
    return min(fewest for fewest, _ in starts), max(most for _, most in starts)


def _onward(goes_to: Mapping[Place, Match], from_here: Mapping[int, tuple[int, int]], place: Place) -> tuple[int, int]:
    """What is still to come for the entry in this place; nothing when the place leads to no match."""
    match = goes_to.get(place)
    if match is None:
        return 0, 0
    fewest, most = from_here[match.number]
    return (0 if match.section is Section.RESET else fewest), most
