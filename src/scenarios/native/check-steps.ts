import { asHandle } from '../../kernel/identity.js';
import { type Shape, resolved } from '../../content/native/document-shape.js';
import { namesOf } from '../../content/native/load-context.js';
import { sections } from '../../content/native/references.js';
import type { Path } from '../../content/native/source-document.js';
import { EdictError } from '../../kernel/errors.js';
import { createWorld } from '../../world.js';
import type { World } from '../../world/api.js';
import { catching } from '../catching.js';
import { meantOrKnown } from '../../content/text/nearest-name.js';
import { declaredTypes, isObjectField } from './run-step.js';
import {
  type ExpectationData,
  type ObjectData,
  type RaisedData,
  type Stands,
  type StepData,
  type ValueData,
  type WorldData,
  stepShape,
} from './scenario-schema.js';
import { newObject, worldShape } from './scenario-parts.js';
import { furnishings, spawn } from './set-up-world.js';
import {
  type Stage,
  handleOf,
  isList,
  isMany,
  isReference,
  isSet,
  remember,
  setValue,
  unknownColumn,
  unknownMark,
  valueNames,
} from './stage.js';

/** `key`: of the part. */
export type Report = (path: Path, error: EdictError, key?: string) => void;

interface Spot {
  readonly path: Path;
  readonly key?: string;
}

interface Checking {
  readonly stage: Stage;
  readonly report: (spot: Spot, error: EdictError) => void;
  /** Without objects, for compiling conditions. */
  readonly empty: () => World;
  /** Of all members of objects. */
  readonly columns: () => ReadonlySet<string>;
  readonly marks: Set<string>;
  readonly snapshots: Set<string>;
  /** Checked when all objects around it have their names. */
  later: (() => void)[];
}

export function createChecks(stage: Stage, report: Report) {
  let empty: World | undefined;
  let columns: ReadonlySet<string> | undefined;
  const checking: Checking = {
    stage,
    report: ({ path, key }, error) => report(path, error, key),
    empty: () => (empty ??= createWorld(stage.program, { start: false })),
    columns: () => (columns ??= new Set(valueNames(stage))),
    marks: new Set(),
    snapshots: new Set(),
    later: [],
  };
  return {
    /** Makes the objects that can be made. */
    checkWorld: (world: WorldData, path: Path) => checkWorld(world, path, checking),
    /** In the world before them, without running any. Failing steps are passed over: unknown names may be why. */
    checkSteps(steps: readonly StepData[], path: Path) {
      steps.forEach((each, i) => {
        if (each.fails !== undefined) return;
        checkPart(stepShape, each, [...path, i], checking);
        const { later } = checking;
        checking.later = [];
        for (const check of later) check();
      });
    },
  };
}

function checkWorld(world: WorldData, path: Path, checking: Checking): void {
  const { stage } = checking;
  const { objects = [], ...others } = world;
  const values: (() => void)[] = [];
  for (const [i, object] of objects.entries()) {
    const at = [...path, 'objects', i];
    const first = makeObject(object, at, checking);
    const set = Object.entries(object.values ?? {});
    // References may point to objects that come later.
    values.push(() =>
      set.forEach(([column, value]) => {
        if (isSound(checking, (own) => checkValue(own, column, value, [...at, 'values'])) && first !== undefined)
          attempt(checking, { path: [...at, 'values', column] }, () => setValue(stage, first, column, value));
      }),
    );
  }
  for (const check of values) check();
  checkPart(worldShape, others, path, checking);
  for (const { parts, run } of furnishings(stage, others))
    catching(run, (error) => {
      // Unknown names are reported at their places.
      if (!error.code.startsWith('unknown-')) checking.report({ path: [...path, ...parts] }, error);
    });
}

/** Without values. */
function makeObject({ values: _values, name, ...object }: ObjectData, path: Path, checking: Checking) {
  const { stage } = checking;
  const isNew =
    name === undefined || isSound(checking, (own) => checks['new object'](own, name, { path: [...path, 'name'] }));
  if (!isSound(checking, (own) => checkPart(newObject, object, path, own)) || !isNew) {
    if (name !== undefined && isNew) stage.names.delete(name);
    return undefined;
  }
  return catching(
    () => {
      const [first] = spawn(stage, object);
      if (name !== undefined) stage.names.set(name, first);
      return first;
    },
    (error) => {
      if (name !== undefined) stage.names.delete(name);
      const key = Object.entries(object).find(([, value]) => value === error.culprit)?.[0];
      checking.report({ path: key === undefined ? path : [...path, key] }, error);
      return undefined;
    },
  );
}

