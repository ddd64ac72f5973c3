import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sameType } from '../../../../src/eval/operation.js';
import type { Node } from '../../../../src/ir/node.js';
import { compileExpression } from '../../../../src/content/expression/compile-expression.js';
import { boolean, contextOf, entity, focus, ir, number, problems, types } from './model.js';
import { propertyRuns } from '../../../support/choices.js';
import { longTest } from '../../../support/heavy.js';

const inherited = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'prototype',
  '__defineGetter__',
];

describe('names that every JavaScript object has', () => {
  test.each(inherited)('%s', (name) => {
    const codes = (text: string): readonly string[] => problems(text).map((each) => each.split(' ')[0]);
    if (name !== 'constructor') expect(codes(`target.${name} == source`)).toEqual(['unknown-member']);
    expect(codes(`${name} == source`)).toEqual(['unknown-name']);
    expect(codes(`${name}(target)`)).toEqual(['unknown-function']);
    expect(codes(`target.${name}()`)).toEqual(['unknown-function']);
    expect(codes(`objects().${name}(v, true)`)).toEqual(['unknown-function']);
    expect(codes(`${name}(ship).count() > 1`)).toEqual(['not-a-collection']);
    expect(codes(`role('${name}') == target`)).toEqual(['unknown-role']);
    expect(codes(`related(source, target, '${name}')`)).toEqual(['unknown-relation']);
    expect(codes(`affiliation(target, source, '${name}')`)).toEqual(['unknown-word']);
    expect(codes(`stockpile(source, ${name}) > 1`)).toEqual(['unknown-stockpile']);
    expect(codes(`target.size == ${name}`)).toEqual(['unknown-name']);
    expect(codes(`target.kind == '${name}'`)).toEqual(['unknown-word']);
    expect(codes(`objects().exists(${name}, ${name} == target)`)).toEqual([]);
  });

  test('are usable where content declares them', () => {
    expect(ir('target.focus == __proto__')).toBe(
      '(compare == (read focus climb notFound (slot 1)) (constant enumeration 4))',
    );
    expect(ir('target.constructor > 3')).toBe('(compare > (read constructor missing (slot 1)) (constant number 3))');
    expect(ir('target.class == toString')).toBe('(compare == (classOf (slot 1)) (constant class 3))');
  });
});

describe('size', () => {
  const nested = (open: string, inner: string, close: string, times: number): string =>
    `${open.repeat(times)}${inner}${close.repeat(times)}`;
  const codes = (text: string, type = number): readonly string[] =>
    problems(text, type).map((each) => each.split(' ')[0]);

  test('forms that use an argument twice cannot double the work without end', () => {
    expect(codes(nested('approach(', 'turn', ', 1, 1)', 100))).toEqual(['too-large']);
    expect(codes(nested('(', 'target.capital', ' in [true, false])', 40), boolean)).toEqual(['too-large']);
    expect(codes(nested('approach(', 'turn', ', 1, 1)', 5))).toEqual([]);
  });

  longTest('many operands of one operation are too large', () => {
    expect(codes(new Array(130_000).fill('true').join('&&'), boolean)).toEqual(['too-large']);
    expect(codes(`turn in [${new Array(130_000).fill('1').join(',')}]`, boolean)).toEqual(['too-large']);
  });

  test('a fold of many arguments is too deep', () => {
    expect(codes(`min(${new Array(900).fill('1').join(',')})`)).toEqual(['too-deep']);
    expect(codes(`min(${new Array(700).fill('1').join(',')})`)).toEqual([]);
  });

  test('a long name costs no search', () => {
    expect(codes(`target.${'x'.repeat(500_000)} > 1`, boolean)).toEqual(['unknown-member']);
  });
});

