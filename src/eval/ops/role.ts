import { js } from '../emit/code.js';
import { objectOrMissing, resolved } from '../emit/parts.js';
import { someone, mayMiss, leaf } from '../record.js';
import type { WorldState } from '../../components/state.js';
import { resolve } from '../../kernel/identity.js';
import { filled } from '../columns/filled.js';
import { type Value, missing } from '../../ir/node.js';
import { type Operation, entityType } from '../operation.js';

/** Missing also while the bound one is gone. */
export const role: Operation<{ readonly role: number }> = {
  name: 'role',
  type: () => entityType,
  text: (data) => String(data.role),
  document: {
    meaning: 'the object that the host has bound to a name',
    absent: 'missing while none is bound',
    families: 'Exct',
  },
  absence: () => mayMiss,
  bounds: someone,
  print: leaf(({ role: index }, { model }) => `role('${model.roles[index]}')`),
  ofWorld: true,
  facts: () => ['population', 'role'],
  evaluate: (node, frame) => bound(frame.state, node.data.role),
  columns: (term, rows, { state, scratch }) => filled(term, bound(state, term.data.role), rows.length, scratch),
  emit: ({ data }, emission) => objectOrMissing(resolved(js`frame.state.role[${data.role + 1}]`, emission), emission),
};

function bound({ identity, role: bindings }: WorldState, index: number): Value {
  return resolve(identity, bindings[index + 1]) || missing;
}
