import { inspect } from '../../src/world/inspect.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Program } from '../../src/ir/rule.js';
import { header } from '../../src/kernel/arena.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { Handle, World, WorldOptions } from '../../src/world/api.js';
import { createWorld, loadWorld } from '../../src/world.js';
import { type Choices, choicesOf, propertyRuns } from '../support/choices.js';
import { contentWith } from '../support/content.js';
import { refusal, refusedWith } from '../support/errors.js';
import { forged } from '../support/forged-file.js';
import { handSheet, int } from '../support/hand-sheet.js';
import { heldModel, heldProgram as program } from '../support/held-model.js';
import { longTest } from '../support/heavy.js';

interface Scene {
  readonly world: World;
  readonly team: Handle;
  readonly plot: Handle;
  readonly cities: readonly Handle[];
}

function scene(options: WorldOptions = {}): Scene {
  const world = createWorld(program, options);
  return {
    world,
    team: world.spawn({ kind: 'team' }),
    plot: world.spawn({ kind: 'plot', place: { x: 1, y: 1 } }),
    cities: [0, 1].map(() => world.spawn({ kind: 'city' })),
  };
}

describe('sets of words', () => {
  test('are set and asked by name, in the order of their enumeration', () => {
    const {
      world,
      team,
      plot,
      cities: [city],
    } = scene();
    for (const word of ['tech70', 'tech2', 'tech33']) world.relations.setWord(team, 'techs', word, true);
    expect([
      world.relations.wordsOf(team, 'techs'),
      world.relations.wordsOf(city, 'techs'),
      world.relations.wordsOf(plot, 'techs'),
    ]).toEqual([['tech2', 'tech33', 'tech70'], [], []]);
    world.relations.setWord(team, 'techs', 'tech2', false);
    expect(
      ['tech2', 'tech33'].map((word) =>
        [team, city, plot].map((object) => world.relations.hasWord(object, 'techs', word)),
      ),
    ).toEqual([
      [false, false, false],
      [true, false, false],
    ]);
  });

  test('refuse what is unknown or cannot be, and nothing has changed', () => {
    const {
      world,
      team,
      plot,
      cities: [city],
    } = scene();
    const before = world.hash();
    const calls: readonly (readonly [string, string, () => unknown])[] = [
      [
        'unknown-name',
        'there is no set "tech"; did you mean `techs`?',
        () => {
          world.relations.setWord(team, 'tech', 'tech1', true);
        },
      ],
      [
        'unknown-name',
        'there is no word of tech "tec70"; did you mean `tech70`?',
        () => {
          world.relations.setWord(team, 'techs', 'tec70', true);
        },
      ],
      [
        'unknown-name',
        'there is no word of tech "__proto__"',
        () => world.relations.hasWord(plot, 'techs', '__proto__'),
      ],
      ['unknown-name', 'there is no set "wat"', () => world.relations.wordsOf(team, 'wat')],
      [
        'bad-value',
        'a plot has no set techs; it has tags',
        () => {
          world.relations.setWord(plot, 'techs', 'tech1', true);
        },
      ],
      [
        'bad-value',
        'setWord takes true or false, not 1',
        () => {
          world.relations.setWord(city, 'techs', 'tech1', 1 as unknown as boolean);
        },
      ],
    ];
    for (const [code, message, call] of calls) {
      const error = refusal(call);
      expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
    }
    expect(world.hash()).toBe(before);
    world.destroy(city);
    for (const call of [
      () => {
        world.relations.setWord(city, 'techs', 'tech1', true);
      },
      () => world.relations.hasWord(city, 'techs', 'tech1'),
      () => world.relations.wordsOf(city, 'techs'),
    ])
      expect(refusedWith(call)).toBe('no-object');
  });
});

