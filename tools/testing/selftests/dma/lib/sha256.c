// SPDX-License-Identifier: GPL-2.0-only
/*
 * SHA-256 as FIPS 180-4 defines it. Small enough to carry: a library for one
 * digest of one file would have to be in every board's image.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sha256.h"

#define BLOCK_BYTES	64

/* Fractional parts of the cube roots of the first 64 primes, 32 bits each. */
static const uint32_t round_constant[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* The same of the square roots of the first 8. */
static const uint32_t start[8] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
	0x1f83d9ab, 0x5be0cd19,
};

static uint32_t rotate(uint32_t x, unsigned int by)
{
	return x >> by | x << (32 - by);
}

static void expand(uint32_t *w, const unsigned char *block)
{
	unsigned int i;

	for (i = 0; i < 16; i++, block += 4)
		w[i] = (uint32_t)block[0] << 24 | block[1] << 16 | block[2] << 8 |
		       block[3];
	for (; i < 64; i++) {
		uint32_t early = w[i - 15], late = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] +
		       (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) +
		       (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10);
	}
}

static void add_block(uint32_t *hash, const unsigned char *block)
{
	uint32_t w[64], v[8], one, two;
	unsigned int i;

	expand(w, block);
	memcpy(v, hash, sizeof(v));
	for (i = 0; i < 64; i++) {
		one = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) +
		      ((v[4] & v[5]) ^ (~v[4] & v[6])) + round_constant[i] + w[i];
		two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) +
		      ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		memmove(v + 1, v, 7 * sizeof(*v));
		v[4] += one;
		v[0] = one + two;
	}
	for (i = 0; i < 8; i++)
		hash[i] += v[i];
}

void db_sha256(const void *data, size_t bytes, char *hex)
{
	const unsigned char *at = data;
	unsigned char last[2 * BLOCK_BYTES] = { 0 };
	uint64_t bits = (uint64_t)bytes * 8;
	size_t rest = bytes % BLOCK_BYTES, padded;
	uint32_t hash[8];
	unsigned int i;

	memcpy(hash, start, sizeof(hash));
	for (; bytes >= BLOCK_BYTES; bytes -= BLOCK_BYTES, at += BLOCK_BYTES)
		add_block(hash, at);

	/* A one bit, zeros, and the length in the last 8 bytes of a block. */
	memcpy(last, at, rest);
	last[rest] = 0x80;
	padded = rest < BLOCK_BYTES - 8 ? BLOCK_BYTES : 2 * BLOCK_BYTES;
	for (i = 0; i < 8; i++)
		last[padded - 1 - i] = bits >> (8 * i);
	for (i = 0; i < padded; i += BLOCK_BYTES)
		add_block(hash, last + i);
	for (i = 0; i < 8; i++)
		snprintf(hex + 8 * i, 9, "%08x", hash[i]);
}
