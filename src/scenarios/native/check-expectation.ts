import { EdictError } from '../../kernel/errors.js';
import type { CellValue, Handle } from '../../world/api.js';
import type { SolvedValue } from '../../world/solving-api.js';
import { didYouMean } from '../did-you-mean.js';
import { checkTriggers } from './check-triggers.js';
import type { CellData, ExpectationData, HistoryData, QueryData, ValueData } from './scenario-schema.js';
import {
  type Stage,
  handleOf,
  hasMany,
  isList,
  isMany,
  isSet,
  isVariable,
  manyOf,
  nameOf,
  queryOf,
  valueNames,
  valueOf,
} from './stage.js';

/** What is not as it should be, a sentence each. */
export type Faults = readonly string[];

/** Compares the world with an expectation. Throws when the expectation cannot be asked. */
export function checkExpectation(stage: Stage, expectation: ExpectationData): Faults {
  const {
    object,
    count,
    which,
    evaluate,
    ask,
    enabled,
    explain,
    same,
    changed,
    linked,
    unlinked,
    turn,
    within = 0,
  } = expectation;
  const ofTriggers = checkTriggers(stage, expectation);
  if (ofTriggers !== undefined) return ofTriggers;
  if (object !== undefined) return checkObject(stage, object, expectation, within);
  if (count !== undefined) return checkCount(stage, count);
  if (which !== undefined) return checkMembers(stage, which);
  if (evaluate !== undefined) return checkEvaluation(stage, evaluate, within);
  if (ask !== undefined) return checkAnswer(stage, ask, within);
  if (enabled !== undefined) return checkEnablement(stage, enabled);
  if (explain !== undefined) return checkHistory(stage, explain);
  if (same !== undefined)
    return hashAt(stage, same) === stage.world.hash() ? [] : [`the state is not what it was at ${same}`];
  if (changed !== undefined)
    return hashAt(stage, changed) !== stage.world.hash()
      ? []
      : [`the state is what it was at ${changed}, expected another`];
  if (linked !== undefined)
    return areLinked(stage, linked) ? [] : [`no lane runs between ${linked.join(' and ')}, expected one`];
  if (unlinked !== undefined)
    return areLinked(stage, unlinked) ? [`a lane runs between ${unlinked.join(' and ')}, expected none`] : [];
  return stage.world.turn === turn ? [] : [`${stage.world.turn} turns are completed, expected ${String(turn)}`];
}

function checkObject(stage: Stage, name: string, expected: ExpectationData, within: number): Faults {
  const handle = handleOf(stage, name);
  const isLive = stage.world.isLive(handle);
  if (expected.exists === false)
    return isLive ? [`${labelOf(stage, name, handle)} exists, expected it to be gone`] : [];
  if (!isLive) return [`${name} is gone, expected it to exist`];
  const view = stage.world.describe(handle);
  const label = labelOf(stage, name, handle);
  const faults: string[] = [];
  const same = (what: string, actual: string | null, wanted: string | null | undefined) => {
    if (wanted !== undefined && actual !== wanted)
      faults.push(`${label} ${what} is ${actual ?? 'none'}, expected ${wanted ?? 'none'}`);
  };
  const owners = view.owners.map((owner) => nameOf(stage, owner)).sort();
  same('kind', view.kind, expected.kind);
  same('class', view.class, expected.class);
  same('owner', owners.length === 0 ? null : owners.join(' and '), expected.owner);
  same('owners', owners.join(', '), expected.owners === undefined ? undefined : [...expected.owners].sort().join(', '));
  same('place', view.parent === null ? null : nameOf(stage, view.parent), expected.in);
  same(
    'position',
    pointText(view.position),
    expected.position === undefined ? undefined : pointText(expected.position),
  );
  for (const [column, wanted] of Object.entries(expected.values ?? {}))
    faults.push(...checkValue(stage, label, handle, column, wanted, within));
  for (const column of expected.lacks ?? []) {
    if (isSet(stage, column) || isList(stage, column)) {
      if (hasMany(stage, handle, column)) faults.push(`${label} has ${column}, expected it to lack ${column}`);
      continue;
    }
    const value = valueOf(stage, handle, known(stage, column));
    if (value !== undefined) faults.push(`${label} ${column} is ${shown(value)}, expected it to lack ${column}`);
  }
  if (expected.granted !== undefined && stage.world.isGranted(handle) !== expected.granted) {
    faults.push(
      `${label} is ${expected.granted ? 'not ' : ''}granted, expected ${expected.granted ? 'it to be' : 'not'}`,
    );
  }
  return [...faults, ...checkFactions(stage, label, handle, expected)];
}

