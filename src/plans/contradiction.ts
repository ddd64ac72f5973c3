import type { Model } from '../components/model.js';
import type { Comparison } from '../kernel/comparison.js';
import type { ReadData } from '../eval/ops/read.js';
import type { Possible } from './possibility.js';
import { constantValue } from '../eval/simplify.js';
import type { Term } from '../eval/term.js';

/** Values that conditions leave to one term: between two numbers, themselves in or out, without some between. */
interface Left {
  least: number;
  most: number;
  readonly without: Set<number>;
  readonly isWhole: boolean;
}

/**
 * Whether conditions can never all be true: one says the opposite of another, or they leave no value to what they
 * compare with constants.
 */
export function contradicts(conditions: readonly Term[], of: (term: Term) => Possible, model: Model): boolean {
  const all = flat(conditions);
  const left = new Map<Term, Left>();
  for (const each of all) {
    const denied = each.node.op === 'not' ? each.args[0] : undefined;
    if (denied !== undefined && all.has(withoutApplies(denied))) return true;
    narrow(denied ?? each, denied !== undefined, left, of, model);
  }
  return [...left.values()].some(isEmpty);
}

/** Conditions inside one another side by side. */
function flat(conditions: readonly Term[]): ReadonlySet<Term> {
  const found = new Set(conditions.map(withoutApplies));
  for (const each of found) if (each.node.op === 'and') for (const arg of each.args) found.add(withoutApplies(arg));
  return found;
}

/** What applies is true where it is true. */
function withoutApplies(term: Term): Term {
  return term.node.op === 'applies' ? withoutApplies(term.args[0]) : term;
}

const opposite: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

function narrow(
  condition: Term,
  isDenied: boolean,
  left: Map<Term, Left>,
  of: (term: Term) => Possible,
  model: Model,
): void {
  const { node, args } = condition;
  const value = node.op === 'compare' ? constantValue(args[1].node) : undefined;
  if (value === undefined) return;
  const [subject] = args;
  const { comparison: written } = node.data as { readonly comparison: Comparison };
  const { least, most } = of(subject);
  const known: Left = left.get(subject) ?? { least, most, without: new Set(), isWhole: isWhole(subject, model) };
  left.set(subject, known);
  const comparison = isDenied ? opposite[written] : written;
  // The number that is out of a range is taken out of it by itself, where values are not whole.
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

/** Whether the values of a term are whole numbers. */
function isWhole({ node }: Term, { columns }: Model): boolean {
  if (node.type.name !== 'number') return true;
  return node.op === 'read' && columns[(node.data as ReadData).column].integer;
}
