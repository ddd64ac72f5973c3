import type { Term } from '../eval/term.js';
import type { Modification } from '../ir/rule.js';
import type { RunningStep } from '../eval/operation.js';
import { operationOf } from '../eval/make-node.js';
import { running } from '../eval/ops/time.js';
import { isOf } from '../eval/node-shape.js';

export type LinkOperation = 'set' | RunningStep;

/**
 * One step of a chain on the running value, by an operand independent of it. `…Of`, `…From` and `…Into` have the
 * operand on the left.
 */
export interface Link {
  readonly operation: LinkOperation;
  readonly operand: Term | undefined;
}

/** A constant, or the use of an operand. */
export type OperandPlace = { readonly constant: number } | { readonly operand: number; readonly use: number };

export interface ChainLink {
  readonly operation: LinkOperation;
  readonly operand: OperandPlace | undefined;
}

/** What a modification does by an amount independent of the cell; see `modified`. */
export const modifications: Readonly<Record<Modification, LinkOperation>> = {
  set: 'set',
  add: 'add',
  multiply: 'multiply',
  divide: 'divide',
  minimum: 'minimumOf',
  maximum: 'maximumOf',
};

/**
 * A modification as steps on the running value in order; undefined where that occurs twice in the amount or in an
 * operation that is no step.
 */
export function chainOf(amount: Term, modification: Modification): readonly Link[] | undefined {
  if (!amount.runs) return [{ operation: modifications[modification], operand: amount }];
  if (modification !== 'set') return undefined;
  const links: Link[] = [];
  let at = amount;
  while (!isOf(at, running)) {
    const link = linkOf(at);
    if (link === undefined) return undefined;
    links.push(link.link);
    at = link.inner;
  }
  // The running value alone is no step.
  return links.length === 0 ? undefined : links.reverse();
}

function linkOf(term: Term): { readonly link: Link; readonly inner: Term } | undefined {
  const steps = operationOf(term).steps?.(term.data);
  if (steps === undefined) return undefined;
  const [onLeft, onRight] = steps;
  const [left, right] = term.args;
  if (term.args.length === 1) return { link: { operation: onLeft, operand: undefined }, inner: left };
  if (left.runs === right.runs) return undefined;
  return left.runs
    ? { link: { operation: onLeft, operand: right }, inner: left }
    : { link: { operation: onRight, operand: left }, inner: right };
}

/** One step. Commutative operations are equal to the last bit on either side. */
export function stepOne(operation: LinkOperation, value: number, operand: number): number {
  switch (operation) {
    case 'set':
      return operand;
    case 'add':
      return value + operand;
    case 'subtract':
      return value - operand;
    case 'subtractFrom':
      return operand - value;
    case 'multiply':
      return value * operand;
    case 'divide':
      return operand === 0 ? 0 : value / operand;
    case 'divideInto':
      return value === 0 ? 0 : operand / value;
    case 'minimum':
      return value < operand ? value : operand;
    case 'minimumOf':
      return operand < value ? operand : value;
    case 'maximum':
      return value > operand ? value : operand;
    case 'maximumOf':
      return operand > value ? operand : value;
    case 'negate':
      return -value;
    case 'absolute':
      return Math.abs(value);
  }
}
