import { describe, expect, it } from 'vitest';
import { loadCampaign } from '../../../../src/content/lst/load-campaign.js';
import { fixtureCampaign } from '../../../../src/content/lst/parse/campaign-text.js';
import { campaignOf, compiled, errorsOf, problemsOf, warningsOf } from '../campaigns.js';

const sheet = ['GLOBAL:Hands', 'LOCAL:EQUIPMENT|Weight', 'LOCAL:EQUIPMENT.PART|Edge'];

describe('objects', () => {
  it('are classes of their scopes, in the order in which they are declared', () => {
    const { program, classOf } = campaignOf(sheet, {
      'equipment|Saw': ['GROUP:Tool', 'PART:2|MODIFY:Edge|SET|1', 'GROUP:tool'],
      'EQUIPMENT.PART|Grip': { parent: 'EQUIPMENT|SAW' },
      'STAT|Wit': [],
    });
    expect(program.model.classes.map(({ name, kind, home }) => [name, kind, home])).toEqual([
      ['EQUIPMENT|Saw', 2, undefined],
      ['EQUIPMENT.PART|Grip', 3, { class: 1, together: false }],
      ['STAT|Wit', 7, undefined],
      ['EQUIPMENT.PART|Saw#2', 3, { class: 1, together: true }],
    ]);
    expect([...(program.model.classes[0].groups ?? [])]).toEqual(['Tool']);
    expect(classOf('stat|wit')).toBe(program.model.classes[2]);
    expect(classOf('STAT|Will')).toBeUndefined();
  });

  it.each([
    [{ 'ITEM|A': [] }, 'scope: ▸ITEM|A'],
    [{ 'PC|A': [] }, 'scope: ▸PC|A'],
    [{ 'STAT|': [] }, 'syntax: ▸STAT|'],
    [{ 'STAT|A': [], 'stat|a': [] }, 'duplicate: ▸stat|a'],
    [{ 'EQUIPMENT.PART|A': [] }, 'scope: ▸EQUIPMENT.PART|A'],
    [{ 'EQUIPMENT.PART|A': { parent: 'EQUIPMENT|B' } }, 'unknown-variable: ▸EQUIPMENT.PART|A'],
    [{ 'EQUIPMENT.PART|A': { parent: 'STAT|B' }, 'STAT|B': [] }, 'scope: ▸EQUIPMENT.PART|A'],
    [{ 'SKILL|A': { parent: 'STAT|B' }, 'STAT|B': [] }, 'scope: ▸SKILL|A'],
    [{ 'STAT|A': ['GROUP:'] }, 'syntax: GROUP:▸'],
    [{ 'STAT|A': ['GROUP:B|C'] }, 'syntax: GROUP:▸B|C'],
    [{ 'STAT|A': ['TYPE:B'] }, 'syntax: ▸TYPE:B'],
    [{ 'STAT|A': ['MODIFY'] }, 'syntax: ▸MODIFY'],
    [{ 'STAT|A': ['modify:Hands|SET|1'] }, 'syntax: ▸modify:Hands|SET|1'],
  ])('are refused where they are declared wrongly: %j', (objects, problem) => {
    expect(errorsOf(sheet, objects)).toEqual([problem]);
  });

  it('may name a parent that is declared after them, once each', () => {
    expect(errorsOf(sheet, { 'EQUIPMENT.PART|Grip': { parent: 'EQUIPMENT|Saw' }, 'EQUIPMENT|Saw': [] })).toEqual([]);
    const twice = fixtureCampaign(
      [],
      [
        { scope: 'SIZE', key: 'Tiny' },
        { scope: 'SIZE', key: 'Tiny', tokens: ['MODIFY:Nope|SET|1'] },
      ],
    );
    expect(problemsOf(loadCampaign(twice))).toEqual(['duplicate: ▸SIZE|Tiny']);
  });
});

