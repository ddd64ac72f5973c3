import { type NameBudget, createNameBudget } from '../../content/text/nearest-name.js';
import type { Program } from '../../ir/rule.js';
import type { Limits } from '../../kernel/world-limits.js';
import { createWorld } from '../../world.js';
import type { NoteRead } from '../../files/read-log.js';
import { tablesOf } from '../read-tables.js';
import type { CellValue, Handle, WorldOptions } from '../../world/api.js';
import { storedParameters } from '../../world/parameters.js';
import type { SpawnOptions } from '../../world/spawn-api.js';
import { given } from '../../content/native/load-context.js';
import { placedAt } from './case-content.js';
import { demandBeginning } from './content-scenario.js';
import type { CaseDefinition, Scenario } from './read-native-scenario.js';
import type { ObjectData, WorldData } from './scenario-schema.js';
import type { Path, SourceDocument } from '../../content/native/source-document.js';
import {
  type Stage,
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

type Overrides = Pick<WorldOptions, 'seed' | 'reserve' | 'fixed' | 'start' | 'parameters' | 'limits'>;

/** Before the first step. Errors begin with the place. */
export function setUpStage(
  program: Program,
  scenario: Scenario,
  definition: CaseDefinition,
  overrides: Overrides = {},
): Stage {
  const { document } = scenario;
  demandBeginning(scenario, program);
  // Those from outside have no place in the file.
  storedParameters(program.model, overrides.parameters ?? {});
  const worlds = worldsOf(scenario, definition);
  const stage = placedAt(
    document,
    () => (worlds.at(-1) ?? worlds[0]).path,
    '',
    () => createStage(program, worlds, createNameBudget(), overrides, scenario.note),
  );
  for (const { world, path } of worlds) furnish(stage, world, path, document);
  return stage;
}

interface PlacedWorld {
  readonly world: WorldData;
  readonly path: Path;
}

/** The file's, then the case's own. */
export function worldsOf({ data }: Scenario, definition: CaseDefinition): readonly PlacedWorld[] {
  const own = definition.data.world;
  return [
    { world: data.world ?? {}, path: ['world'] },
    ...(own === undefined ? [] : [{ world: own, path: [...definition.path, 'world'] }]),
  ];
}

/** Without objects. */
export function createStage(
  program: Program,
  worlds: readonly PlacedWorld[],
  budget: NameBudget,
  overrides: Overrides = {},
  note?: NoteRead,
): Stage {
  const { seed, capacity, fixed, limits, start } = Object.assign({}, ...worlds.map(({ world }) => world)) as WorldData;
  const named = worlds.flatMap(({ world: { parameters = {} } }) => Object.entries(parameters));
  const reserve = capacity === undefined ? undefined : { objects: capacity };
  const tables = (overrides.start ?? start) === false ? undefined : tablesOf(program, undefined, note);
  // The schema's optional keys are absent, never undefined.
  const options: WorldOptions = given({ seed, reserve, fixed, start, tables });
  return {
    world: createWorld(program, {
      ...options,
      ...overrides,
      limits: { ...(limits as Partial<Limits> | undefined), ...overrides.limits },
      parameters: { ...Object.fromEntries(named), ...overrides.parameters },
    }),
    program,
    names: new Map(),
    marks: new Map(),
    snapshots: new Map(),
    events: [],
    budget,
  };
}

function furnish(stage: Stage, world: WorldData, path: Path, document: SourceDocument): void {
  const { objects = [] } = world;
  const at = (parts: Path, run: () => void, what = `${parts[0]} of the world`) =>
    placedAt(document, () => [...path, ...parts], `${what}: `, run);
  const eachObject = (run: (object: ObjectData, i: number) => void) =>
    objects.forEach((object, i) => at(['objects', i], () => run(object, i), `object ${object.name ?? `[${i}]`}`));
  const handles = new Map<number, readonly Handle[]>();
  eachObject((object, i) => void handles.set(i, spawn(stage, object)));
  eachObject((object, i) => refer(stage, object, handles.get(i) ?? []));
  for (const { parts, run } of furnishings(stage, world)) at(parts, run);
}

/** Once its objects are there, one by one. */
export function furnishings(
  stage: Stage,
  { lanes = [], visible = {}, available = {}, relations = [], roles = {} }: WorldData,
): readonly { readonly parts: Path; readonly run: () => void }[] {
  return [
    ...lanes.map((lane, i) => ({ parts: ['lanes', i], run: () => link(stage, [lane], true) })),
    ...eachOf(visible).map(([faction, name, i]) => ({
      parts: ['visible', faction, i],
      run: () => show(stage, { [faction]: [name] }, true),
    })),
    ...eachOf(available).map(([faction, name, i]) => ({
      parts: ['available', faction, i],
      run: () => allow(stage, { [faction]: [name] }, true),
    })),
    ...relations.map(({ relation, from, to }, i) => ({
      parts: ['relations', i],
      run: () => stage.world.relations.setRelated(relation, handleOf(stage, from), handleOf(stage, to), true),
    })),
    ...Object.entries(roles).map(([role, name]) => ({
      parts: ['roles', role],
      run: () => bindRoles(stage, { [role]: name }),
    })),
  ];
}

/** References are left for `refer`, since they may point to later objects. */
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

/** Also inputs, which may be those of a holder. */
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
  for (const [faction, name] of eachOf(objects))
    stage.world.relations.setVisible(handleOf(stage, faction), handleOf(stage, name), visible);
}

export function allow(stage: Stage, classes: NamesByFaction, available: boolean): void {
  for (const [faction, name] of eachOf(classes))
    stage.world.relations.setAvailable(handleOf(stage, faction), name, available);
}

export function bindRoles(stage: Stage, roles: Readonly<Record<string, string | null>>): void {
  for (const [role, name] of Object.entries(roles)) stage.world.relations.setRole(role, handleOrNone(stage, name));
}

function eachOf(lists: NamesByFaction): readonly (readonly [faction: string, name: string, index: number])[] {
  return Object.entries(lists).flatMap(([faction, names]) => names.map((name, i) => [faction, name, i] as const));
}
