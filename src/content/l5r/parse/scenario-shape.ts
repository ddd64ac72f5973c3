import { createNameBudget, didYouMean, meantOrKnown, type NameBudget } from '../../text/nearest-name.js';
import { labelOf, nameOf, type Path, type Problem } from '../../text/problem.js';
import { abilityClasses } from '../../../ir/occurrence.js';
import { groupings, points } from '../syntax.js';

/*
 * Codes of problems here: `unknown-key`, `missing-key`, `wrong-type`, `bad-value`, `bad-structure`, `unknown-name`,
 * `duplicate-name`, `depth`.
 */

interface Findings {
  readonly problems: Problem[];
  readonly names: NameBudget;
}

export interface Spot {
  readonly findings: Findings;
  readonly path: Path;
}

export interface Field extends Spot {
  readonly value: unknown;
}

export function topField(value: unknown, path: Path = []): Field {
  return { findings: { problems: [], names: createNameBudget() }, path, value };
}

export type Check = (of: Field) => void;

const mostKept = 200;

/** `said`: the predicate of a sentence about the path. */
export function report(of: Spot, code: string, said: string, suggestion?: string): void {
  keep(of, { path: of.path, code, message: `${labelOf(of.path)} ${said}`, ...(suggestion && { suggestion }) });
}

function keep({ findings: { problems } }: Spot, problem: Problem): void {
  if (problems.length < mostKept) problems.push(problem);
}

function misfit(of: Field, expected: string, code = 'wrong-type', suggestion?: string): void {
  if (of.value === undefined) report(of, 'missing-key', `is missing, expected ${expected}`, suggestion);
  else report(of, code, `is ${nameOf(of.value)}, expected ${expected}`, suggestion);
}

