import type { Type } from '../../components/model.js';
import { classColumns, kindColumns } from '../columns/sort.js';
import { emitClass, emitKind } from '../emit/emit-objects.js';
import { missing } from '../../ir/node.js';
import { type Operation, isAbsent } from '../operation.js';

const kindType: Type = { name: 'kind' };
const classType: Type = { name: 'class' };

/** What sort of object it is: its kind. */
export const kindOf: Operation = {
  name: 'kindOf',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? kindType : 'takes one object'),
  facts: () => ['population'],
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    return isAbsent(id) || id === 0 ? missing : frame.state.identity.kind[id];
  },
  columns: kindColumns,
  emit: emitKind,
};

/** The class that an object is of; none for objects of no class. */
export const classOf: Operation = {
  name: 'classOf',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? classType : 'takes one object'),
  facts: () => ['population'],
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    return isAbsent(id) || id === 0 ? missing : frame.state.class[id];
  },
  columns: classColumns,
  emit: emitClass,
};
