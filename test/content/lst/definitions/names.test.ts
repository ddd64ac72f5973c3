import { describe, expect, it } from 'vitest';
import { loadCampaign } from '../../../../src/content/lst/load-campaign.js';
import { fixtureCampaign } from '../../../../src/content/lst/parse/campaign-text.js';
import { campaignOf, defaults, errorsOf, load, problemsOf } from '../campaigns.js';

function alone(...lines: readonly string[]): readonly string[] {
  return problemsOf(loadCampaign(fixtureCampaign(lines)));
}

describe('defaults', () => {
  it.each([
    [['DEFAULTVARIABLEVALUE:NUMBER|4', 'DEFAULTVARIABLEVALUE:number|4']],
    [['DEFAULTVARIABLEVALUE:ORDEREDPAIR|1,2', 'DEFAULTVARIABLEVALUE:OrderedPair|1,2']],
    [['DEFAULTVARIABLEVALUE:DICE|d6', 'DEFAULTVARIABLEVALUE:DICE|1d6']],
    [['DEFAULTVARIABLEVALUE:STRING|', 'DEFAULTVARIABLEVALUE:STRING|']],
    [['DEFAULTVARIABLEVALUE:STRING|a|b']],
    [['DEFAULTVARIABLEVALUE:ARRAY[NUMBER]|']],
    [['DEFAULTVARIABLEVALUE:NUMBER|4\t']],
  ])('may be repeated: %j', (lines) => {
    expect(alone(...lines)).toEqual([]);
  });

  it.each([
    [['DEFAULTVARIABLEVALUE:NUMBER|4', 'DEFAULTVARIABLEVALUE:NUMBER|5'], 'default: DEFAULTVARIABLEVALUE:NUMBER|▸5'],
    [['DEFAULTVARIABLEVALUE:NUMBER|4', 'DEFAULTVARIABLEVALUE:NUMBER|4.0'], 'default: DEFAULTVARIABLEVALUE:NUMBER|▸4.0'],
    [['DEFAULTVARIABLEVALUE:STRING|a', 'DEFAULTVARIABLEVALUE:STRING|A'], 'default: DEFAULTVARIABLEVALUE:STRING|▸A'],
    [['DEFAULTVARIABLEVALUE:NUMBER|2*3'], 'default: DEFAULTVARIABLEVALUE:NUMBER|▸2*3'],
    [['DEFAULTVARIABLEVALUE:BOOLEAN|yes'], 'default: DEFAULTVARIABLEVALUE:BOOLEAN|▸yes'],
    [['DEFAULTVARIABLEVALUE:ARRAY[NUMBER]|1,2'], 'default: DEFAULTVARIABLEVALUE:ARRAY[NUMBER]|▸1,2'],
    [['DEFAULTVARIABLEVALUE:STRING|a\tb'], 'syntax: DEFAULTVARIABLEVALUE:STRING|a\t▸b'],
    [['DEFAULTVARIABLEVALUE:NUMBER'], 'syntax: DEFAULTVARIABLEVALUE:▸NUMBER'],
    [['DEFAULTVARIABLEVALUE:NUMBRE|0'], 'format: DEFAULTVARIABLEVALUE:▸NUMBRE|0'],
  ])('are one constant for a format: %j', (lines, problem) => {
    expect(alone(...lines)).toEqual([problem]);
  });

  it('must be there for each format that is used, but for arrays', () => {
    expect(alone('GLOBAL:ARRAY[DICE]=Rolls')).toEqual([]);
    expect(alone('GLOBAL:DICE=Roll')).toEqual(['default: ▸GLOBAL:DICE=Roll']);
    expect(alone('CHANNEL:PC|Level')).toEqual(['default: ▸CHANNEL:PC|Level']);
  });

  it('are missed once for a format, and not where the default itself is wrong', () => {
    expect(alone('GLOBAL:A', 'LOCAL:STAT|B', 'MODIFY:A|SET|3')).toEqual(['default: ▸GLOBAL:A']);
    expect(alone('DEFAULTVARIABLEVALUE:NUMBER|x', 'GLOBAL:A', 'MODIFY:A|SET|3')).toEqual([
      'default: DEFAULTVARIABLEVALUE:NUMBER|▸x',
    ]);
  });
});

