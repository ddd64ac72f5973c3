import type { FlowForm, PropagatorForm, SourceForm } from '../ir/flow.js';

/**
 * The arithmetic of flows, cell by cell, for loops over columns. `c` are the values with which the phase began, `p`
 * those that would be there if all came as predicted. Everything wraps at 32 bits; what is divided is truncated.
 */

type Limited = Extract<SourceForm, { readonly does: 'limited' }>;
type Decay = Extract<SourceForm, { readonly does: 'decay' }>;
type ConvertPercent = Extract<FlowForm, { readonly does: 'convertPercent' }>;
type InhibitedGrowth = Extract<FlowForm, { readonly does: 'inhibitedGrowth' }>;
type Gather = Extract<PropagatorForm, { readonly does: 'gather' }>;

export function limitedAtFirst({ amount, limit }: Limited, c: number): number {
  return ((c + amount) | 0) > limit ? atLeast0((limit - c) | 0) : amount;
}

/** Of several that would pass the limit together, each gives its part of what is left. */
export function limited({ limit }: Limited, c: number, p: number, prediction: number): number {
  if (c >= limit) return 0;
  if (p <= limit) return prediction;
  return (Math.imul(prediction, limit - c) / ((p - c) | 0)) | 0;
}

export function decayAtFirst({ percent, floor }: Decay, c: number): number {
  if (!isFar(c, floor)) return 0;
  const loss = percentOf(atLeast0(((c < 0 ? -c : c) - floor) | 0), percent);
  return (c < 0 ? loss : -loss) | 0;
}

export function decay(form: Decay, c: number, p: number): number {
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

export function converted({ percent, floor }: ConvertPercent, c: number): number {
  return atLeast0(percentOf(c - floor, percent));
}

export function convertedBeside(form: ConvertPercent, c: number, p: number): number {
  const alone = converted(form, c);
  const others = form.correction === 'others' ? (p - (c - alone)) | 0 : (p - alone - c) | 0;
  return converted(form, (c + half(others)) | 0);
}

export function grown({ growth, inhibition, divisor }: InhibitedGrowth, c: number, inhibitor: number): number {
  return atLeast0((((Math.imul(c, growth) - Math.imul(inhibitor, inhibition)) | 0) / divisor) | 0);
}

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