describe('any text', () => {
  const words = [
    'source',
    'target',
    'planet',
    'farm',
    'toxic',
    'none',
    'null',
    'value',
    'turn',
    'v',
    '1',
    '0',
    "'farming'",
    'true',
    'minerals',
    'x',
  ];
  const members = [
    'population',
    'size',
    'environment',
    'focus',
    'owner',
    'parent',
    'kind',
    'class',
    'planet',
    'target',
    'capital',
    'minerals',
    'ghost',
    'oops',
  ];
  const functions = [
    'abs',
    'min',
    'clamp',
    'approach',
    'within',
    'affiliation',
    'ownedBy',
    'role',
    'related',
    'sees',
    'distance',
    'distanceTo',
    'stockpile',
    'available',
    'chance',
    'random',
    'age',
    'has',
    'default',
    'applies',
    'size',
    'objects',
    'instances',
    'attached',
    'owners',
  ];
  const folds = ['exists', 'all', 'count', 'first', 'sum', 'mean', 'min', 'filter', 'map'];
  const signs = ['+', '/', '%', '<', '>=', '==', '!=', '&&', '||', 'in'];
  const { text } = fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom(...words),
      fc.tuple(tie('text'), fc.constantFrom(...members)).map(([of, member]) => `${of}.${member}`),
      fc
        .tuple(tie('text'), fc.constantFrom(...signs), tie('text'))
        .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      fc
        .tuple(fc.constantFrom(...functions), fc.array(tie('text'), { maxLength: 3 }))
        .map(([name, given]) => `${name}(${given.join(', ')})`),
      fc
        .tuple(tie('text'), fc.constantFrom(...folds), fc.constantFrom('v', 'w'), tie('text'))
        .map(([of, fold, name, body]) => `${of}.${fold}(${name}, ${body})`),
      fc.tuple(tie('text'), fc.constantFrom('count', 'first', 'sum')).map(([of, fold]) => `${of}.${fold}()`),
      fc.tuple(tie('text'), tie('text'), tie('text')).map(([test_, one, other]) => `(${test_} ? ${one} : ${other})`),
      fc.tuple(fc.constantFrom('!', '-'), tie('text')).map(([sign, of]) => `${sign}(${of})`),
      fc.array(tie('text'), { maxLength: 2 }).map((elements) => `[${elements.join(', ')}]`),
    ),
  }));

  test('gives a node of the wanted type, or problems within the text, and never throws', () => {
    const wanted = [boolean, number, entity, focus, types.kind, types.class, undefined];
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...wanted),
        fc.constantFrom('scope' as const, 'amount' as const, 'growth' as const),
        (given, type, place) => {
          const compiled = compileExpression(given, type, contextOf(place));
          if (compiled.ok) {
            if (type !== undefined) expect(sameType(compiled.node.type, type)).toBe(true);
            expect(depthOf(compiled.node)).toBeLessThanOrEqual(800);
            return;
          }
          expect(compiled.problems.length).toBeGreaterThan(0);
          for (const { span } of compiled.problems) {
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeLessThanOrEqual(given.length);
            expect(span.start).toBeLessThan(span.end);
          }
        },
      ),
      propertyRuns(1_000),
    );
  });

  test('gives the same twice', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(compileExpression(given, undefined, contextOf('scope'))).toEqual(
          compileExpression(given, undefined, contextOf('scope')),
        );
      }),
      propertyRuns(150),
    );
  });
});

describe('a text of fitting types', () => {
  const fresh = fc.noBias(fc.integer({ min: 0, max: 2_000_000_000 })).map((place) => `v${String(place)}`);
  const typed = fc.letrec<{ number: string; condition: string; object: string; word: string }>((tie) => ({
    number: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom('1', 'turn', 'random()', 'stockpile(source, minerals)'),
      tie('object').map((of) => `${of}.population`),
      tie('object').map((of) => `default(${of}.fertility, 1)`),
      fc
        .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/', '%'), tie('number'))
        .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      fc
        .tuple(tie('condition'), tie('number'), tie('number'))
        .map(([condition, one, other]) => `(${condition} ? ${one} : ${other})`),
      fc.tuple(tie('number'), tie('number')).map(([one, other]) => `approach(${one}, ${other}, 1)`),
      fc.tuple(tie('object'), tie('object')).map(([one, other]) => `distance(${one}, ${other})`),
      tie('object').map((of) => `distanceTo(${of}, farm)`),
      fc
        .tuple(fc.constantFrom('sum', 'mean', 'min'), fresh, tie('number'))
        .map(([fold, name, number_]) => `objects(planet).${fold}(${name}, ${name}.population + ${number_})`),
    ),
    condition: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom('true', 'chance(0.5)', 'target.kind == planet', 'source.capital'),
      fc
        .tuple(tie('number'), fc.constantFrom('<', '>=', '=='), tie('number'))
        .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      fc
        .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
        .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      tie('condition').map((condition) => `!(${condition})`),
      fc.tuple(tie('object'), tie('object')).map(([one, other]) => `(${one} == ${other})`),
      fc.tuple(tie('word'), tie('object')).map(([word, of]) => `within(${of}.environment, ${word}, 1)`),
      fc
        .tuple(tie('object'), fresh, tie('condition'))
        .map(
          ([of, name, condition]) => `attached(${of}).filter(${name}, has(${name}.size)).all(${name}, ${condition})`,
        ),
    ),
    object: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom('source', 'target', "role('rival')", 'objects(ship).first()'),
      fc
        .tuple(tie('object'), fc.constantFrom('owner', 'parent', 'planet', 'target'))
        .map(([of, member]) => `${of}.${member}`),
    ),
    word: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom('toxic', "'ocean'", 'null', 'none'),
      tie('object').map((of) => `${of}.environment`),
      fc
        .tuple(tie('condition'), tie('word'), tie('word'))
        .map(([condition, one, other]) => `(${condition} ? ${one} : ${other})`),
    ),
  }));

  test('compiles', () => {
    fc.assert(
      fc.property(typed.condition, (given) => {
        expect(problems(given, boolean, contextOf('scope', { aggregateDepth: 100 }))).toEqual([]);
      }),
      propertyRuns(800),
    );
    fc.assert(
      fc.property(typed.number, (given) => {
        expect(problems(given, number, contextOf('amount', { aggregateDepth: 100 }))).toEqual([]);
      }),
      propertyRuns(800),
    );
  });
});

function depthOf(node: Node): number {
  return 1 + Math.max(0, ...node.args.map(depthOf));
}
