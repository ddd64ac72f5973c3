import type { Message } from '../../meaning/effects/turn-context.js';
import type { CellValue, Handle } from '../../world/api.js';
import type { PastValue } from '../../world/histories-api.js';
import type { TypedValue } from '../../world/variables-api.js';
import { meantOrKnown } from '../../content/text/nearest-name.js';
import { given } from '../../content/native/load-context.js';
import {
  type CellData,
  type ExpectationData,
  type HistoryData,
  type QueryData,
  type TellingData,
  type ValueData,
} from './scenario-schema.js';
import { expectationSubjects } from './expectation-schema.js';
import {
  type Stage,
  handleOf,
  hasMany,
  isList,
  isMany,
  isSet,
  manyOf,
  nameOf,
  queryOf,
  unknownColumn,
  unknownMark,
  valueNames,
  valueOf,
} from './stage.js';

/** A sentence each. */
export type Faults = readonly string[];

type Checks = {
  readonly [Key in (typeof expectationSubjects)[number]]: (
    stage: Stage,
    expected: NonNullable<ExpectationData[Key]>,
    expectation: ExpectationData,
  ) => Faults;
};

const checks: Checks = {
  object: checkObject,
  count(stage, count) {
    const found = queryOf(stage, count).length;
    return faultIf(found !== count.is, `the count of ${sortOf(count)} is ${found}, expected ${count.is}`);
  },
  which: checkMembers,
  evaluate(stage, { expression, source, target, is, absent }, { within }) {
    const handle = (name: string | undefined) => (name === undefined ? name : handleOf(stage, name));
    const actual = stage.world.questions.evaluate(
      expression,
      given({ source: handle(source), target: handle(target) }),
    );
    if (absent === true)
      return faultIf(actual !== undefined, `${expression} is ${shown(actual)}, expected it to be absent`);
    return checkCell(stage, expression, is, actual, within);
  },
  ask(stage, { expression, object, is }, { within }) {
    return checkCell(
      stage,
      `${expression} of ${object}`,
      is,
      stage.world.questions.ask(expression, handleOf(stage, object)),
      within,
    );
  },
  enabled(stage, { thing, object, is, failing }) {
    const actual = stage.world.questions.enabled(thing, handleOf(stage, object));
    return [
      ...checkState(thing, `enabled for ${object}`, actual.enabled, is),
      ...checkNames(`what fails of ${thing} for ${object} is`, actual.failing, failing),
    ];
  },
  explain: checkHistory,
  same: (stage, mark) => faultIf(hashAt(stage, mark) !== stage.world.hash(), `the state is not what it was at ${mark}`),
  changed: (stage, mark) =>
    faultIf(hashAt(stage, mark) === stage.world.hash(), `the state is what it was at ${mark}, expected another`),
  linked: (stage, ends) => faultIf(!areLinked(stage, ends), `no lane runs between ${ends.join(' and ')}, expected one`),
  unlinked: (stage, ends) =>
    faultIf(areLinked(stage, ends), `a lane runs between ${ends.join(' and ')}, expected none`),
  turn: ({ world }, turn) =>
    faultIf(world.turn !== turn, `${world.turn} turns are completed, expected ${String(turn)}`),
  reports: checkReports,
  trigger: ({ world }, name, { armed, holds }) => [
    ...(armed === undefined ? [] : checkState(`the trigger ${name}`, 'armed', world.triggers.isArmed(name), armed)),
    ...(holds === undefined
      ? []
      : checkState(`the condition of the trigger ${name}`, 'true', world.triggers.isTrue(name), holds)),
  ],
  delayed({ world }, wanted) {
    const found = world.triggers.delayed;
    const waiting = found === 1 ? '1 list of actions waits' : `${found} lists of actions wait`;
    return faultIf(found !== wanted, `${waiting}, expected ${wanted}`);
  },
  fired({ events }, wanted) {
    const fired = events.flatMap((event) => (event.kind === 'fire' ? [event.name] : []));
    return checkNames('the triggers that fired are', fired, wanted);
  },
  told: checkTold,
};

