import { type Arena, copyBytes } from './arena.js';
import type { StringPool } from './strings.js';
import { type Part, type Snapshot, bytesIn, fitting, noted, partsOf, usedRows } from './snapshot.js';

const zeros: Part = { bytes: new Uint8Array(0), users: Infinity };

/**
 * Column by column, for worlds to go back to. Columns that have not changed since `before` are shared with it, and
 * `into` is reused. `marks`: by column a number that it never had with other bytes, NaN where unknown.
 */
export function captureParts(
  arena: Arena,
  strings: StringPool,
  marks: Float64Array,
  before: Snapshot | undefined,
  into: Snapshot | undefined,
): Snapshot {
  const snapshot = fitting(into, arena, strings);
  const { layout, bytes } = arena;
  const rows = usedRows(layout, arena.header, arena.sizes);
  const isHeld = (held: Snapshot | undefined, i: number): boolean =>
    held?.taken?.token === arena.token &&
    held.taken.marks[i] === marks[i] &&
    held.taken.rows[layout.dimensionOf[i]] === rows[layout.dimensionOf[i]];
  const parts = partsOf(snapshot);
  const known = bytes.map((_, i) => isHeld(snapshot, i));
  // After a failure the bytes are unknown.
  snapshot.taken = undefined;
  for (let i = 0; i < bytes.length; i++) {
    if (known[i]) continue;
    const count = rows[layout.dimensionOf[i]] * layout.rowBytes[i];
    const own = parts[i] as Part | undefined;
    const shared = isHeld(before, i) ? before?.parts?.[i] : undefined;
    if (shared !== undefined) {
      shared.users++;
      if (own !== undefined) own.users--;
      parts[i] = shared;
    } else parts[i] = copied(bytes[i], count, own);
  }
  snapshot.taken = { token: arena.token, rows, marks: marks.slice() };
  return noted(snapshot, arena, strings, bytesIn(layout, rows));
}

function copied(bytes: Uint8Array, count: number, own: Part | undefined): Part {
  const isOwn = own?.users === 1 && own.bytes.length >= count;
  if (!isOwn && isZero(bytes, count)) return leave(own, zeros);
  const part = isOwn ? own : leave(own, { bytes: new Uint8Array(count), users: 1 });
  copyBytes(bytes, 0, part.bytes, 0, count);
  return part;
}

function leave(own: Part | undefined, next: Part): Part {
  if (own !== undefined) own.users--;
  return next;
}

function isZero(bytes: Uint8Array, count: number): boolean {
  // Columns begin at multiples of 64 bytes.
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, count >>> 2);
  const fours = words.length & ~3;
  for (let i = 0; i < fours; i += 4) if ((words[i] | words[i + 1] | words[i + 2] | words[i + 3]) !== 0) return false;
  for (let i = 4 * fours; i < count; i++) if (bytes[i] !== 0) return false;
  return true;
}
