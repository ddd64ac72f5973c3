import { EdictError } from '../../kernel/errors.js';
import { createWorld } from '../../world.js';
import type { World } from '../../world/api.js';
import { didYouMean } from '../did-you-mean.js';
import { declaredTypes, isObjectField } from './occur.js';
import type {
  ExpectationData,
  ObjectData,
  PlaceData,
  QueryData,
  RaisedData,
  StepData,
  ValueData,
} from './scenario-schema.js';
import type { Path } from '../../content/native/source-document.js';
import { type Stage, handleOf, isList, isMany, isReference, isSet, remember, valueNames } from './stage.js';

/** Takes an error at a place of the scenario. */
export type Report = (path: Path, error: EdictError) => void;

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
 * Resolves the names and expressions of steps in the world as it is before them, without running any. A step that is to
 * fail is passed over: that something is unknown may be why.
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
  steps.forEach((step, i) => {
    if (step.fails === undefined) checkStep(checking, step, [...path, i]);
  });
}

function checkStep(checking: Checking, step: StepData, path: Path): void {
  const { set, destroy, move, give, grant, revoke, mark, snapshot, restore } = step;
  if (set !== undefined)
    checkValues(
      checking,
      set.values,
      [...path, 'set', 'values'],
      checkObject(checking, set.object, [...path, 'set', 'object']),
    );
  each(step.spawn, [...path, 'spawn'], (object, at) => {
    checkSpawn(checking, object, at);
  });
  // References of one may point to others of the list.
  each(step.spawn, [...path, 'spawn'], ({ values = {} }, at) => {
    checkValues(checking, values, [...at, 'values']);
  });
  if (destroy !== undefined) checkObject(checking, destroy, [...path, 'destroy']);
  if (move !== undefined) {
    checkObject(checking, move.object, [...path, 'move', 'object']);
    checkPlace(checking, move, [...path, 'move']);
  }
  if (give !== undefined) {
    checkObject(checking, give.object, [...path, 'give', 'object']);
    checkObject(checking, give.owner, [...path, 'give', 'owner']);
  }
  for (const [key, names] of [
    ['grant', grant],
    ['revoke', revoke],
  ] as const) {
    if (names !== undefined) checkNames(checking, names, [...path, key]);
  }
  checkLists(checking, step, path);
  for (const key of ['arm', 'disarm'] as const)
    each(step[key], [...path, key], (name, at) => {
      checkDeclared(checking, 'trigger', name, at);
    });
  each(step.raise, [...path, 'raise'], (raised, at) => {
    checkRaised(checking, raised, at);
  });
  for (const [name, query] of Object.entries(step.name ?? {})) {
    checkQuery(checking, query, [...path, 'name', name]);
    addName(checking, name, [...path, 'name', name]);
  }
  if (mark !== undefined) checking.marks.add(mark);
  if (snapshot !== undefined) for (const known of [checking.marks, checking.snapshots]) known.add(snapshot);
  if (restore !== undefined) checkMark(checking, checking.snapshots, restore, [...path, 'restore']);
  each(step.expect, [...path, 'expect'], (expectation, at) => {
    checkExpectation(checking, expectation, at);
  });
}

function checkNames(checking: Checking, names: string | readonly string[], path: Path): void {
  if (typeof names === 'string') checkObject(checking, names, path);
  else checkObjects(checking, names, path);
}

function checkLists(checking: Checking, step: StepData, path: Path): void {
  for (const key of ['link', 'unlink'] as const) {
    step[key]?.forEach((pair, i) => {
      checkObjects(checking, pair, [...path, key, i]);
    });
  }
  for (const key of ['show', 'hide', 'allow', 'forbid'] as const) {
    for (const [faction, names] of Object.entries(step[key] ?? {})) {
      checkObject(checking, faction, [...path, key, faction]);
      if (key === 'show' || key === 'hide') checkObjects(checking, names, [...path, key, faction]);
      else
        names.forEach((name, i) => {
          checkDeclared(checking, 'class', name, [...path, key, faction, i]);
        });
    }
  }
  for (const [role, name] of Object.entries(step.roles ?? {})) checkObject(checking, name, [...path, 'roles', role]);
}

