import { type Frame, missing, slotCount } from '../../ir/node.js';
import { type Operation, applying, entityType, isAbsent, numberType, signature, unary } from '../operation.js';
import { type Rows, codesBy, isMissing, numbersBy, numberVector } from '../columns/rows.js';
import { call, leaf } from '../printer.js';
import { type Code, js } from '../emit/code.js';
import { begunKey, drawnFrom, foldedIn, keyAt, withObject } from '../emit/draw-keys.js';
import { calling, expression } from '../form.js';
import { scalar } from './scalar.js';
import { rowByRow, sameAbsence } from '../columns/absence.js';
import { normalOf, poissonOf } from '../../kernel/chances.js';
import { type DrawKey, endDraw, foldDraw } from '../../kernel/random.js';
import {
  type InstanceWord,
  beginAt,
  beginInInstance,
  foldObject,
  leadOf,
  seedHighOf,
  seedLowOf,
} from '../../ir/draw-key.js';
import { whole } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

interface DrawData {
  /** Number of the place in the rule's text: two draws of one rule are two draws. */
  readonly site: number;
  /** Slots that are bound there: each object of them, by id and generation, draws for itself. */
  readonly slots: number;
}

/** No order of evaluation changes it. */
export const draw: Operation<DrawData> = {
  name: 'draw',
  type: signature([], numberType),
  data: record<DrawData>({ site: whole(), slots: whole(0, slotCount) }),
  text: (data) => `${data.site} ${data.slots}`,
  document: { meaning: 'a number in [0, 1) for this turn, rule, place and object', families: 'Ext' },
  print: leaf(() => 'random()'),
  facts: () => ['population', 'clock'],
  draws: () => true,
  slots: (data) => (2 ** data.slots - 1) | 0,
  evaluate({ data: { site, slots } }, frame) {
    const { state } = frame;
    const key = beginAt(state, frame, site);
    for (let i = 0; i < slots; i++) foldObject(key, frame.slots[i], state.identity.generation);
    return endDraw(key);
  },
  /** The part before the first varying slot is computed once a call. */
  emit({ data: { site, slots } }, emission) {
    let key = keyAt(site, emission);
    for (let slot = 0; slot < slots; slot++) key = withObject(key, slot, emission);
    return { value: drawnFrom(key, emission) };
  },
  /** The part before the first varying slot is folded once; then the keys of the rows are kept as two columns. */
  columns(term, rows, evaluator) {
    const { state, frame, scratch } = evaluator;
    const { length } = rows;
    const { site, slots } = term.data;
    const { generation } = state.identity;
    const into = scratch.numbers(length);
    const mark = scratch.mark();
    const low = scratch.codes(length);
    const high = scratch.codes(length);
    const same = scratch.codes(length);
    const key = beginAt(state, frame, site);
    let slot = 0;
    for (; slot < slots && rows.slots[slot] === undefined; slot++) foldObject(key, frame.slots[slot], generation);
    low.fill(key.low, 0, length);
    high.fill(key.high, 0, length);
    for (; slot < slots; slot++) foldEach(idsOf(slot, rows, frame, same), generation, key, low, high, length);
    endEach(key, low, high, into, length);
    scratch.release(mark);
    return numberVector(into);
  },
};

const ofUniform = {
  document: {
    meaning: 'a standard normal number by a uniform one; a Poisson number by a mean and a uniform one',
    absent: 'an operand is',
    families: 'Ex',
  },
} as const;

/** By inversion, so it grows with the uniform number. */
export const normal: Operation = scalar(
  { name: 'normal', takes: [['number']], ...ofUniform, print: call('normal') },
  calling('normal', normalOf),
);

export const poisson: Operation = scalar(
  { name: 'poisson', ...ofUniform, print: call('poisson') },
  expression(poissonOf, (mean, uniform, { thing }) => js`${thing('poisson', poissonOf)}(${mean}, ${uniform})`),
);

/** Each evaluation is a new draw, so its order and number matter. */
export const streamDraw: Operation = {
  name: 'streamDraw',
  type: signature([numberType], numberType),
  document: {
    meaning:
      "the next whole number of the evaluation's stream, modulo a number; 0 without a draw unless that is above 0",
    absent: 'the number is',
    families: 'X',
  },
  print: call('random'),
  ofWorld: true,
  draws: () => true,
  sequential: true,
  evaluate: (node, frame) => unary(node, frame, (limit) => (limit > 0 ? frame.next() % limit : 0)),
  columns: rowByRow,
};

/** No text names operations of instances: `confine` puts them where a rule would see other instances. */

interface InstanceData {
  readonly stride: number;
}

/** Its first row, whatever is there. None counts as the first instance. */
export const instance: Operation<InstanceData> = {
  name: 'instance',
  type: signature([entityType], entityType),
  document: {
    meaning: 'represents the instance of an object, if one world holds several',
    absent: 'never',
    families: '',
  },
  text: ({ stride }) => String(stride),
  ...applying((_frame, { stride }, id) => (isAbsent(id) ? id : id - (id % stride) + 1)),
  columns: (term, rows, evaluator) =>
    codesBy(rows, evaluator.scratch, (into, absence) => {
      const of = evaluator.evaluate(term.args[0], rows);
      firstRows(of.codes, term.data.stride, into, rows.length);
      return sameAbsence(of.absence, absence, rows.length);
    }),
  emit(term, emission) {
    const { value, absence } = emission.of(term.args[0]);
    const id = emission.keep(js`${value} | 0`);
    return { value: emission.keep(js`(${id} - ${id} % ${term.data.stride} + 1) | 0`), absence };
  },
};

