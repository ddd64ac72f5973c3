import { describe, expect, it } from 'vitest';
import { makeNode, printNode } from '../../../../src/eval/make-node.js';
import type { Ability, OccurrenceType } from '../../../../src/ir/occurrence.js';
import { places } from '../../../../src/content/l5r/scenario-model.js';
import { type ScenarioProgram, lowerScenario } from '../../../../src/content/l5r/lower/lower-scenario.js';
import type { Given, Play, When } from '../../../../src/content/l5r/syntax.js';

const answer = { id: 'bell', class: 'trait', at: 'after', on: { type: 'ring' } } as const;

function lowered(given: Given, ...when: readonly When[]): ScenarioProgram {
  return lowerScenario({ given, when });
}

function abilityOf(program: ScenarioProgram, name: string): Ability {
  const found = program.program.rules.timing.abilities.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ability ${name}`);
  return found;
}

function typeOf(program: ScenarioProgram, name: string): OccurrenceType {
  const found = program.program.rules.timing.types.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no type ${name}`);
  return found;
}

describe('the model of a scenario', () => {
  it('has a role for every player and everything that is named, each of a class of its own', () => {
    const { model, entities } = lowered(
      { players: ['Ada', 'Ben'], entities: { tower: { attachedTo: 'hill' } } },
      { raise: { type: 'attach', card: 'Ada', target: 'gate' } },
      { raise: { type: 'move', card: 'tower', target: 'road' } },
    );
    expect(entities).toEqual(['tower', 'hill', 'Ada', 'gate']);
    expect(model.roles).toEqual([
      'active',
      'next',
      'player Ada',
      'player Ben',
      'card tower',
      'card hill',
      'card Ada',
      'card gate',
    ]);
    expect(model.classes.map(({ name }) => name)).toEqual(entities);
  });

  it('has a column for every key and type of value, and what is said at first', () => {
    const { model, facts, words } = lowered({ entities: { tower: { moss: true, force: 2 }, gate: { moss: 'green' } } });
    expect(facts.byKey.get('moss')?.map(({ type }) => type)).toEqual(['boolean', 'word']);
    const [isMossy, kindOfMoss] = (facts.byKey.get('moss') ?? []).map(({ column }) => column);
    expect(model.classes.map(({ initial }) => [initial.get(isMossy), initial.get(kindOfMoss)])).toEqual([
      [1, undefined],
      [undefined, words.get('green')],
    ]);
    expect(model.columns.filter(({ initial }) => initial === 1).map(({ name }) => name)).toEqual(['inPlay: boolean']);
  });

  it('takes names that objects have by themselves for names', () => {
    const { entities, model, fields } = lowered(
      { abilities: [{ ...answer, on: { type: 'valueOf', where: { toString: 1 } } }] },
      { raise: { type: 'bow', card: 'constructor' } },
    );
    expect(entities).toEqual(['constructor']);
    expect(model.classes[0].initial.size).toBe(0);
    expect(fields.list.at(-1)?.name).toBe('toString: number');
  });

  it('has the same places of fields in all types, one for each sort of value of a key', () => {
    const abilities = [{ ...answer, on: { type: 'ring', where: { loud: true, tone: 'low' } } }];
    const {
      fields,
      program: {
        rules: {
          timing: { types },
        },
      },
    } = lowered({ abilities }, { raise: { type: 'ring', tone: 4 } });
    expect(fields.list.map(({ name }) => name)).toEqual([
      'card',
      'player',
      'target',
      'amount',
      'next player',
      'name: word',
      'tone: number',
      'loud: boolean',
      'tone: word',
    ]);
    expect(types.map(({ name }) => name)).toEqual(['', 'ring']);
    expect(
      types.every(
        (type) => type.fields === fields.list && type.subject === places.card && type.amount === places.amount,
      ),
    ).toBe(true);
  });

  it('means the same whatever is expected of it', () => {
    const play: Play = { given: { abilities: [answer] }, when: [{ raise: { type: 'ring' } }] };
    const { fingerprint } = lowerScenario(play).program;
    expect(lowerScenario({ ...play, then: { never: ['pass P1'] } } as Play).program.fingerprint).toBe(fingerprint);
    expect(lowerScenario({ ...play, when: [] }).program.fingerprint).not.toBe(fingerprint);
  });
});

