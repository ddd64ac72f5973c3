import { type NameBudget, createNameBudget } from '../../content/text/nearest-name.js';
import type { Program } from '../../ir/rule.js';
import type { EdictError } from '../../kernel/errors.js';
import type { Limits } from '../../kernel/limits.js';
import { createWorld } from '../../world.js';
import type { CellValue, Handle, SpawnOptions, WorldOptions } from '../../world/api.js';
import { catching } from '../catching.js';
import { placedAt } from './case-content.js';
import type { CaseDefinition, Scenario } from './read-scenario.js';
import type { ObjectData, WorldData } from './scenario-schema.js';
import type { Path, SourceDocument } from '../../content/native/source-document.js';
import {
  type Stage,
  given,
  handleOf,
  handleOrNone,
  isList,
  isReference,
  isSet,
  isVariable,
  oneOf,
  placeOf,
  remember,
  setValue,
} from './stage.js';

/** What a caller lays over the options of a scenario's world. */
type Overrides = Pick<WorldOptions, 'seed' | 'reserve' | 'fixed'>;

export type Report = (path: Path, error: EdictError) => void;

/** Where all errors of a world are wanted: what takes them, and what finding names like wrong ones may still cost. */
export interface Checks {
  readonly report: Report;
  readonly budget: NameBudget;
}

/**
 * The world of a case as it is before the first step. Throws an EdictError that begins with the place when it cannot be
 * so; with `checks` what is wrong with its parts is reported, and the rest is made without them.
 */
export function setUpStage(
  program: Program,
  scenario: Scenario,
  definition: CaseDefinition,
  overrides: Overrides = {},
  checks?: Checks,
): Stage {
  const { world: base = {} } = scenario.data;
  const { world: own } = definition.data;
  const path: Path = [...definition.path, 'world'];
  const make = () => createWorld(program, { ...optionsOf({ ...base, ...own }), ...overrides });
  const world =
    checks === undefined ? placedAt(scenario.document, () => (own === undefined ? ['world'] : path), '', make) : make();
  const stage: Stage = {
    world,
    program,
    names: new Map(),
    marks: new Map(),
    snapshots: new Map(),
    events: [],
    budget: checks?.budget ?? createNameBudget(),
  };
  const furnishing = { stage, document: scenario.document, report: checks?.report };
  furnish(furnishing, base, ['world']);
  furnish(furnishing, own ?? {}, path);
  return stage;
}

function optionsOf({ seed, capacity, fixed, limits }: WorldData): WorldOptions {
  // The schema's optional keys are absent, never undefined.
  const reserve = capacity === undefined ? undefined : { objects: capacity };
  return given({ seed, reserve, fixed, limits: limits as Partial<Limits> | undefined });
}

interface Furnishing {
  readonly stage: Stage;
  readonly document: SourceDocument;
  readonly report: Report | undefined;
}

function furnish(furnishing: Furnishing, world: WorldData, path: Path): void {
  const { stage } = furnishing;
  const { objects = [], lanes = [], visible = {}, available = {}, relations = [], roles = {} } = world;
  const at = (parts: Path, run: () => void, what = `${parts[0]} of the world`) =>
    located(furnishing, [...path, ...parts], what, run);
  const eachObject = (run: (object: ObjectData, i: number) => void) =>
    objects.forEach((object, i) => at(['objects', i], () => run(object, i), `object ${object.name ?? `[${i}]`}`));
  const handles = new Map<number, readonly Handle[]>();
  eachObject((object, i) => void handles.set(i, spawn(stage, object)));
  eachObject((object, i) => refer(stage, object, handles.get(i) ?? []));
  lanes.forEach((lane, i) => at(['lanes', i], () => link(stage, [lane], true)));
  eachOf(visible, (faction, name, i) => at(['visible', faction, i], () => show(stage, { [faction]: [name] }, true)));
  eachOf(available, (faction, name, i) =>
    at(['available', faction, i], () => allow(stage, { [faction]: [name] }, true)),
  );
  relations.forEach(({ relation, from, to }, i) =>
    at(['relations', i], () =>
      stage.world.relations.setRelated(relation, handleOf(stage, from), handleOf(stage, to), true),
    ),
  );
  for (const [role, name] of Object.entries(roles)) at(['roles', role], () => bindRoles(stage, { [role]: name }));
}

/** Runs a part; an error in it says where in the scenario file the part stands. */
function located({ document, report }: Furnishing, path: Path, what: string, run: () => void): void {
  if (report !== undefined) catching(run, (error) => report(path, error));
  else placedAt(document, () => path, `${what}: `, run);
}

/** Makes an object or its copies; references are left for `refer`, since they may point to objects that come later. */
export function spawn(stage: Stage, object: ObjectData): readonly Handle[] {
  const { class: className, kind, name, owner, granted } = object;
  const options: SpawnOptions = given({
    class: className,
    kind,
    name,
    owner: owner === undefined ? owner : handleOrNone(stage, owner),
    place: placeOf(stage, object),
    granted,
    values: plainValues(stage, object),
  });
  const handles = Array.from({ length: object.copies ?? 1 }, () => stage.world.spawn(options));
  if (name !== undefined) remember(stage, name, handles[0]);
  return handles;
}

/** Sets references, sets and lists of an object, and its inputs, which may be those of what it hangs on. */
export function refer(stage: Stage, object: ObjectData, handles: readonly Handle[]): void {
  for (const [column, value] of Object.entries(object.values ?? {})) {
    if (!isLater(stage, column)) continue;
    for (const handle of handles) setValue(stage, handle, column, value);
  }
}

function plainValues(stage: Stage, object: ObjectData): Record<string, CellValue> {
  const values = Object.create(null) as Record<string, CellValue>;
  for (const [column, value] of Object.entries(object.values ?? {}))
    if (!isLater(stage, column)) values[column] = oneOf(stage, column, value);
  return values;
}

/** Whether it is set when all objects are there. */
function isLater(stage: Stage, column: string): boolean {
  return isReference(stage, column) || isVariable(stage, column) || isSet(stage, column) || isList(stage, column);
}

export function link(stage: Stage, lanes: readonly (readonly [string, string])[], linked: boolean): void {
  for (const [a, b] of lanes) {
    if (linked) stage.world.relations.connect(handleOf(stage, a), handleOf(stage, b));
    else stage.world.relations.disconnect(handleOf(stage, a), handleOf(stage, b));
  }
}

type NamesByFaction = Readonly<Record<string, readonly string[]>>;

export function show(stage: Stage, objects: NamesByFaction, visible: boolean): void {
  eachOf(objects, (faction, name) =>
    stage.world.relations.setVisible(handleOf(stage, faction), handleOf(stage, name), visible),
  );
}

export function allow(stage: Stage, classes: NamesByFaction, available: boolean): void {
  eachOf(classes, (faction, name) => stage.world.relations.setAvailable(handleOf(stage, faction), name, available));
}

export function bindRoles(stage: Stage, roles: Readonly<Record<string, string | null>>): void {
  for (const [role, name] of Object.entries(roles)) stage.world.relations.setRole(role, handleOrNone(stage, name));
}

function eachOf(lists: NamesByFaction, apply: (faction: string, name: string, index: number) => void): void {
  for (const [faction, names] of Object.entries(lists)) names.forEach((name, i) => apply(faction, name, i));
}
