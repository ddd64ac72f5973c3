import { describe, expect, test } from 'vitest';
import { createWorld } from '../../../src/index.js';
import { sound } from './samples.js';

/**
 * What a probe has: the meter speed 3, the property mass 2, the size small, an owner with 5 minerals, and a place with
 * a beacon. What it lacks: the meter armour; the property girth, which nobody has (4 by default); the build, likewise
 * (large by default); luck (1).
 */
const base = `
enumerations: { size: { ordered: [tiny, small, large] } }
meters: { speed: { default: 3 }, armour: { default: 9 }, weight: { default: 7 } }
properties:
  mass: { type: number, default: 2 }
  girth: { type: number, default: 4 }
  size: { type: size, default: small }
  build: { type: size, default: large }
  luck: { type: number, default: 1 }
  minerals: { type: number, default: 5 }
`;

/** Whether a group fires on a probe for each of some conditions, at their place in the group. */
function fired(groups: readonly string[], executor: 'compiled' | 'reference', isOwned = true): readonly boolean[] {
  const marks = groups.map((_group, i) => `fired${i}`);
  const program = sound(`${base}${marks.map((mark) => `  ${mark}: { type: number }`).join('\n')}
kinds:
  empire: { faction: true, properties: [minerals] }
  star: { node: true }
  rock: { attachesTo: [star], meters: [weight] }
  odd: { meters: [armour], properties: [girth, build, luck] }
  beacon: { attachesTo: [star] }
  probe: { attachesTo: [star], meters: [speed], properties: [mass, size, ${marks.join(', ')}] }
classes:
  light: { kind: beacon }
  scout:
    kind: probe
    groups:
${groups.map((group, i) => `      - { ${group}, effects: [{ property: ${marks[i]}, set: 1 }] }`).join('\n')}
`);
  const world = createWorld(program, { executor });
  const owner = world.spawn({ kind: 'empire' });
  const place = { in: world.spawn({ kind: 'star', place: { x: 0, y: 0 } }) };
  world.spawn({ kind: 'rock', place });
  world.spawn({ class: 'light', place });
  const probe = world.spawn({ class: 'scout', place, ...(isOwned ? { owner } : {}) });
  world.run(1);
  const { values } = world.describe(probe);
  return marks.map((mark) => values[mark] === 1);
}

const places = {
  activation: (condition: string) => `activation: "${condition}", scope: { include: "target == source" }`,
  include: (condition: string) => `scope: { include: "${condition}" }`,
  exclude: (condition: string) => `scope: { include: "true", exclude: "${condition}" }`,
} as const;

type PlaceName = keyof typeof places;

const comparisons = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '==': (a: number, b: number) => a === b,
  '!=': (a: number, b: number) => a !== b,
} as const;

/** What a side says of an object, what it is as a parameter, and as what is tested. */
interface Side {
  readonly text: string;
  readonly parameter: number;
  readonly tested: number | 'missing' | 'notFound';
}

const numbers: readonly Side[] = [
  { text: 'speed', parameter: 3, tested: 3 },
  { text: 'mass', parameter: 2, tested: 2 },
  { text: 'armour', parameter: 0, tested: 'missing' },
  { text: 'girth', parameter: 4, tested: 'notFound' },
];

const words: readonly Side[] = [
  { text: 'size', parameter: 2, tested: 2 },
  { text: 'build', parameter: 3, tested: 'notFound' },
];

/**
 * What the design's text says: what is absent of what is tested does not apply, and where it was looked up excludes.
 */
function expected(place: PlaceName, left: Side, compare: (a: number, b: number) => boolean, right: Side): boolean {
  if (typeof left.tested === 'string') return place === 'exclude' && left.tested === 'missing';
  return compare(left.tested, right.parameter) !== (place === 'exclude');
}

const pairs = [numbers, words].flatMap((sides) => sides.flatMap((left) => sides.map((right) => ({ left, right }))));

