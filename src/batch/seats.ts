import { shapeOf } from '../ir/environment.js';
import { columnLooking } from './column-seats.js';
import { createGivenOrders } from './given-orders.js';
import type { Instances, Seats } from './instances.js';
import type { GiveOrder } from './looking.js';
import { referenceLooking } from './reference-seats.js';
import { createSeated } from './seated.js';

/** What agents of instances see and do. Both executors say the same to the last bit. */
export function createSeats(instances: Instances, executor: 'compiled' | 'reference'): Seats {
  const { state, environment } = instances;
  const { heads } = shapeOf(environment);
  const seated = createSeated(instances);
  const looking = (executor === 'compiled' ? columnLooking : referenceLooking)(instances, seated);
  const given = createGivenOrders(state, seated.handles.length * heads);
  const give: GiveOrder = (column, id, value) => {
    given.give(column, id, value);
  };

  return {
    seat: (instance) => {
      seated.seat(instance);
    },
    seatAs: (from, to) => {
      seated.seatAs(from, to);
    },
    agents: seated.handles,
    look: () => {
      looking.look();
    },
    observe: (into) => {
      looking.observe(into);
    },
    masks: (into) => {
      looking.masks(into);
    },
    rewards: (into) => {
      looking.rewards(into);
    },
    live: (into) => {
      looking.live(into);
    },
    terminated: (into) => {
      looking.terminated(into);
    },
    preferences: (rows, into) => {
      looking.preferences(rows, into);
    },
    order(actions) {
      given.begin();
      looking.order(actions, give);
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
