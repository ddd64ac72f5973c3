import { shapeOf } from '../ir/environment.js';
import { columnLooking } from './column-seats.js';
import type { Instances, Seats } from './instances.js';
import { type GiveOrder, referenceLooking } from './reference-seats.js';
import { createSeated } from './seated.js';
import { writeCell } from '../components/cells.js';
import { columnStamp, touchOne } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { handleOf, resolve } from '../kernel/identity.js';

/** Both executors say the same to the last bit. */
export function createSeats(instances: Instances, executor: 'compiled' | 'reference'): Seats {
  const { state, environment } = instances;
  const { heads } = shapeOf(environment);
  const seated = createSeated(instances);
  const looking = (executor === 'compiled' ? columnLooking : referenceLooking)(instances, seated);
  const given = createGivenOrders(state, seated.agents.length * heads);
  return {
    ...seated,
    ...looking,
    order(actions) {
      given.begin();
      looking.order(actions, given.give);
    },
    withdraw() {
      given.withdraw();
      instances.settle?.();
    },
    takeBack() {
      given.takeBack();
      instances.settle?.();
    },
  };
}

/** What orders have written, to be taken back. */
interface GivenOrders {
  /** Writes a value (an id for objects) to a column of an object. */
  readonly give: GiveOrder;
  /** Sets to none what was written since `begin`, where the object is still there. */
  withdraw(): void;
  /** Puts back what was there before, where the object is still there. */
  takeBack(): void;
  /** Forgets what was written. */
  begin(): void;
}

/** `most`: orders that are given at a time. */
function createGivenOrders(state: WorldState, most: number): GivenOrders {
  const columns = new Int32Array(most);
  // Handles: in the turn another may take the row.
  const handles = new Float64Array(most);
  /** As stored: a stale reference stays what it is. */
  const before = new Float64Array(most);
  let count = 0;
  return {
    give(column, id, value) {
      before[count] = state.cells[column][id];
      writeCell(state, state.model.columns[column], id, value);
      columns[count] = column;
      handles[count++] = handleOf(state.identity, id);
    },
    withdraw() {
      for (let i = 0; i < count; i++) {
        const id = resolve(state.identity, handles[i]);
        if (id !== 0) writeCell(state, state.model.columns[columns[i]], id, 0);
      }
    },
    takeBack() {
      // The first order for a cell found what was there before all.
      for (let i = count - 1; i >= 0; i--) {
        const id = resolve(state.identity, handles[i]);
        const cells = state.cells[columns[i]];
        if (id === 0 || cells[id] === before[i]) continue;
        cells[id] = before[i];
        touchOne(state.stamps, columnStamp(columns[i]), id);
      }
    },
    begin() {
      count = 0;
    },
  };
}
