import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ExecutorName, Handle, World } from '../../src/world/api.js';
import type { WhyNot } from '../../src/world/why-not-api.js';
import { createWorld } from '../../src/world.js';

type Of<Kind extends WhyNot['of']> = Extract<WhyNot, { readonly of: Kind }>;

/** The answer, which must be about what is meant, and which must not change the world. */
function ask<Kind extends WhyNot['of']>(
  world: World,
  of: Kind,
  ...asked: Parameters<World['questions']['whyNot']>
): Of<Kind> {
  const before = world.hash();
  const verdict = world.questions.whyNot(...asked);
  expect(world.hash()).toBe(before);
  expect(verdict.of).toBe(of);
  return verdict as Of<Kind>;
}

const siege = defineContent({
  meters: { walls: { default: 40 }, supplies: { reset: true, default: 0 } },
  properties: { watch: { default: 0 } },
  roles: ['capital', 'hero'],
  kinds: { city: { meters: ['walls', 'supplies'], properties: ['watch'] } },
  classes: {
    city: {
      kind: 'city',
      groups: [
        { name: 'stores', scope: { include: 'target == source' }, effects: [{ meter: 'supplies', add: 3 }] },
        {
          name: 'decay',
          scope: { include: 'target == source' },
          effects: [{ property: 'watch', add: 1 }],
        },
      ],
    },
  },
  triggers: [
    {
      name: 'beacon',
      when: ['capital.walls < 20', 'capital.supplies > 0'],
      subject: 'hero',
      do: [{ meter: 'walls', add: 5, direct: 'capital' }],
    },
    { name: 'alarm', when: 'capital.watch >= 2', do: [{ delay: 2 }, { tell: 'late' }] },
    { name: 'sleeping', when: 'capital.watch >= 1', disarmed: true, do: [{ tell: 'never' }] },
    { name: 'dawn', when: 'capital.watch >= 1', looks: 'rise', persistent: true, do: [{ tell: 'dawn' }] },
    {
      name: 'twice',
      when: 'time == 1 && capital.walls >= 30',
      persistent: true,
      do: [{ meter: 'walls', add: -6, direct: 'capital' }, { check: true }],
    },
  ],
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: why a trigger did not fire', (executor) => {
  function open(turns: number) {
    const world = createWorld(siege, { executor });
    const capital = world.spawn({ class: 'city', name: 'York' });
    const hero = world.spawn({ class: 'city', name: 'Ywain' });
    world.relations.setRole('capital', capital);
    world.relations.setRole('hero', hero);
    world.run(turns);
    return { world, capital, hero };
  }

  test('is asked when the sweep comes to it, with who wrote what it read', () => {
    const { world, capital, hero } = open(2);
    expect(ask(world, 'trigger', 'beacon')).toMatchObject({
      trigger: 'beacon',
      turn: 2,
      outcome: 'not true',
      looks: 'sweep',
      tests: 1,
      test: 1,
      depth: 1,
      armed: true,
      subject: hero,
      direct: null,
      fired: 0,
      writeCount: 0,
      clauses: [
        {
          part: 'when',
          text: 'capital.walls < 20',
          answer: 'false',
          reads: [
            { text: 'capital.walls', value: 28, object: capital, written: null, laterCount: 0 },
            { text: 'capital' },
          ],
        },
        {
          text: 'capital.supplies > 0',
          answer: 'true',
          reads: [{ written: { rule: 'city/stores', source: capital, phase: 'meters', before: 0, after: 3 } }, {}],
        },
      ],
    });
  });

  test('tells that it fired, and for whom, and what it wrote', () => {
    const { world, capital, hero } = open(0);
    world.set(capital, 'walls', 10);
    world.step();
    expect(ask(world, 'trigger', 'trigger beacon', hero)).toMatchObject({
      outcome: 'fired',
      fired: 1,
      writes: [{ rule: 'trigger beacon', object: capital, column: 'walls', before: 10, after: 15 }],
      // Its own actions write what it read.
      clauses: [{ reads: [{ value: 10, later: [{ rule: 'trigger beacon' }] }, {}] }, {}],
    });
    expect(ask(world, 'trigger', 'beacon', capital).outcome).toBe('other subject');
    world.step();
    expect(ask(world, 'trigger', 'beacon')).toMatchObject({ outcome: 'not armed', armed: false });
  });

  test('knows disarmed triggers, rises and delays', () => {
    const { world } = open(1);
    expect(ask(world, 'trigger', 'sleeping')).toMatchObject({ outcome: 'not armed', fired: 0 });
    expect(ask(world, 'trigger', 'dawn')).toMatchObject({ outcome: 'fired', depth: 0, wasTrue: false });
    expect(ask(world, 'trigger', 'alarm').outcome).toBe('not true');
    world.step();
    expect(ask(world, 'trigger', 'dawn')).toMatchObject({ outcome: 'no rise', wasTrue: true });
    expect(ask(world, 'trigger', 'alarm')).toMatchObject({ outcome: 'fired', delayed: [2] });
    world.step();
    expect(ask(world, 'trigger', 'alarm')).toMatchObject({ outcome: 'not armed', delayed: [1] });
  });

  test('counts the tests of a turn, and tells the nearest', () => {
    const { world } = open(1);
    // It checks twice, so sweeps nest; the third finds the walls too low.
    expect(ask(world, 'trigger', 'twice')).toMatchObject({ outcome: 'fired', tests: 3, fired: 2, test: 2, depth: 2 });
    expect(ask(world, 'trigger', 'beacon')).toMatchObject({ tests: 3, test: 3, depth: 3 });
    world.step();
    expect(ask(world, 'trigger', 'twice')).toMatchObject({ outcome: 'not true', tests: 1, fired: 0 });
  });
});

