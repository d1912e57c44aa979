"""Compiles the language model of the English pack: data/recognition/en/language.bin.

    python language.py --data ../shared/handwriting --out ../data/recognition/en

Made of word counts (Google Books 1-grams, OpenSubtitles), Debian's wamerican and wbritish lists and, for how
digits and marks stand between words, the labels of the training writers' lines. What is written
is compiled: a tree of prefixes with probabilities, what the commonest pairs of words (Google Books 2-grams) add to
that, how letters follow each other in words nobody foresaw, a few small tables.
"""

import argparse
import collections
import csv
import gzip
import hashlib
import json
import math
import pathlib

import numpy as np

import ink
from packfile import PackFile

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ALPHABET = [chr(c) for c in range(32, 127)]
MARKS = [c for c in ALPHABET if not c.isalnum() and c != " "]
# Kinds of character: 0 space, 1 letter, 2 digit, then each mark by itself.
KINDS = 3 + len(MARKS)


# Words that must never come up in place of another: slurs, as the beginnings of their SHA-256. Plainly written they are
# still read, letter by letter.
SLURS = frozenset(
    (
        "044eb98b18 08a841e996 0be9b885f4 0ce875d620 0dcc4d3364 120f6e5b4e 158869a973 16ea09fc78 17a110e533 17bde8b406 "
        "1e02eec4f1 22fc75e65a 268651b3ec 27a62b6817 341d56384a 3b1e0d7c5d 402f7ebd98 448b303c89 45cd3e1bb4 517ae3f732 "
        "566f532d48 5b3ae48be1 6122fdf4ae 7122c9a14b 82159dd028 87d1690e74 8f5083e3e5 98b52c4b6b b0105c7956 be00f1af52 "
        "c1b4ed0539 c1cabb6f6e c3de533e9b cc02032349 d0e3cb91d2 d7cc7ecc7e d873147a35 eea2991640 eef3bd0916 f9d0d9b18a "
        "fb515899fe "
    ).split()
)


def kind(c):
    if c == " ":
        return 0
    if c.isalpha():
        return 1
    if c.isdigit():
        return 2
    return 3 + MARKS.index(c)


def word_counts(data, dictionaries):
    """Lower-case words to weights (expected count in a million), and which are always capitalised."""
    data = pathlib.Path(data)
    subs, books = collections.Counter(), collections.Counter()
    with gzip.open(data / "words-en-opensubtitles-50k.txt.gz", "rt") as f:
        for line in f:
            w, n = line.split()
            subs[w.lower()] += int(n)
    with gzip.open(data / "words-en-books-1grams.csv.gz", "rt") as f:
        for row in csv.DictReader(f):
            books[row["ngram"].lower()] += int(row["freq"])
    listed, lower = set(), set()
    for path in dictionaries:
        for line in open(path, encoding="utf-8"):
            w = line.strip()
            if w.isascii() and w:
                listed.add(w)
                if w == w.lower():
                    lower.add(w)
    ok = lambda w: all(c in LETTERS + "'" for c in w) and w[0] in LETTERS and w[-1] in LETTERS  # noqa: E731
    total_s, total_b = sum(subs.values()), sum(books.values())
    weight = {}
    for w in set(subs) | set(books):
        if not ok(w):
            continue
        s, b = 1e6 * subs[w] / total_s, 1e6 * books[w] / total_b
        v = 0.6 * s + 0.4 * b if b else 0.6 * s
        if w not in lower and w.capitalize() not in listed and w.upper() not in listed:
            v *= 0.3  # names, slips and foreign words of the subtitles
        weight[w] = v
    proper = set()
    for w in listed:
        f = w.lower()
        if not ok(f):
            continue
        if f not in lower:
            proper.add(f)
        if "'" in f:
            stem, tail = f.split("'", 1)
            base = weight.get(stem, 0.0)
            if tail == "s":
                if base < 8:
                    continue
                weight[f] = max(weight.get(f, 0), 0.02 * base)
            elif stem not in lower:
                weight[f] = max(weight.get(f, 0), 0.9 * base)
            else:
                weight[f] = max(weight.get(f, 0), 0.08 * base)
            continue
        weight[f] = max(weight.get(f, 0.0), 0.06)
    for w in ("i'm", "i'll", "i've", "i'd"):
        weight[w] = max(weight.get(w, 0), 300)
    proper |= {"i", "i'm", "i'll", "i've", "i'd"}
    for w in [w for w in weight if len(w) == 1 and w not in ("a", "i")]:
        weight[w] = min(weight[w], 20.0)
    slur = lambda w: hashlib.sha256(w.encode()).hexdigest()[:10] in SLURS  # noqa: E731
    return {w: max(v, 0.02) for w, v in weight.items() if not slur(w)}, proper


