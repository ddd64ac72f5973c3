import { z } from 'zod';

export interface StateMeter {
  readonly initial: number;
  readonly current: number;
}

const largest = 3.4028234663852886e38;

/** The meters of an object by name. A state has a hundred thousand, so each is checked by hand and not copied. */
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

/** The used parts of `freeorion-state/1`. Unknown keys are ignored; ids are whole numbers, -1 is none. */

const id = z.int32();
const reference = id.min(-1);
const name = z.string().max(1_000);
const number = z.number();
const single = z.float32();
const ids = z.array(id);
const names = z.array(name);

/** Names are keys of a Map, never of an object: `constructor` is a name like any other. */
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

/** The game of the objects: its settings, and the rules in force. */
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

export const stateSchema = z.object({
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
