import { diffusionBase, taken, takenBeside } from './flow-forms.js';
import type { PropagatorForm } from '../ir/flow.js';
import type { Receivers } from './receivers.js';
import type { TargetLists } from './target-lists.js';

/**
 * Propagators over columns, for receivers and targets of any sort. `c`: with what the phase began; `p`: what is
 * expected. All are arrays by id.
 */

type Exchange = Extract<PropagatorForm, { readonly does: 'spread' | 'diffuse' }>;
type Gather = Extract<PropagatorForm, { readonly does: 'gather' }>;

/**
 * What spreads or diffuses. `alone` takes for each receiver by how much it alone would change it, as `diffusionBase`
 * wants it.
 */
export function predictExchange(
  { does, percent }: Exchange,
  { length, ids: receivers, times }: Receivers,
  { from, to, ids }: TargetLists,
  c: Int32Array,
  p: Int32Array,
  alone: Int32Array,
): void {
  for (let row = 0; row < length; row++) {
    const id = receivers[row];
    const often = times === undefined ? 1 : times[row];
    const own = c[id];
    let lost = 0;
    let unheld = 0;
    for (let i = from[id], end = to[id]; i < end; i++) {
      const difference = (own - c[ids[i]]) | 0;
      const part = (Math.imul(difference, percent) / 100) | 0;
      const moved = part & ~(part >> 31);
      unheld = (unheld - (part & ~(difference >> 31))) | 0;
      p[ids[i]] += Math.imul(moved, often);
      lost = (lost + moved) | 0;
    }
    alone[row] = unheld;
    if (does === 'diffuse') p[id] -= Math.imul(lost, often);
  }
}

/** `share` (flow-forms.ts) without branches: which side of one a target lies on is as good as random. */
export function correctExchange(
  { does, percent }: Exchange,
  { length, ids: receivers, times }: Receivers,
  { from, to, ids }: TargetLists,
  c: Int32Array,
  p: Int32Array,
  alone: Int32Array,
  cells: Int32Array,
): void {
  for (let row = 0; row < length; row++) {
    const id = receivers[row];
    const often = times === undefined ? 1 : times[row];
    const base = does === 'diffuse' ? diffusionBase(c[id], p[id], alone[row]) : c[id];
    let lost = 0;
    for (let i = from[id], end = to[id]; i < end; i++) {
      const target = ids[i];
      const value = c[target];
      const difference = (base - value) | 0;
      const part = (Math.imul(difference, percent) / 100) | 0;
      const others = (p[target] - ((value + part) | 0)) | 0;
      const less = (Math.imul((difference - (others >> 1)) | 0, percent) / 100) | 0;
      const isAlone = (others | (others - 1)) >> 31;
      const moved = ((part & isAlone) | (less & ~(less >> 31) & ~isAlone)) & ~(difference >> 31);
      cells[target] += Math.imul(moved, often);
      lost = (lost + moved) | 0;
    }
    if (does === 'diffuse') cells[id] -= Math.imul(lost, often);
  }
}

export function predictGather(
  form: Gather,
  { length, ids: receivers, times }: Receivers,
  { from, to, ids }: TargetLists,
  c: Int32Array,
  p: Int32Array,
): void {
  for (let row = 0; row < length; row++) {
    const id = receivers[row];
    const often = times === undefined ? 1 : times[row];
    for (let i = from[id], end = to[id]; i < end; i++) {
      const moved = Math.imul(taken(form, c[ids[i]]), often);
      p[ids[i]] -= moved;
      p[id] += moved;
    }
  }
}

export function correctGather(
  form: Gather,
  { length, ids: receivers, times }: Receivers,
  { from, to, ids }: TargetLists,
  c: Int32Array,
  p: Int32Array,
  cells: Int32Array,
): void {
  for (let row = 0; row < length; row++) {
    const id = receivers[row];
    const often = times === undefined ? 1 : times[row];
    for (let i = from[id], end = to[id]; i < end; i++) {
      const moved = Math.imul(takenBeside(form, c[ids[i]], p[ids[i]]), often);
      cells[ids[i]] -= moved;
      cells[id] += moved;
    }
  }
}