describe('variables', () => {
  it('are found from their scope and below, in any case, under their first spelling', () => {
    const campaign = campaignOf(
      ['GLOBAL:Mana', 'GLOBAL:mana', 'LOCAL:equipment|BOOLEAN=Rusty', 'LOCAL:EQUIPMENT.PART|Edge'],
      { 'EQUIPMENT|Saw': ['PART:1|MODIFY:Edge|SET|1'] },
    );
    expect(campaign.variableOf(undefined, 'MANA')?.name).toBe('Mana');
    expect(campaign.variableOf('SKILL', 'Mana')).toBe(campaign.variableOf(undefined, 'Mana'));
    expect(campaign.variableOf('EQUIPMENT', 'rusty')?.type).toEqual({ name: 'boolean' });
    expect(campaign.variableOf('equipment.part|saw#1', 'Rusty')?.name).toBe('Rusty');
    expect(campaign.variableOf('EQUIPMENT', 'Edge')).toBeUndefined();
    expect(campaign.variableOf(undefined, 'Rusty')).toBeUndefined();
    expect(campaign.variableOf('NOWHERE', 'Mana')).toBeUndefined();
  });

  it('have a format, NUMBER where none is written', () => {
    const campaign = campaignOf(['A', 'DICE=B', 'GLOBAL:C', 'GLOBAL:array[string]=D', 'LOCAL:STAT|E']);
    const nameOfType = (name: string): string | undefined => campaign.variableOf('STAT', name)?.type.name;
    expect(['A', 'B', 'C', 'D', 'E'].map(nameOfType)).toEqual(['numeric', 'dice', 'numeric', 'array', 'numeric']);
  });

  it('keep the last explanation', () => {
    const campaign = campaignOf([
      'GLOBAL:A\tEXPLANATION:one',
      'GLOBAL:a\tEXPLANATION:two: more',
      'GLOBAL:A',
      'B\tEXPLANATION:short',
      'GLOBAL:C',
    ]);
    expect(campaign.explanationOf(undefined, 'a')).toBe('two: more');
    expect(campaign.explanationOf('SKILL', 'B')).toBe('short');
    expect(campaign.explanationOf(undefined, 'C')).toBe('');
    expect(campaign.explanationOf(undefined, 'D')).toBeUndefined();
  });

  it.each([
    ['GLOBAL:NUMBER=9lives', 'syntax: GLOBAL:NUMBER=▸9lives'],
    ['GLOBAL:NUMBER=two words', 'syntax: GLOBAL:NUMBER=▸two words'],
    ['GLOBAL:NUMBER=über', 'syntax: GLOBAL:NUMBER=▸über'],
    ['GLOBAL:', 'syntax: GLOBAL:▸'],
    ['GLOBAL:A=', 'syntax: GLOBAL:A=▸'],
    ['GLOBAL:NUMBER=A=B', 'syntax: GLOBAL:NUMBER=▸A=B'],
    ['GLOBAL:NUMBER=A\tNOTE:x', 'syntax: GLOBAL:NUMBER=A\t▸NOTE:x'],
    ['LOCAL:STAT', 'syntax: LOCAL:▸STAT'],
    ['GLOBAL:WORD=A', 'format: GLOBAL:▸WORD=A'],
    ['GLOBAL:ARRAY=A', 'format: GLOBAL:▸ARRAY=A'],
    ['GLOBAL:ARRAY[ARRAY[DICE]]=A', 'format: GLOBAL:▸ARRAY[ARRAY[DICE]]=A'],
    ['GLOBAL:TABLE[NUMBER]=A', 'format: GLOBAL:▸TABLE[NUMBER]=A'],
    ['GLOBAL:SKILL=A', 'format: GLOBAL:▸SKILL=A'],
    ['LOCAL:SKILLS|A', 'scope: LOCAL:▸SKILLS|A'],
    ['LOCAL:PC|A', 'scope: LOCAL:▸PC|A'],
    ['LOCAL:STAT.PART|A', 'scope: LOCAL:▸STAT.PART|A'],
    ['CHANNEL:A', 'syntax: CHANNEL:▸A'],
    ['CHANNEL:SKILLS|A', 'scope: CHANNEL:▸SKILLS|A'],
  ])('are refused where their line is wrong: %s', (line, problem) => {
    expect(errorsOf([line])).toEqual([problem]);
  });

  it('may share a name where no place sees both', () => {
    expect(
      errorsOf(['LOCAL:STAT|Rank', 'LOCAL:SKILL|DICE=Rank', 'LOCAL:EQUIPMENT.PART|rank', 'CHANNEL:PC|Rank']),
    ).toEqual([]);
  });

  it.each([
    [['GLOBAL:A', 'LOCAL:EQUIPMENT.PART|A'], 'overlap: LOCAL:EQUIPMENT.PART|▸A'],
    [['LOCAL:EQUIPMENT.PART|A', 'a'], 'overlap: ▸a'],
    [['LOCAL:EQUIPMENT|NUMBER=A', 'LOCAL:EQUIPMENT.PART|NUMBER=A'], 'overlap: LOCAL:EQUIPMENT.PART|NUMBER=▸A'],
    [['LOCAL:EQUIPMENT.PART|NUMBER=A', 'LOCAL:EQUIPMENT|NUMBER=A'], 'overlap: LOCAL:EQUIPMENT|NUMBER=▸A'],
    [['GLOBAL:A', 'GLOBAL:DICE=a'], 'overlap: GLOBAL:DICE=▸a'],
    [['DYNAMICSCOPE:DEITY', 'LOCAL:DEITY|A', 'GLOBAL:A'], 'overlap: GLOBAL:▸A'],
    [['CHANNEL:PC|A', 'CHANNEL:STAT|A'], 'overlap: CHANNEL:STAT|▸A'],
  ])('overlap where a place sees both, at the second line: %j', (lines, problem) => {
    expect(errorsOf(lines)).toEqual([problem]);
  });
});

