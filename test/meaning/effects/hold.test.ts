import { describe, expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import { follow } from '../../../src/eval/ops/object-links.js';
import type { Effect, Program } from '../../../src/ir/rule.js';
import { defineContent } from '../../../src/content/native/define.js';
import type { EffectSource, GroupSource } from '../../../src/content/native/schema.js';
import { createWorld } from '../../../src/world.js';
import type { Handle, World } from '../../../src/world/api.js';
import type { SpawnOptions } from '../../../src/world/spawn-api.js';
import { none, target } from '../../support/nodes.js';

/** More words than fit 32 bits. */
const techs = Array.from({ length: 40 }, (_, i) => `t${i + 1}`);

function contentOf(groups: readonly GroupSource[]): Program {
  return defineContent({
    enumerations: { tech: techs },
    properties: { techs: { type: 'set', of: 'tech' }, subject: { type: 'tech' }, gold: {}, rank: { type: 'integer' } },
    variables: { might: {} },
    kinds: {
      player: {
        faction: true,
        properties: ['techs', 'gold'],
        variables: ['might'],
        modifiers: [{ variable: 'might', add: 't33 in self.techs ? 5 : 1' }],
      },
      city: { properties: ['techs', 'subject', 'rank'] },
      rock: { properties: ['rank'] },
      law: { ownership: 'none', properties: ['techs'] },
    },
    classes: { law: { kind: 'law', groups: [...groups] } },
  });
}

interface Scene {
  readonly world: World;
  readonly law: Handle;
  add(kind: string, options?: SpawnOptions): Handle;
  held(object: Handle): readonly string[];
}

describe.each(['compiled', 'reference'] as const)('the effect hold, %s', (executor) => {
  function sceneOf(program: Program): Scene {
    const world = createWorld(program, { executor });
    const law = world.spawn({ class: 'law' });
    return {
      world,
      law,
      add: (kind, options = {}) => world.spawn({ kind, ...options }),
      held: (object) => world.relations.wordsOf(object, 'techs'),
    };
  }
  const scene = (...groups: readonly GroupSource[]): Scene => sceneOf(contentOf(groups));
  const onCities = (...effects: readonly EffectSource[]): Scene =>
    scene({ scope: { include: 'target.kind == city' }, effects: [...effects] });

  test('puts words into a set and takes them out, as its condition says of each', () => {
    const { world, add, held } = onCities(
      { hold: 't32', in: 'techs' },
      { hold: 't33', in: 'techs', to: 'target.rank > 1' },
      { hold: 't1', in: 'techs', to: false },
    );
    const [low, high] = [1, 2].map((rank) =>
      add('city', { values: { rank }, holdings: { techs: ['t1', 't33', 't40'] } }),
    );
    const bystander = add('player', { holdings: { techs: ['t1'] } });
    world.step();
    expect([low, high, bystander].map(held)).toEqual([['t32', 't40'], ['t32', 't33', 't40'], ['t1']]);
  });

  test('takes its word from an expression; of none or of what is absent nothing happens', () => {
    const { world, add, held } = onCities(
      { hold: 'target.subject', in: 'techs' },
      { hold: 'source.subject', in: 'techs' },
    );
    const [taught, untaught] = ['t7', null].map((subject) => add('city', { values: { subject } }));
    world.step();
    expect([taught, untaught].map(held)).toEqual([['t7'], []]);
  });

  test('passes over what has no such set, and an absent condition, which do not use up a stacking number', () => {
    const { world, add } = scene({
      scope: { include: 'target.kind == rock || target.kind == city' },
      effects: [
        { hold: 't1', in: 'techs', to: 'distance(source, target) > 1', stacking: 7 },
        { hold: 'target.kind == rock ? t2 : null', in: 'techs', stacking: 7 },
        { property: 'rank', add: 1, stacking: 7 },
      ],
    });
    const objects = ['rock', 'city'].map((kind) => add(kind));
    world.step();
    expect(objects.map((object) => world.get(object, 'rank'))).toEqual([1, 1]);
    expect(world.relations.wordsOf(objects[1], 'techs')).toEqual([]);
  });

  test('uses up its stacking number though the word is held already', () => {
    const { world, add } = onCities(
      { hold: 't1', in: 'techs', stacking: 7 },
      { property: 'rank', add: 1, stacking: 7 },
    );
    const city = add('city', { holdings: { techs: ['t1'] } });
    world.step();
    expect(world.get(city, 'rank')).toBe(0);
  });

  test('fires on empires, each once, and on the source', () => {
    const { world, law, add, held } = onCities(
      { hold: 't3', in: 'techs', on: 'empires' },
      { hold: 't4', in: 'techs', on: 'source' },
    );
    const [a, b] = [add('player'), add('player')];
    const cities = [a, a].map((owner) => add('city', { owner }));
    world.step();
    expect([a, b, ...cities, law].map(held)).toEqual([['t3'], [], [], [], ['t4']]);
  });

  test('is seen by what comes after it in the turn: scopes, activations, amounts and variables', () => {
    const { world, add, held } = scene(
      {
        priority: 1,
        scope: { include: 'target.kind == player' },
        effects: [
          { hold: 't33', in: 'techs' },
          { property: 'gold', add: 't33 in target.techs ? 10 : 100' },
        ],
      },
      {
        priority: 2,
        activation: 'objects(player).exists(p, t33 in p.techs)',
        scope: { include: 'target.kind == player && t33 in target.techs' },
        effects: [{ property: 'gold', add: 1 }],
      },
      {
        priority: 3,
        scope: { include: 'target.kind == player' },
        effects: [{ hold: 't33', in: 'techs', to: 'turn < 3' }],
      },
      {
        priority: 4,
        scope: { include: 'target.kind == player && !(t33 in target.techs)' },
        effects: [{ property: 'gold', set: -1 }],
      },
    );
    const player = add('player');
    const seen = (): readonly unknown[] => [
      world.get(player, 'gold'),
      held(player),
      world.variables.typed(player, 'might'),
    ];
    expect(world.get(player, 'might')).toBe(1);
    world.run(2);
    expect(seen().slice(0, 2)).toEqual([22, ['t33']]);
    expect(world.get(player, 'might')).toBe(5);
    world.step();
    expect(seen().slice(0, 2)).toEqual([-1, []]);
    expect(world.get(player, 'might')).toBe(1);
  });

  test('lets one source see what the source before it did', () => {
    const { world, add, held } = scene({
      scope: { include: ['target.kind == city && t1 in target.techs'], exclude: 'false' },
      effects: [
        { hold: 't2', in: 'techs' },
        { hold: 't1', in: 'techs', to: false },
        { property: 'rank', add: 1 },
      ],
    });
    world.spawn({ class: 'law' });
    const city = add('city', { holdings: { techs: ['t1'] } });
    world.step();
    expect([held(city), world.get(city, 'rank')]).toEqual([['t2'], 1]);
  });

  test('changes the set of another object where the effect names one', () => {
    const program = contentOf([{ scope: { include: 'target.kind == city' }, effects: [{ hold: 't5', in: 'techs' }] }]);
    const heldBy = (holder: Effect & { readonly kind: 'hold' }): Program => ({
      ...program,
      rules: { ...program.rules, rules: program.rules.rules.map((rule) => ({ ...rule, effects: [holder] })) },
    });
    const [effect] = program.rules.rules[0].effects;
    if (effect.kind !== 'hold') throw new Error('it is another effect');
    const owners = sceneOf(heldBy({ ...effect, holder: makeNode(follow, { relation: 'owner', kind: 0 }, target) }));
    const player = owners.add('player');
    const cities = [player, undefined].map((owner) => owners.add('city', owner === undefined ? {} : { owner }));
    owners.world.step();
    expect([player, ...cities].map(owners.held)).toEqual([['t5'], [], []]);
    const nobody = sceneOf(heldBy({ ...effect, holder: none }));
    const city = nobody.add('city');
    nobody.world.step();
    expect(nobody.held(city)).toEqual([]);
  });

  test('is in snapshots and forks like any other change', () => {
    const { world, add, held } = onCities({ hold: 't9', in: 'techs', to: 'turn == 1' });
    const city = add('city');
    const start = world.snapshot();
    world.step();
    const fork = world.fork();
    world.step();
    expect([fork.relations.wordsOf(city, 'techs'), held(city)]).toEqual([['t9'], []]);
    fork.step();
    expect(fork.hash()).toBe(world.hash());
    world.restore(start);
    world.step();
    expect(held(city)).toEqual(['t9']);
  });
});
