import type { WorldState } from '../components/state.js';
import { oneShape } from '../kernel/one-shape.js';

type Derived = WorldState['derived'];

/** All names, so that the parts of all worlds have one shape for the engine. */
const none: { readonly [Name in keyof Required<Derived>]: undefined } = {
  attachedCounts: undefined,
  chains: undefined,
  children: undefined,
  edgeChains: undefined,
  gridBalls: undefined,
  gridCells: undefined,
  gridIndex: undefined,
  laneGraph: undefined,
  laneRows: undefined,
  lanesAt: undefined,
  linkRows: undefined,
  listing: undefined,
  lists: undefined,
  neighbours: undefined,
  scannedRows: undefined,
  spaceCells: undefined,
  uses: undefined,
  waiting: undefined,
};

const inOneShape = oneShape<Derived>();

/** Nothing derived yet, or what is passed on. */
export function noDerived(kept: Partial<Derived> = {}): Derived {
  return inOneShape({ ...none, ...kept });
}
