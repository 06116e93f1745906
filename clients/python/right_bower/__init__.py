"""A client for the API of a Right Bower site. See README.md."""

from right_bower.client import Answer, Client, Refused, Unreachable
from right_bower.signatures import Forged, verify

__all__ = ["Answer", "Client", "Forged", "Refused", "Unreachable", "verify"]
