"""The data set in memory, synthetic lines and numbers, and augmentation."""

import gzip
import json
import math
import pathlib

import numpy as np
from numba import njit

BLANK = 0
CLASSES = 96  # blank, then " " ... "~"


def encode(text):
    return np.array([ord(c) - 31 for c in text], np.int64)


def decode(ids):
    return "".join(chr(int(i) + 31) for i in ids)


def validation(writer):
    """Writers never trained on: a fixed eighth."""
    return writer[-1] in "01"


class Item:
    __slots__ = ("w", "g", "k", "t", "xs", "ys", "offs", "confirmed", "keep")

    def __init__(self, d):
        self.w, self.g, self.k, self.t = d["w"], d["g"], d["k"], d["t"]
        self.confirmed = d.get("q") != "?"
        self.keep = True
        xs, ys, offs = [], [], [0]
        for s in d["s"]:
            a = np.asarray(s, np.int32).reshape(-1, 2).cumsum(0)
            xs.append(a[:, 0])
            ys.append(a[:, 1])
            offs.append(offs[-1] + len(a))
        self.xs = np.concatenate(xs).astype(np.float32)
        self.ys = np.concatenate(ys).astype(np.float32)
        self.offs = np.array(offs, np.int64)


def load(folder, kind, wanted):
    """Items of one file (words, texts, chars) whose writer satisfies `wanted`; several lines left out."""
    items = []
    with gzip.open(pathlib.Path(folder) / f"unipen-{kind}.jsonl.gz", "rt") as f:
        for line in f:
            d = json.loads(line)
            if d.get("ml") or not d["t"] or not wanted(d["w"]):
                continue
            items.append(Item(d))
    return items


@njit(cache=True, nogil=True)
def reshape(x, y, offs, sd, rnd, strength):
    """Another hand's proportions, in place: long or short ascenders and descenders, full or flat curves.

    `rnd`: 5 uniform numbers. Curves: a point's distance from the mean of its neighbours on the stroke grows
    (loops open, bows swell) or shrinks (corners are cut); ends of strokes stay.
    """
    n = len(x)
    if rnd[0] < 0.5:
        order = np.sort(y)
        top, bottom = order[int(0.3 * n)], order[int(0.7 * n)]
        above = math.exp(np.random.normal() * 0.22 * strength)
        below = math.exp(np.random.normal() * 0.22 * strength)
        for i in range(n):
            if y[i] < top:
                y[i] = top + (y[i] - top) * above
            elif y[i] > bottom:
                y[i] = bottom + (y[i] - bottom) * below
    if rnd[1] < 0.5:
        length = 0.0
        for s in range(len(offs) - 1):
            for i in range(offs[s] + 1, offs[s + 1]):
                length += math.hypot(x[i] - x[i - 1], y[i] - y[i - 1])
        window = sd * (0.12 + 0.28 * rnd[2])
        reach = int(window * n / length) if length > 0.0 else 0
        amount = (rnd[3] - 0.5) * strength
        if reach >= 1:
            sx = np.zeros(n + 1)
            sy = np.zeros(n + 1)
            for i in range(n):
                sx[i + 1] = sx[i] + x[i]
                sy[i + 1] = sy[i] + y[i]
            for s in range(len(offs) - 1):
                a = offs[s]
                e = offs[s + 1]
                for i in range(a, e):
                    k = min(reach, i - a, e - 1 - i)
                    m = 2 * k + 1
                    x[i] += amount * (x[i] - (sx[i + k + 1] - sx[i - k]) / m)
                    y[i] += amount * (y[i] - (sy[i + k + 1] - sy[i - k]) / m)


@njit(cache=True, nogil=True)
def relift(x, y, offs, sd, joining, breaking):
    """Strokes joined where a hand might not lift the pen, or broken where it might; new offsets.

    `joining`, `breaking`: the shares of the places where that happens.
    """
    strokes = len(offs) - 1
    found = np.zeros(2 * strokes + 1, np.int64)
    count = 0
    for s in range(strokes):
        a = offs[s]
        e = offs[s + 1]
        if e - a > 16 and np.random.random() < breaking:
            count += 1
            found[count] = np.random.randint(a + 6, e - 6)
        if s + 1 < strokes and np.random.random() < joining:
            dx = x[e] - x[e - 1]
            dy = y[e] - y[e - 1]
            if -0.3 * sd < dx < 1.2 * sd and abs(dy) < sd:
                continue
        count += 1
        found[count] = e
    return found[: count + 1]


