import { describe, expect, test } from 'vitest';
import { childrenOf, type Expression } from '../../../src/content/expression/syntax.js';
import { parseExpression } from '../../../src/content/expression/parse-expression.js';

function parsed(text: string): Expression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.errors.map((error) => error.message).join('; ')}`);
  return result.expression;
}

/** The tree as an S-expression, so that the grouping shows. */
function grouping(node: Expression): string {
  const below = childrenOf(node).map(grouping).join(' ');
  switch (node.kind) {
    case 'number':
      return node.integer ? String(node.value) : `${node.value}f`;
    case 'string':
      return JSON.stringify(node.value);
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
    case 'name':
      return node.name;
    case 'member':
      return `(.${node.member} ${below})`;
    case 'index':
      return `([] ${below})`;
    case 'call': {
      const name = node.receiver === undefined ? node.function : `.${node.function}`;
      return below === '' ? `(${name}())` : `(${name}() ${below})`;
    }
    case 'unary':
    case 'binary':
    case 'logical':
      return `(${node.operator} ${below})`;
    case 'conditional':
      return `(? ${below})`;
    case 'list':
      return `[${below}]`;
    case 'expanded':
      throw new Error('the parser expands nothing');
  }
}

describe('precedence and associativity', () => {
  test.each([
    ['1 + 2 * 3', '(+ 1 (* 2 3))'],
    ['1 * 2 + 3', '(+ (* 1 2) 3)'],
    ['(1 + 2) * 3', '(* (+ 1 2) 3)'],
    ['1 - 2 - 3', '(- (- 1 2) 3)'],
    ['1 - (2 - 3)', '(- 1 (- 2 3))'],
    ['8 / 4 % 3 * 2', '(* (% (/ 8 4) 3) 2)'],
    ['-a * b', '(* (- a) b)'],
    ['a - -b', '(- a (- b))'],
    ['a--b', '(- a (- b))'],
    ['!!a', '(! (! a))'],
    ['---1', '(- (- (- 1)))'],
    ['!-a', '(! (- a))'],
    ['-a.b', '(- (.b a))'],
    ['-a[0].b(c)', '(- (.b() ([] a 0) c))'],
    ['(-a).b', '(.b (- a))'],
    ['!a && b', '(&& (! a) b)'],
    ['a + 1 < b * 2', '(< (+ a 1) (* b 2))'],
    ['a < b && c >= d', '(&& (< a b) (>= c d))'],
    ['a == b || c != d', '(|| (== a b) (!= c d))'],
    ['(a < b) == c', '(== (< a b) c)'],
    ['a <= b || a > b', '(|| (<= a b) (> a b))'],
    ['a in [1, 2] && b', '(&& (in a [1 2]) b)'],
    ['inside in index', '(in inside index)'],
    ['a || b && c', '(|| a (&& b c))'],
    ['a && b || c && d', '(|| (&& a b) (&& c d))'],
    ['a && b && c', '(&& a b c)'],
    ['(a && b) && (c && d)', '(&& a b c d)'],
    ['a || (b || c)', '(|| a b c)'],
    ['(a || b) && c', '(&& (|| a b) c)'],
    ['a ? b : c ? d : e', '(? a b (? c d e))'],
    ['(a ? b : c) ? d : e', '(? (? a b c) d e)'],
    ['a ? (b ? c : d) : e', '(? a (? b c d) e)'],
    ['a || b ? c && d : e + 1', '(? (|| a b) (&& c d) (+ e 1))'],
    ['a.b.c', '(.c (.b a))'],
    ['a[0][1]', '([] ([] a 0) 1)'],
    ['a ? -b : [c]', '(? a (- b) [c])'],
    ['[[1], []]', '[[1] []]'],
    ['[1, 2][0]', '([] [1 2] 0)'],
    ['f()', '(f())'],
    ['f(a, b + 1)', '(f() a (+ b 1))'],
    ['f (a)', '(f() a)'],
    ["'text'.size()", '(.size() "text")'],
    ['(a + b).f()', '(.f() (+ a b))'],
    [
      "objects('ship').exists(s, s.owner == source.owner)",
      '(.exists() (objects() "ship") s (== (.owner s) (.owner source)))',
    ],
    ['((a))', 'a'],
    ['a // the rest, ) is ignored\n + b // and here', '(+ a b)'],
    ['\t a\r\n+\fb ', '(+ a b)'],
  ])('%s', (text, expected) => {
    expect(grouping(parsed(text))).toBe(expected);
  });
});

describe('literals', () => {
  test.each([
    ['0', 0, true],
    ['007', 7, true],
    ['9007199254740991', Number.MAX_SAFE_INTEGER, true],
    ['0xFf', 255, true],
    ['0X10', 16, true],
    ['1.5', 1.5, false],
    ['1.0', 1, false],
    ['1e3', 1000, false],
    ['2.5E-3', 0.0025, false],
    ['1e+2', 100, false],
    ['12345678901234567890.0', 12345678901234567890, false],
  ])('number %s', (text, value, integer) => {
    expect(parsed(text)).toEqual({ kind: 'number', value, integer, span: { start: 0, end: text.length } });
  });

  test.each([
    [`''`, ''],
    [`"it's"`, "it's"],
    [String.raw`'\\ \' \" \n \t \r \u00e9 \uD83D\uDE80'`, '\\ \' " \n \t \r é 🚀'],
    [`'tab\tand é 🚀 // no comment'`, 'tab\tand é 🚀 // no comment'],
  ])('string %s', (text, value) => {
    expect(parsed(text)).toEqual({ kind: 'string', value, span: { start: 0, end: text.length } });
  });

  test.each([
    ['true', { kind: 'boolean', value: true }],
    ['false', { kind: 'boolean', value: false }],
    ['null', { kind: 'null' }],
    ['nullable', { kind: 'name', name: 'nullable' }],
    ['True', { kind: 'name', name: 'True' }],
    ['_', { kind: 'name', name: '_' }],
  ])('word %s', (text, expected) => {
    expect(parsed(text)).toEqual({ ...expected, span: { start: 0, end: text.length } });
  });
});

describe('spans', () => {
  test('a member, its object and its name', () => {
    expect(parsed(' fleet . owner')).toEqual({
      kind: 'member',
      object: { kind: 'name', name: 'fleet', span: { start: 1, end: 6 } },
      member: 'owner',
      memberSpan: { start: 9, end: 14 },
      span: { start: 1, end: 14 },
    });
  });

  test('a receiver call, its function and its arguments', () => {
    expect(parsed('a.f(x, 1)')).toEqual({
      kind: 'call',
      function: 'f',
      functionSpan: { start: 2, end: 3 },
      receiver: { kind: 'name', name: 'a', span: { start: 0, end: 1 } },
      arguments: [
        { kind: 'name', name: 'x', span: { start: 4, end: 5 } },
        { kind: 'number', value: 1, integer: true, span: { start: 7, end: 8 } },
      ],
      span: { start: 0, end: 9 },
    });
  });

  test('a plain call has no receiver field', () => {
    expect(Object.keys(parsed('f()'))).not.toContain('receiver');
  });

  test('parentheses belong to the parent', () => {
    expect(parsed('(a + b) * (c)')).toMatchObject({
      left: { span: { start: 1, end: 6 }, operatorSpan: { start: 3, end: 4 } },
      right: { span: { start: 11, end: 12 } },
      operatorSpan: { start: 8, end: 9 },
      span: { start: 0, end: 13 },
    });
  });

  test.each([
    ['(a).b', 0, 5],
    ['(a)[0] ', 0, 6],
    ['!(a)', 0, 4],
    [' [ a ] ', 1, 6],
    ['(a) ? b : (c)', 0, 13],
    ['(a && b) && (c)', 0, 15],
    ['((a))', 2, 3],
    ['- - a // note', 0, 5],
  ])('%s', (text, start, end) => {
    expect(parsed(text).span).toEqual({ start, end });
  });
});

describe('names that objects are born with', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'])(
    '%s is a plain name, member and function',
    (name) => {
      expect(parsed(name)).toMatchObject({ kind: 'name', name });
      expect(parsed(`a.${name}`)).toMatchObject({ kind: 'member', member: name });
      expect(parsed(`${name}(a)`)).toMatchObject({ kind: 'call', function: name });
      expect(parsed(`a.${name}(a)`)).toMatchObject({ kind: 'call', function: name });
      expect(parsed(`['${name}']`)).toMatchObject({ elements: [{ kind: 'string', value: name }] });
      expect(parsed(`a ? ${name} : ${name}`)).toMatchObject({ then: { name }, otherwise: { name } });
      expect(parseExpression(`a ${name} b`)).toMatchObject({ ok: false, errors: [{ span: { start: 2 } }] });
    },
  );

  test('no prototype gains or loses a key', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    parsed("constructor.constructor('return 1').__proto__.polluted == __proto__['polluted']");
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Object.getPrototypeOf(parsed('__proto__'))).toBe(Object.prototype);
  });
});
