import { type Num, Fault, double, int } from './formula-oracle-values.js';

/** A formula as it is written. */
export type Tree =
  | { readonly is: 'number'; readonly value: Num }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'element'; readonly name: string; readonly at: Tree }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Tree[] }
  | { readonly is: 'minus' | 'not'; readonly of: Tree }
  | { readonly is: 'operator'; readonly operator: string; readonly left: Tree; readonly right: Tree };

/** Binary operators, loosest first. */
const levels = [
  ['||', '&&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const namePattern = /^%?\p{L}(?:[\p{L}0-9_:.~ ]*(?:=[\p{L}0-9_:.~ ]*)?[\p{L}0-9~])?/u;
const numberPattern = /^(?:[0-9]+\.[0-9]+|\.[0-9]+|[0-9]+)/;
const textPattern = /^"((?:[^"\\]|\\[ntbrf\\'"])*)"/;

/** Reads a formula by the grammar of section 3, or throws the fault `syntax`. */
export function parse(text: string): Tree {
  let at = 0;

  /** Whether one of these comes next; with the blanks about it, it is after us then. */
  function take(...symbols: readonly string[]): string | undefined {
    const rest = text.slice(at).replace(/^ +/, '');
    const found = symbols.find((symbol) => rest.startsWith(symbol));
    if (found === undefined) return undefined;
    at = text.length - rest.slice(found.length).replace(/^ +/, '').length;
    return found;
  }

  function match(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(text.slice(at));
    if (found === null) return undefined;
    at += found[0].length;
    return found;
  }

  function binary(level: number): Tree {
    if (level === levels.length) return minus();
    let left = binary(level + 1);
    for (let operator = take(...levels[level]); operator !== undefined; operator = take(...levels[level])) {
      left = { is: 'operator', operator, left, right: binary(level + 1) };
    }
    return left;
  }

  function minus(): Tree {
    return take('-') === undefined ? not() : { is: 'minus', of: not() };
  }

  function not(): Tree {
    return take('!') === undefined ? power() : { is: 'not', of: power() };
  }

  function power(): Tree {
    let left = primary();
    while (take('^') !== undefined) left = { is: 'operator', operator: '^', left, right: primary() };
    return left;
  }

  function closed<T>(inner: T, bracket: string): T {
    if (take(bracket) === undefined) throw new Fault('syntax', `no ${bracket}`);
    return inner;
  }

  function primary(): Tree {
    if (take('(') !== undefined) return closed(binary(0), ')');
    const quoted = match(textPattern);
    if (quoted !== undefined) return { is: 'text', text: quoted[1] };
    const digits = match(numberPattern)?.[0];
    if (digits !== undefined)
      return {
        is: 'number',
        value: !digits.includes('.') && Number(digits) <= 2147483647 ? int(Number(digits)) : double(Number(digits)),
      };
    const name = match(namePattern)?.[0];
    if (name === undefined) throw new Fault('syntax', `nothing to be read at ${String(at)}`);
    if (take('[') !== undefined) return closed({ is: 'element', name, at: binary(3) }, ']');
    return take('(') === undefined ? { is: 'name', name } : { is: 'call', name, args: args() };
  }

  function args(): readonly Tree[] {
    if (take(')') !== undefined) return [];
    const list = [binary(0)];
    while (take(',') !== undefined) list.push(binary(0));
    return closed(list, ')');
  }

  const tree = binary(0);
  if (at < text.length) throw new Fault('syntax', `what is at ${String(at)}?`);
  return tree;
}