describe('types of occurrences', () => {
  const all = [
    'bow',
    'straighten',
    'destroy',
    'die',
    'moveHome',
    'assign',
    'move',
    'gainHonor',
    'loseHonor',
    'dishonor',
    'attach',
    'ring',
  ].map((type): When => ({ raise: { type, target: 'hill' } }));
  const program = lowered(
    {},
    ...all,
    { endPhase: 'Dusk' },
    { beginPhase: 'Dawn' },
    { endTurn: true },
    { beginTurn: 'P2' },
    { pay: { player: 'P1', cost: 2 } },
  );

  it('change what they are for; others only happen', () => {
    expect(
      program.program.rules.timing.types.filter(({ change }) => change.by === 'nothing').map(({ name }) => name),
    ).toEqual(['payGold', 'paidGold', 'ring']);
    expect(program.program.rules.timing.types.filter(({ change }) => change.by === 'list')).toHaveLength(11);
    expect(['PhaseEnds', 'PhaseBegins', 'TurnEnds', 'TurnBegins'].map((name) => typeOf(program, name).change)).toEqual([
      { by: 'step-ends', field: places.name },
      { by: 'step-begins', field: places.name },
      { by: 'turn-ends', field: places.nextPlayer },
      { by: 'turn-begins', field: places.player },
    ]);
  });

  it('can fail only where something is so already or is not in play', () => {
    expect(
      program.program.rules.timing.types.filter(({ possible }) => possible !== undefined).map(({ name }) => name),
    ).toEqual(['bow', 'straighten', 'destroy', 'die']);
  });
});

