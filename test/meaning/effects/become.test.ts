import { describe, expect, test } from 'vitest';
import type { Program, Rule } from '../../../src/ir/rule.js';
import { defineContent } from '../../../src/content/native/define.js';
import type { EffectSource, GroupSource } from '../../../src/content/native/schema.js';
import { createWorld } from '../../../src/world.js';
import type { Handle, World } from '../../../src/world/api.js';

function contentOf(groups: readonly GroupSource[]): Program {
  return defineContent({
    enumerations: { skill: ['sails', 'oars', 'guns'] },
    roles: ['flagship', 'port'],
    meters: { hull: { default: 5 }, speed: { default: 2 } },
    properties: {
      skills: { type: 'set', of: 'skill' },
      crew: { type: 'integer', default: 10 },
      wish: { type: 'class' },
      gold: {},
    },
    variables: { might: {} },
    kinds: {
      player: { faction: true, properties: ['gold'] },
      ship: { meters: ['hull', 'speed'], properties: ['skills', 'crew', 'wish'], variables: ['might'] },
      town: { properties: ['crew', 'wish'] },
      law: { ownership: 'none' },
    },
    classes: {
      sloop: { kind: 'ship', initial: { hull: 7, skills: ['sails'] }, modifiers: [{ variable: 'might', add: 1 }] },
      galley: {
        kind: 'ship',
        initial: { hull: 20, crew: 50, skills: ['oars', 'guns'] },
        modifiers: [{ variable: 'might', add: 3 }],
      },
      harbour: { kind: 'town' },
      law: { kind: 'law', groups: [...groups] },
    },
  });
}

interface Scene {
  readonly world: World;
  readonly law: Handle;
  /** Class, hull, speed, crew and skills. */
  shown(object: Handle): readonly unknown[];
}

