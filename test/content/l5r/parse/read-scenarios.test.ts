import { describe, expect, it } from 'vitest';
import { labelOf, type Problem } from '../../../../src/content/text/problem.js';
import { problemsOf, readScenarios } from '../../../../src/content/l5r/parse/read-scenarios.js';

const bell = { id: 'bell', class: 'trait', at: 'after', on: { type: 'ring' } };
const ring = { raise: { type: 'ring', card: 'tower' } };

function file(...scenarios: readonly unknown[]): unknown {
  return { format: 'timing/1', scenarios };
}

function play(given: unknown, ...when: readonly unknown[]): unknown {
  return { given, when: when.length === 0 ? [ring] : when };
}

/** What is wrong with a file or with one of its scenarios. */
function wrongInFile(value: unknown): readonly Problem[] {
  const read = readScenarios(value);
  return read.ok ? read.scenarios.flatMap(({ problems }) => problems) : read.problems;
}

/** What is wrong with abilities, in short. */
function wrongIn(...abilities: readonly unknown[]): readonly string[] {
  return told(problemsOf(play({ abilities })));
}

function told(problems: readonly Problem[]): readonly string[] {
  return problems.map(
    ({ code, message, suggestion }) => `[${code}] ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`,
  );
}

describe('files of scenarios', () => {
  it('gives what is right as it is', () => {
    const scenario = {
      id: 'A',
      title: 'It rings',
      given: { abilities: [bell] },
      when: [ring],
      then: { order: ['B:bell(ring:tower)'] },
    };
    expect(readScenarios(file(scenario))).toEqual({ ok: true, scenarios: [{ name: 'A', scenario, problems: [] }] });
  });

  it.each([
    ['no file', 3, '[wrong-type] the file is 3, expected a mapping (keys with values)'],
    ['no scenarios', { format: 'timing/1' }, '[missing-key] scenarios is missing, expected a list'],
    [
      'another format',
      { format: 'timing/2', scenarios: [] },
      '[bad-value] format is "timing/2", expected "timing/1" (did you mean `timing/1`?)',
    ],
    ['no id', file({ when: [] }), '[missing-key] scenarios[0].id is missing, expected a name'],
    [
      'a key that there is not',
      file({ id: 'A', when: [], gven: {} }),
      '[unknown-key] there is no key "gven" in scenarios[0] (did you mean `given`?)',
    ],
    [
      'an id twice',
      file({ id: 'A', when: [] }, { id: 'A', when: [] }),
      '[duplicate-name] scenarios[1].id is "A", as that of scenarios[0] (give each its own id)',
    ],
  ])('refuses %s', (_what, value, message) => {
    expect(told(wrongInFile(value))).toEqual([message]);
  });

  it('says where in a file of several', () => {
    const wrong = wrongInFile(
      file(
        { id: 'A', when: [] },
        { id: 'B', when: [ring], given: { abilities: [bell, { ...bell, id: 'gong', on: { type: 7 } }] } },
      ),
    );
    expect(wrong.map(({ path }) => labelOf(path))).toEqual(['scenarios[1].given.abilities[1].on.type']);
  });

  it('keeps the first of very many', () => {
    expect(problemsOf(play({ abilities: Array.from({ length: 1000 }, () => 0) }))).toHaveLength(200);
  });

  it('gives what is right beside what is not', () => {
    const read = readScenarios(file({ id: 'A', when: [] }, { when: 3 }, 7));
    expect(
      read.ok
        ? read.scenarios.map(({ name, scenario, problems }) => [name, scenario !== undefined, problems.length])
        : [],
    ).toEqual([
      ['A', true, 0],
      ['scenarios[1]', false, 2],
      ['scenarios[2]', false, 1],
    ]);
  });
});

