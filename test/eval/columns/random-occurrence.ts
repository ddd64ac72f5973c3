import { setStep } from '../../../src/components/clock.js';
import type { ColumnType, Model, Type } from '../../../src/model/model.js';
import {
  keepPast,
  occurrenceCount,
  popMemories,
  popOccurrences,
  pushMemories,
  pushOccurrence,
  setField,
} from '../../../src/components/occurrence-stack.js';
import type { WorldState } from '../../../src/components/state.js';
import type { Frame, Node } from '../../../src/ir/node.js';
import { makeNode } from '../../../src/eval/make-node.js';
import { occurring, remembered } from '../../../src/eval/ops/occurrence-reads.js';
import { header } from '../../../src/kernel/arena.js';
import { handleOf } from '../../../src/kernel/identity.js';
import { liveIds } from '../../../src/components/live-objects.js';
import type { Choices } from '../../support/choices.js';

/** Occurrences for tests of what is asked of them: one type, with a field of every type that columns have. */

const plainTypes: readonly ColumnType[] = [
  { name: 'number' },
  { name: 'boolean' },
  { name: 'entity' },
  { name: 'kind' },
  { name: 'class' },
];
const fieldTypes = ({ enumerations }: Model): readonly ColumnType[] => [
  ...plainTypes,
  ...enumerations.map(({ index }): ColumnType => ({ name: 'enumeration', index })),
];
/** Of each type so many expressions are remembered. */
const rememberedOfType = 2;

export function withOccurrences(model: Model): Model {
  return { ...model, occurrences: [{ name: 'strike', fields: fieldTypes(model).length }] };
}

/** The place of the field of a type; -1 where no column has that type. */
function fieldOf(type: Type, model: Model): number {
  return fieldTypes(model).findIndex(
    (each) =>
      each.name === type.name &&
      (each.name !== 'enumeration' || type.name !== 'enumeration' || each.index === type.index),
  );
}

export function occurringNode(type: ColumnType, model: Model): Node {
  return makeNode(occurring, { field: fieldOf(type, model), type });
}

/** A node, remembered; as it is where its type is none that can be. */
export function rememberedNode(node: Node, choices: Choices, model: Model): Node {
  const field = fieldOf(node.type, model);
  return field < 0
    ? node
    : makeNode(remembered, { number: field * rememberedOfType + choices.below(rememberedOfType) }, node);
}

function randomValue(type: ColumnType, state: WorldState, choices: Choices): number {
  const { kinds, classes, enumerations } = state.model;
  if (choices.oneIn(6)) return NaN;
  switch (type.name) {
    case 'number':
      return choices.pick([0, -0, 1, 2.5, -3, Infinity]);
    case 'boolean':
      return choices.below(2);
    case 'entity':
      return choices.oneIn(6) ? 0 : handleOf(state.identity, choices.pick([...liveIds(state)]));
    case 'kind':
      return choices.between(1, kinds.length);
    case 'class':
      return choices.between(0, classes.length);
    case 'enumeration':
      return choices.between(0, enumerations[type.index].members.length);
  }
}

const mostOccurrences = 4;

/** One occurrence more, with something remembered of it, or none any more; another step of play. */
export function occur(state: WorldState, choices: Choices): void {
  const types = fieldTypes(state.model);
  setStep(state, choices.between(0, state.model.enumerations[0].members.length));
  if (occurrenceCount(state) >= mostOccurrences) {
    popOccurrences(state, 0);
    popMemories(state, 0);
    return;
  }
  const row = pushOccurrence(state, 0, 0);
  types.forEach((type, field) => {
    setField(state, row, field, randomValue(type, state, choices));
  });
  if (choices.oneIn(3)) keepPast(state, row);
  if (choices.oneIn(3)) return;
  const kept = types.flatMap((type, field) =>
    Array.from({ length: rememberedOfType }, (_, i) => ({ number: field * rememberedOfType + i, type })).filter(() =>
      choices.oneIn(2),
    ),
  );
  const first = (state.occurrences.memo[row] = pushMemories(state, 1 + 2 * kept.length));
  state.memories[first] = kept.length;
  kept.forEach(({ number, type }, i) => {
    state.memories[first + 1 + 2 * i] = number;
    state.memories[first + 2 + 2 * i] = randomValue(type, state, choices);
  });
}

/** Lets a frame answer an occurrence, one of the past, or none. */
export function answerAny(state: WorldState, frame: Frame, choices: Choices): void {
  const past = state.arena.header[header.past];
  frame.occurrence = choices.oneIn(5)
    ? choices.pick([0, NaN])
    : choices.oneIn(4)
      ? -choices.between(0, past)
      : choices.between(0, occurrenceCount(state));
  frame.controller = choices.oneIn(4) ? 0 : choices.pick([...liveIds(state), 0]);
}