/** Throws when the expectation cannot be asked. */
export function checkExpectation(stage: Stage, expectation: ExpectationData): Faults {
  const subject = expectationSubjects.find((key) => expectation[key] !== undefined) ?? 'turn';
  // The compiler does not see that key and value belong together.
  const check = checks[subject] as (stage: Stage, expected: unknown, expectation: ExpectationData) => Faults;
  return check(stage, expectation[subject], expectation);
}

function faultIf(isWrong: boolean, sentence: string): Faults {
  return isWrong ? [sentence] : [];
}

function checkState(what: string, state: string, actual: boolean, wanted: boolean | undefined): Faults {
  if (wanted === undefined || actual === wanted) return [];
  return [`${what} is ${wanted ? 'not ' : ''}${state}, expected ${wanted ? 'it to be' : 'not'}`];
}

function checkCell(
  stage: Stage,
  what: string,
  wanted: CellData | undefined,
  actual: CellValue | undefined,
  within = 0,
): Faults {
  if (wanted === undefined || fits(stage, wanted, actual, within)) return [];
  return [`${what} is ${shown(actual)}, expected ${shown(wanted)}`];
}

function checkNames(what: string, actual: readonly string[], wanted: readonly string[] | undefined): Faults {
  const isSame = wanted === undefined || JSON.stringify(actual) === JSON.stringify(wanted);
  return isSame ? [] : [`${what} ${listText(actual)}, expected ${listText(wanted)}`];
}

