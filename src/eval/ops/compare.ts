import { compareColumns } from '../columns/compare.js';
import { emitCompare } from '../emit/emit-numbers.js';
import { type Operation, binary, booleanType, sameType } from '../operation.js';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const apply: Record<Comparison, (a: number, b: number) => number> = {
  '==': (a, b) => (a === b ? 1 : 0),
  '!=': (a, b) => (a !== b ? 1 : 0),
  '<': (a, b) => (a < b ? 1 : 0),
  '<=': (a, b) => (a <= b ? 1 : 0),
  '>': (a, b) => (a > b ? 1 : 0),
  '>=': (a, b) => (a >= b ? 1 : 0),
};

/** Compares two values of one type; order is for numbers and for words of one enumeration. */
export const compare: Operation<{ readonly comparison: Comparison }> = {
  name: 'compare',
  type(args, data) {
    if (args.length !== 2 || !sameType(args[0], args[1])) return 'compares two values of one type';
    if (args[0].name === 'numeric') return 'compares no numbers with classes; numericCompare does';
    const ordered = args[0].name === 'number' || args[0].name === 'enumeration';
    return data.comparison === '==' || data.comparison === '!=' || ordered
      ? booleanType
      : `${args[0].name} values have no order`;
  },
  text: (data) => data.comparison,
  evaluate: (node, frame) => binary(node, frame, apply[node.data.comparison]),
  columns: compareColumns,
  emit: emitCompare,
};
