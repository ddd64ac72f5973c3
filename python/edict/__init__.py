"""Edict: a simulation kernel for worlds whose rules are data, with its environments for training."""

from importlib.util import find_spec

from .batch import Batch, environments
from .errors import EdictError
from .shape import Block, Order, Shape
from .snapshot import Snapshot

__version__ = "0.1.0"

__all__ = ["Batch", "Block", "EdictError", "Order", "Shape", "Snapshot", "environments", "__version__"]

if find_spec("gymnasium") is not None:
    # Before anybody asks for them by their ids.
    from .registration import register_environments

    register_environments()