describe('lists', () => {
  test('are set and asked by name, with order and repeats', () => {
    const {
      world,
      team,
      plot,
      cities: [a, b],
    } = scene();
    world.relations.setList(a, 'trade', [b, a, b]);
    world.relations.setList(a, 'working', [plot]);
    expect([
      world.relations.listOf(a, 'trade'),
      world.relations.listOf(a, 'working'),
      world.relations.listOf(b, 'trade'),
      world.relations.listOf(team, 'trade'),
    ]).toEqual([[b, a, b], [plot], [], []]);
    world.destroy(b);
    const next = world.spawn({ kind: 'city' });
    expect(world.relations.listOf(a, 'trade')).toEqual([a]);
    world.relations.setList(a, 'trade', [next, a]);
    expect([next === b, world.relations.listOf(a, 'trade')]).toEqual([false, [next, a]]);
  });

  test('refuse what is unknown or cannot be, and nothing has changed', () => {
    const {
      world,
      team,
      plot,
      cities: [a, b],
    } = scene();
    world.relations.setList(a, 'trade', [b]);
    const before = world.hash();
    const calls: readonly (readonly [string, string, () => unknown])[] = [
      [
        'unknown-name',
        'there is no list "trades"; did you mean `trade`?',
        () => {
          world.relations.setList(a, 'trades', [b]);
        },
      ],
      ['unknown-name', 'there is no list "toString"', () => world.relations.listOf(a, 'toString')],
      [
        'bad-value',
        'a plot keeps no list trade',
        () => {
          world.relations.setList(plot, 'trade', [b]);
        },
      ],
      [
        'bad-value',
        'is a team; trade lists objects of kind city',
        () => {
          world.relations.setList(a, 'trade', [b, team]);
        },
      ],
      [
        'bad-value',
        'trade cannot be 3; give a list',
        () => {
          world.relations.setList(a, 'trade', 3 as unknown as Handle[]);
        },
      ],
      [
        'no-object',
        'there is no object 999',
        () => {
          world.relations.setList(a, 'trade', [b, 999]);
        },
      ],
      [
        'no-object',
        '0 is not the id of an object',
        () => {
          world.relations.setList(team, 'friends', [0]);
        },
      ],
    ];
    for (const [code, message, call] of calls) {
      const error = refusal(call);
      expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
    }
    expect([world.hash(), world.relations.listOf(a, 'trade')]).toEqual([before, [b]]);
  });

  test('let a world grow, unless it is fixed', () => {
    const {
      world,
      cities: [a, b],
    } = scene({ reserve: { links: 1 } });
    const many = Array.from({ length: 1_000 }, (_, i) => (i % 3 === 0 ? a : b));
    world.relations.setList(a, 'trade', many);
    expect([world.relations.listOf(a, 'trade'), inspect(world).capacity]).toEqual([many, 1_024]);
    const {
      world: fixed,
      cities: [c, d],
    } = scene({ reserve: { links: 2, words: 100 }, fixed: true });
    fixed.relations.setList(c, 'trade', [d, d]);
    const before = fixed.hash();
    expect(
      refusedWith(() => {
        fixed.relations.setList(d, 'trade', [c]);
      }),
    ).toBe('world-full');
    expect(refusedWith(() => fixed.spawn({ kind: 'city', lists: { trade: [c] } }))).toBe('world-full');
    expect([fixed.hash(), fixed.size]).toEqual([before, 4]);
  });
});

