import { isAvailable, setAvailable } from '../components/availability.js';
import { hasCell, readCell, writeCell } from '../components/cells.js';
import { holds, setHeld } from '../components/holdings.js';
import { type Column, type Holding, type Question, kindAt } from '../model/model.js';
import { setOwner } from '../components/ownership.js';
import { fact, touch, touchBack } from '../model/stamps.js';
import { captureState, restoreState } from '../state/world-state.js';
import { type FactKey, factKey, factsOfVariables } from '../ask/facts.js';
import { type Suppositions, suppose } from '../ir/suppositions.js';
import { EdictError } from '../kernel/errors.js';
import { describe, isList, reading } from '../kernel/given.js';
import { fromHost } from './cell-value.js';
import { type WorldCore, answer, idOf, idOrNone, moveObject, noteWrites } from './core.js';
import type { FactName, Override } from './inquiry-api.js';
import { classNamed, columnNamed, holdingNamed, questionNamed, wordNamed } from './names.js';
import { optionsGiven } from './options.js';
import { settle } from './solving.js';

/** An override whose names are known. */
export interface Resolved {
  /** The fact that is otherwise, for who reads it. */
  readonly key: FactKey;
  /** Names the cell, so that of several about one the first counts. */
  readonly cell: string;
  /** What is to be supposed of a question. */
  readonly answer?: {
    readonly question: number;
    readonly word: number;
    readonly object: () => number;
    readonly value: number;
  };
  /** Writes what is stored otherwise; gives what writes it back, or nothing where that takes a copy of the state. */
  readonly write?: () => (() => void) | undefined;
  /** It needs a copy of the state to be taken back. */
  readonly copies?: boolean;
}

/** Looks up the names of overrides. Throws for what does not exist or fit. */
export function resolveOverrides(core: WorldCore, overrides: readonly Override[]): readonly Resolved[] {
  const known = new Set<string>();
  const resolved: Resolved[] = [];
  if (!isList(overrides))
    throw new EdictError('bad-option', `whatIf takes a list of overrides, not ${describe(overrides)}`);
  for (const override of reading('what whatIf is given', () => Array.from(overrides))) {
    const each = resolveOverride(core, override);
    if (!known.has(each.cell)) resolved.push(each);
    known.add(each.cell);
  }
  return resolved;
}

/**
 * Does something while facts are otherwise, and puts everything back. What is stored is written and written back; what
 * is derived is supposed. Nobody else sees anything of it: code of the host that runs meanwhile may neither ask nor
 * change.
 */
export function supposing<Result>(
  core: WorldCore,
  overrides: readonly Resolved[],
  act: (suppositions: Suppositions | undefined) => Result,
): Result {
  prepare(core);
  return answer(core, () => underOverrides(core, overrides, act));
}

function underOverrides<Result>(
  core: WorldCore,
  overrides: readonly Resolved[],
  act: (suppositions: Suppositions | undefined) => Result,
): Result {
  const { state } = core;
  const answers = overrides.flatMap(({ answer }) =>
    answer === undefined ? [] : [{ ...answer, object: answer.object() }],
  );
  const suppositions = answers.length === 0 ? undefined : suppose(answers);
  if (suppositions !== undefined) touch(state.stamps, fact.supposition);
  const writes = overrides.flatMap(({ write }) => (write === undefined ? [] : [write]));
  if (writes.length === 0) return act(suppositions);
  const copied = core.solver !== undefined || overrides.some(({ copies }) => copies === true);
  return copied ? withCopy(core, writes, () => act(suppositions)) : withCells(core, writes, () => act(suppositions));
}

/** Makes sure that whatever is derived is of the world as it is. */
export function prepare(core: WorldCore): void {
  noteWrites(core);
  settle(core);
}

/** Variables that follow from what is written are solved with it. What a host was told of its last change stays. */
function withCopy<Result>(core: WorldCore, writes: readonly (() => unknown)[], act: () => Result): Result {
  if (core.isChanging && core.solver !== undefined)
    throw new EdictError(
      'change-running',
      'what is stored was supposed to be otherwise within change(…), where variables are not solved; ask before or behind that',
    );
  const before = captureState(core.state);
  const told =
    core.solver === undefined ? undefined : { ...core.solver.counts, changed: core.solver.counts.changed.slice() };
  try {
    for (const write of writes) write();
    settle(core);
    return act();
  } finally {
    restoreState(core.state, before);
    settle(core);
    if (told !== undefined) Object.assign(core.solver?.counts ?? {}, told);
  }
}

