"""Par of deals that are secret no longer: asked for once, worked out in the background, told in words."""

import hashlib
import json
from collections.abc import Iterable, Sequence

from django.utils import timezone

from games.engine.analysis.hand_review import par_from
from games.engine.analysis.par import Par
from games.engine.card_names import listed, strain_name
from games.engine.hand import Hand
from games.engine.language import say, say_number, signed
from games.engine.notation import hand_text
from games.engine.rules import rules_data
from games.engine.scoring import Loner
from games.engine.seating import side_count
from games.jobs.enqueuing import enqueue_on_commit
from games.review.commands import TASK
from games.review.models import DealPar


def ask_for_pars(hands: Iterable[Hand]) -> None:
    """Have the par of these deals worked out, whatever was done with them. Those that are known stay; deals of more
    than two sides have none."""
    wanted = [
        DealPar(digest=digest_of(hand), rules=rules_data(hand.rules), deal=_deal(hand))
        for hand in hands
        if side_count(hand.rules) == 2
    ]
    DealPar.objects.bulk_create(wanted, ignore_conflicts=True)
    given_up = DealPar.objects.filter(digest__in=[par.digest for par in wanted]).exclude(parked_at=None)
    given_up.update(parked_at=None, attempts=0, error="", next_at=timezone.now())
    if wanted:
        enqueue_on_commit(TASK)


def pars_of(hands: Sequence[Hand]) -> list[Par | None]:
    """Of each deal, None where it isn't known (yet). One question for all."""
    digests = [digest_of(hand) for hand in hands]
    known = DealPar.objects.filter(digest__in=digests, done_at__isnull=False).values_list("digest", "par")
    by_digest = {digest: par_from(par) for digest, par in known if par}
    return [by_digest.get(digest) for digest in digests]


def digest_of(hand: Hand) -> str:
    """The same for the same cards, dealer and rules."""
    text = json.dumps(rules_data(hand.rules), sort_keys=True) + _deal(hand)
    return hashlib.sha256(text.encode()).hexdigest()


def par_words(par: Par, names: Sequence[str], sides: Sequence[int]) -> str:
    """What the deal was worth to which side, and the contract for it. names, sides: by seat."""
    if par.maker is None or par.strain is None:
        return say("Par: everyone passes.")
    points = par.points[0] - par.points[1]
    ahead = 0 if points >= 0 else 1
    people = listed([name for name, side in zip(names, sides, strict=True) if side == ahead])
    return say(
        "Par: {side} {points}. {contract}", side=people, points=signed(abs(points)), contract=_contract(par, names)
    )


def _contract(par: Par, names: Sequence[str]) -> str:
    assert par.maker is not None
    assert par.strain is not None
    what = {"player": names[par.maker], "suit": strain_name(par.strain)}
    if par.loner is Loner.NO:
        return say_number(
            "{player} makes {suit} trump, and that side takes {number} trick.",
            "{player} makes {suit} trump, and that side takes {number} tricks.",
            par.tricks,
            **what,
        )
    return say_number(
        "{player} makes {suit} trump, plays alone and takes {number} trick.",
        "{player} makes {suit} trump, plays alone and takes {number} tricks.",
        par.tricks,
        **what,
    )


def _deal(hand: Hand) -> str:
    return hand_text(hand).partition("\n")[0]
