import { isAvailable, setAvailable } from '../components/availability.js';
import { hasCell, readCell, writeCell } from '../components/cells.js';
import { holds, setHeld } from '../components/holdings.js';
import { type Holding, type Model, type Question, kindAt } from '../model/model.js';
import { setOwner } from '../components/ownership.js';
import { fact, touch, touchBack } from '../model/stamps.js';
import { captureState, restoreState } from '../state/world-state.js';
import { type FactKey, factKey, factsOfVariables } from '../ask/fact-readers.js';
import { type Suppositions, suppose } from '../ir/node.js';
import { EdictError } from '../kernel/errors.js';
import { describe } from '../kernel/given.js';
import { fromHost, misfit } from './typed-value.js';
import { type WorldCore, answer, idOf, idOrNone, moveObject } from './core.js';
import type { FactName, Override } from './questions-api.js';
import {
  classNamed,
  columnNamed,
  holdingNamed,
  questionNamed,
  wordNamed,
  demandList,
  optionsGiven,
} from './host-arguments.js';
import { prepare, settle } from './variables.js';

/** Writes and returns its inverse; nothing if only a copy of the state can undo it. */
type Write = () => (() => void) | undefined;

export interface Resolved {
  readonly key: FactKey;
  readonly object: number;
  readonly answer?: {
    readonly question: number;
    readonly word: number;
    readonly object: () => number;
    readonly value: number;
  };
  readonly write?: Write;
  /** Only a copy of the state can undo it. */
  readonly copies?: boolean;
}

/** The first of each fact. */
export function resolveOverrides(core: WorldCore, overrides: readonly Override[]): readonly Resolved[] {
  const known = new Set<string>();
  const resolved: Resolved[] = [];
  for (const override of demandList('whatIf', 'overrides', overrides)) {
    const each = resolveOverride(core, override);
    const about = `${each.key} ${each.object}`;
    if (!known.has(about)) resolved.push(each);
    known.add(about);
  }
  return resolved;
}

/**
 * Writes stored facts and writes them back; derived facts are supposed. Host code may neither ask nor change meanwhile.
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
  const answers = overrides.flatMap(({ answer }) => (answer ? [{ ...answer, object: answer.object() }] : []));
  const suppositions = answers.length === 0 ? undefined : suppose(answers);
  if (suppositions !== undefined) touch(state.stamps, fact.supposition);
  const writes = overrides.flatMap(({ write }) => write ?? []);
  if (writes.length === 0) return act(suppositions);
  const isCopied = core.solver !== undefined || overrides.some(({ copies }) => copies === true);
  return (isCopied ? withCopy : withCells)(core, writes, () => act(suppositions));
}

/** Solves variables; the counts of the last change stay. */
function withCopy<Result>(core: WorldCore, writes: readonly (() => unknown)[], act: () => Result): Result {
  if (core.isChanging && core.solver !== undefined)
    throw new EdictError(
      'change-running',
      'a stored fact was supposed within change(…), where variables are not solved; ask before or after that',
    );
  const before = captureState(core.state);
  const counts = core.solver && { ...core.solver.counts, changed: core.solver.counts.changed.slice() };
  try {
    for (const write of writes) write();
    settle(core);
    return act();
  } finally {
    restoreState(core.state, before);
    settle(core);
    if (counts !== undefined) Object.assign(core.solver?.counts ?? {}, counts);
  }
}

function withCells<Result>(core: WorldCore, writes: readonly Write[], act: () => Result): Result {
  const { stamps } = core.state;
  const before = stamps.values.slice();
  const undo: ReturnType<Write>[] = [];
  try {
    for (const write of writes) undo.push(write());
    return act();
  } finally {
    for (const back of undo.reverse()) back?.();
    for (let i = 0; i < before.length; i++)
      if (stamps.values[i] !== before[i] && i !== fact.supposition) touchBack(stamps, i, before[i]);
  }
}

const factNames = ['question', 'column', 'holding', 'available', 'owner', 'place'] as const;

function resolveOverride(core: WorldCore, given: Override): Resolved {
  const override = optionsGiven('an override', given, ['object', ...factNames, 'word', 'value']);
  const { object } = override;
  const named = factNames.filter((name) => name in override);
  if (named.length > 1)
    throw new EdictError('bad-option', `an override has ${named.join(' and ')}; make an override of each`);
  const id = idOf(core, object);
  if ('question' in override) return supposed(core, override, id);
  if ('holding' in override) return held(core, override, id);
  if ('column' in override) return cell(core, override, id);
  if ('available' in override) return availability(core, override, id);
  if ('owner' in override) return ownership(core, override);
  if (!('place' in override))
    throw new EdictError(
      'bad-option',
      'an override has none of question, column, holding, available, owner and place; name the assumed fact',
    );
  const write = (): undefined => {
    moveObject(core, idOf(core, object), override.place);
  };
  // Checks the place.
  withCopy(core, [write], () => {});
  return { key: factKey.place, object, copies: true, write };
}

type About<Name extends string> = Extract<Override, Readonly<Record<Name, unknown>>>;