function isSound(checking: Checking, check: (own: Checking) => void): boolean {
  let sound = true;
  const report: Checking['report'] = (spot, error) => {
    sound = false;
    checking.report(spot, error);
  };
  check({ ...checking, report });
  return sound;
}

function checkPart(shape: Shape, value: unknown, path: Path, checking: Checking): void {
  const found = resolved(shape);
  if (isStanding(found.stands)) {
    checkStanding(found.stands, value, { path }, checking);
    return;
  }
  switch (found.type) {
    case 'list':
    case 'pair':
      (value as readonly unknown[]).forEach((each, i) =>
        checkPart(found.type === 'list' ? found.of : found.of[i], each, [...path, i], checking),
      );
      return;
    case 'record':
      for (const [key, each] of Object.entries(value as object)) {
        if (isStanding(found.keys?.stands)) checkStanding(found.keys.stands, key, { path, key }, checking);
        checkPart(found.of, each, [...path, key], checking);
      }
      return;
    case 'form':
      for (const [key, { shape: inside }] of Object.entries(found.keys)) {
        const each = (value as Readonly<Record<string, unknown>>)[key];
        if (each !== undefined) checkPart(inside, each, [...path, key], checking);
      }
      return;
    case 'either': {
      const type = Array.isArray(value) ? 'list' : typeof value === 'string' ? 'name' : 'form';
      const option = value === null ? undefined : found.options.find((each) => each.type === type);
      if (option !== undefined && (type !== 'form' || typeof value === 'object'))
        checkPart(option, value, path, checking);
      return;
    }
    default:
  }
}

function isStanding(stands: string | undefined): stands is Stands {
  return stands !== undefined;
}

function checkStanding(stands: Stands, value: unknown, spot: Spot, checking: Checking): void {
  (checks[stands] as Check<unknown>)(checking, value, spot);
}

type Check<Value> = (checking: Checking, value: Value, spot: Spot) => void;

function declared(what: 'kind' | 'class' | 'trigger' | 'role' | 'relation'): Check<string> {
  return (checking, name, spot) => {
    const names = namesOf(checking.stage.program.model[sections[what]]);
    known(checking, name, names, spot, `there is no ${what} ${JSON.stringify(name)}`);
  };
}

function markOf(what: 'marks' | 'snapshots'): Check<string> {
  return (checking, name, spot) => {
    const names = checking[what];
    if (!names.has(name))
      checking.report(
        spot,
        unknownMark(what === 'marks' ? 'mark or snapshot' : 'snapshot', name, names, checking.stage.budget),
      );
  };
}

const object: Check<string> = (checking, name, spot) => {
  attempt(checking, spot, () => handleOf(checking.stage, name));
};

const checks = {
  object,
  kind: declared('kind'),
  class: declared('class'),
  trigger: declared('trigger'),
  role: declared('role'),
  relation: declared('relation'),
  'new object': (checking: Checking, name: string, spot: Spot) => {
    attempt(checking, spot, () => remember(checking.stage, name, asHandle(0)));
  },
  column: (checking: Checking, name: string, spot: Spot) => void isColumn(checking, name, spot),
  values(checking: Checking, values: Readonly<Record<string, ValueData>>, { path }: Spot) {
    for (const [name, value] of Object.entries(values))
      checking.later.push(() => checkValue(checking, name, value, path));
  },
  condition: (checking: Checking, where: string, spot: Spot) => {
    attempt(checking, spot, () => checking.empty().query({ where }));
  },
  expression(checking: Checking, name: string, spot: Spot) {
    const names = namesOf(checking.stage.program.rules.expressions);
    known(checking, name, names, spot, `there is no expression ${JSON.stringify(name)}`);
  },
  parameter(checking: Checking, name: string, spot: Spot) {
    const names = namesOf(checking.stage.program.model.parameters);
    known(checking, name, names, spot, `there is no parameter ${JSON.stringify(name)}`);
  },
  report(checking: Checking, name: string, spot: Spot) {
    const names = namesOf(checking.stage.program.rules.reports ?? []);
    known(checking, name, names, spot, `there is no report ${JSON.stringify(name)}`);
  },
  evaluation: checkEvaluation,
  raised: checkRaised,
  'mark or snapshot': markOf('marks'),
  snapshot: markOf('snapshots'),
  'new mark': ({ marks }: Checking, label: string) => void marks.add(label),
  'new snapshot'({ marks, snapshots }: Checking, label: string) {
    marks.add(label);
    snapshots.add(label);
  },
} satisfies { readonly [Key in Stands]: Check<never> };

