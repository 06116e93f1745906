"""The achievements every club begins with. A row may get more tiers; a key, once given, is never used for another."""

from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.dossier import Scope

A, EVER, NIGHT, SEASON, CLUB = Achievement, Scope.EVER, Scope.NIGHT, Scope.SEASON, Scope.CLUB
TABLE, PARTNER = Scope.TABLE, Scope.PARTNER

ROWS = (
    # Winning
    A("first_win", "First win", "Win a game.", "wins"),
    A("winner", "Winner", "Win {n} games.", "wins", (10, 50, 100, 500, 1000)),
    A("streak", "On a run", "Win {n} games in a row.", "win_streak", (3, 5, 10)),
    A("night_streak", "Hot night", "Win {n} games in a row in one night.", "win_streak", (5, 8), NIGHT),
    A("photo_finish", "Photo finish", "Win {n} games by a single point.", "close_wins", (1, 10, 50)),
    A("shut_out", "Shut-out", "Win {n} games to nothing.", "shut_outs", (1, 10)),
    A("runaway", "Runaway", "Win a game by {n} points.", "margin", (10, 15)),
    A("comeback", "Back from 0–8", "Win a game after being 0–{n} behind.", "comeback", (8,)),
    A("giant_killer", "Giant-killer", "Beat a side rated {n} points stronger.", "edge_beaten", (100, 200, 400)),
    A("high_game", "High game", "Score {n} points in one game.", "best_score", (13, 16, 20)),
    A("perfect_night", "Perfect night", "Win every game of {n} events of four games or more.",
      "perfect_nights", (1, 5, 25)),
    A("event_winner", "Event winner", "Win {n} events.", "event_wins", (1, 5, 25)),
    A("podium", "On the podium", "Finish {n} events in the first three.", "podiums", (5, 25, 100)),
    A("season_champion", "Season champion", "Win {n} seasons.", "season_wins", (1, 3, 5)),
    A("jackpot", "Jackpot", "Win {n} jackpots.", "jackpots", (1, 5, 20)),
    A("season_force", "Force of the season", "Win {n} games in one season.", "wins", (20, 50), SEASON),
    # At the table
    A("loner", "Lone hand", "Make {n} loners with your side.", "loners_made", (1, 10, 50, 100)),
    A("loner_night", "Lonely night", "Make {n} loners in one night.", "loners_made", (3, 5), NIGHT),
    A("loner_pair", "Twice alone", "Make {n} loners in one game.", "loners_in_game", (2, 3)),
    A("loner_stopped", "Not so fast", "Euchre {n} loners of others.", "loners_stopped", (1, 10, 50)),
    A("march", "All five", "Take every trick on your side's call {n} times.", "marches", (1, 25, 100, 500)),
    A("thief", "Thieves' march", "Take every trick on another side's call {n} times.", "sweeps", (1, 5, 25)),
    A("euchre", "Set them back", "Euchre the others {n} times.", "euchres_made", (1, 25, 100, 500)),
    A("lone_defence", "Alone against all", "Euchre somebody while defending alone, {n} times.", "defences", (1, 5)),
    A("farmer", "The farmer's harvest", "Score {n} times when dealt a farmer's hand.", "farmers_won", (1, 10, 50)),
    A("caller", "Caller", "Make {n} hands that you called.", "calls_made", (10, 100, 1000)),
    A("sure_call", "Sure call", "Make {n} of your calls in a row.", "call_streak", (5, 10, 25)),
    # Staying
    A("regular", "Regular", "Play {n} games.", "games", (10, 100, 500, 1000, 5000)),
    A("points", "Points in the book", "Score {n} points.", "points", (100, 1000, 10_000)),
    A("hands", "Card sharp", "Play {n} hands.", "hands", (100, 1000, 10_000)),
    A("nights", "Night after night", "Play on {n} nights.", "nights", (10, 50, 100, 250)),
    A("months", "All year round", "Play in {n} different months.", "months", (6, 12, 24)),
    A("marathon", "Marathon", "Play {n} games in one night.", "games", (12, 20), NIGHT),
    A("stalwart", "Stalwart", "Play {n} games at one club.", "games", (100, 500), CLUB),
    A("table_regular", "Table regular", "Play {n} games at one table.", "games", (25, 100), TABLE),
    # Company
    A("partners", "Good company", "Play with {n} different partners.", "partners", (10, 25, 50)),
    A("wins_with_all", "Wins with anybody", "Win with {n} different partners.", "partners_won_with", (10, 25)),
    A("rivals", "Well met", "Play against {n} different opponents.", "rivals", (25, 100)),
    A("conqueror", "Conqueror", "Beat {n} different opponents.", "rivals_beaten", (10, 50)),
    A("old_pair", "Old pair", "Play {n} games with one partner.", "games", (25, 100), PARTNER),
    A("winning_pair", "Winning pair", "Win {n} games with one partner.", "wins", (10, 50), PARTNER),
    # Getting about
    A("clubs", "Traveller", "Play at {n} different clubs.", "clubs", (3, 10)),
    A("venues", "Pub crawl", "Play at {n} different venues.", "venues", (3, 10)),
    A("house_rules", "When in Rome", "Play by {n} different house rules.", "rules", (3, 6)),
    A("both_worlds", "Both worlds", "Play online and at a real table.", "places", (2,)),
    A("bidder", "Both games", "Win at Classic Euchre and at Bid Euchre.", "variants_won", (2,)),
    # Secret
    A("skunked", "Skunked", "Lose a game without a point.", "shut_outs_suffered", is_secret=True),
    A("hubris", "Hubris", "See your side's loner euchred.", "loners_lost", is_secret=True),
    A("hard_night", "Hard night", "Be euchred {n} times in a night.", "euchres_suffered", (5,), NIGHT, is_secret=True),
    A("owl", "Night owl", "Finish {n} games between midnight and five.", "late_games", (1, 25), is_secret=True),
)  # fmt: skip

ACHIEVEMENTS = {row.key: row for row in ROWS}
"""By key."""
assert len(ACHIEVEMENTS) == len(ROWS), "a key is used twice"