describe('parts', () => {
  it.each([
    ['PART:0|MODIFY:Edge|SET|1', 'syntax: PART:▸0|MODIFY:Edge|SET|1'],
    ['PART:-1|MODIFY:Edge|SET|1', 'syntax: PART:▸-1|MODIFY:Edge|SET|1'],
    ['PART:1', 'syntax: PART:▸1'],
    ['PART:1|GROUP:Blade', 'syntax: PART:▸1|GROUP:Blade'],
    ['PART:1|PART:1|MODIFY:Edge|SET|1', 'syntax: PART:▸1|PART:1|MODIFY:Edge|SET|1'],
    ['PART:1|MODIFY:Edge', 'syntax: PART:1|MODIFY:Edge▸'],
    ['PART:1|MODIFY:Blunt|SET|1', 'unknown-variable: PART:1|MODIFY:▸Blunt|SET|1'],
    ['PART:1|MODIFYOTHER:SKILL|ALL|Edge|SET|1', 'scope: PART:1|MODIFYOTHER:SKILL|ALL|▸Edge|SET|1'],
    ['MODIFY:Edge|SET|1', 'scope: MODIFY:▸Edge|SET|1'],
  ])('are checked in their own scope: %s', (token, problem) => {
    expect(errorsOf(sheet, { 'EQUIPMENT|Saw': [token] })).toEqual([problem]);
  });

  it('are there on equipment only', () => {
    expect(errorsOf(sheet, { 'SKILL|Sawing': ['PART:1|MODIFY:Edge|SET|1'] })).toEqual([
      'scope: ▸PART:1|MODIFY:Edge|SET|1',
    ]);
  });

  it('carry their modifiers, in the order of the tokens', () => {
    const { program } = campaignOf(sheet, {
      'EQUIPMENT|Saw': ['PART:01|MODIFY:Edge|SET|4', 'MODIFY:Weight|SET|2', 'PART:1|MODIFY:Hands|ADD|Weight+Edge'],
    });
    expect(program.rules.modifiers.map(({ carrier, name, text }) => [carrier, name, text])).toEqual([
      [{ by: 'class', class: 2 }, 'EQUIPMENT|Saw: PART:01|MODIFY:Edge|SET|4', '4'],
      [{ by: 'class', class: 1 }, 'EQUIPMENT|Saw: MODIFY:Weight|SET|2', '2'],
      [{ by: 'class', class: 2 }, 'EQUIPMENT|Saw: PART:1|MODIFY:Hands|ADD|Weight+Edge', 'Weight+Edge'],
    ]);
  });

  it('do not share a key with a declared object', () => {
    expect(
      errorsOf(sheet, {
        'EQUIPMENT|Saw': ['PART:1|MODIFY:Edge|SET|4'],
        'EQUIPMENT.PART|Saw#1': { parent: 'EQUIPMENT|Saw' },
      }),
    ).toEqual(['duplicate: ▸PART:1|MODIFY:Edge|SET|4']);
  });
});

