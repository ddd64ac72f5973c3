import { opposite } from '../kernel/comparison.js';
import type { Bounding } from './bounds.js';
import { asApplied, asComparison, asNot, conjuncts, constantValue } from './node-shape.js';
import type { Term } from './term.js';

/** Values that conditions leave to one term: an interval, its ends in or out, without some values. */
interface Left {
  least: number;
  most: number;
  readonly without: Set<number>;
  readonly isWhole: boolean;
}

/** True if conditions are never all true: one denies another, or no value is left to a term compared with constants. */
export function contradicts(conditions: readonly Term[], of: Bounding['of']): boolean {
  const all = flat(conditions);
  const left = new Map<Term, Left>();
  for (const each of all) {
    const denied = asNot(each);
    if (denied !== undefined && all.has(withoutApplies(denied))) return true;
    narrow(denied ?? each, denied !== undefined, left, of);
  }
  return [...left.values()].some(isEmpty);
}

function flat(conditions: readonly Term[]): ReadonlySet<Term> {
  const found = new Set(conditions.map(withoutApplies));
  for (const each of found) for (const part of conjuncts(each)) found.add(withoutApplies(part));
  return found;
}

function withoutApplies(term: Term): Term {
  const applied = asApplied(term);
  return applied === undefined ? term : withoutApplies(applied);
}

function narrow(condition: Term, isDenied: boolean, left: Map<Term, Left>, of: Bounding['of']): void {
  const compared = asComparison(condition);
  const value = compared && constantValue(compared.right);
  if (compared === undefined || value === undefined) return;
  const { comparison: written, left: subject } = compared;
  const { least, most, isWhole: isCount } = of(subject);
  const isWhole = isCount === true || subject.type.name !== 'number';
  const known: Left = left.get(subject) ?? { least, most, without: new Set(), isWhole };
  left.set(subject, known);
  const comparison = isDenied ? opposite(written) : written;
  // A value that is out of a range is excluded by itself, where values are not whole.
  const step = known.isWhole ? 1 : 0;
  switch (comparison) {
    case '==':
      known.least = Math.max(known.least, value);
      known.most = Math.min(known.most, value);
      return;
    case '!=':
      known.without.add(value);
      return;
    case '<':
      known.without.add(value);
      known.most = Math.min(known.most, known.isWhole ? Math.ceil(value) - step : value);
      return;
    case '<=':
      known.most = Math.min(known.most, known.isWhole ? Math.floor(value) : value);
      return;
    case '>':
      known.without.add(value);
      known.least = Math.max(known.least, known.isWhole ? Math.floor(value) + step : value);
      return;
    case '>=':
      known.least = Math.max(known.least, known.isWhole ? Math.ceil(value) : value);
  }
}

function isEmpty({ least, most, without, isWhole: whole }: Left): boolean {
  if (least > most) return true;
  if (!whole || most - least >= without.size) return least === most && without.has(least);
  for (let value = least; value <= most; value++) if (!without.has(value)) return false;
  return true;
}
