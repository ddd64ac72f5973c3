import { constantValue } from '../../eval/simplify.js';
import type { Term } from '../../eval/term.js';

/** What can be seen of a carrier's conditions before any object is looked at. */

/** `slot 0's column == value`, where the value is a word, and neither none nor what those have who lack the column. */
export function valueTest({ node, args }: Term): { readonly column: number; readonly value: number } | undefined {
  if (node.op !== 'compare' || (node.data as { readonly comparison: string }).comparison !== '==') return undefined;
  const [read, constant] = args;
  const value = constantValue(constant.node);
  if (
    value === undefined ||
    value === 0 ||
    read.node.op !== 'read' ||
    read.node.type.name !== 'enumeration' ||
    read.args[0].node.op !== 'slot'
  )
    return undefined;
  const { column, climb, absent } = read.node.data as {
    readonly column: number;
    readonly climb: boolean;
    readonly absent: string;
  };
  return climb || absent === 'initial' ? undefined : { column, value };
}

/** A boolean column of slot 0 that is to be true; what lacks the column holds 0, so it must not be true of them. */
export function flagTest({ node, args }: Term): number | undefined {
  if (node.op !== 'read' || node.type.name !== 'boolean' || args[0].node.op !== 'slot') return undefined;
  const { column, climb, absent } = node.data as {
    readonly column: number;
    readonly climb: boolean;
    readonly absent: string;
  };
  return climb || absent === 'initial' ? undefined : column;
}

/** `times > 0`, which those whom `times` leaves out fail anyway. */
export function isPositive({ node, args }: Term, times: Term): boolean {
  return (
    node.op === 'compare' &&
    (node.data as { readonly comparison: string }).comparison === '>' &&
    args[0] === times &&
    constantValue(args[1].node) === 0
  );
}

/** A number of what a reference of slot 0 leads to: the columns of both; what lacks either counts as 0. */
export function referredCount({
  node,
  args,
}: Term): { readonly reference: number; readonly count: number } | undefined {
  const [of] = args;
  if (node.op !== 'read' || node.type.name !== 'number' || of.node.op !== 'read' || of.args[0].node.op !== 'slot')
    return undefined;
  const [count, reference] = [node.data, of.node.data] as {
    readonly column: number;
    readonly climb: boolean;
    readonly absent: string;
  }[];
  return count.climb || reference.climb || count.absent !== 'zero' || reference.absent !== 'zero'
    ? undefined
    : { reference: reference.column, count: count.column };
}
