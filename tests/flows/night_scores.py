"""The ways in which a table's score comes in on a night: typed from the card, sent twice, disputed, corrected."""

from random import Random

from tests.flows.night import Night
from tests.flows.phones import Phone

Hand = tuple[int, int, bool]


def hands_of(chance: Random) -> list[Hand]:
    """Eight hands that can have been played."""
    hands = []
    for _ in range(8):
        points = chance.choices((1, 2, 4), (70, 22, 8))[0]
        hands.append((chance.randrange(2), points, points == 4))
    return hands


def score(hands: list[Hand]) -> tuple[int, int]:
    return sum(points for side, points, _ in hands if side == 0), sum(points for side, points, _ in hands if side == 1)


def uneven(hands: list[Hand], chance: Random) -> list[Hand]:
    while score(hands)[0] == score(hands)[1]:
        hands = hands_of(chance)
    return hands


def by_grid(night: Night, table: int, hands: list[Hand]) -> tuple[int, int]:
    """The organizer types it from the paper card, with the keyboard alone."""
    night.go("scores/")
    cells = night.page.locator("tr", has=night.page.get_by_role("link", name=f"Table {table}", exact=True))
    cells.locator("input[type=number]").first.focus()
    for points in score(hands):
        night.page.keyboard.type(str(points))
        night.page.keyboard.press("Enter")
    night.page.locator(f"tr[data-table='{table}'][data-state=saved]").wait_for()
    night.shot("grid")
    return score(hands)


def wrong_then_right(night: Night, reporter: Phone, opponent: Phone, table: int, hands: list[Hand]) -> tuple[int, int]:
    """The first slip has the sides mixed up; nobody has confirmed it, so the same side sends it again."""
    reporter.report(table, [(1 - side, points, alone) for side, points, alone in hands])
    reporter.look(table)
    reporter.page.get_by_role("button", name="Start over").click()
    reporter.tap(hands)
    reporter.send()
    opponent.confirm(table)
    return score(hands)


def disputed(
    night: Night, number: int, reporter: Phone, opponent: Phone, table: int, hands: list[Hand]
) -> tuple[int, int]:
    """Both sides type different scores; neither counts until Olga has looked at the paper."""
    other = [(0, 1, False)] * 8
    reporter.report(table, other)
    opponent.look(table)
    opponent.page.locator("details summary").first.click()
    opponent.tap(hands)
    opponent.send()
    night.go("console/")
    night.page.locator("#attention").wait_for()
    night.shot("console-disputed")
    night.page.locator("section", has=night.page.locator("#attention")).get_by_role("link").click()
    night.shot("match-disputed")
    first, second = score(hands)
    night.page.locator("#points-0").fill(str(first))
    night.page.locator("#points-1").fill(str(second))
    if first == second:
        night.page.get_by_role("radio").first.check()
    night.page.get_by_role("button", name="Save", exact=True).click()
    night.page.locator(".notice--success").wait_for()
    return score(hands)


def corrected(night: Night, table: int, hands: list[Hand], chance: Random) -> tuple[int, int]:
    """Both sides agreed on a score, and then somebody finds the mistake: Olga corrects it, with the reason."""
    right = uneven(hands_of(chance), chance)
    night.go("console/")
    night.page.get_by_role("link", name=f"Table {table}", exact=True).first.click()
    for side, points in enumerate(score(right)):
        night.page.locator(f"#points-{side}").fill(str(points))
    night.page.get_by_label("Reason for the correction").fill("One hand was written on the wrong side")
    night.page.get_by_role("button", name="Preview changes").first.click()
    night.say("Your change isn’t saved yet")
    night.shot("match-preview")
    night.page.get_by_role("button", name="Correct the score").click()
    night.page.locator(".notice--success").wait_for()
    night.say("One hand was written on the wrong side")
    night.shot("match-corrected")
    return score(right)
