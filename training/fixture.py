"""Draws the small set of handwriting that the tests write into text fields.

    python3 fixture.py --data DATA --out ../Tests/Fixtures/handwriting

100 words and 30 lines of writers whom the network was never trained on, drawn by a rule and a fixed seed, never by how
they are read: words of a 50,000-word lexicon with 2 to 12 letters and lines of running text with 3 to 8 words, at most 4 of a
writer, no capital first that is only a larger small letter (its case cannot be told from a word alone), those first whose label the donor confirmed (most donors confirmed none, so a few labels may be wrong). Points
that lie within 0.4 units of the line (letters are about 100 high) are left out, so that all fits in 300 KB.

And letters that were cut out of such words and lines, of those that have the shape of a gesture over text: 42 of each, or as
many as there are.
"""

import argparse
import collections
import gzip
import json
import pathlib
import random

# Initials whose capital has the small letter's shape.
SAME_SHAPE = set("CKOPSUVWXYZ")
# Their strokes are circles, lines down, lines across, zigzags: what gestures over text are.
GESTURE_SHAPES = "tlifxwmo0-/|OI1"
PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ',.-")


def validation(writer):
    """The same eighth as in `ink.py`, which needs libraries that this does not."""
    return writer[-1] in "01"


def items(data, kind):
    with gzip.open(pathlib.Path(data) / f"unipen-{kind}.jsonl.gz", "rt") as f:
        for line in f:
            d = json.loads(line)
            if validation(d["w"]) and not d.get("ml"):
                yield d


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


def thinned(stroke):
    xs, ys, points = 0, 0, []
    for x, y in zip(stroke[::2], stroke[1::2]):
        xs, ys = xs + x, ys + y
        points.append((xs, ys))
    points = thin(points, 0.4)
    flat = list(points[0])
    for a, b in zip(points, points[1:]):
        flat += [b[0] - a[0], b[1] - a[1]]
    return flat


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
    for name, drawn in chosen + [("letters", letters)]:
        writers = sorted({d["w"] for d in drawn})
        with open(pathlib.Path(a.out) / f"{name}.jsonl", "w") as f:
            for d in drawn:
                row = {"text": d["t"], "writer": writers.index(d["w"]) + 1, "s": [thinned(s) for s in d["s"]]}
                f.write(json.dumps(row, separators=(",", ":")) + "\n")
        print(f"{name}: {len(drawn)} of {len(writers)} writers")


if __name__ == "__main__":
    main()
