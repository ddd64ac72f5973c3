import { decodeText, readBytes, unpack } from '../../../files/read-file.js';
import { EdictError } from '../../../kernel/errors.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import { printable } from '../../text/quote.js';
import { schemaProblems } from '../../text/schema-problems.js';
import { diagnosed, readJsonValue } from '../../native/source-value.js';
import { z } from 'zod';

export interface StateMeter {
  readonly initial: number;
  readonly current: number;
}

const largest = 3.4028234663852886e38;

/** A hundred thousand meters are checked by hand and not copied. */
const metersSchema = z.unknown().transform((data, context): ReadonlyMap<string, StateMeter> => {
  const meters = new Map<string, StateMeter>();
  if (!isRecord(data)) {
    context.issues.push({ code: 'custom', message: 'expected a map of meters', input: data });
    return meters;
  }
  for (const name of Object.keys(data)) {
    const meter = data[name];
    if (isMeter(meter)) meters.set(name, meter);
    else
      context.issues.push({
        code: 'custom',
        path: [name],
        message: 'expected the numbers initial and current, of 32-bit floating point',
        input: meter,
      });
  }
  return meters;
});

function isMeter(meter: unknown): meter is StateMeter {
  return isRecord(meter) && isSingle(meter.initial) && isSingle(meter.current);
}

