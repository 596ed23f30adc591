"""Nodes in the plane that repel each other, pulled together by springs and gravity, until they settle.

The forces are those of ForceAtlas2 (Jacomy et al., 2014, https://doi.org/10.1371/journal.pone.0098679):
nodes repel each other as the product of their masses over their distance, edges pull like springs, and
gravity grows with the distance from the centre, which keeps disconnected parts together. The repulsion is
summed on a grid by convolution (the particle-mesh method: Hockney and Eastwood, 1981, Computer Simulation
Using Particles), so that a step costs n + g log g, not n².

Positions are arrays of 2 × n. They are rounded after each step, so that their last bits, in which
processors and versions of numpy differ, are lost before they can grow: the same start settles in the same
place anywhere.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

REPULSION = 200.0
"""Strength of the repulsion: a leaf settles at about sqrt(2 · REPULSION · (degree + 1)) from its hub."""
STEPS = 200
PARTING_STEPS = 30
GAP = 20.0
"""Free space between the rims of two nodes, for labels."""
REACH = 60.0
"""Nodes larger than this are kept free by their repulsion alone, which spares looking far for neighbours."""
GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


def sunflower(mass: Floats, density: float) -> Floats:
    """A start for nodes in this order: from the centre outwards along a spiral, each with its area.

    `density` is mass by area.
    """
    import numpy as np

    radius = np.sqrt((np.cumsum(mass) - mass[0] / 2) / (math.pi * density))
    start: Floats = (radius * _directions(np.arange(len(mass)))).round(3)
    return start


def settle(
    position: Floats,
    mass: Floats,
    ends: tuple[Ints, Ints],
    springs: Floats,
    density: float,
    size: Floats | None = None,
) -> Floats:
    """Let the forces work on `position`, with moves that are bounded ever more tightly.

    `ends` are the two nodes of each spring and `springs` their strengths; `density` (mass by area) sets the
    gravity. With `size`, the diameters of the nodes, those that touch are parted, now and in the last steps.
    """
    import numpy as np

    n = len(mass)
    mesh = _Mesh(n)
    # By Gauss's law in the plane, gravity this strong alone would settle in a disc of this density.
    gravity = math.pi * REPULSION * density
    radius = math.sqrt(float(mass.sum()) / (math.pi * density))
    for step in range(STEPS):
        force = REPULSION * mass * mesh.field(position, mass) - gravity * mass * position
        for axis in (0, 1):
            pull = springs * (position[axis, ends[1]] - position[axis, ends[0]])
            force[axis] += np.bincount(ends[0], weights=pull, minlength=n)
            force[axis] -= np.bincount(ends[1], weights=pull, minlength=n)
        # Half of what would balance the springs, so that no pair of nodes swings.
        move = 0.5 * force / mass
        length = np.sqrt(move[0] * move[0] + move[1] * move[1]) + 1e-9
        bound = 0.1 * radius * (1 - step / STEPS) ** 2 + 0.5
        position = (position + move * np.minimum(1.0, bound / length)).round(3)
        if size is not None and step >= STEPS - PARTING_STEPS:
            position, _ = _part(position, size)
    parting = size is not None
    for _ in range(PARTING_STEPS):
        if size is not None and parting:
            position, parting = _part(position, size)
    return position


class _Mesh:
    """The field at p of masses m at q, the sum of m (p - q) / |p - q|², on a square grid over the nodes."""

    def __init__(self, n: int) -> None:
        import numpy as np

        self.cells = min(256, max(32, 1 << math.ceil(math.log2(4 * math.sqrt(n)))))
        # Twice the grid, half of it empty, makes the circular convolution of the FFT an open one.
        offset = np.fft.fftfreq(2 * self.cells, 1 / (2 * self.cells))
        x, y = offset[:, None], offset[None, :]
        square = x * x + y * y + 0.5
        self.kernels = np.fft.rfft2(x / square), np.fft.rfft2(y / square)

    def field(self, position: Floats, mass: Floats) -> Floats:
        import numpy as np

        width = 2 * self.cells
        low = position.min(axis=1, keepdims=True)
        cell = max(float((position - low).max()) / (self.cells - 2), 1e-3)
        scaled = (position - low) / cell
        corner = scaled.astype(np.int64)
        part = scaled - corner
        # Cloud in cell: a node shares its mass among the four grid points around it, and reads there.
        shares = []
        for i in (0, 1):
            for j in (0, 1):
                share = (part[0] if i else 1 - part[0]) * (part[1] if j else 1 - part[1])
                shares.append(((corner[0] + i) * width + corner[1] + j, share))
        grid = np.zeros(width * width)
        for at, share in shares:
            grid += np.bincount(at, weights=mass * share, minlength=width * width)
        spectrum = np.fft.rfft2(grid.reshape(width, width))
        field = np.zeros_like(position)
        for axis, kernel in enumerate(self.kernels):
            values = np.fft.irfft2(spectrum * kernel, s=(width, width)).ravel()
            for at, share in shares:
                field[axis] += values[at] * share
        return field / cell


def _part(position: Floats, size: Floats) -> tuple[Floats, bool]:
    """One pass that pushes nodes that are too close apart, the smaller one further; and whether any was."""
    import numpy as np

    first, second = _close(position, min(float(size.max()), REACH) + GAP)
    apart = position[:, first] - position[:, second]
    distance = np.sqrt(apart[0] * apart[0] + apart[1] * apart[1])
    missing = (size[first] + size[second]) / 2 + GAP - distance
    touch = missing > 0.01
    first, second, missing = first[touch], second[touch], missing[touch]
    apart, distance = apart[:, touch], distance[touch]
    # Nodes on one point have no direction to part in: each pair takes one by its numbers.
    same = distance < 1e-6
    apart[:, same] = _directions(first[same] + second[same])
    distance[same] = 1.0
    share = size[second] / (size[first] + size[second])
    moved = position.copy()
    for axis in (0, 1):
        push = apart[axis] / distance * missing * 0.5
        moved[axis] += np.bincount(first, weights=push * share, minlength=len(size))
        moved[axis] -= np.bincount(second, weights=push * (1 - share), minlength=len(size))
    return moved.round(3), bool(touch.any())


def _close(position: Floats, reach: float) -> tuple[Ints, Ints]:
    """The pairs of nodes that may be closer than `reach`: those of one cell, or of two that touch."""
    import numpy as np

    low = position.min(axis=1, keepdims=True)
    column, row = ((position - low) / reach).astype(np.int64) + 1
    width = int(row.max()) + 2
    code = column * width + row
    order = np.argsort(code, kind="stable")
    ranked = code[order]
    places = np.arange(len(order))
    firsts, seconds = [], []
    # Each pair once: the rest of the own cell, then four of the eight around it.
    for offset in (0, 1, width - 1, width, width + 1):
        begin = np.searchsorted(ranked, ranked + offset, side="left") if offset else places + 1
        end = np.searchsorted(ranked, ranked + offset, side="right")
        count = end - begin
        shift = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
        firsts.append(order[np.repeat(places, count)])
        seconds.append(order[np.repeat(begin, count) + shift])
    return np.concatenate(firsts), np.concatenate(seconds)


def _directions(numbers: Ints) -> Floats:
    """Unit vectors that turn by the golden angle from one number to the next."""
    import numpy as np

    angles = [number * GOLDEN_ANGLE for number in numbers.tolist()]
    return np.array([[math.cos(x) for x in angles], [math.sin(x) for x in angles]])
