import { distanceBetween, jumpsApart } from '../../components/place.js';
import type { WorldState } from '../../components/state.js';
import { distanceColumns, jumpsColumns } from '../columns/distance.js';
import { emitDistance } from '../emit/emit-distance.js';
import { missing } from '../../ir/node.js';
import { type Operation, applying, entityType, isAbsent, numberType, signature } from '../operation.js';
import { type Documentation, call, mayMiss } from '../record.js';

type Parts = Pick<Operation, 'facts' | 'heavy' | 'columns' | 'emitRows'>;

const document: Documentation = {
  meaning: 'in the plane, over lanes',
  absent: 'missing where one is nowhere',
  families: 'Exc',
};

function between(
  name: string,
  measure: (state: WorldState, a: number, b: number) => number | undefined,
  parts: Parts,
): Operation {
  return {
    name,
    type: signature([entityType, entityType], numberType),
    document,
    absence: () => mayMiss,
    print: call(name),
    lens: () => 'place',
    ...applying(({ state }, _data, a, b) => (isAbsent(a) || isAbsent(b) ? missing : measure(state, a, b))),
    ...parts,
  };
}

export const distance = between('distance', distanceBetween, {
  facts: () => ['population', 'place'],
  columns: distanceColumns,
  emitRows: emitDistance,
});

/** Infinite where no path leads. */
export const jumps = between('jumps', jumpsApart, {
  facts: () => ['population', 'place', 'lanes'],
  heavy: true,
  columns: jumpsColumns,
});
