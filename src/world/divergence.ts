import { turnOf } from '../components/clock.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { hashString } from '../kernel/hash.js';
import { restoreState } from '../state/world-state.js';
import type { PhaseObserver } from '../systems/schedule.js';
import { idLimit, handleOf, isLive } from '../kernel/identity.js';
import type { Pairing } from './compare-worlds.js';
import type { WorldCore } from './core.js';
import { watchWrites } from './past-writes.js';
import type { DivergentWrite } from './questions-api.js';

/** A world and its state before a turn that has run. */
export interface PastTurn {
  readonly core: WorldCore;
  readonly before: Snapshot;
  /** Runs the turn again, on a copy. */
  readonly run: (twin: WorldCore, observer: PhaseObserver) => void;
}

export interface DivergentWrites {
  /** Undefined where only the other run made a write. */
  readonly first: DivergentWrite | undefined;
  readonly second: DivergentWrite | undefined;
}

interface Likeness {
  /** Handles of the second world by handles of the first, before the turn. Default: handles are the same. */
  readonly handles?: ReadonlyMap<number, number> | undefined;
  /** Cells (`objectColumn`) in which different values written by the same rule are no divergence. */
  readonly assumed?: ReadonlySet<string>;
}

/**
 * The first writes in which two runs of a turn differ. Runs both again; only a number is kept for each write, as there
 * may be many millions.
 */
export function divergentWrites(first: PastTurn, second: PastTurn, likeness: Likeness): DivergentWrites {
  const keys: number[] = [];
  keys.length = eachWrite(first, (place, write) => {
    keys[place] = keyOf(first.core, write, likeness, likeness.handles);
  });
  const others: number[] = [];
  let differing: PlacedWrite | undefined;
  const count = eachWrite(second, (place, write) => {
    if (differing !== undefined && place <= differing.place) differing = undefined;
    others[place] = keyOf(second.core, write, likeness, undefined);
    if (differing === undefined && keys[place] !== others[place]) differing = { place, write };
  });
  others.length = count;
  const { place: differs, write: other } = withPlaceBelow(count, differing);
  // Where one run alone makes a write, the other makes its next one all the same.
  const isFirstOnly = other !== undefined && keys.includes(others[differs], differs);
  const isSecondOnly = differs < keys.length && others.includes(keys[differs], differs);
  if (isSecondOnly && !isFirstOnly) return { first: undefined, second: other };
  let own: DivergentWrite | undefined;
  if (differs < keys.length)
    eachWrite(first, (place, write) => {
      if (place === differs) own = write;
    });
  return { first: own, second: isFirstOnly && !isSecondOnly ? undefined : other };
}

interface PlacedWrite {
  readonly place: number;
  readonly write: DivergentWrite | undefined;
}

/** The end of the run if nothing differs before it. */
function withPlaceBelow(count: number, found: PlacedWrite | undefined): PlacedWrite {
  return found !== undefined && found.place < count ? found : { place: count, write: undefined };
}

export function objectColumn(object: number, column: string): string {
  return `${object} ${column}`;
}

/** Returns their number. A turn that is undone and tried in another way counts its writes again from the same place. */
function eachWrite({ core, before, run }: PastTurn, note: (place: number, write: DivergentWrite) => void): number {
  const { core: twin } = core.fork();
  twin.agent = core.agent;
  restoreState(twin.state, before);
  let place = 0;
  let turn = { number: NaN, place };
  const observe = watchWrites(twin, (_write, told) => {
    note(place++, told());
  });
  const [first] = twin.schedule.phases;
  run(twin, (phase, stage) => {
    if (phase === first && stage === 'begin') {
      const number = turnOf(twin.state);
      if (number === turn.number) ({ place } = turn);
      else turn = { number, place };
    }
    observe(phase, stage);
  });
  return place;
}

/** Of 52 bits. Rules write in one order, so only neighbours of one place are compared. */
function keyOf(
  { program }: WorldCore,
  { rule, source, object, column, after }: DivergentWrite,
  { assumed }: Likeness,
  handles: ReadonlyMap<number, number> | undefined,
): number {
  const paired = (handle: number): number => handles?.get(handle) ?? handle;
  const isObject = program.model.columnByName.get(column)?.type.name === 'entity';
  const value = isObject && typeof after === 'number' ? paired(after) : after;
  const told = Object.is(value, -0) ? '-0' : `${typeof value} ${String(value)}`;
  const isAssumed = assumed?.has(objectColumn(object, column)) === true;
  const text = JSON.stringify([rule, paired(source), paired(object), column, isAssumed ? '' : told]);
  return parseInt(hashString(text).slice(0, 13), 16);
}

/** The handles of all objects, and those of their pairs. */
export function pairedHandles(first: WorldCore, second: WorldCore, pairing: Pairing): ReadonlyMap<number, number> {
  const handles = new Map<number, number>();
  const [own, other] = [first.state.identity, second.state.identity];
  for (let id = 1; id < idLimit(own); id++) {
    const pair = isLive(own, id) ? pairing.inSecond(id) : 0;
    if (pair !== 0) handles.set(handleOf(own, id), handleOf(other, pair));
  }
  return handles;
}
