"""A learning curve as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import matplotlib

matplotlib.use("Agg")  # a file, no window

from matplotlib import pyplot


def draw_curve(path: str, title: str, points: Sequence[tuple[int, float]], levels: Mapping[str, float]) -> None:
    """Writes a PNG.

    Args:
        points: how many steps were taken, and the mean return of the episodes that ended last.
        levels: returns to compare with, drawn as dashed lines, by what they are of.
    """
    figure, axes = pyplot.subplots(figsize=(7, 4), dpi=110)
    axes.plot([steps for steps, _ in points], [mean for _, mean in points], label="in training")
    for number, (name, level) in enumerate(levels.items(), 1):
        axes.axhline(level, linestyle="--", linewidth=1, color=f"C{number}", label=f"{name}: {level:.2f}")
    axes.set(title=title, xlabel="steps of the environment", ylabel="mean return of an episode")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