describe('a new object', () => {
  test('holds and lists what it is told to at first, and shows it', () => {
    const {
      world,
      team,
      plot,
      cities: [a, b],
    } = scene({ reserve: { words: 1, links: 1, objects: 1 } });
    const city = world.spawn({
      kind: 'city',
      holdings: { techs: ['tech3', 'tech1', 'tech3'], buildings: [] },
      lists: { trade: [b, a, b], working: [plot] },
    });
    const { holdings, lists } = world.describe(city);
    expect([holdings, lists]).toEqual([
      { techs: ['tech1', 'tech3'], tags: [], buildings: [] },
      { trade: [b, a, b], working: [plot] },
    ]);
    expect(world.describe(plot)).toMatchObject({ holdings: { tags: [] }, lists: {} });
    expect(world.describe(team)).toMatchObject({ holdings: { techs: [] }, lists: { friends: [] } });
    expect(world.describe(world.spawn({ kind: 'crate' }))).toMatchObject({ holdings: {}, lists: {} });
  });

  test('that cannot hold or list so is refused, and nothing has changed', () => {
    const {
      world,
      team,
      plot,
      cities: [a],
    } = scene();
    const before = world.hash();
    const calls: readonly (readonly [string, () => unknown])[] = [
      ['unknown-name', () => world.spawn({ kind: 'city', holdings: { tech: [] } })],
      ['unknown-name', () => world.spawn({ kind: 'city', holdings: { techs: ['tech1', 'tech71'] } })],
      ['bad-value', () => world.spawn({ kind: 'unit', holdings: { techs: [] } })],
      ['bad-value', () => world.spawn({ kind: 'city', holdings: { techs: 'tech1' as unknown as string[] } })],
      ['unknown-name', () => world.spawn({ kind: 'city', lists: { work: [plot] } })],
      ['bad-value', () => world.spawn({ kind: 'city', lists: { working: [plot, a] } })],
      ['bad-value', () => world.spawn({ kind: 'plot', place: { x: 0, y: 0 }, lists: { trade: [] } })],
      ['no-object', () => world.spawn({ kind: 'city', lists: { trade: [77] } })],
      ['attachment', () => world.spawn({ kind: 'city', place: { in: team }, lists: { trade: [a] } })],
    ];
    for (const [code, call] of calls) expect(refusedWith(call)).toBe(code);
    expect([world.hash(), world.size]).toEqual([before, 4]);
  });

  test('needs room for words only: the world grows by that, however many there are', () => {
    const world = createWorld(program, { reserve: { words: 1, objects: 4_000 } });
    for (let i = 0; i < 2_000; i++) world.spawn({ kind: 'city', holdings: { buildings: [`building${(i % 32) + 1}`] } });
    expect(inspect(world).capacity).toBe(4_000);
    expect(
      world
        .query({ kind: 'city' })
        .every((city, i) => world.relations.wordsOf(city, 'buildings').join() === `building${(i % 32) + 1}`),
    ).toBe(true);
  });
});

test('a change of several at once that fails leaves sets and lists as they were', () => {
  const {
    world,
    cities: [a, b],
  } = scene();
  world.relations.setList(a, 'trade', [b]);
  const before = world.hash();
  expect(() =>
    world.variables.change(() => {
      world.relations.setWord(a, 'techs', 'tech1', true);
      world.relations.setList(a, 'trade', [a, a]);
      throw new Error('no');
    }),
  ).toThrow('no');
  expect([world.hash(), world.relations.wordsOf(a, 'techs'), world.relations.listOf(a, 'trade')]).toEqual([
    before,
    [],
    [b],
  ]);
});

test('a turn that creates more than there is room for runs again in a larger world', () => {
  const { model, ...rest } = contentWith({
    groups: [{ scope: { include: 'target.kind == planet' }, effects: [{ create: 'farm' }, { create: 'farm' }] }],
  });
  const building = model.kindByName.get('building')?.index ?? 0;
  const world = createWorld(
    {
      ...rest,
      model: {
        ...model,
        holdings: [
          {
            index: 0,
            name: 'colours',
            words: model.enumerations.findIndex(({ name }) => name === 'colour'),
            kinds: [building],
          },
        ],
      },
    },
    { reserve: { words: 2 } },
  );
  world.spawn({ class: 'law' });
  world.spawn({ class: 'colony' });
  world.run(3);
  const farms = world.query({ class: 'farm' });
  for (const farm of farms) world.relations.setWord(farm, 'colours', 'blue', true);
  expect([farms.length, farms.every((farm) => world.relations.wordsOf(farm, 'colours').join() === 'blue')]).toEqual([
    6,
    true,
  ]);
});

test('a turn that fails, or in which the world fills up, leaves them as they were or runs again', () => {
  const {
    world,
    team,
    cities: [a],
  } = scene({ reserve: { words: 20, links: 1 } });
  let fails = true;
  world.addSystem({
    name: 'births',
    phase: 'host',
    run(now) {
      now.relations.setWord(team, 'techs', `tech${now.relations.wordsOf(team, 'techs').length + 1}`, true);
      const born = Array.from({ length: 5 }, () =>
        now.spawn({ kind: 'city', holdings: { techs: ['tech9'] }, lists: { trade: [a] } }),
      );
      now.relations.setList(a, 'trade', [...now.relations.listOf(a, 'trade'), ...born]);
      if (fails) throw new Error('once');
    },
  });
  const before = world.hash();
  expect(() => {
    world.step();
  }).toThrow('once');
  expect(world.hash()).toBe(before);
  fails = false;
  world.run(4);
  expect([world.relations.wordsOf(team, 'techs'), world.relations.listOf(a, 'trade').length]).toEqual([
    ['tech1', 'tech2', 'tech3', 'tech4'],
    20,
  ]);
});

