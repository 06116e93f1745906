"""Swiss events for the tests: whole events with everything that goes wrong, and the rules read word by word.

`best_round` finds a round by going through all pairings; it shares no code with the formats.
"""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from games.engine.errors import RuleError
from tests.tournaments.formats.nights import draw_request, drawn_table, played
from tournaments.formats.audit.round_audit import HardRules, audit
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.swiss.config import Swiss
from tournaments.formats.swiss.draw import draw_round

RULES = HardRules(side_size=1, most_meetings=1, forfeits_meet=False, most_byes=1)
FIVE = Swiss(rounds=5)
LONG = Swiss(rounds=20)


def forfeited(number, text, *sides, others=()):
    """A round whose first table was not played because these sides did not come."""
    points = tuple(0 if side in sides else 10 for side in (0, 1))
    rest = played(number, *others).tables
    rest = [replace(row, draw=replace(row.draw, table=place)) for place, row in enumerate(rest, start=2)]
    return PlayedRound(number, (PlayedTable(drawn_table(1, text), Slip(points, forfeited=sides)), *rest))


def result(rng, forfeits=0.0, void=0.0, level=0.1):
    """A slip, or None for a match that was void."""
    fate = rng.random()
    if fate < void:
        return None
    if fate < void + forfeits:
        return Slip(*rng.choice([((10, 0), (), None, (1,)), ((0, 10), (), None, (0,)), ((0, 0), (), None, (0, 1))]))
    if rng.random() < level:
        return Slip((6, 6))
    return Slip(tuple(rng.sample(range(11), 2)))


def played_out(draw, rng, **chances):
    return PlayedRound(
        draw.number, tuple(PlayedTable(table, result(rng, **chances)) for table in draw.tables), draw.byes
    )


def run_event(config, fields, rng, **chances):
    """(request, draw) per round; the last draw is None when no legal pairing was left."""
    event, history = [], []
    for number, here in enumerate(fields, start=1):
        request = draw_request(number, sorted(here), *history)
        try:
            draw = draw_round(config, request)
        except RuleError as refused:
            return [*event, (request, refused)]
        event.append((request, draw))
        history.append(played_out(draw, rng, **chances))
    return event


def random_history(rng, entries, rounds):
    """Rounds without a rematch that follow no rule, with scores close together or far apart."""
    history, met = [], set()
    for number in range(1, rounds + 1):
        waiting, tables = rng.sample(entries, len(entries)), []
        while waiting:
            one = waiting.pop()
            other = next((each for each in waiting if frozenset((one, each)) not in met), None)
            if other is not None and rng.random() > 0.1:
                waiting.remove(other)
                met.add(frozenset((one, other)))
                slip = result(rng, level=rng.choice((0, 0.5, 1)))
                tables.append(PlayedTable(drawn_table(len(tables) + 1, f"{one} v {other}"), slip))
        history.append(PlayedRound(number, tuple(tables)))
    return history


def random_fields(rng, entrants, rounds):
    """Who is there: some come late, some stay away for a round, some leave for good."""
    here, away, newest, fields = set(range(1, entrants + 1)), set(), entrants + 1, []
    for _ in range(rounds):
        fields.append(sorted(here))
        late = rng.choice((0, 0, 0, 1, 2))
        leaving = set(rng.sample(sorted(here), min(rng.choice((0, 0, 1, 2)), len(here) - 2)))
        back = {entry for entry in away if rng.random() < 0.4}
        here = (here - leaving) | back | set(range(newest, newest + late))
        away = (away | {entry for entry in leaving if rng.random() < 0.5}) - back
        newest += late
    return fields


def hard_findings(request, draw):
    """What the audit has against a round."""
    return [str(finding.text) for finding in audit(RULES, request, draw) if finding.hard]


def is_forfeit(table):
    return table.slip is not None and bool(table.slip.forfeited)


# The rules once more, over all pairings


