/** The six types of objects, in the order in which they are listed. */
export const types = ['GAME', 'TEAM', 'PLAYER', 'CITY', 'UNIT', 'PLOT'] as const;
export type Type = (typeof types)[number];

type Ids = readonly string[];
type Table<T> = Readonly<Partial<Record<string, T>>>;

/** An object as a document lists it. */
export interface ThingData {
  readonly id: string;
  readonly type: Type;
  readonly gom?: Table<Ids>;
  readonly tags?: Ids;
  readonly properties?: Table<number>;
  readonly attributes?: Table<number>;
  readonly team?: string;
  readonly alive?: boolean;
  readonly options?: Table<number | boolean>;
  readonly plot?: string;
  readonly owner?: string | null;
  readonly working?: Ids;
  readonly trade?: Ids;
  readonly inactive?: Ids;
  readonly specialists?: Table<number>;
  readonly x?: number;
  readonly y?: number;
}

/** A world as a document states it. */
export interface WorldData {
  readonly types: Table<Ids>;
  readonly options: Table<number | boolean>;
  readonly bugOptions: Table<number | boolean>;
  readonly defines: Table<number | boolean>;
  readonly attributes: Table<readonly Type[]>;
  readonly adapt: {
    readonly gamespeed?: Table<number>;
    readonly worldsize?: Table<number>;
    readonly handicap?: Table<Table<number>>;
  };
  readonly random: readonly number[];
  readonly python: Table<Table<number>>;
  readonly map: { readonly width: number; readonly height: number; readonly wrapX: boolean; readonly wrapY: boolean };
  readonly objects: readonly ThingData[];
}

/** An object that stands in the world. */
export interface Thing {
  readonly id: string;
  readonly type: Type;
  readonly stored: Map<string, Set<string>>;
  readonly tags: ReadonlySet<string>;
  readonly properties: Map<string, number>;
  readonly attributes: Map<string, number>;
  readonly alive: boolean;
  readonly options: Table<number | boolean>;
  readonly inactive: ReadonlySet<string>;
  readonly specialists: Table<number>;
  readonly x: number;
  readonly y: number;
  team?: Thing;
  owner?: Thing;
  plot?: Thing;
  worker?: Thing;
  working: readonly Thing[];
  trade: readonly Thing[];
}

/** A world that can be asked. */
export interface Facts {
  readonly data: WorldData;
  readonly options: Map<string, number>;
  readonly game: Thing;
  readonly teams: readonly Thing[];
  readonly players: readonly Thing[];
  readonly cities: readonly Thing[];
  readonly units: readonly Thing[];
  readonly plots: readonly Thing[];
  thing(id: string): Thing;
}

/** The world of a document. */
export function factsOf(data: WorldData): Facts {
  const listed = new Map(data.objects.map((each) => [each.id, each]));
  const { width, height } = data.map;
  const plots: ThingData[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      plots.push(
        data.objects.find((each) => each.type === 'PLOT' && each.x === x && each.y === y) ?? {
          id: `plot:${String(x)},${String(y)}`,
          type: 'PLOT',
          x,
          y,
          owner: null,
        },
      );
  }
  const all = [...data.objects.filter(({ type }) => type !== 'PLOT'), ...plots];
  const things = new Map(all.map((each) => [each.id, thingOf(each)]));
  const thing = (id: string): Thing => {
    const found = things.get(id);
    if (found === undefined) throw new Error(`no object ${id}`);
    return found;
  };
  for (const { id, ...each } of all) tie(thing(id), listed.get(id) ?? { id, ...each }, thing);
  const inOrder = [...things.values()];
  const ofType = (type: Type): readonly Thing[] => inOrder.filter((each) => each.type === type);
  return {
    data,
    thing,
    game: ofType('GAME')[0],
    teams: ofType('TEAM'),
    players: ofType('PLAYER'),
    cities: ofType('CITY'),
    units: ofType('UNIT'),
    plots: ofType('PLOT'),
    options: new Map(Object.entries(data.options).map(([id, value]) => [id, Number(value ?? 0)])),
  };
}

function thingOf(data: ThingData): Thing {
  const numbers = (table: Table<number> = {}): Map<string, number> =>
    new Map(Object.entries(table).map(([id, value]) => [id, value ?? 0]));
  return {
    id: data.id,
    type: data.type,
    stored: new Map(Object.entries(data.gom ?? {}).map(([kind, ids]) => [kind, new Set(ids)])),
    tags: new Set(data.tags),
    properties: numbers(data.properties),
    attributes: numbers(data.attributes),
    alive: data.alive ?? true,
    options: data.options ?? {},
    inactive: new Set(data.inactive),
    specialists: data.specialists ?? {},
    x: data.x ?? -1,
    y: data.y ?? -1,
    working: [],
    trade: [],
  };
}

function tie(
  each: Thing,
  { team, owner, plot, working = [], trade = [] }: ThingData,
  thing: (id: string) => Thing,
): void {
  if (team !== undefined) each.team = thing(team);
  if (owner !== undefined && owner !== null) each.owner = thing(owner);
  if (plot !== undefined) each.plot = thing(plot);
  each.working = working.map(thing);
  each.trade = trade.map(thing);
  for (const plotOf of each.working) plotOf.worker = each;
}

/** The plot that something is or stands on. */
export function plotOf(thing: Thing): Thing | undefined {
  return thing.type === 'PLOT' ? thing : thing.plot;
}

/** The player that something is or belongs to. */
export function playerOf(thing: Thing): Thing | undefined {
  return thing.type === 'PLAYER' ? thing : thing.owner;
}

/** The city that stands where something is. */
export function cityAt({ cities }: Facts, thing: Thing): Thing | undefined {
  return cities.find((city) => city.plot === plotOf(thing));
}

/** What a world lists of a type: what lives, and what belongs to who lives. */
export function listed(facts: Facts, type: Type): readonly Thing[] {
  const players = facts.players.filter(({ alive }) => alive);
  const ownedBy = (things: readonly Thing[]): readonly Thing[] =>
    players.flatMap((player) => things.filter(({ owner }) => owner === player));
  switch (type) {
    case 'GAME':
      return [facts.game];
    case 'TEAM':
      return facts.teams.filter((team) => players.some((player) => player.team === team));
    case 'PLAYER':
      return players;
    case 'CITY':
      return ownedBy(facts.cities);
    case 'UNIT':
      return ownedBy(facts.units);
    case 'PLOT':
      return facts.plots;
  }
}
