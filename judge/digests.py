"""Digests of what a certificate is about: of texts with numbers as the format writes them."""

import hashlib
from decimal import Decimal

from strict import Unknown, known


def rust(value) -> str:
    """As the format's digests write numbers, lists and names."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if not isinstance(value, float):
        return "[" + ", ".join(map(rust, value)) + "]"
    mantissa, _, exponent = repr(value).partition("e")
    if value and not 1e-4 <= abs(value) < 1e16:
        return f"{mantissa}e{int(exponent)}"
    return format(Decimal(repr(value)), "f") + ("" if "." in format(Decimal(repr(value)), "f") else ".0")


def compare(judge, certificate: dict, checked: dict, more: str = "", path: str | None = None) -> None:
    """Those of pairs and margins, and of a path by its text. Robot and scene are digested as the prover holds them, so
    those two are compared only with what is expected. The proof of constraints has none of its own."""
    if not judge.compares:
        return
    digests, pairs = known(certificate["digests"], "robot srdf scene margins " + more), [f"{rust(a)} {rust(b)}" for a, b in checked]
    margins = [f"{pair} {rust(float(margin))}\n" for pair, (_, _, margin) in zip(pairs, checked.values())]
    texts = {"srdf": "".join(pair + "\n" for pair in pairs), "margins": "".join(margins)} | ({} if path is None else {"path": path})
    for name, text in texts.items():
        if digests[name] != hashlib.sha256(text.encode()).hexdigest():
            raise Unknown(f"the certificate is about another {name}")
    for name in ("robot", "scene"):
        if len(digests[name]) != 64 or set(digests[name]) - set("0123456789abcdef") or judge.expected.get(name, digests[name]) != digests[name]:
            raise Unknown(f"the certificate is about another {name}")
