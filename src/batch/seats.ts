import { shapeOf } from '../compile/environment.js';
import { columnLooking } from './column-seats.js';
import { createGivenOrders } from './given-orders.js';
import type { Instances, Seats } from './instances.js';
import { referenceLooking } from './reference-seats.js';
import { createSeated } from './seated.js';

/** What agents of instances see and do. Both executors say the same to the last bit. */
export function createSeats(instances: Instances, executor: 'compiled' | 'reference'): Seats {
  const { state, environment } = instances;
  const { orders } = environment;
  const { heads, orders: shapes } = shapeOf(environment);
  const seated = createSeated(instances);
  const rowCount = seated.handles.length;
  const looking = (executor === 'compiled' ? columnLooking : referenceLooking)(instances, seated);
  const given = createGivenOrders(state, rowCount * heads);

  /** What an action, from 1, stands for; 0: nothing. */
  function valueOf(order: number, row: number, slot: number, action: number): number {
    const { choices } = orders[order];
    return choices.by === 'value' ? choices.values[action - 1] : looking.choiceAt(order, row, slot, action - 1);
  }

  return {
    seat: (instance) => { seated.seat(instance); },
    seatAs: (from, to) => { seated.seatAs(from, to); },
    agents: seated.handles,
    look: () => { looking.look(); },
    observe: (into) => { looking.observe(into); },
    masks: (into) => { looking.masks(into); },
    rewards: (into) => { looking.rewards(into); },
    live: (into) => { looking.live(into); },
    terminated: (into) => { looking.terminated(into); },
    preferences: (rows, into) => { looking.preferences(rows, into); },
    order(actions) {
      given.begin();
      for (let row = 0; row < rowCount; row++) {
        for (let order = 0; order < orders.length; order++) {
          const { head, slots } = shapes[order];
          for (let slot = 0; slot < slots; slot++) {
            const action = actions[row * heads + head + slot];
            const id = action === 0 ? 0 : looking.objectAt(order, row, slot);
            if (id !== 0) given.give(orders[order].column, id, valueOf(order, row, slot, action));
          }
        }
      }
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
