"""The achievements every club begins with, and those of practice against bots.

A row may get more tiers; a key, once given, is never used for another.
"""

from games.engine.language import mark
from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.dossier import Scope

A, EVER, NIGHT, SEASON, CLUB = Achievement, Scope.EVER, Scope.NIGHT, Scope.SEASON, Scope.CLUB
TABLE, PARTNER, PRACTICE = Scope.TABLE, Scope.PARTNER, Scope.PRACTICE

ROWS = (
    # Winning
    A("first_win", mark("First win"), mark("Win a game."), "wins"),
    A("winner", mark("Winner"), mark("Win {n} games."), "wins", (10, 50, 100, 500, 1000)),
    A("streak", mark("On a roll"), mark("Win {n} games in a row."), "win_streak", (3, 5, 10)),
    A("night_streak", mark("Hot hand"), mark("Win {n} games in a row in one night."), "win_streak", (5, 8), NIGHT),
    A("photo_finish", mark("Photo finish"), mark("Win {n} games by a single point."), "close_wins", (1, 10, 50)),
    A("shut_out", mark("Shutout"), mark("Win {n} games without giving up a point."), "shut_outs", (1, 10)),
    A("runaway", mark("Runaway win"), mark("Win a game by {n} points."), "margin", (10, 15)),
    A("comeback", mark("Back from 0–8"), mark("Win a game after trailing 0–{n}."), "comeback", (8,)),
    A("giant_killer", mark("Giant-killer"), mark("Beat a side rated {n} points higher."),
      "edge_beaten", (100, 200, 400)),
    A("high_game", mark("High game"), mark("Score {n} points in one game."), "best_score", (13, 16, 20)),
    A("perfect_night", mark("Perfect night"), mark("Win every game in {n} events with 4 or more games."),
      "perfect_nights", (1, 5, 25)),
    A("event_winner", mark("Event winner"), mark("Win {n} events."), "event_wins", (1, 5, 25)),
    A("podium", mark("On the podium"), mark("Finish in the top 3 of {n} events."), "podiums", (5, 25, 100)),
    A("season_champion", mark("Season champion"), mark("Win {n} seasons."), "season_wins", (1, 3, 5)),
    A("jackpot", mark("Jackpot"), mark("Win {n} jackpots."), "jackpots", (1, 5, 20)),
    A("season_force", mark("Star of the season"), mark("Win {n} games in one season."), "wins", (20, 50), SEASON),
    # At the table
    A("loner", mark("Lone hand"), mark("Make {n} loners, yours or your partner’s."), "loners_made", (1, 10, 50, 100)),
    A("loner_night", mark("Lonely night"), mark("Make {n} loners in one night."), "loners_made", (3, 5), NIGHT),
    A("loner_pair", mark("Loner spree"), mark("Make {n} loners in one game."), "loners_in_game", (2, 3)),
    A("loner_stopped", mark("Not so fast"), mark("Euchre an opponent’s loner {n} times."),
      "loners_stopped", (1, 10, 50)),
    A("march", mark("All 5 tricks"), mark("Take every trick on your side’s call {n} times."),
      "marches", (1, 25, 100, 500)),
    A("thief", mark("Stolen march"), mark("Take every trick on an opponent’s call {n} times."),
      "sweeps", (1, 5, 25)),
    A("euchre", mark("Set them back"), mark("Euchre your opponents {n} times."), "euchres_made", (1, 25, 100, 500)),
    A("lone_defence", mark("Lone defender"), mark("Euchre your opponents {n} times while defending alone."),
      "defences", (1, 5)),
    A("farmer", mark("The farmer’s harvest"), mark("Score {n} times when dealt a farmer’s hand."),
      "farmers_won", (1, 10, 50)),
    A("caller", mark("Caller"), mark("Call trump and make it {n} times."), "calls_made", (10, 100, 1000)),
    A("sure_call", mark("Sure call"), mark("Call trump and make it {n} times in a row."), "call_streak", (5, 10, 25)),
    # Staying
    A("regular", mark("Regular"), mark("Play {n} games."), "games", (10, 100, 500, 1000, 5000)),
    A("points", mark("Points on the board"), mark("Score {n} points."), "points", (100, 1000, 10_000)),
    A("hands", mark("Card sharp"), mark("Play {n} hands."), "hands", (100, 1000, 10_000)),
    A("nights", mark("Night after night"), mark("Play on {n} nights."), "nights", (10, 50, 100, 250)),
    A("months", mark("All year round"), mark("Play in {n} different months."), "months", (6, 12, 24)),
    A("marathon", mark("Marathon"), mark("Play {n} games in one night."), "games", (12, 20), NIGHT),
    A("stalwart", mark("Stalwart"), mark("Play {n} games at one club."), "games", (100, 500), CLUB),
    A("table_regular", mark("Table regular"), mark("Play {n} games at one table."), "games", (25, 100), TABLE),
    # Company
    A("partners", mark("Good company"), mark("Play with {n} different partners."), "partners", (10, 25, 50)),
    A("wins_with_all", mark("Perfect partner"), mark("Win with {n} different partners."),
      "partners_won_with", (10, 25)),
    A("rivals", mark("Familiar faces"), mark("Play against {n} different opponents."), "rivals", (25, 100)),
    A("conqueror", mark("Conqueror"), mark("Beat {n} different opponents."), "rivals_beaten", (10, 50)),
    A("old_pair", mark("Old partners"), mark("Play {n} games with one partner."), "games", (25, 100), PARTNER),
    A("winning_pair", mark("Winning pair"), mark("Win {n} games with one partner."), "wins", (10, 50), PARTNER),
    # Getting about
    A("clubs", mark("Traveler"), mark("Play at {n} different clubs."), "clubs", (3, 10)),
    A("venues", mark("Pub crawl"), mark("Play at {n} different venues."), "venues", (3, 10)),
    A("house_rules", mark("When in Rome"), mark("Play under {n} different sets of house rules."), "rules", (3, 6)),
    A("both_worlds", mark("Best of both worlds"), mark("Play online and at a real table."), "places", (2,)),
    A("bidder", mark("Dual threat"), mark("Win at Classic Euchre and at Bid Euchre."), "variants_won", (2,)),
    # Secret
    A("skunked", mark("Skunked"), mark("Lose a game without scoring a point."), "shut_outs_suffered", is_secret=True),
    A("hubris", mark("Hubris"), mark("Get euchred on a loner."), "loners_lost", is_secret=True),
    A("hard_night", mark("Rough night"), mark("Get euchred {n} times in a night."),
      "euchres_suffered", (5,), NIGHT, is_secret=True),
    A("owl", mark("Night owl"), mark("Finish {n} games between midnight and 5 AM."),
      "late_games", (1, 25), is_secret=True),
)  # fmt: skip

