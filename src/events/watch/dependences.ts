import { type Model, isFlat } from '../../model/model.js';
import { fact } from '../../model/stamps.js';
import { operationOf } from '../../eval/make-node.js';
import { provided } from '../../eval/ops/logic.js';
import { asRead, isOf, partsIn, slotOf } from '../../eval/shape.js';
import { ownStamps, stampsOf } from '../../eval/term-book.js';
import type { Node } from '../../ir/node.js';

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
  for (const node of partsIn(shape)) {
    const of = node.args.length === 1 ? slotIn(node.args[0]) : undefined;
    const operation = operationOf(node);
    const local = of === undefined ? undefined : operation.local?.(node.data, { hangs, hasNodes });
    if (of === undefined || local === undefined) for (const stamp of ownStamps(node)) any.add(stamp);
    else for (const stamp of stampsOf(operation.reads?.(node.data), local)) own[of].add(stamp);
    // A reference reads as none as soon as what it names is gone, whoever that was.
    if (asRead(node) !== undefined && node.type.name === 'entity') any.add(fact.population);
  }
  return { own, any };
}

/** The slot of which a node gives the object, if any. */
function slotIn(node: Node): number | undefined {
  return isOf(node, provided) ? slotIn(node.args[0]) : slotOf(node);
}

/** The stamps of all that a condition reads, at any depth. */
export function stampsIn(condition: Node): ReadonlySet<number> {
  return new Set([...partsIn(condition)].flatMap(ownStamps));
}
