"""The checks of a soak: which tests, how large, on which databases. Sizes can be made smaller by the environment."""

from dataclasses import dataclass, field

BOTH = ("sqlite", "postgres")
WITHOUT = ("none",)
"""For the pure rooms, which know no database."""


@dataclass(frozen=True)
class Check:
    """done: what is done, holds: what must hold, both as the report says them."""

    name: str
    done: str
    holds: str
    tests: tuple[str, ...]
    sizes: dict[str, str] = field(default_factory=dict)
    databases: tuple[str, ...] = BOTH
    processes: int = 1
    """More than one only where nothing is raced or killed: those have the machine to themselves."""


CHECKS = (
    Check(
        "crash",
        "kill -9 of web, worker, both and Redis, and PostgreSQL stopped as by a crash, in the middle of 64 submissions "
        "at once with retries; SQLite in the middle of transactions; tables online between two cards",
        "no acknowledged score or card is missing, one entry per key, verify clean, answering within 5 s",
        ("tests/flows/test_crashes.py", "tests/flows/test_killed_between_cards.py"),
        {"RUNS": "200"},
    ),
    Check(
        "night",
        "whole nights of 64 players with lost, doubled and broken off requests, kills, two organizers and every way to "
        "report a score; one with Redis away until the end",
        "standings say what the cards say, the work catches up, verify clean, at most 40 decisions",
        ("tests/flows/test_rehearsal.py", "tests/flows/test_night.py"),
        {"SEEDS": "5"},
    ),
    Check(
        "races",
        "the same result by 2, 8 and 64 clients, two results, confirm against dispute against override, two who draw, "
        "publish, show prizes, close a period; correction against draw against leaving; four seats at once; the last "
        "place; two searches for one seat; a late score against a period's end. Each with a control that takes the "
        "guard away",
        "one transition per version, losers are told, no server error; every control goes wrong",
        (
            "tests/flows/test_races.py",
            "tests/flows/test_races_of_different_decisions.py",
            "tests/games/tables/test_races.py",
            "tests/games/finding/test_races.py",
            "tests/tournaments/registration/test_races.py",
            "tests/tournaments/prizes/test_prize_races.py",
            "tests/tournaments/jackpots/test_two_beats.py",
        ),
    ),
    Check(
        "league races",
        "two captains, or a captain and an organizer, over cards, line-ups, transfers and offers; two organizers over "
        "draws, entrants, decisions and games of cups",
        "one is first and the other is told, no server error, verify clean",
        (
            "tests/tournaments/leagues/test_card_races.py",
            "tests/tournaments/leagues/test_transfer_races.py",
            "tests/tournaments/cups/test_cup_races.py",
        ),
    ),
    Check(
        "idempotence",
        "every task three times and shuffled over random histories of 200 steps; every unsafe call again with the same "
        "key, with another body, and with an old version",
        "equal digests; the same answer; 422; 412",
        (
            "tests/flows/test_every_task_thrice.py",
            "tests/flows/test_settling.py",
            "tests/tournaments/rewards/test_any_order.py",
            "tests/tournaments/test_keys.py",
            "tests/tournaments/api/test_writes.py",
        ),
        {"HISTORIES": "20"},
        processes=2,
    ),
    Check(
        "recompute",
        "events of every format in any order of draw, publish, take back, report, correct, void, close, leave, come "
        "back, come late; whole events, seasons with handicaps and brackets called match by match, by seed",
        "derived = rebuilt = an independent tally, after every step; phones whose page changed are told",
        (
            "tests/flows/test_any_order.py",
            "tests/flows/test_replay.py",
            "tests/tournaments/leagues/test_handicaps.py",
            "tests/tournaments/results/test_seat_news.py",
            "tests/tournaments/rounds/test_calling.py",
        ),
        {"EXAMPLES_OF_ORDER": "20"},
        processes=2,
    ),
    Check(
        "bad input",
        "requests made from the API's schema by every role, half of them wrong on purpose; hostile files, names, "
        "addresses, bodies, floods and guesses",
        "no 5xx, nothing half imported, limits stated",
        (
            "tests/tournaments/api/test_schemathesis.py",
            "tests/tournaments/transfer/test_hostile.py",
            "tests/games/test_hostile_requests.py",
            "tests/games/tables/test_floods.py",
            "tests/games/tables/test_imports.py",
            "tests/tournaments/printing/test_slip_codes.py",
        ),
        {"EXAMPLES": "25"},
        processes=2,
    ),
    Check(
        "whole games",
        "ten whole games against bots in a browser at three sizes",
        "no page load between hands, nothing on the console, axe clean in each state",
        ("tests/games/tables/test_whole_games_in_browser.py",),
        processes=2,
    ),
    Check(
        "permissions",
        "every route by every method as every role, from the resolver",
        "exactly the status that the reviewed table says",
        (
            "tests/tournaments/pages/test_permissions.py",
            "tests/games/tables/test_permissions.py",
            "tests/tournaments/api/test_permissions.py",
        ),
        processes=2,
    ),
    Check(
        "hidden cards",
        "two worlds that differ in what a viewer cannot know; canaries for cards in everything sent over whole games "
        "of every kind, in logs and in the admin",
        "no byte differs, no canary is seen",
        (
            "tests/games/tables/test_two_worlds_over_http.py",
            "tests/games/tables/test_games_over_http.py",
            "tests/games/test_canaries.py",
            "tests/games/tables/test_watching.py",
        ),
        {"GAMES": "52"},
        processes=2,
    ),
    Check(
        "views of a hand",
        "every state of random hands as every viewer, dealt again where he cannot know",
        "no difference",
        ("tests/games/engine/test_view.py", "tests/games/engine/test_properties.py"),
        databases=WITHOUT,
        processes=2,
    ),
    Check(
        "house rules",
        "rules from walks through the picker: whole games of each at random, their slips, and slips that a second "
        "scorer calls impossible",
        "refused in a sentence that names both rules, or every game ends; what was played is taken, the rest refused",
        ("tests/games/house_rules/test_random_rules.py",),
        {"WALKS": "400"},
        databases=WITHOUT,
        processes=2,
    ),
    Check(
        "hand review",
        "20,000 endings, and 500 whole hands and pars of each of six rule sets, by slow solvers; 10,000 estimates "
        "against every deal that fits, 10,000 against the real deal; both solvers on the same hands",
        "open cards, par and losses equal; estimates inside their intervals as often as they should be",
        ("tests/games/engine/analysis",),
        databases=WITHOUT,
        processes=2,
    ),
    Check(
        "shuffle",
        "50,000 deals by chi-square, planted bad shuffles, the script that checks a deal alone",
        "p > 10⁻⁴; all planted ones caught",
        ("tests/games/engine/test_shuffle.py",),
        databases=WITHOUT,
    ),
    Check(
        "time",
        "periods of every kind from 2024 to 2032 in eleven zones, and every change of a clock",
        "every moment in exactly one period",
        ("tests/tournaments/honours/jackpots/test_periods.py",),
        databases=WITHOUT,
        processes=2,
    ),
    Check(
        "closing",
        "stored periods, late and corrected scores before and after their period was closed",
        "each closed once, in the club's zone; what was paid is balanced by adjustments",
        ("tests/tournaments/jackpots",),
        processes=2,
    ),
    Check(
        "money",
        "any ranking, tie pattern, prize table and pool; any history of closings",
        "sums exact, order of input changes nothing, a better rank never gets less",
        (
            "tests/tournaments/honours/test_prize_properties.py",
            "tests/tournaments/honours/test_splitting.py",
            "tests/tournaments/honours/test_pot.py",
            "tests/tournaments/honours/jackpots",
        ),
        databases=WITHOUT,
        processes=2,
    ),
    Check(
        "backup",
        "backups during writes, restored; cut off, foreign and newer files; killed anywhere; an older site's data "
        "brought forward; a club exported and imported",
        "equal by digest; refused in words with nothing changed",
        (
            "tests/euchre_site/backups",
            "tests/euchre_site/backups_on_postgres",
            "tests/euchre_site/test_migrations.py",
            "tests/tournaments/transfer/test_clubs.py",
        ),
        processes=2,
    ),
    Check(
        "privacy",
        "people exported and erased in random histories",
        "others' standings, ratings and prizes unchanged, the name gone everywhere",
        ("tests/tournaments/privacy",),
        processes=2,
    ),
)
