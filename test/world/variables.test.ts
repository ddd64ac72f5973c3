import { describe, expect, it } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import type { TypedValue } from '../../src/world/variables-api.js';
import { handSheet, int } from '../support/hand-sheet.js';

const program = defineContent({
  enumerations: { ground: ['road', 'marsh'] },
  meters: { strength: { default: 14 } },
  properties: { friend: { type: 'reference' } },
  variables: {
    load: { input: true },
    loaded: { type: 'boolean', input: true },
    pace: {},
    ground: { type: 'ground', default: 'road', input: true },
  },
  kinds: {
    hero: {
      meters: ['strength'],
      properties: ['friend'],
      variables: ['load', 'loaded', 'pace', 'ground'],
      modifiers: [
        { variable: 'pace', set: '10 - self.load' },
        { variable: 'pace', add: 'self.friend.pace', when: 'self.friend != null' },
      ],
    },
    item: { attachesTo: ['hero'] },
  },
  classes: { maul: { kind: 'item' } },
});

function thrownBy(act: () => void): EdictError {
  try {
    act();
  } catch (error) {
    if (error instanceof EdictError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** What an act throws, which leaves the world as it was. */
function refusal(
  world: World,
  act: () => void,
): { readonly code: string; readonly message: string; readonly culprit: string | undefined } {
  const before = world.hash();
  const { code, message, culprit } = thrownBy(act);
  expect(world.hash()).toBe(before);
  return { code, message: message.replace(/^edict: /, ''), culprit };
}

describe.each(['compiled', 'reference'] as const)('first values of inputs, %s', (executor) => {
  it('are there before anything is solved', () => {
    const world = createWorld(program, { executor, reserve: { objects: 1, cells: 4 } });
    const heroes = [3, 4, 5].map((load) =>
      world.spawn({ kind: 'hero', values: { load, ground: 'marsh', loaded: true, strength: 7 } }),
    );
    expect(heroes.map((hero) => world.get(hero, 'pace'))).toEqual([7, 6, 5]);
    expect(
      heroes.map((hero) => [world.get(hero, 'ground'), world.get(hero, 'loaded'), world.get(hero, 'strength')]),
    ).toEqual(heroes.map(() => ['marsh', true, 7]));
  });

  it('are as good as inputs set after it', () => {
    const [at, after] = [createWorld(program, { executor }), createWorld(program, { executor })];
    at.spawn({ kind: 'hero', values: { load: 3 } });
    after.set(after.spawn({ kind: 'hero' }), 'load', 3);
    expect(at.variables.lastChange).toEqual({ solves: 1, changed: [{ object: at.query()[0], variable: 'pace' }] });
    expect(at.hash()).toBe(after.hash());
  });

  it('within a change', () => {
    const world = createWorld(program, { executor });
    const hero = world.variables.change(() => world.spawn({ kind: 'hero', values: { load: 3 } }));
    world.set(hero, 'load', { type: 'number', value: 4 });
    expect(world.get(hero, 'pace')).toBe(6);
  });
});

describe('first values that are refused', () => {
  const world: World = createWorld(program);
  it.each([
    [
      'of a variable that is no input',
      'hero',
      { load: 3, pace: 1 },
      'bad-value',
      'pace is not an input: modifiers compute it',
      'pace',
    ],
    ['of another type', 'hero', { load: 'heavy' }, 'bad-value', 'load cannot be "heavy"; give a finite number', 'load'],
    [
      'of a word that is none',
      'hero',
      { ground: 'mash' },
      'bad-value',
      'ground cannot be "mash"; give null or one of road, marsh',
      'ground',
    ],
    [
      'of what only others have',
      'item',
      { load: 3 },
      'unknown-name',
      'there is no meter or property "load"; it is a variable of hero',
      '"load"',
    ],
    [
      'of nothing known',
      'hero',
      { laod: 3 },
      'unknown-name',
      'there is no meter, property or variable "laod"; did you mean `load`?',
      '"laod"',
    ],
  ])('%s', (_, kind, values, code, message, culprit) => {
    const refused = refusal(world, () => {
      world.spawn({ kind, values });
    });
    expect(refused).toMatchObject({ code, culprit });
    expect(refused.message).toContain(message);
    expect(world.size).toBe(0);
  });
});

describe('an input that is refused says what to give', () => {
  const world: World = createWorld(program);
  const hero = world.spawn({ kind: 'hero' });
  it.each<[string, string, unknown, string]>([
    ['nothing', 'load', undefined, 'load cannot be undefined; give'],
    ['null', 'load', null, 'load cannot be null; give'],
    [
      'a text in it',
      'load',
      { type: 'number', value: '25' },
      'load cannot be { type: "number", value: "25" }; give { type: "number", value } with a finite number',
    ],
    ['no number', 'load', { type: 'number', value: NaN }, 'load cannot be { type: "number", value: NaN }; give'],
    ['a condition', 'load', { type: 'boolean', value: true }, 'load cannot be { type: "boolean", value: true }; give'],
    [
      'a number that says yes',
      'loaded',
      { type: 'boolean', value: 1 },
      'loaded cannot be { type: "boolean", value: 1 }; give { type: "boolean", value } with true or false',
    ],
    [
      'a word of another type',
      'ground',
      { type: 'text', value: 'marsh' },
      'ground cannot be { type: "text", value: "marsh" }; give',
    ],
    [
      'a word of another type',
      'ground',
      { type: 'class', value: 'marsh' },
      'ground cannot be { type: "class", value: "marsh" }; give',
    ],
    [
      'an unknown word',
      'ground',
      { type: 'enumeration', value: 'mash' },
      'ground cannot be "mash"; give null or one of road, marsh',
    ],
    ['a failure', 'load', { type: 'failed' }, 'load cannot be { type: "failed" }; give'],
  ])('%s', (_, name, value, message) => {
    const refused = refusal(world, () => {
      world.set(hero, name, value as TypedValue);
    });
    expect(refused).toMatchObject({ code: 'bad-value', culprit: name });
    expect(refused.message).toContain(message);
  });

  it('numerics', () => {
    const sheets = createWorld(handSheet({ sheet: ['=x'], modifiers: () => [] }));
    const sheet = sheets.spawn({ kind: 'sheet' });
    expect(
      refusal(sheets, () => {
        sheets.set(sheet, 'x', { type: 'number', value: 1 });
      }).message,
    ).toBe(
      'x cannot be { type: "number", value: 1 }; give { type: "numeric", value, whole } with a number, and whether it is a 32-bit integer',
    );
  });
});

describe('loops that a world would close', () => {
  it('are told with the objects', () => {
    const world = createWorld(program);
    const [first, second] = [world.spawn({ kind: 'hero' }), world.spawn({ kind: 'hero', name: 'Ines' })];
    world.set(first, 'friend', second);
    const refused = refusal(world, () => {
      world.set(second, 'friend', first);
    });
    expect(refused).toMatchObject({ code: 'loop', culprit: 'pace of hero #1' });
    expect(refused.message).toContain('pace of hero #1 → pace of Ines #2 → pace of hero #1; ');
  });

  it('of one object are told by its variables', () => {
    const world = createWorld(program);
    const hero = world.spawn({ kind: 'hero' });
    expect(
      refusal(world, () => {
        world.set(hero, 'friend', hero);
      }),
    ).toMatchObject({
      culprit: 'pace of hero #1',
      message: expect.stringContaining('themselves: pace → pace; ') as unknown,
    });
  });
});

describe('what hosts ask for', () => {
  const world: World = createWorld(program);
  const hero = world.spawn({ kind: 'hero' });

  it('explain lists the modifiers of a variable', () => {
    const maul = world.spawn({ class: 'maul', place: { in: hero } });
    const { initial, current, steps } = world.explain(hero, 'pace');
    expect([initial, current, steps.at(-1)?.after]).toEqual([
      steps[0].before,
      world.get(hero, 'pace'),
      world.get(hero, 'pace'),
    ]);
    expect(steps[0].modifier).toMatchObject({
      before: { type: 'number', value: initial },
      amount: { type: 'number' },
    });
    world.destroy(maul);
  });

  it.each(['typed', 'explain'] as const)('%s of a variable of others says what the object sees', (call) => {
    const pebble = world.spawn({ class: 'maul' });
    expect(
      refusal(world, () => {
        if (call === 'typed') world.variables.typed(pebble, 'pace');
        else world.explain(pebble, 'pace');
      }),
    ).toMatchObject({ code: 'bad-value', message: expect.stringContaining('sees no variable pace') as unknown });
    expect(world.get(pebble, 'pace')).toBeUndefined();
    world.destroy(pebble);
  });

  it('set takes a typed value, also of a variable from the program', () => {
    const [load] = program.model.variables.filter(({ name }) => name === 'load');
    world.set(hero, load, { type: 'number', value: 4 });
    expect([world.get(hero, load), world.variables.typed(hero, 'load')]).toEqual([4, { type: 'number', value: 4 }]);
    world.set(hero, 'load', 0);
  });

  it('a variable that is not seen blames its name', () => {
    expect(
      refusal(world, () => {
        world.variables.typed(hero, 'pase');
      }),
    ).toEqual({ code: 'bad-value', message: 'a hero sees no variable pase; did you mean `pace`?', culprit: 'pase' });
  });

  it('evaluate takes what is compiled, and says so', () => {
    expect(
      refusal(world, () => {
        world.variables.evaluate('self.pace' as never, hero);
      }),
    ).toMatchObject({
      code: 'bad-option',
      message: expect.stringContaining('not "self.pace"; questions.evaluate takes a text') as unknown,
    });
    expect(world.variables.evaluate(program.rules.modifiers[0].amount, hero)).toEqual({ type: 'number', value: 10 });
  });
});

describe('a change', () => {
  const banner = handSheet({
    sheet: ['x'],
    classes: { banner: 'item' },
    modifiers: () => [{ by: 'banner', of: 'x', amount: int(5) }],
  });

  it('gives what is made in it', () => {
    const world = createWorld(banner);
    const sheet = world.spawn({ kind: 'sheet' });
    const made: number = world.variables.change(() => world.spawn({ class: 'banner', place: { in: sheet } }));
    expect(world.classOf(made)).toBe('banner');
    expect(world.variables.change(() => world.variables.change(() => 'within'))).toBe('within');
    expect(createWorld(defineContent({ kinds: { rock: {} } })).variables.change(() => 3)).toBe(3);
  });

  it.each([
    ['with variables', banner],
    ['without', defineContent({ kinds: { sheet: {} } })],
  ])('waits for nobody, %s', (_, content) => {
    const world = createWorld(content);
    const late = async (): Promise<void> => {
      world.spawn({ kind: 'sheet' });
      await Promise.resolve();
    };
    expect(thrownBy(() => void world.variables.change(late))).toMatchObject({
      code: 'bad-option',
      message: expect.stringContaining('the function given to change returned a promise') as unknown,
    });
    expect(
      thrownBy(() => {
        world.variables.change(() => void world.variables.change(late));
      }),
    ).toMatchObject({ code: 'bad-option' });
    expect(world.size).toBe(0);
  });

  it('leaves the input itself out of what has changed, and reads are as before it until its end', () => {
    const world = createWorld(program);
    const hero = world.spawn({ kind: 'hero' });
    const within = world.variables.change(() => {
      world.set(hero, 'load', 3);
      return [world.get(hero, 'load'), world.get(hero, 'pace')];
    });
    expect([within, world.get(hero, 'pace')]).toEqual([[3, 10], 7]);
    expect(world.variables.lastChange).toEqual({ solves: 1, changed: [{ object: hero, variable: 'pace' }] });
  });

  it('of what something hangs on takes it out of force, and does not bring it back', () => {
    const world = createWorld(program);
    const hero = world.spawn({ kind: 'hero' });
    const maul = world.spawn({ class: 'maul', place: { in: hero } });
    world.variables.revoke(hero);
    world.variables.grant(hero);
    expect([world.variables.isGranted(hero), world.variables.isGranted(maul)]).toEqual([true, false]);
  });
});

describe.each(['compiled', 'reference'] as const)(
  'a scope that tests a variable which nobody on the way has, %s',
  (executor) => {
    const scopes = [
      { include: ['true', 'target.pace > 1'] },
      { include: ['target.pace > 1', 'true'] },
      { include: ['target.pace > 1 || target.pace <= 1', 'true'] },
      { include: ['true'], exclude: ['target.pace > 100'] },
      { include: ['true', 'has(target.pace)'] },
    ];
    it.each(scopes.map((scope, i) => ({ scope, reached: i === 4 })))(
      'leaves the object out: $scope',
      ({ scope, reached }) => {
        const content = defineContent({
          meters: { hit: {} },
          variables: { pace: { default: 5 } },
          kinds: {
            hero: { meters: ['hit'], variables: ['pace'] },
            item: { attachesTo: ['hero'], meters: ['hit'] },
            law: {},
          },
          classes: { law: { kind: 'law', groups: [{ scope, effects: [{ meter: 'hit', add: 1 }] }] } },
        });
        const world = createWorld(content, { executor });
        const hero = world.spawn({ kind: 'hero' });
        const [carried, lost] = [{ in: hero }, null].map((place) => world.spawn({ kind: 'item', place }));
        world.spawn({ class: 'law' });
        world.run(2);
        expect([hero, carried, lost].map((object) => world.get(object, 'hit'))).toEqual([2, 2, reached ? 2 : 0]);
      },
    );
  },
);
