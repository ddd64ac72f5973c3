import { describe, expect, test } from 'vitest';
import type { Flow } from '../../../src/ir/rule.js';
import { printNode } from '../../../src/eval/make-node.js';
import { createWorld } from '../../../src/world.js';
import { briefly, errorsOf, sound, testRows } from './samples.js';

/** Cities on plots. Nine lines. */
const base = `properties: { crime: { type: integer }, order: { type: integer }, wealth: {}, size: { type: integer } }
meters: { unrest: { type: integer } }
grids: { map: { kind: plot, width: 3, height: 1 } }
connections:
  ground: { from: city, to: plot, steps: [parent] }
  around: { from: plot, steps: [{ square: map, distance: 1 }] }
  above: { steps: [parent] }
kinds: { plot: { node: true, properties: [crime, order, wealth], meters: [unrest] }, city: { attachesTo: [plot], properties: [size, crime] }, fort: { attachesTo: [plot] } }
flows:
`;
const withFlow = (flow: string): string => `${base}  - ${flow}\n`;
const formOf = (flow: string): Flow['form'] => sound(withFlow(flow)).rules.flows.flows[0].form;

describe('flows', () => {
  test('are lowered with their carriers, receivers and conditions', () => {
    const { flows, memory } = sound(
      `${withFlow('{ constant: crime, amount: "attached(self, city).count() / 2", carrier: { kind: city, where: self.size > 1, times: self.size }, receivers: ground, active: self.wealth > 3 }')}  - { decay: crime, percent: 5, carrier: plot, name: fading }\n`,
    ).rules.flows;
    expect(memory).toBe('own');
    expect(flows.map(({ index, name, kind, origin }) => [index, name, kind, origin.line])).toEqual([
      [0, 'city/crime', 1, 10],
      [1, 'fading', 1, 11],
    ]);
    const [{ carrier, receivers, active, form }, plain] = flows;
    expect(carrier).toMatchObject({ objects: [{ by: 'objects', kind: 2 }], kind: 2 });
    expect([carrier.where, carrier.times, active].map((node) => node && printNode(node))).toEqual([
      '(applies (compare > (read 4 climb notFound (slot 0)) (constant number 1)))',
      '(truncate (otherwise (read 4 climb notFound (slot 0)) (constant number 0)))',
      '(applies (compare > (read 3 climb notFound (slot 0)) (constant number 3)))',
    ]);
    expect(receivers).toEqual([{ by: 'parent' }]);
    expect(form.does === 'constant' && printNode(form.amount)).toMatch(/^\(truncate \(otherwise \(divide /);
    expect([plain.receivers, plain.active, plain.carrier.where]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['{ limited: crime, amount: -3, limit: 9, carrier: plot }', { does: 'limited', column: 1, amount: -3, limit: 9 }],
    ['{ limited: unrest, amount: 3, limit: 9, carrier: plot }', { does: 'limited', column: 0, amount: 3, limit: 9 }],
    [
      '{ decay: crime, percent: 5, carrier: plot }',
      { does: 'decay', column: 1, percent: 5, floor: 0, negative: 'mirrored' },
    ],
    [
      '{ decay: crime, percent: 5, floor: 2, negative: plain, carrier: plot }',
      { does: 'decay', column: 1, percent: 5, floor: 2, negative: 'plain' },
    ],
    ['{ convert: crime, to: order, amount: 2, carrier: plot }', { does: 'convert', from: 1, to: 2, amount: 2 }],
    [
      '{ convertPercent: crime, to: order, percent: 2, carrier: plot }',
      { does: 'convertPercent', from: 1, to: 2, percent: 2, floor: 0, correction: 'others' },
    ],
    [
      '{ inhibitedGrowth: crime, inhibitor: order, growth: 20, inhibition: 10, carrier: plot }',
      { does: 'inhibitedGrowth', column: 1, inhibitor: 2, growth: 20, inhibition: 10, divisor: 100 },
    ],
    [
      '{ inhibitedGrowth: crime, inhibitor: order, growth: 20, inhibition: 10, divisor: 1, carrier: plot }',
      { does: 'inhibitedGrowth', divisor: 1 },
    ],
    [
      '{ spread: crime, percent: 5, carrier: plot, targets: around }',
      {
        does: 'spread',
        column: 1,
        percent: 5,
        targets: { itself: false, steps: new Map([[1, [[{ by: 'square', grid: 0, distance: 1 }]]]]) },
      },
    ],
    [
      '{ diffuse: crime, percent: 5, carrier: plot, targets: [around, above], itself: true }',
      {
        does: 'diffuse',
        targets: {
          itself: true,
          steps: new Map([[1, [[{ by: 'square', grid: 0, distance: 1 }], [{ by: 'parent' }]]]]),
        },
      },
    ],
    ['{ decay: crime, percent: 0, carrier: plot }', { percent: 0 }],
    ['{ diffuse: crime, percent: 100, carrier: plot, targets: around }', { percent: 100 }],
    [
      '{ gather: crime, amount: 3, carrier: plot, targets: around }',
      { does: 'gather', column: 1, amount: 3, negative: 'nothing' },
    ],
    [
      '{ gather: crime, amount: 3, negative: taken, carrier: city, receivers: ground, targets: around }',
      { does: 'gather', negative: 'taken' },
    ],
  ])('%s', (flow, form) => {
    expect(formOf(flow)).toMatchObject(form);
  });

  test.each(['compiled', 'reference'] as const)(
    'run once a turn, and their order makes no difference (%s)',
    (executor) => {
      const flows = [
        '{ diffuse: crime, percent: 20, carrier: plot, targets: around, where: self.order == 0 }',
        '{ constant: crime, amount: 7.9, carrier: { kind: city, times: self.size }, receivers: ground }',
        '{ convert: wanted, to: order, amount: 1, carrier: plot, active: self.crime > 5 }'.replace('wanted', 'crime'),
      ];
      const run = (list: readonly string[]): readonly unknown[] => {
        const world = createWorld(sound(`${base}${list.map((flow) => `  - ${flow}\n`).join('')}`), { executor });
        const plots = [0, 1, 2].map((x) => world.spawn({ kind: 'plot', place: { x, y: 0 } }));
        world.spawn({ kind: 'city', place: { in: plots[0] }, values: { size: 2 } });
        world.run(1);
        const first = plots.map((plot) => world.get(plot, 'crime'));
        world.run(4);
        return [first, plots.map((plot) => [world.get(plot, 'crime'), world.get(plot, 'order')])];
      };
      const result = run(flows);
      expect(result[0]).toEqual([14, 0, 0]);
      expect(run(flows.toReversed())).toEqual(result);
    },
  );

  testRows(
    [
      [
        'no property',
        '{ decay: crimes, percent: 5, carrier: plot }',
        '10:14 unknown-name',
        'unknown name `crimes`, expected a property of whole numbers',
        'did you mean `crime`?',
      ],
      [
        'no whole numbers',
        '{ decay: wealth, percent: 5, carrier: plot }',
        '10:14 not-whole',
        '`wealth` does not hold whole numbers',
        'write `type: integer` where `wealth` is declared',
      ],
      [
        'not on the receivers',
        '{ decay: order, percent: 5, carrier: city }',
        '10:14 not-on-kind',
        'the receivers are objects of kind `city`, which have no `order`',
        'list `order` under the properties of that kind',
      ],
      [
        'not on the targets',
        '{ spread: size, percent: 5, carrier: city, targets: ground }',
        '10:57 not-on-kind',
        'the targets of `ground` are objects of kind `plot`, which have no `size`',
      ],
      [
        'an unknown carrier',
        '{ decay: crime, percent: 5, carrier: plott }',
        '10:42 unknown-name',
        '`plott` is not a kind',
        'did you mean `plot`?',
      ],
      [
        'an unknown carrier of its own map',
        '{ decay: crime, percent: 5, carrier: { kind: plott } }',
        '10:50 unknown-name',
        '`plott` is not a kind',
        'did you mean `plot`?',
      ],
      ['no carrier', '{ decay: crime, percent: 5 }', '10:5 missing-key', 'has no `carrier`', 'add `carrier`'],
      [
        'an unknown connection',
        '{ decay: crime, percent: 5, carrier: city, receivers: grund }',
        '10:59 unknown-name',
        '`grund` is not a connection',
        'did you mean `ground`?',
      ],
      [
        'a connection from another kind',
        '{ decay: crime, percent: 5, carrier: fort, receivers: ground }',
        '10:59 not-on-kind',
        '`ground` leads from objects of kind `city`, expected a connection from those of kind `fort`',
      ],
      [
        'targets from another kind',
        '{ spread: crime, percent: 5, carrier: city, targets: [around] }',
        '10:59 not-on-kind',
        '`around` leads from objects of kind `plot`',
      ],
      [
        'an amount that is no number',
        '{ constant: crime, amount: self.crime > 2, carrier: plot }',
        '10:32 type-mismatch',
        'expected a number, found a condition',
      ],
      [
        'a fraction',
        '{ limited: crime, amount: 1.5, limit: 3, carrier: plot }',
        '10:31 out-of-range',
        'expected a 32-bit integer',
      ],
      [
        'less than nothing',
        '{ decay: crime, percent: -10, carrier: plot }',
        '10:30 out-of-range',
        '`flows[0].percent` is `-10`, expected a whole number from 0 to 100',
        'write `constant`, `limited` or `inhibitedGrowth` for what grows',
      ],
      [
        'more than all that decays',
        '{ decay: crime, percent: 101, carrier: plot, name: fading }',
        '10:30 out-of-range',
        '`flows[0].percent` is `101`',
        'write 100 for all of it',
      ],
      [
        'more than all that becomes another',
        '{ convertPercent: crime, to: order, percent: 1000, carrier: plot }',
        '10:50 out-of-range',
        '`flows[0].percent` is `1000`',
      ],
      [
        'more than all that spreads',
        '{ spread: crime, percent: 101, carrier: plot, targets: around }',
        '10:31 out-of-range',
        '`flows[0].percent` is `101`',
      ],
      [
        'more than all that diffuses',
        '{ diffuse: crime, percent: 101, carrier: plot, targets: around }',
        '10:32 out-of-range',
        '`flows[0].percent` is `101`',
      ],
      ['a draw', '{ constant: crime, amount: random(), carrier: plot }', '10:32 draw-in-expression', '`random` draws'],
      [
        'an unknown form',
        '{ dekay: crime, percent: 5, carrier: plot }',
        '10:7 unknown-key',
        '`dekay` is not a key of `flows[0]`',
        'did you mean `decay`?',
      ],
      [
        'a word that is none',
        '{ decay: crime, percent: 5, carrier: plot, negative: mirror }',
        '10:58 unknown-word',
        'expected `mirrored` or `plain`',
      ],
      [
        'a condition of what it lacks',
        '{ decay: crime, percent: 5, carrier: plot, active: self.crme > 2 }',
        '10:61 unknown-member',
        '`crme` is neither',
        'did you mean `crime`?',
      ],
    ].map(
      ([name, flow, ...rest]) => [name, withFlow(flow), ...rest] as unknown as Parameters<typeof testRows>[0][number],
    ),
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );
});
