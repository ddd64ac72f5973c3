import type { Enumeration } from '../../model/model.js';
import { withinColumns } from '../columns/within.js';
import { emitWithin } from '../emit/emit-within.js';
import type { Value } from '../../ir/node.js';
import { type Operation, booleanType, graver, isAbsent } from '../operation.js';

/**
 * Whether a word lies within a range of another on their enumeration: places on an order, steps around a wheel. A
 * centre off the wheel (or none) matches only itself; a word off the wheel never matches a centre on it. Arguments:
 * word, centre, range.
 */
export const within: Operation = {
  name: 'within',
  type(args) {
    const fits =
      args.length === 3 &&
      args[0].name === 'enumeration' &&
      args[1].name === 'enumeration' &&
      args[0].index === args[1].index &&
      args[2].name === 'number';
    return fits ? booleanType : 'takes two words of one enumeration and a range';
  },
  document: { meaning: 'near a word on an order or wheel', absent: 'when one is', families: 'Ex' },
  evaluate(node, frame): Value {
    const [word, centre, range] = node.args.map((arg) => frame.evaluate(arg));
    if (isAbsent(word) || isAbsent(centre) || isAbsent(range)) return graver(word, graver(centre, range));
    const type = node.args[0].type;
    if (type.name !== 'enumeration') return 0;
    return isWithin(frame.state.model.enumerations[type.index], word, centre, range) ? 1 : 0;
  },
  columns: (term, rows, evaluator) => withinColumns(term, rows, evaluator, isWithin),
  emitRows: (term, emission) => emitWithin(term, emission, isWithin),
};

function isWithin(enumeration: Enumeration, word: number, centre: number, range: number): boolean {
  if (word === 0 || centre === 0 || enumeration.order === 'none') return word === centre;
  const apart = Math.abs(word - centre);
  if (enumeration.order === 'ordered') return apart <= range;
  if (centre > enumeration.ring || word > enumeration.ring) return word === centre;
  return Math.min(apart, enumeration.ring - apart) <= range;
}