function supposed(core: WorldCore, { object, question: name, word, value }: About<'question'>, id: number): Resolved {
  const { question, place, key } = questionFact(core, name, word);
  const isTruth = question.type === 'boolean';
  if (!(isTruth ? typeof value === 'boolean' : typeof value === 'number' && Number.isFinite(value)))
    throw misfit(
      `${question.name} of object ${id}`,
      value,
      isTruth ? 'true or false' : 'a finite number',
      question.name,
    );
  if (factsOfVariables(core.program).has(key))
    throw new EdictError(
      'solved-question',
      `variables read ${question.name}, and are solved from stored facts; suppose the facts that it follows from instead`,
      question.name,
    );
  return {
    key,
    object,
    answer: { question: question.index, word: place, object: () => idOf(core, object), value: Number(value) },
  };
}

function questionFact({ state: { model } }: WorldCore, name: string, word: string | undefined) {
  const question = questionNamed(model, name);
  const place = wordPlace(model, question, word, 'question');
  return { question, place, key: factKey.question(question.index, place) };
}

function holdingFact({ state: { model } }: WorldCore, name: string, word: string | undefined) {
  const holding = holdingNamed(model, name);
  const place = wordPlace(model, holding, word, 'set');
  return { holding, place, key: factKey.holding(holding.index, place) };
}

/** From 1; 0 for a question without a word. */
function wordPlace(
  model: Model,
  { words, name }: Pick<Question | Holding, 'words' | 'name'>,
  word: string | undefined,
  what: string,
): number {
  if (words >= 0) {
    if (word !== undefined) return wordNamed(model, words, word);
    throw new EdictError('bad-option', `${what} ${name} needs a word of ${model.enumerations[words].name}; give one`);
  }
  if (word === undefined) return 0;
  throw new EdictError('bad-option', `${what} ${name} takes no word; leave ${describe(word)} out`);
}

function stored<Value>(
  core: WorldCore,
  object: number,
  key: FactKey,
  after: () => Value,
  read: (id: number) => Value,
  write: (id: number, value: Value) => void,
): Required<Pick<Resolved, 'key' | 'object' | 'write'>> {
  return {
    key,
    object,
    write: () => {
      const id = idOf(core, object);
      const before = read(id);
      write(id, after());
      return () => {
        write(id, before);
      };
    },
  };
}

function held(core: WorldCore, { object, holding: name, word, value }: About<'holding'>, id: number): Resolved {
  const { state } = core;
  const { holding, place, key } = holdingFact(core, name, word);
  const { index } = holding;
  if (typeof value !== 'boolean')
    throw misfit(`whether object ${id} holds ${word}`, value, 'true or false', holding.name);
  demandHolder(core, holding, id);
  return stored(
    core,
    object,
    key,
    () => value,
    (at) => holds(state, index, at, place),
    (at, is) => {
      setHeld(state, index, at, place, is);
    },
  );
}

export function demandHolders(core: WorldCore, name: string, ids: Int32Array): void {
  const holding = holdingNamed(core.state.model, name);
  for (const id of ids) demandHolder(core, holding, id);
}

function demandHolder({ state }: WorldCore, { name, kinds }: Holding, id: number): void {
  const kind = state.identity.kind[id];
  if (!kinds.includes(kind))
    throw new EdictError('no-set', `object ${id} is a ${kindAt(state.model, kind).name}, which holds no ${name}`, name);
}

function cell(core: WorldCore, { object, column: name, value }: About<'column'>, id: number): Resolved {
  const { state } = core;
  const column = columnNamed(state.model, name);
  if (!hasCell(state, column, id))
    throw new EdictError(
      'no-column',
      `object ${id} is a ${kindAt(state.model, state.identity.kind[id]).name}, which has no ${column.name}`,
      column.name,
    );
  const after = fromHost(state, column, value);
  return stored(
    core,
    object,
    factKey.column(column.index),
    () => after,
    (at) => readCell(state, column, at),
    (at, is) => {
      writeCell(state, column, at, is);
    },
  );
}

function availability(core: WorldCore, { object, available, value }: About<'available'>, id: number): Resolved {
  const { state } = core;
  const { index } = classNamed(state.model, available);
  if (typeof value !== 'boolean')
    throw misfit(`whether ${available} is available to object ${id}`, value, 'true or false', available);
  if (isAvailable(state, id, index) === undefined)
    throw new EdictError('no-faction', `object ${id} is not a faction; only factions have availabilities`);
  return stored(
    core,
    object,
    factKey.available(index),
    () => value,
    (at) => isAvailable(state, at, index) === true,
    (at, is) => {
      setAvailable(state, at, index, is);
    },
  );
}

function ownership(core: WorldCore, { object, owner }: About<'owner'>): Resolved {
  const { state } = core;
  const found = stored(
    core,
    object,
    factKey.owner,
    () => idOrNone(core, owner),
    (at) => state.owner[at],
    (at, of) => {
      setOwner(state, at, of);
    },
  );
  // Checks the owner.
  withCells(core, [found.write], () => {});
  return found;
}

export function keyNamed(core: WorldCore, given: FactName): FactKey {
  const name = optionsGiven('a fact', given, ['question', 'column', 'holding', 'available', 'word']);
  const { model } = core.state;
  if ('question' in name) return questionFact(core, name.question, name.word).key;
  if ('holding' in name) return holdingFact(core, name.holding, name.word).key;
  if ('column' in name) return factKey.column(columnNamed(model, name.column).index);
  if (!('available' in name))
    throw new EdictError('bad-option', 'a fact is named by question, holding, column or available; give one of them');
  return factKey.available(classNamed(model, name.available).index);
}
