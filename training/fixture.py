"""Draws the small set of handwriting that the tests write into text fields.

    python3 fixture.py --data DATA --out ../Tests/Fixtures/handwriting

100 words and 30 lines of writers whom the network was never trained on, drawn by a rule and a fixed seed, never by how
they are read: words of a 50,000-word lexicon with 2 to 12 letters and lines of running text with 3 to 8 words, at most 4 of a
writer, no capital first that is only a larger small letter (its case cannot be told from a word alone), those first whose label the donor confirmed (most donors confirmed none, so a few labels may be wrong). Points
that lie within 0.4 units of the line (letters are about 100 high) are left out, so that all fits in 300 KB.

And letters that were cut out of such words and lines, of those that have the shape of a gesture over text: 42 of each, or as
many as there are.

And numbers of the same writers that were written as a whole: ten of two or three digits, or 1000, that begin with no zero.

And single strokes of all writers, at most 4 of each, that go to and fro, as somebody does who fills a dot, draws a stem again or
crosses out; and strokes down and then to the left. And “|” of all writers, cut out, at most 2 of each. No network reads
these, so it does not matter who it was trained on.
"""

import argparse
import collections
import gzip
import json
import math
import pathlib
import random

# Initials whose capital has the small letter's shape.
SAME_SHAPE = set("CKOPSUVWXYZ")
# Their strokes are circles, lines down, lines across, zigzags: what gestures over text are.
GESTURE_SHAPES = "tlifxwmo0-/OI1"
PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ',.-")


def validation(writer):
    """The same eighth as in `ink.py`, which needs libraries that this does not."""
    return writer[-1] in "01"


def everything(data, kind):
    with gzip.open(pathlib.Path(data) / f"unipen-{kind}.jsonl.gz", "rt") as f:
        for line in f:
            yield json.loads(line)


def items(data, kind):
    return (d for d in everything(data, kind) if validation(d["w"]) and not d.get("ml"))


def is_number(text):
    """Whether a text is a whole number from 10 to 1000, which fields for numbers show as it was written."""
    return text.isdecimal() and text[0] != "0" and 10 <= int(text) <= 1000


def draw(candidates, count, each, rng):
    """`count` items, writers in turn, so that as many hands as possible are there."""
    by_writer = collections.defaultdict(list)
    for d in candidates:
        by_writer[d["w"]].append(d)
    writers = sorted(by_writer)
    rng.shuffle(writers)
    for w in writers:
        rng.shuffle(by_writer[w])
        by_writer[w].sort(key=lambda d: d.get("q") == "?")
    drawn = []
    for turn in range(each):
        for w in writers:
            if len(drawn) < count and turn < len(by_writer[w]):
                drawn.append(by_writer[w][turn])
    return drawn


