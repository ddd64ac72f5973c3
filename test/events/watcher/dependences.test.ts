import { describe, expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { coordinate } from '../../../src/eval/ops/space.js';
import { follow, role } from '../../../src/eval/ops/object-links.js';
import { read } from '../../../src/eval/ops/read.js';
import { dependencesOf, shapeOf } from '../../../src/events/watcher/split.js';
import type { Model } from '../../../src/model/model.js';
import { columnStamp, fact } from '../../../src/model/stamps.js';
import { galaxyModel, modelOf } from '../../support/hand-model.js';
import { none, number } from '../../support/nodes.js';

const flat = modelOf({
  kinds: { side: { faction: true, ownership: 'none' }, body: {} },
  columns: { health: { kinds: ['body'] }, mate: { kinds: ['body'], role: 'property', type: { name: 'entity' } } },
  roles: ['one', 'two'],
});
const one = makeNode(role, { role: 0 });
const two = makeNode(role, { role: 1 });
const readOf = (column: number, of: Node): Node =>
  makeNode(read, { column, type: flat.columns[column].type, climb: false, absent: 'missing' as const }, of);

function looks(
  condition: Node,
  model: Model = flat,
): { readonly own: readonly (readonly number[])[]; readonly any: readonly number[] } {
  const shape = shapeOf(condition);
  if (shape === undefined) throw new Error('it has no shape');
  const { own, any } = dependencesOf(shape.node, shape.roles.length, model);
  return { own: own.map((stamps) => [...stamps].sort((a, b) => a - b)), any: [...any].sort((a, b) => a - b) };
}

describe('what a condition looks at', () => {
  test('cells of its own objects', () => {
    expect(looks(makeNode(compare, { comparison: '<' as const }, readOf(0, one), readOf(0, two)))).toEqual({
      own: [
        [fact.population, columnStamp(0)],
        [fact.population, columnStamp(0)],
      ],
      any: [],
    });
  });

  test('of a reference also whether what it names is there, whoever that is', () => {
    expect(looks(makeNode(compare, { comparison: '==' as const }, readOf(1, one), none))).toEqual({
      own: [[fact.population, columnStamp(1)]],
      any: [fact.population],
    });
  });

  test('of what a reference leads to, the cells of any object', () => {
    expect(looks(makeNode(compare, { comparison: '<' as const }, readOf(0, readOf(1, one)), number(3)))).toEqual({
      own: [[fact.population, columnStamp(1)]],
      any: [fact.population, columnStamp(0)],
    });
  });

  test('owner and place of its own objects where nothing hangs on anything, else of any', () => {
    const owned = makeNode(
      compare,
      { comparison: '==' as const },
      makeNode(follow, { relation: 'owner' as const, kind: 0 }, one),
      two,
    );
    const placed = makeNode(
      compare,
      { comparison: '>' as const },
      makeNode(coordinate, { axis: 'x' as const }, one),
      number(0),
    );
    expect(looks(owned)).toEqual({ own: [[fact.population, fact.owner], []], any: [] });
    expect(looks(placed)).toEqual({ own: [[fact.population, fact.place]], any: [] });
    expect(looks(owned, galaxyModel).any).toEqual([fact.population, fact.owner, fact.place]);
    expect(looks(placed, galaxyModel).any).toEqual([fact.population, fact.place]);
  });
});
