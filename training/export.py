"""Writes the network of a checkpoint into a pack, and the golden files that pin the Swift engine to it.

    python export.py --checkpoint runs/en/checkpoint.pt --out ../data/recognition/en
    python export.py --unpack ../data/recognition/en/network.bin --checkpoint start.pt
    python export.py --goldens ../Tests/HandwritingTests/Goldens    (a small random network on made-up ink)
"""

import argparse
import json
import math
import pathlib

import numpy as np
import torch

from features import FEATURES, features
from net import Net
from packfile import PackFile
from train import collate


def quantize(w):
    """Signed bytes with one scale an output, and what they stand for."""
    w = w.detach().numpy().astype(np.float32)
    scale = np.maximum(np.abs(w).max(1), 1e-12) / 127
    q = np.clip(np.round(w / scale[:, None]), -127, 127).astype(np.int8)
    return scale.astype(np.float32), q


def matrix(f, w):
    scale, q = quantize(w)
    f.floats(scale)
    f.bytes(q)


def convolution_matrix(conv):
    """outputs × (kernel · inputs), the earliest step first."""
    w = conv.weight
    return w.permute(0, 2, 1).reshape(w.shape[0], -1)


def write_network(net, path):
    f = PackFile()
    f.integer(4)
    f.integer(FEATURES)
    convs = [net.conv1, net.conv2, net.conv3]
    f.integer(len(convs) + len(net.lstm) + 1)
    for c in convs:
        f.integer(1)
        f.integers([c.out_channels, c.kernel_size[0], c.stride[0], c.padding[0]])
        matrix(f, convolution_matrix(c))
        f.floats(c.bias.detach().numpy())
    for layer in net.lstm:
        f.integer(2)
        f.integer(layer.hidden_size)
        for end in ("", "_reverse"):
            matrix(f, getattr(layer, "weight_ih_l0" + end))
            matrix(f, getattr(layer, "weight_hh_l0" + end))
            f.floats((getattr(layer, "bias_ih_l0" + end) + getattr(layer, "bias_hh_l0" + end)).detach().numpy())
    f.integer(3)
    f.integer(net.out.out_features)
    matrix(f, net.out.weight)
    f.floats(net.out.bias.detach().numpy())
    return f.write(path, "PLUMNETW")


