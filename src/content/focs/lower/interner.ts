import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { Operation } from '../../../eval/operation.js';

/** Makes nodes so that equal ones are one object, and knows of each what lowering asks of it again and again. */
export interface Interner {
  readonly make: <Data>(operation: Operation<Data>, data: Data, ...args: readonly Node[]) => Node;
  /** Bits of the slots that a node depends on. */
  free(node: Node): number;
  /** Whether a node may be absent. */
  mayLack(node: Node): boolean;
  /** Columns that a node reads, ascending. */
  readonly reads: (node: Node) => readonly number[];
  /** Nodes in a node, each as often as it stands there. */
  weight(node: Node): number;
  /** Nodes that there are. */
  readonly size: number;
}

interface Known {
  readonly number: number;
  readonly free: number;
  readonly lacks: boolean;
  readonly reads: readonly number[];
  readonly weight: number;
}

/** Operations that are never absent, whatever their arguments are. */
const everPresent: ReadonlySet<string> = new Set([
  'present',
  'applies',
  'nearby',
  'among',
  'slot',
  'turn',
  'running',
  'constant',
  'draw',
]);

/** Operations that may be absent though their arguments are there. */
const uncertain: ReadonlySet<string> = new Set([
  'role',
  'related',
  'available',
  'visible',
  'sighted',
  'distance',
  'jumps',
  'coordinate',
]);

export function createInterner(): Interner {
  const byText = new Map<string, Node>();
  const byNode = new Map<Node, Known>();

  function known(node: Node): Known {
    const found = byNode.get(node);
    if (found === undefined) throw new Error('edict: a node was made past the interner');
    return found;
  }

  function add<Data>(operation: Operation<Data>, data: Data, args: readonly Node[], text: string): Node {
    const inner = args.map(known);
    const node = makeNode(operation, data, ...args);
    byText.set(text, node);
    byNode.set(node, {
      number: byNode.size,
      free:
        (inner.reduce((bits, { free }) => bits | free, 0) & ~(operation.binds?.(data) ?? 0)) |
        (operation.slots?.(data) ?? 0),
      lacks: lacks(
        node,
        inner.map((arg) => arg.lacks),
      ),
      reads: united([operation.reads?.(data) ?? [], ...inner.map(({ reads }) => reads)]),
      weight: inner.reduce((sum, { weight }) => sum + weight, 1),
    });
    return node;
  }

  return {
    make(operation, data, ...args) {
      let text = `${operation.name} ${operation.text?.(data) ?? ''}`;
      for (const arg of args) text += ` ${known(arg).number}`;
      return byText.get(text) ?? add(operation, data, args, text);
    },
    free: (node) => known(node).free,
    mayLack: (node) => known(node).lacks,
    reads: (node) => known(node).reads,
    weight: (node) => known(node).weight,
    get size() {
      return byText.size;
    },
  };
}

function lacks({ op, args, data }: Node, inner: readonly boolean[]): boolean {
  if (everPresent.has(op)) return false;
  if (uncertain.has(op)) return true;
  switch (op) {
    case 'read':
      return ['missing', 'notFound'].includes((data as { readonly absent: string }).absent);
    // The objects in slots are there; what another leads to may be none, which has no kind, no class and no age.
    case 'kindOf':
    case 'classOf':
    case 'created':
    case 'age':
      return args[0].op !== 'slot';
    case 'otherwise':
      return inner[1];
    case 'aggregate':
      return ['mean', 'least', 'greatest'].includes((data as { readonly fold: string }).fold);
    default:
      return inner.some(Boolean);
  }
}

/** Columns of several ascending lists, ascending, each once. A list that holds all of them is used as it is. */
export function united(lists: readonly (readonly number[])[]): readonly number[] {
  const longest = lists.reduce((most, list) => (list.length > most.length ? list : most), []);
  if (lists.every((list) => list === longest || list.every((column) => longest.includes(column)))) return longest;
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