describe('abilities', () => {
  const scenario = lowered({
    abilities: [
      { ...answer, controller: 'P2' },
      { id: 'hush', class: 'delayed', on: { type: 'ring' }, next: true },
      { id: 'slow', class: 'delayed', on: { type: 'ring' }, printed: true },
      { id: 'lasting', class: 'trait', at: 'after', next: true, until: 'game', on: { type: 'ring' } },
      { id: 'maybe', class: 'trait', at: 'when', choice: true, controller: 'P1', on: { type: 'ring' } },
      {
        id: 'wall',
        class: 'prevent',
        choice: true,
        controller: 'P1',
        on: {
          anyOf: [{ type: 'ring', where: { card: 'tower' } }, { type: 'hum' }, { type: 'ring', where: { amount: 2 } }],
        },
      },
      { id: 'echo', copy: 'bell', class: 'reaction', choice: true, at: 'when', controller: 'P1', on: { type: 'ring' } },
      {
        id: 'turn',
        class: 'substitute',
        on: { type: 'ring' },
        into: { type: 'hum', tone: 3 },
        do: [{ add: { id: 'late', class: 'delayed', on: { type: 'hum' }, do: [{ add: { ...answer, id: 'later' } }] } }],
      },
      { id: 'coin', class: 'rulebook', at: 'when', gold: 3, on: { type: 'payGold' } },
      {
        id: 'hole',
        class: 'reaction',
        at: 'when',
        controller: 'P1',
        gold: 3,
        interfered: true,
        on: { type: 'payGold' },
      },
    ],
  });
  const column = <Key extends keyof Ability>(key: Key): Readonly<Record<string, Ability[Key]>> =>
    Object.fromEntries(scenario.program.rules.timing.abilities.map((each) => [each.name, each[key]]));

  it('are those that are listed, then those that are created', () => {
    expect(scenario.model.abilities).toEqual([
      'bell',
      'hush',
      'slow',
      'lasting',
      'maybe',
      'wall',
      'echo',
      'turn',
      'coin',
      'hole',
      'late',
      'later',
    ]);
    expect(
      Object.entries(column('carrier'))
        .filter(([, { by }]) => by === 'creation')
        .map(([name]) => name),
    ).toEqual(['late', 'later']);
  });

  it('answer at their points: what may lead elsewhere when it would happen', () => {
    expect(column('at')).toEqual({
      bell: 'after',
      hush: 'when',
      slow: 'when',
      lasting: 'after',
      maybe: 'would',
      wall: 'before',
      echo: 'when',
      turn: 'before',
      coin: 'when',
      hole: 'when',
      late: 'when',
      later: 'after',
    });
    expect(
      Object.entries(column('optional'))
        .filter(([, is]) => is)
        .map(([name]) => name),
    ).toEqual(['maybe', 'wall']);
  });

  it('lapse where they are temporary', () => {
    expect(
      Object.entries(column('lapses'))
        .filter(([, is]) => is)
        .map(([name]) => name),
    ).toEqual(['hush', 'late']);
    expect(
      Object.entries(column('next'))
        .filter(([, is]) => is)
        .map(([name]) => name),
    ).toEqual(['hush', 'lasting']);
  });

  it('are copies of one where they say so', () => {
    const copies = column('copy');
    expect(copies.echo).toBe(copies.bell);
    expect(new Set(Object.values(copies)).size).toBe(11);
  });

  it('listen to each type once', () => {
    const [ring, hum] = abilityOf(scenario, 'wall').on;
    expect(ring.where && printNode(ring.where)).toMatch(
      /^\(or \(compare == \(occurring 0 entity\) \(role \d+\)\) \(compare == \(occurring 3 number\) \(constant number 2\)\)\)$/,
    );
    expect(hum.where && printNode(hum.where)).toBe('(constant boolean 1)');
  });

  it('put in place what keeps card and player alone', () => {
    const { into } = abilityOf(scenario, 'turn');
    expect(into?.type).toBe(typeOf(scenario, 'hum').index);
    expect(into?.values.map((value) => value && printNode(value))).toEqual([
      undefined,
      undefined,
      ...['enumeration 0', 'number', 'entity', 'enumeration 0'].map(
        (type) => `(provided (constant ${type} 0) (constant boolean 0))`,
      ),
      '(constant number 3)',
    ]);
  });

  it('pay their own player, less where something interferes', () => {
    const yields = column('yields');
    expect([yields.coin, yields.hole].map((node) => node && printNode(node))).toEqual([
      '(constant number 3)',
      '(constant number 0)',
    ]);
    expect(
      printNode(abilityOf(scenario, 'coin').condition ?? makeNode({ name: 'none' } as never, undefined)),
    ).toContain('(controller)');
  });
});

describe('tests', () => {
  it('are remembered by the types that their abilities listen to, each once', () => {
    const program = lowered({
      entities: { tower: { moss: true } },
      abilities: [
        { ...answer, if: [{ lki: 'attachedTo.moss', eq: true }] },
        {
          ...answer,
          id: 'gong',
          on: { anyOf: [{ type: 'ring' }, { type: 'hum' }] },
          if: [
            { lki: 'attachedTo.moss', eq: true },
            { lki: 'moss', eq: false },
          ],
        },
        { ...answer, id: 'horn', if: [{ ent: 'tower', key: 'moss', eq: true }] },
      ],
    });
    expect(['ring', 'hum'].map((name) => typeOf(program, name).remembers.map(({ number }) => number))).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(printNode(abilityOf(program, 'bell').condition ?? makeNode({ name: 'none' } as never, undefined))).toMatch(
      /^\(remembered 0 \(applies /,
    );
    expect(
      printNode(abilityOf(program, 'horn').condition ?? makeNode({ name: 'none' } as never, undefined)),
    ).not.toContain('remembered');
  });

  it('of a value of another sort are false', () => {
    const program = lowered({
      entities: { tower: { moss: true } },
      abilities: [
        {
          ...answer,
          live: [
            ['tower', 'moss', 'green'],
            ['tower', 'inPlay', 'yes'],
          ],
        },
        { ...answer, id: 'gong', live: ['tower', 'controller', true] },
      ],
    });
    expect(printNode(abilityOf(program, 'gong').live ?? makeNode({ name: 'none' } as never, undefined))).toBe(
      '(applies (constant boolean 0))',
    );
  });
});
