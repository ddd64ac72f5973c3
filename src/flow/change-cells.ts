import { timesAt, type Receivers } from './participants.js';
import type { FlowForm, InteractionForm, SourceForm, PropagatorForm } from '../ir/rule.js';
import type { Channel, FlowBuffer } from './flow-channel.js';

/** Sources and interactions over columns: they change only cells of receivers. */

/** Adds the prediction of a flow to what is `expected`, or its actual change to the `cells`. */
export function changeCells({ form, receivers, buffers, rows }: Channel, into: 'expected' | 'cells'): void {
  const [first, second] = buffers;
  const isPrediction = into === 'expected';
  switch (form.does) {
    case 'constant':
      addRows(receivers, rows, first[into]);
      return;
    case 'decay':
      if (isPrediction) predictDecay(form, receivers, first.begun, first.expected);
      else correctDecay(form, receivers, first);
      return;
    case 'limited':
      addLimited(form, receivers, first, isPrediction);
      return;
    case 'convert':
      move(form.amount, receivers, first[into], second[into]);
      return;
    case 'convertPercent':
      moveConverted(form, receivers, first, second, isPrediction);
      return;
    case 'inhibitedGrowth':
      addGrown(form, receivers, first, second, first[into]);
      return;
    default:
      return;
  }
}

type Form<Does extends FlowForm['does']> = Extract<SourceForm | InteractionForm, { readonly does: Does }>;

function addRows({ length, ids, times }: Receivers, amounts: Int32Array, into: Int32Array): void {
  for (let row = 0; row < length; row++)
    into[ids[row]] += times === undefined ? amounts[row] : Math.imul(amounts[row], times[row]);
}

function move(amount: number, { length, ids, times }: Receivers, from: Int32Array, to: Int32Array): void {
  for (let row = 0; row < length; row++) {
    const moved = Math.imul(amount, timesAt(times, row));
    from[ids[row]] -= moved;
    to[ids[row]] += moved;
  }
}

function addLimited(
  form: Form<'limited'>,
  { length, ids, times }: Receivers,
  { begun, expected, cells }: FlowBuffer,
  isPrediction: boolean,
): void {
  const into = isPrediction ? expected : cells;
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const alone = limitedAtFirst(form, begun[id]);
    const added = isPrediction ? alone : limited(form, begun[id], expected[id], alone);
    into[id] += Math.imul(added, timesAt(times, row));
  }
}

function moveConverted(
  form: Form<'convertPercent'>,
  { length, ids, times }: Receivers,
  { begun, expected, cells }: FlowBuffer,
  to: FlowBuffer,
  isPrediction: boolean,
): void {
  const [into, intoOther] = isPrediction ? [expected, to.expected] : [cells, to.cells];
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const amount = isPrediction ? converted(form, begun[id]) : convertedBeside(form, begun[id], expected[id]);
    const moved = Math.imul(amount, timesAt(times, row));
    into[id] -= moved;
    intoOther[id] += moved;
  }
}

function addGrown(
  form: Form<'inhibitedGrowth'>,
  { length, ids, times }: Receivers,
  of: FlowBuffer,
  inhibitor: FlowBuffer,
  into: Int32Array,
): void {
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    into[id] += Math.imul(grown(form, of.begun[id], inhibitor.begun[id]), timesAt(times, row));
  }
}

function limitedAtFirst({ amount, limit }: Form<'limited'>, c: number): number {
  return ((c + amount) | 0) > limit ? atLeast0((limit - c) | 0) : amount;
}

/** Flows that pass the limit together share what is left. */
function limited({ limit }: Form<'limited'>, c: number, p: number, prediction: number): number {
  if (c >= limit) return 0;
  if (p <= limit) return prediction;
  return (Math.imul(prediction, limit - c) / ((p - c) | 0)) | 0;
}

function converted({ percent, floor }: Form<'convertPercent'>, c: number): number {
  return atLeast0(percentOf(c - floor, percent));
}

function convertedBeside(form: Form<'convertPercent'>, c: number, p: number): number {
  const alone = converted(form, c);
  const others = form.correction === 'others' ? (p - (c - alone)) | 0 : (p - alone - c) | 0;
  return converted(form, (c + half(others)) | 0);
}

function grown({ growth, inhibition, divisor }: Form<'inhibitedGrowth'>, c: number, inhibitor: number): number {
  return atLeast0((((Math.imul(c, growth) - Math.imul(inhibitor, inhibition)) | 0) / divisor) | 0);
}

/** Decay over a column, the commonest source: values below 0 are mirrored by sign, without a branch. */

type Decay = Form<'decay'>;

function predictDecay(form: Decay, { length, ids, times }: Receivers, c: Int32Array, p: Int32Array): void {
  const { percent, floor } = form;
  // Below 0 the distance from the floor could wrap.
  const isPlain = floor >= 0 && times === undefined;
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const value = c[id];
    const sign = value >> 31;
    const size = ((value ^ sign) - sign) | 0;
    if (!isPlain) p[id] += Math.imul(decayAtFirst(form, value), timesAt(times, row));
    else if (size > floor) p[id] -= ((((Math.imul(size - floor, percent) / 100) | 0) ^ sign) - sign) | 0;
  }
}

function correctDecay(
  form: Decay,
  { length, ids, times }: Receivers,
  { begun: c, expected: p, cells }: FlowBuffer,
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
      cells[id] += Math.imul(decay(form, value, p[id]), timesAt(times, row));
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

/** Whether each cell decays once, and alone if nothing else is in its stage. */
export function decaysOnce({ floor }: Decay, { areDistinct, times }: Receivers): boolean {
  return floor >= 0 && areDistinct && times === undefined;
}

/** Decay as the only flow of its stage on the column; earlier ones have changed the cells since the phase began. */
export function decayAlone(
  { percent, floor, negative }: Decay,
  { length, ids }: Receivers,
  { begun: c, cells }: FlowBuffer,
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

/** For a value from 0 on; half of what others change decays as well. */
function decayed({ percent, floor }: Decay, c: number, p: number): number {
  const far = (c - floor) | 0;
  if (far <= 0) return 0;
  const others = (p - (c - percentOf(far, percent))) | 0;
  return atLeast0(percentOf(far + half(others), percent));
}

function isFar(c: number, floor: number): boolean {
  return ((c < 0 ? -c : c) | 0) > floor;
}

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

function half(value: number): number {
  return (value / 2) | 0;
}

export function atLeast0(value: number): number {
  return Math.max(0, value);
}