function checkFactions(
  stage: Stage,
  label: string,
  handle: Handle,
  { seenBy = {}, available = {} }: ExpectationData,
): Faults {
  const unseen = Object.entries(seenBy)
    .filter(([faction, wanted]) => stage.world.isVisible(handleOf(stage, faction), handle) !== wanted)
    .map(
      ([faction, wanted]) =>
        `${label} is ${wanted ? 'not ' : ''}seen by ${faction}, expected ${wanted ? 'it to be' : 'not'}`,
    );
  const unavailable = Object.entries(available)
    .filter(([className, wanted]) => stage.world.isAvailable(handle, className) !== wanted)
    .map(
      ([className, wanted]) =>
        `${className} is ${wanted ? 'not ' : ''}available to ${label}, expected ${wanted ? 'it to be' : 'not'}`,
    );
  return [...unseen, ...unavailable];
}

function checkValue(
  stage: Stage,
  label: string,
  handle: Handle,
  column: string,
  wanted: ValueData,
  within: number,
): Faults {
  if (isSet(stage, column)) return checkWords(stage, label, handle, column, manyOf(column, wanted, 'a list of words'));
  if (isList(stage, column))
    return checkListed(stage, label, handle, column, manyOf(column, wanted, 'a list of names'));
  const actual = valueOf(stage, handle, known(stage, column));
  if (isMany(wanted)) return [`${label} ${column} is ${shown(actual)}, expected the list ${wanted.join(', ')}`];
  return fits(stage, wanted, actual, within)
    ? []
    : [`${label} ${column} is ${shown(actual)}, expected ${textOf(wanted)}`];
}

/** The order of words does not matter. */
function checkWords({ world }: Stage, label: string, handle: Handle, set: string, wanted: readonly string[]): Faults {
  const held = world.held(handle, set);
  const isSame = held.length === new Set(wanted).size && wanted.every((word) => held.includes(word));
  return isSame ? [] : [`${label} ${set} are ${manyText(held)}, expected ${manyText(wanted)}`];
}

function checkListed(stage: Stage, label: string, handle: Handle, list: string, wanted: readonly string[]): Faults {
  const listed = stage.world.listed(handle, list);
  const handles = wanted.map((name) => handleOf(stage, name));
  const isSame = listed.length === handles.length && handles.every((each, i) => each === listed[i]);
  return isSame
    ? []
    : [`${label} ${list} are ${manyText(listed.map((each) => nameOf(stage, each)))}, expected ${manyText(wanted)}`];
}

