"""Trains the network in one bounded run that can be stopped and resumed.

    python train.py --data ../shared/handwriting --work runs/en --minutes 70

The learning rate follows the clock: warm-up, then a cosine that reaches its end when the minutes are
used up. A checkpoint is written every few minutes; starting again with the same --work resumes it (and,
with a new --minutes, anneals again from --peak). Uses a GPU where there is one, else two CPU cores.
"""

import argparse
import copy
import json
import math
import os
import pathlib
import queue
import threading
import time

import numpy as np
import torch
from torch.nn import functional as F

import ink
from features import FEATURES, features
from net import Net, frames


def collate(group):
    """Items (features, ids) to a padded batch."""
    longest = max(len(f) for f, _ in group)
    x = np.zeros((len(group), FEATURES, longest), np.float32)
    for i, (f, _) in enumerate(group):
        x[i, :, : len(f)] = f.T
    return (
        torch.from_numpy(x),
        torch.tensor([frames(len(f)) for f, _ in group]),
        torch.from_numpy(np.concatenate([ids for _, ids in group])),
        torch.tensor([len(ids) for _, ids in group]),
    )


def feasible(f, ids):
    return 3 <= len(f) <= 2400 and frames(len(f)) >= len(ids) + int((ids[1:] == ids[:-1]).sum())


def batches(source, strength, most, pool):
    """Endless batches of items of like length; at most `most` frames each, fewer at first."""
    while True:
        budget, pool_now = (1200, 512) if source.beginning else (most, pool)
        made = []
        while len(made) < pool_now:
            xs, ys, offs, text = source.sample()
            if source.rng.random() < 0.9:
                xs, ys, offs = ink.augment(xs, ys, offs, source.rng.random(40), strength)
            f = features(np.asarray(xs, np.float64), np.asarray(ys, np.float64), offs)
            ids = ink.encode(text)
            if feasible(f, ids):
                made.append((f, ids))
        made.sort(key=lambda m: len(m[0]))
        groups, group = [], []
        for m in made:
            if group and (len(group) + 1) * frames(len(m[0])) > budget:
                groups.append(group)
                group = []
            group.append(m)
        groups.append(group)
        for k in source.rng.permutation(len(groups)):
            yield collate(groups[k])


def greedy(logits, lengths):
    best = logits.argmax(-1).T.cpu().numpy()
    out = []
    for row, n in zip(best, lengths.tolist()):
        row = row[:n]
        keep = np.concatenate([[True], row[1:] != row[:-1]]) & (row != ink.BLANK)
        out.append(ink.decode(row[keep]))
    return out


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, cb in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (ca != cb))
    return row[-1]


def run(net, items, device, budget=12000):
    """Greedy reading and CTC loss per character of every item, without augmentation."""
    net.eval()
    ready = []
    for n, it in enumerate(items):
        f = features(it.xs.astype(np.float64), it.ys.astype(np.float64), it.offs)
        ids = ink.encode(it.t)
        ready.append((n, f, ids))
    ready.sort(key=lambda r: len(r[1]))
    texts, losses = [""] * len(items), np.full(len(items), 99.0)
    i = 0
    with torch.no_grad(), torch.autocast(device.type, torch.bfloat16):
        while i < len(ready):
            j = i + 1
            while j < len(ready) and (j - i + 1) * frames(len(ready[j][1])) <= budget:
                j += 1
            x, xl, y, yl = collate([(f, ids) for _, f, ids in ready[i:j]])
            logits = net(x.to(device)).float().cpu()
            loss = F.ctc_loss(logits.log_softmax(-1), y, xl, yl, reduction="none")
            for (n, _, ids), t, v in zip(ready[i:j], greedy(logits, xl), loss.tolist()):
                texts[n], losses[n] = t, v / len(ids)
            i = j
    net.train()
    return texts, losses


