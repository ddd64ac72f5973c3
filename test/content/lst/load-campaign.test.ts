import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCampaign } from '../../../src/content/lst/load-campaign.js';
import { fixtureCampaign } from '../../../src/content/lst/parse/campaign-text.js';
import { type Shorthand, campaignOf, defaults, load, objectsOf } from './campaigns.js';
import { heavy, longTest } from '../../support/heavy.js';

describe('a program', () => {
  it('lists what a campaign has and nothing else', () => {
    const { program, root } = campaignOf(
      ['GLOBAL:Mana', 'CHANNEL:STAT|Base', 'LOCAL:STAT|Score', 'MODIFY:Mana|SET|2'],
      { 'STAT|Wit': ['MODIFY:Score|SET|input("Base")+Mana'] },
    );
    const { model, rules } = program;
    expect(root).toBe(1);
    expect([model.columns, model.enumerations, model.tables, rules.rules, rules.passes, rules.growths]).toEqual([
      [],
      [],
      [],
      [],
      [],
      [],
    ]);
    expect(model.variables.map(({ index, name, kind, offset, input }) => [index, name, kind, offset, input])).toEqual([
      [0, 'Mana', 1, 0, false],
      [1, 'Score', 7, 0, false],
      [2, 'Base', 7, 1, true],
    ]);
    expect(model.variables[0]).toMatchObject({ type: { name: 'numeric' }, initial: { value: 0, whole: true } });
    expect(model.classByName.get('STAT|Wit')).toBe(model.classes[0]);
  });

  it('has the same variables in the same order whatever the order of their lines', () => {
    const lines = ['GLOBAL:B', 'GLOBAL:c', 'LOCAL:STAT|A', 'CHANNEL:PC|B', 'MODIFY:c|SET|Z', 'GLOBAL:Z', 'GLOBAL:Y'];
    const names = (all: readonly string[]): unknown =>
      campaignOf(all).program.model.variables.map(({ name, kind, input }) => [name, kind, input]);
    expect(names(lines)).toEqual([
      ['c', 1, false],
      ['Z', 1, false],
      ['B', 1, true],
      ['B', 1, false],
      ['Y', 1, false],
      ['A', 7, false],
    ]);
    expect(names(lines.toReversed())).toEqual(names(lines));
  });
});

const objects: Shorthand = {
  'EQUIPMENT|Saw': [
    'GROUP:Tool',
    'MODIFY:Weight|SET|getFact("EQUIPMENT","Saw","Bulk")',
    'PART:1|MODIFY:Edge|ADD|half(Weight)',
    'FACT:Bulk|3',
  ],
  'HERO|Ann': ['MODIFY:Fame|ADD|input("Luck")', 'MODIFYOTHER:EQUIPMENT|GROUP=tool|Weight|ADD|Mana'],
};

/** Lines that may stand in any order. */
const definitions: readonly string[] = [
  ...defaults,
  'DEFAULTVARIABLEVALUE:number|0',
  'DYNAMICSCOPE:HERO',
  'DYNAMICSCOPE:ALLY',
  'FACTDEF:EQUIPMENT|Bulk\tDATAFORMAT:NUMBER',
  'GLOBAL:Mana',
  'GLOBAL:MANA\tEXPLANATION:power',
  'Luck',
  'LOCAL:EQUIPMENT|Weight',
  'LOCAL:EQUIPMENT.PART|Edge',
  'LOCAL:HERO|Fame',
  'LOCAL:ALLY|DICE=Fame',
  'CHANNEL:HERO|Luck',
  'FUNCTION:half\tVALUE:quarter(arg(0))*2',
  'FUNCTION:quarter\tVALUE:arg(0)/4',
  'GLOBAL:STRING=Unused',
];

/** Lines that keep their order. */
const modifiers: readonly string[] = [
  'MODIFY:Mana|SET|half(Luck)',
  'MODIFYOTHER:HERO|ALL|Fame|ADD|2',
  'MODIFY:Mana|ADD|1|PRIORITY=3',
  'MODIFY:luck|SET|7',
];

function fingerprintOf(lines: readonly string[], given: Shorthand = objects): string {
  const loaded = loadCampaign(fixtureCampaign(lines, objectsOf(given)));
  return loaded.ok ? loaded.campaign.program.fingerprint : JSON.stringify(loaded.problems);
}

