import { EdictError } from '../../kernel/errors.js';
import { createWorld } from '../../world.js';
import type { World } from '../../world/api.js';
import type { Path } from '../../content/native/source-document.js';
import { catching } from '../catching.js';
import { didYouMean } from '../did-you-mean.js';
import { declaredTypes, isObjectField } from './run-step.js';
import type { ExpectationData, ObjectData, QueryData, RaisedData, StepData, ValueData } from './scenario-schema.js';
import type { Report } from './set-up-world.js';
import {
  type Stage,
  handleOf,
  isList,
  isMany,
  isReference,
  isSet,
  remember,
  unknownColumn,
  unknownMark,
  valueNames,
} from './stage.js';

interface Checking {
  readonly stage: Stage;
  /**
   * A world without objects: a condition that it is asked is compiled and never evaluated. It is made when it is first
   * needed.
   */
  readonly empty: () => World;
  /** Of meters, properties and what else objects may have; put together when they are first needed. */
  readonly columns: () => ReadonlySet<string>;
  readonly report: Report;
  readonly marks: Set<string>;
  readonly snapshots: Set<string>;
}

/**
 * Resolves the names and expressions of steps in the world as it is before them, without running any. A step that is
 * to fail is passed over: an unknown name may be why.
 */
export function checkSteps(stage: Stage, steps: readonly StepData[], path: Path, report: Report): void {
  let empty: World | undefined;
  let columns: ReadonlySet<string> | undefined;
  const checking: Checking = {
    stage,
    empty: () => (empty ??= createWorld(stage.program)),
    columns: () => (columns ??= new Set(valueNames(stage))),
    report,
    marks: new Set(),
    snapshots: new Set(),
  };
  steps.forEach((each, i) => {
    if (each.fails === undefined) step(checking, each, [...path, i]);
  });
}

/** Checks a part of a step, which stands at a path. */
type Check<Value> = (checking: Checking, value: Value, path: Path) => void;

type KeyChecks<Data> = { readonly [Key in keyof Data]?: Check<Exclude<Data[Key], undefined>> };

/** The values of those keys of a mapping that name something, in this order. */
function keys<Data extends object>(checks: KeyChecks<Data>): Check<Data> {
  return (checking, data, path) => {
    for (const key of Object.keys(checks) as (keyof Data & string)[]) {
      const value = data[key];
      // Key and check belong together, which the compiler cannot follow through a loop over keys.
      if (value !== undefined) (checks[key] as Check<unknown>)(checking, value, [...path, key]);
    }
  };
}

function list<Item>(check: Check<Item>): Check<readonly Item[]> {
  return (checking, items, path) => {
    items.forEach((item, i) => check(checking, item, [...path, i]));
  };
}

/** One, or a list of them. */
function several<Item>(check: Check<Item>): Check<Item | readonly Item[]> {
  const each = list(check);
  const isSeveral = (value: Item | readonly Item[]): value is readonly Item[] => Array.isArray(value);
  return (checking, value, path) => (isSeveral(value) ? each(checking, value, path) : check(checking, value, path));
}

/** A mapping by names of any sort. */
function mapping<Value>(
  check: (checking: Checking, name: string, value: Value, path: Path) => void,
): Check<Readonly<Record<string, Value>>> {
  return (checking, values, path) => {
    for (const [name, value] of Object.entries(values)) check(checking, name, value, [...path, name]);
  };
}

function byFaction(check: Check<string>): Check<Readonly<Record<string, readonly string[]>>> {
  const each = list(check);
  return mapping((checking, faction, names, path) => {
    object(checking, faction, path);
    each(checking, names, path);
  });
}

function object(checking: Checking, name: string | null, path: Path): boolean {
  return name === null || attempt(checking, path, () => handleOf(checking.stage, name));
}

/** What a name will stand for does not matter here. */
function newName(checking: Checking, name: string, path: Path): void {
  attempt(checking, path, () => remember(checking.stage, name, 0));
}

function attempt({ report }: Checking, path: Path, run: () => unknown): boolean {
  return catching(
    () => {
      run();
      return true;
    },
    (error) => {
      report(path, error);
      return false;
    },
  );
}

function known(checking: Checking, name: string, names: readonly string[], path: Path, sentence: string): boolean {
  if (names.includes(name)) return true;
  const { report, stage } = checking;
  report(path, new EdictError('unknown-name', `${sentence}${didYouMean(name, names, stage.budget)}`));
  return false;
}

function declared(what: 'kind' | 'class' | 'trigger'): Check<string> {
  return (checking, name, path) => {
    const { kinds, classes, triggers } = checking.stage.program.model;
    const names = what === 'trigger' ? triggers : (what === 'kind' ? kinds : classes).map((each) => each.name);
    known(checking, name, names, path, `there is no ${what} ${JSON.stringify(name)}`);
  };
}

function column(checking: Checking, name: string, path: Path): boolean {
  const names = checking.columns();
  if (names.has(name)) return true;
  const { budget } = checking.stage;
  // Once the budget is spent names are not even listed.
  checking.report(path, unknownColumn(name, budget.left <= 0 ? '' : didYouMean(name, [...names], budget)));
  return false;
}

function markOf(what: 'marks' | 'snapshots'): Check<string> {
  return (checking, name, path) => {
    const names = checking[what];
    const sort = what === 'marks' ? 'mark or snapshot' : 'snapshot';
    if (!names.has(name)) checking.report(path, unknownMark(sort, name, names, checking.stage.budget));
  };
}

