import { describe, expect, test } from 'vitest';
import { surveyed } from '../../src/ask/survey.js';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { World } from '../../src/world/api.js';
import type { Override, SweepOptions } from '../../src/world/questions-api.js';
import { createWorld } from '../../src/world.js';

const program = defineContent({
  enumerations: { tech: ['bronze', 'iron', 'steel'] },
  properties: {
    techs: { type: 'set', of: 'tech' },
    gold: { type: 'number', default: 2 },
    fertility: { type: 'number', default: 1 },
    open: { type: 'boolean', default: true },
  },
  kinds: {
    system: { node: true },
    realm: {
      faction: true,
      properties: ['techs', 'gold'],
      flags: { armed: 'iron in self.techs || steel in self.techs' },
    },
    city: { attachesTo: ['system'], properties: ['fertility', 'open'] },
  },
  connections: { market: { from: 'realm', to: 'city', steps: [{ owned: 'city' }, { having: 'open' }] } },
  classes: {
    forge: { kind: 'city', requires: ['iron in self.techs', 'self.gold >= 5 && owned(self, city).count() > 1'] },
    mill: { kind: 'city', requires: 'self.gold > 1' },
    camp: { kind: 'city', requires: { of: 'city', all: ['available(self, mill)', 'self.owner.armed'] } },
  },
  expressions: {
    harvest: { of: 'realm', is: 'owned(self, city).sum(c, c.fertility)' },
    crowd: { of: 'system', is: 'attached(self, city).count()' },
    stalls: { of: 'realm', is: 'market(self).count()' },
    gilded: { of: 'realm', is: 'self.gold > 4' },
  },
});

function open(executor: 'compiled' | 'reference' = 'compiled') {
  const world: World = createWorld(program, { executor });
  const [north, south] = [0, 1].map((x) => world.spawn({ kind: 'system', place: { x, y: 0 } }));
  const [red, blue] = ['Red', 'Blue'].map((name) => world.spawn({ kind: 'realm', name }));
  const [a, b] = [3, 4].map((fertility) =>
    world.spawn({ kind: 'city', owner: red, place: { in: north }, values: { fertility } }),
  );
  return { world, north, south, red, blue, a, b };
}

