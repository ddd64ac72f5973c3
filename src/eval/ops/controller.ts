import { js } from '../emit/code.js';
import { objectOrMissing } from '../emit/parts.js';
import { someone, mayMiss } from '../record.js';
import { filled } from '../columns/filled.js';
import { missing } from '../../ir/node.js';
import { type Operation, entityType, signature } from '../operation.js';

export const controller: Operation = {
  name: 'controller',
  type: signature([], entityType),
  document: { meaning: 'who controls the ability that answers', absent: 'missing where nobody does', families: 'T' },
  absence: () => mayMiss,
  bounds: someone,
  ofWorld: true,
  facts: () => ['occurrence'],
  evaluate: (_node, frame) => frame.controller || missing,
  emit: (_term, emission) => objectOrMissing(js`frame.controller`, emission),
  columns: (term, rows, { frame, scratch }) => filled(term, frame.controller || missing, rows.length, scratch),
};