describe('scopes', () => {
  it('are kinds, dynamic ones below the character by their names', () => {
    const { program } = campaignOf(['DYNAMICSCOPE:Vehicle', 'DYNAMICSCOPE:deity', 'DYNAMICSCOPE:VEHICLE']);
    expect(program.model.kinds.map(({ name }) => name)).toEqual([
      'PC',
      'EQUIPMENT',
      'EQUIPMENT.PART',
      'SAVE',
      'SIZE',
      'SKILL',
      'STAT',
      'deity',
      'Vehicle',
    ]);
    expect(program.model.kinds.map(({ attachesTo }) => attachesTo)).toEqual([
      [],
      [1],
      [2],
      [1],
      [1],
      [1],
      [1],
      [1],
      [1],
    ]);
  });

  it.each([
    ['DYNAMICSCOPE:', 'syntax: DYNAMICSCOPE:▸'],
    ['DYNAMICSCOPE:A.B', 'syntax: DYNAMICSCOPE:▸A.B'],
    ['DYNAMICSCOPE:skill', 'duplicate: DYNAMICSCOPE:▸skill'],
    ['DYNAMICSCOPE:PC', 'duplicate: DYNAMICSCOPE:▸PC'],
  ])('are refused where their line is wrong: %s', (line, problem) => {
    expect(errorsOf([line])).toEqual([problem]);
  });

  it('fit into a byte', () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `DYNAMICSCOPE:S${i}`);
    expect(errorsOf(many(247))).toEqual([]);
    expect(errorsOf(many(248))).toEqual(['scope: DYNAMICSCOPE:▸S247']);
  });
});

describe('facts', () => {
  it.each([
    ['FACTDEF:SKILL|Kind', 'syntax: FACTDEF:▸SKILL|Kind'],
    ['FACTDEF:Kind\tDATAFORMAT:STRING', 'syntax: FACTDEF:Kind\t▸DATAFORMAT:STRING'],
    ['FACTDEF:SKILL|Kind\tFORMAT:STRING', 'syntax: FACTDEF:SKILL|Kind\t▸FORMAT:STRING'],
    ['FACTDEF:SKILL|Kind\tDATAFORMAT:STRING\tX:1', 'syntax: FACTDEF:SKILL|Kind\tDATAFORMAT:STRING\t▸X:1'],
    ['FACTDEF:SKIL|Kind\tDATAFORMAT:STRING', 'scope: FACTDEF:▸SKIL|Kind\tDATAFORMAT:STRING'],
    ['FACTDEF:SKILL|Its kind\tDATAFORMAT:STRING', 'syntax: FACTDEF:SKILL|▸Its kind\tDATAFORMAT:STRING'],
    ['FACTDEF:SKILL|Kind\tDATAFORMAT:WORD', 'format: FACTDEF:SKILL|Kind\tDATAFORMAT:▸WORD'],
  ])('are refused where their line is wrong: %s', (line, problem) => {
    expect(errorsOf([line])).toEqual([problem]);
  });

  it('have one format in a scope', () => {
    expect(
      errorsOf([
        'FACTDEF:SKILL|Kind\tDATAFORMAT:STRING',
        'FACTDEF:SKILL|kind\tDATAFORMAT:string',
        'FACTDEF:STAT|Kind\tDATAFORMAT:DICE',
      ]),
    ).toEqual([]);
    expect(errorsOf(['FACTDEF:SKILL|Kind\tDATAFORMAT:STRING', 'FACTDEF:SKILL|kind\tDATAFORMAT:DICE'])).toEqual([
      'overlap: FACTDEF:SKILL|▸kind\tDATAFORMAT:DICE',
    ]);
  });
});