const fight = defineContent({
  meters: { life: { default: 5 } },
  properties: { shield: { type: 'boolean' }, brave: { default: 0 } },
  roles: ['guard', 'thief'],
  kinds: { unit: { meters: ['life'], properties: ['shield', 'brave'] } },
  classes: {
    knight: { kind: 'unit' },
    rogue: { kind: 'unit' },
    plague: {
      kind: 'unit',
      groups: [
        {
          name: 'cough',
          scope: { include: 'target.kind == unit && target != source' },
          effects: [{ meter: 'life', add: -1 }],
        },
      ],
    },
  },
  occurrences: {
    blow: {
      fields: { unit: 'unit', amount: 'number' },
      subject: 'unit',
      do: [{ meter: 'life', add: '-occurrence.amount' }],
    },
    feast: { fields: { unit: 'unit' }, subject: 'unit' },
  },
  abilities: [
    { name: 'truce', class: 'prevent', on: 'blow', where: 'occurrence.amount < 2' },
    {
      name: 'mail',
      class: 'reduction',
      carrier: { class: 'knight' },
      own: true,
      on: 'blow',
      if: 'self.brave > 3 && self.shield',
      do: [{ adjust: -1 }],
    },
    {
      name: 'rage',
      class: 'trait',
      carrier: { kind: 'unit' },
      at: 'after',
      on: 'blow',
      where: 'occurrence.unit == self',
      do: [{ property: 'brave', add: 2 }],
    },
    { name: 'song', class: 'trait', on: 'feast', do: [{ tell: 'song' }] },
    { name: 'fasting', class: 'prevent', on: 'feast' },
    { name: 'vow', class: 'delayed', carrier: 'created', on: 'blow', next: true, do: [{ tell: 'vow' }] },
    { name: 'charm', class: 'prevent', carrier: { class: 'rogue' }, own: true, on: { loses: 'life' } },
  ],
  triggers: [
    {
      name: 'fight',
      when: 'time > 0',
      persistent: true,
      do: [
        { raise: 'blow', values: { unit: 'guard', amount: '2' } },
        { raise: 'blow', values: { unit: 'thief', amount: '1' } },
      ],
    },
    { name: 'supper', when: 'time == 2', do: [{ raise: 'feast', values: { unit: 'thief' } }] },
  ],
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: why an ability did not answer', (executor) => {
  function open() {
    const world = createWorld(fight, { executor });
    const knight = world.spawn({ class: 'knight', name: 'Ywain' });
    const rogue = world.spawn({ class: 'rogue', name: 'Reynard' });
    world.relations.setRole('guard', knight);
    world.relations.setRole('thief', rogue);
    world.step();
    return { world, knight, rogue };
  }

  test('tells the clauses that failed, for the occurrence, with values and who wrote them later', () => {
    const { world, knight } = open();
    expect(ask(world, 'ability', 'mail', knight)).toMatchObject({
      outcome: 'not met',
      on: ['blow'],
      at: 'before',
      step: 'B',
      // The second blow is about another.
      considered: 2,
      answered: 0,
      occurrence: {
        type: 'blow',
        subject: knight,
        values: { unit: { value: knight, isObject: true }, amount: { value: 2 } },
      },
      source: knight,
      clauses: [
        {
          part: 'condition',
          text: 'self.brave > 3',
          answer: 'false',
          reads: [{ text: 'self.brave', value: 0, later: [{ rule: 'ability rage', source: knight, after: 2 }] }],
        },
        { part: 'condition', text: 'self.shield', answer: 'false' },
      ],
    });
  });

  test('tells that it answered', () => {
    const { world, knight, rogue } = open();
    expect(ask(world, 'ability', 'rage', knight)).toMatchObject({
      outcome: 'answered',
      answered: 1,
      writes: [{ object: knight, column: 'brave', before: 0, after: 2 }],
    });
    // The truce prevents the blow before.
    expect(ask(world, 'ability', 'rage', rogue)).toMatchObject({ outcome: 'not met' });
    expect(ask(world, 'ability', 'truce')).toMatchObject({ outcome: 'answered', considered: 2, answered: 1 });
  });

  test('tells what kept the occurrence from happening', () => {
    const { world, rogue } = open();
    world.step();
    expect(ask(world, 'ability', 'song')).toMatchObject({
      keptCount: 1,
      outcome: 'kept',
      occurrence: { type: 'feast' },
      kept: { how: 'negated', by: 'fasting', source: null, object: rogue },
    });
  });

  test.each([
    ['song', undefined, 'no occurrence', 0],
    ['vow', undefined, 'not created', 0],
    ['truce', 'knight', 'not carried', 2],
    ['mail', 'rogue', 'other subject', 2],
  ] as const)('%s of %s: %s', (ability, of, outcome, considered) => {
    const { world, knight, rogue } = open();
    const source: Handle | undefined = of && { knight, rogue }[of];
    expect(ask(world, 'ability', ability, source)).toMatchObject({ outcome, considered, clauses: [] });
  });

  test('a rule says who keeps its effects from happening', () => {
    const { world, knight, rogue } = open();
    const plague = world.spawn({ class: 'plague' });
    world.step();
    const whole = ask(world, 'rule', 'plague/cough', plague);
    expect(whole).toMatchObject({
      outcome: 'fired',
      targets: 2,
      keptCount: 1,
      kept: [{ how: 'negated', object: rogue, by: 'charm', source: rogue }],
      writes: [{ object: knight, column: 'life' }],
    });
    expect(ask(world, 'rule', 'plague/cough', plague, rogue)).toMatchObject({ outcome: 'negated', writeCount: 0 });
    expect(ask(world, 'rule', 'plague/cough', plague, knight)).toMatchObject({ outcome: 'fired', keptCount: 0 });
  });
});