describe('what there is', () => {
  it.each([
    [
      'a flag that is none',
      { entities: { tower: { bowed: 'yes' } } },
      '[wrong-type] given.entities.tower.bowed is "yes", expected true or false',
    ],
    [
      'a fact that is no value',
      { entities: { tower: { moss: [] } } },
      '[wrong-type] given.entities.tower.moss is a list, expected text, a number, true, false or null',
    ],
    [
      'who controls and does not play',
      { players: ['Ada', 'Ben'], entities: { tower: { controller: 'Bem' } } },
      '[unknown-name] given.entities.tower.controller is "Bem", expected a player (did you mean `Ben`?)',
    ],
    [
      'an active player who does not play',
      { active: 'P3' },
      '[unknown-name] given.active is "P3", expected a player (did you mean `P1`?)',
    ],
    [
      'a next player who does not play',
      { active: null, next: 'Q' },
      '[unknown-name] given.next is "Q", expected a player (known are P1, P2)',
    ],
    [
      'a player twice',
      { players: ['Ada', 'Ada'] },
      '[duplicate-name] given.players[1] is "Ada" again, expected each player once',
    ],
    ['no players', { players: [] }, '[bad-value] given.players is empty, expected one entry at least'],
    [
      'honor of nobody',
      { honor: { P9: 1 } },
      '[unknown-name] given.honor.P9 is "P9", expected a player (did you mean `P1`?)',
    ],
    [
      'decisions of nobody',
      { decisions: { 'the wind': [] } },
      '[unknown-name] given.decisions["the wind"] is "the wind", expected a player (known are P1, P2)',
    ],
    [
      'a policy that there is not',
      { policy: { grouping: 'perOccurence' } },
      '[bad-value] given.policy.grouping is "perOccurence", expected "merged" or "perOccurrence" (did you mean `perOccurrence`?)',
    ],
  ])('refuses %s', (_what, given, message) => {
    expect(told(problemsOf(play(given)))).toEqual([message]);
  });
});

