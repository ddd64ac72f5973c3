import { describe, expect, test } from 'vitest';
import type { FlowForm } from '../../src/ir/rule.js';
import { makeNode } from '../../src/eval/make-node.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import type { ExecutorName } from '../../src/world/api.js';
import { number } from '../support/nodes.js';
import { type GivenFlow, after, carriedBy, column, kind, near, rowOf, toward, valueOf } from './flow-worlds.js';

/** Numbers worked out by hand. */

const crime = column('crime');
const filth = column('filth');
const lore = column('lore');

const constant = (amount: number): GivenFlow => ({ form: { does: 'constant', column: crime, amount: number(amount) } });
const limited = (amount: number, limit: number): GivenFlow => ({
  form: { does: 'limited', column: crime, amount, limit },
});
const decay = (percent: number, floor: number, negative: 'mirrored' | 'plain' = 'mirrored'): GivenFlow => ({
  form: { does: 'decay', column: crime, percent, floor, negative },
});
const convertPercent = (to: number, percent: number, floor: number, correction: 'others' | 'rest'): GivenFlow => ({
  form: { does: 'convertPercent', from: crime, to, percent, floor, correction },
});
const exchange = (does: 'spread' | 'diffuse', percent: number): FlowForm => ({
  does,
  column: crime,
  percent,
  targets: toward(near(1)),
});
const gather = (amount: number, negative: 'nothing' | 'taken' = 'nothing'): FlowForm => ({
  does: 'gather',
  column: crime,
  amount,
  negative,
  targets: toward(near(1)),
});
const watched = { carrier: carriedBy('field', { where: valueOf('watched') }) };