class Book:
    """What a scorer would write down: score, opponents, matches, who may have the bye, after each round."""

    def __init__(self):
        self.score = defaultdict(Fraction)
        self.met, self.matches, self.free = defaultdict(set), defaultdict(int), set()
        self.floated = set()

    def enter(self, played):
        self.floated, before = set(), dict(self.score)
        for table in played.tables:
            if table.slip is None:
                continue
            one, other = table.draw.entries
            if table.slip.forfeited:
                for winner, loser in ((0, 1), (1, 0)):
                    if table.slip.forfeited == (loser,):
                        self.score[(one, other)[winner]] += 1
                        self.free.add((one, other)[winner])
                continue
            self.met[one].add(other)
            self.met[other].add(one)
            self.matches[one] += 1
            self.matches[other] += 1
            if before.get(one, 0) != before.get(other, 0):
                self.floated |= {one, other}
            left, right = table.slip.points
            self.score[one] += Fraction(1, 2) if left == right else int(left > right)
            self.score[other] += Fraction(1, 2) if left == right else int(right > left)
        for bye in played.byes:
            self.score[bye.entry] += Fraction(1, 2)
            self.free.add(bye.entry)


def all_pairings(entries, met):
    """Every way to pair all of them without a rematch."""
    if not entries:
        yield ()
        return
    first, *others = entries
    for other in others:
        if other not in met[first]:
            for rest in all_pairings([entry for entry in others if entry != other], met):
                yield ((first, other), *rest)


def best_round(request, rounds):
    """(pairs, who has the bye) by C.04.6, articles 3.4 to 3.6, out of all there are; None when there are none."""
    book = Book()
    for row in request.history:
        book.enter(row)
    if request.number >= rounds - 1:
        book.floated = set()
    entries = list(request.field)
    if len(entries) % 2 == 0:
        pairings = list(all_pairings(entries, book.met))
        return (_best_pairing(pairings, entries, book), None) if pairings else None
    for bye in sorted(set(entries) - book.free, key=lambda entry: (book.score[entry], -book.matches[entry], -entry)):
        others = [entry for entry in entries if entry != bye]
        pairings = list(all_pairings(others, book.met))
        if pairings:
            return _best_pairing(pairings, others, book), bye
    return None


def _best_pairing(pairings, entries, book):
    """Group by group, each time only the pairings that are best for the groups so far."""
    by_score = sorted(entries, key=lambda entry: -book.score[entry])
    levels = [set(group) for _, group in groupby(by_score, key=book.score.__getitem__)]
    done = set()
    for place, level in enumerate(levels):
        residents = level - done
        following = next((level - done for level in levels[place + 1 :] if level - done), set())

        def floaters(pairing, residents=residents, done=done):
            bracket = [set(pair) for pair in pairing if set(pair) & residents and not set(pair) & done]
            return set().union(*bracket) - residents if bracket else set()

        def float_cost(pairing, floaters=floaters, following=following, done=done):
            up = floaters(pairing)
            left = following - up
            outside = sum(len(set(pair) & left) == 1 for pair in pairing if not set(pair) & done and not set(pair) & up)
            numbers = sorted(up, key=lambda entry: (-book.score[entry], entry))
            lowest_first = sorted(-book.score[entry] for entry in up)[::-1]
            return len(up), lowest_first, outside, len(up & book.floated), numbers

        up = floaters(min(pairings, key=float_cost)) if residents else set()
        pairings = [pairing for pairing in pairings if floaters(pairing) == up]
        bracket = residents | up

        def order(pairing, bracket=bracket, up=up):
            own = sorted(pair for pair in pairing if set(pair) <= bracket)
            hard = sum(bool(set(pair) & up) and bool((set(pair) - up) & book.floated) for pair in own)
            return hard, [top for top, _ in own], [bottom for _, bottom in own]

        if bracket:
            best = min(pairings, key=order)
            pairings = [pairing for pairing in pairings if order(pairing) == order(best)]
            done |= bracket
    return pairings[0]