describe('the fingerprint', () => {
  const sound = fingerprintOf([...definitions, ...modifiers]);

  it('is one of what a campaign means: its lines may stand in any order, but for modifiers among one another', () => {
    expect(sound).toMatch(/^[0-9a-f]{16}$/);
    const shuffled = fc.tuple(
      fc.shuffledSubarray([...definitions], { minLength: definitions.length }),
      fc.array(fc.nat(definitions.length), { minLength: modifiers.length, maxLength: modifiers.length }),
    );
    fc.assert(
      fc.property(shuffled, ([lines, places]) => {
        const mixed = [...lines];
        // Later modifiers stand after earlier ones.
        const sorted = places.toSorted((a, b) => a - b);
        for (let i = modifiers.length - 1; i >= 0; i--) mixed.splice(sorted[i], 0, modifiers[i]);
        expect(fingerprintOf(mixed)).toBe(sound);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['the order of modifiers', [...definitions, ...modifiers.toReversed()], objects],
    ['a priority', [...definitions, ...modifiers.map((line) => line.replace('PRIORITY=3', 'PRIORITY=4'))], objects],
    ['a formula', [...definitions, ...modifiers.map((line) => line.replace('half(Luck)', 'half(luck+1)'))], objects],
    [
      'the body of a function',
      [...definitions, ...modifiers].map((line) => line.replace('arg(0)/4', 'arg(0)/8')),
      objects,
    ],
    ['a default', [...definitions, ...modifiers].map((line) => line.replace('DICE|0', 'DICE|1')), objects],
    ['a name', [...definitions, ...modifiers].map((line) => line.replace('Unused', 'Other')), objects],
    [
      'a fact',
      [...definitions, ...modifiers],
      {
        ...objects,
        'EQUIPMENT|Saw': [
          'GROUP:Tool',
          'MODIFY:Weight|SET|getFact("EQUIPMENT","Saw","Bulk")',
          'PART:1|MODIFY:Edge|ADD|half(Weight)',
          'FACT:Bulk|4',
        ],
      },
    ],
    ['an object', [...definitions, ...modifiers], { ...objects, 'ALLY|Bob': [] }],
  ])('changes with %s', (_what, lines, given) => {
    const other = fingerprintOf(lines, given);
    expect(other).toMatch(/^[0-9a-f]{16}$/);
    expect(other).not.toBe(sound);
  });

  it('does not change with explanations, files and spellings', () => {
    expect(
      fingerprintOf(
        [...definitions, ...modifiers].map((line) =>
          line.replace('power', 'more').replace('LOCAL:HERO|Fame', 'LOCAL:hero|FAME'),
        ),
      ),
    ).toBe(sound);
  });
});

describe('loops', () => {
  it('are told with their members, when nothing else is wrong', () => {
    const lines = ['GLOBAL:A', 'LOCAL:EQUIPMENT|B', 'LOCAL:EQUIPMENT.PART|C'];
    const saw: Shorthand = {
      'EQUIPMENT|Saw': ['MODIFY:A|SET|B', 'PART:1|MODIFY:B|ADD|C', 'PART:1|MODIFY:C|SET|if(1==2,A,1)'],
    };
    const loaded = load(lines, saw);
    expect(loaded.ok ? [] : loaded.problems).toMatchObject([
      {
        code: 'loop',
        cycle: ['EQUIPMENT.PART|Saw#1|C', 'A', 'EQUIPMENT|Saw|B'],
        file: 'EQUIPMENT|Saw',
        line: 3,
        column: 29,
      },
    ]);
    const worse = load([...lines, 'MODIFY:A|SET|x'], saw);
    expect(worse.ok ? [] : worse.problems.map(({ code }) => code)).toEqual(['unknown-variable']);
  });
});

describe('large campaigns', () => {
  longTest('load in time that grows with their size: a long chain of variables', () => {
    const count = heavy(5_000, 20_000);
    const lines = ['DEFAULTVARIABLEVALUE:NUMBER|0', 'GLOBAL:V0'];
    for (let i = 1; i <= count; i++) lines.push(`GLOBAL:NUMBER=V${i}`, `MODIFY:V${i}|SET|V${i - 1}+1`);
    const loaded = loadCampaign(fixtureCampaign(lines));
    expect(loaded.ok && loaded.campaign.program.model.variables.length).toBe(count + 1);
    const closed = loadCampaign(fixtureCampaign([...lines, `MODIFY:V0|SET|V${count}`]));
    expect(closed.ok ? 0 : closed.problems[0].cycle?.length).toBe(count + 1);
  });
});

describe('bad input', () => {
  it('is refused with problems that point into their lines, and never throws', () => {
    const piece = fc.constantFrom(
      'MODIFY:',
      'MODIFYOTHER:',
      'GLOBAL:',
      'LOCAL:',
      'CHANNEL:',
      'FUNCTION:',
      'VALUE:',
      'FACTDEF:',
      'DATAFORMAT:',
      'DEFAULTVARIABLEVALUE:',
      'DYNAMICSCOPE:',
      'PART:1|',
      'FACT:',
      'GROUP:',
      'EXPLANATION:',
      '|',
      '\t',
      '=',
      ',',
      '(',
      ')',
      '[',
      ']',
      '+',
      '||',
      '"',
      'A',
      'L',
      'f',
      'arg(0)',
      'STAT',
      'ALL',
      'SET',
      'ADD',
      'NUMBER',
      'ARRAY[NUMBER]',
      'PRIORITY=',
      '1',
      '2d6',
      ' ',
      'ü',
      '\u0000',
    );
    const garbage = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(garbage, { maxLength: 4 }), fc.array(garbage, { maxLength: 3 }), (lines, tokens) => {
        const loaded = load(['GLOBAL:A', 'GLOBAL:ARRAY[NUMBER]=L', 'FUNCTION:f\tVALUE:arg(0)+1', ...lines], {
          'EQUIPMENT|E': tokens,
          'STAT|S': [...tokens].reverse(),
        });
        for (const { message, token, column, tokenColumn, cycle } of loaded.ok ? loaded.warnings : loaded.problems) {
          expect(message).not.toBe('');
          if (cycle === undefined) expect(column - tokenColumn).toBeLessThanOrEqual(token.length);
          expect(column).toBeGreaterThanOrEqual(tokenColumn);
        }
      }),
      { numRuns: heavy(250, 2000) },
    );
  });

  it('of any size is one problem of its line', () => {
    const long = `1${'+1'.repeat(500_000)}`;
    const deep = `${'('.repeat(10_000)}1${')'.repeat(10_000)}`;
    for (const formula of [long, deep]) {
      const loaded = load(['GLOBAL:A', `MODIFY:A|SET|${formula}`, `FUNCTION:f\tVALUE:${formula}`]);
      expect(loaded.ok ? [] : loaded.problems.map(({ code, line }) => [code, line])).toEqual([
        ['syntax', 7],
        ['syntax', 8],
      ]);
    }
  });
});