describe('names', () => {
  const twice = defineContent({
    properties: { gold: {} },
    roles: ['king'],
    kinds: { city: { properties: ['gold'] } },
    triggers: [{ name: 'storm', when: 'king.gold > 3', do: [{ tell: 'a' }] }],
    occurrences: { rain: {} },
    abilities: [{ name: 'storm', class: 'trait', on: 'rain', do: [{ tell: 'b' }] }],
  });

  test('are qualified where several things have them', () => {
    const world = createWorld(twice);
    world.step();
    expect(() => world.questions.whyNot('storm')).toThrow(
      '2 things are called "storm"; ask about "trigger storm" or "ability storm"',
    );
    expect(world.questions.whyNot('trigger storm').of).toBe('trigger');
    expect(world.questions.whyNot('ability storm').of).toBe('ability');
    expect(() => world.questions.whyNot('trigger strom')).toThrow(/there is no rule, .*"trigger strom"; did you mean/);
    expect(() => world.questions.whyNot('gold')).toThrow(/is a meter or property without growth; use explain/);
  });
});

/** Players choose, and things lapse. */
const duel = defineContent({
  meters: { life: { default: 9 } },
  properties: { gold: { default: 1 } },
  roles: ['hero'],
  timing: { players: 'side' },
  kinds: { side: { faction: true, properties: ['gold'] }, unit: { meters: ['life'] } },
  classes: { knight: { kind: 'unit' } },
  occurrences: {
    blow: {
      fields: { unit: 'unit', amount: 'number' },
      subject: 'unit',
      do: [{ meter: 'life', add: '-occurrence.amount' }],
    },
  },
  abilities: [
    {
      name: 'parry',
      class: 'reaction',
      carrier: { kind: 'unit' },
      own: true,
      at: 'before',
      on: 'blow',
      do: [{ adjust: -1 }],
    },
    {
      name: 'dodge',
      class: 'reaction',
      carrier: { kind: 'unit' },
      own: true,
      at: 'before',
      on: 'blow',
      do: [{ adjust: -2 }],
    },
    {
      name: 'first blood',
      class: 'rulebook',
      on: 'blow',
      first: true,
      where: 'occurrence.amount > 1',
      do: [{ tell: 'first' }],
    },
    { name: 'luck', class: 'delayed', on: 'blow', next: true, do: [{ tell: 'luck' }] },
  ],
  triggers: [
    {
      name: 'fight',
      when: 'time > 0',
      persistent: true,
      do: [{ raise: 'blow', values: { unit: 'hero', amount: '5' } }],
    },
  ],
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: abilities among others', (executor) => {
  function open() {
    const world = createWorld(duel, { executor });
    const side = world.spawn({ kind: 'side', name: 'North' });
    const hero = world.spawn({ class: 'knight', owner: side, name: 'Ywain' });
    world.relations.setRole('hero', hero);
    return { world, hero };
  }

  test('an ability that another was preferred to', () => {
    const { world, hero } = open();
    // The dodge, and then nothing.
    world.events.answerWith(({ kind, options }) =>
      kind === 'react' ? options.findIndex(({ name }) => name === (options.length === 3 ? 'dodge' : 'pass')) : 0,
    );
    world.step();
    expect(world.get(hero, 'life')).toBe(6);
    expect(ask(world, 'ability', 'parry', hero)).toMatchObject({
      outcome: 'not chosen',
      step: 'C',
      answered: 0,
      instead: [{ ability: 'dodge', source: hero }],
    });
    expect(ask(world, 'ability', 'dodge')).toMatchObject({ outcome: 'answered', answered: 1, source: hero });
  });

  test('abilities that are used up', () => {
    const { world } = open();
    world.events.answerWith(({ options }) => options.length - 1);
    world.step();
    expect(ask(world, 'ability', 'luck')).toMatchObject({ outcome: 'answered' });
    world.step();
    expect(ask(world, 'ability', 'luck')).toMatchObject({ outcome: 'gone' });
  });
});

