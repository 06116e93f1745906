"""Passkeys: a phone or a computer that checks its owner logs them in, without a password. Only where HTTPS is on."""
