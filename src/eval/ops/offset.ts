import { type Operation, applying, entityType, isAbsent, numberType, signature } from '../operation.js';
import { type Value, missing } from '../../ir/node.js';
import { isMissing, numbersBy } from '../columns/rows.js';
import { idsIn } from '../columns/absence.js';
import { writeCall } from '../printer.js';
import { checkIndex, checkWord } from '../check-data.js';
import { js } from '../emit/code.js';
import { emitOffset, knownOffset } from '../emit/emit-ball.js';
import { mayMiss } from '../data.js';
import { placedIn } from '../../state/space-cells.js';
import type { WorldState } from '../../components/state.js';
import { isFlat } from '../../model/model.js';
import { wayAlong } from '../../model/space.js';
import { indexOf, word } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

interface OffsetData {
  readonly space: number;
  readonly axis: 'x' | 'y';
}

/** The shortest way in a space from one object to another, along one axis. */
export const offset: Operation<OffsetData> = {
  name: 'offset',
  type: signature([entityType, entityType], numberType),
  data: record<OffsetData>({ space: indexOf('space'), axis: word('x', 'y') }),
  text: ({ space, axis }) => `${space} ${axis}`,
  document: {
    meaning: 'the shortest way in a space from one object to another, along one axis',
    absent: 'missing if one is not in the space',
    families: 'Exc',
  },
  absence: () => mayMiss,
  check({ space, axis }, { spaces }) {
    checkIndex(space, 0, spaces.length);
    checkWord(axis, ['x', 'y']);
  },
  apart: () => 'an expression measures in a space',
  facts: () => ['population', 'place'],
  print: ({ data: { space, axis }, args }, to) => {
    const { spaces } = to.wording.model;
    const named = spaces.length > 1 ? [`'${spaces[space].name}'`] : [];
    writeCall(to, axis === 'x' ? 'offsetX' : 'offsetY', args, ...named);
  },
  ...applying(({ state }, { space, axis }, a, b): Value => {
    if (isAbsent(a) || isAbsent(b)) return missing;
    const way = wayIn(state, space, axis === 'x' ? 1 : 0, a, b);
    return Number.isNaN(way) ? missing : way;
  }),
  columns: (term, rows, evaluator) =>
    numbersBy(rows, evaluator.scratch, (into, absence) => {
      const { space, axis } = term.data;
      const [a, b] = term.args.map((arg) => idsIn(arg, rows, evaluator));
      for (let row = 0; row < rows.length; row++) {
        const way = wayIn(evaluator.state, space, axis === 'x' ? 1 : 0, a[row], b[row]);
        into[row] = way;
        absence[row] = Number.isNaN(way) ? isMissing : 0;
      }
      return absence;
    }),
  emit(term, emission) {
    const known = knownOffset(term, emission);
    if (known !== undefined) return { value: known };
    if (emission.inFrame || isFlat(emission.model)) return emitOffset(term, emission);
    const { space, axis } = term.data;
    const [a, b] = term.args.map((arg) => emission.idOf(arg));
    const call = js`${emission.thing('wayIn', wayIn)}(frame.state, ${space}, ${axis === 'x' ? 1 : 0}, ${a}, ${b})`;
    const value = emission.keep(call);
    return { value, absence: emission.keep(js`${value} !== ${value} ? ${isMissing} : 0`) };
  },
};

/** NaN where one is not in the space; no two places there are NaN apart. */
function wayIn(state: WorldState, number: number, isX: number, a: number, b: number): number {
  const space = state.model.spaces[number];
  const [p, q] = [placedIn(state, space, a), placedIn(state, space, b)];
  if (p === 0 || q === 0) return NaN;
  return isX === 1
    ? wayAlong(state.x[p], state.x[q], space.width, space.wrapX)
    : wayAlong(state.y[p], state.y[q], space.height, space.wrapY);
}
