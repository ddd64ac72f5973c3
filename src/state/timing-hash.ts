import { header } from '../kernel/arena.js';
import type { Hasher } from '../kernel/hash.js';
import { isTurnPending } from './answers.js';
import { copyCount, lastCopyNumber } from './copies.js';
import { occurred, occurrenceCount } from './occurrences.js';
import { stepOf } from './step.js';
import type { WorldState } from './world-state.js';

/**
 * What is hashed of occurrences and abilities. Objects are told by handle, also those that are gone: what has happened
 * to them stays.
 */
export function hashTiming(state: WorldState, hasher: Hasher): void {
  if (state.model.occurrences.length === 0) return;
  hashAbilities(state, hasher);
  for (let row = 1; row <= copyCount(state); row++) hasher.number(state.copies.number[row]);
  hashOccurrences(state, hasher);
  hashMemories(state, hasher);
  hashUses(state, hasher);
  hashPast(state, hasher);
  const {
    arena: { header: words },
    answers,
  } = state;
  for (const number of [occurred(state), lastCopyNumber(state), words[header.answers]]) hasher.number(number);
  for (let row = 1; row <= words[header.answers]; row++) hasher.number(answers[row]);
  // Behind everything else, so that states in which no turn waits keep their hashes.
  if (isTurnPending(state)) hasher.number(1);
}

/** The step of play, which abilities there are, and of which types something has applied in this turn. */
export function hashStanding(state: WorldState, hasher: Hasher): void {
  const { model, arena, past } = state;
  if (model.occurrences.length === 0) return;
  hashAbilities(state, hasher);
  const happened = new Uint8Array(model.occurrences.length);
  for (let row = 1; row <= arena.header[header.past]; row++) happened[past.type[row]] = 1;
  for (const bit of happened) hasher.number(bit);
}

function hashAbilities(state: WorldState, hasher: Hasher): void {
  const { gone, copies } = state;
  hasher.number(stepOf(state));
  for (const bit of gone) hasher.number(bit);
  hasher.number(copyCount(state));
  for (let row = 1; row <= copyCount(state); row++)
    for (const column of [copies.ability, copies.source, copies.controller]) hasher.number(column[row]);
}

function hashOccurrences(state: WorldState, hasher: Hasher): void {
  const {
    type,
    status,
    id,
    parent,
    memo,
    effect,
    maker,
    rule,
    answered,
    controller,
    kind,
    class: classes,
    values,
  } = state.occurrences;
  const count = occurrenceCount(state);
  hasher.number(count);
  for (let row = 1; row <= count; row++)
    for (const column of [type, status, id, parent, memo, effect, maker, rule, answered, controller, kind, classes])
      hasher.number(column[row]);
  hashFields(values, count, state, hasher);
}

function hashMemories({ arena, memories }: WorldState, hasher: Hasher): void {
  const count = arena.header[header.memories];
  hasher.number(count);
  for (let row = 1; row <= count; row++) hasher.number(memories[row]);
}

function hashUses({ arena, uses }: WorldState, hasher: Hasher): void {
  const count = arena.header[header.uses];
  hasher.number(count);
  for (let row = 1; row <= count; row++)
    for (const column of [uses.occurrence, uses.ability, uses.source, uses.number]) hasher.number(column[row]);
}

function hashPast(state: WorldState, hasher: Hasher): void {
  const { arena, past } = state;
  const count = arena.header[header.past];
  hasher.number(count);
  for (let row = 1; row <= count; row++) for (const column of [past.type, past.id]) hasher.number(column[row]);
  hashFields(past.values, count, state, hasher);
}

/** The fields of all rows up to the last; row 0 is none. */
function hashFields(values: Float64Array, rows: number, { fieldCount }: WorldState, hasher: Hasher): void {
  for (let at = fieldCount; at < (rows + 1) * fieldCount; at++) hasher.number(values[at]);
}
