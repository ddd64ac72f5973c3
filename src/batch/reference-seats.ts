import { turnOf } from '../components/clock.js';
import { type Block, type Choices, type EnvironmentShape, type Slots, shapeOf } from '../ir/environment.js';
import { type Frame, type Node, sourceSlot, targetSlot } from '../ir/node.js';
import { type MethodsOf, bound } from '../world/core.js';
import { type Instances, InstanceError, type Seats } from './instances-and-seats.js';
import { type AgentHandles, idsIn, questionFrame } from './agent-handles.js';

interface ReferenceSeats {
  readonly instances: Instances;
  readonly handles: AgentHandles;
  readonly shape: EnvironmentShape;
  readonly frame: Frame;
  readonly ids: Int32Array;
  readonly isLive: Uint8Array;
  /** By row and order: the object in each slot. For choices of objects: the possible objects. */
  slots: readonly (readonly (readonly number[])[])[];
  choosable: readonly (readonly (readonly (readonly number[])[])[])[];
}

/** Evaluates one object at a time: this defines the meaning of an environment. */
export function referenceReader(instances: Instances, handles: AgentHandles): SeatReader {
  const shape = shapeOf(instances.environment);
  const rows = instances.count * shape.agents;
  const seats: ReferenceSeats = {
    instances,
    handles,
    shape,
    frame: questionFrame(instances.state),
    ids: new Int32Array(rows),
    isLive: new Uint8Array(rows),
    slots: [],
    choosable: [],
  };
  return bound(seats, methods);
}

function ask({ frame, instances }: ReferenceSeats, node: Node, source: number, target: number): number | undefined {
  frame.turn = turnOf(instances.state);
  // Each question has the limit of a turn.
  frame.visits = frame.tests = 0;
  frame.slots.fill(0);
  frame.slots[sourceSlot] = source;
  frame.slots[targetSlot] = target;
  return frame.evaluate(node) ?? undefined;
}

function isTrue(seats: ReferenceSeats, node: Node | undefined, source: number, target: number): boolean {
  return node === undefined || ask(seats, node, source, target) === 1;
}

/** In the slots of an agent; for choices, those of the ordered object. */
function candidates(seats: ReferenceSeats, of: number, { kind, where, order, count }: Slots): readonly number[] {
  const { state, stride } = seats.instances;
  const fitting = idsIn(state, kind, Math.floor(of / stride), stride).filter((id) => isTrue(seats, where, of, id));
  if (order === undefined) return fitting.slice(0, count);
  const keys = new Map(fitting.map((id) => [id, keyOf(ask(seats, order, of, id))]));
  // Sorting is stable: equal objects stay in order of id.
  return fitting.sort((a, b) => compare(keys.get(a) ?? 0, keys.get(b) ?? 0)).slice(0, count);
}

function choicesOf(seats: ReferenceSeats, object: number, choices: Choices): readonly number[] {
  return choices.by === 'value' || object === 0 ? [] : candidates(seats, object, { ...choices, order: undefined });
}

function checked(
  { instances }: ReferenceSeats,
  value: number | undefined,
  what: string,
  row: number,
  object: number,
): number {
  const single = Math.fround(value ?? 0);
  if (Number.isFinite(single)) return single;
  throw notFinite(instances, what, value ?? 0, row, object);
}

function observeBlock(seats: ReferenceSeats, block: Block, row: number, at: number, into: Float32Array): void {
  const agent = seats.ids[row];
  let place = at;
  for (const object of block.slots === undefined ? [agent] : candidates(seats, agent, block.slots)) {
    if (block.slots !== undefined) into[place++] = 1;
    for (const { name, node } of block.values)
      into[place++] = checked(seats, ask(seats, node, agent, object), `${name} of block ${block.name}`, row, object);
  }
}

/** Calls with the place of each choice that a row is allowed now. */
function eachAllowed(
  seats: ReferenceSeats,
  row: number,
  call: (place: number, order: number, object: number, choice: number) => void,
): void {
  const { ids, slots, choosable, shape, instances } = seats;
  let place = row * shape.maskSize;
  instances.environment.orders.forEach(({ choices }, order) => {
    for (const [slot, object] of slots[row][order].entries()) {
      const count = choices.by === 'value' ? choices.values.length : choices.count;
      for (let choice = 0; choice < count; choice++) {
        const isAllowed =
          object !== 0 &&
          (choices.by === 'value'
            ? isTrue(seats, choices.allowed[choice], ids[row], object)
            : choice < choosable[row][order][slot].length);
        if (isAllowed) call(place + 1 + choice, order, object, choice);
      }
      place += 1 + count;
    }
  });
}