function checkRaised(checking: Checking, { type, fields = {} }: RaisedData, path: Path): void {
  const types = declaredTypes(checking.stage.program);
  const declared = types.find(({ name }) => name === type);
  if (declared === undefined) {
    checking.report(
      [...path, 'type'],
      new EdictError(
        'unknown-name',
        `there is no occurrence ${JSON.stringify(type)}${didYouMean(
          type,
          types.map(({ name }) => name),
          checking.stage.budget,
        )}`,
      ),
    );
    return;
  }
  const known = declared.fields.flatMap((field) => field?.name ?? []);
  for (const [field, value] of Object.entries(fields)) {
    const at = [...path, 'fields', field];
    if (!known.includes(field))
      checking.report(
        at,
        new EdictError(
          'unknown-name',
          `${JSON.stringify(type)} has no field ${JSON.stringify(field)}${didYouMean(field, known, checking.stage.budget)}`,
        ),
      );
    else if (typeof value === 'string' && isObjectField(declared, field)) checkObject(checking, value, at);
  }
}

function checkSpawn(checking: Checking, object: ObjectData, path: Path): void {
  checkDeclared(checking, 'kind', object.kind, [...path, 'kind']);
  checkDeclared(checking, 'class', object.class, [...path, 'class']);
  checkObject(checking, object.owner, [...path, 'owner']);
  checkPlace(checking, object, path);
  if (object.name !== undefined) addName(checking, object.name, [...path, 'name']);
}

function checkPlace(checking: Checking, place: PlaceData, path: Path): void {
  checkObject(checking, place.in, [...path, 'in']);
  checkObject(checking, place.lane?.from, [...path, 'lane', 'from']);
  checkObject(checking, place.lane?.to, [...path, 'lane', 'to']);
}

function checkExpectation(checking: Checking, expectation: ExpectationData, path: Path): void {
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
    linked = [],
    unlinked = [],
    trigger,
    fired,
  } = expectation;
  checkObject(checking, object, [...path, 'object']);
  if (object !== undefined) checkValues(checking, expectation.values ?? {}, [...path, 'values']);
  expectation.lacks?.forEach((column, i) => {
    checkColumn(checking, column, [...path, 'lacks', i]);
  });
  for (const faction of Object.keys(expectation.seenBy ?? {}))
    checkObject(checking, faction, [...path, 'seenBy', faction]);
  for (const name of Object.keys(expectation.available ?? {}))
    checkDeclared(checking, 'class', name, [...path, 'available', name]);
  if (count !== undefined) checkQuery(checking, count, [...path, 'count']);
  if (which !== undefined) {
    checkQuery(checking, which, [...path, 'which']);
    checkObjects(checking, which.are, [...path, 'which', 'are']);
  }
  if (evaluate !== undefined) checkEvaluation(checking, evaluate, [...path, 'evaluate']);
  if (ask !== undefined) checkAsked(checking, ask, [...path, 'ask']);
  if (enabled !== undefined) {
    checkObject(checking, enabled.object, [...path, 'enabled', 'object']);
    checkDeclared(checking, 'class', enabled.thing, [...path, 'enabled', 'thing']);
  }
  if (explain !== undefined) {
    checkObject(checking, explain.object, [...path, 'explain', 'object']);
    checkColumn(checking, explain.column, [...path, 'explain', 'column']);
  }
  if (same !== undefined) checkMark(checking, checking.marks, same, [...path, 'same']);
  if (changed !== undefined) checkMark(checking, checking.marks, changed, [...path, 'changed']);
  checkDeclared(checking, 'trigger', trigger, [...path, 'trigger']);
  fired?.forEach((name, i) => {
    checkDeclared(checking, 'trigger', name, [...path, 'fired', i]);
  });
  checkObjects(checking, linked, [...path, 'linked']);
  checkObjects(checking, unlinked, [...path, 'unlinked']);
}

function checkQuery(checking: Checking, { kind, class: className, owner, where }: QueryData, path: Path): void {
  checkDeclared(checking, 'kind', kind, [...path, 'kind']);
  checkDeclared(checking, 'class', className, [...path, 'class']);
  checkObject(checking, owner, [...path, 'owner']);
  if (where !== undefined) attempt(checking, [...path, 'where'], () => checking.empty().query({ where }));
}

function checkEvaluation(
  checking: Checking,
  { expression, source, target }: NonNullable<ExpectationData['evaluate']>,
  path: Path,
): void {
  checkObject(checking, source, [...path, 'source']);
  checkObject(checking, target, [...path, 'target']);
  // What is tested differs with a target; any live object will do to read the expression so.
  const [tested] = target === undefined ? [] : checking.stage.world.query();
  const world = tested === undefined ? checking.empty() : checking.stage.world;
  const report: Report = (at, error) => {
    // What the value would be does not matter here: only what cannot be read starts so.
    if (error.message.startsWith('edict: in ')) checking.report(at, error);
  };
  attempt({ ...checking, report }, [...path, 'expression'], () =>
    world.evaluate(expression, tested === undefined ? {} : { target: tested }),
  );
}