test('a world with variables settles after them', () => {
  const sheet = handSheet({ sheet: ['n', '=m'], modifiers: () => [{ by: 'sheet', of: 'n', amount: int(3) }] });
  const model = {
    ...sheet.model,
    enumerations: heldModel.enumerations,
    holdings: [{ index: 0, name: 'techs', words: 0, kinds: [1] }],
    links: [{ index: 0, name: 'friends', kinds: [1], to: 0 }],
  };
  const world = createWorld({ ...sheet, model });
  const first = world.spawn({ kind: 'sheet', holdings: { techs: ['tech1'] } });
  const second = world.spawn({ kind: 'sheet', lists: { friends: [first] } });
  world.relations.setWord(second, 'techs', 'tech2', true);
  world.relations.setList(first, 'friends', [second, first]);
  expect([world.get(first, 'n'), world.get(second, 'n')]).toEqual([world.get(first, 'n'), world.get(first, 'n')]);
  const loaded = loadWorld(world.program, world.save());
  expect([loaded.hash(), loaded.describe(first).holdings, loaded.describe(second).lists]).toEqual([
    world.hash(),
    { techs: ['tech1'] },
    { friends: [first] },
  ]);
});

describe('a set or a list that is taken for a property', () => {
  const set =
    'it is a set: use wordsOf, hasWord and setWord of relations, holdings of spawn, and { holding, word } in an override';
  const list =
    'it is a list: use listOf and setList of relations, and lists of spawn; no override supposes it to be otherwise';
  test.each<readonly [string, string, string, (given: Scene) => unknown]>([
    ['get', 'techs', set, ({ world, team }) => world.get(team, 'techs')],
    [
      'set',
      'techs',
      set,
      ({ world, team }) => {
        world.set(team, 'techs', 'tech1');
      },
    ],
    ['spawn', 'techs', set, ({ world }) => world.spawn({ kind: 'team', values: { techs: 'tech1' } })],
    ['get', 'trade', list, ({ world, cities: [a] }) => world.get(a, 'trade')],
    [
      'set',
      'trade',
      list,
      ({ world, cities: [a, b] }) => {
        world.set(a, 'trade', b);
      },
    ],
    ['spawn', 'working', list, ({ world }) => world.spawn({ kind: 'city', values: { working: null } })],
    [
      'an override',
      'trade',
      list,
      ({ world, cities: [a, b] }) => world.questions.whatIf([{ object: a, column: 'trade', value: b }]),
    ],
  ])('%s of %s is told what it is', (_, name, use, call) => {
    const given = scene();
    const before = given.world.hash();
    const error = refusal(() => {
      call(given);
    });
    expect([error.code, error.message]).toEqual([
      'unknown-name',
      `edict: there is no meter or property "${name}"; ${use}`,
    ]);
    expect(given.world.hash()).toBe(before);
  });
});