/** What is asked leaves the world as it was. */
function untouched<Result>(world: World, act: () => Result): Result {
  const before = world.hash();
  const result = act();
  expect(world.hash()).toBe(before);
  return result;
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof EdictError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe.each(['compiled', 'reference'] as const)('an overlay of the %s executor', (executor) => {
  test('is seen by whatever derives from what it says, and by nothing else', () => {
    const { world, north, south, red, blue, a } = open(executor);
    untouched(world, () => {
      expect(world.questions.ask('harvest', red)).toBe(7);
      expect(world.questions.whatIf([{ object: a, column: 'fertility', value: 10 }]).ask('harvest', red)).toBe(14);
      expect([...world.questions.whatIf([{ object: a, owner: blue }]).askAll('harvest', [red, blue])]).toEqual([4, 3]);
      expect([
        ...world.questions.whatIf([{ object: a, place: { in: south } }]).askAll('crowd', [north, south]),
      ]).toEqual([1, 1]);
      expect([
        ...world.questions
          .whatIf([
            { object: a, owner: null },
            { object: a, column: 'fertility', value: 9 },
          ])
          .askAll('harvest', [red, blue]),
      ]).toEqual([4, 0]);
      expect([...world.questions.askAll('crowd', [north, south])]).toEqual([2, 0]);
    });
  });

  test('takes the first of several overrides of one fact', () => {
    const { world, red } = open(executor);
    untouched(world, () => {
      const gold = (value: number): Override => ({ object: red, column: 'gold', value });
      expect(world.questions.whatIf([gold(9), gold(1)]).ask('gilded', red)).toBe(true);
      const iron = (value: boolean): Override => ({ object: red, holding: 'techs', word: 'iron', value });
      expect(world.questions.whatIf([iron(true), iron(false)]).evaluate('self.armed', red)).toBe(true);
    });
  });

  test('answers four ways, and tells of what changes alone', () => {
    const { world, red, blue } = open(executor);
    world.set(blue, 'gold', 8);
    untouched(world, () => {
      const rich = world.questions.whatIf([{ object: red, column: 'gold', value: 9 }]);
      expect(rich.answers([red, blue], ['gilded']).map(({ answer }) => answer)).toEqual(['becomes true', 'stays true']);
      const poor = world.questions.whatIf([{ object: blue, column: 'gold', value: 0 }]);
      expect(poor.answers([red, blue], ['gilded', 'harvest']).map(({ answer }) => answer)).toEqual([
        'stays false',
        'becomes false',
        undefined,
        undefined,
      ]);
      expect(rich.changes([red, blue])).toEqual([
        { expression: 'gilded', object: red, before: false, after: true, answer: 'becomes true' },
      ]);
      expect(
        world.questions.whatIf([{ object: red, holding: 'techs', word: 'iron', value: true }]).changes([red, blue]),
      ).toEqual([]);
    });
  });

  test('supposes what is derived, which what it derives from does not hear', () => {
    const { world, red, a } = open(executor);
    untouched(world, () => {
      const armed = world.questions.whatIf([
        { object: red, question: 'armed', value: true },
        { object: red, available: 'mill', value: true },
      ]);
      expect(armed.evaluate('self.owner.armed', a)).toBe(true);
      expect(armed.evaluate('iron in self.techs', red)).toBe(false);
      expect(world.questions.enabled('camp', a)).toEqual({
        enabled: false,
        failing: ['available(self, mill)', 'self.owner.armed'],
      });
      expect(world.questions.enabled('camp', a, [{ object: red, question: 'armed', value: true }])).toEqual({
        enabled: false,
        failing: ['available(self, mill)'],
      });
      expect(
        world.questions.enabled('camp', a, [
          { object: red, question: 'armed', value: true },
          { object: red, available: 'mill', value: true },
        ]).enabled,
      ).toBe(true);
    });
  });

  test('is the world as it is at each question', () => {
    const { world, red, a } = open(executor);
    const fertile = world.questions.whatIf([{ object: a, column: 'fertility', value: 10 }]);
    expect(fertile.ask('harvest', red)).toBe(14);
    const more = world.spawn({ kind: 'city', owner: red, values: { fertility: 100 } });
    expect(fertile.ask('harvest', red)).toBe(114);
    world.destroy(more);
    world.destroy(a);
    expect(refusal(() => fertile.ask('harvest', red))).toMatch(/stale|gone|no longer/);
    expect(world.questions.ask('harvest', red)).toBe(4);
  });

  test('knows what a host has written into the columns', () => {
    const { world, red, a } = open(executor);
    expect(world.questions.ask('stalls', red)).toBe(2);
    const values = world.ecs().columns.get('open')?.value;
    if (values === undefined) throw new Error('the view has no such column');
    values[world.describe(a).id] = 0;
    world.ecs().changed('open');
    expect(world.questions.ask('stalls', red)).toBe(1);
    values[world.describe(a).id] = 1;
    world.ecs().changed('open');
    const stalls = world.questions.survey().filter(({ expression }) => expression.name === 'stalls');
    expect(stalls.map((column) => [surveyed(column, 0), surveyed(column, 1)])).toEqual([[2, 0]]);
  });

  test('may be asked within a change where nothing must be solved', () => {
    const { world, south, red, a } = open(executor);
    world.variables.change(() => {
      expect(
        world.questions
          .whatIf([
            { object: a, place: { in: south } },
            { object: a, column: 'fertility', value: 50 },
          ])
          .ask('harvest', red),
      ).toBe(54);
    });
  });

  test('may be asked within a turn', () => {
    const { world, red, a } = open(executor);
    const heard: unknown[] = [];
    world.addSystem({
      name: 'asker',
      phase: 'host',
      run: (now) => {
        heard.push(
          now.questions.whatIf([{ object: a, column: 'fertility', value: 50 }]).ask('harvest', red),
          now.questions.ask('harvest', red),
        );
      },
    });
    world.step();
    expect(heard).toEqual([54, 7]);
    expect(world.get(a, 'fertility')).toBe(3);
  });
});

describe('requirements', () => {
  test('name the clauses that fail, and are found by the facts that they read', () => {
    const { world, red } = open();
    expect(world.questions.enabled('forge', red)).toEqual({
      enabled: false,
      failing: ['iron in self.techs', 'self.gold >= 5'],
    });
    world.set(red, 'gold', 6);
    world.relations.setWord(red, 'techs', 'iron', true);
    expect(world.questions.enabled('forge', red)).toEqual({ enabled: true, failing: [] });
    expect(world.questions.unlockedBy({ holding: 'techs', word: 'iron' })).toEqual(['forge', 'camp']);
    expect(world.questions.unlockedBy({ holding: 'techs', word: 'bronze' })).toEqual([]);
    expect(world.questions.unlockedBy({ column: 'gold' })).toEqual(['forge', 'mill']);
    expect(world.questions.unlockedBy({ available: 'mill' })).toEqual(['camp']);
    expect(world.questions.unlockedBy({ question: 'armed' })).toEqual(['camp']);
  });
});

describe('what is refused', () => {
  const { world, red, a, north } = open();
  test.each<[string, () => unknown, RegExp]>([
    [
      'an unknown expression',
      () => world.questions.ask('harvst', red),
      /there is no expression "harvst"; did you mean `harvest`\?/,
    ],
    [
      'an object of another kind',
      () => world.questions.ask('harvest', a),
      /is asked of a realm, but object \d+ is a city/,
    ],
    [
      'a thing without requirements',
      () => world.questions.enabled('forg', red),
      /no requirements are stated of "forg"; did you mean `forge`\?/,
    ],
    [
      'an unknown question',
      () => world.questions.whatIf([{ object: red, question: 'armd', value: true }]),
      /there is no question "armd"; did you mean `armed`\?/,
    ],
    [
      'an unknown word',
      () => world.questions.whatIf([{ object: red, holding: 'techs', word: 'irn', value: true }]),
      /there is no word of tech "irn"; did you mean `iron`\?/,
    ],
    [
      'a set as a column',
      () => world.questions.whatIf([{ object: red, column: 'techs', value: true }]),
      /no meter or property "techs"; it is a set: .* \{ holding, word \} in an override/,
    ],
    [
      'a flag as a column',
      () => world.questions.whatIf([{ object: red, column: 'armed', value: true }]),
      /no meter or property "armed"; it follows from other things: .* \{ question \} in an override/,
    ],
    ['a set as a column that is a fact', () => world.questions.unlockedBy({ column: 'techs' }), /it is a set/],
    [
      'a set that the kind lacks',
      () => world.questions.whatIf([{ object: a, holding: 'techs', word: 'iron', value: true }]),
      /is a city, which holds no techs/,
    ],
    [
      'a property that the kind lacks',
      () => world.questions.whatIf([{ object: red, column: 'fertility', value: 1 }]),
      /is a realm, which has no fertility/,
    ],
    [
      'a value that does not fit',
      () => world.questions.whatIf([{ object: red, column: 'gold', value: 'much' }]),
      /gold cannot be "much"; give a finite number/,
    ],
    [
      'an answer that does not fit',
      () => world.questions.whatIf([{ object: red, question: 'armed', value: 3 }]),
      /armed of object \d+ cannot be 3; give true or false/,
    ],
    [
      'an owner that cannot own',
      () => world.questions.whatIf([{ object: a, owner: north }]),
      /is not a faction; only factions own/,
    ],
    [
      'a place where it cannot be',
      () => world.questions.whatIf([{ object: a, place: { in: red } }]),
      /cannot be attached/,
    ],
    [
      'availability of what is no faction',
      () => world.questions.whatIf([{ object: a, available: 'mill', value: true }]),
      /is not a faction/,
    ],
    [
      'a word of a question without words',
      () => world.questions.whatIf([{ object: red, question: 'armed', word: 'x', value: true }]),
      /takes no word/,
    ],
    [
      'an override of nothing',
      () => world.questions.whatIf([{ object: red } as unknown as Override]),
      /has none of question, column, holding, available, owner and place/,
    ],
    [
      'an override of two facts',
      () => world.questions.whatIf([{ object: red, column: 'gold', value: 3, owner: null }]),
      /has column and owner; make an override of each/,
    ],
    [
      'no expression',
      () => world.questions.ask(null as unknown as string, red),
      /are asked for by their name, not by null/,
    ],
    [
      'what only looks like one',
      () => world.questions.ask({} as unknown as string, red),
      /are asked for by their name, not by an object/,
    ],
    [
      'a survey of no list',
      () => world.questions.survey('harvest' as unknown as string[]),
      /survey takes a list of expressions, not "harvest"/,
    ],
    ['a survey of what there is not', () => world.questions.survey(['harvst']), /did you mean `harvest`\?/],
    [
      'a sweep without objects',
      () => world.questions.sweep({ facts: [{ question: 'armed' }] } as unknown as SweepOptions),
      /sweep takes a list of objects, not undefined/,
    ],
    [
      'a sweep without facts',
      () => world.questions.sweep({ objects: [red] } as unknown as SweepOptions),
      /sweep takes a list of facts, not undefined/,
    ],
    [
      'a sweep over what holds no such set',
      () => world.questions.sweep({ facts: [{ holding: 'techs', word: 'iron' }], objects: [red, a] }),
      /is a city, which holds no techs/,
    ],
    [
      'a place after a column',
      () => surveyed(world.questions.survey(['harvest'])[0], 99),
      /there is no place 99 in a column of 2 objects/,
    ],
    [
      'objects that are no list',
      () => world.questions.askAll('harvest', 5 as unknown as number[]),
      /askAll takes a list of objects, not 5/,
    ],
    [
      'draws without a stream',
      () => world.questions.askInOrder('harvest', [red], undefined as unknown as () => number),
      /askInOrder takes a function/,
    ],
    ['no list', () => world.questions.whatIf({} as unknown as Override[]), /takes a list of overrides/],
    [
      'a sweep of what is neither question nor set',
      () => world.questions.sweep({ facts: [{ column: 'gold' }], objects: [red] }),
      /a sweep supposes questions and words that are held/,
    ],
  ])('%s', (_, act, message) => {
    expect(untouched(world, () => refusal(act))).toMatch(message);
  });
});

describe.each(['compiled', 'reference'] as const)('variables and the %s executor', (executor) => {
  const solved = defineContent({
    properties: { load: { type: 'number', default: 1 } },
    variables: { pace: {}, range: {} },
    kinds: {
      side: { faction: true },
      hero: {
        properties: ['load'],
        variables: ['pace', 'range'],
        modifiers: [
          { variable: 'pace', set: '10 - self.load' },
          { variable: 'range', set: 'self.pace * 3' },
        ],
      },
    },
    classes: { scout: { kind: 'hero', requires: { of: 'hero', all: ['self.range > 20'] } } },
    expressions: { far: { of: 'hero', is: 'self.range > 20' } },
  });
  const open = () => {
    const world = createWorld(solved, { executor });
    return { world, hero: world.spawn({ kind: 'hero' }) };
  };

  test('follow from what is supposed of what is stored', () => {
    const { world, hero } = open();
    untouched(world, () => {
      const heavy = world.questions.whatIf([{ object: hero, column: 'load', value: 6 }]);
      expect(heavy.evaluate('self.range', hero)).toBe(12);
      expect(heavy.changes([hero])).toMatchObject([
        { expression: 'far', before: true, after: false, answer: 'becomes false' },
        { expression: 'requires scout', answer: 'becomes false' },
      ]);
      expect(heavy.changes([hero], ['far'])).toHaveLength(1);
    });
    expect(world.get(hero, 'range')).toBe(27);
  });

  test('are among what a fact unlocks', () => {
    expect(open().world.questions.unlockedBy({ column: 'load' })).toEqual(['scout']);
  });

  test('leave what was told of the last change', () => {
    const { world, hero } = open();
    world.set(hero, 'load', 2);
    const {
      variables: { lastChange },
    } = world;
    expect(lastChange.changed).toHaveLength(2);
    world.questions.whatIf([{ object: hero, column: 'load', value: 6 }]).ask('far', hero);
    expect(world.variables.lastChange).toEqual(lastChange);
  });

  test('look at flags, which then are not supposed to be otherwise', () => {
    const content = defineContent({
      properties: { load: { type: 'number', default: 1 } },
      variables: { pace: {} },
      kinds: {
        hero: {
          properties: ['load'],
          variables: ['pace'],
          flags: { strong: 'self.load > 5', loaded: 'self.load > 0' },
          modifiers: [{ variable: 'pace', set: 'self.strong ? 10 : 1' }],
        },
      },
      expressions: { quick: { of: 'hero', is: 'self.pace > 5 && self.loaded' } },
    });
    const world = createWorld(content, { executor });
    const hero = world.spawn({ kind: 'hero' });
    expect(refusal(() => world.questions.whatIf([{ object: hero, question: 'strong', value: true }]))).toMatch(
      /variables read strong, and are solved from stored facts; suppose the facts that it follows from instead/,
    );
    expect(world.questions.whatIf([{ object: hero, column: 'load', value: 9 }]).ask('quick', hero)).toBe(true);
    expect(
      world.questions
        .whatIf([
          { object: hero, column: 'load', value: 9 },
          { object: hero, question: 'loaded', value: false },
        ])
        .ask('quick', hero),
    ).toBe(false);
  });

  test('are not solved within a change', () => {
    const { world, hero } = open();
    world.variables.change(() => {
      expect(
        refusal(() => world.questions.whatIf([{ object: hero, column: 'load', value: 6 }]).ask('far', hero)),
      ).toMatch(/within change\(…\), where variables are not solved/);
    });
    expect(world.get(hero, 'range')).toBe(27);
  });
});

describe('what a class may be asked for', () => {
  test('counts as read where it is only known when it is asked', () => {
    const content = defineContent({
      properties: { favourite: { type: 'class' } },
      kinds: { realm: { faction: true, properties: ['favourite'] } },
      classes: { crown: { kind: 'realm', requires: 'available(self, self.favourite)' } },
    });
    expect(createWorld(content).questions.unlockedBy({ available: 'crown' })).toEqual(['crown']);
  });
});

describe.each(['compiled', 'reference'] as const)(
  'code of the host that a question runs, by the %s executor',
  (executor) => {
    function openWith(act: (world: World) => void) {
      const content = defineContent(
        {
          properties: { gold: { type: 'number', default: 2 } },
          kinds: { realm: { faction: true, properties: ['gold'] } },
          expressions: {
            total: { of: 'realm', is: "objects(realm).collect('ADD', r, r.gold)" },
            own: { of: 'realm', is: 'self.gold' },
          },
        },
        {
          aggregators: [
            {
              name: 'ADD',
              input: 'number',
              output: 'number',
              fold(values, count) {
                act(world);
                return values.subarray(0, count).reduce((sum, value) => sum + value, 0);
              },
            },
          ],
        },
      );
      const world: World = createWorld(content, { executor });
      const realms = [1, 2, 3].map((gold) => world.spawn({ kind: 'realm', values: { gold } }));
      return { world, realms };
    }

    test('gets values and gives one', () => {
      const { world, realms } = openWith(() => {});
      expect([...world.questions.askAll('total', realms)]).toEqual([6, 6, 6]);
    });

    test.each<[string, (world: World) => void, RegExp]>([
      [
        'ask',
        (world) => {
          world.questions.ask('own', world.query()[0]);
        },
        /asked the world while a question is answered/,
      ],
      [
        'change',
        (world) => {
          world.set(world.query()[0], 'gold', 50);
        },
        /changed the world while a question is answered/,
      ],
    ])('may not %s', (_, act, message) => {
      const { world, realms } = openWith(act);
      expect(
        untouched(world, () =>
          refusal(() =>
            world.questions.whatIf([{ object: realms[0], column: 'gold', value: 9 }]).askAll('total', realms),
          ),
        ),
      ).toMatch(message);
      expect([...world.questions.askAll('own', realms)]).toEqual([1, 2, 3]);
    });
  },
);
