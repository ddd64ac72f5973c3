"""What tests of several files go by. Its name is its own: where folders of tests run together, `conftest` is that of any of them."""

from pathlib import Path

#: The checkout.
ROOT = Path(__file__).resolve().parents[2]

#: Every way that views can take.
TRANSPORTS = {"file": {"transport": "shared", "mapped": False}, "mapped": {"mapped": True}, "inline": {"transport": "socket"}, "spinning": {"spin": 50}}