describe.each(['compiled', 'reference'] as const)(
  'the right side of a comparison is a parameter of the left (%s)',
  (executor) => {
    test.each(['activation', 'include', 'exclude'] as const)('%s', (place) => {
      const object = place === 'activation' ? 'source' : 'target';
      const cases = pairs.flatMap(({ left, right }) =>
        Object.entries(comparisons).map(([sign, compare]) => ({
          text: `${object}.${left.text} ${sign} ${object}.${right.text}`,
          is: expected(place, left, compare, right),
        })),
      );
      const found = fired(
        cases.map(({ text }) => places[place](text)),
        executor,
      );
      expect(cases.map(({ text }, i) => `${text}: ${found[i]}`)).toEqual(cases.map(({ text, is }) => `${text}: ${is}`));
      expect(new Set(found).size).toBe(2);
    });

    test.each(['activation', 'include', 'exclude'] as const)('%s, against a constant on either side', (place) => {
      const object = place === 'activation' ? 'source' : 'target';
      const constant: Side = { text: '3', parameter: 3, tested: 3 };
      const cases = numbers.flatMap((side) =>
        Object.entries(comparisons).flatMap(([sign, compare]) => [
          { text: `${object}.${side.text} ${sign} 3`, is: expected(place, side, compare, constant) },
          { text: `3 ${sign} ${object}.${side.text}`, is: expected(place, side, (a, b) => compare(b, a), constant) },
        ]),
      );
      const found = fired(
        cases.map(({ text }) => places[place](text)),
        executor,
      );
      expect(cases.map(({ text }, i) => `${text}: ${found[i]}`)).toEqual(cases.map(({ text, is }) => `${text}: ${is}`));
    });

    test('what the source lacks is 0 or its default beside what is tested', () => {
      const active = [
        'distanceTo(source, light) <= source.armour',
        'jumpsTo(source, light) <= source.armour',
        'jumpsTo(source, light) < source.girth',
        'source.armour >= distanceTo(source, light)',
        'source.speed >= source.armour',
        'stockpile(source, minerals) >= source.armour',
        'stockpile(source, minerals) > source.girth',
        'source.armour <= stockpile(source, minerals)',
        'within(source.size, source.build, 1)',
        'within(source.size, large, source.girth)',
        'source.speed + source.armour >= 2 * source.armour',
        'source.mass + 1 < source.girth',
        'source.speed > 1 && source.mass < source.girth',
        'source.armour < 9 || source.speed > source.armour',
        'source.speed >= (source.armour > 3 ? 100 : source.armour)',
        '(source.armour > 3 ? 1 : source.speed) > 0 || source.speed > source.armour',
        'objects(rock).exists(r, r.weight >= source.armour)',
        'objects(rock).exists(r, source.armour <= r.weight)',
        'objects(rock).filter(r, r.weight > source.girth).count() == 1',
        'source.speed < objects(rock).sum(r, r.weight + source.armour)',
        'source.speed in [source.armour + 3, 7]',
        'source.size in [source.build, small]',
        'chance(source.luck)',
        '!(source.speed < source.armour)',
        'source.speed >= default(source.armour, 3)',
        'applies(source.mass != source.girth)',
      ];
      expect(fired(active.map(places.activation), executor)).toEqual(active.map(() => true));
    });

    test('what is tested can be absent, and the condition does not apply then, negated or not', () => {
      const inactive = [
        'source.armour <= source.speed',
        '!(source.armour > source.speed)',
        'source.armour == source.armour',
        '0 <= source.armour',
        'source.girth > 0',
        'source.girth + 1 > 0',
        'within(source.build, source.size, 1)',
        'within(large, source.build, 1)',
        'source.armour >= default(source.speed, 1)',
        'source.speed >= source.armour && source.armour >= 0',
        'source.build in [source.size, large]',
        '4 in [source.girth, 4 * source.girth]',
        'distanceTo(source, scout) + 1 < source.armour',
        '(source.speed > 1 ? source.armour : 1) >= 0',
        'objects(rock).exists(r, r.armour >= source.speed)',
      ];
      expect(fired(inactive.map(places.activation), executor)).toEqual(inactive.map(() => false));
    });

    test('a stockpile that nobody has is absent, whichever side it is on', () => {
      const conditions = [
        'stockpile(source, minerals) >= source.armour',
        'source.armour <= stockpile(source, minerals)',
        'source.speed >= stockpile(source, minerals)',
      ];
      expect(fired(conditions.map(places.activation), executor, false)).toEqual([false, false, false]);
    });
  },
);