type Values = Readonly<Record<string, ValueData>>;

function valuesOf(checking: Checking, values: Values, path: Path, isKnown = true): void {
  const { stage } = checking;
  for (const [name, value] of Object.entries(values)) {
    const at = [...path, name];
    if (!column(checking, name, at) || !isKnown) continue;
    if (typeof value === 'string' && isReference(stage, name)) object(checking, value, at);
    if (isMany(value) && isList(stage, name)) objects(checking, value, at);
    if (isMany(value) && isSet(stage, name)) words(checking, name, value, at);
  }
}

function words(checking: Checking, set: string, given: readonly string[], path: Path): void {
  const { holdings, enumerations } = checking.stage.program.model;
  const { members } = enumerations[holdings.find(({ name }) => name === set)?.words ?? 0];
  given.forEach((word, i) => {
    known(checking, word, members, [...path, i], `${JSON.stringify(word)} is no word of ${JSON.stringify(set)}`);
  });
}

function raised(checking: Checking, { type, fields = {} }: RaisedData, path: Path): void {
  const types = declaredTypes(checking.stage.program);
  const names = types.map(({ name }) => name);
  const typeText = JSON.stringify(type);
  if (!known(checking, type, names, [...path, 'type'], `there is no occurrence ${typeText}`)) return;
  const found = types[names.indexOf(type)];
  const fieldNames = found.fields.flatMap((field) => field?.name ?? []);
  for (const [field, value] of Object.entries(fields)) {
    const at = [...path, 'fields', field];
    const isField = known(checking, field, fieldNames, at, `${typeText} has no field ${JSON.stringify(field)}`);
    if (isField && typeof value === 'string' && isObjectField(found, field)) object(checking, value, at);
  }
}

function condition(checking: Checking, where: string, path: Path): void {
  attempt(checking, path, () => checking.empty().query({ where }));
}

function expressionName(checking: Checking, name: string, path: Path): void {
  const names = checking.stage.program.rules.expressions.map((each) => each.name);
  known(checking, name, names, path, `there is no expression ${JSON.stringify(name)}`);
}

const ends = keys<NonNullable<ExpectationData['evaluate']>>({ source: object, target: object });

function evaluation(checking: Checking, evaluate: NonNullable<ExpectationData['evaluate']>, path: Path): void {
  ends(checking, evaluate, path);
  // What is tested differs with a target; any live object will do to read the expression so.
  const [tested] = evaluate.target === undefined ? [] : checking.stage.world.query();
  const world = tested === undefined ? checking.empty() : checking.stage.world;
  const report: Report = (at, error) => {
    // What the value would be does not matter here: only what cannot be read starts so.
    if (error.message.startsWith('edict: in ')) checking.report(at, error);
  };
  attempt({ ...checking, report }, [...path, 'expression'], () =>
    world.questions.evaluate(evaluate.expression, tested === undefined ? {} : { target: tested }),
  );
}

const objects = list(object);
const place = { in: object, lane: keys({ from: object, to: object }) };
const declaredClass = declared('class');
const queryKeys = { kind: declared('kind'), class: declaredClass, owner: object, where: condition };
const query = keys<QueryData>(queryKeys);
const classes = mapping<unknown>((checking, name, _is, path) => declaredClass(checking, name, path));

const spawned = keys<ObjectData>({
  kind: declared('kind'),
  class: declaredClass,
  owner: object,
  ...place,
  name: newName,
});

const expectation = keys<ExpectationData>({
  object,
  values: valuesOf,
  lacks: list(column),
  seenBy: mapping((checking, faction, _is, path) => object(checking, faction, path)),
  available: classes,
  count: query,
  which: keys<NonNullable<ExpectationData['which']>>({ ...queryKeys, are: objects }),
  evaluate: evaluation,
  ask: keys({ object, expression: expressionName }),
  enabled: keys({ object, thing: declaredClass }),
  explain: keys({ object, column }),
  same: markOf('marks'),
  changed: markOf('marks'),
  trigger: declared('trigger'),
  fired: list(declared('trigger')),
  linked: objects,
  unlinked: objects,
});

const step = keys<StepData>({
  set(checking, { object: name, values }, path) {
    valuesOf(checking, values, [...path, 'values'], object(checking, name, [...path, 'object']));
  },
  spawn(checking, spawn, path) {
    several(spawned)(checking, spawn, path);
    // References of one may point to others of the list.
    several(keys<ObjectData>({ values: valuesOf }))(checking, spawn, path);
  },
  destroy: object,
  move: keys<NonNullable<StepData['move']>>({ object, ...place }),
  give: keys({ object, owner: object }),
  grant: several(object),
  revoke: several(object),
  link: list(objects),
  unlink: list(objects),
  show: byFaction(object),
  hide: byFaction(object),
  allow: byFaction(declaredClass),
  forbid: byFaction(declaredClass),
  roles: mapping((checking, _role, name, path) => object(checking, name, path)),
  arm: several(declared('trigger')),
  disarm: several(declared('trigger')),
  raise: several(raised),
  name: mapping((checking, name, asked, path) => {
    query(checking, asked, path);
    newName(checking, name, path);
  }),
  mark({ marks }, label) {
    marks.add(label);
  },
  snapshot({ marks, snapshots }, label) {
    marks.add(label);
    snapshots.add(label);
  },
  restore: markOf('snapshots'),
  expect: several(expectation),
});