export function suggestionFor({ findings }: Spot, name: string, known: Iterable<string>): string {
  return meantOrKnown(name, [...known], findings.names);
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function partOf({ findings, path, value }: Field, key: string | number): Field {
  const holder = value as Readonly<Record<string | number, unknown>>;
  return { findings, path: [...path, key], value: Object.hasOwn(holder, key) ? holder[key] : undefined };
}

function valueOf(expected: string, fits: (value: unknown) => boolean): Check {
  return (of) => {
    if (!fits(of.value)) misfit(of, expected);
  };
}

const anything: Check = () => {};
const text = valueOf('text', (value) => typeof value === 'string');
const flag = valueOf('true or false', (value) => typeof value === 'boolean');

const name = valueOf('a name', (value) => typeof value === 'string' && value !== '');

const number = valueOf('a number', Number.isFinite);

const amount = valueOf('a number of at least 0', (value) => Number.isFinite(value) && Number(value) >= 0);

const count = valueOf('a whole number of at least 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0);

const scalar = valueOf(
  'text, a number, true, false or null',
  (value) => value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
);

function orNull(check: Check): Check {
  return (of) => {
    if (of.value !== null) check(of);
  };
}

/** True alone: false would have no meaning. */
const only: Check = (of) => {
  if (of.value !== true) misfit(of, 'true', 'bad-value', 'leave it out where it is not meant');
};

function oneOf(words: readonly string[]): Check {
  const wanted = words.map((word) => JSON.stringify(word)).join(' or ');
  return (of) => {
    const { value } = of;
    if (typeof value !== 'string') misfit(of, wanted);
    else if (!words.includes(value)) misfit(of, wanted, 'bad-value', didYouMean(value, words, of.findings.names));
  };
}

function listOf(check: Check, least = 0): Check {
  return (of) => {
    if (!Array.isArray(of.value)) misfit(of, 'a list');
    else if (of.value.length < least) report(of, 'bad-value', 'is empty, expected one entry at least');
    else for (let i = 0; i < of.value.length; i++) check(partOf(of, i));
  };
}

function mappingOf(check: Check): Check {
  return (of) => {
    if (fitsMapping(of)) for (const key of Object.keys(of.value)) check(partOf(of, key));
  };
}

function fitsMapping(of: Field): of is Field & { readonly value: Readonly<Record<string, unknown>> } {
  if (isMapping(of.value)) return true;
  misfit(of, 'a mapping (keys with values)');
  return false;
}

/** A mapping: required keys, optional keys, and the values of any others. */
interface Shape {
  readonly needs?: Readonly<Record<string, Check>>;
  readonly takes?: Readonly<Record<string, Check>>;
  readonly others?: Check;
}

function shapeOf(shape: Shape): Check {
  return (of) => {
    fits(of, shape);
  };
}

/** False if the value is not a mapping. */
export function fits(of: Field, { needs = {}, takes = {}, others }: Shape): boolean {
  if (!fitsMapping(of)) return false;
  for (const [key, check] of Object.entries(needs)) check(partOf(of, key));
  const known = [...Object.keys(needs), ...Object.keys(takes)];
  for (const key of Object.keys(of.value)) {
    if (Object.hasOwn(needs, key) || of.value[key] === undefined) continue;
    const check = Object.hasOwn(takes, key) ? takes[key] : others;
    if (check === undefined) refuseKey(of, key, known);
    else check(partOf(of, key));
  }
  return true;
}

function refuseKey(of: Field, key: string, known: readonly string[]): void {
  const { path } = of;
  const message = `there is no key ${JSON.stringify(key)} in ${labelOf(path)}`;
  keep(of, { path, key, code: 'unknown-key', message, suggestion: suggestionFor(of, key, known) });
}

/** A mapping with one of several keys, perhaps with further ones. */
function choiceOf(what: string, choices: Readonly<Record<string, Shape>>): Check {
  const keys = Object.keys(choices);
  const expected = `one of ${keys.join(', ')}`;
  return (of) => {
    if (!isMapping(of.value)) {
      misfit(of, `a mapping with ${expected}`);
      return;
    }
    const given = Object.keys(of.value);
    const chosen = keys.filter((key) => given.includes(key));
    if (chosen.length === 1) fits(of, choices[chosen[0]]);
    else if (chosen.length > 1)
      report(of, 'bad-structure', `has ${chosen.join(' and ')}, expected one of them`, `make ${what} of each`);
    else if (given.length > 0) refuseKey(of, given[0], keys);
    else report(of, 'missing-key', `does nothing, expected ${expected}`);
  };
}

/** Known fields of occurrences, and others for `where` to compare. */
const occurrence = shapeOf({
  needs: { type: name },
  takes: { card: orNull(name), player: orNull(name), target: orNull(name), amount: orNull(number) },
  others: scalar,
});
const occurrences = listOf(occurrence, 1);
const occurrenceOrBatch: Check = (of) => (Array.isArray(of.value) ? occurrences : occurrence)(of);

const listening = shapeOf({ needs: { type: name }, takes: { where: mappingOf(scalar) } });

const deepestAdd = 32;

const subscription: Check = (of) => {
  if (isMapping(of.value) && Object.hasOwn(of.value, 'anyOf')) fits(of, { needs: { anyOf: listOf(listening, 1) } });
  else listening(of);
};

const test = choiceOf('a test', {
  lki: { needs: { lki: name, eq: scalar } },
  ent: { needs: { ent: name, key: name, eq: scalar } },
});

const aliveTest: Check = (of) => {
  if (!Array.isArray(of.value) || of.value.length !== 3) misfit(of, 'a list of an entity, a key and a value');
  else for (const [i, check] of [name, name, scalar].entries()) check(partOf(of, i));
};

const live: Check = (of) => {
  if (Array.isArray(of.value) && of.value.every((each) => Array.isArray(each))) listOf(aliveTest)(of);
  else aliveTest(of);
};

const until = oneOf(['turn', 'game']);

const everyAbility = { copy: name, controller: orNull(name), live };

const continuous: Shape = {
  needs: { id: name, class: name, card: name, while: name, force: number },
  takes: { ...everyAbility, printed: flag, until },
};

function answering(depth: number): Shape {
  return {
    needs: { id: name, class: oneOf([...abilityClasses, 'continuous']), on: subscription },
    takes: {
      ...everyAbility,
      at: oneOf(points),
      if: listOf(test),
      next: flag,
      until,
      choice: flag,
      into: occurrence,
      printed: flag,
      gold: amount,
      interfered: flag,
      do: listOf(action(depth)),
    },
  };
}

function abilityAt(depth: number): Check {
  return (of) => {
    if (depth > deepestAdd)
      report(
        of,
        'depth',
        `is created by abilities that are created by abilities, more than ${deepestAdd} in a row, which is the limit`,
      );
    else if (isMapping(of.value) && of.value.class === 'continuous') fits(of, continuous);
    else if (fits(of, answering(depth))) checkAnswer(of, of.value as Readonly<Record<string, unknown>>);
  };
}

const ability = abilityAt(0);

/** Classes that cannot act at later points. */
const early: ReadonlySet<unknown> = new Set(['negate', 'prevent', 'substitute']);

/** Classes without a point of their own. */
const needingPoint: ReadonlySet<unknown> = new Set(['trait', 'rulebook', 'reduction', 'reaction']);

function checkAnswer(of: Field, keys: Readonly<Record<string, unknown>>): void {
  const has = (key: string) => keys[key] !== undefined;
  const className = String(keys.class);
  const isSubstitute = keys.class === 'substitute';
  const [into, at] = [partOf(of, 'into'), partOf(of, 'at')];
  if (isSubstitute && !has('into'))
    report(
      into,
      'missing-key',
      'is missing, expected the occurrence that a substitute puts in place of the one that it answers',
      'give its type',
    );
  if (!isSubstitute && has('into'))
    report(
      into,
      'bad-structure',
      `belongs to an ability of class ${className}, expected it only in one of class substitute`,
      'make it a substitute, or leave it out',
    );
  if (early.has(keys.class) && has('at') && keys.at !== 'before' && !has('gold'))
    report(
      at,
      'bad-structure',
      `is ${JSON.stringify(keys.at)} in an ability of class ${className}, expected "before": nothing can be negated, prevented or substituted any more by then`,
      'leave it out',
    );
  if (needingPoint.has(keys.class) && !has('at'))
    report(
      at,
      'missing-key',
      `is missing, expected ${points.map((point) => JSON.stringify(point)).join(' or ')}`,
      'only delayed ones and those that negate, prevent or substitute have a point by themselves',
    );
}

function action(depth: number): Check {
  return choiceOf('an action', {
    note: { needs: { note: text } },
    noteForce: { needs: { noteForce: name } },
    notePhase: { needs: { notePhase: only } },
    raise: { needs: { raise: occurrenceOrBatch } },
    raiseAll: { needs: { raiseAll: occurrences } },
    negate: { needs: { negate: only } },
    adjust: { needs: { adjust: number } },
    retarget: { needs: { retarget: orNull(name) } },
    add: {
      needs: {
        add: (of) => abilityAt(depth + 1)(of),
      },
    },
  });
}

const entity = shapeOf({
  takes: {
    controller: orNull(name),
    inPlay: flag,
    bowed: flag,
    location: orNull(name),
    attachedTo: orNull(name),
    dishonored: flag,
    force: number,
  },
  others: scalar,
});

const given = shapeOf({
  takes: {
    players: listOf(name, 1),
    active: orNull(name),
    next: orNull(name),
    phase: orNull(name),
    entities: mappingOf(entity),
    honor: mappingOf(number),
    abilities: listOf(ability),
    decisions: mappingOf(listOf(text)),
    policy: shapeOf({ takes: { grouping: oneOf(groupings), bornInStep: flag, reactionToZero: flag } }),
  },
});

const when = choiceOf('an entry', {
  raise: { needs: { raise: occurrenceOrBatch } },
  raiseAll: { needs: { raiseAll: occurrences } },
  timePoint: { needs: { timePoint: name }, takes: { at: oneOf(points) } },
  endPhase: { needs: { endPhase: name } },
  beginPhase: { needs: { beginPhase: name } },
  endTurn: { needs: { endTurn: only }, takes: { next: orNull(name) } },
  beginTurn: { needs: { beginTurn: name } },
  pay: { needs: { pay: shapeOf({ needs: { player: name, cost: amount } }) } },
});

const then = shapeOf({
  takes: {
    order: listOf(text),
    never: listOf(text),
    count: mappingOf(count),
    ent: mappingOf(mappingOf(scalar)),
    honor: mappingOf(number),
  },
});

const beside = { src: text, title: text, given, then, log: listOf(text) };

/** A scenario, perhaps without a name. */
export const play = shapeOf({ needs: { when: listOf(when) }, takes: { id: name, ...beside } });

export const scenario = shapeOf({ needs: { id: name, when: listOf(when) }, takes: beside });

/** A file of scenarios, which are checked one by one. */
export const fileShape: Shape = {
  needs: { format: oneOf(['timing/1']), scenarios: listOf(anything) },
  takes: { name: text, about: text, note: text, source: anything },
};
