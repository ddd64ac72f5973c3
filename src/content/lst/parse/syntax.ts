/** A formula as it was written. `start` and `end` are offsets in its text, the end exclusive. */
export type Formula =
  /** Digits, perhaps with a point. */
  (
    | { readonly kind: 'number'; readonly text: string }
    /** What stands between the quotes, escapes as they were written. */
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'element'; readonly name: string; readonly index: Formula }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Formula[] }
    | { readonly kind: 'negate' | 'not'; readonly operand: Formula }
    | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Formula; readonly right: Formula }
  ) & { readonly start: number; readonly end: number };

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '>' | '<=' | '>=' | '+' | '-' | '*' | '/' | '%' | '^';

/** Where a text is no formula, what was expected there, and what to do. */
export interface FormulaProblem {
  readonly at: number;
  readonly message: string;
}

const none: readonly Formula[] = [];

/** The operands, index or arguments of a formula, in order. */
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

/** The depth of operators, calls and elements. Does not recurse. */
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

/** A formula and all in it, each before its parts. Does not recurse. */
export function* partsWithin(root: Formula): Iterable<Formula> {
  const waiting: Formula[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const parts = partsOf(next);
    for (let i = parts.length - 1; i >= 0; i--) waiting.push(parts[i]);
  }
}