@njit(cache=True, nogil=True)
def augment(xs, ys, offs, rnd, strength):
    """One random distortion. `rnd`: 40 uniform numbers; returns new points and offsets."""
    n = len(xs)
    strokes = len(offs) - 1
    x = xs.astype(np.float64)
    y = ys.astype(np.float64)
    np.random.seed(int(rnd[39] * 1e9))
    mean = y.mean()
    sd = max(1.0, y.std() * 2.4)
    wide = max(1.0, x.max() - x.min())
    # pen, hand and tablet: shear, stretch, rotation, waviness
    shear = np.random.normal() * 0.22 * strength
    stretch = math.exp(np.random.normal() * 0.16 * strength)
    angle = np.random.normal() * 0.05 * strength
    ca = math.cos(angle)
    sa = math.sin(angle)
    wave = rnd[0] * 0.14 * sd * strength
    period = sd * (3.0 + 12.0 * rnd[1])
    phase = rnd[2] * 6.2832
    wave2 = rnd[3] * 0.10 * sd * strength
    period2 = sd * (2.0 + 8.0 * rnd[4])
    phase2 = rnd[5] * 6.2832
    grow = np.random.normal() * 0.25 * strength
    for i in range(n):
        u = x[i]
        v = y[i] - mean
        v *= math.exp(grow * (u / wide - 0.5)) if wide > 3.0 * sd else 1.0
        u2 = u * stretch - shear * v + wave2 * math.sin(6.2832 * u / period2 + phase2)
        v2 = v + wave * math.sin(6.2832 * u / period + phase)
        x[i] = ca * u2 - sa * v2
        y[i] = sa * u2 + ca * v2
    # a style of its own: how far letters reach above and below, and how wide their loops and bows are
    reshape(x, y, offs, sd, rnd[15:20], strength)
    # strokes drift apart a little
    loose = 0.05 * sd * rnd[6] * strength
    for s in range(strokes):
        dx = np.random.normal() * loose
        dy = np.random.normal() * loose
        k = 1.0 + 0.06 * np.random.normal() * strength
        cx = x[offs[s] : offs[s + 1]].mean()
        cy = y[offs[s] : offs[s + 1]].mean()
        for i in range(offs[s], offs[s + 1]):
            x[i] = cx + (x[i] - cx) * k + dx
            y[i] = cy + (y[i] - cy) * k + dy
    # fingers and cheap screens: fewer points, jitter, coarse grids
    drop = 0.0
    if rnd[7] < 0.35 * strength:
        drop = rnd[8] * 0.7
    jitter = 0.0
    if rnd[9] < 0.4 * strength:
        jitter = rnd[10] * 0.035 * sd
    grid = 0.0
    if rnd[11] < 0.2 * strength:
        grid = rnd[12] * 0.12 * sd
    # a stroke now and then the other way round, or written late
    turn = rnd[13] < 0.06 * strength
    late = rnd[14] < 0.06 * strength
    nx = np.zeros(n)
    ny = np.zeros(n)
    no = np.zeros(strokes + 1, np.int64)
    order = np.arange(strokes)
    if late and strokes > 2:
        k = np.random.randint(0, strokes - 1)
        s = order[k]
        for i in range(k, strokes - 1):
            order[i] = order[i + 1]
        order[strokes - 1] = s
    # hooks: a finger's stroke begins and ends with less care
    m = 0
    for k in range(strokes):
        s = order[k]
        a = offs[s]
        e = offs[s + 1]
        flip = turn and np.random.random() < 0.3
        for q in range(e - a):
            i = e - 1 - q if flip else a + q
            if 0 < q < e - a - 1 and np.random.random() < drop:
                continue
            nx[m] = x[i] + jitter * np.random.normal()
            ny[m] = y[i] + jitter * np.random.normal()
            if grid > 0.0:
                nx[m] = round(nx[m] / grid) * grid
                ny[m] = round(ny[m] / grid) * grid
            m += 1
        no[k + 1] = m
    lifted = np.zeros(2)
    if rnd[20] < 0.15 * strength:
        lifted[0] = 0.4 * rnd[21]
    if rnd[22] < 0.12 * strength:
        lifted[1] = 0.3 * rnd[23]
    if lifted.any():
        no = relift(nx[:m], ny[:m], no, sd, lifted[0], lifted[1])
    return nx[:m], ny[:m], no


ASCENDERS = set("bdfhkltijABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?$%&()[]{}/\\|#@\"'`^")
DESCENDERS = set("gjpqy,;Q()[]{}/|$@")


def baseline(item):
    """Guess of the baseline's y in an item's box, from the letters it has."""
    h = float(item.ys.max())
    up = any(c in ASCENDERS for c in item.t)
    down = any(c in DESCENDERS for c in item.t)
    if up and down:
        return h * 0.72
    if down:
        return h * 0.58
    return h


