"""The network: two strided convolutions, three bidirectional LSTM layers, one linear layer."""

import torch
from torch import nn

from features import FEATURES
from ink import CLASSES


class Net(nn.Module):
    def __init__(self, stem=96, width=160, hidden=160, layers=3, dropout=0.25):
        super().__init__()
        self.shape = dict(stem=stem, width=width, hidden=hidden, layers=layers)
        self.conv1 = nn.Conv1d(FEATURES, stem, 5, stride=1, padding=2)
        self.conv2 = nn.Conv1d(stem, width, 5, stride=2, padding=2)
        self.conv3 = nn.Conv1d(width, width, 3, stride=2, padding=1)
        self.lstm = nn.ModuleList(
            nn.LSTM(width if i == 0 else 2 * hidden, hidden, bidirectional=True) for i in range(layers)
        )
        self.dropout = dropout
        self.out = nn.Linear(2 * hidden, CLASSES)

    def drop(self, x):
        """Dropout of whole channels, one choice for all time steps: cheap, and firmer than per step."""
        if not self.training or self.dropout == 0:
            return x
        keep = torch.rand(1, x.shape[1], x.shape[2], device=x.device) >= self.dropout
        return x * (keep / (1 - self.dropout)).to(x.dtype)

    def forward(self, x):
        """x: batch, features, time. Logits: time / 4, batch, classes."""
        x = torch.relu(self.conv1(x))
        x = torch.relu(self.conv2(x))
        x = torch.relu(self.conv3(x))
        x = x.permute(2, 0, 1)
        for layer in self.lstm:
            x, _ = layer(self.drop(x))
        return self.out(self.drop(x))


def frames(n):
    """Frames that n points make."""
    n = (n + 1) // 2
    return (n + 1) // 2
