import { asKnown, asRead } from '../eval/shape.js';
import type { Carrier, Rule } from '../ir/rule.js';
import type { Term } from '../eval/term.js';

/** What the order of a rule among others depends on. */
export interface Reach {
  readonly rule: Rule;
  readonly carrier: CarrierMark;
  /** Bits of the columns, of those that the pass writes, that its effects read and write. */
  readonly reads: Bits;
  readonly writes: Bits;
  /** Its effects look at and write no such cells but those of its sources. */
  readonly isOwn: boolean;
  /** Its effects do more than that: nothing may change places with it. */
  readonly isBarrier: boolean;
  /**
   * What its effects do, in words: rules that do the same can fire as one. Undefined where they must fire by
   * themselves.
   */
  readonly does: string | undefined;
}

/** Bits of up to 62 columns. */
export interface Bits {
  readonly low: number;
  readonly high: number;
}

/** By what the sources of carriers are told apart: objects with different values of one thing are different. */
export interface CarrierMark {
  /** Number of a term that is asked of each source, or −1 for the class; undefined where it is something else. */
  readonly of: number | undefined;
  readonly value: number;
}

/** Numbers for the columns that a pass writes. With more than there are bits, some share one, which only hinders. */
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
    // The very same read: two that make something else of an object without the column may both be true of it.
    if (known !== undefined && asRead(known.of) !== undefined && !known.of.draws)
      return { of: known.of.id, value: known.value };
  }
  return { of: undefined, value: 0 };
}

/**
 * Rules of a pass that fire as one, by their places, in the order in which they fire: those of one priority that do the
 * same, where each may change places with all that stand between. Real content says the same of every species; what it
 * does to the one and the other commutes.
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
 * Whether a rule commutes with all that stand between the first of a unit and itself, and its sources are not those of
 * another rule of the unit.
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
  // Who claims first keeps an object from the other.
  if (a.rule.claims !== 0 && a.rule.claims === b.rule.claims && !(a.isOwn && b.isOwn && areApart(a, b))) return false;
  return areDisjoint(a, b) || (a.isOwn && b.isOwn && areApart(a, b));
}

/** Neither writes what the other reads or writes. */
function areDisjoint(a: Reach, b: Reach): boolean {
  const low = (a.writes.low & (b.reads.low | b.writes.low)) | (b.writes.low & a.reads.low);
  const high = (a.writes.high & (b.reads.high | b.writes.high)) | (b.writes.high & a.reads.high);
  return (low | high) === 0;
}

function areApart({ carrier: a }: Reach, { carrier: b }: Reach): boolean {
  return a.of !== undefined && a.of === b.of && a.value !== b.value;
}
