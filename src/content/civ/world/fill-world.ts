import { holdingLayout } from '../../../components/holdings.js';
import { EdictError } from '../../../kernel/errors.js';
import { didYouMean } from '../../text/nearest-name.js';
import { quoteText } from '../../text/quote.js';
import { type ObjectType, objectTypes } from '../syntax.js';
import { type CivModel, changedOptions, inactiveBuildings, kindName, tagKind } from './create-civ-model.js';
import { type CivObject, type CivObjectOf, declaredObjects } from './declaration.js';

/** The part of a world that filling needs. Objects are the world's own numbers. */
export interface FillableWorld {
  readonly size: number;
  spawn(options: SpawnedObject): number;
  readonly relations: {
    setList(object: number, link: string, objects: readonly number[]): void;
    setRole(role: string, object: number): void;
  };
}

interface SpawnedObject {
  readonly kind: string;
  readonly name: string;
  readonly owner?: number | null;
  readonly place?: { readonly in: number } | { readonly x: number; readonly y: number };
  readonly values: Readonly<Record<string, number | boolean>>;
  readonly holdings: Readonly<Record<string, readonly string[]>>;
}

export function realmReserve({
  declaration,
  model,
  kinds,
}: CivModel): Record<'objects' | 'factions' | 'words' | 'links', number> {
  const { map, objects } = declaration;
  const count = (type: ObjectType) =>
    type === 'PLOT' ? map.width * map.height : objects.filter((object) => object.type === type).length;
  const { wordCounts } = holdingLayout(model);
  const sum = (of: (type: ObjectType) => number) => objectTypes.reduce((all, type) => all + of(type), 0);
  return {
    // The game exists without being listed.
    objects: sum(count) - count('GAME') + 1,
    factions: Math.max(1, count('PLAYER')),
    words: sum((type) => (count(type) + 1) * wordCounts[kinds[type]]),
    links:
      1 +
      declaredObjects(declaration, 'CITY').reduce((all, { working, trade }) => all + working.length + trade.length, 0),
  };
}

/**
 * Makes the objects of a declaration in an empty world: the game, teams, players, all plots row by row, cities and
 * units, each in listing order, so that their ids ascend in the order of the game. Returns them by declared id, and
 * every plot also as `plot:x,y`. Throws EdictError for names that the declaration lacks.
 */
export function fillWorld(world: FillableWorld, civ: CivModel): ReadonlyMap<string, number> {
  if (world.size > 0)
    throw new EdictError('bad-option', `the world to be filled has ${world.size} objects; pass an empty one`);
  const made: Made = { world, civ, objects: new Map(), types: new Map() };
  const game = fillGame(made);
  const { declaration } = civ;
  for (const team of declaredObjects(declaration, 'TEAM')) spawn(made, team, {});
  for (const player of declaredObjects(declaration, 'PLAYER')) {
    const team = lookUp(made, player, 'TEAM', player.team);
    const options = numbers(made, player, player.options, 'playerOptions');
    spawn(made, player, { values: { team, alive: player.alive, ...options } });
  }
  fillPlots(made, game);
  for (const city of declaredObjects(declaration, 'CITY')) {
    const values = numbers(made, city, city.specialists, 'specialists');
    spawn(made, city, { ...standing(made, city), values, holdings: { [inactiveBuildings]: city.inactive } });
  }
  for (const unit of declaredObjects(declaration, 'UNIT')) spawn(made, unit, standing(made, unit));
  const workers = new Map<number, string>();
  for (const city of declaredObjects(declaration, 'CITY')) linkCity(made, city, workers);
  return made.objects;
}

interface Made {
  readonly world: FillableWorld;
  readonly civ: CivModel;
  readonly objects: Map<string, number>;
  readonly types: Map<string, ObjectType>;
}

const unlistedGame: CivObjectOf<'GAME'> = {
  type: 'GAME',
  id: 'game',
  gom: new Map(),
  tags: [],
  properties: new Map(),
  attributes: new Map(),
};

