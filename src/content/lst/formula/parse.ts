import { levelsOf, type Formula, type FormulaProblem } from './syntax.js';
import { explainStop } from './explain.js';
import { tokenize } from './lexer.js';
import type { IToken } from 'chevrotain';
import { readRun, type RunKind } from './grammar.js';
import {
  Close,
  CloseIndex,
  Comma,
  endOf,
  endsValue,
  isValueToken,
  Open,
  OpenIndex,
  Unexpected,
  valueToken,
} from './token-types.js';

/** Characters that a formula may have. */
const longestFormula = 65_536;

/** Brackets that may lie within each other, as there may be in what people write. */
const deepestBrackets = 200;

/** Operators, calls and elements that may lie within each other, each of a chain counted: work on trees recurses. */
export const deepestFormula = 1000;

type ParseResult =
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

/** The tree of a formula, or the number of the first token that does not fit. */
type GroupsResult =
  | { readonly formula: Formula; readonly stop?: undefined }
  | { readonly formula?: undefined; readonly stop: number };

/** The formula itself (`open` is undefined) or a bracket pair that is still open. */
interface Frame {
  readonly open: IToken | undefined;
  readonly kind: RunKind;
  readonly tokens: IToken[];
}

/**
 * Reads tokens from the inside out: what stands in a bracket pair is read when it closes, and one token takes the
 * place of the pair and the name before it. So brackets need no recursion.
 */
function readGroups(tokens: readonly IToken[]): GroupsResult {
  const frames: Frame[] = [{ open: undefined, kind: 'formula', tokens: [] }];
  for (let at = 0; at < tokens.length; at++) {
    const frame = frames[frames.length - 1];
    const token = tokens[at];
    const type = token.tokenType;
    let stop: number | undefined;
    if (type === Open || type === OpenIndex) {
      const kind = kindOf(token, at === 0 ? undefined : tokens[at - 1]);
      if (kind === undefined) stop = at;
      else frames.push({ open: token, kind, tokens: [] });
    } else if (type === Close || type === CloseIndex) stop = close(tokens, frames, at);
    else if (type === Unexpected || (type === Comma && frame.kind !== 'arguments')) stop = at;
    else frame.tokens.push(token);
    if (stop !== undefined) return firstStop(tokens, frames, stop);
  }
  if (frames.length > 1) return firstStop(tokens, frames, tokens.length);
  const result = readRun('formula', frames[0].tokens);
  return 'stop' in result ? { stop: placeOf(tokens, result.stop) ?? tokens.length } : { formula: result.formulas[0] };
}

/** Puts a formula in the place of the last frame, which `at` closes; or gives the token that does not fit. */
function close(tokens: readonly IToken[], frames: Frame[], at: number): number | undefined {
  const { open, kind, tokens: run } = frames[frames.length - 1];
  const token = tokens[at];
  if (open?.tokenType !== (token.tokenType === Close ? Open : OpenIndex)) return at;
  const result = readRun(kind, run);
  frames.pop();
  if ('stop' in result) return placeOf(tokens, result.stop) ?? at;
  const parent = frames[frames.length - 1].tokens;
  const name = kind === 'formula' ? undefined : parent.pop();
  parent.push(valueToken(grouped(kind, name, result.formulas, open.startOffset, endOf(token))));
  return undefined;
}

/** What a bracket opens follows from the token before it; undefined where it cannot stand. */
function kindOf(open: IToken, before: IToken | undefined): RunKind | undefined {
  const isNamed = isValueToken(before) && before.payload.kind === 'name';
  if (open.tokenType === OpenIndex) return isNamed ? 'index' : undefined;
  if (isNamed) return 'arguments';
  return endsValue(before?.tokenType) ? undefined : 'formula';
}

/** A formula with the brackets and the name around it. */
function grouped(
  kind: RunKind,
  nameToken: IToken | undefined,
  formulas: readonly Formula[],
  open: number,
  end: number,
): Formula {
  const [inner] = formulas;
  if (!isValueToken(nameToken) || nameToken.payload.kind !== 'name') return { ...inner, start: open, end };
  const { name, start } = nameToken.payload;
  return kind === 'index'
    ? { kind: 'element', name, index: inner, start, end }
    : { kind: 'call', name, args: formulas, start, end };
}

/** The first that does not fit of a token and what stands before it in open brackets. */
function firstStop(tokens: readonly IToken[], frames: readonly Frame[], stop: number): GroupsResult {
  for (const { kind, tokens: run } of frames) {
    const result = readRun(kind, run);
    // What stops at its end is merely unfinished.
    const at = 'stop' in result ? placeOf(tokens, result.stop) : undefined;
    if (at !== undefined) return { stop: Math.min(at, stop) };
  }
  return { stop };
}

/** The number of the token with which a token of a run begins. */
function placeOf(tokens: readonly IToken[], token: IToken | undefined): number | undefined {
  if (token === undefined) return undefined;
  const at = tokens.findIndex(({ startOffset }) => startOffset === token.startOffset);
  return at < 0 ? undefined : at;
}