def report(net, sets, device):
    out = {}
    for name, items in sets.items():
        texts, _ = run(net, items, device)
        wrong = sum(t != i.t for t, i in zip(texts, items)) / len(items)
        folded = sum(t.lower() != i.t.lower() for t, i in zip(texts, items)) / len(items)
        cer = sum(distance(t.lower(), i.t.lower()) for t, i in zip(texts, items)) / sum(len(i.t) for i in items)
        out[name] = dict(wrong=round(100 * wrong, 2), folded=round(100 * folded, 2), cer=round(100 * cer, 2))
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True)
    p.add_argument("--work", required=True)
    p.add_argument("--minutes", type=float, default=60)
    p.add_argument("--peak", type=float, default=2.5e-3)
    p.add_argument("--budget", type=int, default=3500, help="frames a batch")
    p.add_argument("--hidden", type=int, default=160)
    p.add_argument("--layers", type=int, default=3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--init", help="weights to start from, without its optimizer")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    work = pathlib.Path(a.work)
    work.mkdir(parents=True, exist_ok=True)
    log = open(work / "log.jsonl", "a", buffering=1)

    def say(**kw):
        line = json.dumps(dict(time=time.strftime("%H:%M:%S"), **kw))
        print(line, flush=True)
        log.write(line + "\n")

    trained = lambda w: not ink.validation(w)  # noqa: E731
    words, texts, chars = (ink.load(a.data, k, trained) for k in ("words", "texts", "chars"))
    rng = np.random.default_rng(5)
    sets = {}
    for kind, n in (("words", 1500), ("texts", 250), ("chars", 1500)):
        held = ink.load(a.data, kind, ink.validation)
        sets[kind] = [held[i] for i in rng.permutation(len(held))[:n]]
    source = ink.Source(words, texts, chars, a.seed + int(time.time()) % 10000)
    say(words=len(words), texts=len(texts), chars=len(chars), held={k: len(v) for k, v in sets.items()})

    net = Net(hidden=a.hidden, layers=a.layers).to(device)
    ema = copy.deepcopy(net)
    opt = torch.optim.AdamW(net.parameters(), lr=a.peak, weight_decay=0.01, betas=(0.9, 0.98))
    step, used, total, filtered = 0, 0.0, a.minutes * 60, False
    state = work / "checkpoint.pt"
    if state.exists():
        d = torch.load(state, map_location=device, weights_only=False)
        net.load_state_dict(d["net"]), ema.load_state_dict(d["ema"]), opt.load_state_dict(d["opt"])
        step = d["step"]
        for bag, name in ((words, "words"), (texts, "texts"), (chars, "chars")):
            for it, keep in zip(bag, d["keep"][name]):
                it.keep = bool(keep)
        filtered = d["filtered"]
        if filtered:
            source.refilter()
        if total > d["used"] and total == d["total"]:
            used = d["used"]
        say(resumed=step, used=used)
    elif a.init:
        d = torch.load(a.init, map_location=device, weights_only=False)
        net.load_state_dict(d["ema"]), ema.load_state_dict(d["ema"])
    say(weights=sum(w.numel() for w in net.parameters()), device=str(device), **net.shape)

    source.beginning = used < 0.05 * total
    feed = queue.Queue(24)

    def fill():
        for b in batches(source, 1.0, a.budget, 2048):
            feed.put(b)

    threading.Thread(target=fill, daemon=True).start()

    def save():
        torch.save(
            dict(
                net=net.state_dict(), ema=ema.state_dict(), opt=opt.state_dict(), step=step, used=used, total=total,
                shape=net.shape, filtered=filtered, seed=a.seed,
                keep={n: np.array([i.keep for i in b]) for n, b in (("words", words), ("texts", texts), ("chars", chars))},
            ),
            str(state) + ".new",
        )
        os.replace(str(state) + ".new", state)

    mean, count, saved, reported, told = 0.0, 0, used, used, used
    last = time.time()
    while used < total:
        done = used / total
        rate = a.peak * min(1.0, (done + 1e-4) / 0.02) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        for g in opt.param_groups:
            g["lr"] = rate
        source.beginning = done < 0.05
        x, xl, y, yl = feed.get()
        with torch.autocast(device.type, torch.bfloat16):
            logits = net(x.to(device))
        loss = F.ctc_loss(logits.float().log_softmax(-1), y.to(device), xl, yl, reduction="sum", zero_infinity=True)
        loss = loss / int(yl.sum())
        if not torch.isfinite(loss):
            opt.zero_grad(set_to_none=True)
            continue
        opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        opt.step()
        step += 1
        keep = min(0.999, step / (step + 50.0))
        with torch.no_grad():
            torch._foreach_lerp_(list(ema.parameters()), list(net.parameters()), 1 - keep)
        mean += loss.item()
        count += 1
        now = time.time()
        # Time spent stopped (SIGSTOP) is not time used.
        used += min(now - last, 20.0)
        last = now
        if used - told > 60:
            say(step=step, minutes=round(used / 60, 1), loss=round(mean / count, 4), rate=round(rate, 6), queue=feed.qsize())
            mean, count, told = 0.0, 0, used
        if used - saved > 150:
            save()
            saved = used
        if used - reported > 420:
            say(step=step, held=report(ema, sets, device))
            reported, last = used, time.time()
        if not filtered and done > 0.3:
            # What a first model finds very unlikely is mostly mislabelled or cut badly.
            for name, bag, worst in (("words", words, 1.6), ("texts", texts, 1.6), ("chars", chars, 3.5)):
                _, losses = run(ema, bag, device)
                for it, v in zip(bag, losses):
                    it.keep = bool(v < worst)
                say(filtered=name, dropped=sum(not i.keep for i in bag), of=len(bag),
                    quantiles=[round(float(q), 2) for q in np.quantile(losses, [0.5, 0.9, 0.95, 0.97, 0.99])])
            source.refilter()
            source.char_p = source.char_p * np.array([float(i.keep) for i in chars])
            source.char_p /= source.char_p.sum()
            source.char_q = None
            filtered = True
            save()
            last = time.time()
    save()
    say(step=step, finished=report(ema, sets, device))


if __name__ == "__main__":
    main()
