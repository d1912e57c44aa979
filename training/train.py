"""Trains the network in one bounded run that can be stopped and resumed.

    python train.py --data ../shared/handwriting --work runs/en --minutes 70

The learning rate follows the clock: warm-up, then a cosine that reaches its end when the minutes are
used up. A checkpoint is written every few minutes; starting again with the same --work resumes it (and,
with a new --minutes, anneals again from --peak).

Uses a GPU where there is one, else --workers processes of one thread each on the CPU: they share the weights
and each adds its own steps to them as they come (Recht, Re, Wright and Niu 2011), so that none
waits for another, which on a busy machine two threads of one step would.
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


# Points of nothing at the end of every item, as Sources/Handwriting/Network has them: without, how many there are would
# depend on what else is in the batch, and an item read by itself would have none.
SILENCE = 8


def collate(group):
    """Items (features, ids) to a padded batch."""
    longest = max(len(f) for f, _ in group) + SILENCE
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


def half_precision(device):
    """Whether 16-bit arithmetic is faster. A processor without instructions for it is slower by an order of magnitude."""
    if device.type == "cuda":
        return True
    return torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()


def batches(source, clock, most, pool):
    """Endless batches of items of like length; at most `most` frames each, fewer at first.

    Distortion is strong at first and gentler at the end, when the weights settle.
    """
    while True:
        strength = 1.5 - 0.5 * clock.done
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
    with torch.no_grad(), torch.autocast(device.type, torch.bfloat16, enabled=half_precision(device)):
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


class Clock:
    """What the processes of one run share: time used, steps made."""

    def __init__(self, total):
        self.total = total
        self.value = torch.zeros(2, dtype=torch.float64).share_memory_()

    @property
    def used(self):
        return float(self.value[0])

    @property
    def done(self):
        return self.used / self.total

    @property
    def steps(self):
        return int(self.value[1])


def learn(a, net, source, clock, device, number, opt_state=None, each=None):
    """Makes steps until the time is used up; `each` is called after every step of the first process."""
    torch.manual_seed(a.seed + number)
    opt = torch.optim.AdamW(net.parameters(), lr=a.peak, weight_decay=0.01, betas=(0.9, 0.98))
    if opt_state:
        opt.load_state_dict(opt_state)
    feed = queue.Queue(12)

    def fill():
        for b in batches(source, clock, a.budget, 2048):
            feed.put(b)

    threading.Thread(target=fill, daemon=True).start()
    fast = half_precision(device)
    keep = pathlib.Path(a.work) / "keep.npz"
    while clock.done < 1:
        done = clock.done
        rate = a.peak * min(1.0, (done + 1e-4) / 0.02) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        for g in opt.param_groups:
            g["lr"] = rate
        source.beginning = not a.init and done < 0.05
        x, xl, y, yl = feed.get()
        with torch.autocast(device.type, torch.bfloat16, enabled=fast):
            logits = net(x.to(device))
        loss = F.ctc_loss(logits.float().log_softmax(-1), y.to(device), xl, yl, reduction="sum", zero_infinity=True)
        loss = loss / int(yl.sum())
        opt.zero_grad(set_to_none=True)
        if not torch.isfinite(loss):
            continue
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        opt.step()
        clock.value[1] += 1
        if each:
            each(loss.item(), rate, opt, feed)
        elif not source.filtered and keep.exists():
            source.refilter(np.load(keep))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True)
    p.add_argument("--work", required=True)
    p.add_argument("--minutes", type=float, default=60)
    p.add_argument("--peak", type=float, default=1.5e-3)
    p.add_argument("--budget", type=int, default=1600, help="frames a batch")
    p.add_argument("--hidden", type=int, default=160)
    p.add_argument("--layers", type=int, default=3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--workers", type=int, default=2, help="processes, without a GPU")
    p.add_argument("--init", help="weights to start from, without its optimizer")
    p.add_argument("--report", type=float, default=10, help="minutes between figures of writers not trained on")
    p.add_argument("--filter", type=float, default=0.3, help="share of the time after which noisy labels go")
    p.add_argument("--mix", default="", help="shares of the kinds of items, as word=0.6,text=0.1")
    a = p.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
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
    for kind, n in (("words", 1500), ("texts", 120), ("chars", 1000)):
        held = ink.load(a.data, kind, ink.validation)
        sets[kind] = [held[i] for i in rng.permutation(len(held))[:n]]
    say(words=len(words), texts=len(texts), chars=len(chars), held={k: len(v) for k, v in sets.items()})

    net = Net(hidden=a.hidden, layers=a.layers).to(device)
    ema = copy.deepcopy(net)
    clock = Clock(a.minutes * 60)
    state, keep = work / "checkpoint.pt", work / "keep.npz"
    opt_state, start = None, 0
    if state.exists():
        d = torch.load(state, map_location=device, weights_only=False)
        net.load_state_dict(d["net"]), ema.load_state_dict(d["ema"])
        opt_state, start = d["opt"], d["step"]
        if clock.total > d["used"] and clock.total == d["total"]:
            clock.value[0] = d["used"]
        say(resumed=start, used=clock.used)
    elif a.init:
        d = torch.load(a.init, map_location=device, weights_only=False)
        net.load_state_dict(d["ema"]), ema.load_state_dict(d["ema"])
    clock.value[1] = start
    say(weights=sum(w.numel() for w in net.parameters()), device=str(device), half=half_precision(device), **net.shape)
    mix = dict((k, float(v)) for k, v in (m.split("=") for m in a.mix.split(",") if m))

    def make_source(number):
        # A run that goes on draws other items than it did at its start.
        source = ink.Source(words, texts, chars, [a.seed, start, number], mix)
        if keep.exists():
            source.refilter(np.load(keep))
        return source

    others = []
    if device.type == "cpu":
        net.share_memory()
        context = torch.multiprocessing.get_context("fork")
        for number in range(1, a.workers):
            others.append(context.Process(target=learn, args=(a, net, make_source(number), clock, device, number, opt_state), daemon=True))
            others[-1].start()
    source = make_source(0)

    def save(opt):
        torch.save(
            dict(net=net.state_dict(), ema=ema.state_dict(), opt=opt.state_dict(), step=clock.steps, used=clock.used,
                 total=clock.total, shape=net.shape, seed=a.seed),
            str(state) + ".new",
        )
        os.replace(str(state) + ".new", state)

    tick = time.time if device.type == "cuda" else time.thread_time
    now = dict(mean=0.0, count=0, saved=clock.used, reported=clock.used, told=clock.used, last=tick(), own=0)

    def drop_noise():
        """What a first model finds very unlikely is mostly mislabelled or cut badly."""
        kept = {}
        # Lines are as much ink as words and characters together, and reading them all costs minutes.
        kept["texts"] = np.ones(len(texts), bool)
        for name, bag, worst in (("words", words, 1.6), ("chars", chars, 3.5)):
            _, losses = run(ema, bag, device)
            kept[name] = losses < worst
            say(filtered=name, dropped=int((~kept[name]).sum()), of=len(bag),
                quantiles=[round(float(q), 2) for q in np.quantile(losses, [0.5, 0.9, 0.95, 0.97, 0.99])])
        np.savez(str(keep)[:-4] + ".new.npz", **kept)
        os.replace(str(keep)[:-4] + ".new.npz", keep)
        source.refilter(np.load(keep))

    def each(loss, rate, opt, feed):
        now["own"] += 1
        weight = 1 - min(0.998, now["own"] / (now["own"] + 50.0))
        with torch.no_grad():
            torch._foreach_lerp_(list(ema.parameters()), list(net.parameters()), weight)
        now["mean"] += loss
        now["count"] += 1
        # Beside other work a processor's time is what was worked; a GPU works while this process waits.
        t = tick()
        clock.value[0] += t - now["last"]
        now["last"] = t
        used = clock.used
        if used - now["told"] > 60:
            say(step=clock.steps, minutes=round(used / 60, 1), loss=round(now["mean"] / now["count"], 4), rate=round(rate, 6), queue=feed.qsize())
            now.update(mean=0.0, count=0, told=used)
        if used - now["saved"] > 150:
            save(opt)
            now["saved"] = used
        if used - now["reported"] > a.report * 60:
            say(step=clock.steps, held=report(ema, sets, device))
            now["reported"] = clock.used
        if not source.filtered and clock.done > a.filter:
            drop_noise()

    last = {}
    learn(a, net, source, clock, device, 0, opt_state, lambda *v: (last.update(opt=v[2]), each(*v)))
    for other in others:
        other.join(120)
    save(last["opt"])
    say(step=clock.steps, finished=report(ema, sets, device))


if __name__ == "__main__":
    main()