describe('a campaign with several faults', () => {
  it('tells all of them in the order of lines, each line its first one', () => {
    expect(
      errorsOf(['MODIFY:A|SET|nope+', 'WHAT:1', 'GLOBAL:A', 'MODIFY:A|add|1|PRIORITY=x', 'LOCAL:NOWHERE|B'], {
        'STAT|S': ['MODIFY:C|SET|1'],
        'HERO|H': ['MODIFY:D|SET|1'],
      }),
    ).toEqual([
      'syntax: MODIFY:A|SET|nope+▸',
      'syntax: ▸WHAT:1',
      'modifier: MODIFY:A|▸add|1|PRIORITY=x',
      'scope: LOCAL:▸NOWHERE|B',
      'unknown-variable: MODIFY:▸C|SET|1',
      'scope: ▸HERO|H',
    ]);
  });

  it('does not tell what follows from another fault', () => {
    expect(
      errorsOf(
        [
          'GLOBAL:WORD=A',
          'MODIFY:A|SET|1',
          'GLOBAL:B',
          'MODIFY:B|SET|A+b',
          'LOCAL:NOWHERE|C',
          'FUNCTION:f\tVALUE:(',
          'MODIFY:B|SET|f(1)+C',
          'GLOBAL:NUMBER=1x',
          'LOCAL:STAT|B',
        ],
        { 'STAT|S': ['MODIFY:B|ADD|C'], 'NOWHERE|N': [], 'EQUIPMENT.PART|P': { parent: 'NOWHERE|N' } },
      ),
    ).toEqual([
      'format: GLOBAL:▸WORD=A',
      'scope: LOCAL:▸NOWHERE|C',
      'syntax: FUNCTION:f\tVALUE:▸(',
      'syntax: GLOBAL:NUMBER=▸1x',
      'overlap: LOCAL:STAT|▸B',
      'scope: ▸NOWHERE|N',
    ]);
  });

  it('says what to do, with the nearest name', () => {
    const loaded = load([
      'GLOBAL:Strength',
      'MODIFY:Strenght|SET|1',
      'MODIFI:Strength|SET|1',
      'MODIFY:Strength|SET|flor(2)',
    ]);
    expect(loaded.ok ? [] : loaded.problems.map(({ suggestion }) => suggestion)).toEqual([
      'did you mean `Strength`?',
      'did you mean `MODIFY`?',
      'did you mean `floor`?',
    ]);
  });

  it('lists a thousand problems and counts the rest', () => {
    const loaded = load(Array.from({ length: 1200 }, (_, i) => `MODIFY:V${i}|SET|1`));
    expect(loaded.ok ? [] : [loaded.problems.length, loaded.more]).toEqual([1000, 200]);
  });
});

describe('files of a campaign', () => {
  it('hold the lines that belong there', () => {
    const text = fixtureCampaign([...defaults, 'GLOBAL:A', 'MODIFY:A|SET|1', 'B']);
    const kinds = ['control', 'control', 'control', 'control', 'control', 'modifier', 'control', 'control'] as const;
    const loaded = loadCampaign({ ...text, control: text.control.map((line, i) => ({ ...line, kind: kinds[i] })) });
    expect(problemsOf(loaded)).toEqual(['syntax: ▸GLOBAL:A', 'syntax: ▸MODIFY:A|SET|1', 'syntax: ▸B']);
  });
});