test.each<ExecutorName>(['compiled', 'reference'])('%s: a rule whose targets others had claimed', (executor) => {
  const scope = { include: 'target.kind == unit' };
  const program = defineContent({
    properties: { a: {}, late: { type: 'boolean' } },
    kinds: { unit: { properties: ['a', 'late'] } },
    classes: {
      unit: {
        kind: 'unit',
        groups: [
          {
            name: 'first',
            scope: { include: 'target == source && !target.late' },
            effects: [{ property: 'a', add: 1 }],
          },
          { name: 'second', scope, effects: [{ property: 'a', add: 10 }] },
        ],
      },
    },
  });
  // Native content has no claims; other formats do.
  const rules = program.rules.rules.map((rule) => ({ ...rule, claims: 1 }));
  const world = createWorld({ ...program, rules: { ...program.rules, rules } }, { executor });
  const [a, b] = [world.spawn({ class: 'unit' }), world.spawn({ class: 'unit' })];
  world.set(b, 'late', true);
  world.step();
  expect([world.get(a, 'a'), world.get(b, 'a')]).toEqual([1, 10]);
  expect(ask(world, 'rule', 'unit/second', a)).toMatchObject({
    outcome: 'fired',
    targets: 2,
    kept: [{ how: 'claimed', object: a, by: 'unit/first', source: a }],
    writes: [{ object: b }],
  });
  expect(ask(world, 'rule', 'unit/second', b)).toMatchObject({ outcome: 'claimed', keptCount: 2, writeCount: 0 });
  expect(ask(world, 'rule', 'unit/second', a, a)).toMatchObject({ outcome: 'claimed' });
});

test('a continuous effect is asked about by its condition', () => {
  const world = createWorld(
    defineContent({
      properties: { tired: { type: 'boolean' }, weak: { type: 'boolean' } },
      kinds: { beast: { properties: ['tired', 'weak'] } },
      occurrences: { rest: {} },
      continuous: [
        { name: 'slow', carrier: { kind: 'beast' }, while: 'self.tired', begin: [{ property: 'weak', set: true }] },
      ],
    }),
  );
  const bear = world.spawn({ kind: 'beast' });
  expect(ask(world, 'expression', 'slow', bear)).toMatchObject({
    outcome: 'false',
    clauses: [{ text: 'self.tired', answer: 'false' }],
  });
});