describe('a saved world', () => {
  const withMore = (): World => {
    const {
      world,
      team,
      plot,
      cities: [a, b],
    } = scene();
    world.relations.setWord(team, 'techs', 'tech1', true);
    world.relations.setWord(plot, 'tags', 'tag31', true);
    world.relations.setList(a, 'trade', [b, b]);
    return world;
  };

  test('of another model is refused', () => {
    const file = withMore().save();
    const others: readonly Program['model'][] = [
      { ...heldModel, holdings: heldModel.holdings.map((each) => ({ ...each, name: `${each.name}2` })) },
      { ...heldModel, holdings: heldModel.holdings.slice(1).map((each, index) => ({ ...each, index })) },
      { ...heldModel, links: heldModel.links.map((each) => ({ ...each, to: 0 })) },
      { ...heldModel, grids: [] },
      { ...heldModel, questions: [{ index: 0, name: 'rich', words: -1, type: 'boolean' }] },
    ];
    for (const model of others)
      expect(['foreign-file', 'damaged-file']).toContain(refusedWith(() => loadWorld({ ...program, model }, file)));
    expect(loadWorld({ ...program, model: { ...heldModel } }, file).hash()).toBe(withMore().hash());
  });

  test.each([
    ['no words', header.words, 0],
    ['more words', header.words, 9],
    ['more words than there is room for', header.words, 2 ** 31],
    ['more links', header.links, 3],
    ['four thousand million links', header.links, 2 ** 32 - 1],
    ['fewer links, with rows left over', header.links, 1],
  ])('whose header claims %s is refused', (_, word, value) => {
    const file = forged(withMore().save(), (head) => ({
      ...head,
      header: head.header.map((each, i) => (i === word ? value : each)),
    }));
    expect(refusedWith(() => loadWorld(program, file))).toBe('damaged-file');
  });

  test('with any one byte changed is refused, or a world like others', () => {
    const world = withMore();
    const file = world.save();
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 255 }), (at, value) => {
        const changed = forged(
          file,
          (head) => head,
          (bytes) => bytes.fill(value, at % bytes.length, (at % bytes.length) + 1),
        );
        try {
          const loaded = loadWorld(program, changed, { reserve: { objects: 8 } });
          expect(loadWorld(program, loaded.save()).hash()).toBe(loaded.hash());
          for (const object of loaded.query()) loaded.describe(object);
        } catch (error) {
          if (!(error instanceof EdictError)) throw error;
          expect(['damaged-file', 'foreign-file', 'foreign-snapshot']).toContain(error.code);
          refused++;
        }
      }),
      propertyRuns(200),
    );
    expect(refused).toBeGreaterThan(0);
  });
});

/** What a plain account of the same calls says: for each object that is there its kind, words by set and lists. */
type Account = Map<
  Handle,
  {
    readonly kind: string;
    readonly holdings: { [set: string]: Set<string> };
    readonly lists: { [list: string]: Handle[] };
  }
>;

const copyOf = (account: Account): Account => structuredClone(account);

const setsOf = (kind: string): readonly { readonly name: string; readonly members: readonly string[] }[] =>
  heldModel.holdings
    .filter(({ kinds }) => kinds.includes(heldModel.kindByName.get(kind)?.index ?? 0))
    .map(({ name, words }) => ({ name, members: heldModel.enumerations[words].members }));
const listsOf = (kind: string): readonly { readonly name: string; readonly to: string | undefined }[] =>
  heldModel.links
    .filter(({ kinds }) => kinds.includes(heldModel.kindByName.get(kind)?.index ?? 0))
    .map(({ name, to }) => ({ name, to: to === 0 ? undefined : heldModel.kinds[to - 1].name }));

const kinds = ['team', 'plot', 'city', 'city', 'unit', 'crate'];

function spawnAny(world: World, account: Account, choices: Choices): void {
  const kind = choices.pick(kinds);
  if (kind === 'team' && world.query({ kind: 'team' }).length >= 20) return;
  const holdings = Object.fromEntries(
    setsOf(kind).map(({ name, members }) => [
      name,
      choices.oneIn(2) ? [] : [choices.pick(members), choices.pick(members)],
    ]),
  );
  const lists = Object.fromEntries(listsOf(kind).map(({ name, to }) => [name, anyList(account, to, choices)]));
  const object = world.spawn({
    kind,
    place: kind === 'plot' ? { x: choices.below(5), y: choices.below(3) } : null,
    holdings,
    lists,
  });
  account.set(object, {
    kind,
    holdings: Object.fromEntries(Object.entries(holdings).map(([name, words]) => [name, new Set(words)])),
    lists,
  });
}

function anyList(account: Account, to: string | undefined, choices: Choices): Handle[] {
  const fit = [...account].filter(([, { kind }]) => to === undefined || kind === to).map(([object]) => object);
  return fit.length === 0 ? [] : Array.from({ length: choices.below(5) }, () => choices.pick(fit));
}

