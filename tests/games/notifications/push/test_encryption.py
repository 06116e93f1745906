"""Messages are encrypted as RFC 8291 says, and only the browser that they are for can read them."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from games.notifications.push import encryption
from games.notifications.push.encryption import MAX_BYTES, encrypt, from_text, point_of, to_text
from tests.games.notifications.push.receiver import decrypt

EXAMPLE = {
    "message": b"When I grow up, I want to be a watermelon",
    "site": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "site_key": "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    "browser": "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    "browser_key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "secret": "BTBZMqHH6r4Tts7J_aSIgg",
    "body": (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    ),
}
"""The values of RFC 8291, section 5 and appendix A."""


def private(said: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(said)), ec.SECP256R1())


SITE, BROWSER = private(EXAMPLE["site"]), private(EXAMPLE["browser"])
SECRET, SALT = from_text(EXAMPLE["secret"]), from_text(EXAMPLE["salt"])


def sealed(message: bytes = b"x", **other: bytes) -> bytes:
    said = {"browser_key": point_of(BROWSER), "browser_secret": SECRET, "salt": SALT} | other
    return encrypt(message, own_key=SITE, **said)


def test_the_example_of_the_standard_comes_out_letter_by_letter() -> None:
    assert (to_text(point_of(SITE)), to_text(point_of(BROWSER))) == (EXAMPLE["site_key"], EXAMPLE["browser_key"])
    assert to_text(sealed(EXAMPLE["message"])) == EXAMPLE["body"]
    assert decrypt(from_text(EXAMPLE["body"]), BROWSER, SECRET) == EXAMPLE["message"]


@given(st.binary(max_size=MAX_BYTES).filter(lambda message: not message.endswith(b"\0")))
def test_what_is_sent_is_what_is_read(message: bytes) -> None:
    assert decrypt(sealed(message), BROWSER, SECRET) == message


def test_the_longest_message_fills_what_every_push_service_takes() -> None:
    assert MAX_BYTES == 3993
    assert len(sealed(b"x" * MAX_BYTES)) == 4096
    with pytest.raises(ValueError, match="at most 3993 bytes, not 3994"):
        sealed(b"x" * (MAX_BYTES + 1))


def test_no_one_else_reads_it() -> None:
    body = sealed(b"Table 4")
    assert b"Table" not in body
    with pytest.raises(InvalidTag):
        decrypt(body, SITE, SECRET)
    with pytest.raises(InvalidTag):
        decrypt(body, BROWSER, bytes(16))


@pytest.mark.parametrize(
    "wrong",
    [
        {"browser_key": b""},
        {"browser_key": b"\x04" + bytes(64)},
        {"browser_key": point_of(BROWSER)[:-1]},
        {"browser_secret": bytes(15)},
        {"salt": bytes(17)},
    ],
)
def test_what_is_no_key_is_refused(wrong: dict[str, bytes]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (cryptography has words of its own)
        sealed(**wrong)


@pytest.mark.parametrize("data", [b"", b"\xff" * 65, bytes(range(16))])
def test_bytes_are_written_without_signs_at_the_end(data: bytes) -> None:
    said = to_text(data)
    assert not set(said) & set("+/=")
    assert from_text(said) == from_text(said + "=" * (-len(said) % 4)) == data


@pytest.mark.parametrize("wrong", ["a", "ab!d", "ab\nd", "é"])
def test_other_letters_are_no_bytes(wrong: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (the library has words of its own)
        encryption.from_text(wrong)
