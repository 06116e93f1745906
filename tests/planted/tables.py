"""Bugs at tables online, most of them cards that a player sees too early."""

from tests.planted.bug import Bug, Change, Database

BUGS = (
    Bug(
        "full-state-to-watchers",
        "A friend who watches face down reads everybody's hand, and tells his partner.",
        (
            Change(
                "games/tables/watching.py",
                "return Seen(hand, state, Viewer.FACE_DOWN, is_match)",
                "return Seen(hand, state, Viewer.FACE_UP, is_match)",
            ),
        ),
        ("tests/games/tables/test_watching.py",),
    ),
    Bug(
        "matches-watched-live",
        "In a match of a competition a watcher sees each card as it falls and can signal.",
        (
            Change(
                "games/tables/watching.py",
                "state = state_after(hand, _until_last_trick(hand)) if is_match else state_of(hand)",
                "state = state_of(hand)",
            ),
        ),
        ("tests/games/tables/test_watching.py",),
    ),
    Bug(
        "hint-for-anybody",
        "Whoever asks for advice is told what the player in turn would best do, from that player's cards.",
        (
            Change(
                "games/tables/hints.py",
                "if game is None or state is None or state.turn != seat.number:",
                "if game is None or state is None or state.turn is None:",
            ),
            Change("games/tables/hints.py", "view_for(state, seat.number)", "view_for(state, state.turn)"),
        ),
        ("tests/games/tables/test_managing.py",),
    ),
    Bug(
        "seats-hopped-with-bots",
        "Who stands up takes a bot's seat at once, again and again, and bids knowing all four hands.",
        (
            Change(
                "games/tables/shown.py",
                "    if shown.seat != seat:\n        raise RuleError(refusal, player=player)\n",
                "    if shown.seat is None:\n        raise RuleError(refusal, player=player)\n",
            ),
        ),
        ("tests/games/tables/test_one_hand_per_deal.py",),
    ),
    Bug(
        "watcher-of-open-hands-sits-down",
        "At a table of open hands a watcher who has read the whole deal takes a bot's seat in the middle of it.",
        (
            Change(
                "games/tables/watching.py",
                "    return table.conduct.watchers is Watching.FACE_UP and table.conduct.open_hands\n",
                "    return table.conduct.watchers is Watching.FACE_UP and table.is_official\n",
            ),
        ),
        ("tests/games/tables/test_one_hand_per_deal.py",),
    ),
    Bug(
        "closing-returns-a-lost-stake",
        "The owner of a chips game that is being lost closes the table: the stake is back, and nobody has won.",
        (
            Change(
                "games/tables/breaking_off.py",
                "if missing != player] if call else []:",
                "if missing is None] if call else []:",
            ),
            Change("games/tables/chips.py", "    if len(people) == 1:\n", "    if not stakes:\n"),
        ),
        ("tests/games/tables/test_chips.py",),
    ),
    Bug(
        "sealed-after-the-first-card",
        "The seal that everybody could read before the first card is not that of the deal: it proves nothing.",
        (
            Change(
                "games/tables/play.py",
                "seal = seal_of(seed, label(game, number)).seal",
                "seal = seal_of(secrets.token_bytes(SEED_BYTES), label(game, number)).seal",
            ),
            Change(
                "games/tables/play.py",
                "    if is_stand_in:\n        hand.stand_ins",
                "    if hand.seed:\n"
                "        hand.seal = seal_of(bytes.fromhex(hand.seed), label(hand.game, hand.number)).seal\n"
                "    if is_stand_in:\n        hand.stand_ins",
            ),
            Change(
                "games/tables/play.py",
                'hand.save(update_fields=["actions", "stand_ins", "points", "ended_at"])',
                'hand.save(update_fields=["actions", "stand_ins", "points", "ended_at", "seal"])',
            ),
        ),
        ("tests/games/tables/test_play.py",),
    ),
    Bug(
        "stream-kept-after-log-out",
        "On the club's laptop the next visitor's page goes on hearing what the one before was told.",
        (
            Change("games/live/__init__.py", "is_hung_up or own in news.versions", "is_hung_up"),
            Change("games/live/__init__.py", "if not await _is_logged_in(user, session_key)", "if session_key is own"),
        ),
        ("tests/games/accounts/test_sessions.py",),
    ),
    Bug(
        "no-lock-at-tables",
        "Two who tap at the same moment both play, and a card is gone or played twice.",
        (
            Change(
                "games/tables/commands.py",
                'return locked(Table.objects).select_related("owner").get(pk=table_id)',
                'return Table.objects.select_related("owner").get(pk=table_id)',
            ),
        ),
        ("tests/games/tables/test_races.py",),
        (Database.POSTGRES,),
    ),
    Bug(
        "double-tap-acts-twice",
        "A tap that was sent again is refused as too late, or done a second time.",
        (
            Change(
                "games/tables/commands.py",
                "    if seat.key != command.key:\n",
                "    if seat.key != command.key or last_action:\n",
            ),
        ),
        ("tests/games/tables/test_play.py",),
        shows=("Conflict", "RuleError"),
    ),
)
