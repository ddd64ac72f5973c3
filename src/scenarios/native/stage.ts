import type { Program } from '../../ir/rule.js';
import { EdictError } from '../../kernel/errors.js';
import type { Snapshot } from '../../kernel/snapshot.js';
import type { CellValue, Handle, PlaceOption, World } from '../../world/api.js';
import type { TriggerEvent } from '../../world/events-api.js';
import { type NameBudget, meantOrKnown } from '../../content/text/nearest-name.js';
import type { TurnWatch } from '../scenario-format.js';
import { variableSeenFrom } from '../variable-holder.js';
import { given } from '../../content/native/load-context.js';
import type { PlaceData, QueryData, ValueData } from './scenario-schema.js';

/** A running case: the world, and the scenario's names for its objects. */
export interface Stage {
  world: World;
  readonly program: Program;
  readonly names: Map<string, Handle>;
  /** State hashes by mark or snapshot. */
  readonly marks: Map<string, string>;
  readonly snapshots: Map<string, Snapshot>;
  /** Of the last step that changed anything. */
  readonly events: TriggerEvent[];
  watch?: TurnWatch | undefined;
  /** For suggestions. */
  readonly budget: NameBudget;
}

/** Live or gone. Throws for an unknown name. */
export function handleOf(stage: Stage, name: string): Handle {
  const handle = stage.names.get(name);
  if (handle !== undefined) return handle;
  const { names, budget } = stage;
  // Once the budget is spent names are not even listed.
  const near = budget.left <= 0 ? '' : `; ${meantOrKnown(name, [...names.keys()], budget)}`;
  const message = `no object of the scenario is called ${JSON.stringify(name)} so far${near}`;
  throw new EdictError('unknown-object', message, name);
}

export function handleOrNone(stage: Stage, name: string | null): Handle | null {
  return name === null ? null : handleOf(stage, name);
}

/** Throws for a name of another object. */
export function remember(stage: Stage, name: string, handle: Handle): void {
  if (stage.names.has(name))
    throw new EdictError('duplicate-name', `two objects are called ${JSON.stringify(name)}; give each its own name`);
  stage.names.set(name, handle);
}

export function placeOf(stage: Stage, place: PlaceData): PlaceOption | undefined {
  if (place.in !== undefined) return place.in === null ? null : { in: handleOf(stage, place.in) };
  if (place.lane !== undefined) {
    const { from, to, fraction } = place.lane;
    return { lane: [handleOf(stage, from), handleOf(stage, to)], fraction };
  }
  return place.x === undefined || place.y === undefined ? undefined : { x: place.x, y: place.y };
}

/** A scenario gives references by name. */
export function isReference(stage: Stage, column: string): boolean {
  return stage.program.model.columnByName.get(column)?.type.name === 'entity';
}

const isAmong =
  (section: 'variables' | 'holdings' | 'links') =>
  ({ program }: Stage, name: string): boolean =>
    program.model[section].some((each) => each.name === name);

export const isVariable = isAmong('variables');
export const isSet = isAmong('holdings');
export const isList = isAmong('links');

export function hasMany({ world, program: { model } }: Stage, object: Handle, name: string): boolean {
  const kind = model.kindByName.get(world.describe(object).kind)?.index ?? 0;
  return [...model.holdings, ...model.links].some((each) => each.name === name && each.kinds.includes(kind));
}

export function isMany(value: ValueData): value is readonly string[] {
  return Array.isArray(value);
}

/** Undefined for an absent value or unseen variable. */
export function valueOf(stage: Stage, object: Handle, name: string): CellValue | undefined {
  const { world } = stage;
  const variables = stage.program.model.variables.filter((variable) => variable.name === name);
  const isUnseen = variables.length > 0 && variableSeenFrom(world, object, variables) === undefined;
  return isUnseen ? undefined : world.get(object, name);
}

export function valueNames({ program: { model } }: Stage): readonly string[] {
  return [
    ...model.columnByName.keys(),
    ...new Set([...model.variables, ...model.holdings, ...model.links].map(({ name }) => name)),
  ];
}

export function unknownColumn(name: string, hint: string): EdictError {
  return new EdictError('unknown-column', `there is no meter, property or variable ${JSON.stringify(name)}${hint}`);
}

export function unknownMark(
  what: 'snapshot' | 'mark or snapshot',
  name: string,
  known: Iterable<string>,
  budget?: NameBudget,
): EdictError {
  const hint = meantOrKnown(name, [...known], budget);
  return new EdictError('unknown-mark', `there is no ${what} ${JSON.stringify(name)} so far; ${hint}`);
}

/** Throws for one value instead of many, or the reverse. */
export function setValue(stage: Stage, object: Handle, name: string, value: ValueData): void {
  const { world } = stage;
  if (isSet(stage, name)) {
    const wanted = manyOf(name, value, 'a list of words');
    // Unknown words are refused before anything changes.
    for (const word of wanted) world.relations.hasWord(object, name, word);
    for (const word of world.relations.wordsOf(object, name))
      if (!wanted.includes(word)) world.relations.setWord(object, name, word, false);
    for (const word of wanted) world.relations.setWord(object, name, word, true);
  } else if (isList(stage, name)) {
    const listed = manyOf(name, value, 'a list of names').map((each) => handleOf(stage, each));
    world.relations.setList(object, name, listed);
  } else world.set(object, name, oneOf(stage, name, value));
}

export function manyOf(name: string, value: ValueData, expected: string): readonly string[] {
  if (isMany(value)) return value;
  throw badValue(name, `${JSON.stringify(value)}; give ${expected}`);
}

export function oneOf(stage: Stage, column: string, value: ValueData): CellValue {
  if (isMany(value)) throw badValue(column, 'a list, and it is neither a set nor a list; give one value');
  return isReference(stage, column) && typeof value === 'string' ? handleOf(stage, value) : value;
}

function badValue(name: string, what: string): EdictError {
  return new EdictError('bad-value', `${JSON.stringify(name)} would be ${what}`, name);
}

export function queryOf(stage: Stage, { kind, class: className, owner, where }: QueryData): readonly Handle[] {
  return stage.world.query(
    given({ kind, class: className, owner: owner === undefined ? owner : handleOrNone(stage, owner), where }),
  );
}

export function nameOf(stage: Stage, handle: Handle): string {
  for (const [name, known] of stage.names) if (known === handle) return name;
  if (handle === 0) return 'nobody';
  if (!stage.world.isLive(handle)) return `object ${handle} (gone)`;
  const { id, name } = stage.world.describe(handle);
  return name === '' ? `object ${id}` : name;
}