function manyText(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** A name of a value, checked: a misspelt one must not look like a missing value. */
function known(stage: Stage, column: string): string {
  const names = valueNames(stage);
  if (!names.includes(column))
    throw new EdictError(
      'unknown-column',
      `there is no meter, property or variable ${JSON.stringify(column)}${didYouMean(column, names)}`,
    );
  return column;
}

function checkCount(stage: Stage, count: NonNullable<ExpectationData['count']>): Faults {
  const found = queryOf(stage, count).length;
  return found === count.is ? [] : [`the count of ${sortOf(count)} is ${found}, expected ${count.is}`];
}

function checkMembers(stage: Stage, which: NonNullable<ExpectationData['which']>): Faults {
  const found = queryOf(stage, which);
  const wanted = which.are.map((name) => handleOf(stage, name));
  const missing = which.are.filter((_name, i) => !found.includes(wanted[i]));
  const surplus = found.filter((handle) => !wanted.includes(handle)).map((handle) => nameOf(stage, handle));
  if (missing.length === 0 && surplus.length === 0) return [];
  const parts = [
    ...(missing.length > 0 ? [`lack ${missing.join(', ')}`] : []),
    ...(surplus.length > 0 ? [`hold ${surplus.join(', ')} besides`] : []),
  ];
  return [
    `the objects (${sortOf(which)}) ${parts.join(' and ')}, expected ${which.are.length === 0 ? 'none' : which.are.join(', ')}`,
  ];
}

function sortOf({ kind, class: className, owner, where }: QueryData): string {
  return [
    className ?? kind ?? 'object',
    ...(owner === undefined ? [] : [`of ${owner ?? 'nobody'}`]),
    ...(where === undefined ? [] : [`where ${where}`]),
  ].join(' ');
}

function checkEvaluation(
  stage: Stage,
  { expression, source, target, is, absent }: NonNullable<ExpectationData['evaluate']>,
  within: number,
): Faults {
  const actual = stage.world.evaluate(expression, {
    ...(source === undefined ? {} : { source: handleOf(stage, source) }),
    ...(target === undefined ? {} : { target: handleOf(stage, target) }),
  });
  if (absent === true)
    return actual === undefined ? [] : [`${expression} is ${shown(actual)}, expected it to be absent`];
  return is === undefined || fits(stage, is, actual, within)
    ? []
    : [`${expression} is ${shown(actual)}, expected ${textOf(is)}`];
}

function checkAnswer(
  stage: Stage,
  { expression, object, is }: NonNullable<ExpectationData['ask']>,
  within: number,
): Faults {
  const actual = stage.world.ask(expression, handleOf(stage, object));
  return fits(stage, is, actual, within)
    ? []
    : [`${expression} of ${object} is ${shown(actual)}, expected ${textOf(is)}`];
}

function checkEnablement(
  stage: Stage,
  { thing, object, is, failing }: NonNullable<ExpectationData['enabled']>,
): Faults {
  const actual = stage.world.enabled(thing, handleOf(stage, object));
  const faults: string[] = [];
  if (is !== undefined && actual.enabled !== is)
    faults.push(`${thing} is ${is ? 'not ' : ''}enabled for ${object}, expected ${is ? 'it to be' : 'not'}`);
  if (failing !== undefined && JSON.stringify(actual.failing) !== JSON.stringify(failing)) {
    faults.push(`what fails of ${thing} for ${object} is ${manyText(actual.failing)}, expected ${manyText(failing)}`);
  }
  return faults;
}

function checkHistory(
  stage: Stage,
  { object, column, initial, current, steps }: NonNullable<ExpectationData['explain']>,
): Faults {
  const history = historyOf(stage, handleOf(stage, object), known(stage, column));
  const label = `explain ${object} ${column}:`;
  const faults: string[] = [];
  const compare = (what: string, wanted: CellData | undefined, actual: CellValue | undefined) => {
    if (wanted !== undefined && !fits(stage, wanted, actual, 0))
      faults.push(`${label} ${what} is ${shown(actual)}, expected ${textOf(wanted)}`);
  };
  compare('initial', initial, history.initial);
  compare('current', current, history.current);
  if (steps === undefined) return faults;
  if (steps.length !== history.steps.length) {
    const found = history.steps.map((step) => `${step.rule} ${shown(step.before)} → ${shown(step.after)}`).join(', ');
    return [...faults, `${label} there are ${history.steps.length} steps (${found}), expected ${steps.length}`];
  }
  steps.forEach((wanted, i) => {
    const actual = history.steps[i];
    const what = (key: keyof HistoryData) => `step ${i + 1} ${key}`;
    compare(what('rule'), wanted.rule, actual.rule);
    compare(what('label'), wanted.label, actual.label);
    compare(what('amount'), wanted.amount, actual.amount);
    compare(what('before'), wanted.before, actual.before);
    compare(what('after'), wanted.after, actual.after);
    if (wanted.source !== undefined)
      compare(what('source'), wanted.source, actual.source === 0 ? null : nameOf(stage, actual.source));
  });
  return faults;
}

interface History {
  readonly initial: CellValue | undefined;
  readonly current: CellValue | undefined;
  readonly steps: readonly {
    readonly rule: string;
    readonly label: string;
    readonly source: Handle;
    readonly amount?: CellValue | undefined;
    readonly before: CellValue | undefined;
    readonly after: CellValue | undefined;
  }[];
}

/** What a turn did to a cell, or what modifiers make of a variable. */
function historyOf(stage: Stage, object: Handle, name: string): History {
  if (!isVariable(stage, name)) return stage.world.explain(object, name);
  const { initial, current, steps } = stage.world.explainVariable(object, name);
  return {
    initial: plain(initial),
    current: plain(current),
    steps: steps.map(({ modifier, carrier, amount, before, after }) => ({
      rule: modifier,
      label: modifier,
      source: carrier,
      amount: plain(amount),
      before: plain(before),
      after: plain(after),
    })),
  };
}

/** Undefined for what is absent or has no plain form. */
function plain(value: SolvedValue): CellValue | undefined {
  return 'value' in value ? value.value : undefined;
}

function areLinked(stage: Stage, [a, b]: readonly [string, string]): boolean {
  return stage.world.neighbours(handleOf(stage, a)).includes(handleOf(stage, b));
}

function hashAt(stage: Stage, mark: string): string {
  const hash = stage.marks.get(mark);
  if (hash === undefined)
    throw new EdictError(
      'unknown-mark',
      `there is no mark or snapshot ${JSON.stringify(mark)} so far${didYouMean(mark, [...stage.marks.keys()])}`,
    );
  return hash;
}

/** Text may be a word, or the name of the object that a reference points to. */
function fits(stage: Stage, wanted: CellData, actual: CellValue | undefined, within: number): boolean {
  if (typeof wanted === 'number' && typeof actual === 'number')
    return wanted === actual || Math.abs(wanted - actual) <= within;
  if (typeof wanted === 'string' && typeof actual === 'number') return stage.names.get(wanted) === actual;
  return wanted === actual;
}

function labelOf(stage: Stage, name: string, handle: Handle): string {
  return `${stage.world.describe(handle).kind} ${name}`;
}

function textOf(value: CellData): string {
  return value === null ? 'none' : String(value);
}

function shown(value: CellValue | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'none';
  return String(value);
}

function pointText(point: { readonly x: number; readonly y: number } | null): string | null {
  return point === null ? null : `(${point.x}, ${point.y})`;
}
