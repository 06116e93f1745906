"""One Swiss round after nine, beside nothing but the matching of the same field; and what nine rounds come to."""

import time
from importlib import import_module
from itertools import islice

from tournaments.formats.audit.fairness import fairness
from tournaments.formats.base import DrawRequest
from tournaments.formats.simulation import Attendance, Event, SimulatedRound, play
from tournaments.formats.swiss.cards import pairing_cards
from tournaments.formats.swiss.config import Swiss
from tournaments.formats.swiss.draw import draw_round

ENTRANTS = (50, 200, 1000, 4000)
NEAREST = 8
CONFIG = Swiss(rounds=12)


def nine_rounds(entrants: int) -> list[SimulatedRound]:
    return list(play(Event("swiss", CONFIG, Attendance(entrants), rounds=9)))


def request_after(rounds: list[SimulatedRound]) -> DrawRequest:
    return DrawRequest(len(rounds) + 1, rounds[0].request.field, tuple(row.played for row in rounds), 1)


def bare_matching(request: DrawRequest) -> float:
    """Seconds to match everyone with one of the nearest, by score, whom they have not met. The cards are ready."""
    library = import_module("rustworkx")
    cards = sorted(pairing_cards(CONFIG, request), key=lambda card: -card.score)
    start = time.process_time()
    edges: list[tuple[int, int, int]] = []
    for place, card in enumerate(cards):
        near = (other for other in range(place + 1, len(cards)) if cards[other].entry not in card.opponents)
        for other in islice(near, NEAREST):
            edges.append((place, other, int(400 * (card.score - cards[other].score) ** 2) + other - place))
    graph = library.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(cards)))
    graph.add_edges_from(edges)
    library.max_weight_matching(graph, max_cardinality=True, weight_fn=int.__neg__)
    return time.process_time() - start


def print_rounds() -> None:
    """Seconds for round 10, rematches and violations in the nine rounds before."""
    print(f"{'entrants':>10}{'seconds':>10}{'matching':>10}{'ratio':>8}{'rematches':>11}{'violations':>12}")
    for entrants in ENTRANTS:
        rounds = nine_rounds(entrants)
        request = request_after(rounds)
        start = time.process_time()
        draw_round(CONFIG, request)
        seconds, bare = time.process_time() - start, bare_matching(request)
        rematches = fairness([row.draw for row in rounds]).opponents.repeats
        violations = sum(finding.hard for row in rounds for finding in row.findings)
        print(f"{entrants:>10}{seconds:>10.3f}{bare:>10.3f}{seconds / bare:>8.1f}{rematches:>11}{violations:>12}")
