"""How well the shipped engine reads writers it never saw: every figure from the Swift engine, none from here.

    swift build -c release --product recognize-bench
    python training/accuracy.py --data ../shared/handwriting [--limit 500] [--set name=value,...] [--out table.md]

    python training/accuracy.py --data ../shared/handwriting --pages [--out pages.md] [--errors 20]

Sends the validation writers' ink to recognize-bench and compares what comes back with the labels. With --pages their lines
and words are put together to pages with sketches, and it says how many words are found on them, how many of 100 words that
are on none find something, and how many sketches are read as words.
Needs nothing but Python.
"""

import argparse
import gzip
import json
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DIGITS, LOWER = "0123456789", "abcdefghijklmnopqrstuvwxyz"
PLAIN = set(LOWER + LOWER.upper() + " .,'-?!;:\"")


def load(data, kind):
    with gzip.open(pathlib.Path(data) / f"unipen-{kind}.jsonl.gz", "rt") as f:
        return [d for d in map(json.loads, f) if d["w"][-1] in "01"]


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


def read(a, items, context, alphabet=None):
    command = [str(a.bench), str(a.pack), "--context", context]
    if alphabet:
        command += ["--alphabet", alphabet]
    if a.set:
        command += ["--set", a.set]
    ink = "\n".join(json.dumps({"s": d["s"]}) for d in items)
    out = subprocess.run(command, input=ink, capture_output=True, text=True, check=True).stdout.splitlines()
    return [json.loads(line) for line in out[:-1]], json.loads(out[-1])