function withCells<Result>(
  core: WorldCore,
  writes: readonly (() => (() => void) | undefined)[],
  act: () => Result,
): Result {
  const { stamps } = core.state;
  const before = stamps.values.slice();
  const undo: ((() => void) | undefined)[] = [];
  try {
    for (const write of writes) undo.push(write());
    return act();
  } finally {
    for (const back of undo.reverse()) back?.();
    // What was derived before holds again.
    for (let i = 0; i < before.length; i++)
      if (stamps.values[i] !== before[i] && i !== fact.supposition) touchBack(stamps, i, before[i]);
  }
}

/** What an override may be about, each by itself. */
const factNames = ['question', 'column', 'holding', 'available', 'owner', 'place'] as const;

function resolveOverride(core: WorldCore, given: Override): Resolved {
  const override = optionsGiven('an override', given, [
    'object',
    'question',
    'column',
    'holding',
    'owner',
    'place',
    'available',
    'word',
    'value',
  ]);
  const { object } = override;
  const named = factNames.filter((name) => name in override);
  if (named.length > 1) throw new EdictError('bad-option', `an override says ${named.join(' and ')}; make one of each`);
  const id = idOf(core, object);
  if ('question' in override) return supposed(core, override, questionNamed(core.program.model, override.question), id);
  if ('holding' in override) return held(core, override, holdingNamed(core.program.model, override.holding), id);
  if ('column' in override) return cell(core, override, columnNamed(core.program.model, override.column), id);
  if ('available' in override) return availability(core, override, id);
  if ('owner' in override) return ownership(core, override);
  if (!('place' in override))
    throw new EdictError(
      'bad-option',
      'an override says none of question, column, holding, available, owner and place; name the fact that is otherwise',
    );
  const { place } = override;
  const write = (): undefined => {
    moveObject(core, idOf(core, object), place);
  };
  // Refuses a place where it cannot be before anything is asked.
  withCopy(core, [write], () => {});
  return { key: factKey.place, cell: `place ${object}`, copies: true, write };
}

function supposed(
  core: WorldCore,
  { object, word, value }: Extract<Override, { question: string }>,
  question: Question,
  id: number,
): Resolved {
  const place = wordPlace(core, question.words, word, `question ${question.name}`);
  const wanted =
    question.type === 'boolean' ? typeof value === 'boolean' : typeof value === 'number' && Number.isFinite(value);
  if (!wanted)
    throw new EdictError(
      'bad-value',
      `${question.name} of object ${id} cannot be ${describe(value)}; give ${question.type === 'boolean' ? 'true or false' : 'a finite number'}`,
      question.name,
    );
  const key = factKey.question(question.index, place);
  if (factsOfVariables(core.program).has(key)) {
    throw new EdictError(
      'solved-question',
      `variables look at ${question.name}, and are solved from what is stored; suppose what it follows from instead`,
      question.name,
    );
  }
  return {
    key,
    cell: `question ${question.index} ${place} ${object}`,
    answer: { question: question.index, word: place, object: () => idOf(core, object), value: Number(value) },
  };
}

/** A word's place, 0 where there is none to give. */
function wordPlace({ program: { model } }: WorldCore, words: number, word: string | undefined, what: string): number {
  if (words < 0) {
    if (word !== undefined)
      throw new EdictError('bad-option', `${what} is asked of no word; leave ${describe(word)} out`);
    return 0;
  }
  if (word === undefined)
    throw new EdictError(
      'bad-option',
      `${what} is asked of a word of ${model.enumerations[words].name}; give the word`,
    );
  return wordNamed(model, words, word);
}