describe.each(['compiled', 'reference'] as const)('%s:', (executor) => {
  function scene(...groups: readonly GroupSource[]): Scene {
    const world = createWorld(contentOf(groups), { executor });
    const law = world.spawn({ class: 'law' });
    return {
      world,
      law,
      shown: (object) => [
        world.describe(object).class,
        ...['hull', 'speed', 'crew'].map((name) => world.get(object, name)),
        world.relations.wordsOf(object, 'skills'),
      ],
    };
  }
  const onShips = (...effects: readonly EffectSource[]): Scene =>
    scene({ scope: { include: 'target.kind == ship' }, effects: [...effects] });

  describe('the effect become', () => {
    test('gives an object another class, and leaves everything else as it is', () => {
      const { world, shown } = onShips({ become: 'galley' });
      const sloop = world.spawn({ class: 'sloop', name: 'Wasp', values: { speed: 9 } });
      world.step();
      expect(shown(sloop)).toEqual(['galley', 7, 9, 10, ['sails']]);
      expect(world.describe(sloop).name).toBe('Wasp');
    });

    test('gives what it renews the first values of the new class, or its own', () => {
      const { world, shown } = onShips({ become: 'galley', renew: ['hull', 'speed', 'skills'] });
      const [sloop, raft] = [
        world.spawn({ class: 'sloop', values: { speed: 9 }, holdings: { skills: ['sails', 'guns'] } }),
        world.spawn({ kind: 'ship' }),
      ];
      world.step();
      for (const ship of [sloop, raft]) expect(shown(ship)).toEqual(['galley', 20, 2, 10, ['oars', 'guns']]);
    });

    test('empties a set of which the new class says nothing', () => {
      const { world } = scene({
        scope: { include: 'target.kind == ship' },
        effects: [
          { become: 'galley', renew: ['skills'] },
          { hold: 'sails', in: 'skills', to: false },
        ],
      });
      const ship = world.spawn({ kind: 'ship', holdings: { skills: ['sails', 'oars', 'guns'] } });
      world.step();
      expect(world.relations.wordsOf(ship, 'skills')).toEqual(['oars', 'guns']);
    });

    test('renews an object of the class that it is of already', () => {
      const { world, shown } = onShips({ become: 'target.class', renew: ['hull', 'crew'] });
      const galley = world.spawn({ class: 'galley', values: { hull: 1, crew: 1 } });
      world.step();
      expect(shown(galley)).toEqual(['galley', 20, 2, 50, ['oars', 'guns']]);
    });

    test('passes over what is of another kind, none and what is absent, which do not use up a stacking number', () => {
      const { world } = scene({
        scope: { include: 'target.kind == ship || target.kind == town' },
        effects: [
          { become: 'target.wish', renew: ['crew'], stacking: 7 },
          { property: 'crew', add: 1, stacking: 7 },
        ],
      });
      const objects = [
        world.spawn({ kind: 'ship' }),
        world.spawn({ kind: 'ship', values: { wish: 'harbour' } }),
        world.spawn({ kind: 'town', values: { wish: 'galley' } }),
        world.spawn({ kind: 'town', values: { wish: 'harbour' } }),
      ];
      world.step();
      expect(objects.map((object) => [world.describe(object).class, world.get(object, 'crew')])).toEqual([
        [null, 11],
        [null, 11],
        [null, 11],
        ['harbour', 10],
      ]);
    });

    test('is seen by what comes after it in the turn, and by variables', () => {
      const { world, shown } = scene(
        {
          priority: 1,
          scope: { include: 'target.class == sloop' },
          effects: [
            { become: 'galley', renew: ['skills'] },
            { property: 'crew', add: 'target.class == galley ? 5 : 100' },
          ],
        },
        {
          priority: 2,
          activation: 'objects(ship).exists(s, s.class == galley)',
          scope: { include: 'target.class == galley && guns in target.skills' },
          effects: [{ property: 'crew', add: 1 }],
        },
        { priority: 3, scope: { include: 'target.class == sloop' }, effects: [{ property: 'crew', set: -1 }] },
      );
      const ship = world.spawn({ class: 'sloop' });
      expect(world.get(ship, 'might')).toBe(1);
      world.step();
      expect(shown(ship)).toEqual(['galley', 7, 2, 16, ['oars', 'guns']]);
      expect(world.get(ship, 'might')).toBe(3);
    });

    test('carries the rules of its new class, and no longer those of the old, from the next rule on', () => {
      const { rules, ...program } = contentOf([
        { scope: { include: 'target.kind == ship' }, effects: [{ become: 'galley' }] },
      ]);
      const [rule] = rules.rules;
      const [becoming] = rule.effects;
      if (becoming.kind !== 'become') throw new Error(`it is a ${becoming.kind}`);
      const crew = program.model.columnByName.get('crew')?.index ?? 0;
      const renewing = (name: string, index: number): Rule => ({
        ...rule,
        index,
        name: `${name}/own`,
        carrier: { by: 'class', class: program.model.classByName.get(name)?.index ?? 0 },
        effects: [{ ...becoming, recipient: 'source', columns: [crew] }],
        writes: [crew],
      });
      const crewAfter = (...names: readonly string[]): unknown => {
        const world = createWorld(
          {
            ...program,
            rules: {
              ...rules,
              rules: [{ ...rule, effects: [becoming] }, ...names.map((name, i) => renewing(name, i + 1))],
            },
          },
          { executor },
        );
        world.spawn({ class: 'law' });
        const ship = world.spawn({ class: 'sloop', values: { crew: 3 } });
        world.step();
        return world.get(ship, 'crew');
      };
      expect([crewAfter('sloop'), crewAfter('galley')]).toEqual([3, 50]);
    });

    test('is explained as a write of each value that it renews', () => {
      const { world } = onShips({ become: 'galley', renew: ['hull'], label: 'Refit' });
      const ship = world.spawn({ class: 'sloop' });
      world.step();
      expect(world.explain(ship, 'hull').steps).toMatchObject([
        expect.objectContaining({ label: 'Refit', before: 7, after: 20 }),
      ]);
    });
  });

  describe('first words of a class', () => {
    test('are held by what effects create and hosts spawn; words that the host gives stand in their place', () => {
      const { world } = scene({ scope: { include: 'target.kind == town' }, effects: [{ create: 'galley' }] });
      world.spawn({ kind: 'town' });
      const given = world.spawn({ class: 'galley', holdings: { skills: ['sails'] } });
      const spawned = world.spawn({ class: 'galley' });
      world.step();
      const created = world.query({ kind: 'ship' }).filter((ship) => ship !== given && ship !== spawned);
      expect([given, spawned, ...created].map((ship) => world.relations.wordsOf(ship, 'skills'))).toEqual([
        ['sails'],
        ['oars', 'guns'],
        ['oars', 'guns'],
      ]);
    });
  });

  describe('the effect bind', () => {
    const bound = (world: World, role: string): unknown => world.questions.evaluate(`role('${role}')`);

    test('binds a role to an object or to nobody', () => {
      const { world, law } = scene(
        {
          activation: 'turn == 1',
          scope: { include: 'target.kind == ship' },
          effects: [
            { bind: 'flagship', to: 'target' },
            { bind: 'port', to: 'source' },
          ],
        },
        { activation: 'turn == 2', scope: { include: 'target == source' }, effects: [{ bind: 'flagship', to: null }] },
      );
      const ship = world.spawn({ kind: 'ship' });
      world.step();
      expect([bound(world, 'flagship'), bound(world, 'port')]).toEqual([ship, law]);
      world.step();
      expect([bound(world, 'flagship'), bound(world, 'port')]).toEqual([undefined, law]);
    });

    test('of several targets binds the last, and is seen by what comes after it', () => {
      const { world } = scene(
        { priority: 1, scope: { include: 'target.kind == ship' }, effects: [{ bind: 'flagship', to: 'target' }] },
        { priority: 2, scope: { include: "target == role('flagship')" }, effects: [{ property: 'crew', set: 99 }] },
      );
      const ships = [1, 2, 3].map(() => world.spawn({ kind: 'ship' }));
      world.step();
      expect(ships.map((ship) => world.get(ship, 'crew'))).toEqual([10, 10, 99]);
    });

    test('an object that is absent unbinds', () => {
      const { world } = scene({
        scope: { include: 'target.kind == town' },
        effects: [{ bind: 'port', to: "role('flagship')" }],
      });
      const town = world.spawn({ kind: 'town' });
      world.relations.setRole('port', town);
      world.step();
      expect(bound(world, 'port')).toBeUndefined();
    });
  });
});
