import { type Frame, type Node, type Value, missing } from '../../ir/node.js';
import { type Operation, columnTypeNames, entityType, signature, typeText } from '../operation.js';
import { anyOfThese, certainly, neverThere, someone, valuesOf } from '../bounds.js';
import { assigned } from '../emit/emission.js';
import { call, leaf } from '../printer.js';
import { filled, sameInRows } from '../columns/absence.js';
import { isMissing } from '../columns/rows.js';
import { js, refuse } from '../emit/code.js';
import { mayMiss, missingToo } from '../data.js';
import { objectOrMissing, resolved } from '../emit/parts.js';
import { memoryRow, shownValue } from '../../components/memories.js';
import { keptBy } from '../../kernel/maps.js';
import type { ColumnType, Model } from '../../model/model.js';
import { stepOf } from '../../components/clock.js';
import { indexOf, whole } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';
import { columnType } from '../../ir/type-shapes.js';

interface OccurringData {
  /** The same in all types with a field of that name. */
  readonly field: number;
  readonly type: ColumnType;
}

/** Once for each list: a file may have as many operations as types. */
const mostFieldsOf = keptBy<Model['occurrences'], number>(
  (occurrences) => occurrences.reduce((most, { fields }) => Math.max(most, fields), 0),
  new WeakMap(),
);

export const occurring: Operation<OccurringData> = {
  name: 'occurring',
  type: (args, { type }) => signature([], type)(args),
  data: record<OccurringData>({ field: whole(), type: columnType }),
  check({ field }, { occurrences }) {
    if (!(field < mostFieldsOf(occurrences))) refuse('a field that nothing has');
  },
  text: ({ field, type }) => `${field} ${typeText(type)}`,
  document: {
    meaning: 'a field of the answered occurrence, also of a past one',
    absent: 'missing if it is absent, outside of an occurrence, or for an object that is gone',
    families: 'T',
  },
  absence: () => mayMiss,
  bounds: ({ type }, { model }) => (type.name === 'entity' ? someone() : valuesOf(type, model)),
  print: leaf(({ field }, { fields }) => {
    const name = fields?.[field];
    return name === undefined ? `occurrence[${field}]` : `occurrence.${name}`;
  }),
  ofWorld: true,
  facts: ({ type }) => (type.name === 'entity' ? ['occurrence', 'population'] : ['occurrence']),
  ...sameInRows(fieldIn),
  /** Past occurrences are interpreted. */
  emit(term, emission) {
    const { field, type } = term.data;
    const occurrence = emission.once(js`frame.occurrence`);
    const values = emission.once(js`frame.state.occurrences.values`);
    const width = emission.once(js`frame.state.fieldCount`);
    const value = emission.variable(0);
    const absence = emission.variable(0);
    const stored = js`${values}[${occurrence} * ${width} + ${field}]`;
    const now = emission.inside(() => {
      const held = emission.keep(stored);
      if (type.name === 'entity') {
        emission.add(js`${value} = ${held} !== ${held} ? 0 : ${resolved(held, emission)};`);
        emission.add(js`${absence} = ${value} === 0 ? ${isMissing} : 0;`);
      } else emission.add(js`if (${held} !== ${held}) ${absence} = ${isMissing}; else ${value} = ${held};`);
    });
    const past = emission.inside(() => emission.add(assigned(value, absence, emission.interpreted(term))));
    emission.add(js`if (${occurrence} > 0) { ${now} } else { ${past} }`);
    return { value, absence };
  },
};

/** The row of a frame is that of an occurrence that is being resolved, or, below 0, of a past one. */
function fieldIn({ data: { field, type } }: Node<OccurringData>, { state, occurrence }: Frame): Value {
  const { occurrences, past, fieldCount } = state;
  const stored =
    occurrence > 0
      ? occurrences.values[occurrence * fieldCount + field]
      : occurrence < 0
        ? past.values[field - occurrence * fieldCount]
        : NaN;
  const value = shownValue(state, type, stored);
  return type.name === entityType.name && value === 0 ? missing : value;
}

