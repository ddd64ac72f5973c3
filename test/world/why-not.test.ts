import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ExecutorName } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { profileRules } from '../../src/world/profile-world.js';

/** A newcomer's mistake: the meter is read before it is written in the turn. */
const supplies = defineContent({
  meters: { supplied: { reset: true, default: 0 }, health: { default: 5 } },
  properties: { range: { default: 3 }, ahead: { type: 'reference' }, lit: { type: 'boolean' } },
  kinds: { planet: { meters: ['supplied', 'health'], properties: ['range', 'ahead', 'lit'] }, moon: {} },
  classes: {
    world: {
      kind: 'planet',
      groups: [
        {
          name: 'growth',
          priority: 50,
          activation: ['source.supplied > 0 && source.health < 100', 'turn > 0'],
          scope: { include: 'target == source' },
          effects: [{ meter: 'health', add: 1 }],
        },
        {
          name: 'supply',
          priority: 200,
          scope: { include: 'target == source' },
          effects: [{ meter: 'supplied', add: 'source.range' }],
        },
        {
          name: 'hunger',
          scope: {
            include: 'target.kind == planet && target.health < 3 && target.range > 1',
            exclude: 'target == source',
          },
          effects: [{ property: 'range', add: 1 }],
        },
        {
          name: 'spread',
          priority: 300,
          activation: 'source.ahead.lit',
          scope: { include: 'target == source' },
          effects: [{ property: 'lit', set: true }],
        },
      ],
    },
    moon: { kind: 'moon' },
  },
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: why a rule did not fire', (executor) => {
  function open(turns = 1) {
    const world = createWorld(supplies, { executor });
    const [a, b, c] = [0, 1, 2].map((i) => world.spawn({ class: 'world', name: `w${String(i)}` }));
    world.set(b, 'ahead', a);
    world.set(c, 'ahead', b);
    world.set(a, 'lit', true);
    if (turns > 0) world.run(turns);
    return { world, a, b, c };
  }

  test('is asked within the turn, where explainRule asks between turns and finds nothing wrong', () => {
    const { world, a } = open();
    expect(world.get(a, 'health')).toBe(5);
    expect(world.questions.explainRule('world/growth', a)).toMatchObject({ active: true });
    const before = world.hash();
    const verdict = world.questions.whyNot('world/growth', a);
    expect(world.hash()).toBe(before);
    expect(verdict).toMatchObject({ outcome: 'not active', turn: 1, phase: 'meters', priority: 50, targets: 0 });
    expect(verdict.clauses.map(({ text, answer }) => [text, answer])).toEqual([
      ['source.supplied > 0', 'false'],
      ['source.health < 100', 'true'],
      ['turn > 0', 'true'],
    ]);
    const [supplied] = verdict.clauses[0].reads;
    expect(supplied).toMatchObject({
      text: 'source.supplied',
      value: 0,
      object: a,
      column: 'supplied',
      written: null,
      laterCount: 1,
      later: [{ rule: 'world/supply', source: a, phase: 'meters', priority: 200, before: 0, after: 3 }],
    });
  });

  test('knows what was written before, in later turns', () => {
    const { world, a } = open(2);
    const [{ reads }] = world.questions.whyNot('world/growth', a).clauses;
    expect(reads[0].written).toMatchObject({ rule: 'reset', phase: 'reset', priority: undefined, before: 3, after: 0 });
  });

  test('names the clauses of a scope for a target, and what leaves nobody in it', () => {
    const { world, a, b } = open();
    const onOther = world.questions.whyNot('world/hunger', a, b);
    expect(onOther).toMatchObject({ outcome: 'not in scope', targets: 0, scope: [] });
    expect(onOther.clauses.map(({ part, text, answer }) => [part, text, answer])).toEqual([
      ['include', 'target.kind == planet', 'true'],
      ['include', 'target.health < 3', 'false'],
      ['include', 'target.range > 1', 'true'],
      ['exclude', 'target == source', 'false'],
    ]);
    const onAny = world.questions.whyNot('world/hunger', a);
    expect(onAny).toMatchObject({ outcome: 'empty scope', clauses: [] });
    if (onAny.of !== 'rule') throw new Error('asked about a rule');
    expect(onAny.scope.map(({ text, left }) => [text, left])).toEqual([
      ['target.kind == planet', 3],
      ['target.health < 3', 0],
      ['target.range > 1', 0],
      ['target == source', 0],
    ]);
  });

  test('asks when it is the turn of a source, between those before it and those after', () => {
    const { world, b, c } = open();
    // Each lamp sees what the one before it did in this turn.
    expect(world.get(c, 'lit')).toBe(true);
    const verdict = world.questions.whyNot('world/spread', c);
    expect(verdict).toMatchObject({ outcome: 'fired', targets: 1, writeCount: 1 });
    if (verdict.of !== 'rule') throw new Error('asked about a rule');
    expect(verdict.writes).toMatchObject([{ object: c, column: 'lit', before: false, after: true }]);
    expect(verdict.clauses[0].reads).toMatchObject([
      { text: 'source.ahead.lit', value: true, object: b, column: 'lit', written: { rule: 'world/spread', source: b } },
      { text: 'source.ahead', value: b, isObject: true },
    ]);
  });

  test('says what kept an object from being a source', () => {
    const { world, a } = open();
    const moon = world.spawn({ class: 'moon' });
    const late = world.spawn({ class: 'world' });
    expect(world.questions.whyNot('world/growth', late).outcome).toBe('no such object');
    world.step();
    expect(world.questions.whyNot('world/growth', moon).outcome).toBe('not carried');
    expect(world.questions.whyNot('world/growth', late).outcome).toBe('not active');
    expect(() => world.questions.whyNot('world/grow', a)).toThrow(
      /there is no rule, .* or expression "world\/grow"; did you mean `world\/growth`/,
    );
  });

  test('asks between sources also where a rule keeps its results', () => {
    const scope = { include: 'target == source' };
    const world = createWorld(
      defineContent({
        meters: { health: { default: 5 } },
        kinds: { unit: { meters: ['health'] } },
        classes: {
          scout: {
            kind: 'unit',
            groups: [
              { name: 'heal', scope, effects: [{ meter: 'health', add: 1 }] },
              // Not finite for one that was healed twice.
              {
                name: 'boom',
                priority: 200,
                activation: 'source.health > 6.5',
                scope,
                effects: [{ meter: 'health', set: 'source.health * 1e308 * 1e10' }],
              },
            ],
          },
        },
      }),
      { executor },
    );
    const [, second] = [world.spawn({ class: 'scout' }), world.spawn({ class: 'scout' })];
    world.step();
    expect(world.questions.whyNot('scout/heal', second)).toMatchObject({
      outcome: 'fired',
      writes: [{ object: second, before: 5, after: 6 }],
    });
  });

  test('passes no limit that the turn itself kept', () => {
    const world = createWorld(
      defineContent({
        properties: { a: { default: 1 } },
        kinds: { x: { properties: ['a'] } },
        classes: {
          x: {
            kind: 'x',
            groups: [
              {
                name: 'leads',
                scope: { include: 'objects(x).filter(o, o.a > target.a).count() > 3 && target == source' },
                effects: [{ property: 'a', add: 1 }],
              },
            ],
          },
        },
      }),
      { executor, limits: { visitsPerTurn: executor === 'compiled' ? 5_000 : 1e9 } },
    );
    const [first] = Array.from({ length: 50 }, () => world.spawn({ class: 'x' }));
    const report = profileRules(world);
    world.step();
    expect(world.questions.whyNot('x/leads', first)).toMatchObject({ outcome: 'empty scope' });
    expect(report()).toMatchObject([{ state: 'empty scope' }]);
  });

  test('knows objects that the turn has destroyed', () => {
    const world = createWorld(
      defineContent({
        properties: { left: { default: 1 } },
        kinds: { fly: { properties: ['left'] } },
        classes: {
          fly: {
            kind: 'fly',
            groups: [
              { name: 'age', scope: { include: 'target == source' }, effects: [{ property: 'left', add: -1 }] },
              {
                name: 'die',
                priority: 200,
                activation: 'source.left <= 0',
                scope: { include: 'target == source' },
                effects: [{ destroy: true }],
              },
            ],
          },
        },
      }),
      { executor },
    );
    const fly = world.spawn({ class: 'fly' });
    world.step();
    expect(world.isLive(fly)).toBe(false);
    expect(world.questions.whyNot('fly/die', fly)).toMatchObject({ outcome: 'fired', targets: 1 });
    world.step();
    expect(() => world.questions.whyNot('fly/die', fly)).toThrow(/object/);
  });

  test('needs a turn', () => {
    const { world, a } = open(0);
    expect(() => world.questions.whyNot('world/growth', a)).toThrow(/no turn has run .* run one, then ask why a rule/);
  });
});
