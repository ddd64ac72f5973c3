import { type Model, isFlat } from '../../components/model.js';
import { columnStamp, fact } from '../../components/stamps.js';
import { operationOf } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import type { ReadData } from '../../eval/ops/read.js';

/** What a shape looks at, by stamps. */
export interface Dependences {
  /** By slot: what it looks at of that very object. When it changes of another object, the answer stays. */
  readonly own: readonly ReadonlySet<number>[];
  /** What it looks at of any object. */
  readonly any: ReadonlySet<number>;
}

/** What a shape with so many slots looks at in a world of a model. */
export function dependencesOf(shape: Node, slots: number, model: Model): Dependences {
  const own = Array.from({ length: slots }, () => new Set<number>());
  const any = new Set<number>();
  // Where things hang on one another, an owner and a place may be those of something else.
  const hangs = !isFlat(model);
  const hasNodes = model.kinds.some(({ node }) => node);
  const left = [shape];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    left.push(...node.args);
    const of = node.args.length === 1 ? slotOf(node.args[0]) : -1;
    const stamps = of < 0 ? undefined : ownStamps(node);
    for (const stamp of stamps ?? allStamps(node)) (stamps === undefined ? any : own[of]).add(stamp);
    // A reference reads as none as soon as what it names is gone, whoever that was.
    if (node.op === 'read' && node.type.name === 'entity') any.add(fact.population);
  }
  return { own, any };

  /** The stamps of an operation that looks at its object alone; undefined for others. */
  function ownStamps(node: Node): readonly number[] | undefined {
    switch (node.op) {
      case 'read': {
        const { climb, column } = node.data as ReadData;
        return climb ? undefined : [columnStamp(column), fact.population];
      }
      case 'follow':
        return (node.data as { readonly relation: string }).relation === 'owner' && !hangs
          ? [fact.owner, fact.population]
          : undefined;
      case 'unowned':
        return hangs ? undefined : [fact.owner, fact.population];
      case 'coordinate':
        return hangs || hasNodes ? undefined : [fact.place, fact.population];
      case 'holds':
        return [fact.holding, fact.population];
      case 'kindOf':
      case 'classOf':
        return [fact.population];
      default:
        return undefined;
    }
  }
}

/** The slot of which a node gives the object, if any; -1 for others. */
function slotOf(node: Node): number {
  if (node.op === 'slot') return (node.data as { readonly slot: number }).slot;
  return node.op === 'provided' ? slotOf(node.args[0]) : -1;
}

/** Stamps of all that the operation of a node reads. */
export function allStamps(node: Node): readonly number[] {
  const operation = operationOf(node);
  return [
    ...(operation.reads?.(node.data) ?? []).map(columnStamp),
    ...(operation.facts?.(node.data) ?? []).map((name) => fact[name]),
  ];
}

/** The stamps of all that a condition reads, at any depth. */
export function stampsIn(condition: Node): ReadonlySet<number> {
  const stamps = new Set<number>();
  const left = [condition];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    left.push(...node.args);
    for (const stamp of allStamps(node)) stamps.add(stamp);
  }
  return stamps;
}