describe('abilities', () => {
  it.each([
    [
      'a class that there is not',
      { ...bell, class: 'trai' },
      '[bad-value] given.abilities[0].class is "trai", expected "negate" or "prevent" or "substitute" or "trait" or "delayed" or "rulebook" or "reduction" or "reaction" or "continuous" (did you mean `trait`?)',
    ],
    [
      'a point that there is not',
      { ...bell, at: 'afterwards' },
      '[bad-value] given.abilities[0].at is "afterwards", expected "before" or "when" or "after"',
    ],
    [
      'nothing to listen to',
      { id: 'bell', class: 'trait', at: 'after' },
      '[missing-key] given.abilities[0].on is missing, expected a mapping (keys with values)',
    ],
    [
      'a type that is no text',
      { ...bell, on: { anyOf: [{ type: 'ring' }, { type: 4 }] } },
      '[wrong-type] given.abilities[0].on.anyOf[1].type is 4, expected a name',
    ],
    [
      'nothing of several',
      { ...bell, on: { anyOf: [] } },
      '[bad-value] given.abilities[0].on.anyOf is empty, expected one entry at least',
    ],
    ['a key that there is not', { ...bell, wehn: 1 }, '[unknown-key] there is no key "wehn" in given.abilities[0]'],
    [
      'a reaction of nobody',
      { ...bell, class: 'reaction' },
      '[missing-key] given.abilities[0].controller is missing, expected the player who is asked: the ability is a reaction (known are P1, P2)',
    ],
    [
      'a choice of nobody',
      { ...bell, choice: true },
      '[missing-key] given.abilities[0].controller is missing, expected the player who is asked: the ability is a choice (known are P1, P2)',
    ],
    [
      'a controller who does not play',
      { ...bell, controller: 'P7' },
      '[unknown-name] given.abilities[0].controller is "P7", expected a player (did you mean `P1`?)',
    ],
    [
      'a substitute without another',
      { ...bell, class: 'substitute', at: 'before' },
      '[missing-key] given.abilities[0].into is missing, expected the occurrence that a substitute puts in place of the one that it answers (give its type)',
    ],
    [
      'another of what is no substitute',
      { ...bell, into: { type: 'hum' } },
      '[bad-structure] given.abilities[0].into belongs to an ability of class trait, expected it only in one of class substitute (make it a substitute, or leave it out)',
    ],
    [
      'an entity of a test that there is not',
      { ...bell, if: [{ ent: 'towr', key: 'bowed', eq: true }] },
      '[unknown-name] given.abilities[0].if[0].ent is "towr", expected an entity that is declared, or that an occurrence names (did you mean `tower`?)',
    ],
    [
      'an entity that it lives by and that there is not',
      { ...bell, live: ['gate', 'bowed', true] },
      '[unknown-name] given.abilities[0].live[0] is "gate", expected an entity that is declared, or that an occurrence names (known are tower)',
    ],
    [
      'a test of two',
      { ...bell, if: [{ lki: 'bowed', ent: 'tower', key: 'bowed', eq: true }] },
      '[bad-structure] given.abilities[0].if[0] has lki and ent, expected one of them (make a test of each)',
    ],
    [
      'a path that leads nowhere',
      { ...bell, if: [{ lki: 'location.bowed', eq: true }] },
      '[bad-value] given.abilities[0].if[0].lki is "location.bowed", in which "location" leads to no entity (give a key of the card, or attachedTo and a dot before a key of what it is attached to)',
    ],
    [
      'an action of nothing',
      { ...bell, do: [{}] },
      '[missing-key] given.abilities[0].do[0] does nothing, expected one of note, noteForce, notePhase, raise, raiseAll, negate, adjust, retarget, add',
    ],
    [
      'an action of two things',
      { ...bell, do: [{ note: 'a', negate: true }] },
      '[bad-structure] given.abilities[0].do[0] has note and negate, expected one of them (make an action of each)',
    ],
    [
      'an action that there is not',
      { ...bell, do: [{ notes: 'a' }] },
      '[unknown-key] there is no key "notes" in given.abilities[0].do[0] (did you mean `note`?)',
    ],
    [
      'the force of what there is not',
      { ...bell, do: [{ noteForce: 'Tower' }] },
      '[unknown-name] given.abilities[0].do[0].noteForce is "Tower", expected an entity that is declared, or that an occurrence names (did you mean `tower`?)',
    ],
    [
      'a bonus for what there is not',
      { id: 'moss', class: 'continuous', card: 'wall', while: 'bowed', force: 1 },
      '[unknown-name] given.abilities[0].card is "wall", expected an entity that is declared, or that an occurrence names (known are tower)',
    ],
    [
      'a bonus that listens',
      { id: 'moss', class: 'continuous', card: 'tower', while: 'bowed', force: 1, on: { type: 'ring' } },
      '[unknown-key] there is no key "on" in given.abilities[0]',
    ],
    [
      'a player of a comparison who does not play',
      { ...bell, on: { type: 'ring', where: { player: 'P5' } } },
      '[unknown-name] given.abilities[0].on.where.player is "P5", expected a player (did you mean `P1`?)',
    ],
  ])('refuses %s', (_what, ability, message) => {
    const found = wrongIn(ability);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });

  it('asks what has no point by itself for one', () => {
    const { at: _at, ...timeless } = bell;
    expect(wrongIn(timeless)).toEqual([
      '[missing-key] given.abilities[0].at is missing, expected "before" or "when" or "after" (only delayed ones and those that negate, prevent or substitute have a point by themselves)',
    ]);
    expect(wrongIn({ ...timeless, class: 'delayed' }, { ...timeless, id: 'hush', class: 'prevent' })).toEqual([]);
  });

  it('wants one id for each, unless they are different copies', () => {
    expect(wrongIn(bell, bell)).toEqual([
      '[duplicate-name] given.abilities[1].id is "bell", as that of given.abilities[0] (give each its own id, or each its own copy)',
    ]);
    expect(wrongIn({ ...bell, copy: 'left' }, { ...bell, copy: 'right' })).toEqual([]);
  });

  it('looks into what is created, whose controller is that of its maker', () => {
    const reaction = { ...bell, id: 'echo', class: 'reaction' };
    expect(wrongIn({ ...bell, do: [{ add: reaction }] })).toEqual([
      expect.stringContaining('given.abilities[0].do[0].add.controller is missing'),
    ]);
    expect(wrongIn({ ...bell, controller: 'P1', do: [{ add: reaction }] })).toEqual([]);
    expect(
      wrongIn({ ...bell, do: [{ add: { ...bell, id: 'echo', do: [{ raise: { type: 'ring', player: 'P8' } }] } }] }),
    ).toEqual([expect.stringContaining('given.abilities[0].do[0].add.do[0].raise.player is "P8"')]);
  });

  it('limits how far abilities are created inside one another', () => {
    const nested = (depth: number): unknown => (depth === 0 ? bell : { ...bell, do: [{ add: nested(depth - 1) }] });
    expect(wrongIn(nested(32))).toEqual([]);
    const found = wrongIn(nested(33));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /^\[depth\] given\.abilities\[0\]\.do\[0\]\.add.+more than 32 in a row, which is the limit$/,
    );
  });

  it('knows what only an occurrence names, and what something is attached to', () => {
    const abilities = [
      {
        ...bell,
        live: [
          ['moss', 'bowed', false],
          ['wall', 'bowed', false],
          ['gate', 'inPlay', true],
        ],
        on: { type: 'ring', where: { card: 'gate' } },
      },
    ];
    const entities = { tower: { attachedTo: 'wall' } };
    expect(
      problemsOf(play({ entities, abilities }, { raise: { type: 'attach', card: 'tower', target: 'moss' } })),
    ).toEqual([]);
    expect(
      problemsOf(play({ entities, abilities }, { raise: { type: 'move', card: 'tower', target: 'moss' } })).map(
        ({ path }) => labelOf(path),
      ),
    ).toEqual(['given.abilities[0].live[0][0]']);
  });
});

