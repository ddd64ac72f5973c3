"""Edict: a simulation kernel for worlds whose rules are data, with its environments for training."""

from .batch import Batch, Snapshot, environments
from .errors import EdictError
from .shape import Block, Order, Shape

__version__ = "0.1.0"

__all__ = ["Batch", "Block", "EdictError", "Order", "Shape", "Snapshot", "environments", "__version__"]