function listText(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function checkObject(stage: Stage, name: string, expected: ExpectationData): Faults {
  const { world } = stage;
  const handle = handleOf(stage, name);
  if (!world.isLive(handle)) return faultIf(expected.exists !== false, `${name} is gone, expected it to exist`);
  const view = world.describe(handle);
  const label = `${view.kind} ${name}`;
  if (expected.exists === false) return [`${label} exists, expected it to be gone`];
  const same = (what: string, actual: string | null, wanted: string | null | undefined) =>
    faultIf(
      wanted !== undefined && actual !== wanted,
      `${label} ${what} is ${actual ?? 'none'}, expected ${wanted ?? 'none'}`,
    );
  const owners = view.owners.map((owner) => nameOf(stage, owner)).sort();
  const { position, owners: wantedOwners, values = {}, lacks = [], seenBy = {}, available = {} } = expected;
  return [
    ...same('kind', view.kind, expected.kind),
    ...same('class', view.class, expected.class),
    ...same('owner', owners.length === 0 ? null : owners.join(' and '), expected.owner),
    ...same('owners', owners.join(', '), wantedOwners && [...wantedOwners].sort().join(', ')),
    ...same('place', view.parent === null ? null : nameOf(stage, view.parent), expected.in),
    ...same('position', pointText(view.position), position === undefined ? position : pointText(position)),
    ...Object.entries(values).flatMap(([column, wanted]) =>
      checkValue(stage, label, handle, column, wanted, expected.within),
    ),
    ...lacks.flatMap((column) => checkLack(stage, label, handle, column)),
    ...checkState(label, 'granted', world.variables.isGranted(handle), expected.granted),
    ...Object.entries(seenBy).flatMap(([faction, wanted]) =>
      checkState(label, `seen by ${faction}`, world.relations.isVisible(handleOf(stage, faction), handle), wanted),
    ),
    ...Object.entries(available).flatMap(([className, wanted]) =>
      checkState(className, `available to ${label}`, world.relations.isAvailable(handle, className), wanted),
    ),
  ];
}

function checkLack(stage: Stage, label: string, handle: Handle, column: string): Faults {
  if (isSet(stage, column) || isList(stage, column))
    return faultIf(hasMany(stage, handle, column), `${label} has ${column}, expected it to lack ${column}`);
  const value = valueOf(stage, handle, known(stage, column));
  return faultIf(value !== undefined, `${label} ${column} is ${shown(value)}, expected it to lack ${column}`);
}

function checkValue(
  stage: Stage,
  label: string,
  handle: Handle,
  column: string,
  wanted: ValueData,
  within: number | undefined,
): Faults {
  const what = `${label} ${column}`;
  if (isSet(stage, column)) {
    const words = manyOf(column, wanted, 'a list of words');
    const held = stage.world.relations.wordsOf(handle, column);
    // The order of words does not matter.
    const isSame = held.length === new Set(words).size && words.every((word) => held.includes(word));
    return faultIf(!isSame, `${what} are ${listText(held)}, expected ${listText(words)}`);
  }
  if (isList(stage, column)) {
    const names = manyOf(column, wanted, 'a list of names');
    const listed = stage.world.relations.listOf(handle, column);
    const handles = names.map((name) => handleOf(stage, name));
    const isSame = JSON.stringify(listed) === JSON.stringify(handles);
    const found = listText(listed.map((each) => nameOf(stage, each)));
    return faultIf(!isSame, `${what} are ${found}, expected ${listText(names)}`);
  }
  const actual = valueOf(stage, handle, known(stage, column));
  if (isMany(wanted)) return [`${what} is ${shown(actual)}, expected the list ${wanted.join(', ')}`];
  return checkCell(stage, what, wanted, actual, within);
}

/** A misspelt name must not look like a missing value. */
function known(stage: Stage, column: string): string {
  const names = valueNames(stage);
  if (!names.includes(column)) throw unknownColumn(column, `; ${meantOrKnown(column, names)}`);
  return column;
}

function checkMembers(stage: Stage, which: NonNullable<ExpectationData['which']>): Faults {
  const found = queryOf(stage, which);
  const wanted = which.are.map((name) => handleOf(stage, name));
  const missing = which.are.filter((_name, i) => !found.includes(wanted[i]));
  const surplus = found.filter((handle) => !wanted.includes(handle)).map((handle) => nameOf(stage, handle));
  const parts = [
    ...faultIf(missing.length > 0, `lack ${missing.join(', ')}`),
    ...faultIf(surplus.length > 0, `also hold ${surplus.join(', ')}`),
  ];
  return faultIf(
    parts.length > 0,
    `the objects (${sortOf(which)}) ${parts.join(' and ')}, expected ${listText(which.are)}`,
  );
}

function sortOf({ kind, class: className, owner, where }: QueryData): string {
  const ofOwner = owner === undefined ? '' : ` of ${owner ?? 'nobody'}`;
  return `${className ?? kind ?? 'object'}${ofOwner}${where === undefined ? '' : ` where ${where}`}`;
}

function checkHistory(
  stage: Stage,
  { object, column, initial, current, steps }: NonNullable<ExpectationData['explain']>,
): Faults {
  const history = historyOf(stage, handleOf(stage, object), known(stage, column));
  const label = `explain ${object} ${column}:`;
  const compare = (what: string, wanted: CellData | undefined, actual: CellValue | undefined) =>
    checkCell(stage, `${label} ${what}`, wanted, actual);
  const faults = [...compare('initial', initial, history.initial), ...compare('current', current, history.current)];
  if (steps === undefined) return faults;
  if (steps.length !== history.steps.length) {
    const found = history.steps
      .map((step) => `${shown(step.rule)} ${shown(step.before)} → ${shown(step.after)}`)
      .join(', ');
    return [...faults, `${label} there are ${history.steps.length} steps (${found}), expected ${steps.length}`];
  }
  const ofSteps = steps.flatMap((wanted, i) =>
    comparedKeys.flatMap((key) => compare(`step ${i + 1} ${key}`, wanted[key], history.steps[i][key])),
  );
  return [...faults, ...ofSteps];
}

const comparedKeys = [
  'rule',
  'label',
  'amount',
  'before',
  'after',
  'source',
] as const satisfies readonly (keyof HistoryData)[];

function historyOf(stage: Stage, object: Handle, name: string) {
  const { steps, ...ends } = stage.world.explain(object, name);
  return {
    initial: cellOf(ends.initial),
    current: cellOf(ends.current),
    steps: steps.map(({ rule, source, label, before, after, modifier }) => ({
      rule,
      label: modifier === undefined ? label : rule,
      source: source === 0 ? null : nameOf(stage, source),
      amount: modifier && plain(modifier.amount),
      before: cellOf(before),
      after: cellOf(after),
    })),
  };
}

/** Meters, properties and variables have no lists. */
function cellOf(value: PastValue | undefined): CellValue | undefined {
  return typeof value === 'object' && value !== null ? undefined : value;
}

/** Undefined without a plain form. */
function plain(value: TypedValue): CellValue | undefined {
  return 'value' in value ? value.value : undefined;
}

function areLinked(stage: Stage, [a, b]: readonly [string, string]): boolean {
  return stage.world.relations.neighbours(handleOf(stage, a)).includes(handleOf(stage, b));
}

function hashAt({ marks }: Stage, mark: string): string {
  const hash = marks.get(mark);
  if (hash === undefined) throw unknownMark('mark or snapshot', mark, marks.keys());
  return hash;
}

function checkTold(stage: Stage, wanted: readonly (string | TellingData)[]): Faults {
  const told = stage.events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
  const texts = told.map(({ text }) => text);
  const wantedTexts = wanted.map((each) => (typeof each === 'string' ? each : each.tell));
  const faults = checkNames('what was told is', texts, wantedTexts);
  if (faults.length > 0) return faults;
  return wanted.flatMap((each, i) => (typeof each === 'string' ? [] : checkToldValues(stage, told[i], each)));
}

function checkReports(
  { world }: Stage,
  wanted: NonNullable<ExpectationData['reports']>,
  { within = 0 }: ExpectationData,
) {
  if (world.reports.turns.length === 0) return ['no turn has run, so there are no reports, expected a turn before'];
  return Object.entries(wanted).flatMap(([name, expected]) => {
    const actual = world.reports.last(name);
    const isSame =
      expected === null
        ? Number.isNaN(actual)
        : actual === Number(expected) || Math.abs(actual - Number(expected)) <= within;
    const found = Number.isNaN(actual) ? 'absent' : typeof expected === 'boolean' ? String(actual === 1) : actual;
    return faultIf(!isSame, `the report ${name} is ${found}, expected ${expected ?? 'it to be absent'}`);
  });
}

function checkToldValues(stage: Stage, { text, values }: Message, wanted: TellingData): Faults {
  return Object.entries(wanted.values).flatMap(([name, value]) => {
    const expected = typeof value === 'string' ? handleOf(stage, value) : Number(value);
    const actual = Object.hasOwn(values, name) ? values[name] : undefined;
    return faultIf(
      actual !== expected,
      `${name} of ${JSON.stringify(text)} is ${actual ?? 'absent'}, expected ${value}`,
    );
  });
}

/** Text: a word, or the name of the object of a reference. */
function fits(stage: Stage, wanted: CellData, actual: CellValue | undefined, within: number): boolean {
  if (typeof wanted === 'number' && typeof actual === 'number')
    return wanted === actual || Math.abs(wanted - actual) <= within;
  if (typeof wanted === 'string' && typeof actual === 'number') return stage.names.get(wanted) === actual;
  return wanted === actual;
}

function shown(value: CellValue | undefined): string {
  if (value === undefined) return 'absent';
  return value === null ? 'none' : String(value);
}

function pointText(point: { readonly x: number; readonly y: number } | null): string | null {
  return point === null ? null : `(${point.x}, ${point.y})`;
}