function changeAny(world: World, account: Account, choices: Choices): void {
  const entry = choices.pick([...account]);
  const [object, { kind, holdings, lists }] = entry;
  const [sets, links] = [setsOf(kind), listsOf(kind)];
  if (sets.length > 0) {
    const { name, members } = choices.pick(sets);
    const word = choices.pick(members);
    const isHeld = !choices.oneIn(3);
    world.relations.setWord(object, name, word, isHeld);
    if (isHeld) holdings[name].add(word);
    else holdings[name].delete(word);
  }
  if (links.length > 0) {
    const { name, to } = choices.pick(links);
    lists[name] = anyList(account, to, choices);
    world.relations.setList(object, name, lists[name]);
  }
}

function destroyAny(world: World, account: Account, choices: Choices): void {
  const [object] = choices.pick([...account]);
  world.destroy(object);
  account.delete(object);
  for (const { lists } of account.values())
    for (const name of Object.keys(lists)) lists[name] = lists[name].filter((each) => each !== object);
}

function expectAsTold(world: World, account: Account): void {
  expect(world.query()).toHaveLength(account.size);
  for (const [object, { kind, holdings, lists }] of account) {
    const words = Object.fromEntries(
      setsOf(kind).map(({ name, members }) => [name, members.filter((word) => holdings[name].has(word))]),
    );
    expect(world.describe(object)).toMatchObject({ kind, holdings: words, lists });
  }
}

/**
 * The same world by another way: who is there in the same rows, and then all words and lists, from the last to the
 * first.
 */
function another(world: World, account: Account, choices: Choices): World {
  const twin = createWorld(program, {
    reserve: { objects: inspect(world).capacity, words: 1, links: 1 + choices.below(50) },
  });
  twin.restore(world.snapshot());
  for (const [object, { kind, holdings, lists }] of [...account].reverse()) {
    for (const { name, members } of setsOf(kind)) {
      for (const word of members) twin.relations.setWord(object, name, word, false);
      for (const word of [...holdings[name]].reverse()) twin.relations.setWord(object, name, word, true);
    }
    for (const { name } of [...listsOf(kind)].reverse()) {
      twin.relations.setList(object, name, []);
      twin.relations.setList(object, name, lists[name]);
    }
  }
  return twin;
}

describe('over random changes', () => {
  longTest(
    'sets and lists are what a plain account says, in every copy; hashes are equal where that is, and differ where it does',
    () => {
      const did = { grew: 0, restored: 0, differed: 0 };
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const choices = choicesOf(seed);
          let world = createWorld(program, { reserve: { objects: 2, words: 1, links: 1 } });
          let account: Account = new Map();
          let kept = { snapshot: world.snapshot(), account: copyOf(account), hash: world.hash() };
          for (let i = 0; i < 60; i++) {
            const size = inspect(world).bytes;
            if (account.size === 0 || choices.oneIn(3)) spawnAny(world, account, choices);
            else if (choices.oneIn(4)) destroyAny(world, account, choices);
            else changeAny(world, account, choices);
            did.grew += Number(inspect(world).bytes > size);
            switch (choices.below(12)) {
              case 0:
                kept = { snapshot: world.snapshot(), account: copyOf(account), hash: world.hash() };
                break;
              case 1:
                world.restore(kept.snapshot);
                account = copyOf(kept.account);
                expect(world.hash()).toBe(kept.hash);
                did.restored++;
                break;
              case 2: {
                const [old, hash] = [world, world.hash()];
                world = world.fork();
                expect(world.hash()).toBe(hash);
                const handles = [...account.keys()];
                if (handles.length > 0) old.destroy(handles[0]);
                break;
              }
              case 3: {
                const hash = world.hash();
                world = loadWorld(program, world.save());
                expect(world.hash()).toBe(hash);
                break;
              }
              default:
            }
            expectAsTold(world, account);
          }
          const twin = another(world, account, choices);
          expect(twin.hash()).toBe(world.hash());
          if (account.size === 0) return;
          changeAny(twin, copyOf(account), choices);
          const isSame = [...account.keys()].every(
            (object) =>
              JSON.stringify([twin.describe(object).holdings, twin.describe(object).lists]) ===
              JSON.stringify([world.describe(object).holdings, world.describe(object).lists]),
          );
          expect(twin.hash() === world.hash()).toBe(isSame);
          did.differed += Number(!isSame);
        }),
        propertyRuns(25),
      );
      for (const count of Object.values(did)) expect(count).toBeGreaterThan(0);
    },
  );
});
