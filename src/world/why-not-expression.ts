import { turnOf } from '../components/clock.js';
import { isAbsent } from '../eval/operation.js';
import { type Node, sourceSlot, targetSlot } from '../ir/node.js';
import type { WorldCore } from './core.js';
import { readsIn, toldClauses, writesAround } from './past-cells.js';
import { alternativesOf, unlimitedFrame, wordingOf } from './past-clauses.js';
import { readsOf } from './past-reads.js';
import { toHost } from './typed-value.js';
import type { PastRead } from './past-api.js';
import type { ExpressionVerdict } from './why-not-api.js';

/** Evaluates an expression for an object by id (0: none) now. The last turn runs again for who wrote what it read. */
export function whyNotExpression(core: WorldCore, expression: string, node: Node, id: number): ExpressionVerdict {
  const { state, program, texts } = core;
  const frame = unlimitedFrame(state);
  frame.slots[sourceSlot] = frame.slots[targetSlot] = id;
  const wording = { ...wordingOf(program, 'self'), written: (part: Node) => texts.written.get(part) };
  const isCondition = node.type.name === 'boolean';
  const value = frame.evaluate(node);
  const clauses = isCondition ? alternativesOf('expression', node, frame, wording) : [];
  const reads = isCondition ? [] : readsOf(node, frame, wording);
  const written = writtenBefore(core, [...reads, ...readsIn(clauses)]);
  return {
    of: 'expression',
    expression,
    turn: turnOf(state),
    outcome: isAbsent(value) ? 'absent' : !isCondition ? 'value' : value === 1 ? 'true' : 'false',
    value: isAbsent(value) ? undefined : toHost(state, node.type, value),
    isObject: node.type.name === 'entity',
    clauses: toldClauses(clauses, written),
    reads: reads.map(written.told),
  };
}

/** Who wrote cells in the last turn, if one can run again. */
export function writtenBefore(
  core: WorldCore,
  reads: readonly PastRead[],
): { readonly told: <Of extends PastRead>(read: Of) => Of } {
  if (core.beforeTurn === undefined || reads.every(({ object }) => object === null)) return { told: (read) => read };
  return writesAround(core, { purpose: 'ask about an expression', reads });
}
