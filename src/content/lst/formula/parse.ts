import { levelsOf } from './depth.js';
import { explainStop } from './explain.js';
import { readGroups } from './groups.js';
import { tokenize } from './lexer.js';
import type { Formula, FormulaProblem } from './syntax.js';

/** Characters that a formula may have. */
export const longestFormula = 65_536;

/** Brackets that may lie within each other, as there may be in what people write. */
export const deepestBrackets = 200;

/**
 * Operators, calls and elements that may lie within each other, each one of a chain counted: what works on a tree comes
 * back to itself for each.
 */
export const deepestFormula = 1000;

export type ParseResult =
  | { readonly formula: Formula; readonly problem?: undefined }
  | { readonly problem: FormulaProblem; readonly formula?: undefined };

/**
 * Parses one formula. Names are not looked up. The text may be hostile: time is linear in its length, and nothing
 * recurses.
 *
 * @returns the tree, or the first thing that is wrong
 */
export function parseFormula(text: string): ParseResult {
  if (text.length > longestFormula) {
    return refuse(
      longestFormula,
      `this formula has ${String(text.length)} characters, the limit is ${String(longestFormula)}`,
    );
  }
  const { tokens, tooDeep } = tokenize(text, deepestBrackets);
  if (tokens === undefined)
    return refuse(tooDeep, `brackets lie more than ${String(deepestBrackets)} deep within each other`);
  const { formula, stop } = readGroups(tokens);
  if (formula === undefined) return { problem: explainStop(text, tokens, stop) };
  // No tree is deeper than it has tokens.
  if (tokens.length > deepestFormula && levelsOf(formula) > deepestFormula) {
    return refuse(
      0,
      `operators and calls lie more than ${String(deepestFormula)} deep within each other (each operator of a chain is one level)`,
    );
  }
  return { formula };
}

function refuse(at: number, what: string): ParseResult {
  return { problem: { at, message: `${what}: split it into variables or functions` } };
}
