import type { EnvironmentShape } from '../ir/environment.js';

/** Where the choices of each number of an action lie in a mask. */
export interface Heads {
  /** K and M. */
  readonly count: number;
  readonly maskSize: number;
  /** By head: choices, nothing included, and the place of the first in a mask. */
  readonly choices: Int32Array;
  readonly offsets: Int32Array;
}

export function headsOf({ heads, maskSize, choices }: EnvironmentShape): Heads {
  const offsets = new Int32Array(heads);
  for (let head = 1; head < heads; head++) offsets[head] = offsets[head - 1] + choices[head - 1];
  return { count: heads, maskSize, choices: Int32Array.from(choices), offsets };
}

/** A head for people: its number, its order and its slot. */
export function nameOfHead({ orders }: EnvironmentShape, head: number): string {
  const order = orders.find((each) => head < each.head + each.slots);
  if (order === undefined) return `head ${head}`;
  return order.slots === 1 ? `head ${head} (${order.name})` : `head ${head} (${order.name}, slot ${head - order.head})`;
}

/** A choice of a head for people, as its order names it. */
export function nameOfChoice({ orders }: EnvironmentShape, head: number, choice: number): string {
  const order = orders.find((each) => head < each.head + each.slots);
  const name = order?.choices[choice - 1];
  return name === undefined ? `choice ${choice}` : `choice ${choice} (${name})`;
}
