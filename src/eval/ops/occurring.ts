import { isMissing } from '../columns/vector.js';
import { js } from '../emit/code.js';
import type { Emission, Emitted } from '../emit/emission.js';
import { resolved } from '../emit/parts.js';
import type { Term } from '../term.js';
import { someone, valuesOf, mayMiss, leaf } from '../record.js';
import { shownValue } from '../../components/memories.js';
import type { ColumnType } from '../../model/model.js';
import { filled } from '../columns/filled.js';
import type { Frame } from '../../ir/frame.js';
import { type Node, type Value, missing } from '../../ir/node.js';
import { type Operation, entityType, signature } from '../operation.js';

export interface OccurringData {
  /** Its place, the same in all types that have a field of that name. */
  readonly field: number;
  readonly type: ColumnType;
}

export const occurring: Operation<OccurringData> = {
  name: 'occurring',
  type: (args, { type }) => signature([], type)(args),
  text: ({ field, type }) => `${field} ${type.name}${type.name === 'enumeration' ? ` ${type.index}` : ''}`,
  document: {
    meaning: 'a field of the occurrence that is answered, also of one of the past',
    absent: 'missing where it is absent, outside of an occurrence, and for an object that is gone',
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
  evaluate: (node, frame) => fieldIn(node, frame),
  columns: (term, rows, { frame, scratch }) => filled(term, fieldIn(term, frame), rows.length, scratch),
  emit: emitOccurring,
};

/** The row of a frame is that of an occurrence that is being resolved, or, below 0, of one of the past. */
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

/** What is past is interpreted. */
function emitOccurring(term: Term<OccurringData>, emission: Emission): Emitted {
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
  const past = emission.inside(() => {
    const found = emission.interpreted(term);
    emission.add(js`${value} = ${found.value}; ${absence} = ${found.absence ?? 0};`);
  });
  emission.add(js`if (${occurrence} > 0) { ${now} } else { ${past} }`);
  return { value, absence };
}
