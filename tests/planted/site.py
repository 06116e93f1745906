"""Bugs at the edges of the site: what it sends elsewhere, what it keeps for a rainy day."""

from tests.planted.bug import Bug, Change

BUGS = (
    Bug(
        "webhook-to-a-private-address",
        "An owner of a club has the server read out pages of the network it stands in.",
        (
            Change(
                "tournaments/services/webhooks/addresses.py",
                "all(here or is_public(one) for here, one",
                "all(here or is_public(one) or one.is_private for here, one",
            ),
        ),
        ("tests/tournaments/services/webhooks/test_addresses.py",),
    ),
    Bug(
        "webhook-asks-for-the-name-again",
        "The same, by a name that leads outside when it is checked and inside when it is used.",
        (
            Change(
                "tournaments/services/webhooks/wire.py",
                "plain = _connect_to(address, target.port, _left(deadline) / others)",
                "plain = socket.create_connection((target.host, target.port), _left(deadline) / others)",
            ),
        ),
        ("tests/tournaments/services/webhooks/test_addresses.py",),
    ),
    Bug(
        "backup-by-plain-copy",
        "The backup of a running night lacks the latest scores.",
        (
            Change(
                "euchre_site/backups/files.py",
                "            live.backup(copy)\n",
                "            draft.write_bytes(source.read_bytes())\n",
            ),
        ),
        ("tests/euchre_site/backups/test_writing.py",),
    ),
)
