import type { PropagatorForm } from '../ir/rule.js';

/**
 * The arithmetic of flows, cell by cell, for loops over columns. `c` are the values with which the phase began, `p`
 * those that would be there if all came as predicted. Everything wraps at 32 bits; what is divided is truncated.
 */

type Gather = Extract<PropagatorForm, { readonly does: 'gather' }>;

/** What a target gains by spreading and diffusing: less by half of what it gains from others. */
export function share(base: number, ci: number, pi: number, percent: number): number {
  const difference = (base - ci) | 0;
  if (difference < 0) return 0;
  const alone = percentOf(difference, percent);
  const others = (pi - (ci + alone)) | 0;
  return others > 0 ? atLeast0(percentOf(difference - half(others), percent)) : alone;
}

/**
 * From what value a cell diffuses: where others take from it as well, from one lower by half of that. `alone`: its own
 * change by itself.
 */
export function diffusionBase(c: number, p: number, alone: number): number {
  const change = (p - c) | 0;
  return change < alone ? (c + half((change - alone) | 0)) | 0 : c;
}

export function taken({ amount, negative }: Gather, ci: number): number {
  const least = Math.min(ci, amount);
  return negative === 'nothing' ? atLeast0(least) : least;
}

/** Of several that would take more than there is, each takes its part. */
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
