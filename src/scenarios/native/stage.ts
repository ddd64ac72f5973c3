import type { Program } from '../../compile/program.js';
import { EdictError } from '../../kernel/errors.js';
import type { Snapshot } from '../../kernel/snapshot.js';
import type { CellValue, Handle, PlaceOption, World } from '../../world/api.js';
import { didYouMean } from '../did-you-mean.js';
import { variableSeenFrom } from '../variable-holder.js';
import type { CellData, PlaceData, QueryData } from './scenario-schema.js';

/** A case while it runs: the world, and the names that the scenario has for what is in it. */
export interface Stage {
  world: World;
  readonly program: Program;
  readonly names: Map<string, Handle>;
  /** State hashes by mark or snapshot. */
  readonly marks: Map<string, string>;
  readonly snapshots: Map<string, Snapshot>;
}

/** The handle of an object of the scenario, live or gone. Throws when nothing has the name. */
export function handleOf(stage: Stage, name: string): Handle {
  const handle = stage.names.get(name);
  if (handle === undefined) {
    throw new EdictError('unknown-object', `no object of the scenario is called ${JSON.stringify(name)} so far${didYouMean(name, [...stage.names.keys()])}`, name);
  }
  return handle;
}

export function handleOrNone(stage: Stage, name: string | null): Handle | null {
  return name === null ? null : handleOf(stage, name);
}

/** Gives a name to an object. Throws when another has it. */
export function remember(stage: Stage, name: string, handle: Handle): void {
  if (stage.names.has(name)) throw new EdictError('duplicate-name', `two objects are called ${JSON.stringify(name)}; give each its own name`);
  stage.names.set(name, handle);
}

/** The place that a scenario gives, as the world takes it; undefined when it gives none. */
export function placeOf(stage: Stage, place: PlaceData): PlaceOption | undefined {
  if (place.in !== undefined) return place.in === null ? null : { in: handleOf(stage, place.in) };
  if (place.lane !== undefined) {
    const { from, to, fraction } = place.lane;
    return { lane: [handleOf(stage, from), handleOf(stage, to)], fraction };
  }
  return place.x === undefined || place.y === undefined ? undefined : { x: place.x, y: place.y };
}

/** Whether a column holds references, whose values are names in a scenario. */
export function isReference(stage: Stage, column: string): boolean {
  return stage.program.model.columnByName.get(column)?.type.name === 'entity';
}

/** Whether a name is that of a solved variable. */
export function isVariable(stage: Stage, name: string): boolean {
  return stage.program.model.variables.some((variable) => variable.name === name);
}

/** A value of an object; undefined when it has none, or sees no such variable. */
export function valueOf(stage: Stage, object: Handle, name: string): CellValue | undefined {
  const { world, program: { model } } = stage;
  if (!isVariable(stage, name)) return world.get(object, name);
  const seen = variableSeenFrom(world, object, model.variables.filter((variable) => variable.name === name));
  return seen === undefined ? undefined : world.get(object, name);
}

/** Names of meters, properties and variables. */
export function valueNames({ program: { model } }: Stage): readonly string[] {
  return [...model.columnByName.keys(), ...new Set(model.variables.map(({ name }) => name))];
}

/** A value of the scenario as the world takes it for a column. */
export function valueFor(stage: Stage, column: string, value: CellData): CellValue {
  return isReference(stage, column) && typeof value === 'string' ? handleOf(stage, value) : value;
}

/** The objects that a scenario asks for. */
export function queryOf(stage: Stage, { kind, class: className, owner, where }: QueryData): readonly Handle[] {
  return stage.world.query({
    ...(kind === undefined ? {} : { kind }),
    ...(className === undefined ? {} : { class: className }),
    ...(owner === undefined ? {} : { owner: handleOrNone(stage, owner) }),
    ...(where === undefined ? {} : { where }),
  });
}

/** The name that the scenario has for a handle, or the world's. */
export function nameOf(stage: Stage, handle: Handle): string {
  for (const [name, known] of stage.names) if (known === handle) return name;
  if (handle === 0) return 'nobody';
  if (!stage.world.isLive(handle)) return `object ${handle} (gone)`;
  const { id, name } = stage.world.describe(handle);
  return name === '' ? `object ${id}` : name;
}
