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

/** Why a text is no formula: where, and a sentence that says what was expected and what to do. */
export interface FormulaProblem {
  readonly at: number;
  readonly message: string;
}
