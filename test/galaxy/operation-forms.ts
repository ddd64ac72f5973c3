import type { Column, Model } from '../../src/model/model.js';
import type { Node } from '../../src/ir/node.js';

/** The data of a node, whatever its operation. */
export function dataOf(node: Node): Readonly<Record<string, unknown>> {
  return (node.data ?? {}) as Readonly<Record<string, unknown>>;
}

/** The column that a read reads. */
export function columnOf(model: Model, node: Node): Column {
  return model.columns[Number(dataOf(node).column)];
}

/** The constant that stands for nothing: no word, no object, no class. */
export function isNone(node: Node): boolean {
  return (
    node.op === 'constant' && dataOf(node).value === 0 && ['enumeration', 'entity', 'class'].includes(node.type.name)
  );
}

/** All nodes of a tree. */
export function nodesOf(node: Node): readonly Node[] {
  return [node, ...node.args.flatMap(nodesOf)];
}

/** Operations at any depth; for some of them also in which of their forms. */
export function operationForms(model: Model, root: Node): readonly string[] {
  return nodesOf(root).flatMap((node) => [`operation ${node.op}`, ...details(model, node)]);
}

function details(model: Model, node: Node): readonly string[] {
  const { comparison, relation, absent, fold, range } = dataOf(node);
  switch (node.op) {
    case 'compare':
      return [`compare ${String(comparison)}`];
    case 'follow':
      return [`follow ${String(relation)}`];
    case 'read':
      return [`read ${columnOf(model, node).role} ${String(absent)}`];
    case 'aggregate': {
      const { over, kind } = range as { readonly over: string; readonly kind: number };
      return [`fold ${String(fold)}`, `range ${over}${kind === 0 ? '' : ' of a kind'}`];
    }
    default:
      return [];
  }
}
