import { resolve } from '../../kernel/identity.js';
import { missing } from '../node.js';
import { type Operation, entityType } from '../operation.js';

/** The object that the host has bound to a role at run time; missing while none is bound or the bound one is gone. */
export const role: Operation<{ readonly role: number }> = {
  name: 'role',
  type: () => entityType,
  text: (data) => String(data.role),
  evaluate: (node, frame) => resolve(frame.state.identity, frame.state.role[node.data.role + 1]) || missing,
};
