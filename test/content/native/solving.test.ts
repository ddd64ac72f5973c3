import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { defineContent } from '../../../src/content/native/define.js';
import type { ContentSource } from '../../../src/content/native/schema.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { createWorld } from '../../../src/world.js';
import type { World } from '../../../src/world/api.js';
import { propertyRuns } from '../../support/choices.js';

/** The content of the expedition, with more of what modifiers may look at. */
const { content } = parse(readFileSync(new URL('../../../examples/expedition.yaml', import.meta.url), 'utf8')) as {
  readonly content: ContentSource;
};
const program = defineContent({
  ...content,
  variables: { ...content.variables, spirit: {}, company: { default: 1 } },
  kinds: {
    ...content.kinds,
    camp: {
      attachesTo: ['party'],
      variables: ['spirit'],
      modifiers: [{ variable: 'spirit', add: 'contents(self.party, climber).sum(c, c.warmth) - self.cold' }],
    },
    climber: { ...content.kinds?.climber, variables: ['hands', 'load', 'strength', 'pace', 'roped', 'company'] },
  },
  classes: {
    ...content.classes,
    whistle: {
      kind: 'gear',
      modifiers: [
        { others: { kind: 'climber' }, variable: 'company', add: 1, when: 'self.warmth > 4' },
        { others: { kind: 'camp' }, variable: 'spirit', multiply: 'default(self.cold, 1) + turn' },
      ],
    },
    letter: {
      kind: 'gear',
      modifiers: [
        { variable: 'company', add: 'self.climber.partner.strength / 4', when: 'self.climber.partner != null' },
        { others: { class: 'letter' }, variable: 'handsNeeded', set: 'self.climber.company', priority: 2 },
      ],
    },
  },
});

const [parties, climbers] = [2, 4];
const gear = ['ice axe', 'drill', 'sling', 'broken arm', 'rope', 'tent', 'whistle', 'letter'];
const names = [
  'terrain',
  'cold',
  'hands',
  'load',
  'strength',
  'pace',
  'roped',
  'company',
  'handsNeeded',
  'usable',
  'spirit',
];

type Act = (world: World) => void;

function pick(world: World, kind: string, number: number): number {
  const found = world.query({ kind });
  return found[number % found.length];
}

const number = fc.nat(1_000);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(number, number).map(
    ([a, b]): Act =>
      (world) =>
        void world.spawn({
          class: gear[a % gear.length],
          place: { in: pick(world, 'climber', b) },
          granted: a % 3 > 0,
        }),
  ),
  fc.tuple(number, number).map(
    ([a, b]): Act =>
      (world) => {
        world.move(pick(world, 'gear', a), b % 7 === 0 ? null : { in: pick(world, 'climber', b) });
      },
  ),
  fc.tuple(number, number).map(
    ([a, b]): Act =>
      (world) => {
        world.move(pick(world, 'climber', a), b % 7 === 0 ? null : { in: pick(world, 'party', b) });
      },
  ),
  fc.tuple(number, fc.constantFrom('gear', 'climber', 'party')).map(
    ([a, kind]): Act =>
      (world) => {
        world.variables.revoke(pick(world, kind, a));
      },
  ),
  fc.tuple(number, fc.constantFrom('gear', 'climber', 'party')).map(
    ([a, kind]): Act =>
      (world) => {
        world.variables.grant(pick(world, kind, a));
      },
  ),
  fc.tuple(number, fc.constantFrom('path', 'scree', 'ice', null)).map(
    ([a, terrain]): Act =>
      (world) => {
        world.set(pick(world, 'party', a), 'terrain', terrain);
      },
  ),
  fc.tuple(number, number).map(
    ([a, b]): Act =>
      (world) => {
        world.set(pick(world, 'climber', a), 'partner', b % 4 === 0 ? null : pick(world, 'climber', b));
      },
  ),
  fc.tuple(number, fc.constantFrom('weak', 'fair', 'strong')).map(
    ([a, fitness]): Act =>
      (world) => {
        world.set(pick(world, 'climber', a), 'fitness', fitness);
      },
  ),
  fc.tuple(number, number).map(
    ([a, b]): Act =>
      (world) => {
        world.set(pick(world, 'gear', a), 'weight', b / 10);
      },
  ),
  number.map(
    (a): Act =>
      (world) => {
        if (world.query({ kind: 'gear' }).length > 3) world.destroy(pick(world, 'gear', a));
      },
  ),
  fc.constant<Act>((world) => {
    world.step();
  }),
);

function open(executor: 'compiled' | 'reference'): World {
  const world = createWorld(program, { executor, reserve: { objects: 8 } });
  for (let i = 0; i < parties; i++) world.spawn({ kind: 'party' });
  for (let i = 0; i < climbers; i++) world.spawn({ kind: 'climber', place: { in: pick(world, 'party', i) } });
  for (const [i, name] of ['ice axe', 'drill', 'rope', 'letter'].entries())
    world.spawn({ class: name, place: { in: pick(world, 'climber', i) } });
  world.spawn({ kind: 'camp', place: { in: pick(world, 'party', 0) } });
  return world;
}

function valuesOf(world: World): readonly unknown[] {
  return world.query().flatMap((object) =>
    names.map((name) => {
      const has = world.questions.evaluate(`has(self.${name})`, { source: object });
      return has === true ? [object, name, world.get(object, name)] : [object, name];
    }),
  );
}

test('what is solved by what has changed is what is solved from nothing', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      const [compiled, reference] = [open('compiled'), open('reference')];
      for (const each of acts) {
        const before = compiled.hash();
        try {
          each(compiled);
        } catch (error) {
          expect(error).toMatchObject({ code: 'loop' });
          expect(error).toBeInstanceOf(EdictError);
          expect(compiled.hash()).toBe(before);
          continue;
        }
        each(reference);
        expect(valuesOf(compiled)).toEqual(valuesOf(reference));
      }
    }),
    propertyRuns(60),
  );
}, 60_000);
