import type { Column, Model } from '../../components/model.js';
import type { Term } from '../plan/term.js';
import type { Cells, DirectTest } from './direct.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';

/** Reads a term as a direct test; undefined for others. */
export function directTestOf(term: Term, model: Model): DirectTest | undefined {
  const { node, args } = term;
  if (node.op === 'read' && node.type.name === 'boolean') {
    const read = heldBy(term, model);
    return read && { ...read, comparison: '==', right: undefined, negated: false };
  }
  if (node.op === 'not') {
    const inner = directTestOf(args[0], model);
    return inner && { ...inner, negated: !inner.negated };
  }
  if (node.op !== 'compare' || args[1].runs || args[1].draws) return undefined;
  const held = heldBy(args[0], model);
  return held && (args[1].free >>> held.slot & 1) === 0 ? { ...held, comparison: (node.data as { readonly comparison: DirectTest['comparison'] }).comparison, right: args[1], negated: false } : undefined;
}

function heldBy({ node, args }: Term, model: Model): Pick<DirectTest, 'slot' | 'cellsOf'> | undefined {
  const [of] = args;
  if (of?.node.op !== 'slot') return undefined;
  const { slot } = of.node.data as { readonly slot: number };
  if (node.op === 'kindOf') return { slot, cellsOf: (state) => state.identity.kind };
  if (node.op === 'classOf') return { slot, cellsOf: (state) => state.class };
  if (node.op !== 'read') return undefined;
  const { column, climb, absent } = node.data as { readonly column: number; readonly climb: boolean; readonly absent: string };
  if (climb || absent !== 'zero' || !isPlain(model.columns[column])) return undefined;
  return { slot, cellsOf: (state) => state.cells[column] };
}

/** References are handles in their cells. */
function isPlain({ type }: Column): boolean {
  return type.name !== 'entity';
}

/** Cells of every storage meet in these loops, which makes them slow for each object: from so many rows on, the loops over one storage are quicker. */
const mostDirect = 256;

/**
 * Marks the rows of which a direct test is true, or with `wanted` 0 false. Returns false, with nothing done, where the rows have no objects in its slot or are many, or the other side differs
 * from row to row or is absent.
 */
export function markDirect(evaluator: Evaluator, { slot, comparison, right, negated, cellsOf }: DirectTest, wanted: 0 | 1, rows: Rows, into: Uint8Array): boolean {
  const ids = rows.slots[slot];
  if (ids === undefined || rows.length > mostDirect) return false;
  const value = right === undefined ? 1 : evaluator.uniform(right, rows);
  if (typeof value !== 'number') return false;
  loops[comparison](cellsOf(evaluator.state), value, ids, rows.length, into);
  if (negated === (wanted === 1)) for (let i = 0; i < rows.length; i++) into[i] ^= 1;
  return true;
}

type Loop = (cells: Cells, value: number, ids: Int32Array, length: number, into: Uint8Array) => void;

const loops: Readonly<Record<DirectTest['comparison'], Loop>> = {
  '==': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] === value ? 1 : 0;
  },
  '!=': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] !== value ? 1 : 0;
  },
  '<': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] < value ? 1 : 0;
  },
  '<=': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] <= value ? 1 : 0;
  },
  '>': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] > value ? 1 : 0;
  },
  '>=': (cells, value, ids, length, into) => {
    for (let i = 0; i < length; i++) into[i] = cells[ids[i]] >= value ? 1 : 0;
  },
};