function checkAsked(checking: Checking, { expression, object }: NonNullable<ExpectationData['ask']>, path: Path): void {
  checkObject(checking, object, [...path, 'object']);
  const known = checking.stage.program.rules.expressions.map(({ name }) => name);
  if (known.includes(expression)) return;
  checking.report(
    [...path, 'expression'],
    new EdictError(
      'unknown-name',
      `there is no expression ${JSON.stringify(expression)}${didYouMean(expression, known, checking.stage.budget)}`,
    ),
  );
}

function checkValues(
  checking: Checking,
  values: Readonly<Record<string, ValueData>>,
  path: Path,
  isKnown = true,
): void {
  for (const [column, value] of Object.entries(values)) {
    if (!checkColumn(checking, column, [...path, column]) || !isKnown) continue;
    if (typeof value === 'string' && isReference(checking.stage, column))
      checkObject(checking, value, [...path, column]);
    if (isMany(value) && isList(checking.stage, column)) checkObjects(checking, value, [...path, column]);
    if (isMany(value) && isSet(checking.stage, column)) checkWords(checking, column, value, [...path, column]);
  }
}

function checkColumn(checking: Checking, column: string, path: Path): boolean {
  const names = checking.columns();
  if (names.has(column)) return true;
  const { budget } = checking.stage;
  // Once the budget is spent names are not even listed.
  const hint = budget.left <= 0 ? '' : didYouMean(column, [...names], budget);
  checking.report(
    path,
    new EdictError('unknown-column', `there is no meter, property or variable ${JSON.stringify(column)}${hint}`),
  );
  return false;
}

function checkWords({ stage, report }: Checking, set: string, words: readonly string[], path: Path): void {
  const { holdings, enumerations } = stage.program.model;
  const known = enumerations[holdings.find(({ name }) => name === set)?.words ?? 0].members;
  words.forEach((word, i) => {
    if (!known.includes(word))
      report(
        [...path, i],
        new EdictError(
          'unknown-name',
          `${JSON.stringify(word)} is no word of ${JSON.stringify(set)}${didYouMean(word, known, stage.budget)}`,
        ),
      );
  });
}

function checkDeclared(
  checking: Checking,
  what: 'kind' | 'class' | 'trigger',
  name: string | undefined,
  path: Path,
): void {
  if (name === undefined) return;
  const { kinds, classes, triggers } = checking.stage.program.model;
  const known = what === 'trigger' ? triggers : (what === 'kind' ? kinds : classes).map((declared) => declared.name);
  if (!known.includes(name))
    checking.report(
      path,
      new EdictError(
        'unknown-name',
        `there is no ${what} ${JSON.stringify(name)}${didYouMean(name, known, checking.stage.budget)}`,
      ),
    );
}

function checkMark(checking: Checking, known: ReadonlySet<string>, name: string, path: Path): void {
  const what = known === checking.snapshots ? 'snapshot' : 'mark or snapshot';
  if (!known.has(name))
    checking.report(
      path,
      new EdictError(
        'unknown-mark',
        `there is no ${what} ${JSON.stringify(name)} so far${didYouMean(name, [...known], checking.stage.budget)}`,
      ),
    );
}

function checkObjects(checking: Checking, names: readonly string[], path: Path): void {
  names.forEach((name, i) => {
    checkObject(checking, name, [...path, i]);
  });
}

function checkObject(checking: Checking, name: string | null | undefined, path: Path): boolean {
  return name === null || name === undefined || attempt(checking, path, () => handleOf(checking.stage, name));
}

/** What a name will stand for does not matter here. */
function addName(checking: Checking, name: string, path: Path): void {
  attempt(checking, path, () => {
    remember(checking.stage, name, 0);
  });
}

function attempt({ report }: Checking, path: Path, run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    report(path, error);
    return false;
  }
}

function each<Item>(
  value: Item | readonly Item[] | undefined,
  path: Path,
  visit: (item: Item, path: Path) => void,
): void {
  if (value === undefined) return;
  if (isSeveral(value))
    value.forEach((item, i) => {
      visit(item, [...path, i]);
    });
  else visit(value, path);
}

function isSeveral<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
