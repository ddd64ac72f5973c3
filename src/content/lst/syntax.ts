import { measureDepth, within } from '../text/tree.js';

export type Formula =
  /** Digits, perhaps with a point. */
  (
    | { readonly kind: 'number'; readonly text: string }
    /** The text between the quotes, with escapes as written. */
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'element'; readonly name: string; readonly index: Formula }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Formula[] }
    | { readonly kind: 'negate' | 'not'; readonly operand: Formula }
    | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Formula; readonly right: Formula }
  ) & { readonly start: number; readonly end: number };

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '>' | '<=' | '>=' | '+' | '-' | '*' | '/' | '%' | '^';

/** One of two results. */
export type Either<One, Other> =
  | (One & { readonly [Key in keyof Other]?: undefined })
  | (Other & { readonly [Key in keyof One]?: undefined });

export interface FormulaProblem {
  readonly at: number;
  readonly message: string;
}

const none: readonly Formula[] = [];

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

/** The depth of operators, calls and elements. */
export function levelsOf(root: Formula): number {
  if (!isCompound(root)) return 0;
  return measureDepth(root, (formula) => partsOf(formula).filter(isCompound), Infinity).levels;
}

function isCompound({ kind }: Formula): boolean {
  return kind !== 'number' && kind !== 'text' && kind !== 'name';
}

export function partsWithin(root: Formula): Generator<Formula> {
  return within([root], partsOf);
}
