import { describe, expect, test } from 'vitest';
import type { Aggregator } from '../../../../src/model/model.js';
import { createFrame } from '../../../../src/eval/interpreter.js';
import { printNode } from '../../../../src/eval/make-node.js';
import { suppose } from '../../../../src/ir/node.js';
import { lowerExpression } from '../../../../src/content/civ/lower/lower-expression.js';
import { type CivExpression, objectTypes } from '../../../../src/content/civ/syntax.js';
import { civOracle, factKey } from '../../../support/civ-oracle.js';
import { askCiv, civWorldOf } from '../../../support/civ-world.js';
import { refusal } from '../../../support/errors.js';
import { civ, smallCiv } from '../../../support/small-civ.js';
import { heavy } from '../../../support/heavy.js';

const middle: Aggregator = {
  name: 'MIDDLE',
  input: 'number',
  output: 'number',
  fold: (values, count) => (count === 0 ? -5 : values[count >> 1]),
};
const world = civWorldOf(smallCiv, [middle]);
const everything = ['game', 'team:1', 'team:2', 'player:1', 'player:2', 'city:1', 'unit:1', 'plot:1,1', 'plot:0,0'];

describe('flat expressions', () => {
  const many = heavy(20_000, 100_000);
  const wide = (
    node: 'and' | 'or' | 'plus' | 'mult' | 'min' | 'max',
    operand: (i: number) => CivExpression,
  ): CivExpression => ({
    node,
    operands: Array.from({ length: many }, (_, i) => operand(i)),
    type: node === 'and' || node === 'or' ? 'boolean' : 'number',
    line: 1,
    column: 1,
  });

  test.each(['compat', 'intended'] as const)('of very many operands are lowered and asked as %s', (policy) => {
    const dust = civ.property('PROPERTY_DUST');
    const ask = (expression: CivExpression): unknown => askCiv(world, expression, ['city:1'], { policy })[0];
    expect(ask(wide('and', () => civ.has('BUILDING', 'BUILDING_MILL')))).toBe(true);
    expect(ask(wide('or', (i) => civ.has('BUILDING', i === many - 1 ? 'BUILDING_MILL' : 'BUILDING_FORGE')))).toBe(true);
    expect(ask(wide('plus', (i) => (i % 2 === 0 ? dust : civ.number(i))))).toBe(
      ((-4 * many) / 2 + (many / 2) * (many / 2)) | 0,
    );
    expect(ask(wide('mult', (i) => (i < 5 ? dust : civ.number(1))))).toBe(-1024);
    expect([ask(wide('min', (i) => civ.number(i))), ask(wide('max', (i) => civ.number(i)))]).toEqual([0, many - 1]);
  });

  test('count each wrap from the left, however many operands there are', () => {
    const most = 2 ** 31 - 1;
    for (const length of [2, 5, 6, 50]) {
      const frame = createFrame(world.state, 1);
      // Balanced, -most and most would cancel each other before anything wraps.
      const operands = Array.from({ length }, (_, i) => civ.number(i === 0 ? most : i % 2 === 1 ? 1 : -1));
      expect(askCiv(world, civ.plus(...operands), ['city:1'], { frame })).toEqual([
        length % 2 === 0 ? -most - 1 : most,
      ]);
      expect(frame.mishaps.overflows).toBe(length - 1);
    }
  });

  test('do not make what they stand in deep', () => {
    const inside = Array.from({ length: 150 }).reduce<CivExpression>(
      (inner) => civ.plus(...Array.from({ length: 40 }, () => civ.number(1)), inner),
      civ.number(0),
    );
    expect(askCiv(world, inside, ['city:1'], { policy: 'compat' })).toEqual([6_000]);
  });
});