class Source:
    """Draws training items: by writer, words, lines, joined lines, numbers, characters."""

    def __init__(self, words, texts, chars, seed, mix=None):
        self.rng = np.random.default_rng(seed)
        # Shares of the kinds of items. A line has ten times the ink of a word: by time spent, words get two fifths.
        mix = {**dict(word=0.76, text=0.055, line=0.025, token=0.045, char=0.15), **(mix or {})}
        self.kinds = list(mix)
        self.shares = np.array([mix[k] for k in mix]).cumsum() / sum(mix.values())
        self.filtered = False
        self.words, self.texts, self.chars = words, texts, chars
        self.by_writer = {}
        for it in words:
            self.by_writer.setdefault((it.w, it.g), []).append(it)
        self.glyphs = {}
        for it in chars:
            self.glyphs.setdefault((it.w, it.g), {}).setdefault(it.t, []).append(it)
        self.glyph_writers = [k for k, v in self.glyphs.items() if sum(c in v for c in "0123456789") >= 8]
        self.writers = [k for k, v in self.by_writer.items() if len(v) >= 12]
        n = np.array([len(self.by_writer[k]) for k in self.writers], float)
        self.writer_p = n**0.5 / (n**0.5).sum()
        self.word_p = self.weights(words)
        self.text_p = self.weights(texts)
        self.char_p = self.glyph_weights(chars)
        self.word_q = self.char_q = self.text_q = None
        self.beginning = False  # characters and short words first: CTC finds its feet on them

    @staticmethod
    def weights(items):
        count = {}
        for it in items:
            count[it.w] = count.get(it.w, 0) + 1
        p = np.array([count[it.w] ** -0.5 if it.keep else 0.0 for it in items])
        # Words and lines with digits or marks are few: draw them more often.
        p *= np.array([1.0 if it.t.replace(" ", "").isalpha() else 2.0 for it in items])
        return p / p.sum()

    @classmethod
    def glyph_weights(cls, chars):
        """By writer and by character: rare marks more often."""
        count = {}
        for it in chars:
            count[it.t] = count.get(it.t, 0) + 1
        p = cls.weights(chars) * np.array([count[it.t] ** -0.5 for it in chars])
        return p / p.sum()

    def refilter(self, kept):
        """Leaves out items; `kept` has an array of truths for each of words, texts, chars."""
        for name, bag in (("words", self.words), ("texts", self.texts), ("chars", self.chars)):
            for it, k in zip(bag, kept[name]):
                it.keep = bool(k)
        self.word_p, self.text_p = self.weights(self.words), self.weights(self.texts)
        self.char_p = self.glyph_weights(self.chars)
        self.word_q = self.text_q = self.char_q = None
        self.filtered = True

    def draw(self, kind):
        """One item of a kind, the probabilities in blocks because choice() is slow one at a time."""
        name = {"word": "word_q", "text": "text_q", "char": "char_q"}[kind]
        pool = {"word": self.words, "text": self.texts, "char": self.chars}[kind]
        p = {"word": self.word_p, "text": self.text_p, "char": self.char_p}[kind]
        q = getattr(self, name)
        if not q:
            q = list(self.rng.choice(len(pool), 4096, p=p))
            setattr(self, name, q)
        return pool[q.pop()]

    def number(self):
        """A token of digits and marks, as a pattern filled in."""
        r = self.rng
        d = lambda n: "".join(str(v) for v in r.integers(0, 10, n))  # noqa: E731
        k = r.integers(0, 20)
        if k < 6:
            return d(r.integers(1, 7))
        return [
            lambda: f"{d(r.integers(1, 4))}.{d(r.integers(1, 3))}", lambda: f"${d(r.integers(1, 4))}.{d(2)}",
            lambda: f"{d(2)}:{d(2)}", lambda: f"{d(r.integers(1, 3))}/{d(r.integers(1, 3))}/{d(2)}",
            lambda: f"{d(r.integers(1, 3))}%", lambda: f"({d(r.integers(1, 4))})",
            lambda: f"{d(3)}-{d(4)}", lambda: f"{d(1)},{d(3)}", lambda: f"+{d(r.integers(1, 6))}",
            lambda: f"{d(1)}+{d(1)}={d(1)}", lambda: f"#{d(r.integers(1, 4))}", lambda: f"{d(2)}*{d(2)}",
            lambda: f"<{d(2)}>", lambda: "".join(r.choice(list("!?%&@#*+-=/()[]{}<>:;'\"_~^\\|$"), r.integers(1, 4))),
        ][k - 6]()

    def glyph(self, key, c, height):
        """A character of one writer scaled to stand in a line whose capitals are `height` high."""
        pool = self.glyphs[key].get(c)
        if not pool:
            return None
        it = pool[self.rng.integers(len(pool))]
        digits = self.glyphs[key]
        ref = [float(i.ys.max()) for d in "0123456789" for i in digits.get(d, [])[:2]]
        k = height / max(1.0, float(np.median(ref))) if ref else height / 100.0
        k *= math.exp(self.rng.normal() * 0.08)
        xs, ys = it.xs * k, it.ys * k
        h = float(ys.max())
        if c in "-+=~<>*":
            base = h * 0.5 + height * 0.42
        elif c in "'\"`^":
            base = height
        elif c in ",;":
            base = h * 0.5 if c == "," else h * 0.75
        elif c in "gpqy()[]{}|$@j":
            base = h * 0.78
        else:
            base = h
        return xs, ys - base + self.rng.normal() * 0.03 * height, it.offs

    def parts_of(self, key, text, height):
        """Glyphs of a token side by side, the baseline at 0; None where the writer lacks one."""
        parts, x = [], 0.0
        for c in text:
            g = self.glyph(key, c, height)
            if g is None:
                return None
            xs, ys, offs = g
            parts.append((xs + x, ys, offs))
            x += float(xs.max()) + height * (0.16 + 0.12 * abs(self.rng.normal()))
        return parts, x

    @staticmethod
    def join(parts):
        xs = np.concatenate([p[0] for p in parts])
        ys = np.concatenate([p[1] for p in parts])
        offs, n = [0], 0
        for p in parts:
            offs += [int(o) + n for o in p[2][1:]]
            n += len(p[0])
        return xs, ys, np.array(offs, np.int64)

    def token(self):
        """A word of digits and marks alone."""
        for _ in range(8):
            key = self.glyph_writers[self.rng.integers(len(self.glyph_writers))]
            text = self.number()
            made = self.parts_of(key, text, 100.0)
            if made:
                return (*self.join(made[0]), text)
        it = self.draw("char")
        return it.xs, it.ys, it.offs, it.t

    def joined(self, most):
        """A line made of one writer's words, with marks and numbers between them at times."""
        r = self.rng
        key = self.writers[r.choice(len(self.writers), p=self.writer_p)]
        pool = self.by_writer[key]
        count = int(r.integers(2, 8))
        texts, parts, x = [], [], 0.0
        tall = [float(i.ys.max()) for i in (pool[j] for j in r.integers(len(pool), size=8))]
        height = float(np.median(tall))
        gap = height * (0.25 + 0.5 * r.random())
        own = key if key in self.glyphs else None
        other = own or self.glyph_writers[r.integers(len(self.glyph_writers))]
        length = 0
        for _ in range(count):
            if r.random() < 0.14:
                text = self.number()
                made = self.parts_of(other, text, height)
                if not made:
                    continue
                new, width = made
            else:
                it = pool[r.integers(len(pool))]
                if not it.keep:
                    continue
                text = it.t
                new = [(it.xs, it.ys - baseline(it) + r.normal() * 0.04 * height, it.offs)]
                width = float(it.xs.max())
                if r.random() < 0.22 and text[-1].isalnum():
                    c = ",.,.?!:;')\"-"[r.integers(12)]
                    g = self.glyph(other, c, height)
                    if g is not None:
                        dx = width + height * (0.1 + 0.15 * r.random())
                        new.append((g[0] + dx, g[1], g[2]))
                        width = dx + float(g[0].max())
                        text += c
                elif r.random() < 0.03 and text[-1].isalnum():
                    c = "([\"'<"[r.integers(5)]
                    g = self.glyph(other, c, height)
                    if g is not None:
                        dx = float(g[0].max()) + height * 0.15
                        new = [(g[0], g[1], g[2])] + [(p[0] + dx, p[1], p[2]) for p in new]
                        width += dx
                        text = c + text
            if length + len(text) + 1 > most:
                break
            parts += [(p[0] + x, p[1], p[2]) for p in new]
            x += width + gap * math.exp(r.normal() * 0.25)
            texts.append(text)
            length += len(text) + 1
        if not parts:
            it = self.draw("word")
            return it.xs, it.ys, it.offs, it.t
        return (*self.join(parts), " ".join(texts))

    def sample(self):
        """One training item: points, offsets, text."""
        kind = self.kinds[int(np.searchsorted(self.shares, self.rng.random(), side="right"))]
        if self.beginning:
            it = self.draw("char" if kind != "word" else "word")
            if len(it.t) > 4:
                it = self.draw("char")
        elif kind == "line":
            return self.joined(42)
        elif kind == "token":
            return self.token()
        else:
            it = self.draw(kind)
        return it.xs, it.ys, it.offs, it.t
