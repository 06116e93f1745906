"""Bugs at the edges of the site: what it sends elsewhere, what it keeps for a rainy day."""

from tests.planted.bug import Bug, Change

BUGS = (
    Bug(
        "erase-email-not-in-texts",
        "Someone who was erased can still be written to: the address stands in what others wrote.",
        (
            Change(
                "tournaments/privacy/erasing.py",
                "    for address in sorted(addresses):\n",
                "    for address in ():\n",
            ),
        ),
        ("tests/tournaments/privacy/test_erasing.py",),
    ),
    Bug(
        "erase-keys-of-json",
        "The name of an erased person stays as a key inside of JSON in the journal.",
        (
            Change(
                "tournaments/privacy/texts.py",
                "return {write(key): _written(part, write) for key, part in value.items()}",
                "return {key: _written(part, write) for key, part in value.items()}",
            ),
        ),
        ("tests/tournaments/privacy/test_erasing.py",),
    ),
    Bug(
        "hidden-name-by-its-number",
        "The leaderboard gives a hidden player the number that the event's entries have beside the name.",
        (
            Change(
                "tournaments/clubs/public_names.py",
                "number = player.pk if is_known else number_for(NUMBERS, player.pk)",
                "number = player.pk",
            ),
        ),
        ("tests/tournaments/privacy/test_hidden_names.py",),
    ),
    Bug(
        "second-step-of-the-account",
        "A thief who knows only the password waits until the owner switches two-step log-in on, and is in.",
        (
            Change(
                "games/accounts/second_factor.py",
                "not (was_typed and has_one(user)) and _is_asked_of(user)",
                "not has_one(user) and _is_asked_of(user)",
            ),
        ),
        ("tests/euchre_site/test_second_factor.py",),
    ),
    Bug(
        "second-step-leaves-sessions",
        "Switching two-step log-in on leaves the thief logged in who knew the password.",
        (
            Change(
                "games/accounts/second_factor.py",
                "end_sessions(instance.user, but=request.session.session_key)",
                "end_sessions(instance.user) if request is None else None",
            ),
        ),
        ("tests/euchre_site/test_second_factor.py",),
    ),
    Bug(
        "provider-says-false",
        "A provider that says “false” in letters confirms an address that its owner never saw.",
        (
            Change(
                "games/accounts/openid/provider.py",
                'is_confirmed = says is True or says == "true"',
                "is_confirmed = bool(says)",
            ),
        ),
        ("tests/games/accounts/test_openid.py",),
    ),
    Bug(
        "provider-of-another-log-in",
        "An ID token that a thief got for a log-in of theirs is good in another browser.",
        (
            Change(
                "games/accounts/openid/provider.py",
                'constant_time_compare(str(claims.get("nonce", "")), state["nonce"])',
                'claims.get("nonce", "here")',
            ),
        ),
        ("tests/games/accounts/test_openid_refusals.py",),
    ),
    Bug(
        "provider-passes-by-the-code",
        "At an open browser, logging in at the provider replaces the code of the second factor.",
        (
            Change(
                "games/accounts/openid/adapter.py",
                'sociallogin.user != request.user or "at_provider" not in [method["id"] for method in methods]',
                "sociallogin.user != request.user or not methods",
            ),
        ),
        ("tests/games/accounts/test_openid.py",),
    ),
    Bug(
        "passkey-leaves-sessions",
        "A thief who knew the password stays logged in when the owner adds a passkey.",
        (
            Change(
                "games/accounts/second_factor.py",
                "if not created or instance.type not in KINDS:",
                "if not created or instance.type != Authenticator.Type.TOTP:",
            ),
        ),
        ("tests/games/accounts/test_passkeys.py",),
    ),
    Bug(
        "upgrade-without-a-backup",
        "A site is migrated, and names a backup that nobody wrote.",
        (
            Change(
                "euchre_site/upgrading.py",
                "write_dated_backup(open_folder(Path(settings.BACKUP_FOLDER)))",
                "open_folder(Path(settings.BACKUP_FOLDER))",
            ),
        ),
        ("tests/euchre_site/test_upgrading.py",),
    ),
    Bug(
        "metrics-behind-another-proxy",
        "A visitor who writes a monitor's address into a header reads the metrics.",
        (
            Change(
                "euchre_site/metrics/page.py",
                "ipaddress.ip_address(address_of(request))",
                'ipaddress.ip_address(request.headers.get("X-Forwarded-For", address_of(request)))',
            ),
        ),
        ("tests/euchre_site/test_metrics.py",),
    ),
    Bug(
        "webhook-to-a-private-address",
        "An owner of a club has the server read out pages of the network it stands in.",
        (
            Change(
                "games/outgoing/addresses.py",
                "all(here or is_public(address) for here, address",
                "all(here or is_public(address) or address.is_private for here, address",
            ),
        ),
        ("tests/games/outgoing/test_addresses.py",),
    ),
    Bug(
        "webhook-asks-for-the-name-again",
        "The same, by a name that leads outside when it is checked and inside when it is used.",
        (
            Change(
                "games/outgoing/wire.py",
                "plain = _connect_to(address, target.port, seconds_left(deadline) / others)",
                "plain = socket.create_connection((target.host, target.port), seconds_left(deadline) / others)",
            ),
        ),
        ("tests/games/outgoing/test_addresses.py",),
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
        ("tests/euchre_site/backups/test_files.py", "tests/euchre_site/backups/test_writing.py"),
    ),
    Bug(
        "webhook-if-one-address-is-public",
        "A name with one address outside and one inside leads an owner's requests into the network of the server.",
        (
            Change(
                "games/outgoing/addresses.py",
                "if not all(here or is_public(address) for here, address",
                "if not any(here or is_public(address) for here, address",
            ),
        ),
        ("tests/games/outgoing/test_addresses.py",),
    ),
    Bug(
        "webhook-to-the-nearest-machine",
        "An owner of a club has the server talk to a router of the network that it stands in.",
        (Change("games/outgoing/addresses.py", '    "192.175.48.0/24",\n', ""),),
        ("tests/games/outgoing/test_addresses.py",),
    ),
    Bug(
        "push-after-the-log-in",
        "A phone that someone was logged out of, or that has the old password, still shows that person's news.",
        (
            Change(
                "games/notifications/push/owners.py",
                "return user is not None and is_logged_in(user, subscription.session_key)",
                "return user is not None",
            ),
        ),
        ("tests/games/notifications/push/test_owners.py",),
    ),
    Bug(
        "backups-of-today-only",
        "On Friday the club finds that Tuesday's standings are wrong, and no backup is older than a few hours.",
        (Change("euchre_site/backups/keeping.py", "return [*made[-keep:], *days]", "return made[-keep:]"),),
        ("tests/euchre_site/backups/test_what_is_kept.py",),
    ),
    Bug(
        "restore-takes-a-changed-row",
        "A backup from a worn-out stick replaces the night by one with other scores, and says that all is well.",
        (
            Change(
                "euchre_site/backups/restoring.py",
                '    if lost:\n        raise damaged(name, "; ".join(lost[:3]))\n',
                "    del lost\n",
            ),
        ),
        ("tests/euchre_site/backups/test_what_is_kept.py",),
    ),
    Bug(
        "a-request-says-where-it-comes-from",
        "Anyone who adds a header to each request guesses passwords and opens tables without end.",
        (Change("euchre_site/web_server.py", "proxy_headers=False", "proxy_headers=True"),),
        ("tests/euchre_site/test_web_server.py",),
    ),
)
