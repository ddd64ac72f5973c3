import { partsIn, someIn } from './node-shape.js';
import { type Absence, anyOf } from './data.js';
import { EdictError } from '../kernel/errors.js';
import type { Node } from '../ir/node.js';
import type { Operation } from './operation.js';
import { operationList, operations } from './ops/index.js';

/** Throws when the type rule refuses, which a dialect's checker must have reported. */
export function makeNode<Data>(operation: Operation<Data>, data: Data, ...args: readonly Node[]): Node<Data> {
  return makeNodeOf(operation, data, args);
}

/** The list of arguments may be longer than a call takes. */
export function makeNodeOf<Data>(operation: Operation<Data>, data: Data, args: readonly Node[]): Node<Data> {
  const type = operation.type(
    args.map((arg) => arg.type),
    data,
  );
  if (typeof type === 'string') throw new EdictError('ir-type', `${operation.name} ${type}`);
  return { op: operation.name, type, args, data };
}

export function operationOf(node: Node): Operation {
  const operation = operations.get(node.op);
  if (operation === undefined) throw new EdictError('ir-unknown', `there is no operation ${node.op}`);
  return operation;
}

/** A map: records of operations have many hidden classes, which V8 reads slowly. */
const meanings = new Map([...operations].map(([name, { evaluate }]) => [name, evaluate]));

export function meaningOf(node: Node): Operation['evaluate'] {
  return meanings.get(node.op) ?? operationOf(node).evaluate;
}

export function operationNumber(node: Node): number {
  return operationList.indexOf(operationOf(node));
}

/** Itself where they are the same. */
export function withArgs(node: Node, args: readonly Node[]): Node {
  return args.every((arg, i) => arg === node.args[i]) ? node : nodeLike(node, args);
}

/**
 * Rebuilds an expression from the inside out, each part once, without recursion: expressions may be deeper than the
 * stack. `change` gets a part and its changed arguments.
 */
export function rebuilt<Of extends Node>(node: Of, change: (part: Of, args: readonly Node[]) => Node): Node {
  const made = new Map<Node, Node>();
  const left = [node];
  for (let at = left.at(-1); at !== undefined; at = left.at(-1)) {
    const args = at.args as readonly Of[];
    const open = args.filter((arg) => !made.has(arg));
    left.push(...open);
    if (open.length > 0) continue;
    left.pop();
    if (!made.has(at))
      made.set(
        at,
        change(
          at,
          args.map((arg) => made.get(arg) ?? arg),
        ),
      );
  }
  return made.get(node) ?? node;
}

/** Without the further fields of terms. */
export function nodeLike<Data>({ op, type, data }: Node<Data>, args: readonly Node[], otherData = data): Node<Data> {
  return { op, type, args, data: otherData };
}

/** The text form: `(compare >= (read 3 missing (slot 1)) (constant 5))`. Equal texts mean equal nodes. */
export function printNode(node: Node): string {
  const text = operationOf(node).text?.(node.data) ?? '';
  return `(${[node.op, text, ...node.args.map(printNode)].filter((part) => part !== '').join(' ')})`;
}

/** At any depth; or it takes its turn in a sequence. */
export function draws(node: Node): boolean {
  return someIn(node, (part) => isDraw(part) || operationOf(part).sequential === true);
}

export function isDraw(node: Node): boolean {
  return operationOf(node).draws?.(node.data) === true;
}

export function isSequential(node: Node): boolean {
  return someIn(node, (part) => operationOf(part).sequential === true);
}

export function columnsRead(node: Node, into = new Set<number>()): Set<number> {
  for (const part of partsIn(node)) for (const column of operationOf(part).reads?.(part.data) ?? []) into.add(column);
  return into;
}

export function absenceOf(node: Node, args: readonly Absence[]): Absence {
  return operationOf(node).absence?.(args, node) ?? anyOf(args);
}

export function freeOf(node: Node, args: readonly { readonly free: number }[]): number {
  const operation = operationOf(node);
  const bound = operation.binds?.(node.data) ?? 0;
  return (args.reduce((bits, { free }) => bits | free, 0) & ~bound) | (operation.slots?.(node.data) ?? 0);
}