def read_network(path):
    """The network of a pack, as floats: where a new run can begin."""
    data = pathlib.Path(path).read_bytes()[16:]
    place = 0

    def take(n, kind):
        nonlocal place
        a = np.frombuffer(data, kind, n, place)
        place += -(-a.nbytes // 4) * 4
        return a

    def integers(n):
        return [int(v) for v in take(n, "<u4")]

    def read_matrix(o, i):
        return take(o, "<f4")[:, None] * take(o * i, np.int8).reshape(o, i).astype(np.float32)

    _, width, count = integers(3)
    convs, lstms, out = [], [], None
    for _ in range(count):
        (kind,) = integers(1)
        if kind == 1:
            o, k, _, _ = integers(4)
            convs.append((read_matrix(o, k * width).reshape(o, k, width).transpose(0, 2, 1), take(o, "<f4")))
            width = o
        elif kind == 2:
            (h,) = integers(1)
            lstms.append([(read_matrix(4 * h, width), read_matrix(4 * h, h), take(4 * h, "<f4")) for _ in range(2)])
            width = 2 * h
        else:
            (o,) = integers(1)
            out = (read_matrix(o, width), take(o, "<f4"))
    net = Net(stem=len(convs[0][1]), width=len(convs[1][1]), hidden=width // 2, layers=len(lstms))
    copy = lambda to, a: to.copy_(torch.from_numpy(np.array(a)))  # noqa: E731
    with torch.no_grad():
        for c, (w, b) in zip((net.conv1, net.conv2, net.conv3), convs):
            copy(c.weight, w), copy(c.bias, b)
        for layer, ends in zip(net.lstm, lstms):
            for end, (wi, wh, b) in zip(("", "_reverse"), ends):
                copy(getattr(layer, "weight_ih_l0" + end), wi), copy(getattr(layer, "weight_hh_l0" + end), wh)
                copy(getattr(layer, "bias_ih_l0" + end), b), getattr(layer, "bias_hh_l0" + end).zero_()
        copy(net.out.weight, out[0]), copy(net.out.bias, out[1])
    return net


def as_shipped(net):
    """The same network with the weights that the pack holds."""
    with torch.no_grad():
        for c in (net.conv1, net.conv2, net.conv3):
            scale, q = quantize(convolution_matrix(c))
            w = torch.from_numpy(scale[:, None] * q)
            o, i, k = c.weight.shape
            c.weight.copy_(w.reshape(o, k, i).permute(0, 2, 1))
        for layer in [*net.lstm, net.out]:
            for name, w in layer.named_parameters():
                if w.dim() == 2:
                    scale, q = quantize(w)
                    w.copy_(torch.from_numpy(scale[:, None] * q))
    return net


def made_up_ink():
    """Ink from formulas: a wave with loops, late dots, a lone dot, a long drifting line."""
    loops = [[(40 * t + 18 * math.sin(6.3 * t), 30 * math.sin(7 * t) + 4 * t) for t in np.arange(0, 6, 0.05)]]
    dots = loops + [[(60.0, -50.0)], [(150.0, -45.0), (158.0, -44.0)], [(20.0, 5.0), (60.0, 2.0)]]
    prints = [[(30.0 * k, 0.0), (30.0 * k + 3, 40.0 + 3 * (k % 3))] for k in range(5)]
    line = [
        [(1000.0 * k + 90 * t, (300 + 12 * k) * math.sin(5 * t + k) - 45.0 * k + 20 * t) for t in np.arange(0, 8, 0.11)]
        for k in range(9)
    ]
    return {"loops": loops, "late-dots": dots, "prints": prints, "line": line, "dot": [[(5.0, 5.0)]], "dash": [[(0.0, 0.0), (50.0, 0.0)]]}


def flat(strokes):
    xs = np.array([p[0] for s in strokes for p in s], np.float64)
    ys = np.array([p[1] for s in strokes for p in s], np.float64)
    return xs, ys, np.cumsum([0] + [len(s) for s in strokes]).astype(np.int64)


def write_goldens(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(7)
    net = Net(stem=16, width=24, hidden=16, layers=2)
    net.eval()
    with torch.no_grad():
        for w in net.parameters():
            w.mul_(1.7)  # far enough from zero that the activations bend
    print("network", write_network(net, folder / "network.bin"))
    as_shipped(net)
    for name, strokes in made_up_ink().items():
        xs, ys, offs = flat(strokes)
        f = features(xs, ys, offs)
        layers = []
        with torch.no_grad():
            x = torch.from_numpy(f.T[None].copy())
            for c in (net.conv1, net.conv2, net.conv3):
                x = torch.relu(c(x))
                layers.append(x[0].T)
            x = x.permute(2, 0, 1)
            for layer in net.lstm:
                x, _ = layer(x)
                layers.append(x[:, 0])
            x = net.out(x)
            layers.append(x[:, 0])
        # All of the network as it is trained: a batch, here of one, with its silence at the end.
        with torch.no_grad():
            x, n, _, _ = collate([(f, np.zeros(1, np.int64))])
            whole = net(x).log_softmax(-1)[: int(n[0]), 0]
        rounded = lambda a: [round(float(v), 5) for v in np.asarray(a).reshape(-1)]  # noqa: E731
        # All features; of the layers the first and the last three time steps, which hold both directions' ends.
        json.dump(
            dict(
                strokes=[[round(float(v), 6) for p in s for v in p] for s in strokes],
                points=len(f), features=rounded(f),
                layers=[dict(width=int(v.shape[1]), count=int(v.shape[0]), first=rounded(v[:3]), last=rounded(v[-3:])) for v in layers],
                whole=dict(width=int(whole.shape[1]), count=int(whole.shape[0]), first=rounded(whole[:3]), last=rounded(whole[-3:])),
            ),
            open(folder / f"{name}.json", "w"), separators=(",", ":"),
        )


def mean(states):
    """The mean of each weight; what is counted in whole numbers is taken from the last."""
    return {
        k: sum(s[k] for s in states) / len(states) if v.is_floating_point() else v for k, v in states[-1].items()
    }


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--checkpoint", nargs="+", help="of several, whose runs began alike, the mean of their weights")
    a.add_argument("--out")
    a.add_argument("--goldens")
    a.add_argument("--unpack", help="network.bin to make --checkpoint of")
    a = a.parse_args()
    torch.set_num_threads(1)
    if a.unpack:
        net = read_network(a.unpack)
        torch.save(dict(ema=net.state_dict(), net=net.state_dict(), shape=net.shape, step=0), a.checkpoint[0])
    elif a.checkpoint:
        runs = [torch.load(c, map_location="cpu", weights_only=False) for c in a.checkpoint]
        net = Net(**runs[0]["shape"])
        net.load_state_dict(mean([d["ema"] for d in runs]))
        net.eval()
        size = write_network(net, pathlib.Path(a.out) / "network.bin")
        print(f"steps {[d['step'] for d in runs]}: {size} bytes")
    if a.goldens:
        write_goldens(a.goldens)


if __name__ == "__main__":
    main()