function attempt({ report }: Checking, spot: Spot, run: () => unknown): void {
  catching(run, (error) => report(spot, error));
}

function known(checking: Checking, name: string, names: readonly string[], spot: Spot, sentence: string): boolean {
  if (names.includes(name)) return true;
  checking.report(
    spot,
    new EdictError('unknown-name', `${sentence}; ${meantOrKnown(name, names, checking.stage.budget)}`),
  );
  return false;
}

function isColumn(checking: Checking, name: string, spot: Spot): boolean {
  const names = checking.columns();
  if (names.has(name)) return true;
  const { budget } = checking.stage;
  // Once the budget is spent names are not even listed.
  checking.report(spot, unknownColumn(name, budget.left <= 0 ? '' : `; ${meantOrKnown(name, [...names], budget)}`));
  return false;
}

function checkValue(checking: Checking, name: string, value: ValueData, path: Path): void {
  const { stage } = checking;
  const at = [...path, name];
  if (!isColumn(checking, name, { path, key: name })) return;
  if (typeof value === 'string' && isReference(stage, name)) object(checking, value, { path: at });
  if (!isMany(value)) return;
  if (isList(stage, name)) value.forEach((each, i) => object(checking, each, { path: [...at, i] }));
  if (isSet(stage, name)) checkWords(checking, name, value, at);
}

function checkWords(checking: Checking, set: string, given: readonly string[], path: Path): void {
  const { holdings, enumerations } = checking.stage.program.model;
  const { members } = enumerations[holdings.find(({ name }) => name === set)?.words ?? 0];
  given.forEach((word, i) => {
    known(
      checking,
      word,
      members,
      { path: [...path, i] },
      `${JSON.stringify(word)} is not a word of ${JSON.stringify(set)}`,
    );
  });
}

function checkRaised(checking: Checking, { type, fields = {} }: RaisedData, { path }: Spot): void {
  const types = declaredTypes(checking.stage.program);
  const names = namesOf(types);
  const typeText = JSON.stringify(type);
  if (!known(checking, type, names, { path: [...path, 'type'] }, `there is no occurrence ${typeText}`)) return;
  const found = types[names.indexOf(type)];
  const fieldNames = found.fields.flatMap((field) => field?.name ?? []);
  for (const [field, value] of Object.entries(fields)) {
    const at = [...path, 'fields'];
    const sentence = `${typeText} has no field ${JSON.stringify(field)}`;
    const isField = known(checking, field, fieldNames, { path: at, key: field }, sentence);
    if (isField && typeof value === 'string' && isObjectField(found, field))
      object(checking, value, { path: [...at, field] });
  }
}

function checkEvaluation(
  checking: Checking,
  { expression, source, target }: NonNullable<ExpectationData['evaluate']>,
  { path }: Spot,
): void {
  if (source !== undefined) object(checking, source, { path: [...path, 'source'] });
  if (target !== undefined) object(checking, target, { path: [...path, 'target'] });
  // With a target something is tested; any live object will do.
  const [tested] = target === undefined ? [] : checking.stage.world.query();
  const world = tested === undefined ? checking.empty() : checking.stage.world;
  const report: Checking['report'] = (spot, error) => {
    // Only faults of reading begin so.
    if (error.message.startsWith('edict: in ')) checking.report(spot, error);
  };
  attempt({ ...checking, report }, { path: [...path, 'expression'] }, () =>
    world.questions.evaluate(expression, tested === undefined ? {} : { target: tested }),
  );
}
