/**
 * xxHash64 with seed 0 in plain script. It hashes before any module has loaded, and where WebAssembly is forbidden. The
 * loop over long inputs works on 32-bit halves; only the end of a hash takes 64-bit integers.
 */
export interface XxHash64 {
  number(value: number): void;
  bytes(given: Uint8Array): void;
  /** As UTF-8. */
  text(given: string): void;
  /** 16 hexadecimal digits. */
  digest(): string;
}

/** As quick as a larger one, and soon allocated: most hashes are of short texts. */
const bufferLength = 4_096;
const stripeLength = 32;
/** A UTF-16 unit takes three bytes at most. */
const mostUnits = 1_024;
const encoder = new TextEncoder();

const prime1 = 0x9e3779b185ebca87n;
const prime2 = 0xc2b2ae3d27d4eb4fn;
const prime3 = 0x165667b19e3779f9n;
const prime4 = 0x85ebca77c2b2ae63n;
const prime5 = 0x27d4eb2f165667c5n;

export function createXxHash64(): XxHash64 {
  const buffer = new Uint8Array(bufferLength);
  const view = new DataView(buffer.buffer);
  const words = new Int32Array(buffer.buffer);
  const sums = BigUint64Array.of(prime1 + prime2, prime2, 0n, -prime1);
  const halves = new Int32Array(sums.buffer);
  let taken = 0;
  let used = 0;
  const take = (): void => {
    const end = used - (used % stripeLength);
    takeStripes(halves, words, end / 4);
    buffer.copyWithin(0, end, used);
    taken += end;
    used -= end;
  };
  return {
    number(value) {
      if (used > bufferLength - 8) take();
      view.setFloat64(used, value, true);
      used += 8;
    },
    bytes(given) {
      for (let at = 0; at < given.length; ) {
        if (used === bufferLength) take();
        const part = given.subarray(at, at + bufferLength - used);
        buffer.set(part, used);
        used += part.length;
        at += part.length;
      }
    },
    text(given) {
      for (let at = 0; at < given.length; ) {
        const end = endOfPart(given, at);
        if (used > bufferLength - 3 * (end - at)) take();
        used += writeText(given, at, end, buffer, used);
        at = end;
      }
    },
    digest() {
      take();
      const start = taken === 0 ? prime5 : mergedSums(sums);
      return finished(start + BigInt(taken + used), view, used)
        .toString(16)
        .padStart(16, '0');
    },
  };
}

/** Never splits a surrogate pair. */
function endOfPart(text: string, at: number): number {
  const end = Math.min(at + mostUnits, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}

/** Most texts are short and ASCII: for these a loop is quicker than the encoder. */
function writeText(text: string, from: number, end: number, into: Uint8Array, at: number): number {
  for (let i = from; i < end; i++) {
    const unit = text.charCodeAt(i);
    const count = i - from;
    if (unit > 0x7f) return count + encoder.encodeInto(text.slice(i, end), into.subarray(at + count)).written;
    into[at + count] = unit;
  }
  return end - from;
}

/** Halves of prime 2 and prime 1, and the quarters of their lower halves. */
const high2 = 0xc2b2ae3d;
const low2 = 0x27d4eb4f;
const upper2 = 0x27d4;
const lower2 = 0xeb4f;
const high1 = 0x9e3779b1;
const low1 = 0x85ebca87;
const upper1 = 0x85eb;
const lower1 = 0xca87;

/**
 * `sum = rotate(sum + value * prime2, 31) * prime1` for each of four sums, over every fourth value. The products
 * are written out for speed, in 16-bit quarters. `halves`: of the sums, the lower first.
 */
function takeStripes(halves: Int32Array, words: Int32Array, end: number): void {
  const { imul } = Math;
  for (let lane = 0; lane < 8; lane += 2) {
    let low = halves[lane];
    let high = halves[lane + 1];
    for (let i = lane; i < end; i += 8) {
      const value = words[i];
      let upper = value >>> 16;
      let lower = value & 0xffff;
      let least = imul(lower, lower2);
      let middle = (imul(upper, lower2) + (least >>> 16)) | 0;
      let other = (imul(lower, upper2) + (middle & 0xffff)) | 0;
      const added = (other << 16) | (least & 0xffff);
      const addedHigh =
        (imul(upper, upper2) + (middle >>> 16) + (other >>> 16) + imul(value, high2) + imul(words[i + 1], low2)) | 0;
      const sum = (low + added) | 0;
      const carry = ((low & added) | ((low | added) & ~sum)) >>> 31;
      const sumHigh = (high + addedHigh + carry) | 0;
      low = (sumHigh >>> 1) | (sum << 31);
      high = (sum >>> 1) | (sumHigh << 31);
      upper = low >>> 16;
      lower = low & 0xffff;
      least = imul(lower, lower1);
      middle = (imul(upper, lower1) + (least >>> 16)) | 0;
      other = (imul(lower, upper1) + (middle & 0xffff)) | 0;
      high = (imul(upper, upper1) + (middle >>> 16) + (other >>> 16) + imul(low, high1) + imul(high, low1)) | 0;
      low = (other << 16) | (least & 0xffff);
    }
    halves[lane] = low;
    halves[lane + 1] = high;
  }
}

function mergedSums([first, second, third, fourth]: BigUint64Array): bigint {
  let merged = rotated(first, 1n) + rotated(second, 7n) + rotated(third, 12n) + rotated(fourth, 18n);
  for (const sum of [first, second, third, fourth]) merged = wrapped(merged ^ round(sum)) * prime1 + prime4;
  return merged;
}

/** Takes in the last bytes, fewer than a stripe. */
function finished(start: bigint, view: DataView, end: number): bigint {
  let hash = wrapped(start);
  let at = 0;
  for (; at + 8 <= end; at += 8)
    hash = wrapped(rotated(hash ^ round(view.getBigUint64(at, true)), 27n) * prime1 + prime4);
  if (at + 4 <= end) {
    hash = wrapped(rotated(hash ^ wrapped(BigInt(view.getUint32(at, true)) * prime1), 23n) * prime2 + prime3);
    at += 4;
  }
  for (; at < end; at++) hash = wrapped(rotated(hash ^ wrapped(BigInt(view.getUint8(at)) * prime5), 11n) * prime1);
  hash = wrapped((hash ^ (hash >> 33n)) * prime2);
  hash = wrapped((hash ^ (hash >> 29n)) * prime3);
  return hash ^ (hash >> 32n);
}

function round(value: bigint): bigint {
  return wrapped(rotated(wrapped(value * prime2), 31n) * prime1);
}

function rotated(value: bigint, bits: bigint): bigint {
  return wrapped(value << bits) | (value >> (64n - bits));
}

function wrapped(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
