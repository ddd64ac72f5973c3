import { heldAt } from '../ir/expression-shape.js';
import { freeOf, isDraw, operationOf } from '../eval/make-node.js';
import { asOverMembers } from '../eval/node-shape.js';
import { type Operation, isOfContent, sameType } from '../eval/operation.js';
import { operations } from '../eval/ops/index.js';
import {
  type Held,
  type Json,
  type Reading,
  type Shape,
  type Writing,
  damaged,
  faultIn,
  list,
  modelIn,
  within,
} from '../ir/shape.js';
import type { Node } from '../ir/node.js';
import { EdictError } from '../kernel/errors.js';

/**
 * Expressions are written as one table of operations, each with the places of its arguments, which come before it. So
 * shared parts stay shared, and no expression contains itself.
 */
export function createTable(): Writing {
  const rows: Json[] = [];
  const table: Writing = { rows, placeOf };
  const places = new Map<Node, number>();
  const add = (node: Node): number => {
    const { data } = operationOf(node);
    if (data === undefined && node.data !== undefined)
      throw new EdictError('not-compiled', `the operation ${node.op} cannot be compiled`);
    const written = data?.write(node.data, table) ?? null;
    rows.push([node.op, written, ...node.args.map((arg) => places.get(arg) ?? 0)]);
    places.set(node, rows.length - 1);
    return rows.length - 1;
  };
  function placeOf(node: Node): number {
    const known = places.get(node);
    if (known !== undefined) return known;
    // Without recursion: expressions may be deeper than the stack.
    const open = [node];
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const missing = at.args.filter((arg) => !places.has(arg));
      if (missing.length > 0) open.push(...missing);
      else {
        open.pop();
        if (!places.has(at)) add(at);
      }
    }
    return places.get(node) ?? 0;
  }
  return table;
}

export const operationTable: Shape<readonly Held[] | undefined> = {
  write: (_, { rows }) => rows,
  read(json, from) {
    const held: Held[] = [];
    from.held = held;
    for (const [place, row] of list(json, from).entries()) {
      const found = within(from, place, () => readRow(list(row, from), from));
      held.push(found);
      from.heldBy.set(found.node, found);
    }
    return held;
  },
};

function readRow([name, json, ...places]: readonly unknown[], from: Reading): Held {
  const operation = typeof name === 'string' ? operations.get(name) : undefined;
  if (operation === undefined || !isOfContent(operation)) throw damaged(from, 'found no operation of content');
  const parts = places.map((place, i) => {
    const part = heldAt(place, from);
    if (part !== undefined) return part;
    throw within(from, i + 2, () => damaged(from, 'found no operation that stands before this one'));
  });
  const data = dataOf(operation, json, from);
  const args = parts.map(({ node }) => node);
  const type = typeOf(operation, args, data, from);
  const fault = faultIn(() => operation.check?.(data, modelIn(from)));
  if (fault !== undefined) throw damaged(from, `found invalid data of ${operation.name} (${fault})`);
  const node: Node = { op: operation.name, type, args, data };
  return heldOf(node, operation, parts, from);
}

function dataOf(operation: Operation, json: unknown, from: Reading): unknown {
  const shape = operation.data;
  if (shape !== undefined) return within(from, 1, () => shape.read(json, from));
  if (json !== null) throw damaged(from, `found data of ${operation.name}, which has none`);
  return undefined;
}

function typeOf(operation: Operation, args: readonly Node[], data: unknown, from: Reading): Node['type'] {
  const type = operation.type(
    args.map((arg) => arg.type),
    data,
  );
  if (typeof type === 'string') throw damaged(from, `found operands that do not fit: ${operation.name} ${type}`);
  return type;
}

function heldOf(node: Node, operation: Operation, parts: readonly Held[], from: Reading): Held {
  const { deepest } = from;
  const binds = operation.binds?.(node.data) ?? 0;
  // Parts before those are evaluated without members.
  const outer = asOverMembers(node)?.outer ?? parts.length;
  const inner = parts.reduce((bits, { bound }, place) => (place < outer ? bits : bits | bound), 0);
  if ((binds & inner) !== 0) throw damaged(from, 'found a slot that is filled twice');
  const levels = 1 + parts.reduce((most, part) => Math.max(most, part.levels), 0);
  if (levels > deepest) throw damaged(from, `found an expression of ${levels} levels, the limit is ${deepest}`);
  const running = operation.runs === true ? node.type : parts.find((part) => part.running !== undefined)?.running;
  if (parts.some((part) => part.running !== undefined && !sameType(part.running, running ?? part.running)))
    throw damaged(from, 'found values of two cells in one expression');
  const own = node.op.length + (operation.text?.(node.data).length ?? 0) + 4;
  return {
    node,
    free: freeOf(node, parts),
    bound: parts.reduce((bits, { bound }) => bits | bound, binds),
    running,
    draws: isDraw(node) || operation.sequential === true || parts.some((part) => part.draws),
    levels,
    length: parts.reduce((sum, { length }) => sum + length, own),
  };
}
