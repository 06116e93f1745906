"""Checks all deals of a game with nothing but Python and verify_deal.py beside it: python verify_game.py deals.json

deals.json is a game's file of deals, as the site gives it out. For every hand, seal and deck are worked out anew from
the secret and compared with the file. Compare the seals yourself with those that the table showed before the cards: no
one could change those afterwards. Exits with 1 when anything differs, or when the file has no sealed deal.
"""

import json
import sys

import verify_deal


def differences(hand, deck):
    joker = "joker" if deck["joker"] else ""
    output = verify_deal.main(hand["secret"], hand["label"], deck["lowest_rank"], deck["packs"], joker)
    dealt = " ".join([own["cards"] for own in hand["dealt"]] + [hand["left_over"]]).strip()
    checks = {"seal": f"seal {hand['seal']}\n" in output, "cards": output.endswith(f"deck {dealt}\n")}
    return [name for name, fits in checks.items() if not fits]


def main(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if not data["hands"]:
        sys.stdout.write(f"nothing to check: {data['about']}\n")
        return 1
    found = {hand["hand"]: differences(hand, data["deck"]) for hand in data["hands"]}
    for number, wrong in found.items():
        sys.stdout.write(f"hand {number}: {'DIFFERS in ' + ' and '.join(wrong) if wrong else 'fits'}\n")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