describe('facts', () => {
  const lines = [
    'FACTDEF:SKILL|Rank\tDATAFORMAT:NUMBER',
    'FACTDEF:SKILL|Tags\tDATAFORMAT:ARRAY[STRING]',
    'FACTDEF:STAT|Short\tDATAFORMAT:STRING',
  ];
  const objects = { 'SKILL|Swim': ['FACT:rank|4', 'FACT:Rank|4'], 'SKILL|Ride': ['FACT:Tags|a,b'], 'STAT|Wit': [] };
  const campaign = campaignOf(lines, objects);

  it.each([
    ['getFact("SKILL","Swim","Rank")', 'NUMBER (numeral 4)'],
    ['getFact("skill","swim","RANK")', 'NUMBER (numeral 4)'],
    ['getFact("SKILL","Ride","Rank")', 'NUMBER (numeral 0)'],
    ['getFact("SKILL","Ride","Tags")', 'ARRAY[STRING] (pooled array text "[\\"a\\",\\"b\\"]")'],
    ['getFact("SKILL",get("SKILL","Swim"),"Rank")', 'NUMBER (numeral 4)'],
    [
      'getFact("SKILL",if(1==1,get("SKILL","Swim"),get("SKILL","Ride")),"Rank")',
      'NUMBER (choose (numericCompare == (numeral 1) (numeral 1)) (numeral 4) (numeral 0))',
    ],
    ['get("SKILL","Ride")', 'SKILL (constant class 2)'],
    ['get("SKILL","Ride")==get("SKILL","Swim")', 'BOOLEAN (identical (constant class 2) (constant class 1))'],
    ['get("SKILL","Ride")!=get("SKILL","Swim")', 'BOOLEAN (not (identical (constant class 2) (constant class 1)))'],
  ])('%s is a constant', (formula, result) => {
    expect(compiled(campaign, formula)).toBe(result);
  });

  it.each([
    ['get("SKILL")', 'arity at 0'],
    ['get("HERO","Swim")', 'format at 4'],
    ['get("PC","Swim")', 'format at 4'],
    ['get("SKILL","Fly")', 'unknown-variable at 12'],
    ['get(SKILL,"Swim")', 'format at 4'],
    ['get("SKILL",4)', 'format at 12'],
    ['getFact("SKILL","Swim","Short")', 'unknown-variable at 23'],
    ['getFact("SKILL",get("STAT","Wit"),"Rank")', 'format at 16'],
    ['getFact("SKILL",4,"Rank")', 'format at 16'],
    ['getFact("SKILL","Swim",Rank)', 'format at 23'],
    ['get("SKILL","Ride")==get("STAT","Wit")', 'format at 0'],
    ['get("SKILL","Ride")=="Ride"', 'format at 0'],
    ['if(1==1,get("SKILL","Ride"),get("STAT","Wit"))', 'format at 0'],
    ['get("SKILL","Ride")+1', 'format at 0'],
  ])('%s is refused', (formula, result) => {
    expect(compiled(campaign, formula)).toBe(result);
  });

  it.each([
    ['FACT:Rank', 'syntax: FACT:▸Rank'],
    ['FACT:|4', 'syntax: FACT:▸|4'],
    ['FACT:Short|x', 'unknown-variable: FACT:▸Short|x'],
    ['FACT:Rank|many', 'format: FACT:Rank|▸many'],
  ])('%s is no fact of a skill', (token, problem) => {
    expect(errorsOf(lines, { 'SKILL|Swim': [token] })).toEqual([problem]);
  });

  it('have one value', () => {
    expect(errorsOf(lines, { 'SKILL|Swim': ['FACT:Rank|4', 'FACT:RANK|5'] })).toEqual(['duplicate: FACT:▸RANK|5']);
  });

  it('need a default where an object has none of them', () => {
    const text = fixtureCampaign(
      ['FACTDEF:SKILL|Rank\tDATAFORMAT:NUMBER'],
      [
        { scope: 'SKILL', key: 'Swim' },
        { scope: 'SKILL', key: 'Ride', tokens: ['FACT:Rank|2'] },
      ],
    );
    const loaded = loadCampaign(text);
    expect(loaded.ok && compiled(loaded.campaign, 'getFact("SKILL","Ride","Rank")')).toBe('NUMBER (numeral 2)');
    expect(loaded.ok && compiled(loaded.campaign, 'getFact("SKILL","Swim","Rank")')).toBe('default at 0');
  });
});