PRACTICE_ROWS = (
    A("practice_regular", mark("Regular"), mark("Play {n} games."), "games", (10, 100, 500), PRACTICE),
    A("practice_winner", mark("Winner"), mark("Win {n} games."), "wins", (1, 10, 50, 100, 500), PRACTICE),
    A("practice_streak", mark("On a roll"), mark("Win {n} games in a row."), "win_streak", (3, 5, 10), PRACTICE),
    A("practice_shut_out", mark("Shutout"), mark("Win {n} games without giving up a point."),
      "shut_outs", (1, 10), PRACTICE),
    A("practice_loner", mark("Lone hand"), mark("Make {n} loners, yours or your partner’s."),
      "loners_made", (1, 10, 50), PRACTICE),
    A("practice_march", mark("All 5 tricks"), mark("Take every trick on your side’s call {n} times."),
      "marches", (1, 25, 100), PRACTICE),
    A("practice_euchre", mark("Set them back"), mark("Euchre your opponents {n} times."),
      "euchres_made", (1, 25, 100), PRACTICE),
    A("practice_caller", mark("Caller"), mark("Call trump and make it {n} times."),
      "calls_made", (10, 100, 1000), PRACTICE),
    A("practice_sure_call", mark("Sure call"), mark("Call trump and make it {n} times in a row."),
      "call_streak", (5, 10, 25), PRACTICE),
    A("practice_bidder", mark("Dual threat"), mark("Win at Classic Euchre and at Bid Euchre."),
      "variants_won", (2,), PRACTICE),
)  # fmt: skip
"""Counted from games with a bot alone, as all others are from games of people: no two players are compared by them."""

ACHIEVEMENTS = {achievement.key: achievement for achievement in ROWS}
"""By key."""
assert len(ACHIEVEMENTS) == len(ROWS), "a key is used twice"
OF_ONE = (
    mark("Win 1 game by a single point."),
    mark("Win 1 game without giving up a point."),
    mark("Win every game in 1 event with 4 or more games."),
    mark("Win 1 event."),
    mark("Win 1 season."),
    mark("Win 1 jackpot."),
    mark("Make 1 loner, yours or your partner’s."),
    mark("Euchre an opponent’s loner once."),
    mark("Take every trick on your side’s call once."),
    mark("Take every trick on an opponent’s call once."),
    mark("Euchre your opponents once."),
    mark("Euchre your opponents once while defending alone."),
    mark("Score once when dealt a farmer’s hand."),
    mark("Finish 1 game between midnight and 5 AM."),
)
"""How a tier of one reads (`Achievement.words`): for translators, whose languages have other plurals."""
