import { inspect } from '../../../src/world/inspect.js';
import { bear, destroy } from '../../../src/state/object-life.js';
import { setOwner } from '../../../src/components/ownership.js';
import { liveIds } from '../../../src/components/live-objects.js';
import { setAvailable } from '../../../src/components/availability.js';
import { writeCell } from '../../../src/components/cells.js';
import { setHeld } from '../../../src/components/holdings.js';
import { setTimeOf } from '../../../src/components/clock.js';
import { type Model, type Type, type Variable, cellClass } from '../../../src/model/model.js';
import { connect, disconnect } from '../../../src/components/lanes.js';
import { placementBy, put } from '../../../src/components/place.js';
import { placeKind } from '../../../src/components/place-kind.js';
import { setNetwork } from '../../../src/components/networks.js';
import { setRelated } from '../../../src/components/relations.js';
import { setSighted } from '../../../src/components/sights.js';
import { setParameter } from '../../../src/components/parameters.js';
import { fact, touch } from '../../../src/model/stamps.js';
import { setSeen } from '../../../src/components/visibility.js';
import { createState, restoreState } from '../../../src/state/world-state.js';
import { type WorldState } from '../../../src/components/state.js';
import type { Program } from '../../../src/ir/rule.js';
import { defineContent } from '../../../src/content/native/define.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { handleOf, idLimit } from '../../../src/kernel/identity.js';
import { intern } from '../../../src/kernel/strings.js';
import { defaultLimits } from '../../../src/kernel/world-limits.js';
import type { Choices } from '../../support/choices.js';
import { randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';
import { relist, withConnections } from './random-connection.js';
import { occur, withOccurrences } from './random-occurrence.js';
import { numericType, pooledTypes, randomNumeric, randomText } from './random-numeric-node.js';

/** The state of a random world of random content, to be changed from below. */
export function randomState(choices: Choices, objects: number, factions = 31): WorldState {
  const program = withMore(defineContent(randomContent(choices.split('content'), []).source));
  const room = { factions, lanes: 64, streams: 4 };
  const world = randomWorld(choices.split('world'), program, objects, { reserve: room });
  const state = createState(
    program.model,
    defaultLimits,
    { capacity: inspect(world).capacity + 120, cells: 20_000, words: 20_000, links: 20_000, ...room },
    '1',
    false,
  );
  restoreState(state, world.snapshot());
  const rivals = factionIds(state);
  const crowd = factions > 31 ? 36 - rivals.length : choices.between(0, 3);
  const kind = state.model.kindByName.get('empire')?.index ?? 0;
  for (let i = 0; i < crowd; i++)
    tolerated(() => bear(state, { kind, class: 0, name: '', owner: 0, place: { at: 'nowhere' }, created: 0 }));
  for (let i = 0; i < 5; i++) addNode(state, choices.split(`node ${i}`));
  for (let i = 0; i < objects * 2; i++) change(state, choices.split(`mix ${i}`));
  if (choices.split('divided').oneIn(2)) divide(state, choices.split('instances'));
  return state;
}

/** Words of a question that are supposed of objects, so that it happens often. */
export const wordsAsked = 3;

/**
 * Two sets of words, each of objects of some kinds, one of them of more words than 64; questions of both types, with
 * words and without.
 */
export function withHoldings(model: Model): Model {
  const skills = model.enumerations.length;
  const enumerations = [
    ...model.enumerations,
    {
      index: skills,
      name: 'skill',
      members: Array.from({ length: 70 }, (_, i) => `skill ${i}`),
      order: 'none',
      ring: 0,
    } as const,
  ];
  const first = model.holdings.length;
  const kindsWith = (fits: (kind: number) => boolean): readonly number[] =>
    model.kinds.map(({ index }) => index).filter(fits);
  return {
    ...model,
    enumerations,
    holdings: [
      ...model.holdings,
      { index: first, name: 'skills', words: skills, kinds: kindsWith((kind) => kind % 2 === 0) },
      { index: first + 1, name: 'traits', words: 0, kinds: kindsWith((kind) => kind % 3 !== 0) },
    ],
    questions: [
      { index: 0, name: 'skill', words: skills, type: 'boolean' },
      { index: 1, name: 'brave', words: -1, type: 'boolean' },
      { index: 2, name: 'strength', words: -1, type: 'number' },
    ],
  };
}

/** What native content cannot declare: tables, further sights, networks. */
function withMore(program: Program): Program {
  const tables = [
    { name: 'narrow', width: 1, values: Float64Array.of(0, 1.5, -2, NaN, 4) },
    { name: 'wide', width: 3, values: Float64Array.from({ length: 12 }, (_, i) => i % 4) },
  ];
  const variables = variablesFor(program.model);
  return {
    ...program,
    model: {
      ...withOccurrences(withConnections(withHoldings(program.model))),
      variables,
      tables,
      sights: ['mapped', 'supplied'],
      networks: ['supply', 'roads'],
    },
  };
}

/** Two variables of numbers and one of another type for each kind. */
function variablesFor({ kinds, enumerations }: Model): readonly Variable[] {
  const others: readonly Type[] = [
    ...pooledTypes,
    { name: 'boolean' },
    { name: 'number' },
    { name: 'class' },
    { name: 'entity' },
    { name: 'enumeration', index: Math.min(0, enumerations.length - 1) },
  ];
  return kinds
    .flatMap(({ index: kind }) =>
      [numericType, numericType, ...others.filter((_type, i) => i % 4 === kind % 4)].map(
        (type, offset): Omit<Variable, 'index'> => ({
          name: `variable ${kind} ${offset}`,
          kind,
          type,
          offset,
          input: true,
          explanation: '',
          initial: initialOf(type, offset),
        }),
      ),
    )
    .map((variable, index) => ({ ...variable, index }));
}

function initialOf(type: Type, offset: number): Variable['initial'] {
  if (type.name === 'numeric') return offset === 0 ? { value: 3, whole: true } : { value: -0.5, whole: false };
  return pooledTypes.includes(type)
    ? { text: type.name === 'array' ? '[]' : type.name === 'pair' ? '0,0' : type.name === 'dice' ? '1d6' : 'none' }
    : { value: 0 };
}

export function factionIds(state: WorldState): readonly number[] {
  return [...state.factionEntity].filter((id) => id !== 0);
}

/** One more node, joined to another, and perhaps something on the lane between them. */
/** As if every 32 rows were an instance. */
function divide(state: WorldState, choices: Choices): void {
  const seeds = (): Uint32Array => Uint32Array.from({ length: 64 }, () => choices.below(2 ** 32));
  state.instances = {
    seedLow: seeds(),
    seedHigh: seeds(),
    lead: Int32Array.from({ length: 64 }, () => choices.between(-2, 5)),
    clock: new Int32Array(64),
  };
}

function addNode(state: WorldState, choices: Choices): void {
  const nodes = [...liveIds(state)].filter((id) => state.place[id] === placeKind.node);
  const kind = state.model.kindByName.get('system')?.index ?? 0;
  const id = bear(state, {
    kind,
    class: 0,
    name: '',
    owner: 0,
    place: { at: 'point', x: choices.between(0, 3), y: choices.between(0, 3) },
    created: 1,
  });
  if (nodes.length === 0) return;
  const neighbour = choices.pick(nodes);
  tolerated(() => {
    connect(state, id, neighbour);
  });
  const traveller = choices.pick([...liveIds(state)]);
  if (state.place[traveller] !== placeKind.node)
    tolerated(() => {
      put(state, traveller, { at: 'lane', from: id, to: neighbour, fraction: choices.pick([0.25, 0.5]) });
    });
}

/** Does something that may be refused because it does not fit. */
function tolerated(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
  }
}

