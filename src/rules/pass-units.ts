import type { Term } from '../eval/term.js';
import type { Carrier, Rule } from '../ir/rule.js';
import { asKnown, asRead } from '../eval/node-shape.js';

export interface Reach {
  readonly rule: Rule;
  readonly carrier: CarrierMark;
  /** Bits of the columns written by the pass that its effects read and write. */
  readonly reads: Bits;
  readonly writes: Bits;
  /** Its effects read and write such cells of its sources only. */
  readonly isOwn: boolean;
  /** Its effects do more: nothing may change places with it. */
  readonly isBarrier: boolean;
  /** Key of its effects: rules with equal keys can fire as one. Undefined where they must fire separately. */
  readonly does: string | undefined;
}

/** Bits of up to 62 columns. */
interface Bits {
  readonly low: number;
  readonly high: number;
}

/** Distinguishes sources of carriers: objects with different values of one thing are different. */
interface CarrierMark {
  /** Number of a term evaluated for each source, or −1 for the class; undefined: something else. */
  readonly of: number | undefined;
  readonly value: number;
}

/** Bits of columns that a pass writes. With more columns than bits some share one, which is only less precise. */
export function bitsOf(columns: Iterable<number>, order: ReadonlyMap<number, number>): Bits {
  let [low, high] = [0, 0];
  for (const column of columns) {
    const bit = (order.get(column) ?? 0) % 62;
    if (bit < 31) low |= 1 << bit;
    else high |= 1 << (bit - 31);
  }
  return { low, high };
}

export function markOf(carrier: Carrier, where: readonly Term[]): CarrierMark {
  if (carrier.by === 'class') return { of: -1, value: carrier.class };
  for (const term of carrier.by === 'condition' ? where : []) {
    const known = asKnown(term);
    // Only equal reads: two with different defaults for a missing column may both be true.
    if (known !== undefined && asRead(known.of) !== undefined && !known.of.draws)
      return { of: known.of.id, value: known.value };
  }
  return { of: undefined, value: 0 };
}

/**
 * Rules of a pass that fire as one, by their places, in firing order: those of one priority with equal effects, where
 * each may change places with all in between. Real content repeats rules for every species, whose effects commute.
 */
export function unitsOf(reaches: readonly Reach[]): readonly (readonly number[])[] {
  const units: number[][] = [];
  let open = new Map<string, number[]>();
  reaches.forEach((reach, place) => {
    if (place > 0 && reaches[place - 1].rule.priority !== reach.rule.priority) open = new Map();
    const unit = reach.does === undefined ? undefined : open.get(reach.does);
    if (unit !== undefined && mayJoin(reach, place, unit, reaches)) {
      unit.push(place);
      return;
    }
    const alone = [place];
    units.push(alone);
    if (reach.does !== undefined) open.set(reach.does, alone);
  });
  return units;
}

/**
 * Whether a rule commutes with all between the first of a unit and itself, and has no sources in common with the unit.
 */
function mayJoin(reach: Reach, place: number, unit: readonly number[], reaches: readonly Reach[]): boolean {
  for (let between = unit[0]; between < place; between++) {
    const other = reaches[between];
    if (other.does === reach.does ? !areApart(other, reach) : !commute(other, reach)) return false;
  }
  return true;
}

function commute(a: Reach, b: Reach): boolean {
  if (a.isBarrier || b.isBarrier) return false;
  // The first claim keeps an object from the other.
  if (a.rule.claims !== 0 && a.rule.claims === b.rule.claims && !(a.isOwn && b.isOwn && areApart(a, b))) return false;
  return areDisjoint(a, b) || (a.isOwn && b.isOwn && areApart(a, b));
}

function areDisjoint(a: Reach, b: Reach): boolean {
  const low = (a.writes.low & (b.reads.low | b.writes.low)) | (b.writes.low & a.reads.low);
  const high = (a.writes.high & (b.reads.high | b.writes.high)) | (b.writes.high & a.reads.high);
  return (low | high) === 0;
}

function areApart({ carrier: a }: Reach, { carrier: b }: Reach): boolean {
  return a.of !== undefined && a.of === b.of && a.value !== b.value;
}
