import { certainly, isSomebody, valuesOf, type Documentation, missingOfNone, member } from '../record.js';
import type { Type } from '../../model/model.js';
import { classColumns, kindColumns } from '../columns/objects.js';
import { js } from '../emit/code.js';
import { kindOf as kindOfAll } from '../emit/emission.js';
import { kindColumn, missingWhereNone } from '../emit/parts.js';
import { missing } from '../../ir/node.js';
import { type Operation, isAbsent } from '../operation.js';

const kindType: Type = { name: 'kind' };
const classType: Type = { name: 'class' };

const document: Documentation = {
  meaning: 'what sort of object it is',
  absent: 'missing for none',
  families: 'Exctf',
};

export const kindOf: Operation = {
  name: 'kindOf',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? kindType : 'takes one object'),
  document,
  absence: missingOfNone,
  bounds({ args: [of] }, known) {
    const object = known.of(of);
    const absent = !isSomebody(object);
    return object.kind === undefined
      ? { ...valuesOf(kindType, known.model), absent }
      : { ...certainly(object.kind), absent };
  },
  print: member(() => 'kind'),
  local: () => ['population'],
  facts: () => ['population'],
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    return isAbsent(id) || id === 0 ? missing : frame.state.identity.kind[id];
  },
  columns: kindColumns,
  emit(term, emission) {
    const kind = kindOfAll(term.args[0], emission);
    if (kind !== 0) return { value: js`${kind}`, absence: undefined };
    const value = emission.keep(js`${kindColumn(emission)}[${emission.idOf(term.args[0])}]`);
    return { value, absence: missingWhereNone(term.args[0], emission) };
  },
};

/** None for objects of no class. */
export const classOf: Operation = {
  name: 'classOf',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? classType : 'takes one object'),
  document,
  absence: missingOfNone,
  bounds({ args: [of] }, known) {
    const object = known.of(of);
    const absent = !isSomebody(object);
    if (object.class !== undefined) return { ...certainly(object.class), absent };
    const { kind } = object;
    const classes = known.model.classes.filter((each) => kind === undefined || each.kind === kind);
    return { least: 0, most: Math.max(0, ...classes.map(({ index }) => index)), absent };
  },
  print: member(() => 'class'),
  local: () => ['population'],
  facts: () => ['population'],
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    return isAbsent(id) || id === 0 ? missing : frame.state.class[id];
  },
  columns: classColumns,
  emit: (term, emission) => ({
    value: emission.keep(js`${emission.once(js`frame.state.class`)}[${emission.idOf(term.args[0])}]`),
    absence: missingWhereNone(term.args[0], emission),
  }),
};