/** One random change of any sort. */
export function change(state: WorldState, choices: Choices): void {
  const ids = [...liveIds(state)];
  const factions = factionIds(state);
  if (ids.length === 0) return;
  const id = choices.pick(ids);
  const other = choices.pick(ids);
  const faction = factions.length > 0 ? choices.pick(factions) : 0;
  const possible = state.model.occurrences.length === 0 ? changes : changesWhereThingsOccur;
  tolerated(() => {
    possible[choices.below(possible.length)](state, choices, { id, other, faction });
  });
}

interface Concerned {
  readonly id: number;
  readonly other: number;
  readonly faction: number;
}

type Change = (state: WorldState, choices: Choices, concerned: Concerned) => void;

const writeAny: Change = (state, choices, { id, other }) => {
  const columns = state.model.columns.filter((column) => column.kinds[state.identity.kind[id]] === 1);
  if (columns.length === 0) return;
  const column = choices.pick(columns);
  const { type } = column;
  const value =
    type.name === 'entity'
      ? choices.pick([0, other, id])
      : type.name === 'boolean'
        ? choices.below(2)
        : type.name === 'number'
          ? choices.pick([0, 1, -2.5, 7, 0.1, 1e6])
          : type.name === 'enumeration'
            ? choices.between(0, state.model.enumerations[type.index].members.length)
            : type.name === 'class'
              ? choices.between(0, state.model.classes.length)
              : choices.between(1, state.model.kinds.length);
  writeCell(state, column, id, value);
};

/** A cell of a variable, as the solver writes it: also a failed one, or one of an object that has no cells. */
const writeVariable: Change = (state, choices, { id, other }) => {
  const variables = state.model.variables.filter(({ kind }) => kind === state.identity.kind[id]);
  if (state.block[id] === 0 || variables.length === 0) return;
  for (const { type, offset } of variables) {
    const cell = state.block[id] + offset;
    const found = randomCell(state, type, other, choices);
    state.cellClasses[cell] = choices.oneIn(6) ? cellClass.failed : found.whole ? cellClass.whole : cellClass.plain;
    state.cellValues[cell] = found.value;
  }
  if (choices.oneIn(8)) state.block[id] = 0;
  touch(state.stamps, fact.cells);
};