def calibration(sure, right, bins=10):
    """Expected calibration error: how far the score of a first reading is from how often such a one is right, on average
    (Naeini, Cooper and Hauskrecht 2015); bins of as many readings each."""
    order = sorted(range(len(sure)), key=lambda i: sure[i])
    error = 0.0
    for b in range(bins):
        part = order[b * len(order) // bins : (b + 1) * len(order) // bins]
        error += abs(sum(sure[i] - right[i] for i in part))
    return error / len(order)


def measure(items, results):
    truth = [d["t"] for d in items]
    best = [r["candidates"][0]["text"] if r["candidates"] else "" for r in results]
    fold = str.lower
    n = len(items)
    chars = sum(map(len, truth))
    tops = [any(fold(c["text"]) == fold(t) for c in r["candidates"][:3]) for t, r in zip(truth, results)]
    ms = sorted(r["ms"] for r in results)
    words = sum(len(t.split()) for t in truth)
    return dict(
        n=n,
        exact=sum(b == t for b, t in zip(best, truth)) / n,
        folded=sum(fold(b) == fold(t) for b, t in zip(best, truth)) / n,
        top3=sum(tops) / n,
        cer=sum(distance(b, t) for b, t in zip(best, truth)) / chars,
        cer_folded=sum(distance(fold(b), fold(t)) for b, t in zip(best, truth)) / chars,
        cer_greedy=sum(distance(r["greedy"], t) for r, t in zip(results, truth)) / chars,
        cer_greedy_folded=sum(distance(fold(r["greedy"]), fold(t)) for r, t in zip(results, truth)) / chars,
        wer=sum(distance(b.split(), t.split()) for b, t in zip(best, truth)) / words,
        calibration=calibration(
            [r["candidates"][0]["score"] if r["candidates"] else 0 for r in results], [b == t for b, t in zip(best, truth)]),
        median=ms[n // 2], p99=ms[min(n - 1, n * 99 // 100)],
    )


def held_sets(data):
    """The sets of the table: name, items of writers not trained on, context, alphabet."""
    with gzip.open(pathlib.Path(data) / "words-en-opensubtitles-50k.txt.gz", "rt") as f:
        lexicon = {line.split()[0].lower() for line in f}
    for path in ("/usr/share/dict/american-english", "/usr/share/dict/british-english"):
        known = set(lexicon)
        if pathlib.Path(path).exists():
            known |= {w.strip().lower() for w in open(path, encoding="utf-8")}
    words, texts, chars = (load(data, k) for k in ("words", "texts", "chars"))
    lone = [d for d in texts if not d.get("ml")]
    return [
        ("words in a 50k lexicon", [d for d in words if d["t"].isalpha() and d["t"].lower() in lexicon], "word", None),
        ("names, foreign and nonsense words", [d for d in words if d["t"].isalpha() and len(d["t"]) > 1 and d["t"].lower() not in known], "word", None),
        ("lines of running text", [d for d in lone if " " in d["t"] and set(d["t"]) <= PLAIN], "line", None),
        ("lines with digits and marks", [d for d in lone if not set(d["t"]) <= PLAIN], "line", None),
        ("texts on several lines", [d for d in texts if d.get("ml")], "text", None),
        ("digits", [d for d in chars if d["t"] in DIGITS], "character", DIGITS),
        ("lower case", [d for d in chars if d["t"] in LOWER], "character", LOWER),
        ("upper case", [d for d in chars if d["t"] in LOWER.upper()], "character", LOWER.upper()),
        ("any character, unrestricted", chars, "character", None),
    ]


# Of a writer on pages, so that who wrote a thousand words counts no more than others.
WORDS_EACH = 20


def pages(a):
    """Pages of the validation writers' lines, and of rows of their words."""
    sets = {name: items for name, items, _, _ in held_sets(a.data)}
    rng = random.Random(5)
    chosen = []
    for name in ("lines of running text", "words in a 50k lexicon"):
        by_writer = {}
        for d in sets[name]:
            if not a.half or d["w"][-1] == a.half:
                by_writer.setdefault(d["w"], []).append(d)
        few = WORDS_EACH if "words" in name else None
        items = [d for w in sorted(by_writer) for d in rng.sample(by_writer[w], len(by_writer[w]))[:few]]
        chosen.append((("rows of " if few else "") + name, items[: a.limit or None]))
    numbers = {w: i + 1 for i, w in enumerate(sorted({d["w"] for _, items in chosen for d in items}))}
    lines = [
        "| pages of | writers | items | pages | words | found | false hits of 100 queries | sketches | read as words | on lines | read as words | words beside them | lost |",
        "|" + "---|" * 13]
    for name, items in chosen:
        ink = "\n".join(json.dumps({"text": d["t"], "writer": numbers[d["w"]], "s": d["s"]}) for d in items)
        out = subprocess.run([str(a.bench), str(a.pack), "--pages"], input=ink, capture_output=True, text=True, check=True).stdout
        m = json.loads(out)
        share = lambda n, of: f"{n} ({100 * n / max(1, of):.1f} %)"  # noqa: E731
        lines.append(
            f"| {name} | {len({d['w'] for d in items})} | {len(items)} | {m['pages']} | {m['words']} | {share(m['found'], m['words'])} "
            f"| {100 * len(m['hits']) / max(1, m['queries']):.1f} | {m['sketches']} | {share(len(m['sketchesRead']), m['sketches'])} "
            f"| {m['sketchesOnLines']} | {share(len(m['sketchesOnLinesRead']), m['sketchesOnLines'])} "
            f"| {m['wordsBeside']} | {share(len(m['lost']), m['wordsBeside'])}, {m['gained']} gained |")
        print(lines[-1], flush=True)
        if a.errors:
            often = sorted(m["missed"].items(), key=lambda e: -e[1])[: a.errors]
            print(f"    not found: {', '.join(f'{w} {n}' for w, n in often)}")
            print(f"    false hits: {', '.join(m['hits'])}")
            for what in (m["sketchesRead"] + m["sketchesOnLinesRead"])[: a.errors]:
                print(f"    read: {what}")
            for what in m["lost"][: a.errors]:
                print(f"    lost: {what}")
    if a.out:
        pathlib.Path(a.out).write_text("\n".join(lines) + "\n")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True)
    p.add_argument("--pack", default=ROOT / "data/recognition/en")
    p.add_argument("--bench", default=ROOT / ".build/release/recognize-bench")
    p.add_argument("--limit", type=int, default=0, help="items a set, drawn with a fixed seed")
    p.add_argument("--only", default="", help="sets whose names hold this")
    p.add_argument("--half", choices=["0", "1"], help="writers whose id ends so: tune on one half, report the other")
    p.add_argument("--set", default="")
    p.add_argument("--out")
    p.add_argument("--errors", type=int, default=0, help="print so many misreadings a set")
    p.add_argument("--pages", action="store_true", help="pages put together from the ink, instead of the sets")
    a = p.parse_args()
    if not pathlib.Path(a.data).is_dir():
        sys.exit(f"{a.data} is no folder: the recorded handwriting is not part of the repository")
    if a.pages:
        pages(a)
        return
    sets = held_sets(a.data)
    lines = ["| set | items | exact | case-folded | top 3 | CER | CER folded | CER greedy | WER | calibration error | median ms | p99 ms |", "|" + "---|" * 12]
    for name, items, context, alphabet in sets:
        if a.only not in name:
            continue
        if a.half:
            items = [d for d in items if d["w"][-1] == a.half]
        if a.limit and len(items) > a.limit:
            items = random.Random(3).sample(items, a.limit)
        results, process = read(a, items, context, alphabet)
        m = measure([{**d, "t": d["t"].replace("\n", " ")} for d in items],
                    [{**r, "candidates": [{**c, "text": c["text"].replace("\n", " ")} for c in r["candidates"]]} for r in results])
        pc = lambda v: f"{100 * v:.1f} %"  # noqa: E731
        lines.append(
            f"| {name} | {m['n']} | {pc(m['exact'])} | {pc(m['folded'])} | {pc(m['top3'])} | {pc(m['cer'])} | {pc(m['cer_folded'])} "
            f"| {pc(m['cer_greedy'])} | {pc(m['wer'])} | {pc(m['calibration'])} | {m['median']:.1f} | {m['p99']:.1f} |")
        print(lines[-1], flush=True)
        wrong = [(d["t"], r["candidates"][0]["text"] if r["candidates"] else "", r["greedy"]) for d, r in zip(items, results)]
        for t, b, g in [w for w in wrong if w[0].lower() != w[1].lower()][: a.errors]:
            print(f"    {t!r} read as {b!r}, greedy {g!r}")
    print(f"opened in {process['load_ms']:.1f} ms, peak memory {process['peak_kib'] / 1024:.1f} MiB", file=sys.stderr)
    lines.append(f"\nOpened in {process['load_ms']:.1f} ms; peak memory {process['peak_kib'] / 1024:.1f} MiB.")
    if a.out:
        pathlib.Path(a.out).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