interface RememberedData {
  /** Its number among the remembered values of the type of the occurrence. */
  readonly number: number;
}

/** A destroyed object is none. */
export const remembered: Operation<RememberedData> = {
  name: 'remembered',
  type: (args) =>
    args.length === 1 && columnTypeNames.has(args[0].name) ? args[0] : 'takes one value of a type that columns have',
  data: record<RememberedData>({ number: whole() }),
  text: ({ number }) => String(number),
  document: {
    meaning:
      'the value of an expression just before the batch of that occurrence applied, or its current value if nothing was recorded',
    absent: 'missing if it was absent; otherwise as the expression is',
    families: 'T',
  },
  absence: missingToo,
  // Absent values and NaN are missing; an object may have been destroyed since.
  bounds: ({ type, args: [of] }, known) =>
    anyOfThese(known.of(of), neverThere, ...(type.name === 'entity' ? [certainly(0)] : [])),
  print: call('was'),
  check({ number }) {
    if (!Number.isSafeInteger(number) || number < 0) refuse('something remembered that has no number');
  },
  ofWorld: true,
  facts: () => ['occurrence', 'population'],
  evaluate(node, frame) {
    const { state } = frame;
    const row = memoryRow(state, frame.occurrence, node.data.number);
    return row === 0 ? frame.evaluate(node.args[0]) : shownValue(state, node.type, state.memories[row]);
  },
  columns(term, rows, evaluator) {
    const { state, frame, scratch } = evaluator;
    const row = memoryRow(state, frame.occurrence, term.data.number);
    return row === 0
      ? evaluator.evaluate(term.args[0], rows)
      : filled(term, shownValue(state, term.type, state.memories[row]), rows.length, scratch);
  },
  /** A recorded value is looked up once a call; without one the expression is evaluated. */
  emit({ type, data, args }, emission) {
    const { thing, once } = emission;
    const row = once(js`${thing('memoryRow', memoryRow)}(frame.state, frame.occurrence, ${data.number})`);
    const held = js`frame.state.memories[${row}]`;
    const shown = once(
      js`${row} === 0 ? 0 : ${thing('shownValue', shownValue)}(frame.state, ${thing('', type)}, ${held})`,
    );
    const value = emission.variable(js`${shown} === undefined ? 0 : ${shown}`);
    const absence = emission.variable(js`${shown} === undefined ? ${isMissing} : 0`);
    const now = emission.inside(() => emission.add(assigned(value, absence, emission.of(args[0]))));
    emission.add(js`if (${row} === 0) { ${now} }`);
    return { value, absence };
  },
};

export const controller: Operation = {
  name: 'controller',
  type: signature([], entityType),
  document: { meaning: 'the controller of the answering ability', absent: 'missing if there is none', families: 'T' },
  absence: () => mayMiss,
  bounds: someone,
  ofWorld: true,
  facts: () => ['occurrence'],
  ...sameInRows((_node, frame) => frame.controller || missing),
  emit: (_term, emission) => objectOrMissing(js`frame.controller`, emission),
};

interface StepData {
  readonly enumeration: number;
}

export const step: Operation<StepData> = {
  name: 'step',
  type: (args, { enumeration }) => signature([], { name: 'enumeration', index: enumeration })(args),
  data: record<StepData>({ enumeration: indexOf('enumeration') }),
  text: ({ enumeration }) => String(enumeration),
  document: {
    meaning: 'the current step of the sequence of play',
    absent: 'missing outside of any step',
    families: 'T',
  },
  absence: () => mayMiss,
  bounds: ({ type }, { model }) => ({ ...valuesOf(type, model), least: 1 }),
  ofWorld: true,
  facts: () => ['step'],
  ...sameInRows((_node, { state }) => stepOf(state) || missing),
};
