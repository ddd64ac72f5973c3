import { describe, expect, test } from 'vitest';
import { type FactValue, applyFact } from '../../../../src/content/antares/world/level-facts.js';
import { baseOf, initialOf, levelOf, stageOf } from '../../../support/level-stage.js';

const level = levelOf({
  players: [
    { type: 'human', cash: 0 },
    { type: 'cpu', cash: 0 },
  ],
  bases: [baseOf('ship'), baseOf('planet', { destination: true })],
  initials: [
    initialOf('planet', { owner: 0, build: ['ship'] }),
    initialOf('ship', { owner: 0, flagship: true, target: 0, position: [5, 6], health: 10 }),
    initialOf('ship', { hidden: true, owner: 1, flagship: true, target: 1 }),
  ],
});

function opened() {
  const stage = stageOf(level, 'compat', 'compiled');
  const { world, model, body } = stage;
  const others = new Map<string, number>();
  return {
    ...stage,
    others,
    say: (name: string, value: FactValue): boolean => applyFact(world, model, name, value, others),
    of: (number: number, column: string): unknown => world.get(body(number) ?? 0, column),
    player: (seat: number, column: string): unknown => world.get(world.find(`player ${seat}`) ?? 0, column),
    whole: (column: string): unknown => world.get(world.find('level') ?? 0, column),
  };
}

describe('facts of initials', () => {
  test('replace what the body is', () => {
    const { say, of, world, body } = opened();
    const facts: Readonly<Record<string, FactValue>> = {
      health: 7,
      maxHealth: 70,
      velocity: [1, -1 / 3],
      position: [100.9, -3.9],
      dest: 1,
      owner: 1,
    };
    for (const [field, value] of Object.entries(facts)) expect(say(`initial.1.${field}`, value)).toBe(true);
    expect(['health', 'maxHealth', 'velocityX', 'velocityY', 'destination'].map((column) => of(1, column))).toEqual([
      7,
      70,
      1,
      -85 / 256,
      body(1),
    ]);
    expect(world.positionOf(body(1) ?? 0)).toEqual({ x: 100, y: -3 });
    expect(world.ownersOf(body(1) ?? 0)).toEqual([world.find('player 1')]);
    say('initial.1.owner', null);
    say('initial.1.dest', null);
    expect([world.ownersOf(body(1) ?? 0), of(1, 'destination')]).toEqual([[], null]);
  });

  test('reach nobody where the initial is not there', () => {
    const { say } = opened();
    expect(say('initial.2.health', 7)).toBe(false);
    expect(say('initial.2.exists', false)).toBe(false);
    expect(say('player.0.target', 2)).toBe(true);
  });

  test('follow the role to what it is bound to', () => {
    const { say, world, body } = opened();
    world.relations.setRole('initial 2', body(1));
    expect(say('initial.2.health', 3)).toBe(true);
    expect(world.get(body(1) ?? 0, 'health')).toBe(3);
  });

  test('take a body out of use, and let it be there again as it was at first', () => {
    const { say, of, player, body, free, world } = opened();
    const first = body(1);
    say('initial.1.position', [1, 1]);
    say('initial.1.exists', false);
    expect([of(1, 'inUse'), body(1)]).toEqual([false, first]);
    say('initial.1.exists', true);
    expect(body(1)).not.toBe(first);
    expect([of(1, 'inUse'), of(1, 'health'), of(1, 'destination'), world.positionOf(body(1) ?? 0)]).toEqual([
      true,
      10,
      body(0),
      { x: 5, y: 6 },
    ]);
    expect(player(0, 'flagship')).toBe(body(1));
    free();
    expect(world.isLive(first ?? 0)).toBe(false);
    say('initial.2.exists', true);
    expect([of(2, 'destination'), player(1, 'flagship')]).toEqual([body(1), body(2)]);
    const revealed = body(2);
    say('initial.2.exists', true);
    expect(body(2)).toBe(revealed);
  });
});