describe('targets of MODIFYOTHER', () => {
  it.each([
    ['ALL', { by: 'all' }],
    ['GROUP=tool', { by: 'group', group: 'Tool' }],
    ['KEY=saw', { by: 'class', class: 1 }],
    ['Saw', { by: 'class', class: 1 }],
  ])('%s', (target, which) => {
    const { program } = campaignOf(sheet, {
      'EQUIPMENT|Saw': ['GROUP:Tool'],
      'SKILL|Carve': [`MODIFYOTHER:EQUIPMENT|${target}|Weight|ADD|1`],
    });
    expect(program.rules.modifiers).toMatchObject([
      { carrier: { by: 'class', class: 2 }, others: { kind: 2, which }, modification: 'add', whenAbsent: 'fail' },
    ]);
  });

  it.each([
    ['MODIFYOTHER:EQUIPMENT||Weight|ADD|1', 'syntax: MODIFYOTHER:EQUIPMENT|▸|Weight|ADD|1'],
    ['MODIFYOTHER:EQUIPMENT|GROUP=|Weight|ADD|1', 'syntax: MODIFYOTHER:EQUIPMENT|GROUP=▸|Weight|ADD|1'],
    ['MODIFYOTHER:EQUIPMENT|KEY=|Weight|ADD|1', 'syntax: MODIFYOTHER:EQUIPMENT|KEY=▸|Weight|ADD|1'],
    ['MODIFYOTHER:EQUIPMENT|key=Saw|Weight|ADD|1', 'syntax: MODIFYOTHER:EQUIPMENT|▸key=Saw|Weight|ADD|1'],
    ['MODIFYOTHER:EQUIPMENT|TAG=Saw|Weight|ADD|1', 'syntax: MODIFYOTHER:EQUIPMENT|▸TAG=Saw|Weight|ADD|1'],
    ['MODIFYOTHER:EQUIPMENT|ALL|Weight|ADD', 'syntax: MODIFYOTHER:EQUIPMENT|ALL|Weight|ADD▸'],
    ['MODIFYOTHER:PC|ALL|Hands|ADD|1', 'scope: MODIFYOTHER:▸PC|ALL|Hands|ADD|1'],
    ['MODIFYOTHER:EQUIP|ALL|Hands|ADD|1', 'scope: MODIFYOTHER:▸EQUIP|ALL|Hands|ADD|1'],
    ['MODIFYOTHER:EQUIPMENT|ALL|Edge|ADD|1', 'scope: MODIFYOTHER:EQUIPMENT|ALL|▸Edge|ADD|1'],
    ['MODIFYOTHER:EQUIPMENT|ALL|Weight|ADD|Edge', 'scope: MODIFYOTHER:EQUIPMENT|ALL|Weight|ADD|▸Edge'],
    ['MODIFYOTHER:EQUIPMENT|Ghost|Weight|ADD|nope', 'unknown-variable: MODIFYOTHER:EQUIPMENT|Ghost|Weight|ADD|▸nope'],
  ])('%s is refused', (token, problem) => {
    expect(errorsOf(sheet, { 'SKILL|Carve': [token], 'EQUIPMENT|Saw': [] })).toEqual([problem]);
    expect(errorsOf([...sheet, token], { 'EQUIPMENT|Saw': [] })).toEqual([problem]);
  });

  it('are warned of where nothing is reached', () => {
    const token = (target: string): string => `MODIFYOTHER:EQUIPMENT|${target}|Weight|ADD|1`;
    expect(
      warningsOf(sheet, {
        'SKILL|Carve': [token('Sow'), token('GROUP=Weapon'), token('all'), token('ALL')],
        'EQUIPMENT|Saw': [],
      }),
    ).toEqual([
      'unknown-variable: MODIFYOTHER:EQUIPMENT|▸Sow|Weight|ADD|1',
      'unknown-variable: MODIFYOTHER:EQUIPMENT|GROUP=▸Weapon|Weight|ADD|1',
      'unknown-variable: MODIFYOTHER:EQUIPMENT|▸all|Weight|ADD|1',
    ]);
    expect(campaignOf(sheet, { 'SKILL|Carve': [token('Sow')] }).program.rules.modifiers).toEqual([]);
  });
});
