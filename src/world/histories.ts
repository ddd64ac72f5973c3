import { EdictError } from '../kernel/errors.js';
import { isObject, reading, shorten } from '../kernel/given.js';
import { asHandle, resolve } from '../kernel/identity.js';
import { type Variable, kindAt } from '../model/model.js';
import { type WorldCore, betweenTurns, idOf } from './core.js';
import { demandList, mistaken, optionsGiven } from './host-arguments.js';
import type { AskedFact, CellHistory, ExplainOptions, PastValue } from './histories-api.js';
import { variableHistory } from './modifier-history.js';
import { type PastFact, factNamed, variableFact } from './past-facts.js';
import { repeatedSince, repeatedTurn } from './repeat-turn.js';
import { isVariable, visibleVariable } from './variables.js';
import { type Watched, forgetFirst, look, watchFacts } from './watch-facts.js';

/** Each is looked at after each effect of the turns. */
const mostAsked = 1000;

export function explain(
  core: WorldCore,
  object: number,
  name: string | Variable,
  options: ExplainOptions = {},
): CellHistory {
  const { since } = optionsGiven('explain', options, ['since']);
  return historiesOf(core, [{ object, name }], since)[0];
}

export function explainAll(
  core: WorldCore,
  asked: readonly AskedFact[],
  options: ExplainOptions = {},
): readonly CellHistory[] {
  const { since } = optionsGiven('explainAll', options, ['since']);
  const list = demandList('explainAll', 'objects and names', asked).map((each) => {
    if (!isObject(each)) throw mistaken('explainAll', 'a list of { object, name }', each);
    return reading('what explainAll is given', () => ({ object: each.object, name: each.name }));
  });
  if (list.length > mostAsked)
    throw new EdictError(
      'bad-option',
      `explainAll is asked for ${list.length} values, the limit is ${mostAsked}; ask for fewer at a time`,
    );
  return historiesOf(core, list, since);
}

function historiesOf(
  core: WorldCore,
  asked: readonly AskedFact[],
  since: ExplainOptions['since'],
): readonly CellHistory[] {
  const isModifiers = ({ name }: AskedFact) => since === undefined && isVariable(core, name);
  const others = asked.filter((each) => !isModifiers(each));
  const histories = others.length === 0 ? [] : pastHistories(core, others, since);
  let next = 0;
  return asked.map((each) => {
    if (!isModifiers(each)) return histories[next++];
    const id = idOf(core, each.object);
    return variableHistory(core, id, visibleVariable(core, id, each.name));
  });
}

/** Runs the turns again, once for all. */
function pastHistories(
  core: WorldCore,
  asked: readonly AskedFact[],
  since: ExplainOptions['since'],
): readonly CellHistory[] {
  betweenTurns(core, 'explain');
  for (const { object, name } of asked) {
    if (!isVariable(core, name)) factNamed(core.state.model, name);
    // One that is gone may be in the copy.
    if (isThere(core, object) || (since ?? core.beforeTurn) === undefined) factOf(core, object, name);
  }
  const { twin, run } = since === undefined ? repeatedTurn(core, 'explain it') : repeatedSince(core, since);
  const watched = asked.map(({ object, name }): Watched => {
    const isGone = isThere(twin, object) && !isThere(core, object);
    const fact = factOf(isGone ? twin : core, object, name);
    const each: Watched = { object: asHandle(object), fact, isThere: false, value: null, steps: [], skipped: 0 };
    look(twin, each);
    return each;
  });
  const initial = watched.map(({ value, isThere: existed }) => ({ initial: value, existed }));
  run(watchFacts(twin, watched));
  return watched.map((each, i) => {
    forgetFirst(each);
    const { fact, steps, skipped } = each;
    return { ...initial[i], current: currentOf(core, twin, each), steps, skipped, isObject: fact.isObject };
  });
}

function isThere({ state: { identity } }: WorldCore, object: number): boolean {
  return Number.isSafeInteger(object) && object > 0 && resolve(identity, object) !== 0;
}

/** Throws for an object that is not there, and for a fact that it has not. */
function factOf(core: WorldCore, object: number, name: string | Variable): PastFact {
  const id = idOf(core, object);
  const fact = isVariable(core, name)
    ? variableFact(visibleVariable(core, id, name))
    : factNamed(core.state.model, name);
  if (fact.read(core.state, id) === undefined) throw lacking(core, id, fact);
  return fact;
}

function lacking({ state: { model, identity } }: WorldCore, id: number, { name, column }: PastFact): EdictError {
  const kind = kindAt(model, identity.kind[id]);
  if (column !== undefined)
    return new EdictError(
      'bad-value',
      `object ${id} is a ${kind.name}, which has no ${name}; explain a meter or property that it has`,
    );
  const has = [...model.holdings, ...model.links].filter(({ kinds }) => kinds.includes(kind.index));
  return new EdictError(
    'bad-value',
    `a ${kind.name} has no ${name}; its sets and lists are ${has.map((each) => shorten(each.name)).join(', ') || 'none'}`,
  );
}

/** A host may have changed the world since. */
function currentOf(core: WorldCore, twin: WorldCore, { object, fact }: Watched): PastValue {
  for (const { state } of [twin, core]) {
    const id = resolve(state.identity, object);
    if (id !== 0) return fact.read(state, id) ?? null;
  }
  return null;
}
