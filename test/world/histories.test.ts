import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { CellHistory, ExecutorName, Handle, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { inspect } from '../../src/world/inspect.js';
import { refusal } from '../support/errors.js';
import { type Given, timingStage } from '../support/timing-world.js';

const own = { include: 'target == source' };

/** Something of every sort happens in turn 2. */
const program = defineContent({
  enumerations: { tech: ['bronze', 'iron', 'law'] },
  meters: { health: { default: 5 } },
  properties: {
    techs: { type: 'set', of: 'tech' },
    escort: { type: 'list', of: 'ship' },
    goal: { type: 'reference' },
  },
  variables: { pace: { default: 10 } },
  kinds: {
    realm: { faction: true },
    city: { ownership: 'stored', properties: ['techs'] },
    ship: {
      attachesTo: ['city'],
      orphan: 'detach',
      ownership: 'none',
      meters: ['health'],
      properties: ['escort', 'goal'],
      variables: ['pace'],
      modifiers: [{ variable: 'pace', add: 'self.health', label: 'Health' }],
    },
    storm: {},
  },
  classes: {
    scout: { kind: 'ship' },
    veteran: { kind: 'ship' },
    school: {
      kind: 'city',
      groups: [
        {
          name: 'teach',
          activation: 'turn == 2',
          scope: own,
          effects: [{ hold: 'iron', in: 'techs', label: 'Lesson' }],
        },
        {
          name: 'forget',
          priority: 200,
          activation: 'turn == 2',
          scope: own,
          effects: [{ hold: 'bronze', in: 'techs', to: false }],
        },
      ],
    },
    tempest: {
      kind: 'storm',
      groups: [
        {
          name: 'betray',
          activation: 'turn == 2',
          scope: { include: 'target.kind == city' },
          effects: [{ give: 'objects(realm).filter(r, r != target.owner).first()' }],
        },
        {
          name: 'harden',
          activation: 'turn == 2',
          scope: { include: 'target.class == scout' },
          effects: [{ become: 'veteran' }],
        },
        {
          name: 'sink',
          priority: 300,
          activation: 'turn == 2',
          scope: { include: 'target.class == veteran && target.health < 6' },
          effects: [{ destroy: true, label: 'Storm' }],
        },
        {
          name: 'sail',
          priority: 400,
          activation: 'turn == 2',
          scope: { include: 'target.class == veteran' },
          effects: [{ put: { x: 7, y: 2 } }],
        },
        {
          name: 'launch',
          priority: 500,
          activation: 'turn == 2',
          scope: { include: 'target.kind == city' },
          effects: [{ create: 'scout' }],
        },
        {
          name: 'age',
          priority: 600,
          scope: { include: 'target.kind == ship' },
          effects: [{ meter: 'health', add: 1 }],
        },
      ],
    },
  },
});

interface Scene {
  readonly world: World;
  readonly realms: readonly Handle[];
  readonly city: Handle;
  readonly storm: Handle;
  /** The first of them sinks in turn 2. */
  readonly ships: readonly Handle[];
}

function scene(executor: ExecutorName): Scene {
  const world: World = createWorld(program, { executor });
  const realms = [world.spawn({ kind: 'realm' }), world.spawn({ kind: 'realm' })];
  const city = world.spawn({
    class: 'school',
    owner: realms[0],
    place: { x: 1, y: 2 },
    holdings: { techs: ['bronze', 'law'] },
  });
  const storm = world.spawn({ class: 'tempest', place: { x: 0, y: 0 } });
  const ships = [3, 9].map((health) => world.spawn({ class: 'scout', place: { in: city }, values: { health } }));
  for (const ship of ships) world.variables.grant(ship);
  world.set(ships[1], 'goal', ships[0]);
  world.relations.setList(ships[1], 'escort', [ships[0], ships[1]]);
  world.step();
  return { world, realms, city, storm, ships };
}

function short({ steps }: CellHistory): readonly unknown[] {
  return steps.map(({ rule, source, item, before, after }) => [
    rule,
    source,
    ...(item === undefined ? [before, after] : [item, after]),
  ]);
}

describe.each<ExecutorName>(['compiled', 'reference'])('%s: explain', (executor) => {
  test('lists the words that rules add to a set and remove from it', () => {
    const { world, city } = scene(executor);
    world.step();
    const hash = world.hash();
    const history = world.explain(city, 'techs');
    expect(history).toEqual({
      initial: ['bronze', 'law'],
      current: ['iron', 'law'],
      isObject: false,
      existed: true,
      skipped: 0,
      steps: [
        {
          rule: 'school/teach',
          source: city,
          label: 'Lesson',
          turn: 2,
          phase: 'actions',
          priority: 100,
          item: 'iron',
          before: false,
          after: true,
        },
        expect.objectContaining({ rule: 'school/forget', priority: 200, item: 'bronze', before: true, after: false }),
      ],
    });
    expect(world.hash()).toBe(hash);
  });

  test('lists who gave an object, moved it, changed its class, made it and destroyed it', () => {
    const { world, realms, city, storm, ships } = scene(executor);
    const [sunk, sailing] = ships;
    world.step();
    const [young] = world.query({ class: 'scout' });
    const names = (object: Handle, ...all: readonly string[]) => all.map((name) => ({ object, name }));
    const [owner, ownerOfAll, place, x, y, of, born, bornPlace, health, gone, goneClass] = world.explainAll([
      ...names(city, 'owner'),
      ...names(sailing, 'owner', 'place', 'x', 'y', 'class'),
      ...names(young, 'exists', 'place', 'health'),
      ...names(sunk, 'exists', 'class'),
    ]);
    expect(owner).toMatchObject({ initial: [realms[0]], current: [realms[1]], isObject: true });
    expect(short(owner)).toEqual([['tempest/betray', storm, [realms[0]], [realms[1]]]]);
    // Of a ship, by its city, and by nobody once it has sailed.
    expect(short(ownerOfAll)).toEqual([
      ['tempest/betray', storm, [realms[0]], [realms[1]]],
      ['tempest/sail', storm, [realms[1]], []],
    ]);
    expect(short(place)).toEqual([['tempest/sail', storm, city, null]]);
    expect([short(x), short(y)]).toEqual([[['tempest/sail', storm, 1, 7]], []]);
    expect(short(of)).toEqual([['tempest/harden', storm, 'scout', 'veteran']]);
    expect(born).toMatchObject({ initial: null, current: true });
    expect(short(born)).toEqual([['tempest/launch', storm, null, true]]);
    expect(short(bornPlace)).toEqual([['tempest/launch', storm, null, city]]);
    expect(short(health)).toEqual([['tempest/launch', storm, null, 5]]);
    expect(gone).toMatchObject({ initial: true, current: null });
    expect(gone.steps).toEqual([
      expect.objectContaining({ rule: 'tempest/sink', label: 'Storm', before: true, after: null }),
    ]);
    expect(short(goneClass)).toEqual([
      ['tempest/harden', storm, 'scout', 'veteran'],
      ['tempest/sink', storm, 'veteran', null],
    ]);
  });

  test('names who destroyed what a reference and a list held', () => {
    const { world, storm, ships } = scene(executor);
    world.step();
    expect(short(world.explain(ships[1], 'goal'))).toEqual([['tempest/sink', storm, ships[0], null]]);
    const { initial, current, steps } = world.explain(ships[1], 'escort');
    expect([initial, current]).toEqual([ships, [ships[1]]]);
    expect(steps).toMatchObject([{ rule: 'tempest/sink', source: storm, item: ships[0], before: true, after: false }]);
  });

  test('tells of all turns since a snapshot, and leaves the world as it is', () => {
    const { world, storm, ships } = scene(executor);
    const since = world.snapshot();
    world.run(3);
    const hash = world.hash();
    const [health, pace, gone] = world.explainAll(
      [
        { object: ships[1], name: 'health' },
        { object: ships[1], name: 'pace' },
        { object: ships[0], name: 'exists' },
      ],
      { since },
    );
    expect(health).toMatchObject({ initial: 10, current: 13 });
    expect(health.steps.map(({ turn, rule, after }) => [turn, rule, after])).toEqual([
      [2, 'tempest/age', 11],
      [3, 'tempest/age', 12],
      [4, 'tempest/age', 13],
    ]);
    expect(pace.steps.map(({ turn, phase, label, before, after }) => [turn, phase, label, before, after])).toEqual([
      [2, 'meters', 'solved', 20, 21],
      [3, 'meters', 'solved', 21, 22],
      [4, 'meters', 'solved', 22, 23],
    ]);
    expect(short(gone)).toEqual([['tempest/sink', storm, true, null]]);
    expect(world.hash()).toBe(hash);
    // Without a snapshot a variable has its modifiers.
    expect(world.explain(ships[1], 'pace').steps).toMatchObject([{ label: 'self.health', priority: 0, turn: 4 }]);
  });

  test('tells of variables that change with the time', () => {
    const clock = defineContent({
      variables: { hour: { default: 0 } },
      kinds: { tower: { variables: ['hour'], modifiers: [{ variable: 'hour', add: 'turn' }] } },
    });
    const world: World = createWorld(clock, { executor });
    const tower = world.spawn({ kind: 'tower' });
    const since = world.snapshot();
    world.run(2);
    const { initial, current, steps } = world.explain(tower, 'hour', { since });
    expect([initial, current]).toEqual([0, 2]);
    expect(steps).toMatchObject([
      { turn: 1, label: 'solved', before: 0, after: 1 },
      { turn: 2, label: 'solved', before: 1, after: 2 },
    ]);
  });

  test('names systems of the host', () => {
    const { world, realms, city } = scene(executor);
    world.addSystem({
      name: 'treaty',
      phase: 'host',
      run: (own) => {
        own.setOwner(city, null);
        own.relations.setWord(city, 'techs', 'law', false);
      },
    });
    world.addSystem({
      name: 'convoy',
      phase: 'host',
      query: ['city'],
      run: ({ commands, ids, handleOf }) => {
        for (const id of ids) commands.move(handleOf(id), { x: 3, y: 4 });
      },
    });
    world.step();
    expect(world.explain(city, 'owner').steps.at(-1)).toMatchObject({
      rule: 'treaty',
      source: 0,
      label: 'host',
      phase: 'host',
      before: [realms[1]],
      after: [],
    });
    expect(world.explain(city, 'techs').steps.at(-1)).toMatchObject({ rule: 'treaty', item: 'law', after: false });
    expect(short(world.explain(city, 'x'))).toEqual([['convoy', 0, 1, 3]]);
  });
});

function errorOf(run: () => unknown): string {
  const { code, message } = refusal(run);
  return `${code}: ${message}`;
}

describe('explain refuses', () => {
  const { world, city, ships } = scene('compiled');
  const since = world.snapshot();
  world.step();

  test('what is not there', () => {
    expect(refusal(() => world.explain(city, 'escort'))).toMatchObject({ code: 'bad-value' });
    expect(refusal(() => world.explain(city, 'escort')).message).toContain(
      'a city has no escort; its sets and lists are "techs"',
    );
    expect(refusal(() => world.explain(city, 'health')).code).toBe('bad-value');
    expect(refusal(() => world.explain(city, 'owners')).code).toBe('unknown-name');
    expect(refusal(() => world.explain(ships[0] + 2 ** 24 * 9, 'exists')).code).toBe('no-object');
  });

  test('more than a thousand values at a time', () => {
    const asked = Array.from({ length: 1001 }, () => ({ object: city, name: 'owner' }));
    expect(errorOf(() => world.explainAll(asked))).toMatch(/^bad-option: .*1001 values, the limit is 1000/);
  });

  test('a snapshot that is not of an earlier turn', () => {
    expect(errorOf(() => world.explain(city, 'owner', { since: world.snapshot() }))).toMatch(
      /^bad-option: .*since is a snapshot of turn 2, and the world is at turn 2/,
    );
  });

  test('turns that do not lead to the present world', () => {
    const copy = world.fork();
    copy.set(ships[1], 'health', 50);
    const hash = copy.hash();
    expect(errorOf(() => copy.explain(city, 'owner', { since }))).toMatch(
      /^not-repeated: .*turn 2 leads to a state that differs from the present one/,
    );
    expect(copy.hash()).toBe(hash);
  });
});

describe('explain of turns with decisions', () => {
  const heals = { scope: own, effects: [{ meter: 'health', add: 1 }] };
  const given = {
    abilities: [
      {
        name: 'thrives',
        class: 'reaction',
        carrier: { kind: 'unit' },
        own: true,
        on: { gains: 'health' },
        do: [{ meter: 'strength', add: 1 }],
      },
    ],
    rules: [heals],
  };

  test('takes those that were taken, and asks no agent again', () => {
    const { world, units } = timingStage(given as Given);
    let asked = 0;
    world.events.answerWith(({ options }) => (asked++ % 3 === 0 ? 0 : options.length - 1));
    const since = world.snapshot();
    world.run(3);
    const count = asked;
    const histories = world.explainAll(
      units.map((object) => ({ object, name: 'strength' })),
      { since },
    );
    expect(asked).toBe(count);
    expect(histories.flatMap(({ steps }) => steps.map(({ turn }) => turn)).length).toBeGreaterThan(1);
    for (const [i, unit] of units.entries()) expect(histories[i].current).toBe(world.get(unit, 'strength'));
  });
});

test('an effect that abilities answer is told with its rule', () => {
  const heard = defineContent({
    kinds: { realm: { faction: true }, city: { ownership: 'stored' } },
    classes: {
      market: {
        kind: 'city',
        groups: [{ name: 'sell', scope: own, effects: [{ give: 'objects(realm).first()', label: 'Sale' }] }],
      },
    },
    timing: { players: 'realm' },
    abilities: [{ name: 'witness', class: 'trait', on: { gives: 'city' }, do: [{ tell: 'sold' }] }],
  });
  const [compiled, reference] = (['compiled', 'reference'] as const).map((executor) => {
    const world: World = createWorld(heard, { executor });
    const realm = world.spawn({ kind: 'realm' });
    const city = world.spawn({ class: 'market' });
    world.step();
    expect(world.ownersOf(city)).toEqual([realm]);
    return world.explain(city, 'owner').steps;
  });
  expect(compiled).toMatchObject([{ rule: 'market/sell', label: 'Sale', before: [], after: [1] }]);
  expect(reference).toEqual(compiled);
});

test('a rule that gives all its targets away at once is told with its source', () => {
  const content = defineContent({
    properties: { side: { type: 'reference' } },
    kinds: { realm: { faction: true }, ship: { ownership: 'stored' }, banner: { properties: ['side'] } },
    classes: {
      flag: {
        kind: 'banner',
        groups: [{ name: 'claim', scope: { include: 'target.kind == ship' }, effects: [{ give: 'source.side' }] }],
      },
    },
  });
  const world: World = createWorld(content, { executor: 'compiled' });
  const realm = world.spawn({ kind: 'realm' });
  const flag = world.spawn({ class: 'flag', values: { side: realm } });
  const ships = [1, 2, 3].map(() => world.spawn({ kind: 'ship' }));
  world.step();
  expect(inspect(world).executor.paths.ahead).toBe(1);
  for (const ship of ships) expect(short(world.explain(ship, 'owner'))).toEqual([['flag/claim', flag, [], [realm]]]);
});
