"""Looks for better settings of the search: sends one half of the held-back writers through recognize-bench --sweep.

    python training/tune.py --data ../shared/handwriting --context word "languageWeight=0.6" "languageWeight=0.7,beam=32" …

Every argument is one set of settings (Sources/Handwriting/Decoding/DecoderSettings.swift); the empty one is what
ships. Choose on half 0, believe what half 1 then says (accuracy.py --half 1). With --calibrate it tells how far scores are
from how often they are right, for temperatures.
"""

import argparse
import json
import math
import pathlib
import random
import subprocess
import tempfile

from accuracy import ROOT, calibration, distance, held_sets

TEMPERATURES = [0.7, 0.85, 1, 1.2, 1.4, 1.7, 2, 2.5, 3]


def sweep(bench, pack, context, alphabet, items, variants, top=5):
    """For each variant, for each item, a list of (text, score)."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write("\n".join(v or "," for v in variants))
        f.flush()
        command = [str(bench), str(pack), "--context", context, "--top", str(top), "--sweep", f.name]
        if alphabet:
            command += ["--alphabet", alphabet]
        ink = "\n".join(json.dumps({"s": d["s"]}) for d in items)
        out = subprocess.run(command, input=ink, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = iter(out)
    for _ in variants:
        next(rows)
        yield [json.loads(next(rows)) for _ in items]


def figures(items, results):
    best = [r[0][0] if r else "" for r in results]
    truth = [d["t"] for d in items]
    n, low = len(items), str.lower
    return dict(
        exact=sum(b == t for b, t in zip(best, truth)) / n,
        folded=sum(low(b) == low(t) for b, t in zip(best, truth)) / n,
        top3=sum(any(low(c[0]) == low(t) for c in r[:3]) for t, r in zip(truth, results)) / n,
        cer=sum(distance(b, t) for b, t in zip(best, truth)) / sum(map(len, truth)),
        wer=sum(distance(b.split(), t.split()) for b, t in zip(best, truth)) / sum(len(t.split()) for t in truth),
    )


def calibrations(items, results):
    """Expected calibration error by temperature."""
    right = [bool(r) and r[0][0] == d["t"] for d, r in zip(items, results)]
    out = {}
    for heat in TEMPERATURES:
        sure = [1 / sum(math.exp((c[1] - r[0][1]) / heat) for c in r) if r else 0.0 for r in results]
        out[heat] = calibration(sure, right)
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True)
    p.add_argument("--pack", default=ROOT / "data/recognition/en")
    p.add_argument("--bench", default=ROOT / ".build/release/recognize-bench")
    p.add_argument("--context", default="word", help="word or line: which sets are looked at")
    p.add_argument("--half", choices=["0", "1", "both"], default="0")
    p.add_argument("--limit", type=int, default=800, help="items a set, drawn with a fixed seed")
    p.add_argument("--calibrate", action="store_true")
    p.add_argument("variants", nargs="*")
    a = p.parse_args()
    variants = ["", *a.variants]
    for name, items, context, alphabet in held_sets(a.data):
        if context != a.context:
            continue
        if a.half != "both":
            items = [d for d in items if d["w"][-1] == a.half]
        if len(items) > a.limit:
            items = random.Random(3).sample(items, a.limit)
        print(f"{name} ({len(items)})")
        for v, r in zip(variants, sweep(a.bench, a.pack, context, alphabet, items, variants, 40 if a.calibrate else 5)):
            print("  " + " ".join(f"{k} {100 * x:5.1f}" for k, x in figures(items, r).items()), v or "as shipped", flush=True)
            if a.calibrate:
                print("    temperature: error", " ".join(f"{t}: {100 * e:.1f}" for t, e in calibrations(items, r).items()))


if __name__ == "__main__":
    main()