def tree(weight, proper):
    """The prefix tree, breadth first: symbol, -log P(symbol | prefix), -log P(end | prefix), first child.

    Last comes where each word ends.
    """
    words = sorted(weight)
    mass = np.array([weight[w] for w in words])
    sums = np.concatenate([[0.0], mass.cumsum()])
    symbols, costs, ends, firsts, names, places = [0], [0.0], [], [], [], {}
    level = [(0, len(words), 0)]  # range of words that share a prefix, and its length
    queue = collections.deque(level)
    count = 1
    while queue:
        a, b, d = queue.popleft()
        total = sums[b] - sums[a]
        end = None
        i = a
        if len(words[a]) == d:
            end = -math.log(weight[words[a]] / total)
            places[words[a]] = len(names)
            names.append(words[a] in proper)
            i += 1
        else:
            names.append(False)
        ends.append(end)
        firsts.append(count)
        while i < b:
            c = words[i][d]
            j = i
            while j < b and words[j][d] == c:
                j += 1
            symbols.append(LETTERS.index(c) + 1 if c in LETTERS else 27)
            costs.append(-math.log((sums[j] - sums[i]) / total))
            queue.append((i, j, d + 1))
            count += 1
            i = j
    firsts.append(count)
    # 1/16 nats a step for prefixes; ends have seven bits of 1/8, the eighth says "a name".
    cost = np.minimum(np.round(np.array(costs) * 16), 255).astype(np.uint8)
    end = np.array([127 if e is None else min(126, round(e * 8)) for e in ends], np.uint8)
    end |= np.array(names, np.uint8) << 7
    return np.array(symbols, np.uint8), cost, end, np.array(firsts, np.uint32), places


def pairs(data, weight, places):
    """log P(b | a) / P(b) of the commonest pairs of words, and of any other b after the same a.

    Katz's backing off without discounts: the counts are whole, only the rare pairs are missing from the list. Rows of
    (place of a, place of b, gain) and of (place of a, gain), gains in 1/16 nats.
    """
    data = pathlib.Path(data)
    alone, together = collections.Counter(), collections.Counter()
    with gzip.open(data / "words-en-books-1grams.csv.gz", "rt") as f:
        for row in csv.DictReader(f):
            alone[row["ngram"].lower()] += int(row["freq"])
    with gzip.open(data / "words-en-books-2grams.csv.gz", "rt") as f:
        for row in csv.DictReader(f):
            words = row["ngram"].lower().split()
            if len(words) == 2 and all(w in places and alone[w] for w in words):
                together[tuple(words)] += int(row["freq"])
    total = sum(weight.values())
    after = collections.defaultdict(dict)
    for (a, b), n in together.items():
        after[a][b] = n / alone[a]
    found, others = [], []
    step = lambda gain: max(-127, min(127, round(16 * gain)))  # noqa: E731
    for a, seen in after.items():
        mass = sum(seen.values())
        share = min(0.95, mass)
        for b, p in seen.items():
            found.append((places[a], places[b], step(math.log(p * share / mass / (weight[b] / total)))))
        others.append((places[a], step(math.log((1 - share) / (1 - sum(weight[b] for b in seen) / total)))))
    return sorted(found), sorted(others)


def discounts(counts):
    """What is taken from counts of 1, 2, 3 and more, for what was never seen: Chen and Goodman 1998, equation 26."""
    n1, n2, n3, n4 = (float((counts == k).sum()) for k in (1, 2, 3, 4))
    if min(n1, n2, n3) < 20:  # too few to tell: letters by themselves and in twos
        return np.array([0, 0.75, 0.75, 0.75])
    y = n1 / (n1 + 2 * n2)
    return np.array([0, 1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3])


