import { precedence, signOf } from '../../src/content/expression/operator-chain.js';
import type { Expression } from '../../src/content/expression/syntax.js';

/** A piece of the text to come: as it stands, or a node that gets parentheses if it binds looser than `binding`. */
type Piece = string | { readonly expression: Expression; readonly binding: number };

/**
 * The canonical text of an expression: one line, single quotes, the fewest parentheses. What the parser made parses
 * back to the same tree, spans aside. Uses no recursion, so a tree of any depth prints.
 *
 * @throws if the tree holds what no text can say: a name that is not one, or a number that is not finite or an
 * integer that is not exact
 */
export function printExpression(expression: Expression): string {
  const output: string[] = [];
  const waiting: Piece[] = [{ expression, binding: precedence.conditional }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      output.push(next);
      continue;
    }
    const pieces = piecesOf(next.expression);
    const loose = bindingOf(next.expression) < next.binding;
    if (loose) waiting.push(')');
    for (const piece of pieces.reverse()) waiting.push(piece);
    if (loose) waiting.push('(');
  }
  return output.join('');
}

function bindingOf(expression: Expression): number {
  switch (expression.kind) {
    case 'conditional':
      return precedence.conditional;
    case 'logical':
    case 'binary':
      return signOf(expression.operator).precedence;
    case 'unary':
      return precedence.unary;
    case 'number':
      // The parser never makes negative literals, but folding constants may.
      return isNegative(expression.value) ? precedence.unary : precedence.primary;
    case 'expanded':
      return bindingOf(expression.body);
    default:
      return precedence.primary;
  }
}

function piecesOf(expression: Expression): Piece[] {
  switch (expression.kind) {
    case 'number':
      return [printNumber(expression)];
    case 'string':
      return [printString(expression.value)];
    case 'boolean':
      return [expression.value ? 'true' : 'false'];
    case 'null':
      return ['null'];
    case 'name':
      return [checkedName(expression.name)];
    case 'member':
      return [primary(expression.object), '.', checkedName(expression.member)];
    case 'index':
      return [primary(expression.object), '[', whole(expression.index), ']'];
    case 'call': {
      const receiver = expression.receiver === undefined ? [] : [primary(expression.receiver), '.'];
      return [...receiver, checkedName(expression.function), '(', ...separated(expression.arguments), ')'];
    }
    case 'unary':
      return [expression.operator, { expression: expression.operand, binding: precedence.unary }];
    case 'binary': {
      const binding = signOf(expression.operator).precedence;
      // Arithmetic groups to the left by itself; relations do not chain at all.
      const leftBinding = binding === precedence.relation ? binding + 1 : binding;
      return [
        { expression: expression.left, binding: leftBinding },
        ` ${expression.operator} `,
        { expression: expression.right, binding: binding + 1 },
      ];
    }
    case 'logical': {
      const binding = signOf(expression.operator).precedence;
      return expression.operands.flatMap((operand, position): Piece[] => [
        ...(position === 0 ? [] : [` ${expression.operator} `]),
        { expression: operand, binding },
      ]);
    }
    case 'conditional':
      return [
        { expression: expression.condition, binding: precedence.or },
        ' ? ',
        { expression: expression.then, binding: precedence.or },
        ' : ',
        whole(expression.otherwise),
      ];
    case 'list':
      return ['[', ...separated(expression.elements), ']'];
    case 'expanded':
      return [whole(expression.body)];
  }
}

function primary(expression: Expression): Piece {
  return { expression, binding: precedence.primary };
}

function whole(expression: Expression): Piece {
  return { expression, binding: precedence.conditional };
}

function separated(items: readonly Expression[]): Piece[] {
  return items.flatMap((item, position) => (position === 0 ? [whole(item)] : [', ', whole(item)]));
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

function printNumber({ value, integer }: Extract<Expression, { readonly kind: 'number' }>): string {
  if (!Number.isFinite(value) || (integer && !Number.isSafeInteger(value))) {
    throw new RangeError(`edict: cannot print the number ${value}, expected a finite number, or an exact integer`);
  }
  const digits = Object.is(value, -0) ? '-0' : String(value);
  return integer || digits.includes('.') || digits.includes('e') ? digits : `${digits}.0`;
}

const reservedWords = new Set(['true', 'false', 'null', 'in']);

/** A name goes into the text as it is, so a tree made by other means must not smuggle in anything else. */
function checkedName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reservedWords.has(name)) return name;
  throw new Error(`edict: cannot print the name ${JSON.stringify(name)}, expected letters, digits and _`);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
]);

function printString(value: string): string {
  // Iterating by code points leaves surrogate pairs whole, so a surrogate met here stands alone.
  const characters = Array.from(value, (character) => escapes.get(character) ?? escapeInvisible(character));
  return `'${characters.join('')}'`;
}

function escapeInvisible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const invisible =
    code < 0x20 ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0xd800 && code < 0xe000) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xfeff;
  return invisible ? `\\u${code.toString(16).padStart(4, '0')}` : character;
}
