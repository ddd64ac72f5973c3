import { type Memo, columnStamp, fact, memo, touch } from '../../../model/stamps.js';
import type { WorldState } from '../../../components/state.js';
import { idLimit } from '../../../kernel/identity.js';
import type { ColumnArray } from '../../../kernel/arena.js';
import { kept, keptBy } from '../../../kernel/maps.js';
import type { GameModel } from '../model/create-game-model.js';
import { type MeterColumns, type MeterRule, meterRules, greatestMeter, gameKinds } from '../model/game-model.js';
import { attachedTo } from '../../../components/attachment.js';
import { readCell, writeCell } from '../../../components/cells.js';
import { bear } from '../../../state/object-life.js';
import { isAvailable, setAvailable } from '../../../components/availability.js';

const known = new WeakMap<WorldState, Memo<readonly Int32Array[]>>();

/** Ascending; most kinds lack most meters. Kept while the population is unchanged. */
function idsByKind(state: WorldState): readonly Int32Array[] {
  return kept(known, state, () => memo(state.stamps, [fact.population], () => listsOf(state))).get();
}

function listsOf({ model, identity }: WorldState): readonly Int32Array[] {
  const limit = idLimit(identity);
  const counts = new Int32Array(model.kinds.length + 1);
  const { kind } = identity;
  // A row of no kind of the model is free for ever.
  for (let id = 1; id < limit; id++) if (kind[id] < counts.length) counts[kind[id]]++;
  const lists = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let id = 1; id < limit; id++) if (kind[id] < counts.length) lists[kind[id]][counts[kind[id]]++] = id;
  return lists;
}

/** Before the effects of a pass. */
export function resetMeters(state: WorldState, game: GameModel): void {
  changeMeters(state, game, ({ reset }, cells, { initial }) => {
    if (reset === 'keep') return undefined;
    return reset === 'initial'
      ? (ids) => copyCells(cells, state.cells[initial], ids)
      : (ids) => setCells(cells, reset, ids);
  });
}

/** After the effects of a pass. Maxima are clamped before what they cap. */
export function clampMeters(state: WorldState, game: GameModel): void {
  changeMeters(state, game, ({ clamp }, cells, { current }) => {
    if (clamp === 'none') return undefined;
    if (clamp === 'bounds') return (ids) => boundCells(cells, ids);
    const caps = state.cells[game.meters.get(clamp.cap)?.current ?? current];
    return (ids) => capCells(cells, caps, ids);
  });
}

/** True where a cell differed. */
type Change = (ids: Int32Array) => boolean;

function changeMeters(
  state: WorldState,
  game: GameModel,
  changeOf: (rule: MeterRule, cells: ColumnArray, columns: MeterColumns) => Change | undefined,
): void {
  const ids = idsByKind(state);
  const changed = new Set<number>();
  for (const rule of meterRules) {
    const columns = game.meters.get(rule.meter);
    if (columns === undefined) continue;
    const change = changeOf(rule, state.cells[columns.current], columns);
    if (change === undefined) continue;
    for (const kind of rule.kinds) if (change(ids[game.kinds[kind]])) changed.add(columns.current);
  }
  for (const column of changed) touch(state.stamps, columnStamp(column));
}

function setCells(cells: ColumnArray, value: number, ids: Int32Array): boolean {
  let changed = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    changed |= cells[id] === value ? 0 : 1;
    cells[id] = value;
  }
  return changed !== 0;
}

function copyCells(cells: ColumnArray, from: ColumnArray, ids: Int32Array): boolean {
  let changed = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    changed |= cells[id] === from[id] ? 0 : 1;
    cells[id] = from[id];
  }
  return changed !== 0;
}

function boundCells(cells: ColumnArray, ids: Int32Array): boolean {
  let changed = false;
  for (let i = 0; i < ids.length; i++) {
    const value = cells[ids[i]];
    if (value >= 0 && value <= greatestMeter) continue;
    cells[ids[i]] = value < 0 ? 0 : greatestMeter;
    changed = true;
  }
  return changed;
}

function capCells(cells: ColumnArray, caps: ColumnArray, ids: Int32Array): boolean {
  let changed = false;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    const value = cells[id];
    if (value >= 0 && value <= caps[id]) continue;
    cells[id] = value < 0 ? 0 : caps[id];
    changed = true;
  }
  return changed;
}

export function propagateMeters(state: WorldState, { meters }: GameModel): void {
  const limit = idLimit(state.identity);
  for (const { initial, current } of meters.values()) {
    const from = state.cells[current];
    const into = state.cells[initial];
    if (isEqual(from, into, limit)) continue;
    into.set(from.subarray(0, limit));
    touch(state.stamps, columnStamp(initial));
  }
}

function isEqual(a: ArrayLike<number>, b: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** In the order of rows: within one pass, of creation. No number is reused. */
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

/** Adds the parts with meters that ships lack. */
export function outfitShips(state: WorldState, game: GameModel, turn: number): void {
  const ships = idsByKind(state)[game.kinds.ship];
  const design = game.column('design');
  const parts = partsWithMeters(game);
  const partsOf = keptBy((of: number) => parts.filter(({ count }) => state.cells[count][of] > 0));
  const wanted: { readonly ship: number; readonly part: Part }[] = [];
  for (const ship of ships) {
    const of = readCell(state, design, ship);
    if (of === 0) continue;
    const has = new Set(Array.from(attachedTo(state, ship), (id) => state.class[id]));
    for (const part of partsOf(of)) if (!has.has(part.class)) wanted.push({ ship, part });
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
  readonly count: number;
}

/** Nothing can change other parts. */
function partsWithMeters({ parts, kinds, partCount, classOf }: GameModel): readonly Part[] {
  return [...parts].flatMap(([name, { objects }]) => {
    const [count, index] = [partCount.known.get(name), classOf('Part', name)];
    return objects === undefined || count === undefined || index === undefined
      ? []
      : [{ name, kind: kinds[objects], class: index, count: count.index }];
  });
}

/** Applies grants of the turn before. An empire that has a tech already keeps its turn of research. */
export function applyGrants(state: WorldState, game: GameModel, turn: number): void {
  for (const [tech, granted] of game.granted.known) {
    const index = game.classOf('Tech', tech) ?? 0;
    const researched = game.researched.known.get(tech);
    for (const empire of state.factionEntity) {
      if (empire === 0 || readCell(state, granted, empire) === 0) continue;
      writeCell(state, granted, empire, 0);
      if (isAvailable(state, empire, index) === true) continue;
      setAvailable(state, empire, index, true);
      if (researched !== undefined) writeCell(state, researched, empire, turn);
    }
  }
}

/** The current source if the empire owns it, else the capital, else the first it owns. */
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