function randomCell(
  state: WorldState,
  type: Type,
  other: number,
  choices: Choices,
): { readonly value: number; readonly whole: boolean } {
  const plain = (value: number): { readonly value: number; readonly whole: boolean } => ({ value, whole: false });
  switch (type.name) {
    case 'numeric':
      return randomNumeric(choices);
    case 'number':
      return plain(choices.pick([0, 1, -2.5, 7]));
    case 'boolean':
      return plain(choices.below(2));
    case 'class':
      return plain(choices.between(0, state.model.classes.length));
    case 'enumeration':
      return plain(choices.between(0, state.model.enumerations[type.index].members.length));
    case 'entity':
      return plain(choices.oneIn(4) ? 0 : handleOf(state.identity, other));
    default:
      return plain(intern(state.strings, randomText(type, choices)));
  }
}

const changeLane: Change = (state, choices) => {
  const nodes = [...liveIds(state)].filter((id) => state.place[id] === placeKind.node);
  if (nodes.length > 1) (choices.oneIn(3) ? disconnect : connect)(state, choices.pick(nodes), choices.pick(nodes));
};

const connectAny: Change = (state, choices, { faction }) => {
  const nodes = [...liveIds(state)].filter((id) => state.place[id] === placeKind.node);
  if (nodes.length > 0) setNetwork(state, choices.below(2), faction, choices.pick(nodes), choices.below(3));
};

/**
 * Words of one object and of some others that can hold them: what is asked about one word of one object hardly ever
 * changes.
 */
const holdAny: Change = (state, choices, { id }) => {
  if (state.model.holdings.length === 0) return;
  const holding = choices.pick(state.model.holdings);
  const last = state.model.enumerations[holding.words].members.length;
  const holders = choices.some(
    [...liveIds(state)].filter((other) => holding.kinds.includes(state.identity.kind[other])),
  );
  for (const holder of new Set([...(holding.kinds.includes(state.identity.kind[id]) ? [id] : []), ...holders])) {
    for (let i = choices.between(1, 6); i > 0; i--)
      setHeld(
        state,
        holding.index,
        holder,
        choices.oneIn(2) ? choices.between(1, last) : choices.between(1, Math.min(wordsAsked, last)),
        choices.oneIn(2),
      );
  }
};

const changes: readonly Change[] = [
  writeAny,
  writeAny,
  writeAny,
  writeVariable,
  writeVariable,
  writeVariable,
  (state, _choices, { id, faction }) => {
    setOwner(state, id, faction);
  },
  (state, _choices, { id, faction }) => {
    setOwner(state, id, faction);
  },
  (state, choices, { id }) => {
    put(state, id, { at: 'point', x: choices.between(0, 3), y: choices.between(0, 3) });
  },
  (state, _choices, { id, other }) => {
    const placement = placementBy(state, state.model.kinds[state.identity.kind[id] - 1], other);
    if (placement !== undefined) put(state, id, placement);
  },
  changeLane,
  changeLane,
  (state, choices, { id, faction }) => {
    setSeen(state, faction, id, choices.oneIn(2));
  },
  (state, choices, { faction }) => {
    setAvailable(state, faction, choices.between(1, state.model.classes.length), choices.oneIn(2));
  },
  (state, choices, { id, faction }) => {
    setSighted(state, choices.below(2), faction, id, choices.oneIn(2));
  },
  connectAny,
  holdAny,
  (state, choices, { id }) => {
    if (state.model.links.length > 0) relist(state, choices, id);
  },
  (state, choices, { id }) => {
    if (state.model.links.length > 0) relist(state, choices, id);
  },
  (state, choices, { faction }) => {
    setRelated(state, choices.below(2), faction, choices.pick(factionIds(state)), choices.oneIn(2));
  },
  (state, choices, { id }) => {
    state.role[1] = choices.oneIn(3) ? 0 : handleOf(state.identity, id);
    touch(state.stamps, fact.role);
  },
  (state, choices) => {
    const kind = choices.pick(state.model.kinds);
    const parent = choices.pick([...liveIds(state)]);
    const place = kind.node
      ? ({ at: 'point', x: choices.between(0, 3), y: 1 } as const)
      : (placementBy(state, kind, parent) ?? ({ at: 'nowhere' } as const));
    const classes = [0, ...state.model.classes.filter((item) => item.kind === kind.index).map((item) => item.index)];
    bear(state, { kind: kind.index, class: choices.pick(classes), name: '', owner: 0, place, created: 1 });
  },
  (state, choices, { id }) => {
    if (choices.oneIn(3)) destroy(state, id);
  },
  (state, choices) => {
    const { index, type } = choices.pick(state.model.parameters);
    setParameter(state, index, type.name === 'boolean' ? choices.below(2) : choices.between(-5, 5));
  },
  (state, choices) => {
    setTimeOf(state, choices.pick([0, 1, 60, -1, 2 ** 31 - 1]));
  },
];

const changesWhereThingsOccur: readonly Change[] = [...changes, occur, occur];

/** Ids of rows below the limit, also such as nobody lives in, and none. */
export function anyId(state: WorldState, choices: Choices): number {
  return choices.below(Math.max(1, idLimit(state.identity)));
}
