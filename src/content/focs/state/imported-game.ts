import type { WorldState } from '../../../components/state.js';
import { handleOf, allocate } from '../../../kernel/identity.js';
import type { GameModel } from '../model/create-game-model.js';
import { type GameColumn, type EnumerationName, enumerationNames, metersOfKind } from '../model/game-model.js';
import type { GalaxyState, StateDesign, StateObject, StateObjectOf } from './read-state.js';
import { EdictError } from '../../../kernel/errors.js';
import { kept } from '../../../kernel/maps.js';
import { nearestName } from '../../text/nearest-name.js';
import { quoteText } from '../../text/quote.js';
import { type ItemKind, itemWord } from '../syntax.js';
import { put } from '../../../components/place.js';
import type { Birth } from '../../../state/object-life.js';
import { intern } from '../../../kernel/strings.js';

export interface ImportedGame {
  readonly game: GameModel;
  readonly source: GalaxyState;
  readonly state: WorldState;
  readonly galaxy: number;
  readonly objects: ReadonlyMap<number, number>;
  readonly empires: ReadonlyMap<number, number>;
  /** With designs that rules need and the state lacks. */
  readonly allDesigns: readonly StateDesign[];
  readonly designs: ReadonlyMap<number, number>;
  /** By the ship's id in the file and the part's name. */
  readonly parts: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** By the id in the file; 0 for none and unknown ones. */
  readonly idOf: (gameId: number) => number;
}

/** Stamps are touched later. */
export function setCells({ game, state }: ImportedGame, id: number, values: Cells): void {
  for (const [name, value] of Object.entries(values))
    state.cells[game.column(name as GameColumn).index][id] = Number(value);
}

export type Cells = Partial<Record<GameColumn, number | boolean>>;

/** 0 for none. */
export function referTo({ state }: ImportedGame, id = 0): number {
  return handleOf(state.identity, id);
}

/** 0 for none. `who`: the part of the state with the word. */
export function wordOf(game: GameModel, enumeration: EnumerationName, word: string, who: string): number {
  if (word === '') return 0;
  return (
    game.word(enumeration, word) ??
    unknown(enumerationNames[enumeration], word, who, game.model.enumerations[game.enumerations[enumeration]].members)
  );
}

export function classNamed(game: GameModel, kind: ItemKind, name: string, who: string): number {
  return game.classOf(kind, name) ?? unknown(itemWord(kind), name, who, game.namesOf(kind));
}

export function named<V>(map: ReadonlyMap<string, V>, kind: string, name: string, who: string): V {
  return map.get(name) ?? unknown(kind, name, who, map.keys());
}

function unknown(kind: string, name: string, who: string, known: Iterable<string>): never {
  throw unknownName(
    `${who} names the ${kind} ${quoteText(name)}, which the content does not have`,
    name,
    known,
    'load the content that the game was played with',
  );
}

export function unknownName(message: string, name: string, known: Iterable<string>, advice: string): EdictError {
  const nearest = nearestName(name, known);
  const toDo = nearest === undefined || nearest === name ? advice : `did you mean ${quoteText(nearest)}?`;
  return new EdictError('unknown-name', `${message}; ${toDo}`, name);
}

const monsterPrefix = 'SM_';

/** Designs that the state lacks get the next numbers. States of the game itself list all designs of content. */
export function designsOf(
  { usedDesigns }: Pick<GameModel, 'usedDesigns'>,
  { designs }: Pick<GalaxyState, 'designs'>,
): readonly StateDesign[] {
  const known = new Set(designs.filter(isPredefined).map(({ name }) => name));
  const first = designs.reduce((greatest, { id }) => Math.max(greatest, id), -1) + 1;
  const lacking = [...usedDesigns].filter(([name]) => !known.has(name));
  return [
    ...designs,
    ...lacking.map(
      ([name, { hull, parts }], i): StateDesign => ({
        id: first + i,
        name,
        hull,
        parts: [...parts],
        isMonster: name.startsWith(monsterPrefix),
        designedOnTurn: 0,
      }),
    ),
  ];
}

export function isPredefined({ designedOnTurn }: StateDesign): boolean {
  return designedOnTurn === 0;
}

