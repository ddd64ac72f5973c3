import { expect, it } from 'vitest';
import { registryOf } from '../../src/state/aggregators.js';
import { type Step, usualGrid } from '../../src/model/connection.js';
import type { Model } from '../../src/model/model.js';
import { makeNode } from '../../src/eval/make-node.js';
import { aggregate, collect } from '../../src/eval/ops/member-folds.js';
import { collectData } from '../support/collect-data.js';
import { connectionRange } from '../../src/eval/ops/members.js';
import { printExpression } from '../../src/eval/print-expression.js';
import { modelOf } from '../support/hand-model.js';
import { boolean, number, source } from '../support/nodes.js';

const base = modelOf({ kinds: { plot: { node: true }, city: { attachesTo: ['plot'] } } });
const map = { index: 0, name: 'map', kind: 1, width: 4, height: 3, wrapX: true, wrapY: false, ...usualGrid };
const model: Model = {
  ...base,
  links: [{ index: 0, name: 'trade', kinds: [2], to: 2 }],
  grids: [map],
  connections: [{ index: 0, name: 'partners', from: 2, to: 2, steps: [{ by: 'listed', link: 0 }, { by: 'once' }] }],
  aggregators: registryOf([]),
};

function printed(of: Model, ...steps: readonly Step[]): string {
  return printExpression(
    makeNode(aggregate, { fold: 'count', range: connectionRange(of, steps), slot: 2 }, source, boolean(true)),
    { model: of, first: 'source', longest: 1000 },
  );
}

it('what a connection leads to is printed as content would write it', () => {
  expect(printed(model, { by: 'listed', link: 0 }, { by: 'once' })).toBe('partners(source).count()');
  expect(printed(model, { by: 'kind', kind: 2 }, { by: 'listed', link: 0 }, { by: 'once' })).toBe(
    'partners(source).count()',
  );
  expect(printed(model, { by: 'listed', link: 0 })).toBe('source.trade.count()');
  expect(printed(model, { by: 'square', grid: 0, distance: 2 }, { by: 'once' })).toBe('near(source, 2).count()');
  expect(
    printed(
      { ...model, grids: [map, { ...map, index: 1, name: 'sky' }] },
      { by: 'square', grid: 1, distance: 2 },
      { by: 'once' },
    ),
  ).toBe("near(source, 2, 'sky').count()");
  expect(printed(model, { by: 'owner' }, { by: 'owned', kind: 2 })).toBe('connected(source, owner, owned).count()');
});

it('a registered fold is printed by its name', () => {
  const data = collectData(model, 4, connectionRange(model, [{ by: 'listed', link: 0 }]), 2);
  expect(
    printExpression(makeNode(collect, data, source, number(1)), { model, first: 'source', longest: 1000 }),
  ).toMatch(/^source\.trade\.collect\('MEAN', \w+, 1\)$/);
});
