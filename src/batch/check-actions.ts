import type { EnvironmentShape } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';
import { type Heads, nameOfChoice, nameOfHead } from './heads.js';

/** Of what actions are checked: all agents of all instances, whose first has a number in the batch. */
export interface Checked {
  readonly shape: EnvironmentShape;
  readonly heads: Heads;
  readonly number: number;
  readonly masked: 'refuse' | 'ignore';
  readonly actions: Int32Array;
  readonly masks: Uint8Array;
}

/**
 * Throws `bad-action` for the first number that is no choice, and `masked-action` for one that is not allowed now, or
 * makes that 0.
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
      if (value < 0 || value >= choices[head]) throw badAction(checked, row, head, value);
      if (masks[row * maskSize + offsets[head] + value] !== 0) continue;
      if (masked === 'refuse') throw maskedAction(checked, row, head, value);
      actions[row * count + head] = 0;
    }
  }
}

function badAction(checked: Checked, row: number, head: number, value: number): EdictError {
  const most = checked.heads.choices[head] - 1;
  const where = whereOf(checked, row, head);
  return new EdictError(
    'bad-action',
    `${where}: the action is ${value}; give 0 for nothing or a choice from 1 to ${most}`,
    where,
  );
}

function maskedAction(checked: Checked, row: number, head: number, value: number): EdictError {
  const where = whereOf(checked, row, head);
  return new EdictError(
    'masked-action',
    `${where}: ${nameOfChoice(checked.shape, head, value)} is not allowed now; give one whose actionMask is 1, or pass masked: 'ignore' to have nothing done`,
    where,
  );
}

function whereOf({ shape, number }: Checked, row: number, head: number): string {
  return `instance ${number + Math.floor(row / shape.agents)}, agent ${row % shape.agents}, ${nameOfHead(shape, head)}`;
}
