"""A second scorer, written from the house rules in words and working on text alone; shares no code with the engine.

Takes a hand in the engine's notation and says who won which trick and what every side scores.
"""

RANKS = "789TJQKA"
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
PARTNERSHIPS = {"2v2": 2, "3v3": 2, "2v2v2": 3, "2v2v2v2": 4}


def read(text):
    """Deal and actions of a hand, as plain words."""
    deal, actions = text.strip("\n").split("\n") if "\n" in text.strip("\n") else (text.strip("\n"), "")
    dealer, *hands = deal.removeprefix("deal ").split(" | ")
    words = [action.split(" ") for action in actions.split("; ") if action]
    return int(dealer), [hand.split() for hand in hands], words


def tricks_of(rules, text):
    """The maker, the strain, loners and the winners of all tricks, or None when no one made trump."""
    dealer, hands, words = read(text)
    seats = rules["players"]
    step = 1 if rules["direction"] == "left" else -1
    sides = [seat % PARTNERSHIPS.get(rules["sides"], seats) for seat in range(seats)]
    bids = bidding(rules, dealer, hands[-1], words, sides, step)
    if bids is None:
        return None
    maker, strain, level, loner, defender = bids
    active = [seat for seat in range(seats) if not sits_out(seat, sides, maker, loner, defender)]
    plays = [word[1] for word in words if word[0] == "play"]
    turn = first_lead(rules, dealer, maker, loner, active, step, seats)
    winners = []
    while plays:
        order = [(turn + i * step) % seats for i in range(seats)]
        order = [seat for seat in order if seat in active]
        trick = [(seat, plays.pop(0)) for seat in order]
        led = suit_of(trick[0][1], strain)
        turn = max(trick, key=lambda play: height(play[1], strain, led))[0]
        winners.append(turn)
    return maker, sides, level, loner, defender, winners


def bidding(rules, dealer, rest, words, sides, step):
    """Who made trump, in what, for how many tricks, how alone, and who defends alone."""
    seats = rules["players"]
    turn = dealer if rules["dealer_bids_first"] else (dealer + step) % seats
    turned = rest[0] if rules["variant"] == "classic" else ""
    upcards = list(rest) if rules["advance_kitty"] else [turned]
    if turned == "JO" and rules["joker_turned_up"] == "dealer_blind":
        turn = dealer
    maker = strain = defender = None
    level, loner, passes = 0, "", 0
    asked = None
    for word in words:
        if word[0] == "misdeal":
            return None
        if word[0] == "pass":
            passes += 1
            turn = (turn + step) % seats
        if word[0] == "order":
            shown = upcards[min(passes, len(upcards) - 1)]
            maker, strain = turn, "S" if shown == "JO" else shown[1]
            loner = "alone" if word[-1] == "alone" else ""
        if word[0] == "call":
            maker = turn if rules["variant"] == "classic" else maker
            strain = word[1]
            loner = "alone" if word[-1] == "alone" else loner
        if word[0] == "bid":
            maker, loner = turn, word[-1] if word[-1] in ("alone", "call_1", "call_2") else ""
            level = int(word[1]) if word[1].isdecimal() else rules["cards_each"]
            named = [part for part in word[1:] if part in "CDHSNL"]
            strain = named[0] if named else None
            turn = (turn + step) % seats
        if word[0] == "alone":
            loner = "alone"
        if word[0] in ("defend", "assist"):
            asked = asked or opponents(rules, dealer, maker, sides, step)
            seat = asked.pop(0)
            defender = seat if word[0] == "defend" else None
    return None if maker is None else (maker, strain, level, loner, defender)


def opponents(rules, dealer, maker, sides, step):
    """Defenders in the order in which they are asked."""
    start = maker if rules["defend_asked"] == "maker_left" else dealer
    order = [(start + i * step) % len(sides) for i in range(1, len(sides) + 1)]
    return [seat for seat in order if sides[seat] != sides[maker]]


def sits_out(seat, sides, maker, loner, defender):
    """Partners of a player who goes alone."""
    if loner and seat != maker and sides[seat] == sides[maker]:
        return True
    return defender is not None and seat != defender and sides[seat] == sides[defender]


def first_lead(rules, dealer, maker, loner, active, step, seats):
    """Who plays the first card."""
    if rules["bid_winner_leads"]:
        return maker
    start = maker if loner and rules["alone_lead"] == "maker_left" else dealer
    return next(seat for seat in ((start + i * step) % seats for i in range(1, seats + 1)) if seat in active)


def suit_of(card, strain):
    """The suit a card counts as."""
    if card == "JO":
        return strain if strain in "CDHS" else "any"
    if strain in "CDHS" and card == "J" + SAME_COLOUR[strain]:
        return strain
    return card[1]


def height(card, strain, led):
    """How high a card stands in its trick."""
    if card == "JO":
        return 1000
    if suit_of(card, strain) == strain:
        if card[0] == "J":
            return 900 if card[1] == strain else 800
        return 500 + RANKS.index(card[0])
    if card[1] != led:
        return 0
    return 100 - RANKS.index(card[0]) if strain == "L" else 100 + RANKS.index(card[0])


def points_of(rules, text):
    """Points per side for a finished hand."""
    seats = rules["players"]
    count = PARTNERSHIPS.get(rules["sides"], seats)
    played = tricks_of(rules, text)
    if played is None:
        return [0] * count
    maker, sides, level, loner, defender, winners = played
    tricks = [sum(sides[seat] == side for seat in winners) for side in range(count)]
    if rules["variant"] == "bid":
        return bid_points(rules, tricks, sides[maker], level, loner)
    return classic_points(rules, tricks, sides[maker], loner, None if defender is None else sides[defender])


def bid_points(rules, tricks, side, level, loner):
    """Bid Euchre."""
    every = rules["cards_each"]
    half_more = (3 * every + 1) // 2
    lone = {"alone": 2 * every, "call_1": half_more, "call_2": half_more}
    points = list(tricks)
    if loner:
        points[side] = lone[loner] if tricks[side] == every else -half_more
    elif tricks[side] < level:
        points[side] = -level
    elif rules["score_bid_only"]:
        points[side] = level
    return points


def classic_points(rules, tricks, side, alone, defending_side):
    """Classic Euchre."""
    every, got = rules["cards_each"], tricks[side]
    enough = got * 2 > every
    if rules["take_four"] and got < every and (got - 1) * 2 <= every:
        enough = False
    if alone and rules["alone_must_take_all"] and got < every:
        enough = False
    points = [0] * len(tricks)
    if enough:
        march = {True: 2 if rules["alone_worth_two"] else rules["lone_march"], False: rules["solo_march"]}[bool(alone)]
        points[side] = march if got == every else 1
        return points
    for other in range(len(tricks)):
        if other != side:
            worth = [2, rules["euchred_loner"] if alone else 0, 4 if rules["defended_sweep"] and got == 0 else 0]
            points[other] = max(*worth, 4 if other == defending_side else 0)
    return points
