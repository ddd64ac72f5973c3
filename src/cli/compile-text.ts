import { compileHostExpression } from '../content/expression/host-expression.js';
import { isSlot, partsIn } from '../eval/node-shape.js';
import { sourceSlot } from '../ir/node.js';
import { defaultLimits } from '../kernel/world-limits.js';
import type { World } from '../world/api.js';
import { selfSourceTarget } from '../world/queries.js';

/** An expression of the command line, over `self`. `still`: without draws. */
export function compileText({ program }: World, text: string, { still }: { readonly still: boolean }) {
  return compileHostExpression(text, undefined, program, {
    limits: defaultLimits,
    slots: selfSourceTarget,
    tested: sourceSlot,
    value: undefined,
    firstFree: 2,
    sites: { next: 0 },
    still,
  });
}

/** Whether it reads `self`, so that it needs an object. False for what cannot be read. */
export function readsSelf(world: World, text: string): boolean {
  const compiled = compileText(world, text, { still: false });
  return compiled.ok && [...partsIn(compiled.node)].some((part) => isSlot(part, sourceSlot));
}

export const nobodyAsked = 'no object is named, so `self` is nobody here; name an object after the expression';

/** Whether its value is an object, which worlds give as a handle. False for what cannot be read. */
export function givesObject(world: World, text: string): boolean {
  const compiled = compileText(world, text, { still: false });
  return compiled.ok && compiled.node.type.name === 'entity';
}