function fillGame(made: Made): number {
  const { declaration } = made.civ;
  const games = declaredObjects(declaration, 'GAME');
  if (games.length > 1)
    throw refusal(games[1].id, `${quoteText(games[1].id)} is a second object of the type GAME; leave one of them out`);
  const set = [...declaration.options].filter(([, value]) => value !== 0).map(([id]) => id);
  const [listed = unlistedGame] = games;
  const game = spawn(made, listed, { holdings: { OPTION: set } });
  made.world.relations.setRole('game', game);
  return game;
}

function fillPlots(made: Made, game: number): void {
  const { declaration, columns, model } = made.civ;
  const { width, height } = declaration.map;
  const plots = new Map<string, CivObjectOf<'PLOT'>>();
  for (const plot of declaredObjects(declaration, 'PLOT')) {
    const id = plotId(plot);
    if (plot.x >= width || plot.y >= height) {
      throw refusal(
        plot.id,
        `${quoteText(plot.id)} is at ${plot.x},${plot.y}, off a map of ${width} by ${height}; put it on the map or make that larger`,
      );
    }
    if (plots.has(id)) throw refusal(plot.id, `two plots are at ${plot.x},${plot.y}; leave one of them out`);
    plots.set(id, plot);
  }
  const values = { [model.columns[columns.game].name]: game };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const id = plotId({ x, y });
      const plot = plots.get(id);
      if (plot === undefined) {
        fillEmptyPlot(made, id, { x, y }, values);
        continue;
      }
      const owner = plot.owner === null ? null : lookUp(made, plot, 'PLAYER', plot.owner);
      // A plot listed under another name has this one as well.
      made.objects.set(id, spawn(made, plot, { owner, place: { x, y }, values }));
    }
  }
}

/** Most plots of a large map are empty, so this does little work. */
function fillEmptyPlot(
  made: Made,
  id: string,
  place: NonNullable<SpawnedObject['place']>,
  common: SpawnedObject['values'],
): void {
  checkFree(made, id);
  const values = made.civ.declaration.python.size === 0 ? common : { ...callbacksOf(made, id), ...common };
  const plot = { kind: kindName('PLOT'), name: id, owner: null, place, values, holdings: nothingHeld };
  made.objects.set(id, made.world.spawn(plot));
}

const nothingHeld: SpawnedObject['holdings'] = Object.freeze({});

/** `workers`: cities by the plots that they work. */
function linkCity(made: Made, city: CivObjectOf<'CITY'>, workers: Map<number, string>): void {
  const handle = lookUp(made, city, 'CITY', city.id);
  const working = city.working.map((id) => {
    const plot = lookUp(made, city, 'PLOT', id);
    const other = workers.get(plot) ?? city.id;
    if (other !== city.id) {
      throw refusal(
        city.id,
        `both ${quoteText(other)} and ${quoteText(city.id)} work ${quoteText(id)}; a plot is worked by one city, take it out of the list of the other`,
      );
    }
    workers.set(plot, city.id);
    return plot;
  });
  made.world.relations.setList(handle, 'working', working);
  made.world.relations.setList(
    handle,
    'trade',
    city.trade.map((id) => lookUp(made, city, 'CITY', id)),
  );
}

function plotId({ x, y }: { readonly x: number; readonly y: number }): string {
  return `plot:${x},${y}`;
}

function standing(made: Made, object: CivObjectOf<'CITY' | 'UNIT'>): Pick<SpawnedObject, 'owner' | 'place'> {
  return {
    owner: lookUp(made, object, 'PLAYER', object.owner),
    place: { in: lookUp(made, object, 'PLOT', object.plot) },
  };
}

