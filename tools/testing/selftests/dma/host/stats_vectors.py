#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# Prints the vectors of stats_test.c, computed with exact fractions.
# usage: stats_vectors.py >stats_vectors.h
# exit: 0 ok
from fractions import Fraction
from decimal import Decimal, getcontext

getcontext().prec = 60


def deviation(samples):
    n, total = len(samples), sum(samples)
    variance = Fraction(sum(x * x for x in samples) * n - total * total, n * (n - 1))
    return (Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt()


def spread(first, step, n):
    return [first + step * (i * 7919 % n) for i in range(n)]


CASES = {
    "two values": [100, 200],
    "constant": [12345] * 10,
    "zeros and one": [0] * 999 + [1],
    "reference 3: 0.2 % of a mean": [73840, 73994] * 150,
    "0.01 % of 656 us": spread(656888, 1, 60),
    "one step of 1 ns at 16 ms": [16380000] * 299 + [16380001],
    "squares above 64 bits": [5_000_000_000, 7_000_000_000, 6_000_000_000] * 4,
    "300 s each": [300_000_000_000, 300_000_000_000, 299_999_999_999],
    "largest sum": [2**62, 2**62 - 1, 2**62 - 2],
}

print("/* SPDX-License-Identifier: GPL-2.0-only */")
print("/* Made by stats_vectors.py; do not edit. */")
for name, samples in CASES.items():
    squares = sum(x * x for x in samples)
    print(f'{{ "{name}", {len(samples)}ull, {sum(samples)}ull, {squares >> 64}ull,')
    print(f'  {squares & (2**64 - 1)}ull, "{squares}", {deviation(samples):.17e} }},')
