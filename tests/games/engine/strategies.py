"""Hypothesis strategies of the engine: accepted house rules, deals, and play-outs driven by drawn numbers."""

from hypothesis import strategies as st

from games.engine.choices import Sides, Variant
from games.engine.errors import RuleError
from games.engine.rules import HouseRules, options

SEATS = {Sides.TWO_V_TWO: 4, Sides.THREE_PAIRS: 6, Sides.FOUR_PAIRS: 8, Sides.THREE_V_THREE: 6}
SHAPES = ("variant", "sides", "players", "deck", "packs", "cards_each", "joker", "go_alone")


def values_of(shown):
    """The values an option is tried with."""
    return st.sampled_from(shown.choices)


def shape_fits(shape):
    """Whether the shape by itself is accepted."""
    try:
        HouseRules(**shape, minimum_bid=1 if shape["variant"] is Variant.BID else 3)
    except RuleError:
        return False
    return True


@st.composite
def shapes(draw):
    """Seats, sides and cards that go together."""
    shape = {name: draw(values_of(next(each for each in options() if each.name == name))) for name in SHAPES}
    shape["players"] = SEATS.get(shape["sides"]) or shape["players"]
    if shape["sides"] is Sides.SOLO or shape["variant"] is Variant.BID:
        shape["go_alone"] = shape["variant"] is Variant.BID
    return shape


@st.composite
def house_rules(draw):
    """Any accepted rules: a shape, then every other option that does not clash with what is there already."""
    chosen = draw(shapes().filter(shape_fits))
    if chosen["variant"] is Variant.BID:
        chosen["minimum_bid"] = draw(st.integers(1, min(3, chosen["cards_each"])))
    for shown in options():
        if shown.name not in chosen and shown.only in (None, chosen["variant"]):
            tried = {**chosen, shown.name: draw(values_of(shown))}
            chosen = tried if is_accepted(tried) else chosen
    return HouseRules(**chosen)


def is_accepted(chosen):
    """Whether these options go together."""
    try:
        HouseRules(**chosen)
    except RuleError:
        return False
    return True
