"""A passkey made of a few lines: what a browser and a device do together, and what cheats do."""

from __future__ import annotations

import hashlib
import json
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(value: str) -> bytes:
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


@dataclass
class Authenticator:
    """One passkey for one site, at pages of an origin."""

    origin: str
    count: int = 0
    id: bytes = field(default_factory=lambda: token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    user: bytes = b""

    def make(self, options: dict[str, Any], **client: Any) -> dict[str, Any]:
        """The answer to options for a new passkey."""
        self.user = read(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], WITH_KEY) + attested
        whole = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._client("webauthn.create", options, client)
        return self._answer(clientDataJSON=text(said), attestationObject=text(whole))

    def sign(self, options: dict[str, Any], **client: Any) -> dict[str, Any]:
        """The answer to options for signing in."""
        data = self._data(options["rpId"])
        said = self._client("webauthn.get", options, client)
        signed = data + hashlib.sha256(said).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=text(said),
            authenticatorData=text(data),
            signature=text(signature),
            userHandle=text(self.user),
        )

    def _data(self, site: str, flags: int = 0) -> bytes:
        self.count += 1
        flags |= PRESENT | VERIFIED
        return hashlib.sha256(site.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, options: dict[str, Any], other: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said | other).encode()

    def _answer(self, **response: str) -> dict[str, Any]:
        own = text(self.id)
        return {"id": own, "rawId": own, "type": "public-key", "response": response}
