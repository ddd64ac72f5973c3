import { describe, expect, test } from 'vitest';
import { printNode } from '../../../../src/eval/make-node.js';
import type { Narrowing } from '../../../../src/ir/rule.js';
import { carriersOf } from '../../../../src/meaning/rule-sources.js';
import { createFrame } from '../../../../src/eval/interpreter.js';
import { type SmallGame, asking, idsByName, inWorld, lowered, rulesOf } from './small-game.js';

const group = (rest: string): string => `EffectsGroup ${rest}`;
const special = (name: string, ...groups: readonly string[]): string =>
  `Special name = "${name}" description = "" effectsgroups = [ ${groups.join('\n')} ] graphic = ""`;

/** The scope and the activation of the one group of an item, as text. */
function texts(small: SmallGame, item: string): { readonly scope: string; readonly activation: readonly string[] } {
  expect(small.problems).toEqual([]);
  const [{ include, activation }] = rulesOf(small, item);
  expect(include).toHaveLength(1);
  return { scope: printNode(include[0]), activation: activation.map(printNode) };
}

describe('the shape of conditions', () => {
  const shape = (condition: string): string =>
    texts(lowered(special('CASE', group(`scope = ${condition} effects = NoOp`))), 'CASE').scope;

  test('the source is one comparison', () => {
    expect(shape('Source')).toBe('(compare == (slot 1) (slot 0))');
  });

  test('what else is asked of the source is asked of the source itself', () => {
    expect(shape('And [ Source Unowned ]')).toBe(
      '(and (compare == (slot 1) (slot 0)) (compare == (follow owner (slot 0)) (constant entity 0)))',
    );
    expect(shape('And [ Unowned And [ Source ] ]')).toBe(shape('And [ Source Unowned ]'));
  });

  test('a kind is asked once, and not where something else says it', () => {
    expect(shape('And [ Planet Population low = 1 PopulationCenter ]')).toMatch(
      /^\(and \(compare == \(kindOf \(slot 1\)\) \(constant kind 5\)\) \(compare >= \(read \d+ zero \(slot 1\)\) \(constant number 1\)\)\)$/,
    );
    expect(shape('And [ Building name = "BLD_LAB" Building ]')).toMatch(
      /^\(compare == \(classOf \(slot 1\)\) \(constant class \d+\)\)$/,
    );
    expect(shape('And [ Planet Ship ]')).toBe('(constant boolean 0)');
  });

  test('aggregates are over the kind that is asked for, and none where one object is named', () => {
    expect(shape('Contains Building name = "BLD_LAB"')).toMatch(
      /^\(aggregate any contents 6 0 @2 \(slot 1\) \(compare == \(classOf \(slot 2\)\)/,
    );
    expect(shape('And [ Planet Contains Building ]')).toContain(
      '(aggregate any attached 6 0 @2 (slot 1) (constant boolean 1))',
    );
    expect(shape('And [ System Contains Source ]')).not.toContain('aggregate');
    expect(shape('Number low = 1 condition = And [ Source Unowned ]')).not.toContain('aggregate');
    expect(shape('Number low = 1 condition = Unowned')).toMatch(
      /^\(and \(present .*\(aggregate any objects 0 0 @2 \(and \(present \(read \d+ missing \(slot 2\)\)\)/,
    );
  });

  test('equal texts are equal nodes', () => {
    const small = lowered(
      special('CASE', ...[1, 2].map(() => group('scope = And [ Planet Unowned Contains Building ] effects = NoOp'))),
    );
    const [first, second] = rulesOf(small, 'CASE');
    expect(first.include[0]).toBe(second.include[0]);
  });

  test('comparisons with meters are of 32 bits', () => {
    expect(shape('(LocalCandidate.Population > 0.1)')).toContain(`(constant number ${Math.fround(0.1)})`);
    expect(shape('(LocalCandidate.Population > LocalCandidate.Happiness * 0.1)')).toContain('(single (multiply');
    expect(shape('(LocalCandidate.Population > LocalCandidate.Happiness)')).not.toContain('single');
    expect(shape('(CurrentTurn > 7 / 2)')).toContain(
      '(truncate (divide zero (constant number 7) (constant number 2)))',
    );
  });
});

describe('activation', () => {
  const activation = (condition: string): SmallGame =>
    lowered(special('CASE', group(`scope = All activation = ${condition} effects = NoOp`)));

  test('tests the source', () => {
    const small = activation('And [ Planet OwnedBy affiliation = AnyEmpire Turn low = 40 ]');
    const ask = asking(inWorld(small));
    const [rule] = rulesOf(small, 'CASE');
    expect(['Home', 'Outpost', 'Scout'].map((source) => ask.isActive(rule, source))).toEqual([true, false, false]);
  });

  test('none is always active', () => {
    expect(rulesOf(lowered(special('CASE', group('scope = All effects = NoOp'))), 'CASE')[0]).toMatchObject({
      activation: [],
    });
  });

  test('that does not mention the source narrows the list of sources part by part', () => {
    const [{ narrowing }] = rulesOf(activation('And [ Planet Or [ Unowned Focus ] Not Turn low = 40 ]'), 'CASE');
    const outline = (part: Narrowing | undefined): unknown => {
      if (part === undefined || part.by === 'test') return part?.by;
      return part.by === 'not' ? ['not', outline(part.part)] : [part.by, ...part.parts.map(outline)];
    };
    expect(outline(narrowing)).toEqual(['all', 'test', ['any', 'test', 'test'], ['not', 'test']]);
  });

  test('that mentions it anywhere does not', () => {
    for (const condition of [
      'And [ Planet Contains Source ]',
      '(LocalCandidate.Population > Source.Happiness)',
      'Turn low = Source.Age',
      'Number low = 1 condition = OwnedBy empire = Source.Owner',
    ]) {
      expect(rulesOf(activation(condition), 'CASE')[0]).not.toHaveProperty('narrowing');
    }
  });

  test('asked of each source by itself chooses among what holds it alone', () => {
    const text = (mention: string): string =>
      `And [ ContainedBy MaximumNumberOf number = 1 sortkey = LocalCandidate.Happiness condition = Planet ${mention} ]`;
    const alone = activation(text('Number low = 1 condition = Source'));
    expect(asking(inWorld(alone)).isActive(rulesOf(alone, 'CASE')[0], 'Yard')).toBe(true);
    const together = activation(text(''));
    expect(asking(inWorld(together)).isActive(rulesOf(together, 'CASE')[0], 'Yard')).toBe(false);
  });

  test('members that draw do so beside the objects of bound slots only', () => {
    expect(
      texts(activation('Number low = 1 condition = And [ Planet Random probability = 0.5 ]'), 'CASE').activation,
    ).toEqual([expect.stringMatching(/@1 .*\(draw 0 2\)/)]);
    expect(texts(activation('Random probability = 0.5'), 'CASE').activation).toEqual([
      '(compare <= (draw 0 1) (constant number 0.5))',
    ]);
  });
});

describe('rules', () => {
  const groups = [
    group('scope = Source stackinggroup = "B" priority = 7 effects = SetPopulation value = 1'),
    group('scope = Source stackinggroup = "A" accountinglabel = "LABEL" effects = SetPopulation value = 2'),
  ];

  test('say which group they are of', () => {
    const small = lowered(special('CASE', ...groups));
    expect(
      rulesOf(small, 'CASE').map(({ name, label, priority, phase }) => ({ name, label, priority, phase })),
    ).toEqual([
      { name: 'Special CASE #0', label: '', priority: 7, phase: 'actions' },
      { name: 'Special CASE #1', label: 'LABEL', priority: 100, phase: 'actions' },
    ]);
    expect(rulesOf(small, 'CASE').map((rule) => small.lowered.origins.get(rule))).toEqual(
      [0, 1].map((number) => ({ kind: 'Special', item: 'CASE', group: number, implicit: false })),
    );
    expect(rulesOf(small, 'CASE')[1].origin).toEqual({ file: '1.focs.txt', line: 2, column: 1 });
  });

  test('claim by the names of stacking groups, whatever item they are of', () => {
    const small = lowered(
      [special('CASE', ...groups, group('scope = Source effects = NoOp')), special('CASE_2', ...groups)].join('\n'),
    );
    const claims = (item: string): readonly number[] => rulesOf(small, item).map((rule) => rule.claims);
    expect(claims('CASE_2')).toEqual(claims('CASE').slice(0, 2));
    expect(claims('CASE')[2]).toBe(0);
    expect(new Set(claims('CASE')).size).toBe(3);
  });

  test('read and write columns, and are structural where who is there may change', () => {
    const small = lowered(
      special(
        'CASE',
        group(
          'scope = Planet activation = Focus effects = If condition = Unowned effects = SetPopulation value = Target.Happiness',
        ),
        group('scope = Source effects = Destroy'),
      ),
    );
    const [first, second] = rulesOf(small, 'CASE');
    const { POPULATION, HAPPINESS } = Object.fromEntries(small.game.meters);
    expect(first.writes).toEqual([POPULATION.current]);
    expect(first.reads).toEqual([small.game.column('focus').index, HAPPINESS.initial].toSorted((a, b) => a - b));
    expect([first.structural, second.structural]).toEqual([false, true]);
  });

  test('stand by priority, then by kind of item, name and group', () => {
    const tech = (name: string, rest: string): string =>
      `Tech name = "${name}" description = "" short_description = "" category = "" researchcost = 1 researchturns = 1 effectsgroups = [ ${rest} ]`;
    const noOp = group('scope = Source effects = NoOp');
    const small = lowered(
      [
        `FieldType name = "FLD_Z" description = "" stealth = 1 effectsgroups = [ ${noOp} ] graphic = ""`,
        tech('T_B', noOp),
        tech('T_A', noOp + group('scope = Source priority = 1 effects = NoOp')),
        special('S_B', noOp),
        special('S_A', noOp),
        `BuildingType name = "BLD_Z" description = "" buildcost = 1 buildtime = 1 effectsgroups = [ ${noOp} ] icon = ""`,
      ].join('\n'),
    );
    const names = (small.lowered.rules.passes[0]?.rules ?? []).map(({ name }) => name);
    expect(names.filter((name) => /_[ABZ] /.test(name))).toEqual([
      'FieldType FLD_Z stealth',
      'Tech T_A #1',
      'Special S_A #0',
      'Special S_B #0',
      'Tech T_A #0',
      'Tech T_B #0',
      'BuildingType BLD_Z #0',
      'FieldType FLD_Z #0',
    ]);
    const indices = small.lowered.rules.passes.flatMap(({ rules }) => rules).map(({ index }) => index);
    expect(new Set(indices).size).toBe(indices.length);
  });

  test('of both passes are of the same groups', () => {
    const small = lowered(
      special(
        'CASE',
        group('scope = Source effects = Destroy'),
        group('scope = Source effects = SetPopulation value = 1'),
      ),
    );
    expect(small.lowered.rules.rules).toEqual([]);
    expect(small.lowered.rules.passes.map(({ name }) => name)).toEqual(['effects', 'meters']);
    expect(rulesOf(small, 'CASE', 'meters').map(({ name, phase }) => [name, phase])).toEqual([
      ['Special CASE #1', 'meters'],
    ]);
  });
});

describe('carriers', () => {
  const noOp = 'effectsgroups = [ EffectsGroup scope = Source effects = NoOp ]';
  const small = lowered(
    [
      `Species name = "SP_NEW" description = "" gameplay_description = "" ${noOp} graphic = ""`,
      special('CASE', group('scope = Source effects = NoOp')),
    ].join('\n'),
  );

  /** Names of the objects that carry a rule, in order. */
  function carriers(game: SmallGame, item: string): readonly string[] {
    const made = inWorld(game);
    const names = new Map([...idsByName(made)].map(([name, id]) => [id, name]));
    return carriersOf(rulesOf(game, item)[0].carrier, createFrame(made.state, made.source.turn)).map(
      ({ id }) => names.get(id) ?? `#${id}`,
    );
  }

  test('of species are planets, then ships', () => {
    expect(rulesOf(small, 'SP_NEW')[0].carrier).toMatchObject({
      by: 'condition',
      kinds: [small.game.kinds.planet, small.game.kinds.ship],
    });
    const human = lowered(special('UNUSED', group('scope = Source effects = NoOp')).replaceAll('UNUSED', 'GOLDEN'));
    expect(carriers(human, 'GOLDEN')).toEqual([]);
  });

  test('of hulls and of fields are objects of their class, of parts ships as often as they have them', () => {
    const game = lowered('');
    expect(carriers(game, 'SH_SMALL')).toEqual(['Scout', 'Gunboat']);
    expect(carriers(game, 'SR_LASER')).toEqual(['Gunboat', 'Gunboat']);
    expect(carriers(game, 'FT_HANGAR')).toEqual(['Gunboat']);
    expect(carriers(game, 'FLD_STORM')).toEqual(['Storm']);
  });

  test('of techs are the objects that stand for empires, and sources fire one after the other', () => {
    const game = lowered(
      `Tech name = "GRO_MORE" description = "" short_description = "" category = "" researchcost = 1 researchturns = 1 ${noOp}`,
    );
    expect(rulesOf(game, 'GRO_MORE')[0]).toMatchObject({
      carrier: { by: 'seat', column: game.game.column('sourceObject').index },
      dispatch: 'source',
    });
    expect(rulesOf(small, 'CASE')[0].dispatch).toBe('rule');
  });
});

describe('groups that the game makes', () => {
  const game = lowered('');
  const { problems } = game;
  const made = inWorld(game);
  const ask = asking(made);

  /** What each rule sets where the meter holds 10. */
  const amounts = (item: string): readonly unknown[] =>
    rulesOf(game, item).map(({ name, label, claims, effects: [effect] }) => [
      name,
      label,
      claims !== 0,
      effect.kind === 'modify' ? ask.value(effect.amount, 'Scout', 'Scout', 10) : undefined,
    ]);

  test('of hulls raise meters by what the hull says and the rules of the game', () => {
    expect(problems).toEqual([]);
    expect(amounts('SH_SMALL')).toEqual([
      ['Hull SH_SMALL stealth', '', false, 15],
      ['Hull SH_SMALL max_structure', '', false, 10 + 16 * 6],
      ['Hull SH_SMALL speed', '', false, 10],
    ]);
    expect(amounts('SH_BEAST')).toEqual([
      ['Hull SH_BEAST max_fuel', '', false, 10 + Math.fround(1.1)],
      ['Hull SH_BEAST max_structure', '', false, 10 + 200 * 6],
    ]);
  });

  test('of parts raise meters of the part or of the ship', () => {
    expect(amounts('SR_LASER')).toEqual([
      ['Part SR_LASER max_capacity', 'SR_LASER', true, 28],
      ['Part SR_LASER max_secondary_stat', 'SR_LASER', true, 13],
    ]);
    expect(amounts('FT_HANGAR')).toEqual([
      ['Part FT_HANGAR max_capacity', 'FT_HANGAR', false, 13],
      ['Part FT_HANGAR max_secondary_stat', 'FT_HANGAR', true, 10],
    ]);
    expect(amounts('GT_POD')).toEqual([['Part GT_POD capacity', 'GT_POD', true, 12]]);
    expect(amounts('AR_PLATE')).toEqual([['Part AR_PLATE max_structure', '', false, 10 + 24 * 6]]);
    expect(amounts('DT_EYE')).toEqual([]);
  });

  test('of fields raise stealth, if there is any', () => {
    expect(amounts('FLD_STORM')).toEqual([['FieldType FLD_STORM stealth', '', false, 10 + Math.fround(0.01)]]);
    expect(amounts('FLD_CLEAR')).toEqual([]);
  });
});