def letters(words):
    """How letters follow each other: P(letter or end | four before), by modified Kneser-Ney smoothing.

    Every word counts once: a name is like the many rare words rather than like the few common ones. Returns
    -log P(letter | three before), 1/16 nats a step; rows of (five letters, gain) of what the fourth letter before adds
    where the five were seen, and of (four letters, gain) of what any other letter gains after those four. Letters are
    digits of base 27, the last the lowest, 0 the edge of a word.
    """
    n, order = len(LETTERS) + 1, 5
    seen = np.zeros((n,) * order, np.float32)
    for part in (part for w in words for part in w.split("'") if part):
        s = [0] * (order - 1) + [LETTERS.index(c) + 1 for c in part] + [0]
        for i in range(order - 1, len(s)):
            seen[tuple(s[i - order + 1 : i + 1])] += 1
    counts = [seen]
    while counts[0].ndim > 1:
        # In how many ways it was come to counts, not how often; but nothing comes before a word's first letters.
        ways = (counts[0] > 0).sum(0).astype(np.float32)
        if ways.ndim > 1:
            ways[0] = counts[0].sum(0)[0]
        counts.insert(0, ways)
    p = (counts[0] + 0.5) / (counts[0] + 0.5).sum()
    for c in counts[1:]:
        shorter = p
        total = c.sum(-1, keepdims=True)
        kept = np.maximum(c - discounts(c)[np.minimum(c, 3).astype(int)], 0)
        back = np.where(total > 0, 1 - kept.sum(-1, keepdims=True) / np.maximum(total, 1), 1)
        p = kept / np.maximum(total, 1) + back * shorter[None]
    step = lambda gain: np.clip(np.round(16 * np.log(gain)), -127, 127).astype(int)  # noqa: E731
    fives, fours = np.flatnonzero(seen), np.flatnonzero(total)
    gains = step((p / shorter[None]).ravel()[fives])
    others = step(back.ravel()[fours])
    cost = np.minimum(np.round(-16 * np.log(shorter)), 255).astype(np.uint8)
    return cost, list(zip(fives, gains)), list(zip(fours, others))


def transitions(data):
    """-log P(kind | kind before), where a run of letters counts as one."""
    lines = []
    with gzip.open(pathlib.Path(data) / "unipen-texts.jsonl.gz", "rt") as f:
        for line in f:
            d = json.loads(line)
            if not ink.validation(d["w"]):
                lines.append(d["t"])
    c = np.zeros((KINDS, KINDS))
    for t in lines:
        last = 0
        for ch in t:
            k = kind(ch)
            if k == 1 and last == 1:
                continue
            c[last, k] += 1
            last = k
        c[last, 0] += 1
    for k in (3 + MARKS.index(m) for m in MARKS):
        c[k, :3] += (1.0, 0.5, 0.5)
    unigram = (c.sum(0) + 2) / (c.sum() + 2 * KINDS)
    p = (c + 20 * unigram) / (c.sum(1, keepdims=True) + 20)
    # Codes and addresses mix what running text keeps apart.
    p = 0.75 * p + 0.25 * unigram
    p[1, 1] = 0
    p[1] /= p[1].sum()
    return -np.log(np.maximum(p, 1e-9))


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--data", required=True)
    a.add_argument("--out", required=True)
    a.add_argument(
        "--dictionaries", nargs="*",
        default=["/usr/share/dict/american-english", "/usr/share/dict/british-english"],
    )
    a = a.parse_args()
    weight, proper = word_counts(a.data, a.dictionaries)
    symbols, cost, end, firsts, places = tree(weight, proper)
    found, others = pairs(a.data, weight, places)
    costs, fives, fours = letters(weight)
    kinds = transitions(a.data)
    f = PackFile()
    f.integer(len(ALPHABET))
    for c in ALPHABET:
        # code point; class of the lower-case letter; kind; symbol in the tree (0: none); capital
        low = ALPHABET.index(c.lower()) + 1
        symbol = LETTERS.index(c.lower()) + 1 if c.isalpha() else 27 if c == "'" else 0
        f.integers([ord(c), low, kind(c), symbol, int(c.isupper())])
    f.integer(KINDS)
    f.floats(kinds)
    f.integer(27)
    f.bytes(costs)
    f.integer(len(fives))
    f.integers([place for place, _ in fives])
    f.bytes(np.array([gain for _, gain in fives], np.int8))
    f.integer(len(fours))
    f.integers([place for place, _ in fours])
    f.bytes(np.array([gain for _, gain in fours], np.int8))
    f.integer(len(symbols))
    f.bytes(symbols)
    f.bytes(cost)
    f.bytes(end)
    f.integers(firsts)
    f.integer(len(others))
    f.integers([a for a, _ in others])
    f.bytes(np.array([gain for _, gain in others], np.int8))
    f.integer(len(found))
    f.integers([a for a, _, _ in found])
    f.integers([b for _, b, _ in found])
    f.bytes(np.array([gain for _, _, gain in found], np.int8))
    size = f.write(pathlib.Path(a.out) / "language.bin", "PLUMLANG", version=3)
    print(f"{len(weight)} words, {len(proper)} names, {len(symbols)} prefixes, {len(found)} pairs, {len(fives)} fives of letters, {size} bytes")


if __name__ == "__main__":
    main()
