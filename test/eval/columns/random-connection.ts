import { registryOf } from '../../../src/state/aggregators.js';
import { type Grid, type Neighbourhood, type Step, usualGrid } from '../../../src/model/connection.js';
import { setEdges } from '../../../src/components/edges.js';
import { setList } from '../../../src/components/links.js';
import type { Model } from '../../../src/model/model.js';
import { liveIds } from '../../../src/components/live-objects.js';
import type { WorldState } from '../../../src/components/state.js';
import type { Node } from '../../../src/ir/node.js';
import { makeNode } from '../../../src/eval/make-node.js';
import { collect } from '../../../src/eval/ops/member-folds.js';
import { collectData } from '../../support/collect-data.js';
import { ballRange, cellsRange, connectionRange } from '../../../src/eval/ops/members.js';
import type { BallRange, CellsRange, ConnectionRange, Range } from '../../../src/eval/ops/range.js';
import type { Choices } from '../../support/choices.js';

/** Random connections of a random model, and what they are made of. */

/** Aggregators whose results tell the order of the values apart; any number will do for them. */
const ordered = registryOf([
  {
    name: 'ORDER',
    input: 'number',
    output: 'number',
    fold: (values) => values.reduce((hash, value) => (Math.imul(hash, 31) + value) | 0, 7),
  },
  {
    name: 'FIRST_TWO',
    input: 'boolean',
    output: 'boolean',
    fold: (values, count) => (count > 1 && values[0] !== values[1] ? 1 : 0),
  },
]);

/** Aggregators that make a finite number of any numbers. */
const tolerant = ['AND', 'OR', 'NUM', 'SUM', 'MEAN', 'ORDER', 'FIRST_TWO'];

function shaped(neighbourhood: Neighbourhood): Pick<Grid, 'neighbourhood' | 'makesCells' | 'class'> {
  return { ...usualGrid, neighbourhood };
}

/** The model with two links, small grids of every neighbourhood and aggregators. */
export function withConnections(model: Model): Model {
  const system = model.kindByName.get('system')?.index ?? 1;
  const others = model.kinds.map(({ index }) => index).filter((kind) => kind !== system);
  return {
    ...model,
    links: [
      { index: 0, name: 'trade', kinds: model.kinds.map(({ index }) => index).filter((kind) => kind % 2 === 0), to: 0 },
      { index: 1, name: 'routes', kinds: [system], to: system },
    ],
    grids: [
      { index: 0, name: 'torus', kind: system, width: 4, height: 3, wrapX: true, wrapY: true, ...usualGrid },
      { index: 1, name: 'plane', kind: system, width: 3, height: 4, wrapX: false, wrapY: false, ...usualGrid },
      { index: 2, name: 'comb', kind: system, width: 3, height: 4, wrapX: false, wrapY: true, ...shaped('hexagonal') },
      { index: 3, name: 'tube', kind: system, width: 4, height: 4, wrapX: true, wrapY: false, ...shaped('vonNeumann') },
      { index: 4, name: 'cross', kind: system, width: 4, height: 3, wrapX: true, wrapY: true, ...shaped('axes') },
    ],
    graphs: [
      { index: 0, name: 'friends', kind: system, directed: false },
      { index: 1, name: 'follows', kind: system, directed: true },
    ],
    spaces: [
      { index: 0, name: 'sky', kinds: [system], width: 4, height: 3, wrapX: true, wrapY: true },
      { index: 1, name: 'sea', kinds: others, width: 5, height: 2.5, wrapX: true, wrapY: false },
    ],
    aggregators: ordered,
  };
}

/** Gives a graph other edges, some of them parallel. */
function rejoin(state: WorldState, choices: Choices): void {
  const graph = choices.pick(state.model.graphs);
  const nodes = [...liveIds(state)].filter((id) => state.identity.kind[id] === graph.kind);
  if (nodes.length < 2) return;
  const pairs = Array.from({ length: choices.between(0, 12) }, () => {
    const first = choices.below(nodes.length);
    return [first, (first + choices.between(1, nodes.length - 1)) % nodes.length];
  });
  setEdges(state, graph.index, {
    from: Int32Array.from(pairs, ([first]) => nodes[first]),
    to: Int32Array.from(pairs, ([, second]) => nodes[second]),
  });
}

