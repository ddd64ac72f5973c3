import { turnOf } from '../components/clock.js';
import { type Block, type Choices, type Slots, shapeOf, type Environment } from '../ir/environment.js';
import { createFrame } from '../eval/interpreter.js';
import { askingRule } from '../ir/frame.js';
import { type Node, sourceSlot, targetSlot } from '../ir/node.js';
import { type Instances, InstanceError, type Seats } from './instances.js';
import { type Seated, idsIn } from './seated.js';

/** Asks one object at a time: the meaning of an environment. */
export function referenceLooking(instances: Instances, seated: Seated): Looking {
  const { state, environment, stride, count: instanceCount } = instances;
  const {
    blocks,
    orders,
    agents: { count: agentCount },
    lives,
    reward,
    terminated,
  } = environment;
  const shape = shapeOf(environment);
  const { observationSize, maskSize } = shape;
  const rowCount = instanceCount * agentCount;
  const frame = Object.assign(createFrame(state, 0), { rule: askingRule });
  const ids = new Int32Array(rowCount);
  const isLive = new Uint8Array(rowCount);
  /** By row, by order: the object in each slot; by choice of objects, those that can be chosen. */
  let slots: readonly (readonly (readonly number[])[])[] = [];
  let choosable: readonly (readonly (readonly (readonly number[])[])[])[] = [];

  function ask(node: Node, source: number, target: number): number | undefined {
    frame.turn = turnOf(state);
    // As many for each question as for a turn.
    frame.visits = frame.tests = 0;
    frame.slots.fill(0);
    frame.slots[sourceSlot] = source;
    frame.slots[targetSlot] = target;
    return frame.evaluate(node) ?? undefined;
  }

  const isTrue = (node: Node | undefined, source: number, target: number): boolean =>
    node === undefined || ask(node, source, target) === 1;

  /** The objects in the slots of an object (an agent, or for choices the object that is ordered). */
  function candidates(of: number, { kind, where, order, count }: Slots): readonly number[] {
    const fitting = idsIn(state, kind, Math.floor(of / stride), stride).filter((id) => isTrue(where, of, id));
    if (order === undefined) return fitting.slice(0, count);
    const keys = new Map(fitting.map((id) => [id, keyOf(ask(order, of, id))]));
    // Sorting is stable: equal ones stay by id.
    return fitting.sort((a, b) => compare(keys.get(a) ?? 0, keys.get(b) ?? 0)).slice(0, count);
  }

  function choicesOf(object: number, choices: Choices): readonly number[] {
    return choices.by === 'value' || object === 0
      ? []
      : candidates(object, { kind: choices.kind, where: choices.where, order: undefined, count: choices.count });
  }

  function checked(value: number | undefined, what: string, row: number, object: number): number {
    const single = Math.fround(value ?? 0);
    if (Number.isFinite(single)) return single;
    const instance = Math.floor(row / agentCount);
    throw notFinite(environment, what, value ?? 0, {
      instance,
      agent: row % agentCount,
      object: object - instance * stride,
    });
  }

  function observeBlock(block: Block, row: number, at: number, into: Float32Array): void {
    const agent = ids[row];
    const objects = block.slots === undefined ? [agent] : candidates(agent, block.slots);
    let place = at;
    for (const object of objects) {
      if (block.slots !== undefined) into[place++] = 1;
      for (const { name, node } of block.values)
        into[place++] = checked(ask(node, agent, object), `${name} of block ${block.name}`, row, object);
    }
  }

  /** Calls with the place of each choice that is allowed now, of each head of a row. */
  function eachAllowed(
    row: number,
    call: (place: number, order: number, object: number, choice: number) => void,
  ): void {
    let place = row * maskSize;
    orders.forEach(({ choices }, order) => {
      for (const [slot, object] of slots[row][order].entries()) {
        const count = choices.by === 'value' ? choices.values.length : choices.count;
        for (let choice = 0; choice < count; choice++) {
          const isAllowed =
            object !== 0 &&
            (choices.by === 'value'
              ? isTrue(choices.allowed[choice], ids[row], object)
              : choice < choosable[row][order][slot].length);
          if (isAllowed) call(place + 1 + choice, order, object, choice);
        }
        place += 1 + count;
      }
    });
  }

  return {
    look() {
      seated.find(ids);
      for (let row = 0; row < rowCount; row++) isLive[row] = ids[row] !== 0 && isTrue(lives, ids[row], 0) ? 1 : 0;
      slots = Array.from(ids, (agent, row) =>
        orders.map((order) => {
          const found = isLive[row] === 0 ? [] : order.slots === undefined ? [agent] : candidates(agent, order.slots);
          return Array.from({ length: order.slots?.count ?? 1 }, (_, slot) => found.at(slot) ?? 0);
        }),
      );
      choosable = slots.map((ofRow) =>
        ofRow.map((objects, order) => objects.map((object) => choicesOf(object, orders[order].choices))),
      );
    },
    observe(into) {
      const observed = new Float32Array(rowCount * observationSize);
      for (let row = 0; row < rowCount; row++) {
        if (isLive[row] === 1)
          blocks.forEach((block, i) => {
            observeBlock(block, row, row * observationSize + shape.blocks[i].offset, observed);
          });
      }
      into.set(observed);
    },
    masks(into) {
      into.fill(0);
      for (let row = 0; row < rowCount; row++) {
        let head = row * maskSize;
        for (const choices of shape.choices) {
          into[head] = 1;
          head += choices;
        }
        eachAllowed(row, (place) => {
          into[place] = 1;
        });
      }
    },
    rewards(into) {
      for (let row = 0; row < rowCount; row++) {
        const value = ids[row] === 0 ? 0 : (ask(reward.node, ids[row], 0) ?? 0);
        if (!Number.isFinite(value)) checked(value, 'the reward', row, ids[row]);
        into[row] = value;
      }
    },
    live(into) {
      into.set(isLive);
    },
    terminated(into) {
      for (let instance = 0; instance < instanceCount; instance++) {
        const isOver = terminated !== undefined && isTrue(terminated, instance * stride + 1, 0);
        into[instance] =
          isOver || !isLive.subarray(instance * agentCount, (instance + 1) * agentCount).includes(1) ? 1 : 0;
      }
    },
    preferences(rows, into) {
      const preferred = new Float32Array(rowCount * maskSize);
      for (let row = 0; row < rowCount; row++) {
        if (rows[row] === 0) continue;
        eachAllowed(row, (place, order, object, choice) => {
          const { name, choices } = orders[order];
          const node = choices.by === 'value' ? choices.prefer[choice] : choices.prefer;
          if (node === undefined) return;
          const value =
            choices.by === 'value'
              ? ask(node, ids[row], object)
              : ask(node, object, choicesOf(object, choices)[choice]);
          preferred[place] = checked(value, `what order ${name} prefers`, row, object);
        });
      }
      into.set(preferred);
    },
    order(actions, give) {
      for (let row = 0; row < rowCount; row++) {
        orders.forEach(({ column, choices }, order) => {
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
}

/** What has no order comes last, like what is infinitely large. */
function keyOf(order: number | undefined): number {
  return order === undefined || Number.isNaN(order) ? Infinity : order;
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What an environment's expressions say of all agents of all instances: as they were when `look` was called last. */
export interface Looking
  extends Pick<Seats, 'look' | 'observe' | 'masks' | 'rewards' | 'live' | 'terminated' | 'preferences'> {
  /** Tells what is ordered by the actions of all agents: agent by agent, and head by head. */
  order(actions: Int32Array, give: GiveOrder): void;
}

/** Takes the column that is written, the id of the object that is ordered, and what is written (an id for objects). */
export type GiveOrder = (column: number, id: number, value: number) => void;

/** Where a number was met that agents cannot be given. */
interface Whereabouts {
  /** Among those that are looked at together. */
  readonly instance: number;
  readonly agent: number;
  /** As in a world of its own. */
  readonly object: number;
}

/**
 * The error of a number that is not finite, or too large for 32 bits. `what` names it, such as "population of block
 * planets".
 */
export function notFinite(
  { name }: Environment,
  what: string,
  value: number,
  { instance, agent, object }: Whereabouts,
): InstanceError {
  const where = `for object ${object}, asked by agent ${agent}`;
  return new InstanceError(
    instance,
    'not-finite',
    `in environment ${name} ${what} is ${value} ${where}; what agents are given is finite and less than 3.4e38, so let clamp keep it in bounds`,
    what,
  );
}
