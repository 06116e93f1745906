"""Bugs in who meets whom and who sits out."""

from tests.planted.bug import Bug, Change

BUGS = (
    Bug(
        "swiss-rematch",
        "Two pairs meet twice in a Swiss while they have not met others.",
        (
            Change(
                "tournaments/formats/swiss/draw.py",
                "met = ({number[entry] for entry in card.opponents if entry in number} for card in cards)",
                "met = ({number[entry] for entry in card.opponents if entry not in number} for card in cards)",
            ),
        ),
        ("tests/tournaments/formats/swiss/test_swiss.py",),
    ),
    Bug(
        "bye-twice",
        "The weakest pair of a Swiss is sent home early every time, though others have not been yet.",
        (
            Change(
                "tournaments/formats/swiss/cards.py",
                "(cards[place].byes, cards[place].score,",
                "(cards[place].score,",
            ),
            Change(
                "tournaments/formats/swiss/draw.py",
                "may_have_it = cards[number].byes == 0 or config.second_bye",
                "may_have_it = True",
            ),
        ),
        ("tests/tournaments/formats/swiss/test_swiss_byes.py",),
    ),
    Bug(
        "sits-out-by-lot-alone",
        "Somebody sits out three times in an evening and somebody else never.",
        (
            Change(
                "tournaments/formats/seating/sit_outs.py",
                "turn = [number for number in staying if counts[number] == fewest]",
                "turn = [number for number in staying if counts[number] >= fewest]",
            ),
            Change(
                "tournaments/formats/seating/sit_outs.py",
                "(last.get(number, 0), chance.random())",
                "(0, chance.random())",
            ),
        ),
        (
            "tests/tournaments/formats/seating/test_sit_outs.py",
            "tests/tournaments/formats/progressive/test_progressive.py",
        ),
    ),
    Bug(
        "rotation-forgets-partners",
        "At half time two players leave, and after the break people have partners whom they had before.",
        (
            Change(
                "tournaments/formats/rotation/course.py",
                "(*pair, partners[pair], opponents[pair])",
                "(*pair, 0, opponents[pair])",
            ),
        ),
        ("tests/tournaments/formats/rotation/test_rotation.py",),
    ),
    Bug(
        "rotation-same-sit-outs",
        "At a rotation the same people sit out again while others have not sat out once.",
        (
            Change(
                "tournaments/formats/rotation/plan.py",
                "            self.counts[person] += 1\n            self.last[person] = number\n",
                "            self.last[person] = 0\n",
            ),
        ),
        ("tests/tournaments/formats/rotation/test_rotation.py",),
    ),
    Bug(
        "rotation-forgets-sit-outs",
        "Two players come late to a rotation, and those who have sat out already sit out again.",
        (
            Change(
                "tournaments/formats/rotation/course.py",
                "turns=tuple((counts[number], last.get(number, 0)) for number in people)",
                "turns=tuple((0, 0) for number in people)",
            ),
        ),
        ("tests/tournaments/formats/rotation/test_rotation.py",),
    ),
)