export const lead: Operation<InstanceData> = {
  name: 'lead',
  type: signature([entityType], numberType),
  document: {
    meaning: 'the number of turns by which the world is ahead of the instance of an object',
    absent: 'its operand is',
    families: '',
  },
  text: ({ stride }) => String(stride),
  facts: () => ['clock'],
  ...applying(({ state }, { stride }, id) =>
    isAbsent(id) ? missing : (state.instances?.lead[Math.floor(id / stride)] ?? 0),
  ),
  columns(term, rows, evaluator) {
    const { instances } = evaluator.state;
    const { length } = rows;
    return numbersBy(rows, evaluator.scratch, (into, absence) => {
      const of = evaluator.evaluate(term.args[0], rows);
      if (instances === undefined) into.fill(0, 0, length);
      else leads(of.codes, instances.lead, term.data.stride, into, length);
      const absent = of.absence;
      if (absent === undefined) return undefined;
      for (let row = 0; row < length; row++) absence[row] = absent[row] === 0 ? 0 : 1;
      return absence;
    });
  },
  /** Where the world is not divided, the primitives answer. */
  emitRows(term, emission) {
    const { value, absence } = emission.of(term.args[0]);
    const leads = emission.given('leads', ({ evaluator }) => evaluator.state.instances?.lead);
    return {
      value: emission.keep(js`${leads}[${value} / ${term.data.stride} | 0] | 0`),
      absence: absence === undefined ? undefined : emission.keep(js`${absence} === 0 ? 0 : ${isMissing}`),
    };
  },
};

interface InstanceDrawData extends InstanceData, DrawData {
  /** The slot whose object determines the drawing instance. */
  readonly of: number;
}

/** By the seed and the turn of the instance, and by ids within it. */
export const instanceDraw: Operation<InstanceDrawData> = {
  name: 'instanceDraw',
  type: signature([], numberType),
  document: { meaning: '`draw`, as it would be in a separate world of the instance', families: '' },
  text: ({ site, slots, of, stride }) => `${site} ${slots} ${of} ${stride}`,
  facts: () => ['population', 'clock'],
  draws: () => true,
  slots: ({ slots, of }) => (2 ** slots - 1) | (1 << of) | 0,
  evaluate(node, frame) {
    const { site, slots, of, stride } = node.data;
    const {
      identity: { generation },
      instances,
    } = frame.state;
    const index = Math.floor(frame.slots[of] / stride);
    const key = beginInInstance({ low: 0, high: 0 }, instances, index, frame, site);
    for (let i = 0; i < slots; i++) {
      const id = frame.slots[i];
      foldDraw(key, id % stride);
      foldDraw(key, generation[id]);
    }
    return endDraw(key);
  },
  emit({ data: { site, slots, of, stride } }, emission) {
    const owner = emission.fixedSlot(of) ?? emission.slot(of);
    const index = emission.keep(js`${owner} / ${stride} | 0`);
    const asked = (name: string, what: InstanceWord): Code =>
      emission.keep(js`${emission.thing(name, what)}(frame.state.instances, ${index})`);
    let key = begunKey(asked('seedLow', seedLowOf), asked('seedHigh', seedHighOf), false, emission);
    for (const word of [js`frame.turn - ${asked('leadOf', leadOf)}`, js`frame.rule`, js`${site}`])
      key = foldedIn(key, word, false, emission);
    for (let slot = 0; slot < slots; slot++) key = withObject(key, slot, emission, (id) => js`${id} % ${stride}`);
    return { value: drawnFrom(key, emission) };
  },
  /** Row by row: the seed, folded first, already differs between instances. */
  columns(term, rows, { state, frame, scratch }) {
    const { length } = rows;
    const { site, slots, of, stride } = term.data;
    const { generation } = state.identity;
    const into = scratch.numbers(length);
    const mark = scratch.mark();
    const owners = idsOf(of, rows, frame, scratch.codes(length));
    const low = scratch.codes(length);
    const high = scratch.codes(length);
    const key: DrawKey = { low: 0, high: 0 };
    for (let row = 0; row < length; row++) {
      beginInInstance(key, state.instances, (owners[row] / stride) | 0, frame, site);
      low[row] = key.low;
      high[row] = key.high;
    }
    const ids = scratch.codes(length);
    for (let slot = 0; slot < slots; slot++)
      foldInInstances(idsOf(slot, rows, frame, ids), generation, stride, low, high, length);
    endEach(key, low, high, into, length);
    scratch.release(mark);
    return numberVector(into);
  },
};

export function foldEach(
  ids: Int32Array,
  generation: Uint32Array,
  key: DrawKey,
  low: Int32Array,
  high: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    foldDraw(key, ids[row]);
    foldDraw(key, generation[ids[row]]);
    low[row] = key.low;
    high[row] = key.high;
  }
}

function endEach(key: DrawKey, low: Int32Array, high: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    into[row] = endDraw(key);
  }
}

/** The objects in a slot by row; a slot that does not vary is spread into `into`. */
export function idsOf(slot: number, { slots, length }: Rows, frame: Frame, into: Int32Array): Int32Array {
  return slots[slot] ?? into.fill(frame.slots[slot], 0, length);
}

function foldInInstances(
  ids: Int32Array,
  generation: Uint32Array,
  stride: number,
  low: Int32Array,
  high: Int32Array,
  length: number,
): void {
  const key: DrawKey = { low: 0, high: 0 };
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    foldDraw(key, ids[row] % stride);
    foldDraw(key, generation[ids[row]]);
    low[row] = key.low;
    high[row] = key.high;
  }
}

function firstRows(ids: Int32Array, stride: number, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] - (ids[row] % stride) + 1;
}

function leads(ids: Int32Array, lead: Int32Array, stride: number, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = lead[(ids[row] / stride) | 0];
}
