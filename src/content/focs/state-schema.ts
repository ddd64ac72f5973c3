import { z } from 'zod';

/** The parts of `freeorion-state/1` that are used. Unknown keys are passed over; ids are whole numbers, -1 is none. */

const id = z.int();
const reference = id.min(-1);
const name = z.string().max(1_000);
const number = z.number();

/** Names are keys of a Map, never of an object: `constructor` is a name like any other. */
function mapOf<V extends z.ZodType>(value: V) {
  return z.record(z.string(), value).transform((record): ReadonlyMap<string, z.output<V>> => new Map(Object.entries(record) as [string, z.output<V>][]));
}

/** Objects by id in JSON, whose keys are text. */
function mapById<V extends z.ZodType>(value: V) {
  return z.record(z.string().regex(/^-?\d+$/), value)
    .transform((record): ReadonlyMap<number, z.output<V>> => new Map(Object.entries(record).map(([key, each]) => [Number(key), each])));
}

const meter = z.object({ initial: number, current: number });

const common = {
  id: id.min(0), name, owner: reference, x: number, y: number, system: reference, createdOnTurn: id,
  specials: mapOf(z.object({ since: id, capacity: number })),
  meters: mapOf(meter),
};

const system = z.object({ ...common, type: z.literal('System'), star: name, starlanes: z.array(id) });
const planet = z.object({
  ...common, type: z.literal('Planet'), planetType: name, originalPlanetType: name, planetSize: name, species: name, focus: name,
});
const building = z.object({ ...common, type: z.literal('Building'), buildingType: name, planet: reference });
const fleet = z.object({
  ...common, type: z.literal('Fleet'), ships: z.array(id), previousSystem: reference, nextSystem: reference, route: z.array(id),
});
const ship = z.object({ ...common, type: z.literal('Ship'), design: reference, fleet: reference, species: name });
const field = z.object({ ...common, type: z.literal('Field'), fieldType: name });

export const stateSchema = z.object({
  format: z.literal('freeorion-state/1'),
  turn: id,
  universeWidth: number,
  empires: z.array(z.object({
    id: id.min(0), name, capital: reference, eliminated: z.boolean(), techs: mapOf(id), buildingTypesAvailable: z.array(name),
  })),
  designs: z.array(z.object({ id: id.min(0), name, hull: name, parts: z.array(name), isMonster: z.boolean() })),
  visibility: mapById(mapById(z.enum(['basic', 'partial', 'full']))),
  objects: z.array(z.discriminatedUnion('type', [system, planet, building, fleet, ship, field])),
});

/** A state of a whole game as plain data; objects by ascending id. */
export type GalaxyState = z.output<typeof stateSchema>;
export type StateObject = GalaxyState['objects'][number];
export type StateObjectOf<T extends StateObject['type']> = Extract<StateObject, { readonly type: T }>;
export type StateEmpire = GalaxyState['empires'][number];
export type StateDesign = GalaxyState['designs'][number];

/** The objects of one type, in order. */
export function objectsOfType<T extends StateObject['type']>(state: GalaxyState, type: T): readonly StateObjectOf<T>[] {
  return state.objects.filter((object): object is StateObjectOf<T> => object.type === type);
}