/** JSON has no infinities, but numbers with too many digits become infinite. */
function isSingle(value: unknown): boolean {
  return typeof value === 'number' && value >= -largest && value <= largest;
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** The used parts of `freeorion-state/1`; unknown keys are ignored. Ids are whole, -1 is none. */

const id = z.int32();
const reference = id.min(-1);
const name = z.string().max(1_000);
const number = z.number();
const single = z.float32();
const ids = z.array(id);
const names = z.array(name);

/** Keys of a Map: `constructor` is a name like any other. */
function mapOf<V extends z.ZodType>(value: V) {
  return z
    .record(z.string(), value)
    .transform(
      (record): ReadonlyMap<string, z.output<V>> => new Map(Object.entries(record) as [string, z.output<V>][]),
    );
}

function mapById<V extends z.ZodType>(value: V) {
  return z
    .record(z.string().regex(/^-?\d+$/), value)
    .transform(
      (record): ReadonlyMap<number, z.output<V>> =>
        new Map(Object.entries(record).map(([key, each]) => [Number(key), each])),
    );
}

const common = {
  id: id.min(0),
  name,
  owner: reference,
  x: number,
  y: number,
  system: reference,
  createdOnTurn: id,
  specials: mapOf(z.object({ since: id, capacity: single })),
  meters: metersSchema,
};

const system = z.object({
  ...common,
  type: z.literal('System'),
  star: name,
  starlanes: ids,
  wormholes: ids,
  lastTurnBattleHere: id,
});
const planet = z.object({
  ...common,
  type: z.literal('Planet'),
  planetType: name,
  originalPlanetType: name,
  planetSize: name,
  species: name,
  focus: name,
  lastTurnFocusChanged: id,
  lastTurnColonized: id,
  lastTurnConquered: id,
  lastTurnAttackedByShip: id,
});
const building = z.object({
  ...common,
  type: z.literal('Building'),
  buildingType: name,
  planet: reference,
  producedByEmpire: reference,
});
const fleet = z.object({
  ...common,
  type: z.literal('Fleet'),
  ships: ids,
  previousSystem: reference,
  nextSystem: reference,
  route: ids,
  aggressive: z.boolean(),
});
const ship = z.object({
  ...common,
  type: z.literal('Ship'),
  design: reference,
  fleet: reference,
  species: name,
  producedByEmpire: reference,
  orderedBombardPlanet: reference,
  arrivedOnTurn: id,
  lastTurnActiveInBattle: id,
  lastTurnResupplied: id,
  partMeters: z.array(z.object({ part: name, meter: name, initial: single, current: single })),
});
const field = z.object({ ...common, type: z.literal('Field'), fieldType: name });

const empire = z.object({
  id: id.min(0),
  name,
  capital: reference,
  sourceObject: reference,
  eliminated: z.boolean(),
  techs: mapOf(id),
  buildingTypesAvailable: names,
  shipPartsAvailable: names,
  shipHullsAvailable: names,
  meters: metersSchema,
  exploredSystems: ids,
  productionQueue: z.array(z.object({ buildType: name, name, design: reference, location: reference, remaining: id })),
});

const groups = mapById(z.array(ids));

const galaxy = z.object({
  seed: z.union([name, number]).transform(String),
  size: id,
  shape: id,
  age: id,
  starlaneFrequency: id,
  planetDensity: id,
  specialFrequency: id,
  monsterFrequency: id,
  nativeFrequency: id,
  maxAIAggression: id,
  rules: mapOf(z.union([number, z.boolean(), name])),
});

const stateSchema = z.object({
  format: z.literal('freeorion-state/1'),
  turn: id.min(1),
  universeWidth: number.min(0),
  galaxy,
  empires: z.array(empire),
  diplomacy: z.array(z.object({ empires: z.tuple([id, id]), status: z.enum(['war', 'peace', 'allied']) })),
  designs: z.array(
    z.object({ id: id.min(0), name, hull: name, parts: names, isMonster: z.boolean(), designedOnTurn: id }),
  ),
  species: z.object({ homeworlds: mapOf(ids) }),
  visibility: mapById(mapById(z.enum(['basic', 'partial', 'full']))),
  supply: z.object({
    networkUsedByPassC: z.object({ resourceGroups: groups, fleetSupplyableSystems: mapById(ids) }).nullable(),
    networkAfterPassC: groups,
  }),
  objects: z.array(z.discriminatedUnion('type', [system, planet, building, fleet, ship, field])),
  excludeFromComparison: z.array(z.tuple([id, name])),
});

export type GalaxyState = z.output<typeof stateSchema>;
export type StateObject = GalaxyState['objects'][number];
export type StateObjectOf<T extends StateObject['type']> = Extract<StateObject, { readonly type: T }>;
export type StateEmpire = GalaxyState['empires'][number];
export type StateDesign = GalaxyState['designs'][number];

export function objectsOfType<T extends StateObject['type']>(state: GalaxyState, type: T): readonly StateObjectOf<T>[] {
  return state.objects.filter((object): object is StateObjectOf<T> => object.type === type);
}

/** Knowledge (sight, exploration, supply, homeworlds) may outlive objects and is not checked. */

interface Known {
  readonly types: ReadonlyMap<number, StateObject['type']>;
  readonly empires: ReadonlySet<number>;
  readonly designs: ReadonlySet<number>;
}

/** The first id that names nothing, a wrong type, or two things. */
export function danglingReference(state: GalaxyState): string | undefined {
  const [first] = dangling(state);
  return first;
}

function* dangling(state: GalaxyState): Iterable<string> {
  const { objects, empires, designs } = state;
  for (const key of ['objects', 'empires', 'designs'] as const) yield* twice(state[key], key);
  const known: Known = {
    types: new Map(objects.map(({ id, type }) => [id, type])),
    empires: new Set(empires.map(({ id }) => id)),
    designs: new Set(designs.map(({ id }) => id)),
  };
  yield* danglingOfEmpires(state, known);
  for (const object of objects) yield* danglingIn(object, known);
}

function* twice(parts: readonly { readonly id: number }[], what: string): Iterable<string> {
  const seen = new Set<number>();
  for (const { id } of parts) {
    if (seen.has(id)) yield `two ${what} have the id ${id}; ids are unique`;
    seen.add(id);
  }
}

/** `kind`: a word before the id. */
function* lacking(of: string, known: { has(id: number): boolean }, id: number, kind = ''): Iterable<string> {
  if (id !== -1 && !known.has(id)) yield `${of} is ${kind}${id}, which the file lacks`;
}

function* danglingOfEmpires({ empires, diplomacy }: GalaxyState, known: Known): Iterable<string> {
  for (const { id, capital, productionQueue } of empires) {
    if (capital !== -1 && known.types.get(capital) !== 'Planet')
      yield `the capital of empire ${id} is object ${capital}, which is not a planet in the file`;
    for (const { name, design, location } of productionQueue) {
      const product = `${name}, which empire ${id} produces,`;
      yield* lacking(`the design of ${product}`, known.designs, design);
      yield* lacking(`the location of ${product}`, known.types, location, 'object ');
    }
  }
  for (const { empires: pair } of diplomacy) {
    for (const id of pair) if (!known.empires.has(id)) yield `diplomacy is of empire ${id}, which the file lacks`;
    if (pair[0] === pair[1]) yield `diplomacy is of empire ${pair[0]} with itself`;
  }
}

/** Ids in objects, and the type of their targets. */
const references: Readonly<Record<StateObject['type'], Readonly<Record<string, StateObject['type']>>>> = {
  System: { starlanes: 'System', wormholes: 'System' },
  Planet: {},
  Building: { planet: 'Planet' },
  Fleet: { previousSystem: 'System', nextSystem: 'System', route: 'System' },
  Ship: { fleet: 'Fleet', orderedBombardPlanet: 'Planet' },
  Field: {},
};

function* danglingIn(object: StateObject, { types, empires, designs }: Known): Iterable<string> {
  const { id, owner, type } = object;
  yield* lacking(`the owner of object ${id}`, empires, owner, 'empire ');
  function* wrong([key, wanted]: readonly [string, string]): Iterable<string> {
    for (const other of [object[key as keyof typeof object]].flat() as readonly number[])
      if (other !== -1 && types.get(other) !== wanted)
        yield `${key} of object ${id} is ${other}, which is not a ${wanted} in the file`;
  }
  yield* wrong(['system', 'System']);
  if (type === 'Ship') yield* lacking(`the design of ship ${id}`, designs, object.design);
  for (const reference of Object.entries(references[type])) yield* wrong(reference);
  if ('producedByEmpire' in object)
    yield* lacking(`producedByEmpire of object ${id}`, empires, object.producedByEmpire, 'empire ');
}

/** Most bytes of a state, packed or not; those of large games have some tens of millions. */
const longestState = 256_000_000;

const gzipMagic = [0x1f, 0x8b];

/** Reads a `.json` file, perhaps compressed. Throws an EdictError that names file and problem. */
export function readState(file: string): GalaxyState {
  return parseState(file, textOf(file));
}

export function parseState(file: string, text: string): GalaxyState {
  const data = parseJson(file, text);
  const format = typeof data === 'object' && data !== null && 'format' in data ? data.format : undefined;
  if (format !== 'freeorion-state/1') {
    const found = format === undefined ? 'has no "format"' : `is of format ${JSON.stringify(format).slice(0, 80)}`;
    throw refuse('wrong-format', file, `${found}; a state of a game says "format": "freeorion-state/1"`);
  }
  const result = stateSchema.safeParse(data);
  if (!result.success)
    throw refuse('bad-state', file, whatIsWrong(diagnosed(file, text, schemaProblems(stateSchema, data))));
  const dangling = danglingReference(result.data);
  if (dangling !== undefined) throw refuse('bad-state', file, `is inconsistent: ${dangling}; export it again`);
  return result.data;
}

function textOf(file: string): string {
  const bytes = readBytes(file, longestState);
  if (gzipMagic.every((byte, i) => bytes[i] === byte)) return decodeText(file, unpack(file, bytes, longestState));
  if (file.endsWith('.gz'))
    throw refuse(
      'unreadable-file',
      file,
      'is not a gzip file, though its name ends in .gz; rename it or fetch it again',
    );
  return decodeText(file, bytes);
}

function parseJson(file: string, text: string): unknown {
  const read = readJsonValue(file, text);
  if (read.ok) return read.value;
  const [{ line, column, message }] = read.errors;
  throw refuse('bad-json', file, `is not valid JSON at line ${line}, column ${column}: ${message}; is it cut off?`);
}

function whatIsWrong(found: readonly Diagnostic[]): string {
  const [{ line, column, message }] = found;
  return `is not a valid state: line ${line}, column ${column}: ${message}${found.length > 1 ? ` (and ${found.length - 1} more)` : ''}; export it again`;
}

/** Puts a message on one line, with quoted line ends and all. */
function refuse(code: string, file: string, message: string): EdictError {
  return new EdictError(code, printable(`${file} ${message}`), file);
}
