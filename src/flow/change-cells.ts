import { atLeast0, half, percentOf } from './flow-forms.js';
import type { FlowForm, InteractionForm, SourceForm } from '../ir/rule.js';
import type { Channel } from './channel.js';
import { correctDecay, predictDecay } from './decay-cells.js';
import type { Receivers } from './receivers.js';
import type { Tank } from './tanks.js';

/** Sources and interactions over columns: cells of the receivers alone. */

/** Adds what a flow predicts to what is expected. */
export function predictCells({ form, receivers, tanks, rows }: Channel): void {
  const [first, second] = tanks;
  switch (form.does) {
    case 'constant':
      addRows(receivers, rows, first.expected);
      return;
    case 'decay':
      predictDecay(form, receivers, first.begun, first.expected);
      return;
    case 'limited':
      predictLimited(form, receivers, first);
      return;
    case 'convert':
      move(form.amount, receivers, first.expected, second.expected);
      return;
    case 'convertPercent':
      predictConverted(form, receivers, first, second);
      return;
    case 'inhibitedGrowth':
      addGrown(form, receivers, first, second, first.expected);
      return;
    default:
      return;
  }
}

/** Adds what a flow really changes to the cells. */
export function correctCells({ form, receivers, tanks, rows }: Channel): void {
  const [first, second] = tanks;
  switch (form.does) {
    case 'constant':
      addRows(receivers, rows, first.cells);
      return;
    case 'decay':
      correctDecay(form, receivers, first.begun, first.expected, first.cells);
      return;
    case 'limited':
      correctLimited(form, receivers, first);
      return;
    case 'convert':
      move(form.amount, receivers, first.cells, second.cells);
      return;
    case 'convertPercent':
      correctConverted(form, receivers, first, second);
      return;
    case 'inhibitedGrowth':
      addGrown(form, receivers, first, second, first.cells);
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
    const moved = Math.imul(amount, times === undefined ? 1 : times[row]);
    from[ids[row]] -= moved;
    to[ids[row]] += moved;
  }
}

function predictLimited(form: Form<'limited'>, { length, ids, times }: Receivers, { begun, expected }: Tank): void {
  for (let row = 0; row < length; row++)
    expected[ids[row]] += Math.imul(limitedAtFirst(form, begun[ids[row]]), times === undefined ? 1 : times[row]);
}

function correctLimited(
  form: Form<'limited'>,
  { length, ids, times }: Receivers,
  { begun, expected, cells }: Tank,
): void {
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    cells[id] += Math.imul(
      limited(form, begun[id], expected[id], limitedAtFirst(form, begun[id])),
      times === undefined ? 1 : times[row],
    );
  }
}

function predictConverted(form: Form<'convertPercent'>, { length, ids, times }: Receivers, from: Tank, to: Tank): void {
  for (let row = 0; row < length; row++) {
    const moved = Math.imul(converted(form, from.begun[ids[row]]), times === undefined ? 1 : times[row]);
    from.expected[ids[row]] -= moved;
    to.expected[ids[row]] += moved;
  }
}

function correctConverted(form: Form<'convertPercent'>, { length, ids, times }: Receivers, from: Tank, to: Tank): void {
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const moved = Math.imul(
      convertedBeside(form, from.begun[id], from.expected[id]),
      times === undefined ? 1 : times[row],
    );
    from.cells[id] -= moved;
    to.cells[id] += moved;
  }
}

function addGrown(
  form: Form<'inhibitedGrowth'>,
  { length, ids, times }: Receivers,
  of: Tank,
  inhibitor: Tank,
  into: Int32Array,
): void {
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    into[id] += Math.imul(grown(form, of.begun[id], inhibitor.begun[id]), times === undefined ? 1 : times[row]);
  }
}

function limitedAtFirst({ amount, limit }: Form<'limited'>, c: number): number {
  return ((c + amount) | 0) > limit ? atLeast0((limit - c) | 0) : amount;
}

/** Of several that would pass the limit together, each gives its part of what is left. */
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
