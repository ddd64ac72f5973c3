import { describe, expect, test } from 'vitest';
import { createWorld } from '../../../src/world.js';
import type { TriggerEvent } from '../../../src/world/events-api.js';
import { sound } from './samples.js';

/** Abilities that answer effects on objects that expressions name. */
const content = (effects: string, on: string, given = ''): string => `
meters: { health: { default: 9 } }
properties: { gold: {}, foe: { type: reference }, worth: {} }
roles: [hero]
timing: { players: side }
kinds:
  side: { faction: true, properties: [gold] }
  city: { node: true, properties: [worth] }
  unit: { attachesTo: [city], meters: [health], properties: [foe, worth] }
classes:
  scout:
    kind: unit
    groups: [{ name: a, scope: { include: target == source }, effects: ${effects} }]
  recruit: { kind: unit }
abilities:
  - name: bell
    class: rulebook
    on: ${on}
    do: [{ tell: heard, values: { subject: occurrence.subject, source: occurrence.source ${given} } }]
`;

const executors = ['compiled', 'reference'] as const;

/** A scout in the first of two cities, whose foe is in the second; what is told in one turn. */
function told(text: string): readonly unknown[] {
  const [one, other] = executors.map((executor) => {
    const world = createWorld(sound(text), { executor });
    const side = world.spawn({ kind: 'side' });
    const [here, there] = [0, 5].map((x) => world.spawn({ kind: 'city', place: { x, y: 0 } }));
    const foe = world.spawn({ kind: 'unit', place: { in: there }, values: { worth: 3 } });
    const scout = world.spawn({ class: 'scout', place: { in: here }, values: { foe, worth: 4 }, owner: side });
    const names = new Map<unknown, string>([
      [foe, 'foe'],
      [scout, 'scout'],
      [there, 'there'],
      [here, 'here'],
      [side, 'side'],
    ]);
    const found: unknown[] = [];
    world.triggers.hear((event: TriggerEvent) => {
      if (event.kind !== 'message') return;
      found.push(
        Object.fromEntries(
          Object.entries(event.message.values).map(([key, value]) => [
            key,
            key === 'amount' ? value : (names.get(value) ?? 'new'),
          ]),
        ),
      );
    });
    world.step();
    const units = world
      .query({ kind: 'unit' })
      .map((unit) => [
        names.get(unit) ?? 'new',
        world.get(unit, 'health'),
        world.get(unit, 'worth'),
        names.get(world.parentOf(unit) ?? 0),
        names.get(world.ownersOf(unit)[0] ?? 0),
      ]);
    return { found, units, hash: world.hash() };
  });
  expect(other).toEqual(one);
  return [one.found, one.units];
}

const foe = ['foe', 9, 3, 'there', undefined];
const scout = ['scout', 9, 4, 'here', 'side'];

describe('abilities answer an effect on an object that an expression names', () => {
  test('that loses a meter', () => {
    const effects = '[{ meter: health, add: -target.worth, on: source.foe }, { property: worth, add: 0 }]';
    expect(told(content(effects, '{ loses: health }', ', amount: occurrence.amount'))).toEqual([
      [{ subject: 'foe', source: 'scout', amount: 4 }],
      [['foe', 5, 3, 'there', undefined], scout],
    ]);
  });

  test('that is destroyed', () => {
    expect(told(content('[{ destroy: true, on: source.foe }]', '{ destroys: unit }'))).toEqual([
      // Who is gone has no handle.
      [{ source: 'scout' }],
      [scout],
    ]);
  });

  test('that is given away, or moved', () => {
    expect(
      told(content('[{ give: target.owner, on: source.foe }]', '{ gives: unit }', ', to: occurrence.target')),
    ).toEqual([[{ subject: 'foe', source: 'scout', to: 'side' }], [['foe', 9, 3, 'there', 'side'], scout]]);
    expect(
      told(content('[{ move: target.city, on: source.foe }]', '{ moves: unit }', ', to: occurrence.target')),
    ).toEqual([[{ subject: 'foe', source: 'scout', to: 'here' }], [['foe', 9, 3, 'here', undefined], scout]]);
  });

  test('at which something is created', () => {
    const effects = '[{ create: recruit, on: source.foe.city, initial: { worth: source.worth } }]';
    expect(told(content(effects, '{ creates: unit }', ', to: occurrence.target'))).toEqual([
      [expect.objectContaining({ source: 'scout', to: 'there' })],
      [foe, scout, ['new', 9, 4, 'there', undefined]],
    ]);
  });

  test('in lists: only where the conditions hold, and not where the object is none', () => {
    const effects = `[{ if: target.worth > 9, do: [{ destroy: true, on: source.foe }], else: [{ move: target.city, on: source.foe.foe }] }]`;
    expect(told(content(effects, '[{ destroys: unit }, { moves: unit }]'))).toEqual([[], [foe, scout]]);
  });
});

describe('a raised occurrence', () => {
  const withRaise = (on: string): string =>
    content(`[{ raise: hit, on: ${on}, values: { unit: target } }]`, 'hit')
      .replace(
        'classes:',
        'occurrences: { hit: { fields: { unit: unit }, subject: unit, do: [{ meter: health, add: -1 }] } }\nclasses:',
      )
      .replace('subject: occurrence.subject, source: occurrence.source', 'subject: occurrence.unit');

  test('is raised for each object whose expression names one', () => {
    expect(told(withRaise('source.foe'))).toEqual([[{ subject: 'scout' }], [foe, ['scout', 8, 4, 'here', 'side']]]);
    expect(told(withRaise('source.foe.foe'))).toEqual([[], [foe, scout]]);
  });
});