/** Gives an object another list, with repeats, or a graph other edges. */
export function relist(state: WorldState, choices: Choices, id: number): void {
  if (state.model.graphs.length > 0 && choices.oneIn(2)) return rejoin(state, choices);
  const link = choices.pick(state.model.links);
  const fitting = [...liveIds(state)].filter((other) => link.to === 0 || state.identity.kind[other] === link.to);
  setList(
    state,
    link.index,
    id,
    fitting.length === 0 ? [] : Array.from({ length: choices.between(0, 5) }, () => choices.pick(fitting)),
  );
}

/** Steps that may make few of many or many of few. */
export function randomSteps(choices: Choices, model: Model): readonly Step[] {
  const length = choices.pick([0, 1, 1, 2, 2, 3, 4, 5]);
  let wide = 0;
  return Array.from({ length }, (_, place): Step => {
    const step = randomStep(choices, model, place, wide >= 3);
    if (isWide(step)) wide++;
    return step;
  });
}

function isWide({ by }: Step): boolean {
  return (
    by === 'objects' ||
    by === 'attached' ||
    by === 'owned' ||
    by === 'referrers' ||
    by === 'listed' ||
    by === 'listing' ||
    by === 'linked' ||
    by === 'square'
  );
}

function randomStep(
  choices: Choices,
  { kinds, columns, links, grids, graphs }: Model,
  place: number,
  isNarrow: boolean,
): Step {
  const kind = choices.oneIn(2) ? 0 : choices.between(1, kinds.length);
  const references = columns.filter(({ type }) => type.name === 'entity');
  const booleans = columns.filter(({ type }) => type.name === 'boolean');
  const narrow: Step[] = [
    { by: 'owner' },
    { by: 'parent' },
    { by: 'kind', kind },
    { by: 'others' },
    { by: 'once' },
    { by: 'sorted' },
  ];
  if (references.length > 0) narrow.push({ by: 'reference', column: choices.pick(references).index });
  if (booleans.length > 0) narrow.push({ by: 'having', column: choices.pick(booleans).index });
  if (isNarrow) return choices.pick(narrow);
  const wide: Step[] = [
    { by: 'attached', kind },
    { by: 'owned', kind },
    { by: 'listed', link: choices.below(links.length) },
    { by: 'listing', link: choices.below(links.length) },
    { by: 'linked', graph: choices.below(graphs.length) },
    { by: 'square', grid: choices.below(grids.length), distance: choices.pick([0, 1, 1, 2, 3, 7]) },
  ];
  if (references.length > 0) wide.push({ by: 'referrers', column: choices.pick(references).index, kind });
  if (place === 0 && choices.oneIn(4)) return { by: 'objects', kind };
  return choices.oneIn(2) ? choices.pick(wide) : choices.pick(narrow);
}

export function randomCellsRange(choices: Choices, model: Model): CellsRange {
  return cellsRange(model, choices.below(model.grids.length), choices.oneIn(2));
}

export function randomBallRange(choices: Choices, model: Model): BallRange {
  return ballRange(model, choices.below(model.spaces.length));
}

export function randomConnectionRange(choices: Choices, model: Model): ConnectionRange {
  if (choices.oneIn(5)) return connectionRange(model, [{ by: 'linked', graph: choices.below(model.graphs.length) }]);
  return connectionRange(model, randomSteps(choices, model));
}

/** A `collect` over a range, of an output. `valueOf` makes the value, of a type, with a member in the slot. */
export function collectOf(
  choices: Choices,
  model: Model,
  output: 'boolean' | 'number',
  range: Range,
  slot: number,
  anchor: readonly Node[],
  valueOf: (type: 'boolean' | 'number') => Node,
): Node {
  const named = model.aggregators.filter((each) => each.output === output && tolerant.includes(each.name));
  const data = collectData(model, model.aggregators.indexOf(choices.pick(named)), range, slot);
  return makeNode(collect, data, ...anchor, valueOf(data.input));
}
