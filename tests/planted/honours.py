"""Bugs in what is won: prizes, periods, days."""

from tests.planted.bug import Bug, Change

BUGS = (
    Bug(
        "paper-card-on-the-day-of-typing",
        "A season of paper cards, typed in one evening, wins one month's jackpot and makes one day of statistics.",
        (
            Change(
                "tournaments/rewards/counting.py",
                "if reported >= fixture.starts_at + ONE_NIGHT:",
                "if False:",
            ),
        ),
        ("tests/tournaments/leagues/test_fixtures.py",),
    ),
    Bug(
        "rounded-prizes",
        "The payouts of a night add up to a few cents more or less than the pot.",
        (
            Change(
                "tournaments/honours/splitting.py",
                "return tuple((int(units) + (index in luckier)) * unit for index, (units, _) in enumerate(exact))",
                "return tuple(round(Fraction(cents // unit) * weight / whole) * unit for weight in weights)",
            ),
        ),
        ("tests/tournaments/honours/test_splitting.py",),
    ),
    Bug(
        "payout-named-by-place",
        "After a correction of the places the winners are paid a second time, under the new place.",
        (
            Change(
                "tournaments/honours/prizes.py",
                "yield Share(PLACES, title, cents, reasons, note)",
                "yield Share(str(title), title, cents, reasons, note)",
            ),
        ),
        ("tests/tournaments/prizes/test_second_official.py", "tests/tournaments/honours/test_prizes.py"),
    ),
    Bug(
        "month-by-utc",
        "A game of the last evening of the month counts for the next month's leaders in every club west of Greenwich.",
        (
            Change(
                "tournaments/honours/facts.py",
                "return self.ended_at.astimezone(ZoneInfo(self.zone))",
                'return self.ended_at.astimezone(ZoneInfo("UTC"))',
            ),
        ),
        ("tests/tournaments/honours/test_facts.py",),
    ),
    Bug(
        "period-by-utc",
        "A month's jackpot closes at seven in the evening, in the middle of the club night.",
        (
            Change(
                "tournaments/honours/jackpots/periods.py",
                "start, end = (first_moment(self.zone, edge, self.hour) for edge in span)",
                'start, end = (first_moment("UTC", edge, self.hour) for edge in span)',
            ),
        ),
        ("tests/tournaments/honours/jackpots/test_periods.py",),
    ),
    Bug(
        "inclusive-period-end",
        "A game that ended on the stroke of midnight counts in two periods, and both jackpots go to one player.",
        (
            Change(
                "tournaments/honours/jackpots/periods.py",
                "return self.start <= moment < self.end",
                "return self.start <= moment <= self.end",
            ),
        ),
        ("tests/tournaments/honours/jackpots/test_periods.py",),
    ),
    Bug(
        "one-person-agrees-alone",
        "After the prizes were shown a single official changes who gets the money.",
        (
            Change(
                "tournaments/prizes/second_official.py",
                "if _person(context) == _proposer(change):",
                "if _person(context) is _proposer(change):",
            ),
        ),
        ("tests/tournaments/prizes/test_second_official.py",),
    ),
)