def thin(points, tolerance):
    """Ramer, Douglas and Peucker's: no point left out is farther than `tolerance` from the line."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    dx, dy = bx - ax, by - ay
    length = (dx * dx + dy * dy) ** 0.5
    worst, at = 0, 0
    for i, (x, y) in enumerate(points[1:-1], 1):
        off = abs(dx * (y - ay) - dy * (x - ax)) / length if length else ((x - ax) ** 2 + (y - ay) ** 2) ** 0.5
        if off > worst:
            worst, at = off, i
    if worst <= tolerance:
        return [points[0], points[-1]]
    return thin(points[: at + 1], tolerance)[:-1] + thin(points[at:], tolerance)


def positions(stroke):
    xs, ys, points = 0, 0, []
    for x, y in zip(stroke[::2], stroke[1::2]):
        xs, ys = xs + x, ys + y
        points.append((xs, ys))
    return points


def thinned(stroke):
    points = thin(positions(stroke), 0.4)
    flat = list(points[0])
    for a, b in zip(points, points[1:]):
        flat += [b[0] - a[0], b[1] - a[1]]
    return flat


def sides(points):
    xs, ys = zip(*points)
    return max(xs) - min(xs), max(ys) - min(ys)


def is_zigzag(points):
    """Whether a stroke turns four times along its main axis, each time after half its extent, and is slender."""
    pieces = [(math.dist(a, b), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:])]
    length = sum(w for w, _, _ in pieces)
    if not length:
        return False
    mx = sum(w * x for w, x, _ in pieces) / length
    my = sum(w * y for w, _, y in pieces) / length
    xx = sum(w * (x - mx) ** 2 for w, x, _ in pieces)
    yy = sum(w * (y - my) ** 2 for w, _, y in pieces)
    xy = sum(w * (x - mx) * (y - my) for w, x, y in pieces)
    angle = math.atan2(2 * xy, xx - yy) / 2
    cosine, sine = math.cos(angle), math.sin(angle)
    turned = [(x * cosine + y * sine, y * cosine - x * sine) for x, y in points]
    extent, width = sides(turned)
    if extent < 20 or width > 0.36 * extent:
        return False
    # The farthest that the pen came in the direction that it has now.
    direction, farthest, turns = 0, turned[0][0], 0
    for x, _ in turned:
        way = x - farthest
        if direction and way * direction > 0:
            farthest = x
        elif abs(way) >= 0.5 * extent:
            turns += direction != 0
            direction, farthest = math.copysign(1, way), x
    return turns >= 4


def is_corner(points):
    """Whether a stroke keeps within a twelfth of its extent to a line down and one to the left, which is no shorter."""
    width, height = sides(points)
    extent = max(width, height)
    if extent < 20 or height < 0.25 * width:
        return False
    corners = thin(points, extent / 12)
    if len(corners) != 3:
        return False
    first, corner, last = corners
    down, right = corner[1] - first[1], corner[0] - first[0]
    left, lower = corner[0] - last[0], last[1] - corner[1]
    return down > 0 and abs(right) <= 0.35 * down and left >= down and abs(lower) <= 0.3 * left


def shapes(data, tests):
    """For each test the strokes that pass it, up to 4 of a writer, with the text that they were written in.

    The same ink lies in several files: of each writer all come from one of them.
    """
    found = [{} for _ in tests]
    for kind in ("chars", "words", "texts"):
        for d in everything(data, kind):
            for stroke in d["s"]:
                points = positions(stroke)
                if len(points) < 3 or max(sides(points)) < 18:
                    continue
                for by_writer, test in zip(found, tests):
                    if not test(points):
                        continue
                    source, drawn = by_writer.setdefault(d["w"], (kind, []))
                    if source == kind and len(drawn) < 4 and all(stroke != other["s"][0] for other in drawn):
                        drawn.append({"w": d["w"], "t": d["t"], "s": [stroke]})
    return [[d for _, drawn in by_writer.values() for d in drawn] for by_writer in found]


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--data", required=True)
    p.add_argument("--out", required=True)
    a = p.parse_args()
    with gzip.open(pathlib.Path(a.data) / "words-en-opensubtitles-50k.txt.gz", "rt") as f:
        lexicon = {line.split()[0] for line in f}
    rng = random.Random(1)
    words = [
        d for d in items(a.data, "words")
        if d["t"].isalpha() and d["t"].lower() in lexicon and 2 <= len(d["t"]) <= 12 and d["t"][1:].islower()
        and d["t"][0] not in SAME_SHAPE
    ]
    lines = [
        d for d in items(a.data, "texts")
        if set(d["t"]) <= PLAIN and 3 <= len(d["t"].split()) <= 8
    ]
    chosen = [("words", draw(words, 100, 4, rng)), ("lines", draw(lines, 30, 4, rng))]
    chars = [d for d in items(a.data, "chars") if d.get("c")]
    letters = [
        d for shape in GESTURE_SHAPES
        for d in draw([d for d in chars if d["t"] == shape], 42, 8, rng)
    ]
    zigzags, corners = shapes(a.data, [is_zigzag, is_corner])
    # Drawn last, so that what was drawn before stays as it was.
    numbers = draw([d for d in items(a.data, "words") if is_number(d["t"])], 10, 2, rng)
    bars = draw([d for d in everything(a.data, "chars") if d["t"] == "|" and d.get("c")], 42, 2, rng)
    others = [
        ("letters", letters), ("zigzags", zigzags), ("corners", corners), ("numbers", numbers), ("bars", bars),
    ]
    for name, drawn in chosen + others:
        writers = sorted({d["w"] for d in drawn})
        with open(pathlib.Path(a.out) / f"{name}.jsonl", "w") as f:
            for d in drawn:
                row = {"text": d["t"], "writer": writers.index(d["w"]) + 1, "s": [thinned(s) for s in d["s"]]}
                f.write(json.dumps(row, separators=(",", ":")) + "\n")
        print(f"{name}: {len(drawn)} of {len(writers)} writers")


if __name__ == "__main__":
    main()
