"""Ink to features: the same steps, in the same order, as Sources/Handwriting/Features.

An item is a flat list of points (`xs`, `ys`, float64) and `offs`, where stroke i is points
offs[i] ..< offs[i+1]. The golden files written by export.py hold the two sides together.
"""

import math

import numpy as np
from numba import njit

FEATURES = 12
STEP = 0.16  # distance of resampled points, in letter heights (see `normalize`)


@njit(cache=True, nogil=True)
def spread(xs, ys, offs, slope):
    """Ink-length weighted mean and standard deviation of y - slope * x, and the length."""
    w = 0.0
    wy = 0.0
    wyy = 0.0
    for s in range(len(offs) - 1):
        for i in range(offs[s] + 1, offs[s + 1]):
            dx = xs[i] - xs[i - 1]
            dy = ys[i] - ys[i - 1]
            length = math.sqrt(dx * dx + dy * dy)
            y = 0.5 * (ys[i] + ys[i - 1]) - slope * 0.5 * (xs[i] + xs[i - 1])
            w += length
            wy += length * y
            wyy += length * (y * y + (dy - slope * dx) * (dy - slope * dx) / 12.0)
    if w <= 0.0:
        return 0.0, 0.0, 0.0
    mean = wy / w
    return mean, math.sqrt(max(0.0, wyy / w - mean * mean)), w