function held(
  core: WorldCore,
  { object, word, value }: Extract<Override, { holding: string }>,
  holding: Holding,
  id: number,
): Resolved {
  const place = wordPlace(core, holding.words, word, `set ${holding.name}`);
  if (typeof value !== 'boolean')
    throw new EdictError(
      'bad-value',
      `whether object ${id} holds ${word} cannot be ${describe(value)}; give true or false`,
      holding.name,
    );
  demandHolder(core, holding, id);
  return {
    key: factKey.holding(holding.index, place),
    cell: `holding ${holding.index} ${place} ${object}`,
    write: () => {
      const at = idOf(core, object);
      const before = holds(core.state, holding.index, at, place);
      setHeld(core.state, holding.index, at, place, value);
      return () => {
        setHeld(core.state, holding.index, at, place, before);
      };
    },
  };
}

/** Throws where one of some objects (ids) is of a kind that holds no such set. */
export function demandHolders(core: WorldCore, name: string, ids: Int32Array): void {
  const holding = holdingNamed(core.program.model, name);
  for (const id of ids) demandHolder(core, holding, id);
}

function demandHolder({ state, program: { model } }: WorldCore, { name, kinds }: Holding, id: number): void {
  const kind = state.identity.kind[id];
  if (!kinds.includes(kind))
    throw new EdictError('no-set', `object ${id} is a ${kindAt(model, kind).name}, which holds no ${name}`, name);
}

function cell(
  core: WorldCore,
  { object, value }: Extract<Override, { column: string }>,
  column: Column,
  id: number,
): Resolved {
  const { state } = core;
  if (!hasCell(state, column, id)) {
    throw new EdictError(
      'no-column',
      `object ${id} is a ${kindAt(state.model, state.identity.kind[id]).name}, which has no ${column.name}`,
      column.name,
    );
  }
  const after = fromHost(state, column, value);
  return {
    key: factKey.column(column.index),
    cell: `column ${column.index} ${object}`,
    write: () => {
      const at = idOf(core, object);
      const before = readCell(state, column, at);
      writeCell(state, column, at, after);
      return () => {
        writeCell(state, column, at, before);
      };
    },
  };
}

function availability(
  core: WorldCore,
  { object, available, value }: Extract<Override, { available: string }>,
  id: number,
): Resolved {
  const { index } = classNamed(core.program.model, available);
  if (typeof value !== 'boolean')
    throw new EdictError(
      'bad-value',
      `whether ${available} is available to object ${id} cannot be ${describe(value)}; give true or false`,
      available,
    );
  if (isAvailable(core.state, id, index) === undefined)
    throw new EdictError('no-faction', `object ${id} is no faction; only factions have availabilities`);
  return {
    key: factKey.available(index),
    cell: `available ${index} ${object}`,
    write: () => {
      const at = idOf(core, object);
      const before = isAvailable(core.state, at, index) === true;
      setAvailable(core.state, at, index, value);
      return () => {
        setAvailable(core.state, at, index, before);
      };
    },
  };
}

function ownership(core: WorldCore, { object, owner }: Extract<Override, { owner: unknown }>): Resolved {
  const { state } = core;
  const write = (): (() => void) => {
    const at = idOf(core, object);
    const before = state.owner[at];
    setOwner(state, at, idOrNone(core, owner));
    return () => {
      setOwner(state, at, before);
    };
  };
  // Refuses what cannot be owned, and who cannot own, before anything is asked.
  withCells(core, [write], () => {});
  return { key: factKey.owner, cell: `owner ${object}`, write };
}

/** The key of a fact that a host names. */
export function keyNamed(core: WorldCore, given: FactName): FactKey {
  const name = optionsGiven('a fact', given, ['question', 'column', 'holding', 'available', 'word']);
  const { model } = core.program;
  if ('question' in name) {
    const question = questionNamed(model, name.question);
    return factKey.question(question.index, wordPlace(core, question.words, name.word, `question ${question.name}`));
  }
  if ('holding' in name) {
    const holding = holdingNamed(model, name.holding);
    return factKey.holding(holding.index, wordPlace(core, holding.words, name.word, `set ${holding.name}`));
  }
  if ('column' in name) return factKey.column(columnNamed(model, name.column).index);
  if (!('available' in name))
    throw new EdictError('bad-option', 'a fact is named by question, holding, column or available; give one of them');
  return factKey.available(classNamed(model, name.available).index);
}
