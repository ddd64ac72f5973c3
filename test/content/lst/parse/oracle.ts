import type { BinaryOperator } from '../../../../src/content/lst/syntax.js';

/** A tree without positions. */
export type Tree =
  | { readonly kind: 'number' | 'text' | 'name'; readonly text: string }
  | { readonly kind: 'element'; readonly text: string; readonly parts: readonly Tree[] }
  | { readonly kind: 'call'; readonly text: string; readonly parts: readonly Tree[] }
  | { readonly kind: 'negate' | 'not' | BinaryOperator; readonly parts: readonly Tree[] };

const name = /%?\p{L}(?:(?:[\p{L}0-9_:.~ ]*=)?[\p{L}0-9_:.~ ]*[\p{L}0-9~])?/uy;
const number = /[0-9]+\.[0-9]+|[0-9]+|\.[0-9]+/y;
const quoted = /"(?:[^"\\\n\r]|\\[ntbrf\\'"])*"/y;
const sign = / *(?:\|\||&&|==|!=|<=|>=|[<>+\-*/%^!()[\],]) */y;

const levels: readonly (readonly string[])[] = [
  ['||', '&&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/**
 * A parser as the grammar reads, without regard to speed or depth: the tree of a formula, or undefined for what is
 * none.
 */
export function parseByTheBook(text: string): Tree | undefined {
  let at = 0;
  try {
    const tree = binary(0);
    return at === text.length ? tree : undefined;
  } catch (error) {
    if (error === refused) return undefined;
    throw error;
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  /** The sign that comes next, if it is one of these. */
  function take(signs: readonly string[]): string | undefined {
    const before = at;
    const found = match(sign)?.trim();
    if (found !== undefined && signs.includes(found)) return found;
    at = before;
    return undefined;
  }

  function need(wanted: string): void {
    if (take([wanted]) === undefined) throw refused;
  }

  function binary(level: number): Tree {
    const signs = levels[level];
    if (signs === undefined) return prefixed();
    let left = binary(level + 1);
    for (let found = take(signs); found !== undefined; found = take(signs))
      left = { kind: found as BinaryOperator, parts: [left, binary(level + 1)] };
    return left;
  }

  function prefixed(): Tree {
    if (take(['-']) !== undefined) return { kind: 'negate', parts: [inverted()] };
    return inverted();
  }

  function inverted(): Tree {
    return take(['!']) === undefined ? power() : { kind: 'not', parts: [power()] };
  }

  function power(): Tree {
    let left = primary();
    while (take(['^']) !== undefined) left = { kind: '^', parts: [left, primary()] };
    return left;
  }

  function primary(): Tree {
    const found = match(name);
    if (found !== undefined) {
      if (take(['(']) !== undefined) return { kind: 'call', text: found, parts: args() };
      if (take(['[']) === undefined) return { kind: 'name', text: found };
      const index = binary(3);
      need(']');
      return { kind: 'element', text: found, parts: [index] };
    }
    const digits = match(number);
    if (digits !== undefined) return { kind: 'number', text: digits };
    const literal = match(quoted);
    if (literal !== undefined) return { kind: 'text', text: literal.slice(1, -1) };
    need('(');
    const inner = binary(0);
    need(')');
    return inner;
  }

  function args(): readonly Tree[] {
    if (take([')']) !== undefined) return [];
    const parts = [binary(0)];
    while (take([',']) !== undefined) parts.push(binary(0));
    need(')');
    return parts;
  }
}

const refused = new Error('no formula');