@njit(cache=True, nogil=True)
def normalize(xs, ys, offs):
    """Letter height becomes 1, the baseline's drift goes: in place.

    One letter height is 2.4 standard deviations of the ink in y: about the height of a small letter,
    for running text, without having to find lines through it.
    """
    n = len(xs)
    if n == 0:
        return
    x0 = xs[0]
    x1 = xs[0]
    yy = 0.0
    for i in range(n):
        x0 = min(x0, xs[i])
        x1 = max(x1, xs[i])
        yy += ys[i]
    yy /= n
    for i in range(n):
        xs[i] -= x0
        ys[i] -= yy
    width = x1 - x0
    strokes = len(offs) - 1
    extents = np.zeros(strokes)
    for s in range(strokes):
        a = offs[s]
        lx = xs[a]
        hx = xs[a]
        ly = ys[a]
        hy = ys[a]
        for i in range(a, offs[s + 1]):
            lx = min(lx, xs[i])
            hx = max(hx, xs[i])
            ly = min(ly, ys[i])
            hy = max(hy, ys[i])
        extents[s] = max(hx - lx, hy - ly)
    extents.sort()
    middle = extents[strokes // 2]
    mean, sigma, length = spread(xs, ys, offs, 0.0)
    slope = 0.0
    unit0 = 2.4 * sigma
    if unit0 > 0.0 and width > 4.0 * unit0:
        sxx = 0.0
        sxy = 0.0
        sx = 0.0
        sy = 0.0
        for s in range(strokes):
            for i in range(offs[s] + 1, offs[s + 1]):
                dx = xs[i] - xs[i - 1]
                dy = ys[i] - ys[i - 1]
                w = math.sqrt(dx * dx + dy * dy)
                mx = 0.5 * (xs[i] + xs[i - 1])
                my = 0.5 * (ys[i] + ys[i - 1])
                sx += w * mx
                sy += w * my
                sxx += w * mx * mx
                sxy += w * mx * my
        var = sxx / length - (sx / length) * (sx / length)
        if var > 0.0:
            slope = (sxy / length - (sx / length) * (sy / length)) / var
            slope *= min(1.0, (width / unit0 - 4.0) / 4.0)
            slope = max(-0.5, min(0.5, slope))
            mean, sigma, length = spread(xs, ys, offs, slope)
    unit = max(2.4 * sigma, 0.1 * middle)
    if unit <= 1e-9:
        unit = max(1.0, 0.1 * width)
    for i in range(n):
        ys[i] = (ys[i] - slope * xs[i] - mean) / unit
        xs[i] = xs[i] / unit
    width /= unit
    if width <= 12.0 or length <= 0.0:
        return
    # Local height and baseline: Gaussian windows of 4 letter heights over bins of one.
    bins = min(int(width) + 1, 4096)
    binw = width / bins
    bw = np.zeros(bins)
    by = np.zeros(bins)
    byy = np.zeros(bins)
    for s in range(strokes):
        for i in range(offs[s] + 1, offs[s + 1]):
            dx = xs[i] - xs[i - 1]
            dy = ys[i] - ys[i - 1]
            w = math.sqrt(dx * dx + dy * dy)
            y = 0.5 * (ys[i] + ys[i - 1])
            b = int(0.5 * (xs[i] + xs[i - 1]) / binw)
            b = max(0, min(bins - 1, b))
            bw[b] += w
            by[b] += w * y
            byy[b] += w * (y * y + dy * dy / 12.0)
    kernel = np.zeros(13)
    for k in range(13):
        kernel[k] = math.exp(-0.5 * (k / 4.0) * (k / 4.0))
    base = np.zeros(bins)
    scale = np.zeros(bins)
    sigma /= unit
    for b in range(bins):
        w = 4.0
        m = 0.0
        q = 4.0 * sigma * sigma
        for k in range(max(0, b - 12), min(bins, b + 13)):
            g = kernel[abs(k - b)]
            w += g * bw[k]
            m += g * by[k]
            q += g * byy[k]
        m /= w
        base[b] = m
        scale[b] = max(0.5, min(2.0, 2.4 * math.sqrt(max(0.0, q / w - m * m))))
    # x is stretched by the local height too: its integral, linear within a bin.
    starts = np.zeros(bins + 1)
    for b in range(bins):
        starts[b + 1] = starts[b] + binw / scale[b]
    for i in range(n):
        p = xs[i] / binw
        b = max(0, min(bins - 1, int(p)))
        f = p - b
        # base and scale between bin centres
        c = p - 0.5
        lo = max(0, min(bins - 1, int(math.floor(c))))
        hi = min(bins - 1, lo + 1)
        t = max(0.0, min(1.0, c - lo))
        m = base[lo] + (base[hi] - base[lo]) * t
        h = scale[lo] + (scale[hi] - scale[lo]) * t
        ys[i] = (ys[i] - m) / h
        xs[i] = starts[b] + f * (starts[b + 1] - starts[b])


@njit(cache=True, nogil=True)
def writing_order(xs, offs):
    """Strokes in reading order: late ones (dots, bars) move to the letters they belong to."""
    strokes = len(offs) - 1
    order = np.zeros(strokes, np.int64)
    left = np.zeros(strokes)
    right = np.zeros(strokes)
    for s in range(strokes):
        lx = xs[offs[s]]
        hx = lx
        for i in range(offs[s], offs[s + 1]):
            lx = min(lx, xs[i])
            hx = max(hx, xs[i])
        left[s] = lx
        right[s] = hx
    count = 0
    reach = -1e30
    for s in range(strokes):
        center = 0.5 * (left[s] + right[s])
        place = count
        if center < reach - 1.0:
            place = 0
            for k in range(count - 1, -1, -1):
                o = order[k]
                if 0.5 * (left[o] + right[o]) <= center or (left[o] <= center and center <= right[o]):
                    place = k + 1
                    break
        for k in range(count, place, -1):
            order[k] = order[k - 1]
        order[place] = s
        count += 1
        reach = max(reach, right[s])
    return order


@njit(cache=True, nogil=True)
def extract(xs, ys, offs):
    """Features of normalised ink, one row of FEATURES per resampled point.

    0,1 step / STEP; 2 pen down; 3 stroke begins; 4 stroke ends; 5 y; 6,7 sine and cosine of the turn;
    8 ink of other strokes above; 9 below; 10 straightness; 11 stroke size.
    """
    strokes = len(offs) - 1
    order = writing_order(xs, offs)
    lengths = np.zeros(strokes)
    total = 0
    for s in range(strokes):
        length = 0.0
        for i in range(offs[s] + 1, offs[s + 1]):
            length += math.sqrt((xs[i] - xs[i - 1]) ** 2 + (ys[i] - ys[i - 1]) ** 2)
        lengths[s] = length
        total += max(2, int(length / STEP + 0.5)) + 1 + 6
    px = np.zeros(total)
    py = np.zeros(total)
    owner = np.zeros(total, np.int64)  # stroke, or -1 in the air
    mark = np.zeros(total, np.int64)  # 1 first of a stroke, 2 last
    size = np.zeros(total)
    n = 0
    for k in range(strokes):
        s = order[k]
        a = offs[s]
        e = offs[s + 1]
        lx = xs[a]
        hx = xs[a]
        ly = ys[a]
        hy = ys[a]
        for i in range(a, e):
            lx = min(lx, xs[i])
            hx = max(hx, xs[i])
            ly = min(ly, ys[i])
            hy = max(hy, ys[i])
        extent = 0.5 * math.log(max(hx - lx, hy - ly) + 0.1) / math.log(2.0)
        if k > 0:
            gx = xs[a] - px[n - 1]
            gy = ys[a] - py[n - 1]
            hops = int(math.sqrt(gx * gx + gy * gy) / (2.0 * STEP) + 0.5)
            hops = max(1, min(6, hops))
            ox = px[n - 1]
            oy = py[n - 1]
            for h in range(hops):
                t = (h + 1.0) / (hops + 1.0)
                px[n] = ox + gx * t
                py[n] = oy + gy * t
                owner[n] = -1
                n += 1
        pieces = max(2, int(lengths[s] / STEP + 0.5))
        step = lengths[s] / pieces
        first = n
        i = a
        walked = 0.0
        segment = 0.0
        if e - a > 1:
            segment = math.sqrt((xs[a + 1] - xs[a]) ** 2 + (ys[a + 1] - ys[a]) ** 2)
        for p in range(pieces + 1):
            want = p * step
            while i < e - 2 and walked + segment < want:
                walked += segment
                i += 1
                segment = math.sqrt((xs[i + 1] - xs[i]) ** 2 + (ys[i + 1] - ys[i]) ** 2)
            t = 0.0
            if segment > 0.0:
                t = min(1.0, (want - walked) / segment)
            j = min(i + 1, e - 1)
            px[n] = xs[i] + (xs[j] - xs[i]) * t
            py[n] = ys[i] + (ys[j] - ys[i]) * t
            owner[n] = s
            size[n] = extent
            n += 1
        mark[first] = 1
        mark[n - 1] = 2
        # Coarse tablets show steps: one pass of a binomial filter.
        bx = px[first]
        by = py[first]
        for q in range(first + 1, n - 1):
            cx = px[q]
            cy = py[q]
            px[q] = 0.25 * bx + 0.5 * cx + 0.25 * px[q + 1]
            py[q] = 0.25 * by + 0.5 * cy + 0.25 * py[q + 1]
            bx = cx
            by = cy

    # The highest and lowest ink by column, of two different strokes each.
    x0 = px[0]
    x1 = px[0]
    for i in range(n):
        x0 = min(x0, px[i])
        x1 = max(x1, px[i])
    columns = min(int((x1 - x0) * 4.0) + 1, 65536)
    top = np.full((columns, 2), 1e9)
    bottom = np.full((columns, 2), -1e9)
    tops = np.full((columns, 2), -1)
    bottoms = np.full((columns, 2), -1)
    for i in range(n):
        s = owner[i]
        if s < 0:
            continue
        c0 = int((px[i] - x0) * 4.0)
        for c in range(max(0, c0 - 1), min(columns, c0 + 2)):
            if s == tops[c, 0]:
                top[c, 0] = min(top[c, 0], py[i])
            elif py[i] < top[c, 0]:
                top[c, 1] = top[c, 0]
                tops[c, 1] = tops[c, 0]
                top[c, 0] = py[i]
                tops[c, 0] = s
            elif py[i] < top[c, 1]:
                top[c, 1] = py[i]
                tops[c, 1] = s
            if s == bottoms[c, 0]:
                bottom[c, 0] = max(bottom[c, 0], py[i])
            elif py[i] > bottom[c, 0]:
                bottom[c, 1] = bottom[c, 0]
                bottoms[c, 1] = bottoms[c, 0]
                bottom[c, 0] = py[i]
                bottoms[c, 0] = s
            elif py[i] > bottom[c, 1]:
                bottom[c, 1] = py[i]
                bottoms[c, 1] = s

    out = np.zeros((n, FEATURES), np.float32)
    for i in range(n):
        h = max(0, i - 1)
        j = min(n - 1, i + 1)
        ax = px[i] - px[h]
        ay = py[i] - py[h]
        bx = px[j] - px[i]
        by = py[j] - py[i]
        out[i, 0] = max(-5.0, min(5.0, ax / STEP))
        out[i, 1] = max(-5.0, min(5.0, ay / STEP))
        out[i, 2] = 1.0 if owner[i] >= 0 else 0.0
        out[i, 3] = 1.0 if mark[i] == 1 else 0.0
        out[i, 4] = 1.0 if mark[i] == 2 else 0.0
        out[i, 5] = max(-4.0, min(4.0, py[i]))
        la = math.sqrt(ax * ax + ay * ay)
        lb = math.sqrt(bx * bx + by * by)
        if la > 1e-6 and lb > 1e-6:
            out[i, 6] = (ax * by - ay * bx) / (la * lb)
            out[i, 7] = (ax * bx + ay * by) / (la * lb)
        if owner[i] >= 0:
            c = max(0, min(columns - 1, int((px[i] - x0) * 4.0)))
            s = owner[i]
            t = top[c, 1] if tops[c, 0] == s else top[c, 0]
            b = bottom[c, 1] if bottoms[c, 0] == s else bottom[c, 0]
            if t < 1e8:
                out[i, 8] = max(0.0, min(3.0, py[i] - t)) / 3.0
            if b > -1e8:
                out[i, 9] = max(0.0, min(3.0, b - py[i])) / 3.0
            out[i, 11] = size[i]
        h = max(0, i - 4)
        j = min(n - 1, i + 4)
        ax = px[j] - px[h]
        ay = py[j] - py[h]
        out[i, 10] = min(2.0, math.sqrt(ax * ax + ay * ay) / (8.0 * STEP))
    return out


@njit(cache=True, nogil=True)
def features(xs, ys, offs):
    """`normalize`, then `extract`; the input is not changed."""
    x = xs.copy()
    y = ys.copy()
    normalize(x, y, offs)
    return extract(x, y, offs)
