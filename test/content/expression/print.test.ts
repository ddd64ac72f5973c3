import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExpression } from '../../../src/content/expression/parse-expression.js';
import { printExpression } from '../../support/print-native.js';
import type { Expression } from '../../../src/content/expression/syntax.js';
import { nodesOf, randomExpression, withoutSpans } from './random-expression.js';
import { propertyRuns } from '../../support/choices.js';

function parsed(text: string): Expression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.errors.map((error) => error.message).join('; ')}`);
  return result.expression;
}

describe('canonical text', () => {
  test.each([
    ['((a+b))*c', '(a + b) * c'],
    ['(a*b)+c', 'a * b + c'],
    ['a-(b-c)', 'a - (b - c)'],
    ['(a-b)-c', 'a - b - c'],
    ['(a<b)==(c<d)', '(a < b) == (c < d)'],
    ['(a&&b)&&c', 'a && b && c'],
    ['(a||b)&&c', '(a || b) && c'],
    ['a||(b&&c)', 'a || b && c'],
    ['a?(b):(c?d:e)', 'a ? b : c ? d : e'],
    ['(a?b:c)?(d?e:f):g', '(a ? b : c) ? (d ? e : f) : g'],
    ['!(a)&&!(a in b)', '!a && !(a in b)'],
    ['-(-a)', '--a'],
    ['-(a.b)', '-a.b'],
    ['(-a).b', '(-a).b'],
    ['(a+b)[c+d]', '(a + b)[c + d]'],
    ['f( a ,(b) )', 'f(a, b)'],
    ['[ ]', '[]'],
    ['"it\'s \\"so\\""', "'it\\'s \"so\"'"],
    ["'\\n\\t\\r\\\\\\u0000\\u2028'", "'\\n\\t\\r\\\\\\u0000\\u2028'"],
    ['0xff', '255'],
    ['1e3', '1000.0'],
    ['1e300', '1e+300'],
    ['a // note', 'a'],
  ])('%s', (text, expected) => {
    expect(printExpression(parsed(text))).toBe(expected);
  });

  test('a negative literal, which only other code makes, binds like a unary minus', () => {
    const span = { start: 0, end: 0 };
    const object: Expression = { kind: 'number', value: -1.5, integer: false, span };
    expect(printExpression({ kind: 'member', object, member: 'a', memberSpan: span, span })).toBe('(-1.5).a');
  });

  test.each<Expression>([
    { kind: 'name', name: 'a || b', span: { start: 0, end: 0 } },
    { kind: 'name', name: 'in', span: { start: 0, end: 0 } },
    { kind: 'number', value: Number.NaN, integer: false, span: { start: 0, end: 0 } },
    { kind: 'number', value: 1.5, integer: true, span: { start: 0, end: 0 } },
  ])('refuses what no text can say: %j', (expression) => {
    expect(() => printExpression(expression)).toThrow(/^edict: cannot print the (?:name|number)/);
  });
});

describe('properties', () => {
  test('what is printed parses back to the same tree, and prints the same again', () => {
    fc.assert(
      fc.property(randomExpression, (expression) => {
        const text = printExpression(expression);
        const again = parsed(text);
        expect(withoutSpans(again)).toBe(withoutSpans(expression));
        expect(printExpression(again)).toBe(text);
      }),
      propertyRuns(400),
    );
  });

  test('the text under a span parses to the node of that span', () => {
    fc.assert(
      fc.property(randomExpression, (expression) => {
        const text = printExpression(expression);
        for (const node of nodesOf(parsed(text))) {
          expect(withoutSpans(parsed(text.slice(node.span.start, node.span.end)))).toBe(withoutSpans(node));
        }
      }),
      propertyRuns(100),
    );
  });

  test('taking any one pair of parentheses away changes the tree', () => {
    fc.assert(
      fc.property(randomExpression, (expression) => {
        const text = printExpression(expression);
        const tree = withoutSpans(parsed(text));
        for (const [open, close] of groupingPairs(text)) {
          const bared = `${text.slice(0, open)} ${text.slice(open + 1, close)} ${text.slice(close + 1)}`;
          const result = parseExpression(bared);
          expect(result.ok && withoutSpans(result.expression) === tree).toBe(false);
        }
      }),
      propertyRuns(100),
    );
  });

  const soup = fc.array(
    fc.oneof(
      fc.constantFrom(
        ...['(', ')', '[', ']', ',', '.', '?', ':', '!', '-', '+', '*', '/', '%', '<', '<=', '==', '!=', '&&', '||'],
        ...['in', 'true', 'null', 'a', 'not', 'and', 'if', '1', '0x1', '1.5', '.5', '1_0', "'s'", '"', "'", '\\', '='],
        ...['&', '|', '^', '//', '\n', ' ', '\0', 'é', '\ud800'],
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 30 },
  );

  test.each([
    ['any string', fc.string({ unit: 'binary' })],
    ['any mix of tokens', soup.map((pieces) => pieces.join(''))],
    ['tokens with spaces', soup.map((pieces) => pieces.join(' '))],
  ])('%s gives a tree or one to three errors inside the text, and never throws', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = parseExpression(text);
        if (result.ok) {
          expect(withoutSpans(parsed(printExpression(result.expression)))).toBe(withoutSpans(result.expression));
          return;
        }
        expect(result.errors.length).toBeGreaterThanOrEqual(1);
        expect(result.errors.length).toBeLessThanOrEqual(3);
        for (const { message, span } of result.errors) {
          expect(message).not.toBe('');
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(text.length);
        }
      }),
      propertyRuns(800),
    );
  });
});

/** Offsets of the parentheses that group, not those of calls nor those inside strings. */
function groupingPairs(text: string): [number, number][] {
  const pairs: [number, number][] = [];
  const open: number[] = [];
  let quoted = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (quoted && character === '\\') offset += 1;
    else if (character === "'") quoted = !quoted;
    else if (!quoted && character === '(') open.push(offset);
    else if (!quoted && character === ')') {
      const start = open.pop() ?? 0;
      if (!/[A-Za-z0-9_]/.test(text[start - 1] ?? ' ')) pairs.push([start, offset]);
    }
  }
  return pairs;
}
