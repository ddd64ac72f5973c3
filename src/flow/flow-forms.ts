import type { PropagatorForm } from '../ir/rule.js';

/**
 * Arithmetic of flows by cell, for loops over columns. `c` are values at the start of the phase, `p` the predicted
 * ones. All wraps at 32 bits; quotients are truncated.
 */

type Gather = Extract<PropagatorForm, { readonly does: 'gather' }>;

/** Gain of a target by spreading and diffusing, less half of what it gains from others. */
export function share(base: number, ci: number, pi: number, percent: number): number {
  const difference = (base - ci) | 0;
  if (difference < 0) return 0;
  const alone = percentOf(difference, percent);
  const others = (pi - (ci + alone)) | 0;
  return others > 0 ? atLeast0(percentOf(difference - half(others), percent)) : alone;
}

/** The value from which a cell diffuses: lower by half of what others take. `alone`: its own change. */
export function diffusionBase(c: number, p: number, alone: number): number {
  const change = (p - c) | 0;
  return change < alone ? (c + half((change - alone) | 0)) | 0 : c;
}

export function taken({ amount, negative }: Gather, ci: number): number {
  const least = Math.min(ci, amount);
  return negative === 'nothing' ? atLeast0(least) : least;
}

/** Flows that take more than there is share it. */
export function takenBeside(form: Gather, ci: number, pi: number): number {
  const alone = taken(form, ci);
  if (pi >= 0 || (form.negative === 'nothing' && alone <= 0)) return alone;
  const divisor = (ci - pi) | 0;
  return divisor === 0 ? 0 : (Math.imul(alone, ci) / divisor) | 0;
}

export function percentOf(value: number, percent: number): number {
  return (Math.imul(value, percent) / 100) | 0;
}

export function half(value: number): number {
  return (value / 2) | 0;
}

export function atLeast0(value: number): number {
  return Math.max(0, value);
}