function spawn(
  made: Made,
  object: CivObject,
  { values = {}, holdings = {}, ...rest }: Partial<Omit<SpawnedObject, 'kind' | 'name'>>,
): number {
  const { id, type, gom, tags } = object;
  checkFree(made, id);
  const held = new Map([...gom, ...(tags.length > 0 ? [[tagKind, tags] as const] : [])]);
  // Options that are set join those that are listed.
  for (const [holding, ids] of Object.entries(holdings)) held.set(holding, [...(held.get(holding) ?? []), ...ids]);
  for (const [holding, ids] of held) checkWords(made, object, holding, ids);
  const handle = made.world.spawn({
    kind: kindName(type),
    name: id,
    ...rest,
    values: {
      ...numbers(made, object, object.properties, 'properties'),
      ...numbers(made, object, attributesOf(object), 'attributes'),
      ...callbacksOf(made, id),
      ...values,
    },
    holdings: Object.fromEntries(held),
  });
  made.objects.set(id, handle);
  if (type !== 'PLOT') made.types.set(id, type);
  return handle;
}

function checkFree({ objects }: Made, id: string): void {
  if (objects.has(id)) throw refusal(id, `two objects are called ${quoteText(id)}; give them different ids`);
}

function attributesOf({ attributes }: CivObject): ReadonlyMap<string, number> {
  return new Map([...attributes].map(([name, value]) => [`ATTRIBUTE_${name}`, value]));
}

function callbacksOf({ civ }: Made, id: string): Readonly<Record<string, number>> {
  const given = [...civ.declaration.python].map(([name, values]) => [name, values.get(id)] as const);
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function numbers(
  { civ }: Made,
  object: CivObject,
  values: ReadonlyMap<string, number>,
  among: 'properties' | 'attributes' | 'playerOptions' | 'specialists',
): Readonly<Record<string, number>> {
  const known = civ.columns[among];
  for (const id of values.keys()) if (!known.has(id)) throw unknown(object, id, known.keys());
  return Object.fromEntries(values);
}

function checkWords({ civ }: Made, object: CivObject, holding: string, ids: readonly string[]): void {
  const words = civ.words.get(holding === inactiveBuildings ? 'BUILDING' : holding) ?? new Map<string, number>();
  for (const id of ids) if (!words.has(id)) throw unknown(object, id, words.keys());
}

function unknown({ id: object }: CivObject, id: string, known: Iterable<string>): EdictError {
  const advice = didYouMean(id, known) ?? 'declare it or leave it out';
  return refusal(object, `${quoteText(object)} has ${quoteText(id)}, which is not declared; ${advice}`);
}

function refusal(id: string, message: string): EdictError {
  return new EdictError('bad-declaration', message, id);
}

function lookUp({ objects, types }: Made, from: CivObject, type: ObjectType, id: string): number {
  const typeOf = (name: string): ObjectType => types.get(name) ?? 'PLOT';
  const found = typeOf(id) === type ? objects.get(id) : undefined;
  if (found !== undefined) return found;
  const known = [...objects.keys()].filter((name) => typeOf(name) === type);
  throw refusal(
    from.id,
    `${quoteText(from.id)} names ${quoteText(id)}, which is not an object of the type ${type}; ${didYouMean(id, known) ?? 'declare it'}`,
  );
}

/** Changes a thing (`gom`, `id`, `has`), else a `property`, else an `attribute`. */
interface CivEvent extends Readonly<Partial<Record<'gom' | 'id' | 'property' | 'attribute', string | undefined>>> {
  readonly object: string;
  readonly has?: boolean | undefined;
  readonly value?: number | undefined;
}

export interface ChangeableWorld {
  set(object: number, column: string, value: number): void;
  readonly relations: { setWord(object: number, set: string, word: string, held: boolean): void };
}

/** Throws EdictError for unknown names. */
export function applyEvent(
  world: ChangeableWorld,
  objects: ReadonlyMap<string, number>,
  { object: name, gom, id = '', has = false, property, attribute = '', value = 0 }: CivEvent,
): void {
  const object = objects.get(name);
  if (object === undefined)
    throw new EdictError('bad-event', `there is no object ${quoteText(name)}; name one that the world declares`, name);
  if (gom === undefined) {
    world.set(object, property ?? `ATTRIBUTE_${attribute}`, value);
    return;
  }
  world.relations.setWord(object, gom, id, has);
  if (gom === 'OPTION') world.relations.setWord(object, changedOptions, id, true);
}
