#!/usr/bin/env python3
"""Makes demo.stylus: the name in a joined hand and the flower it comes from.

The hand is synthetic: splines through chosen points, walked at a hand's pace (slow where the line
bends), with more force on the way down than up, a pen's tremor, and tilt that follows the arm.
Run it to make the file again; the same seed gives the same file.
"""

import math
import random
import sys

random.seed(1753)
RATE = 240.0
out = ["plumbago-stylus 1", "size 1000 620", "tool pen 9f2c41 802"]
clock = 0.0


def spline(points, closed=False):
    """A centripetal-ish Catmull-Rom polyline through the points."""
    p = points[:]
    p = [p[-2 if closed else 0]] + p + [p[1 if closed else -1]]
    line = []
    for i in range(1, len(p) - 2):
        a, b, c, d = p[i - 1], p[i], p[i + 1], p[i + 2]
        n = max(4, int(math.dist(b, c) / 1.0))
        for k in range(n):
            t = k / n
            line.append(tuple(
                0.5 * (2 * b[j] + (c[j] - a[j]) * t
                       + (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * t * t
                       + (3 * b[j] - a[j] - 3 * c[j] + d[j]) * t * t * t) for j in (0, 1)))
    line.append(p[-2])
    return line


def draw(points, weight=0.5, pace=420.0, closed=False):
    """One stroke; weight is the force on a level line, pace in points a second."""
    global clock
    line = spline(points, closed)
    length = [0.0]
    for a, b in zip(line, line[1:]):
        length.append(length[-1] + math.dist(a, b))
    total = max(length[-1], 1e-6)
    s, i, samples = 0.0, 0, []
    tremor = [random.uniform(0, 6.28) for _ in range(3)]
    while s < total:
        while length[i + 1] < s:
            i += 1
        t = (s - length[i]) / max(length[i + 1] - length[i], 1e-9)
        a, b = line[i], line[i + 1]
        x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        back, fore = line[max(i - 4, 0)], line[min(i + 5, len(line) - 1)]
        bend = abs(math.atan2(
            (b[0] - back[0]) * (fore[1] - b[1]) - (b[1] - back[1]) * (fore[0] - b[0]),
            (b[0] - back[0]) * (fore[0] - b[0]) + (b[1] - back[1]) * (fore[1] - b[1])))
        speed = pace * (0.35 + 0.65 * math.exp(-1.4 * bend))
        down = (b[1] - a[1]) / max(math.dist(a, b), 1e-9)
        ends = min(s / 14, (total - s) / 18, 1)
        force = (weight + 0.16 * down) * (0.30 + 0.70 * max(ends, 0) ** 0.6)
        wobble = 0.12 * math.sin(s / 7 + tremor[0]) + 0.08 * math.sin(s / 3.1 + tremor[1])
        samples.append((x + wobble, y + 0.1 * math.sin(s / 5 + tremor[2]), force))
        s += speed / RATE
    x, y = line[-1]
    samples.append((x, y, 0.12 * weight))
    for k, (x, y, force) in enumerate(samples):
        word = "down" if k == 0 else "up" if k == len(samples) - 1 else "move"
        force = min(max(force, 0.02), 1)
        altitude = 0.95 + 0.06 * math.sin(x / 170)
        azimuth = 0.75 + 0.1 * math.sin(y / 130)
        out.append(f"{word} {clock:.4f} {x:.2f} {y:.2f} {force:.3f} {altitude:.3f} {azimuth:.3f}")
        clock += 1 / RATE
    clock += 0.18


def at(points, x, y, k, lean=0.0):
    return [(x + (px + lean * -py) * k, y + py * k) for px, py in points]


def word(x, y, k):
    lean = 0.12
    draw(at([(0.32, -1.92), (0.22, -1.0), (0.12, 0.02)], x, y, k, lean), 0.62)
    draw(at([(-0.12, -1.62), (0.2, -2.0), (0.8, -2.05), (1.06, -1.6), (0.78, -1.1), (0.22, -1.0)],
            x, y, k, lean), 0.55)
    hand = [
        (1.08, -0.12), (1.4, -0.62), (1.66, -1.5), (1.62, -2.02), (1.44, -1.86), (1.36, -1.1),
        (1.37, -0.35), (1.52, -0.02), (1.76, -0.3),
        (1.98, -0.93), (1.94, -0.4), (2.08, -0.01), (2.36, -0.2), (2.58, -0.94), (2.54, -0.4),
        (2.66, -0.02), (2.86, -0.3),
        (3.02, -0.92), (3.04, -0.45), (3.0, 0.0), (3.1, -0.5), (3.34, -0.95), (3.46, -0.7),
        (3.41, 0.0), (3.51, -0.5), (3.76, -0.95), (3.88, -0.7), (3.85, -0.2), (3.98, -0.01),
        (4.2, -0.3), (4.46, -1.2), (4.56, -1.85), (4.46, -2.05), (4.32, -1.8), (4.22, -1.0),
        (4.22, -0.3), (4.42, 0.0), (4.7, -0.18), (4.78, -0.62), (4.62, -0.86), (4.84, -0.72),
        (5.1, -0.8), (5.46, -0.92), (5.2, -0.95), (5.0, -0.5), (5.12, -0.03), (5.36, -0.25),
        (5.5, -0.93), (5.47, -0.35), (5.6, -0.01), (5.8, -0.4), (6.2, -0.92), (5.95, -0.95),
        (5.74, -0.5), (5.86, -0.04), (6.1, -0.25), (6.24, -0.92), (6.2, -0.1), (6.12, 0.72),
        (5.9, 1.0), (5.74, 0.82), (5.92, 0.42), (6.4, -0.05), (6.62, -0.45), (6.92, -0.9),
        (6.68, -0.9), (6.52, -0.45), (6.66, -0.02), (6.94, -0.12), (7.06, -0.6), (6.92, -0.92),
        (7.1, -0.72), (7.42, -0.82),
    ]
    draw(at(hand, x, y, k, lean), 0.5, pace=520)
    draw(at([(0.2, 0.62), (1.6, 0.5), (3.6, 0.52), (5.3, 0.42)], x, y, k), 0.38, pace=900)


def flower(x, y, r, turn):
    for i in range(5):
        a = turn + i * 2 * math.pi / 5

        def polar(dr, da):
            return (x + r * dr * math.cos(a + da), y + r * dr * math.sin(a + da))

        draw([polar(0.16, -0.3), polar(0.55, -0.42), polar(0.92, -0.4), polar(1.04, -0.2),
              polar(0.96, 0.0), polar(1.05, 0.2), polar(0.92, 0.42), polar(0.55, 0.42),
              polar(0.16, 0.3)], 0.46, pace=380)
        draw([polar(0.2, 0.02), polar(0.5, -0.03), polar(0.82, 0.01)], 0.3, pace=500)
        for side in (-0.16, 0.17):
            draw([polar(0.34, side * 0.7), polar(0.62, side)], 0.2, pace=500)
    for i in range(5):
        a = turn + 0.6 + i * 2 * math.pi / 5
        draw([(x + 3 * math.cos(a), y + 3 * math.sin(a)),
              (x + 0.13 * r * math.cos(a), y + 0.13 * r * math.sin(a))], 0.6)
    draw([(x, y)] * 2, 0.8)


def leaf(x, y, length, angle):
    c, s = math.cos(angle), math.sin(angle)

    def put(u, v):
        return (x + length * (u * c - v * s), y + length * (u * s + v * c))

    draw([put(0, 0), put(0.35, -0.2), put(0.7, -0.16), put(1, 0)], 0.5)
    draw([put(0, 0), put(0.4, 0.2), put(0.75, 0.15), put(1, 0)], 0.55)
    draw([put(0.02, 0), put(0.5, 0.02), put(0.92, 0)], 0.3)
    for u in (0.25, 0.4, 0.55, 0.7):
        draw([put(u, 0.01), put(u + 0.12, 0.11)], 0.22)


word(86, 330, 74)
draw([(858, 548), (838, 470), (828, 400), (806, 330), (776, 262)], 0.6)
draw([(828, 400), (858, 352), (880, 312)], 0.45)
draw([(812, 350), (760, 330), (716, 322)], 0.4)
leaf(834, 452, 92, -0.35)
leaf(846, 500, 84, 2.75)
leaf(818, 372, 62, 2.95)
flower(768, 196, 72, -0.42)
flower(896, 262, 54, 0.35)
flower(690, 306, 44, 0.9)
# Two buds and the shade below.
draw([(806, 330), (838, 296), (846, 270), (836, 262), (826, 276), (830, 300)], 0.4)
for i in range(11):
    draw([(800 + i * 11, 566 + (i % 3)), (786 + i * 11, 580 + (i % 2) * 3)], 0.22, pace=600)

path = sys.argv[1] if len(sys.argv) > 1 else __file__.rsplit("/", 1)[0] + "/demo.stylus"
with open(path, "w", encoding="utf-8") as f:
    f.write("\n".join(out) + "\n")