const methods: MethodsOf<ReferenceSeats, SeatReader> = {
  look(seats) {
    const { ids, isLive } = seats;
    const { lives, orders } = seats.instances.environment;
    seats.handles.find(ids);
    for (let row = 0; row < ids.length; row++)
      isLive[row] = ids[row] !== 0 && isTrue(seats, lives, ids[row], 0) ? 1 : 0;
    seats.slots = Array.from(ids, (agent, row) =>
      orders.map(({ slots }) => {
        const found = isLive[row] === 0 ? [] : slots === undefined ? [agent] : candidates(seats, agent, slots);
        return Array.from({ length: slots?.count ?? 1 }, (_, slot) => found.at(slot) ?? 0);
      }),
    );
    seats.choosable = seats.slots.map((ofRow) =>
      ofRow.map((objects, order) => objects.map((object) => choicesOf(seats, object, orders[order].choices))),
    );
  },
  observe(seats, into) {
    const { isLive, shape, instances } = seats;
    const observed = new Float32Array(isLive.length * shape.observationSize);
    for (let row = 0; row < isLive.length; row++) {
      if (isLive[row] === 1)
        instances.environment.blocks.forEach((block, i) => {
          observeBlock(seats, block, row, row * shape.observationSize + shape.blocks[i].offset, observed);
        });
    }
    into.set(observed);
  },
  masks(seats, into) {
    const { ids, shape } = seats;
    into.fill(0);
    for (let row = 0; row < ids.length; row++) {
      let head = row * shape.maskSize;
      for (const choices of shape.choices) {
        into[head] = 1;
        head += choices;
      }
      eachAllowed(seats, row, (place) => {
        into[place] = 1;
      });
    }
  },
  rewards(seats, into) {
    const { ids } = seats;
    for (let row = 0; row < ids.length; row++) {
      const value = ids[row] === 0 ? 0 : (ask(seats, seats.instances.environment.reward.node, ids[row], 0) ?? 0);
      if (!Number.isFinite(value)) checked(seats, value, 'the reward', row, ids[row]);
      into[row] = value;
    }
  },
  live({ isLive }, into) {
    into.set(isLive);
  },
  terminated(seats, into) {
    const { isLive, shape, instances } = seats;
    const { terminated } = instances.environment;
    for (let instance = 0; instance < instances.count; instance++) {
      const isOver = terminated !== undefined && isTrue(seats, terminated, instance * instances.stride + 1, 0);
      const first = instance * shape.agents;
      into[instance] = isOver || !isLive.subarray(first, first + shape.agents).includes(1) ? 1 : 0;
    }
  },
  preferences(seats, rows, into) {
    const { ids } = seats;
    const { orders } = seats.instances.environment;
    const preferred = new Float32Array(ids.length * seats.shape.maskSize);
    for (let row = 0; row < ids.length; row++) {
      if (rows[row] === 0) continue;
      eachAllowed(seats, row, (place, order, object, choice) => {
        const { name, choices } = orders[order];
        const node = choices.by === 'value' ? choices.prefer[choice] : choices.prefer;
        if (node === undefined) return;
        const value =
          choices.by === 'value'
            ? ask(seats, node, ids[row], object)
            : ask(seats, node, object, choicesOf(seats, object, choices)[choice]);
        preferred[place] = checked(seats, value, `what order ${name} prefers`, row, object);
      });
    }
    into.set(preferred);
  },
  order({ ids, slots, choosable, shape, instances }, actions, give) {
    for (let row = 0; row < ids.length; row++) {
      instances.environment.orders.forEach(({ column, choices }, order) => {
        for (const [slot, object] of slots[row][order].entries()) {
          const action = actions[row * shape.heads + shape.orders[order].head + slot];
          if (action !== 0 && object !== 0)
            give(
              column,
              object,
              choices.by === 'value' ? choices.values[action - 1] : (choosable[row][order][slot].at(action - 1) ?? 0),
            );
        }
      });
    }
  },
};

/** An absent order comes last, like an infinite one. */
function keyOf(order: number | undefined): number {
  return order === undefined || Number.isNaN(order) ? Infinity : order;
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The values of an environment for all agents, at the last `look`. */
export interface SeatReader
  extends Pick<Seats, 'look' | 'observe' | 'masks' | 'rewards' | 'live' | 'terminated' | 'preferences'> {
  /** Agent by agent, and head by head. */
  order(actions: Int32Array, give: GiveOrder): void;
}

/** The column, the object's id, and the value (an id for objects). */
export type GiveOrder = (column: number, id: number, value: number) => void;

/**
 * A number that is not finite, or too large for 32 bits. `what`: such as "population of block planets", in the row of
 * an agent, for an object (id).
 */
export function notFinite(
  { environment: { name, agents }, stride }: Instances,
  what: string,
  value: number,
  row: number,
  object: number,
): InstanceError {
  const instance = Math.floor(row / agents.count);
  const where = `for object ${object - instance * stride}, asked by agent ${row % agents.count}`;
  return new InstanceError(
    instance,
    'not-finite',
    `in environment ${name} ${what} is ${value} ${where}; what agents are given is finite and less than 3.4e38, so let clamp keep it in bounds`,
    what,
  );
}
