import type { EnvironmentShape, OrderShape } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';

export interface Heads {
  /** K and M. */
  readonly count: number;
  readonly maskSize: number;
  /** By head: the number of choices, including nothing, and their place in a mask. */
  readonly choices: Int32Array;
  readonly offsets: Int32Array;
}

export function headsOf({ heads, maskSize, choices }: EnvironmentShape): Heads {
  const offsets = new Int32Array(heads);
  for (let head = 1; head < heads; head++) offsets[head] = offsets[head - 1] + choices[head - 1];
  return { count: heads, maskSize, choices: Int32Array.from(choices), offsets };
}

function orderOf({ orders }: EnvironmentShape, head: number): OrderShape | undefined {
  return orders.find((each) => head < each.head + each.slots);
}

function nameOfHead(shape: EnvironmentShape, head: number): string {
  const order = orderOf(shape, head);
  if (order === undefined) return `head ${head}`;
  return order.slots === 1 ? `head ${head} (${order.name})` : `head ${head} (${order.name}, slot ${head - order.head})`;
}

function nameOfChoice(shape: EnvironmentShape, head: number, choice: number): string {
  const name = orderOf(shape, head)?.choices[choice - 1];
  return name === undefined ? `choice ${choice}` : `choice ${choice} (${name})`;
}

/** All agents of all instances; `number`: the batch's number of the first instance. */
export interface Checked {
  readonly shape: EnvironmentShape;
  readonly heads: Heads;
  readonly number: number;
  readonly masked: 'refuse' | 'ignore';
  readonly actions: Int32Array;
  readonly masks: Uint8Array;
}

/**
 * Throws `bad-action` for a number out of range, and `masked-action` for a choice that is not allowed now, or replaces
 * it by 0.
 */
export function checkActions(checked: Checked): void {
  const {
    heads: { count, maskSize, choices, offsets },
    actions,
    masks,
    masked,
  } = checked;
  const rows = actions.length / count;
  for (let row = 0; row < rows; row++) {
    for (let head = 0; head < count; head++) {
      const value = actions[row * count + head];
      if (value === 0) continue;
      if (value < 0 || value >= choices[head])
        throw wrongAction(
          checked,
          row,
          head,
          'bad-action',
          `the action is ${value}; give 0 for nothing or a choice from 1 to ${choices[head] - 1}`,
        );
      if (masks[row * maskSize + offsets[head] + value] !== 0) continue;
      if (masked === 'refuse')
        throw wrongAction(
          checked,
          row,
          head,
          'masked-action',
          `${nameOfChoice(checked.shape, head, value)} is not allowed now; give one whose actionMask is 1, or pass masked: 'ignore' to have nothing done`,
        );
      actions[row * count + head] = 0;
    }
  }
}

function wrongAction({ shape, number }: Checked, row: number, head: number, code: string, what: string): EdictError {
  const where = `instance ${number + Math.floor(row / shape.agents)}, agent ${row % shape.agents}, ${nameOfHead(shape, head)}`;
  return new EdictError(code, `${where}: ${what}`, where);
}
