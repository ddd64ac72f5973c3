import { describe, expect, it } from 'vitest';
import { readProcyon } from '../../../../src/content/antares/parse/procyon/read-procyon.js';
import { loadLevel } from '../../../../src/content/antares/level/load-level.js';
import { policies } from '../../../../src/content/antares/syntax.js';
import {
  always,
  float,
  levelOf,
  loadPlain,
  plainLevel,
  type Plain,
  problemsOf,
  valueOf,
} from '../../../support/level-values.js';

interface Sections {
  readonly [section: string]: Plain;
}

const load = (sections: Sections): string[] => problemsOf(loadLevel(valueOf({ ...plainLevel, ...sections }), 'compat'));
const base = { maxHealth: 1, maxSpeed: 1 };
const initial = { base: 'ship', position: [0, 0] };

describe('levels', () => {
  it('may be empty: what is missing or null is empty or usual', () => {
    const empty = {
      players: [],
      startTime: undefined,
      ui: { zoom: 'foe', screen: 'main', line: 1 },
      initials: [],
      bases: new Map(),
      conditions: [],
    };
    expect(levelOf(loadLevel(valueOf({}), 'sound'))).toEqual(empty);
    expect(
      levelOf(
        loadLevel(
          valueOf({ players: null, start_time: null, ui: null, initials: null, bases: null, conditions: null }),
          'sound',
        ),
      ),
    ).toEqual(empty);
    expect(levelOf(loadLevel(valueOf({ ui: { line: 3, screen: null } }), 'sound')).ui).toEqual({
      zoom: 'foe',
      screen: 'main',
      line: 3,
    });
  });

  it('give bodies and bases what they leave out', () => {
    const level = levelOf(
      loadLevel(
        valueOf({ ...plainLevel, players: [{ type: 'cpu' }], bases: { ship: base }, initials: [initial] }),
        'sound',
      ),
    );
    expect(level.players).toEqual([{ type: 'cpu', cash: 1_280_000 }]);
    expect(level.bases.get('ship')).toEqual({
      name: 'ship',
      maxHealth: 1,
      maxSpeed: 1,
      destination: false,
      occupyCount: undefined,
      attributes: new Set(),
      tags: new Set(),
      destroyAction: [],
      dies: true,
    });
    expect(level.initials).toEqual([
      {
        at: { line: 1, column: 1 },
        base: 'ship',
        owner: undefined,
        position: [0, 0],
        hidden: false,
        flagship: false,
        target: undefined,
        build: [],
        velocity: [0, 0],
        health: undefined,
      },
    ]);
  });

  it('are read with all that they can say', () => {
    const level = levelOf(
      loadPlain(
        [
          {
            when: always,
            disabled: true,
            persistent: true,
            subject: { control: 1 },
            direct: { target: 0 },
            action: null,
          },
        ],
        'sound',
        {
          start_time: '10s',
          ui: { zoom: '1:4', screen: 'status', line: -1 },
          bases: {
            ship: {
              ...base,
              destination: true,
              occupyCount: 5,
              attributes: ['hated', 'neutral_death'],
              tags: { armed: true, light: false, x: null },
              die: false,
              destroyAction: [{ type: 'check' }],
            },
          },
          initials: [
            {
              ...initial,
              owner: 1,
              hidden: true,
              flagship: true,
              target: 0,
              build: ['ship'],
              velocity: [1.001, -2],
              health: 50,
              earning: 1.5,
            },
            { ...initial, owner: -1 },
          ],
        },
      ),
    );
    expect(level).toMatchObject({ startTime: 10, ui: { zoom: '1:4', screen: 'status', line: -1 } });
    expect(level.bases.get('ship')).toMatchObject({
      destination: true,
      occupyCount: 5,
      attributes: new Set(['hated', 'neutral_death']),
      tags: new Set(['armed']),
      dies: false,
      destroyAction: [{ type: 'check', path: 'bases.ship.destroyAction[0]' }],
    });
    expect(level.initials).toMatchObject([
      { owner: 1, hidden: true, flagship: true, target: 0, build: ['ship'], velocity: [1, -2], health: 50 },
      { owner: undefined },
    ]);
    expect(level.conditions).toMatchObject([
      {
        path: 'conditions[0]',
        disabled: true,
        persistent: true,
        subject: { by: 'control', index: 1 },
        direct: { by: 'target', index: 0 },
        action: [],
      },
    ]);
  });

  it.each<[Sections, string[]]>([
    [{ title: 'x' }, ['unknown-field title']],
    [{ conditions: {} }, ['type conditions']],
    [
      { conditions: [1, { when: always, actions: [] }, { when: always, action: {} }, { when: null }] },
      [
        'type conditions[0]',
        'unknown-field conditions[1].actions',
        'type conditions[2].action',
        'type conditions[3].when',
      ],
    ],
    [
      { conditions: [{ when: always, disabled: 0, persistent: 'yes', subject: { initial: 1, target: 1 }, direct: 1 }] },
      [
        'type conditions[0].disabled',
        'type conditions[0].persistent',
        'ref conditions[0].subject',
        'type conditions[0].direct',
      ],
    ],
    [{ start_time: 10 }, ['type start_time']],
    [{ start_time: '1s1t' }, ['duration start_time']],
    [{ start_time: '-1s' }, ['duration start_time']],
    [{ start_time: '1' }, ['duration start_time']],
    [
      { ui: { zoom: 'near', screen: 1, line: float(1), mouse: 1 } },
      ['unknown-field ui.mouse', 'enum ui.zoom', 'enum ui.screen', 'type ui.line'],
    ],
    [
      { players: [{ type: 'human' }, { type: 'robot', cash: 1.5 }, {}, 1] },
      ['enum players[1].type', 'type players[1].cash', 'enum players[2].type', 'type players[3]'],
    ],
    [{ players: Array.from({ length: 5 }, () => ({ type: 'cpu' })) }, ['range players[4]']],
    [
      {
        initials: [
          { ...initial, base: 'shp' },
          { base: 'ship' },
          { ...initial, position: [0] },
          { ...initial, position: [0, '1'] },
          1,
          { ...initial, speed: 1 },
        ],
      },
      [
        'unknown-name initials[0].base',
        'type initials[1].position',
        'type initials[2].position',
        'type initials[3].position[1]',
        'type initials[4]',
        'unknown-field initials[5].speed',
      ],
    ],
    [
      { initials: [{ ...initial, owner: 2, target: 1 }, 1, { ...initial, owner: -2, target: -1 }] },
      ['index initials[0].owner', 'type initials[1]', 'index initials[2].owner', 'index initials[2].target'],
    ],
    [{ initials: [{ ...initial, target: 1 }] }, ['index initials[0].target']],
    [
      { initials: [{ ...initial, velocity: 1, health: true, hidden: 1, flagship: 0, build: 'ship', earning: 'x' }] },
      ['earning', 'hidden', 'flagship', 'build', 'velocity', 'health'].map((name) => `type initials[0].${name}`),
    ],
    [{ bases: { ship: base, station: 1 } }, ['type bases.station']],
    [{ bases: { ship: base, station: null } }, ['unknown-name initials[0].base']],
    [
      {
        bases: {
          ship: base,
          station: {
            maxHealth: '1',
            attributes: ['hated', 'shiny', 1],
            tags: { x: 1 },
            destination: 1,
            occupyCount: 'x',
            die: 0,
            destroyAction: [{ type: 'x' }],
            colour: 1,
          },
        },
      },
      [
        'unknown-field bases.station.colour',
        'type bases.station.maxHealth',
        'type bases.station.maxSpeed',
        'type bases.station.destination',
        'type bases.station.occupyCount',
        'enum bases.station.attributes[1]',
        'enum bases.station.attributes[2]',
        'type bases.station.tags.x',
        'enum bases.station.destroyAction[0].type',
        'type bases.station.die',
      ],
    ],
  ])('are refused as a whole for %j', (sections, expected) => {
    expect(load(sections)).toEqual(expected);
  });

  it.each<Plain>([null, 1, 'x', [], true])('are maps, not %o', (document) => {
    for (const policy of policies) expect(problemsOf(loadLevel(valueOf(document), policy))).toEqual(['type ']);
  });

  it('may build what is not here, with a warning', () => {
    const { level, hazards } = loadPlain([], 'sound', { initials: [{ ...initial, build: ['ship', 'shipp'] }] });
    expect(level?.initials[0].build).toEqual(['ship', 'shipp']);
    expect(hazards).toEqual([
      expect.objectContaining({
        code: 'unknown-name',
        path: 'initials[0].build[1]',
        suggestion: 'did you mean `ship`?',
      }),
    ]);
  });

  it('name what is missing, and what is null', () => {
    const { problems } = loadPlain([{ when: always, action: [null] }], 'sound', {
      initials: [{ base: 'ship' }],
      bases: { ship: { maxHealth: float(1.5) } },
      players: [{}, { type: 'cpu', cash: float(1) }],
    });
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'players[0].type: `type` is missing: expected `human` or `cpu`',
      'players[1].cash: expected an int, found the float 1.0',
      'initials[0].position: `position` is missing: expected an array of two numbers',
      'bases.ship.maxSpeed: `maxSpeed` is missing: expected a number',
      'conditions[0].action[0]: expected a map, found null',
    ]);
  });

  it.each(policies)('warn of players that they do not have, in policy %s', (policy) => {
    const conditions: Plain[] = [
      {
        when: { type: 'cash', op: 'ge', player: 2, value: 1 },
        action: [
          { type: 'win', player: 3 },
          { type: 'score', counter: { player: 3, which: 0 }, value: 1 },
          { type: 'capture', player: -1 },
          { type: 'pay', value: 1, player: 1 },
        ],
      },
      { when: { type: 'owner', op: 'eq', object: { flagship: 2 }, player: 3 } },
    ];
    const { level, hazards } = loadPlain(conditions, policy);
    expect(level?.conditions).toHaveLength(2);
    expect(hazards.map(({ code, path }) => `${code} ${path}`)).toEqual(
      [
        'conditions[0].when.player',
        'conditions[0].action[0].player',
        'conditions[0].action[1].counter.player',
        'conditions[1].when.object.flagship',
        'conditions[1].when.player',
      ].map((path) => `index ${path}`),
    );
    expect(hazards[0].message).toBe(
      'nobody plays at seat 2: those of `players` are 0 to 1; what is said of it does nothing, or is false or 0',
    );
    expect(
      loadPlain([{ when: { type: 'ships', op: 'eq', player: 0, value: 0 } }], policy, { players: [], initials: [] })
        .hazards[0].message,
    ).toContain('`players` names none');
  });

  it('warn of keys that stand in them again, with the place of the first', () => {
    const text = [
      'conditions:',
      '\t*\twhen: {type: "time", op: "ge", duration: "5s"}',
      '\t\taction: [{type: "age", far: [{"a b": 1, "a b": 2}]}]',
      '\t\twhen: {type: "time", op: "ge", duration: "6s"}',
    ].join('\n');
    const document = readProcyon(new TextEncoder().encode(text));
    if (!document.ok) throw new Error(document.problem.message);
    expect(loadLevel(document.value, 'sound').hazards.filter(({ code }) => code === 'repeated-key')).toEqual([
      expect.objectContaining({ path: 'conditions[0].action[0].far[0]["a b"]', at: { line: 3, column: 43 } }),
      {
        code: 'repeated-key',
        path: 'conditions[0].when',
        at: { line: 4, column: 3 },
        message: 'the key `when` is repeated: its value in line 2, column 4 does not count; keep one of them',
      },
    ]);
  });

  it('have an unknown kind of reference at its key', () => {
    const document = readProcyon(
      Buffer.from('conditions: [{when: {type: "destroyed", op: "eq", object: {inital: 0}, value: true}}]'),
    );
    if (!document.ok) throw new Error(document.problem.message);
    expect(loadLevel(document.value, 'sound').problems).toMatchObject([
      { path: 'conditions[0].when.object', at: { line: 1, column: 60 }, suggestion: 'did you mean `initial`?' },
    ]);
  });

  it('have their problems in the order of the text, each at its place', () => {
    const text = [
      'conditions:',
      '\t*\twhen: {type: "time", op: "ge", duration: "5"}',
      '\t\tbogus: 1',
      'players:',
      '\t*\ttype: "robt"',
    ].join('\n');
    const document = readProcyon(new TextEncoder().encode(text));
    if (!document.ok) throw new Error(document.problem.message);
    expect(
      loadLevel(document.value, 'sound').problems.map(({ code, path, at }) => [code, path, at.line, at.column]),
    ).toEqual([
      ['duration', 'conditions[0].when.duration', 2, 45],
      ['unknown-field', 'conditions[0].bogus', 3, 3],
      ['enum', 'players[0].type', 5, 10],
    ]);
  });
});
