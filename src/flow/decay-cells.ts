import { atLeast0, half, percentOf } from './flow-forms.js';
import type { SourceForm } from '../ir/rule.js';
import type { Receivers } from './receivers.js';

/**
 * Decay over a column: the commonest of sources that look at their cell, so values below 0 are mirrored by their sign,
 * not by a branch.
 */

type Decay = Extract<SourceForm, { readonly does: 'decay' }>;

export function predictDecay(form: Decay, { length, ids, times }: Receivers, c: Int32Array, p: Int32Array): void {
  const { percent, floor } = form;
  // Below 0 the distance from the floor could wrap.
  const isPlain = floor >= 0 && times === undefined;
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const value = c[id];
    const sign = value >> 31;
    const size = ((value ^ sign) - sign) | 0;
    if (!isPlain) p[id] += Math.imul(decayAtFirst(form, value), times === undefined ? 1 : times[row]);
    else if (size > floor) p[id] -= ((((Math.imul(size - floor, percent) / 100) | 0) ^ sign) - sign) | 0;
  }
}

export function correctDecay(
  form: Decay,
  { length, ids, times }: Receivers,
  c: Int32Array,
  p: Int32Array,
  cells: Int32Array,
): void {
  const { percent, floor, negative } = form;
  const isPlain = floor >= 0 && times === undefined;
  const mirrors = negative === 'mirrored' ? -1 : 0;
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const value = c[id];
    const sign = value >> 31;
    const size = ((value ^ sign) - sign) | 0;
    if (!isPlain) {
      cells[id] += Math.imul(decay(form, value, p[id]), times === undefined ? 1 : times[row]);
      continue;
    }
    if (size <= floor) continue;
    const far = (size - floor) | 0;
    const alone = (Math.imul(far, percent) / 100) | 0;
    const others = (p[id] - ((value - (((alone ^ sign) - sign) | 0)) | 0)) | 0;
    const turned = sign & mirrors;
    const lost = (Math.imul((far + (((((others ^ turned) - turned) | 0) / 2) | 0)) | 0, percent) / 100) | 0;
    const held = lost & ~(lost >> 31);
    cells[id] -= ((held ^ sign) - sign) | 0;
  }
}

/** Whether each cell decays once, and nothing else is expected of it where nothing else is in its stage. */
export function decaysOnce({ floor }: Decay, { areDistinct, times }: Receivers): boolean {
  return floor >= 0 && areDistinct && times === undefined;
}

/**
 * Decay where nothing else of its stage looks at the column or changes it: others have changed what the cell is beside
 * what it was when the phase began.
 */
export function decayAlone(
  { percent, floor, negative }: Decay,
  { length, ids }: Receivers,
  c: Int32Array,
  cells: Int32Array,
): void {
  const mirrors = negative === 'mirrored' ? -1 : 0;
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const value = c[id];
    const sign = value >> 31;
    const size = ((value ^ sign) - sign) | 0;
    if (size <= floor) continue;
    const others = (cells[id] - value) | 0;
    const turned = sign & mirrors;
    const lost = (Math.imul((size - floor + (((((others ^ turned) - turned) | 0) / 2) | 0)) | 0, percent) / 100) | 0;
    const held = lost & ~(lost >> 31);
    cells[id] -= ((held ^ sign) - sign) | 0;
  }
}

function decayAtFirst({ percent, floor }: Decay, c: number): number {
  if (!isFar(c, floor)) return 0;
  const loss = percentOf(atLeast0(((c < 0 ? -c : c) - floor) | 0), percent);
  return (c < 0 ? loss : -loss) | 0;
}

function decay(form: Decay, c: number, p: number): number {
  if (!isFar(c, form.floor)) return 0;
  if (c >= 0) return -decayed(form, c, p) | 0;
  if (form.negative === 'mirrored') return decayed(form, -c | 0, -p | 0);
  const far = (-c - form.floor) | 0;
  const others = (p - (c + percentOf(far, form.percent))) | 0;
  return atLeast0(percentOf(far + half(others), form.percent));
}

/** Of a value from 0 on, where half of what others change decays as well. */
function decayed({ percent, floor }: Decay, c: number, p: number): number {
  const far = (c - floor) | 0;
  if (far <= 0) return 0;
  const others = (p - (c - percentOf(far, percent))) | 0;
  return atLeast0(percentOf(far + half(others), percent));
}

function isFar(c: number, floor: number): boolean {
  return ((c < 0 ? -c : c) | 0) > floor;
}
