import { type Memo, columnStamp, fact, memo, touch } from '../../../model/stamps.js';
import type { WorldState } from '../../../components/state.js';
import { idLimit } from '../../../kernel/identity.js';
import type { ColumnArray } from '../../../kernel/arena.js';
import { type GameModel, type MeterColumns, type MeterRule, meterRules, greatestMeter } from '../model/game-model.js';

const known = new WeakMap<WorldState, Memo<readonly Int32Array[]>>();

/**
 * Ids of the objects of each kind, ascending: meters are walked kind by kind, since most kinds lack most meters. Kept
 * while the population is unchanged.
 */
export function idsByKind(state: WorldState): readonly Int32Array[] {
  let lists = known.get(state);
  if (lists === undefined) known.set(state, (lists = memo(state.stamps, [fact.population], () => listsOf(state))));
  return lists.get();
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

/** The start of a pass: the present half of every meter is reset by its rule. Initial halves are left alone. */
export function resetMeters(state: WorldState, game: GameModel): void {
  changeMeters(state, game, ({ reset }, cells, { initial }) => {
    if (reset === 'keep') return undefined;
    return reset === 'initial'
      ? (ids) => copyCells(cells, state.cells[initial], ids)
      : (ids) => setCells(cells, reset, ids);
  });
}

/**
 * The end of a pass: the present half of every meter is clamped to its bounds, or below its maximum. Maxima are clamped
 * before the meters that they cap.
 */
export function clampMeters(state: WorldState, game: GameModel): void {
  changeMeters(state, game, ({ clamp }, cells, { current }) => {
    if (clamp === 'none') return undefined;
    if (clamp === 'bounds') return (ids) => boundCells(cells, ids);
    const caps = state.cells[game.meters.get(clamp.cap)?.current ?? current];
    return (ids) => capCells(cells, caps, ids);
  });
}

/** Changes cells of the objects of one kind; returns whether any differed before. */
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