describe('things that objects have', () => {
  test('come from where the table says', () => {
    expect(askCiv(world, civ.has('BUILDING', 'BUILDING_FORGE'), everything)).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(askCiv(world, civ.has('TECH', 'TECH_SAIL'), everything)).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(askCiv(world, civ.has('OPTION', 'OPTION_WIND'), everything)).toEqual(everything.map(() => false));
    expect(askCiv(world, civ.has('OPTION', 'OPTION_RAIN'), everything)).toEqual(everything.map(() => true));
  });

  test('need no look at the kind where all types in scope are answered alike', () => {
    const text = (...scope: Parameters<typeof lowerExpression>[2]): string =>
      printNode(lowerExpression(civ.has('TECH', 'TECH_SAIL'), world.civ, scope, 'intended'));
    expect(text('CITY', 'UNIT', 'PLOT')).toBe(text('CITY'));
    expect(text('CITY')).not.toContain('kindOf');
    expect(text('CITY', 'TEAM')).toContain('kindOf');
  });

  test('are one node for all who ask alike', () => {
    const node = lowerExpression(civ.has('BUILDING', 'BUILDING_MILL'), world.civ, ['CITY'], 'intended');
    expect(lowerExpression(civ.has('BUILDING', 'BUILDING_MILL'), world.civ, ['CITY'], 'compat')).toBe(node);
    expect(
      lowerExpression(civ.and(civ.has('BUILDING', 'BUILDING_MILL'), civ.is('TAG_CITY')), world.civ, ['CITY'], 'compat')
        .args[0],
    ).toBe(node);
  });

  test('can be supposed also of objects that never have them', () => {
    const frame = createFrame(world.state, 1);
    frame.suppositions = suppose([
      {
        question: world.civ.questions.get('TAG') ?? -1,
        word: world.civ.words.get('TAG')?.get('TAG_SPY') ?? 0,
        object: world.objects.get('game') ?? 0,
        value: 1,
      },
    ]);
    expect(askCiv(world, civ.is('TAG_SPY'), everything, { frame })).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('numbers', () => {
  test('of a game count the living', () => {
    expect(
      askCiv(world, civ.plus(civ.attribute('ATTRIBUTE_PLAYERS'), civ.attribute('ATTRIBUTE_TEAMS')), ['game', 'city:1']),
    ).toEqual([2, 0]);
  });

  test('are adapted by the handicap of who owns the object, where it has an owner that counts', () => {
    expect(askCiv(world, civ.adapt(civ.number(7)), ['game', 'player:1', 'city:1', 'plot:1,1', 'player:2'])).toEqual([
      10, 5, 5, 10, 10,
    ]);
  });

  test('that are not adapted stay what they are, however large', () => {
    const plain = civWorldOf({ ...smallCiv, adapt: { gamespeed: {}, worldsize: {}, handicap: {} } });
    expect(askCiv(plain, civ.adapt(civ.number(2147483647)), ['city:1', 'game'])).toEqual([2147483647, 2147483647]);
    const forOthers = civWorldOf({
      ...smallCiv,
      adapt: { gamespeed: {}, worldsize: {}, handicap: { HANDICAP_CALM: { ADAPT_DEFAULT: 50 } } },
    });
    expect(askCiv(forOthers, civ.adapt(civ.number(2147483647)), ['city:1', 'player:2'])).toEqual([
      2147483647, 2147483647,
    ]);
  });

  test('are adapted to the last bit, also by percentages whose products no double holds', () => {
    const [least, most] = [-2147483648, 2147483647];
    for (const percent of [most, least, 2147483629, 1073741827]) {
      const large = civWorldOf({
        ...smallCiv,
        adapt: { gamespeed: { ADAPT_DEFAULT: percent }, worldsize: {}, handicap: {} },
      });
      for (const value of [most, least, 2147483579, -1610612737, 101, -7]) {
        const exact = (BigInt(value) * BigInt(percent)) / 100n;
        const wrapped = Number(BigInt.asIntN(32, exact));
        const frame = createFrame(large.state, 1);
        expect(askCiv(large, civ.adapt(civ.number(value)), ['game'], { frame })).toEqual([wrapped]);
        expect(frame.mishaps.overflows).toBe(BigInt(wrapped) === exact ? 0 : 1);
      }
    }
  });

  test('of options of players are those of the owner', () => {
    expect(
      askCiv(world, civ.option('PLAYER', 'PLAYEROPTION_QUIET', 'number'), ['player:1', 'unit:1', 'plot:0,0', 'game']),
    ).toEqual([1, 1, 0, 0]);
  });
});

describe('an option that is declared as a number', () => {
  const number = civ.option('GAME', 'OPTION_ERA', 'number');
  const supposing = (value: number): unknown => {
    const frame = createFrame(world.state, 1);
    frame.suppositions = suppose([
      {
        question: world.civ.questions.get('OPTION') ?? -1,
        word: world.civ.words.get('OPTION')?.get('OPTION_ERA') ?? 0,
        object: world.objects.get('game') ?? 0,
        value,
      },
    ]);
    return askCiv(world, number, ['city:1'], { frame })[0];
  };

  test('is that number', () => {
    expect(askCiv(world, number, ['city:1', 'game'])).toEqual([4, 4]);
    expect(askCiv(civWorldOf({ ...smallCiv, options: { OPTION_ERA: -1 } }), number, ['city:1'])).toEqual([-1]);
  });

  test('is 1 or 0 where that is supposed', () => {
    expect([supposing(1), supposing(0)]).toEqual([1, 0]);
  });

  test('is that also for what the lowering is compared with', () => {
    const plainly = (value: number): number =>
      civOracle(
        world.civ.declaration,
        'intended',
        new Map([[factKey('game', 'OPTION', 'OPTION_ERA'), value]]),
      ).evaluate(number, 'city:1');
    expect([plainly(1), plainly(0)]).toEqual([1, 0]);
    expect(civOracle(world.civ.declaration, 'intended').evaluate(number, 'city:1')).toBe(4);
  });
});

describe('integrators', () => {
  test('fold related objects in their order, repeats kept', () => {
    expect(askCiv(world, civ.over('SUM', 'TRADE', 'CITY', civ.attribute('ATTRIBUTE_POPULATION')), ['city:1'])).toEqual([
      12,
    ]);
    expect(askCiv(world, civ.over('NUM', 'WORKING', 'CITY', civ.and(), 0), [])).toEqual([]);
  });

  test('reach around the map, each object once as intended and as often as it is met otherwise', () => {
    const plots = civ.over('SUM', 'NEAR', 'PLOT', civ.number(1), 2);
    expect(askCiv(world, plots, ['city:1'])).toEqual([4]);
    expect(askCiv(world, plots, ['city:1'], { policy: 'compat' })).toEqual([10]);
    expect(askCiv(world, civ.over('SUM', 'NEAR', 'GAME', civ.number(1), 2), ['city:1'], { policy: 'compat' })).toEqual([
      10,
    ]);
  });

  test('give of nothing what the aggregator makes of nothing, where the relation is not defined', () => {
    const none = (aggregator: string, type: 'boolean' | 'number', operand: CivExpression): unknown =>
      askCiv(world, civ.over(aggregator, 'TRADE', 'CITY', operand, 0, type), ['unit:1'])[0];
    expect(none('AND', 'boolean', civ.is('TAG_CITY'))).toBe(true);
    expect(none('OR', 'boolean', civ.is('TAG_CITY'))).toBe(false);
    expect(none('MEAN', 'number', civ.number(3))).toBe(0);
    expect(none('MIDDLE', 'number', civ.number(3))).toBe(-5);
  });

  test('use what a host has registered', () => {
    expect(askCiv(world, civ.over('MIDDLE', 'WORKING', 'PLOT', civ.property('PROPERTY_DUST')), ['city:1'])).toEqual([
      0,
    ]);
  });

  test('that are aggregators by name ask every object where that can be told, integrators stop where they are certain', () => {
    const zero = civ.number(0);
    const failing: CivExpression = {
      node: 'compare',
      comparison: '==',
      operands: [{ node: 'div', operands: [civ.number(1), zero], type: 'number', line: 1, column: 1 }, civ.number(1)],
      type: 'boolean',
      line: 1,
      column: 1,
    };
    const divided = (aggregator: string, operand: CivExpression, wholly: boolean) => {
      const over = {
        ...civ.over(aggregator, 'NEAR', 'PLOT', operand, 1, 'boolean'),
        ...(wholly ? { wholly } : {}),
      } as CivExpression;
      const frame = createFrame(world.state, 1);
      return [askCiv(world, over, ['city:1'], { frame })[0], frame.mishaps.zeroDivisions];
    };
    expect(divided('AND', failing, false)).toEqual([false, 1]);
    expect(divided('AND', failing, true)).toEqual([false, 4]);
    expect(divided('OR', civ.not(failing), false)).toEqual([true, 1]);
    expect(divided('OR', civ.not(failing), true)).toEqual([true, 4]);
    const inner = civ.over('OR', 'ASSOCIATED', 'GAME', failing, 0, 'boolean');
    expect(divided('AND', inner, true)).toEqual([false, 4]);
  });

  test('that are aggregators by name are asked as integrators are where nobody can tell', () => {
    const lowered = (wholly: boolean) => {
      const over = civ.over(
        'AND',
        'NEAR',
        'PLOT',
        civ.not(civ.over('OR', 'ASSOCIATED', 'CITY', civ.is('TAG_CITY'), 0, 'boolean')),
        1,
        'boolean',
      );
      return lowerExpression({ ...over, ...(wholly ? { wholly } : {}) }, world.civ, ['CITY'], 'intended');
    };
    expect(lowered(true)).toBe(lowered(false));
  });

  const nested = (levels: number): CivExpression =>
    levels === 0 ? civ.number(1) : civ.over('SUM', 'ASSOCIATED', 'CITY', nested(levels - 1));

  test('stand three deep inside one another at most', () => {
    expect(askCiv(world, nested(3), ['game'])).toEqual([1]);
    const error = refusal(() => askCiv(world, nested(4), ['game']));
    expect(error.code).toBe('aggregate-depth');
    expect(error.message).toContain('line 7, column 3');
  });

  test('do not repeat what they ask for every type of level', () => {
    const extent = world.civ.nodes.extentOf(lowerExpression(nested(3), world.civ, objectTypes, 'intended'));
    expect(extent.size).toBeLessThan(200);
  });
});

describe('what is too much', () => {
  test('is refused: more steps inside one another than asking can take', () => {
    const deep = Array.from({ length: 900 }).reduce<CivExpression>((inner) => civ.not(inner), civ.is('TAG_CITY'));
    const error = refusal(() => lowerExpression(deep, world.civ, ['CITY'], 'intended'));
    expect(error.code).toBe('too-deep');
    expect(error.message).toContain('line 7, column 3');
  });

  test('is refused: more operations than asking can take, though few nodes are told apart', () => {
    const mixed = Array.from({ length: 60 }).reduce<CivExpression>((inner) => civ.adapt(inner), civ.number(1));
    expect(refusal(() => lowerExpression(mixed, world.civ, ['CITY', 'GAME'], 'intended')).code).toBe('too-large');
  });

  test('is refused: what the world does not declare', () => {
    const strange = [
      civ.has('TECH', 'TECH_WHEELS'),
      civ.property('PROPERTY_DUSK'),
      civ.attribute('ATTRIBUTE_WELTH'),
      civ.is('TAG_SPIES'),
      civ.over('MIDST', 'TRADE', 'CITY', civ.number(1)),
    ];
    for (const expression of strange)
      expect(refusal(() => lowerExpression(expression, world.civ, ['CITY'], 'intended')).code).toBe('civ-unknown');
  });
});
