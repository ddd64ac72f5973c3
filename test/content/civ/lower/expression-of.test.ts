import { describe, expect, test } from 'vitest';
import { printNode } from '../../../../src/eval/make-node.js';
import {
  type ExpressionSource,
  expressionOf,
  lowerExpression,
} from '../../../../src/content/civ/lower/lower-expression.js';
import { civWorldOf } from '../../../support/civ-world.js';
import { civ, smallCiv } from '../../../support/small-civ.js';

const world = civWorldOf(smallCiv);
const made = (expression: ExpressionSource['expression']) =>
  expressionOf({
    expression,
    civ: world.civ,
    scope: ['CITY', 'UNIT'],
    policy: 'intended',
    name: 'mill',
    thing: 'BUILDING_MILL',
    file: 'mill.xml',
  });

describe('an expression that hosts ask', () => {
  test('says whom it is asked of, what it is of and where it stands', () => {
    const expression = civ.has('TECH', 'TECH_WHEEL');
    const { node, ...rest } = made(expression);
    expect(printNode(node)).toBe(printNode(lowerExpression(expression, world.civ, ['CITY', 'UNIT'], 'intended')));
    expect(rest).toMatchObject({
      name: 'mill',
      thing: 'BUILDING_MILL',
      scope: [world.civ.kinds.CITY, world.civ.kinds.UNIT],
      origin: { file: 'mill.xml', line: 7, column: 3 },
    });
    expect(rest.text).toContain('TECH_WHEEL');
    expect(rest.clauses).toEqual([{ text: rest.text, node }]);
  });

  test('has a clause for each condition that must hold', () => {
    const parts = [civ.has('TECH', 'TECH_WHEEL'), civ.not(civ.is('TAG_CITY'))];
    const { clauses, node } = made(civ.and(...parts));
    expect(clauses.map((clause) => clause.node)).toEqual(node.args);
    expect(clauses.map(({ text }) => text)).toEqual(parts.map((part) => made(part).text));
  });

  test('has no clauses where it is a number', () => {
    expect(made(civ.attribute('ATTRIBUTE_WEALTH')).clauses).toEqual([]);
  });
});
