import { pushCopy, setGone } from '../../src/components/copies.js';
import { pushFrame } from './push-frame.js';
import type { Model } from '../../src/model/model.js';
import {
  keepPast,
  noteUse,
  pushMemories,
  pushOccurrence,
  setField,
  status,
} from '../../src/components/occurrence-stack.js';
import { setStep } from '../../src/components/clock.js';
import { createState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import {
  type Ability,
  type AbilityCarrier,
  type OccurrenceType,
  type TimingBook,
  plainTiming,
} from '../../src/ir/occurrence.js';
import { frameKind } from '../../src/events/frames/stack.js';
import { header } from '../../src/kernel/arena.js';
import { handleOf } from '../../src/kernel/identity.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { galaxyModel, make } from './hand-model.js';
import { number, target } from './nodes.js';

/**
 * A state in the middle of a window, by hand: two occurrences, one in the course of the other, with all that belongs to
 * them.
 */

export const timingModel: Model = {
  ...galaxyModel,
  occurrences: [
    { name: 'strike', fields: 3 },
    { name: 'rest', fields: 1 },
  ],
  abilities: ['shield', 'revenge'],
};

const plainType = {
  subject: -1,
  player: -1,
  target: -1,
  amount: -1,
  possible: undefined,
  change: { by: 'nothing' },
  remembers: [],
} as const;
const types: readonly OccurrenceType[] = [
  {
    ...plainType,
    index: 0,
    name: 'strike',
    subject: 1,
    amount: 0,
    fields: [
      { name: 'amount', type: { name: 'number' } },
      { name: 'ship', type: { name: 'entity' } },
      { name: 'size', type: { name: 'enumeration', index: 0 } },
    ],
    remembers: [
      { number: 4, node: number(1) },
      { number: 5, node: target },
    ],
  },
  { ...plainType, index: 1, name: 'rest', fields: [undefined, { name: 'ship', type: { name: 'entity' } }] },
];

function ability(index: number, name: string, carrier: AbilityCarrier): Ability {
  return {
    index,
    name,
    class: 'trait',
    at: 'after',
    on: [{ type: 0 }],
    carrier,
    next: false,
    lapses: false,
    first: false,
    optional: false,
    list: -1,
    origin: { file: '', line: 0, column: 0 },
  };
}

export const timingBook: TimingBook = {
  types,
  abilities: [ability(0, 'shield', { by: 'world' }), ability(1, 'revenge', { by: 'creation' })],
  continuous: [],
  players: 0,
  active: -1,
  next: -1,
  steps: 0,
  policy: plainTiming,
};

export function emptyTimingState(frames = 16): WorldState {
  return createState(
    timingModel,
    defaultLimits,
    { capacity: 20, lanes: 1, factions: 4, streams: 1, frames },
    '1',
    false,
  );
}

export function midWindow(frames = 16): WorldState {
  const state = emptyTimingState(frames);
  const ship = handleOf(state.identity, make(state, 'ship'));
  const [strike, rest] = [pushOccurrence(state, 0, 0, status.applied), pushOccurrence(state, 1, 1)];
  [3, ship, 2].forEach((value, field) => {
    setField(state, strike, field, value);
  });
  setField(state, rest, 1, ship);
  const memo = (state.occurrences.memo[strike] = pushMemories(state, 5));
  state.memories.set([2, 4, 2.5, 5, ship], memo);
  noteUse(state, strike, -1, ship, 0);
  keepPast(state, strike);
  setGone(state, 0);
  pushCopy(state, 1, ship, 0);
  pushCopy(state, 1, 0, ship);
  setStep(state, 2);
  const uses = state.arena.header[header.uses];
  pushFrame(state, { does: frameKind.batch, list: strike, at: 1, depth: 1, mark: 0 });
  const point = pushFrame(state, { does: frameKind.point, list: strike, at: 1, depth: 1, direct: 3 });
  state.frames.actDirect[point] = Infinity;
  pushFrame(state, { does: frameKind.choice, list: 0, occurrence: strike, depth: 1, subject: ship, memo: 1 });
  pushFrame(state, { does: frameKind.batch, list: rest, at: 1, depth: 2, mark: uses, memo: 5 });
  pushFrame(state, { does: frameKind.payment, occurrence: rest, at: 1, depth: 2, direct: 1.5 });
  pushFrame(state, { does: frameKind.changes, occurrence: 1 });
  return state;
}
