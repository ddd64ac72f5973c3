import { inspect } from '../../src/world/inspect.js';
import { describe, expect, test } from 'vitest';
import type { Effect, Program, Rule } from '../../src/ir/rule.js';
import { noTiming } from '../../src/ir/occurrence.js';
import { createWorld, loadWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { refusal, refusedWith } from '../support/errors.js';
import { number } from '../support/nodes.js';
import {
  type AbilitySource,
  type Given,
  type TimingStage,
  shortly,
  timingProgram,
  timingStage,
} from '../support/timing-world.js';

type Group = NonNullable<Given['rules']>[number];

const ofUnits = { include: 'target.kind == unit' };
const own = { include: 'target == source' };

/** Each scout of both sides hits all units by one. */
const storm: Group = {
  scope: ofUnits,
  effects: [{ raise: 'hit', values: { unit: 'target', player: 'source.owner', amount: 1 } }],
};
/** Scouts hit themselves, as hard as they are strong. */
const stumble: Group = {
  scope: own,
  effects: [{ raise: 'hit', values: { unit: 'target', amount: 'source.strength' } }],
};

/** Nobody says what goes first. */
const undecided: Given = { players: 'nobody', turns: false };

const executors = ['compiled', 'reference'] as const;

function cellsOf({ world, units }: TimingStage, name: string): readonly unknown[] {
  return units.map((unit) => world.get(unit, name));
}

/** Runs turns on both executors, which must come to the same; gives one of the worlds, and what was told. */
function played(given: Given | Program, turns = 1): TimingStage & { readonly told: readonly string[] } {
  const [one, other] = executors.map((executor) => {
    const stage = timingStage(given, { executor });
    const told: string[] = [];
    stage.world.triggers.hear((event) => {
      if (event.kind !== 'act') told.push(shortly(event) ?? event.kind);
    });
    stage.world.run(turns);
    expect([stage.world.turn, stage.world.triggers.isPaused]).toEqual([turns, false]);
    return { ...stage, told };
  });
  expect(one.world.hash()).toBe(other.world.hash());
  expect(one.told).toEqual(other.told);
  return one;
}

describe('an effect that raises an occurrence', () => {
  test('lets it occur on account of each object in scope, once for each source', () => {
    const stage = played({ rules: [storm] });
    expect(cellsOf(stage, 'health')).toEqual([3, 3, 3]);
    expect(stage.told).toEqual(Array.from({ length: 6 }, () => 'apply hit'));
    expect(stage.world.events.occurred).toBe(6);
  });

  test('is told in its turn, also where it changes nothing and nothing answers it', () => {
    const notes: Group = { scope: ofUnits, effects: [{ raise: 'note', values: { unit: 'target' } }] };
    expect(played({ rules: [notes] }).told).toEqual(Array.from({ length: 6 }, () => 'apply note'));
  });

  test('that is impossible fails, and that is told in its turn', () => {
    const stage = played({ rules: [stumble] }, 3);
    expect(cellsOf(stage, 'health')).toEqual([-1, 5, -1]);
    const told: string[] = [];
    stage.world.triggers.hear((event) => {
      told.push(shortly(event) ?? event.kind);
    });
    stage.world.step();
    expect([cellsOf(stage, 'health'), told]).toEqual([
      [-1, 5, -1],
      ['fail hit', 'fail hit'],
    ]);
  });

  test('works its values out for all before any of it occurs, and lets all occur at once', () => {
    const shared: Group = {
      scope: ofUnits,
      activation: 'source.owner == objects(side).first()',
      effects: [{ raise: 'hit', values: { unit: 'target', amount: 'objects(unit).sum(each, each.health) - 13' } }],
    };
    const hears: AbilitySource = { name: 'hears', class: 'trait', on: 'hit', do: [{ tell: 'heard' }] };
    const stage = played({ ...undecided, rules: [shared], abilities: [hears] });
    expect(cellsOf(stage, 'health')).toEqual([3, 3, 3]);
    expect(stage.told.filter((each) => each.startsWith('apply') || each.startsWith('says'))).toEqual([
      'apply hit',
      'apply hit',
      'apply hit',
      'says heard',
      'says heard',
      'says heard',
    ]);
  });

  test('is answered before, when and after it', () => {
    const answer = (at: 'before' | 'when' | 'after'): AbilitySource => ({
      name: at,
      class: 'trait',
      at,
      on: 'hit',
      do: [{ tell: at, values: { health: 'occurrence.unit.health' } }],
    });
    const armour: AbilitySource = {
      name: 'armour',
      class: 'reduction',
      carrier: { kind: 'unit' },
      own: true,
      on: 'hit',
      do: [{ adjust: -1 }],
    };
    const stage = played({
      ...undecided,
      rules: [stumble],
      abilities: [answer('after'), answer('when'), answer('before'), armour],
    });
    expect(cellsOf(stage, 'health')).toEqual([4, 5, 4]);
    expect(stage.told.filter((each) => each.startsWith('says') || each.startsWith('apply')).slice(0, 4)).toEqual([
      'says before',
      'apply hit',
      'says when',
      'says after',
    ]);
  });

  test('can be negated, and have others put in its place', () => {
    const saint: AbilitySource = {
      name: 'saint',
      class: 'negate',
      on: 'hit',
      if: 'occurrence.unit.owner == objects(side).first()',
    };
    const instead: AbilitySource = {
      name: 'instead',
      class: 'substitute',
      on: 'hit',
      if: 'occurrence.unit.owner != objects(side).first()',
      into: { type: 'boost', values: { unit: 'occurrence.unit', amount: 7 } },
    };
    const stage = played({ rules: [stumble], abilities: [saint, instead] });
    expect([cellsOf(stage, 'health'), cellsOf(stage, 'strength')]).toEqual([
      [5, 5, 5],
      [2, 2, 9],
    ]);
  });

  test('is done wholly before the next effect', () => {
    const twice: Group = {
      scope: own,
      effects: [
        { raise: 'boost', values: { unit: 'target', amount: 3 } },
        { raise: 'hit', values: { unit: 'target', amount: 'target.strength' } },
      ],
    };
    expect(cellsOf(played({ rules: [twice] }), 'health')).toEqual([0, 5, 0]);
  });

  test('lets several occur at once, those of one object after one another', () => {
    const both: Group = {
      scope: own,
      effects: [
        {
          raise: [
            { type: 'boost', values: { unit: 'target', amount: 1 } },
            { type: 'hit', values: { unit: 'target', amount: 'target.strength' } },
          ],
        },
      ],
    };
    const stage = played({ rules: [both] });
    expect([cellsOf(stage, 'health'), cellsOf(stage, 'strength')]).toEqual([
      [3, 5, 3],
      [3, 2, 3],
    ]);
    expect(stage.told).toEqual(['apply boost', 'apply hit', 'apply boost', 'apply hit']);
  });

  test('passes over what has gone meanwhile', () => {
    const first: Group = {
      scope: ofUnits,
      activation: 'source.owner == objects(side).first()',
      effects: [
        { raise: 'fall', values: { unit: 'objects(unit).first()' }, on: 'source' },
        { raise: 'note', values: { unit: 'target' } },
      ],
    };
    const stage = played({ rules: [first] });
    expect(stage.told).toEqual(['apply fall', 'apply note', 'apply note']);
    // The source reads as absent, as in other effects.
    const later: Group = {
      ...first,
      effects: [
        ...first.effects,
        { raise: 'boost', values: { unit: 'target', amount: 'source.strength' } },
        { raise: 'note', on: 'source' },
      ],
    };
    const further = played({ rules: [later] });
    expect(cellsOf({ ...further, units: further.units.slice(1) }, 'strength')).toEqual([2, 2]);
    expect(further.told.filter((each) => each === 'apply note')).toHaveLength(2);
  });

  test('lands on the source once, or on each empire that the scope stands for', () => {
    const one: Group = {
      scope: ofUnits,
      activation: 'source.owner == objects(side).first()',
      effects: [
        { raise: 'hit', on: 'source', values: { unit: 'target', amount: 1 } },
        { raise: 'paid', on: 'empires', values: { player: 'target' } },
      ],
    };
    const stage = played({ rules: [one] });
    expect(cellsOf(stage, 'health')).toEqual([4, 5, 5]);
    expect(stage.sides.map((side) => stage.world.get(side, 'gold'))).toEqual([1, 1]);
  });

  test('counts once for each stacking number and object', () => {
    const stacked: Group = { ...storm, effects: storm.effects.map((effect) => ({ ...effect, stacking: 4 })) };
    expect(cellsOf(played({ rules: [stacked] }, 2), 'health')).toEqual([3, 3, 3]);
  });

  test('may raise what begins and ends steps and turns', () => {
    const rounds: Group = {
      scope: own,
      activation: 'source.owner == objects(side).first()',
      effects: [
        { raise: 'dawn', values: { player: 'source.owner' } },
        { raise: 'march', values: { part: 'battle' } },
      ],
    };
    expect(played({ rules: [rounds] }).world.events.stepOfPlay).toBe('battle');
  });

  test('that does not end is an error that leaves the turn undone', () => {
    const again: AbilitySource = {
      name: 'again',
      class: 'trait',
      on: 'hit',
      do: [{ raise: 'hit', values: { unit: 'occurrence.unit', amount: '1' } }],
    };
    for (const executor of executors) {
      const { world } = timingStage(
        {
          rules: [stumble],
          abilities: [again],
          occurrences: { hit: { fields: { unit: 'unit', amount: 'number' }, subject: 'unit' } },
        },
        { executor },
      );
      const hash = world.hash();
      const { code, message } = refusal(() => {
        world.step();
      });
      expect([code, world.hash(), world.turn]).toEqual(['nesting', hash, 0]);
      expect(message).toContain('again');
    }
  });

  test('more often than one occurrence may lead to others is an error', () => {
    const { world } = timingStage({ rules: [storm] }, { limits: { occurrencesPerRoot: 2 } });
    const hash = world.hash();
    expect(
      refusedWith(() => {
        world.step();
      }),
    ).toBe('limit-occurrences');
    expect(world.hash()).toBe(hash);
  });

  test('is counted among the effects of the turn', () => {
    const { world } = timingStage({ rules: [storm] }, { limits: { effectsPerTurn: 5 } });
    expect(
      refusedWith(() => {
        world.step();
      }),
    ).toBe('limit-effects');
  });

  test('can be explained', () => {
    const { world, units } = played({ rules: [stumble] });
    expect(world.explain(units[0], 'health')).toMatchObject({
      initial: 5,
      current: 3,
      steps: [{ before: 5, after: 3 }],
    });
  });

  test('draws the same on both executors, and on a copy', () => {
    const lots: Group = {
      scope: ofUnits,
      activation: 'chance(0.7)',
      effects: [
        { raise: 'hit', values: { unit: 'target', amount: 'floor(random() * 3)' } },
        { raise: 'roll', values: { unit: 'target' } },
      ],
    };
    const { world } = played({ rules: [lots] }, 4);
    const copies = [world.fork(), loadWorld(world.program, world.save())];
    world.run(3);
    for (const copy of copies) {
      copy.run(3);
      expect(copy.hash()).toBe(world.hash());
    }
  });
});

describe('an effect that raises what somebody decides on', () => {
  const parries: AbilitySource = {
    name: 'parries',
    class: 'reaction',
    carrier: { kind: 'unit' },
    own: true,
    at: 'before',
    on: 'hit',
    do: [{ adjust: -1 }],
  };
  const given: Given = { rules: [stumble], abilities: [parries] };

  function decideAll(world: World, names: readonly string[]): readonly number[] {
    const deciders: number[] = [];
    while (world.events.optionCount > 0) {
      const name = names[deciders.length] ?? 'pass';
      deciders.push(world.events.decider);
      world.events.decide(name);
    }
    return deciders;
  }

  test.each(executors)('lets its turn wait, and run again with the answers (%s)', (executor) => {
    const { world, sides, units } = timingStage(given, { executor });
    const start = world.hash();
    world.step();
    expect([
      world.turn,
      world.triggers.isPaused,
      world.events.decider,
      cellsOf({ world, sides, units }, 'health'),
    ]).toEqual([0, true, sides[0], [5, 5, 5]]);
    expect(world.events.decision).toMatchObject({
      kind: 'react',
      at: 'before',
      options: [{ name: 'parries', source: units[0] }, { name: 'pass' }],
    });
    const copy = loadWorld(world.program, world.save(), { executor });
    expect(decideAll(world, ['parries'])).toEqual([sides[0], sides[1]]);
    expect([world.turn, cellsOf({ world, sides, units }, 'health')]).toEqual([1, [4, 5, 3]]);
    decideAll(copy, ['parries']);
    expect(copy.hash()).toBe(world.hash());
    let taken = 0;
    const { world: other } = timingStage(given);
    expect(other.hash()).toBe(start);
    other.events.answerWith(({ options }) =>
      options.findIndex(({ name }) => name === (taken++ === 0 ? 'parries' : 'pass')),
    );
    other.step();
    expect([other.turn, other.hash()]).toEqual([1, world.hash()]);
  });
});

describe('effects that are made by hand', () => {
  const program = timingProgram({ rules: [stumble] });
  const [rule] = program.rules.rules;
  const raise = rule.effects[0];
  const withEffects = (effects: readonly Effect[]): Program => ({
    ...program,
    rules: { ...program.rules, rules: [{ ...rule, structural: false, effects }] },
  });
  const common = { recipient: 'target', stacking: 0, label: '' } as const;

  test('are found among branches', () => {
    const branch: Effect = { ...common, kind: 'branch', condition: number(0), then: [], otherwise: [raise] };
    const stage = played(withEffects([branch]));
    expect(cellsOf(stage, 'health')).toEqual([3, 5, 3]);
  });

  test('occur as actions, on the subject, the direct object, or its owners; on nobody where there is none', () => {
    const { lists } = program.rules.triggers;
    const hit = program.rules.timing.types.findIndex(({ name }) => name === 'hit');
    const change = program.rules.timing.types[hit].change;
    const list = change.by === 'list' ? change.list : -1;
    const note = program.rules.timing.types.findIndex(({ name }) => name === 'note');
    const effects: readonly Effect[] = (['target', 'source', 'empires'] as const).map((recipient) => ({
      ...common,
      recipient,
      kind: 'raise',
      occurrences: [{ type: note, values: [] }],
    }));
    const acting: Program = {
      ...program,
      rules: {
        ...program.rules,
        triggers: {
          ...program.rules.triggers,
          lists: lists.map((each) =>
            each.index === list
              ? { ...each, actions: [{ ...each.actions[0], needsDirect: false, task: { by: 'effects', effects } }] }
              : each,
          ),
        },
      },
    };
    for (const [values, count] of [
      [{ unit: true }, 2],
      [{ unit: true, player: true }, 3],
      [{}, 0],
    ] as const) {
      const told = executors.map((executor) => {
        const { world, units, sides } = timingStage(acting, { executor });
        const said: string[] = [];
        world.events.raise(
          'hit',
          { ...('unit' in values ? { unit: units[0] } : {}), ...('player' in values ? { player: sides[0] } : {}) },
          {
            listen: (event) => {
              said.push(shortly(event) ?? event.kind);
            },
          },
        );
        return [said.filter((each) => each === 'apply note').length, world.hash()];
      });
      expect(told[0]).toEqual(told[1]);
      expect(told[0][0]).toBe(count);
    }
  });

  test('cannot raise in the midst of a creation', () => {
    const create: Effect = {
      ...common,
      kind: 'create',
      class: number(1),
      count: number(1),
      initial: [],
      then: [{ ...common, kind: 'branch', condition: number(1), then: [raise], otherwise: [] }],
    };
    const { code, message } = refusal(() => createWorld(withEffects([create])));
    expect([code, message]).toEqual([
      'bad-content',
      expect.stringContaining(
        'in the rule `scout/1` an effect that raises occurrences in the `then` of a creation; raise them by a further effect, or by an ability that answers the creation',
      ),
    ]);
    expect(refusedWith(() => createWorld(withEffects([{ ...create, then: [], inside: [create] }])))).toBe(
      'bad-content',
    );
  });

  test('must raise what there is', () => {
    const raising = (
      type: number,
      values: Extract<Effect, { kind: 'raise' }>['occurrences'][number]['values'] = [],
    ): string =>
      refusal(() => createWorld(withEffects([{ ...common, kind: 'raise', occurrences: [{ type, values }] }]))).message;
    expect(raising(99)).toContain('in the rule `scout/1` type 99, of ');
    expect(raising(0, [undefined, undefined, undefined, undefined, undefined, undefined, number(1)])).toContain(
      'a value for a field that the type hit lacks',
    );
    const { timing: _timing, ...without } = withEffects([raise]).rules;
    const nothing: Program = {
      ...program,
      model: { ...program.model, occurrences: [], abilities: [] },
      rules: { ...without, timing: noTiming, triggers: { ...program.rules.triggers, triggers: [], lists: [] } },
    };
    expect(refusal(() => createWorld(nothing)).message).toContain('in the rule `scout/1` type 0, of 0');
  });
});

test('rules that raise nothing cost nothing: nothing listens to effects', () => {
  const { world } = timingStage({ rules: [{ scope: own, effects: [{ meter: 'health', add: 1 }] }] });
  const rules: readonly Rule[] = world.program.rules.rules;
  expect(rules.map(({ structural }) => structural)).toEqual([false]);
  world.run(2);
  expect(inspect(world).executor.paths.fired).toBe(0);
});