describe('cards that nothing is declared of', () => {
  const entities = { tower: {}, unit1: {}, sword: {}, hida: {} };
  const raising = (...cards: readonly string[]): readonly string[] =>
    told(problemsOf(play({ entities }, ...cards.map((card) => ({ raise: { type: 'bow', card } })))));

  it('are refused where they read like a slip of the pen', () => {
    for (const card of ['Tower', 'towre', 'towwer', 'toer']) {
      expect(raising(card)).toEqual([
        `[unknown-name] when[0].raise.card is "${card}", of which nothing is declared, expected an entity (did you mean \`tower\`? Else declare it under given.entities)`,
      ]);
    }
  });

  it('are there else', () => {
    for (const card of ['unit2', 'swords', 'hide', 'nun', 'towers', 'unit12']) expect(raising(card)).toEqual([]);
    expect(raising('towre', 'towre')).toEqual([]);
  });

  it('are looked at in what is listened to and put in the place of something, too', () => {
    expect(
      told(problemsOf(play({ entities, abilities: [{ ...bell, on: { type: 'ring', where: { card: 'swrod' } } }] })))[0],
    ).toContain('given.abilities[0].on.where.card is "swrod"');
    expect(
      told(
        problemsOf(
          play({
            entities,
            abilities: [{ id: 'x', class: 'substitute', on: { type: 'ring' }, into: { type: 'bow', card: 'twoer' } }],
          }),
        ),
      )[0],
    ).toContain('given.abilities[0].into.card is "twoer"');
  });
});

describe('what is done and what must come of it', () => {
  it.each([
    [
      'an entry that there is not',
      [{ rais: { type: 'ring' } }],
      '[unknown-key] there is no key "rais" in when[0] (did you mean `raise`?)',
    ],
    [
      'an occurrence without a type',
      [{ raise: { card: 'tower' } }],
      '[missing-key] when[0].raise.type is missing, expected a name',
    ],
    [
      'an amount that is none',
      [{ raise: { type: 'gainHonor', amount: '2' } }],
      '[wrong-type] when[0].raise.amount is "2", expected a number',
    ],
    ['a batch of nothing', [{ raise: [] }], '[bad-value] when[0].raise is empty, expected one entry at least'],
    [
      'a batch of what is none',
      [{ raise: [{ type: 'ring' }, 4] }],
      '[wrong-type] when[0].raise[1] is 4, expected a mapping (keys with values)',
    ],
    [
      'a player who does not play',
      [{ raise: { type: 'gainHonor', player: 'P0' } }],
      '[unknown-name] when[0].raise.player is "P0", expected a player (did you mean `P1`?)',
    ],
    [
      'a turn of nobody',
      [{ endTurn: true, next: 'P4' }],
      '[unknown-name] when[0].next is "P4", expected a player (did you mean `P1`?)',
    ],
    [
      'a beginning of a turn of nobody',
      [{ beginTurn: 'P4' }],
      '[unknown-name] when[0].beginTurn is "P4", expected a player (did you mean `P1`?)',
    ],
    [
      'a payment of nobody',
      [{ pay: { player: 'P4', cost: 1 } }],
      '[unknown-name] when[0].pay.player is "P4", expected a player (did you mean `P1`?)',
    ],
    [
      'a cost below 0',
      [{ pay: { player: 'P1', cost: -1 } }],
      '[wrong-type] when[0].pay.cost is -1, expected a number of at least 0',
    ],
    [
      'an end of a turn that is none',
      [{ endTurn: false }],
      '[bad-value] when[0].endTurn is false, expected true (leave it out where it is not meant)',
    ],
    [
      'two things at once',
      [{ endPhase: 'Dusk', beginPhase: 'Dawn' }],
      '[bad-structure] when[0] has endPhase and beginPhase, expected one of them (make an entry of each)',
    ],
  ])('refuses %s', (_what, when, message) => {
    expect(told(problemsOf({ when }))).toEqual([message]);
  });

  it.each([
    [
      'an entity that there is not',
      { ent: { towwer: { bowed: true } } },
      '[unknown-name] then.ent.towwer is "towwer", expected an entity that is declared, or that an occurrence names (did you mean `tower`?)',
    ],
    [
      'a key that nobody has',
      { ent: { tower: { bowd: false } } },
      '[unknown-name] then.ent.tower.bowd is a key that no entity has and nothing sets (did you mean `bowed`?)',
    ],
    [
      'honor of nobody',
      { honor: { P3: 1 } },
      '[unknown-name] then.honor.P3 is "P3", expected a player (did you mean `P1`?)',
    ],
    [
      'a number of times that is none',
      { count: { 'end bell': 1.5 } },
      '[wrong-type] then.count["end bell"] is 1.5, expected a whole number of at least 0',
    ],
    ['a line that is none', { order: [7] }, '[wrong-type] then.order[0] is 7, expected text'],
  ])('refuses to expect %s', (_what, then, message) => {
    expect(told(problemsOf({ when: [ring], then }))).toEqual([message]);
  });
});