describe('facts of players', () => {
  test('replace what is known of them', () => {
    const { say, player, body } = opened();
    for (const [field, value] of Object.entries({
      cash: 99,
      ships: 4,
      score: [1, -2, 3],
      autopilot: true,
      flagship: 0,
      control: 1,
      target: null,
    }))
      expect(say(`player.1.${field}`, value)).toBe(true);
    expect(
      ['cash', 'ships', 'score 0', 'score 1', 'score 2', 'autopilot', 'flagship', 'control', 'target'].map((column) =>
        player(1, column),
      ),
    ).toEqual([99, 4, 1, -2, 3, true, body(0), body(1), null]);
  });

  test('reach nobody at a seat where nobody plays', () => {
    const { say } = opened();
    expect(say('player.3.ships', 4)).toBe(false);
  });

  test('name bodies of no initial, each one body, whose they are where that matters', () => {
    const { say, player, world, others } = opened();
    say('player.0.flagship', 'x1');
    say('player.1.target', 'x1');
    say('player.1.control', 'x2');
    const [one, two] = [player(0, 'flagship') as number, player(1, 'control') as number];
    expect(player(1, 'target')).toBe(one);
    expect(
      [one, two].map((body) => [
        world.nameOf(body),
        world.get(body, 'initial'),
        world.get(body, 'inUse'),
        world.positionOf(body),
      ]),
    ).toEqual([
      ['x1', 0, true, null],
      ['x2', 0, true, null],
    ]);
    expect([one, two].map((body) => world.ownersOf(body))).toEqual([
      [world.find('player 0')],
      [world.find('player 1')],
    ]);
    expect([...others.keys()]).toEqual(['x1', 'x2']);
  });

  test('name the same bodies in a world that was put back', () => {
    const { say, player, world } = opened();
    const before = world.snapshot();
    say('player.0.flagship', 'x1');
    world.restore(before);
    const ship = world.spawn({ class: 'ship', name: 'another' });
    say('player.0.flagship', 'x1');
    expect(player(0, 'flagship')).not.toBe(ship);
    expect(world.nameOf(player(0, 'flagship') as number)).toBe('x1');
  });

  test('say whether something is built, and that there is nothing to build at', () => {
    const { say, player, body, world } = opened();
    say('player.0.building', true);
    expect([player(0, 'building'), player(0, 'buildAt')]).toEqual([true, body(0)]);
    say('initial.0.owner', 1);
    say('player.0.building', true);
    const other = player(0, 'buildAt') as number;
    expect(other).not.toBe(body(0));
    expect(world.ownersOf(other)).toEqual([world.find('player 0')]);
    say('player.0.building', false);
    expect([player(0, 'building'), player(0, 'buildAt')]).toEqual([false, other]);
    say('player.0.building', null);
    expect([player(0, 'building'), player(0, 'buildAt')]).toEqual([false, null]);
  });
});

test('facts of the screen replace what is on it', () => {
  const { say, whole } = opened();
  for (const [field, value] of Object.entries({ screen: 'status', line: -1, zoom: '2:1', message: [12, 3] }))
    expect(say(`ui.${field}`, value)).toBe(true);
  expect(['screen', 'line', 'zoom', 'hasMessage', 'messageId', 'messagePage'].map(whole)).toEqual([
    'status',
    -1,
    '2:1',
    true,
    12,
    3,
  ]);
  say('ui.message', [12, 0]);
  expect(['hasMessage', 'messageId', 'messagePage'].map(whole)).toEqual([true, 12, 0]);
  say('ui.message', null);
  expect(whole('hasMessage')).toBe(false);
});

describe('what cannot be a fact is refused', () => {
  test.each([
    ['initial.1.helth', 1, 'there is no fact `initial.1.helth`; did you mean `initial.1.health`?'],
    ['initial.3.health', 1, 'there is no fact `initial.3.health`; did you mean `initial.0.health`?'],
    ['initial.1', 1, 'there is no fact `initial.1`'],
    ['initial.1.health.now', 1, 'there is no fact `initial.1.health.now`'],
    ['initial.01x.health', 1, 'there is no fact'],
    ['initial.1.constructor', 1, 'there is no fact'],
    ['ui.constructor', 1, 'there is no fact'],
    ['ui.zoom.now', 'all', 'there is no fact'],
    ['', 1, 'there is no fact'],
    ['player.4.cash', 1, 'there is no fact `player.4.cash`; did you mean `player.0.cash`?'],
    ['initial.1.health', 'much', 'the fact `initial.1.health` cannot be "much"; give a finite number'],
    ['initial.1.health', Number.NaN, 'give a finite number'],
    ['initial.1.position', [1], 'give a list of 2 finite numbers'],
    ['initial.1.position', [1, 2, 3], 'give a list of 2 finite numbers'],
    ['initial.1.velocity', [1, '2'], 'give a list of 2 finite numbers'],
    ['initial.1.exists', 0, 'give true or false'],
    [
      'initial.1.dest',
      9,
      'the fact `initial.1.dest` cannot be 9; give the number of one of 3 initials, the name of another body such as "x1", or null',
    ],
    ['initial.1.dest', 'planet', 'the name of another body such as "x1"'],
    ['player.0.score', [1, 2], 'give a list of 3 finite numbers'],
    ['player.0.autopilot', null, 'give true or false'],
    ['ui.screen', 'map', 'give one of main, build, special, message, status'],
    ['ui.zoom', null, 'give one of 2:1, 1:1'],
    ['ui.message', 5, 'give a list of 2 finite numbers'],
  ] as const)('%s: %j', (name, value, message) => {
    const { say } = opened();
    expect(() => say(name, value as FactValue)).toThrow(message);
  });
});

describe('numbers that are not whole', () => {
  test.each<[string, FactValue]>([
    ['player.0.score', [1.5, 0, 0]],
    ['player.0.score', [2 ** 31, 0, 0]],
    ['player.0.ships', 1.5],
    ['player.0.cash', -5.5],
    ['ui.line', 2.5],
    ['ui.message', [1.5, 1]],
    ['ui.message', [1, 0.5]],
    ['initial.1.owner', 0.5],
  ])('are refused where things are counted: %s %j', (name, value) => {
    const { say, world } = opened();
    const before = world.hash();
    expect(() => say(name, value)).toThrow('whole number');
    expect(world.hash()).toBe(before);
  });
});