/** Makes the objects in the order of their ids, without data. Throws EdictError for unknown content. */
export function settleGame(game: GameModel, source: GalaxyState, state: WorldState): ImportedGame {
  const { kinds } = game;
  const allDesigns = designsOf(game, source);
  const design = new Map(allDesigns.map((each) => [each.id, each]));
  const common = { class: 0, owner: 0, created: 0 };
  const galaxy = settle(state, { ...common, kind: kinds.galaxy, name: '' });
  const empires = new Map(
    ascending(source.empires).map(({ id, name }) => [
      id,
      settleFaction(state, { ...common, kind: kinds.empire, name }),
    ]),
  );
  const designs = new Map(
    ascending(allDesigns).map(({ id, name }) => [id, settle(state, { ...common, kind: kinds.design, name })]),
  );
  const objects = new Map(
    ascending(source.objects).map((object) => [
      object.id,
      settle(state, {
        kind: kinds[object.type.toLowerCase() as Lowercase<typeof object.type>],
        class: classOf(game, object, design),
        name: object.name,
        owner: empires.get(object.owner) ?? 0,
        created: object.createdOnTurn,
      }),
    ]),
  );
  const made = {
    game,
    source,
    state,
    galaxy,
    objects,
    empires,
    allDesigns,
    designs,
    parts: new Map<number, ReadonlyMap<string, number>>(),
    idOf: (gameId: number) => objects.get(gameId) ?? 0,
  };
  for (const ship of ascending(source.objects))
    if (ship.type === 'Ship' && ship.partMeters.length > 0) made.parts.set(ship.id, settleParts(made, ship));
  settleCells(state);
  return made;
}

export function ascending<Part extends { readonly id: number }>(parts: readonly Part[]): readonly Part[] {
  return parts.every(({ id }, i) => i === 0 || parts[i - 1].id < id) ? parts : [...parts].sort((a, b) => a.id - b.id);
}

function classOf(game: GameModel, object: StateObject, designs: ReadonlyMap<number, StateDesign>): number {
  switch (object.type) {
    case 'Building':
      return classNamed(game, 'BuildingType', object.buildingType, `building ${object.id}`);
    case 'Field':
      return classNamed(game, 'FieldType', object.fieldType, `field ${object.id}`);
    case 'Ship': {
      const design = designs.get(object.design);
      if (design === undefined)
        throw new EdictError('bad-state', `ship ${object.id} has no design; give it one of the designs of the state`);
      return classNamed(game, 'Hull', design.hull, `design ${design.id}`);
    }
    default:
      return 0;
  }
}

function settleParts({ game, state, idOf }: ImportedGame, ship: StateObjectOf<'Ship'>): ReadonlyMap<string, number> {
  const listed = new Map<string, string[]>();
  for (const { part, meter } of ship.partMeters) kept(listed, part, (): string[] => []).push(meter);
  return new Map(
    [...listed].map(([part, meters]) => {
      const { objects: kind, partClass } = named(game.parts, 'part', part, `ship ${ship.id}`);
      const expected = kind === undefined ? [] : metersOfKind(kind);
      const isWhole = meters.length === expected.length && expected.every((meter) => meters.includes(meter));
      if (kind === undefined || !(partClass === '' || isWhole) || !meters.every((meter) => expected.includes(meter))) {
        throw new EdictError(
          'bad-state',
          `ship ${ship.id} lists ${meters.map(quoteText).join(', ')} of its part ${quoteText(part)}; of a part of class ${partClass} it lists ${expected.length === 0 ? 'nothing' : expected.join(', ')}`,
        );
      }
      const id = settle(state, {
        kind: game.kinds[kind],
        class: classNamed(game, 'Part', part, `ship ${ship.id}`),
        name: part,
        owner: 0,
        created: ship.createdOnTurn,
      });
      put(state, id, { at: 'object', object: idOf(ship.id) });
      return [part, id];
    }),
  );
}

type Settler = Pick<Birth, 'kind' | 'class' | 'name' | 'owner' | 'created'>;

/**
 * Like `bear` in a world without destroyed objects, but does not clear rows and touch stamps one by one, which would
 * take most of the time. Cells hold 0 until `settleCells`.
 */
export function settle(state: WorldState, { kind, class: classIndex, name, owner, created }: Settler): number {
  const id = allocate(state.identity, kind);
  state.class[id] = classIndex;
  state.name[id] = intern(state.strings, name);
  state.created[id] = created;
  state.owner[id] = owner;
  return id;
}

/** The world has room for it. */
export function settleFaction(state: WorldState, settler: Settler): number {
  const id = settle(state, settler);
  const slot = state.factionEntity.indexOf(0, 1);
  state.faction[id] = slot;
  state.factionEntity[slot] = id;
  return id;
}

export function settleCells({ model, identity, cells }: WorldState): void {
  const limit = identity.kind.indexOf(0, 1);
  for (const { index, initial, kinds } of model.columns) {
    if (initial === 0) continue;
    for (let id = 1; id < limit; id++) if (kinds[identity.kind[id]] === 1) cells[index][id] = initial;
  }
}
