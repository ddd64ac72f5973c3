import { attachedTo } from '../../../components/attachment.js';
import { readCell, writeCell } from '../../../components/cells.js';
import { bear } from '../../../state/objects.js';
import type { WorldState } from '../../../components/state.js';
import { type GameModel, gameKinds } from '../model/game-model.js';
import { idsByKind } from './meters.js';
import { isAvailable, setAvailable } from '../../../components/availability.js';
import { idLimit } from '../../../kernel/identity.js';

/** Data that objects created in a pass still need to be like earlier ones. */

/**
 * Numbers the objects of the game that have no number yet, in the order of their rows, which within one pass is that of
 * creation. A number is never reused.
 */
export function numberObjects(state: WorldState, game: GameModel): void {
  const ids = idsByKind(state);
  const [galaxy] = ids[game.kinds.galaxy];
  const [number, last] = [game.column('id'), game.column('lastId')];
  const unnumbered = gameKinds
    .flatMap((kind) => [...ids[game.kinds[kind]]].filter((id) => state.cells[number.index][id] === number.initial))
    .sort((a, b) => a - b);
  const before = readCell(state, last, galaxy);
  unnumbered.forEach((id, i) => writeCell(state, number, id, before + 1 + i));
  writeCell(state, last, galaxy, before + unnumbered.length);
}

/** An object for each kind of part of a ship's design that has meters, and that the ship lacks. */
export function outfitShips(state: WorldState, game: GameModel, turn: number): void {
  const ships = idsByKind(state)[game.kinds.ship];
  const design = game.column('design');
  const parts = partsWithMeters(game);
  const byDesign = new Map<number, readonly Part[]>();
  const wanted: { readonly ship: number; readonly part: Part }[] = [];
  for (const ship of ships) {
    const of = readCell(state, design, ship);
    if (of === 0) continue;
    let all = byDesign.get(of);
    if (all === undefined) byDesign.set(of, (all = parts.filter(({ count }) => state.cells[count][of] > 0)));
    const has = new Set(Array.from(attachedTo(state, ship), (id) => state.class[id]));
    for (const part of all) if (!has.has(part.class)) wanted.push({ ship, part });
  }
  for (const { ship, part } of wanted) {
    bear(
      state,
      {
        kind: part.kind,
        class: part.class,
        name: part.name,
        owner: 0,
        place: { at: 'object', object: ship },
        created: turn,
      },
      'the outfitting of ships',
    );
  }
}

interface Part {
  readonly name: string;
  readonly kind: number;
  readonly class: number;
  /** Column of designs with their number of it. */
  readonly count: number;
}

/** Parts that rules do not use have neither column nor meters that anything could change. */
function partsWithMeters({ parts, kinds, partCounts, classOf }: GameModel): readonly Part[] {
  return [...parts].flatMap(([name, { objects }]) => {
    const [count, index] = [partCounts.get(name), classOf('Part', name)];
    return objects === undefined || count === undefined || index === undefined
      ? []
      : [{ name, kind: kinds[objects], class: index, count: count.index }];
  });
}

/**
 * Gives empires the techs that effects of the turn before granted them; an empire that has one already keeps its turn.
 */
export function applyGrants(state: WorldState, game: GameModel, turn: number): void {
  for (const [tech, granted] of game.granted) {
    const index = game.classOf('Tech', tech) ?? 0;
    const researched = game.researched.get(tech);
    for (const empire of state.factionEntity) {
      if (empire === 0 || readCell(state, granted, empire) === 0) continue;
      writeCell(state, granted, empire, 0);
      if (isAvailable(state, empire, index) === true) continue;
      setAvailable(state, empire, index, true);
      if (researched !== undefined) writeCell(state, researched, empire, turn);
    }
  }
}

/**
 * The source of each empire's techs: the present one if it exists and is theirs, else the capital, else the first that
 * they own; none for an empire without objects.
 */
export function seatEmpires(state: WorldState, game: GameModel): void {
  const seat = game.column('sourceObject');
  const capital = game.column('capital');
  let firsts: ReadonlyMap<number, number> | undefined;
  for (const empire of state.factionEntity) {
    if (empire === 0) continue;
    const theirs = [seat, capital]
      .map((column) => readCell(state, column, empire))
      .find((id) => id !== 0 && state.owner[id] === empire);
    writeCell(state, seat, empire, theirs ?? (firsts ??= firstOwned(state, game)).get(empire) ?? 0);
  }
}

function firstOwned({ identity, owner }: WorldState, { kinds }: GameModel): ReadonlyMap<number, number> {
  const isOfGame = new Set(gameKinds.map((name) => kinds[name]));
  const firsts = new Map<number, number>();
  for (let id = idLimit(identity) - 1; id > 0; id--)
    if (owner[id] !== 0 && isOfGame.has(identity.kind[id])) firsts.set(owner[id], id);
  return firsts;
}
