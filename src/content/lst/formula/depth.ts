import type { Formula } from './syntax.js';

const none: readonly Formula[] = [];

/** Formulas that a formula is made of, in their order. */
export function partsOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case 'binary':
      return [formula.left, formula.right];
    case 'negate':
    case 'not':
      return [formula.operand];
    case 'element':
      return [formula.index];
    case 'call':
      return formula.args;
    default:
      return none;
  }
}

/**
 * How many operators, calls and elements lie within each other at most; 0 for a name or a constant. Does not recurse.
 */
export function levelsOf(root: Formula): number {
  const waiting: { readonly formula: Formula; readonly level: number }[] = [{ formula: root, level: 0 }];
  let deepest = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { formula, level } = next;
    if (formula.kind === 'number' || formula.kind === 'text' || formula.kind === 'name') continue;
    deepest = Math.max(deepest, level + 1);
    for (const part of partsOf(formula)) waiting.push({ formula: part, level: level + 1 });
  }
  return deepest;
}
