import { type Type, isPooled } from '../../model/model.js';
import type { WorldState } from '../../components/state.js';
import { intern, textOf } from '../../kernel/strings.js';
import { filled } from '../columns/filled.js';
import { rowByRow } from '../columns/row-by-row.js';
import { js } from '../emit/code.js';
import { expression } from '../form.js';
import { type Value, missing } from '../../ir/node.js';
import { scalar } from './scalar.js';
import { type Operation, binary, booleanType, sameType, signature } from '../operation.js';
import { equation, leaf, missingToo, sum } from '../record.js';

/**
 * Texts, pairs, dice and arrays: handles into the world's pool of texts, equal where the values are identical (see
 * compounds.ts).
 */

export const textType: Type = { name: 'text' };

/**
 * Characters of the longest text that an expression makes. A longer one is absent: sums of sums would double without
 * end.
 */
export const longestText = 1 << 20;

/** The handle of a text that was made; missing where it is too long. */
export function pool(state: WorldState, text: string): Value {
  return text.length > longestText ? missing : intern(state.strings, text);
}

export const pooled: Operation<{ readonly type: Type; readonly text: string }> = {
  name: 'pooled',
  type: (_args, { type }) => (isPooled(type) ? type : 'stands for a text, a pair, dice or an array'),
  text: ({ type, text }) => `${type.name}${type.name === 'array' ? ` ${type.of.name}` : ''} ${JSON.stringify(text)}`,
  document: { meaning: 'a text, pair, dice or array known at load', families: 'F' },
  // Texts in quotes, the rest as it is.
  print: leaf(({ type, text }) => (type.name === 'text' ? JSON.stringify(text) : text)),
  ofWorld: true,
  evaluate: (node, frame) => intern(frame.state.strings, node.data.text),
  columns: (term, rows, { state, scratch }) =>
    filled(term, intern(state.strings, term.data.text), rows.length, scratch),
};

const identifiable: ReadonlySet<Type['name']> = new Set<Type['name']>(['text', 'pair', 'dice', 'boolean', 'class']);

export const identical: Operation<undefined> = scalar(
  {
    name: 'identical',
    type: (args) =>
      args.length === 2 && sameType(args[0], args[1]) && identifiable.has(args[0].name)
        ? booleanType
        : 'takes two texts, pairs, dice, booleans or classes',
    document: {
      meaning: 'two texts, pairs, dice, booleans or classes are the same',
      absent: 'when one is',
      families: 'F',
    },
    print: equation,
    ofWorld: true,
    takes: [['code', 'code']],
    gives: 'code',
  },
  {
    '': expression(
      (a, b) => (a === b ? 1 : 0),
      (a, b) => js`${a} === ${b} ? 1 : 0`,
    ),
  },
);

export const join: Operation<undefined> = {
  name: 'join',
  type: signature([textType, textType], textType),
  document: {
    meaning: 'one text behind another',
    absent: 'when one is, or past 1,048,576 characters',
    families: 'F',
  },
  absence: missingToo,
  print: sum,
  ofWorld: true,
  evaluate(node, frame) {
    const { strings } = frame.state;
    let joined: Value = missing;
    const absence = binary(node, frame, (a, b) => {
      joined = pool(frame.state, textOf(strings, a) + textOf(strings, b));
      return 0;
    });
    return absence === 0 ? joined : absence;
  },
  columns: rowByRow,
};