describe.each<ExecutorName>(['reference', 'compiled'])('flows, executor %s', (executor) => {
  const crimes = (flows: readonly GivenFlow[], values: readonly number[], turns = 1): readonly unknown[] =>
    after(rowOf(flows, { crime: values }, executor), 'crime', turns);
  const lit = (
    flow: GivenFlow,
    values: readonly number[],
    marks: readonly boolean[],
    memory: 'own' | 'stale' = 'own',
  ): readonly unknown[] =>
    after(rowOf([{ ...watched, ...flow }], { crime: values, watched: marks }, executor, memory), 'crime');

  test('a constant is added, and wraps at 32 bits', () => {
    expect(crimes([constant(5), constant(-2)], [0, -7, 2147483645], 2)).toEqual([6, -1, -2147483645]);
  });

  test('a limited source stops at its limit, exactly', () => {
    const row = rowOf([limited(7, 20)], { crime: [10, 20, 25] }, executor);
    expect([1, 1, 1].map(() => after(row, 'crime'))).toEqual([
      [17, 20, 25],
      [20, 20, 25],
      [20, 20, 25],
    ]);
  });

  test('limited sources share what is left in proportion', () => {
    expect(crimes([limited(6, 30), limited(9, 30)], [20])).toEqual([30]);
    // Expected 40: 6 and 9 times 10/20, and the 5 that nobody limits.
    expect(crimes([limited(6, 30), limited(9, 30), constant(5)], [20])).toEqual([20 + 3 + 4 + 5]);
  });

  test('decay takes a part of what lies beyond its floor, and of half of what others add', () => {
    expect(crimes([decay(10, 50)], [250, 50, 40, -250])).toEqual([230, 50, 40, -230]);
    expect(crimes([decay(10, 50), constant(30)], [250])).toEqual([250 - 21 + 30]);
  });

  test('decay below 0 is mirrored or plain', () => {
    expect(crimes([decay(10, 50), constant(-30)], [-250])).toEqual([-259]);
    expect(crimes([decay(10, 50, 'plain'), constant(-30)], [-250])).toEqual([-262]);
  });

  test('a conversion moves a constant, also below 0', () => {
    const row = rowOf(
      [{ form: { does: 'convert', from: crime, to: filth, amount: 4 } }],
      { crime: [6], filth: [1] },
      executor,
    );
    expect([after(row, 'crime', 2), after(row, 'filth', 0)]).toEqual([[-2], [9]]);
  });

  test('a conversion of a part corrects by others, or by what is left', () => {
    const moved = (correction: 'others' | 'rest'): unknown => {
      const row = rowOf([convertPercent(filth, 25, 100, correction)], { crime: [500, 90], filth: [0, 0] }, executor);
      return [after(row, 'crime'), after(row, 'filth', 0)];
    };
    expect(moved('others')).toEqual([
      [400, 90],
      [100, 0],
    ]);
    expect(moved('rest')).toEqual([
      [425, 90],
      [75, 0],
    ]);
    const two = rowOf(
      [convertPercent(filth, 20, 0, 'others'), convertPercent(lore, 40, 0, 'others')],
      { crime: [100] },
      executor,
    );
    expect([after(two, 'crime'), after(two, 'filth', 0), after(two, 'lore', 0)]).toEqual([[48], [16], [36]]);
  });

  test('inhibited growth grows by itself less the inhibitor, never below 0', () => {
    const grown = (divisor: 1 | 100): unknown =>
      after(
        rowOf(
          [{ form: { does: 'inhibitedGrowth', column: crime, inhibitor: filth, growth: 50, inhibition: 20, divisor } }],
          { crime: [40, 10], filth: [30, 100] },
          executor,
        ),
        'crime',
      );
    expect(grown(100)).toEqual([54, 10]);
    expect(grown(1)).toEqual([1440, 10]);
  });

  test('what spreads makes others like itself and loses nothing', () => {
    expect(crimes([{ form: exchange('spread', 10) }], [100, 0, 40])).toEqual([100, 12, 40]);
  });

  test('what diffuses goes over', () => {
    expect(crimes([{ form: exchange('diffuse', 10) }], [100, 0, 40])).toEqual([91, 12, 37]);
    // The second and third turn go over neighbours that are known to last.
    const row = rowOf([{ form: exchange('diffuse', 10) }], { crime: [100, 0, 40] }, executor);
    expect([1, 1, 1].map(() => after(row, 'crime'))).toEqual([
      [91, 12, 37],
      [84, 21, 35],
      [78, 28, 34],
    ]);
  });

  test('two diffusions from one value both start from a lower one', () => {
    expect(crimes([{ form: exchange('diffuse', 10) }, { form: exchange('diffuse', 10) }], [100, 0])).toEqual([82, 18]);
  });

  test('what is gathered is there to be taken', () => {
    expect(lit({ form: gather(6) }, [20, 0, -3], [false, true, false])).toEqual([14, 6, -3]);
    expect(lit({ form: gather(6, 'taken') }, [20, 0, -3], [false, true, false])).toEqual([14, 3, 0]);
    expect(lit({ form: gather(30) }, [0, 40, 0], [true, false, true])).toEqual([20, 0, 20]);
    expect(lit({ form: gather(30) }, [0, 10, 0], [true, false, true])).toEqual([5, 0, 5]);
  });

  test('what remembers stale changes depends on who comes last', () => {
    expect(lit({ form: exchange('diffuse', 10) }, [100, 0], [true, false], 'stale')).toEqual([96, 4]);
    expect(lit({ form: exchange('diffuse', 10) }, [100, 0, 60], [true, false, true], 'stale')).toEqual([95, 7, 58]);
    expect(lit({ form: exchange('diffuse', 10) }, [60, 0, 100], [true, false, true], 'stale')).toEqual([58, 6, 96]);
  });

  test('interactions see nothing of what propagates; amounts see all that has flowed before', () => {
    const flows: readonly GivenFlow[] = [
      { form: { does: 'constant', column: lore, amount: valueOf('crime') } },
      { form: { does: 'convert', from: crime, to: filth, amount: 5 } },
      { form: { does: 'inhibitedGrowth', column: filth, inhibitor: lore, growth: 100, inhibition: 0, divisor: 100 } },
      { ...watched, form: exchange('diffuse', 50) },
    ];
    const row = rowOf(flows, { crime: [40, 0], filth: [3, 0], watched: [true, false] }, executor);
    expect(['crime', 'filth', 'lore'].map((name, i) => after(row, name, i === 0 ? 1 : 0))).toEqual([
      [15, 15],
      [11, 5],
      [15, 15],
    ]);
  });

  test('a carrier counts as often as it says, a receiver where the flow is active when the phase begins', () => {
    const often: GivenFlow = {
      carrier: carriedBy('field', { times: valueOf('heads') }),
      form: { does: 'constant', column: crime, amount: number(2) },
    };
    expect(after(rowOf([often], { crime: [0, 0, 0], heads: [3, 0, -1] }, executor), 'crime')).toEqual([6, 0, 0]);
    const active = makeNode(compare, { comparison: '>' }, valueOf('crime'), number(10));
    expect(crimes([{ ...constant(-5), active }, constant(7)], [10, 11], 2)).toEqual([19, 15]);
    expect(lit({ form: { ...exchange('diffuse', 10) } }, [100, 0], [false, false])).toEqual([100, 0]);
  });

  test('receivers are those of the kind that are reached and have the cells; targets that have it and of whom the condition is true', () => {
    const { world, fields } = rowOf(
      [
        {
          carrier: carriedBy('guild'),
          receivers: [{ by: 'owned', kind: kind.field }],
          form: { does: 'constant', column: crime, amount: number(3) },
        },
        { receivers: [], form: { does: 'constant', column: crime, amount: number(100) } },
        { carrier: carriedBy('guild'), form: { does: 'convert', from: crime, to: lore, amount: 50 } },
        {
          kind: kind.town,
          receivers: [{ by: 'attached', kind: 0 }],
          form: { does: 'constant', column: crime, amount: number(9) },
        },
        {
          carrier: carriedBy('town'),
          form: {
            does: 'spread',
            column: filth,
            percent: 10,
            targets: {
              itself: false,
              where: valueOf('watched'),
              steps: new Map([
                [
                  kind.town,
                  [
                    [{ by: 'parent' }],
                    [{ by: 'parent' }, { by: 'attached', kind: kind.stone }],
                    [{ by: 'square', grid: 0, distance: 1 }],
                  ],
                ],
              ]),
            },
          },
        },
      ],
      { crime: [0, 0], watched: [true, false] },
      executor,
    );
    const guild = world.spawn({ kind: 'guild' });
    world.setOwner(fields[1], guild);
    const town = world.spawn({ kind: 'town', place: { in: fields[0] }, values: { filth: 100 } });
    world.spawn({ kind: 'stone', place: { in: fields[0] } });
    world.step();
    expect([guild, town, ...fields].map((object) => world.get(object, 'crime'))).toEqual([0, 9, 0, 3]);
    // The field is a target twice: 10 by each, less what the other brings.
    expect([town, ...fields].map((object) => world.get(object, 'filth'))).toEqual([100, 18, 0]);
  });
});
